# SPDX-License-Identifier: Apache-2.0
"""A string of WS2812B lights on one data line.

Source: Worldsemi WS2812B-V5: 24 bits per light, G7..G0 R7..R0 B7..B0, a pulse is 0 when it is high
for 220-380 ns and 1 when it is high for 580-1600 ns; a gap of 280 us or more latches. The older
WS2812B takes 250-550 ns and 650-950 ns; the model accepts what both accept or lie between.
"""

LATCH_US = 280
T0H_NS = (200, 550)
T1H_NS = (580, 1600)
MIN_LOW_NS = 220
MAX_LOW_NS = 100000

IDLE_MA = 1
CHANNEL_MA = 20
"""Current of a dark light and of one channel at 255: rule-of-thumb figures, not measured."""


class Strip:
    """The lights, and a ring of the frames they showed.

    A frame is kept as sent (bytes, GRB order) with the time at which it latches, and only when
    it differs from the one before.

    Args:
        n_leds: number of lights on the line.
        keep: number of frames to keep.
    """

    def __init__(self, n_leds: int, keep: int = 96) -> None:
        self.n_leds = n_leds
        self.keep = keep
        self.dark = bytes(3 * n_leds)
        self._broken: list = []
        self.frames = [(0, self.dark)]
        self.shows = 0
        self.bad_bits = 0
        self._data = self.dark
        self._end_us = -LATCH_US
        self._at = 0
        self._timing: tuple = ()

    def fault(self, broken: list) -> None:
        """Let these lights stay dark, whatever is sent to them."""
        self._broken = broken

    def write(self, start_us: int, timing: tuple, data: bytes) -> int:
        """Take a burst of whole bytes and return how long it lasts in microseconds.

        Args:
            start_us: when the first bit begins.
            timing: (high 0, low 0, high 1, low 1) in nanoseconds.
            data: the bytes, most significant bit first.
        """
        if timing != self._timing:
            self._zero = read(timing[0], timing[1])
            self._one = read(timing[2], timing[3])
            self._timing = timing
            self._byte_ns = 8 * (timing[0] + timing[1])
        if timing[0] + timing[1] == timing[2] + timing[3]:
            total_ns = self._byte_ns * len(data)
        else:
            ones = _count(data)
            total_ns = ones * (timing[2] + timing[3])
            total_ns += (8 * len(data) - ones) * (timing[0] + timing[1])
        if self._zero != 0 or self._one != 1:
            self.bad_bits += 8 * len(data)
            data = self._misread(data)
        us = (total_ns + 999) // 1000
        self.take(start_us, us, data)
        return us

    def take(self, start_us: int, us: int, data: bytes) -> None:
        """Take the whole bytes of a burst, as the lights read them: when it begins, and how long it lasts."""
        if start_us - self._end_us >= LATCH_US:
            self._at = 0
        self._end_us = start_us + us
        size = len(self.dark)
        if self._at == 0 and len(data) == size:
            # The usual case: one whole frame after a latch.
            self._at = size
            self.shows += 1
            if data != self._data:
                self._data = bytes(data)
                self._keep(self._end_us + LATCH_US)
        else:
            self._part(data)

    def _part(self, data: bytes) -> None:
        # Bits beyond the last light leave the string; lights without new bits keep the old ones.
        room = len(self.dark) - self._at
        if room > 0:
            fresh = bytearray(self._data)
            part = data[:room]
            fresh[self._at : self._at + len(part)] = part
            self._at += len(part)
            self.shows += 1
            if fresh != self._data:
                self._data = bytes(fresh)
                self._keep(self._end_us + LATCH_US)

    def _keep(self, t_us: int) -> None:
        shown = self._data
        if self._broken:
            lit = bytearray(shown)
            for light in self._broken:
                lit[3 * light : 3 * light + 3] = b"\0\0\0"
            shown = bytes(lit)
        self.frames.append((t_us, shown))
        if len(self.frames) > 2 * self.keep:
            self.frames = self.frames[-self.keep :]

    def _misread(self, data: bytes) -> bytes:
        # Pulses out of tolerance: a light reads them as it likes; the worst case is the inverse.
        zero = 0 if self._zero == 0 else 255
        one = 255 if self._one == 1 else 0
        return bytes((byte & one) | ((byte ^ 255) & zero) for byte in data)

    def frame(self, t_us: int) -> bytes:
        """Return the bytes (GRB) that are lit at a time."""
        shown = self.frames[0][1]
        for at_us, data in self.frames:
            if at_us > t_us:
                break
            shown = data
        return shown

    def since(self, t_us: int) -> list:
        """Return the frames lit from a time on: the one lit then, and all later ones."""
        first = 0
        for i in range(len(self.frames)):
            if self.frames[i][0] <= t_us:
                first = i
        return self.frames[first:]


def read(high_ns: int, low_ns: int) -> int:
    """Return the bit that a light reads from a pulse and the low after it, -1 for one out of tolerance."""
    if not MIN_LOW_NS <= low_ns <= MAX_LOW_NS:
        return -1
    if T0H_NS[0] <= high_ns <= T0H_NS[1]:
        return 0
    return 1 if T1H_NS[0] <= high_ns <= T1H_NS[1] else -1


def _count(data: bytes) -> int:
    ones = 0
    for byte in data:
        while byte:
            ones += byte & 1
            byte >>= 1
    return ones


def rgb(data: bytes, index: int) -> tuple:
    """Return light `index` of a frame as (red, green, blue)."""
    return data[3 * index + 1], data[3 * index], data[3 * index + 2]


def milliamps(data: bytes) -> int:
    """Return the current a frame draws, calculated (see IDLE_MA, CHANNEL_MA)."""
    return IDLE_MA * (len(data) // 3) + (sum(data) * CHANNEL_MA + 254) // 255
