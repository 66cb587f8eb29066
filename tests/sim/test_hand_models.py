# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Two more models of hands play on the simulated table: nothing wrong, no dead end.

`other_hands.py` and `third_hands.py` are written apart from the hands of the benchmark, with other
times and nastier habits.

* The other hands have a judge (`judged_table.py`). A failure names rulebook, seed and turn;
  `other_table.play(rulebook, seed, turns, print)` shows everything that happened.
* The third are those of a tester who knows only the contract: `third_table.py` talks to
  `tavle sim --stdio`, and a failure shows the conversation. Every honest move is accepted. The
  volume of the same hands is at the level of switches, in tests/sense/test_lookalikes.py.
"""

import random

import other_table
import pytest
import third_table
from hand_model import Act, ImpossibleError, follow
from other_hands import OtherHands
from pawns import look, middle, standing
from third_hands import ThirdHands

from rules import RULEBOOKS, load
from rules.parse import parse_position


def _check(tally):
    assert tally.wrong == []
    assert tally.dead == []
    assert tally.lost == []


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_nothing_wrong_and_no_dead_end(rulebook):
    turns = rescues = 0
    for seed in (1, 2):
        tally = other_table.play(rulebook, seed, 12)
        _check(tally)
        turns += tally.turns
        rescues += tally.rescues
    assert turns > 15
    assert rescues > 0


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 140))
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_nothing_wrong_and_no_dead_end_for_long(rulebook, seed):
    _check(other_table.play(rulebook, seed, 40))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_tester_finds_nothing_wrong(rulebook):
    tester = third_table.play(rulebook, 1, 12)
    assert tester.turns > 5


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 120))
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_tester_finds_nothing_wrong_for_long(rulebook, seed):
    assert third_table.play(rulebook, seed, 40).turns > 0


@pytest.mark.parametrize("model", [OtherHands, ThirdHands])
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_these_hands_do_what_they_mean(rulebook, model):
    game = load(rulebook)
    made = 0
    for seed in range(20):
        state = bytes(parse_position(middle(rulebook, seed))[1])
        for action in range(len(game.actions)):
            for wanted, move in game.results(state, action)[:6]:
                acts = model(random.Random(seed), game, state, set()).script(bytes(move))
                assert [a.t_ms for a in acts] == sorted(a.t_ms for a in acts)
                end = follow(standing(game, state), acts)
                assert {c: sorted(p) for c, p in end.items()} == standing(game, wanted)
                made += bool(move)
    assert made > 150


def test_hands_cannot_lift_what_is_not_there():
    with pytest.raises(ImpossibleError):
        follow({"red": ["5"]}, [Act(0, "lift", "red", "6")])
    with pytest.raises(ImpossibleError):
        follow({"red": ["5"]}, [Act(0, "place", "red", "6")])


def test_a_look_is_what_switches_see():
    assert look({"red": ["5", "5", "h", "z1"]}) == look({"red": ["5", "blue:5", "h", "z1"]})
    assert look({"red": ["h"], "blue": ["5"]}) == look({"red": ["h"], "blue": ["red:5"]})
    assert look({"red": ["5"], "blue": ["h"]}) != look({"red": ["h"], "blue": ["5"]})
