# SPDX-License-Identifier: Apache-2.0
"""The Sorry! board: which sensor bit and which LED every space has.

Made from hardware/sorry/geometry.csv by `make boards`; do not edit.
Bit n is bit n & 7 of byte n >> 3 of the sensor chain; the button chip comes after N_CHIPS sensor chips.
"""

# fmt: off
GAME = "sorry"
# (red, green, blue) of each seat: red, blue, yellow, green
COLOURS = ((255, 0, 10), (0, 30, 255), (255, 170, 0), (0, 200, 90))
N_BITS = 112
N_CHIPS = 14
N_LEDS = 116
# whether there is a play slot with a card reader
SLOT = True

# ring index -> sensor bit
RING = bytes((
    0, 1, 2, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 44, 45, 46, 47, 48, 49,
    50, 51, 52, 53, 54, 55, 56, 57, 58, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85,
    86, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111,
))

# seat * 5 + k - 1 -> sensor bit of z<k>
ROW = bytes((
    3, 4, 5, 6, 7, 31, 32, 33, 34, 35, 59, 60, 61, 62, 63, 87, 88, 89, 90, 91,
))

# seat * 4 + slot -> sensor bit
HOME = bytes((
    15, 14, 13, 12, 43, 42, 41, 40, 71, 70, 69, 68, 99, 98, 97, 96,
))

# seat * 4 + slot -> sensor bit
FIN = bytes((
    8, 9, 10, 11, 36, 37, 38, 39, 64, 65, 66, 67, 92, 93, 94, 95,
))

# sensor bit -> LED index
LED = bytes((
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
    25, 26, 27, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48,
    49, 50, 51, 52, 53, 54, 55, 56, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72,
    73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96,
    97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114,
))

# seat -> LED index
SEAT_LED = bytes((
    28, 57, 86, 115,
))
