# SPDX-License-Identifier: Apache-2.0
"""What to drill, cut and mill: every hole of the carrier board on a layer of its own, as a drawing and as DXF.

Seen from above the template has the holes; seen from below (mirrored) it has the reeds as well, with the sensor bit of each space, and
the circuit boards, because holders, boards and wires go on that side. Where a reed lies is in the geometry: `axis_deg` and `reed_mm`.
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path as File

from tavle.board import fittings, places
from tavle.board.drawing import Circle, Drawing, Look, Path, Shape, arc_steps, box, line
from tavle.board.fittings import Fitting, along
from tavle.board.geometry import Geometry, Item
from tavle.board.lettering import lettering
from tavle.board.places import Place
from tavle.board.shapes import Point
from tavle.errors import TavleError, writing
from tavle.field.parts import facts
from tavle.words.terminal import tr

# Layer -> (AutoCAD colour index, colour on paper, what it is for).
LAYERS = {
    "OUTLINE": (7, "#2f3d42", "cut: edge of the board"),
    "WINDOW": (5, "#2b6797", "cut or drill through: a light's window"),
    "SEAT_WINDOW": (4, "#3a8fa0", "drill through: window of a seat's light"),
    "SLOT": (1, "#c2453b", "cut through: opens the window for the reed and its holder"),
    "SLOT_DRILL": (12, "#d98c84", "or, by hand: three holes that make the slot"),
    "REED": (6, "#8a4f9e", "draw: where the glass lies"),
    "REED_AXIS": (8, "#9aa096", "draw: from the space's centre along its reed"),
    "SCREW": (3, "#3d8460", "drill through: screws of feet and layers"),
    "STANDOFF": (
        140,
        "#1f8a70",
        "drill through, countersink from above: standoffs of the circuit boards",
    ),
    "CIRCUIT": (94, "#7ba05b", "draw: where circuit boards hang"),
    "BUTTON": (30, "#e0a11b", "drill through: buttons"),
    "CARD_SLOT": (2, "#b0861a", "cut from above: the play slot's frame"),
    "READER": (9, "#7c8a8e", "draw: the antenna, and what must stay free of metal"),
    "LABEL": (7, "#2f3d42", "draw: names and bits"),
}
CUT = ("OUTLINE", "WINDOW", "SLOT", "SEAT_WINDOW", "SCREW", "STANDOFF", "BUTTON", "CARD_SLOT")
SIDES = ("above", "below")


def _capsule(item: Item, begin: float, end: float, width: float, look: Look, layer: str) -> Path:
    """Return a slot with round ends along a space's reed, from `begin` to `end` mm from the centre."""
    r, half = width / 2, (end - begin) / 2 - width / 2
    steps = [*arc_steps((half, 0), (r, r), -90, 90), *arc_steps((-half, 0), (r, r), 90, 270, "L")]
    shape = Path((*steps, ("Z",)), look, item.name, layer)
    return shape.placed(*along(item, (begin + end) / 2), item.axis_deg)


def slot(item: Item, look: Look) -> Path:
    """Return the slot that opens a window for its reed."""
    size = fittings.sizes()["slot"]
    # From inside the window, so that the two openings are one.
    return _capsule(item, 0, size["reach_mm"], size["w_mm"], look, "SLOT")


def glass(item: Item, look: Look) -> Path:
    """Return the reed's glass."""
    half = facts()["reed"]["glass_mm"] / 2
    wide = fittings.sizes()["reed"]["glass_d_mm"]
    return _capsule(item, item.reed_mm - half, item.reed_mm + half, wide, look, "REED")


def drawing_of(geometry: Geometry, side: str) -> Drawing:
    """Return the template of a board seen from `above` or from `below`."""
    if side not in SIDES:
        raise ValueError(f"side must be one of {', '.join(SIDES)}, not {side!r}")
    wide, tall = geometry.size_mm
    circuits = places.load(geometry)
    shapes = [*_holes(geometry, fittings.load(geometry), circuits)]
    if side == "below":
        shapes += _reeds(geometry)
        shapes += _circuits(circuits)
        shapes = [_mirrored(shape, wide) for shape in shapes]
    shapes += _labels(geometry, side)
    title = f"{geometry.shape.title} template from {side}"
    return Drawing(title, wide, tall, tuple(shapes))


