# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The firmware as it is folded for a Pico plays on the virtual table: no short name stands for two things."""

import contextlib
import types

import pytest

from tavle import paths
from tavle.device import build
from tavle.sim import target_unix
from tavle.sim.contract import Contract
from tavle.sim.seated import Seated, levels_of
from tavle.sim.session import Session, TableSpec


@pytest.fixture(scope="module")
def folded(tmp_path_factory):
    """Return a folder with every module of the firmware folded."""
    top = paths.firmware()
    folder = tmp_path_factory.mktemp("folded")
    (folder / "main.py").write_bytes((top / "main.py").read_bytes())
    for name, text in build.sources(top).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.py").write_text(text)
    return folder


@pytest.mark.parametrize(
    ("rulebook", "seats", "board"),
    (
        ("partners-pawns", "green=hard,blue=normal,red=human,yellow=easy", "r1_pico"),
        ("ludo-norsk", "red=hard,yellow=normal,blue=human,green=easy", "r1_pico"),
        ("sorry", "red=hard,blue=normal,yellow=human,green=easy", "r1_pico2"),
    ),
)
def test_the_folded_firmware_plays(monkeypatch, folded, rulebook, seats, board):
    there = types.SimpleNamespace(**{**vars(paths), "firmware": lambda: folded})
    monkeypatch.setattr(target_unix, "paths", there)
    spec = TableSpec(rulebook, seed=3, board=board, settings={"board": board})
    with contextlib.closing(Session(spec)) as session:
        assert session.until_ready()
        assert session.request("hello")["board"] == board
        players = Seated(session, levels_of(seats), 3)
        for _ in players.play(24):
            pass
        assert players.turns == 24
        line = players.line
        session.power(False)
        session.power(True)
        assert session.until_ready()
        do = Contract(session).handle
        assert do({"do": "state"})["firmware"] == line
        for request in ("hello", "memory", "config", "log.list", "tags.list", "doctor.start"):
            assert session.request(request)["ok"], request
        session.run_ms(2000)
        assert session.request("doctor.status")["ok"]
        assert [e for e in session.events if e["event"] == "fault"] == []
