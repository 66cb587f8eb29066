# SPDX-License-Identifier: Apache-2.0
"""The whole simulated table in this process, with a judge who sees the colours of the pawns.

The judge knows where every coloured pawn stands at every moment: an accepted position must be
that one. What the table did is counted in `Tally`; every failure names what replays it.
"""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from hand_model import Act
from pawns import middle, standing

from tavle.sim.contract import Contract
from tavle.sim.session import Session, Wish

_HOLD_MS = 2300  # the referee's button
_LIFT_MS = 70  # until a pawn that was taken up is a lift: 60 ms and a scan or two


@dataclass
class Tally:
    """What was seen.

    Attributes:
        turns: moves made by hands.
        exchanges: of them, swaps of two pawns and Sorry! cards.
        asked: of the others, those the table asked about.
        asked_exchanges: of the exchanges, those it asked about.
        early: moves ended by the next card at once.
        undone: moves taken back by hand and found so.
        rescues: messes that had to be led out of.
        wrong: accepted positions that were not on the board.
        dead: situations without a way out.
        lost: moves made that were not accepted until a button was pressed or cards withdrawn.
    """

    turns: int = 0
    exchanges: int = 0
    asked: int = 0
    asked_exchanges: int = 0
    early: int = 0
    undone: int = 0
    rescues: int = 0
    wrong: list[str] = field(default_factory=list)
    dead: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add what another one has seen."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


class DeadEndError(AssertionError):
    """No way led on from here."""


class JudgedTable:
    """A table in the middle of a game, and all that is said at it.

    Args:
        rulebook: its id.
        seed: decides position and contacts; `chance` is there for the hands.
        log: called with one line per thing that happens, for a replay.
    """

    def __init__(self, rulebook: str, seed: int, log: Any = None) -> None:
        from rules.parse import parse_position

        self._parse = parse_position
        self.log = log or (lambda _text: None)
        self._name = f"{rulebook} seed {seed}"
        self.chance = random.Random(seed * 7919 + 5)
        self.session = Session(Wish(rulebook, position=middle(rulebook, seed), seed=seed))
        self._do_command = Contract(self.session).handle
        if not self.session.until_ready():
            raise DeadEndError(f"{self._name}: not ready")
        self.session.world.faults.bounce = seed % 2 == 1
        self.tally = Tally()
        self.game = self.session.world.game
        self.manners: list[str] = []  # of this turn
        self.events: list[dict[str, Any]] = []
        self._read = 0  # how many of them somebody has looked at
        self._card = ("", 0)
        self._lifts: deque[tuple[float, dict[str, list[str]]]] = deque(maxlen=4)
        self.played: set[tuple[str, int]] = set()  # since the dealer gathered the cards
        self.state = self.believed()

    def close(self) -> None:
        """Pull the plug."""
        self.session.close()

    def where(self) -> str:
        """Return what a failure needs to be played again."""
        return f"{self._name} turn {self.tally.turns} ({', '.join(self.manners)})"

    # -- doing ------------------------------------------------------------------------------------

    def do(self, **command: Any) -> dict[str, Any]:
        """Give a command that must be possible; return the answer."""
        answer = self.attempt(**command)
        if not answer["ok"]:
            raise AssertionError(f"{self._name}: the hands cannot do that: {answer['error']}")
        return answer

    def attempt(self, **command: Any) -> dict[str, Any]:
        """Give a command that may be refused; return the answer."""
        self.log(f"{self.session.now_ms} {command}")
        if command["do"] == "lift":
            self._lifts.append((self.session.now_ms, self._real()))
        answer = self._do_command(command)
        if answer["ok"]:
            self._pull()
        return answer

    def run(self, ms: float) -> None:
        """Let time pass."""
        self.session.run_ms(ms)
        self._pull()

    def press(self, button: str) -> None:
        """Press a seat's button for a moment."""
        self.do(do="press", button=button, ms=90)

    def hold(self) -> None:
        """Hold the table's button: the referee overrules."""
        self.do(do="press", button="table", ms=_HOLD_MS)

    def perform(self, acts: list[Act]) -> None:
        """Let hands do their acts at their times."""
        began = self.session.now_ms - (acts[0].t_ms if acts else 0)
        for act in acts:
            wait = began + act.t_ms - self.session.now_ms
            if wait > 0:
                self.run(wait)
            self.do(do=act.do, colour=act.colour, at=act.at)

    # -- hearing ----------------------------------------------------------------------------------

    def look(self) -> dict[str, Any]:
        """Return what the table believes and what the world is like."""
        return self.do(do="state")

    def phase(self) -> str:
        """Return what the table waits for."""
        return str(self.look()["phase"])

    def believed(self) -> bytes:
        """Return the position the table believes."""
        return self.position(self.look()["firmware"])

    def sync(self) -> None:
        """Take over what the table believes."""
        self.state = self.believed()

    def position(self, line: str) -> bytes:
        """Return the position of a line of the table's."""
        return bytes(self._parse(line)[1])

    def skip_events(self) -> None:
        """Have all events read that came so far."""
        self._read = len(self.events)

    def unread(self) -> list[dict[str, Any]]:
        """Return the events not read yet; they stay so."""
        return self.events[self._read :]

    def read_again(self) -> None:
        """Make the event that was read last unread."""
        self._read -= 1

    def wait_for(self, ms: float, *names: str) -> dict[str, Any] | None:
        """Return the next unread event of these names, waiting for it."""
        waited = 0
        while True:
            event = self._next(*names)
            if event is not None or waited >= ms:
                return event
            self.run(40)
            waited += 40

    def _next(self, *names: str) -> dict[str, Any] | None:
        while self._read < len(self.events):
            event = self.events[self._read]
            self._read += 1
            if event["event"] in names:
                return event
        return None

    def _pull(self) -> None:
        """Take new events; no pawn has moved since the last time."""
        for event in self.session.events:
            self.log(f"    {event}")
            self.events.append(event)
            if event["event"] == "accepted":
                self._judge(event)
                self.played.add(self._card)
            elif event["event"] == "undone":
                self.played.discard(self._card)
            elif event["event"] == "card":
                self._card = (event["card"], event.get("copy", 0))
            elif event["event"] == "round" and event["deal"] == 1:
                self.played.clear()
        self.session.events.clear()

    def _real(self) -> dict[str, list[str]]:
        return {c: sorted(p) for c, p in self.session.world.where().items()}

    def _judge(self, event: dict[str, Any]) -> None:
        told = standing(self.game, self.position(event["position"]))
        real = self._real()
        # A pawn that has just been taken up still stands there for the table: a lift is one after
        # 60 ms, and a position is accepted while the hand is closing round the pawn.
        views = [real] + [was for t_ms, was in self._lifts if event["t"] - t_ms < _LIFT_MS]
        if event["move"] != "-" and told not in views:
            note = f"{self.where()}: accepted {event} with {real}"
            self.tally.wrong.append(note)
            self.log("WRONG " + note)
