# SPDX-License-Identifier: Apache-2.0
"""Constants of every kind: told, made of others, made by a function, and such as are none."""

from micropython import const

SMALL = const(2)
LARGE = SMALL * 3 + 1
OPEN = True
_INNER = const(5)


def both(first: int, second: int) -> int:
    """Return one number of two."""
    return first << 4 | second


PAIR = both(SMALL, _INNER)
NAMES = ("red", "blue")
RATIO = 2.5
TWICE = 1
TWICE = 2
ASKED_BY_NAME = 9
LATER: int = PAIR + 1
NOTHING = SMALL // 0 if SMALL > 9 else 0
for _SIZE in (1, 2):
    pass
