# SPDX-License-Identifier: Apache-2.0
"""Why a Partners pawn cannot move, and the way it took when it can."""

from helpers_lines import card_reason, reason, told
from helpers_partners import DONE, EDITIONS, at

from rules.parse import parse_position
from rules.ways import ways

OLD = ("movers", "nordic")


def test_pawns_that_can_move_have_no_reason():
    for edition in EDITIONS:
        line = at(edition, green="h,1,20,z2", blue="h,h,h,25")
        for card, place in (("start", "h"), ("2", "1"), ("-4", "20"), ("1/14", "z2"),
                            ("7", "1"), ("7", "z2"), ("swap", "20")):  # fmt: skip
            assert reason(line, card, "green", place) is None, (edition, card, place)


def test_home_and_start_cards():
    for edition in EDITIONS:
        line = at(edition, green="h,h,h,3")
        assert reason(line, "2", "green", "h") == "needs-start-card"
        assert reason(line, "7", "green", "h") == "needs-start-card"
        assert reason(line, "start", "green", "3") == "only-from-home"
        assert reason(line, "swap", "green", "h") == "at-home"
        assert reason(line, "swap", "green", "3") == "nothing-to-swap"
        assert card_reason(at(edition), "7") == "needs-start-card"
        assert card_reason(at(edition, green="1,2,3,4"), "start") == "only-from-home"
        assert card_reason(line, "swap") == "nothing-to-swap"


def test_walls_name_their_space():
    for edition in EDITIONS:
        line = at(edition, green="h,h,13,20", blue="h,h,h,15", red="h,h,h,30")
        assert reason(line, "5", "green", "13") == "wall at 15"
        assert reason(line, "12", "green", "20") == "wall at 30"
        assert reason(at(edition, green="h,h,h,18", blue="h,h,h,15"), "-4", "green", "18") == (
            "wall at 15"
        )
        assert reason(line, "1/14", "green", "13") is None  # the 1 is possible
        line = at(edition, green="h,h,h,14", blue="h,h,h,15")
        assert reason(line, "1/14", "green", "14") == "wall at 15"
        assert card_reason(line, "7") == "wall at 15"


def test_goal():
    for edition in EDITIONS:
        line = at(edition, green="57,z2,z3,z4")
        assert reason(line, "2", "green", "z4") == "locked at z4"
        assert reason(line, "7", "green", "z2") == "locked at z2"
        line = at(edition, green="h,57,z1,z3")
        assert reason(line, "5", "green", "57") == "no-room-to-turn at z1"
        assert reason(line, "-4", "green", "z1") == "in-goal at z1"
        assert reason(line, "swap", "green", "z1") == "in-goal at z1"
        between = at(edition, green="h,z1,z2,z3")
        assert reason(between, "3", "green", "z2") == "blocked at z3"
    for edition in OLD:
        # In to z4 and back: the pawn on z2 is met.
        assert reason(at(edition, green="h,h,z2,z3"), "3", "green", "z3") == "blocked at z2"
        # To z3, in front of z4, and back: now z1 is met.
        assert reason(at(edition, green="h,z1,z2,z4"), "3", "green", "z2") == "blocked at z1"


def test_protected_pawns():
    for edition in EDITIONS:
        line = at(edition, green="h,h,3,3", blue="h,h,h,20", red="h,h,h,22", yellow="h,h,h,45")
        assert reason(line, "swap", "green", "3") == "protected at 3"
        assert reason(line, "swap", "blue", "20") is None
        at_start = reason(line, "swap", "yellow", "45")
        assert at_start == ("protected at 45" if edition == "pawns" else None)


def test_whose_pawns():
    for edition in EDITIONS:
        assert (
            reason(at(edition, green="h,h,h,3", red="h,h,h,20"), "2", "red", "20") == "not-yours"
        )
        helping = at(edition, green=DONE, red="h,h,h,20")
        assert reason(helping, "2", "red", "20") is None
        assert reason(helping, "2", "green", "z1") == "locked at z1"
        over = at(edition, "none winner=green+red", green=DONE, red=DONE)
        assert reason(over, "2", "green", "z1") == "game-over"


