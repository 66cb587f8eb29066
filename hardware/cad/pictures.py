# SPDX-License-Identifier: Apache-2.0
"""The pictures of the guide: each part, the pawns side by side, one space taken apart and put together."""

import itertools
import math
from pathlib import Path

import numpy as np
import render
import trimesh
from parts import PAWNS

from tavle.board import assembly, fittings
from tavle.field.parts import facts, size_of

COLOURS: dict[str, render.Colour] = {
    "red": (206, 82, 72),
    "green": (82, 152, 116),
    "blue": (70, 124, 172),
    "yellow": (232, 178, 52),
}
_PRINT = (214, 208, 196)
_WOOD = (222, 190, 146)
_OPAL = (244, 246, 246)
_GLASS = (150, 190, 196)
_STEEL = (168, 174, 180)
_MAGNET = (150, 152, 158)
_BOARD = (52, 110, 84)
_WIRE = (196, 92, 60)


def write(meshes: dict[str, trimesh.Trimesh], folder: Path) -> None:
    """Write every picture beside the parts."""
    _pawns(meshes, folder / "pawns.png")
    for name in ("reed-holder", "light-cup", "drilling-jig", "card-frame", "spacer", "test-jig"):
        flat = name in ("test-jig", "card-frame", "drilling-jig")
        view = {"turn_deg": -28.0, "tilt_deg": 42.0 if flat else 34.0}
        render.picture([(meshes[name], _PRINT)], folder / f"{name}.png", (720, 520), **view)
    render.picture(_space(meshes, 16.0), folder / "space-apart.png", (900, 1000), -32.0, 20.0)
    section = folder / "space-section.png"
    render.picture(
        _space(meshes, 0.0), section, (1000, 760), 0.0, 10.0, whole=(_GLASS, _STEEL, _WIRE)
    )


def _at(mesh: trimesh.Trimesh, x: float = 0, y: float = 0, z: float = 0) -> trimesh.Trimesh:
    moved = mesh.copy()
    moved.apply_translation((x, y, z))
    return moved


def _pawns(meshes: dict[str, trimesh.Trimesh], file: Path) -> None:
    bodies = []
    for n, colour in enumerate(PAWNS):
        mesh = _at(meshes[f"pawn-{colour}"], 26.0 * n)
        turned = trimesh.transformations.rotation_matrix(
            math.radians(20), (0, 0, 1), (26.0 * n, 0, 0)
        )
        mesh.apply_transform(turned)
        bodies.append((mesh, COLOURS[colour]))
    lying = meshes["pawn-red"].copy()
    lying.apply_transform(trimesh.transformations.rotation_matrix(math.radians(-90), (0, 1, 0)))
    bodies.append((_at(lying, 132, -4, 7), COLOURS["red"]))
    render.picture(bodies, file, (1100, 460), -12.0, 30.0)


