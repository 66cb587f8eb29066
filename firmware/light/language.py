# SPDX-License-Identifier: Apache-2.0
"""What the light language means: every signal with its name, its place and its meaning.

For the pictures, the guides and the tests; a table at play needs only `signals.py`. A signal is
told from the others by its pattern, or by its pattern and the kind of light it is shown on;
colour only helps. `tests/light/test_signals.py` holds this.
"""

from collections import namedtuple

from light import palette, service, signals

# Kinds of lights (bits): where a signal can appear.
SPACE = 1  # a space of the ring, a goal row or a safety zone
HOME = 2  # a home slot
SEAT = 4  # the light in front of a player
ALL = 7

# When a signal can appear: in a game, or in the builder's tests, where no game is shown.
PLAY = 0
SERVICE = 1

# `light` is what `Lights.show` takes, unpacked in the three fields behind it (`rgb` None: the
# seat's). `wish` groups signals that ask for the same thing; these may look alike.
Signal = namedtuple("Signal", "light layer rgb pattern name where mode wish meaning")

# Names of the layers and the patterns, by their numbers.
LAYERS = ("fault", "refusal", "flash", "guide", "bump", "wall", "hints", "turn", "ambience")
PATTERNS = (
    "off", "steady", "pulse", "breathe", "blink", "fast", "double", "triple", "short-on",
    "wink", "dash-dot", "ramp", "fade", "flash-twice", "glitter", "heartbeat",
    "count-1", "count-2", "count-3", "count-4", "count-5", "count-6", "effect",
)  # fmt: skip


def _signal(name: str, where: int, meaning: str, wish: str = "", mode: int = PLAY) -> Signal:
    light = getattr(service if mode == SERVICE else signals, name.upper().replace("-", "_"))
    rgb = palette.RGB[light >> 5 & 7] or None
    return Signal(light, light >> 8, rgb, light & 31, name, where, mode, wish or name, meaning)


SIGNALS = (
    _signal("movable", SPACE | HOME, "this pawn can move with the card"),
    _signal(
        "origin", SPACE | HOME, "the lifted pawn came from here; putting it back changes nothing"
    ),
    _signal("destination", SPACE | HOME, "the lifted pawn can go here"),
    _signal("bump-target", SPACE, "the lifted pawn can go here and sends this pawn home"),
    _signal("bump-home", HOME, "a pawn that was sent home belongs here", wish="put a pawn here"),
    _signal("wall", SPACE, "a wall: pawns of other colours cannot pass"),
    _signal("wall-refuses", SPACE, "this wall stopped the move that was tried"),
    _signal("missing", SPACE | HOME, "a pawn is missing here", wish="put a pawn here"),
    _signal("extra", SPACE | HOME, "this pawn does not belong here"),
    _signal("choice", SPACE | HOME, "ask: the pawn of the choice being shown"),
    _signal("choice-other", SPACE | HOME, "ask: lift and put back this pawn to choose it instead"),
    _signal("press", SEAT, "ask: this button takes the choice being shown"),
    _signal("accepted", ALL, "the move counts"),
    _signal("undone", ALL, "the last move was taken back"),
    _signal("refused", ALL, "this card or move does not count"),
    _signal("one-card", SEAT, "one card at a time, please"),
    _signal(
        "lay", SEAT, "lay the cards of this computer's pile on the slot, one by one, face down"
    ),
    _signal("thinks", SEAT, "the computer of this seat is thinking"),
    _signal("give", SEAT, "this card goes from the computer to its partner: these two seats"),
    _signal("player-easy", SEAT, "set-up: a computer plays here, easy; press for the next level"),
    _signal("player-normal", SEAT, "set-up: a computer plays here, normal"),
    _signal("player-hard", SEAT, "set-up: a computer plays here, hard"),
    _signal("turn", SEAT, "this player is next"),
    _signal("dealer", SEAT, "this player deals"),
    _signal("deal", HOME, "number of the deal: one, two or three lights at the dealer"),
    _signal("fold", SEAT, "this player is putting the hand down"),
    _signal("die", SPACE | HOME, "the die: as many lights as it shows"),
    _signal(
        "setup-missing", HOME, "set-up: a pawn of this colour belongs here", wish="put a pawn here"
    ),
    _signal("winner", ALL, "comets in the winner's colour run round the table"),
    _signal("fault-chain", ALL, "the sensor chain does not answer as it should"),
    _signal("fault-reader", ALL, "the card reader does not answer"),
    _signal("fault-sensor", ALL, "a sensor is stuck or flickers"),
    _signal("fault-flash", ALL, "the game cannot be saved; it goes on in RAM"),
    _signal("fault-settings", ALL, "settings or learned wiring are damaged"),
    _signal("fault-program", ALL, "the program has failed; the log says where"),
    _signal("doctor-closed", ALL, "this sensor is closed", mode=SERVICE),
    _signal("doctor-flaky", ALL, "this sensor flickers", mode=SERVICE),
    _signal("doctor-stuck", ALL, "this sensor is stuck", mode=SERVICE),
    _signal("learn-here", ALL, "put one pawn on this light", mode=SERVICE),
    _signal("learn-lift", ALL, "take the pawn away again", mode=SERVICE),
    _signal("learn-double", ALL, "two sensors answered: magnet too strong", mode=SERVICE),
    _signal("learn-done", ALL, "this place is learnt", mode=SERVICE),
    _signal("learn-silent", ALL, "no clear answer from this place", mode=SERVICE),
)
