# SPDX-License-Identifier: Apache-2.0
"""A session whose time can be watched: it passes in slices, and every event is heard at once."""

import collections
import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tavle import house
from tavle.device.settings import game_of
from tavle.errors import TavleError
from tavle.sim.session import Session, TableSpec
from tavle.web.draw_pile import Tally
from tavle.web.moves import Record
from tavle.words.terminal import tr

if TYPE_CHECKING:
    from tavle.sim.cable import Cable

_STARTING_MS = 1500  # a table boots within it; it may already have said something before
_LINES = 60


class LiveSession(Session):
    """See `Session`.

    Args:
        spec: what table is wanted.
        hear: called with every event of the firmware, as soon as it is known.

    Attributes:
        pace: called with the ms that have just passed, at most `slice_ms` at a time; whatever
            it raises ends the passing of time. None: time passes as fast as it can.
        slice_ms: longest piece of time between two calls of `pace`.
        heard: number of events so far.
        cable: the USB cable to other programs, None without one.
        tally: the cards that were played.
        record: the moves of the game.
        usb: the firmware's last lines as they came.
    """

    def __init__(self, spec: TableSpec, hear: Callable[[dict[str, Any]], None]):
        self._hear = hear
        self._heard_boot = 0
        self._followed_boot = 0  # a game of other rules begins with a restart
        self.pace: Callable[[float], None] | None = None
        self.slice_ms = 40.0
        self.heard = 0
        self.cable: "Cable | None" = None
        self.tally = Tally()
        self.record = Record("")
        self.usb: collections.deque[str] = collections.deque(maxlen=_LINES)
        super().__init__(spec)

    def run_ms(self, ms: float) -> None:
        """Let time pass."""
        if self.pace is None:
            super().run_ms(ms)
            return
        while True:
            step = min(ms, self.slice_ms)
            super().run_ms(step)
            if self.cable is not None:
                self.cable.carry()
            self.pace(step)
            ms -= step
            if ms <= 0:
                return

    @contextlib.contextmanager
    def fast_forward(self) -> Iterator[None]:
        """Let time pass as fast as it can, for what nobody wants to watch."""
        pace, self.pace = self.pace, None
        try:
            yield
        finally:
            self.pace = pace

    def unwatched(self) -> contextlib.AbstractContextManager[None]:
        """Hurry between two things that people watch; an emulated Pico, which cannot, stays open to them meanwhile."""
        return contextlib.nullcontext() if self.target.slow else self.fast_forward()

    @property
    def taken(self) -> bool:
        """Tell whether a program has the USB cable: it alone may talk to the firmware then."""
        return self.cable is not None and self.cable.taken

    def request(self, cmd: str, **fields: Any) -> dict[str, Any]:
        """Ask the firmware; see `Session.request`."""
        if self.taken:
            why = tr("another program has the USB cable")
            raise TavleError(
                tr("cannot ask for {cmd}", cmd=cmd), why, tr("wait until it has ended")
            )
        said = super().request(cmd, **fields)
        if cmd == "state":
            line = str(said.get("firmware") or "")
            self.record.learn(line, str(said.get("phase")))
            if self._followed_boot != self.target.boots:
                self._followed_boot = self.target.boots
                self._follow(super().request("config").get("game"), line)
        return said

    def _follow(self, told: dict[str, Any] | None, line: str) -> None:
        """Play by the rules of the game that the table says is on."""
        now = self.world.game
        game = game_of(told) if told else None
        if game is None or game.family != now.family:
            return
        if (game.rulebook, game.seats, game.options) != (now.rulebook, now.seats, now.options):
            self.world.play(game)
            self.spec.rulebook, self.spec.position = game.rulebook, line
            self.spec.options = dict(game.options)

    def _overhear(self, line: str) -> None:
        self.usb.append(line)

    def _heed(self, event: dict[str, Any]) -> None:
        super()._heed(event)
        self._heard_boot = self.target.boots
        self.heard += 1
        slot = [(card.name, card.copy) for card in self.world.slot]
        self.tally.hear(event, slot, house.gathers_always(self.world.game))
        self._hear(event)

    @property
    def alive(self) -> bool:
        """Tell whether the firmware has said something since it got its supply or was reset.

        A controller that waits at MicroPython's prompt has not: it must not be typed to.
        """
        return self._heard_boot == self.target.boots

    @property
    def starting(self) -> bool:
        """Tell whether the firmware has just got its supply and cannot be asked yet."""
        return not self.alive and self.now_ms < self.target.boot_us // 1000 + _STARTING_MS
