# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle flash` from the command line, against a board that fails on purpose."""

import json
import os

import pytest
from fake_board import Board, Disk
from test_find_and_uf2 import RP2350, block, drive

from tavle import cli, paths
from tavle.commands import flash as command
from tavle.device import build, find, plan, repl, serial_port

MAIN = (paths.ROOT / "firmware" / "main.py").read_bytes()
FILES = {
    "/main.py": MAIN,
    "/app/run.mpy": b"M\x06 run",
    "/rules/__init__.mpy": b"M\x06 rules",
}
OLD = {**FILES, "/app/run.mpy": b"M\x06 older run"}


@pytest.fixture
def board(monkeypatch):
    made = Board(Disk(OLD), {command.own_version(): FILES, "0.0.9": OLD})
    monkeypatch.setattr(build, "compiled", lambda mpy: FILES)
    monkeypatch.setattr(build, "packages", lambda: ("app", "rules"))
    monkeypatch.setattr(find, "tables", lambda: [find.Port(os.devnull, "", "the fake")])
    monkeypatch.setattr(serial_port, "open_wire", made.wire)
    monkeypatch.setattr(repl.ReplDevice, "settle_s", 0.0)
    return made


def run(*words):
    return cli.run(["flash", "--wait", "1", *words])


def test_says_what_was_done_and_who_answers(board, capsys):
    assert run() == 0
    out = capsys.readouterr().out
    assert "sent 1 files (1 KB), removed 0, 2 were right" in out
    assert f"The table plays: Tavle {command.own_version()}, board r1_pico2" in out
    assert board.running == command.own_version()


def test_a_table_that_was_stopped_while_it_started_plays_again(board, capsys):
    board.disk.files["/tavle/safe"] = b"1"  # its mark for a start that stays at the prompt
    board.running = ""
    assert run() == 0
    assert "The table plays" in capsys.readouterr().out


def test_a_dry_run_changes_nothing_and_lets_the_game_go_on(board, capsys):
    assert run("--dry-run") == 0
    out = capsys.readouterr().out
    assert "send    /app/run.mpy" in out
    assert "Nothing was changed" in out
    assert board.running == "0.0.9"


def test_the_game_and_the_board_are_written_to_the_settings(board, capsys):
    board.late = 2  # it is about to restart, and still names the old game
    assert run("--game", "sorry", "--board", "r1-pico2") == 0
    said = json.loads(board.disk.files["/tavle/config.json"].split(b"\n")[0])
    assert (said["rulebook"], said["board"]) == ("sorry", "r1_pico2")
    assert board.rulebook == "sorry"
    assert "rulebook sorry" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["--reset-settings"], {"brightness": 40, "board": "r1_pico2"}),
        (["--game", "ludo-norsk"], {"rulebook": "ludo-norsk", "brightness": 77}),
    ],
)
def test_settings_of_the_user_stay_unless_they_are_reset(board, words, wanted):
    board.disk.files["/tavle/config.json"] = b'{"version": 2, "brightness": 77}'
    board.disk.folders.add("/tavle")
    assert run(*words) == 0
    said = json.loads(board.disk.files["/tavle/config.json"].split(b"\n")[0])
    assert {name: said[name] for name in wanted} == wanted


@pytest.mark.parametrize(
    ("what", "value", "told"),
    [
        ("mute", True, ("no answer to hello", "reset button")),
        ("versions", {}, ("MicroPython's prompt", "ImportError: a mixture of versions")),
    ],
)
def test_a_firmware_that_is_silent_or_fails_at_its_start_is_told(board, capsys, what, value, told):
    setattr(board, what, value)
    assert run() == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and all(words in err for words in told)


def test_several_tables_must_be_named(board, monkeypatch, capsys):
    two = [find.Port("/dev/ttyACM0", "1", "one"), find.Port("/dev/ttyACM1", "2", "two")]
    monkeypatch.setattr(find, "tables", lambda: two)
    assert run() == 1
    assert (
        "there are 2: /dev/ttyACM0, /dev/ttyACM1; name one with --port" in capsys.readouterr().err
    )


@pytest.mark.parametrize("words", [["--board", "r2"], ["--game", "chess"], ["--uf2", "none.uf2"]])
def test_wrong_options_end_in_one_line_before_the_game_is_stopped(board, capsys, words):
    assert run(*words) in {1, 2}
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert board.running == "0.0.9" and board.boots == 1


