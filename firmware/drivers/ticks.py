# SPDX-License-Identifier: Apache-2.0
"""Compare millisecond stamps that wrap, as `time.ticks_ms()` does."""

from micropython import const

# Source: MicroPython `time.ticks_ms()`: the counter wraps at 2**30 on every port we use.
_HALF = const(0x20000000)
_MASK = const(0x3FFFFFFF)


def since(now_ms: int, then_ms: int) -> int:
    """Return the milliseconds from `then_ms` to `now_ms`, negative when `then_ms` is later.

    Right for distances below 2**29 ms (6 days), also across the wrap. Never allocates for
    stamps that lie close together.
    """
    return ((now_ms - then_ms + _HALF) & _MASK) - _HALF


def after(now_ms: int, ms: int) -> int:
    """Return the stamp that lies `ms` after `now_ms`."""
    return (now_ms + ms) & _MASK
