# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A whole table put together from the drawings: nothing shares room, leads and screws reach, plugs come out, the bottom comes off."""

import copy
import math

import pytest

from tavle.board import assembly, cables, fittings, geometry, harness, template
from tavle.errors import TavleError
from tavle.field.parts import facts
from tavle.paths import hardware

BOARDS = geometry.boards()


@pytest.fixture
def size(monkeypatch):
    """Return the sizes of build.toml as a copy that a test may change."""
    changed = copy.deepcopy(fittings.sizes())
    monkeypatch.setattr(fittings, "sizes", lambda: changed)
    return changed


@pytest.mark.parametrize("board", BOARDS)
def test_no_two_parts_share_room(board):
    loaded = geometry.load(board)
    found = assembly.bodies(loaded)
    kinds = {body.kind for body in found}
    wanted = {"frame", "bottom", "holder", "cup", "wires", "light", "standoff", "circuit", "plug", "button", "screw", "nut",
              "reader", "foot"}  # fmt: skip
    assert kinds == (wanted if loaded.card else wanted - {"reader"})
    assert sum(body.kind == "cup" for body in found) == len(loaded.spaces)
    assert list(assembly.clashes(found)) == []


@pytest.mark.parametrize(
    ("table", "name", "wrong", "who"),
    [
        ("standoff", "height_mm", 10.0, "Reader-8"),
        ("sheet", "frame_mm", 20.0, "bottom"),
        ("pcb", "parts_mm", 20.0, "bottom"),
        ("pcb", "tails_mm", 6.0, "wires"),
        ("cup", "led_mm", 14.0, "Reader-8"),
        ("cup", "wires_mm", 8.0, "Reader-8"),
        ("button", "deep_mm", 37.0, "bottom"),
        ("button", "over_mm", 44.0, "button"),
        ("holder", "flange_d_mm", 27.0, "holder"),
        ("sheet", "frame_w_mm", 12.0, "frame"),
    ],
)
def test_a_part_of_a_wrong_size_is_seen(size, table, name, wrong, who):
    """On Partners, where room is least; the places of the boards stay as they are in the file."""
    loaded = geometry.load("partners")
    good = assembly.bodies(loaded)
    assert list(assembly.clashes(good)) == []
    size[table][name] = wrong
    try:
        found = list(assembly.clashes(assembly.bodies(loaded)))
    except TavleError as error:  # refused before anything is put together: just as good
        found = [str(error)]
    assert any(who in line for line in found), found[:5]


@pytest.mark.parametrize("board", BOARDS)
def test_with_the_bottom_off_every_plug_comes_out(board):
    """Down by as much as a ribbon's plug is deep; nothing hangs at the bottom, so no wire is in its way."""
    found = assembly.bodies(geometry.load(board))
    hanging = [b for b in found if b.kind not in ("bottom", "nut", "foot", "screw")]
    deep = fittings.sizes()["sheet"]["frame_mm"]
    assert all(prism.bottom <= deep for body in hanging for prism in body.prisms)
    pulled = [b.lowered(20.0) if b.kind in ("circuit", "plug") else b for b in hanging]
    assert list(assembly.clashes(pulled)) == []
    blocked = [b.lowered(20.0) if b.kind == "circuit" else b for b in found]
    assert any("and bottom" in line or "bottom and" in line for line in assembly.clashes(blocked))


def test_every_screw_grips():
    """M4 through the sheets into its nut and not beyond the feet; M3 into the standoff from both sides without meeting."""
    s = fittings.sizes()
    over = s["screw"]["length_mm"] - assembly.stack_mm()
    assert over >= s["screw"]["nut_mm"] + 0.5
    assert over < s["foot"]["height_mm"] - 2
    into = s["screw"]["m3_mm"] - s["sheet"]["carrier_mm"]
    below = s["screw"]["m3_below_mm"] - s["pcb"]["thick_mm"]
    assert min(into, below) >= 3.5, "a thread of M3 holds from its diameter on"
    assert into + below < s["standoff"]["height_mm"]
    face = s["sheet"]["film_mm"] + s["sheet"]["diffuser_mm"] + s["sheet"]["carrier_mm"]
    assert s["button"]["thread_mm"] >= face + 2.5


@pytest.mark.parametrize("board", BOARDS)
def test_only_screws_beside_the_frame_go_without_a_tube(board):
    loaded = geometry.load(board)
    found = [f for f in fittings.load(loaded) if f.kind == "screw"]
    inner = [f for f in found if assembly.spacer_needed(loaded, f)]
    assert inner and len(inner) < len(found)
    wide, tall = loaded.size_mm
    for one in found:
        edge = min(one.x_mm, one.y_mm, wide - one.x_mm, tall - one.y_mm)
        assert (one in inner) == (edge > fittings.sizes()["sheet"]["frame_w_mm"] + 12)


