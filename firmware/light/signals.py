# SPDX-License-Identifier: Apache-2.0
"""The light language as data: every signal with its layer, colour, pattern and meaning.

A signal is told from the others by its pattern, or by its pattern and the kind of light
it is shown on; colour only helps. `tests/light/test_signals.py` holds this.
"""

from collections import namedtuple

from light import layers, palette, patterns

# Kinds of lights (bits): where a signal can appear.
SPACE = 1  # a space of the ring, a goal row or a safety zone
HOME = 2  # a home slot
SEAT = 4  # the light in front of a player
ALL = 7

# When a signal can appear: in a game, or in the builder's tests, where no game is shown.
PLAY = 0
SERVICE = 1

# rgb None = the colour of the seat it belongs to. `once`: shown with `Lights.expire`.
# `wish` groups signals that ask for the same thing; these may look alike.
Signal = namedtuple("Signal", "name layer rgb pattern where mode once wish meaning")


def _play(
    name: str, layer: int, rgb: "tuple | None", pattern: int, where: int, wish: str, meaning: str,
    once: bool = False,
) -> Signal:  # fmt: skip
    return Signal(name, layer, rgb, pattern, where, PLAY, once, wish or name, meaning)


def _fault(count: int, name: str, meaning: str) -> Signal:
    pattern = patterns.COUNT_1 + count - 1
    return Signal(
        "fault-" + name, layers.FAULT, palette.VERMILLION, pattern, ALL, PLAY, False,
        "fault-" + name, meaning,
    )  # fmt: skip


def _service(name: str, rgb: tuple, pattern: int, meaning: str) -> Signal:
    return Signal(name, layers.HINTS, rgb, pattern, ALL, SERVICE, False, name, meaning)


MOVABLE = _play(
    "movable", layers.HINTS, palette.SKY, patterns.WINK, SPACE | HOME, "",
    "this pawn can move with the card")  # fmt: skip
ORIGIN = _play(
    "origin", layers.HINTS, palette.SKY, patterns.STEADY, SPACE | HOME, "",
    "the lifted pawn came from here; putting it back changes nothing")  # fmt: skip
DESTINATION = _play(
    "destination", layers.HINTS, palette.WHITE, patterns.BREATHE, SPACE | HOME, "",
    "the lifted pawn can go here")  # fmt: skip
BUMP_TARGET = _play(
    "bump-target", layers.HINTS, palette.ORANGE, patterns.DOUBLE, SPACE, "",
    "the lifted pawn can go here and sends this pawn home")  # fmt: skip
BUMP_HOME = _play(
    "bump-home", layers.BUMP, None, patterns.PULSE, HOME, "put a pawn here",
    "a pawn that was sent home belongs here")  # fmt: skip
WALL = _play(
    "wall", layers.WALL, palette.VIOLET, patterns.SHORT_ON, SPACE, "",
    "a wall: pawns of other colours cannot pass")  # fmt: skip
WALL_REFUSES = _play(
    "wall-refuses", layers.REFUSAL, palette.VIOLET, patterns.DASH_DOT, SPACE, "",
    "this wall stopped the move that was tried", True)  # fmt: skip
MISSING = _play(
    "missing", layers.GUIDE, palette.YELLOW, patterns.PULSE, SPACE | HOME, "put a pawn here",
    "a pawn is missing here")  # fmt: skip
EXTRA = _play(
    "extra", layers.GUIDE, palette.VERMILLION, patterns.FAST, SPACE | HOME, "",
    "this pawn does not belong here")  # fmt: skip
CHOICE = _play(
    "choice", layers.HINTS, palette.GREEN, patterns.BLINK, SPACE | HOME, "",
    "ask: the pawn of the choice being shown")  # fmt: skip
CHOICE_OTHER = _play(
    "choice-other", layers.HINTS, palette.GREEN, patterns.RAMP, SPACE | HOME, "",
    "ask: lift and put back this pawn to choose it instead")  # fmt: skip
PRESS = _play(
    "press", layers.HINTS, None, patterns.BLINK, SEAT, "",
    "ask: this button takes the choice being shown")  # fmt: skip
ACCEPTED = _play(
    "accepted", layers.FLASH, palette.WHITE, patterns.FLASH_TWICE, ALL, "",
    "the move counts", True)  # fmt: skip
