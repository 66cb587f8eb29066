# SPDX-License-Identifier: Apache-2.0
"""Draw the three boards with a few parameters and write their geometry files.

`python -m tavle.board.layout partners` prints a geometry.csv. The checked-in file is the truth: it may be
edited by hand after this, and nothing runs this module by itself.

Each board is one quarter, drawn for seat 0 and turned by 90 degrees for the others. The quarter is a
list in wiring order: the sensor chain walks it and goes on in the next quarter, which starts close by;
the LED chain walks it too and takes the seat's own light at its end.
"""

import math
import sys
from collections.abc import Callable

from tavle.board.geometry import Item, text_of
from tavle.board.shapes import SHAPES, Point

# A thing of a seat's quarter: kind, place (a ring space: counted from the quarter's first), slot, mark, point.
Part = tuple[str, str | int, int, str, Point]


def _square(kind: str, place: str, centre: Point, half: float) -> list[Part]:
    """Return four slots at the corners of a square, in chain order around it."""
    x, y = centre
    corners = ((-half, -half), (half, -half), (half, half), (-half, half))
    return [(kind, place, slot, "", (x + dx, y + dy)) for slot, (dx, dy) in enumerate(corners)]


def partners() -> tuple[float, list[Part], Point]:
    """Return size, seat 0's quarter and the play slot of the Partners board.

    A circle of 60; the seats sit at the corners, as the rulebook has partners sit diagonally. Start space and goal
    mouth stand either side of the corner's diagonal, the goal lane runs inward, the home base lies outside.
    """
    radius, mouth_mm, lane_mm, size = 248.0, 37.0, 26.0, 540.0

    def polar(r: float, index: float) -> Point:
        # Index -0.5 is the diagonal of the top left corner; six degrees a space, clockwise.
        angle = math.radians(-45 + 6 * (index + 0.5))
        return r * math.sin(angle), -r * math.cos(angle)

    def ring(i: int) -> Part:
        return "ring", i, -1, "start" if i == 0 else "", polar(radius, i)

    lane: list[Part] = [
        ("row", f"z{k}", -1, "", polar(radius - mouth_mm - (k - 1) * lane_mm, -1))
        for k in (4, 3, 2, 1)
    ]
    home = _square("home", "h", polar(322, -0.5), 14)
    seat: Part = ("seat", "", -1, "", polar(274, -0.5))
    return size, [*lane, *home, *map(ring, range(15)), seat], (0, 0)


def ludo() -> tuple[float, list[Part], Point]:
    """Return size, seat 0's quarter and the play slot of the Ludo board.

    The classic cross on a 15 x 15 grid. Seat 0 has the upper arm and the yard right of it. The yard's corners
    are its four slots; the slots of finished pawns are the square in its middle, because sixteen of them in the
    middle of the cross would hold each other's reeds closed. The play slot for die cards is there instead.
    """
    grid, aside, size = 32.0, 44.0, 540.0

    def along(cells: float) -> float:
        # The first step from the middle is wider: it keeps the arms' outer columns off the lane.
        return (
            cells * aside if abs(cells) <= 1 else cells * grid + math.copysign(aside - grid, cells)
        )

    def at(column: float, row: float) -> Point:
        return along(column - 7), along(row - 7)

    def ring(i: int) -> Part:
        if i < 5:
            point = at(8, 1 + i)
        elif i < 11:
            point = at(9 + i - 5, 6)
        else:
            point = at(14, 7 + i - 11)
        return "ring", i, -1, "start" if i == 0 else "", point

    lane: list[Part] = [("row", f"z{k}", -1, "", at(7, k)) for k in range(1, 6)]
    yard = _square("home", "h", at(11.5, 2.5), 1.75 * grid)
    fin = _square("fin", "f", at(11.5, 2.5), 0.6 * grid)
    seat: Part = ("seat", "", -1, "", at(14.15, -0.15))
    # In along the lane, out along the arm's right column, around the yard, on to the next arm.
    outward = [ring(i) for i in (4, 3, 2, 1, 0)]
    onward = [ring(i) for i in range(5, 13)]
    return size, [*lane, *outward, *yard, *fin, *onward, seat], (0, 0)


def sorry() -> tuple[float, list[Part], Point]:
    """Return size, seat 0's quarter and the play slot of the Sorry! board.

    A square track on a 16 x 16 grid, space 0 in the top left corner, seat 0 along the upper side. The
    safety zone leads down to HOME; START lies inside its circle o+4.
    """
    grid, size = 27.0, 486.0

    def at(column: float, row: float) -> Point:
        return (column - 7.5) * grid, (row - 7.5) * grid

    marks = {1: "triangle", 9: "triangle", 4: "end", 13: "end", 2: "slide", 3: "slide"}
    marks |= dict.fromkeys((10, 11, 12), "slide")

    def ring(i: int) -> Part:
        return "ring", i, -1, marks.get(i, ""), at(i, 0)

    lane: list[Part] = [("row", f"z{k}", -1, "", at(2, k + 0.3)) for k in range(1, 6)]
    done = _square("fin", "f", at(2, 7.1), 0.62 * grid)
    start = _square("home", "h", at(4.4, 2.0), 0.62 * grid)
    seat: Part = ("seat", "", -1, "", at(7.5, -0.95))
    return (
        size,
        [*map(ring, range(3)), *lane, *done, *reversed(start), *map(ring, range(3, 15)), seat],
        (0, 0),
    )


_LAYOUTS: dict[str, Callable[[], tuple[float, list[Part], Point]]] = {
    "partners": partners,
    "ludo": ludo,
    "sorry": sorry,
}


def items_of(board: str) -> list[Item]:
    """Return the rows of a board's geometry file, as drawn."""
    size, quarter, card = _LAYOUTS[board]()
    shape = SHAPES[board]
    middle = size / 2

    def placed(point: Point, turns: int) -> Point:
        x, y = point
        for _ in range(turns):
            x, y = -y, x
        return round(middle + x, 2), round(middle + y, 2)

    items = [
        Item("board", "", "", -1, "", size, size, -1, -1),
        Item("card", "", "", -1, "", *placed(card, 0), -1, -1),
    ]
    bit = led = 0
    for seat, colour in enumerate(shape.colours):
        for kind, place, slot, mark, point in quarter:
            x, y = placed(point, seat)
            sensed = kind != "seat"
            token = str(int(place) + seat * shape.quarter) if kind == "ring" else str(place)
            printed = colour if kind != "ring" or mark else ""
            items.append(Item(kind, printed, token, slot, mark, x, y, bit if sensed else -1, led))
            bit += sensed
            led += 1
    return items


if __name__ == "__main__":
    for name in sys.argv[1:]:
        sys.stdout.write(text_of(items_of(name)))
