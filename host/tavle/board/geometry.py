# SPDX-License-Identifier: Apache-2.0
"""Read and check `hardware/<board>/geometry.csv`.

One row per thing on the board. Columns:

* `kind`: `board` (x_mm, y_mm are its width and height), `card` (centre of the play slot), `seat` (a seat's own
  light), or a sensed space: `ring`, `row`, `home`, `fin`.
* `colour`: the seat it belongs to; on a ring space the colour it is printed in, if any.
* `place`, `slot`: the token of the rules' notation, and 0..3 for the spaces that hold one pawn of `h` and `f` each.
* `mark`: what is printed on a ring space: `start`, `triangle`, `slide`, `end` or nothing.
* `x_mm`, `y_mm`: centre, from the top left corner of the face as seen from above, y downwards.
* `bit`, `led`: position in the sensor chain and in the LED chain, from 0.
* `axis_deg`, `reed_mm`: of a sensed space, where its reed lies: the direction from the centre of the space to the
  middle of the reed, clockwise from +x (0 points right, 90 down), and the distance. The reed lies along that
  direction. Chosen by the magnetic model (`tavle board field <board> --propose`), which also refuses bad ones.
"""

import csv
import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tavle import games
from tavle.board.shapes import CARD_MM, PITCH_MM, Shape
from tavle.errors import TavleError
from tavle.paths import ROOT, board_folder

COLUMNS = tuple("kind,colour,place,slot,mark,x_mm,y_mm,bit,led,axis_deg,reed_mm".split(","))
SENSED = ("ring", "row", "home", "fin")
EDGE_MM = 15.0
"""Least distance of a space's centre from the edge of the face."""
SEAT_EDGE_MM = 10.0
"""The same for a seat's own light, which has no reed."""


@dataclass(frozen=True)
class Item:
    """One row of the file; `slot`, `bit` and `led` are -1 where the row has none, `reed_mm` is 0."""

    kind: str
    colour: str
    place: str
    slot: int
    mark: str
    x_mm: float
    y_mm: float
    bit: int
    led: int
    axis_deg: float = 0.0
    reed_mm: float = 0.0
    row: int = field(default=0, compare=False)
    """Line of the file, counted from 1 with the heading; 0 for a row that was never in a file."""

    @property
    def name(self) -> str:
        """Return a name for people and wiring lists: `17`, `red:z1`, `red:h2`."""
        if self.kind == "ring":
            return self.place
        if self.kind in ("board", "card"):
            return self.kind
        slot = "" if self.slot < 0 else str(self.slot)
        return f"{self.colour}:{self.place or self.kind}{slot}"

    def distance_mm(self, other: "Item") -> float:
        """Return the distance between two centres."""
        return math.hypot(self.x_mm - other.x_mm, self.y_mm - other.y_mm)


@dataclass
class Geometry:
    """A board: its file's rows, and the same rows by what is asked for most."""

    board: str
    items: list[Item]
    spaces: list[Item] = field(init=False)

    def __post_init__(self) -> None:
        """Sort the sensed spaces in chain order."""
        self.spaces = sorted((i for i in self.items if i.kind in SENSED), key=lambda i: i.bit)

    @property
    def shape(self) -> Shape:
        """Return the facts of this board's game."""
        return games.shapes()[self.board]

    @property
    def size_mm(self) -> tuple[float, float]:
        """Return width and height of the face."""
        face = self._only("board")
        return face.x_mm, face.y_mm

    @property
    def card(self) -> Item | None:
        """Return the play slot, None on a board without one."""
        return self._only("card") if any(i.kind == "card" for i in self.items) else None

    @property
    def seats(self) -> list[Item]:
        """Return the seats' own lights in seat order."""
        return [self._only("seat", colour) for colour in self.shape.seated]

    @property
    def ring(self) -> list[Item]:
        """Return the ring spaces by index."""
        ring = (i for i in self.spaces if i.kind == "ring" and i.place.isdecimal())
        return sorted(ring, key=lambda i: int(i.place))

    def of_seat(self, kind: str, seat: int) -> list[Item]:
        """Return a seat's spaces of one kind (`row`, `home`, `fin`) in order."""
        mine = (i for i in self.spaces if (i.kind, i.colour) == (kind, self.shape.colours[seat]))
        return sorted(mine, key=lambda i: (i.place, i.slot))

    def _only(self, kind: str, colour: str = "") -> Item:
        found = [i for i in self.items if i.kind == kind and colour in ("", i.colour)]
        if len(found) != 1:
            wanted = f"{colour} {kind}".strip()
            raise _bad(self.board, f"{len(found)} rows for `{wanted}`, wanted 1")
        return found[0]