def test_a_seven_that_cannot_be_used_up():
    for edition in EDITIONS:
        line = at(edition, green="h,h,h,12", blue="h,h,h,15")
        assert reason(line, "7", "green", "12") == "rest-unusable"
        assert card_reason(line, "7") == "rest-unusable"
        # The partner's pawn takes part in a finish with part of a 7 (P15).
        line = at(edition, green="58,z2,z3,z4", red="h,h,31,43", yellow="h,h,h,45")
        assert reason(line, "7", "red", "31") is None
        assert reason(line, "7", "green", "58") is None


def test_ways_on_the_ring():
    assert told(at("pawns", green="h,h,h,13", red="h,h,h,17"), "3", "g13>17xr17") == [
        "green 13>17 over 14,16,17 xred:17"
    ]
    assert told(at("nordic", green="h,h,h,13"), "3", "g13>16") == ["green 13>16 over 14,15,16"]
    assert told(at("movers", green="h,h,h,2"), "-4", "g2>57") == ["green 2>57 over 1,59,58,57"]
    assert told(at("pawns"), "start", "gh>0") == ["green h>0 over 0"]
    assert told(at("pawns", green="h,h,h,3", red="h,h,5,5"), "2", "g3>5!") == [
        "green 3>5 over 4,5 xgreen:5"
    ]


def test_ways_through_the_goal_follow_the_card():
    assert told(at("pawns", green="h,h,h,57"), "2", "g57>59") == ["green 57>59 over 58,59"]
    assert told(at("pawns", green="h,h,h,57"), "10", "g57>59") == [
        "green 57>59 over 58,59,z1,z2,z3,z4,z3,z2,z1,59"
    ]
    # System of a 7 add up: 5 for the first pawn, or 3 and back when the other takes more.
    assert told(at("pawns", green="h,h,1,z3"), "7", "gz3>z3+g1>6") == [
        "green z3>z3 over z4,z3", "green 1>6 over 2,3,4,5,6"
    ]  # fmt: skip


def test_walls_skirted():
    assert told(at("pawns", green="h,h,h,12", blue="h,h,h,15"), "2", "g12>14") == [
        "green 12>14 over 13,14 before 15"
    ]
    assert told(at("pawns", green="h,h,0,2"), "-4", "g2>57") == [
        "green 2>57 over 1,59,58,57 before 0"
    ]
    assert told(at("nordic", green="h,h,0,3"), "-4", "g3>59") == [
        "green 3>59 over 2,1,0,59 before 0"
    ]


def test_swaps_are_two_entries():
    assert told(at("pawns", green="h,h,h,3", red="h,h,h,20"), "swap", "g3<>r20") == [
        "green 3>20 over 20", "red 20>3 over 3"
    ]  # fmt: skip


def test_a_way_is_told_without_the_card_as_well():
    line = at("nordic", green="h,h,3,20", blue="h,h,h,25")
    game, state = parse_position(line)
    seen = set()
    for action in range(len(game.actions)):
        for _, move in game.results(state, action):
            if action != game.actions.index("7"):
                seen.add(game.actions[action])
                assert ways(game, state, -1, move) == ways(game, state, action, move)
    assert {"start", "-4", "1/14", "2", "12"} <= seen
    # In the goal the shortest way is told: one step from z2 to z3, not on to z4 and back.
    game, state = parse_position(at("movers", green="h,h,h,z2"))
    three = game.actions.index("3")
    ((_, move),) = game.results(state, three)
    assert [len(way) for way, _ in ways(game, state, three, move)] == [3]
    assert [len(way) for way, _ in ways(game, state, -1, move)] == [1]
