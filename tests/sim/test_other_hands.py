# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A second model of hands plays on the simulated table: nothing wrong, no dead end.

`other_hands.py` is written apart from the hands of the benchmark, with other times and nastier
habits. A failure names rulebook, seed and turn; `other_table.play(rulebook, seed, turns, print)`
shows everything that happened.
"""

import pytest
from other_hands import OtherHands, look, standing
from other_table import middle, play

from tavle.paths import add_firmware

add_firmware()
from rules import RULEBOOKS, load  # noqa: E402
from rules.parse import parse_position  # noqa: E402


def _check(tally):
    assert tally.wrong == []
    assert tally.dead == []
    assert tally.lost == []


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_nothing_wrong_and_no_dead_end(rulebook):
    turns = rescues = 0
    for seed in (1, 2):
        tally = play(rulebook, seed, 12)
        _check(tally)
        turns += tally.turns
        rescues += tally.rescues
    assert turns > 15
    assert rescues > 0


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 140))
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_nothing_wrong_and_no_dead_end_for_long(rulebook, seed):
    _check(play(rulebook, seed, 40))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_these_hands_do_what_they_mean(rulebook):
    import random

    game = load(rulebook)
    made = 0
    for seed in range(20):
        state = bytes(parse_position(middle(rulebook, seed))[1])
        for action in range(len(game.actions)):
            for wanted, move in game.results(state, action)[:6]:
                hands = OtherHands(random.Random(seed), game, state, set())
                pawns = standing(game, state)
                held = dict.fromkeys(pawns, 0)
                for act in hands.script(bytes(move), state):
                    if act.do == "lift":
                        pawns[act.colour].remove(act.at)
                        held[act.colour] += 1
                    else:
                        pawns[act.colour].append(act.at)
                        held[act.colour] -= 1
                    assert held[act.colour] >= 0, act
                assert {c: sorted(p) for c, p in pawns.items()} == standing(game, wanted)
                made += bool(move)
    assert made > 150


def test_a_look_is_what_switches_see():
    assert look({"red": ["5", "5", "h", "z1"]}) == look({"red": ["5", "blue:5", "h", "z1"]})
    assert look({"red": ["h"], "blue": ["5"]}) == look({"red": ["h"], "blue": ["red:5"]})
    assert look({"red": ["5"], "blue": ["h"]}) != look({"red": ["h"], "blue": ["5"]})