def _space(
    meshes: dict[str, trimesh.Trimesh], gap: float
) -> list[tuple[trimesh.Trimesh, render.Colour]]:
    """Return one space of the table, its layers `gap` mm apart."""
    s, choice = fittings.sizes(), facts()["choice"]
    sheet, reed = s["sheet"], s["reed"]
    magnet_d, magnet_t = size_of(choice["magnet"])
    flange = s["holder"]["flange_mm"]
    carrier = _carrier(sheet["carrier_mm"])
    top = flange + sheet["carrier_mm"]
    glass_z = top - reed["glass_d_mm"] / 2
    glass_l = facts()["reed"]["glass_mm"]
    face = trimesh.creation.box((46, 30, sheet["diffuser_mm"]))
    face.apply_translation((6, 0, top + sheet["diffuser_mm"] / 2 + 0.06))
    glass = trimesh.creation.capsule(
        glass_l - reed["glass_d_mm"], reed["glass_d_mm"] / 2, count=(24, 24)
    )
    glass.apply_transform(trimesh.transformations.rotation_matrix(math.pi / 2, (0, 1, 0)))
    glass.apply_translation((fittings.reed_mm(), 0, glass_z))
    lead_l, lead_d = reed["lead_mm"], reed["lead_d_mm"]
    leads, wires = [], []
    for way in (-1, 1):
        x = fittings.reed_mm() + way * (glass_l + lead_l) / 2
        leads.append(_rod((x - lead_l / 2, 0, glass_z), (x + lead_l / 2, 0, glass_z), lead_d))
    # The wires: soldered along the leads, one down at the arm's end, the other across and down beside the cup.
    bore = (s["window"]["d_mm"] - s["holder"]["fit_mm"]) / 2 - s["holder"]["wall_mm"]
    hole, far = assembly.wire_hole_mm(fittings.reed_mm()), -bore + 0.9
    inner = fittings.reed_mm() - glass_l / 2 - lead_l
    for points in (
        [(hole, 0, glass_z), (hole, 0, -5.0)],
        [(inner, 0, glass_z), (far, 0, glass_z), (far, 0, -0.9), (-bore - 4, 0, -0.9)],
    ):
        for one, other in itertools.pairwise(points):
            wires.append(_rod(one, other, reed["wire_d_mm"] - 0.2))
    cup_top = assembly.cup_deep_mm()
    pixel = trimesh.creation.cylinder(
        s["cup"]["led_d_mm"] / 2 - 0.1, s["cup"]["pixel_mm"], sections=48
    )
    chip = trimesh.creation.box((5, 5, s["cup"]["chip_mm"]))
    pixel_z = top - s["cup"]["led_mm"] - s["cup"]["chip_mm"]
    pixel.apply_translation((0, 0, pixel_z - s["cup"]["pixel_mm"] / 2))
    chip.apply_translation((0, 0, pixel_z + s["cup"]["chip_mm"] / 2))
    surface = top + sheet["diffuser_mm"] + sheet["film_mm"]
    magnet = trimesh.creation.cylinder(magnet_d / 2, magnet_t, sections=48)
    magnet.apply_translation((0, 0, surface + choice["cover_mm"] + magnet_t / 2))
    pawn = _at(meshes["pawn-red"], z=surface)
    layers = [
        ([(pixel, _BOARD), (chip, _OPAL)], -2),
        ([(_at(meshes["light-cup"], z=-(cup_top)), _PRINT)], -1),
        ([(meshes["reed-holder"].copy(), _PRINT)], 0),
        ([(glass, _GLASS), *((lead, _STEEL) for lead in leads), *((w, _WIRE) for w in wires)], 1),
        ([(carrier, _WOOD)], 2),
        ([(face, _OPAL)], 3),
        ([(pawn, COLOURS["red"]), (magnet, _MAGNET)], 4),
    ]
    return [
        (_at(mesh, z=gap * step), colour) for bodies, step in layers for mesh, colour in bodies
    ]


def _rod(one: tuple[float, ...], other: tuple[float, ...], d: float) -> trimesh.Trimesh:
    return trimesh.creation.cylinder(d / 2, segment=(one, other), sections=16)


def _carrier(thick: float) -> trimesh.Trimesh:
    """Return a piece of the carrier with one window and its slot."""
    from build123d import (
        BuildPart,
        BuildSketch,
        Circle,
        Locations,
        Mode,
        Rectangle,
        SlotOverall,
        extrude,
    )

    s = fittings.sizes()
    reach = s["slot"]["reach_mm"]
    with BuildPart() as body:
        with BuildSketch():
            with Locations((6, 0)):
                Rectangle(46, 30)
            Circle(s["window"]["d_mm"] / 2, mode=Mode.SUBTRACT)
            with Locations((reach / 2, 0)):
                SlotOverall(reach, s["slot"]["w_mm"], mode=Mode.SUBTRACT)
        extrude(amount=thick)
    points, faces = body.part.tessellate(0.02, 0.2)
    mesh = trimesh.Trimesh(np.array([tuple(p) for p in points]), np.array(faces))
    mesh.merge_vertices()
    mesh.apply_translation((0, 0, s["holder"]["flange_mm"]))
    return mesh
