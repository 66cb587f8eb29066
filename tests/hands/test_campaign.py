# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The bench of hands: ideal switches know nothing of magnets, and every world plays the same turns."""

import subprocess
import sys
from pathlib import Path

import campaign
import pytest
from judge import IDEAL, Board, Judge, ReedBoard
from lookalikes import all_turns
from models import MODELS

from rules import RULEBOOKS
from tavle.sim.gestures import Gesture


@pytest.mark.parametrize("model", MODELS)
def test_the_same_turns_are_played_in_every_world(model):
    names, seen = [], campaign.Tally()
    for parts in (IDEAL, "dull", "keen"):
        played = list(all_turns(Judge("sorry", parts), model, 3))
        names.append([name for name, _, _ in played])
        for _, exchange, verdict in played:
            assert verdict.word in ("accepted", "asked", "rested"), verdict.said
            seen.note("exchange" if exchange else "plain", verdict)
    assert names[0] == names[1] == names[2] and seen["turns"] == 3 * len(names[0]) > 0


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
