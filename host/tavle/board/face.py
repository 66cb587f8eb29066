# SPDX-License-Identifier: Apache-2.0
"""The boards' faces, as they are printed: calm paper, pale windows for the lights, a form for every colour.

All three are drawn from the geometry and the fittings alone. A window stays pale, because a light must shine through it; the colours lie
around it. Each colour has its form (triangle, square, lozenge, ring), the same as on its pawns and on the virtual table, so that nobody
needs to see colours. The rosette in the middle is the eight-petalled star of Nordic knitting, drawn from scratch.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from tavle.board import fittings
from tavle.board.drawing import (
    Circle,
    Drawing,
    Look,
    Path,
    Point,
    Shape,
    arc_steps,
    box,
    line,
    mix,
    ribbon,
)
from tavle.board.fittings import Fitting
from tavle.board.geometry import Geometry, Item
from tavle.board.lettering import lettering
from tavle.board.shapes import CARD_MM

PAPER = "#f4eee2"
INK = "#2f3d42"
SOFT = "#9aa096"
LINE = "#c9c2b1"
WINDOW = "#fffdf8"
COLOURS = {"red": "#c2453b", "green": "#3d8460", "blue": "#2b6797", "yellow": "#e0a11b"}

_TEXT_MM = 2.5
_FIGURES = mix(INK, PAPER, 0.62)
TEXTS = ("labels", "chain", "none")

_Body = Callable[[Geometry], Iterator[Shape]]


def tint(colour: str, share: float = 0.2) -> str:
    """Return a pale colour of a seat, on the paper."""
    return mix(COLOURS[colour], PAPER, share)


def form(colour: str, place: Point, size: float, look: Look) -> Path:
    """Return a colour's form: it fits a circle of diameter `size`."""
    r = size / 2
    if colour == "yellow":
        steps = [*arc_steps((0, 0), (0.9 * r, 0.9 * r), 0, 360), ("Z",)]
        steps += [*arc_steps((0, 0), (0.42 * r, 0.42 * r), 0, 360), ("Z",)]
        return Path(tuple(steps), look).placed(*place)
    corners = {
        "red": [(r * math.sin(a), -r * math.cos(a)) for a in (0, math.tau / 3, 2 * math.tau / 3)],
        "green": [(-0.72 * r, -0.72 * r), (0.72 * r, -0.72 * r), (0.72 * r, 0.72 * r), (-0.72 * r, 0.72 * r)],
        "blue": [(0, -1.08 * r), (0.66 * r, 0), (0, 1.08 * r), (-0.66 * r, 0)],
    }[colour]  # fmt: skip
    return line(corners, look, closed=True).placed(*place)


def drawing_of(geometry: Geometry, text: str = "labels") -> Drawing:
    """Return a board's face.

    Args:
        geometry: the board.
        text: what the spaces say: their place (`labels`), their sensor bit (`chain`) or nothing (`none`).
    """
    if text not in TEXTS:
        raise ValueError(f"text must be one of {', '.join(TEXTS)}, not {text!r}")
    # A board that is only played on the page has no buttons to drill.
    holes = fittings.load(geometry) if fittings.path(geometry.board).exists() else []
    wide, tall = geometry.size_mm
    body, _ = _faces().get(geometry.board, (_plain, _in_corner))
    shapes: list[Shape] = [
        box(wide / 2, tall / 2, (wide, tall), 10, Look(PAPER), layer="paper"),
        *_border(geometry),
        *body(geometry),
        *_card(geometry),
        *_seats(geometry),
        *_buttons(holes),
        *_texts(geometry, text),
    ]
    return Drawing(geometry.shape.title, wide, tall, tuple(shapes))


# What all boards share


def _border(geometry: Geometry) -> Iterator[Shape]:
    wide, tall = geometry.size_mm
    yield box(wide / 2, tall / 2, (wide - 8, tall - 8), 7, Look(stroke=LINE, width=0.5))


