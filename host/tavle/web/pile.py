# SPDX-License-Identifier: Apache-2.0
"""The draw pile beside the table."""

import random

from tavle.sim.world import World

Card = tuple[str, int]  # action, copy


def draw(world: World, chance: random.Random) -> Card:
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
