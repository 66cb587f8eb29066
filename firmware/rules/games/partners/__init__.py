# SPDX-License-Identifier: Apache-2.0
"""Partners in its three editions; `make` is what `rules.load` calls."""

from rules.games.partners.editions import EDITIONS
from rules.games.partners.partners import Partners


def make(rulebook: str, seats: "tuple | None", options: dict) -> Partners:
    """Return the game of an edition.

    Raises:
        ValueError: fewer than four seats, or an option that the edition does not have.
    """
    if seats is not None and tuple(seats) != (0, 1, 2, 3):
        raise ValueError("seats: Partners needs all four colours")
    return Partners(rulebook, EDITIONS[rulebook], options)