def window(item: Item, rim: str, width: float = 1.0) -> Circle:
    """Return a space's window with its rim outside of the light's hole; it carries the space's name."""
    r = fittings.sizes()["window"]["d_mm"] / 2 + width / 2
    return Circle(item.x_mm, item.y_mm, r, Look(WINDOW, rim, width), item.name, "window")


def owned(
    item: Item, width: float = 2.4, size: float = 7.0, share: float = 0.75
) -> Iterator[Shape]:
    """Yield a space in its owner's colour, with the owner's form in its window."""
    colour = COLOURS[item.colour]
    yield window(item, colour, width)
    yield form(item.colour, (item.x_mm, item.y_mm), size, Look(mix(colour, WINDOW, share)))


def rosette(centre: Point, size: float, looks: Sequence[tuple[str, str]]) -> Iterator[Path]:
    """Yield an eight-petalled star of diameter `size`; a petal has two halves in the two colours of its look."""
    r = size / 2
    for n in range(8):
        left, right = looks[n % len(looks)]
        for side, colour in ((-1, left), (1, right)):
            points = [
                (0.0, -0.07 * r),
                (side * 0.26 * r, -0.66 * r),
                (side * 0.26 * r, -0.94 * r),
                (0.0, -0.71 * r),
            ]
            yield line(points, Look(colour), closed=True).placed(*centre, 45 * n)


def _band(
    centre: Point, radius: float, look: Look, begin: float = 0.0, end: float = 360.0
) -> Path:
    """Return an arc around a point, angles clockwise from the right."""
    return Path(tuple(arc_steps(centre, (radius, radius), begin, end)), look)


def _arrow(place: Point, angle_deg: float, size: float, colour: str) -> Path:
    """Return a small open arrow head."""
    points = [(-0.35 * size, -0.5 * size), (0.35 * size, 0), (-0.35 * size, 0.5 * size)]
    return line(points, Look(stroke=colour, width=0.22 * size)).placed(*place, angle_deg)


def _angle(one: Item, other: Item) -> float:
    return math.degrees(math.atan2(other.y_mm - one.y_mm, other.x_mm - one.x_mm))


def _toward(one: Item, other: Item, share: float) -> Point:
    return (
        one.x_mm + share * (other.x_mm - one.x_mm),
        one.y_mm + share * (other.y_mm - one.y_mm),
    )


def _centre(items: Iterable[Item]) -> Point:
    points = [(i.x_mm, i.y_mm) for i in items]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _points(items: Iterable[Item]) -> list[Point]:
    return [(i.x_mm, i.y_mm) for i in items]


def _card(geometry: Geometry) -> Iterator[Shape]:
    """Yield the play slot with a drawn wave over the reader's middle."""
    if geometry.card is None:
        return
    x, y = geometry.card.x_mm, geometry.card.y_mm
    wide, tall = CARD_MM
    yield box(x, y, (wide + 6, tall + 6), 8, Look(PAPER))
    yield box(x, y, CARD_MM, 5, Look(WINDOW, INK, 0.7), name="card", layer="slot")
    yield box(x, y, (wide - 5, tall - 5), 3, Look(stroke=LINE, width=0.4, dash=(2.4, 2.2)))
    for r in (5, 9, 13):
        for begin in (-40, 140):
            yield _band((x, y), r, Look(stroke=SOFT, width=0.8), begin, begin + 80)
    yield Circle(x, y, 1.5, Look(SOFT))


def _seats(geometry: Geometry) -> Iterator[Shape]:
    """Yield the seats' own lights: small windows in a coloured rim."""
    r = fittings.sizes()["window"]["seat_d_mm"] / 2
    for i in geometry.seats:
        look = Look(WINDOW, COLOURS[i.colour], 1.6)
        yield Circle(i.x_mm, i.y_mm, r + 0.8, look, i.name, "window")


