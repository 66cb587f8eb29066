# SPDX-License-Identifier: Apache-2.0
"""A turn before its card or throw."""

from app.phases.fold import Fold
from app.phases.phase import ASIDE, Phase
from rules.game import TURN

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.table.table import Table


class Turn(Phase):
    """Waits for a card, a throw, or a hand that is folded.

    Attributes:
        undoing: the table button took a move back, and the pawns are still on their way.
    """

    name = "card"

    def __init__(self, table: "Table", undoing: bool = False) -> None:
        super().__init__(table)
        self.undoing = undoing

    def record(self) -> "tuple | None":
        """Return the card that lies aside on the slot; after a throw none lies there that counts."""
        aside = self.table.aside
        if aside is None or self.table.match.thrown():
            return -1, 0, None
        return aside[0], aside[1] | ASIDE, None

    def card(self, action: int, copy: int, lying: bool, now_ms: int) -> None:
        """Play a card, or take it for a computer's hand."""
        table = self.table
        if lying and (table.stale(action, copy) or table.linked):
            return
        if table.linked:
            table.refuse_aside("linked", action, copy, now_ms)
        elif table.recogniser.question.choices:  # was the last move taken back?
            table.refuse_aside("finish-move", action, copy, now_ms)
        elif table.computers is not None and table.computers.takes(action, copy, now_ms, lying):
            pass
        elif table.match.seen(action, copy):
            table.refuse("card", "already-played", now_ms)
        else:
            table.play(action, copy, now_ms)

    def tap(self, seat: int, now_ms: int) -> None:
        """Throw the die, or ask whether an exchange was taken back."""
        table = self.table
        if seat != table.match.state[TURN]:
            if table.taps.idle(seat):  # else it was about the move that is over
                table.refuse("move", "not-your-turn", now_ms)
        elif table.follow(table.recogniser.done(), now_ms):
            pass
        elif table.taps.done:
            pass  # the move was accepted meanwhile
        elif table.linked:
            self._call(seat, now_ms)
        elif table.match.game.die:
            table.roll(now_ms)

    def _call(self, seat: int, now_ms: int) -> None:
        """Ask the link for the throw or card of a person; another table's comes when it comes."""
        table = self.table
        if table.computers is not None and not table.computers.remote(seat):
            table.computers.called(seat)
        else:
            table.refuse("move", "linked", now_ms)

    def hold(self, seat: int, now_ms: int) -> None:
        """Begin to fold, or have a computer's pile laid again."""
        table = self.table
        if table.match.round is None:
            return
        if table.linked:
            table.refuse("fold", "linked", now_ms)
            return
        if table.computers is not None and table.computers.forgets(seat):
            return
        if seat != table.match.state[TURN] or table.recogniser.question.choices:
            table.refuse("fold", "nothing-to-fold", now_ms)
        elif table.settings["fold"] == "trusted":
            table.folded([], now_ms)
        else:
            table.go(Fold(table))

    def table_hold(self, now_ms: int) -> None:
        """Take a move back, or believe the position against the sensors."""
        table = self.table
        recogniser = table.recogniser
        free = not recogniser.guiding or self.undoing or recogniser.going_back()
        if table.match.can_undo and free:
            if table.linked:  # the other table has a say in it
                table.sound("ask")
                seat = table.match.game.colours[table.match.state[TURN]]
                table.emit({"event": "want", "what": "back", "seat": seat})
            else:
                self.take_back(now_ms)
        elif recogniser.guiding:
            table.override(now_ms)

    def take_back(self, now_ms: int) -> None:
        """Take the last move back, and show the way for its pawns."""
        table = self.table
        stands = bytes(table.match.state)
        card = table.undo(now_ms)
        if table.aside is None and card[1]:
            # Of several moves taken back the card of the last one lies on the slot.
            table.aside = card
        table.go(Turn(table, True))
        table.recogniser.insist(stands)

    def board_right(self, now_ms: int) -> None:
        """Note that the pawns are back."""
        self.undoing = False
        super().board_right(now_ms)
