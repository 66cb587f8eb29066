# SPDX-License-Identifier: Apache-2.0
"""Sorry!, ruling by ruling: S1-S6, S8-S9 and S12; slides, splits and changes in their own file."""

from helpers_lines import can, gives, goes_round
from refusal import refusal

from rules import load
from rules.notation import position_text
from rules.parse import parse_position

STARTS = "red:h,h,h,h blue:h,h,h,h yellow:h,h,h,h green:h,h,h,h"
BUMP = " opt=own_landing:bump"


def test_s1_red_or_the_first_seat_begins_and_turns_go_clockwise():
    for seats in ((0, 1), (1, 3), (2, 3), (0, 2, 3), (1, 2, 3), (0, 1, 2, 3)):
        game = load("sorry", seats)
        goes_round(game, game.skip)
    for seats in ((), (1,)):
        assert refusal(ValueError, load, "sorry", seats).startswith("seats: "), seats


def test_s1_start_circles_are_at_offset_plus_4():
    for colour, text in (("red", "rh>4"), ("blue", "bh>19"), ("yellow", "yh>34"),
                         ("green", "gh>49")):  # fmt: skip
        can("sorry " + STARTS + " turn=" + colour, "1", text)


def test_s1_the_safety_zone_is_entered_after_offset_plus_2():
    can("sorry red:h,h,h,2 blue:h,h,h,h turn=red", "3", "r2>z3")
    can("sorry red:h,h,h,h blue:h,h,h,15 turn=blue", "8", "b15>f")
    can("sorry red:h,h,h,h yellow:h,h,h,30 turn=yellow", "3", "y30>z1")
    can("sorry red:h,h,h,h green:h,h,h,47 turn=green", "5", "g47>z5")
    # Others go past: the start of red's zone is an ordinary space to blue.
    can("sorry red:h,h,h,h blue:h,h,h,2 turn=blue", "3", "b2>5")
    gives("sorry red:h,h,h,h blue:6,8,30,58 turn=blue", "5",
          "b58>3 | red:h,h,h,h blue:3,6,8,30 turn=red",
          "b30>35 | red:h,h,h,h blue:6,8,35,58 turn=red",
          "b8>13 | red:h,h,h,h blue:6,13,30,58 turn=red",
          "b6>11 | red:h,h,h,h blue:8,11,30,58 turn=red")  # fmt: skip


def test_s1_home_is_64_steps_from_the_circle_with_the_exact_count():
    game, state = parse_position("sorry red:h,h,h,4 blue:h,h,h,h turn=red")
    steps = 0
    while state[3] != game.fin:
        # The 1 forward, not the start; slides of others are jumped by their rule S7.
        found = [after for after, move in game.results(state, 0) if move[2] != 0]
        state = bytearray(found[0])
        state[16] = 0
        steps += 1
    # 64 single steps less the slides of blue, yellow and green: 3 and 4 spaces each, and those
    # of red itself, which are none.
    assert steps == 64 - 3 * (3 + 4)
    can("sorry red:h,h,2,z4 blue:h,h,h,h turn=red", "2", "rh>4", "r2>z2", "rz4>f")
    can("sorry red:h,h,z3,z4 blue:h,h,h,h turn=red", "3", "rz3>f")
    can("sorry red:h,h,z3,z5 blue:h,h,h,h turn=red", "5")


def test_s2_four_pawns_each():
    game = load("sorry")
    assert position_text(game, game.new()) == "sorry " + STARTS + " turn=red"


def test_s3_the_deck_is_45_cards_with_five_ones():
    game = load("sorry")
    assert sum(game.deck) == 45
    assert game.deck[game.actions.index("1")] == 5
    assert len(game.deck) == len(game.actions) == 11
    assert sorted(game.deck) == [4] * 10 + [5]


def test_s4_one_starts_a_pawn_or_goes_one_forward():
    gives("sorry red:h,h,h,7 blue:h,h,h,h turn=red", "1",
          "rh>4 | red:h,h,4,7 blue:h,h,h,h turn=blue",
          "r7>8 | red:h,h,h,8 blue:h,h,h,h turn=blue")  # fmt: skip


def test_s4_two_starts_or_goes_two_forward_and_draws_again_moved_or_not():
    gives("sorry red:h,h,h,7 blue:h,h,h,h turn=red", "2",
          "rh>4 | red:h,h,4,7 blue:h,h,h,h turn=red",
          "r7>9 | red:h,h,h,9 blue:h,h,h,h turn=red")  # fmt: skip
    gives("sorry red:z4,z5,f,f blue:h,h,h,h turn=red", "2",
          "rz4>f | red:z5,f,f,f blue:h,h,h,h turn=red")  # fmt: skip
    gives("sorry red:z5,f,f,f blue:h,h,h,h turn=red", "2",
          "- | red:z5,f,f,f blue:h,h,h,h turn=red")  # fmt: skip


