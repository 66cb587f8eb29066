# SPDX-License-Identifier: Apache-2.0
"""One table with everything in it, and what a turn of the loop asks of each part."""

import asyncio

from micropython import const

from app import VERSION
from app.care import Care
from app.chance import drawn
from app.health import Health
from app.idle import Idle
from app.newgame import begin_elsewhere
from app.poll import Poll
from app.requests import RequestError, Requests
from drivers.buttons import number
from drivers.hc165 import SCAN_MS
from sense.debounce import CHANGED, EDGE, HEALTH
from sense.stirred import Stirred
from store.config import Config
from store.files import NotSaved
from ticks import after, just, since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    from app.display import Display
    from app.hardware import Hardware
    from app.link import Link
    from app.slot import Slot
    from app.switches import Switches
    from app.table.table import Table
    from store.journal import Journal
    from store.tagtable import TagTable

_TABLE_BUTTON = const(0x10)
_RESTART_MS = const(50)
_THINK_MS = const(10)  # a computer thinks so long in a turn
_SLICES = const(16)  # ... and so many slices at most, where computing takes no time
_PLAYERS_MS = const(100)  # between two looks whether a computer has something to think of


class System:
    """Everything on one table; `app.assembly.assemble` makes it, `begin` brings it to life.

    Args:
        data: folder of the settings, the journal and what was learnt.
        settings: the settings in force.
        report: sentences on what was found damaged at power-up.
        layout: a module of `boards` such as `boards.partners`.
        wires: (sensors, lights) as they were learnt, None for each as the layout says.
        hardware: the drivers.
        switches: the scans of the chain, debounced.
        slot: the card reader's slot.
        display: lights and sounds on their way out.
        table: the game at the table.
        journal: the game on flash.
        tags: the stickers that were learnt.
        link: the computer on USB.
        poll: what long work calls.

    Attributes:
        mode: learning, the doctor or the tags' work while it runs, see `enter`.
        restarting: the task that will restart the controller, None while none will.
        reading: a game on its way to the host, see `service.records`.
    """

    def __init__(
        self,
        data: str,
        settings: dict,
        report: list,
        layout: "ModuleType",
        wires: tuple,
        hardware: "Hardware",
        switches: "Switches",
        slot: "Slot",
        display: "Display",
        table: "Table",
        journal: "Journal",
        tags: "TagTable",
        link: "Link",
        poll: Poll,
    ) -> None:
        self.data = data
        self.config = settings
        self.report = report
        self.layout = layout
        self.wires = wires
        self.hardware = hardware
        self.switches = switches
        self.slot = slot
        self.display = display
        self.lights = display.lights
        self.table = table
        self.feedback = table.feedback
        self.match = table.match
        self.recogniser = table.recogniser
        self.journal = journal
        self.tags = tags
        self.link = link
        self.requests = Requests(self)
        self.health = Health(self)
        self.care = Care(self)
        self.idle = Idle(display.lights, layout.N_LEDS, layout.SEAT_LED, layout.COLOURS)
        self.poll = poll
        poll.live = self.slot.step, display.step
        table.elsewhere = self.new_game_elsewhere
        table.adjust = self.adjust
        self.mode: "Any" = None
        self.restarting: "Any" = None
        self.reading: "Any" = None
        self.thinking = False  # a computer goes on at once
        self._thought_ms = 0  # when the computers last had a turn
        # What a turn does, in this order.
        self.parts = (
            ("scan", self.scan),
            ("board", self.judge),
            ("reader", self.read_card),
            ("table", self.go_on),
            ("light", display.step),
            ("players", self.think),
            ("care", self.care.step),
        )

    @property
    def debounce(self):  # type: ignore[no-untyped-def]
        """Return what debounces the switches."""
        return self.switches.debounce

    # -- beginning and modes ----------------------------------------------------------------

    def begin(self, now_ms: int, resumed: bool) -> None:
        """Start the table: a new game's set-up, or where the journal left off."""
        self.care.begin(now_ms)
        self.slot.begin(now_ms)
        self.display.step(now_ms)
        if resumed:
            self.journal.fathom()  # nobody waits yet
        else:
            self.match.start(self.match.game.first_seat(drawn))
        self.health.begin(now_ms, self.report)
        chain = self.switches.chain
        wire = chain.read()
        self.health.chain(self.switches.chain)
        # The table must know what to expect before it looks for the first time.
        self.table.begin(now_ms, resumed, VERSION)
        if chain.good:
            self.debounce.step(now_ms, wire)
            self.judge(now_ms)
        self._power_button()
        chain.start()  # what has come meanwhile counts as one scan

    def _power_button(self) -> None:
        """Learn the wiring when the table button is held while the power comes."""
        import machine

        chain = self.switches.chain
        held = chain.good and not chain.buttons & _TABLE_BUTTON
        # After other resets the button may still be down from ending a mode.
        if held and machine.reset_cause() == machine.PWRON_RESET:
            self.requests.serve({"cmd": "learn.start"})

    def enter(self, mode: "Any") -> None:
        """Let a mode take the place of the game.

        Args:
            mode: has `name`, `reader(now_ms, event)`, `care(now_ms)`, and `board`: whether it takes
                switches and buttons too, with `scan(now_ms, debounce)` and `button(now_ms, event)`.

        Raises:
            RequestError: another mode is on.
        """
        if self.mode is not None:
            raise RequestError("the table is busy with %s: end that first" % self.mode.name)
        self.mode = mode

    def leave(self, now_ms: int) -> None:
        """Go back to the game; after a mode that took the board, by a restart."""
        board = self.mode is not None and self.mode.board
        self.mode = None
        self.table.drawn = False
        if board:  # pawns may be anywhere and maps may have changed: begin as after power-on
            self.restart()

    def restart(self) -> None:
        """Reset the controller when the answer has gone out."""
        self.restarting = asyncio.create_task(_restart())

    def new_game_elsewhere(self) -> bool:
        """Begin the next game with a restart, where the settings want another one than is on; return whether."""
        return begin_elsewhere(self)

    def adjust(self, name: str, value: object) -> None:
        """Let a setting have another value from now on, and keep it."""
        config = Config(self.data + "/config.json")
        config.load()
        config.set(name, value)
        try:
            config.save()
        except NotSaved as error:
            self.fault("flash", str(error))
        self.config[name] = value
        self.display.adjust()

    def fault(self, part: str, text: str) -> None:
        """Put a fault on the event stream."""
        self.health.say(part, text)

    def failed(self, name: str, error: Exception, now_ms: int) -> None:
        """Go on after a part of a turn has raised."""
        self.debounce.lost = True  # what the hands did meanwhile is not known: ask then
        self.health.failed(name, error, now_ms)
        if name == "table":
            self.table.drop()
        if self.mode is not None:  # it may be the mode that fails, again and again
            self.leave(now_ms)

    # -- a turn of the loop -----------------------------------------------------------------

    def pause_ms(self) -> int:
        """Return how long the next turn may wait: for the scan that may agree with a change, or for two."""
        chain = self.switches.chain
        if chain.changed():
            return 1
        if self.thinking:
            return 0
        scans = 1 if self.switches.pressed() or self.hardware.reader.busy() else 2
        due_ms = scans * SCAN_MS + 1 - chain.age_ms()
        return due_ms if due_ms > 0 else 1

    def scan(self, now_ms: int) -> None:
        """Look at what switches and buttons did since the last turn."""
        code = self.switches.take(now_ms)
        if self.restarting is not None:
            return  # the journal may hold another game already
        self.health.chain(self.switches.chain)
        board = self.mode is not None and self.mode.board
        events = self.switches.events
        if events or code & (EDGE | CHANGED):
            self.idle.touch()
        while events and self.restarting is None:
            when_ms, event = events.pop(0)
            if board:
                self.mode.button(when_ms, event)
            else:
                down_ms = after(when_ms, -self.switches.buttons.held_ms(number(event), when_ms))
                self.table.button(when_ms, event, down_ms)
        if self.restarting is not None:
            return  # a button has ended a mode
        if not self.switches.chain.good:
            if not board:
                self.table.draw(now_ms)
            return
        if board:
            self.debounce.clear()
            self.mode.scan(now_ms, self.debounce)
            return
        if code & HEALTH:
            self.recogniser.refresh(self.debounce)
            self.health.reeds()
        if code & (EDGE | CHANGED):
            self.care.moved(now_ms)
            self.poll.moved()
        if code & EDGE:
            self.table.lifted(now_ms, self.debounce)
        if code & EDGE or self.display.unsent:  # a hand is not to wait for the next turn
            self.display.step(now_ms)

    def judge(self, now_ms: int) -> None:
        """Let the board be judged and drawn; where a hand moves meanwhile that is done again."""
        if not self._plays() or not self.switches.chain.good:
            return
        try:
            if not self.debounce.events:  # what is known can be shown before it is judged
                self.table.draw(now_ms, self.poll)
            self.table.settle(now_ms, self.debounce)
            self.table.draw(now_ms, self.poll)
        except Stirred:
            pass
        self.care.after_move()

    def read_card(self, now_ms: int) -> None:
        """Let the card reader do what is due, and take what it tells."""
        if self.restarting is not None:
            return
        self.slot.step(now_ms)
        event = self.slot.take()
        if event is not None:
            self._slot_event(now_ms, event)

    def _slot_event(self, now_ms: int, event: tuple) -> None:
        kind = event[0]
        self.idle.touch()
        if self.mode is not None:
            self.mode.reader(now_ms, event)
        elif kind == "card":
            _, uid, payload, held = event
            self.table.card(now_ms, uid, payload, held, self.slot.lying(now_ms))
        elif kind == "two":
            self.table.two_cards(now_ms)
        if kind in ("card", "removed"):
            self.slot.seen = True
        if kind in ("error", "offline"):
            self.health.say("reader", event[1])
        if kind in ("offline", "online"):
            self.health.lit("reader", kind == "offline")

    def go_on(self, now_ms: int) -> None:
        """Let the table do what cards and buttons have asked for."""
        if self._plays():
            self.table.go_on(now_ms)

    def _plays(self) -> bool:
        """Return whether board and buttons are the game's: no mode has them, and the controller does not restart."""
        return self.restarting is None and (self.mode is None or not self.mode.board)

    def think(self, now_ms: int) -> None:
        """Let the computers think for a while."""
        if self.mode is not None or self.restarting is not None:
            self.thinking = False
            return
        if not self.thinking and just(now_ms, self._thought_ms, _PLAYERS_MS):
            return
        self._thought_ms = now_ms
        clock = self.poll.clock
        for _ in range(_SLICES):
            self.thinking = self.table.think(clock())
            if not self.thinking or self.switches.pressed() or self.hardware.reader.busy():
                break
            if since(clock(), now_ms) >= _THINK_MS:
                break


async def _restart() -> None:
    """Reset the controller when the answer has gone out."""
    import machine

    await asyncio.sleep_ms(_RESTART_MS)
    machine.reset()
