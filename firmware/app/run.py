# SPDX-License-Identifier: Apache-2.0
"""Boot, the loop of the table and its watchdog.

One loop does everything in turn: switches, card reader, lights, computers, housekeeping. What scans the chain and
sends the lights runs beside it, by PIO and DMA, so that nothing which computes can lose or delay either. A second
task waits for lines from USB.
"""

import asyncio
import gc
import os
import sys
import time

import machine
from micropython import const

from sense.stirred import Stirred
from ticks import since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from app.system import System

_WATCHDOG_MS = const(8000)  # the RP2040's longest is 8388 ms
_FEED_MS = const(1000)
_REST_MS = const(500)  # of a part of the loop that has raised

_now: "Callable[[], int]" = time.ticks_ms  # type: ignore[assignment]

DATA = "/tavle"
# Present after an interrupt from USB: the next boot stays at the prompt, without a watchdog.
_SAFE = DATA + "/safe"
# Starts that failed in a row, a space, why: after `_TRIES` of them the safe mode comes.
_FAILED = DATA + "/failed"
_TRIES = const(3)


def main() -> None:
    """Run the table until power goes, the watchdog bites or a computer interrupts."""
    try:
        os.remove(_SAFE)
    except OSError:
        pass
    else:
        sys.stdout.write('{"event": "safe", "text": "stopped for a computer; reset to play"}\n')
        return
    failures, reason = _failures()
    if failures < _TRIES:
        try:
            from app.assembly import assemble

            system, resumed = assemble(DATA)
            system.begin(_now(), resumed)
        except Exception as error:
            sys.print_exception(error, sys.stdout)  # type: ignore[arg-type]
            reason = repr(error)
            if _note_failure(failures + 1, reason):
                machine.reset()  # a moment later it may work
            failures = _TRIES
    if failures:
        _forget_failures()
    if failures >= _TRIES:
        from app import safe

        safe.run(DATA, reason)
        return
    gc.collect()
    try:
        asyncio.run(run(system))
    except KeyboardInterrupt:
        # The watchdog cannot be stopped, so the prompt comes after a reset.
        with open(_SAFE, "w") as file:
            file.write("1")
        machine.reset()


def _failures() -> tuple:
    """Return how many starts in a row have failed, and why the last one did."""
    try:
        with open(_FAILED) as file:
            count, _, reason = file.read(200).partition(" ")
            return int(count), reason
    except (OSError, ValueError):
        return 0, ""


def _note_failure(count: int, reason: str) -> bool:
    """Remember a start that failed; return whether that worked."""
    try:
        with open(_FAILED, "w") as file:
            file.write("%d %s" % (count, reason[:190]))
    except OSError:
        return False
    return True


def _forget_failures() -> None:
    try:
        os.remove(_FAILED)
    except OSError:
        pass


async def run(system: "System") -> None:
    """Let a table live forever."""
    asyncio.create_task(_listen(system))  # noqa: RUF006 - forever
    loop = Loop(system, machine.WDT(timeout=_WATCHDOG_MS), _now())
    while True:
        loop.turn(_now())
        await asyncio.sleep_ms(system.pause_ms())


async def _listen(system: "System") -> None:
    """Serve the computer on USB; when that fails, say so and listen on."""
    while True:
        try:
            await system.link.serve(system.requests.serve)
        except Exception as error:
            sys.print_exception(error, sys.stdout)  # type: ignore[arg-type]
            system.failed("usb", error, _now())
        await asyncio.sleep_ms(_REST_MS)


class Loop:
    """One turn after another; a part that raises is named and rests a while, the others continue.

    Args:
        system: the table.
        watchdog: is fed while the chain is scanned.
        now_ms: the time.
    """

    def __init__(self, system: "System", watchdog: "machine.WDT", now_ms: int) -> None:
        self._system = system
        self._watchdog = watchdog
        self._fed_ms = now_ms
        self._scans = -1
        self._resting: dict = {}  # part -> when it raised

    def turn(self, now_ms: int) -> None:
        """Let every part do what is due."""
        for name, part in self._system.parts:
            if self._resting and name in self._resting:
                if since(now_ms, self._resting[name]) < _REST_MS:
                    continue
                del self._resting[name]
            try:
                part(now_ms)
            except Stirred:
                pass  # a hand has moved: it is done again in the next turn
            except Exception as error:
                sys.print_exception(error, sys.stdout)  # type: ignore[arg-type]
                self._resting[name] = now_ms
                self._system.failed(name, error, now_ms)
        self._feed(now_ms)

    def _feed(self, now_ms: int) -> None:
        """Feed the watchdog, unless the scanner stands still."""
        if since(now_ms, self._fed_ms) >= _FEED_MS:
            self._fed_ms = now_ms
            scans = self._system.switches.chain.scans
            if scans != self._scans:
                self._scans = scans
                self._watchdog.feed()
