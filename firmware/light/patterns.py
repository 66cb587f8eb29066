# SPDX-License-Identifier: Apache-2.0
"""Brightness over time: 32 slots of 50 ms, so every pattern repeats after 1.6 s.

Speed carries urgency, and no meaning rests on colour alone. A pattern begins with its
bright part, so that a light that has just been set is seen at once.
"""

from micropython import const

SLOTS = const(32)
SLOT_MS = const(50)
PERIOD_MS = const(1600)

# Numbers of the patterns: the order of `TABLE`. OFF means that a layer says nothing here.
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


def _steps(*lengths: int) -> bytes:
    """Return a period that is on, off, on ... for so many slots, repeated until it is full."""
    out = bytearray()
    while len(out) < SLOTS:
        level = 255
        for length in lengths:
            out += bytes((level,)) * length
            level ^= 255
    return bytes(out[:SLOTS])


def _wave(low: int, period: int) -> bytes:
    """Return a triangle from 255 down to `low` and back, squared: eyes are not linear."""
    out = bytearray()
    half = period // 2
    for i in range(SLOTS):
        t = i % period
        level = 255 - (255 - low) * (t if t <= half else period - t) // half
        out.append(level * level // 255)
    return bytes(out)


def _ramp(down: bool, period: int) -> bytes:
    """Return a sawtooth, squared."""
    out = bytearray()
    for i in range(SLOTS):
        t = i % period
        level = 255 * (period - t if down else t + 1) // period
        out.append(level * level // 255)
    return bytes(out)


def _count(n: int) -> bytes:
    """Return n flashes and a pause, long ones for a small n."""
    on = 4 if n <= 3 else 2
    pause = SLOTS - n * on - (n - 1) * 2
    return _steps(*([on, 2] * (n - 1) + [on, pause]))  # noqa: F821 - it goes at the end


TABLE = b"".join(
    (
        bytes(SLOTS),  # off
        b"\xff" * SLOTS,  # steady
        _wave(0, 32),  # pulse: slow, all the way down
        _wave(120, 16),  # breathe: quicker, never dark
        _steps(8, 8),  # blink: even
        _steps(2, 2),  # fast
        _steps(2, 2, 2, 10),  # double
        _steps(2, 2, 2, 2, 2, 6),  # triple
        _steps(2, 14),  # short-on
        _steps(14, 2),  # wink: a short gap
        _steps(8, 3, 2, 3),  # dash-dot
        _ramp(False, 16),  # ramp: grows, then drops
        _ramp(True, 32),  # fade: drops slowly, then starts again
        _steps(2, 2, 2, 26),  # flash-twice
        bytes((255, 255, 130, 130) * 8),  # glitter: fast and shallow
        bytes((255, 255, 60, 60, 255, 255) + (60,) * 10) * 2,  # heartbeat
    )
    + tuple(_count(n) for n in range(1, 7))
)
# The table is made: what made it gives its memory back.
del _steps, _wave, _ramp, _count
