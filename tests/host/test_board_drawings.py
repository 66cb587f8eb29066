# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What `tavle board print`, `template`, `face` and `all` draw, on which paper and into which file; what draws is made up."""

import pytest

from tavle import cli
from tavle.board import drawing, geometry, sheets, wiring
from tavle.board import template as templates
from tavle.commands import board


@pytest.fixture
def drawn(monkeypatch):
    """Let drawings be texts; return what was printed."""
    printed = []

    def write(*given):
        printed.append(given)
        return 7

    monkeypatch.setattr(board.geometry, "load", lambda name: f"<{name}>")
    monkeypatch.setattr(board.faces, "drawing_of", lambda board, text: f"face of {board}, {text}")
    monkeypatch.setattr(
        templates, "drawing_of", lambda board, side: f"template of {board}, {side}"
    )
    monkeypatch.setattr(
        templates, "write_dxf", lambda *given: printed.append(given) or printed[0][2:]
    )
    monkeypatch.setattr(drawing, "svg_of", lambda drawn: f"svg of {drawn}")
    monkeypatch.setattr(wiring, "csv_of", lambda board: f"wires of {board}")
    monkeypatch.setattr(sheets, "write", write)
    return printed


def run(capsys, *words):
    status = cli.run(["board", *map(str, words)])
    said = capsys.readouterr()
    return status, said.out, said.err


@pytest.mark.parametrize(
    ("words", "paper", "text"),
    [
        ((), "a4", "labels"), (("--paper", "sheet"), "sheet", "labels"), (("--paper", "letter", "--text", "none"), "letter", "none"),
        (("--text", "chain"), "a4", "chain"),
    ],
)  # fmt: skip
def test_a_face_is_printed_on_the_paper_that_was_named(
    drawn, capsys, tmp_path, words, paper, text
):
    file = tmp_path / "face.pdf"
    told = f"Wrote {file}, to be printed at 100 %. Pages: 7.\n"
    assert run(capsys, "print", "ludo", file, *words) == (0, told, "")
    assert drawn == [(f"face of <ludo>, {text}", paper, file, sheets.NOTE)]


@pytest.mark.parametrize(
    ("words", "side", "paper"),
    [((), "above", "a4"), (("--side", "below", "--paper", "letter"), "below", "letter")],
)
def test_a_template_is_written_by_the_ending_of_its_file(
    drawn, capsys, tmp_path, words, side, paper
):
    what = f"template of <sorry>, {side}"
    for name in ("t.pdf", "t.PDF"):
        file = tmp_path / name
        assert run(capsys, "template", "sorry", file, *words) == (0, f"Wrote {file}.\n", "")
        assert drawn.pop() == (what, paper, file, sheets.NOTE)
    file = tmp_path / "t.svg"
    assert run(capsys, "template", "sorry", file, *words) == (0, f"Wrote {file}.\n", "")
    assert file.read_text() == f"svg of {what}" and drawn == []
    file = tmp_path / "t.dxf"
    assert run(capsys, "template", "sorry", file, *words) == (0, f"Wrote {file}.\n", "")
    assert drawn == [(what, file)]


def test_a_drawing_of_another_kind_or_a_faulty_one_is_told(drawn, capsys, tmp_path):
    for name, kind in (("t.png", ".png"), ("t", "no ending")):
        file = tmp_path / name
        line = f"tavle: {file}: unknown kind of drawing: {kind}; end it in .dxf, .svg or .pdf\n"
        assert run(capsys, "template", "sorry", file) == (1, "", line) and not file.exists()
    drawn.append(("x", "y", "two lines on each other"))
    file = tmp_path / "t.dxf"
    line = f"tavle: {file}: two lines on each other; report it, with the geometry file\n"
    assert run(capsys, "template", "sorry", file) == (1, "", line)


def test_pictures_and_tables_say_what_they_are_of(drawn, capsys, tmp_path):
    assert run(capsys, "face", "ludo") == (0, "svg of face of <ludo>, labels", "")
    assert run(capsys, "face", "ludo", "--text", "chain") == (
        0,
        "svg of face of <ludo>, chain",
        "",
    )
    assert run(capsys, "wiring", "partners") == (0, "wires of <partners>", "")
    names = ", ".join(geometry.boards())
    told = f"Wrote faces, chain pictures and wiring tables of {names} to {tmp_path}.\n"
    assert run(capsys, "all", tmp_path) == (0, told, "")
    wanted = {}
    for name in geometry.boards():
        wanted[f"{name}-face.svg"] = f"svg of face of <{name}>, labels"
        wanted[f"{name}-chain.svg"] = f"svg of face of <{name}>, chain"
        wanted[f"{name}-wiring.csv"] = f"wires of <{name}>"
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == wanted
