# SPDX-License-Identifier: Apache-2.0
"""The draw pile beside the table, and the cards that the table has counted."""

import random
from typing import Any

from tavle.sim.cards import CardName
from tavle.sim.world import World


class Tally:
    """Keeps account of the cards that are played, from what the table says.

    Attributes:
        played: cards counted since the dealer gathered them. A move that is taken back leaves
            its card here.
    """

    def __init__(self) -> None:
        self.played: set[CardName] = set()
        self._offered: CardName | None = None

    def hear(self, event: dict[str, Any], slot: list[CardName], every_deal: bool = False) -> None:
        """Take one event of the firmware into account.

        Args:
            event: the event.
            slot: the cards that lie on the slot.
            every_deal: whether the cards are gathered for every deal (H2).
        """
        kind = event.get("event")
        if kind == "card":
            self._offered = (event["card"], event.get("copy", 0))
        elif kind == "accepted" and self._offered:
            self.played.add(self._offered)
            self._offered = None
        elif kind == "round" and (every_deal or event.get("deal") == 1):
            self.played.clear()
        elif event.get("reason") == "already-played":
            self.played.update(slot)


def draw(world: World, chance: random.Random) -> CardName:
    """Take a card nobody has laid since the last shuffle; with a game without cards, throw a die.

    When none is left the cards are gathered and shuffled.
    """
    game = world.game
    if not game.deck:
        return chance.choice(game.actions), 1
    kinds = zip(game.actions, game.deck, strict=True)
    deck = [(name, copy + 1) for name, copies in kinds for copy in range(copies)]
    left = [card for card in deck if card not in world.box.laid]
    if not left:
        world.shuffled()
        left = deck
    return chance.choice(left)
