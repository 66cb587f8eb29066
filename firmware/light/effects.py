# SPDX-License-Identifier: Apache-2.0
"""Levels that move over the whole table, for times when nobody needs to read a light.

Each is (ms since it began, light, number of lights) -> level 0..255, in integers; hand one
to `Lights.effect` and set the lights that take part to pattern EFFECT.
"""

from micropython import const

_BOOT_MS = const(900)
_WIN_LAP_MS = const(2400)
_WIN_COMETS = const(3)
_AMBIENCE_LAP_MS = const(12000)


def boot(t_ms: int, led: int, n_leds: int) -> int:
    """Run one comet over all lights in 0.9 s: every light is seen to work."""
    behind = t_ms * (n_leds + 12) // _BOOT_MS - led
    return 255 - 20 * behind if 0 <= behind <= 12 else 0


def win(t_ms: int, led: int, n_leds: int) -> int:
    """Run three comets round the table, 2.4 s a lap, over a low glow."""
    gap = n_leds // _WIN_COMETS or 1
    behind = (t_ms % _WIN_LAP_MS * n_leds // _WIN_LAP_MS - led) % gap
    return 255 - 30 * behind if behind < 8 else 20


def ambience(t_ms: int, led: int, n_leds: int) -> int:
    """Let two faint waves pass round the table, 12 s a lap."""
    half = n_leds // 4 or 1
    at = (t_ms % _AMBIENCE_LAP_MS * n_leds // _AMBIENCE_LAP_MS + led) % (2 * half)
    return 6 + 34 * (at if at <= half else 2 * half - at) // half


def is_over(function: object, t_ms: int) -> bool:
    """Return whether an effect has run its course (only `boot` ends)."""
    return function is boot and t_ms >= _BOOT_MS
