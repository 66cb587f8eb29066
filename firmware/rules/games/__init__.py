# SPDX-License-Identifier: Apache-2.0
"""One folder per game; `rules.load` imports only the one that is played."""
