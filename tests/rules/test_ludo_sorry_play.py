# SPDX-License-Identifier: Apache-2.0
"""Random games of Ludo and Sorry!: reasons, ways and moves tell the same story as the results."""

import sys

from dice import Dice
from helpers_play import make, turns
from movetrace import trace

from rules import load
from rules.game import HOME, TURN
from rules.moves import steps
from rules.notation import position_text
from rules.ways import ways

GAMES = (
    ("ludo-norsk", (0, 1, 2, 3), {}),
    ("ludo-norsk", (0, 2), {"forced": "no"}),
    ("sorry", (0, 1, 2, 3), {}),
    ("sorry", (1, 2, 3), {"own_landing": "bump"}),
)
POSITIONS = 1500 if sys.implementation.name == "cpython" else 150


def movers(game, state, action):
    """Return the places from which a legal move takes a pawn of the seat in turn."""
    return [place for seat, place in game.results(state, action).pawns() if seat == state[TURN]]


def test_a_pawn_has_a_reason_exactly_when_no_move_takes_it():
    dice = Dice()
    for rulebook, seats, options in GAMES:
        game = load(rulebook, seats, options)
        for state, action in turns(game, dice, POSITIONS):
            seat = state[TURN]
            places = movers(game, state, action)
            for place in state[4 * seat : 4 * seat + 4]:
                why = game.why(state, action, seat, place)
                assert (why is None) == (place in places), position_text(game, state)
            if not places:
                assert game.why_card(state, action)[0] != "no-move", position_text(game, state)


def test_operations_in_their_order_give_the_result():
    dice = Dice()
    for rulebook, seats, options in GAMES:
        game = load(rulebook, seats, options)
        for state, action in turns(game, dice, POSITIONS):
            for after, move in game.results(state, action):
                made = bytearray(state)
                make(made, move)
                assert made[:16] == after[:16], position_text(game, state)
                game.validate(after)


def test_every_way_ends_where_the_pawn_ends():
    dice = Dice()
    for rulebook, seats, options in GAMES:
        game = load(rulebook, seats, options)
        for state, action in turns(game, dice, POSITIONS // 3):
            for _, move in game.results(state, action):
                ends = [end for _, _, end in steps(move)]
                for known in (action, -1):
                    told = ways(game, state, known, move)
                    assert [way[-1] for way, _ in told] == ends, position_text(game, state)
                for _seat, _start, end, way, bumped, _walls in trace(game, state, move, action):
                    assert way[-1] == end
                    assert HOME not in way
                    for other, place in bumped:
                        assert place != HOME and other in game.seats
