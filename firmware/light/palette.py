# SPDX-License-Identifier: Apache-2.0
"""Colours of the signals as (red, green, blue) of a WS2812, whose brightness is linear in the number.

The hues follow Okabe and Ito's palette for colour-blind readers ("Color Universal
Design", 2008), turned from screen values into linear ones and brightened. The seats' own colours are the board file's.
"""

OWN = None  # the colour of the seat that a signal belongs to
WHITE = (200, 200, 200)
SKY = (25, 130, 255)
ORANGE = (255, 90, 0)
VERMILLION = (255, 30, 0)
YELLOW = (255, 190, 10)
GREEN = (0, 220, 90)
VIOLET = (150, 20, 255)
