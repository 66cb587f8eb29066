# SPDX-License-Identifier: Apache-2.0
"""The virtual table drawn in a terminal: pawns as discs, lights as the colour behind them."""

from rich.text import Text

from tavle.board.terminal import TerminalBoard
from tavle.sim.chips.ws2812 import rgb
from tavle.sim.session import Session

_FULL = 100  # of 255: what the brightness setting makes of a full pixel
_BRIGHTEST = 190  # a lit space must not outshine its pawn


class Drawing:
    """Draws one session's board.

    Args:
        session: the table.
        most_rows: how high it may be.
    """

    def __init__(self, session: Session, most_rows: int = 99):
        self._session = session
        spaces = session.world.spaces
        self._board = TerminalBoard(spaces.layout.GAME, most_rows)
        self._lights = {name: index for index, name in spaces.light_names().items()}

    def text(self) -> Text:
        """Return the board as it is now."""
        world = self._session.world
        frame = self._frame()
        return self._board.text(
            lambda name: world.pawns_on(world.spaces.any_bit(name)),
            lambda name: _behind(rgb(frame, self._lights[name])) if frame else None,
        )

    def _frame(self) -> bytes:
        """Return what the lights show at this moment."""
        target = self._session.target
        frames = target.frames(target.now_us) if target.on else []
        return frames[-1][1] if frames else b""


def _behind(light: tuple[int, int, int]) -> str | None:
    """Return the background colour of a light: its hue, bright enough to be seen on a screen."""
    if not any(light):
        return None
    # Light adds up in the eye by its square root; the brightest a table shows is a full disc.
    scale = _BRIGHTEST / max(light) * min(1.0, (max(light) / _FULL) ** 0.5)
    return "#" + "".join(f"{round(channel * scale):02x}" for channel in light)
