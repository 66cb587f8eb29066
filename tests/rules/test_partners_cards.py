# SPDX-License-Identifier: Apache-2.0
"""Partners, ruling by ruling: the 7, the swap, helping and winning (P14-P20)."""

from helpers_lines import can, gives, refused, results
from helpers_partners import DONE, EDITIONS, at, to

from rules import load

OLD = ("movers", "nordic")
REST = " blue:h,h,h,h red:%s yellow:h,h,h,h turn=blue"


def test_p14_total_of_7_over_one_or_more_pawns():
    for edition in EDITIONS:
        can(at(edition, green="h,h,h,3"), "7", "g3>10")
        can(at(edition, green="h,h,3,3"), "7", "g3>10", "g3>4+g3>9", "g3>5+g3>8", "g3>6+g3>7")
        assert len(results(at(edition, green="1,17,32,48"), "7")) == 120


def test_p14_every_part_obeys_the_rules_at_its_time():
    for edition in EDITIONS:
        # A wall on 15 stops 12 from going more than 2.
        can(at(edition, green="h,h,1,12", blue="h,h,h,15"), "7",
            "g1>8", "g1>7+g12>13", "g1>6+g12>14")  # fmt: skip
        # One pawn bumps, the other stacks on it; two pawns bump one each.
        found = results(at(edition, green="h,h,1,2", blue="h,h,h,5"), "7")
        assert found["g1>5xb5+g2>5"].startswith("green:h,h,5,5 blue:h,h,h,h ")
        assert len(found) == 5
        found = results(at(edition, green="h,h,1,2", blue="h,h,5,5"), "7")
        assert found["g1>5!+g2>5!"].startswith("green:h,h,h,h blue:h,h,5,5 ")
        assert found["g1>5!+g2>5!"].endswith(" turn=blue")


def test_p14_a_pawn_sent_home_is_not_brought_back():
    for edition in EDITIONS:
        # After 4 steps it would be home: the rest of 3 has nobody.
        can(at(edition, green="h,h,h,1", blue="h,h,5,5"), "7", "g1>8")
        can(at(edition, green="h,h,h,1", blue="h,h,8,8"), "7", "g1>8!")


def test_p14_the_order_matters_in_the_goal():
    for edition in EDITIONS:
        # z3 first goes in to z4, then z2 follows; the other order is not possible.
        found = results(at(edition, green="h,1,z2,z3"), "7")
        assert found["gz3>z4+gz2>z3+g1>6"].startswith("green:h,6,z3,z4 ")
        # 57 can only come in when z1 has gone on.
        found = results(at(edition, green="h,h,57,z1"), "7")
        assert found["gz1>z4+g57>z2"].startswith("green:h,h,z2,z4 ")
        found = results(at(edition, green="h,h,57,z2"), "7")
        assert found["gz2>z4+g57>z3"].startswith("green:h,h,z3,z4 ")


def test_p14_a_part_may_turn_in_the_goal_and_end_where_it_began():
    for edition in EDITIONS:
        found = results(at(edition, green="h,h,1,z3"), "7")
        assert found["gz3>z3+g1>6"].startswith("green:h,h,6,z3 ")
        assert found["gz3>59+g1>3"].startswith("green:h,h,3,59 ")
    # Pushed out by turning at once: only in the newest edition.
    assert "gz1>58+g1>6" in results(at("pawns", green="h,1,z1,z2"), "7")
    for edition in OLD:
        assert "gz1>58+g1>6" not in results(at(edition, green="h,1,z1,z2"), "7")


def test_p14_locked_pawns_take_no_part():
    for edition in EDITIONS:
        can(at(edition, green="h,1,z3,z4"), "7", "g1>8")
        can(at(edition, green="h,h,z3,z4"), "7")


def test_p15_pawns_finishes_only_with_the_rest_used_in_full():
    line = at("pawns", green="58,z2,z3,z4", red="h,h,h,31")
    gives(line, "7",
          "g58>z1+r31>36 | green:z1,z2,z3,z4" + REST % "h,h,h,36",
          "g58>55 | green:55,z2,z3,z4" + REST % "h,h,h,31")  # fmt: skip
    # Nobody to use it: not allowed; turning back on the ring still is.
    can(at("pawns", green="58,z2,z3,z4"), "7", "g58>55")
    can(at("pawns", green="58,z2,z3,z4", red="h,h,h,43", yellow="h,h,h,45"), "7", "g58>55")
    # It may be shared out among the partner's pawns.
    can(at("pawns", green="59,z2,z3,z4", red="h,h,31,41", yellow="h,h,h,45"), "7",
        "g59>54", "g59>z1+r31>37", "g59>z1+r31>36+r41>42", "g59>z1+r31>35+r41>43",
        "g59>z1+r31>34+r41>44")  # fmt: skip


