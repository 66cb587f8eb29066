# SPDX-License-Identifier: Apache-2.0
"""74HC165 chain: every reed and button in one SPI transfer, with a self-check in each scan.

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

from micropython import const

try:
    from typing import TYPE_CHECKING
except ImportError:
    TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import SPI, Pin

_CHECK_MASK = const(0xE0)
_CHECK_BITS = const(0xA0)  # H, G, F = 1, 0, 1

OK = const(0)
ALL_ONES = const(1)
ALL_ZEROS = const(2)
SHORT = const(3)
LONG = const(4)
BIT_SHIFT = const(5)
CHECK_BITS = const(6)
TAIL = const(7)
CUT = const(8)


class Chain:
    """Reads a chain of 74HC165 and proves on every scan that it is whole."""

    def __init__(self, spi: "SPI", pl_pin: "Pin", n_chips: int, fault_scans: int = 5) -> None:
        """Take the SPI bus (MSB first, mode as in the table above) and the /PL pin.

        `n_chips` counts every 74HC165 of the chain, the button chip (the last one) included.
        `fault_scans` is how many scans in a row must be bad before `fault()` says so, and how
        many must be good before it is forgotten.
        """
        if n_chips < 1:
            raise ValueError("a chain has at least one chip")
        self.n_chips = n_chips
        self.good = False  # did the last scan pass the check?
        self.bad_scans = 0  # bad scans since power-up, for the doctor
        self.buttons = 0xFF  # last trusted byte of the button chip, wire levels
        self._readinto = spi.readinto
        self._pl = pl_pin.value
        # Two buffers that change places: a bad scan never overwrites the last good one.
        self._last = bytearray(b"\xff" * (n_chips + 1))
        self._next = bytearray(n_chips + 1)
        self._fault_scans = fault_scans
        self._streak = 0
        self._fault = OK
        self._text = ""
        self._pl(1)

    def read(self) -> bytearray:
        """Scan the chain once and return the newest trusted scan.

        n_chips + 1 bytes at wire level (closed reed or pressed button = 0), chip nearest the
        controller first, the tail byte last. When this scan fails the check (`good` is False) the
        buffer holds the last scan that passed, all ones before there was one. The buffer is
        reused: read it before the next but one call and do not write to it. Never allocates.
        Takes 8 * (n_chips + 1) / f: 16 bytes at 500 kHz are 256 us.
        """
        new = self._next
        self._pl(0)
        self._pl(1)
        self._readinto(new)
        button_byte = new[self.n_chips - 1]
        if (button_byte & _CHECK_MASK) == _CHECK_BITS and new[self.n_chips] == 0xFF:
            self._next = self._last
            self._last = new
            self.buttons = button_byte
            if not self.good:
                self.good = True
                self._streak = 0
            if self._fault:
                self._streak += 1
                if self._streak >= self._fault_scans:
                    self._fault = OK
            return new
        self.bad_scans += 1
        if self.good:
            self.good = False
            self._streak = 0
        if self._streak < self._fault_scans:
            self._streak += 1
            if self._streak == self._fault_scans:
                self._fault = diagnose(new, self.n_chips)
                self._text = ""
        return self._last

    def fault(self) -> int:
        """Return 0 while the chain is trusted, else what is wrong (`SHORT`, `LONG`, ...)."""
        return self._fault

    def text(self) -> str:
        """Return one sentence on the present fault, "" when there is none. Allocates."""
        if not self._fault:
            return ""
        if not self.good:
            code = diagnose(self._next, self.n_chips)
            self._text = describe(code, self._next, self.n_chips)
        return self._text


def diagnose(scan: bytearray, n_chips: int) -> int:
    """Return the most likely cause of a scan, `OK` when it passes the check. Never allocates.

    Open reeds read 1, so a broken data line with a pull-up looks like an empty board except for
    the check bits: what cannot be told apart is named after its most common cause.
    """
    last = scan[n_chips - 1]
    tail = scan[n_chips]
    good_check = (last & _CHECK_MASK) == _CHECK_BITS
    if good_check and tail == 0xFF:
        return OK
    heard = chips_heard(scan, n_chips)
    if heard == 0:
        return ALL_ONES if tail else ALL_ZEROS
    if heard < n_chips:
        # A chain without its last chips shows the constants early and only ones after them.
        early = tail and (scan[heard - 1] & _CHECK_MASK) == _CHECK_BITS
        return SHORT if early else CUT
    if tail != 0xFF and (tail & _CHECK_MASK) == _CHECK_BITS:
        return LONG
    # One bit early: H of the button chip has slipped into the byte before it.
    before = scan[n_chips - 2] if n_chips > 1 else 0
    if tail == 0xFF and (((before << 7) | (last >> 1)) & _CHECK_MASK) == _CHECK_BITS:
        return BIT_SHIFT
    # One bit late: input A of the button chip has slipped into the tail.
    if (tail | 0x80) == 0xFF and ((last << 1) & _CHECK_MASK) == _CHECK_BITS:
        return BIT_SHIFT
    if not good_check:
        return CHECK_BITS if tail == 0xFF else LONG
    return TAIL


def chips_heard(scan: bytearray, n_chips: int) -> int:
    """Return how many chips stand before the end of the scan turns into only ones or only zeros.

    n_chips when it does not, that is when the tail and the button chip differ from that.
    """
    level = scan[n_chips]
    if level not in (0, 0xFF):
        return n_chips
    index = n_chips
    while index > 0 and scan[index - 1] == level:
        index -= 1
    return index


def describe(code: int, scan: bytearray, n_chips: int) -> str:
    """Return one sentence on fault `code` of this scan: what is wrong and where to look."""
    if code == OK:
        return ""
    last = scan[n_chips - 1]
    if code == ALL_ONES:
        return "sensor chain reads only ones: data line open, no clock, or no power at the chips"
    if code == ALL_ZEROS:
        return "sensor chain reads only zeros: data line shorted to ground, or no power"
    heard = chips_heard(scan, n_chips)
    if code == SHORT:
        return "sensor chain is {} chip(s) short: {} expected, {} found".format(
            n_chips - heard, n_chips, heard
        )
    if code == CUT:
        return "sensor chain reads only {} after chip {} of {}: cable or chip behind it".format(
            "ones" if scan[n_chips] else "zeros", heard, n_chips
        )
    if code == LONG:
        return "sensor chain is longer than the {} chips the board file names".format(n_chips)
    if code == BIT_SHIFT:
        return "sensor chain is one bit off: SPI mode, or a ringing clock line"
    if code == TAIL:
        return "byte after the chain is {:02X}, not FF: SER of chip {} is not tied high".format(
            scan[n_chips], n_chips
        )
    return "check bits of chip {} read {}{}{}, not 101: its cable or its wiring".format(
        n_chips, last >> 7, last >> 6 & 1, last >> 5 & 1
    )
