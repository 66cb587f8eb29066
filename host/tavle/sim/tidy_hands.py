# SPDX-License-Identifier: Apache-2.0
"""Tidy hands at a virtual table: they move pawns, lay cards, press buttons, and hear the events.

They do it through the same commands as any other program and wait for what the table says. What
to play is not theirs to know: see `player.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tavle.errors import TavleError
from tavle.sim.contract import Contract
from tavle.sim.session import Session
from tavle.words.terminal import tr

LONGEST_MS = 12_000
"""The table must have reacted to a finished move by then."""

PACE_MS = 50
STEP_MS = 100
"""So much time passes between two looks for events."""

_PUT_MS = 200


@dataclass
class Habit:
    """How the players handle things; times in ms."""

    lift_ms: int = 250
    carry_ms: int = 300
    between_ms: int = 250
    cut: float = 0.0  # chance of a power cut per turn
    thrown: bool = True  # Ludo: the seat button throws; else die cards


class TidyHands:
    """Hands at a session, and ears for it.

    Args:
        session: the table.
        habit: how they handle things.
        watch: called with the name of every event and after every pawn that was moved.
        pace: called with the ms that have just passed, at most `PACE_MS` at a time: a spectator
            draws and waits there.

    Attributes:
        events: what the table has said, oldest first.
    """

    def __init__(
        self,
        session: Session,
        habit: Habit | None = None,
        watch: Callable[[str], None] | None = None,
        pace: Callable[[float], None] | None = None,
    ):
        self.session = session
        self.habit = habit or Habit()
        self._do = Contract(session).handle
        self._game = session.world.game
        self._watch = watch or (lambda _what: None)
        self._pace = pace
        self.events: list[dict[str, Any]] = []
        self._read = 0  # events before this one have been dealt with

    # Talking to the table

    def _ask(self, what: str) -> dict[str, Any]:
        answer = self._do({"do": what})
        if not answer["ok"]:
            raise TavleError(tr("the table cannot say its {what}", what=what), answer["error"])
        return answer

    def order(self, **command: Any) -> None:
        """Give one command of the contract; what the table refuses to do is raised."""
        answer = self._do(command)
        if not answer["ok"]:
            raise TavleError(tr("the hands cannot do that"), answer["error"], str(command))

    def _wait(self, ms: float) -> None:
        """Let time pass."""
        if self._pace is None:
            self.session.run_ms(ms)
            return
        while ms > 0:
            step = min(ms, PACE_MS)
            self.session.run_ms(step)
            self._pace(step)
            ms -= step

    def _fetch(self) -> None:
        new = list(self.session.events)
        self.session.events.clear()
        self.events.extend(new)
        for event in new:
            self._watch(event["event"])

    def _until(self, *names: str, longest_ms: int = LONGEST_MS) -> dict[str, Any] | None:
        """Return the next unread event of these names, letting time pass; None when none came."""
        waited = 0
        while True:
            self._fetch()
            while self._read < len(self.events):
                event = self.events[self._read]
                self._read += 1
                if event["event"] in names:
                    return event
            if waited >= longest_ms:
                return None
            self._wait(STEP_MS)
            waited += STEP_MS

    # Buttons and cards

    def _press(self, colour: str, ms: int = 120) -> None:
        self.order(do="press", button=colour, ms=ms)

    def _lay(self, action: int, copy: int) -> None:
        self.order(do="nocard")
        self._wait(600)
        self.order(do="card", card=self._game.actions[action], copy=copy)
        self._wait(300)

    # Pawns

    def _touch(self, game: Any, seat: int, place: int) -> None:
        """Lift what stands on a space, or one pawn of a home, and put it back."""
        at = _token(game, place)
        there = [game.colours[seat]]
        if at.isdigit():
            world = self._ask("state")["world"]
            there = [c for c, places in world.items() for place in places if place == at]
        for one in there:
            self.order(do="lift", colour=one, at=at)
        self._wait(600)
        for one in there:
            self.order(do="place", colour=one, at=at)

    def _move(self, game: Any, move: bytes) -> None:
        """Make a move's parts one after another; bumped pawns go home with their part."""
        from rules.moves import BUMP, SELF, SWAP, parts

        ops = parts(move)
        i = 0
        while i < len(ops):
            kind, seat, a, b, other = ops[i]
            bumps = []
            i += 1
            while kind != BUMP and i < len(ops) and ops[i][0] == BUMP:
                bumps.append(ops[i])
                i += 1
            if kind == SWAP:
                self._swap(game, seat, a, other, b)
                continue
            end = 0 if kind in (BUMP, SELF) else b
            colour = game.colours[seat]
            self.order(do="lift", colour=colour, at=_token(game, a))
            self._wait(self.habit.lift_ms)
            for bump in bumps:
                self.order(do="lift", colour=game.colours[bump[1]], at=_token(game, bump[2]))
                self._wait(self.habit.carry_ms)
            self.order(do="place", colour=colour, at=_token(game, end))
            for bump in bumps:
                self._wait(self.habit.between_ms)
                self.order(do="place", colour=game.colours[bump[1]], at="h")
            self._wait(self.habit.between_ms)
            self._watch("moved")

    def _swap(self, game: Any, seat: int, a: int, other: int, b: int) -> None:
        first, second = game.colours[seat], game.colours[other]
        self.order(do="lift", colour=first, at=_token(game, a))
        self._wait(self.habit.lift_ms)
        self.order(do="lift", colour=second, at=_token(game, b))
        self._wait(self.habit.carry_ms + 300)
        self.order(do="place", colour=first, at=_token(game, b))
        self._wait(self.habit.between_ms)
        self.order(do="place", colour=second, at=_token(game, a))
        self._watch("moved")

    def put_right(self, said: dict[str, Any], lift_ms: int = 0) -> int:
        """Put every pawn where the firmware believes it to be; return how many were moved.

        Args:
            said: the table's answer to `state`.
            lift_ms: pause after each lift, for people who watch.

        Raises:
            TavleError: the hands cannot do it.
        """
        from rules.parse import parse_position

        game, state = parse_position(said["firmware"])
        return self._bring(game, state, said["world"], lift_ms)

    def _bring(
        self, game: Any, state: bytes, world: dict[str, list[str]], lift_ms: int = 0
    ) -> int:
        """Bring every pawn to where a state has it; return how many were moved."""
        astray: list[tuple[str, str, list[str]]] = []
        for seat in game.seats:
            colour = game.colours[seat]
            wanted = [_token(game, state[4 * seat + k]) for k in range(game.pawns)]
            for place in world[colour]:
                if place in wanted:
                    wanted.remove(place)
                else:
                    astray.append((colour, place, wanted))
        for colour, place, _ in astray:
            if place != "hand":
                self.order(do="lift", colour=colour, at=place)
                if lift_ms:
                    self.session.run_ms(lift_ms)
        for colour, _, wanted in astray:
            self.order(do="place", colour=colour, at=wanted.pop())
            self.session.run_ms(_PUT_MS)
        return len(astray)


def _token(game: Any, place: int) -> str:
    from rules.notation import place_text

    return place_text(game, place)
