# SPDX-License-Identifier: Apache-2.0
"""What a move did, pawn by pawn, for lights and for tests; games supply the ways."""

from rules.game import BUMP, HOME, SELF, STEP, SWAP, Game, replace


def trace(game: Game, state: "bytes | bytearray", move: bytes, action: int = -1) -> list:
    """Return what each pawn of a legal move did, in order.

    Args:
        game: the game of the state.
        state: the position before the move.
        move: the move's bytes.
        action: the action that was used; -1 when not known (then the shortest way is told).

    Returns:
        One tuple per moved pawn: (seat, from, to, ways, bumped, walls). `ways` are the place
        codes touched, `to` last; `bumped` is a tuple of (seat, place) sent home by it, the
        pawn itself included when it goes home; `walls` are the walls it skirted: the own one
        it passed, or one directly ahead of where it landed. A swap is two entries.
    """
    now = bytearray(state)
    told: list = []
    early: list = []  # bumps before the first step: a deferred capture (L9)
    ways = game.ways(state, action, move)
    part = 0
    for i in range(0, len(move), 4):
        kind = move[i] & 15
        seat, a, b = move[i + 1], move[i + 2], move[i + 3]
        if kind == BUMP:
            replace(now, seat, a, HOME)
            if told:
                told[-1][4].append((seat, a))
            else:
                early.append((seat, a))
        elif kind == SWAP:
            other = move[i] >> 4
            told.append((seat, a, b, bytes((b,)), [], ()))
            told.append((other, b, a, bytes((a,)), [], ()))
            replace(now, seat, a, b)
            replace(now, other, b, a)
        elif kind in (STEP, SELF):
            way, walls = ways[part]
            part += 1
            told.append((seat, a, b, way, [(seat, b)] if kind == SELF else [], walls))
            replace(now, seat, a, HOME if kind == SELF else b)
    if early and told:
        told[0][4][:0] = early
    return [(s, a, b, way, tuple(bumped), walls) for s, a, b, way, bumped, walls in told]