def _bad(board: str, why: str) -> TavleError:
    own = games.of(board) is None
    step = "correct the file, then `make boards`" if own else "correct the file"
    return TavleError(shown(path(board)), why, step)


def shown(file: Path) -> str:
    """Return how messages name a file: from the top of the checkout where it lies there."""
    return str(file.relative_to(ROOT) if file.is_relative_to(ROOT) else file)


def at_row(item: Item, column: str, why: str) -> str:
    """Return a complaint with the row and the column of the file that it is about."""
    return f"row {item.row}, column {column}: {why}" if item.row else why


def boards() -> list[str]:
    """Return the names of the boards, those of others too."""
    return sorted(games.shapes())


def path(board: str) -> Path:
    """Return where a board's geometry is kept. Raises TavleError for an unknown board."""
    if board not in games.shapes():
        raise TavleError(f"unknown board {board!r}", f"known are {', '.join(boards())}")
    return board_folder(board) / "geometry.csv"


def load(board: str) -> Geometry:
    """Read a board's geometry. Raises TavleError when it is missing, malformed or inconsistent."""
    geometry = _read(board)
    complaints = list(problems(geometry))
    if complaints:
        more = f" (and {len(complaints) - 1} more: `tavle board check`)" if complaints[1:] else ""
        raise _bad(board, complaints[0] + more)
    return geometry


def _read(board: str) -> Geometry:
    try:
        text = path(board).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _bad(board, getattr(error, "strerror", "") or "cannot be read as text") from error
    return Geometry(board, parse(board, text))


def closest() -> tuple[float, tuple[float, float]]:
    """Return the distance (mm) of the closest two spaces of all boards, and their reeds' directions from the line between them (degrees)."""
    best: tuple[float, tuple[float, float]] = (math.inf, (0.0, 0.0))
    for board in boards():
        spaces = load(board).spaces
        for n, one in enumerate(spaces):
            for other in spaces[:n]:
                gap = one.distance_mm(other)
                if gap < best[0] - 1e-6:
                    line = math.degrees(math.atan2(other.y_mm - one.y_mm, other.x_mm - one.x_mm))
                    best = (gap, (one.axis_deg - line, other.axis_deg - line))
    return best


def faults(board: str) -> list[str]:
    """Return everything that is wrong with a board's file, its reeds' room included.

    Raises:
        TavleError: it is malformed.
    """
    from tavle.field import margins

    geometry = _read(board)
    return list(problems(geometry)) or list(margins.problems(geometry))


def parse(board: str, text: str) -> list[Item]:
    """Return the rows of a file's text. Raises TavleError naming row and column."""
    rows = csv.reader(text.splitlines())
    if tuple(next(rows, ())) != COLUMNS:
        raise _bad(board, f"row 1: the columns must be {','.join(COLUMNS)}")
    items = []
    for row in rows:
        line = rows.line_num
        if len(row) != len(COLUMNS):
            raise _bad(board, f"row {line}: {len(row)} values, wanted {len(COLUMNS)}")
        cells = dict(zip(COLUMNS, row, strict=True))

        def place(column: str, cells: dict[str, str] = cells, line: int = line) -> float:
            try:
                value = float(cells[column])
            except ValueError:
                value = math.nan
            if not math.isfinite(value):
                why = f"{cells[column]!r} is no number"
                raise _bad(board, f"row {line}, column {column}: {why}")
            return value

        def count(column: str, cells: dict[str, str] = cells, line: int = line) -> int:
            if not cells[column]:
                return -1
            if not (cells[column].isascii() and cells[column].isdigit()):
                why = f"{cells[column]!r} is no number from 0"
                raise _bad(board, f"row {line}, column {column}: {why}")
            return int(cells[column])

        items.append(
            Item(
                *(cells["kind"], cells["colour"], cells["place"], count("slot"), cells["mark"]),
                *(place("x_mm"), place("y_mm"), count("bit"), count("led")),
                *(
                    (place("axis_deg"), place("reed_mm"))
                    if cells["kind"] in SENSED
                    else (0.0, 0.0)
                ),
                line,
            )
        )
    return items


