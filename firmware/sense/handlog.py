# SPDX-License-Identifier: Apache-2.0
"""The log of lifts, placings and touches since the board last agreed with the position."""

from array import array

from micropython import const

from sense.debounce import LIFT, PLACE

_SIZE = const(128)
_MASK = const(0x3FFFFFFF)
_STRAIGHT_MS = const(1500)  # a pawn that is put straight is back before that


class HandLog:
    """Keeps the last events in the order of their raw edges.

    The debouncer reports a lift 35 ms later than a placing of the same moment, so events can
    come out of order; they are sorted in by their raw time.

    Attributes:
        n: number of events.
        start: spots of the 16 pawns before the first event, sorted within each seat.
        lost: whether events were dropped: the log no longer explains the board.
        epoch: changes when the events get other numbers.
    """

    def __init__(self) -> None:
        self.n = 0
        self.start = bytearray(16)
        self.lost = False
        self.epoch = 0
        self._kind = bytearray(_SIZE)
        self._spot = bytearray(_SIZE)
        self._when_ms = array("i", [0] * _SIZE)

    def clear(self, start: "bytes | bytearray") -> None:
        """Forget everything; the pawns stand on the spots `start` now."""
        self.start[:] = start
        self.n = 0
        self.lost = False
        self.epoch = (self.epoch + 1) & 255

    def add(self, kind: int, spot: int, when_ms: int) -> None:
        """Sort one event in. Never allocates; a full log drops its older half."""
        if self.n == _SIZE:
            self.lost = True
            half = _SIZE // 2
            for i in range(half):
                self._copy(i + half, i)
            self.n = half
            self.epoch = (self.epoch + 1) & 255
        when_ms &= _MASK
        i = self.n
        while i > 0 and 0 < ((self._when_ms[i - 1] - when_ms) & _MASK) < 1000:
            self._copy(i - 1, i)
            i -= 1
        self._kind[i] = kind
        self._spot[i] = spot
        self._when_ms[i] = when_ms
        self.n += 1

    def _copy(self, source: int, target: int) -> None:
        self._kind[target] = self._kind[source]
        self._spot[target] = self._spot[source]
        self._when_ms[target] = self._when_ms[source]

    def kind(self, i: int) -> int:
        """Return `LIFT`, `PLACE` or `TOUCH` of event `i`."""
        return self._kind[i]

    def spot(self, i: int) -> int:
        """Return the spot of event `i`."""
        return self._spot[i]

    def when(self, i: int) -> int:
        """Return the time of event `i` in ms."""
        return self._when_ms[i]

    def gap_ms(self, i: int, j: int) -> int:
        """Return the ms from event `i` to the later event `j`."""
        return (self._when_ms[j] - self._when_ms[i]) & _MASK

    def long_away(self, up: int, spot: int) -> bool:
        """Return whether a pawn came to a spot longer after a lift than one is put straight in."""
        down = self.next(up, PLACE, spot)
        return down >= 0 and self.gap_ms(up, down) > _STRAIGHT_MS

    def next(self, i: int, kind: int, spot: int) -> int:
        """Return the first event after `i` of a kind on a spot (0 = any spot), -1 if none."""
        for j in range(i + 1, self.n):
            if self._kind[j] == kind and spot in (0, self._spot[j]):
                return j
        return -1

    def before(self, i: int, kind: int, spot: int) -> int:
        """Return the last event before `i` of a kind on a spot, -1 if none."""
        for j in range(i - 1, -1, -1):
            if self._kind[j] == kind and self._spot[j] == spot:
                return j
        return -1

    def lifts(self, first: int) -> int:
        """Return the number of lifts from event `first` on."""
        count = 0
        for i in range(first, self.n):
            if self._kind[i] == LIFT:
                count += 1
        return count

    def lifted_last(self, spot: int, count: int) -> bool:
        """Return whether a spot is among the last `count` ones lifted, or not in the log yet."""
        later = 0
        up = self.before(self.n, LIFT, spot)
        if up >= 0:
            for i in range(up + 1, self.n):
                if self._kind[i] == LIFT and self._spot[i] != spot:
                    later += 1
        return later < count

    def together(self, one: int, other: int, first: int) -> bool:
        """Return whether two spots were empty at the same time, both lifted from `first` on."""
        for i in range(first, self.n):
            spot = self._spot[i]
            if self._kind[i] != LIFT or spot not in (one, other):
                continue
            down = self.next(i, PLACE, spot)
            up = self.next(i, LIFT, other if spot == one else one)
            if 0 <= up and (down < 0 or up < down):
                return True
        return False

    def lifted(self, below: int) -> list:
        """Return the spots with a number below `below` that were lifted, no doubles."""
        out = []
        for i in range(self.n):
            if self._kind[i] == LIFT and self._spot[i] < below and self._spot[i] not in out:
                out.append(self._spot[i])
        return out

    def was(self, kind: int, spot: int, first: int = 0) -> bool:
        """Return whether such an event is in the log from event `first` on."""
        return self.next(first - 1, kind, spot) >= 0
