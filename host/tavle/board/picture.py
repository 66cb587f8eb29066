# SPDX-License-Identifier: Apache-2.0
"""Draw a board's face as SVG, in millimetres, from its geometry.

The spaces say their place (`labels`), their sensor bit (`chain`) or nothing (`none`). Every space has its name as id (`17`, `red:z1`,
`red:h2`), so that a page that shows the picture can light it; classes say what a thing is and whose, so that a page can dress it.
"""

import math
from collections.abc import Iterable, Iterator

from tavle.board.geometry import Geometry, Item
from tavle.board.shapes import CARD_MM

INK = {"red": "#d22f27", "green": "#2f8f46", "blue": "#2260b0", "yellow": "#e8b400", "": "#ffffff"}
PALE = {"red": "#f6d4d0", "green": "#d3ead8", "blue": "#d0def0", "yellow": "#fbeebc"}
TEXTS = ("labels", "chain", "none")
_LINE = "#3a3a38"
_PAPER = "#f4efe4"
_ROUND_MM = 20.0


def svg_of(geometry: Geometry, text: str = "labels") -> str:
    """Return the picture of a board's face; `text` is one of `TEXTS`."""
    width, height = geometry.size_mm
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}">',
        f"<title>{geometry.shape.title}</title>",
        f'<rect class="paper" width="{width:g}" height="{height:g}" rx="8" fill="{_PAPER}"/>',
        *_homes(geometry),
        *_card(geometry),
        *(_space(geometry, i) for i in geometry.spaces),
        *_slides(geometry.ring),
        *_seats(geometry.seats),
        *_texts(geometry.spaces, text),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _circle(x: float, y: float, radius: float, look: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {look}/>'


def _box(x: float, y: float, size: tuple[float, float], look: str) -> str:
    wide, tall = size
    return f'<rect x="{x - wide / 2:g}" y="{y - tall / 2:g}" width="{wide:g}" height="{tall:g}" {look}/>'


def _around(items: Iterable[Item]) -> tuple[float, float, float]:
    """Return the middle of some spaces and the side of a square around them."""
    xs, ys = zip(*((i.x_mm, i.y_mm) for i in items), strict=True)
    side = max(max(xs) - min(xs), max(ys) - min(ys)) + _ROUND_MM
    return (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2, side


def _homes(geometry: Geometry) -> Iterator[str]:
    """Yield what lies under the slots: homes, and the places of finished pawns."""
    for seat, colour in enumerate(geometry.shape.colours):
        look = (
            f'class="area {colour}" fill="{PALE[colour]}" stroke="{INK[colour]}" stroke-width="2"'
        )
        x, y, side = _around(geometry.of_seat("home", seat))
        inner = _around(geometry.of_seat("fin", seat)) if geometry.shape.fin else None
        if inner and math.dist(inner[:2], (x, y)) < 1:  # a yard with the goal in its middle
            yield _box(x, y, (side + 26, side + 26), f'rx="10" {look}')
            x, y, side = inner
            look = look.replace(PALE[colour], "#ffffff")
            yield _box(x, y, (side + 6, side + 6), f'rx="6" {look}')
            continue
        yield _circle(x, y, side * 0.62, look)
        if inner:
            x, y, side = inner
            yield _circle(x, y, side * 0.62, look)


def _card(geometry: Geometry) -> Iterator[str]:
    card = geometry.card
    look = f'id="card" class="slot" rx="4" fill="#ffffff" fill-opacity="0.7" stroke="{_LINE}" stroke-dasharray="4 3"'
    yield _box(card.x_mm, card.y_mm, CARD_MM, look)


def _space(geometry: Geometry, item: Item) -> str:
    """Return one sensed space; slide spaces stay white, their bar comes on top."""
    fill = INK[item.colour] if item.kind != "ring" or item.mark == "start" else INK[""]
    kind = " ".join(filter(None, ("space", item.kind, item.colour, item.mark)))
    look = f'id="{item.name}" class="{kind}" fill="{fill}" stroke="{_LINE}"'
    side = geometry.shape.square_mm
    if side and item.kind in ("ring", "row"):
        return _box(item.x_mm, item.y_mm, (side, side), f'rx="3" {look}')
    shrink = 0.0
    if item.kind == "row":
        # The goal circles of Partners get smaller inwards, as its rulebook tells them apart.
        shrink = 0.8 * (int(item.place[1:]) - 1)
    return _circle(item.x_mm, item.y_mm, _ROUND_MM / 2 - shrink, look)


def _slides(ring: list[Item]) -> Iterator[str]:
    """Yield a bar from each triangle to the end of its slide."""
    for n, first in enumerate(ring):
        if first.mark != "triangle":
            continue
        following = (ring[(n + k) % len(ring)] for k in range(1, len(ring)))
        last = next(i for i in following if i.mark == "end")
        ink = INK[first.colour]
        yield (
            f'<line x1="{first.x_mm:g}" y1="{first.y_mm:g}" x2="{last.x_mm:g}" y2="{last.y_mm:g}" '
            f'class="bar {first.colour}" stroke="{ink}" stroke-width="7"/>'
        )
        look = f'class="bar {first.colour}" fill="{ink}"'
        yield _circle(last.x_mm, last.y_mm, 9, look)
        angle = math.degrees(math.atan2(last.y_mm - first.y_mm, last.x_mm - first.x_mm))
        yield (
            f'<path d="M-9,-10 L11,0 L-9,10 Z" {look} '
            f'transform="translate({first.x_mm:g} {first.y_mm:g}) rotate({angle:g})"/>'
        )


def _seats(seats: list[Item]) -> Iterator[str]:
    for i in seats:
        look = (
            f'id="{i.name}" class="seat {i.colour}" fill="{INK[i.colour]}" stroke="{_PAPER}" '
            f'stroke-width="1.5"'
        )
        yield _circle(i.x_mm, i.y_mm, 4, look)


def _texts(spaces: list[Item], text: str) -> Iterator[str]:
    """Yield the small texts in the spaces."""
    if text not in TEXTS:
        raise ValueError(f"text must be one of {', '.join(TEXTS)}, not {text!r}")
    if text == "none":
        return
    yield '<g font-family="DejaVu Sans, Arial, sans-serif" font-size="6.5" text-anchor="middle">'
    for i in spaces:
        if text == "labels" and i.kind in ("home", "fin"):
            continue
        words = str(i.bit) if text == "chain" else i.place
        on_bar = i.mark in ("triangle", "slide", "end")
        ink = "#ffffff" if i.colour and not on_bar else _LINE
        # Beside the slide's bar: the upper left corner of the space.
        aside = 7.5 if on_bar else 0.0
        yield f'<text x="{i.x_mm - aside:g}" y="{i.y_mm - aside + 2.4:g}" fill="{ink}">{words}</text>'
    yield "</g>"
