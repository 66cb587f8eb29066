# SPDX-License-Identifier: Apache-2.0
"""What the reeds have reported since the board was last known: bounded in size and in time."""

from micropython import const

from sense.debounce import LIFT, PLACE, TOUCH
from sense.tuning import LOG_EVENTS, MOST_MS, REORDER_MS
from ticks import since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    Away = tuple[int, int, int, int]  # see `HandLog.aways`

_SPOTS = const(128)  # more than any board has

# What happened on a spot, in `HandLog.marks`; kept when old events are dropped.
UP = const(1)  # it was emptied
DIPPED = const(2)  # its reed opened for a moment
SINCE = const(2)  # shift of the same two marks for what has happened since the card


class HandLog:
    """Keeps the last events in the order of their raw edges.

    The debouncer reports a lift later than a placement of the same moment, so events can come out
    of order; they are sorted in by their raw time.

    Attributes:
        events: (kind, spot, ms) of each: `LIFT`, `PLACE` or `TOUCH`.
        start: spots of the 16 pawns before the first event, sorted within each seat.
        marks: for every spot what has happened there: `UP`, `DIPPED`, and both again shifted by
            `SINCE`. Spot 0 stands for any: pawns may have been lifted that nobody saw.
        assumed: whether the log begins with what nobody saw: see `assume`.
    """

    def __init__(self) -> None:
        self.events: "list[tuple[int, int, int]]" = []
        self.start = bytearray(16)
        self.marks = bytearray(_SPOTS)
        self.assumed = False
        self._dark: "list[int]" = []  # spots that were left while nobody looked, since the card
        self._unseen = 0  # number of events, the first ones, that nobody saw
        self._dropped = False  # there were more events than are kept
        self._card = 0  # first event since the card
        self._asked = 0  # first event since the last question

    def clear(self, start: "bytes | bytearray") -> None:
        """Forget everything; the pawns stand on the spots `start` now."""
        self.events = []
        self.start = bytearray(start)
        self.marks = bytearray(_SPOTS)
        self.assumed = self._dropped = False
        self._dark = []
        self._card = self._asked = self._unseen = 0

    # -- what happens -------------------------------------------------------------------------

    def add(self, kind: int, spot: int, when_ms: int) -> None:
        """Sort one event in; a full log drops its older half."""
        mark = UP if kind == LIFT else DIPPED if kind == TOUCH else 0
        self.marks[spot] |= mark | mark << SINCE
        if len(self.events) == LOG_EVENTS:
            half = LOG_EVENTS // 2
            self.events = self.events[half:]
            self._dropped = True
            self._card = max(0, self._card - half)
            self._asked = max(0, self._asked - half)
            self._unseen = max(0, self._unseen - half)
        i = len(self.events)
        while i > 0 and 0 < since(self.events[i - 1][2], when_ms) < REORDER_MS:
            i -= 1
        self.events.insert(i, (kind, spot, when_ms))

    def card(self, early: bool) -> None:
        """Note that a card was laid; `early`: what happened before counts as done with it."""
        self._card = 0 if early else len(self.events)
        if not early:
            self._dropped = False
            self._dark = []
        for i in range(_SPOTS):
            marks = self.marks[i] & (UP | DIPPED)
            self.marks[i] = marks | marks << SINCE if early else marks

    def asked(self) -> None:
        """Note that the table has asked about what was done so far."""
        self._asked = len(self.events)

    def assume(self, missing: "list[int]", extra: "list[int]", when_ms: int) -> None:
        """Note that pawns have left some spots and come to others while nobody looked."""
        for spot in missing:
            self.add(LIFT, spot, when_ms)
        for spot in extra:
            self.add(PLACE, spot, when_ms)
        self.assumed = self.assumed or bool(missing or extra)
        self._dark += missing
        self._unseen = len(self.events)

    def unknown(self) -> None:
        """Note that pawns may have been lifted that nobody saw."""
        self.marks[0] |= UP

    def forget(self, spot: int) -> None:
        """Drop what a reed reported that turned out to be faulty."""
        self.marks[spot] = 0
        there = [i for i in range(len(self.events)) if self.events[i][1] == spot]
        self._card -= len([i for i in there if i < self._card])
        self._asked -= len([i for i in there if i < self._asked])
        self.events = [event for event in self.events if event[1] != spot]

    # -- what has happened --------------------------------------------------------------------

    def stirred(self) -> bool:
        """Return whether any pawn was lifted or touched, or may have been."""
        return self.marks != bytearray(_SPOTS)

    def lifted(self, below: int) -> "list[int]":
        """Return the spots with a number below `below` that were lifted."""
        return [spot for spot in range(1, below) if self.marks[spot] & UP]

    def last(self, kind: int, spot: int) -> int:
        """Return the number of the last event of a kind on a spot since the card, -1 if there is none."""
        for i in range(len(self.events) - 1, self._card - 1, -1):
            if self.events[i][:2] == (kind, spot):
                return i
        return -1

    def left_unseen(self, spot: int) -> bool:
        """Return whether nobody saw the pawn that left a spot last: it may be anywhere."""
        for i in range(len(self.events) - 1, -1, -1):
            if self.events[i][:2] == (LIFT, spot):
                return i < self._unseen
        return False

    def unbalanced(self) -> int:
        """Return how many pawns were put down that no reed saw lifted: they left others on their spaces."""
        held = unseen = 0
        for kind, _, _ in self.events:
            if kind == LIFT:
                held += 1
            elif kind == PLACE:
                if held:
                    held -= 1
                else:
                    unseen += 1
        return unseen

    def together(self, one: int, other: int) -> bool:
        """Return whether two spots have been empty at the same time since the card."""
        empty = set()
        for kind, spot, _ in self.events[self._card :]:
            if kind == PLACE:
                empty.discard(spot)
            elif kind == LIFT and spot in (one, other):
                empty.add(spot)
                if len(empty) == 2:
                    return True
        return False

    def came(self, starts: "list[int]", end: int) -> bool:
        """Return whether a pawn was put down on a spot after one of others was lifted."""
        lifted = False
        for kind, spot, _ in self.events:
            if kind == LIFT:
                lifted = lifted or spot in starts
            elif lifted and kind == PLACE and spot == end:
                return True
        return False

    def followed(self, start: int, end: int) -> bool:
        """Return whether the pawn that stood on a spot has surely gone to another.

        It was alone in the air whenever a pawn was put down.
        """
        at = start
        held = 0
        carried = False
        for kind, spot, _ in self.events:
            if kind == LIFT:
                held += 1
                carried = carried or spot == at
            elif kind == PLACE:
                if carried:
                    if held != 1:
                        return False
                    at = spot
                    carried = False
                held -= 1
        return at == end and not carried

    def replaced(self, spots: "list[int]", alone: bool) -> "dict[int, list[int]]":
        """Return the spots that another pawn may have taken since the card.

        That is, before the last time that a pawn came to one of `spots`. For each of them the spots that had been
        left by then: the other pawn came from one of these. In the dark any spot may have been taken.

        Args:
            spots: see above.
            alone: leave out a pawn that was put back while no other was in the air.
        """
        if self._dropped:
            every = list(range(1, _SPOTS))
            return dict.fromkeys(every, every)
        out: "dict[int, list[int]]" = {}
        if self._dark:
            out = dict.fromkeys(range(1, _SPOTS), self._dark)
        before: "dict[int, list[int]]" = {}
        left: "list[int]" = []
        air = 0
        for i in range(len(self.events)):
            kind, spot, _ = self.events[i]
            if kind == PLACE:
                air -= 1
                if spot in before:
                    before[spot] = left[:]
                if spot in spots:
                    out.update(before)
            elif i >= self._card:
                if not (alone and not air and self._put_back(i)):
                    before[spot] = left[:]
                if kind == LIFT:
                    left.append(spot)
            air += kind == LIFT
        for spot in before:
            if spot in out:
                out[spot] = before[spot]
        return out

    def _put_back(self, i: int) -> bool:
        """Return whether the pawn that was lifted by event `i` was put back before anything else happened."""
        kind, spot, _ = self.events[i]
        if kind == TOUCH:
            return True
        for kind, other, _ in self.events[i + 1 :]:
            if kind != TOUCH:
                return kind == PLACE and other == spot
        return False

    def latest(self, spots: "list[int]", count: int, areas: int) -> "list[int]":
        """Return those of some spots that a pawn has left last, `count` of them or more.

        A lift that is not in the log yet is later than all others.

        Args:
            spots: spots that pawns have left.
            count: 0 to the number of spots.
            areas: the first spot for several pawns: there a placement undoes only the last lift.
        """
        when = []
        for spot in spots:
            lifts: "list[int]" = []
            for i in range(len(self.events)):
                kind, here, _ = self.events[i]
                if here == spot and kind == LIFT:
                    lifts.append(i)
                elif here == spot and kind == PLACE:
                    lifts = lifts[:-1] if spot >= areas else []
            when.append(lifts[-1] if lifts else len(self.events))
        first = sorted(when)[len(spots) - count] if count > 0 else len(self.events)
        return [spots[i] for i in range(len(spots)) if when[i] >= first]

    # -- how long -----------------------------------------------------------------------------

    def away_ms(self, spot: int, card: bool) -> int:
        """Return how long a spot was empty in all, capped; `card`: only since the card was laid.

        A spot that is still empty counts as much as the cap.
        """
        total = 0
        up = -1
        for i in range(self._card if card else 0, len(self.events)):
            kind, here, _ = self.events[i]
            if here == spot and kind == LIFT:
                up = i
            elif here == spot and kind == PLACE and up >= 0:
                total += self.lasted_ms(up, i)
                up = -1
        return MOST_MS if up >= 0 else min(MOST_MS, total)

    def lasted_ms(self, first: int, last: int) -> int:
        """Return the time between two events, capped; the cap if the last one is still to come."""
        if last == len(self.events):
            return MOST_MS
        return min(MOST_MS, max(0, since(self.events[last][2], self.events[first][2])))

    def aways(self, asked: bool) -> "list[Away]":
        """Return (spot, episode, first event, last event) for each time a pawn was away since the card.

        An episode begins when a pawn is lifted while all stand where they stood, and ends when they do
        again. The last event of a spot that is still empty is the next one.

        Args:
            asked: only since the last question.
        """
        out: "list[Away]" = []
        away: "list[tuple[int, int]]" = []  # spot, first event
        episode = 0
        start = bytes(self.start)  # MicroPython: no `in` for a number in a bytearray
        for i in range(self._asked if asked else self._card, len(self.events)):
            kind, spot, _ = self.events[i]
            if kind == TOUCH or spot not in start:
                continue
            if kind == LIFT:
                episode += not away
                away.append((spot, i))
                continue
            for one in away:
                if one[0] == spot:
                    away.remove(one)
                    out.append((spot, episode, one[1], i))
                    break
        for spot, first in away:
            out.append((spot, episode, first, len(self.events)))
        return out
