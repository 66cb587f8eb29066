# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Hand-worked Partners cases for the rulings P1 to P10 and P16 to P20."""

from .cases import EDITIONS, go, line_of
from .contract import moves, perft
from .notation import ACTIONS
from .partners_walk import walk_forward


def test_p1_the_turn_goes_green_blue_red_yellow():
    order = ["green", "blue", "red", "yellow", "green"]
    for player, following in zip(order, order[1:], strict=False):
        [(_, result)] = moves(line_of("pawns", "", player), "start")
        assert result.endswith("turn=" + following)


def test_p2_start_spaces_and_goal_mouths_of_the_four_seats():
    for colour, start in {"green": 0, "blue": 15, "red": 30, "yellow": 45}.items():
        mouth = (start - 1) % 60
        for edition in EDITIONS:
            assert go(edition, "", colour, "start") == {f"{colour}:{start}"}
            assert go(edition, f"{colour}:{mouth}", colour, "3") == {f"{colour}:z3"}


def test_p3_a_pawn_on_its_start_goes_round_and_one_at_the_mouth_turns_in():
    for edition in EDITIONS:
        assert go(edition, "green:0", "green", "2") == {"green:2"}
        assert go(edition, "green:58", "green", "2") == {"green:z1"}


def test_p4_the_way_from_the_start_to_z4_is_60_or_63_steps():
    nobody = {colour: ["h"] * 3 for colour in ("green", "blue", "red", "yellow")}
    for edition, steps in {"movers": 60, "nordic": 63, "pawns": 60}.items():
        for colour, start in {"green": "0", "red": "30"}.items():
            rulebook = "partners-" + edition
            assert walk_forward(rulebook, nobody, colour, start, steps) == "z4"
            assert walk_forward(rulebook, nobody, colour, start, steps - 4) == str(
                (int(start) - 1) % 60
            )


def test_p4_start_spaces_are_skipped_or_counted_in_both_directions():
    for edition, ahead, back in [("movers", 17, 12), ("nordic", 16, 13), ("pawns", 17, 12)]:
        assert go(edition, "green:14", "green", "2") == {f"green:{ahead}"}
        assert go(edition, "green:17", "green", "-4") == {f"green:{back}"}


def test_p4_four_back_from_the_first_spaces_reaches_the_mouth():
    for edition, space in [("movers", 4), ("nordic", 3), ("pawns", 4)]:
        assert go(edition, f"green:{space}", "green", "-4") == {"green:59"}
        assert go(edition, "green:0", "green", "-4") == {"green:56"}
    assert go("nordic", "green:4", "green", "-4") == {"green:0"}


def test_p5_p6_fourteen_kinds_of_four_and_eight_cards_unseen():
    assert len(ACTIONS["partners"]) == 14
    assert len(ACTIONS["partners"]) * 4 - 3 * 4 * 4 == 8


def test_p7_with_everybody_at_home_only_start_cards_are_playable():
    for edition in EDITIONS:
        line = line_of(edition, "", "red")
        playable = [action for action in ACTIONS["partners"] if moves(line, action)]
        assert playable == ["start", "8s", "13s"]


def test_p8_every_card_of_one_pawn():
    expected = {
        "start": {"green:0,20"}, "8s": {"green:0,20", "green:28"},
        "13s": {"green:0,20", "green:34"}, "-4": {"green:16"},
        "1/14": {"green:21", "green:35"}, "7": {"green:27"}, "swap": set(),
        "2": {"green:22"}, "3": {"green:23"}, "5": {"green:25"}, "6": {"green:26"},
        "9": {"green:29"}, "10": {"green:31"}, "12": {"green:33"},
    }  # fmt: skip
    for action, results in expected.items():
        assert go("pawns", "green:20", "green", action) == results, action
    assert go("nordic", "green:20", "green", "10") == {"green:30"}


def test_p8_four_back_never_moves_a_pawn_in_the_goal_or_at_home():
    for edition in EDITIONS:
        assert go(edition, "green:z1,z3", "green", "-4") == set()


def test_p9_a_wall_stops_every_other_colour_in_both_directions():
    for edition in EDITIONS:
        for passer in ("green", "red", "yellow"):
            assert go(edition, f"blue:15 {passer}:13", passer, "5") == set()
            assert go(edition, f"blue:15 {passer}:17", passer, "-4") == set()
            assert go(edition, f"blue:15 {passer}:13", passer, "1/14") == {f"{passer}:14"}


def test_p9_a_wall_does_not_hinder_its_owner():
    for edition, behind in [("movers", 12), ("nordic", 13), ("pawns", 12)]:
        expected = {"blue:11,17", f"blue:{behind},15"}
        assert go(edition, "blue:15,17", "blue", "-4") == expected


def test_p9_nobody_lands_on_a_wall():
    assert go("nordic", "blue:15 green:12", "green", "3") == set()
    assert go("nordic", "blue:15 green:19", "green", "-4") == set()
    assert go("nordic", "green:12", "green", "3") == {"green:15"}


def test_p9_a_foreign_pawn_on_a_start_space_is_no_wall():
    assert go("movers", "red:15 green:14", "green", "2") == {"green:17"}
    assert go("nordic", "red:15 green:14", "green", "2") == {"green:16"}
    assert go("nordic", "red:15 green:14", "green", "1/14") == {"green:15 red:", "green:28"}


