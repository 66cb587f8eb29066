# SPDX-License-Identifier: Apache-2.0
"""Where the boards under a table lie, and how long its cables are: from the geometry alone.

A Reader-8 board is put near the middle of its eight reeds, turned like the table, clear of the others and of the reader's antenna.
Lengths are straight lines between the ends plus slack, rounded up: a length to cut, not a measured one.
"""

import itertools
import math
from dataclasses import dataclass

from tavle.board import fittings
from tavle.board.geometry import Geometry, Item
from tavle.board.shapes import Point
from tavle.errors import TavleError
from tavle.words.terminal import tr

BOARD_MM = (64.0, 42.0)
"""Size of a Reader-8, as its KiCad project has it (compared by a test)."""
CARRIER_MM = (100.0, 100.0)
_GAP_MM = 4.0
_SLACK_MM = 60.0
_ROUND_MM = 10.0


@dataclass(frozen=True)
class Reader:
    """One Reader-8: its number in the chain from 1, its place, its reeds in order of the inputs A to H."""

    number: int
    x_mm: float
    y_mm: float
    reeds: tuple[Item, ...]


@dataclass(frozen=True)
class Harness:
    """All cables of one table, in mm.

    Attributes:
        readers: the boards in chain order.
        carrier: place of the controller's board.
        ribbons: lengths of the chain's ribbons: carrier to board 1, ..., last board back to the carrier.
        reeds: bit -> length of its pair of wires.
        hops: lengths of the three-wire pieces between lights, in LED order; the first comes from the carrier.
        feeds: LED index -> length of the pair that brings 5 V in there, besides the first light.
        buttons: name -> length of its pair.
        reader: length of the card reader's cable.
    """

    readers: tuple[Reader, ...]
    carrier: Point
    ribbons: tuple[float, ...]
    reeds: dict[int, float]
    hops: tuple[float, ...]
    feeds: dict[int, float]
    buttons: dict[str, float]
    reader: float


def of(geometry: Geometry) -> Harness:
    """Return a table's harness."""
    lit = sorted([*geometry.spaces, *geometry.seats], key=lambda i: i.led)
    places, carrier = _places(geometry)
    readers = []
    for number, (x, y) in enumerate(places, start=1):
        reeds = tuple(geometry.spaces[8 * (number - 1) : 8 * number])
        readers.append(Reader(number, x, y, reeds))
    stops = [carrier, *((r.x_mm, r.y_mm) for r in readers), carrier]
    middle = len(lit) // 2
    return Harness(
        readers=tuple(readers),
        carrier=carrier,
        ribbons=tuple(_length(a, b) for a, b in itertools.pairwise(stops)),
        reeds={
            i.bit: _length((i.x_mm, i.y_mm), (r.x_mm, r.y_mm)) for r in readers for i in r.reeds
        },
        hops=tuple(
            _length(a, b, 30.0)
            for a, b in zip([carrier, *map(_at, lit)], map(_at, lit), strict=False)
        ),
        feeds={middle: _length(carrier, _at(lit[middle]))},
        buttons={
            f.name: _length(carrier, (f.x_mm, f.y_mm))
            for f in fittings.load(geometry)
            if f.kind == "button"
        },
        reader=_length(carrier, _at(geometry.card)),
    )


def _at(item: Item) -> Point:
    return item.x_mm, item.y_mm


def _length(a: Point, b: Point, slack: float = _SLACK_MM) -> float:
    """Return what to cut for a cable between two places."""
    return _ROUND_MM * math.ceil((math.dist(a, b) + slack) / _ROUND_MM)


def _places(geometry: Geometry) -> tuple[list[Point], Point]:
    """Return the middles of the Reader-8 boards and of the carrier.

    Boards start over their reeds and push each other apart along the shorter way until nothing overlaps; card reader, buttons and
    screws do not move. The carrier starts on a side of the reader from which all find room.
    """
    wide, tall = geometry.size_mm
    card = geometry.card
    sizes = fittings.sizes()["card"]
    keep = (sizes["cutout_mm"][0], sizes["cutout_mm"][1])
    fixed: list[tuple[Point, Point]] = [((card.x_mm, card.y_mm), keep)]
    for hole in fittings.load(geometry):
        over = 2 * fittings.reach_mm(hole)
        fixed.append(((hole.x_mm, hole.y_mm), (over, over)))
    edge = fittings.sizes()["sheet"]["frame_w_mm"] + _GAP_MM / 2
    starts = []
    for first in range(0, len(geometry.spaces), 8):
        reeds = geometry.spaces[first : first + 8]
        starts.append(
            [sum(i.x_mm for i in reeds) / len(reeds), sum(i.y_mm for i in reeds) / len(reeds)]
        )
    sides = [*([BOARD_MM] * len(starts)), CARRIER_MM]
    for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        beside = [
            card.x_mm + dx * ((keep[0] + CARRIER_MM[0]) / 2 + 6),
            card.y_mm + dy * ((keep[1] + CARRIER_MM[1]) / 2 + 6),
        ]
        spots = [list(spot) for spot in (*starts, beside)]
        if _spread(spots, sides, fixed, [(edge, wide - edge), (edge, tall - edge)]):
            rounded = [(round(x, 1), round(y, 1)) for x, y in spots]
            return rounded[:-1], rounded[-1]
    raise TavleError(
        f"hardware/{geometry.board}/fittings.csv",
        tr("the circuit boards find no room between buttons and screws"),
        tr("move some nearer to the edge"),
    )


def _spread(
    spots: list[list[float]],
    sides: list[Point],
    fixed: list[tuple[Point, Point]],
    room: list[tuple[float, float]],
) -> bool:
    """Push boards apart, and off what is fixed, within the frame; return whether nothing overlaps any more."""
    for _ in range(2000):
        moved = False
        for n, spot in enumerate(spots):
            for m in range(n):
                moved |= _push(spot, sides[n], spots[m], sides[m], both=True)
            for place, size in fixed:
                moved |= _push(spot, sides[n], list(place), size, both=False)
            for axis, (least, most) in enumerate(room):
                half = sides[n][axis] / 2
                inside = min(max(spot[axis], least + half), most - half)
                moved |= abs(inside - spot[axis]) > 1e-6
                spot[axis] = inside
        if not moved:
            return True
    return False


def _push(one: list[float], size: Point, other: list[float], room: Point, both: bool) -> bool:
    """Move two boards apart when they overlap; return whether they did. Only the first one moves unless `both`."""
    dx, dy = one[0] - other[0], one[1] - other[1]
    over_x = (size[0] + room[0]) / 2 + _GAP_MM - abs(dx)
    over_y = (size[1] + room[1]) / 2 + _GAP_MM - abs(dy)
    if over_x <= 1e-6 or over_y <= 1e-6:
        return False
    axis, over = (0, over_x) if over_x < over_y else (1, over_y)
    way = 1.0 if one[axis] - other[axis] >= 0 else -1.0
    share = 0.5 if both else 1.0
    one[axis] += way * over * share
    if both:
        other[axis] -= way * over * share
    return True


def antenna_gap_mm(geometry: Geometry, magnet_mm: float) -> float:
    """Return how near the edge of a magnet standing in the middle of a space can be to the reader's antenna."""
    half = [n / 2 for n in fittings.sizes()["card"]["antenna_mm"]]
    return (
        min(
            math.hypot(
                max(abs(i.x_mm - geometry.card.x_mm) - half[0], 0.0),
                max(abs(i.y_mm - geometry.card.y_mm) - half[1], 0.0),
            )
            for i in geometry.spaces
        )
        - magnet_mm / 2
    )
