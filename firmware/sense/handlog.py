# SPDX-License-Identifier: Apache-2.0
"""What the reeds reported since the board last was known: bounded in size and in time."""

from array import array

from micropython import const

from sense.debounce import LIFT, PLACE, TOUCH
from sense.tuning import LOG_EVENTS, MOST_MS, REORDER_MS
from ticks import since

_SPOTS = const(128)  # more than any board has

# What happened on a spot, in `HandLog.marks`; kept when old events are dropped.
UP = const(1)  # it was emptied
DIPPED = const(2)  # its reed opened for a moment
SINCE = const(2)  # both are there again, shifted by so many bits, for what was since the card


class HandLog:
    """Keeps the last events in the order of their raw edges.

    The debouncer reports a lift later than a placing of the same moment, so events can come out
    of order; they are sorted in by their raw time.

    Attributes:
        n: number of events.
        start: spots of the 16 pawns before the first event, sorted within each seat.
        marks: for every spot what has happened there: `UP`, `DIPPED`, and both again shifted by
            `SINCE` for what was since the card.
        assumed: whether the log begins with what nobody has seen: see `assume`.
    """

    def __init__(self) -> None:
        self.n = 0
        self.assumed = False
        self._dark: "list[int]" = []  # spots that were left while nobody looked, since the card
        self._unseen = 0  # events, the first of all, that nobody has seen
        self.start = bytearray(16)
        self.marks = bytearray(_SPOTS)
        self._dropped = False  # there were more events than are kept
        self._card = 0  # first event since the card
        self._asked = 0  # first event since it was last asked about what was made
        self._kind = bytearray(LOG_EVENTS)
        self._spot = bytearray(LOG_EVENTS)
        self._when_ms = array("i", [0] * LOG_EVENTS)

    def clear(self, start: "bytes | bytearray") -> None:
        """Forget everything; the pawns stand on the spots `start` now."""
        self.start[:] = start
        self.n = 0
        self.assumed = self._dropped = False
        self._dark = []
        self._card = self._asked = self._unseen = 0
        self.marks[:] = bytes(_SPOTS)

    def card(self, early: bool) -> None:
        """Note that a card was laid; `early`: what went before is counted with it."""
        self._card = 0 if early else self.n
        if not early:
            self._dropped = False
            self._dark = []
        for i in range(_SPOTS):
            marks = self.marks[i] & 3
            self.marks[i] = marks | marks << SINCE if early else marks

    def add(self, kind: int, spot: int, when_ms: int) -> None:
        """Sort one event in. Never allocates; a full log drops its older half."""
        mark = UP if kind == LIFT else DIPPED if kind == TOUCH else 0
        self.marks[spot] |= mark | mark << SINCE
        if self.n == LOG_EVENTS:
            half = LOG_EVENTS // 2
            for i in range(half):
                self._copy(i + half, i)
            self.n = half
            self._dropped = True
            self._card = max(0, self._card - half)
            self._asked = max(0, self._asked - half)
            self._unseen = max(0, self._unseen - half)
        i = self.n
        while i > 0 and 0 < since(self._when_ms[i - 1], when_ms) < REORDER_MS:
            self._copy(i - 1, i)
            i -= 1
        self._kind[i] = kind
        self._spot[i] = spot
        self._when_ms[i] = when_ms
        self.n += 1

    def assume(self, missing: "list[int]", extra: "list[int]", when_ms: int) -> None:
        """Note that pawns have left some spots and come to others while nobody looked."""
        for spot in missing:
            self.add(LIFT, spot, when_ms)
        for spot in extra:
            self.add(PLACE, spot, when_ms)
        self.assumed = self.assumed or bool(missing or extra)
        self._dark += missing
        self._unseen = self.n

    def left_unseen(self, spot: int) -> bool:
        """Return whether nobody has seen the pawn that left a spot last: it may be anywhere."""
        for i in range(self.n - 1, -1, -1):
            if self._kind[i] == LIFT and self._spot[i] == spot:
                return i < self._unseen
        return False

    def _copy(self, source: int, target: int) -> None:
        self._kind[target] = self._kind[source]
        self._spot[target] = self._spot[source]
        self._when_ms[target] = self._when_ms[source]

    def forget(self, spot: int) -> None:
        """Drop what a reed told that turned out to be faulty."""
        self.marks[spot] = 0
        kept = card = asked = 0
        for i in range(self.n):
            if self._spot[i] == spot:
                card += i < self._card
                asked += i < self._asked
                continue
            self._copy(i, kept)
            kept += 1
        self.n = kept
        self._card -= card
        self._asked -= asked

    def kind(self, i: int) -> int:
        """Return `LIFT`, `PLACE` or `TOUCH` of event `i`."""
        return self._kind[i]

    def spot(self, i: int) -> int:
        """Return the spot of event `i`."""
        return self._spot[i]

    def unknown(self) -> None:
        """Note that pawns may have been lifted that nobody has seen: spot 0 stands for any."""
        self.marks[0] |= UP

    def stirred(self) -> bool:
        """Return whether any pawn was lifted or touched, or may have been, since the log was cleared."""
        for marks in self.marks:
            if marks:
                return True
        return False

    def unbalanced(self) -> int:
        """Return how many pawns were put down that no reed saw lifted: they left others on their spaces."""
        held = unseen = 0
        for i in range(self.n):
            if self._kind[i] == LIFT:
                held += 1
            elif self._kind[i] == PLACE:
                if held:
                    held -= 1
                else:
                    unseen += 1
        return unseen

    def away_ms(self, spot: int, card: bool) -> int:
        """Return how long a spot was empty in all, capped; `card`: only since the card was laid.

        A spot that is still empty has been so for the most that counts.
        """
        total = 0
        up = -1
        for i in range(self._card if card else 0, self.n):
            if self._spot[i] != spot:
                continue
            if self._kind[i] == LIFT:
                up = i
            elif self._kind[i] == PLACE and up >= 0:
                total += min(MOST_MS, max(0, since(self._when_ms[i], self._when_ms[up])))
                up = -1
        return MOST_MS if up >= 0 else min(MOST_MS, total)

    def together(self, one: int, other: int) -> bool:
        """Return whether two spots were empty at the same time since the card was laid."""
        up = [False, False]
        for i in range(self._card, self.n):
            if self._spot[i] in (one, other) and self._kind[i] != TOUCH:
                up[self._spot[i] == one] = self._kind[i] == LIFT
                if up[0] and up[1]:
                    return True
        return False

    def replaced(self, spots: "list[int]", alone: bool) -> "dict[int, list[int]]":
        """Return the spots that another pawn may have taken since the card, before one came to one of some spots last.

        For each of them those that had been left when it was taken: the other one has come from there. In the dark
        any may have been taken. `alone`: but not who was put back while no other was in the air.
        """
        out: "dict[int, list[int]]" = {}
        if self._dropped:
            every = list(range(1, _SPOTS))
            return dict.fromkeys(every, every)
        if self._dark:
            out = dict.fromkeys(range(1, _SPOTS), self._dark)
        before: "dict[int, list[int]]" = {}
        left: "list[int]" = []
        air = 0
        for i in range(self.n):
            kind = self._kind[i]
            spot = self._spot[i]
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

    def came(self, starts: "list[int]", end: int) -> bool:
        """Return whether a pawn was put down on a spot after one of others was lifted."""
        lifted = False
        for i in range(self.n):
            if self._kind[i] == LIFT:
                lifted = lifted or self._spot[i] in starts
            elif lifted and self._kind[i] == PLACE and self._spot[i] == end:
                return True
        return False

    def followed(self, start: int, end: int) -> bool:
        """Return whether who stood on a spot has gone to another, alone in the air whenever one was put down."""
        at = start
        held = 0
        carried = False
        for i in range(self.n):
            if self._kind[i] == LIFT:
                held += 1
                carried = carried or self._spot[i] == at
            elif self._kind[i] == PLACE:
                if carried:
                    if held != 1:
                        return False
                    at = self._spot[i]
                    carried = False
                held -= 1
        return at == end and not carried

    def _put_back(self, i: int) -> bool:
        """Return whether who was lifted by an event was put back before anything else happened."""
        spot = self._spot[i]
        if self._kind[i] == TOUCH:
            return True
        k = i + 1
        while k < self.n and self._kind[k] == TOUCH:
            k += 1
        return k < self.n and self._kind[k] == PLACE and self._spot[k] == spot

    def asked(self) -> None:
        """Note that it was asked about what has been made so far."""
        self._asked = self.n

    def aways(self, asked: bool) -> "list[tuple[int, int, int, int]]":
        """Return (spot, episode, first event, last event) of each time a pawn was away since the card.

        `asked`: only since it was asked about.

        An episode begins when a pawn is lifted while all stand where they stood, and ends when they do
        again. The last event is `n` for a spot that is still empty.
        """
        out = []
        away: "list[tuple[int, int]]" = []  # spot, first event
        episode = 0
        start = bytes(self.start)  # MicroPython looks for a number in bytes, not in a bytearray
        for i in range(self._asked if asked else self._card, self.n):
            spot = self._spot[i]
            if self._kind[i] == TOUCH or spot not in start:
                continue
            if self._kind[i] == LIFT:
                episode += not away
                away.append((spot, i))
                continue
            for k in range(len(away)):
                if away[k][0] == spot:
                    out.append((spot, episode, away.pop(k)[1], i))
                    break
        for spot, first in away:
            out.append((spot, episode, first, self.n))
        return out

    def lasted_ms(self, first: int, last: int) -> int:
        """Return the time between two events, capped; the most that counts when the last is still to come."""
        if last == self.n:
            return MOST_MS
        return min(MOST_MS, max(0, since(self._when_ms[last], self._when_ms[first])))

    def latest(self, spots: "list[int]", count: int, areas: int) -> "list[int]":
        """Return those of some spots that a pawn has left last, `count` of them or more.

        A lift that the log does not have yet is later than all it has.

        Args:
            spots: spots that pawns have left.
            count: 0 to the number of spots.
            areas: the first spot for several pawns: one that comes puts back who left last.
        """
        when = []
        for spot in spots:
            lifts: "list[int]" = []
            for i in range(self.n):
                if self._spot[i] != spot:
                    continue
                if self._kind[i] == LIFT:
                    lifts.append(i)
                elif self._kind[i] == PLACE:
                    lifts = lifts[:-1] if spot >= areas else []
            when.append(lifts[-1] if lifts else self.n)
        first = sorted(when)[len(spots) - count] if count > 0 else self.n
        return [spots[i] for i in range(len(spots)) if when[i] >= first]

    def last(self, kind: int, spot: int) -> int:
        """Return which event was the last of a kind on a spot since the card, -1 when there is none."""
        for i in range(self.n - 1, self._card - 1, -1):
            if self._kind[i] == kind and self._spot[i] == spot:
                return i
        return -1

    def lifted(self, below: int) -> "list[int]":
        """Return the spots with a number below `below` that were lifted."""
        return [spot for spot in range(1, below) if self.marks[spot] & UP]
