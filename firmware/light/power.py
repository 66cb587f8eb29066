# SPDX-License-Identifier: Apache-2.0
"""What the lights draw, and how a frame is made to stay below the limit. Integers only.

The estimate is the usual one for WS2812s: every pixel draws its idle current, and each
channel its full current times value / 255. It is calculated, not measured.
"""

from micropython import const

from light.patterns import SLOTS

_BITS = const(12)
_ONE = const(4096)
# Sum of 255 white lights; times _ONE it still is a small integer of a 32-bit MicroPython.
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
    """

    def __init__(self, allowed: int = 0) -> None:
        self.allowed = allowed
        self._factor = _ONE
        self._rescue = True
        self._lowest = _ONE  # factor that the frames since the last rise have asked for
        self._slots = 0

    def adjust(self, total: int, lit: int, moving: int) -> bool:
        """Choose the factor for a frame; return whether it changed and all must be sent again.

        Args:
            total: sum of the frame's bytes.
            lit: lights that are not dark; each is kept visible if the limit allows it at all.
            moving: 0 when no pattern moves, 1 within a slot of moving ones, 2 in a new slot.
        """
        want = _ONE
        rescue = True
        if total > self.allowed:
            rescue = self.allowed >= lit
            # What the lights saved from going dark may take is set apart first.
            want = (self.allowed - lit if rescue else self.allowed) * _ONE // total
        elif self._factor == _ONE:
            return False
        if want < self._lowest:
            self._lowest = want
        if moving:
            self._slots += moving - 1
            if self._slots < SLOTS and want >= self._factor and rescue == self._rescue:
                return False
            want = min(want, self._lowest)
        self._slots = 0
        self._lowest = _ONE
        if want == self._factor and rescue == self._rescue:
            return False
        self._factor = want
        self._rescue = rescue
        return True

    def send(self, frame: bytearray, out: bytearray, at: int) -> bool:
        """Copy the light at byte `at`, scaled; return whether `out` changed. Never allocates."""
        if self._factor != _ONE:
            return self._scale(frame, out, at)
        changed = False
        end = at + 3
        while at < end:
            if out[at] != frame[at]:
                out[at] = frame[at]
                changed = True
            at += 1
        return changed

    def _scale(self, frame: bytearray, out: bytearray, at: int) -> bool:
        a = frame[at]
        b = frame[at + 1]
        c = frame[at + 2]
        factor = self._factor
        x = a * factor >> _BITS
        y = b * factor >> _BITS
        z = c * factor >> _BITS
        if self._rescue and not x and not y and not z:
            if a >= b and a >= c:
                x = 1 if a else 0
            elif b >= c:
                y = 1
            else:
                z = 1
        if out[at] == x and out[at + 1] == y and out[at + 2] == z:
            return False
        out[at] = x
        out[at + 1] = y
        out[at + 2] = z
        return True
