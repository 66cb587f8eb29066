# SPDX-License-Identifier: Apache-2.0
"""The Ludo board as tables: each seat's path from its frifelt to the goal (L1, L2)."""

from rules.game import steps_of

RING = 52
ROW = 5
FIN = RING + ROW + 1  # place code of the goal
GOAL_STEP = 56  # steps from the frifelt to the goal
LAST_ON_RING = 50  # steps from the frifelt to the space below the row


def checked(seats: "tuple | None", ruling: str) -> tuple:
    """Return the seats in play, all four for None; `ruling` is where two players are told their seats.

    Raises:
        ValueError: not 2-4 seats, or two seats other than red and blue.
    """
    seats = (0, 1, 2, 3) if seats is None else tuple(seats)
    if not 2 <= len(seats) <= 4:
        raise ValueError("seats: Ludo is for 2 to 4 players")
    if len(seats) == 2 and seats != (0, 2):
        raise ValueError("seats: two players are red and blue (%s)" % ruling)
    return seats


def frifelt(seat: int) -> int:
    """Return the place code of a seat's frifelt (L1)."""
    return 1 + 13 * seat


def _path(seat: int) -> bytes:
    ring = [1 + (13 * seat + step) % RING for step in range(LAST_ON_RING + 1)]
    return bytes(ring + [RING + k for k in range(1, ROW + 2)])


# [seat][step] -> place code; step 0 is the frifelt, 51 is z1, 56 the goal.
PATH = tuple([_path(seat) for seat in range(4)])
# [seat][place code] -> step, NOBODY where its pawns never stand on a path: the yard, ring 13s+51.
STEP_OF = tuple([steps_of(path, FIN) for path in PATH])
