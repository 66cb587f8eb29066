# SPDX-License-Identifier: Apache-2.0
"""A hand that is being folded: its cards are laid on the slot one by one (P7)."""

from app.phases.phase import Phase
from rules.game import TURN

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.table.table import Table


class Fold(Phase):
    """Takes the cards of a hand none of which can be played; a playable one is played instead."""

    name = "fold"

    def __init__(self, table: "Table", shown: "list | None" = None) -> None:
        super().__init__(table)
        self.shown: list = shown or []

    def card(self, action: int, copy: int, lying: bool, now_ms: int) -> None:
        """Take one card of the hand."""
        table = self.table
        match = table.match
        deal = match.round
        if deal is None:
            return  # nobody holds cards in this game
        if lying and table.stale(action, copy):
            return
        if table.recogniser.question.choices:
            table.refuse_aside("finish-move", action, copy, now_ms)
            return
        if match.seen(action, copy):
            table.refuse("card", "already-played", now_ms)
            return
        usable = bool(match.results(action, table.breathe))
        word = deal.fold_show(self.shown, action, copy, usable)
        if word == "playable":
            table.refuse("fold", "playable", now_ms)
            table.play(action, copy, now_ms)
            return
        if not word:
            table.sound("tick")
        if deal.proven(self.shown):
            table.folded(self.shown, now_ms)
        else:
            table.go(self)

    def tap(self, seat: int, now_ms: int) -> None:
        """Stop folding."""
        table = self.table
        if seat == table.match.state[TURN]:
            self.table_hold(now_ms)
        elif table.taps.idle(seat):
            table.refuse("move", "not-your-turn", now_ms)

    def table_hold(self, now_ms: int) -> None:
        """Stop folding."""
        self.table.rest()
        self.table.refuse("fold", "fold-cancelled", now_ms)
