# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Every legal result comes back from the switches its hands make, or a question does."""

import random

from bench.bench_hands import board_of
from bench.hand_table import HandTable
from hypothesis import given
from hypothesis import strategies as st

from rules import RULEBOOKS, load
from rules.game import WINNER
from rules.moves import SWAP
from sense.boardmap import BoardMap
from sense.recognise import Recogniser

_TABLES = {}


def _table(rulebook):
    if rulebook not in _TABLES:
        game = load(rulebook)
        boardmap = BoardMap(board_of(rulebook), game)
        _TABLES[rulebook] = HandTable(game, boardmap, lambda: Recogniser(boardmap))
    return _TABLES[rulebook]


def _some_turn(game, seed):
    """Return (state, results) of a random turn with something to do, by random play."""
    chance = random.Random(seed)
    state = bytes(game.new())
    for left in range(chance.randrange(5, 150), -1000, -1):
        results = game.results(state, chance.randrange(len(game.actions)))
        moved = [i for i, (new, move) in enumerate(results) if move and new[:16] != state[:16]]
        if left <= 0 and moved:
            return state, results, moved
        state = results[chance.randrange(len(results))][0] if results else game.skip(state)
        if state[WINNER]:
            state = bytes(game.new())
    raise AssertionError("no turn found")


@given(st.sampled_from(RULEBOOKS), st.integers(0, 10**6), st.integers(0, 10**6))
def test_result_comes_back(rulebook, seed, hand_seed):
    table = _table(rulebook)
    state, results, moved = _some_turn(table.game, seed)
    intended = moved[hand_seed % len(moved)]
    outcome = table.turn(state, None, results, intended, hand_seed)
    swap = results[intended][1][0] & 15 == SWAP
    assert outcome.index >= 0, (swap, outcome.said)
    accepted = results[outcome.index][0]
    # Hands may rest by mistake on another legal result: then the pawns really stood so.
    assert accepted == results[intended][0] or outcome.stood, outcome.said
    assert not outcome.wedged