def _buttons(holes: list[Fitting]) -> Iterator[Shape]:
    for one in holes:
        if one.kind != "button":
            continue
        place, r = (one.x_mm, one.y_mm), one.d_mm / 2
        name = f"button:{one.name}"
        colour = COLOURS.get(one.name, INK)
        pale = mix(colour, PAPER, 0.3 if one.name in COLOURS else 0.16)
        yield Circle(*place, r + 2.2, Look(PAPER, colour, 0.6), layer="button")
        yield Circle(*place, r, Look(pale, colour, 0.8), name, "button")
        if one.name in COLOURS:
            yield replace(form(one.name, place, 7, Look(colour)), layer="button")
            continue
        for dx, dy in ((3, 0), (0, 3)):
            ends = [(place[0] - dx, place[1] - dy), (place[0] + dx, place[1] + dy)]
            yield line(ends, Look(stroke=INK, width=0.9), layer="button")


def _texts(geometry: Geometry, text: str) -> Iterator[Shape]:
    """Yield the small figures: outside the windows for the places, inside them for the bits."""
    if text == "none":
        return
    for i in geometry.spaces:
        if text == "chain":
            place = (i.x_mm, i.y_mm + 2)
            yield lettering(str(i.bit), place, 4, INK)
        elif i.kind == "ring":
            yield _ring_text(geometry, i)


def _ring_text(geometry: Geometry, item: Item) -> Path:
    _, text = _faces().get(geometry.board, (_plain, _in_corner))
    return text(geometry, item)


def _outside(geometry: Geometry, item: Item) -> Path:
    """Return a space's figure outside a round ring."""
    wide, tall = geometry.size_mm
    angle = math.atan2(item.y_mm - tall / 2, item.x_mm - wide / 2)
    reach = math.hypot(item.y_mm - tall / 2, item.x_mm - wide / 2) + 15.7
    x, y = wide / 2 + reach * math.cos(angle), tall / 2 + reach * math.sin(angle)
    return lettering(item.place, (x, y + _TEXT_MM / 2), _TEXT_MM, _FIGURES)


def _on_rim(geometry: Geometry, item: Item) -> Path:
    """Return a space's figure on the rim, beside the space: slides leave no room within."""
    wide, tall = geometry.size_mm
    x, y = item.x_mm - wide / 2, item.y_mm - tall / 2
    # At a corner to the side: beyond it stands a button.
    if abs(x) > abs(y) - 1:
        x += math.copysign(16.8, x)
    else:
        y += math.copysign(16.8, y)
    return lettering(item.place, (wide / 2 + x, tall / 2 + y + _TEXT_MM / 2), _TEXT_MM, _FIGURES)


def _in_corner(_geometry: Geometry, item: Item) -> Path:
    """Return a space's figure in its upper left corner."""
    place = (item.x_mm - 11.6, item.y_mm - 11.8 + _TEXT_MM)
    return lettering(
        item.place, place, _TEXT_MM, PAPER if item.mark == "start" else _FIGURES, "start"
    )


def _faces() -> dict[str, tuple[_Body, Callable[[Geometry, Item], Path]]]:
    """Return how each board is drawn, and where the figures of its ring stand."""
    return {
        "partners": (_partners, _outside),
        "ludo": (_ludo, _in_corner),
        "sorry": (_sorry, _on_rim),
    }


# A game of others: every space in its colour, the ring joined by a line


def _plain(geometry: Geometry) -> Iterator[Shape]:
    shape, ring = geometry.shape, geometry.ring
    yield line(_points(ring), Look(stroke=LINE, width=1.2), closed=not shape.line)
    for seat in shape.seats:
        lane = [ring[shape.mouth_of(seat)], *geometry.of_seat("row", seat)]
        yield line(_points(lane), Look(stroke=LINE, width=1.2))
        if shape.line:
            (home, *_), start = geometry.of_seat("home", seat), ring[shape.start_of(seat)]
            yield ribbon(_points([home, home]), 27, tint(home.colour))
            arrow = (_toward(home, start, 0.53), _angle(home, start), 3, COLOURS[home.colour])
            yield _arrow(*arrow)
    for i in geometry.spaces:
        if i.kind == "ring" and not i.colour:
            yield window(i, INK, 0.7)
        else:
            yield from owned(i)


