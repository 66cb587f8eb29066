# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""International Ludo: every ruling of its README by hand, and the engine against a second reading of them."""

import functools
import sys
from pathlib import Path

import pytest

sys.path.extend(str(folder) for folder in Path(__file__).resolve().parents[:2])
import ludo_lines
import second_world
from ludo_engine import agreed, go, why

from rules import load
from rules.game import BadPosition
from rules.parse import parse_position
from tavle import cli

line = functools.partial(ludo_lines.line, "ludo-world")


def test_w1_two_players_are_red_and_blue():
    with pytest.raises(ValueError, match="red and blue"):
        load("ludo-world", (0, 1))
    assert load("ludo-world", (0, 2)).first_seat(lambda n: n - 1) == 0


def test_w2_the_way_and_the_exact_goal():
    assert go(line("red:50"), 1) == [line("red:z1", "yellow")]
    assert go(line("red:z3"), 3) == [line("red:f")]
    assert go(line("red:z3"), 4) == [line("red:z3", "yellow")] and why(line("red:z3"), 4, "z3")


def test_w3_only_a_six_brings_a_pawn_out_in_one_try():
    assert go(line(""), 5) == [line("", "yellow")] and why(line(""), 5, "h") == "needs-six"
    assert go(line(""), 6) == [line("red:0", rest="tries=1")]


def test_w4_the_third_six_moves_nothing():
    before = line("red:3", rest="tries=2")
    assert go(before, 6) == [line("red:3", "yellow")] and why(before, 6, "3") == "third-six"
    assert go(line("red:3", rest="tries=1"), 2) == [line("red:5", "yellow")]


def test_w5_nobody_is_sent_home_from_an_entry_or_a_star():
    assert go(line("red:11 yellow:13"), 2) == [line("red:13 yellow:13", "yellow")]
    assert go(line("red:6 blue:8,8"), 2) == [line("red:8 blue:8,8", "yellow")]
    assert line("yellow:0,0 red:0", rest="tries=1") in go(line("yellow:0,0"), 6)


def test_w6_a_pair_lets_nobody_pass_or_by_option_only_not_land():
    before = line("red:3 blue:5,5")
    assert go(before, 4) == [line("red:3 blue:5,5", "yellow")]
    assert why(before, 4, "3") == why(before, 2, "3") == "barrier" and why(before, 1, "3") is None
    option = "opt=pairs:pass"
    assert go(f"{before} {option}", 4) == [line("red:7 blue:5,5", "yellow", option)]
    assert go(f"{before} {option}", 2) == [line("red:3 blue:5,5", "yellow", option)]
    assert go(line("blue:3,5,5", "blue"), 6)  # the owner passes


def test_w7_w8_a_capture_and_the_goal_throw_again_and_a_six_of_them_once():
    assert go(line("red:3 blue:5"), 2) == [line("red:5")]
    assert go(line("red:3 blue:5", rest="tries=1"), 2) == [line("red:5")]
    assert line("red:9", rest="tries=1") in go(line("red:3 blue:9"), 6)
    assert go(line("red:z4,f"), 1) == [line("red:z5,f", "yellow")]


def test_w9_a_throw_is_used_when_it_can_be_and_a_six_that_cannot_throws_again():
    assert len(go(line("red:3,9"), 2)) == 2
    assert go(line("red:z4,f,f,f"), 6) == [line("red:z4,f,f,f", rest="tries=1")]


def test_w10_four_in_the_goal_win():
    won = line("red:f,f,f,f", "none", "winner=red")
    assert go(line("red:z5,f,f,f"), 1) == [won] and go(won, 6) == []


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (line("red:51"), "past its row"),
        (line("red:7 blue:7"), "taken by red"),
        (line("red:7", rest="tries=3"), "at most 2"),
        (line("blue:7", rest="tries=1"), "brought a pawn out"),
        (line("red:7", rest="moved=7"), "not possible here"),
    ],
)
def test_a_position_that_cannot_be_is_refused(bad, said):
    with pytest.raises(BadPosition, match=said):
        parse_position(bad)


@pytest.mark.parametrize("option", ["", " opt=pairs:pass"])
def test_the_engine_and_the_second_reading_agree(option):
    assert agreed(second_world.results, "ludo-world", option, 500) >= 500


def test_counts_are_those_of_the_second_reading(capsys):
    busy = "ludo-world red:h,3,20,20 yellow:h,7,7,33 blue:h,9,48,48 green:h,h,26,50 turn=red"
    assert cli.run(["perft", busy, "3"]) == 0
    assert int(capsys.readouterr().out) == ludo_lines.perft(second_world.results, busy, 3)
