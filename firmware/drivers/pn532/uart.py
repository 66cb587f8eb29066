# SPDX-License-Identifier: Apache-2.0
"""PN532 on a UART ("HSU", UM 6.2.3): 115200 baud, 8N1, raw frames."""

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from machine import UART

# UM 7.2.11: 55h bytes wake the chip, which then needs a moment (T_osc_start) before the frame:
# fourteen zeros are 1.2 ms at 115200 baud.
_WAKE = b"\x55\x55\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"


class UartTransport:
    """Moves bytes without waiting."""

    first = 0  # index in `rx` of the first byte read
    held = 0  # a stream keeps nothing back

    def __init__(self, uart: "UART") -> None:
        """Take a UART made with timeout=0 and rxbuf=256.

        No frame sent is longer than 30 bytes, so that the 32-byte FIFO takes each one whole.
        """
        self.rx = bytearray(40)
        self._any = uart.any
        self._readinto = uart.readinto
        self._write = uart.write

    def wake(self) -> None:
        """Send what wakes the chip; the next frame may follow at once."""
        self._write(_WAKE)

    def write(self, frame: bytes) -> None:
        """Send one frame."""
        self._write(frame)

    def read(self, want: int) -> int:
        """Fetch what has come into `rx`; return the end index, 0 when nothing has.

        `want` is how long an answer can be; a stream does not need it. At most 40 bytes a call, so
        that parsing them stays below 1 ms. Never allocates.
        """
        waiting = self._any()
        if not waiting:
            return 0
        got = self._readinto(self.rx, min(waiting, len(self.rx)))
        return got or 0

    def flush(self) -> None:
        """Throw away what has come (at most 400 bytes)."""
        for _ in range(10):
            if not self._any():
                break
            self.read(0)
