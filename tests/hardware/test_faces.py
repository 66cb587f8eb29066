# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Faces and what they are printed on: every space once, 1:1 on every page, marks where they must be."""

import math
from xml.etree import ElementTree

import pytest

from tavle import cli
from tavle.board import back, drawing, face, fittings, geometry, lettering, sheets
from tavle.errors import TavleError
from tavle.paths import add_firmware, hardware
from tavle.words import LANGUAGES

add_firmware()
from rules import RULEBOOKS  # noqa: E402

BOARDS = geometry.boards()
PAPERS = ["sheet", *sheets.PAPERS]


def shown(board):
    return face.drawing_of(geometry.load(board))


@pytest.mark.parametrize("board", BOARDS)
def test_face_shows_every_space_light_and_button_once_and_in_its_place(board):
    loaded = geometry.load(board)
    tree = ElementTree.fromstring(drawing.svg_of(shown(board)))
    found = {}
    for element in tree.iter():
        if name := element.get("id"):
            assert name not in found, f"{name} is drawn twice"
            found[name] = element
    buttons = {f"button:{f.name}" for f in fittings.load(loaded) if f.kind == "button"}
    assert set(found) == {i.name for i in loaded.spaces + loaded.seats} | buttons | {"card"}
    for item in loaded.spaces + loaded.seats:
        element = found[item.name]
        assert float(element.get("cx")) == pytest.approx(item.x_mm, abs=0.001)
        assert float(element.get("cy")) == pytest.approx(item.y_mm, abs=0.001)


@pytest.mark.parametrize("board", BOARDS)
def test_face_is_as_big_as_the_board(board):
    tree = ElementTree.fromstring(drawing.svg_of(shown(board)))
    wide, tall = geometry.load(board).size_mm
    assert (tree.get("width"), tree.get("height")) == (f"{wide:g}mm", f"{tall:g}mm")
    assert tree.get("viewBox") == f"0 0 {wide:g} {tall:g}"


