# SPDX-License-Identifier: Apache-2.0
"""The layers of light, by number: every layer can say something about every light.

The most urgent layer that does is seen.
"""

# The most urgent first.
FAULT = 0
REFUSAL = 1
FLASH = 2  # accepted, undone: short, so it may hide what is below
GUIDE = 3
BUMP = 4  # a pawn on its way home
WALL = 5
HINTS = 6
TURN = 7
AMBIENCE = 8
N_LAYERS = 9
