# SPDX-License-Identifier: Apache-2.0
"""The Ludo board as tables: each seat's path from its frifelt to the goal (L1, L2)."""

RING = 52
ROW = 5
FIN = RING + ROW + 1  # place code of the goal
GOAL_STEP = 56  # steps from the frifelt to the goal
LAST_ON_RING = 50  # steps from the frifelt to the space below the row
NO_STEP = 0xFF  # a place that is not on the seat's path: its yard, and ring 13s+51


def frifelt(seat: int) -> int:
    """Return the place code of a seat's frifelt (L1)."""
    return 1 + 13 * seat


def _path(seat: int) -> bytes:
    ring = [1 + (13 * seat + step) % RING for step in range(LAST_ON_RING + 1)]
    return bytes(ring + [RING + k for k in range(1, ROW + 2)])


def _steps(seat: int) -> bytes:
    steps = bytearray([NO_STEP] * (FIN + 1))
    for step, place in enumerate(PATH[seat]):
        steps[place] = step
    return bytes(steps)


# [seat][step] -> place code; step 0 is the frifelt, 51 is z1, 56 the goal.
PATH = tuple([_path(seat) for seat in range(4)])
# [seat][place code] -> step, NO_STEP where the seat's pawns never stand.
STEP_OF = tuple([_steps(seat) for seat in range(4)])
