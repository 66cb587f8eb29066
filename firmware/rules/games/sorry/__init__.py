# SPDX-License-Identifier: Apache-2.0
"""Sorry!; `make` is what `rules.load` calls."""

from rules.games.sorry.sorry import Sorry


def make(rulebook: str, seats: "tuple | None", options: dict) -> Sorry:
    """Return the game for the seats in play.

    Raises:
        ValueError: not 2-4 seats, or an unknown option.
    """
    seats = (0, 1, 2, 3) if seats is None else tuple(seats)
    if not 2 <= len(seats) <= 4:
        raise ValueError("seats: Sorry! is for 2 to 4 players")
    return Sorry(rulebook, seats, options)
