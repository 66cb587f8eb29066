# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle sim --stdio` as another program sees it: every command, every complaint."""

import time
from pathlib import Path

import pytest
from stdio_program import Program

from tavle.sim import snapshot
from tavle.sim.prepare import files_of

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"


@pytest.fixture
def program():
    started = []

    def start(*words):
        started.append(Program(*words))
        return started[-1]

    yield start
    for one in started:
        one.kill()


def test_a_move_from_a_position(program):
    table = program("--rulebook", "partners-pawns", "--position", LINE)
    state = table.good("state")
    assert table.events[0]["event"] == "ready" and table.events[0]["rulebook"] == "partners-pawns"
    assert state["firmware"] == LINE and state["phase"] in ("deal", "card")
    assert state["world"]["green"] == ["h", "h", "3", "20"]
    assert set(state["hand_counts"]) == {"green", "blue", "red", "yellow"}
    t = state["t"]
    assert table.good("state")["t"] == t, "looking takes no time"
    assert table.good("card", card="5") == {"t": t, "card": "5", "copy": 1}
    assert table.good("wait", ms=1000)["t"] == t + 1000
    assert table.good("walk", colour="green", path=["20", "21", "22", "23", "24", "25"])
    assert table.good("wait", ms=2000)["t"] == t + 3000 + 4 * 180 + 5 * 100
    names = [event["event"] for event in table.events]
    assert names[-1] == "accepted" and names.count("card") == 1
    assert table.events[-1]["move"] == "g20>25" and table.events[-1]["asked"] is False
    times = [event["t"] for event in table.events]
    assert times == sorted(times) and times[-1] <= t + 6000
    assert table.good("state")["world"]["green"] == ["h", "h", "3", "25"]
    lit = table.good("leds")
    assert lit["ma"] > 0 and all(
        len(seen) == 4 and seen[3] in ("steady", "pulse", "blink") for seen in lit["leds"].values()
    )
    assert table.end() == (0, "")


def test_slide_press_noise_and_power(program):
    table = program("--rulebook", "ludo-norsk", "--seed", "4")
    table.good("noise", bounce=True, flicker=["31"], stuck={"40": 1}, tag_errors=0.1)
    table.good("noise", bounce=False, flicker=[], stuck={"40": None}, tag_errors=0)
    t = table.good("press", button="red", ms=150)["t"]
    table.good("wait", ms=1500)
    rolled = [event for event in table.events if event["event"] == "rolled"]
    assert len(rolled) == 1 and 1 <= rolled[0]["value"] <= 6
    assert table.good("press", button="table", ms=0)["t"] == t + 1500
    table.good("power", on=False)
    off = table.good("state")
    assert off["phase"] == "off" and off["firmware"] is None
    assert table.good("leds")["leds"] == {}
    table.does("lift blue h 2, wait 500, place blue h, power on, wait 2000")
    assert [e["event"] for e in table.events].count("ready") == 2
    assert table.end() == (0, "")


def test_bad_commands_are_refused_and_change_nothing(program):
    table = program("--rulebook", "partners-pawns", "--position", LINE)
    before = table.good("state"), table.good("reeds")
    for line, complaint in (
        ("{", "not JSON"),
        ("[]", "a command is a JSON object"),
        ("{}", "unknown command None"),
        ('{"do": "fly"}', "unknown command 'fly'"),
        ('{"do": ["lift"]}', "unknown command"),
        ('{"do": "lift", "colour": "red"}', "lift: the field 'at' is missing"),
        ('{"do": "lift", "colour": "red", "at": "h", "why": 1}', "lift: unknown field 'why'"),
        ('{"do": "lift", "colour": "red", "at": "41"}', "no red pawn on 41"),
        ('{"do": "lift", "colour": "red", "at": null}', "no place None"),
        ('{"do": "lift", "colour": 3, "at": "h"}', "no colour 3"),
        ('{"do": "place", "colour": "red", "at": "41"}', "no hand holds a red pawn"),
        ('{"do": "walk", "colour": "red", "path": ["40"]}', "at least two places"),
        ('{"do": "walk", "colour": "red", "path": ["40", "99"]}', "no place '99'"),
        ('{"do": "walk", "colour": "red", "path": "40"}', "path"),
        ('{"do": "walk", "colour": "red", "path": ["40", "41"], "air": "long"}', "air"),
        ('{"do": "slide", "colour": "red", "path": ["39", "40"]}', "no red pawn on 39"),
        ('{"do": "slide", "colour": "red", "path": ["40", "41"], "dwell": -1}', "dwell must be"),
        ('{"do": "push", "colour": "green", "at": "20", "dx": 1}', "the field 'dy' is missing"),
        ('{"do": "push", "colour": "green", "at": "21", "dx": 1, "dy": 1}', "no green pawn on 21"),
        ('{"do": "topple", "colour": "green", "at": "20", "toward": true}', "a turn in degrees"),
        ('{"do": "card"}', "say either"),
        ('{"do": "card", "card": "7", "uid": "04"}', "say either"),
        ('{"do": "card", "card": "8"}', "no card '8'"),
        ('{"do": "card", "card": "7", "copy": 5}', "copies 1 to 4"),
        ('{"do": "card", "card": "7", "copy": "x"}', "copy must be a whole number"),
        ('{"do": "card", "uid": "zz"}', "not hex"),
        ('{"do": "press", "button": "pink"}', "no button 'pink'"),
        ('{"do": "press", "button": "red", "ms": "long"}', "ms must be a number"),
        ('{"do": "noise", "flicker": ["h"]}', "no space 'h'"),
        ('{"do": "noise", "flicker": ["red:h"]}', "four spaces"),
        ('{"do": "noise", "stuck": {"40": 2}}', "must be 1, 0 or null"),
        ('{"do": "noise", "tag_errors": 2}', "from 0 to 1"),
        ('{"do": "noise", "unplug": "sun"}', "unplug must be"),
        ('{"do": "wait"}', "'ms' is missing"),
        ('{"do": "wait", "ms": -1}', "ms must be 0 to"),
        ('{"do": "wait", "ms": true}', "ms must be a number"),
        ('{"do": "power", "on": 1}', "on must be true or false"),
    ):
        answer = table.raw(line)
        assert answer["ok"] is False and complaint in answer["error"], (line, answer)
        assert set(answer) == {"ok", "error"}
    assert (table.good("state"), table.good("reeds")) == before
    assert table.end() == (0, "")


