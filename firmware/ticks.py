# SPDX-License-Identifier: Apache-2.0
"""Arithmetic of millisecond stamps that wrap, as `time.ticks_ms()` does; below all rings.

A stamp says nothing about times more than 2**29 ms (6.2 days) away. So no stamp may be kept through
an idle time and then be compared: take a new one, or keep a flag beside it that says it is over.
"""

from micropython import const

# Source: MicroPython `time.ticks_ms()`: the counter wraps at 2**30 on every 32-bit port.
MASK = const(0x3FFFFFFF)
_HALF = const(0x20000000)


def since(now_ms: int, then_ms: int) -> int:
    """Return the milliseconds from `then_ms` to `now_ms`, negative when `then_ms` is later.

    -2**29 to 2**29 - 1, also across the wrap. Never allocates on a 32-bit MicroPython.
    """
    return ((now_ms - then_ms + _HALF) & MASK) - _HALF


def just(now_ms: int, then_ms: int, within_ms: int) -> bool:
    """Return whether less than `within_ms` have passed since a stamp, which may be older than it can say.

    It is wrong for `within_ms` in every 12.4 days. Never allocates on a 32-bit MicroPython.
    """
    return 0 <= since(now_ms, then_ms) < within_ms


def after(now_ms: int, ms: int) -> int:
    """Return the stamp that lies `ms` after `now_ms` (before it, when negative)."""
    return (now_ms + ms) & MASK
