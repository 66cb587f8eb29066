# SPDX-License-Identifier: Apache-2.0
"""The USB link: one JSON object per line, events out, requests in.

A request is `{"id": n, "cmd": "..."}`; its answer is `{"re": n, "ok": true, ...}` or
`{"re": n, "ok": false, "error": "..."}`. Whatever is no such line is answered and
forgotten: nothing that arrives here can stop the game.
"""

import asyncio
import json
import sys

from micropython import const

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from app.requests import Requests

_LONGEST = const(512)  # bytes of a request; longer lines are thrown away


class RequestError(Exception):
    """A request that cannot be served; the message says why and what to do."""


class Link:
    """Writes events and serves requests.

    Args:
        ticks_ms: the clock, for `"t"`.
    """

    def __init__(self, ticks_ms: "Callable") -> None:
        self._ticks_ms = ticks_ms
        self._requests: "Requests"  # whoever `serve` was given
        self._line = bytearray(_LONGEST)
        self._length = 0

    def emit(self, event: dict) -> None:
        """Send one event."""
        event["t"] = self._ticks_ms()
        sys.stdout.write(json.dumps(event) + "\n")

    async def serve(self, requests: "Requests") -> None:
        """Read requests for ever; waits on the stream, so an idle link costs nothing."""
        self._requests = requests
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
            if self._length:
                length, self._length = self._length, 0
                self._request(length)
        elif self._length > _LONGEST:
            return  # the rest of a line that is too long
        elif self._length == _LONGEST:
            self._length += 1
        else:
            self._line[self._length] = byte
            self._length += 1

    def _request(self, length: int) -> None:
        if length > _LONGEST:
            return self._answer(None, {"error": "request longer than %d bytes" % _LONGEST})
        try:
            request = json.loads(bytes(self._line[:length]).decode())
        except (ValueError, UnicodeError):
            return self._answer(None, {"error": "not a JSON line"})
        if not isinstance(request, dict):
            return self._answer(None, {"error": "a request is a JSON object"})
        number = request.get("id")
        name = request.get("cmd")
        command = self._requests.find(name if isinstance(name, str) else None)
        if command is None:
            known = ", ".join(sorted(self._requests.known.split()))
            return self._answer(number, {"error": "unknown command (known: %s)" % known})
        try:
            answer = command(request)
        except RequestError as error:
            return self._answer(number, {"error": str(error)})
        except (KeyError, TypeError, ValueError) as error:
            return self._answer(number, {"error": "bad request: %r" % error})
        if answer is not None:
            self._answer(number, answer)
        return None

    def _answer(self, number: object, fields: dict) -> None:
        answer = {"re": number, "ok": "error" not in fields}
        answer.update(fields)
        sys.stdout.write(json.dumps(answer) + "\n")
