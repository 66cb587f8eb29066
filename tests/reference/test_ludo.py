# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Hand-worked Ludo cases, one or more for every ruling L1 to L12."""

from .cases import go, line_of
from .contract import moves, perft
from .ludo import walk
from .notation import ACTIONS


def test_l1_the_turn_goes_red_yellow_blue_green_over_those_in_play():
    orders = ["red yellow blue green", "red blue", "red yellow green", "yellow blue green"]
    for players in orders:
        order = players.split()
        for player, following in zip(order, [*order[1:], order[0]], strict=True):
            pawns = f"{player}:{3 + 13 * ['red', 'yellow', 'blue', 'green'].index(player)}"
            [(_, result)] = moves(line_of("ludo", pawns, player, players=players), "1")
            assert result.endswith("turn=" + following)


def test_l1_l3_each_colour_enters_on_its_own_frifelt():
    for colour, field in {"red": 0, "yellow": 13, "blue": 26, "green": 39}.items():
        assert go("ludo", "", colour, "6") == {f"{colour}:{field} turn={colour}"}


def test_l2_fifty_steps_to_the_row_and_six_more_to_the_goal():
    nobody = {"red": ["h"] * 3, "blue": ["h"] * 4}
    place = "0"
    for _ in range(50):
        place = walk(nobody, "red", place, 1)
    assert place == "50"
    assert walk(nobody, "red", "0", 56) == "f"
    assert walk(nobody, "red", "0", 57) is None
    assert go("ludo", "red:50", "red", "1") == {"red:z1"}
    assert go("ludo", "red:50", "red", "5") == {"red:z5"}
    assert go("ludo", "red:50", "red", "6") == {"red:f turn=red", "red:0,50 turn=red"}
    assert go("ludo", "yellow:11", "yellow", "1") == {"yellow:z1"}
    assert go("ludo", "yellow:51", "yellow", "2") == {"yellow:1"}


def test_l2_exact_throw_for_the_goal():
    assert go("ludo", "red:z3", "red", "3") == {"red:f"}
    assert go("ludo", "red:z3", "red", "4") == {""}
    assert go("ludo", "red:z5,7", "red", "2") == {"red:9,z5"}


def test_l3_only_a_six_enters_and_it_need_not():
    assert go("ludo", "red:3", "red", "5") == {"red:8"}
    assert go("ludo", "red:3", "red", "6") == {"red:0,3 turn=red", "red:9 turn=red"}


def test_l4_up_to_three_tries_with_nobody_in_play():
    for pawns in ("", "red:f", "red:f,f,f"):
        for action in "12345":
            assert go("ludo", pawns, "red", action) == {"turn=red tries=1"}
            assert go("ludo", pawns, "red", action, "tries=1") == {"turn=red tries=2"}
            assert go("ludo", pawns, "red", action, "tries=2") == {""}
        entered = ",".join(["0", *pawns[4:].split(",")]) if pawns else "0"
        for tries in ("", "tries=1", "tries=2"):
            assert go("ludo", pawns, "red", "6", tries) == {f"red:{entered} turn=red"}


def test_l4_a_pawn_in_the_row_is_in_play():
    assert go("ludo", "red:z5", "red", "2") == {""}


def test_l4_l5_the_extra_throw_has_its_tries_too():
    found = go("ludo", "red:50,f,f", "red", "6")
    assert found == {"red:0,50,f,f turn=red", "red:f,f,f turn=red"}
    assert go("ludo", "red:f,f,f", "red", "2") == {"turn=red tries=1"}


def test_l5_a_six_that_cannot_be_used_passes_the_turn():
    # Yellow bars both red's frifelt and the way of its pawn.
    assert go("ludo", "yellow:0,0", "red", "6") == {""}
    assert go("ludo", "yellow:0,0", "red", "6", "tries=1") == {""}
    assert go("ludo", "red:z4,f,f,f", "red", "6") == {""}


def test_l6_h4_forced_and_declined():
    option = "opt=forced:no"
    assert go("ludo", "red:3", "red", "2") == {"red:5"}
    assert go("ludo", "red:3", "red", "2", option) == {"red:5", ""}
    assert go("ludo", "red:3", "red", "6", option) == {"red:0,3 turn=red", "red:9 turn=red", ""}
    # A declined 6 passes the turn, also as a try.
    assert go("ludo", "", "red", "6", "tries=1 " + option) == {"red:0 turn=red", ""}
    # No legal move: only one `-`, and a try is a try.
    assert go("ludo", "red:z4", "red", "3", option) == {""}
    assert go("ludo", "", "red", "3", option) == {"turn=red tries=1"}
    assert moves(line_of("ludo", "red:z4", "red"), "3")[0][0] == "-"


def test_l7_a_barrier_is_neither_passed_nor_landed_on():
    assert go("ludo", "red:3 blue:5,5", "red", "2") == {""}
    assert go("ludo", "red:3 blue:5,5", "red", "4") == {""}
    assert go("ludo", "red:3 blue:5,5", "red", "1") == {"red:4"}
    assert go("ludo", "blue:3,5,5", "blue", "4") == {"blue:5,5,7", "blue:3,5,9"}
    assert go("ludo", "red:12 yellow:13,13", "red", "1") == {""}


