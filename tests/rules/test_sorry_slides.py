# SPDX-License-Identifier: Apache-2.0
"""Sorry!, the rulings with many cases: S7 slides, S10 the split 7, S11 changes of places."""

from helpers_lines import can, gives, results

from rules.moves import SWAP, ends
from rules.parse import parse_position

BUMP = " opt=own_landing:bump"


def test_s7_the_triangle_of_another_colour_slides_to_the_end():
    for colour, offset in (("red", 0), ("blue", 15), ("yellow", 30), ("green", 45)):
        seats = {"red": "h,h,h,h", "blue": "h,h,h,h", "yellow": "h,h,h,h", "green": "h,h,h,h"}
        for owner in (0, 15, 30, 45):
            for triangle, end in ((owner + 1, owner + 4), (owner + 9, owner + 13)):
                start = (triangle - 5) % 60
                if (start - offset) % 60 in (0, 1, 2, 58, 59):
                    continue  # its way leads into the zone
                seats[colour] = "h,h,h,%d" % start
                line = "sorry " + " ".join(["%s:%s" % (c, seats[c]) for c in
                                            ("red", "blue", "yellow", "green")])  # fmt: skip
                to = triangle if owner == offset else end
                can(line + " turn=" + colour, "5", "%s%d>%d" % (colour[0], start, to))


def test_s7_everybody_on_the_other_spaces_goes_to_start_own_pawns_included():
    gives("sorry red:h,15,18,19 blue:h,h,17,20 yellow:h,h,h,h turn=red", "1",
          "rh>4 | red:4,15,18,19 blue:h,h,17,20 yellow:h,h,h,h turn=blue",
          "r15>19xb17xr18xr19 | red:h,h,h,19 blue:h,h,h,20 yellow:h,h,h,h turn=blue",
          "r19>20xb20 | red:h,15,18,20 blue:h,h,h,17 yellow:h,h,h,h turn=blue")  # fmt: skip
    # The pawn on the triangle is judged first.
    can("sorry red:h,h,h,15 blue:h,h,16,19 turn=red", "1", "rh>4", "r15>19xb16xb19")
    can("sorry red:h,h,15,16 blue:h,h,h,h turn=red", "1", "rh>4", "r16>17")
    gives("sorry red:h,h,15,16 blue:h,h,h,19 turn=red" + BUMP, "1",
          "rh>4 | red:h,4,15,16 blue:h,h,h,19 turn=blue" + BUMP,
          "r15>19xr16xb19 | red:h,h,h,19 blue:h,h,h,h turn=blue" + BUMP,
          "r16>17 | red:h,h,15,17 blue:h,h,h,19 turn=blue" + BUMP)  # fmt: skip


def test_s7_slides_of_colours_not_in_play_count():
    can("sorry red:h,h,h,42 blue:h,h,h,h turn=red", "12", "r42>58")
    can("sorry red:h,h,h,h blue:h,h,h,59 turn=blue", "2", "bh>19", "b59>4")


def test_s7_no_slide_on_the_own_triangle_nor_further_down_a_slide():
    can("sorry red:h,h,h,6 blue:h,h,h,h turn=red", "3", "r6>9")
    can("sorry red:h,h,h,7 blue:h,h,h,h turn=red", "3", "r7>10")
    can("sorry red:h,h,h,h blue:h,h,h,7 turn=blue", "3", "b7>10")
    can("sorry red:h,h,h,14 blue:h,h,h,h turn=red", "3", "r14>17")


def test_s7_after_backward_moves():
    can("sorry red:h,h,h,20 blue:h,h,h,19 turn=red", "4", "r20>19xb19")
    # From the slide itself back onto its triangle.
    can("sorry red:h,h,h,17 blue:h,h,18,19 turn=red", "10", "r17>27", "r17>19xb18xb19")
    # A pawn can come back to where it stood: 58 back to 54 and down that slide again.
    gives(
        "sorry red:h,h,57,58 blue:h,h,h,55 turn=red",
        "4",
        "r57>53 | red:h,h,53,58 blue:h,h,h,55 turn=blue",
        "r58>58xb55xr57 | red:h,h,h,58 blue:h,h,h,h turn=blue",
    )
    # From another seat's first spaces backward round the end of the numbers.
    can("sorry red:h,h,h,h blue:h,h,h,13 turn=blue", "4", "b13>13")


