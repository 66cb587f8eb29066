# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Whole games on the simulated table: the firmware accepts what the rules engine says.

`make test` plays a stretch of a game of each rulebook with power cuts; `make test-all` a whole game with power cuts.
"""

import contextlib

import pytest
from editions import EDITIONS

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
        for _ in players.play(turns):
            pass
        assert session.target.complaints == []
        assert session.noise == []
        assert session.request("state")["firmware"] == players.line
    return players


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_stretch_of_a_game_survives_power_cuts(rulebook):
    players = _game(rulebook, seed=2, turns=15, cuts=0.5)
    assert players.cuts
    assert players.over or players.turns == 15


@pytest.mark.long
def test_ludo_is_played_with_die_cards_too():
    players = _game("ludo-norsk", seed=3, turns=40, cuts=0.0, thrown=False)
    assert players.over or players.turns == 40


@pytest.mark.long
@pytest.mark.parametrize("rulebook", EDITIONS)
def test_a_whole_game_is_followed(rulebook):
    assert _game(rulebook, seed=101, turns=5000, cuts=0.15).over
