# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Evenings with computers on the virtual table: the real firmware, led by its events alone."""

import contextlib

import pytest

from rules import RULEBOOKS
from tavle.errors import TavleError
from tavle.sim.contract import Contract
from tavle.sim.seated import Seated, levels_of
from tavle.sim.session import Session, Wish

PAIRS = {
    "ludo-norsk": "red=human,yellow=normal,blue=human,green=hard",
    "sorry": "red=human,blue=easy,yellow=human,green=normal",
}
PARTNERS = "green=human,blue=normal,red=human,yellow=hard"


def evening(rulebook, turns, seed=3, seats=""):
    """Play turns of an evening with two people and two computers; return the players."""
    with contextlib.closing(Session(Wish(rulebook, seed=seed))) as session:
        session.until_ready()
        players = Seated(session, levels_of(seats or PAIRS.get(rulebook, PARTNERS)), seed)
        for _ in players.play(turns):
            pass
        return players


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_two_people_and_two_computers_begin_an_evening(rulebook):
    players = evening(rulebook, 14)
    assert players.turns == 14
    assert [e for e in players.events if e["event"] == "refused"] == []
    if rulebook in PAIRS:
        return
    named = [e for e in players.events if e["event"] == "lay"]
    assert {"deal", "pass", "receive"} >= {e["what"] for e in named} - {"wish"}
    assert any(e["event"] == "wish" for e in players.events)


@pytest.mark.long
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_two_people_and_two_computers_finish_a_game(rulebook):
    players = evening(rulebook, 3000)
    assert players.over


@pytest.mark.long
def test_people_and_computers_as_partners_finish_a_game():
    players = evening("partners-pawns", 3000, 5, "green=human,blue=human,red=easy,yellow=normal")
    assert players.over
    assert {e["what"] for e in players.events if e["event"] == "lay"} >= {
        "receive",
        "pass",
        "wish",
    }


def test_the_seats_are_told_and_set_by_a_program():
    with contextlib.closing(Session(Wish("sorry"))) as session:
        session.until_ready()
        do = Contract(session).handle
        assert set(do({"do": "seats"})["seats"].values()) == {"human"}
        said = do({"do": "seats", "seats": {"blue": "hard"}})
        assert said["ok"] and said["seats"]["blue"] == "hard"
        for wrong in ({"pink": "easy"}, {"blue": "clever"}, [1]):
            assert not do({"do": "seats", "seats": wrong})["ok"]
        assert do({"do": "seats"})["seats"]["blue"] == "hard"


def test_the_setting_seats_computers_and_a_power_cut_keeps_them():
    settings = {"players": ["human", "normal", "human", "easy"]}
    with contextlib.closing(Session(Wish("ludo-norsk", settings=settings))) as session:
        session.until_ready()
        do = Contract(session).handle
        before = do({"do": "seats"})["seats"]
        assert before == {"red": "human", "yellow": "normal", "blue": "human", "green": "easy"}
        do({"do": "seats", "seats": {"red": "hard"}})
        session.power(False)
        session.power(True)
        session.until_ready()
        assert do({"do": "seats"})["seats"] == {**before, "red": "hard"}


def test_who_cannot_be_seated_is_one_line():
    with pytest.raises(TavleError) as caught:
        levels_of("green")
    assert "colour=level" in str(caught.value)