def test_s7_after_a_sorry_card():
    gives("sorry red:h,18,z1,f blue:h,16,19,24 turn=red", "sorry",
          "rh>19xb16xr18xb19 | red:h,19,z1,f blue:h,h,h,24 turn=blue",
          "rh>19xb19 | red:18,19,z1,f blue:h,h,16,24 turn=blue",
          "rh>28xb24 | red:18,28,z1,f blue:h,h,16,19 turn=blue")  # fmt: skip
    # The own triangle is no slide.
    can("sorry red:h,f,f,f blue:h,h,h,9 turn=red", "sorry", "rh>9xb9")


def test_s7_after_a_change_of_places_only_the_mover_slides():
    # The other pawn is put on 24, blue's triangle to yellow, and stays there.
    gives("sorry red:24,f,f,f yellow:h,h,h,20 turn=red", "11",
          "r24>35 | red:35,f,f,f yellow:h,h,h,20 turn=yellow",
          "r24<>y20 | red:20,f,f,f yellow:h,h,h,24 turn=yellow")  # fmt: skip
    # The pawn just changed places with is not spared.
    gives("sorry red:17,f,f,f yellow:h,h,h,16 turn=red", "11",
          "r17>28 | red:28,f,f,f yellow:h,h,h,16 turn=yellow",
          "r17<>y16+r16>19xy17 | red:19,f,f,f yellow:h,h,h,h turn=yellow")  # fmt: skip
    gives("sorry red:19,f,f,f yellow:h,h,h,16 turn=red", "11",
          "r19>30 | red:30,f,f,f yellow:h,h,h,16 turn=yellow",
          "r19<>y16+r16>19xy19 | red:19,f,f,f yellow:h,h,h,h turn=yellow")  # fmt: skip
    can("sorry red:18,25,f,f yellow:h,h,h,16 turn=red", "11", "r18>29", "r25>36",
        "r18<>y16+r16>19xy18", "r25<>y16+r16>19xr18")  # fmt: skip


def test_after_a_change_of_places_a_pawn_is_put_down_where_its_slide_ends():
    line = "sorry red:h,h,h,%s blue:h,h,h,54 yellow:h,h,h,h green:h,h,h,h turn=red"
    for red, put in (("24", [(0, 59), (1, 25)]), ("56", [(0, 59)])):
        game, state = parse_position(line % red)
        found = game.results(state, game.actions.index("11"))
        swaps = [bytes(move) for _, move in found if move and move[0] & 15 == SWAP]
        assert [sorted(ends(move)) for move in swaps] == [put], red


def test_s10_seven_is_one_pawn_or_two_different_pawns():
    gives("sorry red:h,h,h,20 blue:h,h,h,h turn=red", "7",
          "r20>27 | red:h,h,h,27 blue:h,h,h,h turn=blue")  # fmt: skip
    # 20+4 and 40+14 would be triangles: those parts slide.
    can("sorry red:20,40,f,f blue:h,h,h,h turn=red", "7", "r20>27", "r40>47",
        "r20>21+r40>49", "r20>22+r40>45", "r20>23+r40>44", "r20>28+r40>43", "r20>25+r40>42",
        "r20>26+r40>41")  # fmt: skip
    can("sorry red:h,h,h,20 blue:h,h,h,h turn=blue", "7")  # not for starting


