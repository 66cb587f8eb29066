# SPDX-License-Identifier: Apache-2.0
"""Random hands that take over any table: tidy it up first, then play on by the rules."""

from typing import Any

from tavle.errors import TavleError
from tavle.sim.cards import CardIndex
from tavle.sim.contract import Contract
from tavle.sim.player import Disagreement, Players
from tavle.sim.session import Session
from tavle.sim.tidy_hands import LONGEST_MS, Habit, TidyHands
from tavle.web.live import LiveSession
from tavle.words.terminal import tr

_HOLD_MS = 2200  # the table button: withdraws a card, ends a fold, begins a new game
_REST_MS = 1500
_TRIES = 6
_LIFT_MS = 200


class _Seen(Exception):
    """The table has refused a card: it was played before these hands came."""


class RandomHands(Players):
    """Plays on from wherever people have left a table.

    Args:
        session: the table; it has power.
        seed: decides cards and choices.

    Raises:
        TavleError: the table cannot be brought into a state to play from.
    """

    def __init__(self, session: LiveSession, seed: int):
        self._tally = session.tally
        self._failed = 0
        tidy(session)
        super().__init__(session, seed, Habit(lift_ms=350, carry_ms=450))
        counts = self._ask("state").get("hand_counts") or {}
        if counts:
            self._gather()
        for colour, count in counts.items():
            self._hands[colour] = [self._fresh() for _ in range(count)]

    def forget(self) -> None:
        """Forget the events of the turns before: a table may be played on for days."""
        self.events.clear()

    def _known(self, card: CardIndex) -> bool:
        return (self._game.actions[card[0]], card[1]) in self._tally.played

    def _gather(self) -> None:
        super()._gather()
        if not self._game.hand:
            self.session.world.shuffled()  # no table counts these cards: the pile begins again
            return
        left = [card for card in self._deck if not self._known(card)]
        # What is known may be too much (a move taken back): then some cards come twice.
        if len(left) >= max(self._game.hand) * len(self._game.seats):
            self._deck = left

    def _fresh(self) -> CardIndex:
        if not self._deck:
            self._gather()
        return self._deck.pop()

    def _deal(self, deal: int) -> None:
        if len(self._deck) < self._game.hand[deal - 1] * len(self._game.seats):
            self._gather()
        super()._deal(deal)

    def _until(self, *names: str, longest_ms: int = LONGEST_MS) -> dict[str, Any] | None:
        event = super()._until(*names, longest_ms=longest_ms)
        if event is not None and event.get("reason") == "already-played":
            raise _Seen
        return event

    def _turn(self) -> None:
        try:
            super()._turn()
        except _Seen:
            colour = self._game.colours[self._parse(self.line)[1][16]]
            hand = self._hands.get(colour)
            if hand is not None and self._laid in hand:
                hand.remove(self._laid)
                hand.append(self._fresh())

    def _fold(self, colour: str, hand: list[CardIndex]) -> None:
        """Fold; a card that the table has already seen is changed for another."""
        self._press(colour, 1500)
        for i in range(len(hand)):
            for _ in range(len(self._deck) + 1):
                self._lay(*hand[i])
                self._wait(600)
                if not self._known(hand[i]):
                    break
                hand[i] = self._fresh()
        if self._until("folded", longest_ms=_REST_MS) is None:
            # One of the new cards can be played: the next try plays it.
            self._failed += 1
            if self._failed == _TRIES:
                raise Disagreement("not folded", f"{colour} has shown every card")
            return
        self._failed = 0
        hand.clear()
        self._look()
        self._after_card()


def tidy(session: Session) -> None:
    """Bring a table to where a turn begins: pawns as the firmware believes, no card, no question.

    A game that is over becomes a new one. Raises TavleError when it does not work.
    """
    do = Contract(session).handle
    hands = TidyHands(session)
    said: dict[str, Any] = {}
    for _ in range(_TRIES):
        said = do({"do": "state"})
        if not said["ok"]:
            raise TavleError(tr("the random hands cannot play"), said["error"])
        phase = said["phase"]
        if phase == "fault":
            break
        do({"do": "nocard"})
        moved = hands.put_right(said, _LIFT_MS)
        if moved:
            session.run_ms(_REST_MS)
        if phase in ("card", "deal") and not moved:
            return
        if phase in ("move", "ask", "guide", "fold", "over") and not moved:
            do({"do": "press", "button": "table", "ms": _HOLD_MS})
        session.run_ms(_REST_MS)
    raise TavleError(
        tr("the random hands cannot play"), tr("the table is in phase {phase}", phase=said["phase"]),
        tr("put it right or start a fresh table"),
    )  # fmt: skip
