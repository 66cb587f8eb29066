# SPDX-License-Identifier: Apache-2.0
"""What a computer may ask over USB, who answers it, and how the fields of a request are read.

A request that is rare has a module of `app.service`, which is imported when it is first asked for.
"""

import gc
import sys
import time

from app import VERSION

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.system import System

# Every request: the module that answers, and the names. `do_<what follows the dot>` of the module
# is called with the table, the request and the time, and returns the fields of the answer.
REQUESTS = (
    ("app.requests", ("hello", "state", "memory")),
    ("app.service.settings", ("new", "config", "restart", "seats")),
    ("app.service.calibrate", ("learn.start", "learn.state", "learn.skip", "learn.stop")),
    (
        "app.service.tags",
        ("tags.start", "tags.list", "tags.write", "tags.learn", "tags.forget", "tags.lock", "tags.stop"),
    ),
    ("app.service.hands", ("card", "press")),
    ("app.service.remote", ("remote.play", "remote.fold", "remote.back")),
    ("app.service.keep", ("keep.read", "keep.write")),
    ("app.service.records", ("log.list", "log.read", "log.fetched", "log.delete")),
    (
        "app.service.doctor",
        (
            "doctor.start", "doctor.status", "doctor.ask", "doctor.show", "doctor.sound", "doctor.lines",
            "doctor.flash", "doctor.stop",
        ),
    ),
)  # fmt: skip


class RequestError(Exception):
    """A request that cannot be served; the message says why and what to do."""


class Requests:
    """Serves the requests of `link`.

    Args:
        system: the table.
    """

    def __init__(self, system: "System") -> None:
        self._system = system

    def serve(self, request: dict) -> dict:
        """Serve a request; return the fields of its answer.

        Raises:
            RequestError: it cannot be served; the text says why.
        """
        system = self._system
        if system.restarting is not None:
            # A program that got an answer now would believe that the table is back.
            raise RequestError("the table is restarting: ask again in two seconds")
        command = request.get("cmd")
        word = "do_" + str(command).rsplit(".", 1)[-1]
        answerer = __import__(_module_of(command), None, None, (word,))
        return getattr(answerer, word)(system, request, time.ticks_ms())


def _module_of(command: object) -> str:
    known: list = []
    for module, names in REQUESTS:
        if command in names:
            return module
        known.extend(names)
    raise RequestError("unknown command (known: %s)" % ", ".join(sorted(known)))


# -- fields of a request -------------------------------------------------------------------


def whole(request: dict, name: str, low: int, high: int, default: "int | None" = None) -> int:
    """Return a whole number of a request. Raises RequestError unless it is one of low..high."""
    value = request.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise RequestError("%s must be a whole number, %d to %d" % (name, low, high))
    return value


def flag(request: dict, name: str) -> bool:
    """Return whether a request says true; without the word it does not. Raises RequestError."""
    value = request.get(name, False)
    if not isinstance(value, bool):
        raise RequestError("%s must be true or false" % name)
    return value


def text(request: dict, name: str) -> str:
    """Return a text of a request. Raises RequestError when it is none."""
    value = request.get(name)
    if not isinstance(value, str):
        raise RequestError("%s must be a text" % name)
    return value


# -- what is answered from here --------------------------------------------------------------


def do_hello(system: "System", request: dict, now_ms: int) -> dict:
    """Say who this is."""
    return {
        "version": VERSION,
        "board": system.hardware.board,
        "rulebook": system.match.game.rulebook,
        "micropython": "%d.%d.%d" % tuple(sys.implementation.version[:3]),
    }


def do_state(system: "System", request: dict, now_ms: int) -> dict:
    """Tell what the table believes; with hands of cards also which deal is on, and what is to be laid for whom."""
    told = {
        "firmware": system.table.line(),
        "phase": system.table.phase_name,
        "hand_counts": system.match.hands(),
        "shown": len(system.table.phase.shown or ()),
        "mode": system.mode.name if system.mode is not None else "",
    }
    deal = system.match.round
    if deal is not None:
        colours = system.match.game.colours
        told["deal"] = [colours[deal.dealer], deal.deal]
        if system.table.computers is not None:
            from app.table.seats import WORDS

            kind, seat = system.table.computers.task()
            if WORDS[kind]:
                told["lay"] = [colours[seat], WORDS[kind]]
    return told


def do_memory(system: "System", request: dict, now_ms: int) -> dict:
    """Tell how much of the heap is free, in bytes."""
    gc.collect()
    return {"free": gc.mem_free(), "used": gc.mem_alloc(), "largest": _largest()}


def _largest() -> int:
    """Return the bytes of the largest block that can be had, to within 1 KB."""
    found = 0
    step = 262144
    while step >= 1024:
        try:
            bytearray(found + step)
            found += step
        except MemoryError:
            pass
        step //= 2
    gc.collect()
    return found
