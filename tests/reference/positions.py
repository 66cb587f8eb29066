# SPDX-License-Identifier: Apache-2.0
"""Seeded positions to compare engines on: random play and adversarial ones.

`lines(rulebook, seed, count)` mixes both kinds. The same arguments always give
the same lines. Every line is possible (1.6); the adversarial ones need not be
reachable from the start of a game.
"""

import random

from . import shapes
from .contract import MOVES
from .notation import ACTIONS, GAME, SEATS, BadLine, default_options, write
from .possible import check

PLAYERS = {
    "partners": [SEATS["partners"]],
    "ludo": [
        ["red", "blue"],
        ["red", "yellow", "blue"],
        ["red", "yellow", "green"],
        ["red", "blue", "green"],
        ["yellow", "blue", "green"],
        SEATS["ludo"],
        SEATS["ludo"],
    ],
    "sorry": [
        ["red", "blue"],
        ["red", "yellow"],
        ["blue", "green"],
        ["red", "blue", "yellow"],
        ["blue", "yellow", "green"],
        SEATS["sorry"],
        SEATS["sorry"],
    ],
}
OTHER_OPTION = {
    "partners": {},
    "ludo": {"forced": "no"},
    "sorry": {"own_landing": "bump"},
}


def empty(rulebook, rng):
    """Return a start position with drawn players, turn and options."""
    game = GAME[rulebook]
    players = rng.choice(PLAYERS[game])
    options = default_options(game)
    if rng.random() < 0.4:
        options.update(OTHER_OPTION[game])
    return {
        "rulebook": rulebook,
        "pawns": {colour: ["h"] * 4 for colour in players},
        "turn": rng.choice(players),
        "winner": [],
        "tries": 0,
        "moved": None,
        "options": options,
    }


def next_player(position):
    """Return the next colour in play; used where a card moves nothing."""
    playing = list(position["pawns"])
    return playing[(playing.index(position["turn"]) + 1) % len(playing)]


def advance(position, rng):
    """Use one drawn action, or pass the turn where it moves nothing."""
    game = GAME[position["rulebook"]]
    actions = list(ACTIONS[game])
    if not any(place != "h" for colour in position["pawns"] for place in position["pawns"][colour]):
        actions += {"partners": ["start"] * 9, "ludo": ["6"] * 6, "sorry": ["1"] * 6}[game]
    found = MOVES[game](position, rng.choice(actions))
    if not found:
        return dict(position, turn=next_player(position))
    return rng.choice(found)[1]


def played(rulebook, rng, count):
    """Yield `count` lines of random games, one after every action."""
    given = 0
    while given < count:
        position = empty(rulebook, rng)
        # Some games begin half way, or their ends would hardly be seen.
        if rng.random() < 0.5:
            position = constructed(rulebook, rng)
        for _ in range(60):
            if given == count or position["turn"] is None:
                break
            yield write(position)
            given += 1
            position = advance(position, rng)


def constructed(rulebook, rng):
    """Return one adversarial position: pawns put where the rulings bite."""
    game = GAME[rulebook]
    while True:
        position = empty(rulebook, rng)
        rng.choice(shapes.SHAPES[game])(position, rng)
        try:
            return check(position)
        except BadLine:
            continue


def lines(rulebook, seed, count):
    """Return `count` position lines, a third of them from random play."""
    rng = random.Random("%s %s" % (rulebook, seed))
    found = list(played(rulebook, rng, count // 3))
    while len(found) < count:
        found.append(write(constructed(rulebook, rng)))
    return found
