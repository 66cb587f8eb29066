# SPDX-License-Identifier: Apache-2.0
"""What the lights say: from the state of the table to signals on lights.

`refresh` says everything again; `lifted` answers a hand before that.
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
    from collections.abc import Callable

    from app.table.led_map import LedMap
    from light.lights import Lights
    from rules.game import Game
    from sense.hints import Hints

_FIRST = const(3)  # ends shown at once with the pawn that a hand has lifted
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

# The game as the lights need to know it, at one moment. `name` is the phase as the event stream names it, `state`
# the position, `round` its hands and deal (None without), `phase` the `app.phases` object, whose `action`,
# `results` and `lead` are shown; `hands` is the `Recogniser`: what the pawns do and what is out of place.
Picture = namedtuple("Picture", ("name", "state", "round", "phase", "hands"))


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
        self._air: list = []  # (seat, place) of the pawns in the air when it was last shown

    # -- the state of the table -----------------------------------------------------------

    def refresh(self, picture: Picture, now_ms: int, poll: "Callable") -> None:
        """Say everything again.

        Args:
            picture: the game.
            now_ms: the time.
            poll: called on the way; it may raise, and all is said again later.
        """
        lights = self._lights
        for layer in (layers.GUIDE, layers.BUMP, layers.WALL, layers.HINTS, layers.TURN):
            lights.clear(layer)
        name = picture.name
        self._winner(picture, now_ms)
        if name == "setup":
            self._setup(picture)
            return
        if name == "cleared":
            self._offer(picture)
            return
        self._turn(picture, name)
        if name == "guide":
            self._guide(picture)
            if picture.phase.action >= 0 and not picture.hands.mistaken:
                # Somebody thinks with a pawn in the hand.
                self._hands(picture, now_ms, poll)
        elif name == "ask":
            self._ask(picture)
        elif name == "move":
            self._hands(picture, now_ms, poll)

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
        if self._die and picture.phase.action < 0:
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

    def _offer(self, picture: Picture) -> None:
        """Show that all pawns are at home, and that any button begins a new game."""
        for seat in range(4):
            self._leds.show_seat(signals.PRESS, seat)
            self._leds.show_home_pawns(signals.CHOICE, seat)

    def _guide(self, picture: Picture) -> None:
        """Show the nearest way out, one pawn at a time."""
        for spot in picture.hands.guide.extra_spots[:1]:
            self._leds.show_spot(signals.EXTRA, spot)
        missing = picture.hands.guide.missing_spots
        if missing:
            self._leds.show_spot(signals.MISSING, missing[0])

    def _ask(self, picture: Picture) -> None:
        """Show one choice, less brightly where the others differ, and the pawns that point at one.

        The position as it is: the pawns that other choices move are shown where they stand.
        """
        recogniser = picture.hands
        shown = recogniser.question.shown
        seat = picture.state[TURN]
        if seat == NOBODY:  # the game is over: its last mover knows whether that was taken back
            seat = recogniser.expected.previous[TURN]
        self._leds.show_seat(signals.PRESS, seat)
        signal = signals.CHOICE if shown == UNCHANGED else signals.CHOICE_OTHER
        for owner, place in self._others(picture):
            self._leds.show(signal, owner, place, 1)
        self._show_choice(picture, shown)  # where they meet it is the one that is shown
        for owner, place in recogniser.hints(self._leds.debounce).lifted:
            self._leds.show(signals.ORIGIN, owner, place, 1)

    def _others(self, picture: Picture) -> list:
        """Return (seat, place) of what the choices are about, once each, the last to be shown last."""
        question = picture.hands.question
        about = starts if question.shown == UNCHANGED else ends
        found: "list[tuple[int, int]]" = []
        for choice in reversed(question.choices):
            if choice >= 0:
                for pawn in reversed(about(picture.phase.results.move(choice))):
                    if pawn not in found:
                        found.append(pawn)
        found.reverse()
        return found

    def _show_choice(self, picture: Picture, shown: int) -> None:
        places = []
        if shown >= 0:
            places = ends(picture.phase.results.move(shown))
        elif shown == PREVIOUS:
            places = picture.hands.expected.ends_before()
        for seat, place in places:
            self._leds.show(signals.CHOICE, seat, place, 1)

    def _winner(self, picture: Picture, now_ms: int) -> None:
        mask = picture.state[WINNER] if picture.name == "over" else 0
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

        And the first ends of one, or the wall that holds it back, as long as no other has been moved. `refresh`
        shows the rest, and takes from the lights what has become wrong.
        """
        phase = picture.phase
        level = self._level(picture)
        if level == "off":
            return
        alone = picture.hands.only_lifted()
        if not self._air and phase.lead is None and picture.name != "ask":
            self._lights.clear(layers.HINTS)  # no other pawn is meant
        for seat, place in pawns:
            self._leds.show(signals.ORIGIN, seat, place, 1)
        if phase.lead is not None or not phase.results or len(pawns) > 1 or not alone:
            return
        seat, place = pawns[0]
        found = phase.results.ends(seat, place)
        if not found:
            self._refuse(picture, seat, place, now_ms)
        elif level == "full":
            for end in found[:_FIRST]:
                if end != place:  # first it is said that it is in the air
                    self._leds.show(signals.DESTINATION, seat, end, 1)

    def _level(self, picture: Picture) -> str:
        """Return how much is shown; a computer's move is shown whatever people want for themselves."""
        return self._settings["hints"] if picture.phase.lead is None else "full"

    def _hands(self, picture: Picture, now_ms: int, poll: "Callable") -> None:
        """Show the pawns that can move, or what the pawns in the air can do."""
        leds = self._leds
        phase = picture.phase
        hints = picture.hands.hints(leds.debounce)
        lifted = hints.lifted
        level = self._level(picture)
        if not phase.results:
            # The card has been read: its results are being found, or a computer thinks.
            leds.show_seat(signals.ORIGIN, picture.state[TURN])
        for seat, place in lifted:
            # A pawn that was sent home is no hint: it is always shown.
            if phase.results.bumped(seat, place):
                leds.show(signals.BUMP_HOME, seat, HOME, 1)
            if level != "off":
                leds.show(signals.ORIGIN, seat, place, 1)
        if lifted and lifted != self._air:
            # The patterns begin again, with their bright part.
            self._lights.restart(layers.HINTS, now_ms)
        self._air = lifted
        if phase.lead is not None:
            phase.lead.show(leds, hints)
        elif phase.results:
            hints.rest()
            self._show_ends(hints, level)
            if not lifted and level != "off":
                self._movable(picture, level, poll)
            elif not hints.steps:
                for seat, place in lifted:
                    self._refuse(picture, seat, place, now_ms)

    def _show_ends(self, hints: "Hints", level: str) -> None:
        """Show where the pawns in the air may go, and who has to go home."""
        for seat in hints.homeless:
            self._leds.show(signals.BUMP_HOME, seat, HOME, 1)
        if level == "full":
            for seat, _, place in hints.steps:
                self._leds.show(signals.DESTINATION, seat, place, 1)
            for seat, place in hints.bumps:
                self._leds.show(signals.BUMP_TARGET, seat, place)

    def _movable(self, picture: Picture, level: str, poll: "Callable") -> None:
        """Show which pawns can move, and the walls that stop a pawn of the seat to act."""
        leds = self._leds
        movable = picture.phase.results.pawns()
        for seat, place in movable:
            if place == HOME:
                leds.show_home_pawns(signals.MOVABLE, seat)
            else:
                leds.show(signals.MOVABLE, seat, place)
        if level != "full":
            return
        seat = picture.state[TURN]
        found = []
        for place in sorted(set(picture.state[4 * seat : 4 * seat + self._game.pawns])):
            if (seat, place) not in movable:
                poll()
                why = self._why(picture, seat, place)
                if why is not None and why[0] in _WALLS and why[1] not in found:
                    found.append(why[1])
                    leds.show(signals.WALL, NOBODY, why[1])

    def _why(self, picture: Picture, seat: int, place: int) -> "tuple | None":
        phase = picture.phase
        return self._game.why(picture.state, phase.action, seat, place, phase.results)

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
        """Show that a computer folds: it can play no card."""
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
