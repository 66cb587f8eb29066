# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Every model of hands does what it means to, and evenings of them find nothing wrong and no dead end.

An evening's failure names rulebook, seed and turn: `python tests/hands/evening.py --replay --rulebook R --seed N`
shows everything that happened. `make test-all` plays many more; the volume is in `make bench`.
"""

import random

import evening
import pytest
from company import Company
from crowd import Crowd
from doubts import Doubts
from endings import Ending
from family import Family, FamilyHands
from habits import EarlyHabits, Habits
from hand_model import follow
from judge import Board
from models import MODELS
from pawns import middle, standing

from rules import RULEBOOKS, load
from rules.parse import parse_position
from sense.boardmap import BoardMap
from tavle.paths import board_file, layout_of


def evenings(rulebook, seeds, turns, who=evening.Evening):
    """Play some evenings in which nothing may go wrong; return what was seen in all of them."""
    seen = evening.Counter()
    for seed in seeds:
        more, troubles = evening.play(rulebook, seed, turns, who=who)
        assert troubles == []
        seen += more
    return seen


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_evenings_go_well(rulebook):
    seen = evenings(rulebook, range(2, 6), 12)
    assert seen["turns"] > 25
    assert seen["take-backs"] and seen["cuts"] and seen["dark boards"] and seen["messes"]
    assert not any(seen[what] for what in evening.BAD)


AMONG = (
    # who, seeds, at least so many turns, and so often each of what they do
    (Habits, range(5, 8), 15, 5, ("interfered",)),
    (EarlyHabits, range(5, 8), 15, 5, ("interfered",)),
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
    seen = evening.Counter()
    for seed in range(8100000, 8100005):
        more, troubles = evening.play(rulebook, seed, 8, models=("family",), who=Family)
        assert troubles == []
        seen += more
    assert seen["turns"] > 25 and seen["cuts"] > 1, seen


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_an_evening_at_the_simulated_table_goes_well(rulebook):
    seen, troubles = evening.play(rulebook, 2, 8, "sim")
    assert troubles == []
    assert seen["turns"] > 4


@pytest.mark.long
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_evenings_go_well_for_long(rulebook):
    for table, turns in (("switches", 200), ("sim", 20)):
        assert evening.play(rulebook, 100, turns, table)[1] == []


def _stacked(line):
    """Return whether some ring space holds two pawns, and another one."""
    game, state = parse_position(line)
    ring = [p for places in standing(game, bytes(state)).values() for p in places if p.isdigit()]
    return len(ring) > len(set(ring)) and any(ring.count(place) == 1 for place in ring)


def test_the_judge_finds_out_what_was_not_made():
    seed = next(seed for seed in range(200) if _stacked(middle("partners-pawns", seed)))
    one = evening.Evening("partners-pawns", seed, "switches", ("noisy",))
    try:
        line = middle("partners-pawns", seed)
        assert one.pawns == standing(one.game, bytes(parse_position(line)[1]))
        event = {"event": "accepted", "move": "g0>5", "position": line}
        one.judge("wrong", event)
        everywhere = [p for places in one.pawns.values() for p in places]
        ring = [(c, p) for c, places in one.pawns.items() for p in places if p.isdigit()]
        colour, place = next(pawn for pawn in ring if everywhere.count(pawn[1]) > 1)
        one.account("lift", colour, place)
        one.judge("wrong", event)  # it may still be put back, and no reed knows that it is away
        assert one.seen["accepted with a pawn in the hand"] == 1
        one.account("place", colour, place)
        colour, place = next(pawn for pawn in ring if everywhere.count(pawn[1]) == 1)
        one.account("lift", colour, place)
        with pytest.raises(evening.TroubleError):
            one.judge("wrong", event)  # its reed has opened
        one.account("place", colour, str((int(place) + 1) % 60))
        with pytest.raises(evening.TroubleError):
            one.judge("wrong", event)
    finally:
        one.table.close()


def test_what_stood_there_when_a_reed_told_last_was_taken_back():
    one = evening.Evening("partners-pawns", 1, "switches", ("noisy",))
    try:
        line = "partners-pawns green:4,4,5,48 blue:h,h,15,17 red:14,29,33,38 yellow:h,h,10,z2 turn=green"
        one.pawns = standing(one.game, bytes(parse_position(line.replace("5,48", "6,48"))[1]))
        event = {"event": "undone", "position": line}
        for do, at in (("lift", "6"), ("place", "5"), ("lift", "4"), ("place", "5")):
            one.account(do, "green", at)
        one.judge("undone wrongly", event)  # one has moved on, from stack to stack
        with pytest.raises(evening.TroubleError):
            one.judge("wrong", event)
        one.account("lift", "green", "48")
        one.account("place", "green", "48")
        with pytest.raises(evening.TroubleError):
            one.judge("undone wrongly", event)  # since then a reed has told
    finally:
        one.table.close()


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_these_hands_do_what_they_mean(rulebook, model):
    game = load(rulebook)
    made = 0
    for seed in range(20):
        state = bytes(parse_position(middle(rulebook, seed))[1])
        for action in range(len(game.actions)):
            for wanted, move in game.results(state, action)[:6]:
                acts = MODELS[model](random.Random(seed), game, state, set()).script(bytes(move))
                assert [a.t_ms for a in acts] == sorted(a.t_ms for a in acts)
                end = follow(standing(game, state), acts)
                assert {c: sorted(p) for c, p in end.items()} == standing(game, wanted)
                made += bool(move)
    assert made > 150


def test_a_reed_is_open_again_when_who_was_carried_low_over_it_was_put_there_and_taken_away():
    game, state = parse_position("ludo-norsk red:h,h,5,9 blue:h,h,h,22 turn=red")
    board = Board(BoardMap(board_file(layout_of(game.rulebook)), game), bytes(state))
    before = bytes(board.wire)
    for do, at in (("lift", "5"), ("close", "6"), ("place", "6"), ("lift", "6"), ("place", "5")):
        board.act(do, "red", at)
    assert board.wire == before
