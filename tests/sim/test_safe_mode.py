# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A table that cannot start: three tries, then lights, the link and the reason; nothing erased."""

import contextlib

from tavle.sim.contract import Contract
from tavle.sim.prepare import files_of
from tavle.sim.session import Session, TableSpec

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
# The firmware with one part that fails, as it would with a file nobody has thought of.
BROKEN = """
import os

import app.assembly

load = app.assembly.wiring.load
ONCE = False

def fail(*given):
    if ONCE and "failed" in os.listdir("/tavle"):
        return load(*given)
    raise ValueError("no such wire")

app.assembly.wiring.load = fail
from app.run import main

main()
"""


@contextlib.contextmanager
def broken_table(folder, text=BROKEN):
    """A table in the middle of a game that starts with another program; yields its own program too."""
    main = folder / "main.py"
    main.write_text(text)
    with contextlib.closing(Session(TableSpec("partners-pawns", LINE))) as session:
        assert session.until_ready()
        session.power(False)
        session.events.clear()
        whole, session.target.setting.main = session.target.setting.main, str(main)
        session.power(True)
        session.run_ms(5000)
        yield session, whole


def test_after_three_starts_that_fail_the_safe_mode_comes_and_nothing_is_erased(tmp_path):
    with broken_table(tmp_path) as (session, _):
        assert session.target.boots == 1 + 4, "three tries, then the safe mode"
        faults = [e for e in session.events if e["event"] == "fault"]
        assert faults and all(e["part"] == "start" for e in faults)
        assert "no such wire" in faults[0]["text"]
        assert "no such wire" in session.request("hello")["safe"]
        assert session.request("state")["phase"] == "fault"
        lit = Contract(session).handle({"do": "leds"})["leds"]
        assert lit and all(name.endswith(":seat") for name in lit)
        answer = session.request("log.list")
        assert not answer["ok"] and "safe mode" in answer["error"]
        assert session.request("config")["settings"]["rulebook"] == "partners-pawns"
        assert session.request("config", name="settle_ms", value=900)["ok"]
        assert not session.request("config", name="board", value="pico2")["ok"]
        assert [n for n in files_of(session.target.read_flash()) if n.startswith("live/")]


def test_a_restart_tries_the_whole_table_again_and_the_game_is_there(tmp_path):
    with broken_table(tmp_path) as (session, whole):
        session.target.setting.main = whole
        session.events.clear()
        assert session.request("restart")["ok"]
        session.run_ms(1500)
        assert session.until_ready()
        assert "safe" not in session.request("hello")
        assert session.request("state")["firmware"] == LINE
        assert "failed" not in files_of(session.target.read_flash())


def test_one_start_that_fails_is_tried_again(tmp_path):
    with broken_table(tmp_path, BROKEN.replace("ONCE = False", "ONCE = True")) as (session, _):
        assert session.until_ready()
        assert session.target.boots == 1 + 2
        assert session.request("state")["firmware"] == LINE
        assert "failed" not in files_of(session.target.read_flash())
