# SPDX-License-Identifier: Apache-2.0
"""The table behind the page: one session in a thread of its own, on time that follows the wall's.

Everything that people and players do arrives here as orders and is done one after another.
Everything there is to tell leaves through `tell`, in the order in which it happened.
"""

import collections
import random
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tavle.errors import TavleError
from tavle.live import words
from tavle.sim.cable import Cable
from tavle.sim.session import Wish
from tavle.web import draw_pile
from tavle.web.board import describe
from tavle.web.clock import Clock
from tavle.web.commands import CALM, LOOKS, QUICK, LiveContract
from tavle.web.hands import RandomHands
from tavle.web.live import LiveSession
from tavle.web.orders import Order, Orders
from tavle.web.view import Viewer

Message = dict[str, Any]

_SLICE_S = 0.04
_SLOW_SLICE_S = 0.01
_KEPT = 200  # lines of the log that a page gets when it comes later
_MANY_TURNS = 100_000


class _HandsOff(Exception):
    """Somebody wants to do something at the table: the random hands stop at once."""


class _Closing(Exception):
    """The table is being closed."""


class Table:
    """A table that people and random hands use together.

    Args:
        wish: what table is wanted.
        tell: called in the table's thread with every message that is for all pages.
        speed: virtual time per wall time.
        cabled: whether there is a USB cable for other programs.

    Attributes:
        watched: whether anybody looks; time stands still while nobody does.
        cable: the USB cable, None without one.
        failure: what ended the table's thread when nobody wanted it to end.
        ended: called when the table's thread has ended.

    Raises:
        TavleError: there is no such table.
    """

    def __init__(
        self,
        wish: Wish,
        tell: Callable[[Message], None],
        speed: float = 1.0,
        cabled: bool = False,
    ):
        self.watched = False
        self.cable: Cable | None = None
        self._cabled = cabled
        self._tell = tell
        self._clock = Clock(speed)
        self._orders = Orders()
        self._log: collections.deque[Message] = collections.deque(maxlen=_KEPT)
        self._playing = False  # the random hands are wanted
        self._at_it = False  # ... and are at the board
        self._nested = False
        self._doing: Order | None = None  # the order that is being done
        self._closing = False
        self.failure: BaseException | None = None
        self.ended: Callable[[], None] = lambda: None
        self._thread = threading.Thread(target=self._work, name="table", daemon=True)
        self._open(wish)

    # From any thread

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def submit(self, order: Order) -> None:
        """Let an order be done after those before it."""
        self._orders.put(order)

    def close(self, patience_s: float = 3.0) -> None:
        """Pull the plug and end; no process of the table is left afterwards."""
        self._closing = True
        self._orders.put(None)
        if self._thread.is_alive():
            self._thread.join(patience_s)
        if self._thread.is_alive():
            # The firmware is in an endless loop: only its end ends the wait for it.
            self._session.target.close()
            self._thread.join(patience_s)
        else:
            self._session.close()
        if self.cable is not None:
            self.cable.close()

    # Keeper of the commands

    def set_speed(self, factor: float) -> None:
        """Change how fast virtual time passes."""
        self._clock.speed = factor
        slice_s = _SLOW_SLICE_S if self._session.target.slow else _SLICE_S * factor
        self._session.slice_ms = max(1.0, 1000 * slice_s)

    def set_hands(self, on: bool) -> None:
        """Let the random hands play, or take them off the board."""
        if on and not self._session.target.on:
            raise ValueError("the table has no power")
        self._playing = on

    def draw(self) -> tuple[str, int]:
        """Take a card from the pile."""
        return draw_pile.draw(self._session.world, self._chance)

    def renew(self, rulebook: str) -> None:
        """Put another table in the place of this one when the command has been answered."""
        if self._wish.state_file:
            raise ValueError(f"this table is kept in {self._wish.state_file}")
        before = self._session
        self._open(replace(self._wish, rulebook=rulebook, position="", seed=self._wish.seed + 1))
        before.close()
        self._session.pace = self._pace
        self._clock.restart()
        self._tell(self._hello())

    # The table's thread

    def _open(self, wish: Wish) -> None:
        self._session = LiveSession(replace(wish), self._hear)
        if self.cable is not None:
            self.cable.plug(self._session.target)
        elif self._cabled:
            self.cable = Cable(self._session.target)
        self._session.cable = self.cable
        self._log.clear()
        self._wish = wish
        self._contract = LiveContract(self._session, self)
        self._viewer = Viewer(self._session)
        self._chance = random.Random(wish.seed)
        self._playing = False
        self.set_speed(self._clock.speed)
        # An emulated Pico needs a minute or two for its start: the page shows it.
        if not self._session.target.slow and not self._session.until_ready():
            self._note("the firmware did not get ready in 5 s")
        if self._session.note:
            self._note(self._session.note)

    def _work(self) -> None:
        try:
            self._session.pace = self._pace
            self._clock.restart()
            while not self._closing:
                self._safely()
            self._session.pace = None
        except BaseException as error:
            self.failure = error
        self.ended()

    def _safely(self) -> None:
        """Do one round of work; what goes wrong at the table is told, and the table goes on."""
        try:
            self._once()
        except _Closing:
            pass
        except _HandsOff:
            self._playing = False
            for button in ("table", *self._session.world.spaces.colours):
                self._session.world.press(button, False)
        except TavleError as error:
            self._playing = False
            self._note(str(error), "fault")

    def _once(self) -> None:
        """Let a moment pass and do one order, or let the random hands play."""
        awake = self._awake
        late = awake and self._clock.owed_ms() > self._session.slice_ms
        order = self._orders.next(0 if late else _SLICE_S)
        if awake:
            # One slice at most: an emulated Pico takes seconds for it, and people wait.
            owed_ms = self._clock.owed_ms(order.at if order else None)
            owed_ms = min(owed_ms, self._session.slice_ms)
            if owed_ms >= 1:
                self._session.run_ms(owed_ms)
        else:
            self._clock.restart()
        self._session.events.clear()
        if order is not None:
            self._do(order)
        self._publish()
        if self._playing:
            self._play()

    @property
    def _awake(self) -> bool:
        """Tell whether time passes: somebody looks, or a program has the cable."""
        return self.watched or self._session.taken

    def _do(self, order: Order) -> None:
        if order.command is None:
            order.answer(self._hello())
            return
        before, self._doing = self._doing, order
        try:
            answer = self._contract.handle(order.command)
        finally:
            self._doing = before
        if order.name not in LOOKS:
            self._viewer.stale = True
        order.answer(answer)

    def _pace(self, ms: float) -> None:
        """Keep step with wall time after a slice of virtual time; see what people want."""
        self._clock.passed(ms)
        if self._nested:
            return
        self._nested = True
        try:
            self._publish()
            while not self._closing:
                awake = self._awake
                if not awake:
                    self._clock.restart()
                wait_s = self._clock.ahead_s() if awake else _SLICE_S
                order = self._orders.fresh(wait_s)
                if order is not None:
                    self._interrupt(order)
                elif awake and not self._clock.ahead_s():
                    break
        finally:
            self._nested = False
        if self._closing:
            raise _Closing

    def _interrupt(self, order: Order) -> None:
        """Do an order while something goes on that takes time, or keep it for later."""
        command = order.command
        on = isinstance(command, dict) and command.get("on") is True
        if not self._at_it:
            # What one asked for is done in its order; nobody waits for what others take time for.
            theirs = self._doing is not None and order.who is not self._doing.who
            if command is None or (theirs and order.name in QUICK):
                self._do(order)
            else:
                self._orders.kept.append(order)
        elif command is None or order.name in CALM or (order.name == "hands" and on):
            self._do(order)
        else:
            self._orders.kept.append(order)
            raise _HandsOff

    def _play(self) -> None:
        """Let the random hands play until somebody interrupts them or the game is over."""
        self._at_it = True
        try:
            hands = RandomHands(self._session, self._wish.seed + self._session.now_ms)
            for _ in hands.play(_MANY_TURNS):
                hands.forget()
            self._note("the random hands have finished their game")
        finally:
            self._at_it = False
        self._playing = False

    # Telling

    def _hear(self, event: Message) -> None:
        line = {**event, "words": words.event(event)}
        self._log.append(line)
        self._tell(line)

    def _note(self, text: str, kind: str = "note") -> None:
        line = {kind: text, "t": self._session.now_ms}
        self._log.append(line)
        self._tell(line)

    def _hello(self) -> Message:
        return {
            "hello": describe(self._session.world.game),
            "log": list(self._log),
            **self._viewer.all(self._clock.speed, self._playing),
        }

    def _publish(self) -> None:
        for text in self._viewer.complaints():
            self._note(text, "fault")
        if not self.watched:
            return
        for message in self._viewer.news(self._clock.speed, self._playing):
            self._tell(message)
