# SPDX-License-Identifier: Apache-2.0
"""Colours of the signals as (red, green, blue) of a WS2812, whose brightness is linear in the number.

The hues follow Okabe and Ito's palette for colour-blind readers ("Color Universal
Design", 2008), turned from screen values into linear ones and brightened. The seats' own colours are the board file's.
"""

# Numbers of the colours: the order of `RGB`. OWN is the colour of the seat a signal belongs to.
OWN = 0
WHITE = 1
SKY = 2
ORANGE = 3
VERMILLION = 4
YELLOW = 5
GREEN = 6
VIOLET = 7

RGB = (
    (),
    (200, 200, 200),
    (25, 130, 255),
    (255, 90, 0),
    (255, 30, 0),
    (255, 190, 10),
    (0, 220, 90),
    (150, 20, 255),
)
