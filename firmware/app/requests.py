# SPDX-License-Identifier: Apache-2.0
"""What a computer may ask over USB, and who answers. Rare requests have modules that come and go."""

import gc
import sys
import time

from app.lazy import forget
from app.link import RequestError

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from typing import Any

    from app.system import System

# Requests that are rare: first word -> module of `app` that serves them, imported when asked for.
_SERVICES = {
    "new": "settings",
    "config": "settings",
    "restart": "settings",
    "learn": "calibrate",
    "tags": "tags",
    "log": "records",
    "doctor": "doctor",
}

# Every request, between spaces.
COMMANDS = (
    " hello state memory new config restart learn.start learn.state learn.skip learn.stop "
    "tags.start tags.list tags.write tags.learn tags.forget tags.lock tags.stop "
    "log.list log.read log.fetched log.delete doctor.start doctor.status doctor.walk "
    "doctor.show doctor.sound doctor.flash doctor.stop "
)


class Requests:
    """Serves the requests of `link`.

    Args:
        system: the table.

    Attributes:
        known: every name, separated by spaces.
    """

    known = COMMANDS

    def __init__(self, system: "System") -> None:
        self._system = system

    def find(self, name: "str | None") -> "Any":
        """Return the function that serves a request, None for an unknown name."""
        if self._system.restarting is not None:
            return _later
        if name == "hello":
            return self._hello
        if name == "state":
            return self._state
        if name == "memory":
            return self._memory
        # One string takes a tenth of the memory of as many entries of a dict.
        if name and " " not in name and " %s " % name in COMMANDS:
            return self.serve
        return None

    def serve(self, request: dict) -> "dict | None":
        """Serve one of the rare requests; return the fields of its answer.

        Raises:
            RequestError: it cannot be served; the text says why.
        """
        system = self._system
        first, _, word = request["cmd"].partition(".")
        name = "app.service." + _SERVICES[first]
        module = __import__(name, None, None, ("request",))
        try:
            return module.request(system, word, request, time.ticks_ms())
        finally:
            if system.mode is None and system.reading is None:
                forget(name, "store.config", "store.history", "rules.parse")

    def _hello(self, request: dict) -> dict:
        from app.run import VERSION

        return {
            "version": VERSION,
            "board": self._system.config["board"],
            "rulebook": self._system.match.game.rulebook,
            "micropython": "%d.%d.%d" % tuple(sys.implementation.version[:3]),
        }

    def _state(self, request: dict) -> dict:
        system = self._system
        return {
            "firmware": system.table.line(),
            "phase": system.table.phase,
            "hand_counts": system.match.hands(),
            "mode": system.mode.name if system.mode is not None else "",
        }

    def _memory(self, request: dict) -> dict:
        gc.collect()
        return {"free": gc.mem_free(), "used": gc.mem_alloc(), "largest": _largest()}


def _largest() -> int:
    """Return the bytes of the largest block that can be had, to within 1 KB."""
    found = 0
    step = 65536
    while step >= 1024:
        try:
            bytearray(found + step)
            found += step
        except MemoryError:
            pass
        step //= 2
    gc.collect()
    return found


def _later(_request: dict) -> dict:
    """Refuse: who is answered now would believe that the table is back."""
    raise RequestError("the table is restarting: ask again in two seconds")
