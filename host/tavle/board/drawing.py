# SPDX-License-Identifier: Apache-2.0
"""Flat drawings in millimetres: circles and paths with a look, a layer and a name.

One drawing is written as SVG here, as PDF by `print` and as DXF by `template`; all three get the same numbers. The origin is the
top left corner as seen from above, y runs downwards. Only the standard library is used.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape, quoteattr

from tavle.board.shapes import Point

Step = tuple[str | float, ...]
"""`("M", x, y)`, `("L", x, y)`, `("C", x1, y1, x2, y2, x, y)` (a cubic Bezier curve) or `("Z",)`."""


@dataclass(frozen=True)
class Look:
    """Colours as `#rrggbb`, "" for none; the line's width and dashes in mm."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True)
class Circle:
    """A circle; `name` is what it stands for, `layer` what it is for."""

    x: float
    y: float
    r: float
    look: Look = Look()
    name: str = ""
    layer: str = ""


@dataclass(frozen=True)
class Path:
    """A path of steps, filled by the even-odd rule; `name` and `layer` as of a circle."""

    steps: tuple[Step, ...]
    look: Look = Look()
    name: str = ""
    layer: str = ""

    def placed(self, x: float, y: float, angle_deg: float = 0.0, scale: float = 1.0) -> "Path":
        """Return the path scaled, turned clockwise (seen from above) and then moved."""
        cos, sin = (
            scale * math.cos(math.radians(angle_deg)),
            scale * math.sin(math.radians(angle_deg)),
        )
        steps = []
        for letter, *numbers in self.steps:
            out: list[str | float] = [letter]
            for px, py in zip(numbers[::2], numbers[1::2], strict=True):
                out += [x + cos * px - sin * py, y + sin * px + cos * py]  # type: ignore[operator]
            steps.append(tuple(out))
        return replace(self, steps=tuple(steps))

    def points(self) -> list[Point]:
        """Return the ends of the steps."""
        return [(float(s[-2]), float(s[-1])) for s in self.steps if len(s) > 1]


Shape = Circle | Path


@dataclass(frozen=True)
class Drawing:
    """Shapes from the bottom up on a sheet of `width` x `height` mm."""

    title: str
    width: float
    height: float
    shapes: tuple[Shape, ...]


def line(points: Sequence[Point], look: Look, closed: bool = False, **more: str) -> Path:
    """Return a path through points."""
    steps: list[Step] = [("L" if n else "M", *point) for n, point in enumerate(points)]
    if closed:
        steps.append(("Z",))
    return Path(tuple(steps), look, **more)


def arc_steps(
    centre: Point, radii: Point, from_deg: float, to_deg: float, first: str = "M"
) -> list[Step]:
    """Return an elliptic arc as curves; angles run clockwise from the x axis, as y runs downwards."""
    (cx, cy), (rx, ry) = centre, radii
    n = max(1, math.ceil(abs(to_deg - from_deg) / 45))
    step = math.radians(to_deg - from_deg) / n
    reach = 4 / 3 * math.tan(step / 4)
    angle = math.radians(from_deg)
    steps: list[Step] = [(first, cx + rx * math.cos(angle), cy + ry * math.sin(angle))]
    for _ in range(n):
        end = angle + step
        steps.append((
            "C",
            cx + rx * (math.cos(angle) - reach * math.sin(angle)),
            cy + ry * (math.sin(angle) + reach * math.cos(angle)),
            cx + rx * (math.cos(end) + reach * math.sin(end)),
            cy + ry * (math.sin(end) - reach * math.cos(end)),
            cx + rx * math.cos(end),
            cy + ry * math.sin(end),
        ))  # fmt: skip
        angle = end
    return steps


def box(
    x: float,
    y: float,
    size: Point,
    corners: float | tuple[float, float, float, float],
    look: Look,
    **more: str,
) -> Path:
    """Return a rectangle around (x, y) with rounded corners: top left, top right, bottom right, bottom left."""
    wide, tall = size
    if isinstance(corners, (int, float)):
        corners = (corners,) * 4
    left, top, right, bottom = x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2
    ends = ((left, top, 180), (right, top, 270), (right, bottom, 0), (left, bottom, 90))
    steps: list[Step] = []
    for (cx, cy, angle), r in zip(ends, corners, strict=True):
        first = "L" if steps else "M"
        middle = (cx + (r if cx == left else -r), cy + (r if cy == top else -r))
        steps += arc_steps(middle, (r, r), angle, angle + 90, first) if r else [(first, cx, cy)]
    return Path((*steps, ("Z",)), look, **more)


def ribbon(points: Sequence[Point], width: float, colour: str) -> Path:
    """Return a broad line with round ends."""
    return line(points, Look(stroke=colour, width=width))


def mix(one: str, other: str, share: float) -> str:
    """Return a colour between two: `share` of the first, the rest of the second."""
    pairs = ((int(one[k : k + 2], 16), int(other[k : k + 2], 16)) for k in (1, 3, 5))
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def number(value: float) -> str:
    """Return a length as text: at most three decimals, never `-0`."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def svg_of(drawing: Drawing, about: str = "") -> str:
    """Return the drawing as SVG, 1:1 in millimetres; shapes carry their name as id and their layer as class."""
    wide, tall = number(drawing.width), number(drawing.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{tall}mm" viewBox="0 0 {wide} {tall}" '
        f'fill="none" fill-rule="evenodd" stroke-linecap="round" stroke-linejoin="round">',
        f"<title>{escape(drawing.title)}</title>",
    ]
    if about:
        lines.append(f"<desc>{escape(about)}</desc>")
    lines += _svg_shapes(drawing.shapes)
    return "\n".join([*lines, "</svg>", ""])


def _svg_shapes(shapes: Iterable[Shape]) -> list[str]:
    lines = []
    for shape in shapes:
        words = "".join(
            f" {key}={quoteattr(value)}"
            for key, value in (("id", shape.name), ("class", shape.layer))
            if value
        )
        look = shape.look
        if look.fill:
            words += f' fill="{look.fill}"'
        if look.stroke:
            words += f' stroke="{look.stroke}" stroke-width="{number(look.width)}"'
        if look.dash:
            words += f' stroke-dasharray="{" ".join(map(number, look.dash))}"'
        if isinstance(shape, Circle):
            place = f'cx="{number(shape.x)}" cy="{number(shape.y)}" r="{number(shape.r)}"'
            lines.append(f"<circle {place}{words}/>")
        else:
            d = "".join(
                str(step[0]) + " ".join(number(float(n)) for n in step[1:]) for step in shape.steps
            )
            lines.append(f'<path d="{d}"{words}/>')
    return lines