def test_p10_landing_on_one_on_own_and_on_two():
    for edition in EDITIONS:
        assert go(edition, "green:20 red:23", "green", "3") == {"green:23 red:"}
        assert go(edition, "green:20 blue:23", "green", "3") == {"green:23 blue:"}
        assert go(edition, "green:20 blue:23,23", "green", "3") == {"green:"}
        assert go(edition, "green:20 blue:22,22", "green", "3") == {"green:23"}
        assert go(edition, "green:20,23", "green", "3") == {"green:23,23", "green:20,26"}


def test_p10_entering_the_own_start_follows_the_same_rule():
    for edition in EDITIONS:
        assert go(edition, "green:0", "green", "start") == {"green:0,0"}
    assert go("movers", "blue:0", "green", "start") == {"green:0 blue:"}
    assert go("nordic", "blue:0,0", "green", "start") == {""}
    assert moves(line_of("nordic", "blue:0,0", "green"), "start")[0][0] == "gh>0!"


def test_p16_who_may_be_swapped():
    for edition in EDITIONS:
        on_start = set() if edition == "pawns" else {"green:20 blue:0"}
        assert go(edition, "green:0 blue:20", "green", "swap") == on_start
        assert go(edition, "green:5,5 blue:20", "green", "swap") == set()
        assert go(edition, "green:5,9", "green", "swap") == {""}
        assert go(edition, "green:5,9 blue:20", "green", "swap") == {
            "", "green:9,20 blue:5", "green:5,20 blue:9"
        }  # fmt: skip


def test_p17_a_swap_needs_no_own_pawn():
    for edition in EDITIONS:
        assert go(edition, "blue:20 yellow:40", "green", "swap") == {"blue:40 yellow:20"}


def test_p18_a_foreign_pawn_on_a_start_space_moves_on_or_is_sent_home():
    for edition in ("movers", "nordic"):
        assert go(edition, "red:15", "red", "2") == {"red:17"}
        assert go(edition, "red:15", "red", "-4") == {"red:11"}
        assert go(edition, "red:15", "blue", "start") == {"blue:15 red:"}


def test_p19_four_locked_pawns_help_the_partner():
    locked = "green:z1,z2,z3,z4"
    for edition in EDITIONS:
        assert go(edition, locked + " red:40", "green", "3") == {"red:43"}
        assert go(edition, locked, "green", "start") == {"red:30"}
        assert go(edition, locked + " red:28,30", "green", "3") == {"red:30,z2", "red:28,33"}
        assert go(edition, locked + " blue:15 red:14", "green", "2") == set()
        assert go(edition, "blue:z1,z2,z3,z4 yellow:50", "blue", "5") == {"yellow:55"}


def test_p19_a_helping_seven_is_a_seven():
    for edition in EDITIONS:
        # 28 29 z1 would lock the last pawn, but all seven steps are walked.
        found = go(edition, "green:z1,z2,z3,z4 red:27,z2,z3,z4", "green", "7")
        assert found == {"red:26,z2,z3,z4"}


def test_p20_the_pair_wins_with_its_eighth_locked_pawn():
    locked = "z1,z2,z3,z4"
    for edition in EDITIONS:
        assert go(edition, f"green:59,z2,z3,z4 red:{locked}", "green", "1/14") == {
            f"green:{locked} turn=none winner=green+red", "green:47,z2,z3,z4"
        }  # fmt: skip
        assert go(edition, f"green:{locked} red:29,z2,z3,z4", "green", "1/14") == {
            f"red:{locked} turn=none winner=green+red", "red:17,z2,z3,z4"
        }  # fmt: skip
        # One pair alone is not enough.
        assert go(edition, "yellow:44,z2,z3,z4", "yellow", "1/14") == {
            f"yellow:{locked}", "yellow:32,z2,z3,z4"
        }  # fmt: skip


def test_p20_a_seven_wins_only_when_its_parts_are_right():
    won = "green:z1,z2,z3,z4 red:z1,z2,z3,z4 turn=none winner=green+red"
    for edition in EDITIONS:
        found = go(edition, "green:54,z2,z3,z4 red:29,z2,z3,z4", "green", "7")
        assert won in found
        assert "green:59,z2,z3,z4" in found


def test_p20_nothing_follows_a_won_game():
    locked = "z1,z2,z3,z4"
    for edition in EDITIONS:
        line = line_of(edition, f"green:{locked} red:{locked}", "none", "winner=green+red")
        for action in ACTIONS["partners"]:
            assert moves(line, action) == []
        assert perft(line, 1) == 0


def test_perft_from_the_start():
    """Three start cards each; a swap from the third player on, not of walls in `pawns`.

    Movers and nordic, depth 4: nine ways in. The third player starts (3 actions,
    3 pawns on starts: 3 starts and 3 swaps follow) or swaps (1; 3 starts and 1).
    """
    expected = {"movers": 9 * (3 * 6 + 4), "nordic": 9 * (3 * 6 + 4), "pawns": 81}
    for edition in EDITIONS:
        line = line_of(edition, "", "green")
        assert [perft(line, depth) for depth in range(3)] == [1, 3, 9]
        assert perft(line, 3) == (27 if edition == "pawns" else 36)
        assert perft(line, 4) == expected[edition]
