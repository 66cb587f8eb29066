# SPDX-License-Identifier: Apache-2.0
"""The computers' part of the game at the table: their cards, throws, and moves made by people's hands.

Imported when somebody asks for a computer; a table of people has no memory to spare for it.
"""

from micropython import const

from app.lazy import JUDGES, forget, forget_answers
from app.table.seats import CHOOSE, LEVELS, PASS, WORDS
from light import signals
from rules.game import HOME, NOBODY, TURN
from rules.moves import ways
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

# Where the pawn of a way seems to be.
_STANDS = const(0)  # where it was, or it comes from home, or goes there
_AWAY = const(1)  # in the air
_MAYBE = const(2)  # in the air, or it has joined one that stays
_THERE = const(3)  # where it goes


class Way:
    """A computer's move as its lights show it: where every pawn is in the end.

    Hands that know no rules follow it. So who is sent home is shown from the beginning, and a pawn that
    changes places and then slides has one way, not two of which no reed could tell the first. Where no
    reed tells that it was made at all, the seat's light asks for its button.

    Args:
        move: the operations.
        before: the position before it.
        after: the position it leads to.
    """

    def __init__(self, move: bytes, before: "bytes | bytearray", after: bytes) -> None:
        self._ways = ways(move)
        self._before = bytes(before)
        self._after = after

    def show(self, leds: "LedMap", hints: "Hints") -> None:
        """Show which pawns are to be moved, or where the lifted ones go."""
        if self._silent(leds):
            leds.show_seat(signals.PRESS, self._before[TURN])
        going = 0  # seats of pawns on their way home
        for seat in range(4):
            homes = 0
            for i in range(4 * seat, 4 * seat + 4):
                homes += self._after[i] == HOME
            going |= (leds.pawns(seat, HOME) < homes) << seat
        lifted, unsure = self._in_air(leds, hints, going)
        targets = []
        for seat, start, end in self._ways:
            if end == HOME and going >> seat & 1:
                leds.show(signals.BUMP_HOME, seat, HOME, 1)
                if leds.pawns(seat, start):
                    leds.show(signals.BUMP_TARGET, seat, start)
                    targets.append(start)
        for way in self._ways:
            seat, start, end = way
            if end == HOME:
                continue
            shown = way in unsure
            if lifted is not None:
                shown = way in lifted or shown
            elif start == HOME:
                leds.show_home_pawns(signals.MOVABLE, seat)
            elif leds.pawns(seat, start):
                leds.show(signals.MOVABLE, seat, start)
                shown = self._shared(leds, seat, start)  # no reed will tell that it is lifted
            if shown and end not in targets and not self._waits(leds, seat, start, end):
                leds.show(signals.DESTINATION, seat, end, 1)

    def _waits(self, leds: "LedMap", seat: int, start: int, end: int) -> bool:
        """Tell whether a pawn has to go first from where another one comes: who holds both sees one end.

        Two that change places have no first one.
        """
        for other, place, goal in self._ways:
            if place == end and goal not in (HOME, start) and (end <= leds.ring or other == seat):
                return leds.pawns(other, place) > 0 or not leds.pawns(other, goal)
        return False

    def _silent(self, leds: "LedMap") -> bool:
        """Tell whether no switch opens or closes while the move is made."""
        for seat, start, _ in self._ways:
            if start == HOME or not self._shared(leds, seat, start):
                return False
        return leds.alike(self._before, self._after)

    def _in_air(self, leds: "LedMap", hints: "Hints", going: int) -> tuple:
        """Return the ways of the pawns in the air, None when nobody is, and then those of pawns that may be.

        Who has come where it goes is in no hand. Of two that go to one space its switch tells that one has come, of
        who joins a pawn that stays it tells nothing: the rest of the move is shown with their ways.

        Args:
            leds: the pawns on the board.
            hints: who was lifted last.
            going: seats of pawns on their way home; others that were sent home have left their places.
        """
        lifted = hints.lifted
        if not lifted:
            return None, ()
        marked = []
        for way in self._ways:
            mark = self._mark(leds, way, lifted, going)
            partner = self._partner(way[1], way[2]) if mark != _STANDS else None
            if partner and hints.exchanged(way[0], way[1], partner[0], partner[1]):
                return [partner], ()
            marked.append((way, mark))
        held = [(way, mark) for way, mark in marked if way[:2] in lifted]
        marks = [mark for _, mark in held]
        if _THERE in marks:
            in_air = [way for way, mark in marked if mark == _AWAY]
        else:
            in_air = [way for way, mark in held if mark != _MAYBE]
        if in_air or not (_THERE in marks or _MAYBE in marks):
            return in_air, ()
        ends = [(way[0], way[2]) for way, mark in marked if mark == _THERE]
        return None, [
            way
            for way, mark in held
            if mark == _MAYBE or (mark == _THERE and ends.count((way[0], way[2])) > 1)
        ]

    def _mark(self, leds: "LedMap", way: tuple, lifted: list, going: int) -> int:
        """Return where the pawn of a way seems to be, see `_in_air`."""
        seat, start, end = way
        if HOME in (start, end) or leds.pawns(seat, start):
            return _STANDS
        stays = stood = self._stood(leds, seat, end)
        for other, place, goal in self._ways:
            if place == end:
                stays -= 1
                if goal == HOME and not going >> other & 1:
                    stood -= 1
        if leds.pawns(seat, end) > stood:
            return _THERE
        return _MAYBE if stays > 0 and end <= leds.ring and way[:2] in lifted else _AWAY

    def _partner(self, start: int, end: int) -> "tuple | None":
        """Return the way of who changes places with the pawn that goes from one place to another, None if nobody does."""
        for way in self._ways:
            if (way[1], way[2]) == (end, start):
                return way
        return None

    def _shared(self, leds: "LedMap", seat: int, place: int) -> bool:
        """Tell whether several pawns stand on one space."""
        return self._stood(leds, seat, place) > 1

    def _stood(self, leds: "LedMap", seat: int, place: int) -> int:
        """Return how many pawns stood on a place before the move."""
        count = 0
        for i in range(16):
            if self._before[i] == place and (place <= leds.ring or i >> 2 == seat):
                count += 1
        return count


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
        self.lead(Way(wish[2], match.state, wish[1]))
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

    def lead(self, way: "Way | None") -> None:
        """Let the lights show the way whatever hints people want for themselves, or end it."""
        if self._waits and way is None:
            self.seats.rethink()
        self._waits = False
        self.led = way is not None
        self._table.feedback.lead = way

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
