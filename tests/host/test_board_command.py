# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle board`: files for builders."""

import csv
import io
import re

import pytest

from tavle import cli, paths
from tavle.board import geometry, maps, wiring
from tavle.device import doctor
from tavle.device.joints import Joints

BOARDS = geometry.boards()
RULEBOOK = {"partners": "partners-pawns", "ludo": "ludo-norsk", "sorry": "sorry"}


def table(board):
    return list(csv.DictReader(io.StringIO(wiring.csv_of(geometry.load(board)))))


@pytest.mark.parametrize("board", BOARDS)
def test_wiring_table_has_every_input_the_buttons_and_every_light_once(board):
    rows = [row for row in table(board) if row["bit"]]
    readers = -(-len(geometry.load(board).spaces) // 8)
    inputs = [(f"Reader-8 no. {n}", i) for n in range(1, readers + 1) for i in "ABCDEFGH"]
    plugs = ["SEAT 1", "SEAT 2", "SEAT 3", "SEAT 4", "TABLE"]
    wanted = [*inputs, *(("carrier board", plug) for plug in plugs)]
    assert [(row["board"], row["input"]) for row in rows] == wanted
    assert [int(row["bit"]) for row in rows] == list(range(len(wanted)))
    if board == "partners":
        assert [row["space"] for row in rows[92:96]] == ["free"] * 4, "inputs without a reed"
    lights = sorted(int(row["light"]) for row in table(board) if row["light"])
    assert lights == list(range(len(geometry.load(board).spaces) + 4))


@pytest.mark.parametrize("board", BOARDS)
def test_wiring_table_says_what_the_doctor_says(board):
    names = doctor.names(RULEBOOK[board])
    count = len(geometry.load(board).spaces)
    joints = Joints(names, range(count), range(count + 4))
    rows = table(board)
    for space, row in enumerate(rows[:count]):
        assert joints.space(space) == f"{row['space']} ({row['board']}, input {row['input']})"
        assert row["name"] == names.name(space)
        assert f"light {row['light']} ({row['space']})" == joints.light(int(row["light"]))
    buttons = [row for row in rows if row["board"] == "carrier board"]
    for number, row in enumerate(buttons):
        assert joints.button(number) == f"{row['space']} ({row['input']})"


def test_all_writes_three_files_per_board(tmp_path, capsys):
    assert cli.run(["board", "all", str(tmp_path / "new")]) == 0
    names = sorted(path.name for path in (tmp_path / "new").iterdir())
    ends = ("chain.svg", "face.svg", "wiring.csv")
    assert names == [f"{board}-{end}" for board in BOARDS for end in ends]
    assert capsys.readouterr().out.startswith("Wrote faces, ")


def test_all_says_where_it_cannot_write(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert cli.run(["board", "all", str(tmp_path / "file" / "x")]) == 1
    assert "Not a directory; name another folder" in capsys.readouterr().err


def test_face_and_wiring_go_to_standard_output(capsys):
    assert cli.run(["board", "face", "ludo"]) == 0
    assert capsys.readouterr().out.endswith("</svg>\n")
    assert cli.run(["board", "wiring", "ludo"]) == 0
    assert capsys.readouterr().out == wiring.csv_of(geometry.load("ludo"))


def test_unknown_board_is_one_line(capsys):
    assert cli.run(["board", "face", "chess"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "'chess'" in error


@pytest.mark.parametrize(("name", "kind"), [("t.png", ".png"), ("t", "no ending")])
def test_a_template_of_another_kind_is_refused(tmp_path, capsys, name, kind):
    file = tmp_path / name
    assert cli.run(["board", "template", "sorry", str(file)]) == 1 and not file.exists()
    told = f"{file}: unknown kind of drawing: {kind}; end it in .dxf, .svg or .pdf\n"
    assert capsys.readouterr().err == "tavle: " + told


def test_maps_check_names_what_is_out_of_date(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(maps, "path_of", lambda board: tmp_path / f"{board}.py")
    assert cli.run(["board", "maps", "--check"]) == 1
    line = "tavle: firmware/boards: ludo, partners, sorry: out of date; run `make boards`\n"
    assert capsys.readouterr().err == line
    assert cli.run(["board", "maps"]) == 0
    assert cli.run(["board", "maps", "--check"]) == 0


def test_check_lists_every_fault_with_row_and_column(monkeypatch, tmp_path, capsys):
    assert cli.run(["board", "check", "ludo"]) == 0
    assert capsys.readouterr().out == "hardware/ludo/geometry.csv, and its fittings: no faults\n"
    text = geometry.path("ludo").read_text().replace("270,98", "x270,98")
    (tmp_path / "malformed.csv").write_text(text)
    monkeypatch.setattr(geometry, "path", lambda board: tmp_path / "malformed.csv")
    assert cli.run(["board", "check", "ludo"]) == 1
    assert "row 5, column x_mm: 'x270' is no number" in capsys.readouterr().err
    text = text.replace("x270,98", "270,68")
    (tmp_path / "malformed.csv").write_text(text)
    assert cli.run(["board", "check", "ludo"]) == 1
    out = capsys.readouterr().out
    assert "row 5, column x_mm, y_mm: red:z2 and red:z1 (row 4) are 2.0 mm apart" in out
    assert out.endswith("Faults: 2\n")


def test_check_counts_the_pins_of_controllers_and_looks_at_everything_when_nothing_is_named(
    capsys,
):
    assert cli.run(["board", "check", "r1_pico2"]) == 0
    (pins,) = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"firmware/boards/r1_pico2.py: \d+ pins, no faults", pins)
    text = (paths.ROOT / "firmware" / "boards" / "r1_pico2.py").read_text()
    assert f": {len(re.findall('^PIN_', text, re.MULTILINE))} pins" in pins
