# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A tester who knows only the contract: nothing wrong, no dead end, every honest move accepted.

`third_table.py` talks to `tavle sim --stdio`; the volume of the same hands is at the level of
switches, in tests/sense/test_lookalikes.py. A failure shows the conversation.
"""

import random

import pytest
from other_hands import standing
from third_hands import ImpossibleError, ThirdHands, follow
from third_table import play

from rules import RULEBOOKS, load
from rules.parse import parse_position


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_tester_finds_nothing_wrong(rulebook):
    tester = play(rulebook, 1, 12)
    assert tester.turns > 5


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 120))
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_tester_finds_nothing_wrong_for_long(rulebook, seed):
    assert play(rulebook, seed, 40).turns > 0


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_these_hands_do_what_they_mean(rulebook):
    from other_table import middle

    game = load(rulebook)
    made = 0
    for seed in range(20):
        state = bytes(parse_position(middle(rulebook, seed))[1])
        for action in range(len(game.actions)):
            for wanted, move in game.results(state, action)[:6]:
                if not move:
                    continue
                hands = ThirdHands(random.Random(seed), game, state, set())
                acts = hands.decorate(hands.script(bytes(move), state))
                assert [a.t_ms for a in acts] == sorted(a.t_ms for a in acts)
                end = follow(standing(game, state), acts)
                assert {c: sorted(p) for c, p in end.items()} == standing(game, wanted)
                made += 1
    assert made > 150


def test_hands_cannot_lift_what_is_not_there():
    from other_hands import Act

    with pytest.raises(ImpossibleError):
        follow({"red": ["5"]}, [Act(0, "lift", "red", "6")])
    with pytest.raises(ImpossibleError):
        follow({"red": ["5"]}, [Act(0, "place", "red", "6")])
