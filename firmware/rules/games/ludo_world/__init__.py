# SPDX-License-Identifier: Apache-2.0
"""International Ludo on the Ludo board; `make` is what `rules.load` calls."""

from rules.games.ludo_world.world import LudoWorld


def make(rulebook: str, seats: "tuple | None", options: dict) -> LudoWorld:
    """Return the game for the seats in play.

    Raises:
        ValueError: not 2-4 seats, two seats other than red and blue, or an unknown option.
    """
    seats = (0, 1, 2, 3) if seats is None else tuple(seats)
    if not 2 <= len(seats) <= 4:
        raise ValueError("seats: Ludo is for 2 to 4 players")
    if len(seats) == 2 and seats != (0, 2):
        raise ValueError("seats: two players are red and blue (W1)")
    return LudoWorld(rulebook, seats, options)
