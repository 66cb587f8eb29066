# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The printed parts as they are committed: closed bodies, of the right size, that fit the holes they go into."""

import math

import pytest

from tavle.board import assembly, fittings, geometry
from tavle.field.parts import facts, size_of
from tavle.paths import hardware

CAD = hardware() / "cad"
PAWNS = [f"pawn-{colour}" for colour in ("red", "green", "blue", "yellow")]
PARTS = [*PAWNS, "reed-holder", "light-cup", "drilling-jig", "card-frame", "spacer", "test-jig"]
pytestmark = pytest.mark.drawing


def mesh(name):
    import trimesh

    return trimesh.load_mesh(CAD / f"{name}.stl")


def points(name):
    return [tuple(map(float, p)) for p in mesh(name).vertices]


def test_every_part_is_there_as_step_and_stl_and_nothing_else():
    for kind in ("step", "stl"):
        assert sorted(path.stem for path in CAD.glob(f"*.{kind}")) == sorted(PARTS)


@pytest.mark.parametrize("name", PARTS)
def test_stl_is_one_closed_body_on_the_bed(name):
    body = mesh(name)
    assert body.is_watertight and body.is_winding_consistent and body.is_volume
    assert body.body_count == 1
    assert body.bounds[0][2] == pytest.approx(0, abs=0.01)
    assert body.volume > 300
    # A printer at home: no wall of a part reaches over a 200 mm bed.
    assert max(body.extents) < 200


@pytest.mark.parametrize("name", PARTS)
def test_step_holds_the_same_body_as_the_stl(name):
    from build123d import import_step

    step = import_step(CAD / f"{name}.step")
    body = mesh(name)
    assert step.volume == pytest.approx(body.volume, rel=0.01)
    box = step.bounding_box()
    assert tuple(box.size) == pytest.approx(tuple(body.extents), abs=0.1)


@pytest.mark.parametrize("name", PAWNS)
def test_pawn_holds_the_magnet_of_the_model_at_its_height(name):
    choice, size = facts()["choice"], fittings.sizes()["pawn"]
    magnet_d, magnet_t = size_of(choice["magnet"])
    found = points(name)
    pocket = (magnet_d + size["magnet_fit_mm"]) / 2
    rim = {round(z, 2) for x, y, z in found if z < 25 and abs(math.hypot(x, y) - pocket) < 0.01}
    # From the felt's upper face, where the magnet begins, to the ceiling over the weight.
    assert rim == {choice["cover_mm"], round(choice["cover_mm"] + magnet_t + size["weight_mm"], 2)}
    foot = max(math.hypot(x, y) for x, y, z in found if z < 5)
    assert 2 * foot == pytest.approx(facts()["pawn"]["foot_mm"], abs=0.02)
    assert max(z for _, _, z in found) == pytest.approx(size["height_mm"], abs=0.02)
    # A crowd of pawns must not touch by their heads: none is wider than the foot by much.
    assert max(math.hypot(x, y) for x, y, z in found if z > 10) <= foot + 0.7


@pytest.mark.parametrize("name", PAWNS)
def test_pawn_is_as_heavy_as_the_model_needs(name):
    """Two pawns on one space repel: plastic (PLA, 1.24 g/cm3), brass (8.4) and magnet (7.5) together hold by friction."""
    magnet_d, magnet_t = size_of(facts()["choice"]["magnet"])
    disc = math.pi / 4 * magnet_d**2 / 1000
    brass = disc * fittings.sizes()["pawn"]["weight_mm"] * 8.4
    assert (
        mesh(name).volume / 1000 * 1.24 + brass + disc * magnet_t * 7.5
        >= facts()["pawn"]["mass_g"]
    )


def test_heads_of_the_four_colours_are_told_apart_by_touch():
    """Area and greatest width of the head's section, and a hole in the ring: every pair differs plainly in one."""
    looks = {}
    for name in PAWNS:
        ring = [(x, y) for x, y, z in points(name) if z > 30]
        widths = [max(x * math.cos(a) + y * math.sin(a) for x, y in ring)
                  - min(x * math.cos(a) + y * math.sin(a) for x, y in ring)
                  for a in (math.pi * k / 36 for k in range(36))]  # fmt: skip
        hole = any(math.hypot(x, y) < 3.4 and 30 < z < 36 for x, y, z in points(name))
        looks[name] = (max(widths) / min(widths), max(widths), hole)
    ratio = {name: look[0] for name, look in looks.items()}
    assert looks["pawn-yellow"][2] and not any(looks[n][2] for n in PAWNS if n != "pawn-yellow")
    assert ratio["pawn-yellow"] < 1.02
    assert 1.05 < ratio["pawn-red"] < 1.2
    assert 1.2 < ratio["pawn-green"] < 1.45
    assert ratio["pawn-blue"] > 1.5


