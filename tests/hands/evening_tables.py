# SPDX-License-Identifier: Apache-2.0
"""Tables that an evening is played at: the game over switches alone, or `tavle sim` as programs see it.

Both are used in the same words, and both tell by events what they have understood.
"""

import json
import random
import shutil
import tempfile
from pathlib import Path
from typing import Any

from judge import Board
from stdio_program import Program
from tabletop import SETTINGS, Tabletop

from app.table import feedback, led_map
from drivers import buttons
from light.lights import Lights
from rules.parse import parse_position

_SETTINGS = {**SETTINGS, "hints": "full"}
_HOLD_MS = 2300  # the referee's button
_HEARD_MS = 20  # a button is heard so long after it went down
_DOWN_MS = 70  # and down for so long


class LitTabletop(Tabletop):
    """The game over switches, whose lights are made as at a real table, and shown to nobody."""

    def make_feedback(self) -> feedback.Feedback:
        lights = Lights(self.layout.N_LEDS)
        leds = led_map.LedMap(lights, self.layout, self.map, self.debounce)
        return feedback.Feedback(lights, leds, self.game, _SETTINGS)


class SwitchTable:
    """The real game over debounced switches, without electronics: fast.

    Args:
        line: the position.
        seed: decides how contacts bounce.

    Attributes:
        events: all that was said.
        throws: whether `card` can also throw the die.
    """

    throws = True

    def __init__(self, line: str, seed: int) -> None:
        self.game, state = parse_position(line)
        self._folder = tempfile.mkdtemp(dir="/dev/shm" if Path("/dev/shm").is_dir() else None)
        self._chance = random.Random(seed)
        self._bounces = self._chance.random() < 0.5
        self._bouncing: list[tuple[int, int]] = []  # (until, bit)
        self._top = LitTabletop(
            self._folder, self.game.rulebook, self.game.seats, self.game.options, bytes(state)
        )
        self._board = Board(self._top.map, bytes(state))
        self.events: list[dict[str, Any]] = self._top.events
        self._dated = 0
        self._wire()

    def close(self) -> None:
        shutil.rmtree(self._folder, True)

    @property
    def now(self) -> int:
        return self._top.now

    def state(self) -> bytes:
        """Return the position that is believed."""
        return bytes(self._top.match.state)

    def phase(self) -> str:
        """Return what the table waits for."""
        return self._top.table.phase_name

    def step(self, ms: int) -> None:
        """Let some time pass, a multiple of 5 ms."""
        for _ in range(ms // 5):
            if self._bouncing:
                self._wire()
                self._bouncing = [one for one in self._bouncing if one[0] > self.now]
                if not self._bouncing:
                    self._wire()
            self._top.wait(5)
            for event in self.events[self._dated :]:  # a press, say, is heard of later
                event.setdefault("t", self.now)
            self._dated = len(self.events)

    def _wire(self) -> None:
        n = len(self._board.wire)
        self._top.wire[:n] = self._board.wire
        for until, bit in self._bouncing:
            if self.now < until and self._chance.random() < 0.5:
                self._top.wire[bit >> 3] ^= 1 << (bit & 7)

    def act(self, do: str, colour: str, at: str) -> None:
        """Lift or place a pawn, or close or open a reed."""
        before = bytes(self._board.wire)
        self._board.act(do, colour, at)
        if self._bounces:
            for i, byte in enumerate(before):
                for k in range(8):
                    if (byte ^ self._board.wire[i]) >> k & 1:
                        until = self.now + self._chance.choice((5, 10, 20))
                        self._bouncing.append((until, 8 * i + k))
        self._wire()

    def copies(self, action: int) -> list[int]:
        """Return the copies of a card that have not been played."""
        deck = self.game.deck
        return [
            copy
            for copy in (range(1, deck[action] + 1) if deck else (1,))
            if not self._top.match.seen(action, copy)
        ]

    def card(self, action: int, copy: int) -> None:
        """Lay a card."""
        self._top.card(self.game.actions[action], copy)
        self._top.table.keep()

    def lay_again(self) -> None:
        """Lay the card in force once more."""
        move = self._top.table.phase
        if move.name == "move" and move.copy:
            self.card(move.action, move.copy)

    def throw(self, action: int) -> None:
        """Let the player to act throw the die."""
        self._top.dice = [action + 1]
        self.press(self.state()[16])

    def press(self, seat: int) -> None:
        """Press a seat's button."""
        self._top.dice = self._top.dice or [self._chance.randint(1, len(self.game.actions))]
        table = self._top.table
        down_ms = self.now
        self.step(_HEARD_MS)
        table.button(self.now, buttons.PRESS | seat, down_ms)
        self.step(_DOWN_MS)
        table.button(self.now, buttons.RELEASE | seat)
        table.keep()
        self.step(_HEARD_MS)

    def hold(self) -> None:
        """Hold the table's button."""
        self._top.hold(buttons.TABLE)
        self._top.table.keep()

    def cut(self, acts: list[tuple[str, str, str]]) -> None:
        """Pull the plug, let hands act in the dark, and put it back."""
        for act in acts:
            self._board.act(*act)
        self._bouncing = []
        self._wire()
        self._top.resume()


class SimTable:
    """`tavle sim --stdio` in a process of its own: firmware, chips, magnets, and nothing but the contract.

    Args and attributes: as `SwitchTable`.
    """

    throws = False
    _options: tuple[str, ...] = ()

    def __init__(self, line: str, seed: int) -> None:
        self.game, _ = parse_position(line)
        words = ("--rulebook", self.game.rulebook, "--position", line, "--seed", str(seed))
        self._program = Program(*words, *self._options)
        self.events = self._program.events
        self.now = 0
        self._played: list[tuple[str, int]] = []
        self._card = ("", 0)
        self._heard = 0
        self._do(do="noise", bounce=seed % 2 == 1)

    def close(self) -> None:
        status, complaints = self._program.end()
        assert status == 0, complaints

    def _do(self, **command: Any) -> dict[str, Any]:
        answer = self._program.raw(json.dumps(command))
        if not answer["ok"]:
            raise AssertionError(f"the hands cannot do that: {command}: {answer['error']}")
        self.now = answer["t"]
        for event in self.events[self._heard :]:
            self._count(event)
        self._heard = len(self.events)
        return answer

    def _count(self, event: dict[str, Any]) -> None:
        """Keep account of the cards that were played."""
        if event["event"] == "card":
            self._card = (event["card"], event.get("copy", 0))
        elif event["event"] == "accepted":
            self._played.append(self._card)
        elif event["event"] == "undone" and self._played:
            self._card = self._played.pop()
        elif event["event"] == "round" and event["deal"] == 1:
            self._played.clear()

    def state(self) -> bytes:
        return bytes(parse_position(self._do(do="state")["firmware"])[1])

    def phase(self) -> str:
        return str(self._do(do="state")["phase"])

    def step(self, ms: int) -> None:
        self._do(do="wait", ms=ms)

    def act(self, do: str, colour: str, at: str) -> None:
        if do in ("lift", "place"):
            self._do(do=do, colour=colour, at=at)

    def copies(self, action: int) -> list[int]:
        deck, name = self.game.deck, self.game.actions[action]
        copies = list(range(1, deck[action] + 1)) if deck else [1]
        if not self.game.hand:
            return copies
        return [copy for copy in copies if (name, copy) not in self._played]

    def card(self, action: int, copy: int) -> None:
        self._do(do="nocard")
        self.step(300)
        self._do(do="card", card=self.game.actions[action], copy=copy)

    def lay_again(self) -> None:
        name, copy = self._card
        self.card(self.game.actions.index(name), copy)

    def press(self, seat: int) -> None:
        """Press a seat's button, or `buttons.TABLE`."""
        button = "table" if seat == buttons.TABLE else self.game.colours[seat]
        self._do(do="press", button=button, ms=90)

    def hold(self) -> None:
        self._do(do="press", button="table", ms=_HOLD_MS)

    def cut(self, acts: list[tuple[str, str, str]]) -> None:
        self._do(do="power", on=False)
        for act in acts:
            self.act(*act)
        self._do(do="power", on=True)
        for _ in range(50):
            self.step(100)
            if self.events[-1]["event"] == "ready" or self.phase() != "off":
                return


class SlowTable(SimTable):
    """The simulated table with computing that takes the time it takes on a Pico."""

    _options = ("--computing",)
