# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What was in force when the power went is in force when it comes back."""

import contextlib

from tavle.sim.contract import Contract
from tavle.sim.session import Session, TableSpec

PARTNERS = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
LUDO = "ludo-norsk red:h,h,h,5 yellow:h,h,h,20 blue:h,h,h,33 green:h,h,h,40 turn=red"
SORRY = "sorry red:h,h,3,20 blue:h,h,h,33 yellow:h,h,h,40 green:h,h,h,h turn=red"


@contextlib.contextmanager
def table(line):
    with contextlib.closing(Session(TableSpec(line.split()[0], line))) as session:
        assert session.until_ready()
        handle = Contract(session).handle

        def do(what, **fields):
            answer = handle({"do": what, **fields})
            assert answer["ok"], answer
            return answer

        yield session, do
        assert session.target.complaints == []


def cut(session):
    """Pull the plug and put it back; return what the table says in four seconds."""
    session.power(False)
    session.events.clear()
    session.power(True)
    session.run_ms(4000)
    assert not [e for e in session.events if e["event"] in ("fault", "refused")], session.events
    return [e["event"] for e in session.events]


def test_the_card_of_a_move_not_made_yet_stays_in_force():
    with table(PARTNERS) as (session, do):
        do("card", card="5")
        session.run_ms(800)
        cut(session)
        assert do("state")["phase"] == "move"
        do("lift", colour="green", at="20")
        session.run_ms(400)
        do("place", colour="green", at="25")
        session.run_ms(2500)
        accepted = [e for e in session.events if e["event"] == "accepted"]
        assert [(e["move"], e["asked"]) for e in accepted] == [("g20>25", False)]


def test_a_card_taken_off_in_the_dark_stays_in_force():
    with table(PARTNERS) as (session, do):
        do("card", card="5")
        session.run_ms(800)
        session.power(False)
        do("nocard")
        session.power(True)
        session.run_ms(2000)
        assert do("state")["phase"] == "move"


def test_a_card_withdrawn_before_the_cut_is_not_in_force():
    with table(PARTNERS) as (session, do):
        do("card", card="5")
        session.run_ms(800)
        do("nocard")
        do("press", button="table", ms=1800)
        session.run_ms(2500)
        assert do("state")["phase"] != "move"
        cut(session)
        assert do("state")["phase"] in ("deal", "card")


def test_a_throw_cannot_be_thrown_again_by_pulling_the_plug():
    with table(LUDO) as (session, do):
        do("press", button="red")
        session.run_ms(500)
        rolled = [e["value"] for e in session.events if e["event"] == "rolled"]
        assert len(rolled) == 1
        if do("state")["phase"] != "move":
            return  # a throw that moves nothing was over at once
        names = cut(session)
        assert names.count("rolled") == 1
        assert [e["value"] for e in session.events if e["event"] == "rolled"] == rolled
        assert do("state")["phase"] == "move"


def test_a_card_that_still_lies_there_is_not_the_next_players():
    with table(SORRY) as (session, do):
        do("card", card="5")
        session.run_ms(800)
        do("lift", colour="red", at="20")
        session.run_ms(400)
        do("place", colour="red", at="25")
        session.run_ms(2500)
        (accepted,) = [e for e in session.events if e["event"] == "accepted"]
        names = cut(session)
        assert "card" not in names and "accepted" not in names
        state = do("state")
        assert (state["firmware"], state["phase"]) == (accepted["position"], "card")
        do("nocard")
        session.run_ms(1500)
        session.events.clear()
        do("card", card="5")  # laid by a hand it is a new card
        session.run_ms(800)
        assert [e["card"] for e in session.events if e["event"] == "card"] == ["5"]