def test_leads_reach_as_sold_and_lie_in_their_holder():
    """Cropped leads: no longer than what is sold, straight within slot and bore, and long enough for a joint off the glass."""
    s, reed = fittings.sizes(), facts()["reed"]
    sold = (reed["overall_mm"] - reed["glass_mm"]) / 2
    longest = s["reed"]["lead_mm"] + s["reed"]["lead_fit_mm"]
    shortest = s["reed"]["lead_mm"] - s["reed"]["lead_fit_mm"]
    assert longest < sold
    # Soldered no nearer than 1 mm to the glass (OKI's notes on mounting).
    assert shortest - s["reed"]["joint_mm"] >= 1.0
    middle, half = fittings.reed_mm(), reed["glass_mm"] / 2
    assert middle + half + longest < s["slot"]["reach_mm"]
    hole = assembly.wire_hole_mm(middle) + s["reed"]["wire_d_mm"] / 2
    assert hole < middle + half + longest and hole < s["slot"]["reach_mm"] - 0.5
    bore = (s["window"]["d_mm"] - s["holder"]["fit_mm"]) / 2 - s["holder"]["wall_mm"]
    inner = middle - half - longest
    assert -bore + s["reed"]["wire_d_mm"] < inner < bore, "room for the wire to turn down"


@pytest.mark.parametrize("board", BOARDS)
def test_what_goes_through_the_sheets_has_a_hole_that_is_larger(board):
    s = fittings.sizes()
    loaded = geometry.load(board)
    drawn = template.drawing_of(loaded, "above")
    for layer, shank in (("SCREW", s["screw"]["d_mm"]), ("STANDOFF", 3.0), ("BUTTON", 15.9)):
        holes = [shape for shape in drawn.shapes if shape.layer == layer]
        assert holes and all(shank + 0.05 <= 2 * shape.r <= shank + 0.5 for shape in holes), layer
    assert (
        s["screw"]["over_mm"] < s["spacer"]["d_mm"] and s["spacer"]["bore_mm"] > s["screw"]["d_mm"]
    )
    # Countersunk heads (DIN 7991): 2.3 mm of M4 in the face, 1.7 mm of M3 in the carrier sheet.
    assert s["sheet"]["diffuser_mm"] > 2.3 and s["sheet"]["carrier_mm"] > 1.7


@pytest.mark.parametrize("board", BOARDS)
def test_no_cable_ends_at_the_bottom(board):
    """Everything a cable joins hangs under the face: the bottom comes off without a wire."""
    loaded = geometry.load(board)
    plan = harness.of(loaded)
    found = {body.name: body for body in assembly.bodies(loaded)}
    ends = [place.name for place in (*plan.readers, plan.carrier)]
    ends += [f"button {name}" for name in plan.buttons]
    ends += [f"wires {i.name}" for i in loaded.spaces] + [f"light {i.name}" for i in loaded.seats]
    ends += ["card reader"] if loaded.card else []
    assert all(found[end].owner != "bottom" for end in ends)


@pytest.mark.long
@pytest.mark.parametrize("board", BOARDS)
def test_every_cable_finds_its_way_and_is_cut_long_enough(board):
    """Around cups, screws and standoffs, above the bottom, with a centimetre to strip; no cable runs through anything."""
    loaded = geometry.load(board)
    plan = harness.of(loaded)
    found = assembly.bodies(loaded)
    known = cables.of(loaded, found)
    lights = len(loaded.spaces) + len(loaded.seats)
    single = len(plan.buttons) + 2 + (1 if loaded.card else 0)
    assert len(known) == 2 * len(loaded.spaces) + lights - 1 + len(plan.ribbons) + single
    for cable in known:
        assert cable.long_mm + 10 <= cable.cut_mm <= cable.long_mm + 200, cable.name
    runs = [cable.body for cable in known]
    deep = fittings.sizes()["sheet"]["frame_mm"]
    assert all(prism.bottom <= deep for body in runs for prism in body.prisms)
    assert list(assembly.clashes([*found, *runs])) == []
    # Somebody moves a screw onto a way: it is seen.
    x, y = known[0].way[1]
    post = assembly.Body("a post", "screw", "a post", (assembly.Prism(((x, y),), 2.0, 0, deep),))
    assert any("a post" in line for line in assembly.clashes([*runs, post]))


