# SPDX-License-Identifier: Apache-2.0
"""The light language: what each signal means, where it can appear, and its layer, colour and pattern.

A signal is told from the others by its pattern, or by its pattern and the kind of light it is shown on;
colour only helps. `tests/light/test_signals.py` holds this.
"""

from collections import namedtuple

from light import layers
from light.palette import GREEN, ORANGE, OWN, SKY, VERMILLION, VIOLET, WHITE, YELLOW
from light.patterns import (
    BLINK,
    BREATHE,
    COUNT_1,
    DASH_DOT,
    DOUBLE,
    EFFECT,
    FADE,
    FAST,
    FLASH_TWICE,
    GLITTER,
    HEARTBEAT,
    PULSE,
    RAMP,
    SHORT_ON,
    STEADY,
    TRIPLE,
    WINK,
)

# Kinds of lights (bits): where a signal can appear.
SPACE = 1  # a space of the ring, a goal row or a safety zone
HOME = 2  # a home slot
SEAT = 4  # the light in front of a player
BOARD = 3
ALL = 7

# `rgb`: None is the seat's own colour. `wish`: signals that ask for the same thing may look alike.
# `builder`: for the builder's tests, where no game is shown.
Signal = namedtuple(
    "Signal", ("name", "layer", "rgb", "pattern", "where", "meaning", "wish", "builder")
)

SIGNALS: list = []


def _signal(
    name: str, layer: int, rgb: "tuple | None", pattern: int, where: int, meaning: str,
    wish: str = "", builder: bool = False,
) -> Signal:  # fmt: skip
    signal = Signal(name, layer, rgb, pattern, where, meaning, wish or name, builder)
    SIGNALS.append(signal)
    return signal


def _hint(name: str, rgb: "tuple | None", pattern: int, where: int, meaning: str) -> Signal:
    return _signal(name, layers.HINTS, rgb, pattern, where, meaning)


def _turn(name: str, rgb: "tuple | None", pattern: int, where: int, meaning: str) -> Signal:
    return _signal(name, layers.TURN, rgb, pattern, where, meaning)


def _fault(name: str, count: int, meaning: str) -> Signal:
    return _signal(name, layers.FAULT, VERMILLION, COUNT_1 + count - 1, ALL, meaning)


def _builder(name: str, rgb: tuple, pattern: int, meaning: str) -> Signal:
    return _signal(name, layers.HINTS, rgb, pattern, ALL, meaning, "", True)


_PUT = "put a pawn here"

# fmt: off
MOVABLE = _hint("movable", SKY, WINK, BOARD, "this pawn can move with the card")
ORIGIN = _hint("origin", SKY, STEADY, BOARD, "the lifted pawn came from here; putting it back changes nothing")
DESTINATION = _hint("destination", WHITE, BREATHE, BOARD, "the lifted pawn can go here")
BUMP_TARGET = _hint("bump-target", ORANGE, DOUBLE, SPACE, "the lifted pawn can go here and sends this pawn home")
BUMP_HOME = _signal("bump-home", layers.BUMP, OWN, PULSE, HOME, "a pawn that was sent home belongs here", _PUT)
WALL = _signal("wall", layers.WALL, VIOLET, SHORT_ON, SPACE, "a wall: pawns of other colours cannot pass")
WALL_REFUSES = _signal("wall-refuses", layers.REFUSAL, VIOLET, DASH_DOT, SPACE, "this wall stopped the move that was tried")
MISSING = _signal("missing", layers.GUIDE, YELLOW, PULSE, BOARD, "a pawn is missing here", _PUT)
EXTRA = _signal("extra", layers.GUIDE, VERMILLION, FAST, BOARD, "this pawn does not belong here")
CHOICE = _hint("choice", GREEN, BLINK, BOARD, "ask: the pawn of the choice being shown")
CHOICE_OTHER = _hint("choice-other", GREEN, RAMP, BOARD, "ask: lift and put back this pawn to choose it instead")
PRESS = _hint("press", OWN, BLINK, SEAT, "ask: this button takes the choice being shown")
ACCEPTED = _signal("accepted", layers.FLASH, WHITE, FLASH_TWICE, ALL, "the move counts")
UNDONE = _signal("undone", layers.FLASH, YELLOW, FADE, ALL, "the last move was taken back")
REFUSED = _signal("refused", layers.REFUSAL, VERMILLION, TRIPLE, ALL, "this card or move does not count")
ONE_CARD = _signal("one-card", layers.REFUSAL, YELLOW, DOUBLE, SEAT, "one card at a time, please")
LAY = _hint("lay", OWN, WINK, SEAT, "lay the cards of this computer's pile on the slot, one by one, face down")
THINKS = _hint("thinks", OWN, GLITTER, SEAT, "the computer of this seat is thinking")
GIVE = _signal("give", layers.FLASH, GREEN, HEARTBEAT, SEAT, "this card goes from the computer to its partner: these two seats")
PLAYER_EASY = _turn("player-easy", OWN, SHORT_ON, SEAT, "set-up: a computer plays here, easy; press for the next level")
PLAYER_NORMAL = _turn("player-normal", OWN, DASH_DOT, SEAT, "set-up: a computer plays here, normal")
PLAYER_HARD = _turn("player-hard", OWN, FAST, SEAT, "set-up: a computer plays here, hard")
TURN = _turn("turn", OWN, STEADY, SEAT, "this player is next")
DEALER = _turn("dealer", OWN, BREATHE, SEAT, "this player deals")
DEAL = _turn("deal", WHITE, HEARTBEAT, HOME, "number of the deal: one, two or three lights at the dealer")
FOLD = _turn("fold", OWN, RAMP, SEAT, "this player is folding")
DIE = _turn("die", OWN, GLITTER, BOARD, "the die: as many lights as it shows")
SETUP_MISSING = _signal("setup-missing", layers.GUIDE, OWN, PULSE, HOME, "set-up: a pawn of this colour belongs here", _PUT)
WINNER = _signal("winner", layers.AMBIENCE, OWN, EFFECT, ALL, "comets in the winner's colour run round the table")

FAULT_CHAIN = _fault("fault-chain", 1, "the sensor chain does not answer as it should")
FAULT_READER = _fault("fault-reader", 2, "the card reader does not answer")
FAULT_SENSOR = _fault("fault-sensor", 3, "a sensor is stuck or flickers")
FAULT_FLASH = _fault("fault-flash", 4, "the game cannot be saved; it continues in RAM")
FAULT_SETTINGS = _fault("fault-settings", 5, "settings or learned wiring are damaged")
FAULT_PROGRAM = _fault("fault-program", 6, "the program has failed; the log says where")

DOCTOR_CLOSED = _builder("doctor-closed", GREEN, STEADY, "this sensor is closed")
DOCTOR_FLAKY = _builder("doctor-flaky", VERMILLION, FAST, "this sensor flickers")
DOCTOR_STUCK = _builder("doctor-stuck", ORANGE, WINK, "this sensor is stuck")
LEARN_HERE = _builder("learn-here", WHITE, BLINK, "put one pawn on this light")
LEARN_LIFT = _builder("learn-lift", SKY, RAMP, "take the pawn away again")
LEARN_DOUBLE = _builder("learn-double", YELLOW, DOUBLE, "two sensors answered: magnet too strong")
LEARN_DONE = _builder("learn-done", GREEN, BREATHE, "this place is learnt")
LEARN_SILENT = _builder("learn-silent", VERMILLION, TRIPLE, "no clear answer from this place")
# fmt: on
