# SPDX-License-Identifier: Apache-2.0
"""Players who know the rules: whole games on a virtual table, judged by the rules engine.

They hold real hands of cards (or a die), choose at random among the legal results, move the pawns
with tidy hands through the same commands as any other program, and compare every position the
firmware accepts with the engine's. `tavle play`, the tests and the benchmark use them.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from tavle import house
from tavle.errors import TavleError
from tavle.sim.cards import CardIndex
from tavle.sim.session import Session
from tavle.sim.tidy_hands import LONGEST_MS, STEP_MS, Habit, TidyHands

_DEAL_MS = 1500
_QUICK_MS = 1000  # where nothing had to be moved
_REST_MS = 3000  # a table that was put right after a blackout has calmed down by then


class Disagreement(TavleError):
    """The table accepted something else than what was played."""


class RuledHands(TidyHands):
    """Hands that know the rules: they read the position, and see a move accepted.

    Args:
        session: the table, with a game ready.
        habit: how they handle things.
        watch: called with the name of every event and after every pawn that was moved.
        pace: called with the ms that have just passed, as in `TidyHands`.

    Attributes:
        line: the position.
        asked: moves the table asked about.
    """

    def __init__(
        self,
        session: Session,
        habit: Habit | None = None,
        watch: Callable[[str], None] | None = None,
        pace: Callable[[float], None] | None = None,
    ):
        from rules.notation import position_text
        from rules.parse import parse_position

        super().__init__(session, habit, watch, pace)
        self._parse = parse_position
        self._text = position_text
        self.line = ""
        self.asked = 0
        self._begun = 0  # first event of this turn
        self._look()

    def _look(self) -> dict[str, Any]:
        """Ask the table for its state, and continue from its position."""
        said = self._ask("state")
        self.line = str(said["firmware"])
        return said

    def _begin(self) -> tuple[Any, bytearray]:
        """Begin a turn: return the game and its state; what was said before is not heard."""
        self._game, state = self._parse(self.line)
        self._fetch()
        self._read = self._begun = len(self.events)
        return self._game, state

    def _read_card(self, game: Any, action: int) -> None:
        name = game.actions[action]
        event = self._until("card", "refused", longest_ms=3000)
        if event is None or event.get("card") != name:
            raise Disagreement("card not read", f"{name} was laid in {self.line}: {event}")

    def _accepted(self, game: Any, state: bytearray, wanted: bytes, still: bool) -> dict[str, Any]:
        """Wait for the acceptance, answering what the table asks."""
        colour = game.colours[state[16]]
        for tries in range(12):
            event = self._until("accepted", "ask", longest_ms=_QUICK_MS if still else LONGEST_MS)
            if event is not None and event["event"] == "accepted":
                return event
            question = self._question()
            if question is not None:
                self.asked += 1
                self._read = len(self.events)
                self._answer(game, question, state, wanted, tries)
            elif event is None:
                self._press(colour)  # nothing a reed could see has changed: say that it is done
        said = [e for e in self.events[self._begun :] if e["event"] in ("refused", "guide")]
        raise Disagreement(
            "not accepted", f"{self._text(game, wanted)} from {self.line}: {said[-3:]}"
        )

    def _question(self) -> dict[str, Any] | None:
        """Return the question that is open, also one from before a power cut; None for none.

        Lifting pawns shows other choices: the last event of it counts.
        """
        if self._ask("state")["phase"] != "ask":
            return None
        return next((e for e in reversed(self.events) if e["event"] == "ask"), None)

    def _answer(
        self, game: Any, ask: dict[str, Any], state: bytearray, wanted: bytes, tries: int
    ) -> None:
        """Make the rest of the move, press the button for the choice that is shown, or point."""
        if self._bring(game, wanted, self._ask("state")["world"]):
            return  # the table asked about half a move: the whole one takes the question's place
        shown = self._parse(ask["choices"][0])[1]
        if bytes(shown[:16]) == bytes(wanted[:16]):
            self._press(game.colours[state[16]])
            return
        moved: list[tuple[int, int]] = []
        others: list[tuple[int, int]] = []
        for seat in game.seats:
            mine = slice(4 * seat, 4 * seat + 4)
            meant = Counter(wanted[mine])
            come = meant - Counter(state[mine])
            for place in (meant - Counter(shown[mine])).elements():
                (moved if place in come else others).append((seat, place))
        # A pawn that only the wanted choice has moved; when that does not help, any it puts elsewhere.
        about = moved + others
        self._touch(game, *about[tries % len(about)])


class Players(RuledHands):
    """Plays games on a session.

    Args:
        session: the table, with a game ready.
        seed: decides cards, choices and power cuts.
        habit: how they handle things.
        watch: called with the name of every event and after every pawn that was moved.
        pace: called with the ms that have just passed, as in `TidyHands`.

    Attributes:
        turns: turns played.
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
        super().__init__(session, habit, watch, pace)
        self._random = random.Random(seed)
        self.turns = 0
        self.cuts = 0
        self._laid: CardIndex | None = None
        self._force: int | None = None  # action that a power cut has left on the table
        self._deck: list[CardIndex] = []
        self._hands: dict[str, list[CardIndex]] = {}
        self._cut_in_ms = 0.0
        if self._game.hand:
            self._gather()
            self._deal(1)

    # Cards

    def _gather(self) -> None:
        """Shuffle the whole deck: Partners' new dealer (P6)."""
        deck = self._game.deck
        self._deck = [(a, c + 1) for a, n in enumerate(deck) for c in range(n)]
        self._random.shuffle(self._deck)

    def _new_deal(self, event: dict[str, Any]) -> None:
        """Deal when the table has told a `round`; before that the cards may have to be gathered (P6, H2)."""
        if event["deal"] == 1 or house.gathers_always(self.session.world.game):
            self._gather()
        self._deal(event["deal"])

    def _deal(self, deal: int) -> None:
        """Deal everybody the hand of a deal, 1 and up; where partners exchange a card, let them (P6)."""
        for seat in self._game.seats:
            self._hands[self._game.colours[seat]] = [
                self._deck.pop() for _ in range(self._game.hand[deal - 1])
            ]
        if not self._game.exchange:
            return
        passed = [hand.pop(self._random.randrange(len(hand))) for hand in self._hands.values()]
        for i, hand in enumerate(self._hands.values()):
            hand.append(passed[(i + 2) % 4])

    def _draw(self) -> CardIndex:
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
            # Without cuts no chance is used: how often a turn is looked at must not change the cards dealt later.
            if self.habit.cut and self._random.random() < self.habit.cut:
                self._cut_in_ms = self._random.uniform(1, 4000)
            try:
                self._turn()
            except _Cut:
                self._blackout()
            self.turns += 1
            yield self.line

    def _turn(self) -> None:
        game, state = self._begin()
        action, self._force = self._force, None
        if game.hand:
            self._play_hand(game, state, action)
        elif action is not None:
            self._play(game, state, action)
        elif game.die and self.habit.thrown:
            colour = game.colours[state[16]]
            self._press(colour)
            rolled = self._until("rolled")
            if rolled is None:
                raise Disagreement("no throw", f"{colour}'s button did nothing in {self.line}")
            self._play(game, state, rolled["value"] - 1)
        else:
            action, copy = self._draw()
            self._lay(action, copy)
            self._read_card(game, action)
            self._play(game, state, action)

    def _play_hand(self, game: Any, state: bytearray, force: int | None) -> None:
        """Play a card of the hand: the one in force, if there is one."""
        hand = self._hands[game.colours[state[16]]]
        order = list(hand)
        self._random.shuffle(order)
        if force is not None and self._laid in order and self._laid[0] == force:
            order = [self._laid]
        else:
            force = None
        for action, copy in order:
            if game.results(state, action):
                self._laid = (action, copy)
                if force is None:
                    self._lay(action, copy)
                    self._read_card(game, action)
                self._play(game, state, action)
                hand.remove((action, copy))
                self._laid = None
                self._after_card()
                return
        self._fold(game.colours[state[16]], hand)

    def _fold(self, colour: str, hand: list[CardIndex]) -> None:
        """Hold the seat button, then show every card of the hand (P7)."""
        self._press(colour, 1500)
        for action, copy in hand:
            self._lay(action, copy)
            self._wait(600)
        folded = self._until("folded")
        if folded is None or folded["colour"] != colour:
            raise Disagreement("not folded", f"{colour} showed a hand that cannot be played")
        hand.clear()
        self._look()
        self._after_card()

    def _after_card(self) -> None:
        """Deal when the table says that a new deal has begun."""
        self._wait(STEP_MS)
        self._fetch()
        for event in self.events[self._begun :]:
            if event["event"] == "round":
                self._new_deal(event)
                self._wait(_DEAL_MS)

    def _play(self, game: Any, state: bytearray, action: int) -> None:
        """Choose a result and move to it."""
        results = game.results(state, action) or [(game.skip(state), b"")]
        self._make(game, state, *self._random.choice(results))

    def _make(self, game: Any, state: bytearray, wanted: bytes, move: bytes) -> None:
        """Make a move, and see it accepted."""
        still = stays(state, wanted, move)
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

    # Power

    def _wait(self, ms: float) -> None:
        """Let time pass; raise _Cut when the plug is pulled within it."""
        if self._cut_in_ms and self._cut_in_ms <= ms:
            self.session.run_ms(self._cut_in_ms)
            self._cut_in_ms = 0.0
            raise _Cut
        if self._cut_in_ms:
            self._cut_in_ms -= ms
        super()._wait(ms)

    def _blackout(self) -> None:
        """Pull the plug, plug it in again, and continue from what the table remembers."""
        before = self.line
        self.cuts += 1
        self._fetch()
        said = [e["position"] for e in self.events[self._begun :] if e["event"] == "accepted"]
        self.session.power(False)
        self._fetch()
        self.order(do="nocard")
        start = len(self.events)
        self.session.power(True)
        if not self.session.until_ready():
            raise Disagreement("no way back", f"the table did not start again in {before}")
        self._fetch()
        state = self._look()
        if said and said[-1] != before and self.line == before:
            raise Disagreement("lost move", f"{said[-1]} was accepted, {before} came back")
        self.put_right(state)
        self.session.run_ms(_REST_MS)
        self._fetch()
        self._take_up(start)
        self._settle_hands()

    def _take_up(self, start: int) -> None:
        """Go on with the card or the throw that is still in force, if one is."""
        if self._look()["phase"] not in ("move", "ask", "guide"):
            return
        for event in self.events[start:]:
            if event["event"] == "rolled":
                self._force = event["value"] - 1
            elif event["event"] == "card":
                self._force = self._game.actions.index(event["card"])

    def _settle_hands(self) -> None:
        """Bring the hands of cards in line with what the table has counted."""
        counts = self._ask("state").get("hand_counts") or {}
        if not counts:
            return
        for event in self.events[self._begun :]:
            if event["event"] != "round":
                continue
            # The cut came with or after the last card of a deal: the next one has been dealt.
            dealt = self._game.hand[event["deal"] - 1] * len(self._game.seats)
            if sum(map(len, self._hands.values())) < dealt:
                self._new_deal(event)
                return
        for colour, count in counts.items():
            cards = self._hands[colour]
            if count == 0:
                cards.clear()
            elif count < len(cards) and self._laid in cards:
                cards.remove(self._laid)


def stays(state: bytes | bytearray, after: bytes | bytearray, move: bytes) -> bool:
    """Tell whether a move leaves hands nothing to do; two of one colour that change places do."""
    from rules.results import Results

    return bool(Results([(bytes(after), bytes(move))]).idle(state))


class _Cut(Exception):
    """The moment at which the plug is pulled."""
