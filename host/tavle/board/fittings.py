# SPDX-License-Identifier: Apache-2.0
"""What a board carries besides its spaces: buttons and screws, from `hardware/<board>/fittings.csv`.

Columns: `kind` (`button` or `screw`), `name` (a button's seat colour or `table`), `x_mm`, `y_mm` as in the geometry, `d_mm`: diameter
of the hole. `hardware/build.toml` holds the sizes that all boards share: sheets, windows, holders, pawns, reader.
"""

import csv
import math
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tavle.board.geometry import Geometry, Item, boards, shown
from tavle.board.geometry import load as load_geometry
from tavle.board.shapes import Point
from tavle.errors import TavleError
from tavle.paths import board_folder, hardware

FRAME_GAP_MM = 0.5
"""Between a holder and the frame's wall."""
COLUMNS = ("kind", "name", "x_mm", "y_mm", "d_mm")
KINDS = ("button", "screw")


@dataclass(frozen=True)
class Fitting:
    """One hole; `row` is its line in the file."""

    kind: str
    name: str
    x_mm: float
    y_mm: float
    d_mm: float
    row: int


@cache
def sizes() -> dict[str, Any]:
    """Return `hardware/build.toml`: the sizes that all boards share. Raises TavleError when it cannot be read."""
    path = hardware() / "build.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise TavleError("hardware/build.toml", str(error), "correct the file") from error


def reed_mm() -> float:
    """Return the distance of a reed's middle from its space's centre: one holder and one jig fit all spaces of all boards.

    Raises:
        TavleError: the geometries have several.
    """
    found = {item.reed_mm for board in boards() for item in load_geometry(board).spaces}
    if len(found) > 1:
        distances = ", ".join(f"{mm:g}" for mm in sorted(found))
        raise TavleError(
            "hardware/*/geometry.csv, column reed_mm",
            f"one holder fits one distance only, not {distances} mm",
            "give all reeds the same",
        )
    return found.pop()


def path(board: str) -> Path:
    """Return where a board's fittings are kept."""
    return board_folder(board) / "fittings.csv"


def _name(board: str) -> str:
    return shown(path(board))


def parse(board: str, text: str) -> list[Fitting]:
    """Return the rows of a file's text. Raises TavleError naming row and column."""

    def bad(where: str, why: str) -> TavleError:
        return TavleError(_name(board), f"{where}: {why}", "correct the file")

    rows = csv.reader(text.splitlines())
    if tuple(next(rows, ())) != COLUMNS:
        raise bad("row 1", f"the columns must be {','.join(COLUMNS)}")
    found = []
    for row in rows:
        if len(row) != len(COLUMNS):
            raise bad(f"row {rows.line_num}", f"{len(row)} values, wanted {len(COLUMNS)}")
        if row[0] not in KINDS:
            raise bad(f"row {rows.line_num}, column kind", f"unknown kind {row[0]!r}")
        numbers = []
        for column, cell in zip(COLUMNS[2:], row[2:], strict=True):
            try:
                value = float(cell)
            except ValueError:
                value = math.nan
            if not math.isfinite(value) or value <= 0:
                raise bad(f"row {rows.line_num}, column {column}", f"{cell!r} is no length in mm")
            numbers.append(value)
        x_mm, y_mm, d_mm = numbers
        found.append(Fitting(row[0], row[1], x_mm, y_mm, d_mm, rows.line_num))
    return found


def load(geometry: Geometry) -> list[Fitting]:
    """Read a board's fittings. Raises TavleError when the file is missing, malformed or does not fit the board."""
    name = _name(geometry.board)
    try:
        text = path(geometry.board).read_text(encoding="utf-8")
    except OSError as error:
        raise TavleError(name, error.strerror or "cannot be read", "restore the file") from error
    found = parse(geometry.board, text)
    for why in problems(geometry, found):
        raise TavleError(name, why, "correct the file")
    return found


