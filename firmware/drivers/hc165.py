# SPDX-License-Identifier: Apache-2.0
"""74HC165 chain: every reed and button in one SPI transfer, with a self-check in each scan.

The chain is scanned by a hard timer interrupt (`scan`), whatever the rest of the firmware is at:
computing, a garbage collection (23 ms on the emulated Pico) or a frame for the lights. A scan that
differs from the one before it waits with its time in a ring until `take` fetches it: no touch of a
switch is lost and none gets a wrong time because somebody was busy.

"DS" = Texas Instruments SN74HC165 data sheet, SCLS116.

While SH/LD (here `/PL`) is low the inputs A..H load asynchronously; its rising edge freezes them.
Output QH then already shows input H of the nearest chip, *before the first clock*; every rising
edge of CLK (CLK INH low) moves the chain on by one bit (DS, function table and timing diagram). So
the controller must take its first sample before the first rising edge:

| SPI polarity, phase | first sample | result |
|---|---|---|
| 1, 0 | first falling edge, half a clock before the chip shifts | right, used on the boards |
| 0, 0 | first rising edge, the edge on which the chip shifts | right, margin = chip delay only |
| 1, 1 | first rising edge, like 0, 0 | right, margin = chip delay only |
| 0, 1 | first falling edge, *after* the chip has shifted | wrong: bit H is lost |

Bits come H first, so with MSB-first SPI input A is bit 0 and H is bit 7 of each byte, and byte 0
is the chip nearest the controller. The last chip carries the buttons (A..E) and constants on F, G,
H = 1, 0, 1; its SER input is tied high, so the one byte read beyond the chain must be FFh.
"""

from array import array

from micropython import const

from ticks import MASK

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from machine import SPI, Pin

SCAN_MS = const(5)  # from one scan to the next

_CHECK_MASK = const(0xE0)
_CHECK_BITS = const(0xA0)  # H, G, F = 1, 0, 1
_UNNAMED = const(-1)  # a fault nobody has asked about yet
# Scans that may wait: 160 ms in which every single scan differs. A power of two.
_SLOTS = const(32)


class Chain:
    """Scans a chain of 74HC165, proves on every scan that it is whole, and keeps what changed.

    Attributes:
        n_chips: every 74HC165 of the chain, the button chip (the last one) included.
        good: did the last scan pass the check?
        bad_scans: bad scans since power-up, for the doctor.
        scans: how often the chain was scanned; wraps at 2^30.
        scanned_ms: time of the last scan.
        wire: the scan that was taken last: n_chips + 1 bytes at wire level (closed reed or pressed
            button = 0), chip nearest the controller first, the tail byte last; all ones before
            there was one. Whole until the next `take`; do not write to it.
        when_ms: time of that scan.
        buttons: its byte of the button chip, at wire level.
        lost: whether changes were dropped because nobody took them; reset it when seen.
    """

    def __init__(
        self,
        spi: "SPI",
        pl_pin: "Pin",
        n_chips: int,
        ticks_ms: "Callable",
        fault_scans: int = 5,
    ) -> None:
        """Take the SPI bus (MSB first, mode as in the table above) and the /PL pin.

        `ticks_ms` stamps the scans. `fault_scans` is how many scans in a row must be bad before
        `fault()` says so, and how many must be good before it is forgotten.
        """
        if n_chips < 1:
            raise ValueError("a chain has at least one chip")
        self.n_chips = n_chips
        self.good = False
        self.bad_scans = 0
        self.scans = 0
        self.scanned_ms = 0
        self.when_ms = 0
        self.buttons = 0xFF
        self.lost = False
        self._ticks_ms = ticks_ms
        self._readinto = spi.readinto
        self._pl = pl_pin.value
        # The interrupt writes into `_slots[_head]`; those from `_tail` up to it wait.
        self._slots = [bytearray(n_chips + 1) for _ in range(_SLOTS)]
        self._times_ms = array("i", [0] * _SLOTS)
        self._head = 1
        self._tail = 1
        self.wire = self._newest = self._slots[0]
        for i in range(n_chips + 1):
            self.wire[i] = 0xFF
        self._bad = bytearray(n_chips + 1)  # the last scan that failed the check
        self._reading = False  # `_bad` is being looked at
        self._fault_scans = fault_scans
        self._streak = 0
        self._fault = 0
        self._text = ""
        self._pl(1)

    def scan(self, _timer: object = None) -> None:
        """Scan the chain once; called by a timer, in a hard interrupt. Never allocates.

        A scan that fails the check never becomes `wire`. Takes 8 * (n_chips + 1) / f and 0.04 ms
        more on the emulated Pico: 15 bytes at 500 kHz are 0.24 ms.
        """
        head = self._head
        new = self._slots[head]
        self._pl(0)
        self._pl(1)
        self._readinto(new)
        now_ms = self._ticks_ms()
        self.scanned_ms = now_ms
        self.scans = (self.scans + 1) & MASK
        if (new[self.n_chips - 1] & _CHECK_MASK) == _CHECK_BITS and new[self.n_chips] == 0xFF:
            if not self.good:
                self.good = True
                self._streak = 0
            if self._fault:
                self._streak += 1
                if self._streak >= self._fault_scans:
                    self._fault = 0
            if new != self._newest:
                # One slot stays free beside the one that is written: it is `wire`.
                if (self._tail - head - 2) & (_SLOTS - 1) == 0:
                    self.lost = True  # the next scan tries again: the last level is never lost
                    return
                self._times_ms[head] = now_ms
                self._newest = new
                self._head = (head + 1) & (_SLOTS - 1)
            return
        self.bad_scans += 1
        if not self._reading:
            self._slots[head] = self._bad
            self._bad = new
        if self.good:
            self.good = False
            self._streak = 0
        if self._streak < self._fault_scans:
            self._streak += 1
            if self._streak == self._fault_scans:
                self._fault = _UNNAMED
                self._text = ""

    def changed(self) -> bool:
        """Return whether a change waits."""
        return self._tail != self._head

    def lasted_ms(self) -> int:
        """Return how long `wire` stood before the oldest change that waits; -1 when none waits."""
        if self._tail == self._head:
            return -1
        return (self._times_ms[self._tail] - self.when_ms) & MASK

    def age_ms(self) -> int:
        """Return how long ago the chain was scanned."""
        return (self._ticks_ms() - self.scanned_ms) & MASK

    def take(self) -> bool:
        """Make the oldest change that waits `wire` and `when_ms`; False when none waits."""
        tail = self._tail
        if tail == self._head:
            return False
        self.wire = self._slots[tail]
        self.when_ms = self._times_ms[tail]
        self.buttons = self.wire[self.n_chips - 1]
        self._tail = (tail + 1) & (_SLOTS - 1)
        return True

    def read(self) -> bytearray:
        """Scan now and return the newest trusted scan: for the start, before the timer runs."""
        self.scan()
        while self.take():
            pass
        return self.wire

    def fault(self) -> int:
        """Return 0 while the chain is trusted, else what is wrong: a code of `chainfault`."""
        if self._fault == _UNNAMED:
            from drivers import chainfault  # takes memory only where it is needed

            self._reading = True
            self._fault = chainfault.diagnose(self._bad, self.n_chips)
            self._reading = False
        return self._fault

    def text(self) -> str:
        """Return one sentence on the present fault, "" when there is none. Allocates."""
        if not self.fault():
            return ""
        if not self.good:
            from drivers import chainfault

            self._reading = True
            code = chainfault.diagnose(self._bad, self.n_chips)
            self._text = chainfault.describe(code, self._bad, self.n_chips)
            self._reading = False
        return self._text
