# SPDX-License-Identifier: Apache-2.0
"""Where the circuit boards hang under a table: `hardware/<board>/places.csv`.

Columns: `kind` (`reader8` or `carrier`), `number` of a Reader-8 in the chain from 1, `x_mm`, `y_mm` of the board's middle as in the geometry,
`turn_deg` (0, 90, 180, 270): how far it is turned clockwise as one sees it from below, where its parts are.

A board hangs on four standoffs that are longer than the cups are deep, so it may lie under lights; its standoffs and their screws
stay clear of holders. `python -m tavle.board.places partners` looks for places and prints the file.
"""

import csv
import itertools
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tavle.board import fittings
from tavle.board.geometry import Geometry, Item, shown
from tavle.board.geometry import load as load_geometry
from tavle.board.shapes import Point
from tavle.errors import TavleError
from tavle.paths import board_folder
from tavle.words.terminal import tr

COLUMNS = ("kind", "number", "x_mm", "y_mm", "turn_deg")
SIZES_MM = {"reader8": (64.0, 42.0), "carrier": (100.0, 100.0)}
"""Sizes of the boards, as their KiCad projects have them (compared by a test)."""
HOLE_MM = 4.0
"""From a board's edges to its four holes, the same for both kinds (compared by a test)."""
USB_AT_MM = 34.3
"""Middle of the Pico on the carrier, from its left edge; its USB socket looks to the upper one."""
ROOM_MM = {"reader8": 0.0, "carrier": 6.0}
"""More room around a board: wires enter the carrier's screw terminals from the side."""
GAP_MM = 4.0
"""Least distance between two boards, and between a board and a screw, a button or the play slot."""
REED_WIRE_MM = 200.0
"""Farthest that a reed may be from its board: with slack the wire stays below 300 mm, which the pull-ups are chosen for."""
_GRID_MM = 4.0
_AROUND_MM = 100.0
_PER_CUP_MM = 60.0  # a light under a board is worth so much wire: it cannot be mended without taking the board off


