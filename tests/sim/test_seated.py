# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Evenings with computers on the virtual table: the real firmware, led by its events alone."""

import contextlib
import sys
from pathlib import Path

import pytest
from editions import EDITIONS

from rules import RULEBOOKS, load
from tavle.errors import TavleError
from tavle.sim.contract import Contract
from tavle.sim.seated import Seated, levels_of
from tavle.sim.session import Session, TableSpec

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "hands"))

from noisy_led import NoisyLedHands


def seats_of(rulebook):
    """Return who sits where: people opposite each other, and a computer at either side."""
    levels = ("human", "normal", "human", "hard")
    return ",".join(map("=".join, zip(load(rulebook).colours, levels, strict=True)))


# The other editions of Partners are played by `make test-all`.
SOME = [
    pytest.param(
        name, marks=pytest.mark.long if name in ("partners-movers", "partners-pawns") else ()
    )
    for name in RULEBOOKS
]


def evening(rulebook, turns, seed=3, seats="", hands=Seated):
    """Play turns of an evening with two people and two computers; return the players."""
    with contextlib.closing(Session(TableSpec(rulebook, seed=seed))) as session:
        session.until_ready()
        players = hands(session, levels_of(seats or seats_of(rulebook)), seed)
        for _ in players.play(turns):
            pass
        return players


@pytest.mark.parametrize("rulebook", SOME)
def test_two_people_and_two_computers_begin_an_evening(rulebook):
    players = evening(rulebook, 12)
    assert players.turns == 12
    assert [e for e in players.events if e["event"] == "refused"] == []
    if not load(rulebook).hand:
        return
    named = [e for e in players.events if e["event"] == "lay"]
    assert {"deal", "pass", "receive"} >= {e["what"] for e in named} - {"wish"}
    assert any(e["event"] == "wish" for e in players.events)


@pytest.mark.long
@pytest.mark.parametrize(
    ("rulebook", "turns"), (("partners-nordic", 14), ("sorry", 60), ("ludo-norsk", 150))
)
def test_what_an_expert_on_the_pc_chooses_is_played_at_the_table(rulebook, turns, monkeypatch):
    from rules.notation import move_text
    from tavle.players.thinker import Thinker

    chosen = []
    move = Thinker.move

    def noted(self, *told):
        found = move(self, *told)
        chosen.append(move_text(load(rulebook), found[2]))
        return found

    monkeypatch.setattr(Thinker, "move", noted)
    colours = [part.partition("=")[0] for part in seats_of(rulebook).split(",")]
    levels = ("expert", "normal", "expert", "hard")
    seats = ",".join(f"{colour}={level}" for colour, level in zip(colours, levels, strict=True))
    players = evening(rulebook, turns, seats=seats)
    made = iter([event["move"] for event in players.events if event["event"] == "accepted"])
    assert players.turns == turns and chosen
    assert all(one in made for one in chosen)  # in their order


@pytest.mark.long
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_computers_moves_are_made_by_the_lights_alone(rulebook):
    players = evening(rulebook, 12, 4, hands=NoisyLedHands)
    assert players.turns == 12
    wished = [e["move"] for e in players.events if e["event"] == "wish"]
    made = [e["move"] for e in players.events if e["event"] == "accepted"]
    assert wished and [move for move in wished if move not in made] == []


@pytest.mark.long
@pytest.mark.parametrize("rulebook", ("partners-pawns", "ludo-norsk"))
def test_two_people_and_two_computers_finish_a_game_by_lights_alone(rulebook):
    players = evening(rulebook, 3000, 3, hands=NoisyLedHands)
    assert players.over and players.slipped


@pytest.mark.long
@pytest.mark.parametrize("rulebook", EDITIONS)
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


def test_who_cannot_be_seated_is_one_line():
    with pytest.raises(TavleError) as caught:
        levels_of("green")
    assert "colour=level" in str(caught.value)
    with pytest.raises(TavleError, match=r"green=hard.*named twice"):
        levels_of("green=easy, green=hard")


def test_what_a_computer_holds_is_on_no_light_event_or_state():
    """Two hands are dealt to a computer: all that can be seen and heard is the same."""
    told = []
    settings = {"players": ["hard", "normal", "human", "human"]}
    for cards in (("2", "3", "9", "12"), ("5", "6", "10", "7")):
        with contextlib.closing(
            Session(TableSpec("partners-pawns", seed=3, settings=settings))
        ) as session:
            session.until_ready()
            session.run_ms(1000)
            do = Contract(session).handle
            (asked,) = [event for event in session.events if event["event"] == "lay"]
            for card in cards:
                said = do({"do": "card", "card": card})
                assert said["ok"], said
                session.run_ms(1000)
            frame = session.target.frames(session.target.now_us)[-1][1]
            state = {k: v for k, v in session.request("state").items() if k != "id"}
            told.append((asked, list(session.events), state, bytes(frame)))
    assert told[0] == told[1]
    assert len([e for e in told[0][1] if e["event"] == "laid"]) == 4
