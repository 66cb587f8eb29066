# SPDX-License-Identifier: Apache-2.0
"""PN532 on I2C (UM 6.2.4): address 24h, every read begins with a status byte.

Bit 0 of the status byte is 1 when a frame waits. A frame must be fetched in one read, the status
byte again in front; what is not fetched is lost. The chip stretches the clock (1 ms must be
allowed) and is never looked for with `scan()`: it may be asleep, and emulators answer nothing.
"""

from micropython import const

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from machine import I2C, Pin

_READY = const(0x01)
_SHORT = const(16)


class I2cTransport:
    """Moves frames without waiting for the ready bit."""

    first = 1  # rx[0] is the status byte

    def __init__(self, i2c: "I2C", address: int, irq: "Pin | None" = None) -> None:
        """Take an I2C bus (400 kHz; at 100 kHz a step takes up to 4 ms), 24h, and the IRQ pin or None.

        IRQ (UM 6.3: low while a frame waits) only saves bus traffic: the chip is asked anyway at
        every eighth call, so that a broken IRQ wire costs time and nothing else.
        """
        self.rx = bytearray(49)
        self._address = address
        self._status = bytearray(1)
        self._readfrom_into = i2c.readfrom_into
        self._writeto = i2c.writeto
        self._irq = irq.value if irq is not None else None
        self._calls = 0
        self.held = 0  # end index of a frame fetched and not handed out yet

    def wake(self) -> None:
        """Do nothing: the chip wakes at its address, and its first answer may be a refusal."""

    def write(self, frame: bytes) -> None:
        """Send one frame. OSError when the chip does not acknowledge."""
        self._writeto(self._address, frame)

    def read(self, want: int) -> int:
        """Fetch a frame of at most `want` bytes into `rx`; return the end index, 0 when none.

        Costs one byte on the bus when the chip is not ready, else want + 2 (40 bytes at 400 kHz:
        0.95 ms). A frame that may be long is handed out by the next call, so that fetching it and
        understanding it do not add up in one step. OSError when the chip does not acknowledge.
        """
        if self.held:
            end = self.held
            self.held = 0
            return end
        if self._irq is not None and self._irq():
            self._calls = (self._calls + 1) & 7
            if self._calls:
                return 0
        self._readfrom_into(self._address, self._status)
        if not self._status[0] & _READY:
            return 0
        end = min(want + 1, len(self.rx))
        self._readfrom_into(self._address, memoryview(self.rx)[:end])
        if not self.rx[0] & _READY:
            return 0
        if want > _SHORT:
            self.held = end
            return 0
        return end

    def flush(self) -> None:
        """Throw away a frame that waits."""
        self.held = 0
        self.read(len(self.rx) - 1)
        self.held = 0
