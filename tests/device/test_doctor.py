# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle doctor` at simulated tables, behind a pseudo-terminal: sound ones and broken ones."""

import pytest
from helpers_robot import Robot

from tavle import cli
from tavle.device import checks, doctor, find
from tavle.device.checks import FAIL, OK, SKIP
from tavle.device.link import open_link
from tavle.device.walk import Walk

HANDS = ("try lights", "try switches", "try buttons", "try reader", "try buzzer")


def visit(robot, person=None, patience_s=10.0):
    """Return the findings of one visit: name -> the last result of that name."""
    with open_link(robot.bridge.cable.port) as link:
        found = list(doctor.Visit(link, link.hello(10), person, patience_s, 0.02).results())
    return {one.name: one for one in found}


def test_a_sound_table_passes_every_test_of_hands_and_eyes():
    with Robot() as robot:
        found = visit(robot, robot)
        assert {name: one.state for name, one in found.items()} == dict.fromkeys(found, OK), found
        assert set(HANDS) <= set(found)
        assert found["try switches"].text == "92 of 92 close and open"
        assert found["chain"].text == "13 chips, check bits right"
        with open_link(robot.bridge.cable.port) as link:  # and it plays again
            assert link.hello(10)["rulebook"] == "partners-pawns"
            assert link.request("state")["mode"] == ""


def test_quick_needs_nobody():
    with Robot("sorry") as robot:
        found = visit(robot)
        assert [name for name, one in found.items() if one.state == SKIP] == ["by hand"]
        assert found["flash"].state == OK


@pytest.mark.long
def test_broken_switches_are_named_with_what_to_do():
    with Robot() as robot:
        spaces = robot.world.spaces
        dead, stuck = spaces.any_bit("17"), spaces.any_bit("red:z1")
        robot.bridge.do(lambda: robot.world.contacts.set_stuck({dead: 0, stuck: 1}))
        found = visit(robot, robot)
        assert found["try switches"].state == FAIL
        assert "90 of 92 close and open" in found["try switches"].text
        assert "dead: 17" in found["try switches"].text
        assert "closed on the empty table: red:z1" in found["try switches"].text
        assert "solder joint" in found["try switches"].step
        assert "  skipped 17" in robot.said


def test_a_walk_names_what_closes_together_flickers_or_has_no_space():
    spaces = doctor.names("partners-pawns")
    a, b, c = (spaces.any_bit(name) for name in ("17", "18", "red:h0"))
    walk = Walk(spaces, 3, [])

    def switch(bit, closed, flaky=False):
        event = {"event": "switch", "wire": bit, "bit": bit, "closed": closed, "flaky": flaky}
        return walk.take(event)

    assert switch(a, True) == "17  (1 of 3)"
    assert switch(a, False) == ""
    assert switch(b, True) == "18  (2 of 3)"
    assert switch(a, True) == ""  # 17 closes again while the pawn stands on 18
    walk.take({"event": "switch", "wire": 103, "closed": True, "flaky": False})
    assert walk.take({"event": "passed", "bit": c}) == "skipped red:h0"
    switch(b, True, flaky=True)
    found = walk.result()
    assert found.state == FAIL
    assert found.text == (
        "2 of 3 close and open; dead: red:h0; flickering: 18; closing together: 17+18; "
        "on chain inputs without a space: [103]"
    )
    assert [part.split(":")[0] for part in found.step.split("; ")] == [
        "dead", "flickering", "together", "inputs"
    ]  # fmt: skip


def test_a_switch_that_was_closed_before_is_no_second_one_under_a_pawn():
    spaces = doctor.names("partners-pawns")
    a, b, c = (spaces.any_bit(name) for name in ("17", "18", "red:h0"))
    walk = Walk(spaces, 3, [c])
    for bit in (c, a, b):
        walk.take({"event": "switch", "wire": bit, "bit": bit, "closed": True, "flaky": False})
        if bit == a:
            walk.take({"event": "switch", "wire": a, "bit": a, "closed": False, "flaky": False})
    found = walk.result()
    assert found.state == FAIL
    assert found.text == "2 of 3 close and open; closed on the empty table: red:h0"
    walk = Walk(spaces, 2, [])
    for bit in sorted((a, b), reverse=True):
        walk.take({"event": "passed", "bit": bit})
    dead = " ".join(spaces.name(bit) for bit in sorted((a, b)))
    assert walk.result().text == f"0 of 2 close and open; dead: {dead}"


