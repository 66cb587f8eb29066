# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Drill and laser templates: every hole where the geometry has it, room for every part, a clean DXF."""

import itertools
import math

import pytest

from tavle import cli
from tavle.board import fittings, geometry, template
from tavle.board.drawing import Circle
from tavle.field.parts import facts
from tavle.paths import hardware

BOARDS = geometry.boards()
WEB_MM = 3.0  # least wood between two openings


def of_layer(drawing, layer):
    return [shape for shape in drawing.shapes if shape.layer == layer]


@pytest.mark.parametrize("board", BOARDS)
def test_every_space_has_one_window_one_slot_and_three_drills(board):
    loaded = geometry.load(board)
    drawn = template.drawing_of(loaded, "above")
    names = sorted(i.name for i in loaded.spaces)
    assert sorted(s.name for s in of_layer(drawn, "WINDOW")) == names
    assert sorted(s.name for s in of_layer(drawn, "SLOT")) == names
    assert sorted(s.name for s in of_layer(drawn, "SLOT_DRILL")) == sorted(names * 3)
    assert sorted(s.name for s in of_layer(drawn, "SEAT_WINDOW")) == sorted(
        i.name for i in loaded.seats
    )
    assert sorted(s.name for s in of_layer(drawn, "BUTTON")) == sorted(
        [*loaded.shape.colours, "table"]
    )
    assert {s.layer for s in drawn.shapes} <= set(template.LAYERS)
    places = {s.name: (s.x, s.y) for s in of_layer(drawn, "WINDOW")}
    assert all(places[i.name] == (i.x_mm, i.y_mm) for i in loaded.spaces)


@pytest.mark.parametrize("board", BOARDS)
def test_buttons_and_screws_are_the_same_for_every_seat(board):
    """Turned by a quarter, every one but the table's button lies on another one."""
    loaded = geometry.load(board)
    wide, tall = loaded.size_mm
    found = [one for one in fittings.load(loaded) if one.name != "table"]
    holes = {(one.kind, one.x_mm, one.y_mm, one.d_mm) for one in found}
    assert wide == tall
    assert holes == {(kind, wide - y, x, d) for kind, x, y, d in holes}


