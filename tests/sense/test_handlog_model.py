# SPDX-License-Identifier: Apache-2.0
"""The log of what hands did, against a plain list of events."""

from dice import Dice

from sense.debounce import LIFT, PLACE, TOUCH
from sense.handlog import DIPPED, SINCE, UP, HandLog
from sense.tuning import LOG_EVENTS, MOST_MS, REORDER_MS
from ticks import since

WRAP = 1 << 30
SPOTS = 6
KINDS = (LIFT, PLACE, TOUCH)


class Model:
    """Events as (kind, spot, when), and what was seen of each spot: before the card, since it."""

    def __init__(self):
        self.events = []
        self.card = 0  # first event since the card
        self.ever = set()  # (spot, UP or DIPPED)
        self.since = set()  # the same, since the card

    def add(self, kind, spot, when_ms):
        if kind != PLACE:
            mark = (spot, UP if kind == LIFT else DIPPED)
            self.ever.add(mark)
            self.since.add(mark)
        if len(self.events) == LOG_EVENTS:
            self.events = self.events[LOG_EVENTS // 2 :]
            self.card = max(0, self.card - LOG_EVENTS // 2)
        at = len(self.events)
        while at and 0 < since(self.events[at - 1][2], when_ms) < REORDER_MS:
            at -= 1
        self.events.insert(at, (kind, spot, when_ms))

    def lay(self, early):
        self.card = 0 if early else len(self.events)
        self.since = set(self.ever) if early else set()

    def forget(self, spot):
        self.ever = {mark for mark in self.ever if mark[0] != spot}
        self.since = {mark for mark in self.since if mark[0] != spot}
        self.card -= sum([1 for event in self.events[: self.card] if event[1] == spot])
        self.events = [event for event in self.events if event[1] != spot]

    def intervals(self, spot, first):
        """Return [(from, to)] in which a spot was empty, as numbers of events; None: it still is."""
        found = []
        up = None
        for i in range(first, len(self.events)):
            if self.events[i][1] == spot:
                if self.events[i][0] == LIFT:
                    up = i
                elif self.events[i][0] == PLACE and up is not None:
                    found.append((up, i))
                    up = None
        if up is not None:
            found.append((up, None))
        return found

    def away_ms(self, spot, first):
        total = 0
        for start, end in self.intervals(spot, first):
            if end is None:
                return MOST_MS
            lasted_ms = since(self.events[end][2], self.events[start][2])
            total += min(MOST_MS, max(0, lasted_ms))
        return min(MOST_MS, total)

    def together(self, one, other):
        empty = set()
        last = 0
        for i in range(self.card, len(self.events)):
            kind, spot, _ = self.events[i]
            before = one in empty and other in empty
            if kind == LIFT:
                empty.add(spot)
            elif kind == PLACE:
                empty.discard(spot)
            if before and not (one in empty and other in empty):
                last = i + 1
        return len(self.events) + 1 if one in empty and other in empty else last

    def last(self, kind, spot):
        there = [i for i, event in enumerate(self.events) if event[:2] == (kind, spot)]
        return max([-1] + [i for i in there if i >= self.card])

    def latest(self, spots, count, areas):
        order = []
        for spot in spots:
            gone = []
            for i, event in enumerate(self.events):
                if event[:2] == (LIFT, spot):
                    gone.append(i)
                elif event[:2] == (PLACE, spot):
                    # One of several is back; on a space nobody is away any more.
                    gone = gone[:-1] if spot >= areas else []
            order.append((gone[-1] if gone else len(self.events), spot))
        ranks = sorted([rank for rank, _ in order])
        least = min([len(self.events)] + ranks[len(spots) - count :])
        return [spot for rank, spot in order if rank >= least]


def same(log, model):
    """Check everything that the log can be asked."""
    assert log.n == len(model.events)
    told = [(log.kind(i), log.spot(i)) for i in range(log.n)]
    assert told == [event[:2] for event in model.events]
    assert log.stirred() == bool(model.ever)
    for below in (1, 3, SPOTS + 1):
        spots = [spot for spot in range(1, below) if (spot, UP) in model.ever]
        assert log.lifted(below) == spots
    for spot in range(1, SPOTS + 1):
        marks = 0
        for mark in (UP, DIPPED):
            marks |= mark if (spot, mark) in model.ever else 0
            marks |= mark << SINCE if (spot, mark) in model.since else 0
        assert log.marks[spot] == marks
        assert log.away_ms(spot, False) == model.away_ms(spot, 0)
        assert log.away_ms(spot, True) == model.away_ms(spot, model.card)
        for other in range(1, SPOTS + 1):
            if other != spot:
                assert log.together(spot, other) == bool(model.together(spot, other))
        for kind in KINDS:
            assert log.last(kind, spot) == model.last(kind, spot)
    spots = [spot for spot in range(1, SPOTS + 1) if spot % 3]
    for count in range(len(spots) + 1):
        for areas in (3, SPOTS + 1):
            assert log.latest(spots, count, areas) == model.latest(spots, count, areas)


def test_the_log_answers_as_the_list_of_its_events():
    dice = Dice(11)
    kinds = set()
    for _ in range(8):
        log = HandLog()
        model = Model()
        start = bytes([1 + dice(100) for _ in range(16)])
        log.clear(start)
        assert bytes(log.start) == start
        now_ms = WRAP - 3000 if dice(2) else 5000
        for number in range(170):
            now_ms += (5, 40, 300, 1100)[dice(4)] + dice(50)
            late_ms = dice(3) * dice(1200) // 2  # told later than it happened
            kind = KINDS[dice(3)]
            spot = 1 + dice(SPOTS)
            when_ms = (now_ms - late_ms) % WRAP
            log.add(kind, spot, when_ms)
            model.add(kind, spot, when_ms)
            chance = dice(40)
            if chance < 2:
                log.card(chance == 1)
                model.lay(chance == 1)
            elif chance == 2:
                spot = 1 + dice(SPOTS)
                log.forget(spot)
                model.forget(spot)
            if number % 12 == 0:
                same(log, model)
            kinds.add(chance)
        log.clear(start)
        model = Model()
        same(log, model)
        for kind, spot in ((LIFT, 1), (LIFT, 2), (PLACE, 1)):
            log.add(kind, spot, now_ms)
            model.add(kind, spot, now_ms)
            same(log, model)
    assert kinds >= {0, 1, 2}


def test_what_was_told_twice_within_a_second_is_sorted_in_later_it_is_not():
    for early_ms in (1, 35, REORDER_MS - 1, REORDER_MS, REORDER_MS + 1):
        log = HandLog()
        log.add(PLACE, 2, 5000)
        log.add(LIFT, 1, 5000 - early_ms)
        assert log.spot(0) == (1 if early_ms < REORDER_MS else 2), early_ms
    log = HandLog()
    log.add(PLACE, 2, 5000)
    log.add(LIFT, 1, 5000)  # at the same time: as told
    assert (log.spot(0), log.spot(1)) == (2, 1)


def test_a_full_log_drops_its_older_half_and_keeps_the_marks():
    log = HandLog()
    log.add(LIFT, 1, 0)
    for i in range(1, LOG_EVENTS):
        log.add(PLACE, 2, 2000 * i)
    assert log.n == LOG_EVENTS
    log.card(False)
    log.add(LIFT, 3, 2000 * LOG_EVENTS)
    assert log.n == LOG_EVENTS // 2 + 1
    assert log.spot(log.n - 1) == 3 and log.kind(log.n - 1) == LIFT
    assert log.marks[1] == UP and log.marks[3] == UP | UP << SINCE
    assert log.away_ms(3, True) == MOST_MS  # what is since the card still is
    log.add(PLACE, 3, 2000 * LOG_EVENTS + 70)
    assert log.away_ms(3, True) == 70


def test_a_card_long_ago_is_before_everything_that_is_left():
    log = HandLog()
    log.add(LIFT, 1, 0)
    log.card(False)
    half = LOG_EVENTS // 2
    for i in range(1, LOG_EVENTS + 1):
        log.add(LIFT, 3 if i == half else 2, 2000 * i)
    assert log.n == half + 1 and log.spot(0) == 3
    assert log.away_ms(3, True) == MOST_MS


def test_a_log_begins_with_its_first_event_whatever_the_clock_says():
    for when_ms in (0, 1, 500, WRAP - 500, WRAP - 1, WRAP // 2):
        log = HandLog()
        log.add(LIFT, 1, when_ms)
        assert (log.n, log.kind(0), log.spot(0)) == (1, LIFT, 1)
        assert log.away_ms(1, True) == MOST_MS
        log.add(PLACE, 1, when_ms)
        assert log.away_ms(1, True) == 0  # lifted and placed at once


def test_marks_can_be_told_apart():
    marks = {UP, DIPPED, UP << SINCE, DIPPED << SINCE}
    assert len(marks) == 4 and sum(marks) == UP | DIPPED | UP << SINCE | DIPPED << SINCE < 256


def test_pawns_that_nobody_saw_may_be_any():
    log = HandLog()
    assert not log.stirred()
    log.unknown()
    assert log.stirred() and log.marks[0] == UP and log.lifted(100) == []


def test_who_came_from_a_stack_is_one_more_down_than_were_up():
    lifts_and_places = (
        ((), 0),
        (((LIFT, 3), (PLACE, 9), (LIFT, 9), (PLACE, 3)), 0),
        (((LIFT, 3), (LIFT, 4), (PLACE, 9), (PLACE, 10)), 0),
        (((PLACE, 9), (LIFT, 9)), 1),
        (((PLACE, 9), (LIFT, 9), (LIFT, 3), (PLACE, 9), (PLACE, 4), (PLACE, 5)), 2),
        (((LIFT, 3), (PLACE, 9), (TOUCH, 9), (PLACE, 10)), 1),
        (((LIFT, 3), (TOUCH, 5)), 0),
    )
    for events, unbalanced in lifts_and_places:
        log = HandLog()
        for k in range(len(events)):
            log.add(events[k][0], events[k][1], 2000 * k)
        assert log.unbalanced() == unbalanced, events


def test_who_came_to_a_spot_was_put_down_there_after_a_lift():
    lifts_and_places = (
        ((), False),
        (((LIFT, 3), (PLACE, 9)), True),
        (((LIFT, 4), (LIFT, 9), (TOUCH, 9), (PLACE, 5), (PLACE, 9)), True),
        (((LIFT, 9), (PLACE, 9), (LIFT, 3), (PLACE, 5)), False),
        (((LIFT, 5), (PLACE, 9)), False),
        (((PLACE, 9), (LIFT, 3)), False),
        (((LIFT, 3), (TOUCH, 9)), False),
    )
    for events, came in lifts_and_places:
        log = HandLog()
        for k in range(len(events)):
            log.add(events[k][0], events[k][1], 2000 * k)
        assert log.came([3, 4], 9) == came, events


def test_who_is_followed_is_alone_in_the_air_whenever_one_is_put_down():
    stories = (
        ((), 3),
        (((LIFT, 3), (PLACE, 9)), 9),
        (((LIFT, 3), (PLACE, 8), (LIFT, 8), (PLACE, 9), (LIFT, 5), (PLACE, 3)), 9),
        (((LIFT, 5), (LIFT, 3), (PLACE, 9), (PLACE, 3)), 0),
        (((LIFT, 3), (LIFT, 5), (PLACE, 5), (PLACE, 9)), 0),
        (((LIFT, 5), (PLACE, 9), (LIFT, 3), (PLACE, 3)), 3),
        (((LIFT, 3), (PLACE, 9), (LIFT, 9)), 0),
    )
    for events, ends in stories:
        log = HandLog()
        for k in range(len(events)):
            log.add(events[k][0], events[k][1], 2000 * k)
        assert [spot for spot in (3, 5, 8, 9) if log.followed(3, spot)] == [ends] * (ends > 0)


def replaced_of(events, card=0, alone=True, came=4):
    log = HandLog()
    log.clear(bytes(16))
    for k in range(len(events)):
        if k == card:
            log.card(not card)
        log.add(events[k][0], events[k][1], 2000 * k)
    return log.replaced([came], alone)


def test_who_may_stand_elsewhere_was_lifted_before_one_came_and_another_left_before_it_was_taken_again():
    # 7 is left, then 3; one is put on 7, which may be that of 3, and then one on 4, which may be that of 7.
    events = ((LIFT, 7), (LIFT, 3), (PLACE, 7), (PLACE, 4))
    assert replaced_of(events) == {7: [7, 3], 3: [7]}
    assert replaced_of(events, came=8) == {}
    assert replaced_of(((LIFT, 7), (PLACE, 4), (LIFT, 3), (PLACE, 3))) == {7: []}
    # Who dips may have been taken away, another in its place.
    assert replaced_of(((LIFT, 3), (TOUCH, 7), (PLACE, 4))) == {3: [], 7: [3]}
    # A pawn that is put straight while no other is in the air stays the same, unless one left a stack.
    events = ((TOUCH, 8), (LIFT, 7), (PLACE, 7), (LIFT, 3), (PLACE, 4))
    assert replaced_of(events) == {3: [7]}
    assert replaced_of(events, alone=False) == {8: [], 7: [7], 3: [7]}
    # So does one that dips meanwhile, but who dips then may have gone.
    events = ((LIFT, 7), (TOUCH, 8), (PLACE, 7), (LIFT, 3), (PLACE, 4))
    assert replaced_of(events) == {8: [7], 3: [7]}
    # What was put straight once and comes in question later is taken again later, too.
    events = ((LIFT, 7), (LIFT, 5), (PLACE, 7), (PLACE, 4), (LIFT, 3), (LIFT, 7), (PLACE, 7))
    assert replaced_of(events) == {7: [7, 5, 3, 7], 5: [7]}
    # Only what was since the card counts.
    assert replaced_of(events, card=1) == {5: []}


def test_in_the_dark_anybody_may_have_been_replaced_by_who_left_then():
    log = HandLog()
    log.clear(bytes(16))
    log.assume([3], [4], 0)
    assert log.replaced([4], True)[9] == [3]
    log.add(LIFT, 6, 2000)
    log.add(LIFT, 9, 2100)
    assert log.replaced([4], True)[9] == [3, 6] and log.replaced([4], True)[8] == [3]
    log.add(PLACE, 9, 2200)
    assert log.replaced([4], True)[9] == [3, 6, 9]
    log.card(False)
    assert log.replaced([4], True) == {}
    for k in range(200):
        log.add(LIFT, 5, 10000 + 1000 * k)
    assert 7 in log.replaced([4], True)[9]  # the log was too small: nothing is known