def test_s4_plain_cards_go_forward_and_start_nobody():
    for card in ("3", "5", "8", "12"):
        can("sorry red:h,h,h,7 blue:h,h,h,h turn=red", card, "r7>%d" % (7 + int(card)))
        can("sorry " + STARTS + " turn=red", card)
    for card in ("4", "7", "10", "11", "sorry"):
        can("sorry " + STARTS + " turn=red", card)


def test_s4_four_goes_back_and_ten_forward_or_one_back():
    # 50 back 4 ends on green's triangle at 46.
    gives("sorry red:h,h,7,50 blue:h,h,h,h turn=red", "4",
          "r7>3 | red:h,h,3,50 blue:h,h,h,h turn=blue",
          "r50>49 | red:h,h,7,49 blue:h,h,h,h turn=blue")  # fmt: skip
    can("sorry red:h,h,h,7 blue:h,h,h,h turn=red", "4", "r7>3")
    can("sorry red:h,h,h,3 blue:h,h,h,h turn=red", "4", "r3>59")
    can("sorry red:h,h,h,7 blue:h,h,h,h turn=red", "10", "r7>17", "r7>6")
    can("sorry red:h,h,h,z1 blue:h,h,h,h turn=red", "10", "rz1>2")


def test_s4_sorry_takes_the_place_of_an_opponent_on_the_track():
    gives("sorry red:h,h,5,z1 blue:h,22,30,z2 yellow:h,h,h,40 turn=red", "sorry",
          "rh>22xb22 | red:h,5,22,z1 blue:h,h,30,z2 yellow:h,h,h,40 turn=blue",
          "rh>30xb30 | red:h,5,30,z1 blue:h,h,22,z2 yellow:h,h,h,40 turn=blue",
          "rh>40xy40 | red:h,5,40,z1 blue:h,22,30,z2 yellow:h,h,h,h turn=blue")  # fmt: skip
    # Nobody in START, or nobody on the track.
    can("sorry red:5,6,7,z1 blue:h,22,30,z2 turn=red", "sorry")
    can("sorry red:h,6,7,z1 blue:h,h,z1,f turn=red", "sorry")


def test_s5_a_card_that_can_be_used_must_be_used():
    can("sorry red:h,h,h,7 blue:h,h,h,h turn=red", "3", "r7>10")
    can("sorry red:h,h,h,7 blue:h,h,h,h turn=red", "4", "r7>3")


def test_s5_only_the_two_and_the_declined_eleven_list_a_dash():
    position = "red:h,h,z4,f blue:h,h,h,20 turn=red"
    for card in ("3", "5", "7", "8", "11", "12"):
        can("sorry " + position, card)
    gives("sorry red:z5,f,f,f blue:h,h,h,20 turn=red", "2",
          "- | red:z5,f,f,f blue:h,h,h,20 turn=red")  # fmt: skip
    # The change of places is the only possibility: HOME is less than 11 away.
    gives("sorry red:59,f,f,f blue:h,h,h,20 turn=red", "11",
          "r59<>b20 | red:20,f,f,f blue:h,h,h,59 turn=blue",
          "- | red:59,f,f,f blue:h,h,h,20 turn=blue")  # fmt: skip
    # With a way forward there is no `-`.
    can("sorry red:50,f,f,f blue:h,h,h,20 turn=red", "11", "r50>1", "r50<>b20")
    # A way forward of another pawn counts as well.
    can("sorry red:59,z1,f,f blue:h,h,h,20 turn=red", "11", "r59<>b20", "-")
    can("sorry red:20,59,f,f blue:h,h,h,25 turn=red", "11", "r20>34", "r20<>b25", "r59<>b25")
    # Nothing at all: no move, as nobody can change places with h, z and f either.
    can("sorry red:59,f,f,f blue:h,z1,z2,f turn=red", "11")


def test_s6_pawns_jump_over_any_pawn_and_bump_where_they_land():
    gives("sorry red:h,h,7,8 blue:h,9,10,11 turn=red", "3",
          "r7>10xb10 | red:h,h,8,10 blue:h,h,9,11 turn=blue",
          "r8>11xb11 | red:h,h,7,11 blue:h,h,9,10 turn=blue")  # fmt: skip
    # Backward as well, and a start onto the circle.
    can("sorry red:h,h,h,12 blue:h,h,8,10 turn=red", "4", "r12>8xb8")
    can("sorry red:h,h,h,12 blue:h,h,h,4 turn=red", "1", "rh>4xb4", "r12>13")


def test_s6_landing_on_an_own_pawn_is_illegal_by_default():
    can("sorry red:h,h,7,10 blue:h,h,h,h turn=red", "3", "r10>13")
    can("sorry red:h,h,4,10 blue:h,h,h,h turn=red", "1", "r4>5", "r10>11")
    can("sorry red:h,h,6,10 blue:h,h,h,h turn=red", "4", "r6>2")


