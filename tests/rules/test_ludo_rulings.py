# SPDX-License-Identifier: Apache-2.0
"""Norwegian Ludo, ruling by ruling: L1-L12."""

from helpers_lines import can, gives, goes_round
from refusal import refusal

from rules import load
from rules.notation import position_text
from rules.parse import parse_position

YARDS = "red:h,h,h,h yellow:h,h,h,h blue:h,h,h,h green:h,h,h,h"


def in_any_try(pawns, throw, expected):
    """Check the one result of red's throw in the first, second and third try."""
    for tries in ("", " tries=1", " tries=2"):
        gives("ludo-norsk " + pawns + " turn=red" + tries, throw, expected)


def test_l1_red_begins_and_turns_go_red_yellow_blue_green():
    game = load("ludo-norsk")
    assert position_text(game, game.new()) == "ludo-norsk " + YARDS + " turn=red"
    seen = []
    state = game.new()
    for _ in range(5):
        seen.append(game.colours[state[16]])
        for _ in range(3):
            ((state, _),) = game.results(state, 0)
    assert seen == ["red", "yellow", "blue", "green", "red"]


def test_l1_each_seat_enters_at_13_times_its_number():
    for colour, text in (("red", "rh>0"), ("yellow", "yh>13"), ("blue", "bh>26"),
                         ("green", "gh>39")):  # fmt: skip
        can("ludo-norsk " + YARDS + " turn=" + colour, "6", text)


def test_l1_two_players_are_red_and_blue_three_any():
    assert load("ludo-norsk", (0, 2)).seats == (0, 2)
    for seats in ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)):
        game = load("ludo-norsk", seats)

        def three_throws(state, game=game):
            for _ in range(3):
                ((state, _),) = game.results(state, 2)
            return state

        goes_round(game, three_throws)
    for seats in ((0, 1), (1, 3), (0,), ()):
        assert refusal(ValueError, load, "ludo-norsk", seats).startswith("seats: "), seats


def test_l2_after_50_steps_the_next_is_the_row():
    gives("ludo-norsk red:h,h,h,50 blue:h,h,h,h turn=red", "1",
          "r50>z1 | red:h,h,h,z1 blue:h,h,h,h turn=blue")  # fmt: skip
    can("ludo-norsk red:h,h,h,47 blue:h,h,h,h turn=red", "5", "r47>z2")
    can("ludo-norsk red:h,h,h,h yellow:h,h,h,11 blue:h,h,h,h turn=yellow", "3", "y11>z3")
    can("ludo-norsk red:h,h,h,h blue:h,h,h,24 turn=blue", "1", "b24>z1")
    can("ludo-norsk red:h,h,h,h blue:h,h,h,h green:h,h,h,37 turn=green", "5", "g37>z5")
    # Past the end of the numbers, with places in canonical order afterwards.
    gives("ludo-norsk red:h,h,h,h blue:2,30,40,51 turn=blue", "4",
          "b2>6 | red:h,h,h,h blue:6,30,40,51 turn=red",
          "b30>34 | red:h,h,h,h blue:2,34,40,51 turn=red",
          "b40>44 | red:h,h,h,h blue:2,30,44,51 turn=red",
          "b51>3 | red:h,h,h,h blue:2,3,30,40 turn=red")  # fmt: skip


def test_l2_the_goal_needs_the_exact_throw_and_lies_56_steps_from_the_frifelt():
    can("ludo-norsk red:h,h,h,50 blue:h,h,h,h turn=red", "6", "r50>f", "rh>0")
    can("ludo-norsk red:0,0,0,z3 blue:h,h,h,h turn=red", "3", "rz3>f", "r0>3")
    can("ludo-norsk red:0,0,0,z3 blue:h,h,h,h turn=red", "4", "r0>4")
    can("ludo-norsk red:h,h,z3,z5 blue:h,h,h,h turn=red", "4", "-")
    game, state = parse_position("ludo-norsk red:h,h,h,0 blue:h,h,h,h turn=red")
    steps = 0
    while state[3] != game.fin:
        ((after, _),) = game.results(state, 0)
        state = bytearray(after)
        state[16] = 0  # red throws again
        steps += 1
    assert steps == 56


def test_l3_only_a_six_enters_and_any_throw_moves_one_pawn():
    for throw in "12345":
        can("ludo-norsk red:h,h,h,3 blue:h,h,h,h turn=red", throw, "r3>%d" % (3 + int(throw)))
    can("ludo-norsk red:h,h,3,9 blue:h,h,h,h turn=red", "6", "rh>0", "r3>9", "r9>15")
    # Pawns of one colour on one place are one and the same choice.
    can("ludo-norsk red:h,h,4,4 blue:h,h,h,h turn=red", "2", "r4>6")


