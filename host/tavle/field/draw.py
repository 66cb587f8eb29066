# SPDX-License-Identifier: Apache-2.0
"""Pictures of what magnets do to reeds, as SVG: closing map, dead line, heights, a whole board."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from tavle.board import fittings
from tavle.board.geometry import Geometry, Item
from tavle.field.margins import Room, WorstCases, reed_of
from tavle.field.parts import Design, facts
from tavle.field.potential import Reed

# One colour for each: closes in every case, in some, never, and the reed itself. Told apart by brightness too.
ALWAYS, SOME, NEVER = "#1b6e8c", "#f0b64c", "#f4efe4"
_INK, _REED, _FAINT = "#3a3a38", "#c0392b", "#d9d4c7"
_FONT = 'font-family="DejaVu Sans, Arial, sans-serif"'
_NOTE = "Calculated, not measured."


def _svg(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}">',
            f"<title>{title}</title>",
            f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _text(x: float, y: float, words: str, size: float = 12, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" {_FONT} font-size="{size:g}" fill="{_INK}" {more}>{words}</text>'


def _about(design: Design) -> str:
    return (
        f"disc {design.magnet} {design.grade}, reed {design.reed} AT, reed {design.depth_mm:g} mm under the "
        f"surface, magnet {design.cover_mm:g} mm above"
    )


def _single(design: Design) -> tuple[WorstCases, Item, Reed]:
    """Return the worst cases and one space at the origin whose reed points right."""
    away = 8.5
    item = Item("ring", "", "0", -1, "", 0.0, 0.0, 0, 0, 0.0, away)
    return WorstCases(design), item, reed_of(item)


def closing_map(design: Design) -> str:
    """Return the picture of where a standing pawn closes one reed."""
    worst, _, reed = _single(design)
    low, high = design.operate
    weak, strong = design.weakest / design.moment, design.strongest / design.moment
    step, half, scale = 0.5, 22.0, 12.0
    size = 2 * half * scale
    parts = [_text(10, 20, "Where a standing pawn closes a reed", 15)]
    parts.append(_text(10, 38, _about(design), 11))
    left, top = 10.0, 52.0
    count = int(2 * half / step)
    for row in range(count):
        y = -half + (row + 0.5) * step
        run, start = "", 0
        for column in range(count + 1):
            fill = "end"
            if column < count:
                drive = abs(worst.drive(reed, -half + (column + 0.5) * step + 6, y))
                fill = ALWAYS if drive * weak >= high else SOME if drive * strong >= low else NEVER
            if fill != run:
                if run and run != NEVER:
                    wide = (column - start) * step * scale
                    parts.append(
                        f'<rect x="{left + start * step * scale:g}" y="{top + row * step * scale:g}" '
                        f'width="{wide:g}" height="{step * scale:g}" fill="{run}"/>'
                    )
                run, start = fill, column

    def px(x: float, y: float) -> tuple[float, float]:
        return left + (x - 6 + half) * scale, top + (y + half) * scale

    glass, lead = facts()["reed"]["glass_mm"], fittings.sizes()["reed"]["lead_mm"]
    x0, y0 = px(reed.x_mm - glass / 2, 0)
    x1, _ = px(reed.x_mm + glass / 2, 0)
    parts.append(
        f'<rect x="{x0:g}" y="{y0 - 1.1 * scale:g}" width="{x1 - x0:g}" height="{2.2 * scale:g}" rx="10" '
        f'fill="none" stroke="{_REED}" stroke-width="2"/>'
    )
    parts.append(
        f'<line x1="{x0 - lead * scale:g}" y1="{y0:g}" x2="{x1 + lead * scale:g}" y2="{y0:g}" stroke="{_REED}"/>'
    )
    cx, cy = px(0, 0)
    radius = facts()["limits"]["closed_radius_mm"]
    for mm, dash in ((10.0, "none"), (radius, "6 4")):
        parts.append(
            f'<circle cx="{cx:g}" cy="{cy:g}" r="{mm * scale:g}" fill="none" stroke="#ffffff" '
            f'stroke-width="2" stroke-dasharray="{dash}"/>'
        )
    mx, my = px(8.5, -13.5)
    parts.append(_text(mx, my, "dead line", 12, 'text-anchor="middle"'))
    x = left + size + 16
    for n, (fill, words) in enumerate(
        (
            (ALWAYS, "closes with any parts"),
            (SOME, "depends on the parts"),
            (NEVER, "never closes"),
        )
    ):
        parts.append(
            f'<rect x="{x:g}" y="{top + 26 * n:g}" width="18" height="18" fill="{fill}" stroke="{_INK}"/>'
        )
        parts.append(_text(x + 26, top + 26 * n + 14, words))
    notes = (
        f"red: {glass:g} mm of glass, cropped leads",
        "white circle: the printed space, 20 mm",
        f"dashed: {radius:g} mm, always closed",
        _NOTE,
    )
    for n, words in enumerate(notes):
        parts.append(_text(x, top + 100 + 20 * n, words))
    return _svg(x + 250, top + size + 12, "Where a standing pawn closes a reed", parts)


_MOST_AT = 160  # top of the charts, in ampere-turns


def _chart(
    title: str,
    design: Design,
    xs: Sequence[float],
    lines: Sequence[tuple[str, str, Callable[[float], float]]],
    words: str,
) -> str:
    """Return a line chart of ampere-turns, with the bands in which reeds close and release."""
    left, top, wide, tall = 60.0, 60.0, 620.0, 340.0

    def px(x: float) -> float:
        return left + (x - xs[0]) / (xs[-1] - xs[0]) * wide

    def py(at: float) -> float:
        return top + tall - min(at, _MOST_AT) / _MOST_AT * tall

    parts = [_text(10, 22, title, 15), _text(10, 42, _about(design), 11)]
    low, high = design.operate
    release = facts()["reed"]["release"]
    for bottom, ceiling, fill, name in (
        (low, high, "#f0b64c", "reeds close"),
        (low * release[0], high * release[1], "#9fc5d1", "reeds open"),
    ):
        parts.append(
            f'<rect x="{left:g}" y="{py(ceiling):g}" width="{wide:g}" height="{py(bottom) - py(ceiling):g}" '
            f'fill="{fill}" fill-opacity="0.6"/>'
        )
        parts.append(_text(left + wide + 8, (py(bottom) + py(ceiling)) / 2 + 4, name, 11))
    for n in range(6):
        at = _MOST_AT * n / 5
        parts.append(
            f'<line x1="{left:g}" y1="{py(at):g}" x2="{left + wide:g}" y2="{py(at):g}" stroke="{_FAINT}"/>'
        )
        parts.append(_text(left - 8, py(at) + 4, f"{at:g}", 11, 'text-anchor="end"'))
    for x in xs:
        if abs(x / 5 - round(x / 5)) < 1e-9:
            parts.append(_text(px(x), top + tall + 18, f"{x:g}", 11, 'text-anchor="middle"'))
    inks = ("#1b6e8c", "#7a3b69", "#3a7d34", "#8a5a00")
    for n, (name, dash, value) in enumerate(lines):
        points = " ".join(f"{px(x):.1f},{py(value(x)):.1f}" for x in xs)
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{inks[n % 4]}" stroke-width="2" '
            f'stroke-dasharray="{dash}"/>'
        )
        parts.append(
            _text(left + wide + 8, top + 14 + 18 * n, name, 11).replace(_INK, inks[n % 4])
        )
    parts.append(_text(left, top + tall + 38, f"{words} Up: ampere-turns. {_NOTE}", 11))
    return _svg(left + wide + 190, top + tall + 52, title, parts)


def dead_line(design: Design) -> str:
    """Return the chart of a pawn that is pushed along a reed, at three heights."""
    worst, _, reed = _single(design)

    def at(more: float) -> Callable[[float], float]:
        z = worst.design.height_mm + worst.magnet.thick_mm / 2 + more
        return lambda x: abs(design.moment * reed.drive(worst.magnet, x, 0.0, z))

    lines = [
        ("standing", "none", at(0)),
        ("3 mm higher", "8 4", at(3)),
        ("8 mm higher", "3 3", at(8)),
    ]
    xs = [n / 2 for n in range(-40, 61)]
    words = "Across: mm from the centre of the space, to the right the reed's middle (8.5) and its far end."
    return _chart("Pushed along the reed: the dead line", design, xs, lines, words)


def heights(design: Design) -> str:
    """Return the chart of a pawn that is lifted straight up."""
    worst, _, reed = _single(design)

    def at(x: float, share: float) -> Callable[[float], float]:
        base = worst.design.height_mm + worst.magnet.thick_mm / 2
        return lambda up: abs(share * reed.drive(worst.magnet, x, 0.0, base + up))

    lines = [
        ("strongest magnet", "none", at(0, design.strongest)),
        ("weakest magnet", "8 4", at(0, design.weakest)),
        ("weakest, 6 mm off", "3 3", at(-6, design.weakest)),
    ]
    xs = [n / 2 for n in range(71)]
    words = "Across: mm above the board."
    return _chart("Lifted straight up over its reed", design, xs, lines, words)


def board_map(geometry: Geometry, rooms: list[Room], design: Design) -> str:
    """Return the picture of a board's reeds, each space in the colour of its room."""
    width, height = geometry.size_mm
    limit = facts()["limits"]["open_margin"]
    glass = facts()["reed"]["glass_mm"]
    parts = [f'<rect y="40" width="{width:g}" height="{height:g}" fill="{NEVER}"/>']
    parts.append(_text(8, 16, f"{geometry.shape.title}: reeds and the room they leave", 13))
    parts.append(_text(8, 32, f"{_about(design)}. {_NOTE}", 9))
    for room in rooms:
        i = room.item
        share = (room.open - 1) / 1.0
        fill = "#c0392b" if room.open < limit else SOME if share < 0.25 else ALWAYS
        x, y = i.x_mm, i.y_mm + 40
        parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="10" fill="{fill}" fill-opacity="0.45" stroke="{fill}"/>'
        )
        angle = math.radians(i.axis_deg)
        c, s = math.cos(angle), math.sin(angle)
        ends = [
            (x + (i.reed_mm + away) * c, y + (i.reed_mm + away) * s)
            for away in (-glass / 2, glass / 2)
        ]
        parts.append(
            f'<line x1="{ends[0][0]:.2f}" y1="{ends[0][1]:.2f}" x2="{ends[1][0]:.2f}" y2="{ends[1][1]:.2f}" '
            f'stroke="{_REED}" stroke-width="2.2" stroke-linecap="round"/>'
        )
        # The number stands on the side that the reed leaves free.
        at = (x - 4.2 * c, y - 4.2 * s + 2.2)
        parts.append(_text(*at, f"{room.open:.1f}", 6, 'text-anchor="middle"'))
    words = f"number: release value over what all other spaces can do at once; amber below 1.25, red below {limit:g}"
    parts.append(_text(8, height + 54, words, 9))
    return _svg(width, height + 62, f"{geometry.shape.title}: reeds", parts)


def write(folder: Path, geometry: Geometry, rooms: list[Room], design: Design) -> list[Path]:
    """Write all pictures of a board and a design into a folder; return their paths."""
    pictures = {
        "closing-map.svg": closing_map(design),
        "dead-line.svg": dead_line(design),
        "heights.svg": heights(design),
        f"{geometry.board}.svg": board_map(geometry, rooms, design),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pictures.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in pictures]
