# SPDX-License-Identifier: Apache-2.0
"""Partners, ruling by ruling: the board, plain cards, walls and landing (P1-P10)."""

from helpers_lines import can, gives, refused
from helpers_partners import EDITIONS, HOME, at, to

from rules import load
from rules.notation import position_text

COLOURS = ("green", "blue", "red", "yellow")


def test_p1_seats_clockwise_and_the_turn_passes_to_the_left():
    for edition in EDITIONS:
        game = load("partners-" + edition)
        assert game.colours == COLOURS
        assert position_text(game, game.new()) == at(edition)
        for i in range(4):
            ((after, _),) = game.results(game.new(i), 0)
            assert after[16] == (i + 1) % 4
        assert [game.side(seat) for seat in range(4)] == [5, 10, 5, 10]


def test_p2_start_spaces_are_15_apart_and_the_goal_lies_before_them():
    for edition in EDITIONS:
        for i in range(4):
            colour = COLOURS[i]
            start = 15 * i
            can(at(edition, colour), "start", "%sh>%d" % (colour[0], start))
            mouth = (start - 1) % 60
            pawn = {colour: "h,h,h,%d" % mouth}
            can(at(edition, colour, **pawn), "2", "%s%d>z2" % (colour[0], mouth))


def test_p3_from_the_start_space_to_the_first_numbered_space():
    for edition in EDITIONS:
        can(at(edition, green="h,h,h,0"), "1/14", "g0>1", "g0>14")
        can(at(edition, "yellow", yellow="h,h,h,45"), "3", "y45>48")


def test_p3_no_pawn_passes_its_own_goal_mouth():
    for edition in EDITIONS:
        can(at(edition, green="h,h,h,58"), "3", "g58>z2")
        can(at(edition, "red", red="h,h,h,27"), "5", "r27>z3")
        # Others go on past it.
        can(
            at(edition, "blue", blue="h,h,h,58"),
            "3",
            "b58>" + ("1" if edition == "nordic" else "2"),
        )


def test_p4_start_spaces_are_skipped_or_counted():
    for edition, end in (("movers", "17"), ("nordic", "16"), ("pawns", "17")):
        can(at(edition, green="h,h,h,13"), "3", "g13>" + end)
    for edition, end in (("movers", "16"), ("nordic", "15"), ("pawns", "16")):
        can(at(edition, green="h,h,h,13"), "2", "g13>" + end)
    # Backward: the tip of the card names the first 4 spaces, or the first three.
    for edition, ends in (
        ("movers", "56 56 57 58 59 1"),
        ("nordic", "56 57 58 59 0 1"),
        ("pawns", "56 56 57 58 59 1"),
    ):
        for place, end in enumerate(ends.split(" ")):
            can(at(edition, green="h,h,h,%d" % place), "-4", "g%d>%s" % (place, end))
    for edition, end in (("movers", "12"), ("nordic", "13"), ("pawns", "12")):
        can(at(edition, green="h,h,h,17"), "-4", "g17>" + end)


def test_p4_steps_from_the_start_to_the_innermost_circle():
    for edition, steps in (("movers", 60), ("nordic", 63), ("pawns", 60)):
        game = load("partners-" + edition)
        state = game.new()
        game.prepare(state)
        place = 1
        walked = 0
        while place != 64:
            place = game.reach(0, place, 1)
            walked += 1
        assert walked == steps


def test_p5_the_deck_is_14_kinds_4_times():
    for edition in EDITIONS:
        game = load("partners-" + edition)
        assert list(game.deck) == [4] * 14 and len(game.actions) == 14
        assert " ".join(game.actions) == "start 8s 13s -4 1/14 7 swap 2 3 5 6 9 10 12"


def test_p8_plain_and_start_cards():
    for edition in EDITIONS:
        line = at(edition, green="h,h,1,3")
        for card in ("2", "3", "5", "6", "9", "10"):
            n = int(card)
            can(line, card, "g1>%d" % (1 + n), "g3>%d" % (3 + n))
        can(line, "start", "gh>0")
        can(line, "8s", "gh>0", "g1>9", "g3>11")
        can(line, "13s", "gh>0", "g1>14", "g3>" + ("16" if edition == "nordic" else "17"))
        can(line, "1/14", "g1>2", "g3>4", "g1>" + ("15" if edition == "nordic" else "16"),
            "g3>" + ("17" if edition == "nordic" else "18"))  # fmt: skip
        can(at(edition, green="1,2,3,4"), "start")
        can(at(edition), "8s", "gh>0")
        for card in ("-4", "1/14", "7", "swap", "2", "12"):
            can(at(edition), card)
        can(at(edition, green="h,z1,z2,z3"), "-4")


