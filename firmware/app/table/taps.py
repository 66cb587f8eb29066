# SPDX-License-Identifier: Apache-2.0
"""What a button was pressed at: a tap answers that, not what has come since the finger went down."""

from rules.game import NOBODY, TURN
from ticks import just, since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.table.table import Table

_NOTHING = (-1, None)


class Taps:
    """Remembers presses of the seats' buttons until they come up.

    Attributes:
        down_ms: when each seat's button went down.
        done: the seat to act pressed its button with a card on the table.
        ended: the game was over when the table button went down.
        table_ms: when that was.
        shown_ms: when a question was shown, or another choice of it.
    """

    def __init__(self) -> None:
        self.down_ms = [0] * 4
        self.done = False
        self.ended = False
        self.table_ms = 0
        self.shown_ms = 0
        self._at: "list[tuple]" = [_NOTHING] * 4

    def press(self, table: "Table", seat: int, now_ms: int, down_ms: int) -> None:
        """Note what a seat's button was pressed at; what came since it went down was not meant.

        Args:
            table: the table.
            seat: whose button.
            now_ms: the time: the press has been debounced.
            down_ms: when the button went down.
        """
        ago_ms = since(now_ms, down_ms) + 1
        before = table.match.previous
        self.down_ms[seat] = down_ms
        self._at[seat] = _asked(table)
        self.done = table.phase.action >= 0 and seat == table.match.state[TURN]
        if just(now_ms, self.shown_ms, ago_ms):
            self._at[seat] = _NOTHING
        if just(now_ms, table.rested_ms, ago_ms) and before is not None and before[TURN] == seat:
            self._at[seat] = (NOBODY, None)  # it was about the move that is over
            self.done = True

    def meant(self, seat: int, table: "Table") -> bool:
        """Return whether a seat's button was pressed at what is in force and shown now."""
        return self._at[seat] == _asked(table)

    def idle(self, seat: int) -> bool:
        """Return whether no card was in force when a seat's button was pressed."""
        return self._at[seat][0] < 0


def _asked(table: "Table") -> tuple:
    """Return what a seat's button answers now: the card, and the choice that is shown or None."""
    question = table.recogniser.question
    return table.phase.action, question.shown if question.choices else None
