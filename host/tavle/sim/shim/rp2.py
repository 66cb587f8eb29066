# SPDX-License-Identifier: Apache-2.0
"""The part of `rp2` that a table may use; PIO is not simulated here (the emulated Pico has it)."""


def bootsel_button():
    return 0


def country(code=None):
    return "XX"