@pytest.mark.parametrize("board", BOARDS)
def test_nothing_dark_is_printed_over_a_window(board):
    """What lies inside a window's hole on top of its pale ground is a form, small enough to leave most of the light."""
    drawn = list(shown(board).shapes)
    hole = fittings.sizes()["window"]["d_mm"] / 2
    for n, shape in enumerate(drawn):
        if not (
            isinstance(shape, drawing.Circle)
            and shape.layer == "window"
            and ":seat" not in shape.name
        ):
            continue
        assert shape.look.fill == face.WINDOW
        assert shape.r - shape.look.width / 2 >= hole - 0.001
        for above in drawn[n + 1 :]:
            if isinstance(above, drawing.Path) and above.look.fill:
                xs, ys = zip(*above.points())
                middle = ((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)
                if math.dist(middle, (shape.x, shape.y)) < hole:
                    assert max(max(xs) - min(xs), max(ys) - min(ys)) <= 0.68 * 2 * hole


def test_colours_differ_in_form_and_in_brightness():
    """Whoever sees no colours still has the form; most pairs differ in brightness too."""
    looks = {c: face.form(c, (0, 0), 10, drawing.Look("#000000")).steps for c in face.COLOURS}
    assert len(set(looks.values())) == 4
    corners = {c: sum(s[0] in "ML" for s in steps) for c, steps in looks.items()}
    assert corners["red"] == 3 and corners["green"] == 4 and corners["blue"] == 4
    assert any(step[0] == "C" for step in looks["yellow"])


def test_chain_face_writes_every_bit():
    loaded = geometry.load("ludo")
    plain, chain = (len(face.drawing_of(loaded, t).shapes) for t in ("none", "chain"))
    assert chain - plain == len(loaded.spaces)
    with pytest.raises(ValueError, match="text must be one of labels, chain, none, not 'x'"):
        face.drawing_of(loaded, "x")


def test_letters_stand_where_they_are_told():
    for text in ("0123456789", "Partners", "START HOME", "Sorry! 1:1, (a+b) 10 %"):
        for height in (2.0, 7.0):
            wide = lettering.width_of(text, height)
            path = lettering.lettering(text, (100, 50), height, "#000000")
            xs, ys = zip(*path.points())
            assert (
                min(xs) >= 100 - wide / 2 - 0.2 * height
                and max(xs) <= 100 + wide / 2 + 0.2 * height
            )
            assert min(ys) >= 50 - 1.15 * height and max(ys) <= 50 + 0.4 * height
    turned = lettering.lettering("1", (0, 0), 7, "#000000", angle_deg=90)
    assert max(y for _, y in turned.points()) <= 1.2


@pytest.mark.drawing
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("board", BOARDS)
def test_committed_pdf_is_one_to_one_within_a_tenth_of_a_millimetre(board, paper):
    """Measured on the pages as a reader of PDF sees them: every space, the crop marks, the scale bar."""
    from pdf_reader import pages

    loaded = geometry.load(board)
    wide, tall = loaded.size_mm
    found = pages(hardware() / "faces" / f"{board}-{paper}.pdf")
    if paper == "sheet":
        size = (wide + 2 * sheets.MARGIN_MM, tall + 2 * sheets.MARGIN_MM)
        tiles = [sheets.Tile("", 0, 0, (0, 0, wide, tall), (sheets.MARGIN_MM, sheets.MARGIN_MM))]
    else:
        size, tiles = sheets.tiles_of(shown(board), paper)
        assert sorted(size) == sorted(sheets.PAPERS[paper])
    assert len(found) == len(tiles)
    r = fittings.sizes()["window"]["d_mm"] / 2
    seen = set()
    for (page_w, page_h, drawn), tile in zip(found, tiles, strict=True):
        assert (page_w, page_h) == pytest.approx(size, abs=0.1)
        left, top, part_w, part_h = tile.part
        x, y = tile.at
        circles = [d.middle for d in drawn if d.points and r < (d.box[2] - d.box[0]) / 2 < r + 2]
        for item in loaded.spaces:
            place = (item.x_mm - left + x, item.y_mm - top + y)
            assert min(math.dist(place, c) for c in circles) < 0.1, (item.name, tile.name)
            if x <= place[0] <= x + part_w and y <= place[1] <= y + part_h:
                seen.add(item.name)
        level = [d for d in drawn if len(d.points) == 2 and abs(d.box[3] - d.box[1]) < 0.01]
        bars = [d for d in level if abs(d.box[2] - d.box[0] - sheets.BAR_MM) < 0.1]
        assert len(bars) == 1 and bars[0].box[1] > y + part_h, (
            "the scale bar lies below the drawing"
        )
        marks = [d.box for d in drawn if len(d.points) == 2]
        for corner_x, way in ((x, -1), (x + part_w, 1)):
            for corner_y, down in ((y, -1), (y + part_h, 1)):
                flat = [
                    b for b in marks if abs(b[1] - corner_y) < 0.1 and abs(b[3] - corner_y) < 0.1
                ]
                upright = [
                    b for b in marks if abs(b[0] - corner_x) < 0.1 and abs(b[2] - corner_x) < 0.1
                ]
                assert any(
                    way * (b[0] - corner_x) > 0.5 and way * (b[2] - corner_x) > 0.5 for b in flat
                )
                assert any(
                    down * (b[1] - corner_y) > 0.5 and down * (b[3] - corner_y) > 0.5
                    for b in upright
                )
    assert seen == {i.name for i in loaded.spaces}


@pytest.mark.drawing
@pytest.mark.parametrize("paper", list(sheets.PAPERS))
@pytest.mark.parametrize("board", BOARDS)
def test_registration_marks_of_neighbouring_tiles_lie_on_each_other(board, paper):
    from pdf_reader import pages

    tiles = sheets.tiles_of(shown(board), paper)[1]
    found = pages(hardware() / "faces" / f"{board}-{paper}.pdf")
    targets = []
    for (_, _, drawn), tile in zip(found, tiles, strict=True):
        rings = [
            d
            for d in drawn
            if abs(d.box[2] - d.box[0] - 2.8) < 0.01 and abs(d.width - 0.25) < 0.01
        ]
        places = [
            (d.middle[0] - tile.at[0] + tile.part[0], d.middle[1] - tile.at[1] + tile.part[1])
            for d in rings
        ]
        targets.append(places)
    for n, tile in enumerate(tiles):
        for m, other in enumerate(tiles):
            if abs(tile.column - other.column) + abs(tile.row - other.row) != 1:
                continue
            both = [p for p in targets[n] for q in targets[m] if math.dist(p, q) < 0.1]
            assert len(both) == 2, (tile.name, other.name)


def test_tiles_cover_the_board_and_share_a_strip():
    for board in BOARDS:
        for paper in sheets.PAPERS:
            size, tiles = sheets.tiles_of(shown(board), paper)
            wide, tall = geometry.load(board).size_mm
            assert max(t.part[0] + t.part[2] for t in tiles) == pytest.approx(wide)
            assert max(t.part[1] + t.part[3] for t in tiles) == pytest.approx(tall)
            for t in tiles:
                assert min(t.at) >= sheets.TILE_MARGIN_MM - 0.001
                assert t.at[0] + t.part[2] <= size[0] - sheets.TILE_MARGIN_MM + 0.001
                assert t.at[1] + t.part[3] <= size[1] - sheets.TILE_MARGIN_MM + 0.001


@pytest.mark.drawing
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_back_says_what_tavle_rules_says(rulebook, tmp_path, capsys):
    from pypdf import PdfReader

    committed = hardware() / "faces" / f"{rulebook}-back.pdf"
    back.write(rulebook, tmp_path / "back.pdf")
    assert (tmp_path / "back.pdf").read_bytes() == committed.read_bytes(), (
        "the words have changed: make hardware ARGS='--all faces'"
    )
    printed = [" ".join(page.extract_text().split()) for page in PdfReader(committed).pages]
    assert len(printed) == len(LANGUAGES)
    assert cli.run(["rules", rulebook]) == 0
    said = capsys.readouterr().out.partition("\nHouse rules\n")[0]
    for line in said.splitlines():
        assert " ".join(line.split()) in printed[0], line


@pytest.mark.drawing
def test_print_command_writes_pages_and_says_where_it_cannot(tmp_path, capsys):
    file = tmp_path / "new" / "sorry.pdf"
    assert cli.run(["board", "print", "sorry", str(file), "--paper", "a4"]) == 0
    assert file.read_bytes() == (hardware() / "faces" / "sorry-a4.pdf").read_bytes()
    assert "to be printed at 100 %. Pages: 6." in capsys.readouterr().out
    (tmp_path / "file").write_text("")
    assert cli.run(["board", "print", "sorry", str(tmp_path / "file" / "x.pdf")]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_pdf_without_reportlab_says_what_to_do(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "reportlab.pdfgen.canvas", None)
    assert cli.run(["board", "print", "sorry", str(tmp_path / "x.pdf")]) == 1
    assert "reportlab is not installed; run `make hardware`" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x\n", "row 1: the columns must be kind,name,x_mm,y_mm,d_mm"),
        ("button,red,1,2\n", "row 2: 4 values, wanted 5"),
        ("nail,,1,2,3\n", "row 2, column kind: unknown kind 'nail'"),
        ("screw,,1,x,3\n", "row 2, column y_mm: 'x' is no length in mm"),
        ("screw,,1,2,0\n", "row 2, column d_mm: '0' is no length in mm"),
        ("screw,,nan,2,4\n", "row 2, column x_mm: 'nan' is no length in mm"),
    ],
)
def test_bad_fittings_name_row_and_column(text, why):
    head = "" if text == "x\n" else ",".join(fittings.COLUMNS) + "\n"
    with pytest.raises(TavleError) as caught:
        fittings.parse("ludo", head + text)
    assert why in str(caught.value) and "hardware/ludo/fittings.csv" in str(caught.value)


