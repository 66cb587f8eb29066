# SPDX-License-Identifier: Apache-2.0
"""Housekeeping: memory and flash are tidied while nobody waits, what could not be saved is tried again."""

import gc

from micropython import const

from rules.game import TURN
from ticks import after, since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.system import System

_CARE_MS = const(1000)
_RETRY_S = const(30)
_TIDY_MS = const(1000)  # without a movement, and no card: flash is tidied
_RESTING_MS = const(3000)  # without a movement: hands are busy elsewhere
_ROOM = const(120000)  # bytes: less free than this is collected at the next rest


class Care:
    """Takes care of one table, once a second and once after each move.

    Args:
        system: the table.
    """

    def __init__(self, system: "System") -> None:
        self._system = system
        self._moved_ms = 0
        self._cared_ms = 0
        self._rested_ms = 0  # when the move was accepted after which memory and flash were tidied
        self._retry_s = 0

    def begin(self, now_ms: int) -> None:
        """Begin to count: the power has come."""
        self._cared_ms = now_ms

    def moved(self, now_ms: int) -> None:
        """Note that something has moved on the board."""
        self._moved_ms = now_ms

    def step(self, now_ms: int) -> None:
        """Do the housekeeping of every second."""
        system = self._system
        if system.restarting is not None or since(now_ms, self._cared_ms) < _CARE_MS:
            return
        self._cared_ms = now_ms
        if system.mode is not None:
            system.mode.care(now_ms)
            system.idle.touch()
        system.idle.second(system.match.state[TURN])
        if since(now_ms, self._moved_ms) > _RESTING_MS:
            self._moved_ms = after(now_ms, -2 * _RESTING_MS)  # weeks ago is long ago, too
            if gc.mem_free() < _ROOM:
                gc.collect()
        table = system.table
        if table.unsaved:
            # A try that fails may cost an erase: not every second.
            self._retry_s = (self._retry_s + 1) % _RETRY_S
            if not self._retry_s:
                system.journal.retry()
                table.keep()
        elif since(now_ms, self._moved_ms) > _TIDY_MS and table.phase.action < 0:
            system.journal.tidy()
        system.health.look(now_ms)

    def after_move(self) -> None:
        """Tidy once after each move: no hand is as still as one that is done."""
        table = self._system.table
        if (
            self._rested_ms == table.rested_ms
            or not table.drawn
            or self._system.switches.pressed()
        ):
            return
        self._rested_ms = table.rested_ms
        gc.collect()
        if (
            since(self._rested_ms, self._moved_ms) > 0
            and table.phase.action < 0
            and not table.unsaved
        ):
            self._system.journal.tidy()
