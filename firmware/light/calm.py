# SPDX-License-Identifier: Apache-2.0
"""The patterns for people whom flashing lights disturb: the same rhythms, swelling and fading; imported when wanted.

Each level is the mean of the 0.8 s around it, between a floor and full: no light goes dark, and none changes suddenly.
"""

from micropython import const

from light import patterns
from light.patterns import OFF, SLOTS

_WINDOW = const(16)  # slots
_FLOOR = const(90)


def _calmed(levels: bytes) -> bytes:
    means = []
    for slot in range(SLOTS):
        window = [levels[(slot + k - _WINDOW // 2) % SLOTS] for k in range(_WINDOW)]
        means.append(sum(window) // _WINDOW)
    most = max(means)
    return bytes([_FLOOR + (255 - _FLOOR) * mean // most for mean in means])


def _table() -> bytes:
    table = bytearray()
    for at in range(0, len(patterns.TABLE), SLOTS):
        levels = patterns.TABLE[at : at + SLOTS]
        table += levels if at == OFF or not max(levels) else _calmed(levels)
    return bytes(table)


TABLE = _table()
