# SPDX-License-Identifier: Apache-2.0
"""A computer's move in lights, at every moment of the hands that make it."""

from app.table.way import Way
from light import signals
from rules.game import HOME
from rules.notation import move_text
from rules.parse import parse_position

STEP = "ludo-norsk red:h,h,h,5 yellow:h,h,h,8 blue:h,h,h,33 green:h,h,h,40 turn=red"
SHARED = "ludo-norsk red:h,h,5,5 yellow:h,h,h,20 blue:h,h,h,33 green:h,h,h,40 turn=red"
SWAP = "partners-pawns green:h,h,h,10 blue:h,h,h,22 red:h,h,h,33 yellow:h,h,h,h turn=green"


class Leds:
    """Pawns by (seat, place) as the reeds see them, and what was shown."""

    def __init__(self, game, standing):
        self.ring = game.ring
        self.standing = standing
        self.said = []

    def pawns(self, seat, place):
        if 0 < place <= self.ring:  # one switch for whoever stands there
            return int(place in [pawn[1] for pawn in self.standing])
        return self.standing.count((seat, place))

    def alike(self, one, other):
        return self.seen(one) == self.seen(other)

    def seen(self, state):
        taken = [(i >> 2, state[i]) for i in range(16)]
        spots = {place for _, place in taken if place != HOME}
        return sorted(spots), [pawn for pawn in taken if pawn[1] == HOME]

    def show_seat(self, signal, seat):
        assert signal == signals.PRESS
        self.said.append(("PRESS", seat, HOME))

    def show(self, signal, seat, place, most=4):
        names = ("MOVABLE", "DESTINATION", "BUMP_HOME", "BUMP_TARGET")
        (name,) = [name for name in names if getattr(signals, name) == signal]
        self.said.append((name, seat, place))

    def show_home_pawns(self, signal, seat):
        assert signal == signals.MOVABLE
        self.said.append(("MOVABLE", seat, HOME))


class Hints:
    """What the log tells: who is in the air, and of which exchange one may stand where the other one did."""

    def __init__(self, lifted, swapped):
        self.lifted = lifted
        self._swapped = swapped

    def exchanged(self, seat, place, other, end):
        return ((seat, place), (other, end)) == self._swapped


def shown(line, action, move, taken=(), put=(), air=None, swapped=None):
    """Return what is shown once some pawns, (seat, place), were taken away and some put down.

    `air` are those of which the table believes that they are in the air, `swapped` two of which the
    first may stand where the second one stood.
    """
    game, state = parse_position(line)
    for after, ops in game.results(state, game.actions.index(action)):
        if move_text(game, ops) == move:
            standing = [(i >> 2, state[i]) for i in range(16)]
            for pawn in taken:
                standing.remove(pawn)
            leds = Leds(game, standing + list(put))
            if air is None:
                lifted = [pawn for pawn in taken if taken.count(pawn) > put.count(pawn)]
                air = lifted if len(taken) > len(put) else []
            Way(ops, state, bytes(after)).show(leds, Hints(air, swapped))
            return sorted(leds.said)
    raise AssertionError(move)


def test_the_pawn_then_its_target():
    move = "r5>6"
    assert shown(STEP, "1", move) == [("MOVABLE", 0, 6)]
    assert shown(STEP, "1", move, [(0, 6)]) == [("DESTINATION", 0, 7)]
    assert shown(STEP, "1", move, [(3, 41)]) == [], "another pawn in the hand is no part of it"
    # Of two pawns on one space no reed tells that one was lifted: its way is there from the start.
    assert shown(SHARED, "1", move) == [("DESTINATION", 0, 7), ("MOVABLE", 0, 6)]


def test_whose_end_is_taken_waits_until_that_one_has_gone_though_its_own_end_is_taken_too():
    line = "partners-nordic green:h,h,h,h blue:h,h,h,h red:h,28,z1,z2 yellow:h,h,h,h turn=red"
    move = "rz2>z4+rz1>z2+r28>z1"
    z1, z2, z4 = 61, 62, 64
    assert shown(line, "7", move, [(2, 29)]) == [], "all three go one after the other"
    assert shown(line, "7", move, [(2, 29), (2, z2)]) == [("DESTINATION", 2, z4)]
    gone = [(2, 29), (2, z2), (2, z1)]
    assert shown(line, "7", move, gone, [(2, z4), (2, z2)]) == [("DESTINATION", 2, z1)]


def test_who_stands_in_a_row_where_another_one_goes_leaves_first():
    line = "partners-movers green:h,h,h,h blue:h,h,h,h red:28,28,35,z2 yellow:h,h,h,h turn=red"
    move = "rz2>z4+r28>z2+r28>z1"
    z1, z2, z4 = 61, 62, 64
    stack, row = ("MOVABLE", 2, 29), ("MOVABLE", 2, z2)
    first = ("DESTINATION", 2, z1)
    assert shown(line, "7", move) == [first, stack, stack, row]
    assert shown(line, "7", move, [(2, z2)]) == [("DESTINATION", 2, z4)]
    second = ("DESTINATION", 2, z2)
    assert shown(line, "7", move, [(2, z2)], [(2, z4)]) == [first, second, stack, stack]


