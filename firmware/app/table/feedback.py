# SPDX-License-Identifier: Apache-2.0
"""What the lights say: from the state of the table to signals on lights.

`refresh` says everything anew after an event; `hands` follows the pawns in the air and is
called on eager edges, so that a lift is answered within two scans and a frame.
"""

from collections import namedtuple

from micropython import const

from light import effects, layers, signals
from light.patterns import EFFECT
from rules.game import HOME, NOBODY, TURN, WINNER
from rules.moves import ends, starts
from sense.question import PREVIOUS, UNCHANGED

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from app.table.computers import Lead
    from app.table.led_map import LedMap
    from light.lights import Lights
    from rules.game import Game
    from rules.results import Results
    from sense.debounce import Debounce
    from sense.hints import Hints
    from sense.question import Question

_AT_ONCE = const(6)  # places shown in one slice: about 2 ms on a Pico
_NOT_ASKED = (None, False, ())  # as of `Feedback._others`
_FIRST = const(3)  # ends shown with the pawn that a hand has lifted, the others 5 ms later
_TWICE_MS = const(300)  # from the beginning of FLASH_TWICE to its dark rest
_WALLS = ("wall", "barrier")
# Parts and their signals, the most urgent first; any other is a fault of the program.
_FAULTS = (
    ("chain", signals.FAULT_CHAIN),
    ("reader", signals.FAULT_READER),
    ("sensor", signals.FAULT_SENSOR),
    ("flash", signals.FAULT_FLASH),
    ("store", signals.FAULT_SETTINGS),
    ("program", signals.FAULT_PROGRAM),
)

# The game as the lights need to know it, at one moment. `phase` and `setup` are those of
# `app.table.table.Table`, `state` the position and `round` its hands and deal (None without);
# `action` is the card in force (-1 none) and `results` what it may become, `rules.results.Results`;
# `hands` is the `Recogniser`, which tells what the pawns do and what is out of place.
Picture = namedtuple("Picture", ("phase", "setup", "state", "round", "action", "results", "hands"))


