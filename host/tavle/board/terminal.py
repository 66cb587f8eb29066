# SPDX-License-Identifier: Apache-2.0
"""A board drawn in a terminal: a character per space, pawns as discs, a colour behind them."""

from collections.abc import Callable

from rich.console import Console, Group
from rich.style import Style
from rich.table import Table
from rich.text import Text

from tavle.board.geometry import Geometry, load

_ROW_MM = 20.0  # of a column half as much: a character is about twice as high as it is wide
_BESIDE = 30  # columns that words beside a board need
_GAP = 2
_WORDS = 4  # lines of words where there is no room beside the board
_PAWNS = {"red": "#ff4040", "green": "#30d070", "blue": "#5090ff", "yellow": "#ffd030"}
_EMPTY = "#707070"
_MANY = "●②③④"  # pawns on one space


class TerminalBoard:
    """Draws one board.

    Args:
        board: `partners`, `ludo` or `sorry`.
        most_rows: how high it may be.
    """

    def __init__(self, board: str, most_rows: int = 99):
        self._cells = cells(load(board), most_rows)
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


def room(console: Console) -> int:
    """Return the rows that a board may have, with a line above it, one below, and one for the cursor."""
    beside = console.width >= 2 * _BESIDE + _GAP + 16
    return console.height - 3 - (0 if beside else _WORDS)


def page(console: Console, head: Text, board: Text, told: list[Text], foot: Text) -> Group:
    """Return a board with the last of what was said beside it, or below it where the terminal is narrow."""
    for line in (head, foot):
        line.no_wrap, line.overflow = True, "ellipsis"
    board = board[:-1]  # without the last line's end
    lines = board.plain.split("\n")
    width = console.width - max(map(len, lines)) - _GAP
    beside = width >= _BESIDE
    said = [
        line for text in told for line in text.wrap(console, width if beside else console.width)
    ]
    if not beside:
        return Group(head, board, *said[-_WORDS:], foot)
    both = Table.grid(padding=(0, _GAP))
    both.add_row(board, Text("\n").join(said[-len(lines) :]))
    return Group(head, both, foot)


def cells(geometry: Geometry, most_rows: int = 99) -> dict[str, tuple[int, int]]:
    """Return name of a space or seat light -> (row, column)."""
    places = [item for item in geometry.items if item.bit >= 0 or item.kind == "seat"]
    left = min(item.x_mm for item in places)
    top = min(item.y_mm for item in places)
    high_mm = max(item.y_mm for item in places) - top
    row_mm = max(_ROW_MM, high_mm / (max(most_rows, 2) - 1))
    cells: dict[str, tuple[int, int]] = {}
    taken = set()
    for item in places:
        cell = (round((item.y_mm - top) / row_mm), round((item.x_mm - left) / (row_mm / 2)))
        while cell in taken:
            cell = (cell[0], cell[1] + 1)
        taken.add(cell)
        cells[item.name] = cell
    return cells
