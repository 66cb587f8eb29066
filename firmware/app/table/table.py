# SPDX-License-Identifier: Apache-2.0
"""The game at the table: cards, buttons and settled boards in, events and lights out.

Knows no hardware and no clock: `app.system` feeds it and gives it the time. What it is doing is its
`phase`, an object of `app.phases`; what the hands do is known to its recogniser.
"""

from micropython import const

from app.phases.cleared import Cleared
from app.phases.move import Move
from app.phases.over import Over
from app.phases.phase import ASIDE, ASKED, SETUP
from app.phases.setup import Setup
from app.phases.turn import Turn
from app.table.feedback import Picture
from app.table.taps import Taps
from drivers import buttons
from rules.game import HOME, NOBODY, TURN
from rules.moves import sends_home
from rules.notation import move_text, position_text
from sense import recognise
from sense.question import PREVIOUS, RIVAL
from sense.stirred import Stirred

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from app.phases.phase import Phase
    from app.table.cards import Deck
    from app.table.computers import Computers
    from app.table.feedback import Feedback
    from app.table.match import Match
    from sense.debounce import Debounce
    from sense.recognise import Recogniser

_MOST_QUEUED = const(8)  # taps and cards, while pawns are in motion


def _nothing() -> None:
    """Do nothing: nobody else wants to live while something is computed."""


def _lowest(_n: int) -> int:
    """Return 0: nothing is drawn."""
    return 0


def _here() -> bool:
    """Return False: every game is of the same kind."""
    return False


