# SPDX-License-Identifier: Apache-2.0
"""What every phase of the table has: what is in force, and what cards and buttons do to it.

The phase *is* the state of the table. `Table.go` is the only place where it changes: it writes the
phase's record, so that a power cut comes back into it.
"""

from micropython import const

from rules.results import Results

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.table.table import Table
    from app.table.way import Way

# What a record's copy of a card also says.
ASKED = const(0x80)  # a question was open
ASIDE = const(0x40)  # the card lies on the slot and is not in force
SETUP = const(0x20)  # no card: the pawns of a new game do not all stand at home yet


class Phase:
    """What the table is doing; every method here is what most phases do.

    Args:
        table: the table.

    Attributes:
        name: the word of the event stream, see `Table.phase_name`.
        action: the card or throw in force, -1 for none.
        copy: which copy of the card, 0 for a throw.
        results: what the hands may make of it.
        shown: (action, copy) of the cards of a hand that is being folded, else None.
        lead: a computer's move that the lights lead the hands through, else None.
    """

    name = ""
    action = -1
    copy = 0
    results = Results()
    shown: "list | None" = None
    lead: "Way | None" = None

    def __init__(self, table: "Table") -> None:
        self.table = table

    def record(self) -> "tuple | None":
        """Return (action, copy, shown) as the journal keeps it; None: nothing is to be kept."""
        return self.action, self.copy, self.shown

    def card(self, action: int, copy: int, lying: bool, now_ms: int) -> None:
        """Take a card of this game that was laid on the slot; `lying`: before the power came."""

    def tap(self, seat: int, now_ms: int) -> None:
        """Take a tap of a seat's button while nothing is asked."""

    def hold(self, seat: int, now_ms: int) -> None:
        """Take the hold of a seat's button: somebody wants to fold."""
        if self.table.match.round is not None:
            self.table.refuse("fold", "nothing-to-fold", now_ms)

    def table_hold(self, now_ms: int) -> None:
        """Take the hold of the table button: the referee speaks."""

    def table_tap(self, now_ms: int) -> None:
        """Take a tap of the table button."""

    def cleared(self, now_ms: int) -> None:
        """Take a board that was cleared: every pawn is at home, and the game has them elsewhere."""
        from app.phases.cleared import Cleared

        table = self.table
        table.emit({"event": "offer", "what": "new-game"})
        table.sound("ask")
        table.go(Cleared(table, self))

    def board_right(self, now_ms: int) -> None:
        """Take a board that is again as the position."""
        self.table.emit({"event": "guide", "missing": [], "extra": []})
