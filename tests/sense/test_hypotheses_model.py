# SPDX-License-Identifier: Apache-2.0
"""What hands have probably done: a list of pawns that follows every event, and points by a table."""

from dice import Dice
from halfway import games, turns
from rig import board_of

from rules.game import NOBODY
from rules.parse import parse_position
from sense import hypotheses
from sense.boardmap import HELD, BoardMap
from sense.debounce import LIFT, PLACE, TOUCH
from sense.handlog import HandLog
from sense.tuning import EARLY, LIFTED, MOST_MS, MS_PER_POINT, NOT_LIFTED, TOUCHED

TURNS = 40
IN_HAND = HELD


class Pawns:
    """16 pawns, each with a seat and a spot; `hand` has those in the air, the last lifted last."""

    def __init__(self, boardmap, state, ways):
        self.map = boardmap
        self.ways = ways
        self.pawns = []
        for seat in range(4):
            spots = [boardmap.spot(seat, place) for place in state[4 * seat : 4 * seat + 4]]
            self.pawns += [[seat, spot] for spot in sorted(spots)]
        self.hand = []  # (pawn, where it stood)
        self.unseen = 0  # placings without a lift, those to come included

    def may(self, seat, spot):
        """Tell whether some wanted state has a pawn of a seat there."""
        place = self.map.place(spot)
        return bool([way for way in self.ways if place in list(way[4 * seat : 4 * seat + 4])])

    def lift(self, spot):
        there = [pawn for pawn in self.pawns if pawn[1] == spot]
        if spot >= self.map.home:  # of an area one: a stranger, if there is one
            strangers = [pawn for pawn in there if pawn[0] != self.map.owner(spot)]
            there = (strangers or there)[:1]
        for pawn in there:
            pawn[1] = IN_HAND
            self.hand.append((pawn, spot))

    def wanted(self, seat, spot):
        owner = self.map.owner(spot)
        return owner == seat or (owner == NOBODY and self.may(seat, spot))

    def fits(self, held, spot):
        seat, stood = held[0][0], held[1]
        return stood == spot or self.wanted(seat, spot)

    def place(self, spot, later=()):
        fit = [held for held in self.hand if self.fits(held, spot)]
        if not self.hand or (self.unseen > 0 and not fit):
            for pawn in self.pawns:  # one of two that stand together, if it may go there
                pair = [p for p in self.pawns if p == pawn]
                if pawn[1] < self.map.home and len(pair) > 1 and self.wanted(pawn[0], spot):
                    pawn[1] = spot
                    self.unseen -= 1
                    return
        if not self.hand:
            return
        best = None
        came_from_here = spot in [stood for _, stood in self.hand]
        for rank in (4, 3, 2, 1):
            for held in self.hand:
                seat, stood = held[0][0], held[1]
                mine = 1
                if stood == spot:
                    mine = 3  # it stood there
                elif self.map.owner(spot) == seat:
                    mine = 4  # its own row, home or goal
                elif self.map.owner(spot) == NOBODY and self.may(seat, spot):
                    mine = 4
                onward = [one for one in later if one < self.map.home and self.wanted(seat, one)]
                if mine == 4 and 2 <= len(self.hand) <= 4:
                    if stood in later or (came_from_here and onward):
                        mine = 2  # it is probably the one that comes to the other spot
                if mine == rank:
                    best = held
            if best:
                break
        free = [held for held in self.hand if not any(self.fits(held, one) for one in later)]
        if not fit and free and len(self.hand) <= 4:  # the others have somewhere to go
            best = free[-1]
        self.hand = [held for held in self.hand if held is not best]
        best[0][1] = spot

    def told(self):
        """Return the spots, sorted within each seat."""
        out = []
        for seat in range(4):
            out += sorted([pawn[1] for pawn in self.pawns if pawn[0] == seat])
        return bytes(out)


def test_pawns_stand_where_all_lifts_and_placings_leave_them():
    dice = Dice(51)
    homes = shared = passed = 0
    for game, boardmap in games():
        for state, results in turns(game, dice, TURNS, 2):
            log = HandLog()
            log.clear(boardmap.spots(state, bytearray(16)))
            ways = [results.state(i) for i in range(len(results))][:3]
            if not dice(4):
                ways = []
            pawns = Pawns(boardmap, state, ways)
            events = []
            for number in range(dice(14)):
                standing = [pawn[1] for pawn in pawns.pawns if pawn[1] < boardmap.n_spots]
                kind = (LIFT, PLACE, LIFT, PLACE, TOUCH)[dice(5)]
                spot = 1 + dice(boardmap.n_spots - 1)
                if kind != PLACE or not dice(3):
                    spot = standing[dice(len(standing))] if standing else spot
                elif ways and dice(3):
                    seat = game.seats[dice(len(game.seats))]
                    spot = boardmap.spot(seat, ways[dice(len(ways))][4 * seat + dice(4)])
                log.add(kind, spot, 50 * number)
                events.append((kind, spot))
            kinds = [kind for kind, _ in events]
            pawns.unseen = kinds.count(PLACE) - kinds.count(LIFT)
            for k in range(len(events)):
                kind, spot = events[k]
                if kind == LIFT:
                    pawns.lift(spot)
                    homes += spot >= boardmap.home
                elif kind == PLACE:
                    shared += not pawns.hand
                    hand, left = bool(pawns.hand), pawns.unseen
                    soon = events[k + 1 : k + 5]
                    later = [
                        to
                        for n, (what, to) in enumerate(soon)
                        if what == PLACE and (LIFT, to) not in soon[:n]
                    ]
                    pawns.place(spot, later)
                    passed += hand and left > pawns.unseen
            joined = b"".join(ways)
            work = hypotheses.standing(boardmap, log, joined + bytes(20), len(joined))
            slices = 0
            while True:
                try:
                    assert next(work) == -1
                    slices += 1
                except StopIteration as end:
                    told = end.value
                    break
            assert bytes(told) == pawns.told(), (state, slices)
            assert (
                log.n // 4 <= slices <= log.n
            )  # four events in a slice, one while pawns are in hands
    assert homes > 50 and shared > 50 and passed > 2


