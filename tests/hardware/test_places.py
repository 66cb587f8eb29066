# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Circuit boards hang where there is room for them and their standoffs, and no holder reaches into the frame."""

import csv
import dataclasses
import math

import pytest

from tavle.board import cables, fittings, geometry, places, template
from tavle.errors import TavleError
from tavle.paths import hardware

BOARDS = geometry.boards()


@pytest.mark.parametrize("board", BOARDS)
def test_template_drills_four_standoffs_for_every_circuit_board(board):
    loaded = geometry.load(board)
    found = places.load(loaded)
    drawn = template.drawing_of(loaded, "above")
    holes = [shape for shape in drawn.shapes if shape.layer == "STANDOFF"]
    assert len(holes) == 4 * len(found) == 4 * (-(-len(loaded.spaces) // 8) + 1)
    for place in found:
        middle = [(s.x, s.y) for s in holes if s.name == place.name]
        assert sorted(middle) == sorted(place.holes())
        wide, tall = places.SIZES_MM[place.kind]
        apart = sorted({round(math.dist(middle[0], p), 6) for p in middle[1:]})
        sides = (wide - 8, tall - 8, math.hypot(wide - 8, tall - 8))
        assert apart == sorted({round(side, 6) for side in sides})
    below = template.drawing_of(loaded, "below")
    outlines = [shape for shape in below.shapes if shape.layer == "CIRCUIT"]
    assert sorted(s.name for s in outlines) == sorted(p.name for p in found)


@pytest.mark.parametrize("board", BOARDS)
def test_wood_is_left_around_every_standoff(board):
    loaded = geometry.load(board)
    sizes = fittings.sizes()
    least = 1.5 + sizes["standoff"]["head_d_mm"] / 2
    for place in places.load(loaded):
        for point in place.holes():
            for i in loaded.spaces:
                window = math.dist(point, (i.x_mm, i.y_mm)) - sizes["window"]["d_mm"] / 2
                slot = fittings.from_reed(i, point) - sizes["slot"]["w_mm"] / 2
                assert min(window, slot) >= least, (place.name, i.name)


def moved(found, name, **change):
    return [dataclasses.replace(p, **change) if p.name == name else p for p in found]


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_that_runs_into_something_is_refused_with_row_and_column(board):
    loaded = geometry.load(board)
    found = places.load(loaded)
    first, second, carrier = found[0], found[1], found[-1]

    def said(changed):
        return "\n".join(places.problems(loaded, changed))

    assert said(found) == ""
    x, y = second.x_mm + 20, second.y_mm
    assert "Reader-8 1 lies less than 4 mm" not in said(found)
    assert "lies less than 4 mm from Reader-8 1" in said(
        moved(found, "Reader-8 1", x_mm=x, y_mm=y)
    )
    at_card = moved(found, "Reader-8 2", x_mm=loaded.card.x_mm, y_mm=loaded.card.y_mm)
    assert f"row {second.row}, column x_mm, y_mm: Reader-8 2 lies under the play slot" in said(
        at_card
    )
    assert "the carrier board is 4 mm from the edge, least is 10" in said(
        moved(found, "the carrier board", x_mm=60.0)
    )
    space = loaded.spaces[0]
    wide, tall = first.size_mm
    over = {"x_mm": space.x_mm + wide / 2 - 4, "y_mm": space.y_mm + tall / 2 - 4}
    assert f"has a standoff in the holder of {space.name}" in said(
        moved(found, "Reader-8 1", **over)
    )
    far = {"x_mm": carrier.x_mm, "y_mm": carrier.y_mm}
    away = {p.name for p in found[:-1] if any(
        math.dist((i.x_mm, i.y_mm), tuple(far.values())) > places.REED_WIRE_MM
        for i in places.reeds_of(loaded, p.number))}  # fmt: skip
    for name in away:
        assert "mm from one of its reeds" in said(moved(found, name, **far))
    assert "wanted Reader-8 1 to" in said(found[1:])


def test_a_row_that_is_no_place_is_named(tmp_path, monkeypatch):
    loaded = geometry.load("ludo")
    text = (places.board_folder("ludo") / "places.csv").read_text()
    monkeypatch.setattr(places, "board_folder", lambda _: tmp_path)
    for wrong in ("reader8,1,here,20,0", "reader8,1,10,20,45", "reader9,1,10,20,0", "reader8,1"):
        lines = text.splitlines()
        lines[1] = wrong
        (tmp_path / "places.csv").write_text("\n".join(lines))
        with pytest.raises(TavleError, match="row 2: wanted kind,number"):
            places.load(loaded)
    (tmp_path / "places.csv").unlink()
    with pytest.raises(TavleError, match=r"python -m tavle\.board\.places ludo"):
        places.load(loaded)


@pytest.mark.long
@pytest.mark.parametrize("board", BOARDS)
def test_file_is_what_the_search_proposes(board):
    loaded = geometry.load(board)
    assert (
        places.text_of(places.propose(loaded))
        == (places.board_folder(board) / "places.csv").read_text()
    )


@pytest.mark.parametrize("board", BOARDS)
def test_no_holder_reaches_into_the_frame(board):
    """The whole flange, arm included, stays clear of the wall; a reed turned outwards at the edge is refused."""
    loaded = geometry.load(board)
    found = fittings.load(loaded)
    wide, tall = loaded.size_mm
    wall = fittings.sizes()["sheet"]["frame_w_mm"]
    arm = fittings.sizes()["holder"]["arm_w_mm"] / 2
    end = fittings.sizes()["slot"]["reach_mm"] + 1.2
    for i in loaded.spaces:
        x, y = template.along(i, end - arm)
        assert min(x, y, wide - x, tall - y) - arm > wall, i.name
    edge = min(loaded.spaces, key=lambda i: i.y_mm)
    items = [dataclasses.replace(i, axis_deg=285.0) if i == edge else i for i in loaded.items]
    out = "\n".join(fittings.problems(geometry.Geometry(board, items), found))
    close = edge.y_mm - (end - arm) * math.cos(math.radians(15)) - arm < wall
    assert (f"the holder of {edge.name} reaches" in out) == close
    assert close or board != "partners"


def test_connectors_are_where_the_boards_have_them():
    """What cables run to, in mm from a board's upper left corner, which lies at 50, 50 of KiCad's page."""
    wanted = {
        "reader8": [*cables.REEDS_MM, cables.IN_MM, cables.OUT_MM],
        "carrier": [*cables.BUTTONS_MM, *cables.LIGHTS_MM, cables.READER_MM, cables.CHAIN_MM, cables.END_MM],
    }  # fmt: skip
    names = {
        "reader8": [*(f"J{n}" for n in range(3, 11)), "J1", "J2"],
        "carrier": [*(f"J{n}" for n in range(6, 11)), "J2", "J3", "J11", "J4", "J5"],
    }
    for kind, points in wanted.items():
        file = hardware() / "electronics" / "assembly" / f"cpl-{kind}.csv"
        lines = file.read_text(encoding="utf-8").splitlines()
        rows = {row["Designator"]: row for row in csv.DictReader(lines)}
        for name, point in zip(names[kind], points, strict=True):
            there = float(rows[name]["Mid X"]) - 50, -float(rows[name]["Mid Y"]) - 50
            assert there == pytest.approx(point, abs=0.02), (kind, name)


def test_a_point_of_a_board_lies_where_its_edge_does():
    """Seen from below x is mirrored; turned by 90 degrees the upper edge looks to the left of the table."""
    flat, turned = (places.Place("carrier", 0, 200.0, 300.0, turn) for turn in (0, 90))
    assert cables.on_table(flat, (0.0, 0.0)) == (250.0, 250.0)
    assert cables.on_table(turned, (0.0, 0.0)) == (150.0, 250.0)
    # The USB plug is at the upper edge, however the board is turned.
    for place in (flat, turned):
        (middle, (wide, tall)) = place.plugs()[0]
        x, y = cables.on_table(place, (places.USB_AT_MM, 0.0))
        assert math.dist((x, y), middle) == pytest.approx(max(wide, tall) / 2)
