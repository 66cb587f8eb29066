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

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from machine import SPI, Pin

_CHECK_MASK = const(0xE0)
_CHECK_BITS = const(0xA0)  # H, G, F = 1, 0, 1
_UNNAMED = const(-1)  # a fault nobody has asked about yet


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
        self._fault = 0
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
                    self._fault = 0
            return new
        self.bad_scans += 1
        if self.good:
            self.good = False
            self._streak = 0
        if self._streak < self._fault_scans:
            self._streak += 1
            if self._streak == self._fault_scans:
                self._fault = _UNNAMED
                self._text = ""
        return self._last

    def fault(self) -> int:
        """Return 0 while the chain is trusted, else what is wrong: a code of `chainfault`."""
        if self._fault == _UNNAMED:
            from drivers import chainfault  # takes memory only where it is needed

            self._fault = chainfault.diagnose(self._next, self.n_chips)
        return self._fault

    def text(self) -> str:
        """Return one sentence on the present fault, "" when there is none. Allocates."""
        if not self.fault():
            return ""
        if not self.good:
            from drivers import chainfault

            code = chainfault.diagnose(self._next, self.n_chips)
            self._text = chainfault.describe(code, self._next, self.n_chips)
        return self._text
