# SPDX-License-Identifier: Apache-2.0
"""The whole table as one assembly: STEP for others, and pictures of it and of its making.

Holders, cups and spacers are the printed parts; everything else is drawn as the room it takes (`tavle.board.assembly`).
"""

import math
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import numpy as np  # noqa: E402
import render  # noqa: E402
import trimesh  # noqa: E402

from tavle.board import assembly, cables, fittings, geometry, places  # noqa: E402
from tavle.board.assembly import Body, Prism  # noqa: E402

COLOURS: dict[str, render.Colour] = {
    "frame": (222, 190, 146),
    "bottom": (206, 172, 128),
    "carrier": (222, 190, 146),
    "face": (244, 246, 246),
    "holder": (214, 208, 196),
    "cup": (196, 190, 178),
    "wires": (196, 92, 60),
    "cable": (150, 118, 96),
    "chain": (196, 92, 60),
    "light": (52, 110, 84),
    "standoff": (190, 160, 80),
    "circuit": (70, 140, 104),
    "carrier board": (60, 112, 150),
    "plug": (60, 62, 66),
    "button": (90, 92, 98),
    "screw": (168, 174, 180),
    "nut": (150, 152, 158),
    "reader": (70, 110, 172),
    "foot": (54, 56, 60),
}


def outline(prism: Prism) -> np.ndarray:
    """Return the corners of a prism in the plan, y upwards."""
    points = []
    for x, y in prism.core:
        if prism.r == 0:
            points.append((x, -y))
            continue
        for n in range(24):
            a = math.tau * n / 24
            points.append((x + prism.r * math.cos(a), -y + prism.r * math.sin(a)))
    return np.array(points)


def mesh_of(body: Body) -> trimesh.Trimesh:
    """Return a body as a mesh, z upwards from the carrier sheet's lower face."""
    parts = []
    for prism in body.prisms:
        flat = outline(prism)
        points = np.vstack(
            [np.c_[flat, np.full(len(flat), -z)] for z in (prism.top, prism.bottom)]
        )
        parts.append(trimesh.convex.convex_hull(points))
    return trimesh.util.concatenate(parts)


def sheets(board: geometry.Geometry) -> dict[str, trimesh.Trimesh]:
    """Return the carrier sheet and the face as plain plates: their openings are in the templates."""
    size = fittings.sizes()["sheet"]
    wide, tall = board.size_mm
    found = {}
    for name, top, thick in (
        ("carrier", 0.0, size["carrier_mm"]),
        ("face", size["carrier_mm"], size["diffuser_mm"] + size["film_mm"]),
    ):
        plate = trimesh.creation.box((wide, tall, thick))
        plate.apply_translation((wide / 2, -tall / 2, top + thick / 2))
        found[name] = plate
    return found


def meshes(board: geometry.Geometry) -> dict[str, trimesh.Trimesh]:
    """Return kind -> everything of that kind in a whole table."""
    found: dict[str, list[trimesh.Trimesh]] = {}
    for body in cables.assembled(board):
        kind = "carrier board" if body.name == "the carrier board" else body.kind
        if kind == "cable" and body.name.startswith("light "):
            kind = "chain"
        found.setdefault(kind, []).append(mesh_of(body))
    joined = {kind: trimesh.util.concatenate(parts) for kind, parts in found.items()}
    return {**sheets(board), **joined}


# Picture -> kinds with how far (mm) they are moved down, and the view.
_BELOW = {"turn_deg": 24.0, "tilt_deg": -38.0}
PICTURES: dict[str, tuple[dict[str, float], dict[str, float]]] = {
    "table-apart": (
        {"face": -90, "carrier": -50, "button": -50, "holder": -10, "cup": 10, "light": 10, "wires": 10, "reader": 10,
         "circuit": 60, "carrier board": 60, "standoff": 60, "plug": 60, "frame": 120, "screw": 120, "bottom": 190, "nut": 210, "foot": 210},
        {"turn_deg": -28.0, "tilt_deg": 22.0},
    ),
    "step-03-holders": ({"face": 0, "carrier": 0, "holder": 0}, _BELOW),
    "step-08-lights": (
        {"face": 0, "carrier": 0, "holder": 0, "cup": 0, "light": 0, "wires": 0, "chain": 0, "standoff": 0, "carrier board": 0},
        _BELOW,
    ),
    "step-09-boards": (
        {"face": 0, "carrier": 0, "holder": 0, "cup": 0, "light": 0, "wires": 0, "chain": 0, "cable": 0, "standoff": 0, "carrier board": 0,
         "circuit": 0},
        _BELOW,
    ),
    "step-10-buttons": (
        {"face": 0, "carrier": 0, "holder": 0, "standoff": 0, "carrier board": 0, "circuit": 0, "plug": 0, "cup": 0, "light": 0, "wires": 0,
         "chain": 0, "cable": 0, "button": 0, "reader": 0},
        _BELOW,
    ),
    "step-12-frame": (
        {"face": 0, "carrier": 0, "holder": 0, "standoff": 0, "carrier board": 0, "circuit": 0, "plug": 0, "cup": 0, "light": 0, "wires": 0,
         "chain": 0, "cable": 0, "button": 0, "reader": 0, "frame": 0, "screw": 0, "bottom": 110, "nut": 150, "foot": 130},
        _BELOW,
    ),
}  # fmt: skip


