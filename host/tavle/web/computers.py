# SPDX-License-Identifier: Apache-2.0
"""The seats that a computer plays: it chooses, and tidy hands do what it has chosen."""

from typing import Any

from tavle.players.thinker import Known, Thinker
from tavle.sim.cards import CardIndex
from tavle.sim.player import Disagreement, RuledHands, stays
from tavle.sim.tidy_hands import Habit
from tavle.web.live import LiveSession

# At 1x nobody waits for longer than it takes to see what is played: 1.2 s a move.
_PACE = Habit(lift_ms=200, carry_ms=60, between_ms=80)
_SEEN_MS = 500  # a card, or a throw
_FOLD_MS = 1500  # a seat button that is held
_FOLD_SEEN_MS = 800


class ComputerHands(RuledHands):
    """Hands that do what a thinker has chosen, at a pace that people can follow.

    Args:
        session: the table; a turn is about to begin.
        thinker: chooses.
        hand: cards of the seat; for a game without hands the card that was drawn, or nothing.
        known: what everybody knows of the cards.
    """

    def __init__(
        self, session: LiveSession, thinker: Thinker, hand: list[CardIndex], known: Known
    ):
        super().__init__(session, _PACE)
        self._live = session
        self._thinker = thinker
        self._hand = hand
        self._known = known

    def take_turn(self) -> None:
        """Play one turn. Raises Disagreement when the table does not go along."""
        game, state = self._begin()
        colour = game.colours[state[16]]
        if game.die:
            with self._live.unwatched():
                self._press(colour)
                rolled = self._until("rolled")
            if rolled is not None:
                self._wait(_SEEN_MS)
                self._choose(game, state, [(rolled["value"] - 1, 0)], False)
        elif game.hand and not any(game.results(state, action) for action, _ in self._hand):
            self._fold(colour)
        else:
            self._choose(game, state, self._hand, True)

    def _fold(self, colour: str) -> None:
        with self._live.unwatched():
            self._press(colour, _FOLD_MS)
        self._wait(_FOLD_SEEN_MS)
        with self._live.unwatched():
            for action, copy in self._hand:
                self._lay(action, copy)
                self._wait(600)
            if self._until("folded") is None:
                raise Disagreement("not folded", f"{colour} showed a hand that cannot be played")
            self.order(do="nocard")

    def _choose(self, game: Any, state: bytearray, hand: list[CardIndex], cards: bool) -> None:
        chosen = self._thinker.move(bytes(state), hand, self._known)
        card, wanted, move = chosen or (hand[0], game.skip(state), b"")
        if cards:
            with self._live.unwatched():
                self._lay(*card)
                self._read_card(game, card[0])
            self._wait(_SEEN_MS)
        still = stays(state, wanted, move)
        if move and not still:
            self._move(game, move)
        with self._live.unwatched():
            self._accepted(game, state, wanted, still)
        if cards:
            self.order(do="nocard")
