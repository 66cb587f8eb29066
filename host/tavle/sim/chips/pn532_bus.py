# SPDX-License-Identifier: Apache-2.0
"""The two ways to a PN532: high-speed UART and I2C.

Source: NXP UM0701-02, 6.2.4 (I2C: every read begins with a status byte, 01 = ready) and 6.2.5
(HSU: 115200 baud 8N1; bytes 55h wake the chip).
"""

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from tavle.sim.chips.pn532 import Pn532


class Hsu:
    """The serial face. Bytes travel one by one, 10 bits each, in virtual time.

    Args:
        chip: the Pn532.
        baud: bits per second the chip talks at.

    Attributes:
        crossed: TX and RX are exchanged: nothing arrives anywhere.
    """

    def __init__(self, chip: "Pn532", baud: int = 115200) -> None:
        self.crossed = False
        self._chip = chip
        self._baud = baud
        self._right = True
        self._rxbuf = 256
        self._sending: list = []  # (arrival in us, byte) on the way to the chip
        self._sent_us = 0
        self._wire: list = []  # [first arrival in us, bytes] on the way to the host
        self._wire_us = 0
        self._received = bytearray()
        self.lost = 0

    def open(self, baud: int, rxbuf: int) -> None:
        """Set the host's side: its baud rate and the size of its receive buffer."""
        self._right = abs(baud - self._baud) * 33 < self._baud
        self._rxbuf = rxbuf

    def write(self, now_us: int, data: bytes) -> None:
        """Queue bytes on the way to the chip; returns at once, like a buffered UART."""
        self._turn(now_us)
        start = max(now_us, self._sent_us)
        for i in range(0 if self.crossed else len(data)):
            t = start + (10000000 * (i + 1)) // self._baud
            self._sending.append((t, data[i] if self._right else data[i] ^ 0xA5))
        self._sent_us = start + (10000000 * len(data)) // self._baud

    def sent(self, now_us: int) -> bool:
        """Return whether everything written has left."""
        return now_us >= self._sent_us

    def _turn(self, now_us: int) -> None:
        chip = self._chip
        if self._sending:
            late = [item for item in self._sending if item[0] > now_us]
            for t, byte in self._sending[: len(self._sending) - len(late)]:
                if byte == 0x55 and chip.runs(t):
                    chip.wake(t)
                if chip.awake:
                    chip.feed(byte, t)
            self._sending = late
        chip.step(now_us)
        if not chip.plugged or self.crossed:
            self._wire = []
        while chip.outbox and chip.outbox[0][0] <= now_us:
            ready_us, data = chip.outbox.pop(0)
            if chip.radio.noise.chance(chip.radio.errors / 8):
                data = bytes((0x80 | chip.radio.noise.below(64),)) + data
            start = max(ready_us, self._wire_us)
            self._wire.append([start, data])
            self._wire_us = start + (10000000 * len(data)) // self._baud
        while self._wire:
            start, data = self._wire[0]
            count = min((now_us - start) * self._baud // 10000000, len(data))
            if count <= 0:
                break
            # Keep the rest's first byte at its own time.
            if count == len(data):
                self._wire.pop(0)
            else:
                self._wire[0] = [start + (10000000 * count) // self._baud, data[count:]]
            self._store(data[:count])

    def _store(self, data: bytes) -> None:
        room = self._rxbuf - len(self._received)
        self.lost += max(0, len(data) - room)
        data = data[:room]
        self._received += data if self._right else bytes(byte ^ 0xA5 for byte in data)

    def any(self, now_us: int) -> int:
        """Return how many bytes the host has received."""
        self._turn(now_us)
        return len(self._received)

    def read(self, now_us: int, count: "int | None" = None) -> bytes:
        """Return up to `count` received bytes (None: all)."""
        self._turn(now_us)
        data = bytes(self._received if count is None else self._received[:count])
        self._received = self._received[len(data) :]
        return data


class I2cFace:
    """The I2C face at address 24h (7 bits)."""

    def __init__(self, chip: "Pn532") -> None:
        self._chip = chip

    def present(self, now_us: int) -> bool:
        """Return whether the chip acknowledges its address."""
        return self._chip.runs(now_us)

    def write(self, now_us: int, data: bytes) -> None:
        """Take one write transfer: an answer that nobody fetched is gone."""
        self._chip.awake = True
        self._chip.outbox = []
        for byte in data:
            self._chip.feed(byte, now_us)

    def read(self, now_us: int, count: int) -> bytes:
        """Answer one read transfer: status byte, then the frame when it is ready.

        Reading more than the status takes the frame away; a NACK frame brings it back.
        """
        chip = self._chip
        chip.step(now_us)
        if not chip.outbox or chip.outbox[0][0] > now_us:
            return bytes(count)
        data = b"\x01" + chip.outbox[0][1]
        if count > 1:
            chip.outbox.pop(0)
        return (data + bytes(count))[:count]