def test_wrong_command_lines_end_with_status_2(program):
    for words, complaint in (
        (["--rulebook", "chess"], "'chess' is not one of"),
        (["--position", LINE.replace("h,h,3,20", "h,h,20,3")], "not in canonical order"),
        (["--rulebook", "sorry", "--position", LINE], "is of partners-pawns"),
        (["--target", "arduino"], "arduino"),
    ):
        status, text = program(*words).end()
        assert status == 2 and complaint in text and text.count("\n") == 1, text


def test_the_state_file_keeps_flash_and_world(program, tmp_path):
    path = tmp_path / "table"
    words = ("--rulebook", "partners-pawns", "--position", LINE, "--state", str(path))
    table = program(*words)
    table.does("card 5, wait 1000, lift green 20, wait 300, place green 25, wait 2000")
    table.does("lift red 40")
    first = table.good("state")
    assert first["firmware"].startswith("partners-pawns green:h,h,3,25 ")
    assert table.end()[0] == 0
    kept = snapshot.load(str(path))
    assert "config.json" in files_of(kept["flash"])

    again = program(*words)
    second = again.good("state")
    assert second["firmware"] == first["firmware"] and second["world"] == first["world"]
    assert second["t"] > first["t"], "time goes on"
    assert again.good("card", card="5")["copy"] == 2, "the first one was laid"
    status, complaints = again.end()
    assert status == 0 and "is continued, the position is not used" in complaints


def test_one_program_at_a_time_has_a_state_file(program, tmp_path):
    path = str(tmp_path / "table")
    table = program("--rulebook", "sorry", "--state", path)
    table.good("lift", colour="red", at="h")
    status, text = program("--rulebook", "sorry", "--state", path).end()
    assert status == 1 and "another program has this game open" in text and text.count("\n") == 1
    table.process.kill()
    table.process.wait(timeout=600)
    again = program("--rulebook", "sorry", "--state", path)
    assert again.good("state")["world"]["red"].count("hand") == 1


def test_state_files_that_do_not_fit(program, tmp_path):
    other = tmp_path / "other"
    table = program("--rulebook", "sorry", "--state", str(other))
    table.good("wait", ms=10)
    assert table.end()[0] == 0
    strange = tmp_path / "strange"
    strange.write_text("hello")
    for path, complaint in (
        (other, "it holds a game of sorry"),
        (strange, "not a state file of this version"),
        (tmp_path / "no" / "folder", "cannot use"),
        (tmp_path, "cannot read"),
        ("/", "cannot use"),
        ("/dev/zero", "not a state file of this version"),
    ):
        status, text = program("--rulebook", "ludo-norsk", "--state", str(path)).end()
        assert status == 1 and complaint in text and text.count("\n") == 1, text


def _runs(pid):
    """Return whether a process still does anything (Linux)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def test_nothing_is_left_running_when_the_simulator_is_killed(program):
    table = program("--rulebook", "sorry")
    table.good("wait", ms=10)
    own = table.process.pid
    (child,) = Path(f"/proc/{own}/task/{own}/children").read_text().split()
    assert _runs(child)
    table.process.kill()
    table.process.wait()
    deadline = time.monotonic() + 60
    while _runs(child) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _runs(child)


def test_equal_seeds_give_equal_games(program):
    def lines(seed):
        table = program("--rulebook", "ludo-norsk", "--seed", seed)
        table.good("noise", bounce=True, flicker=["12", "red:z2"])
        said = []
        for _ in range(6):
            table.good("press", button="red", ms=120)
            said.append(table.good("wait", ms=2000))
        said.append(table.good("leds"))
        said.append(table.good("stats"))
        return said, table.events

    assert lines("5") == lines("5") != lines("6")
