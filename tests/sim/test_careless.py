# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Whole games in which everything goes wrong at computers' seats that can; see `careless.py`."""

import contextlib
import sys
from pathlib import Path

import pytest

from rules import RULEBOOKS
from tavle.sim.seated import levels_of
from tavle.sim.session import Session, TableSpec

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "hands"))

from careless import Careless
from noisy_led import NoisyLedHands

SEATS = {
    "ludo-norsk": "red=human,yellow=normal,blue=human,green=hard",
    "sorry": "red=human,blue=easy,yellow=human,green=normal",
}
PARTNERS = "green=human,blue=normal,red=human,yellow=hard"

CUTS = {"cut while thinking", "cut while a computer's move"}
CARDS = {
    "not-its-card",
    "card-missing",
    "mixed up",
    "laid again",
    "cut while dealing",
    "cut while passing",
}


class CarelessLed(Careless, NoisyLedHands):
    """The same with noisy hands, and the computers' moves are made by lights alone."""


def evening(rulebook, seed, turns, often, hands=Careless):
    """Play turns of an evening; nothing is lost, and nothing is said that should not be."""
    with contextlib.closing(Session(TableSpec(rulebook, seed=seed))) as session:
        assert session.until_ready()
        players = hands(session, levels_of(SEATS.get(rulebook, PARTNERS)), seed, often=often)
        for _ in players.play(turns):
            pass
        assert session.target.complaints == []
        assert session.noise == []
        assert session.request("state")["firmware"] == players.line
        said = [event for event in players.events if event["event"] == "refused"]
        if hands is CarelessLed:  # who slips, or lifts another pawn, is told why that is wrong
            said = [event for event in said if event["what"] != "move"]
        known = {"not-its-card", "card-missing", "shown-twice", "thinks"}
        assert {event["reason"] for event in said} <= known, said
        assert [event for event in players.events if event["event"] == "fault"] == []
        return players


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_an_evening_goes_on_whatever_happens(rulebook):
    players = evening(rulebook, 5, 20, 0.5)
    assert players.turns == 20 and players.did.total() > 2


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_by_lights_alone_too(rulebook):
    players = evening(rulebook, 6, 10, 0.5, CarelessLed)
    assert players.turns == 10 and players.did.total() > 2


def test_what_a_computer_asked_for_is_not_laid_for_the_person_who_takes_its_seat():
    with contextlib.closing(Session(TableSpec("partners-movers", seed=1))) as session:
        assert session.until_ready()
        players = Careless(session, levels_of(PARTNERS), 1, often=0)
        assert players._wanted == ("blue", "deal")
        players._seat("yellow", "human")
        assert players._wanted == ("blue", "deal")
        players._seat("blue", "human")
        assert players._wanted is None


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_game_comes_to_its_end_whatever_happens(rulebook, seed):
    players = evening(rulebook, 20 + seed, 3000, 0.2)
    assert players.over and players.did["changed at its turn"]
    assert any(name.startswith("person to ") for name in players.did)
    assert any(name.startswith("computer to ") for name in players.did)
    assert CUTS & set(players.did)
    if rulebook not in SEATS:
        assert CARDS - {"cut while passing"} <= set(players.did)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_game_comes_to_its_end_by_lights_alone_too(rulebook, seed):
    players = evening(rulebook, 30 + seed, 3000, 0.15, CarelessLed)
    assert players.over and players.slipped and players.did["changed at its turn"]
