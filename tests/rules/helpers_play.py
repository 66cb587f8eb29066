# SPDX-License-Identifier: Apache-2.0
"""Making a move's operations on the pawns of a position, and unmaking them exactly.

Playing needs neither (a result is a whole state and history keeps states); tools and tests
use them to prove that a move's text and its result tell the same story.
"""

from rules.game import HOME, replace
from rules.moves import BUMP, SELF, SWAP, parts


def make(state: bytearray, move: bytes) -> None:
    """Make a move's operations on the pawns; whose turn it is stays as it was.

    Raises:
        ValueError: an operation names a pawn that is not there.
    """
    for kind, seat, a, b, other in parts(move):
        if kind == SWAP:
            replace(state, seat, a, b)
            replace(state, other, b, a)
        elif kind in (BUMP, SELF):
            replace(state, seat, a, HOME)
        else:
            replace(state, seat, a, b)


def unmake(state: bytearray, move: bytes) -> None:
    """Undo `make`: the operations backward, each the other way round.

    Raises:
        ValueError: the position does not come from this move.
    """
    for kind, seat, a, b, other in reversed(parts(move)):
        if kind == SWAP:
            replace(state, other, a, b)
            replace(state, seat, b, a)
        elif kind in (BUMP, SELF):
            replace(state, seat, HOME, a)
        else:
            replace(state, seat, b, a)
