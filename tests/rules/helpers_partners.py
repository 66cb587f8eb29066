# SPDX-License-Identifier: Apache-2.0
"""Partners position lines for the tests: only the colours that matter are given."""

EDITIONS = ("movers", "nordic", "pawns")
HOME = "h,h,h,h"
DONE = "z1,z2,z3,z4"


def at(edition, turn="green", green=HOME, blue=HOME, red=HOME, yellow=HOME):
    """Return a position line."""
    return "partners-%s green:%s blue:%s red:%s yellow:%s turn=%s" % (
        edition, green, blue, red, yellow, turn,
    )  # fmt: skip


def to(move, turn="blue", green=HOME, blue=HOME, red=HOME, yellow=HOME):
    """Return `move | the position after it`, as `gives` compares it."""
    return move + at("", turn, green, blue, red, yellow).replace("partners-", " |")
