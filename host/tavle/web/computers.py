# SPDX-License-Identifier: Apache-2.0
"""The seats that a computer plays: it chooses, and tidy hands do what it has chosen."""

import random
from typing import Any

from tavle.sim.player import Players
from tavle.sim.tidy_hands import Habit, TidyHands
from tavle.web.live import LiveSession

LEVELS = ("easy", "normal", "hard")

Card = tuple[int, int]  # action index, copy

_PACE = Habit(lift_ms=450, carry_ms=550, between_ms=350)
_READ_MS = 900  # so that the others see which card it is
_FOLD_MS = 1500


class Thinker:
    """Chooses cards and moves.

    Args:
        level: one of `LEVELS`.
        seed: decides what is left to chance.
    """

    def __init__(self, level: str, seed: int):
        self.level = level
        self._random = random.Random(seed)

    def move(self, game: Any, state: bytes, hand: list[Card]) -> tuple[Card, bytes, bytes] | None:
        """Return (card, result, move), None when no card of the hand can be used."""
        found = [
            (card, result, move) for card in hand for result, move in game.results(state, card[0])
        ]
        return self._random.choice(found) if found else None

    def give(self, game: Any, state: bytes, seat: int, hand: list[Card]) -> Card:
        """Return the card to pass to the partner (P6)."""
        return self._random.choice(hand)


class ComputerHands(Players):
    """Hands that do what a thinker has chosen, at a pace that people can follow.

    Args:
        session: the table; a turn is about to begin.
        thinker: chooses.
        hand: cards of the seat; for a game without hands the card that was drawn, or nothing.
    """

    def __init__(self, session: LiveSession, thinker: Thinker, hand: list[Card]):
        from rules.notation import position_text
        from rules.parse import parse_position

        TidyHands.__init__(self, session, _PACE)
        self._parse = parse_position
        self._text = position_text
        self._cut_in_ms = 0.0
        self.asked = 0
        self._thinker = thinker
        self._hand = hand
        self._look()

    def take_turn(self) -> None:
        """Play one turn. Raises Disagreement when the table does not go along."""
        game, state = self._begin()
        colour = game.colours[state[16]]
        if game.die:
            self._press(colour)
            rolled = self._until("rolled")
            if rolled is not None:
                self._choose(game, state, [(rolled["value"] - 1, 0)], False)
            return
        if game.hand and not any(game.results(state, action) for action, _ in self._hand):
            self._press(colour, _FOLD_MS)
            for action, copy in self._hand:
                self._lay(action, copy)
                self._wait(600)
            self._until("folded")
            self._order(do="nocard")
            return
        self._choose(game, state, self._hand, True)

    def _choose(self, game: Any, state: bytearray, hand: list[Card], cards: bool) -> None:
        chosen = self._thinker.move(game, bytes(state), hand)
        card, wanted, move = chosen or (hand[0], game.skip(state), b"")
        if cards:
            self._lay(*card)
            self._fetch_until_card(game, card[0])
            self._wait(_READ_MS)
        still = bytes(wanted[:16]) == bytes(state[:16])
        if move and not still:
            self._move(game, move)
        if chosen is not None or not cards or game.results(state, card[0]):
            self._accepted(game, state, wanted, still)
        if cards:
            self._order(do="nocard")