def test_l4_three_tries_while_no_pawn_is_in_play():
    gives("ludo-norsk " + YARDS + " turn=red", "1", "- | " + YARDS + " turn=red tries=1")
    gives("ludo-norsk " + YARDS + " turn=red tries=1", "5", "- | " + YARDS + " turn=red tries=2")
    gives("ludo-norsk " + YARDS + " turn=red tries=2", "5", "- | " + YARDS + " turn=yellow")
    gives("ludo-norsk red:h,h,f,f blue:h,h,h,h turn=red", "2",
          "- | red:h,h,f,f blue:h,h,h,h turn=red tries=1")  # fmt: skip
    in_any_try("red:h,h,f,f blue:h,h,h,h", "6", "rh>0 | red:h,0,f,f blue:h,h,h,h turn=red")


def test_l4_a_pawn_in_the_row_is_in_play():
    gives("ludo-norsk red:h,h,h,z5 blue:h,h,h,h turn=red", "2",
          "- | red:h,h,h,z5 blue:h,h,h,h turn=blue")  # fmt: skip


def test_l4_tries_again_when_the_last_pawn_in_play_went_into_the_goal_with_a_six():
    gives("ludo-norsk red:h,h,50,f blue:h,h,h,h turn=red", "6",
          "r50>f | red:h,h,f,f blue:h,h,h,h turn=red",
          "rh>0 | red:h,0,50,f blue:h,h,h,h turn=red")  # fmt: skip
    gives("ludo-norsk red:h,h,f,f blue:h,h,h,h turn=red", "4",
          "- | red:h,h,f,f blue:h,h,h,h turn=red tries=1")  # fmt: skip


def test_l5_a_six_that_moved_gives_another_throw_without_end():
    line = "ludo-norsk red:0,0,0,0 blue:h,h,h,h turn=red"
    for _ in range(5):
        game, state = parse_position(line)
        state = game.results(state, 5)[-1][0]
        line = position_text(game, state)
        assert line.endswith(" turn=red")
    gives("ludo-norsk red:h,h,h,3 blue:h,h,h,h turn=red", "5",
          "r3>8 | red:h,h,h,8 blue:h,h,h,h turn=blue")  # fmt: skip


def test_l5_a_six_that_cannot_be_used_passes_the_turn_also_as_a_try():
    gives("ludo-norsk red:z3,z5,f,f blue:h,h,h,h turn=red", "6",
          "- | red:z3,z5,f,f blue:h,h,h,h turn=blue")  # fmt: skip
    in_any_try("red:h,h,h,h blue:h,h,0,0", "6", "- | red:h,h,h,h blue:h,h,0,0 turn=blue")


def test_l6_a_legal_move_must_be_made():
    can("ludo-norsk red:h,h,h,3 blue:h,h,h,h turn=red", "2", "r3>5")


def test_l6_h4_forced_no_also_lists_the_declined_move():
    gives("ludo-norsk red:h,h,h,3 blue:h,h,h,h turn=red opt=forced:no", "2",
          "r3>5 | red:h,h,h,5 blue:h,h,h,h turn=blue opt=forced:no",
          "- | red:h,h,h,3 blue:h,h,h,h turn=blue opt=forced:no")  # fmt: skip
    # A declined 6 passes the turn, also during tries.
    for tries in ("", " tries=1", " tries=2"):
        gives("ludo-norsk red:h,h,h,h blue:h,h,h,h turn=red" + tries + " opt=forced:no", "6",
              "rh>0 | red:h,h,h,0 blue:h,h,h,h turn=red opt=forced:no",
              "- | red:h,h,h,h blue:h,h,h,h turn=blue opt=forced:no")  # fmt: skip
    # Where no move is legal there is one `-`, and the tries count on.
    gives("ludo-norsk red:h,h,h,h blue:h,h,h,h turn=red opt=forced:no", "3",
          "- | red:h,h,h,h blue:h,h,h,h turn=red tries=1 opt=forced:no")  # fmt: skip


def test_l7_other_colours_neither_pass_nor_land_on_a_barrier():
    line = "ludo-norsk red:h,h,h,3 blue:h,h,7,7 turn=red"
    for throw, moves in (("3", ["r3>6"]), ("4", ["-"]), ("5", ["-"]), ("6", ["rh>0"])):
        can(line, throw, *moves)
    for pawns in ("h,7,7,7", "7,7,7,7", "7,7,9,9", "5,7,7,40", "5,7,7,7"):
        can("ludo-norsk red:h,h,h,6 blue:%s turn=red" % pawns, "1", "-")
        can("ludo-norsk red:h,h,h,6 blue:%s turn=red" % pawns, "2", "-")
    # Three colours further on, across the end of the numbers, and on the own frifelt.
    can("ludo-norsk red:h,h,h,h yellow:h,h,h,50 blue:h,h,0,0 turn=yellow", "3", "-")
    can("ludo-norsk red:h,h,h,h yellow:h,h,h,50 blue:h,h,0,0 turn=yellow", "1", "y50>51")
    can("ludo-norsk red:h,h,h,40 blue:h,h,0,0 turn=red", "6", "r40>46")


