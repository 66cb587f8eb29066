# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The geometry files: possible to build, in the games' order, and what the firmware was made from."""

import dataclasses
import itertools

import pytest

from rules import family, load
from tavle.board import geometry, layout, maps
from tavle.board.shapes import PITCH_MM, SHAPES
from tavle.errors import TavleError

BOARDS = geometry.boards()


@pytest.mark.parametrize("board", BOARDS)
def test_committed_geometry_has_no_problems(board):
    assert list(geometry.problems(geometry.load(board))) == []


@pytest.mark.parametrize("board", BOARDS)
def test_each_lane_leads_inward_from_its_mouth(board):
    shown = geometry.load(board)
    middle = dataclasses.replace(shown.card, x_mm=shown.size_mm[0] / 2, y_mm=shown.size_mm[1] / 2)
    for seat in range(4):
        lane = [shown.ring[shown.shape.mouth_of(seat)], *shown.of_seat("row", seat)]
        distances = [i.distance_mm(middle) for i in lane]
        assert distances == sorted(distances, reverse=True)


@pytest.mark.parametrize("board", BOARDS)
def test_chain_goes_on_close_by(board):
    """A chain that jumps across the board costs wire and noise; the longest steps lead back from HOME."""
    spaces = geometry.load(board).spaces
    steps = [a.distance_mm(b) for a, b in itertools.pairwise(spaces)]
    assert max(steps) <= 170
    assert sum(steps) / len(steps) <= 2.2 * PITCH_MM


@pytest.mark.parametrize("board", BOARDS)
def test_card_slot_is_free_of_magnets(board):
    """No reed, and so no pawn's magnet, stands over the reader's antenna (43 x 43 mm and 10 mm around it)."""
    shown = geometry.load(board)
    for i in shown.spaces:
        gap = max(abs(i.x_mm - shown.card.x_mm), abs(i.y_mm - shown.card.y_mm))
        assert gap >= 43 / 2 + 10, i.name


def test_committed_boards_are_what_the_geometry_says():
    assert maps.outdated() == []


def test_outdated_board_is_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(maps, "path_of", lambda board: tmp_path / f"{board}.py")
    assert maps.outdated() == BOARDS
    maps.write()
    assert maps.outdated() == []
    (tmp_path / "ludo.py").write_text("RING = b''\n")
    assert maps.outdated() == ["ludo"]


@pytest.mark.parametrize("board", BOARDS)
def test_text_reads_back_the_same(board):
    items = geometry.load(board).items
    assert geometry.parse(board, geometry.text_of(items)) == items


def change(board, name, **changes):
    """Return the complaints about a drawn board with one row changed, or taken out (no changes)."""
    items = []
    for i in layout.items_of(board):
        if i.name != name:
            items.append(i)
        elif changes:
            items.append(dataclasses.replace(i, **changes))
    return list(geometry.problems(geometry.Geometry(board, items)))


def test_drawn_boards_have_no_problems():
    assert [why for board in BOARDS for why in change(board, "none")] == []


@pytest.mark.parametrize(
    ("board", "name", "changes", "complaint"),
    [
        ("sorry", "17", {}, "ring space  17 is missing"),
        ("partners", "green:seat", {"led": 3}, "3 is used twice: green:z1 and green:seat"),
        ("sorry", "0", {"x_mm": 46.0}, "1 and 0 are 21.5 mm apart, least is 24"),
        ("sorry", "0", {"x_mm": 10.0}, "0 is closer than 15 mm to the edge"),
        ("ludo", "red:z1", {"x_mm": 150.0, "y_mm": 90.0}, "red:z1 is no neighbour of 50"),
        (
            "ludo",
            "20",
            {"x_mm": 510.0, "y_mm": 510.0},
            "ring spaces 19 and 20 are 236.3 mm apart, no neighbours",
        ),
        (
            "ludo",
            "20",
            {"colour": "violet"},
            "'violet' is no colour of Ludo: red, yellow, blue, green",
        ),
        ("partners", "card", {"x_mm": 20.0}, "the play slot is closer than 15 mm to the edge"),
        (
            "partners",
            "card",
            {"x_mm": 90.0, "y_mm": 400.0},
            "the play slot and 48 are 15.6 mm apart, least is 24",
        ),
        ("sorry", "red:seat", {"x_mm": 900.0}, "red:seat is closer than 10 mm to the edge"),
        ("sorry", "red:seat", {"y_mm": 30.0}, "red:seat and 8 are 17.1 mm apart, least is 24"),
    ],
)
def test_a_fault_in_the_file_is_named(board, name, changes, complaint):
    assert complaint in change(board, name, **changes)


def test_counter_clockwise_board_is_noticed():
    items = [
        dataclasses.replace(i, x_mm=486 - i.x_mm)
        for i in layout.items_of("sorry")
        if i.kind != "board"
    ]
    items += [i for i in layout.items_of("sorry") if i.kind == "board"]
    complaints = list(geometry.problems(geometry.Geometry("sorry", items)))
    assert complaints == ["the ring does not run clockwise", "the seats do not run clockwise"]


