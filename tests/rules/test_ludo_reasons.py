# SPDX-License-Identifier: Apache-2.0
"""Norwegian Ludo: why a pawn cannot move, why a throw moves nothing, and the way a pawn took."""

from helpers_lines import card_reason, reason, reasons, told


def test_the_reason_of_every_pawn():
    line = "ludo-norsk red:h,6,z3,f blue:h,h,9,9 turn=red"
    reasons(line, """
        3 red h: needs-six
        6 red h
        2 red 6
        3 red 6: barrier at 9
        6 red 6: barrier at 9
        3 red z3
        4 red z3: past-goal
        1 red f: finished
        1 blue 9: not-yours
        1 red 7: no-pawn
    """)  # fmt: skip


def test_of_two_barriers_the_nearer_is_named():
    line = "ludo-norsk red:h,h,h,50 yellow:h,h,2,2 blue:48,49,51,51 green:h,h,0,0 turn=blue"
    assert reason(line, "5", "blue", "51") == "barrier at 0"
    other = line.replace("2,2 blue", "0,0 blue").replace("green:h,h,0,0", "green:h,h,2,2")
    assert reason(other, "5", "blue", "51") == "barrier at 0"
    assert reason(line, "2", "blue", "49") is None


def test_a_barrier_on_the_own_frifelt_stops_the_entry():
    assert (
        reason("ludo-norsk red:h,h,h,h blue:h,h,0,0 turn=red", "6", "red", "h") == "barrier at 0"
    )


def test_the_reason_of_a_throw():
    assert card_reason("ludo-norsk red:h,h,h,f blue:h,h,h,h turn=red", "3") == "needs-six"
    assert card_reason("ludo-norsk red:h,h,z4,f blue:h,h,h,h turn=red", "3") == "past-goal"
    assert card_reason("ludo-norsk red:h,6,z4,f blue:h,h,9,9 turn=red", "3") == "barrier at 9"
    line = "ludo-norsk red:f,f,f,f blue:h,h,h,h turn=none winner=red"
    assert card_reason(line, "3") == "game-over"
    assert reason(line, "3", "red", "f") == "game-over"


def test_the_way_of_a_pawn():
    line = "ludo-norsk red:h,h,49,50 blue:h,h,h,51 green:h,h,h,h turn=red"
    assert told(line, "4", "r49>z3") == ["red 49>z3 over 50,z1,z2,z3"]
    assert told(line, "6", "rh>0") == ["red h>0 over 0"]
    line = "ludo-norsk red:h,h,h,h yellow:h,h,h,50 blue:h,h,1,1 turn=yellow"
    assert told(line, "2", "y50>0") == ["yellow 50>0 over 51,0 before 1"]


def test_a_capture_is_told_with_the_move_that_resolves_it():
    line = "ludo-norsk red:h,h,4,9 blue:h,h,5,9 turn=red moved=9"
    assert told(line, "1", "r4>5xb9xb5") == ["red 4>5 over 5 xblue:9 xblue:5"]
    assert told(line, "1", "r9>10") == ["red 9>10 over 10"]
    assert told("ludo-norsk red:h,h,h,9 blue:h,9,10,10 turn=red moved=9", "5", "-") == []
