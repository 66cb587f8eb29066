# SPDX-License-Identifier: Apache-2.0
"""Levels that move over the whole table, for times when nobody needs to read a light.

Each takes the ms since it began and fills a bytearray with the level 0..255 of every light,
in integers; hand one to `Lights.effect` and set the lights that take part to pattern EFFECT.
"""

from micropython import const

_BOOT_MS = const(900)
_WIN_LAP_MS = const(2400)
_WIN_COMETS = const(3)
_AMBIENCE_LAP_MS = const(12000)


def boot(t_ms: int, levels: bytearray) -> None:
    """Run one comet over all lights in 0.9 s: every light is seen to work."""
    n = len(levels)
    head = min(t_ms, _BOOT_MS) * (n + 12) // _BOOT_MS
    for led in range(n):
        behind = head - led
        levels[led] = 255 - 20 * behind if 0 <= behind <= 12 else 0


def win(t_ms: int, levels: bytearray) -> None:
    """Run three comets round the table, 2.4 s a lap, over a low glow."""
    n = len(levels)
    for led in range(n):
        levels[led] = 12
    head = t_ms % _WIN_LAP_MS * n // _WIN_LAP_MS
    for comet in range(_WIN_COMETS):
        for behind in range(8):
            levels[(head + comet * n // _WIN_COMETS - behind) % n] = 255 - 30 * behind


def ambience(t_ms: int, levels: bytearray) -> None:
    """Let two faint waves pass round the table, 12 s a lap."""
    n = len(levels)
    half = n // 4 or 1
    head = t_ms % _AMBIENCE_LAP_MS * n // _AMBIENCE_LAP_MS
    for led in range(n):
        at = (head + led) % (2 * half)
        levels[led] = 6 + 34 * (at if at <= half else 2 * half - at) // half
