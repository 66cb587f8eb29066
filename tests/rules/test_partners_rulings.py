# SPDX-License-Identifier: Apache-2.0
"""Partners, ruling by ruling: P1 to P20, in every edition where they differ."""

from helpers_lines import can, refused, results

from rules import load
from rules.parse import parse_position
from rules.round import CardRefused, Round

EDITIONS = ("partners-movers", "partners-nordic", "partners-pawns")
UNCOUNTED = ("partners-movers", "partners-pawns")  # start spaces are not counted (P4)
HOME = "h,h,h,h"


def line(edition, green=HOME, blue=HOME, red=HOME, yellow=HOME, turn="green"):
    text = "%s green:%s blue:%s red:%s yellow:%s turn=%s"
    return text % (edition, green, blue, red, yellow, turn)


def pawns(edition, action, colour="green", **where):
    """Return the sorted places of one colour after every result."""
    found = results(line(edition, **where), action).values()
    return sorted([r.split(colour + ":")[1].split(" ")[0] for r in found])


def test_p1_seats_go_clockwise_and_partners_sit_opposite():
    for edition in EDITIONS:
        game = load(edition)
        assert game.colours == ("green", "blue", "red", "yellow")
        assert [game.next_seat(seat) for seat in range(4)] == [1, 2, 3, 0]
        won = line(edition, "z1,z2,z3,z4", red="z1,z2,z3,z4")[: -len("turn=green")]
        parse_position(won + "turn=none winner=green+red")
        refused(won + "turn=none winner=green", "winner")
        refused(won + "turn=none winner=green+blue", "winner")


def test_p2_the_goal_is_reached_from_the_space_before_the_start():
    for edition in EDITIONS:
        can(line(edition, "h,h,h,59"), "2", "g59>z2")
        can(line(edition, blue="h,h,h,14", turn="blue"), "3", "b14>z3")
        can(line(edition, red="h,h,h,29", turn="red"), "2", "r29>z2")
        can(line(edition, yellow="h,h,h,44", turn="yellow"), "2", "y44>z2")


def test_p3_a_pawn_turns_in_at_its_own_goal():
    for edition in EDITIONS:
        can(line(edition, "h,h,h,0"), "2", "g0>2")
        can(line(edition, "h,h,h,57"), "5", "g57>z3")


def test_p4_start_spaces_are_skipped_or_counted():
    for edition in UNCOUNTED:
        can(line(edition, "h,h,h,13"), "3", "g13>17")
        can(line(edition, "h,h,h,2"), "-4", "g2>57")
        can(line(edition, "h,h,h,17"), "-4", "g17>12")
    can(line("partners-nordic", "h,h,h,13"), "3", "g13>16")
    can(line("partners-nordic", "h,h,h,13"), "2", "g13>15")
    can(line("partners-nordic", "h,h,h,2"), "-4", "g2>58")
    can(line("partners-nordic", "h,h,h,4"), "-4", "g4>0")


def test_p4_sixty_or_sixtythree_steps_from_the_start_to_the_goal():
    for edition, last in (("partners-movers", "12"), ("partners-pawns", "12")):
        place = "0"
        for action in ("12", "12", "12", "12", last):
            (place,) = [p.split(",")[3] for p in pawns(edition, action, green="h,h,h," + place)]
        assert place == "z4", edition
    place = "0"
    for action in ("12", "12", "12", "12", "12", "3"):
        (place,) = [
            p.split(",")[3] for p in pawns("partners-nordic", action, green="h,h,h," + place)
        ]
    assert place == "z4"


def test_p5_the_deck_has_four_of_fourteen_kinds():
    for edition in EDITIONS:
        game = load(edition)
        assert len(game.actions) == 14
        assert list(game.deck) == [4] * 14