@pytest.mark.parametrize("board", BOARDS)
def test_reeds_lie_at_the_axis_and_distance_of_the_geometry(board):
    """Seen from above: middle of the glass, its ends, and the slot around it."""
    reed, glass = facts()["reed"]["glass_mm"], fittings.sizes()["reed"]["glass_d_mm"]
    for item in geometry.load(board).spaces:
        xs, ys = zip(*template.glass(item, template.Look("", "", 0)).points())
        middle = ((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)
        wanted = template.along(item, item.reed_mm)
        assert math.dist(middle, wanted) < 0.01, item.name
        angle = math.degrees(math.atan2(wanted[1] - item.y_mm, wanted[0] - item.x_mm)) % 360
        assert min(abs(angle - item.axis_deg % 360), 360 - abs(angle - item.axis_deg % 360)) < 1e-6
        far = max(math.dist((item.x_mm, item.y_mm), p) for p in zip(xs, ys))
        assert far == pytest.approx(item.reed_mm + reed / 2, abs=0.1)
        slot = template.slot(item, template.Look("", "", 0)).points()
        reach = max(math.dist((item.x_mm, item.y_mm), p) for p in slot)
        # The glass and its straight lead lie in the slot, with a holder around the glass.
        assert reach >= item.reed_mm + reed / 2 + fittings.sizes()["reed"]["lead_mm"]
        assert (
            fittings.sizes()["slot"]["w_mm"] - glass >= 2 * fittings.sizes()["holder"]["wall_mm"]
        )


@pytest.mark.parametrize("board", BOARDS)
def test_wood_is_left_between_openings_and_at_the_edge(board):
    loaded = geometry.load(board)
    sizes = fittings.sizes()
    window, half = sizes["window"]["d_mm"] / 2, sizes["slot"]["w_mm"] / 2
    wide, tall = loaded.size_mm
    ends = {}
    for i in loaded.spaces:
        line = [
            template.along(i, 0.5 * k)
            for k in range(int(2 * (sizes["slot"]["reach_mm"] - half)) + 1)
        ]
        ends[i.name] = line
        for x, y in line:
            assert min(x, y, wide - x, tall - y) >= half + WEB_MM, i.name
    for one, other in itertools.combinations(loaded.spaces, 2):
        if one.distance_mm(other) > 50:
            continue
        assert one.distance_mm(other) >= 2 * window + WEB_MM
        for a, b in ((one, other), (other, one)):
            gap = min(math.dist(p, (b.x_mm, b.y_mm)) for p in ends[a.name])
            assert gap >= window + half + WEB_MM, (a.name, b.name)
        gap = min(math.dist(p, q) for p in ends[one.name] for q in ends[other.name])
        assert gap >= 2 * half + WEB_MM, (one.name, other.name)
        # Flanges of the holders do not touch.
        arm = sizes["holder"]["arm_w_mm"]
        assert gap >= arm + 0.5 and one.distance_mm(other) >= sizes["holder"]["flange_d_mm"] + 0.5


def test_drilled_slots_are_one_opening_with_their_window():
    """By hand: the holes overlap, reach as far as the slot, and the first one opens the window."""
    sizes = fittings.sizes()
    d, drills = sizes["slot"]["w_mm"], sizes["slot"]["drills_mm"]
    assert drills[0] - d / 2 < sizes["window"]["d_mm"] / 2 - 0.5
    assert all(b - a < d - 1 for a, b in itertools.pairwise(drills))
    assert drills[-1] + d / 2 == sizes["slot"]["reach_mm"]


def test_layers_put_the_reed_where_the_model_has_it():
    """Film, diffuser and half the thickest glass make the depth of the magnetic model, within its tolerance."""
    sheet, choice = fittings.sizes()["sheet"], facts()["choice"]
    depth = sheet["film_mm"] + sheet["diffuser_mm"] + fittings.sizes()["reed"]["glass_d_mm"] / 2
    assert depth == pytest.approx(choice["depth_mm"], abs=choice["height_tolerance_mm"] / 4)


@pytest.mark.parametrize("board", BOARDS)
def test_below_is_the_mirror_image(board):
    loaded = geometry.load(board)
    wide = loaded.size_mm[0]
    above, below = (template.drawing_of(loaded, side) for side in template.SIDES)
    for layer in template.CUT:
        for one, other in zip(of_layer(above, layer), of_layer(below, layer), strict=True):
            if isinstance(one, Circle):
                assert (wide - one.x, one.y, one.r) == (other.x, other.y, other.r)
            else:
                pairs = zip(one.points(), other.points(), strict=True)
                assert all(math.dist((wide - x, y), q) < 1e-6 for (x, y), q in pairs)
    assert of_layer(above, "REED") == [] and len(of_layer(below, "REED")) == len(loaded.spaces)
    with pytest.raises(ValueError, match="side must be one of above, below, not 'left'"):
        template.drawing_of(loaded, "left")


@pytest.mark.drawing
@pytest.mark.parametrize("side", template.SIDES)
@pytest.mark.parametrize("board", BOARDS)
def test_committed_dxf_audits_clean_and_agrees_with_the_geometry(board, side):
    import ezdxf

    loaded = geometry.load(board)
    wide, tall = loaded.size_mm
    document = ezdxf.readfile(hardware() / "templates" / f"{board}-{side}.dxf")
    assert not document.audit().errors and not document.audit().fixes
    assert document.units == ezdxf.units.MM
    space = document.modelspace()
    assert {e.dxf.layer for e in space} <= set(template.LAYERS)
    windows = [e for e in space if e.dxf.layer == "WINDOW"]
    found = {(round(e.dxf.center.x, 3), round(e.dxf.center.y, 3)) for e in windows}
    wanted = {
        (round(i.x_mm if side == "above" else wide - i.x_mm, 3), round(tall - i.y_mm, 3))
        for i in loaded.spaces
    }
    assert found == wanted and len(windows) == len(loaded.spaces)
    assert {e.dxf.radius for e in windows} == {fittings.sizes()["window"]["d_mm"] / 2}
    outline = [e for e in space if e.dxf.layer == "OUTLINE"]
    from ezdxf import bbox

    assert len(outline) == 1
    box = bbox.extents(outline, fast=False)
    assert tuple(box.extmin)[:2] == pytest.approx((0, 0), abs=0.01)
    assert tuple(box.extmax)[:2] == pytest.approx((wide, tall), abs=0.01)
    slots = [e for e in space if e.dxf.layer == "SLOT"]
    assert len(slots) == len(loaded.spaces) and all(e.closed for e in slots)
    # Round ends are arcs of half the width, on the outside.
    longest = fittings.sizes()["slot"]["reach_mm"]
    for e in slots:
        size = bbox.extents([e], fast=False).size
        assert (
            max(size.x, size.y) <= longest + 0.01 and math.hypot(size.x, size.y) >= longest - 0.01
        )


@pytest.mark.drawing
@pytest.mark.parametrize("board", BOARDS)
def test_committed_template_pdf_is_one_to_one(board):
    from pdf_reader import pages

    from tavle.board import sheets

    loaded = geometry.load(board)
    ((_, _, drawn),) = pages(hardware() / "templates" / f"{board}-above-sheet.pdf")
    d = fittings.sizes()["window"]["d_mm"]
    circles = [p.middle for p in drawn if abs(p.box[2] - p.box[0] - d) < 0.02]
    for i in loaded.spaces:
        place = (i.x_mm + sheets.MARGIN_MM, i.y_mm + sheets.MARGIN_MM)
        assert min(math.dist(place, c) for c in circles) < 0.1, i.name


@pytest.mark.drawing
def test_template_command_writes_every_kind_and_refuses_others(tmp_path, capsys):
    for name in ("x.dxf", "x.pdf", "x.svg"):
        assert cli.run(["board", "template", "ludo", str(tmp_path / name), "--side", "below"]) == 0
        assert (tmp_path / name).stat().st_size > 10_000
    # The order of some tables follows the interpreter's hashes; what they say does not.
    one, other = (
        sorted((folder / name).read_text().split())
        for folder, name in ((tmp_path, "x.dxf"), (hardware() / "templates", "ludo-below.dxf"))
    )
    assert one == other
    capsys.readouterr()
    assert cli.run(["board", "template", "ludo", str(tmp_path / "x.step")]) == 1
    assert "end it in .dxf, .svg or .pdf" in capsys.readouterr().err
