# SPDX-License-Identifier: Apache-2.0
"""A scan in which nothing changes allocates nothing: no card, a card laid, a pawn in the air."""

import micropython
from tabletop import Tabletop
from tempdir import new_folder

from app.garbage import Garbage
from app.system import System
from drivers.buttons import Buttons
from drivers.hc165 import Chain
from rules.parse import parse_position

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
SETTLE_SCANS = 3000  # 15 s: what the recogniser waits for has come
SCANS = 400


class Wires:
    """The bus and the load pin: the switches of a `Tabletop`, no button pressed."""

    def __init__(self, top):
        self.top = top

    def value(self, level):
        pass

    def readinto(self, out):
        wire = self.top.wire
        n = len(wire)
        for i in range(n):
            out[i] = wire[i]
        out[n] = 0xBF
        out[n + 1] = 0xFF


class Bare(System):
    """The part of `System` that a scan needs."""

    def __init__(self, top):
        wires = Wires(top)
        self.now_ms = 0
        self.hardware = self
        self.chain = Chain(wires, wires, len(top.wire) + 1, self.ticks_ms)
        self.mode = self.restarting = None
        self._fault = 0
        self._moved_ms = 0
        self._rested_ms = 0
        self._put_off = 0
        self._code = 0
        self._garbage = Garbage()
        self._used = self._answered = self._put_down = self._laid = False
        self._answered_ms = 0
        self.buttons = Buttons()
        self.debounce = top.debounce
        self.journal = top.journal
        self.recogniser = top.recogniser
        self.table = top.table
        self.lights = self

    def ticks_ms(self):
        return self.now_ms

    def urgent(self, on):
        pass

    def show(self, now_ms, hurried=False):
        pass


def quiet(top, system):
    """Scan until all has settled, then with the heap locked."""
    now_ms = top.now
    for _ in range(SETTLE_SCANS):
        now_ms += 5
        system.now_ms = now_ms
        system.chain.scan()
        system.scan(now_ms)
    scan = system.scan
    look = system.chain.scan
    micropython.heap_lock()
    try:
        for _ in range(SCANS):
            now_ms += 5
            system.now_ms = now_ms
            look()
            scan(now_ms)
    finally:
        micropython.heap_unlock()
    top.now = now_ms


def test_scan_allocates_nothing_while_nothing_changes():
    game, state = parse_position(LINE)
    top = Tabletop(new_folder(), game.rulebook, game.seats, game.options, state)
    system = Bare(top)
    quiet(top, system)
    assert top.table.phase in ("deal", "card")
    top.card("5")
    quiet(top, system)
    assert top.table.phase == "move"
    top.lift(0, 21)
    quiet(top, system)
    assert top.table.phase in ("move", "guide")  # after so long it asks for the pawn
    top.place(0, 26).wait(1500)
    assert len(top.named("accepted")) == 1
    quiet(top, system)
