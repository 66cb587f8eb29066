# SPDX-License-Identifier: Apache-2.0
"""A board drawn in a terminal: a character per space, pawns as discs, a colour behind them."""

from collections.abc import Callable

from rich.style import Style
from rich.text import Text

from tavle.board.geometry import Geometry, load

_COLUMN_MM = 10.0
_ROW_MM = 20.0  # a character is about twice as high as it is wide
_PAWNS = {"red": "#ff4040", "green": "#30d070", "blue": "#5090ff", "yellow": "#ffd030"}
_EMPTY = "#707070"
_MANY = "●②③④"  # pawns on one space


class TerminalBoard:
    """Draws one board.

    Args:
        board: `partners`, `ludo` or `sorry`.
    """

    def __init__(self, board: str):
        self._cells = cells(load(board))
        self._rows = max(row for row, _ in self._cells.values()) + 1
        self._columns = max(column for _, column in self._cells.values()) + 2

    def text(self, pawns: Callable[[str], list[str]], behind: Callable[[str], str | None]) -> Text:
        """Return the board.

        Args:
            pawns: name of a space -> colours of the pawns on it.
            behind: name of a space or seat light -> colour behind it, None for none.
        """
        grid = [[(" ", Style()) for _ in range(self._columns)] for _ in range(self._rows)]
        for name, (row, column) in self._cells.items():
            owner = name.partition(":")[0] if ":" in name else ""
            if name.endswith(":seat"):
                glyph, colour = "▣", _PAWNS[owner]
            elif colours := pawns(name):
                glyph, colour = _MANY[min(len(colours), 4) - 1], _PAWNS[colours[-1]]
            else:
                glyph, colour = ("○" if owner else "·"), _PAWNS.get(owner, _EMPTY)
            grid[row][column] = (glyph, Style(color=colour, bgcolor=behind(name), bold=True))
        out = Text()
        for line in grid:
            for glyph, style in line:
                out.append(glyph, style)
            out.append("\n")
        return out


def cells(geometry: Geometry) -> dict[str, tuple[int, int]]:
    """Return name of a space or seat light -> (row, column)."""
    places = [item for item in geometry.items if item.bit >= 0 or item.kind == "seat"]
    left = min(item.x_mm for item in places)
    top = min(item.y_mm for item in places)
    cells: dict[str, tuple[int, int]] = {}
    taken = set()
    for item in places:
        cell = (round((item.y_mm - top) / _ROW_MM), round((item.x_mm - left) / _COLUMN_MM))
        while cell in taken:
            cell = (cell[0], cell[1] + 1)
        taken.add(cell)
        cells[item.name] = cell
    return cells
