# SPDX-License-Identifier: Apache-2.0
"""A game that has been won."""

from app.phases.phase import Phase


class Over(Phase):
    """Shows the winner until the next game."""

    name = "over"

    def record(self) -> "tuple | None":
        """Return None: the journal's last move says it."""
        return None

    def card(self, action: int, copy: int, lying: bool, now_ms: int) -> None:
        """Refuse a card."""
        if not (lying and self.table.stale(action, copy)):
            self.table.refuse_aside("game-over", action, copy, now_ms)

    def cleared(self, now_ms: int) -> None:
        """Begin a new game: the board has been cleared for it."""
        self.table.new_game(now_ms)

    def table_hold(self, now_ms: int) -> None:
        """Begin a new game."""
        if self.table.taps.ended:  # else it was meant for the move that has won meanwhile
            self.table.new_game(now_ms)