def _look(layer: str, width: float = 0.25, dash: tuple[float, ...] = ()) -> Look:
    return Look(stroke=LAYERS[layer][1], width=width, dash=dash)


def _holes(geometry: Geometry, found: list[Fitting], circuits: list[Place]) -> Iterator[Shape]:
    sizes = fittings.sizes()
    wide, tall = geometry.size_mm
    window = sizes["window"]
    yield box(
        wide / 2,
        tall / 2,
        (wide, tall),
        10,
        _look("OUTLINE", 0.35),
        name="outline",
        layer="OUTLINE",
    )
    for i in geometry.spaces:
        yield Circle(i.x_mm, i.y_mm, window["d_mm"] / 2, _look("WINDOW"), i.name, "WINDOW")
        yield slot(i, _look("SLOT"))
        for distance in sizes["slot"]["drills_mm"]:
            x, y = along(i, distance)
            yield Circle(
                x, y, sizes["slot"]["w_mm"] / 2, _look("SLOT_DRILL", 0.12), i.name, "SLOT_DRILL"
            )
    for i in geometry.seats:
        yield Circle(
            i.x_mm, i.y_mm, window["seat_d_mm"] / 2, _look("SEAT_WINDOW"), i.name, "SEAT_WINDOW"
        )
    for one in found:
        layer = one.kind.upper()
        yield Circle(one.x_mm, one.y_mm, one.d_mm / 2, _look(layer), one.name, layer)
    for place in circuits:
        for x, y in place.holes():
            r = sizes["standoff"]["hole_d_mm"] / 2
            yield Circle(x, y, r, _look("STANDOFF"), place.name, "STANDOFF")
    card, opening = geometry.card, sizes["card"]
    if card is None:
        return
    yield box(
        card.x_mm,
        card.y_mm,
        tuple(opening["cutout_mm"]),
        5,
        _look("CARD_SLOT"),
        name="card",
        layer="CARD_SLOT",
    )
    for grow, dash in ((0.0, ()), (2 * opening["clear_mm"], (2.0, 1.5))):
        size = (opening["antenna_mm"][0] + grow, opening["antenna_mm"][1] + grow)
        yield box(card.x_mm, card.y_mm, size, 0, _look("READER", 0.2, dash), layer="READER")


def _reeds(geometry: Geometry) -> Iterator[Shape]:
    for i in geometry.spaces:
        yield line(
            [(i.x_mm, i.y_mm), along(i, fittings.sizes()["slot"]["reach_mm"])],
            _look("REED_AXIS", 0.15),
            layer="REED_AXIS",
        )
        yield glass(i, _look("REED"))


def _circuits(circuits: list[Place]) -> Iterator[Shape]:
    for place in circuits:
        look = _look("CIRCUIT", 0.2)
        yield box(place.x_mm, place.y_mm, place.size_mm, 1, look, name=place.name, layer="CIRCUIT")


def _mirrored(shape: Shape, width: float) -> Shape:
    """Return a shape as seen from the other side."""
    if isinstance(shape, Circle):
        return replace(shape, x=width - shape.x)
    steps = []
    for letter, *numbers in shape.steps:
        flipped = (width - float(n) if k % 2 == 0 else n for k, n in enumerate(numbers))
        steps.append((letter, *flipped))
    return replace(shape, steps=tuple(steps))


