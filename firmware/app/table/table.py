# SPDX-License-Identifier: Apache-2.0
"""The game at the table: cards, buttons and settled boards in, events and lights out.

Knows no hardware and no clock: `app.system` feeds it and gives it the time. Phases are the ones
of the event stream: setup deal card move ask guide fold over fault.
"""

from micropython import const

from app.lazy import NOT_ASKED, NOT_SHOWN, bring, forget, forget_answers, sentence
from app.table.feedback import Picture
from app.table.outbox import Outbox
from drivers import buttons
from rules.game import NOBODY, TURN
from rules.notation import move_text, pawns_text, position_text
from sense import recognise
from sense.question import PREVIOUS, RIVAL
from ticks import just, since

_ASKED = const(0x80)  # with the copy of a card in force: a question was open
_TAKEN = const(0x40)  # with a copy: not in force, taken away with the table button
_SETUP = const(0x20)  # with no card: the pawns of a new game do not all stand at home yet
_AT_ONCE = const(4)  # slices that a card or a button may take where it comes

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.table.cards import Deck
    from app.table.computers import Computers
    from app.table.feedback import Feedback
    from app.table.match import Match
    from rules.results import Results
    from sense.debounce import Debounce
    from sense.recognise import Recogniser


class Table:
    """Plays one `Match` on one board.

    Args:
        match: the game in progress, with its journal.
        deck: identifies cards.
        recogniser: follows the hands.
        feedback: shows it all on the lights.
        play_sound: called with a sound of `drivers.buzzer`.
        send: called with one dict per event.
        die: called without arguments, returns 1..6.
        settings: `config` values by name.
        make_seats: returns the match's `Seats`; called when the first computer sits down.

    Attributes:
        computers: the seats without a person, None as long as nobody asks for one.
        outbox: the events on their way out; `emit` is its own.
    """

    def __init__(
        self,
        match: "Match",
        deck: "Deck",
        recogniser: "Recogniser",
        feedback: "Feedback",
        play_sound: "Callable",
        send: "Callable",
        die: "Callable",
        settings: dict,
        make_seats: "Callable | None" = None,
    ) -> None:
        self.match = match
        self.recogniser = recogniser
        self._deck = deck
        self.feedback = feedback
        self.sound = play_sound
        self.outbox = Outbox(send)
        self.emit = self.outbox.emit
        self._die = die
        self._settings = settings
        self.active = -1  # action on the table, -1 none
        self.copy = 0
        self.results = match.none
        self.shown: "list | None" = None  # fold: (action, copy) pairs shown so far
        self.setup = False
        self.faults = {}  # part -> text, for what stops the play
        self.computers: "Computers | None" = None
        self._make_seats = make_seats
        self.rested_ms = 0  # when the last move was accepted
        self.undoing = False
        # A card that was refused, or taken away with the table button; it may still lie there.
        self._taken: "tuple | None" = None
        self._ask_again = False  # what was asked when the power went
        # Taps and cards that came while pawns were in motion, or whose judgement takes long.
        self._waiting: "list[tuple]" = []
        self._ended = False  # the game was over when the table button went down
        self._done = False  # the seat to act pressed its button with a card on the table
        self._pressed = [(-1, None)] * 4  # what each seat button was pressed at: see `_asked`
        self._pressed_ms = [0] * 4  # and when
        self._shown_ms = 0  # when a question was shown, or another choice of it
        # The lines of the choices that were named last: hands that point at others name most of them again.
        self._named: dict = {}
        self._debounce: "Debounce | None" = None
        self._words: "tuple | None" = None  # of the move that is about to be accepted
        self._version = ""
        self._now_ms = 0
        self.fresh = False  # the lights were completed: to be sent at once
        # Work in slices of at most 5 ms on a Pico, see `work`.
        self.offering: "Iterator[None] | None" = None  # the results of a card are being found
        self._lighting: "Iterator[None] | None" = None  # the lights are being completed

    # -- what the outside asks --------------------------------------------------------

    @property
    def phase(self) -> str:
        """Return the phase as the event stream names it."""
        if self.faults:
            return "fault"
        if self.setup:
            return "setup"
        if self.recogniser.question.choices:
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

    def line(self) -> str:
        """Return the position the table believes in."""
        return position_text(self.match.game, self.match.state)

    def picture(self) -> Picture:
        """Return what the lights need to know of the game, as it is now."""
        match = self.match
        return Picture(
            self.phase, self.setup, match.state, match.round, self.active, self.results,
            self.recogniser,
        )  # fmt: skip

    def refresh(self, now_ms: int, soon: bool = False) -> None:
        """Show the game as it is now: what can be at once, all else in slices.

        `soon`: nothing at once, when nothing keeps the next slice.
        """
        self._lighting = self.feedback.refresh(self.picture(), now_ms)
        if not soon or self.offering is not None:
            self._go_on_lighting()
        if self.computers is not None:
            self.computers.tell()

    # -- work in slices -----------------------------------------------------------------

    def busy(self) -> bool:
        """Tell whether `scan` has work to go on with."""
        return bool(self._waiting) or self._slicing()

    def hurried(self) -> bool:
        """Tell whether people wait for what `work` does."""
        return self._slicing() or self.recogniser.preparing()

    def _slicing(self) -> bool:
        return self.offering is not None or self._lighting is not None or self.outbox.busy()

    def work(self, now_ms: int) -> None:
        """Do one slice of what is under way."""
        self._now_ms = now_ms
        if self.recogniser.preparing():
            self.recogniser.prepare(False)  # goes on with what was begun
        elif self.offering is not None:
            for _ in self.offering:
                return
            self.offering = None
        elif self._lighting is not None:
            self._go_on_lighting()
            self.fresh = self._lighting is None
        elif self.outbox.busy():
            self.outbox.work()

    def _go_on_lighting(self) -> None:
        job = self._lighting
        for _ in job or ():
            return
        if job is self._lighting:
            self._lighting = None

    def finish(self, now_ms: int) -> None:
        """Bring the offer of a card to its end: something else happens, and wants its results."""
        self._now_ms = now_ms
        self.outbox.finish()
        while self.offering is not None:
            self.work(now_ms)

    def begin(self, now_ms: int, resumed: bool, version: str) -> None:
        """Start playing: set-up of a new game, or go on with the one in the journal."""
        self._version = version
        in_force = self.match.in_force() if resumed else (-1, _SETUP, None)
        self.setup = in_force[:2] == (-1, _SETUP)
        self._expect(now_ms)
        if self.computers is not None and not resumed:
            self.computers.seats.begin()
        if self.setup:
            self.keep()
        else:
            self._ready()
            self._take_up(now_ms, *in_force)
        if self._debounce is not None:  # else the first look at the board will
            self.refresh(now_ms)

    def keep(self) -> None:
        """Write down what is in force: the card, the throw, the cards shown of a fold.

        To be called after a card or a button, when the lights have been sent.
        """
        if self.setup or not self.match.over:
            waiting = self.match.waiting
            asked = _ASKED if self.recogniser.question.choices else 0
            if self.setup:
                self.match.keep(-1, _SETUP, None)
            elif self.active < 0 and self.shown is None and self._taken is not None:
                self.match.keep(self._taken[0], self._taken[1] | _TAKEN, None)
            else:
                self.match.keep(self.active, self.copy | asked, self.shown)
            if waiting:
                self.match.trouble = ""  # it has been told
        computers = self.computers
        if computers is not None and computers.seats.waiting:
            computers.seats.save()
        self.tell_trouble()
        self.outbox.written()

    @property
    def waiting(self) -> bool:
        """Tell whether something is not on flash yet that `keep` or the journal will write."""
        computers = self.computers
        return self.match.waiting or (computers is not None and computers.seats.waiting)

    def tell_trouble(self) -> None:
        """Say that something could not be written, if it could not."""
        trouble, self.match.trouble = self.match.trouble, ""
        if self.computers is not None:
            seats = self.computers.seats
            trouble = trouble or seats.trouble
            seats.trouble = ""
        if trouble:
            self.emit({"event": "fault", "part": "flash", "text": trouble})

    def _take_up(self, now_ms: int, action: int, copy: int, shown: "list | None") -> None:
        """Go on with what was in force when the power went."""
        if shown is not None and self.match.round is not None:
            self.shown = shown
        elif copy & _TAKEN:
            self._taken = action, copy & ~_TAKEN
        elif 0 <= action < len(self.match.game.actions):
            self._ask_again = copy & _ASKED > 0
            copy &= ~_ASKED
            self.active = action
            self.copy = copy
            if self.match.game.die and not copy:
                self.emit({"event": "rolled", "value": action + 1})
                self.feedback.rolled(action + 1)
                self._offer(now_ms, False)
            else:
                self._offer(now_ms, True)

    # -- a game and its rounds ----------------------------------------------------------

    def _expect(self, now_ms: int) -> None:
        match = self.match
        self._named = {}
        self.recogniser.expect(match.state, now_ms, match.previous)

    def _ready(self) -> None:
        match = self.match
        self.emit({"event": "ready", "rulebook": match.game.rulebook, "version": self._version})
        if match.fresh_deal:
            self._round()

    def _round(self) -> None:
        match = self.match
        if match.round is None:
            return
        colours = match.game.colours
        self.emit(
            {
                "event": "round",
                "dealer": colours[match.round.dealer],
                "deal": match.round.deal,
                "first": colours[match.round.first],
            }
        )

    # -- the board ----------------------------------------------------------------------

    def scan(self, now_ms: int, debounce: "Debounce") -> None:
        """Take one debounced scan."""
        self._now_ms = now_ms
        first = self._debounce is None
        self._debounce = debounce
        if self.recogniser.likely >= 0:
            self._words = self._worded(*self.results[self.recogniser.likely])
            self.recogniser.likely = -1
        code = self.recogniser.step(now_ms, debounce)
        if self.computers is not None and self.recogniser.working():
            self.computers.seats.give_way()  # before the next slice brings what judges hands
        if self.setup and not debounce.settling and self.recogniser.at_rest():
            self._expect(now_ms)  # what hands did until now says nothing of a move
            self._back(now_ms)
            self.refresh(now_ms)
            self.keep()
        if self._follow(code, now_ms) or first:
            self.refresh(now_ms, True)
        elif self.undoing and self._put_back():
            self.undoing = False  # before anybody had to be told how
        if self._ask_again and self.offering is None:
            self._ask_as_before(now_ms)
        if self._waiting and not self._in_motion():
            self._do_waiting(now_ms)

    def _ask_as_before(self, now_ms: int) -> None:
        """Ask what was asked when the power went, as if the button of the seat to act did."""
        self._ask_again = False
        seat = self.match.state[TURN]
        self._pressed_ms[seat] = now_ms
        self._when_still(now_ms, self._asked_again, seat=seat)

    def _do_waiting(self, now_ms: int) -> None:
        """Do what has waited longest until the pawns were still, when the recogniser is ready for it."""
        call, what, seat = self._waiting[0]
        if not self._overtaken(seat) and not self.recogniser.prepare(self._acts(seat)):
            return
        self.finish(now_ms)
        self._waiting.pop(0)
        call(now_ms, *what)
        self.refresh(now_ms)
        self.keep()

    def _put_back(self) -> bool:
        """Return whether the board has been judged and found right without a guide."""
        recogniser = self.recogniser
        return recogniser.idle() and recogniser.at_rest() and not recogniser.guiding

    def _when_still(
        self, now_ms: int, call: "Callable", *what: object, seat: int = NOBODY
    ) -> None:
        """Do what may end a move: now, or when the reeds have told which pawns were just lifted.

        That takes some hundredths of a second. Without it a move could end with its pawn in the air.
        Nor is a board judged at one go that takes long, with a hand waiting meanwhile.
        `seat`: whose button says that the move is over.
        """
        if self._waiting or self._in_motion() or not self._prepared(self._acts(seat)):
            self._waiting.append((call, what, seat))
        else:
            call(now_ms, *what)

    def _acts(self, seat: int) -> bool:
        """Return whether a seat is the one to act."""
        return seat == self.match.state[TURN]

    def _prepared(self, over: bool) -> bool:
        """Do a few slices of what the recogniser wants to know; return whether that was all."""
        for _ in range(_AT_ONCE):
            if self.recogniser.prepare(over):
                return True
        return False

    def _overtaken(self, seat: int) -> bool:
        """Return whether hands have gone on since a seat's button was pressed: they were not done."""
        if seat == NOBODY or self.active < 0 or self.recogniser.question.choices:
            return False
        return self.recogniser.moved_since(self._pressed_ms[seat])

    def _in_motion(self) -> bool:
        reeds = self._debounce
        if reeds is None or (self.active < 0 and not self.recogniser.question.choices):
            return False
        return reeds.settling or reeds.events > 0

    def _follow(self, code: int, now_ms: int) -> bool:
        """Do what the recogniser says; return whether it said anything."""
        if code == recognise.NOTHING:
            return False
        self.outbox.overtaken()
        self.outbox.finish()
        if code == recognise.ACCEPT:
            self.accept(self.recogniser.chosen, self.recogniser.asked, now_ms)
        elif code == recognise.ASK:
            self._ask()
        elif code == recognise.GUIDE:
            self._guide(now_ms)
        elif code == recognise.BACK:
            self._back(now_ms)
        elif code == recognise.UNDO:
            action, copy = self._undo(now_ms)
            if action >= 0:
                self.active = action
                self.copy = copy
                # The hands go on with it, whatever the plug does.
                self.match.keep(action, copy, None)
                self.offering = self._offered_again()
        return True

    def hands(self, now_ms: int, debounce: "Debounce") -> None:
        """Show what the pawns now in the air can do; called on eager lifts and places."""
        if self._debounce is None:
            return  # nothing is known of the board before the first look at it
        picture = self.picture()
        pawns = self.recogniser.just_lifted(debounce)
        if pawns and self.active >= 0 and not self.setup:
            self.feedback.lifted(picture, pawns, now_ms)
        if self.offering is None:  # else its end shows all
            self._lighting = self.feedback.hands(picture, now_ms, debounce)

    def _asked_again(self, now_ms: int) -> None:
        self._follow(self.recogniser.ask_again(), now_ms)

    def _back(self, now_ms: int) -> None:
        self.undoing = False
        if self.setup:
            self.setup = False
            self._ready()
        else:
            self.emit({"event": "guide", "missing": [], "extra": []})

    def _ask(self) -> None:
        match = self.match
        states = []
        for choice in self.recogniser.question.event():
            state = bytes(match.state)
            if choice >= 0:
                state = self.results.state(choice)
            elif choice <= RIVAL:
                state = self.recogniser.rivals[RIVAL - choice]
            elif choice == PREVIOUS and match.previous is not None:
                state = match.previous
            states.append(state)
        self.outbox.begin(self._choices(states), True)  # the lights come first
        self.sound("ask")
        forget(*NOT_ASKED)

    def _choices(self, states: list) -> "Iterator[None]":
        """Write down that it is asked, and send what, in slices."""
        self.keep()
        lines = []
        named = {}
        for state in states:
            line = self._named.get(state)
            if line is None:
                yield
                line = position_text(self.match.game, state)
            named[state] = line
            if line not in lines:  # what a computer passed over may be the move taken back as well
                lines.append(line)
        self._named = named
        yield  # a line so long takes as long as a slice
        self._shown_ms = self._now_ms
        self.emit({"event": "ask", "choices": lines})

    def _guide(self, now_ms: int) -> None:
        forget(*NOT_SHOWN)
        guide = self.recogniser.guide
        event = {"event": "guide", "missing": list(guide.missing), "extra": list(guide.extra)}
        if self.active < 0 or not self.recogniser.mistaken:
            self.emit(event)
        elif self.computers is not None and self.computers.led:
            self.refuse("move", "other-move", now_ms)
            self.emit(event)
        else:
            self.outbox.begin(self._mistake(event))  # the lights come first

    def _mistake(self, event: dict) -> "Iterator[None]":
        """Say why the pawn may not go that was moved where it may not, then a `guide` event; in slices."""
        match = self.match
        why = None
        for seat, place in self.recogniser.gone():
            why = match.game.why(match.state, self.active, seat, place, self.results)
            if why is not None:
                break
            yield
        word, place = why or ("not-legal", NOBODY)
        yield
        text = sentence(word)  # loads a module
        yield
        self.refuse("move", word, self._now_ms, place, text)
        self.emit(event)

    def accept(self, index: int, asked: bool, now_ms: int) -> None:
        """Play one of the results; `asked`: people were asked which one they meant."""
        match = self.match
        result, move = self.results[index]
        seat = match.state[TURN]
        new_deal = match.accept(self.active, self.copy, result)
        self.outbox.written()
        self.active = -1
        words, self._words = self._words, None
        if words is None or words[:2] != (result, move):
            words = self._worded(result, move)
        if self._taken is not None and not match.thrown():
            match.keep(self._taken[0], self._taken[1] | _TAKEN, None)
        self.results = match.none
        self.rested_ms = now_ms
        if self.computers is not None:
            self.computers.lead(None)
        self.emit(
            {
                "event": "accepted",
                "move": words[2],
                "position": position_text(match.game, match.state, words[3]),
                "asked": asked,
            }
        )
        self.tell_trouble()
        self.feedback.accepted(move, seat, now_ms)
        self._expect(now_ms)
        forget_answers()  # the next card comes at once, and its computer wants their room
        if match.over:
            self._won()
        else:
            self.sound("bump" if match.bumped(move) else "accepted")
            if new_deal:
                self._round()

    def _worded(self, result: bytes, move: bytes) -> tuple:
        """Return a result, its move and both in words: 5 to 8 ms on a Pico, half of accepting a move."""
        game = self.match.game
        return result, move, move_text(game, move), pawns_text(game, result)

    def _won(self) -> None:
        match = self.match
        self.emit({"event": "won", "winner": match.winner})
        self.sound("win")

    def _undo(self, now_ms: int) -> tuple:
        """Go back one move; return (action, copy) of its card, which is not active again yet."""
        card = self.match.undo()
        if self.computers is not None:
            seats = self.computers.seats
            if card[0] < 0:  # a pile that is laid anew, or the computer would put it down again
                seats.forget(self.match.state[TURN])
            else:
                seats.rethink()
        self.emit({"event": "undone", "position": self.line()})
        self.tell_trouble()
        self.sound("tick")
        self.feedback.undone(now_ms)
        self.shown = None  # who was laying a hand down is not to act now
        self._withdraw()
        self._expect(now_ms)
        return card

    def _offered_again(self) -> "Iterator[None]":
        """Offer the card of a move that was taken back, in slices."""
        match = self.match
        yield from match.slices(self.active)
        yield from match.found.index()
        if self._playable(match.found):
            self.results = match.found
            self.wait_for_hands(self._now_ms)
        else:
            self.active = -1
        yield
        self.refresh(self._now_ms)
        yield
        self.keep()

    def _withdraw(self) -> None:
        self.offering = None
        self.active = -1
        self.results = self.match.none
        if self.computers is not None:
            self.computers.lead(None)
        self.recogniser.withdraw()

    # -- cards -----------------------------------------------------------------------------

    def card(
        self, now_ms: int, uid: bytes, payload: "bytes | None", held: str, lying: bool = False
    ) -> None:
        """Take a tag that was laid on the slot: `Deck.identify` says which card it is.

        Args:
            now_ms: the time.
            uid: the tag's id.
            payload: its card record, None when it has none.
            held: what the reader says it held.
            lying: it lay there when the power came.
        """
        action, copy, word = self._deck.identify(uid, payload, held)
        if word:
            self.refuse("card", word, now_ms)
            self.refresh(now_ms)
            return
        self.finish(now_ms)
        self._when_still(now_ms, self._take_card, action, copy, lying)

    def _take_card(self, now_ms: int, action: int, copy: int, lying: bool) -> None:
        """Take a card that is known."""
        if not lying:
            self._taken = None
        in_force = action == self.active and copy == self.copy
        if lying and (self.setup or (not in_force and self._spent(action, copy))):
            if self.setup:  # nor is it the first one of this game
                self._taken = action, copy
            return  # it was there before the power went, and nobody has laid it since
        if self.match.over:
            self._refuse_card("game-over", action, copy, now_ms)
        elif self.setup:
            self._refuse_card("board-first", action, copy, now_ms)
        elif in_force:
            if not lying and self.results:  # else a computer thinks about it
                self._emit_card(self._playable(self.results))
        elif self.active < 0 and self.recogniser.question.choices:
            self._refuse_card("finish-move", action, copy, now_ms)  # was the last move taken back?
        elif self.computers is not None and self.computers.takes(action, copy, now_ms, lying):
            pass
        elif self.match.seen(action, copy):
            self.refuse("card", "already-played", now_ms)
        elif self.shown is not None:
            self._show(action, copy, now_ms)
        elif self._make_room(now_ms):
            if self.match.over:
                self.refuse("card", "game-over", now_ms)
            else:
                self.active = action
                self.copy = copy
                self.outbox.unwritten = True
                self._offer(now_ms, True)
        else:
            self._refuse_card("finish-move", action, copy, now_ms)
        self.refresh(now_ms)

    def _refuse_card(self, word: str, action: int, copy: int, now_ms: int) -> None:
        """Refuse a card that lies on the slot from now on: not in force, not after a power cut either."""
        self._taken = action, copy
        self.refuse("card", word, now_ms)

    def _spent(self, action: int, copy: int) -> bool:
        """Return whether a card that lies on the slot at power-up may have had its turn.

        When the last throw was made by the button, a card of an older one may still lie there.
        """
        match = self.match
        card = action, copy
        if self.active >= 0:
            return True  # another one is in force
        return match.thrown() or card in (match.last_card(), self._taken) or match.seen(*card)

    def two_cards(self, now_ms: int) -> None:
        """Refuse cards that lie on the slot together."""
        self.refuse("card", "two-cards", now_ms)
        self.refresh(now_ms)

    def _make_room(self, now_ms: int) -> bool:
        """End the move of the card before, when that can be done without guessing."""
        if self.active < 0:
            return True
        if self._hurry(now_ms):
            return self.active < 0
        if not self.recogniser.at_rest() or self.recogniser.carrying() or not self.copy:
            return False  # begun, or thrown: a throw cannot be thrown again
        self._withdraw()  # every pawn is where it was: the player took another card
        return True

    @staticmethod
    def _playable(results: "Results") -> bool:
        """Return whether a card moves anything."""
        return bool(results) and not (len(results) == 1 and not results.move(0))

    def _emit_card(self, playable: bool) -> None:
        event = {"event": "card", "card": self.match.game.actions[self.active]}
        if self.copy:
            event["copy"] = self.copy
        event["playable"] = playable
        self.emit(event, True)

    def _offer(self, now_ms: int, card: bool) -> None:
        """Find the legal results of the active action, in slices, and wait for the hands."""
        self.results = self.match.none
        self.offering = self._offered(card)  # begun when the lights say that the card was read

    def _offered(self, card: bool) -> "Iterator[None]":
        match = self.match
        yield from match.slices(self.active)
        yield from match.found.index()
        if card:
            self._emit_card(self._playable(match.found))
            yield
        self.decide(match.found, self._now_ms)
        yield
        self.refresh(self._now_ms)

    def decide(self, results: "Results", now_ms: int) -> None:
        """Offer the results of the active action to the hands, or refuse or use up the card."""
        match = self.match
        if not results:
            if match.game.must_play:
                action = self.active
                self.active = -1
                word, place = match.game.why_card(match.state, action, results)
                self.refuse("card", word, now_ms, place)
                return
            match.skip(results)
        self.results = results
        if len(results) == 1 and not results[0][1] and not self._patient:
            self.accept(0, False, now_ms)
            return
        self.wait_for_hands(now_ms)

    @property
    def _patient(self) -> bool:
        """Whether a choice that moves nothing waits for a button or the next card.

        Where cards are not remembered, this one laid once more would be the next player's.
        """
        match = self.match
        return match.round is None and not (match.game.die and not self.copy)

    def wait_for_hands(self, now_ms: int) -> None:
        """Wait for the hands to make a result: any for a person, for a computer the one it wants."""
        patient = self._patient
        if self.computers is None or not self.computers.chooses(now_ms, patient):
            self.recogniser.offer(self.results, now_ms, patient)

    def refuse(
        self, what: str, word: str, now_ms: int, place: int = NOBODY, text: str = ""
    ) -> None:
        """Refuse a card, a move or a fold.

        Args:
            what: "card", "move" or "fold".
            word: a machine word of `messages`.
            now_ms: the time.
            place: the space it is about.
            text: the word's sentence, if that is known.
        """
        text = text or sentence(word)
        self.emit({"event": "refused", "what": what, "reason": word, "text": text})
        self.sound("refused")
        self.feedback.refused(word, place, self.match.state[TURN], now_ms)

    # -- buttons ------------------------------------------------------------------------------

    def button(self, now_ms: int, event: int, down_ms: "int | None" = None) -> None:
        """Take one event of `drivers.buttons`.

        Args:
            now_ms: the time.
            event: what was done.
            down_ms: when the button of a press went down, before it was debounced; None: now.
        """
        self.finish(now_ms)
        kind = buttons.kind(event)
        number = buttons.number(event)
        if number == buttons.TABLE:
            if kind == buttons.PRESS:
                self._ended = self.match.over
            elif kind == buttons.HOLD:
                self._table_hold(now_ms)
        elif kind == buttons.PRESS:
            self._press(now_ms, number, now_ms if down_ms is None else down_ms)
        elif kind == buttons.RELEASE:
            self._when_still(now_ms, self._seat_tap, number, seat=number)
        elif kind == buttons.HOLD:
            self._seat_hold(number, now_ms)
        self.refresh(now_ms)

    def _press(self, now_ms: int, seat: int, down_ms: int) -> None:
        """Keep what a seat button was pressed at: what came since it went down was not meant."""
        ago_ms = since(now_ms, down_ms) + 1
        before = self.match.previous
        self._pressed_ms[seat] = down_ms
        self._pressed[seat] = self._asked()
        self._done = self.active >= 0 and self._acts(seat)
        if just(now_ms, self._shown_ms, ago_ms):
            self._pressed[seat] = (-1, None)
        if just(now_ms, self.rested_ms, ago_ms) and before is not None and before[TURN] == seat:
            self._pressed[seat] = (NOBODY, None)  # it was about the move that is over
            self._done = True

    def _asked(self) -> tuple:
        """Return what a seat button answers now: the card, and the choice that is shown or None."""
        question = self.recogniser.question
        return self.active, question.shown if question.choices else None

    def _seat_tap(self, now_ms: int, seat: int) -> None:
        if self.setup:
            computers = self.players()
            if computers is not None:
                computers.next_level(seat)
        choices = self.recogniser.question.choices
        if self.setup or (self.match.over and not choices):
            return
        overtaken = self._overtaken(seat)
        early = self.active >= 0 and self._throws_next(seat) and not overtaken
        if early and not choices:
            self._hurry(now_ms)  # the next player throws: the move before should be over
        if not self._acts(seat) and PREVIOUS not in choices:
            # It may have been about the move that is over.
            if self.active >= 0 or self._pressed[seat][0] < 0:
                self.refuse("move", "not-your-turn", now_ms)
        elif choices:
            if self._pressed[seat] == self._asked():  # else it was meant for what was shown before
                self._follow(self.recogniser.confirm(), now_ms)
        elif self.shown is not None:
            self.shown = None
            self.refuse("fold", "fold-cancelled", now_ms)
        elif self.active >= 0:
            if self._pressed[seat] == self._asked() and not overtaken:
                self._follow(self.recogniser.done(), now_ms)
        elif self._follow(self.recogniser.done(), now_ms):
            pass  # asked whether an exchange was taken back
        elif self.match.game.die and not self._done:  # else the move was accepted meanwhile
            self.roll(now_ms)

    def _throws_next(self, seat: int) -> bool:
        """Return whether a seat throws the die after the one to act."""
        game = self.match.game
        return game.die and seat == game.next_seat(self.match.state[TURN])

    def roll(self, now_ms: int) -> None:
        """Throw the die for the seat to act."""
        value = self._die()
        self.sound("tick")
        self.feedback.rolled(value)
        self.active = value - 1
        self.copy = 0
        self.outbox.unwritten = True
        self.emit({"event": "rolled", "value": value}, True)
        self._offer(now_ms, False)

    def _hurry(self, now_ms: int) -> bool:
        """Judge the board now instead of waiting for it to settle; False when it is no result."""
        return self._follow(self.recogniser.hurry(), now_ms)

    def _seat_hold(self, seat: int, now_ms: int) -> None:
        if self.match.round is None or self.setup:
            return
        if self.computers is not None and self.computers.forgets(seat):
            return
        busy = self.active >= 0 or self.shown is not None or self.match.over
        busy = busy or bool(self.recogniser.question.choices)
        if seat != self.match.state[TURN] or busy:
            self.refuse("fold", "nothing-to-fold", now_ms)
            return
        self._fold(now_ms)

    def _table_hold(self, now_ms: int) -> None:
        """Referee: withdraw the card, take back a move, or overrule the sensors."""
        if self.setup:
            self._override(now_ms)
        elif self.match.over:
            if self._ended:  # else it was meant for the move that has won meanwhile
                self.restart(now_ms)
        elif self.shown is not None:
            self.shown = None
            self.refuse("fold", "fold-cancelled", now_ms)
        elif self.active >= 0:
            self._take_away(self.active, self.copy)
            self._withdraw()
            self.refuse("card", "withdrawn", now_ms)
            self._expect(now_ms)
            self.recogniser.insist()
        elif self.match.can_undo and (
            not self.recogniser.guiding or self.undoing or self.recogniser.going_back()
        ):
            stands = bytes(self.match.state)
            self._take_away(*self._undo(now_ms))
            self.undoing = True
            self.recogniser.insist(stands)
        elif self.recogniser.guiding:
            self._override(now_ms)

    def _take_away(self, action: int, copy: int) -> None:
        """Remember the card on the slot: of several moves taken back, that of the last lies there."""
        if self._taken is None and copy:
            self._taken = action, copy

    def restart(self, now_ms: int, first: "int | None" = None) -> None:
        """Start a new game of the same rulebook with its set-up; the card of the last move may still lie there."""
        self._taken = self._taken or self.match.last_card()
        self.match.start(first)
        self.tell_trouble()
        self.begin(now_ms, False, self._version)

    def _override(self, now_ms: int) -> None:
        """Believe the position against the sensors that differ, until they agree again."""
        self.undoing = False
        masked = self.recogniser.override()
        if self._debounce is not None:
            self.recogniser.refresh(self._debounce)
        self.emit({"event": "resync", "position": self.line(), "ignored": masked})
        if self.setup:
            self._back(now_ms)

    # -- computers ----------------------------------------------------------------------

    def players(self) -> "Computers | None":
        """Return who plays, made when it is asked for first; None at a table without a memory."""
        if self.computers is None and self._make_seats is not None:
            bring("app.table.computers")
            from app.table.computers import Computers

            self.computers = Computers(self, self._make_seats())
        return self.computers

    def think(self, now_ms: int) -> bool:
        """Let the computers think for one slice; return whether they go on thinking."""
        return self.computers is not None and self.computers.think(now_ms)

    # -- folding ------------------------------------------------------------------------

    def _fold(self, now_ms: int) -> None:
        if self._settings["fold"] == "trusted":
            self.folded(now_ms)
        else:
            self.shown = []

    def _show(self, action: int, copy: int, now_ms: int) -> None:
        """Take one card of a hand that is being folded."""
        match = self.match
        if match.round is None:
            return
        shown = self.shown or []
        word = match.round.fold_show(shown, action, copy, self._usable(action))
        if word == "playable":
            self.shown = None
            self.active = action
            self.copy = copy
            self.refuse("fold", "playable", now_ms)
            self.outbox.unwritten = True
            self._offer(now_ms, True)
            return
        if not word:
            self.sound("tick")
        self.shown = shown
        if match.round.proven(shown):
            self.folded(now_ms)

    def _usable(self, action: int) -> bool:
        """Return whether a card has a result: the first one that is found says so."""
        found = self.match.found
        for _ in self.match.slices(action):
            if found.stored:
                break
        return found.stored > 0

    def folded(self, now_ms: int) -> None:
        """End the turn of a hand that cannot be played; the cards shown are used up."""
        match = self.match
        seat = match.state[TURN]
        new_deal = match.fold(self.shown or [])
        self.shown = None
        self.rested_ms = now_ms
        self.emit({"event": "folded", "colour": match.game.colours[seat]})
        self.tell_trouble()
        self._expect(now_ms)
        if new_deal:
            self._round()
