# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle advise`: a legal move, its result, and a sentence that says what is true of it."""

import json

from click.testing import CliRunner

from rules.parse import parse_position
from tavle.cli import cli

PAWNS = "partners-pawns green:h,h,5,20 blue:h,h,h,25 red:h,h,h,10 yellow:h,h,h,h turn=green"


def asked(*words):
    return CliRunner().invoke(cli, ["advise", *words], catch_exceptions=True)


def test_the_advice_is_a_legal_move_and_its_sentence_true():
    for level in ("normal", "hard", "expert"):
        done = asked("--json", "--level", level, PAWNS, "5", "2", "12")
        assert done.exit_code == 0, done.output
        told = json.loads(done.output)
        game, state = parse_position(PAWNS)
        results = [after for after, _ in game.results(state, game.actions.index(told["action"]))]
        assert bytes(parse_position(told["position"])[1]) in results
        assert told["action"] == "5" and "xb25" in told["move"]
        assert told["why"] == "Green sends Blue home"


def test_an_exchange_is_told_with_its_colours_and_who_gains_by_it():
    for pawns, told in (
        ("green:h,h,h,5 blue:h,h,h,12 red:h,h,h,40 yellow:h,h,h,h", "Red changes places with Blue and gets further ahead"),
        ("green:h,h,h,h blue:h,h,h,12 red:h,h,h,h yellow:h,h,h,50", "Yellow changes places with Blue, who loses ground"),
        ("green:h,h,31,41 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h", "Two of Green's pawns change places, so that nothing changes"),
    ):  # fmt: skip
        assert told in asked(f"partners-pawns {pawns} turn=green", "swap").output


def test_a_pawn_that_comes_back_to_where_it_stood_does_not_get_on():
    line = "partners-pawns green:h,h,h,58 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green"
    told = asked(line, "10").output
    assert "g58>58" in told and "gives away least" in told


def test_a_winning_move_is_said_to_win():
    line = "ludo-norsk red:z5,f,f,f yellow:h,h,h,3 blue:h,h,h,30 green:h,h,h,h turn=red"
    assert "This wins the game" in asked(line, "1").output


def test_bad_input_is_one_line_and_status_2():
    from tavle.errors import TavleError

    for words in (
        ("partners-pawns nonsense", "7"),
        (PAWNS, "99"),
        ("ludo-norsk red:z5,f,f,f yellow:h,h,h,3 blue:h,h,h,30 green:h,h,h,h turn=red", "1", "2"),
    ):
        done = asked(*words)
        assert isinstance(done.exception, TavleError) and done.exception.code == 2
        assert "\n" not in str(done.exception)
