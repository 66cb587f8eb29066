# SPDX-License-Identifier: Apache-2.0
"""A whole table as solids: what takes up room under the face, part by part.

A body is a stack of upright prisms: a line or a rectangle in the plan (as in the geometry) with a radius around it, between two depths. Depth
is measured downwards from the lower face of the carrier sheet; what lies above it is negative. Printed parts are wrapped in the
least such stack that holds them (a test compares them with their STL); `hardware/cad/table.py` draws them as they are.
Calculated, nothing has been built.
"""

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tavle.board import fittings, places
from tavle.board.fittings import Fitting, along
from tavle.board.geometry import Geometry, Item
from tavle.board.places import Place
from tavle.board.shapes import Point
from tavle.field.parts import facts

TOUCH_MM = 0.02
"""Bodies that share less than this are taken to touch."""

WIRED_MM = 12.0
"""Below a cup, so far across, its pixel board's joints and wires take the room."""


@dataclass(frozen=True)
class Prism:
    """A convex core in the plan with `r` mm around it, from depth `top` to `bottom`."""

    core: tuple[Point, ...]
    r: float
    top: float
    bottom: float


@dataclass(frozen=True)
class Body:
    """One part: `kind` for all of its sort, `owner` for what belongs together (a space, a circuit board)."""

    name: str
    kind: str
    owner: str
    prisms: tuple[Prism, ...]

    def lowered(self, by: float) -> "Body":
        """Return the body and everything it passes through when it is pulled down by so many mm."""
        return replace(self, prisms=tuple(replace(p, bottom=p.bottom + by) for p in self.prisms))


def _round(x: float, y: float, d: float, top: float, bottom: float) -> Prism:
    return Prism(((x, y),), d / 2, top, bottom)


def _box(x: float, y: float, size: Point, top: float, bottom: float) -> Prism:
    w, h = size[0] / 2, size[1] / 2
    return Prism(((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)), 0, top, bottom)


def bodies(geometry: Geometry) -> list[Body]:
    """Return every body of a table. Raises TavleError when the board's files are missing or wrong."""
    found = fittings.load(geometry)
    return [
        *_sheets(geometry),
        *itertools.chain.from_iterable(map(_space, geometry.spaces)),
        *map(_seat, geometry.seats),
        *itertools.chain.from_iterable(_circuit(place) for place in places.load(geometry)),
        *itertools.chain.from_iterable(_fitting(geometry, one) for one in found),
        *_reader(geometry),
        *_feet(geometry, found),
    ]


def _sheets(geometry: Geometry) -> Iterator[Body]:
    """Yield frame and bottom. Face and carrier sheet have openings; a test compares what goes into them with the template."""
    sheet = fittings.sizes()["sheet"]
    wide, tall = geometry.size_mm
    w, deep = sheet["frame_w_mm"], sheet["frame_mm"]
    walls = (
        _box(wide / 2, w / 2, (wide, w), 0, deep),
        _box(wide / 2, tall - w / 2, (wide, w), 0, deep),
        _box(w / 2, tall / 2, (w, tall - 2 * w), 0, deep),
        _box(wide - w / 2, tall / 2, (w, tall - 2 * w), 0, deep),
    )
    yield Body("frame", "frame", "frame", walls)
    bottom = _box(wide / 2, tall / 2, (wide, tall), deep, deep + sheet["bottom_mm"])
    yield Body("bottom", "bottom", "bottom", (bottom,))


def cup_deep_mm() -> float:
    """Return how far a cup reaches below the flange of its holder."""
    s = fittings.sizes()
    cup = s["cup"]
    light = cup["led_mm"] - s["sheet"]["carrier_mm"] - s["holder"]["flange_mm"]
    return float(light + cup["chip_mm"] + cup["pixel_mm"] + cup["rim_mm"])


def _space(item: Item) -> Iterator[Body]:
    s = fittings.sizes()
    holder, cup, flange = s["holder"], s["cup"], s["holder"]["flange_mm"]
    arm = holder["arm_w_mm"] / 2
    end = along(item, fittings.flange_reach_mm() - arm)
    centre = (item.x_mm, item.y_mm)
    x, y = centre
    body = (
        _round(x, y, holder["flange_d_mm"], 0, flange),
        Prism((centre, end), arm, 0, flange),
    )
    yield Body(f"holder {item.name}", "holder", item.name, body)
    outer, bottom = s["window"]["d_mm"] - holder["fit_mm"], flange + cup_deep_mm()
    yield Body(f"cup {item.name}", "cup", item.name, (_round(x, y, outer, flange, bottom),))
    wires = (
        _round(x, y, WIRED_MM, bottom, bottom + cup["wires_mm"]),
        *(_round(*spot, 3.0, flange, flange + 3.0) for spot in wires_mm(item).values()),
    )
    yield Body(f"wires {item.name}", "wires", item.name, wires)


