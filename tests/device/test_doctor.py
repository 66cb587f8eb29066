# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle doctor` at simulated tables, behind a pseudo-terminal: sound ones and ones built with faults."""

import json

import pytest
from helpers_robot import Robot

from tavle import cli
from tavle.device import checks, doctor, find
from tavle.device.checks import FAIL, OK, SKIP
from tavle.device.link import open_link

HANDS = ("try lights", "try switches", "try buttons", "try reader", "try buzzer")


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(doctor, "PACE", 0.03)
    monkeypatch.setattr(doctor, "READER_S", 1.0)


def visit(robot, person=None, patience_s=10.0):
    """Return the findings of one visit: name -> the last result of that name."""
    with open_link(robot.bridge.cable.port) as link:
        found = list(doctor.Visit(link, link.hello(10), person, patience_s).results())
    return {one.name: one for one in found}


def finding(said, name):
    """Return the line of a finding in what the doctor said."""
    (line,) = (line for line in said.splitlines() if f" {name} " in line[:21])
    return line


@pytest.mark.long
def test_a_sound_table_passes_every_test_of_hands_and_eyes():
    with Robot(pushes=True) as robot:
        status, said = robot.doctor()
        assert status == 0, said
        assert finding(said, "try switches").endswith("92 of 92 close and open")
        assert finding(said, "try lights").endswith("96 lights shine in the right colours")
        assert finding(said, "chain").endswith("13 chips, check bits right")
        assert said.endswith("checks, nothing failed\n")
        with open_link(robot.bridge.cable.port) as link:  # and it plays again
            assert link.hello(10)["rulebook"] == "partners-pawns"
            assert link.request("state")["mode"] == ""


def test_quick_needs_nobody():
    with Robot("sorry") as robot:
        found = visit(robot)
        assert [name for name, one in found.items() if one.state == SKIP] == ["by hand"]
        assert found["flash"].state == OK


