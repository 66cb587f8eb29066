# SPDX-License-Identifier: Apache-2.0
"""The Sorry! board and deck as tables (S1, S3, S4, S9)."""

from rules.game import steps_of

RING = 60
ROW = 5
FIN = RING + ROW + 1  # place code of HOME (finished)
# A path has 66 steps: o+3, the start circle o+4, round to o+2, z1..z5, HOME. A pawn on o+3
# or o+4 goes round the whole track, also after a backward move brought it there (S9).
HOME_STEP = 65

ACTIONS = ("1", "2", "3", "4", "5", "7", "8", "10", "11", "12", "sorry")
COPIES = bytes((5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4))  # cards of each action in the deck of 45
# What an action does, by its index.
FORWARD = bytes((1, 2, 3, 0, 5, 7, 8, 10, 11, 12, 0))
BACKWARD = bytes((0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0))
STARTS = bytes((1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0))
A_TWO = 1
A_SEVEN = 5
A_ELEVEN = 8
A_SORRY = 10


def start_circle(seat: int) -> int:
    """Return the place code of a seat's start circle, track index 15s+4."""
    return 1 + 15 * seat + 4


def _path(seat: int) -> bytes:
    track = [1 + (15 * seat + 3 + step) % RING for step in range(RING)]
    return bytes(track + [RING + k for k in range(1, ROW + 2)])


def _slides(seat: int) -> bytes:
    ends = bytearray(FIN + 1)
    for owner in range(4):
        if owner != seat:
            offset = 1 + 15 * owner
            ends[offset + 1] = offset + 4
            ends[offset + 9] = offset + 13
    return bytes(ends)


# [seat][step] -> place code.
PATH = tuple([_path(seat) for seat in range(4)])
# [seat][place code] -> step, NOBODY for START.
STEP_OF = tuple([steps_of(path, FIN) for path in PATH])
# [seat][place code] -> place code of the slide's end where the seat slides, else 0 (S7).
SLIDE = tuple([_slides(seat) for seat in range(4)])
