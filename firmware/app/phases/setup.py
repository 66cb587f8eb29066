# SPDX-License-Identifier: Apache-2.0
"""Set-up: the pawns of a new game do not all stand at home yet."""

from micropython import const

from app.phases.phase import SETUP, Phase
from ticks import since

_LONG_MS = const(600)  # a press of the table button that is about the volume
_BRIGHTNESS = (10, 25, 40, 70, 100)  # percent
_VOLUMES = const(4)


class Setup(Phase):
    """Waits until every pawn is at home.

    Seat buttons choose who plays there; the table button the brightness, pressed a little longer the volume.
    """

    name = "setup"

    def record(self) -> "tuple | None":
        """Return that the board is being set up."""
        return -1, SETUP, None

    def card(self, action: int, copy: int, lying: bool, now_ms: int) -> None:
        """Refuse a card; one that lay there before the power came is not the first of this game."""
        if lying:
            self.table.aside = action, copy
        else:
            self.table.refuse_aside("board-first", action, copy, now_ms)

    def tap(self, seat: int, now_ms: int) -> None:
        """Let a seat's button choose who plays there."""
        computers = self.table.players()
        if computers is not None:
            computers.next_level(seat)

    def hold(self, seat: int, now_ms: int) -> None:
        """Do nothing: nobody has cards yet."""

    def table_tap(self, now_ms: int) -> None:
        """Take the next step of the brightness; of the volume, after a longer press."""
        table = self.table
        settings = table.settings
        if since(now_ms, table.taps.table_ms) < _LONG_MS:
            brighter = [step for step in _BRIGHTNESS if step > settings["brightness"]]
            table.adjust("brightness", brighter[0] if brighter else _BRIGHTNESS[0])
        elif not settings["sound"]:
            table.adjust("sound", True)
            table.adjust("volume", 1)
        elif settings["volume"] < _VOLUMES:
            table.adjust("volume", settings["volume"] + 1)
        else:
            table.adjust("sound", False)
        table.sound("tick")

    def table_hold(self, now_ms: int) -> None:
        """Begin as the board stands."""
        self.table.override(now_ms)

    def settle(self, now_ms: int) -> None:
        """Look at a settled board: begin when every pawn is at home."""
        table = self.table
        if table.recogniser.at_rest():
            table.expect(now_ms)  # what hands did until now says nothing of a move
            self.board_right(now_ms)

    def cleared(self, now_ms: int) -> None:
        """Do nothing: pawns are missing elsewhere."""

    def board_right(self, now_ms: int) -> None:
        """Begin the game."""
        self.table.ready()
