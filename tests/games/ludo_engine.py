# SPDX-License-Identifier: Apache-2.0
"""What the engine says of lines of the Ludos, and a comparison of it with a second reading."""

import random

from ludo_lines import ORDER, walk

from rules.game import TURN
from rules.notation import position_text
from rules.parse import parse_place, parse_position

GAMES = {}


def go(before, throw):
    """Return the lines a throw leads to."""
    game, state = parse_position(before, GAMES)
    return sorted(position_text(game, after) for after, _ in game.results(state, throw - 1))


def why(before, throw, place):
    """Return the reason why a pawn of the seat in turn does not move."""
    game, state = parse_position(before, GAMES)
    found = game.why(state, throw - 1, state[TURN], parse_place(game, place))
    return found and found[0]


def agreed(results, rulebook, option, count):
    """Compare every throw in games by chance until there are so many positions; return how many there were."""
    chance = random.Random(7)
    seen = 0
    while seen < count:
        for colours in (ORDER, ("red", "blue"), ("yellow", "blue", "green")):
            homes = " ".join(f"{colour}:h,h,h,h" for colour in colours)
            start = f"{rulebook} {homes} turn={colours[0]}{option}"
            for before, every in walk(results, start, chance):
                assert [go(before, throw) for throw in range(1, 7)] == every, before
                seen += 1
    return seen
