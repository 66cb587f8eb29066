# SPDX-License-Identifier: Apache-2.0
"""The Partners board: which sensor bit and which LED every space has.

Made from hardware/partners/geometry.csv by `make boards`; do not edit.
Bit n is bit n & 7 of byte n >> 3 of the sensor chain; the button chip comes after N_CHIPS sensor chips.
"""

# fmt: off
GAME = "partners"
# (red, green, blue) of each seat: green, blue, red, yellow
COLOURS = ((0, 200, 90), (0, 30, 255), (255, 0, 10), (255, 170, 0))
N_BITS = 92
N_CHIPS = 12
N_LEDS = 96
# whether there is a play slot with a card reader
SLOT = True

# ring index -> sensor bit
RING = bytes((
    8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 31, 32, 33, 34, 35, 36, 37, 38,
    39, 40, 41, 42, 43, 44, 45, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 77,
    78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91,
))

# seat * 4 + k - 1 -> sensor bit of z<k>
ROW = bytes((
    3, 2, 1, 0, 26, 25, 24, 23, 49, 48, 47, 46, 72, 71, 70, 69,
))

# seat * 4 + slot -> sensor bit
HOME = bytes((
    4, 5, 6, 7, 27, 28, 29, 30, 50, 51, 52, 53, 73, 74, 75, 76,
))

# seat * 4 + slot -> sensor bit: none
FIN = b""

# sensor bit -> LED index
LED = bytes((
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 24, 25,
    26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 48, 49,
    50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 72, 73,
    74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94,
))

# seat -> LED index
SEAT_LED = bytes((
    23, 47, 71, 95,
))
