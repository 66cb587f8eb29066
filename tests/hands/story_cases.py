# SPDX-License-Identifier: Apache-2.0
"""The boards on which every story is told: three to five pawns that matter, of every rulebook."""

import random

from stories import Case, Prover

from rules import load
from rules.game import HOME
from rules.notation import position_text

_PAWNS = (
    Case("swap of three", "partners-pawns green:h,h,h,10 blue:h,h,h,22 red:h,h,h,33 yellow:h,h,h,h turn=green", "swap"),
    Case("swap of twins", "partners-pawns green:h,h,10,12 blue:h,h,h,22 red:h,h,h,h yellow:h,h,h,h turn=green", "swap"),
    Case("swap, a stack beside", "partners-pawns green:h,h,10,10 blue:h,h,h,22 red:h,h,h,33 yellow:h,h,h,h turn=green", "swap"),
    Case("bump", "partners-pawns green:h,h,h,10 blue:h,h,h,16 red:h,h,h,h yellow:h,h,h,h turn=green", "6", more=("13",)),
    Case("joins own", "partners-pawns green:h,h,10,16 blue:h,h,h,22 red:h,h,h,h yellow:h,h,h,h turn=green", "6"),
    Case("from stack to stack", "partners-pawns green:10,10,16,16 blue:h,h,h,22 red:h,h,h,h yellow:h,h,h,h turn=green", "6"),
    Case("joins a stack", "partners-pawns green:h,35,37,37 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green", "2"),
    Case("joined where it stood", "partners-pawns green:h,h,h,h blue:h,h,h,h red:13,18,22,22 yellow:h,h,h,h turn=red", "-4", gestures=4),
    Case("one of fourteen", "partners-pawns green:h,h,10,11 blue:h,h,h,24 red:h,h,h,h yellow:h,h,h,h turn=green", "1/14"),
    Case("seven", "partners-pawns green:h,h,10,14 blue:h,h,h,13 red:h,h,h,h yellow:h,h,h,h turn=green", "7", gestures=5, heavy=1),
    Case("seven that looks made", "partners-pawns green:h,h,10,31 blue:h,h,13,17 red:h,h,h,h yellow:h,h,h,h turn=green", "7", gestures=4, heavy=1),
    Case("seven that turns in the goal", "partners-pawns green:h,h,27,z1 blue:h,h,h,29 red:h,h,h,h yellow:h,h,h,h turn=green", "7", gestures=5, heavy=1),
    Case("turn in the goal", "partners-pawns green:h,h,20,z3 blue:h,h,h,22 red:h,h,h,h yellow:h,h,h,h turn=green", "2"),
    Case("start onto another", "partners-pawns green:h,h,0,20 blue:h,h,h,22 red:h,h,h,h yellow:h,h,h,h turn=green", "start"),
    Case("a bump taken back", "partners-pawns green:h,h,h,16 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=blue",
         previous="partners-pawns green:h,h,h,10 blue:h,h,h,16 red:h,h,h,h yellow:h,h,h,h turn=green"),
    Case("a swap taken back", "partners-pawns green:h,h,h,10 blue:h,h,h,22 red:h,h,h,33 yellow:h,h,h,h turn=blue",
         previous="partners-pawns green:h,h,h,22 blue:h,h,h,10 red:h,h,h,33 yellow:h,h,h,h turn=green"),
    Case("a stack taken back", "partners-pawns green:h,h,16,16 blue:h,h,h,22 red:h,h,h,h yellow:h,h,h,h turn=blue",
         previous="partners-pawns green:h,h,10,16 blue:h,h,h,22 red:h,h,h,h yellow:h,h,h,h turn=green"),
    Case("left a stack, taken back", "partners-pawns green:h,h,10,16 blue:h,h,h,22 red:h,h,33,33 yellow:h,h,h,h turn=blue",
         previous="partners-pawns green:h,h,10,10 blue:h,h,h,22 red:h,h,33,33 yellow:h,h,h,h turn=green"),
    Case("a 7 of which a part is taken back", "partners-pawns green:h,h,h,h blue:h,h,h,h red:h,h,53,53 yellow:h,h,46,46 turn=yellow", "3",
         previous="partners-pawns green:h,h,h,h blue:h,h,h,h red:h,h,49,50 yellow:h,h,46,46 turn=red"),
    Case("taken back with a card", "partners-pawns green:h,h,h,16 blue:h,h,h,22 red:h,h,h,h yellow:h,h,h,h turn=blue", "6",
         previous="partners-pawns green:h,h,h,10 blue:h,h,h,22 red:h,h,h,h yellow:h,h,h,h turn=green"),
)  # fmt: skip

_MOVERS = (
    Case("the rest of a 7 given up", "partners-movers green:20,z2,z3,z4 blue:h,h,h,h red:h,h,h,30 yellow:h,h,h,h turn=green", "7"),
    Case("a 7 that finishes", "partners-movers green:57,z2,z3,z4 blue:h,h,h,h red:h,h,h,30 yellow:h,h,h,h turn=green", "7"),
    Case("swap on a start space", "partners-movers green:h,h,h,15 blue:h,h,h,22 red:h,h,h,33 yellow:h,h,h,h turn=green", "swap"),
)  # fmt: skip

_NORDIC = (
    Case("a 7 that finishes", "partners-nordic green:57,z2,z3,z4 blue:h,h,h,h red:h,h,h,30 yellow:h,h,h,h turn=green", "7"),
    Case("a bump beside another", "partners-nordic green:h,h,2,14 blue:h,h,h,h red:h,h,h,h yellow:h,0,48,48 turn=yellow", "1/14", gestures=5, heavy=2),
    Case("four back", "partners-nordic green:h,h,h,2 blue:h,h,h,58 red:h,h,h,h yellow:h,h,h,h turn=green", "-4"),
    Case("swap of three", "partners-nordic green:h,h,h,10 blue:h,h,h,22 red:h,h,h,33 yellow:h,h,h,h turn=green", "swap"),
)  # fmt: skip

