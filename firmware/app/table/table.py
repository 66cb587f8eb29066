# SPDX-License-Identifier: Apache-2.0
"""The game at the table: cards, buttons and settled boards in, events and lights out.

Knows no hardware and no clock: `run` feeds it and gives it the time. Phases are the ones
of the event stream: setup deal card move ask guide fold over fault.
"""

from app.table.play import Play
from drivers import buttons
from rules.game import TURN
from sense import recognise

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.debounce import Debounce


class Table(Play):
    """Plays one `Match` on one board."""

    # -- what the outside asks --------------------------------------------------------

    @property
    def phase(self) -> str:
        """Return the phase as the event stream names it."""
        if self.faults:
            return "fault"
        if self.setup:
            return "setup"
        if self.recogniser.asking:
            return "ask"
        if self.recogniser.guiding:
            return "guide"
        if self.match.over:
            return "over"
        if self.shown is not None:
            return "fold"
        if self.active >= 0:
            return "move"
        return "deal" if self.match.fresh_deal else "card"

    def begin(self, now_ms: int, resumed: bool, version: str) -> None:
        """Start playing: set-up of a new game, or go on with the one in the journal."""
        self._version = version
        self.setup = not resumed
        self._expect(now_ms)
        if resumed:
            self._ready()
        self._feedback.refresh(self, now_ms)

    # -- the board ----------------------------------------------------------------------

    def scan(self, now_ms: int, debounce: "Debounce") -> None:
        """Take one debounced scan."""
        self._debounce = debounce
        code = self.recogniser.step(now_ms, debounce)
        if self.setup and not debounce.settling and self.recogniser.at_rest:
            self._back(now_ms)
            self._feedback.refresh(self, now_ms)
        if code == recognise.NOTHING:
            return
        if code == recognise.ACCEPT:
            self._accept(self.recogniser.chosen, self.recogniser.asked, now_ms)
        elif code == recognise.ASK:
            self._ask(now_ms)
        elif code == recognise.GUIDE:
            self._guide(now_ms)
        elif code == recognise.BACK:
            self._back(now_ms)
        elif code == recognise.UNDO:
            self._undo(now_ms)
        self._feedback.refresh(self, now_ms)

    def hands(self, now_ms: int, debounce: "Debounce") -> None:
        """Show what the pawns now in the air can do; called on eager lifts and places."""
        self._feedback.hands(self, now_ms, debounce)

    def _back(self, now_ms: int) -> None:
        self._undoing = False
        if self.setup:
            self.setup = False
            self._ready()
        else:
            self._emit({"event": "guide", "missing": [], "extra": []})

    # -- cards -----------------------------------------------------------------------------

    def card(self, now_ms: int, uid: bytes, payload: "bytes | None") -> None:
        """Take a card that was laid on the slot."""
        action, copy, word = self._deck.identify(uid, payload)
        if word:
            self._refuse("card", word, now_ms)
        elif self.match.over:
            self._refuse("card", "game-over", now_ms)
        elif self.setup:
            self._refuse("card", "board-first", now_ms)
        elif action == self.active and copy == self.copy:
            self._emit_card(True)
        elif self.match.seen(action, copy):
            self._refuse("card", "already-played", now_ms)
        elif self.shown is not None:
            self._show(action, copy, now_ms)
        elif self._make_room(now_ms):
            if self.match.over:
                self._refuse("card", "game-over", now_ms)
            else:
                self.active = action
                self.copy = copy
                self._offer(now_ms, True)
        else:
            self._refuse("card", "finish-move", now_ms)
        self._feedback.refresh(self, now_ms)

    def bad_card(self, now_ms: int, word: str) -> None:
        """Refuse what the reader could not take for a card: a machine word of `words`."""
        self._refuse("card", word, now_ms)
        self._feedback.refresh(self, now_ms)

    def _make_room(self, now_ms: int) -> bool:
        """End the move of the card before, when that can be done without guessing."""
        if self.active < 0:
            return True
        if self._hurry(now_ms):
            return self.active < 0
        if self.recogniser.touched or not self.copy:
            return False  # begun, or thrown: a throw cannot be thrown again
        self._withdraw()  # nothing was moved yet: the player took another card
        return True

    # -- buttons ------------------------------------------------------------------------------

    def button(self, now_ms: int, event: int) -> None:
        """Take one event of `drivers.buttons`."""
        kind = buttons.kind(event)
        number = buttons.number(event)
        if number == buttons.TABLE:
            if kind == buttons.HOLD:
                self._table_hold(now_ms)
            elif kind == buttons.RELEASE and self.active >= 0:
                self._hurry(now_ms)
        elif kind == buttons.PRESS:
            self._done = self.active >= 0 and number == self.match.state[TURN]
        elif kind == buttons.RELEASE:
            self._seat_tap(number, now_ms)
        elif kind == buttons.HOLD:
            self._seat_hold(number, now_ms)
        self._feedback.refresh(self, now_ms)

    def _seat_tap(self, seat: int, now_ms: int) -> None:
        if self.setup or self.match.over:
            return
        early = seat != self.match.state[TURN] and self.active >= 0
        if early and self.match.has_die and not self.recogniser.asking:
            self._hurry(now_ms)  # the next player throws: the move before should be over
        if seat != self.match.state[TURN]:
            self._refuse("move", "not-your-turn", now_ms)
        elif self.recogniser.asking:
            index = self.recogniser.confirm()
            if index >= 0:
                self._accept(index, True, now_ms)
        elif self.shown is not None:
            self.shown = None
            self._refuse("fold", "fold-cancelled", now_ms)
        elif self.active >= 0:
            if not self._hurry(now_ms) and not self.recogniser.touched:
                self._decline(now_ms)
        elif self.match.has_die and not self._done:  # else the move was accepted meanwhile
            value = self._die()
            self._emit({"event": "rolled", "value": value})
            self._sound("tick")
            self._feedback.rolled(value)
            self.active = value - 1
            self.copy = 0
            self._offer(now_ms, False)

    def _hurry(self, now_ms: int) -> bool:
        """Judge the board now instead of waiting for it to settle; False when it is no result."""
        code = self.recogniser.hurry(now_ms)
        if code == recognise.ACCEPT:
            self._accept(self.recogniser.chosen, False, now_ms)
        elif code == recognise.ASK:
            self._ask(now_ms)
        return code != recognise.NOTHING

    def _decline(self, now_ms: int) -> None:
        """Use the card without moving anything, when that can be meant."""
        code = self.recogniser.unmoved()
        if code == recognise.ACCEPT:
            self._accept(self.recogniser.chosen, False, now_ms)
        elif code == recognise.ASK:
            self._ask(now_ms)

    def _seat_hold(self, seat: int, now_ms: int) -> None:
        if self.match.round is None or self.setup:
            return
        busy = self.active >= 0 or self.shown is not None or self.match.over
        if seat != self.match.state[TURN] or busy:
            self._refuse("fold", "nothing-to-fold", now_ms)
            return
        self._fold(now_ms)

    def _table_hold(self, now_ms: int) -> None:
        """Referee: withdraw the card, take back a move, or overrule the sensors."""
        if self.setup:
            self._override(now_ms)
        elif self.match.over:
            self.restart(now_ms)
        elif self.shown is not None:
            self.shown = None
            self._refuse("fold", "fold-cancelled", now_ms)
        elif self.active >= 0:
            self._withdraw()
            self._refuse("card", "withdrawn", now_ms)
            self._expect(now_ms)
            self.recogniser.insist(now_ms)
        elif self.recogniser.guiding and not self._undoing:
            self._override(now_ms)
        elif self.match.can_undo:
            self._undo(now_ms)
            self._withdraw()
            self._undoing = True
            self.recogniser.insist(now_ms)

    def restart(self, now_ms: int, first: "int | None" = None) -> None:
        """Start a new game of the same rulebook with its set-up."""
        self.match.start(first)
        self.begin(now_ms, False, self._version)

    def _override(self, now_ms: int) -> None:
        """Believe the position against the sensors that differ, until they agree again."""
        masked = self.recogniser.override()
        if self._debounce is not None:
            self.recogniser.refresh(self._debounce)
        self._emit({"event": "resync", "position": self.line(), "ignored": masked})
        if self.setup:
            self._back(now_ms)
