# SPDX-License-Identifier: Apache-2.0
"""Which rulebooks the longest tests play: those that are about the table, not about a rulebook."""

import os

from rules import RULEBOOKS

_PROOF = bool(os.environ.get("TAVLE_LONG"))

EDITIONS = tuple(RULEBOOKS) if _PROOF else ("partners-pawns", "tock", "ludo-norsk", "sorry")
"""A rulebook for each kind of game; every rulebook in `make proof ARGS=games`."""