def test_l8_landing_on_a_single_pawn_and_on_its_own_frifelt():
    assert go("ludo", "red:3 blue:5", "red", "2") == {"red:5 blue:"}
    assert go("ludo", "red:11 yellow:13", "red", "2") == {"red:13"}
    assert go("ludo", "red:11 blue:13", "red", "2") == {"red:13 blue:"}
    # Each is judged alone, and two colours make no barrier.
    assert go("ludo", "red:11 yellow:13 blue:13", "red", "2") == {"red:13 blue:"}
    assert go("ludo", "red:11 blue:13 green:13", "red", "2") == {"red:13 blue: green:"}
    assert go("ludo", "red:11 yellow:13 blue:13", "red", "4") == {"red:15"}


def test_l9_landing_with_a_six_captures_only_what_stays():
    landed = "red:9,f,f,f yellow:9"
    assert go("ludo", "red:3,f,f,f yellow:9", "red", "6") == {"red:9,f,f,f turn=red moved=9"}
    # The same pawn moves on: nothing is captured.
    assert go("ludo", landed, "red", "2", "moved=9") == {"red:11,f,f,f"}
    # Another pawn moves, or none can: the capture happens.
    assert go("ludo", "red:9,z1,f,f yellow:9", "red", "4", "moved=9") == {
        "red:9,z5,f,f yellow:", "red:13,z1,f,f"
    }  # fmt: skip
    assert go("ludo", landed + " blue:10,10", "red", "2", "moved=9") == {"yellow:"}
    # A declined throw is a pass (L6).
    assert go("ludo", landed, "red", "2", "moved=9 opt=forced:no") == {"red:11,f,f,f", "yellow:"}


def test_l9_the_capture_comes_before_the_landing_of_the_new_move():
    found = go("ludo", "red:5,9 yellow:9", "red", "4", "moved=9")
    assert found == {"red:9,9 yellow:", "red:5,13"}
    # With a 6 nobody is left there to make a new pending capture of.
    found = go("ludo", "red:3,9,f,f yellow:9", "red", "6", "moved=9")
    assert found == {"red:9,9,f,f yellow: turn=red", "red:3,15,f,f turn=red"}


def test_l9_with_two_own_pawns_there_one_always_stays():
    assert go("ludo", "red:9,9 yellow:9", "red", "2", "moved=9") == {"red:9,11 yellow:"}
    assert go("ludo", "red:9,9 yellow:9", "red", "2", "moved=9 opt=forced:no") == {
        "red:9,11 yellow:", "yellow:"
    }  # fmt: skip


def test_l9_on_a_foreign_frifelt_only_the_capturable_pawn_is_pending():
    assert go("ludo", "red:7,f,f,f yellow:13", "red", "6") == {"red:13,f,f,f turn=red"}
    assert go("ludo", "red:7,f,f,f yellow:13 blue:13", "red", "6") == {
        "red:13,f,f,f turn=red moved=13"
    }
    barred = "red:13,f,f,f yellow:13 blue:13 green:14,14"
    assert go("ludo", barred, "red", "2", "moved=13") == {"blue:"}


def test_l10_entering_captures_at_once():
    assert go("ludo", "yellow:0", "red", "6") == {"red:0 yellow: turn=red"}
    assert go("ludo", "yellow:0 blue:0", "red", "6") == {"red:0 yellow: blue: turn=red"}
    assert go("ludo", "red:0", "red", "2") == {"red:2"}


def test_l11_a_second_six_is_pending_again():
    found = go("ludo", "red:9,f,f,f yellow:9,15", "red", "6", "moved=9")
    assert found == {"red:15,f,f,f turn=red moved=15"}
    # Another pawn's six: the first capture happens, the second is pending.
    found = go("ludo", "red:9,20,f,f yellow:9 green:26", "red", "6", "moved=9")
    assert found == {
        "red:9,26,f,f yellow: turn=red moved=26", "red:15,20,f,f turn=red"
    }  # fmt: skip
    # Entering on a pending six captures both at once.
    found = go("ludo", "red:9,f,f yellow:9 green:0", "red", "6", "moved=9")
    assert found == {"red:0,9,f,f yellow: green: turn=red", "red:15,f,f turn=red"}


def test_l12_four_pawns_in_the_goal_end_the_game_at_once():
    assert go("ludo", "red:z5,f,f,f", "red", "1") == {"red:f,f,f,f turn=none winner=red"}
    assert go("ludo", "red:50,f,f,f", "red", "6") == {"red:f,f,f,f turn=none winner=red"}
    # It leaves a pending capture undone: the attacker has moved away (L9).
    won = {"red:f,f,f,f turn=none winner=red"}
    assert go("ludo", "red:50,f,f,f yellow:50", "red", "6", "moved=50") == won
    line = line_of("ludo", "red:f,f,f,f", "none", "winner=red")
    for action in ACTIONS["ludo"]:
        assert moves(line, action) == []


def test_perft_from_the_start():
    """Six throws; after a try six again, after the 6 five moves and two for a 6."""
    for players in (None, "red blue", "red yellow green"):
        line = line_of("ludo", "", "red", players=players)
        assert perft(line, 1) == 6
        assert perft(line, 2) == 5 * 6 + 7
