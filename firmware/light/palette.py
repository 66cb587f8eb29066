# SPDX-License-Identifier: Apache-2.0
"""Colours as (red, green, blue) of a WS2812, whose brightness is linear in the number.

The hues follow Okabe and Ito's palette for colour-blind readers ("Color Universal
Design", 2008), turned from screen values into linear ones and brightened.
"""

WHITE = (200, 200, 200)
SKY = (25, 130, 255)
ORANGE = (255, 90, 0)
VERMILLION = (255, 30, 0)
YELLOW = (255, 190, 10)
GREEN = (0, 220, 90)
VIOLET = (150, 20, 255)

# Seat colours by name. Green leans to blue and yellow is by far the brightest, so that the
# four stay apart for protan, deutan and tritan eyes (tests/light/test_palette.py).
SEATS = {
    "red": (255, 0, 10),
    "green": (0, 200, 90),
    "blue": (0, 30, 255),
    "yellow": (255, 170, 0),
}


def seats(colours: tuple) -> tuple:
    """Return the light colours of a game's four colour names, in seat order."""
    return tuple(SEATS[name] for name in colours)
