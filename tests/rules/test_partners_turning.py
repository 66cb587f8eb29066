# SPDX-License-Identifier: Apache-2.0
"""Partners, ruling by ruling: turning in the goal and being locked (P11-P13)."""

from helpers_lines import can, gives
from helpers_partners import EDITIONS, at, to

OLD = ("movers", "nordic")  # one turn in a move


def test_p11_forward_to_the_innermost_reachable_circle():
    for edition in EDITIONS:
        can(at(edition, green="h,h,h,57"), "6", "g57>z4")
        can(at(edition, green="h,h,h,57"), "3", "g57>z1")
        can(at(edition, green="h,h,57,z4"), "5", "g57>z3")
        can(at(edition, green="h,h,h,z1"), "2", "gz1>z3")


def test_p11_the_rest_is_walked_backward_out_onto_the_ring():
    for edition in EDITIONS:
        can(at(edition, green="h,h,h,57"), "9", "g57>z1")
        can(at(edition, green="h,h,h,57"), "10", "g57>59")
        can(at(edition, green="h,h,h,57"), "12", "g57>57")
        can(at(edition, green="h,h,57,z4"), "9", "g57>58")
        can(at(edition, green="h,h,57,z2"), "3", "g57>z1", "gz2>z3")
        can(at(edition, green="h,h,57,z2"), "5", "g57>58", "gz2>z1")
        # The far end of a walk: 4 to z4, and 10 back.
        can(at(edition, green="h,h,h,59"), "1/14", "g59>z1", "g59>53")


def test_p11_backing_out_lands_like_any_move():
    for edition in EDITIONS:
        can(at(edition, green="h,h,57,z4", blue="h,h,h,58"), "9", "g57>58xb58")
        can(at(edition, green="h,h,57,z4", blue="h,h,58,58"), "9", "g57>58!")
        can(at(edition, green="h,57,58,z4"), "10", "g57>57", "g58>56")


def test_p11_no_free_circle_to_turn_in_is_illegal():
    for edition in EDITIONS:
        can(at(edition, green="h,h,57,z1"), "3", "gz1>z4")
        can(at(edition, green="h,57,z1,z4"), "5", "gz1>59")
        can(at(edition, green="57,z2,z3,z4"), "2", "g57>59")
        can(at(edition, green="57,z2,z3,z4"), "3", "g57>z1")
        # z1 and z3 both end where they began: one result, one of the two texts.
        can(at(edition, green="h,56,z1,z3"), "2", "g56>58", "gz1>z1")


def test_p11_a_move_that_ends_where_it_began_is_a_move():
    for edition in EDITIONS:
        gives(at(edition, green="h,h,h,57"), "12", to("g57>57", green="h,h,h,57"))
        can(at(edition, green="h,h,h,z3"), "2", "gz3>z3")
        can(at(edition, green="h,h,h,z1"), "6", "gz1>z1")


def test_p12_one_turn_and_meeting_a_pawn_is_illegal():
    for edition in OLD:
        # z3, in to z4 and back: z3, then z2 is taken.
        line = at(edition, green="h,h,z2,z3")
        can(line, "2", "gz3>z3")
        can(line, "3")
        can(line, "1/14", "gz3>z4")
        # z2 is blocked in front: it cannot turn at once.
        can(at(edition, green="h,h,z1,z2"), "3", "gz2>z3")
        can(at(edition, green="h,h,z1,z2"), "5")
        can(at(edition, green="h,h,z1,z2"), "12")


def test_p12_pawns_turn_any_number_of_times():
    line = at("pawns", green="h,h,z2,z3")
    can(line, "2", "gz3>z3", "gz2>59")  # z3 in and back; z2 turns at once
    can(line, "3", "gz3>z4", "gz2>58")
    can(line, "9", "gz3>z4", "gz2>52")
    can(line, "10", "gz3>z3", "gz2>51")
    can(at("pawns", green="h,h,z1,z2"), "5", "gz1>55", "gz2>z3")


def test_p12_at_once_when_blocked_and_never_between_two():
    can(at("pawns", green="h,h,z1,z2"), "1/14", "gz1>59", "gz2>z3", "gz1>46", "gz2>z4")
    for card in ("2", "3", "9"):
        # z2 has z1 behind and z3 in front; z1 goes out; z3 goes to and fro.
        end = {"2": ("gz1>58", "gz3>z3"), "3": ("gz1>57", "gz3>z4"), "9": ("gz1>51", "gz3>z4")}
        can(at("pawns", green="h,z1,z2,z3"), card, *end[card])
    for edition in OLD:
        can(at(edition, green="h,z1,z2,z3"), "3")
        can(at(edition, green="h,z1,z2,z3"), "2", "gz3>z3")


def test_p12_turning_outward_lands_and_bumps_on_the_ring():
    can(at("pawns", green="h,h,z1,z2", blue="h,h,h,57"), "3", "gz1>57xb57", "gz2>z3")
    can(at("pawns", green="h,h,z1,z2", blue="h,h,57,57"), "3", "gz1>57!", "gz2>z3")


def test_p13_a_locked_pawn_never_moves():
    for edition in EDITIONS:
        for pawns in ("h,h,h,z4", "h,h,z3,z4", "h,z2,z3,z4"):
            for card in ("2", "3", "5", "-4", "1/14", "7", "12", "swap"):
                can(at(edition, green=pawns), card)
        can(at(edition, green="h,h,z1,z4"), "2", "gz1>z3")
        # 14: into z3, back over z2 and z1, and 11 out on the ring.
        can(at(edition, green="h,h,z2,z4"), "1/14", "gz2>z3", "gz2>49")


def test_p13_an_unlocked_pawn_in_the_goal_is_safe():
    for edition in EDITIONS:
        can(at(edition, green="h,h,h,z2", blue="h,h,h,20"), "swap")
        can(at(edition, green="h,h,h,z2"), "-4")
        can(at(edition, green="h,h,h,z3"), "-4")
