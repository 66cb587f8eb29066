# SPDX-License-Identifier: Apache-2.0
"""Boot, the asyncio tasks and their supervisor.

| task | period | does |
|---|---|---|
| scan | 6 ms, 1 ms after a scan of the chain; 3 where a level has just changed | debounce, buttons, recogniser |
| reader | 3 ms while it talks, 10 ms while it waits | PN532 state machine, cards |
| light | 50 ms, and at once after a lift | renders and sends a frame when something changed |
| players | 100 ms, at once while one thinks | some ms of a computer's thinking |
| link | on input | USB requests |
| care | 1 s | watchdog, flash tidying, faults |
"""

import asyncio
import gc
import os
import sys
import time

import machine
from micropython import const

from app.garbage import Garbage
from app.lazy import forget
from drivers.hc165 import SCAN_MS
from ticks import since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from app.system import System

_READER_MS = const(3)
_READER_IDLE_MS = const(10)
_LIGHT_MS = const(50)  # a slot of the patterns
_SOON_MS = const(2)
# So long a computer thinks in one turn, a slice more at most and less when a hand or a card comes; and so many slices,
# where computing takes no time. The others take about 5 ms between two turns (emulated Pico).
_THINK_MS = const(10)
_SLICES = const(16)
_PUT_OFF = const(5)  # times that a hand goes before patterns, or before a slice of thinking
_PLAYERS_MS = const(100)
_LOOK_SCANS = const(2)  # a look at every other scan: it takes the processor, a scan does not
_CARE_MS = const(1000)
_WATCHDOG_MS = const(8000)  # the RP2040's longest is 8388 ms
_RESTART_MS = const(500)
_ROOM = const(8192)  # bytes kept free at the low end of the heap, for what comes and goes
_START_GARBAGE = const(32768)  # bytes allocated between two collections while starting

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
    garbage = Garbage()
    # A function with many locals takes its frame from the heap, where a search for a large enough gap
    # among what stays made every such call 0.2 ms slower (emulated Pico). This gap is at hand.
    room = bytearray(_ROOM)
    # What imports leave behind lies between what stays: collected too late, no piece of memory
    # would be large enough for the tables, with half of it free.
    gc.threshold(_START_GARBAGE)
    failures, reason = _failures()
    if failures < _TRIES:
        try:
            from app.assembly import assemble

            system = assemble(DATA, garbage)
            del assemble, garbage, room
            forget("app.assembly")
            system.begin(_now())
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
    runner = Runner(system)
    gc.collect()
    gc.threshold(-1)
    try:
        asyncio.run(runner.run())
    except KeyboardInterrupt:
        # The RP2040's watchdog cannot be stopped, so the prompt comes after a reset.
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


class Runner:
    """The tasks of one table."""

    def __init__(self, system: "System") -> None:
        self.system = system
        self._beat = 0  # counts scans: the watchdog is fed only while it moves

    async def run(self) -> None:
        """Start every task and look after them for ever."""
        start = asyncio.create_task  # `gather` would load a module more
        start(self._guard("scan", self._scan))
        start(self._guard("reader", self._reader))
        start(self._guard("light", self._light))
        start(self._guard("players", self._players))
        start(self._guard("usb", self._link))
        await self._care(machine.WDT(timeout=_WATCHDOG_MS))

    async def _guard(self, name: str, task: "Callable") -> None:
        """Run a task; when it raises, say so on the lights and the stream, and start it again."""
        while True:
            try:
                await task()
            except Exception as error:
                self.system.crashed(name, error, _now())
            await asyncio.sleep_ms(_RESTART_MS)

    async def _scan(self) -> None:
        scan = self.system.scan
        chain = self.system.hardware.chain
        scans = -1
        while True:
            scan(_now())
            if chain.changed():
                # A hand has moved during a collection, perhaps: the others come after it.
                scan(_now())
            if chain.scans != scans:  # a scanner that stands still is a reason for the watchdog
                scans = chain.scans
                self._beat += 1
            # Unless a hand has moved, work goes on when the others had their turn.
            if self.system.more and not chain.changed():
                await asyncio.sleep_ms(0)
                continue
            age_ms = chain.age_ms()
            if chain.changed():  # a hand has moved meanwhile
                due_ms = 1
            elif self.system.pressed():  # the next scan may agree
                due_ms = SCAN_MS + 1 - age_ms
            else:
                due_ms = _LOOK_SCANS * SCAN_MS + 1 - age_ms
            await asyncio.sleep_ms(due_ms if due_ms > 0 else 1)

    async def _reader(self) -> None:
        step = self.system.read_card
        reader = self.system.hardware.reader
        while True:
            step(_now())
            await asyncio.sleep_ms(_READER_MS if reader.busy() else _READER_IDLE_MS)

    async def _light(self) -> None:
        step = self.system.show
        while True:
            await self._hands_first()
            await asyncio.sleep_ms(_LIGHT_MS if step(_now()) else 0)

    async def _players(self) -> None:
        while True:
            await self._hands_first()
            await asyncio.sleep_ms(0 if self._thinks() else _PLAYERS_MS)

    def _thinks(self) -> bool:
        """Let the computers think for some slices; return whether they go on.

        Most slices of a thought take about a millisecond, and to come back for each costs more than that.
        """
        system = self.system
        think = system.table.think
        reader = system.hardware.reader
        began_ms = _now()
        for _ in range(_SLICES):
            stopped = system.mode is not None or system.restarting is not None
            if stopped or not think(_now()):
                return False
            system.used()
            if system.pressed() or reader.busy() or since(_now(), began_ms) >= _THINK_MS:
                break
        return True

    async def _hands_first(self) -> None:
        """Wait while a hand is about to be answered, but not for ever: a reed may chatter."""
        for _ in range(_PUT_OFF):
            if not self.system.pressed():
                return
            await asyncio.sleep_ms(_SOON_MS)

    async def _link(self) -> None:
        await self.system.link.serve(self.system.requests.serve)

    async def _care(self, watchdog: "machine.WDT") -> None:
        seen = -1
        while True:
            if self._beat != seen:
                seen = self._beat
                watchdog.feed()
            self.system.care(_now())
            await asyncio.sleep_ms(_CARE_MS)
