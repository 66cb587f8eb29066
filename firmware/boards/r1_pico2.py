# SPDX-License-Identifier: Apache-2.0
"""Controller r1 with a Raspberry Pi Pico 2 (RP2350): the same carrier, other LED timing.

Not yet built. The Pico 2 has the Pico's footprint, and the same functions on every pin used here
(source: Raspberry Pi Pico 2 datasheet, pinout).
"""

# A board variant is the other board's facts with its own on top.
from boards.r1_pico import *  # noqa: F403

NAME = "r1_pico2"

# ns (0 high, 0 low, 1 high, 1 low). With MicroPython's own timing the RP2350 sends bits that some
# WS2812 misread; these were seen to work. Source: micropython issue 18295.
LED_TIMING = (350, 900, 800, 450)
