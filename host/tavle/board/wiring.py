# SPDX-License-Identifier: Apache-2.0
"""The wiring table of a board: where each reed and each button is plugged in, and which light is where, in the doctor's words.

English, whoever prints it: what is printed on the boards is too.
"""

from tavle.board.geometry import Geometry, Item
from tavle.live import words
from tavle.words.terminal import english

INPUTS = "ABCDEFGH"
COLUMNS = ("board", "input", "bit", "space", "name", "x_mm", "y_mm", "light")


def rows_of(geometry: Geometry) -> list[tuple[str, ...]]:
    """Return one row of texts per input, per button and per seat light, in chain order; Reader-8 boards count from 1 at the carrier board.

    Inputs that have no reed are listed too; the pull-up of their board holds them.
    """
    rows = [(*_input(i.bit), *_place(i)) for i in geometry.spaces]
    bits = len(geometry.spaces)
    rows += [(*_input(bit), "free", "", "", "", "") for bit in range(bits, -(-bits // 8) * 8)]
    colours, first = geometry.shape.colours, len(rows)
    buttons = [(f"SEAT {n + 1}", n, f"{colours[n]}'s button") for n in geometry.shape.seats]
    for plug, n, name in [*buttons, ("TABLE", len(colours), "the table button")]:
        rows.append(("carrier board", plug, str(first + n), name, "", "", "", ""))
    return rows + [("", "", "", *_place(i)) for i in geometry.seats]


def short(bit: int) -> str:
    """Return an input as it is written on a wire: `5B` is Reader-8 no. 5, input B."""
    return f"{(bit >> 3) + 1}{INPUTS[bit & 7]}"


def _input(bit: int) -> tuple[str, str, str]:
    return f"Reader-8 no. {(bit >> 3) + 1}", INPUTS[bit & 7], str(bit)


def _place(item: Item) -> tuple[str, ...]:
    called = english(words.place(item.name))
    return called, item.name, f"{item.x_mm:g}", f"{item.y_mm:g}", str(item.led)


def csv_of(geometry: Geometry) -> str:
    """Return the table as CSV with a heading."""
    return "".join(",".join(row) + "\n" for row in [COLUMNS, *rows_of(geometry)])