def test_of_two_that_go_to_one_space_the_second_is_led_there_too():
    """One switch tells of both: who is in the hand when one has come may be the other one."""
    line = "partners-movers green:0,2,49,z4 blue:h,15,23,25 red:7,13,30,30 yellow:21,27,28,45 turn=yellow"
    move = "y27>29+y28>29+y45>49xg49"
    green, one, two, far = (0, 50), (3, 28), (3, 29), (3, 46)
    home, there, end = (0, HOME), (3, 30), (3, 50)
    said = shown(line, "7", move, [green, two, far, one], [home, there, end], [one])
    assert said == [("DESTINATION", 3, 30)]
    # It may stand there already, and then the third one is to go.
    said = shown(line, "7", move, [green, two, one], [home, there], [one])
    assert said == [("DESTINATION", 3, 30), ("MOVABLE", 3, 46)]
    assert shown(line, "7", move, [green, two, one, far], [home, there], [far]) == [
        ("DESTINATION", 3, 50)
    ]
    # Green stands where the third one goes as long as its home waits for it.
    said = shown(line, "7", move, [two, far, one], [there, there], [far])
    assert said == [("BUMP_HOME", 0, HOME), ("BUMP_TARGET", 0, 50)]


def test_the_second_pawn_of_a_stack_is_led_to_what_is_left():
    line = (
        "partners-pawns green:h,h,h,21 blue:z1,z2,z3,z4 red:h,30,30,z4 yellow:40,43,z3,z4 turn=red"
    )
    move = "r30>33+r30>34"
    one, near, far = (2, 31), (2, 34), (2, 35)
    said = shown(line, "7", move, [one, one], [far], [one])
    assert said == [("DESTINATION", 2, 34)]
    assert shown(line, "7", move, [one, one], [near], [one, one]) == [("DESTINATION", 2, 35)]


def test_of_a_pawn_that_joins_one_that_stays_no_switch_tells_that_it_has_come():
    line = "partners-movers green:h,h,h,h blue:h,15,23,25 red:7,13,30,31 yellow:21,27,29,45 turn=yellow"
    move = "y27>29+y45>50"
    joins, there, far, end = (3, 28), (3, 30), (3, 46), (3, 51)
    either = [("DESTINATION", 3, 30), ("MOVABLE", 3, 46)]
    assert shown(line, "7", move, [joins]) == either
    assert shown(line, "7", move, [joins], [there], [joins]) == either
    alone = [("DESTINATION", 3, 51)]
    assert shown(line, "7", move, [joins, far], [there], [joins, far]) == alone
    last = [("DESTINATION", 3, 30)]
    assert shown(line, "7", move, [joins, far], [end], [joins]) == last
    # Who stands there and goes on makes room first.
    leaves = line.replace("21,27,29,45", "h,27,29,45").replace("red:7,13,30,31", "red:7,13,32,33")
    said = shown(leaves, "7", "y27>29+y29>34+y45>46", [joins])
    assert said == []


def test_a_pawn_from_home_is_any_of_those_that_stand_there():
    move = "rh>0"
    assert shown(STEP, "6", move) == [("MOVABLE", 0, HOME)]
    assert shown(STEP, "6", move, [(0, HOME)]) == [("DESTINATION", 0, 1)]


def test_who_is_sent_home_goes_before_the_pawn_arrives():
    move = "r5>8xy8"
    home = ("BUMP_HOME", 1, HOME)
    assert shown(STEP, "3", move) == [home, ("BUMP_TARGET", 1, 9), ("MOVABLE", 0, 6)]
    assert shown(STEP, "3", move, [(0, 6)]) == [home, ("BUMP_TARGET", 1, 9)]
    assert shown(STEP, "3", move, [(0, 6), (1, 9)]) == [home, ("DESTINATION", 0, 9)]
    assert shown(STEP, "3", move, [(1, 9)], [(1, HOME)]) == [("MOVABLE", 0, 6)]
    assert shown(STEP, "3", move, [(0, 6), (1, 9)], [(1, HOME)]) == [("DESTINATION", 0, 9)]


def test_two_pawns_change_places():
    move = "g10<>b22"
    assert shown(SWAP, "swap", move) == [("MOVABLE", 0, 11), ("MOVABLE", 1, 23)]
    assert shown(SWAP, "swap", move, [(0, 11)]) == [("DESTINATION", 0, 23)]
    assert shown(SWAP, "swap", move, [(0, 11), (1, 23)]) == [
        ("DESTINATION", 0, 23), ("DESTINATION", 1, 11),
    ]  # fmt: skip
    # Green stands where blue stood, says the log: blue is in the hand, whoever was lifted last.
    green, blue = (0, 11), (1, 23)
    both = ([green, blue], [(0, 23)], [green])
    assert shown(SWAP, "swap", move, *both, swapped=(green, blue)) == [("DESTINATION", 1, 11)]
    assert shown(SWAP, "swap", move, *both) == [("DESTINATION", 0, 23)]


def test_of_two_that_change_places_the_one_that_slides_on_goes_first():
    """Else two spaces would be lit for the two pawns in the hands, and no reed tells which went where."""
    line = "sorry red:h,h,h,24 blue:h,h,h,54 yellow:h,h,h,h green:h,h,h,h turn=red"
    move = "r24<>b54+r54>58"
    red, blue, end = (0, 25), (1, 55), (0, 59)
    assert shown(line, "11", move) == [("MOVABLE", 0, 25), ("MOVABLE", 1, 55)]
    assert shown(line, "11", move, [red]) == [("DESTINATION", 0, 59)]
    assert shown(line, "11", move, [blue]) == [], "red stands where it goes"
    assert shown(line, "11", move, [red, blue]) == [("DESTINATION", 0, 59)]
    assert shown(line, "11", move, [red], [end]) == [("MOVABLE", 1, 55)]
    comes = [("DESTINATION", 1, 25)]
    assert shown(line, "11", move, [red, blue], [end], [blue]) == comes
    assert shown(line, "11", move, [red, blue], [end], [red]) == comes, "it was lifted last"
    assert shown(line, "11", move, [red, blue], [(1, 25)], [blue]) == [], "the way out names red"
