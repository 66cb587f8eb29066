# SPDX-License-Identifier: Apache-2.0
"""What is wrong with a 74HC165 chain, from the bytes of a scan that failed its check.

Imported when something is: `hc165` describes the chain and its check.
"""

from micropython import const

_CHECK_MASK = const(0xE0)
_CHECK_BITS = const(0xA0)  # H, G, F = 1, 0, 1

OK = const(0)
ALL_ONES = const(1)
ALL_ZEROS = const(2)
SHORT = const(3)
LONG = const(4)
BIT_SHIFT = const(5)
CHECK_BITS = const(6)
TAIL = const(7)
CUT = const(8)


def diagnose(scan: "bytearray | memoryview", n_chips: int) -> int:
    """Return the most likely cause of a scan, `OK` when it passes the check. Never allocates.

    Open reeds read 1, so a broken data line with a pull-up looks like an empty board except for
    the check bits: what cannot be told apart is named after its most common cause.
    """
    last = scan[n_chips - 1]
    tail = scan[n_chips]
    good_check = (last & _CHECK_MASK) == _CHECK_BITS
    if good_check and tail == 0xFF:
        return OK
    heard = chips_heard(scan, n_chips)
    if heard == 0:
        return ALL_ONES if tail else ALL_ZEROS
    if heard < n_chips:
        # A chain without its last chips shows the constants early and only ones after them.
        early = tail and (scan[heard - 1] & _CHECK_MASK) == _CHECK_BITS
        return SHORT if early else CUT
    if tail != 0xFF and (tail & _CHECK_MASK) == _CHECK_BITS:
        return LONG
    # One bit early: H of the button chip has slipped into the byte before it.
    before = scan[n_chips - 2] if n_chips > 1 else 0
    if tail == 0xFF and (((before << 7) | (last >> 1)) & _CHECK_MASK) == _CHECK_BITS:
        return BIT_SHIFT
    # One bit late: input A of the button chip has slipped into the tail.
    if (tail | 0x80) == 0xFF and ((last << 1) & _CHECK_MASK) == _CHECK_BITS:
        return BIT_SHIFT
    if not good_check:
        return CHECK_BITS if tail == 0xFF else LONG
    return TAIL


def chips_heard(scan: "bytearray | memoryview", n_chips: int) -> int:
    """Return how many chips stand before the end of the scan turns into only ones or only zeros.

    n_chips when it does not, that is when the tail and the button chip differ from that.
    """
    level = scan[n_chips]
    if level not in (0, 0xFF):
        return n_chips
    index = n_chips
    while index > 0 and scan[index - 1] == level:
        index -= 1
    return index


def describe(code: int, scan: "bytearray | memoryview", n_chips: int) -> str:
    """Return one sentence on fault `code` of this scan: what is wrong and where to look."""
    if code == OK:
        return ""
    last = scan[n_chips - 1]
    if code == ALL_ONES:
        return "sensor chain reads only ones: data line open, no clock, or no power at the chips"
    if code == ALL_ZEROS:
        return "sensor chain reads only zeros: data line shorted to ground, or no power"
    heard = chips_heard(scan, n_chips)
    if code == SHORT:
        return "sensor chain is {} chip(s) short: {} expected, {} found".format(
            n_chips - heard, n_chips, heard
        )
    if code == CUT:
        return "sensor chain reads only {} after chip {} of {}: cable or chip behind it".format(
            "ones" if scan[n_chips] else "zeros", heard, n_chips
        )
    if code == LONG:
        return "sensor chain is longer than the {} chips the board file names".format(n_chips)
    if code == BIT_SHIFT:
        return "sensor chain is one bit off: a ringing clock line"
    if code == TAIL:
        return "byte after the chain is {:02X}, not FF: SER of chip {} is not tied high".format(
            scan[n_chips], n_chips
        )
    return "check bits of chip {} read {}{}{}, not 101: its cable or its wiring".format(
        n_chips, last >> 7, last >> 6 & 1, last >> 5 & 1
    )