HEAD = ",".join(geometry.COLUMNS) + "\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "row 1: the columns must be kind,colour,"),
        ("a,b\n", "row 1: the columns must be"),
        (HEAD + "ring,,0\n", f"row 2: 3 values, wanted {len(geometry.COLUMNS)}"),
    ],
)
def test_malformed_file_names_its_row(text, why):
    with pytest.raises(TavleError) as caught:
        geometry.parse("ludo", text)
    assert why in str(caught.value)
    assert "hardware/ludo/geometry.csv" in str(caught.value)


def rewritten(board, row, column, value):
    """Return the text of a board's file with one cell changed; rows count as an editor counts lines."""
    lines = geometry.path(board).read_text().splitlines()
    cells = lines[row - 1].split(",")
    cells[geometry.COLUMNS.index(column)] = value
    lines[row - 1] = ",".join(cells)
    return "\n".join(lines) + "\n"


def complaints_of(text):
    items = geometry.parse("partners", text)
    return list(geometry.problems(geometry.Geometry("partners", items)))


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *(("x_mm", value) for value in ("x", "", "1,5", "nan", "inf", "12 mm")),
        *(("y_mm", value) for value in ("--1", "1e999")),
        *((column, value) for column in ("slot", "bit", "led") for value in ("-1", "1.5", "x")),
    ],
)
def test_malformed_number_names_file_row_and_column(column, value):
    text = rewritten("ludo", 7, column, f'"{value}"' if "," in value else value)
    with pytest.raises(TavleError) as caught:
        geometry.parse("ludo", text)
    said = str(caught.value)
    assert said.startswith(f"hardware/ludo/geometry.csv: row 7, column {column}: {value!r} is no ")


@pytest.mark.parametrize(
    ("row", "column", "value", "complaint"),
    [
        (6, "bit", "1", "row 6, column bit: 1 is used twice: green:z3 and green:z2, first in row 5"),
        (6, "led", "0", "row 6, column led: 0 is used twice: green:z4 and green:z2, first in row 4"),
        (6, "bit", "", "row 6, column bit: green:z2 has none of the sensor bits 0..91"),
        (6, "bit", "120", "row 6, column bit: 120 of green:z2 is beyond the sensor bits 0..91"),
        (6, "x_mm", "-3", "row 6, column x_mm: green:z2 lies outside the board (0..540 mm)"),
        (6, "y_mm", "541", "row 6, column y_mm: green:z2 lies outside the board (0..540 mm)"),
        (6, "y_mm", "7", "row 6, column y_mm: green:z2 is closer than 15 mm to the edge"),
        (6, "place", "z1", "row 7, column place: green:z1 is there twice, first in row 6"),
        (6, "place", "z9", "row 6, column place: green:z9 is no place of Partners"),
        (12, "place", ";", "row 12, column place: ; is no place of Partners"),
        (12, "place", "\u00b2", "row 12, column place: \u00b2 is no place of Partners"),
        (6, "kind", "rung", "row 6, column kind: unknown kind 'rung'"),
    ],
)  # fmt: skip
def test_bad_row_is_named_with_its_column(row, column, value, complaint):
    assert complaint in complaints_of(rewritten("partners", row, column, value))


def test_load_names_the_first_complaint_and_how_many_more(tmp_path, monkeypatch):
    file = tmp_path / "geometry.csv"
    good = geometry.path("sorry").read_text()
    monkeypatch.setattr(geometry, "path", lambda board: file)
    file.write_text(good)
    lines = good.splitlines()
    lines[8] = lines[8].replace(",5,5", ",0,5")
    file.write_text("\n".join(lines))
    with pytest.raises(TavleError, match=r"geometry\.csv: row 9, column bit: 0 is used twice"):
        geometry.load("sorry")
    lines[8] = lines[8].replace(",0,5", ",0,0")
    file.write_text("\n".join(lines))
    with pytest.raises(TavleError, match=r"\(and 1 more: `tavle board check`\)"):
        geometry.load("sorry")
    assert len(geometry.faults("sorry")) == 2


def test_unknown_board_is_refused():
    with pytest.raises(
        TavleError, match=r"unknown board 'chess': known are ludo, partners, sorry"
    ):
        geometry.load("chess")


@pytest.mark.parametrize("rulebook", ["partners-pawns", "ludo-norsk", "sorry"])
def test_sizes_and_seats_are_those_of_the_rules(rulebook):
    game, shape = load(rulebook), SHAPES[family(rulebook)]
    assert (game.ring, game.row, tuple(game.colours)) == (shape.ring, shape.row, shape.colours)
    assert (game.fin != 0xFF) == shape.fin


def test_starts_and_mouths_are_those_of_the_rules():
    """The mouth and start of every seat, from the rulings P2, L1, L2 and S1."""
    partners, ludo, sorry = SHAPES["partners"], SHAPES["ludo"], SHAPES["sorry"]
    assert [partners.start_of(s) for s in range(4)] == [0, 15, 30, 45]
    assert [partners.mouth_of(s) for s in range(4)] == [59, 14, 29, 44]
    assert [ludo.start_of(s) for s in range(4)] == [0, 13, 26, 39]
    assert [ludo.mouth_of(s) for s in range(4)] == [50, 11, 24, 37]
    assert [sorry.start_of(s) for s in range(4)] == [4, 19, 34, 49]
    assert [sorry.mouth_of(s) for s in range(4)] == [2, 17, 32, 47]