# Partners: a ring of beads, partners joined across the middle


def _partners(geometry: Geometry) -> Iterator[Shape]:
    shape, ring = geometry.shape, geometry.ring
    wide, tall = geometry.size_mm
    centre = (wide / 2, tall / 2)
    radius = math.hypot(ring[0].x_mm - centre[0], ring[0].y_mm - centre[1])
    yield Circle(*centre, radius, Look(stroke=mix(LINE, PAPER, 0.42), width=27))
    for edge in (13.5, -13.5):
        yield Circle(*centre, radius + edge, Look(stroke=LINE, width=0.35))
    yield from _partners_middle(geometry, centre)
    for seat, colour in enumerate(shape.colours):
        home, row = geometry.of_seat("home", seat), geometry.of_seat("row", seat)
        start, mouth = ring[shape.start_of(seat)], ring[shape.mouth_of(seat)]
        yield from _corner(home, centre, colour)
        lane = _points([mouth, *row])
        # A little beyond the last circle, so that the ribbon ends around it.
        yield ribbon(lane, 27, tint(colour, 0.22))
        yield ribbon(_points([start, start]), 27, tint(colour, 0.22))
        for i in home:
            yield from owned(i)
        for n, i in enumerate(row):
            yield from owned(i, 2.6, 9.2 - 1.5 * n)
            if n:
                yield _arrow(
                    _toward(row[n - 1], i, 0.5), _angle(row[n - 1], i), 2.2, COLOURS[colour]
                )
        yield _arrow(_toward(mouth, row[0], 0.5), _angle(mouth, row[0]), 3, COLOURS[colour])
    for n, i in enumerate(ring):
        if i.mark == "start":
            yield from owned(i, 3.2, 9, 1.0)
            after = ring[(n + 1) % len(ring)]
            yield _arrow(_toward(i, after, 0.55), _angle(i, after), 2.4, COLOURS[i.colour])
        else:
            yield window(i, INK, 0.7)


def _corner(home: list[Item], centre: Point, colour: str) -> Iterator[Shape]:
    """Yield a home: a leaf whose one round corner points to the middle."""
    x, y = _centre(home)
    right, down = x > centre[0], y > centre[1]
    corners = [13.2, 13.2, 13.2, 13.2]
    inner = {(True, True): 0, (False, True): 1, (False, False): 2, (True, False): 3}[right, down]
    corners[inner] = 19.0
    sizes = (corners[0], corners[1], corners[2], corners[3])
    wide, tall = _ground(home)
    yield box(x, y, (wide, tall), sizes, Look(tint(colour, 0.22), COLOURS[colour], 0.7))
    yield _word("HOME", (x, y), tall / 2 + 2.4, colour, 0 if down else 180)


def _ground(items: list[Item], rim: float = 13.4) -> Point:
    """Return width and height of a field around some spaces."""
    xs, ys = zip(*_points(items), strict=True)
    return max(xs) - min(xs) + 2 * rim, max(ys) - min(ys) + 2 * rim


