# SPDX-License-Identifier: Apache-2.0
"""The safe mode, for a table that cannot start: lights, the link and the reason; nothing is erased.

It plays nothing and reads none of the table's files, since one of them may be the cause. A
computer can change the settings, flash again or restart; power-on tries the whole table again.
"""

import asyncio
import sys
import time

import machine
from micropython import const

from app import VERSION
from app.link import Link
from app.requests import RequestError, do_memory
from app.service import settings
from drivers.ws2812 import Strip
from light import signals
from light.lights import Lights
from store.config import Config

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from types import ModuleType

_LIGHT_MS = const(50)
_SAY_MS = const(10_000)  # a program that connects later hears the reason as well


class Safe:
    """As much of a `System` as the settings need.

    Args:
        data: folder of the settings.
        reason: why the table did not start.
    """

    def __init__(self, data: str, reason: str) -> None:
        self.data = data
        self.reason = reason
        defaults = Config("")
        self.config = dict(defaults.items())
        self.facts = defaults.facts
        self.link = Link(time.ticks_ms, sys.stdout.buffer)

    def serve(self, request: dict) -> dict:
        """Serve a request. Raises RequestError for all that needs the whole table."""
        command = request.get("cmd")
        now_ms = time.ticks_ms()
        if command == "hello":
            return {
                "version": VERSION,
                "board": self.facts.NAME,
                "rulebook": self.config["rulebook"],
                "micropython": "%d.%d.%d" % tuple(sys.implementation.version[:3]),
                "safe": self.reason,
            }
        if command == "state":
            return {"firmware": "", "phase": "fault", "hand_counts": {}, "mode": "safe"}
        if command == "config":
            return settings.do_config(self, request, now_ms)  # type: ignore[arg-type]
        if command == "restart":
            return settings.do_restart(self, request, now_ms)  # type: ignore[arg-type]
        if command == "memory":
            return do_memory(self, request, now_ms)  # type: ignore[arg-type]
        text = "the table is in its safe mode, because it did not start (%s): "
        raise RequestError(text % self.reason + "fix that, then send restart")

    def restart(self) -> None:
        """Reset the controller when the answer has gone out."""
        asyncio.create_task(_restart())  # noqa: RUF006 - it ends with everything else

    async def run(self) -> None:
        """Serve forever."""
        asyncio.create_task(self.link.serve(self.serve))  # noqa: RUF006 - forever
        lamp = None
        try:
            lamp = Lamp(self.facts, self.config)
        except Exception as error:  # the lights may be what does not work
            sys.print_exception(error, sys.stdout)  # type: ignore[arg-type]
        left_ms = 0
        while True:
            if left_ms <= 0:
                self.link.emit({"event": "fault", "part": "start", "text": self.reason})
                left_ms = _SAY_MS
            if lamp is not None:
                lamp.show()
            await asyncio.sleep_ms(_LIGHT_MS)
            left_ms -= _LIGHT_MS


class Lamp:
    """The seats' lights, which count out the fault of the program."""

    def __init__(self, facts: "ModuleType", config: dict) -> None:
        name = config["rulebook"].split("-")[0]
        layout = __import__("boards." + name, None, None, (name,))
        n = layout.N_LEDS
        self._strip = Strip(machine.Pin(facts.PIN_LED), n, time.ticks_ms)
        self._lights = Lights(n, facts.LIMIT_USB_MA, facts.LED_IDLE_MA, facts.LED_CHANNEL_MA)
        self._frame = bytearray(3 * n)
        for led in layout.SEAT_LED.replace(b"\xff", b""):  # a seat that the board has not
            self._lights.show(signals.FAULT_PROGRAM, led)

    def show(self) -> None:
        """Send a frame when it has changed."""
        if not self._strip.busy() and self._lights.render(time.ticks_ms(), self._frame):  # type: ignore[arg-type]
            self._strip.show(self._frame)


async def _restart() -> None:
    await asyncio.sleep_ms(50)
    machine.reset()


def run(data: str, reason: str) -> None:
    """Serve until power goes or a computer interrupts."""
    try:
        asyncio.run(Safe(data, reason).run())
    except KeyboardInterrupt:
        sys.stdout.write('{"event": "safe", "text": "stopped for a computer"}\n')
