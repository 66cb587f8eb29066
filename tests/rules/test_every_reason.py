# SPDX-License-Identifier: Apache-2.0
"""What every rulebook, with every number of seats, must say: reasons and traces."""

import sys

from dice import Dice
from helpers_play import turns
from movetrace import trace
from refusal import refusal

from rules import RULEBOOKS, UnknownRulebook, load
from rules.game import NOBODY, TURN
from rules.moves import STEP, SWAP, bumps, hands, parts, steps
from rules.notation import move_text, place_text

TURNS = 600 if sys.implementation.name == "cpython" else 120
SEATS = ((0, 1, 2, 3), (0, 2), (0, 1, 2), (1, 2, 3))


def games():
    """Yield every rulebook with every number of seats it can be played with."""
    for rulebook in RULEBOOKS:
        for seats in SEATS:
            try:
                yield load(rulebook, seats)
            except ValueError as error:
                assert str(error).startswith("seats: ")
                assert seats != load(rulebook).seats, rulebook


def played(seed):
    """Yield (game, state, action, results) of random games."""
    for game in games():
        for state, action in turns(game, Dice(seed), TURNS):
            yield game, state, action, game.results(state, action)


def test_a_card_that_moves_nothing_has_a_reason():
    for game, state, action, found in played(10):
        if not found or (len(found) == 1 and not found[0][1]):
            word, place = game.why_card(state, action)
            assert word and word == word.lower() and " " not in word
            assert place == NOBODY or place_text(game, place)


def test_the_pawn_that_moves_has_none():
    for game, state, action, found in played(12):
        for _, move in found:
            for kind, seat, start, _, _ in parts(move)[:1]:
                why = game.why(state, action, seat, start) if kind == STEP else None
                assert why is None, "%s: %r" % (move_text(game, move), why)


def test_a_pawn_without_a_reason_is_in_a_result():
    for game, state, action, found in played(13):
        moved = set()
        for _, move in found:
            moved.update(bumps(move))
            moved.update([(seat, start) for seat, start, _ in hands(move)])
        seat = state[TURN]
        for place in state[4 * seat : 4 * seat + 4]:
            if game.why(state, action, seat, place) is None:
                assert found, (game.rulebook, place_text(game, place))
                # Another text of the same result may name another pawn: only in the goal.
                assert (seat, place) in moved or game.kind(place) == 2 or len(found) < 3


def test_no_pawn_there_is_said():
    for game in games():
        state = game.new()
        seat = game.seats[0]
        for action in range(len(game.actions)):
            word, _ = game.why(state, action, seat, 20)
            assert word == "no-pawn", game.rulebook


def test_traces_follow_the_move():
    for game, state, action, found in played(11):
        for _, move in found:
            if not move or parts(move)[0][0] == SWAP:
                continue
            told = trace(game, state, move, action)
            assert [entry[:3] for entry in told] == steps(move), move_text(game, move)
            for _, _, end, way, _, walls in told:
                assert way[-1] == end
                for wall in walls:
                    assert 0 < wall <= game.ring


def test_unknown_rulebooks_and_options_are_refused():
    assert "partners-pawns" in refusal(UnknownRulebook, load, "chess")
    for rulebook in RULEBOOKS:
        said = refusal(ValueError, load, rulebook, None, {"speed": "fast"})
        assert said.startswith("opt: "), rulebook