def test_p15_movers_may_give_the_rest_up_also_where_it_could_be_used():
    line = at("movers", green="58,z2,z3,z4", red="h,h,h,31")
    gives(line, "7",
          "g58>z1 | green:z1,z2,z3,z4" + REST % "h,h,h,31",
          "g58>z1+r31>36 | green:z1,z2,z3,z4" + REST % "h,h,h,36",
          "g58>55 | green:55,z2,z3,z4" + REST % "h,h,h,31")  # fmt: skip


def test_p15_nordic_must_use_the_rest_where_that_is_possible():
    line = at("nordic", green="58,z2,z3,z4", red="h,h,h,31")
    gives(line, "7",
          "g58>z1+r31>36 | green:z1,z2,z3,z4" + REST % "h,h,h,36",
          "g58>55 | green:55,z2,z3,z4" + REST % "h,h,h,31")  # fmt: skip


def test_p15_movers_and_nordic_give_the_rest_up_where_nobody_can_use_it():
    for edition in OLD:
        can(at(edition, green="58,z2,z3,z4"), "7", "g58>z1", "g58>55")
        # A wall stops red's only pawn before the fifth step.
        line = at(edition, green="58,z2,z3,z4", red="h,h,h,41", yellow="h,h,h,45")
        can(line, "7", "g58>z1", "g58>55")


def test_h1_the_rest_may_or_must_be_used_by_option():
    where = {"green": "58,z2,z3,z4", "red": "h,h,h,31"}
    can(at("movers", "green opt=rest:must", **where), "7", "g58>55", "g58>z1+r31>36")
    can(at("nordic", "green opt=rest:may", **where), "7", "g58>55", "g58>z1", "g58>z1+r31>36")
    for edition, other in (("movers", "must"), ("nordic", "may")):
        # Nobody can use it: given up either way.
        can(at(edition, "green opt=rest:" + other, green="58,z2,z3,z4"), "7", "g58>z1", "g58>55")


def test_h1_a_line_carries_the_option_where_it_is_not_the_rulebooks_own():
    for edition, own, other in (("movers", "may", "must"), ("nordic", "must", "may")):
        line = at(edition, "green opt=rest:" + other, green="h,h,h,3")
        assert results(line, "2")["g3>5"].endswith(" turn=blue opt=rest:" + other)
        refused(at(edition, "green opt=rest:" + own), "opt", "only what differs from the defaults")
        refused(at(edition, "green opt=rest:never"), "opt", "rest cannot be never")
        assert load("partners-" + edition).choices("rest") == (own, other)
    for other in ("may", "must"):
        refused(at("pawns", "green opt=rest:" + other), "opt")


def test_p15_needs_exactly_one_pawn_that_is_not_locked():
    for edition in EDITIONS:
        can(at(edition, green="h,59,z3,z4", red="h,h,h,31"), "7", "g59>56")
        can(at(edition, green="h,z2,z3,z4", red="h,h,h,31"), "7")
        # With all seven: an ordinary finish.
        can(at(edition, green="53,z2,z3,z4", red="h,h,h,31"), "7", "g53>z1")


def test_p15_the_rest_is_used_in_full_or_not_at_all():
    # 58 locks with 2. Red's last pawn could lock with 2 of the remaining 5: it may not, it walks
    # all 5, in and out again.
    for edition in EDITIONS:
        line = at(edition, green="58,z2,z3,z4", red="28,z2,z3,z4")
        moves = ["g58>55", "g58>z1+r28>27"]
        if edition == "movers":
            moves.append("g58>z1")
        can(line, "7", *moves)
        # In full: the pair wins.
        line = at(edition, green="58,z2,z3,z4", red="25,z2,z3,z4")
        assert results(line, "7")["g58>z1+r25>z1"].endswith(" turn=none winner=green+red")


def test_p15_no_partner_pawn_left():
    for edition in OLD:
        line = at(edition, green="58,z2,z3,z4", red=DONE)
        assert results(line, "7")["g58>z1"].endswith(" turn=none winner=green+red")
    can(at("pawns", green="58,z2,z3,z4", red=DONE), "7", "g58>55")


def test_p16_any_two_pawns_on_the_ring():
    for edition in EDITIONS:
        gives(
            at(edition, green="h,h,h,3", blue="h,h,h,20", red="h,h,h,41"),
            "swap",
            to("g3<>b20", green="h,h,h,20", blue="h,h,h,3", red="h,h,h,41"),
            to("b20<>r41", green="h,h,h,3", blue="h,h,h,41", red="h,h,h,20"),
            to("g3<>r41", green="h,h,h,41", blue="h,h,h,20", red="h,h,h,3"),
        )


def test_p16_protected_pawns():
    for edition in EDITIONS:
        for pawns in ("h,h,h,h", "h,h,20,20", "h,h,h,z2", "h,h,h,z4"):
            can(at(edition, green="h,h,h,3", blue=pawns), "swap")
        can(at(edition, green="h,h,3,3", blue="h,h,h,20"), "swap")
        can(at(edition, green="h,h,0,0", blue="h,h,h,20"), "swap")
        can(at(edition, green="h,h,3,3", blue="h,20,20,22", red="h,h,h,41"), "swap", "b22<>r41")
    can(at("pawns", green="h,h,h,0", blue="h,h,h,20"), "swap")
    for edition in OLD:
        can(at(edition, green="h,h,h,0", blue="h,h,h,20"), "swap", "g0<>b20")


