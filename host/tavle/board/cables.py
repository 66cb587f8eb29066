# SPDX-License-Identifier: Apache-2.0
"""The ways of a table's cables around what is in their way: their room in the assembly, and whether what is cut is long enough.

Layers, from above: beside the cups the wires of reeds, buttons, feeds and reader; below the cups the lights' chain; below the circuit
boards' plugs the ribbons. In a layer cables may cross. What has a plug comes down beside its board, whose plugs look down.
Calculated, nothing has been built.
"""

import copy
import heapq
import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tavle.board import assembly, fittings, harness, places
from tavle.board.assembly import Body, Prism
from tavle.board.geometry import Geometry, Item
from tavle.board.places import Place
from tavle.board.shapes import Point

_GRID_MM = 3.0  # of the cells that a way is looked for in
_SQUARE_MM = 20.0  # of the squares that what is in the way is sorted into
_SPARE_MM = 0.4  # so that a step from cell to cell stays clear of what both cells are clear of
_FAR = 8  # cells that an end may be away from where a cable has room
_ALONG_MM = 18.0  # so far along its board's edge a pair may come down from its connector
# Connectors on the boards, from the upper left corner as one sees their parts (compared with the KiCad projects by a test).
IN_MM, OUT_MM = (7.62, 20.955), (56.515, 20.955)
CHAIN_MM, END_MM = (92.71, 69.85), (78.74, 91.44)
REEDS_MM = tuple(
    (round(19.03 + 8.89 * n, 2), y)
    for y, order in ((5.08, (3, 2, 1, 0)), (36.83, (0, 1, 2, 3)))
    for n in order
)
"""Of the inputs A to H."""
BUTTONS_MM = tuple((round(15.22 + 8.89 * n, 2), 94.615) for n in range(5))
"""Of SEAT 1 to 4 and TABLE."""
LIGHTS_MM, READER_MM = ((93.98, 34.29), (93.98, 50.8)), (6.35, 17.68)
"""Of LIGHTS A and B, and of the reader's UART."""


@dataclass(frozen=True)
class Cable:
    """One cable: its way in the plan, and what it needs besides to come down to its plugs.

    Attributes:
        name: for people.
        way: corners of the way, from one end to the other.
        down_mm: from the layer it lies in to its ends and back.
        cut_mm: what the wiring table says to cut.
        r: half of its width.
        top, bottom: the layer.
        legs: where it comes down beside a circuit board, and how deep.
    """

    name: str
    way: tuple[Point, ...]
    down_mm: float
    cut_mm: float
    r: float
    top: float
    bottom: float
    legs: tuple[Point, ...] = ()
    legs_mm: float = 0.0

    @property
    def long_mm(self) -> float:
        """Return how long it must be."""
        return self.down_mm + sum(map(math.dist, self.way, self.way[1:]))

    @property
    def body(self) -> Body:
        """Return the room it takes."""
        prisms = [
            Prism(pair, self.r, self.top, self.bottom) for pair in itertools.pairwise(self.way)
        ]
        prisms += [Prism((leg,), self.r, self.top, self.legs_mm) for leg in self.legs]
        return Body(self.name, "cable", "cables", tuple(prisms))


