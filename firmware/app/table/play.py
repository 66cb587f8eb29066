# SPDX-License-Identifier: Apache-2.0
"""What follows at the table: a card is offered or refused, a move accepted, asked, undone, folded.

`app.table.table` decides when; here it becomes the position in the `Match`, events, sounds and lights.
"""

from app.lazy import sentence
from rules.game import NOBODY, TURN
from rules.notation import move_text, position_text

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from app.table.cards import Deck
    from app.table.feedback import Feedback
    from app.table.match import Match
    from sense.debounce import Debounce
    from sense.recognise import Recogniser


class Play:
    """One `Match` on one board, without hands: `app.table.table.Table` is made from it.

    Args:
        match: the game in progress, with its journal.
        deck: identifies cards.
        recogniser: follows the hands.
        feedback: shows it all on the lights.
        play_sound: called with a sound of `drivers.buzzer`.
        emit: called with one dict per event.
        die: called without arguments, returns 1..6.
        settings: `config` values by name.
    """

    def __init__(
        self,
        match: "Match",
        deck: "Deck",
        recogniser: "Recogniser",
        feedback: "Feedback",
        play_sound: "Callable",
        emit: "Callable",
        die: "Callable",
        settings: dict,
    ) -> None:
        self.match = match
        self.recogniser = recogniser
        self._deck = deck
        self._feedback = feedback
        self._sound = play_sound
        self._emit = emit
        self._die = die
        self._settings = settings
        self.active = -1  # action on the table, -1 none
        self.copy = 0
        self.results = []
        self.shown: "list | None" = None  # fold: (action, copy) pairs shown so far
        self.setup = False
        self.faults = {}  # part -> text, for what stops the play
        self._undoing = False
        self._done = False  # the seat to act pressed its button with a card on the table
        self._debounce: "Debounce | None" = None
        self._version = ""

    def line(self) -> str:
        """Return the position the table believes in."""
        return position_text(self.match.game, self.match.state)

    # -- a game and its rounds ----------------------------------------------------------

    def _expect(self, now_ms: int) -> None:
        match = self.match
        self.recogniser.expect(match.state, now_ms, match.previous)

    def _ready(self) -> None:
        match = self.match
        self._emit({"event": "ready", "rulebook": match.game.rulebook, "version": self._version})
        if match.fresh_deal:
            self._round()

    def _round(self) -> None:
        match = self.match
        if match.round is None:
            return
        colours = match.game.colours
        self._emit(
            {
                "event": "round",
                "dealer": colours[match.round.dealer],
                "deal": match.round.deal,
                "first": colours[match.round.first],
            }
        )

    # -- cards --------------------------------------------------------------------------

    def _emit_card(self, playable: bool) -> None:
        event = {"event": "card", "card": self.match.game.actions[self.active]}
        if self.copy:
            event["copy"] = self.copy
        event["playable"] = playable
        self._emit(event)

    def _offer(self, now_ms: int, card: bool) -> None:
        """Find the legal results of the active action and wait for the hands."""
        match = self.match
        results = match.results(self.active)
        playable = bool(results) and not (len(results) == 1 and not results[0][1])
        if card:
            self._emit_card(playable)
        if not results:
            if match.must_play:
                action = self.active
                self.active = -1
                word, place = match.game.why_card(match.state, action)
                self._refuse("card", word, now_ms, place)
                return
            results = [(match.game.skip(match.state), b"")]
        self.results = results
        if len(results) == 1 and not results[0][1]:
            self._accept(0, False, now_ms)
            return
        self.recogniser.offer(results, now_ms)

    def _refuse(self, what: str, word: str, now_ms: int, place: int = NOBODY) -> None:
        self._emit({"event": "refused", "what": what, "reason": word, "text": sentence(word)})
        self._sound("refused")
        self._feedback.refused(self, word, place, now_ms)

    # -- what the hands did -------------------------------------------------------------

    def _ask(self, now_ms: int) -> None:
        game = self.match.game
        shown = self.recogniser.shown
        choices = [shown] + [i for i in self.recogniser.choices if i != shown]
        self._emit(
            {
                "event": "ask",
                "choices": [position_text(game, self.results[i][0]) for i in choices],
            }
        )
        self._sound("ask")

    def _guide(self, now_ms: int) -> None:
        missing = self.recogniser.missing
        extra = self.recogniser.extra
        if self.active >= 0 and self.recogniser.mistaken:
            word, place = self._why_move()
            self._refuse("move", word, now_ms, place)
        self._emit({"event": "guide", "missing": list(missing), "extra": list(extra)})

    def _why_move(self) -> tuple:
        """Return (word, place) for the pawn that was moved where it may not go."""
        match = self.match
        for seat, place in self.recogniser.gone():
            why = match.game.why(match.state, self.active, seat, place)
            if why is not None:
                return why
        return "not-legal", NOBODY

    def _accept(self, index: int, asked: bool, now_ms: int) -> None:
        match = self.match
        state, move = self.results[index]
        self._feedback.accepted(self, move, now_ms)
        new_deal = match.accept(self.active, self.copy, state)
        self.active = -1
        self.results = []
        self._emit(
            {
                "event": "accepted",
                "move": move_text(match.game, move),
                "position": self.line(),
                "asked": asked,
            }
        )
        if match.trouble:
            self._emit({"event": "fault", "part": "flash", "text": match.trouble})
            match.trouble = ""
        self._expect(now_ms)
        if match.over:
            self._won()
        else:
            self._sound("bump" if match.bumped(move) else "accepted")
            if new_deal:
                self._round()

    def _won(self) -> None:
        match = self.match
        self._emit({"event": "won", "winner": match.winner})
        self._sound("win")

    def _undo(self, now_ms: int) -> None:
        """Go back one move; its card is active again."""
        action, copy = self.match.undo()
        self._emit({"event": "undone", "position": self.line()})
        self._sound("tick")
        self._feedback.undone(now_ms)
        self._withdraw()
        self._expect(now_ms)
        if action >= 0:
            self.active = action
            self.copy = copy
            self.results = self.match.results(action)
            if self.results and not (len(self.results) == 1 and not self.results[0][1]):
                self.recogniser.offer(self.results, now_ms)
            else:
                self.active = -1
                self.results = []

    def _withdraw(self) -> None:
        self.active = -1
        self.results = []
        self.recogniser.withdraw()

    # -- folding ------------------------------------------------------------------------

    def _fold(self, now_ms: int) -> None:
        if self._settings["fold"] == "trusted":
            self._folded(now_ms)
        else:
            self.shown = []

    def _show(self, action: int, copy: int, now_ms: int) -> None:
        """Take one card of a hand that is being folded."""
        match = self.match
        if match.round is None:
            return
        shown = self.shown or []
        word = match.round.fold_show(shown, action, copy, bool(match.results(action)))
        if word == "playable":
            self.shown = None
            self.active = action
            self.copy = copy
            self._refuse("fold", "playable", now_ms)
            self._offer(now_ms, True)
            return
        if not word:
            self._sound("tick")
        self.shown = shown
        if match.round.proven(shown):
            self._folded(now_ms)

    def _folded(self, now_ms: int) -> None:
        match = self.match
        seat = match.state[TURN]
        new_deal = match.fold(self.shown or [])
        self.shown = None
        self._emit({"event": "folded", "colour": match.game.colours[seat]})
        self._expect(now_ms)
        if new_deal:
            self._round()
