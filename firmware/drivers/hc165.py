# SPDX-License-Identifier: Apache-2.0
"""74HC165 chain: every reed and button in one scan, with a self-check in each.

A state machine of the PIO loads the chain every 3 ms and shifts it into its FIFO (`scanprogram`); a DMA channel writes
what comes into a ring of 32 scans. The processor has no part in that: no scan is missed and none is late while
the firmware computes, collects garbage (24 ms) or erases a sector of
the flash, during which a Pico runs nothing at all (45 ms by the flash's data sheet, 400 at most). How many words the channel has
still to move tells how many scans are complete, and the number of a scan tells its time.

Here the scans are checked in their order. The good ones that differ from the one before them are given out one by
one with their times: no touch of a switch is lost and none gets a wrong time because somebody was busy, up to 90 ms. After more,
what came before is lost, and said to be where the board is not as it was.

"DS" = Texas Instruments SN74HC165 data sheet, SCLS116; "RP" = RP2040 data sheet.

While SH/LD (here `/PL`) is low the inputs A..H load asynchronously; its rising edge freezes them.
Output QH then already shows input H of the nearest chip, *before the first clock*; every rising
edge of CLK (CLK INH low) moves the chain on by one bit (DS, function table and timing diagram). So
the controller must take its first sample before the first rising edge, and every other one between two of
them, as `scanprogram` does: half a clock after the edge.

Bits come H first, so input A is bit 0 and H is bit 7 of each byte, and byte 0 is the chip nearest the
controller. The last chip carries the buttons (A..E) and constants on F, G, H = 1, 0, 1; its SER input is tied
high, so the one byte read beyond the chain must be FFh.
"""

from micropython import const

from ticks import MASK

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from rp2 import DMA, StateMachine

SCAN_MS = const(3)  # from one scan to the next, see `scanprogram`
MOST_CHIPS = const(15)
RING = const(512)  # bytes; its address is a multiple of that (RP 2.5.3.1, RING_SIZE)
WORDS = const(0x0FFFFFFC)  # until the channel stops, 2.3 days: the RP2350 counts them in 28 bits

_SLOT = const(16)  # bytes of a scan: the chips and the tail; what lies beyond reads as ones
_SLOTS = const(32)  # scans in the ring, a power of two

_CHECK_MASK = const(0xE0)
_CHECK_BITS = const(0xA0)  # H, G, F = 1, 0, 1
_UNNAMED = const(-1)  # a fault nobody has asked about yet
# Scans that may be checked late: the ring's, but for one that is being written and one to spare.
_KEPT = const(30)
_AGAIN = const(28)  # with so many it continues when there were more
_LOOKS = const(2000)  # of a loop that waits: on a Pico 16 ms at least


