# SPDX-License-Identifier: Apache-2.0
"""What the table remembers without power: the games, the settings, the cards, the wiring."""
