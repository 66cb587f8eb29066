# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Hand-worked Partners cases for the goal and the 7: rulings P11 to P15."""

from .cases import EDITIONS, go, line_of
from .contract import moves
from .notation import ACTIONS


def test_p11_steps_left_over_turn_back_and_out():
    for edition in EDITIONS:
        assert go(edition, "green:59", "green", "5") == {"green:z3"}
        assert go(edition, "green:59", "green", "9") == {"green:58"}
        # 58: 59 z1 59 58 57.  z2: z3 z4 z3 z2 z1.
        assert go(edition, "green:58,z2", "green", "5") == {"green:57,z2", "green:58,z1"}
        # Out of the goal the rest is walked and lands like any move.
        assert go(edition, "green:z1 blue:59", "green", "7") == {"green:59 blue:"}
        assert go(edition, "green:z1 blue:59,59", "green", "7") == {"green:"}
        assert go(edition, "green:z1 blue:59,59", "green", "9") == {"green:57"}


def test_p11_a_move_that_ends_where_it_began_is_a_move():
    for edition in EDITIONS:
        assert go(edition, "green:z1", "green", "6") == {""}
        assert go(edition, "green:57 blue:59", "green", "12") == {""}
        assert go(edition, "green:59,z2,z3,z4", "green", "2") == {""}


def test_p11_no_free_circle_to_turn_in():
    for edition in EDITIONS:
        # 59 finds z1 taken.  z1: z2 z3 z2 z1 59 58 ... 52.
        assert go(edition, "green:59,z1,z4", "green", "12") == {"green:52,59,z4"}
        assert go(edition, "green:58,z1,z3,z4", "green", "3") == {"green:58,59,z3,z4"}


def test_p12_turning_at_once_needs_multi_turn():
    for edition in EDITIONS:
        expected = {"green:z1,z3"} | ({"green:57,z2"} if edition == "pawns" else set())
        assert go(edition, "green:z1,z2", "green", "3") == expected


def test_p12_meeting_a_pawn_on_the_way_back():
    # z2: z3 z4 z3 z2, then z1 is taken: forward again to z3, or illegal.
    assert go("movers", "green:z1,z2", "green", "5") == set()
    assert go("nordic", "green:z1,z2", "green", "5") == set()
    assert go("pawns", "green:z1,z2", "green", "5") == {"green:z1,z3", "green:55,z2"}
    # z3: z4 z3 z4.  z2, at once: z1 59 58.
    assert go("movers", "green:z2,z3", "green", "3") == set()
    assert go("pawns", "green:z2,z3", "green", "3") == {"green:z2,z4", "green:58,z3"}


def test_p12_between_two_pawns_nothing_moves():
    # z3: z4 z3.  z2 is stuck.  z1, with many turns: 59 58.
    assert go("movers", "green:z1,z2,z3", "green", "2") == {""}
    assert go("nordic", "green:z1,z2,z3", "green", "2") == {""}
    assert go("pawns", "green:z1,z2,z3", "green", "2") == {"", "green:58,z2,z3"}


def test_p13_locked_pawns_never_move_and_unlocked_ones_do():
    for edition in EDITIONS:
        for action in ACTIONS["partners"]:
            if action not in ("start", "8s", "13s"):
                assert go(edition, "green:z3,z4", "green", action) == set(), action
        assert "green:z1,z3,z4" in go(edition, "green:z1,z2,z4", "green", "1/14")
    assert go("movers", "green:z1,z2,z4", "green", "1/14") == {"green:z1,z3,z4"}
    # z2 goes to and fro between z2 and z3; z1 turns at once: 59, or 59 ... 46.
    assert go("pawns", "green:z1,z2,z4", "green", "1/14") == {
        "green:z1,z3,z4", "green:59,z2,z4", "", "green:46,z2,z4"
    }  # fmt: skip


