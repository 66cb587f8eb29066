# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What `tavle sim` makes of its words, and what it says while the table is served."""

import signal

import pytest

from tavle import cli
from tavle.web import browser, server

ADDRESS, CABLE = "http://127.0.0.1:8330/", "/dev/pts/9"


@pytest.fixture
def served(monkeypatch):
    """Return a function: run `tavle sim`; return (exit status, what was served, addresses shown in a browser)."""
    opens, ends = [True], [0]

    def run(*words, opened=True, number=0):
        opens[0], ends[0] = opened, number
        asked, shown = [], []

        def serve(spec, port, speed, cabled, mode, language, ready, *shared):
            asked.append((spec, port, speed, cabled, mode, language))
            ready(ADDRESS, CABLE if cabled else "")
            return ends[0]

        monkeypatch.setattr(server, "serve", serve)
        monkeypatch.setattr(browser, "show", lambda address: shown.append(address) or opens[0])
        try:
            status = cli.run(["sim", *words])
        except SystemExit as end:
            status = end.code
        return status, asked, shown

    return run


def test_a_page_is_opened_and_the_end_is_told(served, capsys):
    status, [(spec, _, speed, cabled, mode, _)], shown = served()
    assert status == 0 and shown == [ADDRESS] and (speed, cabled, mode) == (1.0, False, "lobby")
    assert spec.rulebook == "partners-pawns" and spec.target == "unix"
    assert capsys.readouterr().out.splitlines() == [
        f"The table is at {ADDRESS}", "Ctrl-C ends it.", "", "The table is closed.",
    ]  # fmt: skip


def test_a_browser_that_does_not_open_is_told_and_one_that_is_not_wanted_is_left(served, capsys):
    none = "No browser window could be opened: open that address yourself."
    assert served(opened=False)[2] == [ADDRESS] and none in capsys.readouterr().out
    assert served("--no-browser", opened=False)[2] == [] and none not in capsys.readouterr().out


def test_a_cable_and_an_emulated_pico_are_told_of(served, capsys):
    assert served("--cable")[1][0][3:5] == (True, "bench")
    assert f"tavle doctor --port {CABLE}" in capsys.readouterr().out
    _, [(spec, *_, mode, _)], _ = served(
        "--wiring", "row:3", "--wiring", "lights", "--faults", "dark:33,reader"
    )
    assert spec.built == ("row:3", "lights", "dark:33", "reader") and mode == "bench"
    capsys.readouterr()
    assert served("--target", "pico")[1][0][0].target == "pico"
    assert capsys.readouterr().out.startswith(
        "The emulated Pico starts; that takes about a minute"
    )


def test_people_who_ask_for_a_certain_table_get_it_at_the_workbench(served, tmp_path):
    line = "sorry red:h,h,h,2 blue:h,h,h,20 yellow:h,h,h,h green:h,h,h,h turn=red"
    for words in (["--position", line, "--rulebook", "sorry"], ["--state", str(tmp_path / "a")], ["--bench"]):  # fmt: skip
        assert served(*words)[1][0][4] == "bench"
    assert served("--rulebook", "sorry", "--speed", "3")[1][0][2:5] == (3.0, False, "lobby")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_the_signal_that_ended_it_is_the_exit_status(served, capsys, number):
    status = served(number=number)[0]
    closed = "The table is closed." in capsys.readouterr().out
    assert (status, closed) == ((0, True) if number == signal.SIGINT else (128 + number, False))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--stdio", "--prompt"], "--stdio and --prompt exclude each other"),
        (["--port", "70000"], "--port"),
        (["--speed", "0"], "--speed"),
        (["--bare"], "--bare is a Pico: give --target pico"),
        (["--clock", "5", "--target", "pico"], "--clock: the emulated Pico's counter starts at 0"),
        (["--cable", "--stdio"], "--cable belongs to the table in the browser"),
        (["--cable", "--prompt"], "--cable belongs to the table in the browser"),
    ],
)
def test_words_that_do_not_go_together_are_one_line(served, capsys, words, why):
    status, asked, _ = served(*words)
    assert status == 2 and asked == []
    err = capsys.readouterr().err
    assert why in err and err.count("\n") == 1