def test_s10_every_part_is_legal_when_it_is_made():
    # 3 + 4: 12 goes onto 15 only after that pawn has left. 4 + 3 and 6 + 1 slide from 16 to 19,
    # before or after the other pawn has come to 18. 5 + 2: both would end on 17.
    gives("sorry red:12,15,f,f blue:h,h,h,h turn=red", "7",
          "r12>13+r15>21 | red:13,21,f,f blue:h,h,h,h turn=blue",
          "r12>14+r15>20 | red:14,20,f,f blue:h,h,h,h turn=blue",
          "r12>19 | red:15,19,f,f blue:h,h,h,h turn=blue",
          "r12>19+r15>18 | red:18,19,f,f blue:h,h,h,h turn=blue",
          "r12>18+r15>19xr18 | red:h,19,f,f blue:h,h,h,h turn=blue",
          "r15>22 | red:12,22,f,f blue:h,h,h,h turn=blue")  # fmt: skip


def test_s10_a_pawn_sent_to_start_in_the_first_part_makes_no_second():
    # 23 one forward slides to 28 over 26: then 26 has no part of its own any more.
    found = results("sorry red:23,26,f,f blue:h,h,h,h turn=red", "7")
    assert "r26>32+r23>28" in found
    assert not [move for move in found if move.startswith("r23>28")]
    # With `bump` the same for a direct landing.
    found = results("sorry red:20,22,f,f blue:h,h,h,h turn=red" + BUMP, "7")
    assert not [move for move in found if move.startswith("r20>22xr22+")]


def test_s10_the_second_part_may_bump_the_first_pawn():
    # By a slide: 21 goes to 26, then 22 lands on 24 and slides to 28 over it.
    found = results("sorry red:21,22,f,f blue:h,h,h,h turn=red", "7")
    assert found["r21>26+r22>28xr26"] == "red:h,28,f,f blue:h,h,h,h turn=blue"
    # By landing on it, with `bump`: both on 14.
    for option, count in ((BUMP, 1), ("", 0)):
        found = results("sorry red:10,11,f,f blue:h,h,h,h turn=red" + option, "7")
        wanted = "red:h,14,f,f blue:h,h,h,h turn=blue" + option
        assert list(found.values()).count(wanted) == count


def test_s10_bringing_one_home_the_rest_is_used_exactly_by_another():
    gives("sorry red:h,z3,f,f blue:h,h,h,h turn=red", "7")
    gives("sorry red:50,z3,f,f blue:h,h,h,h turn=red", "7",
          "r50>57 | red:57,z3,f,f blue:h,h,h,h turn=blue",
          "r50>55+rz3>z5 | red:55,z5,f,f blue:h,h,h,h turn=blue",
          "r50>56+rz3>z4 | red:56,z4,f,f blue:h,h,h,h turn=blue",
          "r50>58+rz3>f | red:58,f,f,f blue:h,h,h,h turn=blue")  # fmt: skip
    can("sorry red:z1,z2,f,f blue:h,h,h,h turn=red", "7", "rz1>z4+rz2>f")
    can("sorry red:z3,z4,f,f blue:h,h,h,h turn=red", "7")
    gives("sorry red:z2,z3,f,f blue:h,h,h,h turn=red", "7",
          "rz2>f+rz3>f | red:f,f,f,f blue:h,h,h,h turn=none winner=red")  # fmt: skip


def test_s11_only_pawns_on_the_track_change_places():
    can("sorry red:h,20,z1,f blue:h,30,z2,f turn=red", "11", "r20>34", "r20<>b30")
    can("sorry red:h,h,z1,f blue:h,30,40,f turn=red", "11")
    can("sorry red:h,h,20,f blue:h,h,z1,f turn=red", "11", "r20>34")
    # With any opponent and any own pawn, and by whoever stands where.
    can("sorry red:20,22,f,f blue:h,h,h,26 yellow:h,h,h,27 turn=red", "11", "r20>34", "r22>33",
        "r20<>b26", "r20<>y27", "r22<>b26", "r22<>y27")  # fmt: skip


def test_s11_sorry_takes_no_pawn_from_start_zone_or_home():
    can("sorry red:h,20,z1,f blue:h,z1,z2,f turn=red", "sorry")
    can("sorry red:h,20,z1,f blue:h,4,z2,f turn=red", "sorry", "rh>4xb4")