def test_capacitor_and_pico_are_lower_than_the_plugs():
    s = fittings.sizes()["pcb"]
    # Socket strip 8.5, the Pico's own header 2.5, board 1, USB socket 2.7 mm.
    assert max(s["capacitor_mm"], 8.5 + 2.5 + 1.0 + 2.7) <= s["parts_mm"]


@pytest.mark.drawing
def test_printed_parts_stay_within_the_room_they_are_given():
    import trimesh

    s = fittings.sizes()
    loaded = geometry.load("ludo")
    space = loaded.spaces[0]
    found = {b.kind: b for b in assembly.bodies(loaded) if b.owner == space.name}
    flange = s["holder"]["flange_mm"]
    for name, kind, low in (
        ("reed-holder", "holder", -flange),
        ("light-cup", "cup", -flange - assembly.cup_deep_mm()),
    ):
        points = trimesh.load_mesh(hardware() / "cad" / f"{name}.stl").vertices
        turn = math.radians(space.axis_deg)
        deepest = 0.0
        for px, py, pz in points:
            depth = -(pz + low)
            deepest = max(deepest, depth)
            if depth <= 0.01 or (kind == "cup" and depth <= flange + 0.01):
                continue  # in the sheet's window, or the lip in the holder's bore
            x = space.x_mm + px * math.cos(turn) + py * math.sin(turn)
            y = space.y_mm + px * math.sin(turn) - py * math.cos(turn)
            dot = assembly.Body("", "", "", (assembly.Prism(((x, y),), 0.05, depth - 0.1, depth),))
            grown = assembly.Body("", "", "", tuple(
                assembly.Prism(p.core, p.r + 0.05, p.top - 0.1, p.bottom + 0.05) for p in found[kind].prisms))  # fmt: skip
            assert assembly.meet(dot, grown), (name, px, py, pz)
        assert deepest == pytest.approx(max(p.bottom for p in found[kind].prisms), abs=0.02)


@pytest.mark.drawing
def test_one_space_as_solids_shares_no_room():
    """Holder, cup, pixel board, light, glass, leads and carrier sheet, as they are printed and bought, cut with each other."""
    from build123d import Box, Cylinder, Pos, Rot, SlotOverall, extrude, import_step

    s, reed = fittings.sizes(), facts()["reed"]
    cad = hardware() / "cad"
    flange, thick, glass_d = (
        s["holder"]["flange_mm"],
        s["sheet"]["carrier_mm"],
        s["reed"]["glass_d_mm"],
    )
    axis = thick - glass_d / 2
    chip = thick - s["cup"]["led_mm"] - s["cup"]["chip_mm"]
    lead = s["reed"]["lead_mm"]
    sheet = Pos(6, 0, thick / 2) * Box(60, 40, thick) - Pos(0, 0, thick / 2) * Cylinder(
        s["window"]["d_mm"] / 2, thick
    )
    reach = s["slot"]["reach_mm"]
    sheet -= Pos(reach / 2, 0, 0) * extrude(SlotOverall(reach, s["slot"]["w_mm"]), thick)
    middle, half = fittings.reed_mm(), reed["glass_mm"] / 2

    def along(x, r, long):
        return Pos(x, 0, axis) * Rot(0, 90, 0) * Cylinder(r, long)

    solids = {
        "sheet": sheet,
        "holder": Pos(0, 0, -flange) * import_step(cad / "reed-holder.step"),
        "cup": Pos(0, 0, -flange - assembly.cup_deep_mm()) * import_step(cad / "light-cup.step"),
        "pixel": Pos(0, 0, chip - s["cup"]["pixel_mm"] / 2) * Cylinder(5.0, s["cup"]["pixel_mm"]),
        "light": Pos(0, 0, chip + s["cup"]["chip_mm"] / 2) * Box(5, 5, s["cup"]["chip_mm"]),
        "glass": along(middle, glass_d / 2, 2 * half),
        "lead in": along(middle - half - lead / 2, s["reed"]["lead_d_mm"] / 2, lead),
        "lead out": along(middle + half + lead / 2, s["reed"]["lead_d_mm"] / 2, lead),
        "wire out": Pos(assembly.wire_hole_mm(middle), 0, -1) * Cylinder(s["reed"]["wire_d_mm"] / 2, 2 * axis),
    }  # fmt: skip
    names = list(solids)
    for n, one in enumerate(names):
        for other in names[:n]:
            if {one, other} == {"lead out", "wire out"}:
                continue  # soldered on each other
            cut = solids[one] & solids[other]
            assert (cut.volume if cut else 0.0) < 0.05, (one, other)
    # The pixel board rests against the ledge: a little further up it is in the cup.
    up = Pos(0, 0, 0.3) * solids["pixel"] & solids["cup"]
    assert up.volume > 1
