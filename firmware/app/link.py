# SPDX-License-Identifier: Apache-2.0
"""The USB link: one JSON object per line, events out, requests in.

A request is `{"id": n, "cmd": "..."}`; its answer is `{"re": n, "ok": true, ...}` or
`{"re": n, "ok": false, "error": "..."}`. Whatever is no such line is answered and
forgotten: nothing that arrives here can stop the game.

Nor can a program that has the port open and does not read: what does not fit is dropped and counted,
and when there is room again `{"event": "lost", "lines": n}` says so.
"""

import asyncio
import json
import select
import sys

from micropython import const

from app.requests import RequestError

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_PACKET = const(64)  # bytes that are written at a time, of USB's buffer of a few such packets
_PATIENCE_MS = const(20)  # a program that reads makes room within a few ms
_LONGEST = const(512)  # bytes of a request; longer lines are thrown away
_BRACKETS = const(12)  # opening ones in a request; options and seats take three


def _padded(text: str) -> bytes:
    """Return a line as whole packets: spaces before its end mean nothing in JSON."""
    data = text.encode()
    return data + b" " * (-(len(data) + 1) % _PACKET) + b"\n"


class Link:
    """Writes events and serves requests.

    Args:
        ticks_ms: the clock, for `"t"`.
        out: where lines are written, a stream of bytes: standard output, which is USB.
    """

    def __init__(self, ticks_ms: "Callable", out: "Any") -> None:
        self._ticks_ms = ticks_ms
        self._serve: "Callable"  # given to `serve`
        self._line = bytearray(_LONGEST)
        self._length = 0
        self._out = out
        self._room = select.poll()
        self._room.register(out, select.POLLOUT)
        self._lost = 0  # lines there was no room for

    def emit(self, event: dict) -> None:
        """Send one event."""
        event["t"] = self._ticks_ms()
        self._write(event)

    def _write(self, message: dict) -> None:
        """Write a line, or count it as lost when nobody reads.

        MicroPython waits up to 0.5 s when its USB buffer has less room than a write needs (source:
        MICROPY_HW_USB_CDC_TX_TIMEOUT). Lines of whole packets never need more than there is: where
        there is room at all, there is room for one.
        """
        wait_ms = 0 if self._lost else _PATIENCE_MS
        room = self._room.poll
        if not room(wait_ms):
            self._lost += 1
            return
        data = _padded(json.dumps(message))
        if self._lost:  # the line that was cut off when the room ended is ended first
            said = {"event": "lost", "lines": self._lost, "t": self._ticks_ms()}
            data = _padded("\n" + json.dumps(said)) + data
        for i in range(0, len(data), _PACKET):
            if (i and not room(_PATIENCE_MS)) or self._out.write(data[i : i + _PACKET]) < _PACKET:
                self._lost += 1
                return
        self._lost = 0

    async def serve(self, answer: "Callable") -> None:
        """Read requests forever; waits on the stream, so an idle link costs nothing.

        Args:
            answer: function(request dict) -> dict of answer fields; may raise RequestError.
        """
        self._serve = answer
        # Bytes, not text: on a Pico half a character of noise would wait for its other half.
        reader = asyncio.StreamReader(sys.stdin.buffer)
        while True:
            byte = await reader.read(1)
            if not byte:
                # The other end closed (a PC program that ended): look again now and then.
                await asyncio.sleep_ms(1000)
                continue
            self.feed(byte[0])

    def feed(self, byte: int) -> None:
        """Take one byte of a request."""
        if byte in b"\r\n":
            length, self._length = self._length, 0
            if 0 < length <= _LONGEST:
                self._answer(bytes(self._line[:length]))
        elif self._length < _LONGEST:
            self._line[self._length] = byte
            self._length += 1
        elif self._length == _LONGEST:
            self._length += 1  # the rest of the line is thrown away
            self._send(None, {"error": "request longer than %d bytes" % _LONGEST})

    def _answer(self, line: bytes) -> None:
        """Answer a line, whatever it is. Never raises: no request can stop the table."""
        number = None
        try:
            request = _parsed(line)
            number = request.get("id")
            if number is not None and not isinstance(number, int):
                number = None
                raise RequestError("id must be a whole number")
            self._send(number, self._serve(request))
        except RequestError as error:
            self._send(number, {"error": str(error)})
        except Exception as error:
            self._send(number, {"error": "bad request: %r" % error})

    def _send(self, number: "int | None", fields: dict) -> None:
        answer = {"re": number, "ok": "error" not in fields}
        answer.update(fields)
        self._write(answer)


def _parsed(line: bytes) -> dict:
    # Code that works on a value nested more deeply may need more stack than there is.
    if line.count(b"[") + line.count(b"{") > _BRACKETS:
        raise RequestError("a request has at most %d brackets" % _BRACKETS)
    try:
        request = json.loads(line.decode())
    except (ValueError, UnicodeError):
        raise RequestError("not a JSON line") from None
    if not isinstance(request, dict):
        raise RequestError("a request is a JSON object")
    return request