def test_s6_h5_with_bump_the_own_pawn_goes_back_to_start():
    gives("sorry red:h,h,7,10 blue:h,h,h,h turn=red" + BUMP, "3",
          "r7>10xr10 | red:h,h,h,10 blue:h,h,h,h turn=blue" + BUMP,
          "r10>13 | red:h,h,7,13 blue:h,h,h,h turn=blue" + BUMP)  # fmt: skip
    # A start onto an own pawn leaves the pawns as they were.
    gives("sorry red:h,h,h,4 blue:h,h,h,h turn=red" + BUMP, "2",
          "rh>4xr4 | red:h,h,h,4 blue:h,h,h,h turn=red" + BUMP,
          "r4>6 | red:h,h,h,6 blue:h,h,h,h turn=red" + BUMP)  # fmt: skip
    can("sorry red:h,h,6,10 blue:h,h,h,h turn=red" + BUMP, "4", "r6>2", "r10>6xr6")


def test_s8_out_of_the_safety_zone_backward_and_in_again():
    gives("sorry red:h,h,h,z1 blue:h,h,h,h turn=red", "4",
          "rz1>59 | red:h,h,h,59 blue:h,h,h,h turn=blue")  # fmt: skip
    can("sorry red:h,h,z2,z5 blue:h,h,h,h turn=red", "4", "rz2>0", "rz5>z1")
    can("sorry red:h,h,h,z1 blue:h,h,h,2 turn=red", "10", "rz1>2xb2")
    can("sorry red:h,h,h,59 blue:h,h,h,h turn=red", "5", "r59>z2")
    can("sorry red:h,h,h,h green:h,h,h,z3 turn=green", "4", "gz3>46")


def test_s8_nobody_moves_backward_into_the_zone():
    can("sorry red:h,h,3,4 blue:h,h,h,h turn=red", "4", "r3>59", "r4>0")
    can("sorry red:h,h,h,3 blue:h,h,h,h turn=red", "10", "r3>13", "r3>2")


def test_s8_an_own_pawn_in_the_zone_follows_s6():
    can("sorry red:h,h,z1,z4 blue:h,h,h,h turn=red", "3")
    gives("sorry red:h,h,z1,z4 blue:h,h,h,h turn=red" + BUMP, "3",
          "rz1>z4xrz4 | red:h,h,h,z4 blue:h,h,h,h turn=blue" + BUMP)  # fmt: skip
    can("sorry red:h,h,z1,z5 blue:h,h,h,h turn=red", "4", "rz1>59")
    can("sorry red:h,h,z1,z5 blue:h,h,h,h turn=red" + BUMP, "4", "rz1>59", "rz5>z1xrz1")
    # Pawns of two colours in z3 are in different places; HOME holds any number.
    can("sorry red:z3,f,f,f blue:h,h,h,z3 turn=red", "3", "rz3>f")


def test_s9_backward_from_the_first_spaces_goes_on_along_the_track():
    can("sorry red:h,h,h,4 blue:h,h,h,h turn=red", "4", "r4>0")
    can("sorry red:h,h,h,3 blue:h,h,h,h turn=red", "4", "r3>59")
    can("sorry red:h,h,h,4 blue:h,h,h,h turn=red", "10", "r4>3", "r4>14")
    can("sorry red:h,h,h,2 blue:h,h,h,h turn=red", "10", "r2>1")
    can("sorry red:h,h,h,h blue:h,h,h,18 turn=blue", "4", "b18>14")


def test_s9_a_pawn_on_offset_plus_3_or_4_goes_round_the_whole_track():
    can("sorry red:h,h,3,4 blue:h,h,h,h turn=red", "12", "r3>15", "r4>19")
    can("sorry red:h,h,h,2 blue:h,h,h,h turn=red", "5", "r2>z5")
    can("sorry red:h,h,h,3 blue:h,h,h,h turn=red", "5", "r3>8")
    can("sorry red:h,h,h,h green:h,h,48,49 turn=green", "2", "g48>50", "g49>51")
    can("sorry red:h,h,h,h green:h,h,47,48 turn=green", "3", "g47>z3", "g48>51")


def test_s12_four_pawns_in_home_win_at_once_also_with_a_two():
    gives("sorry red:z4,f,f,f blue:h,h,h,9 turn=red", "2",
          "rz4>f | red:f,f,f,f blue:h,h,h,9 turn=none winner=red")  # fmt: skip
    gives("sorry red:0,f,f,f blue:h,h,h,9 turn=red", "8",
          "r0>f | red:f,f,f,f blue:h,h,h,9 turn=none winner=red")  # fmt: skip
    line = "sorry red:f,f,f,f blue:h,h,h,9 turn=none winner=red"
    game = load("sorry")
    for card in game.actions:
        gives(line, card)
