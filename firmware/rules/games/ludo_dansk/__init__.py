# SPDX-License-Identifier: Apache-2.0
"""Danish Ludo on the Ludo board; `make` is what `rules.load` calls."""

from rules.games.ludo.track import checked
from rules.games.ludo_dansk.dansk import LudoDansk


def make(rulebook: str, seats: "tuple | None", options: dict) -> LudoDansk:
    """Return the game for the seats in play.

    Raises:
        ValueError: not 2-4 seats, two seats other than red and blue, or an unknown option.
    """
    return LudoDansk(rulebook, checked(seats, "D1"), options)
