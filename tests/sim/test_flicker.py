# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A reed that opens and closes without a hand is named, ignored, and believed again when quiet."""

from tavle.sim.contract import Contract
from tavle.sim.session import Session, TableSpec

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"


def test_a_reed_that_flickers_is_named_and_never_a_lift():
    session = Session(TableSpec("partners-pawns", position=LINE, seed=1))
    try:
        do = Contract(session).handle
        assert session.until_ready()
        assert do({"do": "card", "card": "swap", "copy": 1})["ok"]
        session.run_ms(1500)
        for _ in range(12):
            assert do({"do": "noise", "stuck": {"33": 0}})["ok"]
            session.run_ms(250)
            assert do({"do": "noise", "stuck": {"33": None}})["ok"]
            session.run_ms(250)
        session.run_ms(400)
        named = [e for e in session.events if e["event"] == "fault" and e["part"] == "sensor"]
        assert "blue:33" in named[0]["text"]
        assert not [e for e in session.events if e["event"] in ("accepted", "undone")]
        session.run_ms(12_000)
        told = [e for e in session.events if e["event"] == "fault" and e["part"] == "sensor"]
        assert told[-1].get("over")
        assert do({"do": "state"})["firmware"] == LINE
    finally:
        session.close()


def test_short_dips_are_named_too_and_change_nothing():
    session = Session(TableSpec("partners-pawns", position=LINE, seed=1))
    try:
        do = Contract(session).handle
        assert session.until_ready()
        assert do({"do": "noise", "flicker": ["20"]})["ok"]
        session.run_ms(30_000)
        named = [e for e in session.events if e["event"] == "fault" and e["part"] == "sensor"]
        assert "green:20" in named[0]["text"]
        assert do({"do": "card", "card": "5", "copy": 1})["ok"]
        session.run_ms(5_000)
        assert not [e for e in session.events if e["event"] in ("accepted", "guide", "ask")]
        assert do({"do": "noise", "flicker": []})["ok"]
        session.run_ms(12_000)
        told = [e for e in session.events if e["event"] == "fault" and e["part"] == "sensor"]
        assert told[-1].get("over")
    finally:
        session.close()