class _Layer:
    """What is in the way of a cable between two depths.

    Args:
        found: the bodies of a table.
        size_mm: of the board.
        r: half of the cable's width.
        top: of the layer.
        bottom: of the layer.
    """

    def __init__(self, found: Iterable[Body], size_mm: Point, r: float, top: float, bottom: float):
        self.top, self.bottom, self.r = top, bottom, r
        edge = fittings.sizes()["sheet"]["frame_w_mm"] + r
        self._low, self._high = (edge, edge), (size_mm[0] - edge, size_mm[1] - edge)
        # What is in the way, by squares of the plan that it or its surroundings touch.
        self._cores: dict[tuple[int, int], list[tuple[str, tuple[Point, ...], float]]] = {}
        for body in found:
            for prism in body.prisms:
                if body.kind in ("frame", "bottom") or not self._meets(prism):
                    continue
                far = prism.r + r
                (left, right), (above, below) = (
                    (math.floor((min(ns) - far - _SPARE_MM) / _SQUARE_MM),
                     math.floor((max(ns) + far + _SPARE_MM) / _SQUARE_MM))
                    for ns in zip(*prism.core, strict=True)
                )  # fmt: skip
                for square in itertools.product(range(left, right + 1), range(above, below + 1)):
                    self._cores.setdefault(square, []).append((body.owner, prism.core, far))
        self._shut: dict[tuple[int, int], bool] = {}
        self._but: tuple[str, ...] = ()

    def _meets(self, prism: Prism) -> bool:
        return (
            prism.bottom > self.top + assembly.TOUCH_MM
            and prism.top < self.bottom - assembly.TOUCH_MM
        )

    def without(self, *owners: str) -> "_Layer":
        """Return the same layer, but without what belongs to some spaces."""
        other = copy.copy(self)
        other._but, other._shut = owners, {}
        return other

    def clear(self, way: tuple[Point, ...], spare: float = 0.0) -> bool:
        """Return whether a straight piece, or a point, is clear of everything."""
        xs, ys = [x for x, _ in way], [y for _, y in way]
        left, right, above, below = min(xs), max(xs), min(ys), max(ys)
        if left < self._low[0] or above < self._low[1]:
            return False
        if right > self._high[0] or below > self._high[1]:
            return False
        squares = itertools.product(
            range(int(left // _SQUARE_MM), int(right // _SQUARE_MM) + 1),
            range(int(above // _SQUARE_MM), int(below // _SQUARE_MM) + 1),
        )
        return not any(
            assembly.apart(core, way) < far + spare
            for square in squares
            for owner, core, far in self._cores.get(square, ())
            if owner not in self._but
        )

    def _open(self, cell: tuple[int, int]) -> bool:
        shut = self._shut.get(cell)
        if shut is None:
            shut = self._shut[cell] = not self.clear((_middle(cell),), _SPARE_MM)
        return not shut

    def _near(self, point: Point) -> dict[tuple[int, int], float]:
        """Return the open cells around a point with their distances: those it sees, or all when it lies inside of something."""
        x, y = round(point[0] / _GRID_MM), round(point[1] / _GRID_MM)
        found: dict[tuple[int, int], float] = {}
        for reach in range(_FAR):
            ring = range(-reach, reach + 1)
            for dx, dy in itertools.product(ring, ring):
                cell = (x + dx, y + dy)
                if max(abs(dx), abs(dy)) == reach and self._open(cell):
                    found[cell] = math.dist(_middle(cell), point)
            if found and reach > min(found.values()) / _GRID_MM + 1:
                break
        seen = {cell for cell in found if self.clear((point, _middle(cell)))}
        return {cell: far for cell, far in found.items() if cell in (seen or found)}

    def way(self, start: Point, goal: Point) -> tuple[Point, ...]:
        """Return a short way between two points, both left out. Raises ValueError when there is none."""
        best, ends = self._near(start), self._near(goal)
        came = {cell: cell for cell in best}
        heap = [(far + math.dist(_middle(cell), goal), cell) for cell, far in best.items()]
        heapq.heapify(heap)
        while heap:
            _, last = heapq.heappop(heap)
            if last in ends:
                break
            for dx, dy in itertools.product((-1, 0, 1), repeat=2):
                then = (last[0] + dx, last[1] + dy)
                far = best[last] + math.hypot(dx, dy) * _GRID_MM
                if far < best.get(then, math.inf) and self._open(then):
                    best[then], came[then] = far, last
                    heapq.heappush(heap, (far + math.dist(_middle(then), goal), then))
        else:
            raise ValueError(f"no way for a cable from {start} to {goal}")
        cells = [last]
        while cells[-1] != came[cells[-1]]:
            cells.append(came[cells[-1]])
        points = [_middle(cell) for cell in reversed(cells)]
        # Pulled tight: straight to the farthest corner that can be seen.
        tight, n = [points[0]], 0
        while n < len(points) - 1:
            n = next(
                m
                for m in range(len(points) - 1, n, -1)
                if m == n + 1 or self.clear((points[n], points[m]))
            )
            tight.append(points[n])
        return tuple(tight)


def _middle(cell: tuple[int, int]) -> Point:
    return cell[0] * _GRID_MM, cell[1] * _GRID_MM


def on_table(place: Place, point: Point) -> Point:
    """Return where a point of a circuit board (mm from its upper left corner, seen from its parts) lies in the geometry."""
    wide, tall = places.SIZES_MM[place.kind]
    u, v = point[0] - wide / 2, point[1] - tall / 2
    for _ in range(place.turn_deg // 90):
        u, v = -v, u
    return place.x_mm - u, place.y_mm + v


def assembled(geometry: Geometry) -> list[Body]:
    """Return every body of a table, its cables included. Raises TavleError and ValueError as `assembly.bodies` and `of` do."""
    found = assembly.bodies(geometry)
    return [*found, *(cable.body for cable in of(geometry, found))]


def of(geometry: Geometry, found: list[Body]) -> list[Cable]:
    """Return every cable between the bodies of a table. Raises ValueError when one finds no way."""
    ways = (_pairs, _chain, _ribbons, _singles)
    return [cable for each in ways for cable in each(geometry, found)]


def _pairs(geometry: Geometry, found: list[Body]) -> Iterator[Cable]:
    """Yield both cores of every reed's pair: from where each leaves the holder to beside the Reader-8, and down to its plug."""
    s = fittings.sizes()
    plan = harness.of(geometry)
    r = s["reed"]["wire_d_mm"] / 2 + 0.2
    top = s["holder"]["flange_mm"] + 3.0
    cup, plugs = s["holder"]["flange_mm"] + assembly.cup_deep_mm(), _plugs_mm()
    layer = _Layer(found, geometry.size_mm, r, top, cup)
    down = _Layer(found, geometry.size_mm, 2 * r, top, plugs)
    for reader in plan.readers:
        inputs = zip(places.reeds_of(geometry, reader.number), REEDS_MM, strict=False)
        for item, connector in inputs:
            leg = _beside(down, reader, connector, _at(item))
            # Down beside the board to the depth of its plug's wires, and in again to the plug.
            deep = plugs - top + math.dist(leg, on_table(reader, connector))
            for core, start in assembly.wires_mm(item).items():
                way = layer.way(start, leg)
                yield Cable(f"{core} wire of {item.name}", (start, *way, leg), deep, plan.reeds[item.bit], r,
                            top, cup, (leg,), plugs)  # fmt: skip


def _beside(layer: _Layer, place: Place, connector: Point, start: Point) -> Point:
    """Return where a cable comes down: just outside of the edge its connector is at."""
    wide, tall = places.SIZES_MM[place.kind]
    (x, y), out = connector, layer.r + 0.1
    gap, edge = min((x, 0), (wide - x, 1), (y, 2), (tall - y, 3))
    gap += out
    steps = [1.5 * n for n in range(int(-_ALONG_MM / 1.5), int(_ALONG_MM / 1.5) + 1)]
    offs = [((-gap, n), (gap, n), (n, -gap), (n, gap))[edge] for n in steps]
    spots = [on_table(place, (x + dx, y + dy)) for dx, dy in offs]
    free = [spot for spot in spots if layer.clear((spot,))]
    if not free:
        raise ValueError(f"no room for a cable beside {place.name}")
    middle = on_table(place, connector)
    return min(free, key=lambda spot: math.dist(spot, middle) + math.dist(spot, start))


def _singles(geometry: Geometry, found: list[Body]) -> Iterator[Cable]:
    """Yield what else goes to the carrier: buttons, both feeds of the lights, the card reader."""
    s = fittings.sizes()
    plan = harness.of(geometry)
    top, r = s["holder"]["flange_mm"] + 3.0, 1.5
    cup, plugs = s["holder"]["flange_mm"] + assembly.cup_deep_mm(), _plugs_mm()
    lit = sorted([*geometry.spaces, *geometry.seats], key=lambda i: i.led)
    buttons = {f.name: (f.x_mm, f.y_mm) for f in fittings.load(geometry) if f.kind == "button"}
    names = (*geometry.shape.colours, "table")
    ends = [
        (f"wires of the button {name}", buttons[name], at, plan.buttons[name], s["button"]["deep_mm"])
        for name, at in zip(names, BUTTONS_MM, strict=True)
        if name in buttons
    ]  # fmt: skip
    feeds = {0: plan.hops[0], **plan.feeds}
    ends += [
        (f"feed of light {led}", _at(lit[led]), at, cut, cup)
        for (led, cut), at in zip(feeds.items(), LIGHTS_MM, strict=True)
    ]
    if geometry.card:
        ends.append(("the reader's cable", _at(geometry.card), READER_MM, plan.reader, 0.0))
    layer = _Layer(found, geometry.size_mm, r, top, cup)
    down = _Layer(found, geometry.size_mm, r, top, plugs)
    for name, start, connector, cut, deep in ends:
        leg = _beside(down, plan.carrier, connector, start)
        way = (*layer.way(start, leg), leg)
        more = math.dist(start, way[0]) + math.dist(leg, on_table(plan.carrier, connector))
        more += abs(deep - top) + plugs - top
        yield Cable(name, way, more, cut, r, top, cup, (leg,), plugs)


def _plugs_mm() -> float:
    """Return how deep the lowest plugs of the circuit boards reach."""
    s = fittings.sizes()
    return float(s["standoff"]["height_mm"] + s["pcb"]["thick_mm"] + s["pcb"]["parts_mm"])


def _chain(geometry: Geometry, found: list[Body]) -> Iterator[Cable]:
    """Yield the three-wire pieces between the lights, from rim to rim of what is wired below the cups."""
    s = fittings.sizes()
    plan = harness.of(geometry)
    top = s["holder"]["flange_mm"] + assembly.cup_deep_mm()
    lit = sorted([*geometry.spaces, *geometry.seats], key=lambda i: i.led)
    every = _Layer(found, geometry.size_mm, 1.5, top, top + s["cup"]["wires_mm"])
    for n, (one, other) in enumerate(itertools.pairwise(lit), start=1):
        layer = every.without(one.name, other.name)
        rim = assembly.WIRED_MM / 2 + layer.r + 0.05
        whole = (_at(one), *layer.way(_at(one), _at(other)), _at(other))
        way = _from(rim, _from(rim, whole)[::-1])[::-1]
        yield Cable(f"light {one.led} to {other.led}", way, 2 * rim + 2 * s["cup"]["wires_mm"], plan.hops[n],
                    layer.r, layer.top, layer.bottom)  # fmt: skip


def _from(far: float, way: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return a way from where it is so far from its beginning."""
    start = way[0]
    for n, point in enumerate(way):
        if (long := math.dist(start, point)) > far:
            before = way[n - 1]
            # On the piece that leaves the circle.
            low, high = 0.0, 1.0
            for _ in range(30):
                part = (low + high) / 2
                x, y = (a + (b - a) * part for a, b in zip(before, point, strict=True))
                low, high = (part, high) if math.dist(start, (x, y)) < far else (low, part)
            return ((x, y), *way[n:])
    raise ValueError(f"a way of {long:.0f} mm is all inside {far:.0f} mm")


def _at(item: Item) -> Point:
    return item.x_mm, item.y_mm


def _ribbons(geometry: Geometry, found: list[Body]) -> Iterator[Cable]:
    """Yield the chain's ribbons: flat, between the plugs and the bottom."""
    plan = harness.of(geometry)
    layer = _Layer(
        found, geometry.size_mm, 6.4, _plugs_mm(), fittings.sizes()["sheet"]["frame_mm"]
    )
    starts = [on_table(plan.carrier, CHAIN_MM), *(on_table(r, OUT_MM) for r in plan.readers)]
    ends = [*(on_table(r, IN_MM) for r in plan.readers), on_table(plan.carrier, END_MM)]
    for n, (start, end) in enumerate(zip(starts, ends, strict=True)):
        way = layer.way(start, end)
        more = math.dist(start, way[0]) + math.dist(way[-1], end)
        yield Cable(
            f"ribbon {n + 1}", way, more, plan.ribbons[n], layer.r, layer.top, layer.bottom
        )
