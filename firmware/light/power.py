# SPDX-License-Identifier: Apache-2.0
"""What the lights draw, and how a frame is made to stay below the limit. Integers only.

The estimate is the usual one for WS2812s: every pixel draws its idle current, and each
channel its full current times value / 255. It is calculated, not measured.
"""


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
    return left * 255 // channel_ma if left > 0 else 0


def scale(frame: bytearray, out: bytearray, total: int, lit: int, allowed: int) -> bool:
    """Write the frame, made darker as a whole, to `out`; return whether `out` changed.

    Args:
        frame: the frame as it is wanted.
        out: buffer of the same length.
        total: sum of the frame's bytes, larger than `allowed`.
        lit: number of lights that are not dark.
        allowed: how large the sum of `out` may be.

    Every light that is not dark in `frame` stays visible (its strongest channel at least 1)
    unless `allowed` is smaller than `lit`. Never allocates.
    """
    keep = allowed >= lit
    # What the lights saved from going dark may take is set apart first.
    budget = allowed - lit if keep else allowed
    changed = False
    for at in range(0, len(frame), 3):
        a = frame[at]
        b = frame[at + 1]
        c = frame[at + 2]
        if a or b or c:
            x = a * budget // total
            y = b * budget // total
            z = c * budget // total
            if keep and not x and not y and not z:
                if a >= b and a >= c:
                    x = 1
                elif b >= c:
                    y = 1
                else:
                    z = 1
            a = x
            b = y
            c = z
        if out[at] != a or out[at + 1] != b or out[at + 2] != c:
            out[at] = a
            out[at + 1] = b
            out[at + 2] = c
            changed = True
    return changed
