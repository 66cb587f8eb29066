# SPDX-License-Identifier: Apache-2.0
"""Every pawn was carried home in the middle of a game: shall a new one begin?"""

from app.phases.phase import Phase

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.table.table import Table


class Cleared(Phase):
    """Offers a new game: any button begins it, and pawns that are put back continue the old one.

    A power cut comes back into the phase before, and from there to the same offer.

    Attributes:
        before: the phase to continue with.
    """

    name = "cleared"

    def __init__(self, table: "Table", before: Phase) -> None:
        super().__init__(table)
        self.before = before

    def record(self) -> "tuple | None":
        """Return what was in force before."""
        return self.before.record()

    def card(self, action: int, copy: int, lying: bool, now_ms: int) -> None:
        """Refuse a card."""
        if not lying:
            self.table.refuse_aside("board-first", action, copy, now_ms)

    def tap(self, seat: int, now_ms: int) -> None:
        """Begin a new game."""
        self.table_tap(now_ms)

    def table_tap(self, now_ms: int) -> None:
        """Begin a new game."""
        if self.table.is_cleared():
            self.table.new_game(now_ms)

    def hold(self, seat: int, now_ms: int) -> None:
        """Do nothing."""

    def table_hold(self, now_ms: int) -> None:
        """Let the referee speak about the game before."""
        self.table.phase = self.before
        self.before.table_hold(now_ms)