def wires_mm(item: Item) -> dict[str, Point]:
    """Return where a reed's two wires leave below the flange: at the arm's end and beside the cup."""
    s = fittings.sizes()
    outer = (s["window"]["d_mm"] - s["holder"]["fit_mm"]) / 2
    return {
        "outer": along(item, wire_hole_mm(item.reed_mm)),
        "inner": along(item, -outer - 1.6),
    }


def wire_hole_mm(reed_mm: float) -> float:
    """Return how far from the space's centre the outer wire of a reed goes down: near the end of its lead."""
    lead = fittings.sizes()["reed"]["lead_mm"]
    return float(reed_mm + facts()["reed"]["glass_mm"] / 2 + lead - 0.6)


def _seat(item: Item) -> Body:
    cup = fittings.sizes()["cup"]
    bottom = cup["pixel_mm"] + cup["wires_mm"]
    light = _round(item.x_mm, item.y_mm, cup["led_d_mm"], 0, bottom)
    return Body(f"light {item.name}", "light", item.name, (light,))


def _circuit(place: Place) -> Iterator[Body]:
    s = fittings.sizes()
    high, pcb = s["standoff"]["height_mm"], s["pcb"]
    x, y = place.x_mm, place.y_mm
    below = high + pcb["thick_mm"]
    for n, hole in enumerate(place.holes()):
        column = _round(*hole, s["standoff"]["over_mm"], 0, high)
        yield Body(f"standoff {n + 1} of {place.name}", "standoff", place.name, (column,))
    plate = (
        _box(x, y, place.size_mm, high - pcb["tails_mm"], high),
        _box(x, y, place.size_mm, high, below),
        _box(x, y, place.size_mm, below, below + pcb["parts_mm"]),
    )
    yield Body(place.name, "circuit", place.name, plate)
    for middle, size in place.plugs():
        plug = _box(*middle, size, below, below + pcb["parts_mm"])
        yield Body(f"USB plug at {place.name}", "plug", place.name, (plug,))


def spacer_needed(geometry: Geometry, one: Fitting) -> bool:
    """Return whether a screw stands so far from the frame that it needs a tube around it."""
    wide, tall = geometry.size_mm
    edge = min(one.x_mm, one.y_mm, wide - one.x_mm, tall - one.y_mm)
    return one.kind == "screw" and edge > fittings.sizes()["spacer"]["frame_mm"]


def _fitting(geometry: Geometry, one: Fitting) -> Iterator[Body]:
    s = fittings.sizes()
    deep, x, y = s["sheet"]["frame_mm"], one.x_mm, one.y_mm
    name = f"{one.kind} {one.name or f'row {one.row}'}"
    if one.kind == "button":
        nut = _round(x, y, s["button"]["over_mm"], 0, 4.0)
        body = _round(x, y, s["button"]["d_mm"] + 2, 0, s["button"]["deep_mm"])
        yield Body(name, "button", name, (nut, body))
        return
    d = s["spacer"]["d_mm"] if spacer_needed(geometry, one) else s["screw"]["d_mm"]
    yield Body(name, "screw", name, (_round(x, y, d, 0, deep),))
    under = deep + s["sheet"]["bottom_mm"]
    over = s["screw"]["length_mm"] - stack_mm()
    yield Body(
        f"nut of {name}",
        "nut",
        name,
        (_round(x, y, 8.1, under, under + max(over, s["screw"]["nut_mm"])),),
    )


def stack_mm() -> float:
    """Return what an M4 screw goes through: film, diffuser, carrier sheet, frame, bottom."""
    sheet = fittings.sizes()["sheet"]
    parts = ("film_mm", "diffuser_mm", "carrier_mm", "frame_mm", "bottom_mm")
    return float(sum(sheet[name] for name in parts))