def test_reed_holder_fits_window_and_slot_in_one_way_and_holds_the_reed_at_its_place():
    s = fittings.sizes()
    flange, half_window = s["holder"]["flange_mm"], s["window"]["d_mm"] / 2
    half_slot, reach = s["slot"]["w_mm"] / 2, s["slot"]["reach_mm"]
    reeds = {i.reed_mm for b in geometry.boards() for i in geometry.load(b).spaces}
    assert len(reeds) == 1
    found = points("reed-holder")
    inserted = [p for p in found if p[2] > flange + 0.01]
    for x, y, _ in inserted:
        in_window = math.hypot(x, y) <= half_window - s["holder"]["fit_mm"] / 2 + 0.01
        in_slot = 0 < x <= reach and abs(y) <= half_slot - s["holder"]["fit_mm"] / 2 + 0.01
        assert in_window or in_slot, (x, y)
    # Turned by any other angle the arm would stand on the wood.
    assert max(x for x, _, _ in inserted) > half_window + 5
    assert max(z for _, _, z in inserted) <= flange + s["sheet"]["carrier_mm"]
    # The groove's floor carries the glass so that its top meets the diffuser.
    axis_z = flange + s["sheet"]["carrier_mm"] - s["reed"]["glass_d_mm"] / 2
    floor = min(z for x, y, z in found if 10 < x < 15.4 and abs(y) < 0.6 and z > flange + 0.05) if any(
        10 < x < 15.4 and abs(y) < 0.6 and z > flange + 0.05 for x, y, z in found) else None  # fmt: skip
    ends = [p for p in found if abs(p[1]) < 0.35 and flange < p[2] < axis_z - 0.9]
    assert ends, "the groove is there"
    low = min(p[2] for p in ends if p[2] > flange + 0.2)
    assert low == pytest.approx(axis_z - s["reed"]["glass_d_mm"] / 2 - 0.05, abs=0.06)
    assert floor is None or floor >= low - 0.01
    end = reeds.pop() + facts()["reed"]["glass_mm"] / 2
    assert any(abs(p[0] - end) < 1.3 for p in ends), "the groove ends where the glass ends"


def test_holder_lets_the_wire_of_the_outer_lead_down_through_its_arm():
    hole = assembly.wire_hole_mm(fittings.reed_mm())
    wire = fittings.sizes()["reed"]["wire_d_mm"]
    rim = [p for p in points("reed-holder") if p[2] < 0.01 and math.hypot(p[0] - hole, p[1]) < 1.5]
    assert len(rim) > 10
    assert all(math.hypot(x - hole, y) >= wire / 2 + 0.1 for x, y, _ in rim)


def test_flanges_of_neighbours_do_not_touch():
    s = fittings.sizes()
    widest = max(math.hypot(x, y) for x, y, _ in points("reed-holder") if x < 5)
    pitch = min(a.distance_mm(b) for board in geometry.boards()
                for n, a in enumerate(geometry.load(board).spaces)
                for b in geometry.load(board).spaces[:n])  # fmt: skip
    assert 2 * widest < pitch - 1
    assert 2 * widest == pytest.approx(s["holder"]["flange_d_mm"], abs=0.05)


def test_cup_fits_under_the_holder_and_puts_the_light_at_its_depth():
    s = fittings.sizes()
    cup = points("light-cup")
    bore = (s["window"]["d_mm"] - s["holder"]["fit_mm"]) / 2 - s["holder"]["wall_mm"]
    top = max(z for _, _, z in cup)
    lip = max(math.hypot(x, y) for x, y, z in cup if z > top - 0.01)
    assert 0.05 <= bore - lip <= 0.2
    shoulder = max(z for x, y, z in cup if math.hypot(x, y) > bore + 0.3)
    assert top - shoulder == pytest.approx(s["cup"]["lip_mm"], abs=0.01), "enough to glue"
    # A ring of the pixel board's own rim lies against the ledge.
    ledge = {
        round(z, 2) for x, y, z in cup if abs(math.hypot(x, y) - s["cup"]["ledge_d_mm"] / 2) < 0.02
    }
    seat = min(ledge)
    assert s["cup"]["led_d_mm"] - s["cup"]["ledge_d_mm"] >= 1.5
    assert max(ledge) - seat == pytest.approx(s["cup"]["ledge_mm"], abs=0.02)
    assert seat - s["cup"]["pixel_mm"] >= 0.3, "a rim for the glue"
    below_diffuser = s["sheet"]["carrier_mm"] + s["holder"]["flange_mm"] + shoulder - seat
    assert below_diffuser - s["cup"]["chip_mm"] == pytest.approx(s["cup"]["led_mm"], abs=0.02)
    # A pixel board as it is sold goes in, and one of 9.6 mm is not what this hole is for.
    pocket = max(math.hypot(x, y) for x, y, z in cup if z < seat - 0.01 and math.hypot(x, y) < 6)
    assert 10.05 <= 2 * pocket <= 10.35


def test_card_frame_fits_its_cut_out_and_takes_every_card():
    from tavle.board.shapes import CARD_MM

    card = fittings.sizes()["card"]
    assert tuple(card["inside_mm"]) == CARD_MM
    found = points("card-frame")
    tray = [p for p in found if 1.3 < p[2] < 2.9]
    assert 2 * max(abs(p[0]) for p in tray) <= card["cutout_mm"][0] - 0.3
    assert 2 * max(abs(p[1]) for p in tray) <= card["cutout_mm"][1] - 0.3
    assert 2 * max(abs(p[0]) for p in found) > card["cutout_mm"][0] + 3, (
        "the rim hangs in the cut-out"
    )


def test_two_space_jig_is_the_closest_pair_of_all_boards():
    pitch = min(a.distance_mm(b) for board in geometry.boards()
                for n, a in enumerate(geometry.load(board).spaces)
                for b in geometry.load(board).spaces[:n])  # fmt: skip
    d = fittings.sizes()["window"]["d_mm"]
    for x in (-pitch / 2, pitch / 2):
        rim = [p for p in points("test-jig") if abs(math.hypot(p[0] - x, p[1]) - d / 2) < 0.02]
        assert len(rim) > 20
