# SPDX-License-Identifier: Apache-2.0
"""The light language as the table keeps it: layer, colour and pattern of every signal.

A colour of None is that of the seat the signal belongs to. What each signal means and where it
can appear is written in `language.py`, which the table never loads.
"""

from light import layers, palette, patterns

MOVABLE = (layers.HINTS, palette.SKY, patterns.WINK)
ORIGIN = (layers.HINTS, palette.SKY, patterns.STEADY)
DESTINATION = (layers.HINTS, palette.WHITE, patterns.BREATHE)
BUMP_TARGET = (layers.HINTS, palette.ORANGE, patterns.DOUBLE)
BUMP_HOME = (layers.BUMP, None, patterns.PULSE)
WALL = (layers.WALL, palette.VIOLET, patterns.SHORT_ON)
WALL_REFUSES = (layers.REFUSAL, palette.VIOLET, patterns.DASH_DOT)
MISSING = (layers.GUIDE, palette.YELLOW, patterns.PULSE)
EXTRA = (layers.GUIDE, palette.VERMILLION, patterns.FAST)
CHOICE = (layers.HINTS, palette.GREEN, patterns.BLINK)
CHOICE_OTHER = (layers.HINTS, palette.GREEN, patterns.RAMP)
PRESS = (layers.HINTS, None, patterns.BLINK)
ACCEPTED = (layers.FLASH, palette.WHITE, patterns.FLASH_TWICE)
UNDONE = (layers.FLASH, palette.YELLOW, patterns.FADE)
REFUSED = (layers.REFUSAL, palette.VERMILLION, patterns.TRIPLE)
ONE_CARD = (layers.REFUSAL, palette.YELLOW, patterns.DOUBLE)
TURN = (layers.TURN, None, patterns.STEADY)
DEALER = (layers.TURN, None, patterns.BREATHE)
DEAL = (layers.TURN, palette.WHITE, patterns.HEARTBEAT)
FOLD = (layers.TURN, None, patterns.RAMP)
LAY = (layers.HINTS, None, patterns.WINK)
THINKS = (layers.HINTS, None, patterns.GLITTER)
GIVE = (layers.FLASH, palette.GREEN, patterns.HEARTBEAT)
PLAYER_EASY = (layers.TURN, None, patterns.SHORT_ON)
PLAYER_NORMAL = (layers.TURN, None, patterns.DASH_DOT)
PLAYER_HARD = (layers.TURN, None, patterns.FAST)
DIE = (layers.TURN, palette.WHITE, patterns.GLITTER)
SETUP_MISSING = (layers.GUIDE, None, patterns.PULSE)
WINNER = (layers.AMBIENCE, None, patterns.EFFECT)

FAULT_CHAIN = (layers.FAULT, palette.VERMILLION, patterns.COUNT_1)
FAULT_READER = (layers.FAULT, palette.VERMILLION, patterns.COUNT_1 + 1)
FAULT_SENSOR = (layers.FAULT, palette.VERMILLION, patterns.COUNT_1 + 2)
FAULT_FLASH = (layers.FAULT, palette.VERMILLION, patterns.COUNT_1 + 3)
FAULT_SETTINGS = (layers.FAULT, palette.VERMILLION, patterns.COUNT_1 + 4)
FAULT_PROGRAM = (layers.FAULT, palette.VERMILLION, patterns.COUNT_1 + 5)

DOCTOR_CLOSED = (layers.HINTS, palette.GREEN, patterns.STEADY)
DOCTOR_FLAKY = (layers.HINTS, palette.VERMILLION, patterns.FAST)
DOCTOR_STUCK = (layers.HINTS, palette.ORANGE, patterns.WINK)
LEARN_HERE = (layers.HINTS, palette.WHITE, patterns.BLINK)
LEARN_LIFT = (layers.HINTS, palette.SKY, patterns.RAMP)
LEARN_DOUBLE = (layers.HINTS, palette.YELLOW, patterns.DOUBLE)
LEARN_DONE = (layers.HINTS, palette.GREEN, patterns.BREATHE)
LEARN_SILENT = (layers.HINTS, palette.VERMILLION, patterns.TRIPLE)
