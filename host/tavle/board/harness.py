# SPDX-License-Identifier: Apache-2.0
"""How long a table's cables are: from the geometry and the places of its circuit boards (`places.py`).

Lengths are straight lines between the ends plus slack, rounded up: a length to cut, not a measured one.
"""

import itertools
import math
from dataclasses import dataclass

from tavle.board import fittings, places
from tavle.board.geometry import Geometry, Item
from tavle.board.places import Place
from tavle.board.shapes import Point

_SLACK_MM, _HOP_MM, _DOWN_MM, _BUTTON_MM = 60.0, 30.0, 100.0, 170.0
"""Of flat cables, between two lights, of what comes down beside a circuit board, and of what comes up from a button's terminals besides.
`cables.py` finds the ways around cups and screws that these are for."""
_ROUND_MM = 10.0


@dataclass(frozen=True)
class Harness:
    """All cables of one table, in mm.

    Attributes:
        readers: the Reader-8 boards in chain order.
        carrier: the controller's board.
        ribbons: lengths of the chain's ribbons: carrier to board 1, ..., last board back to the carrier.
        reeds: bit -> length of its pair of wires.
        hops: lengths of the three-wire pieces between lights, in LED order; the first comes from the carrier.
        feeds: LED index -> length of the pair that brings 5 V in there, besides the first light.
        buttons: name -> length of its pair.
        reader: length of the card reader's cable, 0 without one.
    """

    readers: tuple[Place, ...]
    carrier: Place
    ribbons: tuple[float, ...]
    reeds: dict[int, float]
    hops: tuple[float, ...]
    feeds: dict[int, float]
    buttons: dict[str, float]
    reader: float


def of(geometry: Geometry) -> Harness:
    """Return a table's harness."""
    lit = sorted([*geometry.spaces, *geometry.seats], key=lambda i: i.led)
    *readers, board = places.load(geometry)
    carrier = _at(board)
    stops = [carrier, *map(_at, readers), carrier]
    middle = len(lit) // 2
    return Harness(
        readers=tuple(readers),
        carrier=board,
        ribbons=tuple(_length(a, b) for a, b in itertools.pairwise(stops)),
        reeds={
            i.bit: _length(_at(i), _at(r), _DOWN_MM)
            for r in readers
            for i in places.reeds_of(geometry, r.number)
        },
        hops=tuple(
            _length(a, b, _HOP_MM if n else _DOWN_MM)
            for n, (a, b) in enumerate(itertools.pairwise([carrier, *map(_at, lit)]))
        ),
        feeds={middle: _length(carrier, _at(lit[middle]), _DOWN_MM)},
        buttons={
            f.name: _length(carrier, (f.x_mm, f.y_mm), _BUTTON_MM)
            for f in fittings.load(geometry)
            if f.kind == "button"
        },
        reader=_length(carrier, _at(geometry.card)) if geometry.card else 0.0,
    )


def _at(item: Item | Place) -> Point:
    return item.x_mm, item.y_mm


def _length(a: Point, b: Point, slack: float = _SLACK_MM) -> float:
    """Return what to cut for a cable between two places."""
    return _ROUND_MM * math.ceil((math.dist(a, b) + slack) / _ROUND_MM)


def antenna_gap_mm(geometry: Geometry, magnet_mm: float) -> float:
    """Return how near the edge of a magnet standing in the middle of a space can be to the reader's antenna."""
    card = geometry.card
    if card is None:
        return math.inf
    half = [n / 2 for n in fittings.sizes()["card"]["antenna_mm"]]
    return (
        min(
            math.hypot(
                max(abs(i.x_mm - card.x_mm) - half[0], 0.0),
                max(abs(i.y_mm - card.y_mm) - half[1], 0.0),
            )
            for i in geometry.spaces
        )
        - magnet_mm / 2
    )
