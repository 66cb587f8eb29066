# SPDX-License-Identifier: Apache-2.0
"""A move: a card or a throw is in force, and hands make one of its results."""

from app.phases.phase import ASKED, Phase
from rules.game import TURN
from rules.results import Results

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.table.table import Table
    from app.table.way import Way


class Move(Phase):
    """A card or throw in force. A computer's turn is one with a single wanted result.

    Attributes:
        legal: all results of the card; `results` are those that the hands may make.
        thinks: a computer is still choosing one of them.
    """

    name = "move"

    def __init__(self, table: "Table", action: int, copy: int) -> None:
        super().__init__(table)
        self.action = action
        self.copy = copy
        self.legal = self.results
        self.thinks = False

    @property
    def patient(self) -> bool:
        """Whether a choice that moves nothing waits for a button or the next card.

        Where cards are not remembered, this one laid once more would be the next player's.
        """
        return self.table.match.round is None and self.copy > 0

    @property
    def playable(self) -> bool:
        """Whether the card moves anything."""
        return not self.legal.idle(self.table.match.state)

    def record(self) -> "tuple | None":
        """Return the card, and whether something is asked."""
        asked = ASKED if self.table.recogniser.question.choices else 0
        return self.action, self.copy | asked, None

    def decide(self, legal: "Results", now_ms: int) -> None:
        """Offer the results of the card to the hands, or refuse or use up the card."""
        table = self.table
        match = table.match
        if not legal:
            if match.game.must_play:
                word, place = match.game.why_card(match.state, self.action, legal)
                table.rest()
                table.refuse("card", word, now_ms, place)
                return
            legal = match.skipped()
        self.legal = self.results = legal
        if not self.playable and not self.patient:
            table.accept(0, False, now_ms)
        else:
            self.offer(now_ms)

    def offer(self, now_ms: int) -> None:
        """Wait for the hands to make a result: any for a person, for a computer the one it wants."""
        table = self.table
        computers = table.computers
        self.thinks = (
            self.playable
            and computers is not None
            and computers.seats.computer(table.match.state[TURN])
        )
        if self.thinks:
            self.results = Phase.results
            table.recogniser.withdraw()
        else:
            table.recogniser.offer(self.results, now_ms, self.patient)

    def led(self, index: int, way: "Way", now_ms: int) -> None:
        """Lead the hands to one result, which a computer has chosen."""
        table = self.table
        self.thinks = False
        rivals = table.recogniser.looks_like(self.legal, index)
        self.results = Results([self.legal[index]])
        self.lead = way
        after = self.results.state(0)
        if after[:TURN] == bytes(table.match.state[:TURN]) and not self.patient:
            table.accept(0, False, now_ms)  # no pawn moves
        else:
            table.recogniser.offer(self.results, now_ms, self.patient, rivals)

    def card(self, action: int, copy: int, lying: bool, now_ms: int) -> None:
        """Take the next card: the move before it is over, when that can be said without guessing."""
        table = self.table
        if action == self.action and copy == self.copy:
            if not lying and self.results:  # else a computer thinks about it
                table.emit_card(self)
        elif lying:
            pass
        elif table.linked:
            table.refuse_aside("linked", action, copy, now_ms)
        elif table.match.seen(action, copy):
            table.refuse("card", "already-played", now_ms)
        elif not self._makes_room(now_ms):
            table.refuse_aside("finish-move", action, copy, now_ms)
        elif table.match.over:
            table.refuse("card", "game-over", now_ms)
        else:
            table.play(action, copy, now_ms)

    def _makes_room(self, now_ms: int) -> bool:
        """End this move, when that can be done without guessing."""
        table = self.table
        if table.follow(table.recogniser.hurry(), now_ms):
            return table.phase is not self
        if not table.recogniser.at_rest() or table.recogniser.carrying() or not self.copy:
            return False  # begun, or thrown: a throw cannot be thrown again
        table.rest()  # every pawn is where it was: the player took another card
        return True

    def tap(self, seat: int, now_ms: int) -> None:
        """Say that the move is done: by the seat to act, or by the next one, who throws."""
        table = self.table
        match = table.match
        overtaken = table.overtaken(seat)
        if match.game.die and seat == match.game.next_seat(match.state[TURN]) and not overtaken:
            table.follow(table.recogniser.hurry(), now_ms)
            if table.phase is not self:
                table.phase.tap(seat, now_ms)
                return
        if seat != match.state[TURN]:
            table.refuse("move", "not-your-turn", now_ms)
        elif table.taps.meant(seat, table) and not overtaken:
            table.follow(table.recogniser.done(), now_ms)

    def table_hold(self, now_ms: int) -> None:
        """Take the card back."""
        table = self.table
        if table.aside is None and self.copy:
            table.aside = self.action, self.copy
        table.rest()
        table.refuse("card", "withdrawn", now_ms)
        table.expect(now_ms)
        table.recogniser.insist()