UNDONE = _play(
    "undone", layers.FLASH, palette.YELLOW, patterns.FADE, ALL, "",
    "the last move was taken back", True)  # fmt: skip
REFUSED = _play(
    "refused", layers.REFUSAL, palette.VERMILLION, patterns.TRIPLE, ALL, "",
    "this card or move does not count", True)  # fmt: skip
ONE_CARD = _play(
    "one-card", layers.REFUSAL, palette.YELLOW, patterns.DOUBLE, SEAT, "",
    "one card at a time, please", True)  # fmt: skip
TURN = _play(
    "turn", layers.TURN, None, patterns.STEADY, SEAT, "",
    "this player is next")  # fmt: skip
DEALER = _play(
    "dealer", layers.TURN, None, patterns.BREATHE, SEAT, "",
    "this player deals")  # fmt: skip
DEAL = _play(
    "deal", layers.TURN, palette.WHITE, patterns.HEARTBEAT, HOME, "",
    "number of the deal: one, two or three lights at the dealer")  # fmt: skip
FOLD = _play(
    "fold", layers.TURN, None, patterns.RAMP, SEAT, "",
    "this player is putting the hand down")  # fmt: skip
DIE = _play(
    "die", layers.TURN, palette.WHITE, patterns.GLITTER, SPACE | HOME, "",
    "the die: as many lights as it shows")  # fmt: skip
SETUP_MISSING = _play(
    "setup-missing", layers.GUIDE, None, patterns.PULSE, HOME, "put a pawn here",
    "set-up: a pawn of this colour belongs here")  # fmt: skip
WINNER = _play(
    "winner", layers.AMBIENCE, None, patterns.EFFECT, ALL, "",
    "comets in the winner's colour run round the table")  # fmt: skip

FAULT_CHAIN = _fault(1, "chain", "the sensor chain does not answer as it should")
FAULT_READER = _fault(2, "reader", "the card reader does not answer")
FAULT_SENSOR = _fault(3, "sensor", "a sensor is stuck or flickers")
FAULT_FLASH = _fault(4, "flash", "the game cannot be saved; it goes on in RAM")
FAULT_SETTINGS = _fault(5, "settings", "settings or learned wiring are damaged")
FAULT_PROGRAM = _fault(6, "program", "the program has failed; the log says where")

DOCTOR_CLOSED = _service("doctor-closed", palette.GREEN, patterns.STEADY, "this sensor is closed")
DOCTOR_FLAKY = _service("doctor-flaky", palette.VERMILLION, patterns.FAST, "this sensor flickers")
DOCTOR_STUCK = _service("doctor-stuck", palette.ORANGE, patterns.WINK, "this sensor is stuck")
LEARN_HERE = _service("learn-here", palette.WHITE, patterns.BLINK, "put one pawn on this light")
LEARN_LIFT = _service("learn-lift", palette.SKY, patterns.RAMP, "take the pawn away again")
LEARN_DOUBLE = _service(
    "learn-double", palette.YELLOW, patterns.DOUBLE, "two sensors answered: magnet too strong"
)
LEARN_DONE = _service("learn-done", palette.GREEN, patterns.BREATHE, "this place is learnt")
LEARN_SILENT = _service(
    "learn-silent", palette.VERMILLION, patterns.TRIPLE, "no clear answer from this place"
)

SIGNALS = (
    MOVABLE, ORIGIN, DESTINATION, BUMP_TARGET, BUMP_HOME, WALL, WALL_REFUSES, MISSING, EXTRA,
    CHOICE, CHOICE_OTHER, PRESS, ACCEPTED, UNDONE, REFUSED, ONE_CARD, TURN, DEALER, DEAL, FOLD,
    DIE, SETUP_MISSING, WINNER, FAULT_CHAIN, FAULT_READER, FAULT_SENSOR, FAULT_FLASH,
    FAULT_SETTINGS, FAULT_PROGRAM, DOCTOR_CLOSED, DOCTOR_FLAKY, DOCTOR_STUCK, LEARN_HERE,
    LEARN_LIFT, LEARN_DOUBLE, LEARN_DONE, LEARN_SILENT,
)  # fmt: skip
