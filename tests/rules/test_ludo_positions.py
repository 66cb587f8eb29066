# SPDX-License-Identifier: Apache-2.0
"""Norwegian Ludo: the positions that cannot be (1.6), and lines that are not canonical."""

from helpers_lines import all_refused, refused

from rules.parse import parse_position


def test_a_pawn_never_stands_past_the_way_into_its_own_row():
    all_refused("ludo-norsk", """
        red:h,h,h,51 blue:h,h,h,h turn=red | red | 51
        red:h,h,h,h blue:h,h,h,25 turn=red | blue | 25
        red:h,h,h,h yellow:h,h,h,12 blue:h,h,h,h turn=red | yellow
        red:h,h,h,h blue:h,h,h,h green:h,h,h,38 turn=red | green
    """)  # fmt: skip
    parse_position("ludo-norsk red:h,h,25,38 blue:h,h,37,51 turn=red")


def test_two_colours_share_a_space_only_on_a_frifelt_or_where_a_capture_is_pending():
    refused("ludo-norsk red:h,h,h,9 blue:h,h,h,9 turn=red", "blue", "9 is taken by red")
    refused("ludo-norsk red:h,h,h,9 blue:h,h,h,9 turn=blue", "blue")
    refused("ludo-norsk red:h,h,9,30 blue:h,h,9,30 turn=red moved=9", "blue", "30")
    parse_position("ludo-norsk red:h,h,h,9 blue:h,h,h,9 turn=red moved=9")
    # Three colours where a capture is pending, any mix on any frifelt.
    parse_position("ludo-norsk red:h,h,h,9 yellow:h,h,h,9 blue:h,h,h,9 turn=red moved=9")
    for frifelt in (0, 13, 26, 39):
        parse_position(
            "ludo-norsk red:%s blue:%s turn=red" % (("h,%d,%d,%d" % ((frifelt,) * 3),) * 2)
        )
    # Row spaces and goals of different colours are different places.
    parse_position("ludo-norsk red:h,h,z1,f blue:h,h,z1,f turn=red")


def test_tries_are_at_most_two_and_only_without_a_pawn_in_play():
    refused("ludo-norsk red:h,h,h,h blue:h,h,h,h turn=red tries=3", "tries", "2")
    refused("ludo-norsk red:h,h,h,4 blue:h,h,h,h turn=red tries=1", "tries", "in play")
    refused("ludo-norsk red:h,h,h,z1 blue:h,h,h,h turn=red tries=1", "tries")
    parse_position("ludo-norsk red:h,h,h,f blue:h,h,h,4 turn=red tries=2")


def test_two_players_are_red_and_blue():
    for pair in ("red:h,h,h,h yellow:h,h,h,h", "yellow:h,h,h,h green:h,h,h,h",
                 "blue:h,h,h,h green:h,h,h,h", "red:h,h,h,h green:h,h,h,h"):  # fmt: skip
        refused("ludo-norsk " + pair + " turn=" + pair.split(":")[0], "seats", "red and blue")
    refused("ludo-norsk red:h,h,h,h turn=red", "seats", "2 to 4")


def test_moved_needs_the_attacker_and_its_prey():
    all_refused("ludo-norsk", """
        red:h,h,h,8 blue:h,h,h,9 turn=red moved=9 | moved | no pawn
        red:h,h,h,9 blue:h,h,h,8 turn=red moved=9 | moved | to capture
        red:h,h,h,9 blue:h,h,h,9 turn=blue moved=8 | blue
        red:h,h,h,9 blue:h,h,9,9 turn=red moved=9 | moved | barrier
        red:h,h,h,0 blue:h,h,h,0 turn=red moved=0 | moved | frifelt
    """)  # fmt: skip
    # On the frifelt of the prey nothing can be captured, unless a third colour is there.
    refused("ludo-norsk red:h,h,h,26 blue:h,h,h,26 turn=red moved=26", "moved", "to capture")
    three = "ludo-norsk red:h,h,h,26 yellow:h,h,h,26 blue:h,h,h,26 turn=red"
    parse_position(three + " moved=26")
    refused(three.replace("h,h,h,26 turn", "h,h,26,26 turn") + " moved=26", "moved", "barrier")
    refused("ludo-norsk red:h,h,h,9 blue:h,h,h,9 turn=red moved=52", "moved", "52")
    refused("ludo-norsk red:h,h,h,z1 blue:h,h,h,9 turn=red moved=z1", "moved")


def test_a_won_game_is_over_and_only_the_winner_has_won():
    all_refused("ludo-norsk", """
        red:f,f,f,f blue:h,h,h,h turn=red | turn | red has won
        red:f,f,f,f blue:h,h,h,h turn=blue | turn | red has won
        red:f,f,f,f blue:h,h,h,h turn=none winner=blue | winner
        red:f,f,f,f blue:f,f,f,f turn=none winner=red+blue | winner
        red:z5,f,f,f blue:h,h,h,h turn=none winner=red | winner
        red:f,f,f,f blue:h,h,h,h turn=none | winner | missing
        red:f,f,f,f blue:h,h,h,h turn=none winner=red tries=1 | tries
        red:f,f,f,f blue:h,h,h,9 turn=none winner=red moved=9 | moved
    """)  # fmt: skip


def test_options_are_written_only_when_they_differ():
    parse_position("ludo-norsk red:h,h,h,h blue:h,h,h,h turn=red opt=forced:no")
    all_refused("ludo-norsk", """
        red:h,h,h,h blue:h,h,h,h turn=red opt=forced:yes | opt
        red:h,h,h,h blue:h,h,h,h turn=red opt=forced:maybe | opt
        red:h,h,h,h blue:h,h,h,h turn=red opt=own_landing:bump | opt
        red:h,h,h,h blue:h,h,h,h turn=red opt=forced:no,forced:no | opt
        red:h,h,h,h blue:h,h,h,h turn=red opt=forced:no tries=1 | tries
    """)  # fmt: skip
    for zero in ("tries=0", "moved=09", "tries=01", "tries=x", "tries="):
        refused("ludo-norsk red:h,h,h,9 blue:h,h,h,h turn=red " + zero, zero.split("=")[0])
