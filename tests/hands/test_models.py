# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Every model of hands does what it means to, and evenings of them find nothing wrong and no dead end.

An evening's failure names rulebook, seed and turn: `python tests/hands/evening.py --replay --rulebook R --seed N`
shows everything that happened. `make test-all` plays many more; the volume is in `make bench`.
"""

import contextlib
import random

import evening
import pytest
from company import Company
from crowd import Crowd
from doubts import Doubts
from endings import Ending
from family import Family, FamilyHands
from habits import Habits
from hand_model import follow
from models import MODELS
from pawns import middle_line, standing

from rules import RULEBOOKS, load
from rules.parse import parse_position


def evenings(rulebook, seeds, turns, who=evening.Evening, **more):
    """Play some evenings in which nothing may go wrong; return what was seen in all of them."""
    seen = evening.Counter()
    for seed in seeds:
        counted, troubles = evening.play(rulebook, seed, turns, who=who, **more)
        assert troubles == []
        seen += counted
    return seen


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_evenings_go_well(rulebook):
    seen = evenings(rulebook, range(2, 6), 12)
    assert seen["turns"] > 25
    assert seen["take-backs"] and seen["cuts"] and seen["dark boards"] and seen["messes"]
    assert not any(seen[what] for what in evening.BAD)


AMONG = (
    # who, seeds, at least so many turns, and so often each of what they do
    (Habits, range(5, 11), 30, 10, ("interfered",)),
    (Company, range(5, 12), 30, 5, ("straightened", "another mind", "next player")),
    (Doubts, range(5, 10), 25, 3, ("doubts",)),
    (Crowd, range(5, 10), 25, 3, ("straightened", "doubts", "interfered")),
    (Ending, range(21, 33), 30, 0, ("wins taken back", "new games")),
)


@pytest.mark.long
@pytest.mark.parametrize(("who", "seeds", "turns", "more", "what"), AMONG)
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_evenings_go_well_among_people_who_do_more(rulebook, who, seeds, turns, more, what):
    seen = evenings(rulebook, seeds, 8, who)
    assert seen["turns"] > turns and min(seen[one] for one in what) > more, seen
    assert who is not Company or seen["wrong card"] or not load(rulebook).deck, seen


@pytest.mark.long
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_evenings_of_a_family_go_well(rulebook, monkeypatch):
    monkeypatch.setitem(MODELS, "family", FamilyHands)
    seen = evenings(rulebook, range(8100000, 8100005), 8, Family, models=("family",))
    assert seen["turns"] > 25 and seen["cuts"] > 1, seen


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_an_evening_at_the_simulated_table_goes_well(rulebook):
    assert evenings(rulebook, [2], 4, table="sim")["turns"] > 2


@pytest.mark.long
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_evenings_go_well_for_long(rulebook):
    for table, turns in (("switches", 200), ("sim", 20)):
        evenings(rulebook, [100], turns, table=table)


STACKED = (
    "partners-pawns green:4,4,5,48 blue:h,h,15,17 red:14,29,33,38 yellow:h,h,10,z2 turn=green"
)


def judge_of(line):
    """Return an evening whose pawns stand as in a line."""
    one = evening.Evening("partners-pawns", 1, "switches", ("noisy",))
    one.pawns = standing(one.game, bytes(parse_position(line)[1]))
    return one


def test_the_judge_finds_out_what_was_not_made():
    one = judge_of(STACKED)
    with contextlib.closing(one.table):
        event = {"event": "accepted", "move": "g0>5", "position": STACKED}
        one.judge("wrong", event)
        one.account("lift", "green", "4")
        one.judge("wrong", event)  # it may still be put back, and no reed knows that it is away
        assert one.seen["accepted with a pawn in the hand"] == 1
        one.account("place", "green", "4")
        one.account("lift", "blue", "15")
        with pytest.raises(evening.TroubleError):
            one.judge("wrong", event)  # its reed has opened
        one.account("place", "blue", "16")
        with pytest.raises(evening.TroubleError):
            one.judge("wrong", event)


def test_what_stood_there_when_a_reed_told_last_was_taken_back():
    one = judge_of(STACKED.replace("5,48", "6,48"))
    with contextlib.closing(one.table):
        event = {"event": "undone", "position": STACKED}
        for do, at in (("lift", "6"), ("place", "5"), ("lift", "4"), ("place", "5")):
            one.account(do, "green", at)
        one.judge("undone wrongly", event)  # one has moved on, from stack to stack
        with pytest.raises(evening.TroubleError):
            one.judge("wrong", event)
        one.account("lift", "green", "48")
        one.account("place", "green", "48")
        with pytest.raises(evening.TroubleError):
            one.judge("undone wrongly", event)  # since then a reed has told


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_these_hands_do_what_they_mean(rulebook, model):
    game = load(rulebook)
    made = 0
    for seed in range(20):
        state = bytes(parse_position(middle_line(rulebook, seed))[1])
        for action in range(len(game.actions)):
            for wanted, move in game.results(state, action)[:6]:
                acts = MODELS[model](random.Random(seed), game, state, set()).script(bytes(move))
                assert [a.t_ms for a in acts] == sorted(a.t_ms for a in acts)
                end = follow(standing(game, state), acts)
                assert {c: sorted(p) for c, p in end.items()} == standing(game, wanted)
                made += bool(move)
    assert made > 150
