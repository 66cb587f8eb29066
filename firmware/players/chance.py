# SPDX-License-Identifier: Apache-2.0
"""Chance from a seed: the same seed gives the same numbers on every machine."""


class Chance:
    """Wichmann and Hill's three generators (AS 183) in whole numbers below 2^30.

    Call it with n for a number 0..n-1, n up to 30,000. It is what `think` wants as `chance`;
    any callable like it will do.
    """

    def __init__(self, seed: int) -> None:
        self._x = seed % 30000 + 1
        self._y = seed // 30000 % 30000 + 1
        self._z = seed // 900000000 % 30000 + 1
        for _ in range(8):
            self(2)

    def __call__(self, n: int) -> int:
        """Return a number 0..n-1."""
        self._x = self._x * 171 % 30269
        self._y = self._y * 172 % 30307
        self._z = self._z * 170 % 30323
        return (self._x * 1009 + self._y * 503 + self._z) % 1000003 % n
