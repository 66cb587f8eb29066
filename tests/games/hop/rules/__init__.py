# SPDX-License-Identifier: Apache-2.0
"""Hop; `make` is what `rules.load` calls."""

from rules.games.hop.hop import Hop


def make(rulebook: str, seats: "tuple | None", options: dict) -> Hop:
    """Return the game for the seats in play.

    Raises:
        ValueError: not 2-4 seats, or an option: there is none.
    """
    seats = (0, 1, 2, 3) if seats is None else tuple(seats)
    if not 2 <= len(seats) <= 4:
        raise ValueError("seats: Hop is for 2 to 4 players")
    return Hop(rulebook, seats, options)
