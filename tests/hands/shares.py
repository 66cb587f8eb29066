# SPDX-License-Identifier: Apache-2.0
"""Shares with the interval in which the true one lies."""

import math


def wilson(hits: int, of: int) -> str:
    """Return a share and its Wilson interval of 95 %, in percent; "-" of nothing."""
    if not of:
        return "-"
    z = 1.96
    p = hits / of
    middle = p + z * z / (2 * of)
    spread = z * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    low, high = ((middle + sign * spread) / (1 + z * z / of) for sign in (-1, 1))
    return f"{100 * p:.2f} [{100 * max(0.0, low):.2f}-{100 * high:.2f}]"
