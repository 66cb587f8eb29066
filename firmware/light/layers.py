# SPDX-License-Identifier: Apache-2.0
"""The layers of light, by number: every layer can say something about every light.

The most urgent layer that does is seen.
"""

# The most urgent first.
SLEEP = 0  # a table that nobody has touched for half an hour
FAULT = 1
REFUSAL = 2
FLASH = 3  # accepted, undone: short, so it may hide what is below
GUIDE = 4
BUMP = 5  # a pawn on its way home
WALL = 6
HINTS = 7
TURN = 8
AMBIENCE = 9
N_LAYERS = 10
