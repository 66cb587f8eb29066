# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle config` at a simulated table, and `tavle update` of one with files of older firmware."""

import json
import os

import pytest
from fake_board import Board, Disk

from tavle import cli, paths
from tavle.device import find, repl, settings
from tavle.sim.pty import PtyBridge
from tavle.sim.session import Session, Wish

MAIN = (paths.ROOT / "firmware" / "main.py").read_bytes()
FILES = {"/main.py": MAIN, "/app/run.mpy": b"M\x06 run"}
OLD_JOURNAL = b"TVJ\x00" + bytes([4]) + b"game"


@pytest.fixture
def port():
    with PtyBridge(Session(Wish("partners-pawns")), 20.0) as table:
        yield table.cable.port


def run(port, *words):
    return cli.run(["config", *words, "--port", port])


def test_set_restarts_the_table_with_the_new_value(port, capsys):
    assert run(port, "set", "settle_ms", "700") == 0
    assert "settle_ms: 600 -> 700" in capsys.readouterr().out
    assert run(port, "get", "settle_ms") == 0
    assert capsys.readouterr().out == "700\n"
    assert run(port, "set", "settle_ms", "700") == 0
    assert "is 700 already" in capsys.readouterr().out


def test_list_shows_what_differs(port, capsys):
    assert run(port, "set", "sound", "off") == 0
    assert run(port, "list") == 0
    out = capsys.readouterr().out
    assert "* sound       off" in out
    assert "  hints       full" in out
    assert run(port, "list", "--json") == 0
    assert json.loads(capsys.readouterr().out)["sound"] is False


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("set", "settle_ms", "20"), "must be 300 to 1500"),
        (("set", "settle_ms", "soon"), "must be a whole number"),
        (("set", "sound", "loud"), "must be true or false"),
        (("set", "hints", "some"), "must be one of off, pawns, full"),
        (("set", "seats", "2,1"), "ascending"),
        (("set", "options", "x"), "option names with values"),
        (("set", "colour", "red"), "no setting 'colour'"),
        (("get", "colour"), "no setting 'colour'"),
    ],
)
def test_what_cannot_be_is_refused_before_the_table_is_asked(capsys, words, why):
    assert run("/dev/none", *words) == 2
    err = capsys.readouterr().err
    assert why in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("seats", "0,2", [0, 2]),
        ("seats", "", []),
        ("sound", "Off", False),
        ("limit_ma", "250", 250),
        ("options", "house=true,tries=3,deal=a", {"house": True, "tries": 3, "deal": "a"}),
        ("hints", "pawns", "pawns"),
    ],
)
def test_values_are_read_and_written_in_the_same_form(name, text, value):
    assert settings.value_of(name, text) == value
    assert settings.value_of(name, settings.text_of(value)) == value


@pytest.fixture
def old_table(monkeypatch):
    data = {
        "/tavle/config.json": b'{"version": 1, "timeout": 900, "hints": false}\n',
        "/tavle/00003.jnl": OLD_JOURNAL,
    }
    board = Board(Disk({**FILES, **data}), {"1": FILES})
    monkeypatch.setattr(find, "tables", lambda: [find.Found(os.devnull, "", "the fake")])
    monkeypatch.setattr(repl.ReplDevice.__init__, "__defaults__", (board.wire, 0.5, 1.0))
    monkeypatch.setattr(repl, "_SETTLE_S", 0.0)
    return board


def test_update_tells_what_it_migrated_and_keeps_the_old_files(old_table, tmp_path, capsys):
    backup = tmp_path / "backup"
    assert cli.run(["update", "--backup", str(backup)]) == 0
    out = capsys.readouterr().out
    assert "config: version 1 brought up to date" in out
    assert "00003.jnl: format 0 converted" in out
    assert "The table plays" in out
    said = json.loads(old_table.disk.files["/tavle/config.json"].split(b"\n")[0])
    assert (said["version"], said["settle_ms"], said["hints"]) == (2, 900, "off")
    assert "/tavle/00003.jnl" not in old_table.disk.files
    assert (backup / "00003.jnl").read_bytes() == OLD_JOURNAL
    assert cli.run(["update"]) == 0
    assert "nothing to do" in capsys.readouterr().out


def test_update_never_overwrites_a_copy(old_table, tmp_path, capsys):
    before = dict(old_table.disk.files)
    assert cli.run(["update", "--backup", str(tmp_path)]) == 1
    assert "name a new folder: --backup" in capsys.readouterr().err
    assert old_table.disk.files == before
    assert old_table.running == "1"


def test_update_dry_run_changes_nothing(old_table, tmp_path, capsys):
    before = dict(old_table.disk.files)
    assert cli.run(["update", "--dry-run", "--backup", str(tmp_path / "x")]) == 0
    assert "Would write" in capsys.readouterr().out
    assert old_table.disk.files == before
    assert not (tmp_path / "x").exists()


def test_a_power_cut_during_update_leaves_files_that_can_be_updated(old_table, tmp_path):
    total = 0
    while True:
        board = Board(Disk(dict(old_table.disk.files)), {"1": FILES})
        repl.ReplDevice.__init__.__defaults__ = (board.wire, 0.5, 1.0)
        board.disk.cut_at = board.disk.operations + total
        done = cli.run(["update", "--backup", str(tmp_path / f"cut{total}")]) == 0
        board.disk.cut_at = None
        board.power_on()
        if not board.running:  # the mark of the interrupt: the next reset plays
            board.power_on()
        assert board.running == "1", total
        assert cli.run(["update", "--backup", str(tmp_path / f"again{total}")]) == 0
        names = {path for path in board.disk.files if path.startswith("/tavle/")}
        assert "/tavle/00003.jnl" not in names, total
        assert [name for name in names if name.endswith(".seg")], total
        if done:
            break
        total += 1
    assert total > 5
