# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The real firmware on the emulated Pico, driven like every other table. Minutes, not seconds."""

import contextlib

import pytest

from tavle.errors import TavleError
from tavle.sim.contract import Contract
from tavle.sim.session import Session, TableSpec

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"


def test_without_an_image_it_says_what_is_missing(monkeypatch, tmp_path):
    for value in (None, str(tmp_path / "none.uf2")):
        if value is None:
            monkeypatch.delenv("TAVLE_UF2", raising=False)
        else:
            monkeypatch.setenv("TAVLE_UF2", value)
        with pytest.raises(TavleError, match=r"cannot emulate a Pico.*--target unix"):
            Session(TableSpec("partners-pawns", target="pico"))


@pytest.mark.pico
@pytest.mark.long
def test_a_card_and_a_power_cut():
    with contextlib.closing(Session(TableSpec("partners-pawns", LINE, target="pico"))) as session:
        handle = Contract(session).handle
        assert session.until_ready(), session.noise
        ready = next(event for event in session.events if event["event"] == "ready")
        print(f"emulated Pico: ready after {ready['t']} ms")
        assert handle({"do": "state"})["firmware"] == LINE
        assert handle({"do": "card", "card": "5"})["ok"]
        assert handle({"do": "wait", "ms": 1000})["ok"]
        cards = [event for event in session.events if event["event"] == "card"]
        assert [(e["card"], e["copy"], e["playable"]) for e in cards] == [("5", 1, True)]
        lit = handle({"do": "leds"})["leds"]
        assert "20" in lit and "3" in lit, "the pawns that can move"
        assert handle({"do": "power", "on": False})["ok"]
        assert handle({"do": "nocard"})["ok"]
        assert handle({"do": "power", "on": True})["ok"]
        session.events.clear()
        assert session.until_ready()
        assert handle({"do": "state"})["firmware"] == LINE
