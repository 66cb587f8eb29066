# SPDX-License-Identifier: Apache-2.0
"""74HC165 chain: every reed and button in one scan, with a self-check in each.

A `Scanner` shifts the chain into memory every 5 ms, whatever the firmware is at: computing, a garbage
collection, an erase of the flash. Here those scans are looked at in their order, the good ones that differ from the one
before them are given out one by one with their times: no touch of a switch is lost and none gets a wrong time because
somebody was busy, up to 150 ms.

"DS" = Texas Instruments SN74HC165 data sheet, SCLS116.

While SH/LD (here `/PL`) is low the inputs A..H load asynchronously; its rising edge freezes them.
Output QH then already shows input H of the nearest chip, *before the first clock*; every rising
edge of CLK (CLK INH low) moves the chain on by one bit (DS, function table and timing diagram). So
the controller must take its first sample before the first rising edge, and every other one between two of
them, as `scanprogram` does: half a clock after the edge.

Bits come H first, so input A is bit 0 and H is bit 7 of each byte, and byte 0 is the chip nearest the controller. The last chip carries the buttons (A..E) and constants on F, G,
H = 1, 0, 1; its SER input is tied high, so the one byte read beyond the chain must be FFh.
"""

from micropython import const

from drivers.scanner import SCAN_MS, SLOTS
from ticks import MASK

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from drivers.scanner import Scanner

_CHECK_MASK = const(0xE0)
_CHECK_BITS = const(0xA0)  # H, G, F = 1, 0, 1
_UNNAMED = const(-1)  # a fault nobody has asked about yet
# Scans that are looked at late: the ring's, but for one that is being written and one to spare.
_KEPT = const(30)
_LOOKS = const(
    2000
)  # at the scanner, until the first scan should be there: 20 ms on a Pico, far more than it takes


class Chain:
    """The scans of a chain of 74HC165: proves of each that the chain is whole, and gives out what changed.

    Attributes:
        n_chips: every 74HC165 of the chain, the button chip (the last one) included.
        good: did the last scan that was looked at pass the check?
        bad_scans: bad scans since power-up, for the doctor.
        scans: how many scans were complete at the last look, since `start`.
        scanned_ms: time of the newest of them.
        wire: the scan that was taken last: n_chips + 1 bytes at wire level (closed reed or pressed
            button = 0), chip nearest the controller first, the tail byte last; all ones before
            there was one. Do not write to it.
        when_ms: time of that scan.
        buttons: its byte of the button chip, at wire level.
        lost: whether changes were dropped because nobody took them for 150 ms; reset it when seen.
    """

    def __init__(
        self,
        scanner: "Scanner",
        n_chips: int,
        ticks_ms: "Callable",
        fault_scans: int = 5,
    ) -> None:
        """Take what scans the chain: n_chips + 1 bytes in each of its slots.

        `ticks_ms` tells when it was started. `fault_scans` is how many scans in a row must be bad before
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
        self._scanner = scanner
        self._done = scanner.done
        self._slots = scanner.slots
        self._start_ms = 0
        self._next = (
            0  # number of the first scan that has not been looked at, or of the change that waits
        )
        self._waits = False  # a change, which `take` gives out
        self.wire = bytearray(b"\xff" * (n_chips + 1))
        self._bad = self._slots[0]  # the last scan that failed the check
        self._fault_scans = fault_scans
        self._streak = 0
        self._fault = 0
        self._text = ""

    def start(self) -> None:
        """Scan the chain from now on, every `SCAN_MS`. What has been taken stays; what waits is lost."""
        self._next = self.scans = 0
        self._waits = False
        self._scanner.start()
        self._start_ms = self._ticks_ms()
        self.scanned_ms = (self._start_ms - SCAN_MS) & MASK

    def read(self) -> bytearray:
        """Start and return the first scan, if it can be trusted: for power-up."""
        self.start()
        for _ in range(_LOOKS):
            if self._done():
                break
        while self.take():
            pass
        return self.wire

    def changed(self) -> bool:
        """Return whether a change waits. Never allocates."""
        done = self._done()
        if done != self.scans:
            self.scans = done
            self.scanned_ms = (self._start_ms + SCAN_MS * (done - 1)) & MASK
            if done - self._next > _KEPT:  # the ring has come round: the newest scan counts
                self.lost = True
                self._next = done - 1
                self._waits = False
            if not self._waits:
                self._seek()
        return self._waits

    def _seek(self) -> None:
        """Look at the scans that are complete until one is good and differs from `wire`."""
        last = self.n_chips - 1
        while self._next != self.scans:
            scan = self._slots[self._next & (SLOTS - 1)]
            good = (scan[last] & _CHECK_MASK) == _CHECK_BITS and scan[last + 1] == 0xFF
            if good != self.good:
                self.good = good
                self._streak = 0
            if not good:
                self._bad = scan
                self.bad_scans += 1
            if not good or self._fault:
                self._count(good)
            if good and scan != self.wire:
                self._waits = True
                return
            self._next += 1

    def _count(self, good: bool) -> None:
        """Count scans in a row that speak for a fault, or against the one there is."""
        if self._streak < self._fault_scans:
            self._streak += 1
            if self._streak == self._fault_scans:
                self._fault = 0 if good else _UNNAMED
                self._text = ""

    def lasted_ms(self) -> int:
        """Return how long `wire` stood before the oldest change that waits; -1 when none waits."""
        if not self.changed():
            return -1
        return (self._start_ms + SCAN_MS * self._next - self.when_ms) & MASK

    def age_ms(self) -> int:
        """Return how long ago the newest scan was."""
        self.changed()
        return (self._ticks_ms() - self.scanned_ms) & MASK

    def take(self) -> bool:
        """Make the oldest change that waits `wire` and `when_ms`; False when none waits."""
        if not self.changed():
            return False
        at = self._next
        scan = self._slots[at & (SLOTS - 1)]
        wire = self.wire  # a copy: the ring goes on
        for i in range(self.n_chips + 1):
            wire[i] = scan[i]
        self.when_ms = (self._start_ms + SCAN_MS * at) & MASK
        self.buttons = wire[self.n_chips - 1]
        self._waits = False
        self._next = at + 1
        self._seek()
        return True

    def fault(self) -> int:
        """Return 0 while the chain is trusted, else what is wrong: a code of `chainfault`."""
        if self._fault == _UNNAMED:
            from drivers import chainfault  # takes memory only where it is needed

            self._fault = chainfault.diagnose(self._bad, self.n_chips)
        return self._fault

    def text(self) -> str:
        """Return one sentence on the present fault, "" when there is none. Allocates."""
        if not self.fault():
            return ""
        if not self.good:
            from drivers import chainfault

            code = chainfault.diagnose(self._bad, self.n_chips)
            self._text = chainfault.describe(code, self._bad, self.n_chips)
        return self._text
