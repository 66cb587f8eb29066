# SPDX-License-Identifier: Apache-2.0
"""Making a move's operations on the pawns of a position, and unmaking them exactly.

Playing needs neither (a result is a whole state and history keeps states); tools and tests
use them to prove that a move's text and its result tell the same story.
"""

from rules.game import HOME, replace
from rules.moves import BUMP, SELF, SWAP


def make(state: bytearray, move: bytes) -> None:
    """Make a move's operations on the pawns; whose turn it is stays as it was.

    Raises:
        ValueError: an operation names a pawn that is not there.
    """
    for i in range(0, len(move), 4):
        kind = move[i] & 15
        seat, a, b = move[i + 1], move[i + 2], move[i + 3]
        if kind == SWAP:
            replace(state, seat, a, b)
            replace(state, move[i] >> 4, b, a)
        elif kind in (BUMP, SELF):
            replace(state, seat, a, HOME)
        else:
            replace(state, seat, a, b)


def unmake(state: bytearray, move: bytes) -> None:
    """Undo `make`: the operations backward, each the other way round.

    Raises:
        ValueError: the position does not come from this move.
    """
    for i in range(len(move) - 4, -1, -4):
        kind = move[i] & 15
        seat, a, b = move[i + 1], move[i + 2], move[i + 3]
        if kind == SWAP:
            replace(state, move[i] >> 4, a, b)
            replace(state, seat, b, a)
        elif kind in (BUMP, SELF):
            replace(state, seat, HOME, a)
        else:
            replace(state, seat, b, a)
