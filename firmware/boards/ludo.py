# SPDX-License-Identifier: Apache-2.0
"""The Ludo board: which sensor bit and which LED every space has.

Made from hardware/ludo/geometry.csv by `make boards`; do not edit.
Bit n is bit n & 7 of byte n >> 3 of the sensor chain; the button chip comes after N_CHIPS sensor chips.
"""

# fmt: off
GAME = "ludo"
# (red, green, blue) of each seat: red, yellow, blue, green
COLOURS = ((255, 0, 10), (255, 170, 0), (0, 30, 255), (0, 200, 90))
N_BITS = 104
N_CHIPS = 13
N_LEDS = 108
# whether there is a play slot with a card reader
SLOT = True

# ring index -> sensor bit
RING = bytes((
    9, 8, 7, 6, 5, 18, 19, 20, 21, 22, 23, 24, 25, 35, 34, 33, 32, 31, 44, 45, 46, 47, 48, 49,
    50, 51, 61, 60, 59, 58, 57, 70, 71, 72, 73, 74, 75, 76, 77, 87, 86, 85, 84, 83, 96, 97, 98,
    99, 100, 101, 102, 103,
))

# seat * 5 + k - 1 -> sensor bit of z<k>
ROW = bytes((
    0, 1, 2, 3, 4, 26, 27, 28, 29, 30, 52, 53, 54, 55, 56, 78, 79, 80, 81, 82,
))

# seat * 4 + slot -> sensor bit
HOME = bytes((
    10, 11, 12, 13, 36, 37, 38, 39, 62, 63, 64, 65, 88, 89, 90, 91,
))

# seat * 4 + slot -> sensor bit
FIN = bytes((
    14, 15, 16, 17, 40, 41, 42, 43, 66, 67, 68, 69, 92, 93, 94, 95,
))

# sensor bit -> LED index
LED = bytes((
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
    25, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48,
    49, 50, 51, 52, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72,
    73, 74, 75, 76, 77, 78, 79, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96,
    97, 98, 99, 100, 101, 102, 103, 104, 105, 106,
))

# seat -> LED index
SEAT_LED = bytes((
    26, 53, 80, 107,
))
