# SPDX-License-Identifier: Apache-2.0
"""The virtual table drawn in a terminal: pawns as discs, lights as the colour behind them."""

from typing import Any

from rich.style import Style
from rich.text import Text

from tavle.board.geometry import Geometry, load
from tavle.sim.chips.ws2812 import rgb
from tavle.sim.session import Session

_COLUMN_MM = 10.0
_ROW_MM = 20.0  # a character is about twice as high as it is wide
_PAWNS = {"red": "#ff4040", "green": "#30d070", "blue": "#5090ff", "yellow": "#ffd030"}
_EMPTY = "#707070"
_MANY = "●②③④"  # pawns on one space
_FULL = 100  # of 255: what the brightness setting makes of a full pixel
_BRIGHTEST = 190  # a lit space must not outshine its pawn


class Drawing:
    """Draws one session's board.

    Args:
        session: the table.
    """

    def __init__(self, session: Session):
        self._session = session
        spaces = session.world.spaces
        self._cells = cells(load(spaces.layout.GAME))
        self._lights = {name: index for index, name in spaces.light_names().items()}
        self._rows = max(row for row, _ in self._cells.values()) + 1
        self._columns = max(column for _, column in self._cells.values()) + 2

    def text(self) -> Text:
        """Return the board as it is now."""
        world = self._session.world
        frame = self._frame()
        grid: list[list[tuple[str, Style]]] = [
            [(" ", Style()) for _ in range(self._columns)] for _ in range(self._rows)
        ]
        for name, (row, column) in self._cells.items():
            glyph, colour = self._glyph(world, name)
            behind = _behind(rgb(frame, self._lights[name])) if frame else None
            grid[row][column] = (glyph, Style(color=colour, bgcolor=behind, bold=True))
        out = Text()
        for cells in grid:
            for glyph, style in cells:
                out.append(glyph, style)
            out.append("\n")
        return out

    def _frame(self) -> bytes:
        """Return what the lights show at this moment."""
        target = self._session.target
        frames = target.frames(target.now_us) if target.on else []
        return frames[-1][1] if frames else b""

    def _glyph(self, world: Any, name: str) -> tuple[str, str]:
        if name.endswith(":seat"):
            return "▣", _PAWNS[name.partition(":")[0]]
        colours = world.pawns_on(world.spaces.any_bit(name))
        if not colours:
            owner = name.partition(":")[0] if ":" in name else ""
            return ("○" if owner else "·"), _PAWNS.get(owner, _EMPTY)
        return _MANY[min(len(colours), 4) - 1], _PAWNS[colours[-1]]


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


def _behind(light: tuple[int, int, int]) -> str | None:
    """Return the background colour of a light: its hue, bright enough to be seen on a screen."""
    if not any(light):
        return None
    # Light adds up in the eye by its square root; the brightest a table shows is a full disc.
    scale = _BRIGHTEST / max(light) * min(1.0, (max(light) / _FULL) ** 0.5)
    return "#" + "".join(f"{round(channel * scale):02x}" for channel in light)