def test_p6_a_dealer_deals_three_times_then_the_next_one_gathers():
    r = Round.new(0)
    assert (r.dealer, r.deal, r.first, r.turn) == (3, 1, 0, 0)
    for deal in (1, 2, 3):
        assert r.deal == deal
        for k in range(16):
            # A kind has four copies: deal 1 lays kinds 0-3, deal 2 kinds 4-7, deal 3 kinds 8-11.
            new_deal = r.play(r.turn, (deal - 1) * 4 + k // 4, k % 4 + 1)
            assert new_deal == (k == 15)
    assert (r.dealer, r.deal, r.first, r.turn) == (0, 1, 1, 1)
    assert not r.seen(0, 1)


def test_p6_a_card_is_seen_once_in_a_dealers_cycle():
    r = Round.new(2)
    r.play(2, 5, 1)
    assert r.seen(5, 1) and not r.seen(5, 2)
    try:
        r.play(3, 5, 1)
    except CardRefused as error:
        assert str(error) == "already-played"
    else:
        raise AssertionError("played twice")


def test_p7_a_player_without_a_playable_card_is_out_until_the_next_deal():
    r = Round.new(0)
    r.fold(0, [(3, 1)])
    assert r.hand(0) == 0 and r.folded(0) and r.seen(3, 1)
    seats = []
    for k in range(12):
        seats.append(r.turn)
        r.play(r.turn, k, 2)
    assert seats == [1, 2, 3] * 4
    assert r.deal == 2 and r.turn == 0 and r.hand(0) == 4


def test_p8_what_each_card_moves():
    for edition in EDITIONS:
        can(line(edition, "h,h,h,1"), "start", "gh>0")
        can(line(edition, "h,h,h,1"), "8s", "gh>0", "g1>9")
        can(
            line(edition, "h,h,h,1"), "1/14", "g1>2", "g1>%d" % (15 if "nordic" in edition else 16)
        )
        can(line(edition, "h,h,h,h"), "1/14")
        for name, steps in (("2", 2), ("3", 3), ("5", 5), ("6", 6), ("9", 9), ("10", 10)):
            can(line(edition, "h,h,h,1"), name, "g1>%d" % (1 + steps))
        can(line(edition, "h,h,h,z1"), "-4")
    can(line("partners-pawns", "h,h,h,1"), "13s", "gh>0", "g1>14")


def test_p9_nobody_else_passes_a_wall():
    for edition in EDITIONS:
        can(line(edition, "h,h,h,13", blue="h,h,h,15"), "3")
        can(line(edition, "h,h,h,17", blue="h,h,h,15"), "-4")
        can(line(edition, "h,h,h,28", red="h,h,h,30"), "3")  # the partner's wall too
    can(line("partners-nordic", "h,h,h,13", blue="h,h,h,15"), "2")  # nor lands on it


def test_p9_the_owner_passes_and_a_foreign_pawn_is_no_wall():
    can(line("partners-pawns", "h,h,0,2"), "-4", "g2>57", "g0>56")
    can(line("partners-movers", "h,h,h,13", yellow="h,h,h,15"), "3", "g13>17")
    can(line("partners-nordic", "h,h,h,13", yellow="h,h,h,15"), "2", "g13>15xy15")


def test_p10_landing_on_a_space():
    for edition in EDITIONS:
        can(line(edition, "h,h,3,5"), "2", "g3>5", "g5>7")
        can(line(edition, "h,h,h,3", blue="h,h,h,5"), "2", "g3>5xb5")
        can(line(edition, "h,h,h,3", red="h,h,h,5"), "2", "g3>5xr5")  # the partner too
        can(line(edition, "h,h,h,3", blue="h,h,5,5"), "2", "g3>5!")
        can(line(edition, "h,h,h,3", blue="h,h,5,5"), "3", "g3>6")  # stacks do not block


def test_p11_too_far_is_turned_back_in_the_goal():
    for edition in EDITIONS:
        can(line(edition, "h,h,h,58"), "6", "g58>z3")
        can(line(edition, "h,h,58,z4"), "6", "g58>z1")
        can(line(edition, "h,h,h,z1"), "6", "gz1>z1")
        can(line(edition, "h,h,h,z1"), "9", "gz1>57")
        can(line(edition, "h,h,58,z1"), "3", "gz1>z4")  # 58 has no free circle to turn in
        can(line(edition, "h,h,z2,z4"), "2", "gz2>z2")  # ends where it began


def test_p12_turning_again():
    # z3 goes z4 z3 z2 and, before z1, turns once more: z3 z4. z1 goes z2 and back out.
    can(line("partners-pawns", "h,h,z1,z3"), "5", "gz1>57", "gz3>z4")
    can(line("partners-movers", "h,h,z1,z3"), "5", "gz1>57")
    can(line("partners-nordic", "h,h,z1,z3"), "5", "gz1>57")
    can(line("partners-pawns", "h,h,z1,z2"), "2", "gz1>58", "gz2>z4")  # z1 turns at once
    can(line("partners-movers", "h,h,z1,z2"), "2", "gz2>z4")
    # In front and behind: the middle one cannot move.
    assert not [m for m in results(line("partners-pawns", "h,z1,z2,z3"), "2") if "z2>" in m]


def test_p13_a_locked_pawn_never_moves():
    for edition in EDITIONS:
        can(line(edition, "h,h,h,z4"), "1/14")
        can(line(edition, "h,h,z3,z4"), "2")
        can(line(edition, "h,h,z3,z4", red="h,h,h,40"), "swap")
        can(line(edition, "h,h,h,z3"), "1/14", "gz3>z4", "gz3>%d" % 50)


def test_p14_a_seven_is_shared_among_pawns_each_once():
    for edition in EDITIONS:
        found = pawns(edition, "7", green="h,h,2,30" if "x" in edition else "h,h,2,33")
        assert len(found) == 8
        # A part bumps, and what it sent home stays there.
        told = results(line(edition, "h,h,2,20", blue="h,h,h,4"), "7").values()
        assert any("green:h,h,4,25 blue:h,h,h,h" in r for r in told)
        # An own pawn sent home by landing on two others.
        told = results(line(edition, "h,h,2,20", blue="h,h,4,4"), "7").values()
        assert any("green:h,h,h,25 blue:h,h,4,4" in r for r in told)
        assert len(pawns(edition, "7", green="h,h,h,3")) == 1


def test_p14_the_order_of_the_parts_matters():
    # z3 must move to z4 before the other one can pass z1 and z2 to z3.
    for edition in EDITIONS:
        found = pawns(edition, "7", green="h,h,56,z3")
        assert "h,h,z3,z4" in found, (edition, found)


def test_p15_finishing_with_a_part_of_the_seven():
    last = {"green": "59,z2,z3,z4"}
    played = {"red": "h,h,h,40"}
    assert pawns("partners-pawns", "7", **last, **played) == ["54,z2,z3,z4", "z1,z2,z3,z4"]
    told = results(line("partners-pawns", **last, **played), "7").values()
    assert any("green:z1,z2,z3,z4 blue:h,h,h,h red:h,h,h,47" in r for r in told)
    for edition in ("partners-movers", "partners-nordic"):
        told = sorted(results(line(edition, **last, **played), "7").values())
        assert len(told) == 3, told  # the whole seven, the rest given up, the rest used
    # The partner cannot use the rest.
    assert pawns("partners-pawns", "7", **last) == ["54,z2,z3,z4"]
    assert pawns("partners-movers", "7", **last) == ["54,z2,z3,z4", "z1,z2,z3,z4"]


def test_p15_the_rest_wins_only_where_the_edition_gives_it_up():
    both = {"green": "59,z2,z3,z4", "red": "z1,z2,z3,z4"}
    for edition in ("partners-movers", "partners-nordic"):
        told = results(line(edition, **both), "7").values()
        assert any(r.endswith("turn=none winner=green+red") for r in told), edition
    told = results(line("partners-pawns", **both), "7").values()
    assert not any("winner" in r for r in told)


def test_p16_any_two_unprotected_pawns_change_places():
    for edition in EDITIONS:
        can(line(edition, "h,h,h,3", blue="h,h,h,20"), "swap", "g3<>b20")
        can(line(edition, "h,h,5,5", blue="h,h,h,20"), "swap")  # a stack is protected
        can(line(edition, "h,h,h,z2", blue="h,h,h,20"), "swap")
        assert len(results(line(edition, "h,h,3,9"), "swap")) == 1  # two of one colour
    can(line("partners-pawns", "h,h,h,0", blue="h,h,h,20"), "swap")
    for edition in ("partners-movers", "partners-nordic"):
        can(line(edition, "h,h,h,0", blue="h,h,h,20"), "swap", "g0<>b20")


def test_p17_a_swap_needs_no_own_pawn():
    for edition in EDITIONS:
        can(line(edition, blue="h,h,h,20", red="h,h,h,40"), "swap", "b20<>r40")
        can(line(edition, blue="h,h,h,20"), "swap")


def test_p18_a_foreign_pawn_on_a_start_space():
    for edition in ("partners-movers", "partners-nordic"):
        can(line(edition, blue="h,h,h,0"), "start", "gh>0xb0")
        can(line(edition, blue="h,h,h,0", turn="blue"), "2", "b0>2")
    refused(line("partners-pawns", blue="h,h,h,0"), "blue")
    refused(line("partners-movers", blue="h,h,0,0"), "blue")


def test_p19_a_player_who_is_done_helps_the_partner():
    done = {"green": "z1,z2,z3,z4"}
    for edition in EDITIONS:
        can(
            line(edition, red="h,h,h,40", **done),
            "5",
            "r40>%d" % (45 if "nordic" in edition else 46),
        )
        can(line(edition, red="h,h,h,h", **done), "start", "rh>30")
        can(line(edition, red="h,h,h,28", **done), "3", "r28>z2")
        # A seven is seven: no part of it may be given up.
        told = results(line(edition, red="29,z2,z3,z4", **done), "7").values()
        assert [r.split("red:")[1].split(" ")[0] for r in told] == ["24,z2,z3,z4"]


def test_p20_the_pair_wins_when_all_eight_are_locked():
    for edition in EDITIONS:
        told = results(line(edition, "z1,z2,z3,z4", red="29,z2,z3,z4"), "1/14").values()
        assert any(r.endswith("turn=none winner=green+red") for r in told)
        told = results(line(edition, "59,z2,z3,z4", red="h,z2,z3,z4"), "1/14").values()
        assert not any("winner" in r for r in told)
        over = line(edition, "z1,z2,z3,z4", red="z1,z2,z3,z4")
        over = over.replace("turn=green", "turn=none winner=green+red")
        for action in load(edition).actions:
            can(over, action)
