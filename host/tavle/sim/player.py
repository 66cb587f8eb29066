# SPDX-License-Identifier: Apache-2.0
"""Players who know the rules: whole games on a virtual table, judged by the rules engine.

They hold real hands of cards (or a die), choose at random among the legal results, move the pawns
with tidy hands through the same commands as any other program, and compare every position the
firmware accepts with the engine's. `tavle play`, the tests and the benchmark use them.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tavle.errors import TavleError
from tavle.sim.contract import Contract
from tavle.sim.session import Session

_LONGEST_MS = 12_000  # the table must have reacted to a finished move by then
PACE_MS = 50
_STEP_MS = 100
_DEAL_MS = 1500
_QUICK_MS = 1000  # where nothing had to be moved


class Disagreement(TavleError):
    """The table accepted something else than what was played."""


@dataclass
class Habit:
    """How the players handle things; times in ms."""

    lift_ms: int = 250
    carry_ms: int = 300
    between_ms: int = 250
    walk: float = 0.0  # share of ring moves that are walked space by space
    cut: float = 0.0  # chance of a power cut per turn
    thrown: bool = True  # Ludo: the seat button throws; else die cards


@dataclass
class Hand:
    """Cards of one player: (action index, copy)."""

    cards: list[tuple[int, int]] = field(default_factory=list)


class Players:
    """Plays games on a session.

    Args:
        session: the table, with a game ready.
        seed: decides cards, choices and power cuts.
        habit: how they handle things.
        watch: called with the name of every event and after every pawn that was moved.
        pace: called with the ms that have just passed, at most `PACE_MS` at a time: a spectator
            draws and waits there.

    Attributes:
        turns: turns played.
        asked: moves the table asked about.
        cuts: power cuts made.
    """

    def __init__(
        self,
        session: Session,
        seed: int,
        habit: Habit | None = None,
        watch: Callable[[str], None] | None = None,
        pace: Callable[[float], None] | None = None,
    ):
        from rules.notation import position_text
        from rules.parse import parse_position

        self._parse = parse_position
        self._text = position_text
        self.session = session
        self.habit = habit or Habit()
        self._do = Contract(session).handle
        self._random = random.Random(seed)
        self._watch = watch or (lambda _what: None)
        self._pace = pace
        self._game = session.world.game
        self.line = str(self._ask("state")["firmware"])
        self.turns = 0
        self.asked = 0
        self.cuts = 0
        self.events: list[dict[str, Any]] = []
        self._read = 0  # events before this one have been dealt with
        self._begun = 0  # first event of this turn
        self._laid: tuple[int, int] | None = None
        self._deck: list[tuple[int, int]] = []
        self._hands: dict[str, Hand] = {}
        self._cut_in_ms = 0.0
        if self._game.rulebook.startswith("partners"):
            self._gather()
            self._deal()

    # Talking to the table

    def _ask(self, what: str) -> dict[str, Any]:
        answer = self._do({"do": what})
        if not answer["ok"]:
            raise TavleError(f"the table cannot say its {what}", answer["error"])
        return answer

    def _order(self, **command: Any) -> None:
        answer = self._do(command)
        if not answer["ok"]:
            raise TavleError("the hands cannot do that", answer["error"], str(command))

    def _wait(self, ms: float) -> None:
        """Let time pass; raise _Cut when the plug is pulled within it."""
        if self._cut_in_ms and self._cut_in_ms <= ms:
            self.session.run_ms(self._cut_in_ms)
            self._cut_in_ms = 0.0
            raise _Cut
        if self._cut_in_ms:
            self._cut_in_ms -= ms
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

    def _until(self, *names: str, longest_ms: int = _LONGEST_MS) -> dict[str, Any] | None:
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
            self._wait(_STEP_MS)
            waited += _STEP_MS

    # Cards

    def _gather(self) -> None:
        """Shuffle the whole deck: Partners' new dealer (P6)."""
        deck = self._game.deck
        self._deck = [(a, c + 1) for a, n in enumerate(deck) for c in range(n)]
        self._random.shuffle(self._deck)

    def _deal(self) -> None:
        """Deal four cards to each player and let partners exchange one (P6)."""
        colours = [self._game.colours[seat] for seat in self._game.seats]
        for colour in colours:
            self._hands[colour] = Hand([self._deck.pop() for _ in range(4)])
        # Each player passes one card to the partner (P6).
        passed = [hand.cards.pop(self._random.randrange(4)) for hand in self._hands.values()]
        for i, hand in enumerate(self._hands.values()):
            hand.cards.append(passed[(i + 2) % 4])

    def _draw(self) -> tuple[int, int]:
        """Draw from the pile (Sorry!), or take the die's card (Ludo)."""
        if not self._game.deck:
            return self._random.randrange(len(self._game.actions)), 1
        if not self._deck:
            self._gather()
        return self._deck.pop()

    # Turns

    @property
    def over(self) -> bool:
        """Tell whether the game has been won."""
        return " turn=none " in self.line

    def play(self, most_turns: int) -> Iterator[str]:
        """Play on; yields the position line after every turn.

        Raises:
            Disagreement: the table accepted something else, or nothing.
        """
        while not self.over and self.turns < most_turns:
            if self._random.random() < self.habit.cut:
                self._cut_in_ms = self._random.uniform(1, 4000)
            try:
                self._turn()
            except _Cut:
                self._blackout()
            self.turns += 1
            yield self.line

    def _turn(self) -> None:
        game, state = self._parse(self.line)
        self._game = game
        self._fetch()
        self._read = self._begun = len(self.events)
        if game.rulebook.startswith("partners"):
            self._play_hand(game, state)
        elif game.rulebook.startswith("ludo") and self.habit.thrown:
            colour = game.colours[state[16]]
            self._press(colour)
            rolled = self._until("rolled")
            if rolled is None:
                raise Disagreement("no throw", f"{colour}'s button did nothing in {self.line}")
            self._play(game, state, rolled["value"] - 1)
        else:
            action, copy = self._draw()
            self._lay(action, copy)
            self._play(game, state, action)

    def _play_hand(self, game: Any, state: bytearray) -> None:
        hand = self._hands[game.colours[state[16]]]
        order = list(hand.cards)
        self._random.shuffle(order)
        for action, copy in order:
            if game.results(state, action):
                self._laid = (action, copy)
                self._lay(action, copy)
                self._play(game, state, action)
                hand.cards.remove((action, copy))
                self._laid = None
                self._after_card()
                return
        self._fold(game.colours[state[16]], hand)

    def _fold(self, colour: str, hand: Hand) -> None:
        """Hold the seat button, then show every card of the hand (P7)."""
        self._order(do="press", button=colour, ms=1500)
        for action, copy in hand.cards:
            self._lay(action, copy)
            self._wait(600)
        folded = self._until("folded")
        if folded is None or folded["colour"] != colour:
            raise Disagreement("not folded", f"{colour} showed a hand that cannot be played")
        hand.cards = []
        self.line = str(self._ask("state")["firmware"])
        self._after_card()

    def _after_card(self) -> None:
        """Deal when the table says that a new deal has begun."""
        self._wait(_STEP_MS)
        self._fetch()
        for event in self.events[self._begun :]:
            if event["event"] == "round":
                if event["deal"] == 1:
                    self._gather()
                self._deal()
                self._wait(_DEAL_MS)

    def _press(self, colour: str) -> None:
        self._order(do="press", button=colour, ms=120)

    def _lay(self, action: int, copy: int) -> None:
        self._order(do="nocard")
        self._wait(600)
        self._order(do="card", card=self._game.actions[action], copy=copy)
        self._wait(300)

    def _play(self, game: Any, state: bytearray, action: int) -> None:
        """Choose a result, move to it, and see it accepted."""
        results = game.results(state, action) or [(game.skip(state), b"")]
        wanted, move = self._random.choice(results)
        self._fetch_until_card(game, action)
        still = bytes(wanted[:16]) == bytes(state[:16])
        if move and not still:
            self._move(game, move)
        accepted = self._accepted(game, state, wanted, still)
        got = self._parse(accepted["position"])[1]
        if bytes(got[:16]) != bytes(wanted[:16]):
            played = self._text(game, wanted)
            raise Disagreement(
                "wrong acceptance", f"{played} was played, {accepted['position']} was accepted"
            )
        self.line = accepted["position"]

    def _fetch_until_card(self, game: Any, action: int) -> None:
        if game.rulebook.startswith("ludo") and self.habit.thrown:
            return
        name = game.actions[action]
        event = self._until("card", "refused", longest_ms=3000)
        if event is None or event.get("card") != name:
            raise Disagreement("card not read", f"{name} was laid in {self.line}: {event}")

    def _accepted(self, game: Any, state: bytearray, wanted: bytes, still: bool) -> dict[str, Any]:
        """Wait for the acceptance, answering what the table asks."""
        colour = game.colours[state[16]]
        for _ in range(12):
            event = self._until("accepted", "ask", longest_ms=_QUICK_MS if still else _LONGEST_MS)
            if event is None:
                self._press(colour)  # nothing a reed could see has changed: say that it is done
            elif event["event"] == "accepted":
                return event
            else:
                self.asked += 1
                self._answer(game, event, colour, wanted)
        said = [e for e in self.events[self._begun :] if e["event"] in ("refused", "guide")]
        raise Disagreement(
            "not accepted", f"{self._text(game, wanted)} from {self.line}: {said[-3:]}"
        )

    def _answer(self, game: Any, ask: dict[str, Any], colour: str, wanted: bytes) -> None:
        """Press the button for the choice that is shown, or point at another one."""
        shown = self._parse(ask["choices"][0])[1]
        if bytes(shown[:16]) == wanted[:16]:
            self._press(colour)
            return
        # Lift and put back a pawn that only the wanted choice has moved.
        for seat in game.seats:
            mine = wanted[4 * seat : 4 * seat + 4]
            for place in mine:
                if place not in shown[4 * seat : 4 * seat + 4]:
                    self._touch(game, seat, place)
                    return
        self._press(colour)

    def _touch(self, game: Any, seat: int, place: int) -> None:
        at = _token(game, place)
        self._order(do="lift", colour=game.colours[seat], at=at)
        self._wait(600)
        self._order(do="place", colour=game.colours[seat], at=at)

    # Hands

    def _move(self, game: Any, move: bytes) -> None:
        """Make a move's parts one after another; bumped pawns go home with their part."""
        ops = [move[i : i + 4] for i in range(0, len(move), 4)]
        i = 0
        while i < len(ops):
            kind, seat, a, b = ops[i][0] & 15, ops[i][1], ops[i][2], ops[i][3]
            bumps = []
            i += 1
            while kind != _BUMP and i < len(ops) and ops[i][0] & 15 == _BUMP:
                bumps.append(ops[i])
                i += 1
            if kind == _SWAP:
                self._swap(game, seat, a, ops[i - 1][0] >> 4, b)
                continue
            end = 0 if kind in (_BUMP, _SELF) else b
            colour = game.colours[seat]
            self._order(do="lift", colour=colour, at=_token(game, a))
            self._wait(self.habit.lift_ms)
            for bump in bumps:
                self._order(do="lift", colour=game.colours[bump[1]], at=_token(game, bump[2]))
                self._wait(self.habit.carry_ms)
            self._order(do="place", colour=colour, at=_token(game, end))
            for bump in bumps:
                self._wait(self.habit.between_ms)
                self._order(do="place", colour=game.colours[bump[1]], at="h")
            self._wait(self.habit.between_ms)
            self._watch("moved")

    def _swap(self, game: Any, seat: int, a: int, other: int, b: int) -> None:
        first, second = game.colours[seat], game.colours[other]
        self._order(do="lift", colour=first, at=_token(game, a))
        self._wait(self.habit.lift_ms)
        self._order(do="lift", colour=second, at=_token(game, b))
        self._wait(self.habit.carry_ms + 300)
        self._order(do="place", colour=first, at=_token(game, b))
        self._wait(self.habit.between_ms)
        self._order(do="place", colour=second, at=_token(game, a))
        self._watch("moved")

    # Power

    def _blackout(self) -> None:
        """Pull the plug, plug it in again, and go on from what the table remembers."""
        before = self.line
        self.cuts += 1
        self._fetch()
        said = [e["position"] for e in self.events[self._begun :] if e["event"] == "accepted"]
        self.session.power(False)
        self._fetch()
        self._order(do="nocard")
        self.session.power(True)
        if not self.session.until_ready():
            raise Disagreement("no way back", f"the table did not start again in {before}")
        self._fetch()
        self.line = str(self._ask("state")["firmware"])
        if said and said[-1] != before and self.line == before:
            raise Disagreement("lost move", f"{said[-1]} was accepted, {before} came back")
        self._put_right()
        self._settle_hands()

    def _put_right(self) -> None:
        """Put every pawn where the table believes it to be."""
        game, state = self._parse(self.line)
        stands = self._ask("state")["world"]
        held = []
        for seat in game.seats:
            colour = game.colours[seat]
            wanted = [_token(game, state[4 * seat + k]) for k in range(4)]
            for place in stands[colour]:
                if place in wanted:
                    wanted.remove(place)
                else:
                    held.append((colour, place, wanted))
        for colour, place, _ in held:
            if place != "hand":
                self._order(do="lift", colour=colour, at=place)
        for colour, _, wanted in held:
            self._order(do="place", colour=colour, at=wanted.pop())
            self.session.run_ms(200)
        self.session.run_ms(3000)
        self._fetch()

    def _settle_hands(self) -> None:
        """Bring the hands of cards in line with what the table has counted."""
        counts = self._ask("state").get("hand_counts") or {}
        if not counts:
            return
        for event in self.events[self._begun :]:
            # The cut came with or after the last card of a deal: the next one has been dealt.
            if event["event"] == "round" and sum(map(len, self._cards())) < 16:
                if event["deal"] == 1:
                    self._gather()
                self._deal()
                return
        for colour, count in counts.items():
            cards = self._hands[colour].cards
            if count == 0:
                cards.clear()
            elif count < len(cards) and self._laid in cards:
                cards.remove(self._laid)

    def _cards(self) -> list[list[tuple[int, int]]]:
        return [hand.cards for hand in self._hands.values()]


class _Cut(Exception):
    """The moment at which the plug is pulled."""


_BUMP, _SELF, _SWAP = 1, 2, 3


def _token(game: Any, place: int) -> str:
    from rules.notation import place_text

    return place_text(game, place)
