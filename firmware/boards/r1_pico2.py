# SPDX-License-Identifier: Apache-2.0
"""Controller r1 with a Raspberry Pi Pico 2 (RP2350): the same carrier.

Not yet built. The Pico 2 has the Pico's footprint, and the same functions on every pin used here
(source: Raspberry Pi Pico 2 datasheet, pinout).
"""

# A board variant is the other board's facts with its own on top.
from boards.r1_pico import *  # noqa: F403

NAME = "r1_pico2"
