# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Whole games on the simulated table: the firmware accepts what the rules engine says.

The default run plays a stretch of a game per rulebook, with and without power cuts; `make
test-all` plays twenty whole games per rulebook, with the power pulled in half of them.
"""

import contextlib

import pytest

from tavle.paths import add_firmware
from tavle.sim.player import Players
from tavle.sim.session import Session, TableSpec
from tavle.sim.tidy_hands import Habit

add_firmware()
from rules import RULEBOOKS  # noqa: E402


def _game(rulebook: str, seed: int, turns: int, cuts: float, **habit: bool) -> Players:
    with contextlib.closing(Session(TableSpec(rulebook, seed=seed))) as session:
        assert session.until_ready()
        players = Players(session, seed, Habit(cut=cuts, **habit))
        for line in players.play(turns):
            held = {colour: len(cards) for colour, cards in players._hands.items()}
            assert held == session.request("state")["hand_counts"], line
        assert session.target.complaints == []
        assert session.noise == []
        assert session.request("state")["firmware"] == players.line
    return players


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_stretch_of_a_game_is_followed(rulebook):
    players = _game(rulebook, seed=1, turns=40, cuts=0.0)
    assert players.over or players.turns == 40


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_stretch_of_a_game_survives_power_cuts(rulebook):
    players = _game(rulebook, seed=2, turns=30, cuts=0.5)
    assert players.cuts > 1
    assert players.over or players.turns == 30


def test_ludo_is_played_with_die_cards_too():
    players = _game("ludo-norsk", seed=3, turns=40, cuts=0.0, thrown=False)
    assert players.over or players.turns == 40


def test_after_a_power_cut_players_hold_as_many_cards_as_the_table_has_counted():
    with contextlib.closing(Session(TableSpec("partners-pawns"))) as session:
        assert session.until_ready()
        players = Players(session, 1)
        held = {colour: list(cards) for colour, cards in players._hands.items()}
        green = held["green"]
        for counts, laid, left in (
            ({"green": 3, "blue": 4}, green[1], [green[0], *green[2:]]),  # the move had been taken
            ({"green": 4, "blue": 4}, green[1], green),  # it had not
            ({"green": 0, "blue": 4}, None, []),  # the hand had been put down
            ({}, green[1], green),  # a game without hands
        ):
            players._hands = {colour: list(cards) for colour, cards in held.items()}
            players._laid = laid
            players._ask = lambda cmd, counts=counts: {"hand_counts": counts}
            players._settle_hands()
            assert players._hands == {**held, "green": left}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_whole_games_are_followed(rulebook, seed):
    players = _game(rulebook, seed=100 + seed, turns=5000, cuts=0.15 if seed % 2 else 0.0)
    assert players.over


@contextlib.contextmanager
def _players_at(line):
    with contextlib.closing(Session(TableSpec(line.split()[0], position=line, seed=3))) as session:
        assert session.until_ready()
        session.run_ms(1500)
        yield Players(session, 3, Habit())


def _begun(players, card, copy, move):
    """Lay a card; return game, state, result and parts of a move that is named."""
    from rules.notation import move_text

    players._look()
    game, state = players._begin()
    action = game.actions.index(card)
    players._lay(action, copy)
    for wanted, ops in game.results(state, action):
        if move_text(game, ops) == move:
            return game, state, wanted, ops
    raise AssertionError(move)


def test_players_answer_by_how_many_stand_on_a_space():
    line = (
        "partners-pawns green:0,1,14,17 blue:h,h,z3,z4 "
        "red:30,55,59,z1 yellow:29,z1,z3,z4 turn=green"
    )
    with _players_at(line) as players:
        game, state, wanted, ops = _begun(players, "1/14", 1, "g0>14")
        players._move(game, ops)
        accepted = players._accepted(game, state, wanted, False)
        assert accepted["position"] == players._text(game, wanted) and players.asked


def test_players_make_the_rest_of_a_move_that_is_asked_about_too_early():
    """Sorry!: the victim sent home first looks like the last move taken back."""
    line = "sorry red:h,15,34,f blue:h,h,0,z2 yellow:h,h,h,h green:44,z3,z5,f turn=red"
    with _players_at(line) as players:
        game, state, wanted, ops = _begun(players, "1", 1, "rh>4")
        players._move(game, ops)
        players._accepted(game, state, wanted, False)
        game, state, wanted, ops = _begun(players, "1", 2, "b0>4xr4")
        players._order(do="lift", colour="red", at="4")
        players._wait(300)
        players._order(do="place", colour="red", at="h")
        accepted = players._accepted(game, state, wanted, False)
        assert accepted["position"] == players._text(game, wanted) and players.asked


def test_players_make_a_move_before_they_say_that_it_is_made():
    """Both pawns of an exchange were lifted and put back: the table asks, with the exchange first."""
    line = "sorry red:4,f,f,f blue:h,20,f,f yellow:h,30,f,f green:13,48,f,f turn=green"
    with _players_at(line) as players:
        game, state, wanted, _ = _begun(players, "11", 2, "g48<>y30")
        for colour, at in (("yellow", "30"), ("green", "48")):
            players._order(do="lift", colour=colour, at=at)
            players._wait(3400)
            players._order(do="place", colour=colour, at=at)
            players._wait(3400)
        accepted = players._accepted(game, state, wanted, False)
        assert accepted["position"] == players._text(game, wanted) and players.asked
        world = players._ask("state")["world"]
        assert "30" in world["green"] and "48" in world["yellow"]
