# SPDX-License-Identifier: Apache-2.0
"""The computers' part of the game at the table: their cards, throws, and moves made by people's hands.

Imported when somebody asks for a computer; a table of people has no memory to spare for it.
"""

from micropython import const

from app.lazy import JUDGES, forget, forget_answers
from app.table.seats import CHOOSE, LEVELS, PASS, WORDS
from rules.game import NOBODY, TURN
from rules.notation import move_text
from ticks import just

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.table.led_map import LedMap
    from app.table.seats import Seats
    from app.table.table import Table
    from sense.hints import Hints

# Between a move and a computer's throw, or its hand put down: people look at it.
_PAUSE_MS = const(1200)


class Lead:
    """A computer's move, and how its lights are found: what knows that is there while nothing is asked or guided.

    Args:
        move: the operations.
        before: the position before it.
        after: the position it leads to.
    """

    def __init__(self, move: bytes, before: "bytes | bytearray", after: bytes) -> None:
        self._move = move
        self._before = bytes(before)
        self._after = after

    def show(self, leds: "LedMap", hints: "Hints") -> None:
        """Show which pawns are to be moved, or where the lifted ones go."""
        from app.table.way import Way

        Way(self._move, self._before, self._after).show(leds, hints)


class Computers:
    """Plays the seats without a person at a table.

    Args:
        table: the table, whose card, results and lights these are.
        seats: who plays, and the cards that were laid for them.

    Attributes:
        seats: as given.
        led: the lights lead the hands through a computer's move.
    """

    def __init__(self, table: "Table", seats: "Seats") -> None:
        self.seats = seats
        self.led = False
        self._table = table
        self._task = NOBODY  # what was last told that is asked for: kind << 8 | seat
        self._patient = False  # a choice that moves nothing waits for a button or the next card
        self._waits = False  # a computer thinks about the card on the table
        seats.make_room = self._make_room
        seats.use_room = table.recogniser.fetch

    # -- who plays ----------------------------------------------------------------------

    def seat(self, seat: int, level: int, now_ms: int) -> None:
        """Give a seat to a person (0) or to a computer's level, also in the middle of a game."""
        table = self._table
        table.finish(now_ms)
        led = self.led or self._waits
        self.seats.put(seat, level)
        table.emit({"event": "seats", "seats": self.seats.names()})
        table.tell_trouble()
        if table.active >= 0 and seat == table.match.state[TURN] and bool(level) != led:
            # It is to move just now: the card on the table stays, its choice is another's.
            self.lead(None)
            table.decide(table.match.results(table.active), now_ms)
        table.refresh(now_ms)

    def next_level(self, seat: int) -> None:
        """Let a seat's button choose, during set-up, who plays there."""
        table = self._table
        seats = self.seats
        if seat in table.match.game.seats:
            try:
                seats.put(seat, (seats.levels[seat] + 1) % len(LEVELS))
            except ValueError:  # no computer plays this game
                table.sound("refused")
                return
            table.sound("tick")
            table.emit({"event": "seats", "seats": seats.names()})

    # -- their moves --------------------------------------------------------------------

    def think(self, now_ms: int) -> bool:
        """Think for one slice; return whether the computers go on thinking."""
        table = self._table
        seats = self.seats
        match = table.match
        if table.setup or table.faults or table.shown is not None or match.over:
            return False
        recogniser = table.recogniser
        if recogniser.answers() or recogniser.working():
            seats.give_way()  # there is no room for both, and hands go first
            return False
        if table.undoing or table.offering:
            return False
        if table.active >= 0:
            if self._waits and seats.think(table.active, now_ms):
                table.results = match.found
                self._lead_hands(now_ms)
                table.refresh(now_ms)
        elif match.round is not None:
            if seats.think(-1, now_ms):
                table.refresh(now_ms)
            if seats.folds() and not just(now_ms, table.rested_ms, _PAUSE_MS):
                table.shown = [(card >> 3, card & 7) for card in seats.hand(match.state[TURN])]
                table.folded(now_ms)
                table.refresh(now_ms)
        elif match.game.die and seats.computer(match.state[TURN]):
            if not just(now_ms, table.rested_ms, _PAUSE_MS):
                table.roll(now_ms)
                table.refresh(now_ms)
                table.keep()
        return seats.thinking

    def _make_room(self) -> None:
        """Give up what judges a board that hands have touched: it comes again when it is wanted."""
        self._table.recogniser.rest()
        forget_answers()
        forget(*JUDGES)

    def chooses(self, now_ms: int, patient: bool) -> bool:
        """Take the table's results for the computer to act; False when people choose.

        The hands are led to the result it wants as soon as it has chosen.
        """
        results = self._table.results
        nothing = len(results) == 1 and not results.move(0)
        if nothing or not self.seats.computer(self._table.match.state[TURN]):
            return False
        self._waits = True
        self._patient = patient
        self._lead_hands(now_ms)
        if self._waits:  # it thinks in the room of the results: nobody may follow them meanwhile
            self._table.results = self._table.match.none
            self._table.recogniser.withdraw()
        return True

    def _lead_hands(self, now_ms: int) -> None:
        """Show the computer's move, when it has chosen one for the card on the table."""
        table = self._table
        match = table.match
        wish = self.seats.wish(table.active) or self.seats.wish()
        if wish is None or wish[0] != table.active:
            return
        index = table.results.find(wish[1])
        rivals = table.recogniser.looks_like(table.results, index)
        table.results.only(index)
        self.lead(Lead(wish[2], match.state, wish[1]))
        table.emit(
            {
                "event": "wish",
                "seat": match.game.colours[match.state[TURN]],
                "move": move_text(match.game, wish[2]),
                "card": match.game.actions[table.active],
            }
        )
        if bytes(wish[1][:TURN]) == bytes(match.state[:TURN]) and not self._patient:
            table.accept(0, False, now_ms)  # no pawn moves
        else:
            table.recogniser.offer(table.results, now_ms, self._patient, rivals)

    def lead(self, way: "Lead | None") -> None:
        """Let the lights show the way whatever hints people want for themselves, or end it."""
        if self._waits and way is None:
            self.seats.rethink()
        self._waits = False
        self.led = way is not None
        self._table.feedback.lead = way
        if way is None:
            forget("app.table.way")

    # -- their cards --------------------------------------------------------------------

    def takes(self, action: int, copy: int, now_ms: int, lying: bool = False) -> bool:
        """Give a card to the computers it is laid for; False when the game goes on with it.

        Of one that was lying there when the power came nothing is said but that it was taken.
        """
        table = self._table
        if table.active >= 0 or table.shown is not None or table.match.round is None:
            return False
        seats = self.seats
        kind, seat = seats.task()
        word = seats.take(action, copy)
        if word == "play":
            return False
        if word and lying:
            return True
        if word in ("", "other-card"):
            table.sound("tick")
            if not word:
                table.feedback.laid(seat, seat ^ 2 if kind == PASS else NOBODY, now_ms)
            colour = table.match.game.colours[seat]
            table.emit({"event": "laid", "seat": colour, "taken": not word})
        else:
            table.refuse("card", word, now_ms)
        table.tell_trouble()
        return True

    def forgets(self, seat: int) -> bool:
        """Let a computer's pile be laid again because it is wrong; False for a person's seat."""
        if self._table.active >= 0 or not self.seats.computer(seat):
            return False
        self.seats.forget(seat)
        return True

    def tell(self) -> None:
        """Show by lights who plays, or which pile is to be laid; say it once in words too."""
        table = self._table
        seats = self.seats
        if table.setup:
            for seat in table.match.game.seats:
                if seats.levels[seat]:
                    table.feedback.player(seat, seats.levels[seat])
            return
        kind, seat = seats.task() if table.active < 0 and table.shown is None else (0, NOBODY)
        if kind:
            table.feedback.pile(seat, kind == CHOOSE)
        elif seats.folds():
            table.feedback.lays_down(table.match.state[TURN])
        elif self._waits or seats.thinking:
            table.feedback.pile(table.match.state[TURN], True)
        task = kind << 8 | seat
        if task != self._task:
            self._task = task
            if kind and kind != CHOOSE:
                colour = table.match.game.colours[seat]
                table.emit({"event": "lay", "seat": colour, "what": WORDS[kind]})
