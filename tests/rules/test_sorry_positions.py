# SPDX-License-Identifier: Apache-2.0
"""Sorry!: the positions that cannot be (1.6), and lines that are not canonical."""

from helpers_lines import all_refused, refused

from rules.parse import parse_position


def test_two_pawns_never_share_a_track_space():
    refused("sorry red:h,h,0,0 blue:h,h,h,h turn=red", "red", "0 is taken by red")
    refused("sorry red:h,h,9,9 blue:h,h,h,h turn=red", "red", "9 is taken by red")
    refused("sorry red:h,h,h,9 blue:h,h,h,9 turn=red", "blue", "9 is taken by red")
    refused("sorry red:h,h,h,h blue:h,h,h,0 green:h,h,h,0 turn=blue", "green", "0")


def test_two_pawns_never_share_a_safety_space():
    refused("sorry red:h,h,z2,z2 blue:h,h,h,h turn=red", "red", "z2")
    parse_position("sorry red:h,h,z1,z2 blue:h,h,z1,z2 turn=red")
    parse_position("sorry red:h,f,f,f blue:h,h,f,f turn=red")


def test_every_track_space_can_hold_any_colour():
    for place in range(60):
        for colour in ("red", "blue"):
            other = "blue" if colour == "red" else "red"
            pawns = {colour: "h,h,h,%d" % place, other: "h,h,h,h"}
            parse_position("sorry red:%s blue:%s turn=red" % (pawns["red"], pawns["blue"]))


def test_a_won_game_is_over_and_only_the_winner_has_won():
    all_refused("sorry", """
        red:f,f,f,f blue:h,h,h,h turn=red | turn | red has won
        red:h,f,f,f blue:h,h,h,h turn=none winner=red | winner | has not won
        red:f,f,f,f blue:h,h,h,h turn=none winner=blue | winner
        red:f,f,f,f blue:f,f,f,f turn=none winner=red+blue | winner
        red:f,f,f,f blue:h,h,h,h turn=none | winner
    """)  # fmt: skip


def test_ludos_keys_and_options_are_unknown():
    all_refused("sorry", """
        red:h,h,h,h blue:h,h,h,h turn=red tries=1 | tries
        red:h,h,h,9 blue:h,h,h,h turn=red moved=9 | moved
        red:h,h,h,h blue:h,h,h,h turn=red opt=forced:no | opt
        red:h,h,h,h blue:h,h,h,h turn=red opt=own_landing:illegal | opt
        red:h,h,h,h blue:h,h,h,h turn=red opt=own_landing:yes | opt
    """)  # fmt: skip
    parse_position("sorry red:h,h,h,h blue:h,h,h,h turn=red opt=own_landing:bump")