def test_l7_a_barrier_does_not_hinder_its_owner():
    can("ludo-norsk red:h,3,5,5 blue:h,h,h,h turn=red", "2", "r3>5", "r5>7")
    can("ludo-norsk red:h,3,5,5 blue:h,h,h,h turn=red", "4", "r3>7", "r5>9")
    can("ludo-norsk red:h,h,0,0 blue:h,h,h,h turn=red", "6", "rh>0", "r0>6")


def test_l7_a_barrier_past_the_own_row_is_not_on_the_way():
    # 51 is the one ring space red never walks.
    can("ludo-norsk red:h,h,h,49 blue:h,h,51,51 turn=red", "4", "r49>z3")
    can("ludo-norsk red:h,h,h,49 blue:h,h,50,50 turn=red", "4", "-")
    can("ludo-norsk red:h,h,h,z1 blue:h,h,50,50 turn=red", "2", "rz1>z3")


def test_l8_a_single_pawn_of_another_colour_is_sent_to_its_yard():
    gives("ludo-norsk red:h,h,h,3 yellow:h,h,h,5 blue:h,h,h,h turn=red", "2",
          "r3>5xy5 | red:h,h,h,5 yellow:h,h,h,h blue:h,h,h,h turn=yellow")  # fmt: skip
    gives("ludo-norsk red:h,h,h,3 blue:2,4,5,40 turn=red", "1",
          "r3>4xb4 | red:h,h,h,4 blue:h,2,5,40 turn=blue")  # fmt: skip


def test_l8_not_on_its_own_frifelt_then_both_stay():
    gives("ludo-norsk red:h,h,h,24 blue:h,h,h,26 turn=red", "2",
          "r24>26 | red:h,h,h,26 blue:h,h,h,26 turn=blue")  # fmt: skip
    # Also when the one that lands is thrown away from there later.
    can("ludo-norsk red:h,h,h,26 blue:h,h,h,26 turn=blue", "3", "b26>29")
    # A frifelt of another colour protects nobody.
    can("ludo-norsk red:h,h,h,10 yellow:h,h,h,h blue:h,h,h,13 turn=red", "3", "r10>13xb13")


def test_l8_where_several_colours_meet_each_is_judged_alone():
    line = "ludo-norsk red:h,h,h,h yellow:h,h,h,13 blue:h,h,h,13 green:h,h,h,10 turn=green"
    gives(
        line, "3", "g10>13xb13 | red:h,h,h,h yellow:h,h,h,13 blue:h,h,h,h green:h,h,h,13 turn=red"
    )
    line = "ludo-norsk red:h,h,h,39 yellow:h,h,h,39 blue:h,h,h,37 green:h,h,h,39 turn=blue"
    gives(
        line,
        "2",
        "b37>39xr39xy39 | red:h,h,h,h yellow:h,h,h,h blue:h,h,h,39 green:h,h,h,39 turn=green",
    )
    # Two colours together make no barrier, two pawns of one of them do.
    line = "ludo-norsk red:h,h,h,13 yellow:h,h,h,13 blue:h,h,h,h green:h,h,h,10 turn=green"
    can(line, "4", "g10>14")
    line = "ludo-norsk red:h,h,13,13 yellow:h,h,h,13 blue:h,h,h,h green:h,h,h,10 turn=green"
    can(line, "3", "-")
    can(line, "4", "-")


def test_l9_a_landing_with_a_six_leaves_the_capture_pending():
    gives("ludo-norsk red:h,h,h,3 blue:h,h,h,9 turn=red", "6",
          "r3>9 | red:h,h,h,9 blue:h,h,h,9 turn=red moved=9",
          "rh>0 | red:h,h,0,3 blue:h,h,h,9 turn=red")  # fmt: skip
    # Nobody to capture there: nothing is pending.
    can("ludo-norsk red:0,0,0,20 blue:h,h,h,26 turn=red", "6", "r0>6", "r20>26")
    gives("ludo-norsk red:20,f,f,f blue:h,h,h,26 turn=red", "6",
          "r20>26 | red:26,f,f,f blue:h,h,h,26 turn=red")  # fmt: skip