_LUDO = (
    Case("two who may go", "ludo-norsk red:h,h,5,9 yellow:h,h,h,11 blue:h,h,h,h green:h,h,h,h turn=red", "2"),
    Case("a six on another", "ludo-norsk red:h,h,h,5 yellow:h,h,h,11 blue:h,h,h,h green:h,h,h,h turn=red", "6"),
    Case("a pending capture", "ludo-norsk red:h,h,h,11 yellow:h,h,h,11 blue:h,h,h,h green:h,h,h,h turn=red moved=11", "3"),
    Case("back from beside another", "ludo-norsk red:h,h,h,0 yellow:h,h,h,h blue:h,h,h,0 green:h,h,h,h turn=red",
         previous="ludo-norsk red:h,h,h,0 yellow:h,h,h,h blue:h,h,h,51 green:h,h,h,h turn=blue"),
    Case("two stacks", "ludo-norsk red:h,0,0,26 yellow:h,h,h,h blue:h,h,h,26 green:h,h,h,h turn=red", "3"),
    Case("besides a move of a stack", "ludo-norsk red:h,h,h,h yellow:13,13,16,32 blue:h,h,h,h green:h,h,h,h turn=yellow", "3"),
    Case("entering on another", "ludo-norsk red:h,h,h,20 yellow:h,h,h,0 blue:h,h,h,h green:h,h,h,h turn=red", "6"),
)  # fmt: skip

_SORRY = (
    Case("two to be replaced", "sorry red:h,h,h,h blue:h,h,h,22 yellow:h,h,h,h green:h,h,h,33 turn=red", "sorry", gestures=5),
    Case("two of a colour to be replaced", "sorry red:h,h,h,h blue:h,h,22,33 yellow:h,h,h,h green:h,h,h,h turn=red", "sorry", gestures=5),
    Case("eleven: two to change with", "sorry red:h,h,h,5 blue:h,h,h,22 yellow:h,h,h,h green:h,h,h,33 turn=red", "11"),
    Case("eleven onto a triangle", "sorry red:h,h,h,7 blue:h,h,h,16 yellow:h,h,h,h green:h,h,h,33 turn=red", "11"),
    Case("eleven declined", "sorry red:h,h,58,z2 blue:h,h,h,h yellow:h,h,22,28 green:h,h,h,h turn=red", "11", gestures=5),
    Case("ten or one back", "sorry red:h,h,h,7 blue:h,h,h,6 yellow:h,h,h,17 green:h,h,h,h turn=red", "10", gestures=5),
    Case("seven in two parts", "sorry red:h,h,7,10 blue:h,h,h,14 yellow:h,h,h,h green:h,h,h,h turn=red", "7", gestures=5, heavy=1),
)  # fmt: skip

CASES = (*_PAWNS, *_MOVERS, *_NORDIC, *_LUDO, *_SORRY)

_SPOTS = 8  # places that a drawn case may be about: the stories of more are too many
_RESULTS = 30


def drawn(rulebook: str, seed: int, gestures: int = 4) -> Case:
    """Return a case of a position drawn at random: a few pawns near one another, stacks among them, and a card.

    Every third comes with a last move that may be taken back.
    """
    chance = random.Random(f"{rulebook} {seed}")
    game = load(rulebook)
    while True:
        state = _few_pawns(game, chance)
        before = ""
        if chance.random() < 0.34:
            results = list(game.results(state, chance.randrange(len(game.actions))))
            if not results:
                continue
            before = position_text(game, state)
            after = bytes(chance.choice(results)[0])
            if after[17] or after[:16] == state[:16]:
                continue
            state = after
        action = chance.randrange(len(game.actions))
        results = list(game.results(state, action))
        card = game.actions[action] if not before or chance.random() < 0.5 else ""
        if card and not 0 < len(results) <= _RESULTS:
            continue
        case = Case(f"drawn {seed}", position_text(game, state), card, before, gestures)
        try:
            spots = Prover(case).spots
        except ValueError:
            continue
        if 1 < len(spots) <= _SPOTS:
            return case


def _few_pawns(game, chance):
    """Return a position of three to five pawns on the ring or in the rows, near one another or on one space."""
    seats = chance.sample(game.seats, chance.choice((1, 2, 2, 3)))
    first = chance.randrange(game.ring)
    pawns = {seat: [] for seat in game.seats}
    for _ in range(chance.choice((3, 4, 5))):
        seat = chance.choice(seats)
        mine = pawns[seat]
        taken = {place for other in game.seats if other != seat for place in pawns[other]}
        kind = chance.random()
        on_ring = [place for place in mine if place <= game.ring]
        if kind < 0.3 and on_ring:
            place = chance.choice(on_ring)
        elif kind < 0.45:
            place = game.ring + chance.randint(1, game.row)
            if place in mine:
                continue
        else:
            place = 1 + (first + chance.randrange(16)) % game.ring
            if game.die and taken and chance.random() < 0.4:  # two colours may share a space
                place = chance.choice(sorted(p for p in taken if p <= game.ring) or [place])
            elif place in taken:
                continue
        if len(mine) < 4:
            mine.append(place)
    state = bytearray(game.new(seats[0]))
    for seat in game.seats:
        four = sorted(pawns[seat] + [HOME] * (4 - len(pawns[seat])))
        state[4 * seat : 4 * seat + 4] = bytes(four)
    return bytes(state)
