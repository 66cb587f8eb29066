# SPDX-License-Identifier: Apache-2.0
"""Brightness over time: 64 slots of 50 ms. Most patterns repeat after 1.6 s.

Speed carries urgency, and no meaning rests on colour alone. A pattern begins with its
bright part, so that a light that has just been set is seen at once. No second holds more than three flashes: more
can bring on a seizure (WCAG 2.3.1).
"""

from micropython import const

SLOTS = const(64)
SLOT_MS = const(50)
PERIOD_MS = const(1600)
_PERIOD = const(32)  # slots

# Numbers of the patterns: the order of `NAMES` and `TABLE`. OFF means that a layer says nothing here.
OFF = 0
STEADY = 1
PULSE = 2
BREATHE = 3
BLINK = 4
FAST = 5
DOUBLE = 6
TRIPLE = 7
SHORT_ON = 8
WINK = 9
DASH_DOT = 10
RAMP = 11
FADE = 12
FLASH_TWICE = 13
GLITTER = 14
HEARTBEAT = 15
COUNT_1 = 16  # one flash, then a pause; the five numbers after it are two to six flashes
# Not in the table: the level comes from the effect given to `Lights.effect`.
EFFECT = 22

NAMES = (
    "off", "steady", "pulse", "breathe", "blink", "fast", "double", "triple", "short-on",
    "wink", "dash-dot", "ramp", "fade", "flash-twice", "glitter", "heartbeat",
    "count-1", "count-2", "count-3", "count-4", "count-5", "count-6", "effect",
)  # fmt: skip


def _repeat(levels: "bytes | bytearray") -> bytes:
    """Return some levels again and again until the slots are full."""
    return (bytes(levels) * SLOTS)[:SLOTS]


def _steps(*lengths: int, low: int = 0) -> bytes:
    """Return a light that is on, low, on ... for so many slots each."""
    out = b""
    for i in range(len(lengths)):
        out += bytes((low if i & 1 else 255,)) * lengths[i]
    return _repeat(out)


def _wave(low: int, period: int) -> bytes:
    """Return a triangle from 255 down to `low` and back, squared: eyes are not linear."""
    out = bytearray()
    half = period // 2
    for t in range(period):
        level = 255 - (255 - low) * (t if t <= half else period - t) // half
        out.append(level * level // 255)
    return _repeat(out)


def _ramp(down: bool, period: int) -> bytes:
    """Return a sawtooth, squared."""
    out = bytearray()
    for t in range(period):
        level = 255 * (period - t if down else t + 1) // period
        out.append(level * level // 255)
    return _repeat(out)


def _count(n: int) -> bytes:
    """Return n flashes and a pause."""
    period, step = (_PERIOD, 7) if n <= 3 else (SLOTS, 42 // n)
    on, off = (step + 1) // 2, step // 2
    return _steps(*([on, off] * (n - 1) + [on, period - step * n + off]))


TABLE = b"".join(
    (
        bytes(SLOTS),  # off
        b"\xff" * SLOTS,  # steady
        _wave(0, 32),  # pulse: slow, all the way down
        _wave(120, 16),  # breathe: quicker, never dark
        _steps(8, 8),  # blink: even
        _steps(4, 4),  # fast
        _steps(2, 2, 2, 10),  # double
        _steps(2, 5, 2, 5, 8, 10),  # triple: two short, one long
        _steps(2, 14),  # short-on
        _steps(14, 2),  # wink: a short gap
        _steps(8, 3, 2, 3),  # dash-dot
        _ramp(False, 16),  # ramp: grows, then drops
        _ramp(True, 32),  # fade: drops slowly, then starts again
        _steps(2, 2, 2, 26),  # flash-twice
        _steps(4, 4, low=130),  # glitter: fast and shallow
        _steps(2, 2, 2, 10, low=60),  # heartbeat: as double, on a low glow
    )
    + tuple(_count(n) for n in range(1, 7))
)