def test_p13_pawns_in_the_goal_are_not_swapped():
    for edition in EDITIONS:
        assert go(edition, "green:z1,5", "green", "swap") == set()


def test_p14_seven_in_full_over_one_or_more_pawns():
    for edition in EDITIONS:
        expected = {f"green:{2 + part},{24 - part}" for part in range(8)}
        assert go(edition, "green:2,17", "green", "7") == expected
        # The pawn at home has no part, and z2 would need all other three locked (P15).
        assert go(edition, "green:57,z3,z4", "green", "7") == {"green:58,z3,z4"}


def test_p14_the_order_of_the_parts_matters():
    for edition in EDITIONS:
        found = moves(line_of(edition, "green:59,z1", "green"), "7")
        texts = {result.split(" ")[1]: text for text, result in found}
        # 59 can enter only when z1 has left: z1 z2 z3 z2.
        assert texts["green:h,h,z2,z4"] == "gz1>z4+g59>z2"


def test_p14_a_part_may_bump_and_may_send_its_own_pawn_home():
    for edition, far in [("movers", 33), ("nordic", 32), ("pawns", 33)]:
        found = go(edition, "green:20,27 blue:22,22 red:28", "green", "7")
        assert f"green:{far}" in found
        assert "green:26,28 red:" in found
        assert go(edition, "green:20 blue:21,21", "green", "7") == {"green:27"}


def test_p15_the_rest_of_a_finishing_seven_goes_to_the_partner():
    whole = "green:56,z2,z3,z4"
    done = "green:z1,z2,z3,z4"
    several = {f"{done} red:{40 + part},{54 - part}" for part in range(5)}
    for edition in EDITIONS:
        # Only movers may give up what the partner's pawns could use.
        given_up = {done} if edition == "movers" else set()
        found = go(edition, "green:57,z2,z3,z4 red:40", "green", "7")
        assert found == {whole, done + " red:44"} | given_up
        found = go(edition, "green:57,z2,z3,z4 red:40,50", "green", "7")
        assert found == {whole} | several | given_up
        given_up = set() if edition == "pawns" else {done}
        assert go(edition, "green:57,z2,z3,z4", "green", "7") == {whole} | given_up


def test_h1_the_option_turns_the_editions_round():
    done = "green:z1,z2,z3,z4"
    used = {"green:56,z2,z3,z4", done + " red:44"}
    pawns = "green:57,z2,z3,z4 red:40"
    assert go("movers", pawns, "green", "7", "opt=rest:must") == used
    assert go("nordic", pawns, "green", "7", "opt=rest:may") == used | {done}
    # Nobody can use it: given up either way.
    for edition, other in (("movers", "must"), ("nordic", "may")):
        found = go(edition, "green:57,z2,z3,z4", "green", "7", "opt=rest:" + other)
        assert found == {"green:56,z2,z3,z4", done}


def test_p15_a_partner_without_a_pawn_left():
    won = "green:z1,z2,z3,z4 turn=none winner=green+red"
    for edition in EDITIONS:
        found = go(edition, "green:57,z2,z3,z4 red:z1,z2,z3,z4", "green", "7")
        assert found == {"green:56,z2,z3,z4"} | (set() if edition == "pawns" else {won})


def test_p15_the_rest_is_used_in_full_or_not_at_all():
    done = "green:z1,z2,z3,z4"
    for edition in EDITIONS:
        # Four steps are left; the first would lock red's last pawn: z1 29 28 27.
        found = go(edition, "green:57,z2,z3,z4 red:29,z2,z3,z4", "green", "7")
        used = {"green:56,z2,z3,z4", done + " red:27,z2,z3,z4"}
        assert found == used | ({done} if edition == "movers" else set())


def test_p15_needs_every_other_own_pawn_locked():
    for edition in EDITIONS:
        # Four steps lock a pawn on z2, but the fourth pawn is still at home.
        assert go(edition, "green:57,z3,z4 red:40", "green", "7") == {"green:58,z3,z4"}