def test_what_the_helper_does_not_see_or_do_is_a_finding():
    with Robot() as robot:
        robot.answer = False
        robot.bridge.react = None  # hands in the lap
        found = visit(robot, robot, patience_s=0.1)
        states = {name: found[name].state for name in HANDS}
        assert states == {**dict.fromkeys(HANDS, FAIL)}
        assert "76 not tried" in found["try switches"].text  # 16 pawns still stand at home
        assert all(found[name].step for name in HANDS)


def test_a_broken_chain_and_a_missing_reader_are_told(monkeypatch):
    monkeypatch.setattr(doctor, "READER_S", 0.5)
    with Robot() as robot:
        robot.bridge.do(lambda: robot.world.set_chip_missing(4))
        robot.bridge.do(lambda: robot.world.set_reader(False))
        with open_link(robot.bridge.cable.port) as link:
            link.hello(10)
            while True:  # a fault counts after some scans, the reader after some attempts
                event = link.event(10)
                assert event is not None
                if event["event"] == "fault" and event["part"] == "reader":
                    break
        found = visit(robot)
        assert found["chain"].state == FAIL
        assert "chip" in found["chain"].text
        assert found["reader"].state == FAIL
        assert "silent" in found["reader"].text
        assert "tavle config get reader" in found["reader"].step


def test_a_pressed_button_is_told():
    with Robot() as robot:
        with open_link(robot.bridge.cable.port) as link:
            link.hello(10)
        robot.bridge.do(lambda: robot.world.press("blue", True))
        found = visit(robot)
        assert found["buttons"].state == FAIL
        assert "blue pressed" in found["buttons"].text


def test_the_command_writes_a_report_without_names(tmp_path, capsys, monkeypatch):
    secret = find.Port("/dev/ttyACM0", "E66164084373532B", "pico, serial E66164084373532B")
    monkeypatch.setattr(find, "tables", lambda: [secret])
    path = tmp_path / "report.txt"
    with Robot() as robot:
        assert cli.run(["doctor", "--port", robot.bridge.cable.port, "--report", str(path)]) == 0
    assert list(tmp_path.iterdir()) == [path]
    text = path.read_text()
    assert text.startswith("tavle doctor: ")
    assert "ok    chain" in text
    assert secret.serial not in text
    assert "<serial>" in text
    assert "ok    game         the table has restarted and continues the game" in text
    assert "nothing failed" in capsys.readouterr().out


def test_a_port_that_does_not_exist_ends_in_a_finding(tmp_path, capsys):
    assert cli.run(["doctor", "--port", str(tmp_path / "tty")]) == 1
    assert "no such port" in capsys.readouterr().out


def test_who_holds_a_port_is_named():
    with Robot() as robot, open(robot.bridge.cable.port, "rb", buffering=0):
        # This very program is not reported: only others are in the way.
        assert checks.permission(robot.bridge.cable.port).state == OK


def test_a_table_of_another_version_is_told_with_what_to_do(capsys, monkeypatch):
    monkeypatch.setattr("tavle.commands.flash.own_version", lambda: "99.1")
    with Robot() as robot:
        assert cli.run(["doctor", "--port", robot.bridge.cable.port]) == 0
    said = next(line for line in capsys.readouterr().out.splitlines() if " firmware " in line)
    assert (
        said.startswith("warn  firmware       Tavle ")
        and "this checkout is 99.1; run `tavle flash`" in said
    )
    assert "board r1_pico2, MicroPython" in said and "rulebook partners-pawns" in said


def test_a_report_that_cannot_be_written_is_named(tmp_path, capsys):
    path = tmp_path / "no folder" / "report.txt"
    assert cli.run(["doctor", "--port", str(tmp_path / "tty"), "--report", str(path)]) == 1
    said = capsys.readouterr().err
    assert str(path) in said and said.count("\n") == 1