LINE = "partners-pawns green:h,12,25,25 blue:h,h,h,31 red:h,35,44,z4 yellow:h,h,h,8 turn=green"


def test_points_are_for_what_was_lifted_and_how_long():
    long = LIFTED + MOST_MS // MS_PER_POINT
    for events, card, expected in (
        ([], False, -NOT_LIFTED),
        ([(LIFT, 0), (PLACE, 300)], False, LIFTED + 300 // MS_PER_POINT),
        ([(LIFT, 0)], False, long),
        ([(LIFT, 0), (PLACE, 300)], True, (LIFTED + 300 // MS_PER_POINT) // EARLY),
        ([(LIFT, 0), (PLACE, 9000)], True, long // EARLY),
        ([(TOUCH, 0)], False, TOUCHED),
        ([(TOUCH, 0)], True, -NOT_LIFTED),
        ([(TOUCH, 0), (LIFT, 100), (PLACE, 150)], False, LIFTED + 50 // MS_PER_POINT),
    ):
        log = HandLog()
        log.clear(bytes(16))
        for kind, when_ms in events:
            log.add(kind, 9, 1000 + when_ms)
        if card:
            log.card(False)
        assert hypotheses.points(log, 9) == expected, (events, card)
    log.card(False)
    log.add(LIFT, 9, 20000)
    log.add(PLACE, 9, 20070)
    assert hypotheses.points(log, 9) == LIFTED + 70 // MS_PER_POINT  # only since the card


def test_only_spots_that_are_as_before_and_whose_reed_tells_support_a_choice():
    from sense.candidates import Candidates
    from sense.occupancy import Occupancy

    game, state = parse_position(LINE)
    boardmap = BoardMap(board_of(game.rulebook), game)
    candidates = Candidates(boardmap, Occupancy(boardmap))
    image = boardmap.image(state, bytearray(boardmap.size))
    candidates.set(None, state, image)
    candidates.view.seen[:] = image
    boardmap.flip(candidates.view.seen, boardmap.bits(45)[0], 0)  # red's 44 has gone
    candidates.look()
    log = HandLog()
    log.clear(boardmap.spots(state, bytearray(16)))
    for spot in (9, 26, 45, boardmap.home, boardmap.home + 2):
        log.add(LIFT, spot, 1000)
        log.add(PLACE, spot, 1300)
    worth = LIFTED + 300 // MS_PER_POINT

    def support(*spots):
        return hypotheses.support(boardmap, log, candidates, list(spots))

    assert support() == 0
    assert support(9) == worth and support(9, 32) == worth - NOT_LIFTED
    assert support(26) == 0  # two pawns stand there
    assert support(45) == 0  # it has visibly changed
    assert support(boardmap.home) == support(boardmap.home + 2) == 0  # homes tell nothing
    assert support(boardmap.home, 9, 26, 45) == worth


def stand(line, events, ways=()):
    """Return the tokens of spots after some lifts (-spot) and placings (spot), seat by seat."""
    game, state = parse_position(line)
    boardmap = BoardMap(board_of(game.rulebook), game)
    log = HandLog()
    log.clear(boardmap.spots(state, bytearray(16)))
    for spot in events:
        log.add(LIFT if spot < 0 else PLACE, abs(spot), 0)
    joined = b"".join(ways)
    work = hypotheses.standing(boardmap, log, joined, len(joined))
    while True:
        try:
            next(work)
        except StopIteration as end:
            return [tuple(end.value[4 * seat : 4 * seat + 4]) for seat in range(4)]


RED = "ludo-norsk red:h,h,20,25 yellow:h,h,13,40 blue:h,h,h,13 green:h,h,h,h turn=red"
H = 53 + 20  # red's home: behind 52 spaces of the ring and four rows of 5


def wanted(*seats):
    """Return the state in which seats, in order, have a pawn on a place, the others anywhere else."""
    out = bytearray([50] * 16)
    for seat, place in seats:
        out[4 * seat] = place
    return bytes(out + bytes(4))


def test_of_two_in_the_hand_the_one_that_may_stand_there_comes_down():
    assert stand(RED, [-21, -26, 30])[0] == (21 - 21 + 30, H, H, HELD)  # else the last one
    assert stand(RED, [-21, -41, 30], [wanted((0, 30))])[0] == (26, 30, H, H)
    assert stand(RED, [-21, -41, 30], [wanted((1, 30))])[1] == (14, 30, H + 1, H + 1)
    # It goes before the one that stood there; that goes before one that was only lifted later.
    assert stand(RED, [-21, -41, 41], [wanted((0, 41))])[0] == (26, 41, H, H)
    assert stand(RED, [-41, -21, 41])[1] == (14, 41, H + 1, H + 1)
    assert stand(RED, [-41, -21, H])[0] == (26, H, H, H)  # home is red's own
    assert stand(RED, [-21, -41, H])[0] == (26, H, H, H)


def test_who_was_only_knocked_goes_back_and_the_other_one_to_what_is_filled_later():
    home_31_or_41 = [wanted((0, 41)), wanted((0, 31)), wanted((1, 31))]
    for events in ([-H, -41, 41, 31], [-H, -41, 31, 41], [-41, -H, 41, 31], [-41, -H, 31, 41]):
        told = stand(RED, events, home_31_or_41)
        assert told[0] == (21, 26, 31, H) and told[1] == (14, 41, H + 1, H + 1), events
    # Yellow's is lifted again before its spot is filled again: red's did not wait for that.
    told = stand(RED, [-H, -41, 41, -41, 31, 41], home_31_or_41)
    assert told[0] == (21, 26, 31, H) and told[1] == (14, 41, H + 1, H + 1)
    assert stand(RED, [-H, -41, 41, -14, 14], home_31_or_41)[0] == (21, 26, 41, H)
    # Nor for a spot where one only dips: neither may stand on 30, and red's was lifted last.
    assert stand(RED, [-41, -H, 30, -21, 21], [wanted((0, 21))])[0] == (21, 26, 30, H)


def test_only_a_pawn_of_a_pair_of_its_own_colour_may_have_come_unseen():
    pair = RED.replace("red:h,h,20,25", "red:h,h,25,25")
    assert stand(pair, [30], [wanted((0, 30))])[0] == (26, 30, H, H)
    assert stand(pair, [30], [wanted((1, 30))])[0] == (26, 26, H, H)
    # Yellow and blue stand on 13, one each: their reed would have told.
    assert stand(RED, [30], [wanted((2, 30))])[2] == (14, H + 2, H + 2, H + 2)
    # Of a home nobody comes unseen.
    assert stand(RED, [30], [wanted((3, 30))])[3] == (H + 3,) * 4


def test_as_many_pawns_come_unseen_as_were_put_down_more_than_lifted():
    three = RED.replace("red:h,h,20,25", "red:h,25,25,25")
    ways = [wanted((0, 30)), wanted((0, 31))]
    assert stand(three, [30, 31], ways)[0] == (26, 30, 31, H)
    told = stand(
        three, [30, -41, 31], ways
    )  # one only: the second time it is yellow's, lifted before
    assert told[0] == (26, 26, 30, H) and told[1] == (14, 31, H + 1, H + 1)


def test_of_a_home_one_pawn_is_lifted_a_stranger_first():
    strangers = [-21, H + 3, -41, H + 3]  # red's and yellow's pawn were put into green's home
    assert stand(RED, strangers)[0][3] == H + 3 and stand(RED, strangers)[1][3] == H + 3
    lifted = [stand(RED, strangers + [-(H + 3)] * n) for n in (1, 2, 3)]
    assert lifted[0][0][3] == HELD and lifted[0][1][3] == H + 3
    assert lifted[1][0][3] == lifted[1][1][3] == HELD and lifted[1][3] == (H + 3,) * 4
    assert lifted[2][3] == (H + 3, H + 3, H + 3, HELD)  # then the owner's


def test_a_wanted_place_counts_for_the_seat_that_has_it_in_any_state():
    ways = [wanted((0, 3)), wanted((0, 30), (2, 30)), wanted((3, 9)), wanted((1, 9))]
    blue = stand(RED, [-14, -21, 30], ways)  # both of 13, then red's: blue is wanted on 30
    assert blue[0] == (26, 30, H, H)  # red too, and it was lifted last
    assert stand(RED, [-21, -14, 30], ways)[2] == (30, H + 2, H + 2, H + 2)
    assert stand(RED, [-14, -21, 9], ways)[1] == (9, 41, H + 1, H + 1)  # yellow in the last state
    none = [wanted((0, 9)), wanted((3, 30), (0, 3))]
    assert stand(RED, [-14, -21, 30], none)[0] == (26, 30, H, H)  # only the last one lifted
    assert stand(RED, [-21, -14, 30], none)[2] == (30, H + 2, H + 2, H + 2)