def problems(geometry: Geometry, found: list[Fitting]) -> Iterator[str]:
    """Yield what is wrong with the fittings of a board, one sentence each."""
    wanted = sorted([*geometry.shape.seated, "table"])
    names = sorted(one.name for one in found if one.kind == "button")
    if names != wanted:
        yield f"buttons for {', '.join(names)}, wanted {', '.join(wanted)}"
    for item in geometry.spaces:
        if over := into_frame(geometry, item):
            yield f"the holder of {item.name} reaches {over:.1f} mm into the frame or its glue"
    body, arm = sizes()["holder"]["flange_d_mm"] / 2, sizes()["holder"]["arm_w_mm"] / 2
    width, height = geometry.size_mm
    frame = sizes()["sheet"]["frame_w_mm"]
    for n, one in enumerate(found):
        reach = reach_mm(one)
        # The frame stands under the edge: a button's nut and a screw's shank must pass inside of it.
        body_d = sizes()[one.kind]["over_mm"] if one.kind == "button" else one.d_mm
        least = frame + body_d / 2
        edge = min(one.x_mm, one.y_mm, width - one.x_mm, height - one.y_mm)
        where = f"row {one.row}, column x_mm, y_mm: {one.kind} {one.name}".rstrip()
        if edge < least:
            yield f"{where} is {edge:g} mm from the edge, least is {least:g}"
        for item in geometry.spaces:
            gap = math.hypot(one.x_mm - item.x_mm, one.y_mm - item.y_mm)
            if gap < reach + body:
                yield f"{where} is {gap:.1f} mm from {item.name}, least is {reach + body:g}"
                continue
            gap = from_reed(item, (one.x_mm, one.y_mm))
            if gap < reach + arm:
                yield f"{where} is {gap:.1f} mm from the reed of {item.name}, least is {reach + arm:g}"
        clear = [
            (
                f"{o.kind} {o.name}".rstrip() + f" (row {o.row})",
                (o.x_mm, o.y_mm),
                (0.0, 0.0),
                reach_mm(o),
            )
            for o in found[:n]
        ]
        clear += [
            (i.name, (i.x_mm, i.y_mm), (0.0, 0.0), sizes()["cup"]["led_d_mm"] / 2)
            for i in geometry.seats
        ]
        if card := geometry.card:
            size = sizes()["card"]["cutout_mm"]
            clear.append(("the play slot", (card.x_mm, card.y_mm), size, 0.0))
        for name, place, (w, t), body_mm in clear:
            dx = max(abs(one.x_mm - place[0]) - w / 2, 0.0)
            dy = max(abs(one.y_mm - place[1]) - t / 2, 0.0)
            if (gap := math.hypot(dx, dy)) < reach + body_mm:
                yield f"{where} is {gap:.1f} mm from {name}, least is {reach + body_mm:g}"


def reach_mm(one: Fitting) -> float:
    """Return the radius that a fitting needs for itself: a button's nut, a screw's head, and a little around."""
    return sizes()[one.kind]["over_mm"] / 2 + 1.0


def into_frame(geometry: Geometry, item: Item) -> float:
    """Return how far (mm) a space's holder reaches into the frame's wall, which stands under the edge; 0 when it does not."""
    wide, tall = geometry.size_mm
    arm = sizes()["holder"]["arm_w_mm"] / 2
    x, y = along(item, flange_reach_mm() - arm)
    ends = [(item.x_mm, item.y_mm, sizes()["holder"]["flange_d_mm"] / 2), (x, y, arm)]
    room = min(min(x, y, wide - x, tall - y) - r for x, y, r in ends)
    return max(0.0, sizes()["sheet"]["frame_w_mm"] + FRAME_GAP_MM - room)


def flange_reach_mm() -> float:
    """Return how far the flange under the arm reaches from the space's centre: a little beyond the slot."""
    return float(sizes()["slot"]["reach_mm"]) + 1.2


def along(item: Item, distance: float) -> Point:
    """Return the point at a distance from the space's centre in the direction of its reed."""
    angle = math.radians(item.axis_deg)
    return item.x_mm + distance * math.cos(angle), item.y_mm + distance * math.sin(angle)


def from_holder(item: Item, point: Point) -> float:
    """Return the distance of a point from the edge of a space's holder, as it is seen from below; negative inside."""
    body = math.dist(point, (item.x_mm, item.y_mm)) - sizes()["holder"]["flange_d_mm"] / 2
    return min(body, from_reed(item, point) - sizes()["holder"]["arm_w_mm"] / 2)


def from_reed(item: Item, point: tuple[float, float]) -> float:
    """Return the distance of a point from the line on which a space's holder and reed lie."""
    angle = math.radians(item.axis_deg)
    dx, dy = point[0] - item.x_mm, point[1] - item.y_mm
    along = dx * math.cos(angle) + dy * math.sin(angle)
    end = flange_reach_mm() - sizes()["holder"]["arm_w_mm"] / 2
    rest = along - min(max(along, 0.0), end)
    return math.hypot(rest, dy * math.cos(angle) - dx * math.sin(angle))
