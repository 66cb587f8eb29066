# SPDX-License-Identifier: Apache-2.0
"""The light language as the table keeps it: layer, colour and pattern of every signal.

Each is packed into one small integer, since a Pico has no heap to spare for fifty tuples.
What each signal means and where it can appear is written in `language.py`, which the table never
loads; those of the builder's tests are in `service.py`, which only these load.
"""

from light import layers, palette, patterns


def pack(layer: int, colour: int, pattern: int) -> int:
    """Return a signal of a layer 0..8, a colour of `palette` 0..7 and a pattern 0..31."""
    return layer << 8 | colour << 5 | pattern


MOVABLE = pack(layers.HINTS, palette.SKY, patterns.WINK)
ORIGIN = pack(layers.HINTS, palette.SKY, patterns.STEADY)
DESTINATION = pack(layers.HINTS, palette.WHITE, patterns.BREATHE)
BUMP_TARGET = pack(layers.HINTS, palette.ORANGE, patterns.DOUBLE)
BUMP_HOME = pack(layers.BUMP, palette.OWN, patterns.PULSE)
WALL = pack(layers.WALL, palette.VIOLET, patterns.SHORT_ON)
WALL_REFUSES = pack(layers.REFUSAL, palette.VIOLET, patterns.DASH_DOT)
MISSING = pack(layers.GUIDE, palette.YELLOW, patterns.PULSE)
EXTRA = pack(layers.GUIDE, palette.VERMILLION, patterns.FAST)
CHOICE = pack(layers.HINTS, palette.GREEN, patterns.BLINK)
CHOICE_OTHER = pack(layers.HINTS, palette.GREEN, patterns.RAMP)
PRESS = pack(layers.HINTS, palette.OWN, patterns.BLINK)
ACCEPTED = pack(layers.FLASH, palette.WHITE, patterns.FLASH_TWICE)
UNDONE = pack(layers.FLASH, palette.YELLOW, patterns.FADE)
REFUSED = pack(layers.REFUSAL, palette.VERMILLION, patterns.TRIPLE)
ONE_CARD = pack(layers.REFUSAL, palette.YELLOW, patterns.DOUBLE)
TURN = pack(layers.TURN, palette.OWN, patterns.STEADY)
DEALER = pack(layers.TURN, palette.OWN, patterns.BREATHE)
DEAL = pack(layers.TURN, palette.WHITE, patterns.HEARTBEAT)
FOLD = pack(layers.TURN, palette.OWN, patterns.RAMP)
LAY = pack(layers.HINTS, palette.OWN, patterns.WINK)
THINKS = pack(layers.HINTS, palette.OWN, patterns.GLITTER)
GIVE = pack(layers.FLASH, palette.GREEN, patterns.HEARTBEAT)
PLAYER_EASY = pack(layers.TURN, palette.OWN, patterns.SHORT_ON)
PLAYER_NORMAL = pack(layers.TURN, palette.OWN, patterns.DASH_DOT)
PLAYER_HARD = pack(layers.TURN, palette.OWN, patterns.FAST)
DIE = pack(layers.TURN, palette.WHITE, patterns.GLITTER)
SETUP_MISSING = pack(layers.GUIDE, palette.OWN, patterns.PULSE)
WINNER = pack(layers.AMBIENCE, palette.OWN, patterns.EFFECT)

FAULT_CHAIN = pack(layers.FAULT, palette.VERMILLION, patterns.COUNT_1)
FAULT_READER = pack(layers.FAULT, palette.VERMILLION, patterns.COUNT_1 + 1)
FAULT_SENSOR = pack(layers.FAULT, palette.VERMILLION, patterns.COUNT_1 + 2)
FAULT_FLASH = pack(layers.FAULT, palette.VERMILLION, patterns.COUNT_1 + 3)
FAULT_SETTINGS = pack(layers.FAULT, palette.VERMILLION, patterns.COUNT_1 + 4)
FAULT_PROGRAM = pack(layers.FAULT, palette.VERMILLION, patterns.COUNT_1 + 5)
