# SPDX-License-Identifier: Apache-2.0
"""What a move did, pawn by pawn: for tests, and for hands that make it."""

from rules.game import HOME, replace
from rules.moves import BUMP, SELF, SWAP, parts
from rules.ways import ways


def trace(game, state, move, action=-1):
    """Return what each pawn of a legal move did, in order.

    Args:
        game: the game of the state.
        state: the position before the move.
        move: the move's bytes.
        action: the action that was used; -1 when not known (then the shortest way is told).

    Returns:
        One tuple per moved pawn: (seat, from, to, way, bumped, walls). `way` are the place
        codes touched, `to` last; `bumped` is a tuple of (seat, place) sent home by it, the
        pawn itself included when it goes home; `walls` are the walls it skirted: the own one
        it passed, or one directly ahead of where it landed. A swap is two entries.
    """
    now = bytearray(state)
    told: list = []
    early: list = []  # bumps before the first step: a deferred capture (L9)
    walked = iter(ways(game, state, action, move))
    for kind, seat, a, b, other in parts(move):
        if kind == BUMP:
            replace(now, seat, a, HOME)
            (told[-1][4] if told else early).append((seat, a))
        elif kind == SWAP:
            told.append((seat, a, b, bytes((b,)), [], ()))
            told.append((other, b, a, bytes((a,)), [], ()))
            replace(now, seat, a, b)
            replace(now, other, b, a)
        else:
            way, walls = next(walked)
            told.append((seat, a, b, way, [(seat, b)] if kind == SELF else [], walls))
            replace(now, seat, a, HOME if kind == SELF else b)
    if early and told:
        told[0][4][:0] = early
    return [(s, a, b, way, tuple(bumped), walls) for s, a, b, way, bumped, walls in told]
