# SPDX-License-Identifier: Apache-2.0
"""Somebody who follows the lights of a learning table with one pawn, and a terminal to start it."""

import contextlib
import math
import random

from tavle import cli
from tavle.sim import prepare
from tavle.sim.chips.ws2812 import rgb
from tavle.sim.pty import PtyBridge
from tavle.sim.session import Session, TableSpec

LAYS_MS = 550
MOVES_MS = 200
DONE_MS = 120_000  # one pawn on every space of a board takes less


class Follower:
    """One pawn in one hand; `react` is called every 10 ms of the table's time.

    `walk`: the spaces to visit in this order before the lights are followed.
    """

    def __init__(self, session, walk=()):
        self.session = session
        self.world = session.world
        self.walk = list(walk)
        self.spot = None  # space the pawn is on
        self.last = None
        self.due_ms = session.now_ms + 1200  # the game's own lights go out first
        self.left = {}  # when a light was left, in ms
        self.places = 0
        self.pressed = False
        self.lifted_all()

    def lifted_all(self):
        for colour in self.world.spaces.colours:
            for _ in range(4):
                self.world.lift(colour, "h")
        self.session.run_ms(300)
        # One pawn of the first colour does all the work.
        self.colour = self.world.spaces.colours[0]

    def white(self):
        """Return the names of what is lit white at this moment."""
        target = self.session.target
        frames = target.frames(target.now_us)
        if not frames:
            return []
        names = self.world.spaces.light_names()
        lit = []
        for light, chain in enumerate(self.world.lights):
            red, green, blue = rgb(frames[-1][1], chain)
            if red and red == green == blue:
                lit.append(names[light])
        return lit

    def put(self, name):
        at, slot = name, None
        if name[-2:-1] in "hf" and ":" in name:
            at, slot = name[:-1], int(name[-1])
        self.world.place(self.colour, at, slot)
        self.spot = self.last = (at, slot)
        self.places += 1

    def take(self):
        self.world.lift(self.colour, *self.spot)
        self.spot = None

    def react(self):
        now = self.session.target.now_us // 1000
        if now < self.due_ms or not self.session.target.on:
            return
        if self.pressed:
            self.world.press(self.pressed, False)
            self.pressed = False
            self.due_ms = now + 300
        elif self.spot is not None:
            self.left[self.name_of(self.spot)] = now
            self.take()
            self.due_ms = now + MOVES_MS
        elif self.walk:
            self.put(self.walk.pop(0))
            self.due_ms = now + LAYS_MS
        else:
            self.follow(now)

    def follow(self, now):
        # The flash that says "learnt" is white as well: lights just left are looked at later.
        lit = [name for name in self.white() if now - self.left.get(name, -9999) > 1700]
        if len(lit) != 1:
            self.due_ms = now + 50
        elif lit[0].endswith(":seat"):
            self.press(lit[0].partition(":")[0], now)
            self.left[lit[0]] = now
        else:
            self.visit(lit[0], now)

    def visit(self, name, now):
        self.put(name)
        self.due_ms = now + LAYS_MS

    def press(self, button, now):
        self.world.press(button, True)
        self.pressed = button
        self.due_ms = now + 100

    @staticmethod
    def name_of(spot):
        return None if spot is None else spot[0] + ("" if spot[1] is None else str(spot[1]))


class Skipper(Follower):
    """Taps the table button where the same light asks for the fourth time."""

    visits = 0

    def visit(self, name, now):
        self.visits = self.visits + 1 if self.name_of(self.last) == name else 1
        if self.visits > 3:
            self.visits = 0
            self.press("table", now)
        else:
            super().visit(name, now)


def scrambled(count, seed):
    order = list(range(count))
    random.Random(seed).shuffle(order)
    return order


def board_order(session):
    """Return the names of all spaces in the order of the walk."""
    from app.service import calibration

    layout = session.world.spaces.layout
    colours = session.world.spaces.colours
    return [calibration.space_name(layout, colours, p) for p in calibration.board_order(layout)]


def wiring_of(session):
    """Return (inputs, lights) that the table has saved, None when it has not."""
    import tempfile

    from store import wiring

    kept = prepare.files_of(session.target.read_flash()).get("wiring.bin")
    if kept is None:
        return None
    layout = session.world.spaces.layout
    with tempfile.NamedTemporaryFile() as file:
        file.write(kept)
        file.flush()
        found = wiring.load(file.name, layout.GAME, layout.N_BITS, layout.N_LEDS)
    return None if found is None else (list(found[0]), list(found[1]))


@contextlib.contextmanager
def table(rulebook="partners-pawns", position="", **more):
    """A table that is ready, without a PC: `Session`."""
    session = Session(TableSpec(rulebook, position, **more))
    try:
        assert session.until_ready() or not position
        session.events.clear()
        yield session
    finally:
        session.close()


def live(session, follower, ms, until):
    """Let time pass, the follower acting, until an event fits; return all events."""
    told = []
    for _ in range(ms // 20):
        session.run_ms(20)
        follower.react()
        told += session.events
        session.events.clear()
        if any(until(event) for event in told[-5:]):
            return told
    raise AssertionError(f"not within {ms} ms; last: {told[-3:]}")


def done(event):
    """Tell whether an event says that learning is over."""
    return event.get("event") == "learn" and event["step"] == "done"


def start(session, **fields):
    """Begin learning; return the answer."""
    answer = session.request("learn.start", **fields)
    assert answer["ok"], answer
    return answer


def taught(session, person, **fields):
    """Begin learning and follow it to its end; return all events."""
    session.run_ms(200)
    start(session, **fields)
    return live(session, person, DONE_MS * (2 if fields.get("method") == "walk" else 1), done)


def toward(world, one, other, more_mm=0.0):
    """Point the reed of a space at another space, its pocket that much too far out."""
    here, there = (world.plane.board.spaces[bit] for bit in (one, other))
    away = math.degrees(math.atan2(there.y_mm - here.y_mm, there.x_mm - here.x_mm))
    turn = math.radians(away)
    shift = (more_mm * math.cos(turn), more_mm * math.sin(turn))
    world.contacts.set_reeds({}, {one: away - here.axis_deg}, {one: shift})


def problems(events):
    """Return those of the events that name a fault of the wiring."""
    return [e for e in events if e.get("event") == "learn" and e["step"] == "problem"]


def on_usb(session, args, react=None):
    """Run `tavle ARGS --port <the table>` and return its exit status."""
    with PtyBridge(session, 30.0, react) as bridge:
        code = cli.run([*args, "--port", bridge.cable.port])
        assert bridge.failure is None
    return code