def test_a_lost_cable_says_run_it_again(board, capsys):
    board.cut_wire_at = 4000
    assert run() == 1
    assert "run the same command again" in capsys.readouterr().err


def test_micropython_is_installed_before_the_firmware(board, monkeypatch, tmp_path, capsys):
    image = tmp_path / "new.uf2"
    image.write_bytes(block(RP2350))
    folder = tmp_path / "RP2350"
    folder.mkdir()
    drive(folder, "RP2350")
    # The Pico runs MicroPython: it is sent to its boot ROM first, then it comes back.
    monkeypatch.setattr(
        find, "waiting", lambda: [find.Drive(folder, "RP2350")] if board.uf2 else []
    )
    monkeypatch.setattr(find, "wait_for_table", lambda seconds, known: os.devnull)
    assert run("--uf2", str(image)) == 0
    assert (folder / "new.uf2").exists()
    out = capsys.readouterr().out
    assert out.index("restarting it as a drive") < out.index("copying new.uf2")
    assert "The table plays" in out


@pytest.mark.parametrize(("heap", "told"), [(486_688, False), (236_320, True)])
def test_a_controller_without_the_memory_of_a_pico_2_is_told(board, capsys, heap, told):
    board.heap = heap
    assert run() == 0
    note = "note: this controller has 236 KB of memory: Tavle is made for the Raspberry Pi Pico 2, which has 486"
    assert (note in capsys.readouterr().out) == told


@pytest.mark.parametrize("dry", [True, False])
def test_what_becomes_of_the_files_of_a_stranger_and_of_a_broken_run_is_told(board, capsys, dry):
    new = FILES["/app/run.mpy"]
    board.disk.files |= {
        "/main.py": b"print('mine')",
        "/time.py": b"",
        "/app/gone.mpy": b"M",
        f"{plan.STAGE}/{plan.staged_name('/app/run.mpy', new)}": new,
    }
    board.disk.folders.add(plan.STAGE)
    board.power_on()
    assert run(*["--dry-run"][:dry]) == 0
    said = capsys.readouterr().out.splitlines()
    hidden = (
        "note: /time.py on the device hides MicroPython's own module time: "
        "remove it if the table does not start"
    )
    if dry:
        assert [line for line in said if line.startswith(("note", "  "))] == [
            hidden,
            f"  send    /main.py  ({len(MAIN)} bytes)",
            "  move    /app/run.mpy  (sent by an earlier run)",
            "  remove  /app/gone.mpy",
            "  keep    /main.py as /main_before_tavle.py",
        ]
        assert "/main_before_tavle.py" not in board.disk.files
    else:
        assert [line for line in said if line.startswith("note")] == [
            hidden,
            "note: your main.py is kept on the device as main_before_tavle.py",
        ]
        assert board.disk.files["/main_before_tavle.py"] == b"print('mine')"


def test_settings_that_could_not_be_read_and_faults_of_the_start_are_told(board, capsys):
    board.disk.files["/tavle/config.json"] = b"no settings"
    board.disk.folders.add("/tavle")
    board.events = [{"event": "fault", "part": "reader", "text": "the reader is silent"}]
    assert run() == 0
    said = [line for line in capsys.readouterr().out.splitlines() if line.startswith("note")]
    assert said == [
        "note: config: cannot be read, every setting has its default",
        "note: the reader is silent",
    ]


@pytest.mark.parametrize(
    ("hello", "told"),
    [
        ({"version": "0.0.1"}, "tavle: the table runs version 0.0.1: this tool brings {own}; run `tavle flash` again\n"),
        ({"safe": "it did not start three times"}, "tavle: the table starts only in its safe mode: it did not start three times; "
         "`tavle flash --reset-settings`; if that does not help, report it with --debug\n"),
    ],
)  # fmt: skip
def test_a_table_that_comes_up_otherwise_than_it_should_is_told(board, capsys, hello, told):
    board.hello = hello
    assert run() == 1
    assert capsys.readouterr().err == told.format(own=command.own_version())


def test_what_a_broken_run_has_left_is_removed_even_when_nothing_is_new(board, capsys):
    board.disk.files |= {**FILES, f"{plan.STAGE}/0123": b"half"}
    board.disk.folders.add(plan.STAGE)
    assert run() == 0
    assert "sent 0 files (0 KB), removed 0, 3 were right" in capsys.readouterr().out
    assert plan.STAGE not in board.disk.folders and f"{plan.STAGE}/0123" not in board.disk.files
