# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Danish Ludo: every ruling of its README by hand, and the engine against a second reading of them."""

import functools
import sys
from pathlib import Path

import pytest

sys.path.extend(str(folder) for folder in Path(__file__).resolve().parents[:2])
import ludo_lines
import second_dansk
from ludo_engine import agreed, go, why

from rules import load
from rules.game import BadPosition
from rules.notation import move_text
from rules.parse import parse_position
from tavle import cli

line = functools.partial(ludo_lines.line, "ludo-dansk")


def moves(before, throw):
    """Return the texts of the moves a throw allows."""
    game, state = parse_position(before)
    return sorted(move_text(game, move) for _, move in game.results(state, throw - 1))


def test_d1_two_players_are_red_and_blue():
    with pytest.raises(ValueError, match="red and blue"):
        load("ludo-dansk", (0, 1))
    assert load("ludo-dansk", (0, 2)).first_seat(lambda n: n - 1) == 0


def test_d2_only_a_six_brings_a_pawn_out_and_a_six_throws_again():
    assert why(line("red:3"), 5, "h") == "needs-six" and why(line("red:3"), 5, "3") is None
    assert go(line(""), 6) == [line("red:0")]
    assert line("red:9") in go(line("red:3"), 6)


def test_d3_three_tries_with_no_pawn_in_play():
    assert go(line("red:f"), 5) == [line("red:f", rest="tries=1")]
    assert go(line("", rest="tries=2"), 5) == [line("", "yellow")]
    assert go(line("", rest="tries=2"), 6) == [line("red:0")]


def test_d4_a_single_pawn_goes_home_and_two_send_home_the_one_that_lands():
    assert go(line("red:1 blue:3"), 2) == [line("red:3", "yellow")]
    assert go(line("red:1 blue:3,3"), 2) == [line("blue:3,3", "yellow")]
    assert moves(line("red:1 blue:3,3"), 2) == ["r1>3!"]
    assert go(line("red:1 blue:3,3"), 3) == [line("red:4 blue:3,3", "yellow")]


def test_d5_a_globe_protects_a_single_pawn():
    assert go(line("red:6 blue:8"), 2) == [line("blue:8", "yellow")]


def test_d6_a_coloured_globe_protects_its_owner_only():
    assert go(line("red:12 yellow:13"), 1) == [line("yellow:13", "yellow")]
    assert go(line("red:12 blue:13,13"), 1) == [line("red:13", "yellow")]
    assert go(line("yellow:0,0"), 6) == [line("red:0")]
    assert moves(line("yellow:0,0"), 6) == ["rh>0xy0xy0"]


def test_d7_a_star_sends_on_to_the_next_and_both_landings_count():
    assert go(line("red:3 yellow:5 blue:11"), 2) == [line("red:11", "yellow")]
    assert moves(line("red:3 yellow:5 blue:11"), 2) == ["r3>11xy5xb11"]
    assert go(line("red:10"), 1) == [line("red:18", "yellow")]
    assert moves(line("red:3 yellow:5,5 blue:11"), 2) == ["r3>5!"]
    assert moves(line("red:3 yellow:5 blue:11,11"), 2) == ["r3>11!xy5"]


def test_d8_the_star_below_the_row_leads_into_the_goal():
    assert go(line("red:48"), 2) == [line("red:f", "yellow")]
    assert go(line("red:42"), 2) == [line("red:50", "yellow")]
    stay = "opt=last_star:stay"
    assert go(line("red:48 blue:50", rest=stay), 2) == [line("red:50", "yellow", stay)]


def test_d9_what_is_too_much_goes_back():
    assert line("red:f") in go(line("red:50"), 6)
    assert go(line("red:z4"), 5) == [line("red:z3", "yellow")]
    assert go(line("red:z5"), 2) == [line("red:z5", "yellow")] and moves(line("red:z5"), 2) == [
        "-"
    ]


def test_d10_a_throw_must_be_used_and_four_in_the_goal_win():
    assert len(go(line("red:1,9 blue:3,3"), 2)) == 2
    won = line("red:f,f,f,f", "none", "winner=red")
    assert go(line("red:z5,f,f,f"), 1) == [won] and go(won, 6) == []


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (line("red:51"), "past the way into its own row"),
        (line("red:7 blue:7"), "taken by red"),
        (line("red:13 yellow:13"), "taken by red"),
        (line("", rest="tries=3"), "at most 2"),
        (line("red:7", rest="tries=1"), "has a pawn in play"),
        (line("red:7", rest="moved=7"), "not possible here"),
    ],
)
def test_a_position_that_cannot_be_is_refused(bad, said):
    with pytest.raises(BadPosition, match=said):
        parse_position(bad)


@pytest.mark.parametrize("option", ["", " opt=last_star:stay"])
@pytest.mark.parametrize("count", [500, pytest.param(20_000, marks=pytest.mark.long, id="long")])
def test_the_engine_and_the_second_reading_agree(option, count):
    assert agreed(second_dansk.results, "ludo-dansk", option, count) >= count


def test_counts_are_those_of_the_second_reading(capsys):
    busy = "ludo-dansk red:h,3,20,20 yellow:h,7,7,33 blue:h,9,48,48 green:h,h,26,50 turn=red"
    assert cli.run(["perft", busy, "3"]) == 0
    assert int(capsys.readouterr().out) == ludo_lines.perft(second_dansk.results, busy, 3)
