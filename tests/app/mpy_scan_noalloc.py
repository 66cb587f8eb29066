# SPDX-License-Identifier: Apache-2.0
"""A scan in which nothing changes allocates nothing: no card, a card laid, a pawn in the air."""

import micropython
from scans import Scans
from tabletop import Tabletop
from tempdir import new_folder

from app.garbage import Garbage
from app.system import System
from drivers.buttons import Buttons
from drivers.hc165 import SCAN_MS
from rules.parse import parse_position

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
SETTLE_SCANS = 3000  # 15 s: what the recogniser waits for has come
SCANS = 400


class Bare(System):
    """The part of `System` that a scan needs."""

    def __init__(self, top):
        self._top = top
        self.now_ms = 0
        self.hardware = self
        self.line = bytearray(len(top.wire)) + b"\xbf\xff"  # no button pressed
        self._ring = Scans(len(self.line))
        self.chain = self._ring.chain(len(self.line) - 1, self.ticks_ms)
        self.mode = self.restarting = None
        self._fault = 0
        self._moved_ms = 0
        self._rested_ms = 0
        self._put_off = 0
        self._code = 0
        self._garbage = Garbage()
        self._used = self._answered = self._laid = False
        self._answered_ms = 0
        self._weighed_ms = -1
        self.buttons = Buttons()
        self.debounce = top.debounce
        self.journal = top.journal
        self.recogniser = top.recogniser
        self.table = top.table
        self.lights = self.reader = self

    def ticks_ms(self):
        return self.now_ms

    def next_scan(self):
        """Let `SCAN_MS` pass, and the scan that comes then."""
        self.now_ms += SCAN_MS
        self.look()

    def begin_at(self, now_ms):
        """Start the scanner."""
        self.now_ms = now_ms
        self.chain.start()
        self.look()

    def look(self):
        """Complete a scan of the switches as they are."""
        line, wire = self.line, self._top.wire
        for i in range(len(wire)):
            line[i] = wire[i]
        self._ring.put(line)

    def busy(self):
        """Tell that the reader talks to no card."""
        return False

    def show(self, now_ms):
        pass


def quiet(top, system):
    """Scan until all has settled, then with the heap locked."""
    scan = system.scan
    look = system.next_scan
    system.begin_at(top.now)
    for _ in range(SETTLE_SCANS):
        look()
        scan(system.now_ms)
    micropython.heap_lock()
    try:
        for _ in range(SCANS):
            look()
            scan(system.now_ms)
    finally:
        micropython.heap_unlock()
    top.now = system.now_ms


def test_scan_allocates_nothing_while_nothing_changes():
    game, state = parse_position(LINE)
    top = Tabletop(new_folder(), game.rulebook, game.seats, game.options, state)
    system = Bare(top)
    quiet(top, system)
    assert top.phase in ("deal", "card")
    top.card("5")
    quiet(top, system)
    assert top.phase == "move"
    top.lift(0, 21)
    quiet(top, system)
    assert top.phase in ("move", "guide")  # after so long it asks for the pawn
    top.place(0, 26).wait(1500)
    assert len(top.named("accepted")) == 1
    quiet(top, system)
