# SPDX-License-Identifier: Apache-2.0
"""Seeded positions to compare engines on: random play and adversarial ones.

`lines(rulebook, seed, count)` mixes both kinds. The same arguments always give
the same lines. Every line is possible (1.6); the adversarial ones need not be
reachable from the start of a game.
"""

import random

from . import shapes
from .contract import MOVES
from .notation import ACTIONS, GAME, RANK, SEATS, BadLine, default_options, on_ring, write
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
    "partners-movers": {"rest": "must"},
    "partners-nordic": {"rest": "may"},
    "partners-pawns": {},
    "ludo-norsk": {"forced": "no"},
    "sorry": {"own_landing": "bump"},
}


def empty(rulebook, rng):
    """Return a start position with drawn players, turn and options."""
    game = GAME[rulebook]
    players = rng.choice(PLAYERS[game])
    options = default_options(rulebook)
    if rng.random() < 0.4:
        options.update(OTHER_OPTION[rulebook])
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
    if not any(
        place != "h" for colour in position["pawns"] for place in position["pawns"][colour]
    ):
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


def finished(rulebook):
    """Return a won position of a rulebook, all players in."""
    game = GAME[rulebook]
    inside = ["z1", "z2", "z3", "z4"] if game == "partners" else ["f"] * 4
    winner = ["green", "red"] if game == "partners" else [SEATS[game][0]]
    position = {"rulebook": rulebook, "turn": None, "winner": winner, "tries": 0, "moved": None}
    position["pawns"] = {colour: ["h"] * 4 for colour in SEATS[game]}
    for colour in winner:
        position["pawns"][colour] = list(inside)
    position["options"] = default_options(rulebook)
    return position


SPARE_FIELDS = [
    "turn=none", "turn=red", "winner=red", "winner=green+red", "tries=0", "tries=1", "tries=3",
    "moved=17", "moved=0", "moved=05", "opt=forced:no", "opt=forced:yes", "opt=own_landing:bump",
    "opt=own_landing:illegal", "opt=rest:may", "opt=rest:must", "opt=", "red:h,h,h,h", "pink:h,h,h,h", "",
]  # fmt: skip
SPARE_PLACES = "h 0 00 15 51 59 60 -1 +1 z0 z1 z4 z5 z6 z01 f hh".split() + [""]


def unchecked(rulebook, rng):
    """Return a well-formed line of a position that may well be impossible."""
    game = GAME[rulebook]
    position = empty(rulebook, rng)
    rng.choice(shapes.SHAPES[game])(position, rng)
    if game == "ludo" and rng.random() < 0.5:
        ring = [place for pawns in position["pawns"].values() for place in pawns if on_ring(place)]
        position["moved"] = rng.choice([*ring, str(rng.randrange(52))])
    if game == "ludo" and rng.random() < 0.2:
        position["tries"] = rng.randint(1, 2)
    return write(position)


def damage(line, game, rng):
    """Return a line with one field or place changed."""
    fields = line.split(" ")
    spot = rng.randrange(len(fields))
    how = rng.randrange(6)
    if how == 0:
        fields.insert(spot, rng.choice(SPARE_FIELDS))
    elif how == 1:
        fields.pop(spot)
    elif how == 2:
        fields[spot] = rng.choice(SPARE_FIELDS)
    elif how == 3:
        fields.insert(rng.randrange(len(fields)), fields.pop(spot))
    else:
        spot = rng.choice([i for i, field in enumerate(fields) if ":h" in field or ",z4" in field])
        colour, _, listed = fields[spot].partition(":")
        pawns = listed.split(",")
        pawns[rng.randrange(len(pawns))] = rng.choice(SPARE_PLACES)
        if how == 5:
            pawns.sort(key=lambda place: RANK[game].get(place, 0))
        fields[spot] = "%s:%s" % (colour, ",".join(pawns))
    return " ".join(fields)


def damaged(rulebook, seed, count):
    """Return `count` lines, most of which are malformed or impossible."""
    rng = random.Random("damaged %s %s" % (rulebook, seed))
    sources = lines(rulebook, seed, max(3, count // 10))
    sources = [line for line in sources if ":h" in line or ",z4" in line]
    sources += [write(finished(rulebook))] * 9
    found = []
    while len(found) < count:
        found.append(unchecked(rulebook, rng))
        found.append(damage(rng.choice(sources), GAME[rulebook], rng))
    return found
