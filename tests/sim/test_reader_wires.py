# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The card reader on either of its plugs: a setting says which, the game is the same."""

import contextlib

import pytest

from tavle.sim.contract import Contract
from tavle.sim.player import Players
from tavle.sim.session import Session, TableSpec


@pytest.mark.parametrize("bus", ["uart", "i2c"])
def test_a_game_is_played_with_the_reader_on_either_plug(bus):
    with contextlib.closing(Session(TableSpec("sorry", settings={"reader": bus}))) as session:
        assert session.until_ready()
        players = Players(session, 5)
        assert len(list(players.play(6))) == 6
        assert sum(event["event"] == "card" for event in players.events) == 6
        table = Contract(session).handle
        for unplugged in ("reader", None):
            session.events.clear()
            assert table({"do": "noise", "unplug": unplugged})["ok"]
            session.run_ms(6000)
            told = [e for e in session.events if e["event"] == "fault"]
            assert [(e["part"], e.get("over", False)) for e in told] == [("reader", not unplugged)]
        assert len(list(players.play(8))) == 2
        assert session.target.complaints == [] and session.noise == []