def write_pictures(board: geometry.Geometry, folder: Path) -> None:
    """Write a table taken apart, what lies on the bench after the steps of the guide, and a section."""
    found = meshes(board)
    for name, (kinds, view) in PICTURES.items():
        bodies = []
        for kind, down in kinds.items():
            mesh = found[kind].copy()
            mesh.apply_translation((0, 0, -down))
            bodies.append((mesh, COLOURS[kind]))
        render.picture(bodies, folder / f"{name}.png", (1100, 860), **view)
    carrier = next(
        b for b in assembly.bodies(board) if b.kind == "circuit" and "carrier" in b.name
    )
    cut = sum(y for _, y in carrier.prisms[0].core) / 4
    bodies = []
    for kind, mesh in found.items():
        mesh.apply_translation((0, cut, 0))
        bodies.append((mesh, COLOURS[kind]))
    render.picture(bodies, folder / "table-section.png", (1500, 240), 0.0, 0.0, whole=())


# A Pico and its socket, in mm: Raspberry Pi Pico 2 data sheet (mechanical drawing); strips and pins as in test_table_fits.
_PICO: dict[str, Any] = {
    "size": (21.0, 51.0, 1.0), "rows": 17.78, "strip": (2.5, 50.8, 8.5), "pin": 2.54, "usb": (8.0, 5.6, 2.7), "usb_out": 1.3,
}  # fmt: skip


def write_pico(file: Path) -> None:
    """Write the Pico over its socket on the carrier board; other parts are left out."""
    wide, tall = places.SIZES_MM["carrier"]
    thick = fittings.sizes()["pcb"]["thick_mm"]
    x, top = places.USB_AT_MM, tall  # its USB socket looks to the upper edge
    bodies = []

    def box(size: tuple[float, float, float], at: tuple[float, float, float], colour: str) -> None:
        mesh = trimesh.creation.box(size)
        mesh.apply_translation((at[0], at[1], at[2] + size[2] / 2))
        bodies.append((mesh, COLOURS[colour]))

    (w, long, high), (usb_w, usb_l, usb_h) = _PICO["size"], _PICO["usb"]
    y, up = top - long / 2 - 2.5, thick + _PICO["strip"][2] + 16.0
    box((wide, tall, thick), (wide / 2, tall / 2, 0), "carrier board")
    for side in (-1, 1):
        row = x + side * _PICO["rows"] / 2
        box(_PICO["strip"], (row, y, thick), "plug")
        box((_PICO["pin"], long - 0.2, 2.5), (row, y, up - 2.5), "foot")
        for n in range(20):
            box((0.64, 0.64, 8.0), (row, y + (n - 9.5) * _PICO["pin"], up - 8.5), "standoff")
    box((w, long, high), (x, y, up), "circuit")
    out = y + long / 2 + _PICO["usb_out"] - usb_l / 2
    box((usb_w, usb_l, usb_h), (x, out, up + high), "nut")
    box((7.0, 7.0, 0.9), (x, y, up + high), "plug")
    render.picture(bodies, file, (900, 640), turn_deg=152.0, tilt_deg=34.0)


def write_step(board: geometry.Geometry, file: Path) -> None:
    """Write a table as one zipped STEP assembly, every part with its name; cables would make it seven times as large."""
    from build123d import Compound, Location, export_step, import_step

    solids = []
    s = fittings.sizes()
    printed = {name: import_step(HERE / f"{name}.step") for name in ("reed-holder", "light-cup")}
    for body in assembly.bodies(board):
        if body.kind in ("holder", "cup"):
            continue
        pieces = [_solid(prism) for prism in body.prisms]
        whole = pieces[0] if len(pieces) == 1 else Compound(pieces)
        whole.label = body.name
        solids.append(whole)
    flange = s["holder"]["flange_mm"]
    for i in board.spaces:
        for name, z in (("reed-holder", -flange), ("light-cup", -flange - assembly.cup_deep_mm())):
            one = printed[name].moved(Location((i.x_mm, -i.y_mm, z), (0, 0, -i.axis_deg)))
            one.label = f"{name} {i.name}"
            solids.append(one)
    table = Compound(label=f"tavle {board.board}", children=solids)
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / file.stem
        export_step(table, plain)
        # One date for all, so that the same table gives the same file.
        entry = zipfile.ZipInfo(file.stem, (2026, 1, 1, 0, 0, 0))
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(entry, plain.read_bytes(), zipfile.ZIP_DEFLATED)


def _solid(prism: Prism) -> Any:
    from build123d import Box, Cylinder, Pos, Rot, SlotCenterToCenter, extrude

    high, z = prism.bottom - prism.top, -(prism.top + prism.bottom) / 2
    (x0, y0), (x1, y1) = (
        prism.core[0],
        prism.core[-1 if len(prism.core) == 2 else len(prism.core) // 2],
    )
    middle = Pos((x0 + x1) / 2, -(y0 + y1) / 2, z)
    if len(prism.core) == 4:
        return middle * Box(abs(x1 - x0), abs(y1 - y0), high)
    if len(prism.core) == 1:
        return middle * Cylinder(prism.r, high)
    long, angle = math.dist((x0, y0), (x1, y1)), math.degrees(math.atan2(y0 - y1, x1 - x0))
    return (
        middle
        * Rot(0, 0, angle)
        * Pos(0, 0, -high / 2)
        * extrude(SlotCenterToCenter(long, 2 * prism.r), high)
    )


def main() -> None:
    """Write every table beside this file, and the pictures of one."""
    for board in geometry.boards():
        write_step(geometry.load(board), HERE / f"table-{board}.step.zip")
    write_pictures(geometry.load("partners"), HERE)
    write_pico(HERE / "step-07-pico.png")
    print(f"{len(PICTURES) + 2} pictures")


if __name__ == "__main__":
    main()
