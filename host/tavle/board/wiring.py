# SPDX-License-Identifier: Apache-2.0
"""The wiring table of a board: which reed goes to which input of which chip, and which light is where."""

from tavle.board.geometry import Geometry, Item

INPUTS = "ABCDEFGH"
COLUMNS = ("chip", "input", "bit", "space", "x_mm", "y_mm", "led")


def rows_of(geometry: Geometry) -> list[tuple[str, ...]]:
    """Return one row of texts per input and per seat light, in chain order; chips count from 1 at the controller.

    Inputs that have no reed are listed too, because they must be tied to 3.3 V.
    """
    rows = [_row(i) for i in geometry.spaces]
    bits = len(geometry.spaces)
    rows += [(*_input(bit), "3V3", "", "", "") for bit in range(bits, -(-bits // 8) * 8)]
    buttons = len(rows) // 8
    wires = [f"button {colour}" for colour in geometry.shape.colours]
    wires += ["button table", "3V3", "GND", "3V3"]
    rows += [(*_input(buttons * 8 + n), wire, "", "", "") for n, wire in enumerate(wires)]
    rows += [
        ("", "", "", i.name, f"{i.x_mm:g}", f"{i.y_mm:g}", str(i.led)) for i in geometry.seats
    ]
    return rows


def _input(bit: int) -> tuple[str, str, str]:
    return str((bit >> 3) + 1), INPUTS[bit & 7], str(bit)


def _row(item: Item) -> tuple[str, ...]:
    return (*_input(item.bit), item.name, f"{item.x_mm:g}", f"{item.y_mm:g}", str(item.led))


def csv_of(geometry: Geometry) -> str:
    """Return the table as CSV with a heading."""
    return "".join(",".join(row) + "\n" for row in [COLUMNS, *rows_of(geometry)])
