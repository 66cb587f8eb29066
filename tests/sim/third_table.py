# SPDX-License-Identifier: Apache-2.0
"""A tester at the table who knows only the contract: JSON lines to `tavle sim --stdio` and back.

Plays turns with the hands of `third_hands.py` and all that people do besides: the card before,
during or after the move, moves taken back by the button, pawns put anywhere. It keeps account of
every pawn itself, so it knows what an accepted position must be. What was said comes with a failure.
"""

from __future__ import annotations

import json
import random
from typing import Any

from hand_model import Act
from pawns import is_swap, look, looks_of, middle, places_of, standing, without
from stdio_program import Program
from third_hands import ThirdHands

_PATIENCE_MS = 4000
_HOLD_MS = 2300


class Tester:
    """One process, one table, one game.

    Args:
        rulebook: its id.
        seed: decides position, cards and hands.
    """

    def __init__(self, rulebook: str, seed: int) -> None:
        from rules.parse import parse_position

        self._parse = parse_position
        self.name = f"{rulebook} seed {seed}"
        self.chance = random.Random(seed * 6007 + 11)
        line = middle(rulebook, seed)
        self.game, _ = parse_position(line)
        self._program = Program("--rulebook", rulebook, "--position", line, "--seed", str(seed))
        self.lines: list[str] = []
        self.events = self._program.events
        self.pawns: dict[str, list[str]] = {}
        self.wanted: dict[str, list[str]] = {}
        self.turns = self.asked = self.swaps = 0
        self._look()

    def close(self) -> None:
        """End the process."""
        status, complaints = self._program.end()
        assert status == 0, complaints

    def fail(self, what: str) -> AssertionError:
        """Return an error with the last lines of the conversation."""
        return AssertionError(f"{self.name}, turn {self.turns}: {what}\n" + "\n".join(self.lines))

    # -- talking ----------------------------------------------------------------------------------

    def do(self, **command: Any) -> dict[str, Any]:
        """Give a command; take the events, then the answer."""
        if command != {"do": "state"}:
            self.lines.append(f"> {json.dumps(command)}")
        seen = len(self.events)
        try:
            answer = self._program.raw(json.dumps(command))
        except AssertionError as error:
            raise self.fail(f"the simulator has ended: {error}") from error
        for event in self.events[seen:]:
            self.lines.append(f"  {json.dumps(event)}")
            if event["event"] == "accepted":
                self._check(event)
        if not answer["ok"]:
            raise self.fail(f"{command}: {answer}")
        return answer

    def wait(self, ms: float) -> None:
        """Let time pass."""
        if ms > 0:
            self.do(do="wait", ms=ms)

    def act(self, act: Act) -> None:
        """Lift or place a pawn and keep account of it."""
        if act.do == "lift":
            self.pawns[act.colour].remove(act.at)
        self.do(do=act.do, colour=act.colour, at=act.at)
        if act.do == "place":
            self.pawns[act.colour].append(act.at)

    def _check(self, event: dict[str, Any]) -> None:
        """Check that an accepted position is what was meant, or stands on the board."""
        told = standing(self.game, self._parse(event["position"])[1])
        real = {colour: sorted(places) for colour, places in self.pawns.items()}
        if event["move"] != "-" and told not in (self.wanted, real):
            raise self.fail(f"wrong: {event} with {real}")

    def _look(self) -> dict[str, Any]:
        """Take over what the table believes; check where the pawns are."""
        answer = self.do(do="state")
        self.state = bytes(self._parse(answer["firmware"])[1])
        world = {
            c: sorted(p for p in places if p != "hand") for c, places in answer["world"].items()
        }
        if self.pawns:
            assert world == {c: sorted(p) for c, p in self.pawns.items()}
        self.pawns = world
        return answer

    def _await(self, since: int, ms: float, *names: str) -> dict[str, Any] | None:
        """Return the first event of these names from number `since` on, waiting for it."""
        waited = 0
        while True:
            for event in self.events[since:]:
                if event["event"] in names:
                    return event
            if waited >= ms:
                return None
            self.wait(100)
            waited += 100

    # -- one turn ---------------------------------------------------------------------------------

    def _lay(self, action: int) -> bool:
        """Lay a copy of a card that has not been played; False when there is none."""
        name = self.game.actions[action]
        copies = range(1, self.game.deck[action] + 1) if self.game.deck else [1]
        for copy in self.chance.sample(copies, len(copies)):
            since = len(self.events)
            self.do(do="nocard")
            self.wait(300)
            self.do(do="card", card=name, copy=copy)
            event = self._await(since, 2500, "card", "refused")
            if event is None:
                raise self.fail(f"card {name} is not answered")
            if event["event"] == "card":
                return bool(event["playable"])
            if event["reason"] != "already-played":
                raise self.fail(f"card {name} is refused")
        return False

    def turn(self) -> bool:
        """Play one move; False when nothing can be played."""
        self.turns += 1
        del self.lines[:-200]
        state = self.state
        actions = [a for a in range(len(self.game.actions)) if self._moves(state, a)]
        self.chance.shuffle(actions)
        if not actions:
            return False
        action = actions[0]
        results = self.game.results(state, action)
        after, move = self.chance.choice(self._moves(state, action))
        looks = looks_of(self.game, (position for position, _ in results)) | {look(self.pawns)}
        hands = ThirdHands(self.chance, self.game, state, looks)
        acts = [act for act in hands.script(bytes(move)) if act.do in ("lift", "place")]
        self.swaps += is_swap(move)
        self.wanted = standing(self.game, after)
        self.lines.append(f"-- {self.game.actions[action]}: {hands.manners}")
        since = len(self.events)
        cut = self.chance.choice((0, 0, 0, 0, len(acts) // 2, len(acts)))
        self._perform(acts[:cut])
        self.wait(self.chance.choice((50, 500)) if cut else 0)
        if not self._lay(action):
            self._put_back(state)
            return True
        self._perform(acts[cut:])
        self._finish(since, state, bytes(after), bytes(move))
        return bool(self._look()["phase"] != "over")

    def _moves(self, state: bytes, action: int) -> list[Any]:
        """Return the results of an action that move something, or swap."""
        return [
            (after, move)
            for after, move in self.game.results(state, action)
            if move and (after[:16] != state[:16] or is_swap(move))
        ]

    def _perform(self, acts: list[Act]) -> None:
        for k, act in enumerate(acts):
            self.wait(act.t_ms - acts[k - 1].t_ms if k else 0)
            self.act(act)

    def _finish(self, since: int, state: bytes, after: bytes, move: bytes) -> None:
        """Wait for the acceptance, press, answer the question."""
        colour = self.game.colours[state[16]]
        pressed = False
        for attempt in range(16):
            if self._await(since, 700 if attempt else _PATIENCE_MS, "accepted"):
                break
            phase = self.do(do="state")["phase"]
            if phase == "ask":
                self._answer(after, move, colour, attempt)
            else:
                self.do(do="press", button=colour, ms=100)
                if pressed and phase == "guide":
                    break
                pressed = True
        event = self._await(since, 0, "accepted")
        if event is None:
            raise self.fail("a legal move is not accepted")
        told = self._parse(event["position"])[1]
        self.asked += event["asked"] and not is_swap(move)
        self._look()
        if bytes(told[:16]) != after[:16]:  # the hands rested there on their way
            self._put_back(self.state)

    def _answer(self, after: bytes, move: bytes, colour: str, attempt: int) -> None:
        """Press when the right choice is shown, else lift a pawn it is about."""
        ask = [event for event in self.events if event["event"] == "ask"][-1]
        choices = [bytes(self._parse(line)[1][:16]) for line in ask["choices"]]
        if choices[0] == after[:16]:
            self.do(do="press", button=colour, ms=100)
            return
        about = places_of(self.game, self.state, move)
        on = [(c, at) for c, places in self.pawns.items() for at in places if at in about]
        on = [(c, at) for c, at in on if at.isdigit() or c == self.game.colours[move[1]]]
        if not on:
            return
        _, at = on[attempt % len(on)]
        there = [pawn for pawn in on if pawn[1] == at]
        for what in ("lift", "place"):
            for pawn in there:
                self.act(Act(0, what, *pawn))
            self.wait(400 if what == "lift" else 900)

    # -- trouble ----------------------------------------------------------------------------------

    def _put_back(self, state: bytes) -> None:
        """Put every pawn where a position has it; the table must wait for a card then."""
        target = standing(self.game, state)
        for colour, places in self.pawns.items():
            for place in without(places, target[colour]):
                self.act(Act(0, "lift", colour, place))
                self.wait(250)
        for colour, places in target.items():
            for place in without(places, self.pawns[colour]):
                self.act(Act(0, "place", colour, place))
                self.wait(250)
        self._must_wait_for_a_card()

    def _must_wait_for_a_card(self) -> None:
        """Check that the table believes what stands there and waits; withdraw a card first."""
        self.do(do="nocard")
        self.wait(1800)
        if self._look()["phase"] in ("move", "ask"):
            self.do(do="press", button="table", ms=_HOLD_MS)
            self.wait(1500)
        answer = self._look()
        told = standing(self.game, self.state)
        if answer["phase"] not in ("card", "deal", "over") or told != self.pawns:
            raise self.fail(f"a dead end: {answer}")

    def take_back(self) -> None:
        """Take the last move back by the table button; the way back must be shown at once."""
        since = len(self.events)
        self.wanted = {}
        self.do(do="nocard")
        self.do(do="press", button="table", ms=_HOLD_MS)
        if self._await(since, 500, "undone") is None:
            raise self.fail("the table button takes nothing back")
        self._look()
        if look(standing(self.game, self.state)) != look(self.pawns):
            guide = self._await(since, 200, "guide")
            if guide is None or not guide["missing"]:
                raise self.fail("the way back is not shown at once")
        self._put_back(self.state)

    def mess(self, way: str) -> None:
        """Put some pawns anywhere; then out by `restore` or by the `table` button."""
        self.wanted = {}
        for _ in range(self.chance.choice((1, 2, 3))):
            colour = self.chance.choice(sorted(self.pawns))
            place = self.chance.choice(self.pawns[colour])
            self.act(Act(0, "lift", colour, place))
            self.wait(self.chance.choice((90, 400)))
            if self.chance.random() < 0.8:
                self.act(Act(0, "place", colour, str(self.chance.randrange(self.game.ring))))
            self.wait(self.chance.choice((100, 900)))
        self.wait(self.chance.choice((200, 4000)))
        if way == "table":
            self.do(do="press", button="table", ms=_HOLD_MS)
            self.wait(300)
        self._look()
        self._put_back(self.state)


def play(rulebook: str, seed: int, turns: int) -> Tester:
    """Play some turns with all that comes between; return the tester for its counts."""
    tester = Tester(rulebook, seed)
    try:
        for _ in range(turns):
            if not tester.turn():
                break
            kind = tester.chance.random()
            if kind < 0.15:
                tester.take_back()
            elif kind < 0.3:
                tester.mess(tester.chance.choice(("restore", "table")))
    finally:
        tester.close()
    return tester
