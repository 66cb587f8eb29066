# SPDX-License-Identifier: Apache-2.0
"""What the lights draw, and how a frame is made to stay below the limit. Integers only.

The estimate is the usual one for WS2812s: every pixel draws its idle current, and each
channel its full current times value / 255. It is calculated, not measured.
"""

from micropython import const

from light.patterns import SLOTS

ONE = const(4096)
"""The factor that changes nothing."""
# Sum of 255 white lights; times ONE it still is a small integer of a 32-bit MicroPython.
_MOST = const(195075)


def need_ma(frame: "bytes | bytearray", idle_ma: int, channel_ma: int) -> int:
    """Return the mA a frame draws, rounded up.

    Args:
        frame: three bytes per light.
        idle_ma: current of one light that is dark.
        channel_ma: current of one channel at 255.
    """
    return len(frame) // 3 * idle_ma + (sum(frame) * channel_ma + 254) // 255


def allowed_sum(n_leds: int, limit_ma: int, idle_ma: int, channel_ma: int) -> int:
    """Return how large the sum of a frame's bytes may be, 0 when idling takes it all."""
    left = limit_ma - n_leds * idle_ma
    return min(left * 255 // channel_ma, _MOST) if left > 0 else 0


class Limiter:
    """Makes frames darker as a whole, by one factor, so that they stay below the limit.

    The factor falls at once. It rises when nothing moves, or after a whole period of the
    patterns in which it could have been higher: steady lights do not throb with the others.

    Attributes:
        allowed: how large the sum of a frame's bytes may be.
        factor: what to multiply a frame with, 0 to `ONE` for 1.
        keeps: whether every light that is on may have one step at least.
    """

    def __init__(self) -> None:
        self.allowed = 0
        self.factor = ONE
        self.keeps = True
        self._lowest = ONE  # that the frames since the last rise have asked for
        self._slots = 0

    def adjust(self, total: int, lit: int, moves: bool, new_slot: bool) -> None:
        """Choose the factor for a frame.

        Args:
            total: sum of the frame's bytes before.
            lit: lights that are on.
            moves: whether a pattern moves.
            new_slot: whether this is the first frame of a slot.
        """
        self.keeps = lit <= self.allowed
        kept = lit if self.keeps else 0
        want = ONE
        if total + kept > self.allowed:
            want = (self.allowed - kept) * ONE // total
        if moves and want >= self.factor:
            self._lowest = min(self._lowest, want)
            self._slots += new_slot
            if self._slots < SLOTS:
                return
            want = self._lowest
        self.factor = want
        self._lowest = ONE
        self._slots = 0
