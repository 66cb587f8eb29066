# SPDX-License-Identifier: Apache-2.0
"""Drawings on paper, 1:1: one big sheet, or tiles for a printer at home, as PDF.

Every sheet has a scale bar; the big one has crop marks and registration marks around the drawing, the tiles share a strip
with their neighbours and registration marks that lie at the same place of the board on each of them.
Needs reportlab, of `host[hardware]`.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path as File
from typing import Any

from tavle.board.drawing import Circle, Drawing, Look, Shape, box, line
from tavle.board.lettering import lettering
from tavle.board.shapes import Point
from tavle.errors import TavleError, writing
from tavle.words.terminal import tr

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Sizes in mm; `sheet` is the third choice, as big as the drawing and its margin."""
BAR_MM = 100.0
"""Length of the scale bar."""
MARGIN_MM = 20.0
"""Paper around the drawing on the big sheet, for the marks."""
TILE_MARGIN_MM = 10.0
"""What a printer at home may leave white."""
OVERLAP_MM = 5.0
"""What neighbouring tiles share."""
_PT = 72 / 25.4
_INK = "#2f3d42"
_GREY = "#9aa096"
_FINE = Look(stroke=_INK, width=0.25)


@dataclass(frozen=True)
class Tile:
    """One page: which part of the drawing lies on it, and where. All in mm from the top left."""

    name: str
    column: int
    row: int
    part: tuple[float, float, float, float]
    """Left, top, width and height on the drawing."""
    at: Point
    """Place of the part's top left corner on the page."""


def tiles_of(drawing: Drawing, paper: str) -> tuple[Point, list[Tile]]:
    """Return the paper's width and height (turned when that saves pages) and the tiles, row by row."""
    best: tuple[Point, int, int] | None = None
    for size in (PAPERS[paper], PAPERS[paper][::-1]):
        counts = [
            max(1, math.ceil((long - OVERLAP_MM) / (edge - 2 * TILE_MARGIN_MM - OVERLAP_MM)))
            for long, edge in zip((drawing.width, drawing.height), size, strict=True)
        ]
        if best is None or counts[0] * counts[1] < best[1] * best[2]:
            best = (size, counts[0], counts[1])
    assert best is not None
    (wide, tall), columns, rows = best
    # Equal tiles: the drawing ends where the last one ends.
    part_w = (drawing.width + (columns - 1) * OVERLAP_MM) / columns
    part_h = (drawing.height + (rows - 1) * OVERLAP_MM) / rows
    at = ((wide - part_w) / 2, (tall - part_h) / 2)
    tiles = []
    for row in range(rows):
        for column in range(columns):
            left, top = column * (part_w - OVERLAP_MM), row * (part_h - OVERLAP_MM)
            name = f"{chr(65 + row)}{column + 1}"
            tiles.append(Tile(name, column, row, (left, top, part_w, part_h), at))
    return (wide, tall), tiles