@dataclass(frozen=True)
class Place:
    """One circuit board; `row` is its line in the file, 0 when it was never in one."""

    kind: str
    number: int
    x_mm: float
    y_mm: float
    turn_deg: int
    row: int = 0

    @property
    def size_mm(self) -> Point:
        """Return width and height as it lies under the table."""
        wide, tall = SIZES_MM[self.kind]
        return (tall, wide) if self.turn_deg % 180 else (wide, tall)

    @property
    def name(self) -> str:
        """Return a name for people."""
        return f"Reader-8 {self.number}" if self.kind == "reader8" else "the carrier board"

    def plugs(self) -> list[tuple[Point, Point]]:
        """Return middle and size of the plugs that stick out beside the board: the USB plug of the Pico."""
        if self.kind == "reader8":
            return []
        wide, long = fittings.sizes()["pcb"]["usb_plug_mm"]
        # As seen from below, in the middle of the board's frame; x is mirrored in the geometry's.
        u, v = USB_AT_MM - SIZES_MM["carrier"][0] / 2, -(SIZES_MM["carrier"][1] + long) / 2
        for _ in range(self.turn_deg // 90):
            u, v = -v, u
        size = (long, wide) if self.turn_deg % 180 else (wide, long)
        return [((self.x_mm - u, self.y_mm + v), size)]

    def boxes(self) -> list[tuple[float, float, float, float]]:
        """Return middle and half sizes of what the board takes up in the plan, with room to reach its terminals."""
        more = ROOM_MM[self.kind]
        wide, tall = self.size_mm
        found = [(self.x_mm, self.y_mm, wide / 2 + more, tall / 2 + more)]
        return found + [(x, y, w / 2, h / 2) for (x, y), (w, h) in self.plugs()]

    def holes(self) -> list[Point]:
        """Return the middles of the four standoffs."""
        wide, tall = self.size_mm
        dx, dy = wide / 2 - HOLE_MM, tall / 2 - HOLE_MM
        return [(self.x_mm + a * dx, self.y_mm + b * dy) for a in (-1, 1) for b in (-1, 1)]


def reeds_of(geometry: Geometry, number: int) -> list[Item]:
    """Return the spaces whose reeds a Reader-8 carries, in order of its inputs A to H."""
    return geometry.spaces[8 * (number - 1) : 8 * number]


def _file(board: str) -> str:
    return shown(board_folder(board) / "places.csv")


def load(geometry: Geometry) -> list[Place]:
    """Read a board's places: Reader-8 in chain order, then the carrier. Raises TavleError when the file is missing or wrong."""
    name = _file(geometry.board)
    path = board_folder(geometry.board) / "places.csv"
    try:
        rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
    except OSError as error:
        step = f"`python -m tavle.board.places {geometry.board}` proposes one"
        raise TavleError(name, error.strerror or "cannot be read", step) from error
    found = []
    for line, row in enumerate(rows[1:], start=2):
        try:
            kind, number, x, y, turn = row
            place = Place(kind, int(number or 0), float(x), float(y), int(turn), line)
            if kind not in SIZES_MM or place.turn_deg not in (0, 90, 180, 270):
                raise ValueError
        except ValueError:
            why = f"row {line}: wanted {','.join(COLUMNS)}, not {','.join(row)!r}"
            raise TavleError(name, why, "correct the file") from None
        found.append(place)
    found.sort(key=lambda p: (p.kind == "carrier", p.number))
    for why in problems(geometry, found):
        raise TavleError(name, why, "correct the file")
    return found


def problems(geometry: Geometry, found: list[Place]) -> Iterator[str]:
    """Yield what is wrong with the places of a board, one sentence each."""
    wanted = [*range(1, -(-len(geometry.spaces) // 8) + 1), 0]
    if [p.number for p in found] != wanted or [p.kind for p in found].count("carrier") != 1:
        yield f"wanted Reader-8 1 to {wanted[-2]} and one carrier, each once"
        return
    still = _Still(geometry)
    for n, place in enumerate(found):
        where = f"row {place.row}, column x_mm, y_mm: {place.name}"
        for why in still.against(place):
            yield f"{where} {why}"
        for other in found[:n]:
            if _overlap(place, other):
                yield f"{where} lies less than {GAP_MM:g} mm from {other.name}"
        if place.kind == "reader8":
            far = max(
                math.dist((i.x_mm, i.y_mm), (place.x_mm, place.y_mm))
                for i in reeds_of(geometry, place.number)
            )
            if far > REED_WIRE_MM:
                yield f"{where} is {far:.0f} mm from one of its reeds, most is {REED_WIRE_MM:g}"


def _overlap(one: Place, other: Place) -> bool:
    return any(
        abs(x - u) < a + c + GAP_MM and abs(y - v) < b + d + GAP_MM
        for x, y, a, b in one.boxes()
        for u, v, c, d in other.boxes()
    )


class _Still:
    """What does not move under a table: frame, play slot, buttons, screws, holders, lights."""

    def __init__(self, geometry: Geometry):
        sizes = fittings.sizes()
        self._geometry = geometry
        wide, tall = sizes["card"]["cutout_mm"]
        # name, middle, half of width and height
        self._boxes = []
        if card := geometry.card:
            self._boxes.append(("the play slot", card.x_mm, card.y_mm, wide / 2, tall / 2))
        for one in fittings.load(geometry):
            reach = fittings.reach_mm(one)
            self._boxes.append(
                (f"{one.kind} {one.name}".rstrip(), one.x_mm, one.y_mm, reach, reach)
            )
        self._edge = sizes["sheet"]["frame_w_mm"] + GAP_MM / 2
        self._standoff = sizes["standoff"]["over_mm"] / 2 + 0.3
        self._cup = sizes["holder"]["flange_d_mm"] / 2

    def against(self, place: Place) -> Iterator[str]:
        """Yield what a board runs into."""
        width, height = self._geometry.size_mm
        for x, y, half_w, half_h in place.boxes():
            for name, u, v, w, h in self._boxes:
                if abs(x - u) < half_w + w and abs(y - v) < half_h + h:
                    yield f"lies under {name}"
            edge = min(x - half_w, y - half_h, width - x - half_w, height - y - half_h)
            if edge < self._edge:
                yield f"is {edge:g} mm from the edge, least is {self._edge:g}"
        for point in place.holes():
            for item in self._geometry.spaces:
                if math.dist(point, (item.x_mm, item.y_mm)) > 40:
                    continue
                if fittings.from_holder(item, point) < self._standoff:
                    yield f"has a standoff in the holder of {item.name}"
            for item in self._geometry.seats:
                seat = fittings.sizes()["cup"]["led_d_mm"] / 2
                if math.dist(point, (item.x_mm, item.y_mm)) < seat + self._standoff:
                    yield f"has a standoff in the light of {item.name}"

    def cups(self, place: Place) -> int:
        """Return how many lights a board lies under."""
        wide, tall = place.size_mm
        return sum(
            abs(i.x_mm - place.x_mm) < wide / 2 + self._cup
            and abs(i.y_mm - place.y_mm) < tall / 2 + self._cup
            for i in self._geometry.spaces
        )


def propose(geometry: Geometry) -> list[Place]:
    """Return places for all boards: few lights under boards first, then short wires.

    Raises:
        TavleError: some board finds no room.
    """
    still = _Still(geometry)
    count = -(-len(geometry.spaces) // 8)
    choices = {n: _choices(geometry, still, n) for n in range(1, count + 1)}
    choices[0] = _choices(geometry, still, 0)
    placed: dict[int, Place] = {}
    # The one with fewest choices first; then each again, as long as one finds a better place among the others.
    for n in sorted(choices, key=lambda n: len(choices[n])):
        placed[n] = _first(geometry, choices[n], placed, n)
    for _ in range(6):
        before = dict(placed)
        for n, offered in choices.items():
            placed[n] = _first(geometry, offered, placed, n)
        if placed == before:
            break
    return [*(placed[n] for n in range(1, count + 1)), placed[0]]


def _choices(geometry: Geometry, still: _Still, number: int) -> list[tuple[float, Place]]:
    """Return (cost, place) of everything a board may choose from, best first."""
    kind = "reader8" if number else "carrier"
    near = reeds_of(geometry, number) if number else [geometry.card or geometry.seats[0]]
    x = sum(i.x_mm for i in near) / len(near)
    y = sum(i.y_mm for i in near) / len(near)
    steps = [
        _GRID_MM * k for k in range(int(-_AROUND_MM / _GRID_MM), int(_AROUND_MM / _GRID_MM) + 1)
    ]
    out = []
    for dx, dy, turn in itertools.product(steps, steps, (0, 90) if number else (0, 90, 180, 270)):
        place = Place(kind, number, round(x + dx, 1), round(y + dy, 1), turn)
        if next(still.against(place), None):
            continue
        wire = sum(math.dist((i.x_mm, i.y_mm), (place.x_mm, place.y_mm)) for i in near)
        out.append((wire + _PER_CUP_MM * still.cups(place), place))
    return sorted(out, key=lambda c: (round(c[0], 3), c[1].x_mm, c[1].y_mm, c[1].turn_deg))


def _first(
    geometry: Geometry, choices: list[tuple[float, Place]], placed: dict[int, Place], number: int
) -> Place:
    others = [p for n, p in placed.items() if n != number]
    for _, place in choices:
        if not any(_overlap(place, other) for other in others):
            return place
    raise TavleError(
        f"{_file(geometry.board)}, {Place('reader8' if number else 'carrier', number, 0, 0, 0).name}",
        tr("the circuit boards find no room between buttons and screws"),
        tr("move some nearer to the edge"),
    )


def text_of(found: list[Place]) -> str:
    """Return the text of a file with these places."""
    rows = [
        f"{p.kind},{p.number or ''},{p.x_mm:g},{p.y_mm:g},{p.turn_deg}"
        for p in (replace(p, row=0) for p in found)
    ]
    return "\n".join([",".join(COLUMNS), *rows]) + "\n"


if __name__ == "__main__":
    for board in sys.argv[1:]:
        sys.stdout.write(text_of(propose(load_geometry(board))))