def test_fittings_in_the_way_of_a_space_or_the_edge_are_named():
    loaded = geometry.load("sorry")
    good = fittings.load(loaded)
    space = loaded.spaces[20]
    at_space = fittings.Fitting("screw", "", space.x_mm + 5, space.y_mm, 4.0, 18)
    at_edge = fittings.Fitting("screw", "", 2.0, 100.0, 4.0, 19)
    found = list(fittings.problems(loaded, [*good, at_space, at_edge]))
    assert any("row 18, column x_mm, y_mm: screw is 5.0 mm from" in why for why in found)
    assert any("row 19, column x_mm, y_mm: screw is 2 mm from the edge" in why for why in found)
    button = next(f for f in good if f.kind == "button")
    card, seat = loaded.card, loaded.seats[1]
    for x, y, why in (
        (
            button.x_mm + 12,
            button.y_mm,
            f"from button {button.name} (row {button.row}), least is 17",
        ),
        (card.x_mm + 34, card.y_mm, "from the play slot, least is 5"),
        (seat.x_mm, seat.y_mm + 8, f"from {seat.name}, least is"),
    ):
        near = fittings.Fitting("screw", "", x, y, 4.2, 20)
        assert any(
            why in said and "row 20" in said for said in fittings.problems(loaded, [*good, near])
        )
    assert any("buttons for" in why for why in fittings.problems(loaded, good[1:]))


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("paper", sheets.PAPERS)
def test_a_tiles_words_meet_neither_the_bar_nor_the_map_of_tiles(board, paper):
    def corners(shapes):
        spots = []
        for shape in shapes:
            for step in shape.steps:
                flat = [n for v in step[1:] for n in (v if isinstance(v, tuple) else (v,))]
                spots += list(zip(flat[::2], flat[1::2], strict=True))
        xs, ys = zip(*spots, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    drawing = shown(board)
    size, tiles = sheets.tiles_of(drawing, paper)
    for tile in tiles:
        words = corners(sheets._caption(drawing, size, tile, sheets.NOTE))
        map_left = size[0] - tile.at[0] - 4 - 4 * max(t.column + 1 for t in tiles)
        assert words[0] >= 4 and words[1] >= 3 and words[2] < map_left
        assert words[3] < size[1] - 20, "the bar stands below"
