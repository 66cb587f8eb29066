# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle doctor --sheet`: findings of a simulated table in the commissioning sheet; what people wrote stays."""

import re

import pytest
from helpers_robot import Robot

from tavle import cli
from tavle.device import doctor, sheet
from tavle.device.checks import FAIL, OK, SKIP, WARN, Result
from tavle.device.link import open_link
from tavle.errors import TavleError

HELLO = {"board": "r1_pico2", "version": "0.1", "micropython": "1.26", "rulebook": "sorry"}


def rows_of(text):
    rows = [cells for cells in map(sheet.cells_of, text.splitlines()) if cells]
    return {cells[3]: cells for cells in rows if cells[0][:1].isdigit()}


@pytest.mark.long
def test_every_finding_of_a_sound_table_has_a_row_and_every_row_its_finding(monkeypatch):
    monkeypatch.setattr(doctor, "PACE", 0.03)
    with Robot() as robot, open_link(robot.bridge.cable.port) as link:
        hello = link.hello(10)
        found = list(doctor.Visit(link, hello, robot, 10.0).results())
    names = {one.name for one in found} | {"tools", "ports", "permission", "firmware"}
    blank = sheet.blank("partners")
    assert set(sheet.names_of(blank)) == names
    text = sheet.filled(blank, found, {key: str(value) for key, value in hello.items()})
    rows = rows_of(text)
    assert rows["`tavle doctor`: try switches"][4:] == ["92 of 92 close and open", "yes"]
    assert rows["`tavle doctor`: chain"][4:] == ["13 chips, check bits right", "yes"]
    assert all(rows[f"`tavle doctor`: {one.name}"][5] == "yes" for one in found)
    assert "* Rulebook: partners-pawns\n" in text and "* Controller: " in text
    assert rows["calipers"][4:] == ["", ""], "rows for hands stay empty"


def test_faults_stand_in_the_sheet_with_what_to_do():
    text = sheet.filled(
        sheet.blank("sorry"),
        [
            Result("chain", FAIL, "chip 4 is silent | or missing", "look at its cable"),
            Result("reader", WARN, "PN532 firmware 1.6, 4 damaged frames", "shorten its cable"),
            Result("permission", OK, "can be opened"),
            Result("permission", FAIL, "this user may not use it", "join the group"),
            Result("try lights", SKIP, "not tried"),
            Result("something new", OK, "no row for it"),
        ],
        HELLO,
    )
    rows = rows_of(text)
    assert rows["`tavle doctor`: chain"][4:] == [
        "chip 4 is silent \\| or missing; look at its cable",
        "NO",
    ]
    assert rows["`tavle doctor`: reader"][5] == "look"
    assert rows["`tavle doctor`: permission"][4:] == [
        "this user may not use it; join the group",
        "NO",
    ]
    assert rows["`tavle doctor`: try lights"][5] == ""
    assert rows["`tavle doctor`: buttons"][4:] == ["", ""]
    assert "something new" not in text


def test_what_was_written_by_hand_and_earlier_findings_stay(tmp_path):
    file = tmp_path / "table.md"
    assert (
        sheet.write(file, "sorry", [Result("chain", OK, "15 chips, check bits right")], HELLO) > 0
    )
    text = file.read_text().replace(
        "| calipers |  |  |", "| calipers | 3.9 mm | yes |", 1
    ).replace("* Built by:", "* Built by: us")  # fmt: skip
    file.write_text(text)
    sheet.write(file, "sorry", [Result("reader", OK, "PN532 firmware 1.6, 3 reads")], HELLO)
    again = file.read_text()
    assert "| calipers | 3.9 mm | yes |" in again and "* Built by: us" in again
    assert rows_of(again)["`tavle doctor`: chain"][5] == "yes"
    assert rows_of(again)["`tavle doctor`: reader"][5] == "yes"
    # Once more with the same findings: nothing but the date could differ.
    sheet.write(file, "sorry", [Result("reader", OK, "PN532 firmware 1.6, 3 reads")], HELLO)
    assert file.read_text() == again


def test_the_sheet_of_another_board_is_not_overwritten(tmp_path):
    file = tmp_path / "table.md"
    sheet.write(file, "ludo", [], HELLO)
    before = file.read_text()
    with pytest.raises(
        TavleError, match=r"it is not a commissioning sheet of this board \(sorry\); name another"
    ):
        sheet.write(file, "sorry", [], HELLO)
    assert file.read_text() == before


def test_the_command_fills_in_a_sheet_at_the_table(tmp_path, capsys):
    file = tmp_path / "table.md"
    with Robot("ludo-norsk") as robot:
        port = robot.bridge.cable.port
        assert cli.run(["doctor", "--quick", "--port", port, "--sheet", str(file)]) == 0
    text = file.read_text()
    rows = rows_of(text)
    assert text.startswith("# Commissioning sheet: Ludo\n")
    for name in ("tools", "ports", "permission", "chain", "flash", "reader", "supply"):
        assert rows[f"`tavle doctor`: {name}"][5] == "yes", name
    assert rows["`tavle doctor`: try switches"][4:] == ["", ""], "nobody walked"
    assert f"{file}: filled in; " in capsys.readouterr().out


def test_the_rows_that_are_not_good_are_counted(tmp_path):
    file = tmp_path / "table.md"
    many = sheet.write(file, "sorry", [], HELLO)
    rows = re.findall(r"^\| *\d", file.read_text(encoding="utf-8"), re.MULTILINE)
    assert many == len(rows) > 10
    good = [Result(name, OK, "right") for name in ("chain", "reader", "buttons")]
    assert sheet.write(file, "sorry", good, HELLO) == many - 3
    assert sheet.write(file, "sorry", [Result("flash", FAIL, "no")], HELLO) == many - 3


def test_a_sheet_that_is_none_is_found_before_anybody_walks(tmp_path, capsys):
    path = tmp_path / "holiday.md"
    path.write_text("# Oslo\n")
    assert cli.run(["doctor", "--port", str(tmp_path / "tty"), "--sheet", str(path)]) == 1
    said = capsys.readouterr()
    assert said.out == "" and "it is not a commissioning sheet" in said.err
    assert path.read_text() == "# Oslo\n"