def write(drawing: Drawing, paper: str, file: File, note: str = "") -> int:
    """Write a drawing as PDF, and return the number of pages.

    Args:
        drawing: what to print.
        paper: `sheet`, `a4` or `letter`.
        file: where to.
        note: a line of text on every page.

    Raises:
        TavleError: the file cannot be written, or reportlab is missing.
    """
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError as error:
        raise TavleError(
            tr("cannot write PDF"),
            tr("reportlab is not installed"),
            tr("run `make hardware` once, it installs it"),
        ) from error
    if paper == "sheet":
        size = (drawing.width + 2 * MARGIN_MM, drawing.height + 2 * MARGIN_MM)
        whole = (0.0, 0.0, drawing.width, drawing.height)
        tiles = [Tile("", 0, 0, whole, (MARGIN_MM, MARGIN_MM))]
    else:
        size, tiles = tiles_of(drawing, paper)
    with writing(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        # invariant: no dates and no random ids, the same drawing gives the same file.
        canvas = Canvas(str(file), (size[0] * _PT, size[1] * _PT), invariant=1, pageCompression=1)
        canvas.setTitle(f"Tavle: {drawing.title}")
        canvas.setAuthor("Tavle")
        canvas.beginForm("board", 0, 0, drawing.width * _PT, drawing.height * _PT)
        _draw(canvas, drawing.shapes, drawing.height)
        canvas.endForm()
        for tile in tiles:
            _page(canvas, drawing, size, tile)
            marks = (
                _sheet_marks(drawing, size) if paper == "sheet" else _tile_marks(size, tile, tiles)
            )
            _draw(canvas, [*marks, *_caption(drawing, size, tile, note)], size[1])
            canvas.showPage()
        canvas.save()
    return len(tiles)


def _page(canvas: Any, drawing: Drawing, size: Point, tile: Tile) -> None:
    """Draw the tile's part of the board, and nothing beyond it."""
    left, top, wide, tall = tile.part
    x, y = tile.at
    canvas.saveState()
    clip = canvas.beginPath()
    clip.rect(x * _PT, (size[1] - y - tall) * _PT, wide * _PT, tall * _PT)
    canvas.clipPath(clip, stroke=0, fill=0)
    canvas.translate((x - left) * _PT, (size[1] - y + top - drawing.height) * _PT)
    canvas.doForm("board")
    canvas.restoreState()


def _draw(canvas: Any, shapes: Any, height: float) -> None:
    """Draw shapes; `height` turns y, which runs upwards in PDF."""
    from reportlab.lib.colors import HexColor

    def at(x: float, y: float) -> tuple[float, float]:
        return x * _PT, (height - y) * _PT

    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    for shape in shapes:
        look = shape.look
        if look.fill:
            canvas.setFillColor(HexColor(look.fill))
        if look.stroke:
            canvas.setStrokeColor(HexColor(look.stroke))
            canvas.setLineWidth(look.width * _PT)
            canvas.setDash([n * _PT for n in look.dash] or [])
        drawn = {"stroke": int(bool(look.stroke)), "fill": int(bool(look.fill))}
        if isinstance(shape, Circle):
            canvas.circle(*at(shape.x, shape.y), shape.r * _PT, **drawn)
            continue
        path = canvas.beginPath()
        for letter, *numbers in shape.steps:
            ends = [at(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
            flat = [n for end in ends for n in end]
            {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}[letter](*flat)
        canvas.drawPath(path, fillMode=0, **drawn)


# Marks


def _target(x: float, y: float, r: float = 3.0) -> Iterator[Shape]:
    """Yield a registration mark: a circle with a cross."""
    yield Circle(x, y, r, _FINE)
    yield line([(x - 1.6 * r, y), (x + 1.6 * r, y)], _FINE)
    yield line([(x, y - 1.6 * r), (x, y + 1.6 * r)], _FINE)


def bar(x: float, y: float) -> Iterator[Shape]:
    """Yield the scale bar: its ends are at x and x + 100 mm."""
    yield line([(x, y), (x + BAR_MM, y)], Look(stroke=_INK, width=0.4), layer="bar")
    for n in range(11):
        tall = 3.0 if n % 5 == 0 else 1.8
        yield line([(x + 10 * n, y), (x + 10 * n, y - tall)], Look(stroke=_INK, width=0.25))
    for n in (0, 50, 100):
        yield lettering(str(n), (x + n, y + 3), 2.0, _INK)
    yield lettering("mm", (x + BAR_MM + 5, y + 3), 2.0, _INK, "start")


def _corners(
    left: float, top: float, wide: float, tall: float, gap: float, reach: float
) -> Iterator[Shape]:
    """Yield crop marks: two short lines at each corner, outside of it."""
    for x, way in ((left, -1), (left + wide, 1)):
        for y, down in ((top, -1), (top + tall, 1)):
            yield line([(x + way * gap, y), (x + way * reach, y)], _FINE, layer="crop")
            yield line([(x, y + down * gap), (x, y + down * reach)], _FINE, layer="crop")


def _sheet_marks(drawing: Drawing, size: Point) -> Iterator[Shape]:
    m = MARGIN_MM
    yield from _corners(m, m, drawing.width, drawing.height, 3, 12)
    for x, y in (
        (size[0] / 2, m / 2),
        (size[0] / 2, size[1] - m / 2),
        (m / 2, size[1] / 2),
        (size[0] - m / 2, size[1] / 2),
    ):
        yield from _target(x, y)
    yield from bar(m + 20, size[1] - 8)


def _tile_marks(size: Point, tile: Tile, tiles: list[Tile]) -> Iterator[Shape]:
    wide, tall = tile.part[2:]
    x, y = tile.at
    yield from _corners(x, y, wide, tall, 1, 6)
    columns, rows = max(t.column for t in tiles), max(t.row for t in tiles)
    # The strip that the next tile repeats, and marks in its middle, at the same place of the board on both.
    dash = Look(stroke=_GREY, width=0.2, dash=(1.5, 1.5))
    for shared, edge, long, ends in (
        (tile.column > 0, x + OVERLAP_MM, tall, "x"),
        (tile.column < columns, x + wide - OVERLAP_MM, tall, "x"),
        (tile.row > 0, y + OVERLAP_MM, wide, "y"),
        (tile.row < rows, y + tall - OVERLAP_MM, wide, "y"),
    ):
        if not shared:
            continue
        first = edge < (size[0] if ends == "x" else size[1]) / 2
        middle = edge - OVERLAP_MM / 2 if first else edge + OVERLAP_MM / 2
        if ends == "x":
            yield line([(edge, y), (edge, y + tall)], dash)
            for share in (0.25, 0.75):
                yield from _target(middle, y + share * long, 1.4)
        else:
            yield line([(x, edge), (x + wide, edge)], dash)
            for share in (0.25, 0.75):
                yield from _target(x + share * long, middle, 1.4)
    yield from bar(x + 6, size[1] - 4.2)
    # A small map of all tiles, this one filled.
    for other in tiles:
        place = (size[0] - x - 4 - 4 * (columns - other.column), 3.2 + 2.6 * other.row)
        look = Look(_INK if other is tile else "", _INK, 0.2)
        yield box(*place, (3.6, 2.2), 0, look)


def _caption(drawing: Drawing, size: Point, tile: Tile, note: str) -> Iterator[Shape]:
    words = f"Tavle {drawing.title}  {drawing.width:g} x {drawing.height:g} mm  1:1"
    if tile.name:
        # All of it above: below stands the bar, and A4 has no room beside it.
        yield lettering(f"{tile.name}  {words}  {note}", (tile.at[0] + 1, 6.5), 2.2, _INK, "start")
        return
    yield lettering(f"{words}  {note}", (size[0] - MARGIN_MM - 14, size[1] - 6), 2.6, _INK, "end")


NOTE = "Print at 100 %; the bar must measure 100 mm"