def text_of(items: Iterable[Item]) -> str:
    """Return the text of a file with these rows."""
    lines = [",".join(COLUMNS)]
    for i in items:
        numbers = ("" if n < 0 else str(n) for n in (i.slot, i.bit, i.led))
        slot, bit, led = numbers
        reed = f"{i.axis_deg:g},{i.reed_mm:g}" if i.kind in SENSED else ","
        lines.append(
            f"{i.kind},{i.colour},{i.place},{slot},{i.mark},{i.x_mm:g},{i.y_mm:g},{bit},{led},{reed}"
        )
    return "\n".join(lines) + "\n"


def problems(geometry: Geometry) -> Iterator[str]:
    """Yield what is wrong with a geometry, one sentence each; nothing for a good one."""
    yield from _places(geometry)
    yield from _chains(geometry)
    yield from _distances(geometry)
    yield from _unsensed(geometry)
    yield from _order(geometry)


def _places(geometry: Geometry) -> Iterator[str]:
    """Every place of the game is there exactly once."""
    shape = geometry.shape
    wanted = {("ring", "", str(i), -1) for i in range(shape.ring)}
    for colour in shape.seated:
        wanted |= {("row", colour, f"z{k + 1}", -1) for k in range(shape.row)}
        wanted |= {("home", colour, "h", slot) for slot in range(shape.pawns)}
        if shape.fin:
            wanted |= {("fin", colour, "f", slot) for slot in range(shape.pawns)}
    seen: dict[tuple[str, str, str, int], Item] = {}
    for i in geometry.spaces:
        key = (i.kind, "" if i.kind == "ring" else i.colour, i.place, i.slot)
        if key in seen:
            yield at_row(i, "place", f"{i.name} is there twice{_first(seen[key])}")
        elif key not in wanted:
            yield at_row(i, "place", f"{i.name} is no place of {shape.title}")
        seen.setdefault(key, i)
    for key in sorted(wanted - set(seen)):
        yield f"{key[0]} space {key[1]} {key[2]} is missing"
    known = {*SENSED, "board", "card", "seat"}
    for i in geometry.items:
        if i.colour and i.colour not in shape.colours:
            why = f"{i.colour!r} is no colour of {shape.title}: {', '.join(shape.colours)}"
            yield at_row(i, "colour", why)
        if i.kind not in known:
            yield at_row(i, "kind", f"unknown kind {i.kind!r}")


def _first(item: Item) -> str:
    return f", first in row {item.row}" if item.row else ""


def _chains(geometry: Geometry) -> Iterator[str]:
    """Bits and LEDs are numbered from 0 without gaps; each seat has a light of its own."""
    yield from _numbered(geometry.spaces, "bit", "sensor bits")
    yield from _numbered(geometry.spaces + geometry.seats, "led", "LED indices")


def _numbered(items: list[Item], column: str, what: str) -> Iterator[str]:
    """Yield every number of a chain that is missing, used twice or beyond the chain's end."""
    end = len(items) - 1
    used: dict[int, Item] = {}
    for i in items:
        number = getattr(i, column)
        if number < 0:
            yield at_row(i, column, f"{i.name} has none of the {what} 0..{end}")
        elif number in used:
            other = used[number]
            why = f"{number} is used twice: {other.name} and {i.name}"
            yield at_row(i, column, f"{why}{_first(other)}")
        elif number > end:
            yield at_row(i, column, f"{number} of {i.name} is beyond the {what} 0..{end}")
        used.setdefault(number, i)


