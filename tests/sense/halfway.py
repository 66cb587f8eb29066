# SPDX-License-Identifier: Apache-2.0
"""Boards on the way to a result, for the models: positions of played games, and moves made in part."""

from rig import board_of

from rules import RULEBOOKS, load
from rules.game import HOME, NOBODY, TURN
from rules.moves import BUMP, SELF, SWAP, parts
from sense.boardmap import BoardMap

SEATS = (None, (0, 2))


def games():
    """Yield (game, board map) of every rulebook, with four and with two seats."""
    for rulebook in RULEBOOKS:
        for seats in SEATS:
            try:
                game = load(rulebook, seats)
            except ValueError:
                continue
            yield game, BoardMap(board_of(rulebook), game)


def turns(game, dice, count, skip=3):
    """Yield (state, results) of played games, only of cards that can be used; some are passed over.

    What moves more than one pawn is told more often, and every other move is made so that pawns
    meet, if it can be: play alone brings them together too seldom.
    """
    state = bytes(game.new())
    opening = 40  # turns until there are pawns enough on the board
    while count:
        found = game.results(state, dice(len(game.actions)))
        long = [i for i in range(len(found)) if len(found.move(i)) > 4]
        opening -= 1
        if opening < 0 and found and not dice(skip if long else 2 * skip):
            yield state, found
            count -= 1
        if not found:
            state = game.skip(state)
            continue
        crowded = long + [i for i in range(len(found)) if _crowd(found.state(i))]
        i = crowded[dice(len(crowded))] if crowded and dice(2) else dice(len(found))
        state = found.state(i)
        if state[TURN] == NOBODY:
            state = bytes(game.new())


def likely(results, dice):
    """Return the move of a result, mostly of one that moves more than one pawn."""
    long = [i for i in range(len(results)) if len(results.move(i)) > 4]
    return results.move(long[dice(len(long))] if long and dice(4) else dice(len(results)))


def _crowd(state):
    """Tell whether two pawns share a space that is no area."""
    pawns = [place for place in state[:16] if place not in (HOME, NOBODY)]
    return len(set(pawns)) < len(pawns)


def hops(boardmap, move):
    """Return (from spot, to spot) of every pawn that a move moves, both of an exchange."""
    out = []
    for kind, seat, a, b, other in parts(move):
        here = boardmap.spot(seat, a)
        if kind in (BUMP, SELF):
            out.append((here, boardmap.home + seat))
        else:
            out.append((here, boardmap.spot(seat, b)))
        if kind == SWAP:
            out.append((boardmap.spot(other, b), here))
    return out


def counts_of(boardmap, state):
    """Return {spot: pawns} of a position, every spot with a number."""
    counts = dict.fromkeys(range(1, boardmap.n_spots), 0)
    for i in range(16):
        if state[i] != NOBODY:
            counts[boardmap.spot(i >> 2, state[i])] += 1
    return counts


def levels_of(boardmap, counts, dice):
    """Return levels of reeds with so many pawns on each spot, in any slots of an area."""
    levels = bytearray(boardmap.n_bytes)
    for spot in counts:
        bits = list(boardmap.bits(spot))
        for _ in range(min(len(bits), counts[spot])):
            bit = bits.pop(dice(len(bits)))
            levels[bit >> 3] |= 1 << (bit & 7)
    return levels