def test_p16_two_of_one_colour_change_nothing_and_use_the_card():
    for edition in EDITIONS:
        gives(at(edition, green="h,h,3,5"), "swap", to("g3<>g5", green="h,h,3,5"))
        found = results(at(edition, green="h,3,5,7", yellow="h,h,50,51"), "swap")
        assert len(found) == 7


def test_p17_without_an_own_pawn_on_the_board():
    for edition in EDITIONS:
        can(at(edition, blue="h,h,h,20", yellow="h,h,h,50"), "swap", "b20<>y50")
        can(at(edition, blue="h,h,20,21"), "swap", "b20<>b21")
        can(at(edition, blue="h,h,h,20"), "swap")


def test_p18_a_foreign_pawn_on_a_start_space():
    for edition in OLD:
        found = results(at(edition, green="h,h,h,0", red="h,h,h,41"), "swap")
        assert found["g0<>r41"].startswith("green:h,h,h,41 blue:h,h,h,h red:h,h,h,0 ")
        for card, end in (("2", "2"), ("1/14", "1"), ("-4", "56")):
            found = results(at(edition, "red", red="h,h,h,0"), card)
            assert "r0>" + end in found
        can(at(edition, red="h,h,h,0"), "start", "gh>0xr0")
    # Skipped by the others where it is not counted, met where it is.
    can(at("movers", "blue", blue="h,h,h,59", red="h,h,h,0"), "2", "b59>2")
    can(at("nordic", "blue", blue="h,h,h,58", red="h,h,h,0"), "2", "b58>0xr0")


def test_p18_the_owner_moves_on_from_a_swap_as_a_wall():
    for edition in OLD:
        found = results(at(edition, green="h,h,h,20", red="h,h,h,0"), "swap")
        assert found["g20<>r0"].startswith("green:h,h,h,0 ")
        can(at(edition, "yellow", green="h,h,h,0", yellow="h,h,h,58"), "5")


def test_p19_a_finished_player_plays_the_partners_pawns():
    for edition in EDITIONS:
        line = at(edition, green=DONE, red="h,h,31,57")
        can(line, "start", "rh>30")
        can(line, "8s", "rh>30", "r31>39", "r57>" + ("5" if edition == "nordic" else "6"))
        can(line, "-4", "r31>" + ("27" if edition == "nordic" else "26"), "r57>53")
        # The partner's colour decides walls, landing and goal.
        can(at(edition, green=DONE, red="h,h,h,28", blue="h,h,h,26"), "-4", "r28>24")
        can(at(edition, green=DONE, red="h,h,h,28"), "5", "r28>z4")
        can(at(edition, green=DONE, red="h,h,h,43", yellow="h,h,h,45"), "5")
        found = results(line, "2")
        assert found["r31>33"].endswith(" turn=blue")


def test_p19_a_7_is_7_and_no_part_of_it_finishes():
    for edition in EDITIONS:
        can(at(edition, green=DONE, red="28,z2,z3,z4"), "7", "r28>25")
        can(at(edition, green=DONE, red="h,h,31,41", yellow="h,h,h,45"), "7",
            "r31>38", "r31>37+r41>42", "r31>36+r41>43", "r31>35+r41>44")  # fmt: skip


def test_p20_a_pair_wins_at_once():
    for edition in EDITIONS:
        line = at(edition, green=DONE, red="28,z2,z3,z4")
        gives(line, "2", "r28>z1 | green:z1,z2,z3,z4 blue:h,h,h,h red:z1,z2,z3,z4"
              " yellow:h,h,h,h turn=none winner=green+red")  # fmt: skip
        line = at(edition, "yellow", blue=DONE, yellow="44,z2,z3,z4")
        assert results(line, "1/14")["y44>z1"].endswith(" turn=none winner=blue+yellow")
        for action in ("start", "7", "swap", "2"):
            can(at(edition, "none winner=green+red", green=DONE, red=DONE), action)
        for winner in ("green", "green+blue", "blue+yellow"):
            refused(at(edition, "none winner=" + winner, green=DONE, red=DONE), "winner")
        # One of the two is not enough.
        line = at(edition, green="59,z2,z3,z4", red="h,z2,z3,z4")
        assert results(line, "1/14")["g59>z1"].endswith(" turn=blue")


def test_p20_does_not_shorten_a_7():
    for edition in EDITIONS:
        # 3 and 4 (or 5 and 2) lock both: exactly 7.
        found = results(at(edition, green=DONE, red="26,28,z3,z4"), "7")
        assert len([1 for move in found if found[move].endswith("winner=green+red")]) == 1
        # 3 and 3 would lock both: the seventh step must be walked too.
        found = results(at(edition, green=DONE, red="27,28,z3,z4"), "7")
        assert found
        for move in found:
            assert not found[move].endswith("winner=green+red"), move
