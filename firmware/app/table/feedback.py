# SPDX-License-Identifier: Apache-2.0
"""What the lights say: from the state of the table to signals on lights.

`refresh` says everything anew after an event; `hands` follows the pawns in the air and is
called on eager edges, so that a lift is answered within two scans and a frame.
"""

from app.table.led_map import LedMap
from light import effects, layers, signals
from light.patterns import EFFECT
from rules.game import BUMP, HOME, NOBODY, SWAP, TURN, WINNER

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from types import ModuleType

    from app.table.play import Play
    from app.table.table import Table
    from light.lights import Lights
    from sense.boardmap import BoardMap
    from sense.debounce import Debounce

_WALLS = ("wall", "barrier")
_FAULTS = {
    "chain": signals.FAULT_CHAIN,
    "reader": signals.FAULT_READER,
    "sensor": signals.FAULT_SENSOR,
    "flash": signals.FAULT_FLASH,
    "store": signals.FAULT_SETTINGS,
}


class Feedback(LedMap):
    """Speaks the light language for one table.

    Args:
        lights, layout, boardmap, debounce, order: see `Lamps`.
        settings: `hints` is read at every refresh.
    """

    def __init__(
        self,
        lights: "Lights",
        layout: "ModuleType",
        boardmap: "BoardMap",
        debounce: "Debounce",
        settings: dict,
        order: "bytes | None" = None,
    ) -> None:
        LedMap.__init__(self, lights, layout, boardmap, debounce, order)
        self._settings = settings
        self._die = 0
        self._won = False
        self._air = []  # (seat, place) of the pawns in the air when it was last shown

    # -- the state of the table -----------------------------------------------------------

    def refresh(self, table: "Table", now_ms: int) -> None:
        """Say everything anew."""
        lights = self._lights
        for layer in (layers.GUIDE, layers.BUMP, layers.WALL, layers.HINTS, layers.TURN):
            lights.clear(layer)
        phase = table.phase
        self._winner(table, now_ms)
        if phase == "setup":
            self._setup(table)
        else:
            self._turn(table, phase)
        if phase == "guide":
            self._guide(table)
        elif phase == "ask":
            self._ask(table)
        elif phase == "move":
            self.hands(table, now_ms, self._debounce)

    def _turn(self, table: "Table", phase: str) -> None:
        match = table.match
        seat = match.state[TURN]
        if seat == NOBODY:
            return
        lights = self._lights
        signal = signals.FOLD if phase == "fold" else signals.TURN
        lights.show(signal, self._seat_light(seat), self._rgb[seat])
        if match.round is not None and phase == "deal":
            dealer = match.round.dealer
            lights.show(signals.DEALER, self._seat_light(dealer), self._rgb[dealer])
            for k in range(match.round.deal):
                led = self._layout.LED[self._layout.HOME[4 * dealer + k]]
                lights.show(signals.DEAL, self._light(led))
        if self._die and table.active < 0:
            self._die = 0
        # The die is shown on the spaces in front of the player's start.
        start = seat * self._map.game.ring // 4
        for k in range(self._die):
            place = 1 + (start + k) % self._map.game.ring
            self._show(signals.DIE, seat, place)

    def _setup(self, table: "Table") -> None:
        for seat, place in table.recogniser.gone():
            self._show(signals.SETUP_MISSING, seat, place)
        for spot in table.recogniser.extra_spots[:1]:
            self._show_spot(signals.EXTRA, spot)

    def _guide(self, table: "Table") -> None:
        """Show the nearest way out, one pawn at a time."""
        for spot in table.recogniser.extra_spots[:1]:
            self._show_spot(signals.EXTRA, spot)
        missing = table.recogniser.missing_spots
        if missing:
            self._show_spot(signals.MISSING, missing[0])

    def _ends(self, move: bytes) -> list:
        """Return (seat, place) where the pawns of a move come to stand."""
        ends = []
        for i in range(0, len(move), 4):
            kind = move[i] & 15
            if kind == BUMP:
                continue
            ends.append((move[i + 1], move[i + 3]))
            if kind == SWAP:
                ends.append((move[i] >> 4, move[i + 2]))
        return ends

    def _ask(self, table: "Table") -> None:
        recogniser = table.recogniser
        lights = self._lights
        for index in recogniser.choices:
            if index != recogniser.shown:
                for seat, place in self._ends(table.results[index][1]):
                    self._show(signals.CHOICE_OTHER, seat, place, 1)
        for seat, place in self._ends(table.results[recogniser.shown][1]):
            self._show(signals.CHOICE, seat, place, 1)
        seat = table.match.state[TURN]
        lights.show(signals.PRESS, self._seat_light(seat), self._rgb[seat])

    def _winner(self, table: "Table", now_ms: int) -> None:
        mask = table.match.state[WINNER]
        if bool(mask) == self._won:
            return
        self._won = bool(mask)
        self._lights.clear(layers.AMBIENCE)
        if not mask:
            return
        seats = [seat for seat in range(4) if mask >> seat & 1]
        for led in range(self._layout.N_LEDS):
            rgb = self._rgb[seats[led % len(seats)]]
            self._lights.set(layers.AMBIENCE, led, rgb, EFFECT)
        self._lights.effect(effects.win, now_ms)

    # -- the hands ----------------------------------------------------------------------

    def hands(self, table: "Table", now_ms: int, debounce: "Debounce") -> None:
        """Show the pawns that can move, or what the pawns in the air can do."""
        if table.setup:
            self._lights.clear(layers.GUIDE)
            self._setup(table)
            return
        if table.active < 0 or table.recogniser.asking:
            return
        level = self._settings["hints"]
        lights = self._lights
        lights.clear(layers.HINTS)
        lights.clear(layers.BUMP)
        lights.clear(layers.WALL)
        lifted, steps, bumps = table.recogniser.candidates(debounce)
        # Who was sent home, and why a pawn cannot go on, are no hints: they are always shown.
        for seat in table.recogniser.homeless:
            self._show(signals.BUMP_HOME, seat, HOME, 1)
        if lifted and lifted != self._air:
            # A hand waits for an answer: the patterns begin anew, with their bright part.
            lights.restart(layers.HINTS, now_ms)
        self._air = lifted
        self._bumped(table, lifted)
        if lifted and not steps:
            self._refusing(table, lifted, now_ms)
        if level == "off":
            return
        if not lifted:
            self._movable(table)
            return
        for seat, place in lifted:
            self._show(signals.ORIGIN, seat, place, 1)
        if level == "full":
            for seat, _, place in steps:
                self._show(signals.DESTINATION, seat, place, 1)
            for seat, place in bumps:
                self._show(signals.BUMP_TARGET, seat, place)

    def _movable(self, table: "Table") -> None:
        """Show the pawns the card can move, and the walls that hold others back."""
        movable = table.recogniser.movable()
        for seat, place in movable:
            if self._map.game.kind(place) == 0:
                self._home_pawns(seat)
            else:
                self._show(signals.MOVABLE, seat, place)
        if self._settings["hints"] == "full":
            for place in self._walls(table, movable):
                self._show(signals.WALL, NOBODY, place)

    def _walls(self, table: "Table", movable: list) -> list:
        """Return the places of walls that stop a pawn of the seat to act."""
        match = table.match
        seat = match.state[TURN]
        found = []
        for i in range(4 * seat, 4 * seat + 4):
            place = match.state[i]
            if (seat, place) not in movable and (i % 4 == 0 or place != match.state[i - 1]):
                why = match.game.why(match.state, table.active, seat, place)
                if why is not None and why[0] in _WALLS and why[1] not in found:
                    found.append(why[1])
        return found

    def _bumped(self, table: "Table", lifted: list) -> None:
        """Show the way home to a lifted pawn that some result sends there."""
        for seat, place in lifted:
            for _, move in table.results:
                if self._sends_home(move, seat, place):
                    self._show(signals.BUMP_HOME, seat, HOME, 1)
                    break

    @staticmethod
    def _sends_home(move: bytes, seat: int, place: int) -> bool:
        for i in range(0, len(move), 4):
            if move[i] & 15 == BUMP and move[i + 1] == seat and move[i + 2] == place:
                return True
        return False

    def _refusing(self, table: "Table", lifted: list, now_ms: int) -> None:
        """Flash the wall that holds a lifted pawn back."""
        match = table.match
        for seat, place in lifted:
            why = match.game.why(match.state, table.active, seat, place)
            if why is not None and why[0] in _WALLS and why[1] != NOBODY:
                self._show(signals.WALL_REFUSES, NOBODY, why[1])
                self._lights.expire(layers.REFUSAL, now_ms)

    # -- moments ------------------------------------------------------------------------

    def accepted(self, table: "Play", move: bytes, now_ms: int) -> None:
        """Flash where the pawns of an accepted move have come to stand."""
        for seat, place in self._ends(move):
            self._show(signals.ACCEPTED, seat, place, 1)
        self._lights.show(signals.ACCEPTED, self._seat_light(table.match.state[TURN]))
        self._lights.expire(layers.FLASH, now_ms)

    def undone(self, now_ms: int) -> None:
        """Flash that a move was taken back."""
        for seat in range(4):
            self._lights.show(signals.UNDONE, self._seat_light(seat))
        self._lights.expire(layers.FLASH, now_ms)

    def refused(self, table: "Play", word: str, place: int, now_ms: int) -> None:
        """Flash a refusal on every seat, and on the place it hangs on."""
        signal = signals.ONE_CARD if word == "two-cards" else signals.REFUSED
        for seat in range(4):
            self._lights.show(signal, self._seat_light(seat))
        if place != NOBODY:
            seat = table.match.state[TURN]
            self._show(signals.WALL_REFUSES if word in _WALLS else signals.REFUSED, seat, place, 1)
        self._lights.expire(layers.REFUSAL, now_ms)

    def rolled(self, value: int) -> None:
        """Show the die from the next refresh on, until the move is made."""
        self._die = value

    def fault(self, part: str, on: bool) -> None:
        """Show or end a fault, counted in flashes, on every seat."""
        if not on:
            self._lights.clear(layers.FAULT)
            return
        signal = _FAULTS.get(part, signals.FAULT_PROGRAM)
        for seat in range(4):
            self._lights.show(signal, self._seat_light(seat))
