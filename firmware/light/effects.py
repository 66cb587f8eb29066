# SPDX-License-Identifier: Apache-2.0
"""Levels that move over the whole table, for times when nobody needs to read a light.

Each takes the ms since it began and fills a bytearray with the level 0..255 of every light,
in integers; hand one to `Lights.effect` and set the lights that take part to pattern EFFECT.
"""

from micropython import const

_WIN_LAP_MS = const(2400)
_WIN_COMETS = const(3)


def win(t_ms: int, levels: bytearray) -> None:
    """Run three comets round the table, 2.4 s a lap, over a low glow."""
    n = len(levels)
    for led in range(n):
        levels[led] = 12
    head = t_ms % _WIN_LAP_MS * n // _WIN_LAP_MS
    for comet in range(_WIN_COMETS):
        for behind in range(8):
            levels[(head + comet * n // _WIN_COMETS - behind) % n] = 255 - 30 * behind
