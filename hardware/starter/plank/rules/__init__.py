# SPDX-License-Identifier: Apache-2.0
"""Plank; `make` is what `rules.load` calls."""

from rules.games.plank.plank import SEATS, Plank


def make(rulebook: str, seats: "tuple | None", options: dict) -> Plank:
    """Return the game of red and blue.

    Raises:
        ValueError: other seats, or an unknown option.
    """
    if seats is not None and tuple(seats) != SEATS:
        raise ValueError("seats: Plank is for red and blue")
    return Plank(rulebook, options)
