# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The bench of hands: ideal switches know nothing of magnets, and every world plays the same turns."""

import random
import subprocess
import sys
from pathlib import Path

import campaign
import pytest
from judge import IDEAL, Board, Judge, ReedBoard, last_made_ms
from models import MODELS

from rules import RULEBOOKS
from rules.parse import parse_position
from tavle.sim.gestures import Gesture


@pytest.mark.parametrize("model", MODELS)
def test_the_same_turns_are_played_in_every_world(model):
    names, seen = {}, campaign.Tally()
    for parts in (IDEAL, "dull", "keen"):
        played = list(campaign.played(Judge("sorry", parts), model, 3))
        names[parts] = [name.partition("\n    ")[0].split(": ")[-1] for name, _, _ in played]
        for _, exchange, verdict in played:
            assert verdict.word in ("accepted", "asked", "rested"), verdict.said
            seen.note("exchange" if exchange else "plain", verdict)
    assert names[IDEAL] and seen["turns"] == 3 * len(names[IDEAL])
    assert len({len(turns) for turns in names.values()}) == 1


def test_a_move_is_made_when_the_last_pawn_stands_elsewhere_than_where_it_was_taken():
    carried = [Gesture(0, "lift", "red", "3"), Gesture(900, "place", "red", "7")]
    knocked = [Gesture(1500, "lift", "red", "9"), Gesture(1600, "place", "red", "9")]
    assert last_made_ms([*carried, *knocked]) == 900
    assert last_made_ms([*knocked, *carried]) == 900
    walked = [Gesture(2000, "lift", "red", "7"), Gesture(2400, "place", "red", "8")]
    assert last_made_ms([*carried, *knocked, *walked]) == 2400
    assert last_made_ms(knocked) == 1500


LINE = "partners-pawns green:h,h,h,10 blue:h,h,h,22 red:h,h,h,33 yellow:h,h,h,40 turn=green"
BOTH = [("lift", "green", "10"), ("lift", "blue", "22"), ("place", "green", "22"), ("place", "blue", "10")]  # fmt: skip
ONE_HAND = [("lift", "green", "10"), ("place", "green", "22"), ("lift", "blue", "22"), ("place", "blue", "10")]  # fmt: skip
KNOCKED = [("lift", "red", "33"), *BOTH, ("place", "red", "33")]


@pytest.mark.parametrize(
    ("acts", "bound"),
    [
        (BOTH, 1.0),  # nobody else was lifted
        (ONE_HAND, 1 / 3),  # green has left; blue, red or yellow may have been taken unseen
        (KNOCKED, 1 / 3),  # any two of three that were away together
    ],
)
def test_an_order_without_durations_can_only_guess_between_what_fits_as_well(acts, bound):
    game, state = parse_position(LINE)
    results = game.results(bytes(state), game.actions.index("swap"))
    swapped = bytes(
        parse_position(LINE.replace("10", "x").replace("22", "10").replace("x", "22"))[1]
    )
    wanted = [after[:16] for after, _ in results].index(swapped[:16])
    gestures = [Gesture(400 * k, *act) for k, act in enumerate(acts)]
    verdict = Judge("partners-pawns").play(
        bytes(state), None, results, wanted, gestures, random.Random(2)
    )
    assert verdict.asked and verdict.bound == pytest.approx(bound), verdict.said


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_reeds_show_what_stands_over_them(rulebook):
    judge = Judge(rulebook)
    state = bytes(judge.game.new())
    board = ReedBoard(judge.map, state, "scattered", 1)
    ideal = Board(judge.map, state)
    assert board.shows(state) and board.wire.count(0xFF) < len(board.wire)
    assert sorted(board.pawns()) == sorted(ideal.pawns())
    colour, place = board.pawns()[0]
    board.perform(Gesture(100, "lift", colour, place))
    board.advance(2000)
    assert not board.shows(state)
    board.perform(Gesture(2100, "close", colour, place))
    board.perform(Gesture(2200, "open", colour, place))
    board.perform(Gesture(2300, "place", colour, place))
    board.advance(4000)
    assert board.shows(state)


def test_the_bench_starts_alone_as_make_starts_it():
    file = Path(campaign.__file__)
    done = subprocess.run(
        [sys.executable, file, "--help"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and "--turns" in done.stdout, done.stderr