class Chain:
    """The scans of a chain of 74HC165: proves of each that the chain is whole, and gives out what changed.

    Attributes:
        n_chips: every 74HC165 of the chain, the button chip (the last one) included.
        good: did the last scan checked pass?
        bad_scans: bad scans since power-up, for the doctor.
        scans: how many scans were complete at the last look, since `start`.
        scanned_ms: time of the newest of them.
        wire: the scan that was taken last: n_chips + 1 bytes at wire level (closed reed or pressed
            button = 0), chip nearest the controller first, the tail byte last; all ones before
            there was one. Do not write to it.
        when_ms: time of that scan.
        buttons: its byte of the button chip, at wire level.
        lost: whether changes were dropped because nobody looked for 90 ms; reset it when seen.
    """

    def __init__(
        self,
        machine: "StateMachine",
        dma: "DMA",
        ring: "bytearray | memoryview",
        n_chips: int,
        ticks_ms: "Callable",
        fault_scans: int = 8,
    ) -> None:
        """Take what scans the chain, stopped, as `scanprogram.make` makes it.

        Args:
            machine: the state machine, its program loaded.
            dma: the channel that moves its words to `ring`.
            ring: `RING` bytes.
            n_chips: 1 to `MOST_CHIPS`.
            ticks_ms: tells when the scans began.
            fault_scans: how many scans in a row must be bad before `fault()` says so, and how many must be
                good before it is forgotten.

        Raises:
            ValueError: so many chips do not fit.
        """
        if not 1 <= n_chips <= MOST_CHIPS:
            raise ValueError("a chain has 1 to %d chips" % MOST_CHIPS)
        self.n_chips = n_chips
        self.good = False
        self.bad_scans = 0
        self.scans = 0
        self.scanned_ms = 0
        self.when_ms = 0
        self.buttons = 0xFF
        self.lost = False
        self._ticks_ms = ticks_ms
        self._machine = machine
        self._dma = dma
        self._ring = ring
        self._slots = [
            memoryview(ring)[_SLOT * i : _SLOT * i + n_chips + 1] for i in range(_SLOTS)
        ]
        self._start_ms = 0
        self._next = 0  # number of the first scan to look at, or of the change that waits
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
        machine, dma = self._machine, self._dma
        machine.active(0)
        dma.active(0)
        while machine.rx_fifo():
            machine.get()
        machine.restart()
        dma.config(write=self._ring, count=WORDS, trigger=True)
        # With the beginning of a millisecond: who looks one after a scan began finds it complete.
        ticks_ms = self._ticks_ms
        before_ms = ticks_ms()
        for _ in range(_LOOKS):
            if ticks_ms() != before_ms:
                break
        machine.active(1)
        self._start_ms = ticks_ms()
        self.scanned_ms = (self._start_ms - SCAN_MS) & MASK

    def read(self) -> bytearray:
        """Start and return the first scan, if it can be trusted: for power-up."""
        self.start()
        for _ in range(_LOOKS):
            if self._dma.count <= WORDS - 4:  # type: ignore[attr-defined]  # the stubs lack it
                break
        while self.take():
            pass
        return self.wire

    def changed(self) -> bool:
        """Look at the scans that have come; return whether a change waits. Never allocates."""
        done = (WORDS - self._dma.count) >> 2  # type: ignore[attr-defined]
        if done != self.scans:
            self.scans = done
            self.scanned_ms = (self._start_ms + SCAN_MS * (done - 1)) & MASK
            if done - self._next > _KEPT:  # the ring has come round
                self._next = done - _AGAIN
                # Between two scans that are alike a touch may have come and gone, and no more.
                if self._waits or self._slots[self._next & (_SLOTS - 1)] != self.wire:
                    self.lost = True
                self._waits = False
            if not self._waits:
                self._seek()
        return self._waits

    def _seek(self) -> None:
        """Look at the scans that are complete until one is good and differs from `wire`."""
        wire = self.wire
        at = self._next
        while at != self.scans:
            scan = self._slots[at & (_SLOTS - 1)]
            same = scan == wire
            if not (same and self.good) or self._fault:  # what is like a good one is good
                last = self.n_chips - 1
                self._judge((scan[last] & _CHECK_MASK) == _CHECK_BITS and scan[last + 1] == 0xFF)
                if not self.good:
                    self._bad = scan
                elif not same:
                    self._waits = True
                    break
            at += 1
        self._next = at

    def _judge(self, good: bool) -> None:
        """Note whether a scan was good, and count those in a row that speak for a fault, or against the one there is."""
        if good != self.good:
            self.good = good
            self._streak = 0
        if not good:
            self.bad_scans += 1
        elif not self._fault:
            return
        if self._streak < self._fault_scans:
            self._streak += 1
            if self._streak == self._fault_scans:
                self._fault = 0 if good else _UNNAMED
                self._text = ""

    def lasted_ms(self) -> int:
        """Return how long `wire` stood before the oldest change that waits; -1 when none was seen waiting."""
        if not self._waits:
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
        scan = self._slots[at & (_SLOTS - 1)]
        wire = self.wire  # a copy: the ring keeps changing
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