def test_l9_the_attacker_that_goes_on_captures_nothing():
    line = "ludo-norsk red:h,h,4,9 blue:h,h,h,9 turn=red moved=9"
    gives(line, "2",
          "r9>11 | red:h,h,4,11 blue:h,h,h,9 turn=blue",
          "r4>6xb9 | red:h,h,6,9 blue:h,h,h,h turn=blue")  # fmt: skip
    # Another pawn lands where the capture is pending: captured before its own landing.
    gives(line, "5",
          "r9>14 | red:h,h,4,14 blue:h,h,h,9 turn=blue",
          "r4>9xb9 | red:h,h,9,9 blue:h,h,h,h turn=blue")  # fmt: skip
    # It may go on into the goal, and win: the other pawn stays.
    gives("ludo-norsk red:50,f,f,f blue:h,h,h,50 turn=red moved=50", "6",
          "r50>f | red:f,f,f,f blue:h,h,h,50 turn=none winner=red")  # fmt: skip


def test_l9_a_passed_extra_throw_captures():
    gives("ludo-norsk red:h,h,h,9 blue:h,9,10,10 turn=red moved=9", "5",
          "- | red:h,h,h,9 blue:h,h,10,10 turn=blue")  # fmt: skip
    gives("ludo-norsk red:h,h,h,9 blue:h,9,10,10 turn=red moved=9 opt=forced:no", "6",
          "rh>0xb9 | red:h,h,0,9 blue:h,h,10,10 turn=red opt=forced:no",
          "- | red:h,h,h,9 blue:h,h,10,10 turn=blue opt=forced:no")  # fmt: skip


def test_l9_the_pawn_on_its_own_frifelt_is_not_captured_by_the_pending_one():
    line = "ludo-norsk red:h,h,3,26 yellow:h,h,h,26 blue:h,h,h,26 green:h,h,h,h turn=red moved=26"
    gives(
        line,
        "1",
        "r3>4xy26 | red:h,h,4,26 yellow:h,h,h,h blue:h,h,h,26 green:h,h,h,h turn=yellow",
        "r26>27 | red:h,h,3,27 yellow:h,h,h,26 blue:h,h,h,26 green:h,h,h,h turn=yellow",
    )


def test_l9_with_two_own_pawns_there_one_stays_and_captures():
    gives("ludo-norsk red:h,h,9,9 blue:h,h,h,9 turn=red moved=9", "2",
          "r9>11xb9 | red:h,h,9,11 blue:h,h,h,h turn=blue")  # fmt: skip


def test_l9_a_captured_pawn_makes_room_before_the_new_landing():
    gives("ludo-norsk red:h,h,4,9 blue:h,h,9,10 turn=red moved=9", "6",
          "rh>0xb9 | red:h,0,4,9 blue:h,h,h,10 turn=red",
          "r9>15 | red:h,h,4,15 blue:h,h,9,10 turn=red",
          "r4>10xb9 | red:h,h,9,10 blue:h,h,h,10 turn=red moved=10")  # fmt: skip


def test_l10_entering_captures_at_once():
    gives("ludo-norsk red:h,h,h,h blue:h,h,h,0 turn=red", "6",
          "rh>0xb0 | red:h,h,h,0 blue:h,h,h,h turn=red")  # fmt: skip
    # Two pawns of different other colours.
    gives("ludo-norsk red:h,h,h,h yellow:h,h,h,0 blue:h,h,h,0 turn=red", "6",
          "rh>0xy0xb0 | red:h,h,h,0 yellow:h,h,h,h blue:h,h,h,h turn=red")  # fmt: skip
    # With an own pawn there as well, and the entering pawn may move on.
    can("ludo-norsk red:h,h,h,0 blue:h,h,h,0 turn=red", "6", "rh>0xb0", "r0>6")
    can("ludo-norsk red:h,h,h,0 blue:h,h,h,h turn=red", "2", "r0>2")


def test_l11_a_second_six_leaves_its_own_landing_pending():
    gives("ludo-norsk red:9,f,f,f blue:h,h,9,15 turn=red moved=9",
          "6", "r9>15 | red:15,f,f,f blue:h,h,9,15 turn=red moved=15")  # fmt: skip
    gives("ludo-norsk red:15,f,f,f blue:h,h,9,15 turn=red moved=15", "1",
          "r15>16 | red:16,f,f,f blue:h,h,9,15 turn=blue")  # fmt: skip


def test_l12_four_pawns_in_the_goal_win_at_once():
    for throw, row in (("6", "50"), ("1", "z5")):
        gives("ludo-norsk red:%s,f,f,f blue:h,h,h,9 turn=red" % row, throw,
              "r%s>f | red:f,f,f,f blue:h,h,h,9 turn=none winner=red" % row)  # fmt: skip
    # A finished game has no moves, no `-` either.
    line = "ludo-norsk red:f,f,f,f blue:h,h,h,9 turn=none winner=red"
    for throw in "123456":
        gives(line, throw)
        gives(line + " opt=forced:no", throw)
