# SPDX-License-Identifier: Apache-2.0
"""One command at a time to the PN532: acknowledge, answer, repeat, give up. Never waits.

UM 6.2.2: the chip acknowledges a command within 15 ms, then sends its answer; the controller asks
for a damaged answer again with NACK and drops a command with ACK.
"""

from micropython import const

from drivers.pn532 import frames
from ticks import since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from drivers.pn532.i2c import I2cTransport
    from drivers.pn532.uart import UartTransport

IDLE = const(0)
BUSY = const(1)
DONE = const(2)
FAILED = const(3)

_WAIT_ACK = const(0)
_WAIT_ANSWER = const(1)

_ACK_MS = const(30)  # 15 ms by the manual, and a step may come late
_GAP_MS = const(25)  # a frame that stands still this long has lost bytes
_FRAME_MS = const(200)  # no frame takes that long: the line babbles
_SENDS = const(3)
_NACKS = const(3)


class Exchange:
    """Sends a command frame and collects its answer over a transport."""

    def __init__(self, transport: "UartTransport | I2cTransport") -> None:
        """Take an `UartTransport` or `I2cTransport`."""
        self.state = IDLE
        self.why = ""  # after FAILED
        self.data = bytearray(0)  # after DONE: answer, response code first
        self.length = 0
        self.bad_frames = 0
        self.resent = 0
        self.nacks = 0
        self.bus_errors = 0
        self.transport = transport
        self._parser = frames.Parser()
        self._frame = b""
        self._code = 0
        self._want = 0
        self._timeout_ms = 0
        self._wait = _WAIT_ACK
        self._since_ms = 0
        self._rx_ms = 0  # last bytes came
        self._first_ms = 0  # first bytes of what is being received came
        self._sends = 0
        self._nacks_left = 0

    def wake(self) -> None:
        """Wake the chip; the next command may follow at once."""
        try:
            self.transport.wake()
        except OSError:
            self.bus_errors += 1

    def start(self, frame: bytes, want: int, timeout_ms: int, now_ms: int) -> None:
        """Send `frame`, drop what came before, and wait for the answer with code + 1.

        `want` is the longest answer frame in bytes. timeout_ms counts from the acknowledge;
        0 waits forever.
        """
        self._frame = frame
        self._code = frame[6] + 1
        self._want = want
        self._timeout_ms = timeout_ms
        self._sends = 0
        self._nacks_left = _NACKS
        self._flush()
        self._send(now_ms)

    def cancel(self) -> None:
        """Drop the command under way with an ACK frame (UM 6.2.2.1.e)."""
        self.state = IDLE
        self._write(frames.ACK_FRAME)

    def receiving(self) -> bool:
        """Tell whether part of an answer has come."""
        return self._parser.inside or self._parser.junk

    def poll(self, now_ms: int) -> int:
        """Take what has come and return `IDLE`, `BUSY`, `DONE` or `FAILED`.

        Bytes are read before the clock, so a late call does not lose an answer that is there.
        """
        if self.state != BUSY:
            return self.state
        transport = self.transport
        end = self._read()
        if end:
            if not self.receiving():
                self._first_ms = now_ms
            self._rx_ms = now_ms
            self._take(transport.rx, transport.first, end, now_ms)
            if self.state != BUSY:
                return self.state
        elif transport.held:
            return self.state  # an answer that is here cannot be late
        if self.receiving():
            gap_ms = since(now_ms, self._rx_ms)
            if gap_ms >= _GAP_MS or since(now_ms, self._first_ms) >= _FRAME_MS:
                self._stalled(now_ms)
        elif self._wait == _WAIT_ACK:
            if since(now_ms, self._since_ms) >= _ACK_MS:
                self._again(now_ms, "no acknowledge from the reader")
        elif self._timeout_ms and since(now_ms, self._since_ms) >= self._timeout_ms:
            self._fail("no answer from the reader")
        return self.state

    def _read(self) -> int:
        """Return where the bytes end that have come."""
        try:
            return self.transport.read(6 if self._wait == _WAIT_ACK else self._want)
        except OSError:
            self.bus_errors += 1
            return 0

    def _take(self, buf: bytearray, pos: int, end: int, now_ms: int) -> None:
        while pos < end and self.state == BUSY:
            pos = self._parser.feed(buf, pos, end)
            kind = self._parser.kind
            if kind == frames.NONE:
                continue
            if kind == frames.DATA:
                if self._parser.data[0] == self._code:
                    # Also when the acknowledge got lost: the answer says as much.
                    self.data = self._parser.data
                    self.length = self._parser.length
                    self.state = DONE
            elif kind == frames.ACK:
                if self._wait == _WAIT_ACK:
                    self._wait = _WAIT_ANSWER
                    self._since_ms = now_ms
            elif kind == frames.NACK:
                self._again(now_ms, "the reader refuses the frame")
                return  # what came behind it is thrown away
            elif kind == frames.CHIP_ERROR:
                self._fail("the reader does not know the command")
            else:
                self.bad_frames += 1
                if self._wait == _WAIT_ANSWER:
                    self._nack(now_ms, frames.NAMES[kind])
                    return

    def _stalled(self, now_ms: int) -> None:
        """Deal with bytes that never became a frame."""
        self.bad_frames += 1
        inside = self._parser.inside
        if self._wait == _WAIT_ACK:
            self._again(now_ms, "acknowledge damaged")
        elif inside or self._timeout_ms:
            self._nack(now_ms, "answer cut short")
        else:
            # Debris while armed: no telling whether an answer was in it.
            self._fail("answer damaged")

    def _nack(self, now_ms: int, why: str) -> None:
        if not self._nacks_left:
            self._fail(why)
            return
        self._nacks_left -= 1
        self.nacks += 1
        self._parser.reset()
        self._flush()
        self._since_ms = now_ms
        self._write(frames.NACK_FRAME)

    def _again(self, now_ms: int, why: str) -> None:
        if self._sends >= _SENDS:
            self._fail(why)
            return
        self.resent += 1
        self._flush()
        self._send(now_ms)

    def _send(self, now_ms: int) -> None:
        self._sends += 1
        self._parser.reset()
        self._wait = _WAIT_ACK
        self._since_ms = now_ms
        self.state = BUSY
        self._write(self._frame)

    def _fail(self, why: str) -> None:
        self.state = FAILED
        self.why = why

    def _write(self, frame: bytes) -> None:
        try:
            self.transport.write(frame)
        except OSError:
            self.bus_errors += 1

    def _flush(self) -> None:
        try:
            self.transport.flush()
        except OSError:
            self.bus_errors += 1