def _labels(geometry: Geometry, side: str) -> Iterator[Shape]:
    """Yield what people read: place names from above; sensor bits and seats from below."""
    wide, tall = geometry.size_mm
    ink = LAYERS["LABEL"][1]
    for i in geometry.spaces:
        # In the window, on the side without the reed.
        x, y = along(i, -4.0)
        x = x if side == "above" else wide - x
        words = (
            (i.place if i.slot < 0 else f"{i.place}{i.slot}") if side == "above" else str(i.bit)
        )
        yield lettering(words, (x, y + 1.4), 2.8, ink, layer="LABEL", weight=0.09)
    for i in geometry.seats:
        x = i.x_mm if side == "above" else wide - i.x_mm
        place = (x, i.y_mm + 1.4)
        yield lettering(i.colour[0].upper(), place, 2.8, ink, layer="LABEL", weight=0.09)
    for circuit in places.load(geometry) if side == "below" else ():
        words = f"board {circuit.number}" if circuit.number else "carrier board"
        middle = (wide - circuit.x_mm, circuit.y_mm + 2.0)
        yield lettering(words, middle, 4.0, LAYERS["CIRCUIT"][1], layer="LABEL", weight=0.09)
    card = geometry.card
    x, y = (card.x_mm, card.y_mm) if card else (wide / 2, tall / 2)
    x = x if side == "above" else wide - x
    for words, dy in ((geometry.shape.title, -36.0), (f"seen from {side}", 40.0)):
        yield lettering(words, (x, y + dy), 3.6, ink, layer="LABEL", weight=0.09)


def write_dxf(drawing: Drawing, file: File) -> list[str]:
    """Write a template as DXF (R2010, millimetres, y upwards) and return what its audit found wrong.

    Raises TavleError when the file cannot be written or ezdxf is missing.
    """
    try:
        import ezdxf
    except ImportError as error:
        raise TavleError(
            tr("cannot write DXF"),
            tr("ezdxf is not installed"),
            tr("run `make hardware` once, it installs it"),
        ) from error
    # No dates and no random ids: the same board gives the same file.
    ezdxf.options.write_fixed_meta_data_for_testing = True
    document = ezdxf.new("R2010", units=ezdxf.units.MM)
    for name, (colour, _, about) in LAYERS.items():
        document.layers.add(name, color=colour).description = about
    space = document.modelspace()
    for shape in drawing.shapes:
        words = {"layer": shape.layer}
        if isinstance(shape, Circle):
            space.add_circle((shape.x, drawing.height - shape.y), shape.r, dxfattribs=words)
            continue
        for points, closed in _polylines(shape, drawing.height):
            space.add_lwpolyline(points, "xyb", close=closed, dxfattribs=words)
    with writing(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        document.saveas(file)
    return [str(entry.message) for entry in ezdxf.readfile(file).audit().errors]


def _polylines(
    path: Path, height: float
) -> Iterator[tuple[list[tuple[float, float, float]], bool]]:
    """Yield a path's parts as points with bulges (tangent of a quarter of the arc to the next point), and whether they close."""
    points: list[tuple[float, float, float]] = []
    closed = False
    for letter, *numbers in path.steps:
        flat = [float(n) for n in numbers]
        flat = [height - n if k % 2 else n for k, n in enumerate(flat)]
        if letter == "M":
            if points:
                yield points, closed
            points, closed = [(flat[0], flat[1], 0.0)], False
        elif letter == "L":
            points.append((flat[0], flat[1], 0.0))
        elif letter == "Z":
            closed = True
        else:
            x, y, _ = points[-1]
            points[-1] = (x, y, _bulge((x, y), flat))
            points.append((flat[4], flat[5], 0.0))
    if points:
        yield points, closed


def _bulge(start: Point, curve: list[float]) -> float:
    """Return the bulge of the arc through a curve's ends and its middle: exact for the short arcs that drawings are made of."""
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, curve
    middle = ((x0 + 3 * x1 + 3 * x2 + x3) / 8, (y0 + 3 * y1 + 3 * y2 + y3) / 8)
    chord = math.hypot(x3 - x0, y3 - y0)
    if chord == 0:
        return 0.0
    # Height of the arc over its chord, positive to the right of the way; a bulge counts left turns.
    rise = ((middle[0] - x0) * (y3 - y0) - (middle[1] - y0) * (x3 - x0)) / chord
    return 2 * rise / chord
