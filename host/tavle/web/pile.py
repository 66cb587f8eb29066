# SPDX-License-Identifier: Apache-2.0
"""The draw pile beside the table."""

import random
from typing import Any

Card = tuple[str, int]  # action, copy


class Pile:
    """A shuffled deck, face down; with a game that has no cards, a die.

    Args:
        game: the rules' `Game`.
        seed: decides the order.
    """

    def __init__(self, game: Any, seed: int):
        self._game = game
        self._random = random.Random(seed)
        self._cards: list[Card] = []

    def shuffle(self) -> None:
        """Take all cards back and shuffle them."""
        deck = zip(self._game.actions, self._game.deck, strict=False)
        self._cards = [(name, copy + 1) for name, count in deck for copy in range(count)]
        self._random.shuffle(self._cards)

    def draw(self, gone: set[Card]) -> Card:
        """Take the next card, or throw the die.

        Args:
            gone: cards that were drawn by other ways; they come again after the next shuffle.
        """
        if not self._game.deck:
            return self._random.choice(self._game.actions), 1
        fresh = [card for card in self._cards if card not in gone]
        if not fresh:
            self.shuffle()
            fresh = self._cards
        self._cards = fresh[:-1]
        return fresh[-1]