def _partners_middle(geometry: Geometry, centre: Point) -> Iterator[Shape]:
    """Yield the rosette, and the two bands that join partners under and over each other."""
    colours = geometry.shape.colours
    pairs = ((colours[0], colours[2]), (colours[1], colours[3]))
    for r in (118.0, 121.0):
        yield Circle(*centre, r, Look(stroke=LINE, width=0.35))
    # Seat 0 sits in the upper left corner; petals 7, 1, 3, 5 point to the seats.
    plain = (mix(LINE, PAPER, 0.62), mix(LINE, PAPER, 0.38))
    looks: list[tuple[str, str]] = [plain] * 8
    for seat, colour in enumerate(geometry.shape.colours):
        looks[(7 + 2 * seat) % 8] = (tint(colour, 0.62), tint(colour, 0.42))
    yield from rosette(centre, 216, looks)
    for x, y in ((0, -174), (174, 0), (0, 174), (-174, 0)):
        yield from rosette((centre[0] + x, centre[1] + y), 44, [plain])
    for n, pair in enumerate(pairs):
        for k, colour in enumerate(pair):
            # From the seat's side to the partner's: half of the circle in each colour.
            middle = 225 + 90 * n + 180 * k
            r = 112.5 - 3.2 * n
            yield _band(
                centre, r, Look(stroke=tint(colour, 0.6), width=1.6), middle - 88, middle + 88
            )


# Ludo: the cross, with every colour's goal in the middle of its yard


def _ludo(geometry: Geometry) -> Iterator[Shape]:
    shape, ring = geometry.shape, geometry.ring
    wide, tall = geometry.size_mm
    centre = (wide / 2, tall / 2)
    for seat, colour in enumerate(shape.colours):
        yield from _yard(geometry, seat, colour)
    xs, ys = sorted({i.x_mm for i in ring}), sorted({i.y_mm for i in ring})
    # The arms' outer columns stand next to the middle one of the whole board.
    half = min(abs(x - centre[0]) for x in xs if abs(x - centre[0]) > 1)
    ground = Look(mix(LINE, PAPER, 0.4))
    yield box(*centre, (2 * half + 34, ys[-1] - ys[0] + 34), 10, ground)
    yield box(*centre, (xs[-1] - xs[0] + 34, 2 * half + 34), 10, ground)
    looks = [(tint(c, 0.5), tint(c, 0.34)) for c in shape.colours]
    plain = (mix(LINE, PAPER, 0.75), mix(LINE, PAPER, 0.6))
    yield from rosette(centre, 2 * half + 26, [look for c in looks for look in (c, plain)])
    mouths = {shape.mouth_of(seat) for seat in range(4)}
    for n, i in enumerate(ring):
        look = Look(PAPER, LINE, 0.4)
        if i.mark == "start":
            look = Look(COLOURS[i.colour])
        elif n in mouths:
            look = Look(
                PAPER, COLOURS[shape.colours[[*map(shape.mouth_of, range(4))].index(n)]], 0.9
            )
        yield box(i.x_mm, i.y_mm, (29, 29), 6, look)
    for seat, colour in enumerate(shape.colours):
        row, mouth = geometry.of_seat("row", seat), ring[shape.mouth_of(seat)]
        yield ribbon(_points([row[0], row[-1]]), 25, tint(colour, 0.6))
        for n, i in enumerate(row):
            yield window(i, COLOURS[colour], 1.2)
            yield form(
                colour, (i.x_mm, i.y_mm), 3.5 + 0.9 * n, Look(mix(COLOURS[colour], WINDOW, 0.6))
            )
        yield _arrow(_toward(mouth, row[0], 0.45), _angle(mouth, row[0]), 3.2, COLOURS[colour])
        yield _star(_toward(row[-2], row[-1], 1.52), 6.5, COLOURS[colour])
    for n, i in enumerate(ring):
        if i.mark == "start":
            yield window(i, COLOURS[i.colour], 1.0)
            yield form(i.colour, (i.x_mm, i.y_mm), 9, Look(COLOURS[i.colour]))
            after = ring[(n + 1) % len(ring)]
            yield _arrow(_toward(i, after, 0.38), _angle(i, after), 2.8, PAPER)
        else:
            yield window(i, SOFT, 0.6)