class Table:
    """Plays one `Match` on one board.

    Args:
        match: the game in progress, with its journal.
        deck: identifies cards.
        recogniser: follows the hands.
        feedback: shows it all on the lights.
        play_sound: called with a sound of `drivers.buzzer`.
        emit: called with one dict per event.
        die: die(n) returns 1..n.
        settings: `config` values by name.
        make_seats: returns the match's `Seats`; called when the first computer sits down.
        breathe: called while something is computed: lets the reader and the lights live.
        chance: chance(n) gives a number 0..n-1; the seat that begins is drawn with it.

    Attributes:
        adjust: called with a setting and its new value: it is in force and kept from now on.
        elsewhere: called for a new game; begins it and returns True where it is another table's.
        phase: what the table is doing.
        aside: (action, copy) of a card that lies on the slot and is not in force, None without one.
        taps: what the buttons were pressed at.
        faults: part -> text, for what stops the play.
        computers: the seats without a person, None as long as nobody asks for one.
        rested_ms: when the last move was accepted.
        drawn: whether the lights show the table as it is.
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
        make_seats: "Callable | None" = None,
        breathe: "Callable" = _nothing,
        chance: "Callable[[int], int]" = _lowest,
    ) -> None:
        self.match = match
        self.recogniser = recogniser
        self.deck = deck
        self.feedback = feedback
        self.sound = play_sound
        self.emit = emit
        self.settings = settings
        self.breathe = breathe
        self._die = die
        self._chance = chance
        self.adjust: "Callable[[str, object], None]" = settings.__setitem__
        self.elsewhere: "Callable[[], bool]" = _here
        self._make_seats = make_seats
        self.phase: "Phase" = Setup(self)
        self.aside: "tuple | None" = None
        self.taps = Taps()
        self.faults: dict = {}
        self.computers: "Computers | None" = None
        self.rested_ms = 0
        self.drawn = True
        self._queued: "list[tuple]" = []  # taps and cards that came while pawns were in motion
        self._debounce: "Debounce | None" = None
        self._version = ""

    # -- what the outside asks --------------------------------------------------------

    @property
    def phase_name(self) -> str:
        """Return the phase as the event stream names it: setup deal card move ask guide cleared fold over fault."""
        if self.faults:
            return "fault"
        if isinstance(self.phase, (Setup, Cleared)):
            return self.phase.name
        if self.recogniser.question.choices:
            return "ask"
        if self.recogniser.guiding and not isinstance(self.phase, Over):
            return "guide"
        if self.phase.name == "card" and self.match.fresh_deal:
            return "deal"
        return self.phase.name

    def line(self) -> str:
        """Return the position the table believes in."""
        return position_text(self.match.game, self.match.state)

    def picture(self) -> Picture:
        """Return what the lights need to know of the game, as it is now."""
        match = self.match
        return Picture(self.phase_name, match.state, match.round, self.phase, self.recogniser)

    # -- beginning ------------------------------------------------------------------------

    def begin(self, now_ms: int, resumed: bool, version: str) -> None:
        """Start playing: set-up of a new game, or continue the one in the journal."""
        self._version = version
        in_force = self.match.in_force() if resumed else (-1, SETUP, None)
        setup = in_force[:2] == (-1, SETUP)
        self.phase = Setup(self) if setup else self._resting()
        self.expect(now_ms)
        if self.computers is not None and not resumed:
            self.computers.seats.begin()
        if setup:
            self.keep()
        else:
            self._ready()
            self._take_up(now_ms, *in_force)
        self.drawn = False

    def ready(self) -> None:
        """End the set-up: all pawns are at home, or taken to be."""
        self.go(self._resting())
        self._ready()

    def _ready(self) -> None:
        match = self.match
        self.emit(
            {
                "event": "ready",
                "rulebook": match.game.rulebook,
                "position": self.line(),
                "version": self._version,
            }
        )
        if match.fresh_deal:
            self._round()

    def _resting(self, undoing: bool = False) -> "Phase":
        """Return the phase of a table without a card: a turn, or the end."""
        return Over(self) if self.match.over else Turn(self, undoing)

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

    def _take_up(self, now_ms: int, action: int, copy: int, shown: "list | None") -> None:
        """Go on with what was in force when the power went."""
        match = self.match
        if shown is not None and match.round is not None:
            from app.phases.fold import Fold

            self.phase = Fold(self, shown)
        elif copy & ASIDE:
            self.aside = action, copy & ~ASIDE
        elif 0 <= action < len(match.game.actions):
            if match.game.die and not copy & ~ASKED:
                self._rolled(action + 1)
            self.play(action, copy & ~ASKED, now_ms)
            if copy & ASKED:
                # As if the button of the seat to act had been pressed.
                seat = match.state[TURN]
                self.taps.down_ms[seat] = now_ms
                self._queued.append((self._ask_again, (), seat))

    def _ask_again(self, now_ms: int) -> None:
        self.follow(self.recogniser.ask_again(), now_ms)

    def new_game(self, now_ms: int) -> None:
        """Start the next game: here where it is of the same rulebook, seats and house rules."""
        if not self.elsewhere():
            self.restart(now_ms)

    def restart(self, now_ms: int) -> None:
        """Start a new game of the same kind with its set-up; the card of the last move may still lie there."""
        self.aside = self.aside or self.match.last_card()
        self.match.start(self.match.game.first_seat(self._chance))
        self.tell_trouble()
        self.begin(now_ms, False, self._version)

    # -- phases ---------------------------------------------------------------------------

    def go(self, phase: "Phase") -> None:
        """Enter a phase and write down what is in force in it: the only way from one to another."""
        self.phase = phase
        self.drawn = False
        self.keep()

    def rest(self) -> None:
        """Go on without a card: hands make no results."""
        if isinstance(self.phase, Move) and self.phase.thinks and self.computers is not None:
            self.computers.seats.rethink()
        self.recogniser.withdraw()
        self.go(self._resting())

    def keep(self) -> None:
        """Write down what is in force, when that has changed."""
        record = self.phase.record()
        if record is not None:
            self.match.keep(*record)
        computers = self.computers
        if computers is not None and computers.seats.waiting:
            computers.seats.save()
        self.tell_trouble()

    @property
    def unsaved(self) -> bool:
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

    def expect(self, now_ms: int) -> None:
        """Let the hands be judged by the position from now on."""
        previous = None if self.linked else self.match.previous
        self.recogniser.expect(self.match.state, now_ms, previous)

    def play(self, action: int, copy: int, now_ms: int) -> None:
        """Let a card, or a throw (copy 0), be in force, and find what it may do."""
        move = Move(self, action, copy)
        self.go(move)
        self.draw(now_ms)  # that it was read; the rest may take a while
        legal = self.match.results(action, self.breathe)
        move.legal = legal
        if copy or not self.match.game.die:
            self.emit_card(move)
        move.decide(legal, now_ms)
        self.drawn = False

    def emit_card(self, move: Move) -> None:
        """Tell that a card is in force."""
        event = {"event": "card", "card": self.match.game.actions[move.action]}
        if move.copy:
            event["copy"] = move.copy
        event["playable"] = move.playable
        self.emit(event)

    def roll(self, now_ms: int, value: int = 0) -> None:
        """Throw the die for the seat to act, or let a throw be in force that two tables have made."""
        value = value or self._die(len(self.match.game.actions))
        self.sound("tick")
        self.go(Move(self, value - 1, 0))  # no power cut belies the event
        self._rolled(value)
        self.play(value - 1, 0, now_ms)

    def _rolled(self, value: int) -> None:
        self.emit({"event": "rolled", "value": value})
        self.feedback.rolled(value)

    def accept(self, index: int, asked: bool, now_ms: int) -> None:
        """Play a result of the card in force; `asked`: people were asked which one they meant."""
        match = self.match
        phase = self.phase
        result, move = phase.results[index]
        seat = match.state[TURN]
        new_deal = match.accept(phase.action, phase.copy, result)
        self.rested_ms = now_ms
        if self.computers is not None:
            self.computers.seats.rethink()
        self.go(self._resting())
        self.emit(
            {
                "event": "accepted",
                "move": move_text(match.game, move),
                "position": self.line(),
                "asked": asked,
            }
        )
        self.tell_trouble()
        self.feedback.accepted(move, seat, now_ms)
        self.expect(now_ms)
        if match.over:
            self.emit({"event": "won", "winner": match.winner})
            self.sound("win")
        else:
            self.sound("bump" if sends_home(move) else "accepted")
            if new_deal:
                self._round()

    def folded(self, shown: list, now_ms: int) -> None:
        """End the turn of a hand that cannot be played; the cards shown are used up."""
        match = self.match
        seat = match.state[TURN]
        new_deal = match.fold(shown)
        self.rested_ms = now_ms
        self.go(self._resting())
        self.emit({"event": "folded", "colour": match.game.colours[seat]})
        self.expect(now_ms)
        if new_deal:
            self._round()

    def undo(self, now_ms: int) -> tuple:
        """Go back one move; return (action, copy) of its card, action -1 for a fold."""
        card = self.match.undo()
        if self.computers is not None:
            seats = self.computers.seats
            if card[0] < 0:  # a pile that is laid again, or the computer would fold it again
                seats.forget(self.match.state[TURN])
            else:
                seats.rethink()
        self.phase = Turn(self)
        self.emit({"event": "undone", "position": self.line()})
        self.tell_trouble()
        self.sound("tick")
        self.feedback.undone(now_ms)
        self.recogniser.withdraw()
        self.expect(now_ms)
        return card

    # -- the board ----------------------------------------------------------------------

    def lifted(self, now_ms: int, debounce: "Debounce") -> None:
        """Light at once what hands have just lifted; `draw` shows the rest."""
        if self._debounce is not None:  # nothing is known of the board before the first look at it
            pawns = self.recogniser.just_lifted(debounce)
            if pawns and self._queued and self._queued[0][2] == NOBODY:
                # The next card lies on the slot, and its player is quick: that ends a move that was finished.
                self._take_finished(pawns, now_ms, debounce)
            if pawns and self.phase.action >= 0:
                self.feedback.lifted(self.picture(), pawns, now_ms)
            self.drawn = False

    def _take_finished(self, pawns: list, now_ms: int, debounce: "Debounce") -> None:
        try:
            self.follow(self.recogniser.overtaken(pawns, debounce), now_ms)
        except Stirred:
            pass  # it is judged when the board is still

    def settle(self, now_ms: int, debounce: "Debounce") -> None:
        """Let the board be judged, when it is time.

        Raises:
            Stirred: a hand has moved meanwhile; it is judged when it is still again.
        """
        if self._debounce is None:
            self._debounce = debounce
            self.drawn = False
        phase = self.phase
        self.follow(self.recogniser.step(now_ms, debounce), now_ms)
        if isinstance(phase, Setup) and self.phase is phase and not debounce.settling:
            phase.settle(now_ms)
        elif isinstance(phase, Turn) and phase.undoing and self._put_back():
            phase.undoing = False  # before anybody had to be told how

    def _put_back(self) -> bool:
        """Return whether the board has been judged and found right without a guide."""
        recogniser = self.recogniser
        return recogniser.idle() and recogniser.at_rest() and not recogniser.guiding

    def follow(self, code: int, now_ms: int) -> bool:
        """Do what the recogniser says; return whether it said anything."""
        if code == recognise.NOTHING:
            return False
        self.drawn = False
        if isinstance(self.phase, Cleared):
            self.phase = self.phase.before  # unless the board is still cleared, see `_guide`
        if code == recognise.ACCEPT:
            self.accept(self.recogniser.chosen, self.recogniser.asked, now_ms)
        elif code == recognise.ASK:
            self._ask(now_ms)
        elif code == recognise.GUIDE:
            self._guide(now_ms)
        elif code == recognise.BACK:
            self.phase.board_right(now_ms)
        elif code == recognise.UNDO:
            self._taken_back(now_ms)
        return True

    def _taken_back(self, now_ms: int) -> None:
        """Let the card of the move that hands took back be in force again."""
        action, copy = self.undo(now_ms)
        if action < 0:
            self.keep()
            return
        move = Move(self, action, copy)
        self.go(move)
        move.legal = move.results = self.match.results(action, self.breathe)
        if move.playable:
            move.offer(now_ms)
        else:
            self.rest()

    def _ask(self, now_ms: int) -> None:
        """Write down that it is asked, and tell what."""
        match = self.match
        lines = []
        for choice in self.recogniser.question.event():
            state = bytes(match.state)
            if choice >= 0:
                state = self.phase.results.state(choice)
            elif choice <= RIVAL:
                state = self.recogniser.rivals[RIVAL - choice]
            elif choice == PREVIOUS and match.previous is not None:
                state = match.previous
            line = position_text(match.game, state)
            if (
                line not in lines
            ):  # a choice that a computer left out may be the move taken back as well
                lines.append(line)
        self.keep()
        self.sound("ask")
        self.taps.shown_ms = now_ms
        self.emit({"event": "ask", "choices": lines})

    def _guide(self, now_ms: int) -> None:
        if self.is_cleared():
            self.phase.cleared(now_ms)
            return
        if isinstance(self.phase, Over):
            return  # nothing is a mistake any more
        guide = self.recogniser.guide
        if self.phase.action >= 0 and self.recogniser.mistaken:
            self._say_why(now_ms)
        self.emit({"event": "guide", "missing": list(guide.missing), "extra": list(guide.extra)})

    def is_cleared(self) -> bool:
        """Return whether the settled board has every pawn at home, and the position has not."""
        state = bytearray(self.match.state)
        for i in range(TURN):
            if state[i] != NOBODY:
                state[i] = HOME
        return self.recogniser.looks_as(state) and state[:TURN] != self.match.state[:TURN]

    def _say_why(self, now_ms: int) -> None:
        """Say why the pawn may not go that was moved where it may not."""
        match = self.match
        phase = self.phase
        if phase.lead is not None:
            self.refuse("move", "other-move", now_ms)
            return
        why = None
        for seat, place in self.recogniser.gone():
            why = match.game.why(match.state, phase.action, seat, place, phase.results)
            if why is not None:
                break
        word, place = why or ("not-legal", NOBODY)
        self.refuse("move", word, now_ms, place)

    def override(self, now_ms: int) -> None:
        """Believe the position against the sensors that differ, until they agree again."""
        masked = self.recogniser.override()
        if self._debounce is not None:
            self.recogniser.refresh(self._debounce)
        self.emit({"event": "resync", "position": self.line(), "ignored": masked})
        if isinstance(self.phase, Setup):
            self.phase.board_right(now_ms)
        elif isinstance(self.phase, Turn):
            self.phase.undoing = False

    # -- lights -----------------------------------------------------------------------------

    def draw(self, now_ms: int, poll: "Callable" = _nothing) -> None:
        """Show the table as it is, if the lights do not.

        Raises:
            Stirred: by `poll`: a hand has moved; the lights are drawn again.
        """
        if not self.drawn and self._debounce is not None:
            self.feedback.refresh(self.picture(), now_ms, poll)
            if self.computers is not None:
                self.computers.tell()
            self.drawn = True

    def refuse(self, what: str, word: str, now_ms: int, place: int = NOBODY) -> None:
        """Refuse a card, a move or a fold.

        Args:
            what: "card", "move" or "fold".
            word: a machine word of `messages`.
            now_ms: the time.
            place: the space it is about.
        """
        from app.table.messages import sentence

        self.emit({"event": "refused", "what": what, "reason": word, "text": sentence(word)})
        self.sound("refused")
        self.feedback.refused(word, place, self.match.state[TURN], now_ms)
        self.drawn = False

    def refuse_aside(self, word: str, action: int, copy: int, now_ms: int) -> None:
        """Refuse a card that lies on the slot from now on: not in force, not after a power cut either."""
        self.aside = action, copy
        self.refuse("card", word, now_ms)

    # -- cards and buttons --------------------------------------------------------------------

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
        action, copy, word = self.deck.identify(uid, payload, held)
        if word:
            self.refuse("card", word, now_ms)
        else:
            self.lay(now_ms, action, copy, lying)

    def lay(self, now_ms: int, action: int, copy: int, lying: bool = False) -> None:
        """Take a card of this game that is laid on the slot, or played on a phone; `lying` as in `card`."""
        self._when_still(self._take_card, action, copy, lying)

    def _take_card(self, now_ms: int, action: int, copy: int, lying: bool) -> None:
        if not lying:
            self.aside = None
        self.phase.card(action, copy, lying, now_ms)

    def two_cards(self, now_ms: int) -> None:
        """Refuse cards that lie on the slot together."""
        self.refuse("card", "two-cards", now_ms)

    def stale(self, action: int, copy: int) -> bool:
        """Return whether a card that lies on the slot at power-up may have had its turn.

        When the last throw was made by the button, a card of an older one may still lie there.
        """
        match = self.match
        card = action, copy
        return match.thrown() or card in (match.last_card(), self.aside) or match.seen(*card)

    def button(self, now_ms: int, event: int, down_ms: "int | None" = None) -> None:
        """Take one event of `drivers.buttons`.

        Args:
            now_ms: the time.
            event: what was done.
            down_ms: when the button of a press went down, before it was debounced; None: now.
        """
        kind = buttons.kind(event)
        number = buttons.number(event)
        if number == buttons.TABLE:
            if kind == buttons.PRESS:
                self.taps.ended = self.match.over
                self.taps.table_ms = now_ms if down_ms is None else down_ms
            elif kind == buttons.HOLD:
                self.phase.table_hold(now_ms)
            elif kind == buttons.RELEASE:
                self.phase.table_tap(now_ms)
        elif kind == buttons.PRESS:
            self.taps.press(self, number, now_ms, now_ms if down_ms is None else down_ms)
        elif kind == buttons.RELEASE:
            self._when_still(self._tap, number, seat=number)
        elif kind == buttons.HOLD:
            self.phase.hold(number, now_ms)
        self.drawn = False
        self.keep()

    def _tap(self, now_ms: int, seat: int) -> None:
        """Take a tap of a seat's button: the answer to a question, else what the phase makes of it."""
        choices = self.recogniser.question.choices
        if not choices or isinstance(self.phase, Setup):
            self.phase.tap(seat, now_ms)
        elif seat != self.match.state[TURN] and PREVIOUS not in choices:
            if self.phase.action >= 0 or self.taps.idle(seat):
                self.refuse("move", "not-your-turn", now_ms)
        elif self.taps.meant(seat, self):  # else it was meant for what was shown before
            answer = self.recogniser.confirm()
            if answer == recognise.NOTHING and self.recogniser.waits_for_pawns():
                self.refuse("move", "board-first", now_ms)
            self.follow(answer, now_ms)

    def overtaken(self, seat: int) -> bool:
        """Return whether hands have gone on since a seat's button was pressed: they were not done."""
        if seat == NOBODY or self.phase.action < 0 or self.recogniser.question.choices:
            return False
        return self.recogniser.moved_since(self.taps.down_ms[seat])

    def _when_still(self, call: "Callable", *what: object, seat: int = NOBODY) -> None:
        """Have `go_on` do what may end a move; `seat`: whose button says that the move is over."""
        if len(self._queued) < _MOST_QUEUED:
            self._queued.append((call, what, seat))

    def go_on(self, now_ms: int) -> None:
        """Do what hands have asked for, in its order, when it is known which pawns were just lifted.

        Without that a move could end with its pawn in the air. The loop calls it, not who takes a card or a tap: the stack of a Pico
        has room for some twenty calls in each other.

        Raises:
            Stirred: a hand has moved meanwhile; what waits waits on.
        """
        while self._queued and not self._in_motion():
            call, what, seat = self._queued[0]
            over = seat == self.match.state[TURN]
            if not self.overtaken(seat) and not self.recogniser.ripe(over):
                return
            call(now_ms, *what)
            self._queued.pop(0)
            self.drawn = False
            self.keep()

    def drop(self) -> None:
        """Forget what `go_on` was about: it has failed, and would again."""
        del self._queued[:1]

    def _in_motion(self) -> bool:
        reeds = self._debounce
        if reeds is None or (self.phase.action < 0 and not self.recogniser.question.choices):
            return False
        return reeds.settling or reeds.events > 0

    # -- computers ----------------------------------------------------------------------

    def players(self) -> "Computers | None":
        """Return who plays, made when it is asked for first; None at a table without a memory."""
        if self.computers is None and self._make_seats is not None:
            from app.table.computers import Computers

            self.computers = Computers(self, self._make_seats())
        return self.computers

    @property
    def linked(self) -> bool:
        """Whether another table plays a seat: throws, cards and take-backs come over the link then."""
        return self.computers is not None and self.computers.seats.linked

    def think(self, now_ms: int) -> bool:
        """Let the computers think for one slice; return whether they continue to think."""
        return self.computers is not None and self.computers.think(now_ms)
