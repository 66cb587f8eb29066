# SPDX-License-Identifier: Apache-2.0
"""Norwegian Ludo; `make` is what `rules.load` calls."""

from rules.games.ludo.ludo import Ludo
from rules.games.ludo.track import checked


def make(rulebook: str, seats: "tuple | None", options: dict) -> Ludo:
    """Return the game for the seats in play.

    Raises:
        ValueError: not 2-4 seats, two seats other than red and blue, or an unknown option.
    """
    return Ludo(rulebook, checked(seats, "L1"), options)
