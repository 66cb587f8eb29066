# SPDX-License-Identifier: Apache-2.0
"""Making a move's operations on the pawns of a position, and unmaking them exactly.

Playing needs neither (a result is a whole state and history keeps states); tools and tests
use them to prove that a move's text and its result tell the same story.
"""

from dice import Dice

from rules import RULEBOOKS, load
from rules.game import HOME, NOBODY, TURN, replace
from rules.moves import BUMP, SELF, SWAP, parts


def make(state: bytearray, move: bytes) -> None:
    """Make a move's operations on the pawns; whose turn it is stays as it was.

    Raises:
        ValueError: an operation names a pawn that is not there.
    """
    for part in parts(move):
        _make(state, part, False)


def unmake(state: bytearray, move: bytes) -> None:
    """Undo `make`: the operations backward, each the other way round.

    Raises:
        ValueError: the position does not come from this move.
    """
    for part in reversed(parts(move)):
        _make(state, part, True)


def _make(state: bytearray, part: tuple, back: bool) -> None:
    kind, seat, a, b, other = part
    if kind in (BUMP, SELF):
        b = HOME
    if back:
        a, b = b, a
    replace(state, seat, a, b)
    if kind == SWAP:
        replace(state, other, b, a)


def turns(game, dice, count):
    """Yield (state, action) of random games, starting anew after each."""
    state = bytes(game.new())
    for _ in range(count):
        action = dice(len(game.actions))
        yield state, action
        found = game.results(state, action)
        state = found[dice(len(found))][0] if found else game.skip(state)
        if state[TURN] == NOBODY:
            state = bytes(game.new())


def moves(seed, count):
    """Yield (game, state, state after, move) of all results along random games of every rulebook."""
    for rulebook in RULEBOOKS:
        game = load(rulebook)
        for state, action in turns(game, Dice(seed), count):
            for after, move in game.results(state, action):
                yield game, state, after, move
