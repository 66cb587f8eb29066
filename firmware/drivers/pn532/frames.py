# SPDX-License-Identifier: Apache-2.0
"""PN532 frames, both ways.

"UM" = NXP UM0701-02 (PN532 user manual), 6.2.1: `00 00 FF LEN LCS TFI PD.. DCS 00`, LEN counts TFI
and PD, LEN + LCS = 0 and TFI + PD + DCS = 0 modulo 256. TFI is D4h to the chip and D5h from it.
ACK is `00 00 FF 00 FF 00`, NACK `00 00 FF FF 00 00`, the error frame `00 00 FF 01 FF 7F 81 00`.
Extended frames (LEN = LCS = FFh) carry more than an NTAG ever answers and are refused by name.
"""

from micropython import const

# What `Parser.kind` says. From BAD_LENGTH on the bytes were no frame.
NONE = const(0)
DATA = const(1)
ACK = const(2)
NACK = const(3)
CHIP_ERROR = const(4)
BAD_LENGTH = const(5)
TOO_LONG = const(6)
EXTENDED = const(7)
BAD_SENDER = const(8)
BAD_CHECKSUM = const(9)

NAMES = (
    "nothing yet",
    "data",
    "ack",
    "nack",
    "chip reports a syntax error",
    "length checksum wrong",
    "longer than any answer",
    "extended frame",
    "not from the chip",
    "data checksum wrong",
)

ACK_FRAME = b"\x00\x00\xff\x00\xff\x00"
NACK_FRAME = b"\x00\x00\xff\xff\x00\x00"

_TO_CHIP = const(0xD4)
_FROM_CHIP = const(0xD5)
_ERROR = const(0x7F)

_START_CODE = b"\x00\xff"

_LONGEST = const(64)  # bytes of a body

_POST = const(0)  # for the postamble, which is no start
_HUNT = const(1)  # for 00
_START = const(2)  # 00 seen, for FF
_LEN = const(3)
_LCS = const(4)
_TFI = const(5)
_BODY = const(6)
_DCS = const(7)
_ZERO = const(8)  # a DCS of zero has come, which a postamble must follow


def build(body: bytes) -> bytes:
    """Return the frame that carries `body` (command byte and parameters) to the chip.

    1 to 254 bytes; ValueError otherwise.
    """
    length = len(body) + 1
    if not 2 <= length <= 255:
        raise ValueError("a frame carries 1 to 254 bytes")
    total = _TO_CHIP + sum(body)
    return b"".join(
        (
            bytes((0, 0, 0xFF, length, -length & 0xFF, _TO_CHIP)),
            body,
            bytes((-total & 0xFF, 0)),
        )
    )