# Tables that were built with one fault each: how, the part to examine, what the doctor says.
BUILDS = {
    "two wires exchanged": (
        {"built": ("swap:22,23",)},
        "switches",
        "exchanged: space 22 (Reader-8 no. 5, input G) and space 23 (Reader-8 no. 5, input H); "
        "exchange the two plugs, or run `tavle learn`",
    ),
    "a dead reed": (
        {"built": ("dead:yellow:h3",)},
        "switches",
        "no answer: yellow's home slot 4 (Reader-8 no. 10, input E)",
    ),
    "a weak reed": (
        {"built": ("weak:17",), "pushes": True},
        "switches",
        "weak: opens when its pawn is pushed: space 17 (Reader-8 no. 5, input B)",
    ),
    "a dark light": (
        {"built": ("dark:33",)},
        "lights",
        "dark: light 33 (space 16); the one behind it shines; exchange that light",
    ),
    "TX and RX exchanged": (
        {"built": ("reader:crossed",)},
        "reader",
        "TX and RX are exchanged at PN532 UART on the carrier board",
    ),
    "a stuck button": (
        {"built": ("button:red",)},
        "buttons",
        "pressed although nobody touches it: red's button (SEAT 3)",
    ),
    "a missing pull-up": (
        {"built": ("pullup:17",)},
        "switches",
        "opens and closes on the empty table: space 17 (Reader-8 no. 5, input B); the pull-up of that input is missing",
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("name", BUILDS)
def test_a_fault_of_a_build_is_named_with_its_joint(name):
    how, part, wanted = BUILDS[name]
    with Robot(**how) as robot:
        status, said = robot.doctor("--only", part, "--patience", "4")
    words = said.splitlines()
    assert status == 1 and any(wanted in line for line in words if line[:4] == "FAIL"), said


def test_what_the_helper_does_not_see_or_do_is_a_finding():
    with Robot() as robot:
        robot.answer = False
        robot.bridge.react = None  # hands in the lap
        found = visit(robot, robot, patience_s=0.1)
        states = {name: found[name].state for name in HANDS}
        assert states == {**dict.fromkeys(HANDS, FAIL)}
        assert "closed on the empty table: " in found["try switches"].text  # the pawns at home
        assert all(found[name].step for name in HANDS)


def test_what_was_not_tried_is_named_and_no_success(tmp_path):
    with Robot() as robot:
        robot.stops_after = 4
        status, said = robot.doctor("--only", "switches", "--sheet", str(tmp_path / "sheet.md"))
        assert status == 1, "a commissioning run must be complete"
        line = finding(said, "try switches")
        assert (
            line.startswith("-")
            and "4 of 92 close and open; to try: green's home slot 1, green's home slot 2" in line
        )
        assert said.splitlines()[-1].endswith(" ok, 1 to try: switches")


@pytest.mark.long
def test_without_lights_and_buttons_the_words_lead_and_enter_passes_over():
    with Robot(reads=True, built=("dark:0-", "dead:2")) as robot:
        robot.stops_after = 13
        _, said = robot.doctor("--only", "switches")
    lines = [line.strip() for line in said.splitlines()]
    at = lines.index("next: space 3 (80 left)")
    assert lines[at + 1] == "next: space 4 (79 left)"
    assert "passed over" in lines
    assert "no answer: space 2 (Reader-8 no. 2, input C)" in finding(said, "try switches")


def test_the_findings_are_there_as_json():
    with Robot(built=("reader",)) as robot:
        status, said = robot.doctor("--only", "reader", "--json", "--patience", "0.1")
    told = json.loads(said)
    reader = next(one for one in told["checks"] if one["name"] == "reader")
    assert status == 1 and reader["state"] == "fail"
    assert "nothing holds RX high at PN532 UART" in reader["step"]


def test_the_command_writes_a_report_without_names(tmp_path, capsys, monkeypatch):
    secret = find.Port("/dev/ttyACM0", "E66164084373532B", "pico, serial E66164084373532B")
    monkeypatch.setattr(find, "tables", lambda: [secret])
    path = tmp_path / "report.txt"
    with Robot() as robot:
        assert (
            cli.run(
                ["doctor", "--port", robot.bridge.cable.port, "--quick", "--report", str(path)]
            )
            == 0
        )
    assert list(tmp_path.iterdir()) == [path]
    text = path.read_text()
    assert text.startswith("tavle doctor: ")
    assert "ok    chain" in text
    assert secret.serial not in text
    assert "<serial>" in text
    assert "ok    game         the table has restarted and continues the game" in text
    assert "nothing failed" in capsys.readouterr().out


def test_who_holds_a_port_is_named():
    with Robot() as robot, open(robot.bridge.cable.port, "rb", buffering=0):
        # This very program is not reported: only others are in the way.
        assert checks.permission(robot.bridge.cable.port).state == OK


def test_a_table_of_another_version_is_told_with_what_to_do(capsys, monkeypatch):
    monkeypatch.setattr("tavle.commands.flash.own_version", lambda: "99.1")
    with Robot() as robot:
        assert cli.run(["doctor", "--port", robot.bridge.cable.port]) == 3, "nobody tried by hand"
    said = next(line for line in capsys.readouterr().out.splitlines() if " firmware " in line)
    assert (
        said.startswith("warn  firmware       Tavle ")
        and "this tool brings 99.1; run `tavle flash`" in said
    )
    assert "board r1_pico2, MicroPython" in said and "rulebook partners-pawns" in said


def test_a_port_that_does_not_exist_and_a_report_that_cannot_be_written_are_told(tmp_path, capsys):
    path = tmp_path / "no folder" / "report.txt"
    assert cli.run(["doctor", "--port", str(tmp_path / "tty"), "--report", str(path)]) == 1
    said, failed = capsys.readouterr()
    assert "no such port" in said
    assert str(path) in failed and failed.count("\n") == 1