def _distances(geometry: Geometry) -> Iterator[str]:
    """No two reeds are closer than the pitch, and nothing hangs over the edge."""
    spaces = geometry.spaces
    for n, one in enumerate(spaces):
        for other in spaces[:n]:
            gap = one.distance_mm(other)
            if gap < PITCH_MM - 0.005:
                why = f"{one.name} and {other.name}{_row(other)} are {gap:.1f} mm apart"
                yield at_row(one, "x_mm, y_mm", f"{why}, least is {PITCH_MM:g}")
    width, height = geometry.size_mm
    for i in spaces:
        for column, place, size in (("x_mm", i.x_mm, width), ("y_mm", i.y_mm, height)):
            if not 0 <= place <= size:
                why = f"{i.name} lies outside the board (0..{size:g} mm)"
                yield at_row(i, column, why)
            elif min(place, size - place) < EDGE_MM:
                yield at_row(i, column, f"{i.name} is closer than {EDGE_MM:g} mm to the edge")


def _unsensed(geometry: Geometry) -> Iterator[str]:
    """The play slot and the seats' lights lie on the board, and clear of spaces and their reeds."""
    width, height = geometry.size_mm
    boxes = [(i, "seat", (0.0, 0.0), SEAT_EDGE_MM) for i in geometry.seats]
    if geometry.card:
        boxes.insert(0, (geometry.card, "play slot", CARD_MM, EDGE_MM))
    for item, what, (wide, tall), least in boxes:
        name = item.name if what == "seat" else f"the {what}"
        for column, place, half, size in (
            ("x_mm", item.x_mm, wide / 2, width),
            ("y_mm", item.y_mm, tall / 2, height),
        ):
            if min(place, size - place) - half < least:
                yield at_row(item, column, f"{name} is closer than {least:g} mm to the edge")
        for i in geometry.spaces:
            dx = max(abs(i.x_mm - item.x_mm) - wide / 2, 0.0)
            dy = max(abs(i.y_mm - item.y_mm) - tall / 2, 0.0)
            if (gap := math.hypot(dx, dy)) < PITCH_MM:
                why = f"{name} and {i.name}{_row(i)} are {gap:.1f} mm apart"
                yield at_row(item, "x_mm, y_mm", f"{why}, least is {PITCH_MM:g}")


def _row(item: Item) -> str:
    return f" (row {item.row})" if item.row else ""


def _order(geometry: Geometry) -> Iterator[str]:
    """Ring and seats run clockwise seen from above, and each lane starts at its mouth."""
    shape, ring = geometry.shape, geometry.ring
    if len(ring) != shape.ring:
        return
    if not shape.line and turn_of([(i.x_mm, i.y_mm) for i in ring]) <= 0:
        yield "the ring does not run clockwise"
    steps = [one.distance_mm(ring[n - 1]) for n, one in enumerate(ring)]
    near = 1.5 * min(steps)
    for n, step in enumerate(steps):
        if step > near and (n or not shape.line):
            why = f"ring spaces {(n - 1) % shape.ring} and {n} are {step:.1f} mm apart, no neighbours"
            yield at_row(ring[n], "x_mm, y_mm", why)
    corners = []
    for seat in shape.seats:
        home, row = geometry.of_seat("home", seat), geometry.of_seat("row", seat)
        n = len(home)
        if n != shape.pawns or len(row) != shape.row:
            return
        corners.append((sum(i.x_mm for i in home) / n, sum(i.y_mm for i in home) / n))
        lane = [ring[shape.mouth_of(seat)], *row]
        for before, after in itertools.pairwise(lane):
            if before.distance_mm(after) > near:
                why = f"{after.name} is no neighbour of {before.name}{_row(before)}"
                yield at_row(after, "x_mm, y_mm", why)
    if len(corners) > 2 and turn_of(corners) <= 0:
        yield "the seats do not run clockwise"


def turn_of(points: list[tuple[float, float]]) -> float:
    """Return twice the area inside a closed line, positive when it runs clockwise (y downwards)."""
    pairs = zip(points, points[1:] + points[:1], strict=True)
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)
