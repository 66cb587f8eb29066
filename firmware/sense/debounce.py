# SPDX-License-Identifier: Apache-2.0
"""Debounce of the reed chain: asymmetric and deferred for the truth, eager for the lights.

Two views of the same scans, one bit per reed, 1 = magnet:

* `stable`: a level counts after it has lasted `place_ms` (magnet came) or `lift_ms` (magnet
  went). Moves are judged on it alone. `tuning.py` says where the times come from.
* `eager`: a level counts after two equal scans. Only lights follow it.

Changes of `stable` wait as events for the recogniser, dated back to the raw edge; a short dip
of a closed reed is a `TOUCH`. A restless reed, with many raw edges, makes no
touches: no wait begins again because of it. One whose debounced level flips too often is masked
until it has been quiet, so that one weak magnet cannot stop a game.
"""

from array import array

from micropython import const

from sense.tuning import (
    EVENTS,
    FLIP_MS,
    FLIPS,
    LIFT_MS,
    NOISE_EDGES,
    PLACE_MS,
    QUIET_MS,
    RESTLESS_EDGES,
    WINDOW_MS,
)

LIFT = const(0)  # the reed opened
PLACE = const(1)  # the reed closed
TOUCH = const(2)  # a closed reed opened for less than lift_ms

CHANGED = const(1)  # step(): `stable` changed or an event waits
EDGE = const(2)  # step(): `eager` changed
HEALTH = const(4)  # step(): `masked` or `restless` changed

_UNIT_MS = const(6)  # 64 ms, as a shift
_MASK = const(0x3FFFFFFF)  # time stamps wrap as time.ticks_ms() does


