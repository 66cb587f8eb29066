# SPDX-License-Identifier: Apache-2.0
"""The game at the table: cards and settled boards in; events, sounds and lights out."""