def _yard(geometry: Geometry, seat: int, colour: str) -> Iterator[Shape]:
    home, fin = geometry.of_seat("home", seat), geometry.of_seat("fin", seat)
    x, y = _centre(home)
    wide, tall = _ground(home, 15.5)
    yield box(x, y, (wide, tall), 22, Look(tint(colour, 0.2), COLOURS[colour], 0.8))
    yield box(x, y, (wide - 6, tall - 6), 19.5, Look(stroke=tint(colour, 0.5), width=0.4))
    down = y > geometry.size_mm[1] / 2
    yield _word("HOME", (x, y), tall / 2 - 14.0, colour, 0 if down else 180)
    goal = math.dist((fin[0].x_mm, fin[0].y_mm), (x, y))
    yield Circle(x, y, goal + 15, Look(PAPER, tint(colour, 0.7), 0.7))
    # The petals between the slots only: the others would lie under them.
    looks = [(tint(colour, 0.4), tint(colour, 0.26)), (PAPER, PAPER)]
    yield from rosette((x, y), 2 * goal + 27, looks)
    for i in home:
        yield Circle(i.x_mm, i.y_mm, 12.6, Look(PAPER))
        yield from owned(i, 2.8, 8)
    for i in fin:
        yield Circle(i.x_mm, i.y_mm, 11.6, Look(PAPER))
        yield window(i, COLOURS[colour], 1.6)
        yield _star((i.x_mm, i.y_mm), 7, mix(COLOURS[colour], WINDOW, 0.75))


# Sorry!: a square of slides


def _sorry(geometry: Geometry) -> Iterator[Shape]:
    shape, ring = geometry.shape, geometry.ring
    wide, tall = geometry.size_mm
    centre = (wide / 2, tall / 2)
    pitch = ring[0].distance_mm(ring[1])
    yield from _sorry_middle(geometry, centre)
    for seat, colour in enumerate(shape.colours):
        home, fin, row = (geometry.of_seat(kind, seat) for kind in ("home", "fin", "row"))
        mouth, start = ring[shape.mouth_of(seat)], ring[shape.start_of(seat)]
        # Ribbons run on under what they join.
        yield ribbon([(mouth.x_mm, mouth.y_mm), _centre(fin)], 23.4, tint(colour, 0.42))
        yield ribbon([(start.x_mm, start.y_mm), _centre(home)], 10, tint(colour, 0.42))
        yield from _panel(fin, colour, "HOME", 90 * seat + 180)
        yield from _panel(home, colour, "START", 90 * seat + 180)
    xs = [i.x_mm for i in ring]
    side = max(xs) - min(xs)
    outer = box(*centre, (side + pitch + 0.8, side + pitch + 0.8), 8, Look())
    inner = box(*centre, (side - pitch - 0.8, side - pitch - 0.8), 6, Look())
    yield Path((*outer.steps, *inner.steps), Look(mix(LINE, PAPER, 0.42)))
    for i in ring:
        look = Look(mix(PAPER, "#ffffff", 0.7), LINE, 0.35)
        yield box(i.x_mm, i.y_mm, (pitch - 1.6, pitch - 1.6), 5, look)
    yield from _slides(ring)
    for seat, colour in enumerate(shape.colours):
        home, fin, row = (geometry.of_seat(kind, seat) for kind in ("home", "fin", "row"))
        mouth, start = ring[shape.mouth_of(seat)], ring[shape.start_of(seat)]
        for n, i in enumerate(row):
            yield window(i, COLOURS[colour], 1.2)
            yield form(
                colour, (i.x_mm, i.y_mm), 3.2 + 0.8 * n, Look(mix(COLOURS[colour], WINDOW, 0.6))
            )
        gap = mouth.distance_mm(row[0])
        yield _arrow(
            _toward(mouth, row[0], (gap + 2.8) / 2 / gap),
            _angle(mouth, row[0]),
            3,
            COLOURS[colour],
        )
        stem = _toward_point(start, _centre(home), pitch / 2 + 2.4)
        yield _arrow(stem, _angle(row[0], mouth), 3, COLOURS[colour])
        for i in home:
            yield from owned(i, 2.2, 7)
        for i in fin:
            yield window(i, COLOURS[colour], 2.2)
            yield _star((i.x_mm, i.y_mm), 7, mix(COLOURS[colour], WINDOW, 0.75))
    for i in ring:
        if i.mark in ("", "start"):
            yield window(i, SOFT, 0.6)


