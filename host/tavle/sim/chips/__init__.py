# SPDX-License-Identifier: Apache-2.0
"""Models of the table's chips, written from their datasheets.

Plain Python for CPython and MicroPython. A model knows no clock: its driver passes the
time in microseconds. No model looks at the firmware's drivers.
"""


class Noise:
    """A small repeatable generator of chance: xorshift, 32 bits, the same on every interpreter.

    Args:
        seed: any integer; equal seeds give equal sequences.
    """

    def __init__(self, seed: int) -> None:
        self._x = (seed * 2654435761 + 0x9E3779B9) & 0xFFFFFFFF or 1
        for _ in range(4):
            self.bits()

    def bits(self) -> int:
        """Return the next 32 bits."""
        x = self._x
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self._x = x
        return x

    def below(self, n: int) -> int:
        """Return an integer from 0 to n - 1."""
        return (self.bits() >> 4) % n

    def chance(self, rate: float) -> bool:
        """Return True with probability `rate` (0.0 to 1.0); draws nothing when it is 0."""
        return rate > 0 and self.bits() < rate * 4294967296