def _reader(geometry: Geometry) -> Iterator[Body]:
    """Yield the card reader below the tray, its pins included."""
    size = fittings.sizes()["card"]["antenna_mm"]
    wide = (size[0] + 6, size[1] + 6)
    if card := geometry.card:
        box = _box(card.x_mm, card.y_mm, wide, 0, 4.0)
        yield Body("card reader", "reader", "reader", (box,))


def _feet(geometry: Geometry, found: list[Fitting]) -> Iterator[Body]:
    """Yield the four feet: near the corners, clear of the nuts."""
    foot, sheet = fittings.sizes()["foot"], fittings.sizes()["sheet"]
    top = sheet["frame_mm"] + sheet["bottom_mm"]
    for n, (x, y) in enumerate(feet(geometry, found)):
        pad = _round(x, y, foot["d_mm"], top, top + foot["height_mm"])
        yield Body(f"foot {n + 1}", "foot", f"foot {n + 1}", (pad,))


def feet(geometry: Geometry, found: list[Fitting]) -> list[Point]:
    """Return where the feet are stuck on: on the diagonals, as near to the corners as the nuts allow."""
    r = fittings.sizes()["foot"]["d_mm"] / 2
    wide, tall = geometry.size_mm
    nuts = [(one.x_mm, one.y_mm) for one in found if one.kind == "screw"]
    out = []
    for right, low in ((0, 0), (1, 0), (1, 1), (0, 1)):
        aside = r + 5
        while True:
            spot = (wide - aside if right else aside, tall - aside if low else aside)
            if all(math.dist(spot, nut) > r + 6 for nut in nuts):
                break
            aside += 1
        out.append(spot)
    return out


# Do two bodies meet?


def clashes(found: list[Body]) -> Iterator[str]:
    """Yield every two bodies of different owners that share room."""
    boxes = [_bounds(body) for body in found]
    order = sorted(range(len(found)), key=lambda n: boxes[n][0])
    near: list[int] = []
    for n in order:
        left, _, top, bottom = boxes[n]
        near = [m for m in near if boxes[m][1] > left]
        for m in near:
            beside = boxes[m][2] < bottom and top < boxes[m][3]
            if beside and found[m].owner != found[n].owner and meet(found[m], found[n]):
                one, other = sorted((m, n))
                yield f"{found[one].name} and {found[other].name} share room"
        near.append(n)


def _bounds(body: Body) -> tuple[float, float, float, float]:
    """Return left, right, top and bottom of a body in the plan."""
    xs = [x + sign * p.r for p in body.prisms for x, _ in p.core for sign in (-1, 1)]
    ys = [y + sign * p.r for p in body.prisms for _, y in p.core for sign in (-1, 1)]
    return min(xs), max(xs), min(ys), max(ys)


def meet(one: Body, other: Body) -> bool:
    """Return whether two bodies share room."""
    return any(
        min(p.bottom, q.bottom) - max(p.top, q.top) > TOUCH_MM
        and apart(p.core, q.core) < p.r + q.r - TOUCH_MM
        for p in one.prisms
        for q in other.prisms
    )


def apart(one: tuple[Point, ...], other: tuple[Point, ...]) -> float:
    """Return the distance of two convex cores; below 0 when they overlap."""
    if any(_inside(p, other) for p in one) or any(_inside(p, one) for p in other):
        return -math.inf
    return min(_lines_apart(a, b) for a in _edges(one) for b in _edges(other))


def _edges(core: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    return [(core[n], core[(n + 1) % len(core)]) for n in range(len(core) if len(core) > 2 else 1)]


def _inside(p: Point, core: tuple[Point, ...]) -> bool:
    turns = [
        (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) for a, b in _edges(core)
    ]
    return len(core) > 2 and (all(t > 0 for t in turns) or all(t < 0 for t in turns))


def _lines_apart(one: tuple[Point, Point], other: tuple[Point, Point]) -> float:
    (a, b), (c, d) = one, other

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    if side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0:
        return -math.inf
    return min(_to_line(a, other), _to_line(b, other), _to_line(c, one), _to_line(d, one))


def _to_line(p: Point, line: tuple[Point, Point]) -> float:
    (ax, ay), (bx, by) = line
    dx, dy = bx - ax, by - ay
    long2 = dx * dx + dy * dy
    t = 0.0 if long2 == 0 else ((p[0] - ax) * dx + (p[1] - ay) * dy) / long2
    t = min(1.0, max(0.0, t))
    return math.hypot(p[0] - ax - t * dx, p[1] - ay - t * dy)
