# SPDX-License-Identifier: Apache-2.0
"""A board drawn in a terminal from what the firmware says of it: a position line, one space."""

from typing import Any

from rich.text import Text

from tavle import games
from tavle.board.terminal import TerminalBoard
from tavle.errors import TavleError
from tavle.paths import add_firmware
from tavle.words.terminal import tr

_HERE = "#d0d0d0"
_TURN = "#505050"


class Picture:
    """Draws a board.

    Args:
        layout: `partners`, `ludo` or `sorry`.
        most_rows: how high it may be.
    """

    def __init__(self, layout: str, most_rows: int = 99):
        self._board = TerminalBoard(layout, most_rows)

    def text(
        self, pawns: dict[str, list[str]] | None = None, turn: str = "", here: str = ""
    ) -> Text:
        """Return the board.

        Args:
            pawns: name of a space -> colours of the pawns on it.
            turn: colour to act.
            here: name of a space to point at.
        """
        behind = {here: _HERE}
        if turn:
            behind[turn + ":seat"] = _TURN
        standing = pawns or {}
        return self._board.text(lambda name: standing.get(name, []), behind.get)


def parse(line: str) -> tuple[Any, bytes]:
    """Return (game, state) of a position line. Raises TavleError."""
    add_firmware()
    from rules.parse import parse_position

    try:
        game, state = parse_position(line)
    except ValueError as error:
        raise TavleError(tr("cannot read a position"), str(error), tr(games.UNKNOWN)) from None
    return game, bytes(state)


def pawns_of(game: Any, state: bytes) -> dict[str, list[str]]:
    """Return name of a space -> colours of the pawns that a state has on it."""
    from rules.notation import place_text

    found: dict[str, list[str]] = {}
    for seat in game.seats:
        colour = game.colours[seat]
        slots = {"h": 0, "f": 0}
        for code in state[4 * seat : 4 * seat + game.pawns]:
            name = place_text(game, code)
            if name in slots:
                slots[name] += 1
                name = f"{name}{slots[name] - 1}"
            if not name.isdigit():
                name = f"{colour}:{name}"
            found.setdefault(name, []).append(colour)
    return found


def turn_of(game: Any, state: bytes) -> str:
    """Return the colour to act, "" for nobody."""
    seat = state[16]
    return game.colours[seat] if seat < 4 else ""