def _toward_point(one: Item, other: Point, distance: float) -> Point:
    angle = math.atan2(other[1] - one.y_mm, other[0] - one.x_mm)
    return one.x_mm + distance * math.cos(angle), one.y_mm + distance * math.sin(angle)


def _star(place: Point, size: float, colour: str) -> Path:
    points = []
    for n in range(10):
        r = size * (0.22 if n % 2 else 0.5)
        points.append((r * math.sin(n * math.pi / 5), -r * math.cos(n * math.pi / 5)))
    return line(points, Look(colour), closed=True).placed(*place)


def _panel(items: list[Item], colour: str, word: str, turn: float) -> Iterator[Shape]:
    """Yield the ground of four slots and its name, to be read from its owner's side."""
    x, y = _centre(items)
    size = _ground(items, 13.0)
    yield box(x, y, size, 13, Look(tint(colour, 0.24), COLOURS[colour], 0.7))
    yield _word(word, (x, y), max(size) / 2 + 2.4, colour, turn)


def _word(word: str, centre: Point, reach: float, colour: str, turn: float) -> Path:
    """Return a word above a field's centre, as its owner reads it: turned by `turn` degrees around the centre."""
    angle = math.radians(turn)
    place = (centre[0] + reach * math.sin(angle), centre[1] - reach * math.cos(angle))
    return lettering(word, place, 3.2, COLOURS[colour], angle_deg=turn, layer="word", weight=0.15)


def _slides(ring: list[Item]) -> Iterator[Shape]:
    """Yield every slide: a ribbon from its triangle to its end, windows on it."""
    for n, first in enumerate(ring):
        if first.mark != "triangle":
            continue
        slide = [first]
        while slide[-1].mark != "end":
            slide.append(ring[(n + len(slide)) % len(ring)])
        colour = COLOURS[first.colour]
        yield ribbon(_points([first, slide[-1]]), 21.5, mix(colour, PAPER, 0.62))
        for k, i in enumerate(slide):
            yield window(i, colour, 2.0 if i.mark == "end" else 0.8)
            if k:
                yield _arrow(_toward(slide[k - 1], i, 0.5), _angle(first, slide[-1]), 3, PAPER)
        points = [(-3.2, -5.2), (5.6, 0), (-3.2, 5.2)]
        turned = line(points, Look(colour), closed=True)
        yield turned.placed(first.x_mm, first.y_mm, _angle(first, slide[-1]))
        last = slide[-1]
        yield Circle(last.x_mm, last.y_mm, 3.4, Look(stroke=colour, width=1.6))
        yield form(first.colour, (last.x_mm, last.y_mm), 3.2, Look(colour))


def _sorry_middle(geometry: Geometry, centre: Point) -> Iterator[Shape]:
    yield Circle(*centre, 101, Look(stroke=LINE, width=0.35))
    yield Circle(*centre, 98, Look(stroke=LINE, width=0.35))
    plain = (mix(LINE, PAPER, 0.62), mix(LINE, PAPER, 0.38))
    looks: list[tuple[str, str]] = [plain] * 8
    # Seat 0 plays along the upper side; petals 0, 2, 4, 6 point to the seats.
    for seat, colour in enumerate(geometry.shape.colours):
        looks[2 * seat] = (tint(colour, 0.62), tint(colour, 0.42))
    yield from rosette(centre, 188, looks)