class Feedback:
    """Speaks the light language for one table.

    Args:
        lights: shows it.
        leds: which light belongs to which place.
        game: the rules engine's game.
        settings: `hints` is read at every refresh.
    """

    def __init__(self, lights: "Lights", leds: "LedMap", game: "Game", settings: dict) -> None:
        self._lights = lights
        self._leds = leds
        self._game = game
        self._settings = settings
        self._faulty: list = []  # parts with a fault now
        self._die = 0
        self._won = False
        # A computer's move: it is shown whatever people want for themselves.
        self.lead: "Lead | None" = None
        self._air = []  # (seat, place) of the pawns in the air when it was last shown
        self._begun = []  # of those that were lifted since, and lit at once
        self._asked: tuple = _NOT_ASKED  # see `_others`

    # -- the state of the table -----------------------------------------------------------

    def refresh(self, picture: Picture, now_ms: int) -> "Iterator[None]":
        """Say everything anew; a generator of slices, as `hands`."""
        lights = self._lights
        for layer in (layers.GUIDE, layers.BUMP, layers.WALL, layers.HINTS, layers.TURN):
            lights.clear(layer)
        self._begun = []
        phase = picture.phase
        if phase != "ask":
            # Or it would lie in the middle of the heap until the next question.
            self._asked = _NOT_ASKED
        self._winner(picture, now_ms)
        if phase == "setup":
            self._setup(picture)
        else:
            self._turn(picture, phase)
        if phase == "guide":
            self._guide(picture)
            if picture.action >= 0 and not picture.hands.mistaken:
                # Somebody thinks with a pawn in the hand.
                yield from self.hands(picture, now_ms, self._leds.debounce)
        elif phase == "ask":
            yield from self._ask(picture)
        elif phase == "move":
            yield from self.hands(picture, now_ms, self._leds.debounce)

    def _turn(self, picture: Picture, phase: str) -> None:
        seat = picture.state[TURN]
        if seat == NOBODY:
            return
        leds = self._leds
        signal = signals.FOLD if phase == "fold" else signals.TURN
        leds.show_seat(signal, seat)
        if picture.round is not None and phase == "deal":
            dealer = picture.round.dealer
            leds.show_seat(signals.DEALER, dealer)
            for k in range(picture.round.deal):
                leds.show_slot(signals.DEAL, dealer, k)
        if self._die and picture.action < 0:
            self._die = 0
        # The die is shown on the spaces in front of the player's start.
        start = seat * self._game.ring // 4
        for k in range(self._die):
            place = 1 + (start + k) % self._game.ring
            leds.show(signals.DIE, seat, place)

    def _setup(self, picture: Picture) -> None:
        for seat, place in picture.hands.gone():
            self._leds.show(signals.SETUP_MISSING, seat, place)
        for spot in picture.hands.guide.extra_spots[:1]:
            self._leds.show_spot(signals.EXTRA, spot)

    def _guide(self, picture: Picture) -> None:
        """Show the nearest way out, one pawn at a time."""
        for spot in picture.hands.guide.extra_spots[:1]:
            self._leds.show_spot(signals.EXTRA, spot)
        missing = picture.hands.guide.missing_spots
        if missing:
            self._leds.show_spot(signals.MISSING, missing[0])

    def _ask(self, picture: Picture) -> "Iterator[None]":
        """Show one choice, and less brightly where the others differ; a generator of slices.

        The position as it is: the pawns that other choices move are shown where they stand.
        """
        recogniser = picture.hands
        shown = recogniser.question.shown
        seat = picture.state[TURN]
        if seat == NOBODY:  # the game is over: its last mover knows whether that was taken back
            seat = recogniser.expected.previous[TURN]
        self._leds.show_seat(signals.PRESS, seat)
        self._show_choice(picture, shown)
        others = yield from self._others(picture.results, recogniser.question)
        signal = signals.CHOICE if shown == UNCHANGED else signals.CHOICE_OTHER
        for count in range(len(others)):
            if count % _AT_ONCE == _AT_ONCE - 1:
                yield
            self._leds.show(signal, others[count] >> 8, others[count] & 0xFF, 1)
        if others:
            self._show_choice(picture, shown)  # where they meet it is the one that is shown

    def _others(
        self, results: "Results", question: "Question"
    ) -> "Generator[None, None, Sequence]":
        """Return what the choices are about, once each, the last to be shown last: seat << 8 | place; in slices.

        Fifty exchanges are about twenty places; they are kept while hands point at one after another.
        """
        leave = question.shown == UNCHANGED
        choices = question.choices
        if self._asked[0] is choices and self._asked[1] == leave:
            return self._asked[2]
        found: "list[int]" = []
        count = 0
        for k in range(len(choices) - 1, -1, -1):
            if choices[k] >= 0:
                move = results.move(choices[k])
                for seat, place in reversed(starts(move) if leave else ends(move)):
                    count += 1
                    if count % _AT_ONCE == 0:
                        yield
                    if seat << 8 | place not in found:
                        found.append(seat << 8 | place)
        found.reverse()
        self._asked = (choices, leave, found)
        return found

    def _show_choice(self, picture: Picture, shown: int) -> None:
        places = []
        if shown >= 0:
            places = ends(picture.results.move(shown))
        elif shown == PREVIOUS:
            places = picture.hands.expected.ends_before()
        for seat, place in places:
            self._leds.show(signals.CHOICE, seat, place, 1)

    def _point(self, picture: Picture, debounce: "Debounce") -> "Iterator[None]":
        """Answer a hand that points at a choice; which one is shown follows when it is sure."""
        lifted = picture.hands.hints(debounce).lifted
        if lifted != self._air:
            self._air = lifted
            self._lights.clear(layers.HINTS)
            for seat, place in lifted:
                self._leds.show(signals.ORIGIN, seat, place, 1)
            yield
            yield from self._ask(picture)
            for seat, place in lifted:
                self._leds.show(signals.ORIGIN, seat, place, 1)

    def _winner(self, picture: Picture, now_ms: int) -> None:
        mask = picture.state[WINNER] if picture.phase == "over" else 0
        if bool(mask) == self._won:
            return
        self._won = bool(mask)
        self._lights.clear(layers.AMBIENCE)
        if not mask:  # also while a way or a question is shown: it could not be seen
            return
        seats = [seat for seat in range(4) if mask >> seat & 1]
        for led in range(self._leds.count):
            rgb = self._leds.rgb[seats[led % len(seats)]]
            self._lights.set(layers.AMBIENCE, led, rgb, EFFECT)
        self._lights.effect(effects.win, now_ms)

    # -- the hands ----------------------------------------------------------------------

    def lifted(self, picture: Picture, pawns: list, now_ms: int) -> None:
        """Answer a hand at once: light the pawns (seat, place) it has just lifted.

        And the first ends of one, or the wall that holds it back, as long as no other has been moved: its
        own light may have been lit before, and so may its ends when another has just been lifted. `hands`
        shows the rest, and takes from the lights what has become wrong. Called while all is urgent.
        """
        level = self._level()
        if level == "off":
            return
        alone = picture.hands.only_lifted()
        begun = [] if picture.phase == "ask" else self._begun
        if self.lead is None and (begun or (not alone and not self._air)):
            # No other is meant. The light that shows it first will do.
            self._lights.urgent(False)
            self._lights.clear(layers.HINTS)
            for seat, place in begun:
                self._leds.show(signals.ORIGIN, seat, place, 1)
            self._lights.urgent(True)
        self._begun = begun + pawns
        for seat, place in pawns:
            self._leds.show(signals.ORIGIN, seat, place, 1)
        if self.lead is not None or not picture.results or len(pawns) > 1:
            return
        if alone:
            seat, place = pawns[0]
            found = picture.results.ends(seat, place)
            if not found:
                self._refuse(picture, seat, place, now_ms)
            elif level == "full":
                for end in found[:_FIRST]:
                    # Where it may end as well: first it is said that it is in the air.
                    if end != place:
                        self._leds.show(signals.DESTINATION, seat, end, 1)

    def _level(self) -> str:
        return self._settings["hints"] if self.lead is None else "full"

    def hands(self, picture: Picture, now_ms: int, debounce: "Debounce") -> "Iterator[None]":
        """Show the pawns that can move, or what the pawns in the air can do.

        A generator of slices. It may be dropped when something newer is to be shown.
        """
        if picture.setup:
            self._lights.clear(layers.GUIDE)
            self._setup(picture)
            return
        if picture.hands.question.choices:
            yield from self._point(picture, debounce)
            return
        if picture.action < 0:
            return
        hints = picture.hands.hints(debounce)
        if not picture.results:
            self._wait(picture, hints)
            return
        yield
        level = self._level()
        yield from self._show(picture, hints, level, now_ms)
        if self.lead is None and not hints.complete:
            known = len(hints.steps)
            for _ in hints.rest():
                yield
            yield from self._show_rest(hints, level, known)
        # Not before: a frame that is sent meanwhile would be without the wall that is going to flash.
        self._lights.clear(layers.WALL)
        if hints.lifted and not hints.steps:
            for seat, place in hints.lifted:
                self._refuse(picture, seat, place, now_ms)
                yield
        if not hints.lifted and level == "full":
            yield from self._walls(picture)

    def _wait(self, picture: Picture, hints: "Hints") -> None:
        """Show that the card has been read: its results are being found, or a computer thinks."""
        self._lights.clear(layers.HINTS)
        self._leds.show_seat(signals.ORIGIN, picture.state[TURN])
        for seat, place in hints.lifted:
            self._leds.show(signals.ORIGIN, seat, place, 1)

    def _show(self, picture: Picture, hints: "Hints", level: str, now_ms: int) -> "Iterator[None]":
        """Show the pawns in the air and what is known of them; without one, which can move."""
        lights = self._lights
        leds = self._leds
        lights.clear(layers.HINTS)
        lights.clear(layers.BUMP)
        self._begun = []
        lifted = hints.lifted
        count = 0
        for seat, place in lifted:
            # Who was sent home is no hint: it is always shown.
            if picture.results.bumped(seat, place):
                leds.show(signals.BUMP_HOME, seat, HOME, 1)
            if level != "off":
                leds.show(signals.ORIGIN, seat, place, 1)
            count += 1
            if count % _AT_ONCE == 0:
                yield
        if lifted and lifted != self._air:
            # The patterns begin anew, with their bright part.
            lights.restart(layers.HINTS, now_ms)
        self._air = lifted
        if self.lead is not None:
            self.lead.show(leds, hints)
            yield
            return
        yield from self._show_steps(hints.steps, level)
        if not lifted and level != "off":
            for seat, place in picture.results.pawns():
                if place == HOME:
                    leds.show_home_pawns(signals.MOVABLE, seat)
                else:
                    leds.show(signals.MOVABLE, seat, place)
                count += 1
                if count % _AT_ONCE == 0:
                    yield
        yield

    def _show_steps(self, steps: list, level: str) -> "Iterator[None]":
        """Show where the pawns in the air may go."""
        if level == "full":
            count = 0
            for seat, _, place in steps:
                self._leds.show(signals.DESTINATION, seat, place, 1)
                count += 1
                if count % _AT_ONCE == 0:
                    yield

    def _show_rest(self, hints: "Hints", level: str, known: int) -> "Iterator[None]":
        """Add what was not known at once; so many steps were."""
        for seat in hints.homeless:
            self._leds.show(signals.BUMP_HOME, seat, HOME, 1)
        yield from self._show_steps(hints.steps[known:], level)
        if level == "full":
            count = 0
            for seat, place in hints.bumps:
                self._leds.show(signals.BUMP_TARGET, seat, place)
                count += 1
                if count % _AT_ONCE == 0:
                    yield

    def _walls(self, picture: Picture) -> "Iterator[None]":
        """Show the walls that stop a pawn of the seat to act."""
        seat = picture.state[TURN]
        movable = picture.results.pawns()
        found = []
        for i in range(4 * seat, 4 * seat + 4):
            place = picture.state[i]
            if (seat, place) not in movable and (i % 4 == 0 or place != picture.state[i - 1]):
                why = self._why(picture, seat, place)
                if why is not None and why[0] in _WALLS and why[1] not in found:
                    found.append(why[1])
                    self._leds.show(signals.WALL, NOBODY, why[1])
                yield

    def _why(self, picture: Picture, seat: int, place: int) -> "tuple | None":
        return self._game.why(picture.state, picture.action, seat, place, picture.results)

    def _refuse(self, picture: Picture, seat: int, place: int, now_ms: int) -> None:
        """Flash the wall that holds a lifted pawn back."""
        why = self._why(picture, seat, place)
        if why is not None and why[0] in _WALLS and why[1] != NOBODY:
            self._leds.show(signals.WALL_REFUSES, NOBODY, why[1])
            self._lights.expire(layers.REFUSAL, now_ms)

    # -- moments ------------------------------------------------------------------------

    def accepted(self, move: bytes, seat: int, now_ms: int) -> None:
        """Flash where the pawns of a seat's accepted move have come to stand."""
        for owner, place in ends(move):
            self._leds.show(signals.ACCEPTED, owner, place, 1)
        self._leds.show_seat(signals.ACCEPTED, seat)
        # No longer than it is lit: the next hint may be for the same space.
        self._lights.expire(layers.FLASH, now_ms, _TWICE_MS)

    def undone(self, now_ms: int) -> None:
        """Flash that a move was taken back."""
        for seat in range(4):
            self._leds.show_seat(signals.UNDONE, seat)
        self._lights.expire(layers.FLASH, now_ms)

    def refused(self, word: str, place: int, seat: int, now_ms: int) -> None:
        """Flash a refusal on every seat, and on the place of the seat to act that it is about."""
        signal = signals.ONE_CARD if word == "two-cards" else signals.REFUSED
        for every in range(4):
            self._leds.show_seat(signal, every)
        if place != NOBODY:
            signal = signals.WALL_REFUSES if word in _WALLS else signals.REFUSED
            self._leds.show(signal, seat, place, 1)
        self._lights.expire(layers.REFUSAL, now_ms)

    def rolled(self, value: int) -> None:
        """Show the die from the next refresh on, until the move is made."""
        self._die = value

    def player(self, seat: int, level: int) -> None:
        """Show during set-up which level plays a seat: 1 easy, 2 normal, 3 hard."""
        self._leds.show_seat(
            (signals.PLAYER_EASY, signals.PLAYER_NORMAL, signals.PLAYER_HARD)[level - 1], seat
        )

    def pile(self, seat: int, thinks: bool) -> None:
        """Ask for a computer's cards on the slot, or show that it thinks."""
        self._leds.show_seat(signals.THINKS if thinks else signals.LAY, seat)

    def lays_down(self, seat: int) -> None:
        """Show that a computer puts its hand down: it can play no card."""
        self._leds.show_seat(signals.FOLD, seat)

    def laid(self, seat: int, to: int, now_ms: int) -> None:
        """Flash that a computer's card was read; `to` gets it, NOBODY: it stays with its pile."""
        self._leds.show_seat(signals.ACCEPTED if to == NOBODY else signals.GIVE, seat)
        if to != NOBODY:
            self._leds.show_seat(signals.GIVE, to)
        self._lights.expire(layers.FLASH, now_ms)

    def fault(self, part: str, on: bool) -> None:
        """Show or end a fault, counted in flashes, on every seat; of several the most urgent."""
        faulty = [one for one in self._faulty if one != part]
        self._faulty = faulty + [part] if on else faulty
        self._lights.clear(layers.FAULT)
        for one, signal in _FAULTS:
            if one in self._faulty:
                for seat in range(4):
                    self._leds.show_seat(signal, seat)
                return