class Parser:
    """Finds frames in bytes that come in any pieces."""

    def __init__(self) -> None:
        self.kind = NONE
        self.data = bytearray(
            _LONGEST
        )  # body of the last DATA frame (without TFI), command byte first
        self.length = 0  # bytes of it
        self.junk = False  # bytes were skipped since the last frame
        self._state = _HUNT
        self._left = 0
        self._sum = 0

    def reset(self) -> None:
        """Drop a frame that has begun."""
        self.kind = NONE
        self.junk = False
        self._state = _HUNT

    @property
    def inside(self) -> bool:
        """Tell whether a frame has begun and is not complete."""
        return self._state >= _LEN

    def feed(self, buf: bytearray, pos: int, end: int) -> int:
        """Take bytes buf[pos:end] up to the end of one frame; return where it stopped.

        `kind` then tells what was found: `NONE` when the bytes ran out, else a frame or the name
        of what was wrong; call again for the rest. After an error the search for the next start
        continues with the byte that was wrong. Never raises.
        """
        self.kind = NONE
        if self._state <= _START and end - pos >= 6:
            after = self._whole(buf, pos, end)
            if after:
                return after
        return self._by_byte(buf, pos, end)

    def _by_byte(self, buf: bytearray, pos: int, end: int) -> int:
        while pos < end:
            byte = buf[pos]
            pos += 1
            state = self._state
            if state == _BODY:
                pos = self._body(buf, pos - 1, end)
            elif state == _HUNT:
                if byte == 0:
                    self._state = _START
                else:
                    self.junk = True
            elif state == _START:
                if byte == 0xFF:
                    self._state = _LEN
                elif byte:
                    self._state = _HUNT
                    self.junk = True
            elif state == _LEN:
                self._left = byte
                self._state = _LCS
            elif state == _POST:
                # The postamble is not the start of anything; another byte may be.
                self._state = _HUNT
                if byte:
                    pos -= 1
            else:
                self._checked(state, byte)
                if self.kind:
                    break
        return pos

    def _whole(self, buf: bytearray, pos: int, end: int) -> int:
        """Take a sound frame that lies whole in the buffer; return its end, 0 when there is none.

        Only a short cut: byte by byte the same answer costs a Pico 1.5 ms instead of 0.3 ms.
        """
        if self._state == _POST:
            pos += not buf[pos]
        elif self._state == _START and buf[pos] == 0xFF:
            return 0
        pos = buf.find(_START_CODE, pos, end)
        if pos < 0 or pos + 4 > end:
            return 0
        length = buf[pos + 2]
        if (length + buf[pos + 3]) & 0xFF:
            if length or buf[pos + 3] != 0xFF:
                return 0
            self._end(ACK)
            return pos + 4
        after = pos + 5 + length
        if length < 2 or length - 1 > len(self.data) or after > end:
            return 0
        if not buf[after - 1] and (after == end or buf[after]):
            return 0
        if buf[pos + 4] != _FROM_CHIP or sum(memoryview(buf)[pos + 4 : after]) & 0xFF:
            return 0
        self.length = length - 1
        self.data[: length - 1] = buf[pos + 5 : after - 1]
        self._end(DATA)
        return after

    def _body(self, buf: bytearray, pos: int, end: int) -> int:
        """Copy what has come of the body; local variables are quicker on a Pico."""
        data = self.data
        length = self.length
        total = self._sum
        left = self._left
        if end - pos > left:
            end = pos + left
        self._left = left - (end - pos)
        while pos < end:
            byte = buf[pos]
            pos += 1
            data[length] = byte
            length += 1
            total += byte
        self.length = length
        self._sum = total
        if not self._left:
            self._state = _DCS
        return pos

    def _checked(self, state: int, byte: int) -> None:
        """Take the bytes that decide: LCS, TFI and DCS."""
        length = self._left
        if state == _LCS:
            if length == 0 and byte == 0xFF:
                self._end(ACK)
            elif length == 0xFF and byte == 0:
                self._end(NACK)
            elif length == 0xFF and byte == 0xFF:
                self._fail(EXTENDED, byte)
            elif (length + byte) & 0xFF or not length:
                self._fail(BAD_LENGTH, byte)
            elif length - 1 > len(self.data):
                self._fail(TOO_LONG, byte)
            else:
                self._state = _TFI
        elif state == _TFI:
            self.length = 0
            self._sum = byte
            self._left = length - 1
            if byte == _FROM_CHIP and length > 1:
                self._state = _BODY
            elif byte == _ERROR and length == 1:
                self._state = _DCS
            else:
                self._fail(BAD_SENDER, byte)
        elif (self._sum + byte) & 0xFF:
            self._fail(BAD_CHECKSUM, byte)
        elif state == _DCS and not byte:
            # Where a zero was lost on the way, DCS has moved up and the postamble sums up to nothing.
            self._state = _ZERO
        else:
            self._end(DATA if self.length else CHIP_ERROR)

    def _end(self, kind: int) -> None:
        self.kind = kind
        self.junk = False
        self._state = _POST

    def _fail(self, kind: int, byte: int) -> None:
        self.kind = kind
        self.junk = False
        self._state = _HUNT if byte else _START