def test_p9_a_wall_stops_passing_and_landing_both_ways():
    for edition in EDITIONS:
        # Blue's wall on 15: from 13 a 2 would land or pass, a 3 pass.
        for card in ("2", "3", "12"):
            can(at(edition, green="h,h,h,13", blue="h,h,h,15"), card)
            can(at(edition, green="h,h,h,13", blue="h,h,15,15"), card)
        can(at(edition, green="h,h,h,12", blue="h,h,h,15"), "2", "g12>14")  # up to it
        can(at(edition, green="h,h,h,17", blue="h,h,h,15"), "-4")
        can(at(edition, green="h,h,h,19", blue="h,h,h,15"), "-4")
        can(at(edition, green="h,h,h,20", blue="h,h,h,15"), "-4", "g20>16")
        # The partner's pawns are stopped too.
        can(at(edition, green="h,h,h,28", red="h,h,h,30"), "3")
        can(at(edition, "blue", blue="h,h,h,43", yellow="h,h,h,45"), "5")


def test_p9_the_owner_is_not_hindered():
    for edition in EDITIONS:
        end = "59" if edition == "nordic" else "58"
        can(at(edition, green="h,h,0,3"), "-4", "g0>56", "g3>" + end)
        can(at(edition, green="h,0,0,0"), "start", "gh>0")
    gives(at("nordic", green="h,h,0,4"), "-4",
          to("g0>56", green="h,h,4,56"),
          to("g4>0", green="h,h,0,0"))  # fmt: skip


def test_p9_a_foreign_pawn_on_a_start_space_is_no_wall():
    can(at("movers", green="h,h,h,14", red="h,h,h,15"), "3", "g14>18")
    can(at("nordic", green="h,h,h,14", red="h,h,h,15"), "3", "g14>17")
    can(at("nordic", green="h,h,h,13", red="h,h,h,15"), "2", "g13>15xr15")
    can(at("nordic", green="h,h,h,17", red="h,h,15,15"), "-4", "g17>13")


def test_p10_landing_on_one_pawn_sends_it_home_on_more_the_lander():
    for edition in EDITIONS:
        for colour, other in (("blue", "b"), ("red", "r")):
            one = {colour: "h,h,h,10"}
            two = {colour: "h,h,10,10"}
            can(at(edition, green="h,h,h,7", **one), "3", "g7>10x%s10" % other)
            can(at(edition, green="h,h,h,7", **two), "3", "g7>10!")
        gives(
            at(edition, green="h,h,h,7", blue="h,h,5,10"),
            "3",
            to("g7>10xb10", green="h,h,h,10", blue="h,h,h,5"),
        )
        gives(
            at(edition, green="h,h,h,7", blue="h,10,10,10"), "3", to("g7>10!", blue="h,10,10,10")
        )
        gives(
            at(edition, green="h,h,h,14", blue="h,h,h,10"),
            "-4",
            to("g14>10xb10", green="h,h,h,10"),
        )


def test_p10_own_pawns_stack_and_stacks_do_not_block():
    for edition in EDITIONS:
        gives(
            at(edition, green="h,7,10,10"),
            "3",
            to("g7>10", green="h,10,10,10"),
            to("g10>13", green="h,7,10,13"),
        )
        can(at(edition, green="h,h,h,7", blue="h,h,9,9"), "3", "g7>10")


def test_p10_entering_follows_the_rule_of_landing():
    for edition in ("movers", "nordic"):
        can(at(edition, red="h,h,h,0"), "start", "gh>0xr0")
        can(at(edition, green="h,h,h,0"), "start", "gh>0")
    gives(at("nordic", red="h,h,0,0"), "start",
          to("gh>0!", red="h,h,0,0"))  # fmt: skip
    can(at("nordic", green="h,h,h,4", red="h,h,0,0"), "-4", "g4>0!")


def test_impossible_positions_name_the_colour():
    for edition in EDITIONS:
        refused(at(edition, green="h,h,h,20", red="h,h,h,20"), "red", "two colours on 20")
        refused(at(edition, green="h,h,z2,z2"), "green", "two pawns in z2")
    refused(at("pawns", green="h,h,h,15"), "green", "foreign start space")
    refused(at("movers", green="h,h,15,15"), "green", "two on a foreign start")
    can(at("movers", green="h,h,h,15"), "2", "g15>17")
    can(at("nordic", green="h,15,15,15"), "2", "g15>17")
    can(at("pawns", green="0,0,0,0"), "2", "g0>2")
    refused("partners-pawns green:%s blue:%s red:%s turn=green" % (HOME, HOME, HOME), "seats")