class Debounce:
    """Debounces the sensor bytes of the chain.

    Attributes:
        stable: debounced levels, one bit per reed, 1 = magnet.
        eager: levels that two scans agreed on.
        opened: bits of the reeds whose eager level went, until somebody sets them to 0.
        raw: levels of the last scan.
        masked: bits of flaky reeds, to be ignored by everybody.
        restless: bits of reeds that dip by themselves: their dips are no touches.
        events: number of events waiting; read them with `bit`, `kind`, `when`, then `clear`.
        settling: whether some reed that is not masked differs from its debounced level, or a calm one
            has changed within `lift_ms`: it may be bouncing.
    """

    def __init__(
        self,
        n_bytes: int,
        place_ms: int = PLACE_MS,
        lift_ms: int = LIFT_MS,
        flips: int = FLIPS,
        window_ms: int = WINDOW_MS,
        quiet_ms: int = QUIET_MS,
    ) -> None:
        """Make the buffers.

        Args:
            n_bytes: sensor chips; bytes of the scan after these (buttons, tail) are ignored.
            place_ms: how long a closed reed must stay closed to count.
            lift_ms: how long an open reed must stay open to count.
            flips: more quick changes of one reed than this make it flaky, 4..100.
            window_ms: after this time the counts of changes and edges are halved.
            quiet_ms: a masked reed without an edge for this long is trusted again.
        """
        n_bits = 8 * n_bytes
        self.n_bytes = n_bytes
        self.place_ms = place_ms
        self.lift_ms = lift_ms
        self.stable = bytearray(n_bytes)
        self.eager = bytearray(n_bytes)
        self.opened = bytearray(n_bytes)
        self.raw = bytearray(n_bytes)
        self.masked = bytearray(n_bytes)
        self.restless = bytearray(n_bytes)
        self._suspect = bytearray(n_bytes)  # restless in the window before
        self.events = 0
        self.settling = False
        self._flips = flips
        self._window_ms = window_ms
        self._quiet_ms = quiet_ms
        self._seen = bytearray(0)  # wire bytes of the last scan, all of them
        self._busy = False  # a scan may change something although the wire did not
        self._any_masked = False
        self._since_ms = array("i", [0] * n_bits)  # start of the present raw level
        self._edges = bytearray(n_bits)  # raw edges, halved every window
        self._changes = bytearray(n_bits)  # changes of `stable`, halved every window
        self._quick = bytearray(n_bits)  # those that followed two short levels
        self._turned = bytearray(n_bits)  # time of the last one, in units of `_UNIT_MS`
        self._short = bytearray(n_bytes)  # bits: it was soon after the one before
        self._window_start_ms = 0
        self._moved_ms = 0  # the last edge of a calm reed
        self._bit = bytearray(EVENTS)
        self._kind = bytearray(EVENTS)
        self._when_ms = array("i", [0] * EVENTS)
        self.lost = False  # events were dropped because nobody cleared them

    def start(self, now_ms: int, wire: bytearray) -> None:
        """Take a first scan as the truth, without events."""
        now_ms &= _MASK
        self._seen = bytearray(wire)
        for i in range(self.n_bytes):
            self.raw[i] = self.eager[i] = self.stable[i] = wire[i] ^ 0xFF
            self.masked[i] = self.restless[i] = self._suspect[i] = self.opened[i] = 0
            self._short[i] = 0
        for i in range(8 * self.n_bytes):
            self._since_ms[i] = now_ms
            self._edges[i] = self._changes[i] = self._quick[i] = 0
            self._turned[i] = now_ms >> _UNIT_MS & 0xFF
        self._window_start_ms = now_ms
        self._moved_ms = (now_ms - self.lift_ms) & _MASK
        self._busy = self._any_masked = self.settling = self.lost = False
        self.events = 0

    def step(self, now_ms: int, wire: bytearray) -> int:
        """Take one scan and return what changed: 0 or `CHANGED`, `EDGE`, `HEALTH` added.

        `wire` holds the bytes of the chain at wire level (closed reed = 0), at least `n_bytes` of
        them and always the same number. The very first scan is taken as the truth. Never
        allocates, except for that first scan.
        """
        if wire == self._seen:
            if not self._busy:
                return 0
        elif not self._seen:
            self.start(now_ms, wire)
            return CHANGED | EDGE
        return self._scan(now_ms, wire)

    def _scan(self, now_ms: int, wire: bytearray) -> int:
        now_ms &= _MASK
        code = 0
        busy = False
        seen = self._seen
        raw = self.raw
        eager = self.eager
        stable = self.stable
        settling = False
        for i in range(self.n_bytes):
            level = wire[i] ^ 0xFF
            changed = level ^ raw[i]
            if changed:
                seen[i] = wire[i]
                raw[i] = level
                busy = True  # the eager view needs one more scan
                code |= self._edge(i, changed, now_ms)
            late = (level ^ eager[i]) & ~changed
            if late:
                eager[i] ^= late
                self.opened[i] = (self.opened[i] | late) & ~level & 0xFF
                code |= EDGE
            if level != stable[i] and (level ^ stable[i]) & ~self.masked[i]:
                code |= self._ripen(i, level, now_ms)
                if (level ^ stable[i]) & ~self.masked[i]:
                    settling = True
        for i in range(self.n_bytes, len(seen)):
            seen[i] = wire[i]
        if self._any_masked:
            code |= self._trust(now_ms)
            busy = True
        self.settling = settling or (now_ms - self._moved_ms) & _MASK < self.lift_ms
        self._busy = busy or self.settling
        if self.events:
            code |= CHANGED
        return code

    def _edge(self, i: int, changed: int, now_ms: int) -> int:
        """Note the raw edges of one byte; count them for the health of the reeds."""
        code = 0
        if (now_ms - self._window_start_ms) & _MASK >= self._window_ms:
            self._window_start_ms = now_ms
            code |= self._new_window()
        for k in range(8):
            mask = 1 << k
            if not changed & mask:
                continue
            bit = 8 * i + k
            calm = self._edges[bit] <= RESTLESS_EDGES and not self.masked[i] & mask
            if calm:
                self._moved_ms = now_ms
            if calm and self.stable[i] & self.raw[i] & mask:
                self._put(bit, TOUCH, self._since_ms[bit])
            self._since_ms[bit] = now_ms
            if self._edges[bit] < 255:
                self._edges[bit] += 1
            if self._edges[bit] > NOISE_EDGES:
                code |= self._distrust(i, mask)
        return code

    def _new_window(self) -> int:
        """Halve the counts; name the reeds that were restless without a hand for two windows."""
        code = 0
        edges = self._edges  # a hand may wait while this is done
        changes = self._changes
        for i in range(self.n_bytes):
            restless = 0
            for bit in range(8 * i, 8 * i + 8):
                count = edges[bit]
                if count:
                    if count > RESTLESS_EDGES and not changes[bit]:
                        restless |= 1 << (bit & 7)
                    edges[bit] = count >> 1
                if changes[bit]:
                    changes[bit] >>= 1
                    self._quick[bit] >>= 1
            named = restless & self._suspect[i] & ~self.restless[i]
            if named:
                self.restless[i] |= named
                self._any_masked = True
                code = HEALTH
            self._suspect[i] = restless
        return code

    def _distrust(self, i: int, mask: int) -> int:
        if self.masked[i] & mask:
            return 0
        self.masked[i] |= mask
        self._any_masked = True
        return HEALTH

    def _ripen(self, i: int, level: int, now_ms: int) -> int:
        """Let the differing bits of one byte become stable when they have lasted."""
        waiting = (level ^ self.stable[i]) & ~self.masked[i]
        code = 0
        for k in range(8):
            mask = 1 << k
            if not waiting & mask:
                continue
            bit = 8 * i + k
            lasted_ms = (now_ms - self._since_ms[bit]) & _MASK
            if lasted_ms >= (self.place_ms if level & mask else self.lift_ms):
                self.stable[i] ^= mask
                self._put(bit, PLACE if level & mask else LIFT, self._since_ms[bit])
                if self._changes[bit] < 255:
                    self._changes[bit] += 1
                code |= self._turn(i, bit, mask)
        return code

    def _turn(self, i: int, bit: int, mask: int) -> int:
        """Count a change that comes too soon after too short a level for a hand."""
        code = 0
        now = self._since_ms[bit] >> _UNIT_MS & 0xFF
        soon = (now - self._turned[bit]) & 0xFF < FLIP_MS >> _UNIT_MS
        self._turned[bit] = now
        if soon and self._short[i] & mask:
            if self._quick[bit] < 255:
                self._quick[bit] += 1
            if self._quick[bit] > self._flips:
                code = self._distrust(i, mask)
        if soon:
            self._short[i] |= mask
        else:
            self._short[i] &= ~mask & 0xFF
        return code

    def _trust(self, now_ms: int) -> int:
        """Take masked and restless reeds back that have been quiet."""
        code = 0
        left = False
        for i in range(self.n_bytes):
            faulty = self.masked[i] | self.restless[i]
            if not faulty:
                continue
            for k in range(8):
                mask = 1 << k
                if not faulty & mask:
                    continue
                bit = 8 * i + k
                if (now_ms - self._since_ms[bit]) & _MASK < self._quiet_ms:
                    left = True
                    continue
                self.masked[i] &= ~mask & 0xFF
                self.restless[i] &= ~mask & 0xFF
                self._edges[bit] = self._changes[bit] = self._quick[bit] = 0
                code |= HEALTH
        self._any_masked = left
        return code

    def _put(self, bit: int, kind: int, when_ms: int) -> None:
        if self.events == EVENTS:
            self.lost = True
            return
        self._bit[self.events] = bit
        self._kind[self.events] = kind
        self._when_ms[self.events] = when_ms
        self.events += 1

    def bit(self, i: int) -> int:
        """Return the sensor bit of event `i`."""
        return self._bit[i]

    def kind(self, i: int) -> int:
        """Return `LIFT`, `PLACE` or `TOUCH` of event `i`."""
        return self._kind[i]

    def when(self, i: int) -> int:
        """Return the time of the raw edge of event `i`, in ms."""
        return self._when_ms[i]

    def clear(self) -> None:
        """Forget the events that were read."""
        self.events = 0
        self.lost = False
