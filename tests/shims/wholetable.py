# SPDX-License-Identifier: Apache-2.0
"""A whole table as `app.assembly` makes it, on electronics that do what a test says; time is the test's.

table = WholeTable(new_folder(), LINE)
table.run(1000)
table.request("state")
"""

import gc
import sys
import time

from fake_machine import MACHINE, RP2
from switches import Switches

from app import assembly, requests, system
from app.table.match import Match
from drivers import cardid
from drivers.pn532.presence import Presence
from rules.parse import parse_position
from sense.boardmap import BoardMap
from store.config import Config
from store.journal import Journal
from ticks import after

UID = b"\x04abcdef"

if not hasattr(sys, "print_exception"):  # CPython
    sys.print_exception = lambda error, file: None
    time.ticks_ms = lambda: 0  # of `app.run` before a test tells it the time
    gc.mem_free = lambda: 300_000


class Clock:
    """Instead of `time`."""

    def __init__(self, now_ms):
        self.now_ms = now_ms

    def ticks_ms(self):
        return self.now_ms


class Tasks:
    """Instead of `asyncio`: remembers that a task was started."""

    def __init__(self):
        self.started = 0

    def create_task(self, task):
        self.started += 1
        task.close()
        return self


class Link:
    """The computer: keeps what it is told."""

    def __init__(self, ticks_ms, out):
        self.ticks_ms = ticks_ms
        self.events = []

    def emit(self, event):
        event["t"] = self.ticks_ms()
        self.events.append(event)


class Reader:
    """A card reader that has seen what a test says."""

    def __init__(self):
        self.events = []
        self.online = True
        self.jobs = []
        self.bare = False  # its looks find no card
        self.presence = Presence(self.events)

    def missing(self):
        return self.bare

    def step(self, now_ms):
        return self.events.pop(0) if self.events else None

    def busy(self):
        return False

    def status(self):
        return {"online": True, "uid": b"x", "firmware": "1.6"}


class WholeTable(Switches):
    """A table with its power on.

    Args:
        folder: its flash.
        line: a position to go on with; "" for the set-up of a new game.
        settings: settings by name.
        pressed: the buttons that are down, as bits.
        cause: why it starts, `machine.reset_cause()`.
        standing: a position line of what stands on the board, when it is another one.
        external: whether the supply's 5 V are there.
        chain: whether the chain of switches answers.
    """

    def __init__(
        self, folder, line="", settings=None, pressed=0, cause=0, standing="", external=1, chain=True,
        now=1000,
    ):  # fmt: skip
        self.folder = folder
        config = Config(folder + "/config.json")
        config.load()
        settings = dict(settings or {})
        if line:
            game, state = parse_position(line)
            settings["rulebook"] = game.rulebook
        for name in settings:
            config.set(name, settings[name])
        if settings:
            config.save()
        if line:
            journal = Journal(folder)
            journal.open()
            Match(game, journal).start(None, state)
        self.pressed = pressed
        self.clock = Clock(now)
        self.tasks = Tasks()
        MACHINE.power_on()
        MACHINE.cause = cause
        MACHINE.now_ms = self.clock.ticks_ms
        MACHINE.levels[26] = external
        assembly.time = requests.time = self.clock
        system.asyncio = self.tasks
        assembly.Link = Link
        self.system, resumed = assembly.assemble(folder)
        hardware = self.system.hardware
        self.real_reader = hardware.reader
        self.reader = hardware.reader = self.system.slot.reader = Reader()
        self.map = BoardMap(self.system.layout, self.system.match.game, self.system.wires[0])
        self.wire = bytearray(b"\xff" * self.map.n_bytes)
        self.slots = {}
        self.broken = not chain
        self.stand(parse_position(standing)[1] if standing else self.system.match.state)
        self._send()
        self.system.begin(self.now, resumed)

    @property
    def now(self):
        return self.clock.now_ms

    @property
    def events(self):
        return self.system.link.events

    @property
    def lights(self):
        return self.system.lights

    @property
    def layout(self):
        return self.system.layout

    @property
    def game(self):
        return self.system.match.game

    @property
    def phase(self):
        return self.system.table.phase_name

    def named(self, name):
        return [event for event in self.events if event["event"] == name]

    def faults(self, part):
        """Return (text, over) of every fault of a part."""
        return [
            (e["text"], e.get("over", False)) for e in self.named("fault") if e["part"] == part
        ]

    # -- the board --------------------------------------------------------------------------

    def _send(self):
        if self.broken:
            MACHINE.chain = None
        else:
            buttons = 0xA0 | (~self.pressed & 0x1F)
            MACHINE.chain = bytes(self.wire) + bytes((buttons, 0xFF))

    def close(self, *inputs):
        """Close reeds by the numbers of their inputs, whatever stands there."""
        for number in inputs:
            self.wire[number >> 3] &= 0xFF ^ (1 << (number & 7))
        return self

    def open(self, *inputs):
        """Open reeds by the numbers of their inputs, without any all of them."""
        for number in inputs or range(8 * len(self.wire)):
            self.wire[number >> 3] |= 1 << (number & 7)
        return self

    def tap(self, button, ms=100):
        self.pressed |= 1 << button
        self.run(ms)
        self.pressed &= ~(1 << button)
        return self.run(100)

    # -- cards ------------------------------------------------------------------------------

    def reads(self, *event):
        """Let the reader have seen something: ("removed",), ("two",), ("offline", why) ..."""
        self.reader.events.append(event)
        return self

    def card(self, action, copy=1):
        """Lay a card on the slot, by action name."""
        game = self.system.match.game
        payload = cardid.build(game.deck_id, game.actions.index(action), copy)
        return self.reads("card", UID, payload, "ok")

    # -- time -------------------------------------------------------------------------------

    def pass_ms(self, ms):
        """Let time pass in which the loop does nothing but the chain is scanned."""
        self.clock.now_ms = after(self.now, ms)
        self._send()
        RP2.scan()
        return self

    def turn(self):
        """Let 5 ms pass and the loop turn; what a part raises ends the test."""
        self.pass_ms(5)
        for _, part in self.system.parts:
            part(self.now)

    def run(self, ms):
        for _ in range(ms // 5):
            self.turn()
        return self

    wait = run

    def request(self, cmd, **fields):
        """Return the fields of an answer. Raises `RequestError` as the request does."""
        request = {"cmd": cmd}
        request.update(fields)
        return self.system.requests.serve(request)
