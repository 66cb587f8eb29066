# SPDX-License-Identifier: Apache-2.0
"""Sorry!: why a pawn cannot move, why a card cannot be used, and the way a pawn took."""

from helpers_lines import card_reason, reason, reasons, told


def test_the_reason_of_every_pawn():
    line = "sorry red:h,7,10,f blue:h,h,h,9 turn=red"
    assert reason(line, "3", "red", "7") == "own-pawn at 10"
    assert reason(line + " opt=own_landing:bump", "3", "red", "7") is None
    reasons(line, """
        3 red 10
        3 red h: needs-start-card
        1 red h
        3 red f: finished
        3 blue 9: not-yours
        3 red 8: no-pawn
        sorry red 7: only-from-home
        sorry red h
    """)  # fmt: skip
    assert (
        reason("sorry red:h,7,10,f blue:h,h,z1,f turn=red", "sorry", "red", "h") == "no-opponent"
    )


def test_the_reason_of_a_landing():
    line = "sorry red:h,4,6,z3 blue:h,h,h,h turn=red"
    assert reason(line, "1", "red", "h") == "own-pawn at 4"
    assert reason(line, "2", "red", "4") == "own-pawn at 6"
    assert reason(line, "5", "red", "z3") == "past-goal"
    assert (
        reason("sorry red:h,h,10,14 blue:h,h,h,h turn=red", "4", "red", "14") == "own-pawn at 10"
    )


def test_a_pawn_that_only_a_split_moves_can_move():
    assert reason("sorry red:50,z3,f,f blue:h,h,h,h turn=red", "7", "red", "z3") is None
    assert reason("sorry red:h,z3,f,f blue:h,h,h,h turn=red", "7", "red", "z3") == "rest-unusable"
    assert reason("sorry red:h,z5,f,f blue:h,h,h,h turn=red", "5", "red", "z5") == "past-goal"
    # 13 can only be the other part of a split that gives what 10 gives alone.
    assert reason("sorry red:10,13,20,f blue:h,h,h,h turn=red", "7", "red", "13") is None


def test_a_pawn_that_only_changes_places_can_move():
    assert reason("sorry red:59,z1,f,f blue:h,h,h,20 turn=red", "11", "red", "59") is None
    assert reason("sorry red:59,z1,f,f blue:h,h,h,20 turn=red", "11", "red", "z1") == "past-goal"


def test_the_reason_of_a_card():
    starts = "sorry red:h,h,h,h blue:h,h,h,h turn=red"
    assert card_reason(starts, "7") == "needs-start-card"
    assert card_reason(starts, "sorry") == "no-opponent"
    assert card_reason("sorry red:4,5,6,f blue:h,h,h,9 turn=red", "sorry") == "only-from-home"
    assert card_reason("sorry red:h,h,z4,f blue:h,h,h,9 turn=red", "3") == "past-goal"
    assert card_reason("sorry red:f,f,f,f blue:h,h,h,9 turn=none winner=red", "3") == "game-over"


def test_the_way_of_a_pawn():
    line = "sorry red:h,2,23,z2 blue:h,h,h,26 turn=red"
    assert told(line, "1", "rh>4") == ["red h>4 over 4"]
    assert told(line, "3", "r2>z3") == ["red 2>z3 over z1,z2,z3"]
    assert told(line, "4", "rz2>0") == ["red z2>0 over z1,2,1,0"]
    assert told(line, "1", "r23>28xb26") == ["red 23>28 over 24,25,26,27,28 xblue:26"]


def test_the_way_tells_a_slide_from_a_walk():
    # 5 forward ends on the same space as 1 forward and the slide.
    line = "sorry red:h,h,h,23 blue:h,h,h,h turn=red"
    assert told(line, "1", "r23>28") == ["red 23>28 over 24,25,26,27,28"]
    # Backward by 4 onto 16, then forward again along the slide.
    line = "sorry red:h,h,h,20 blue:h,h,h,18 turn=red"
    assert told(line, "4", "r20>19xb18") == ["red 20>19 over 19,18,17,16,17,18,19 xblue:18"]
    assert told(line, "10", "r20>19") == ["red 20>19 over 19"]


def test_the_ways_of_two_pawns_and_of_a_change():
    line = "sorry red:21,22,f,f blue:h,h,h,h turn=red"
    assert told(line, "7", "r21>26+r22>28xr26") == [
        "red 21>26 over 22,23,24,25,26",
        "red 22>28 over 23,24,25,26,27,28 xred:26",
    ]
    line = "sorry red:17,f,f,f yellow:h,h,h,16 turn=red"
    assert told(line, "11", "r17<>y16+r16>19xy17") == [
        "red 17>16 over 16",
        "yellow 16>17 over 17",
        "red 16>19 over 17,18,19 xyellow:17",
    ]


def test_the_way_of_a_sorry_card_goes_to_the_pawn_it_replaces():
    line = "sorry red:h,f,f,f blue:h,h,16,19 turn=red"
    assert told(line, "sorry", "rh>19xb16xb19") == ["red h>19 over 16,17,18,19 xblue:16 xblue:19"]
    assert told(line, "sorry", "rh>19xb19") == ["red h>19 over 19 xblue:19"]
