# SPDX-License-Identifier: Apache-2.0
"""What can be known of a still board: the facts of which `recognise.DECISIONS` is made."""

from micropython import const

SAME = const(1)  # it looks like the position
UNSEEN = const(2)  # so does a result, or the position before: no reed would tell
LIFTED = const(4)  # pawns were lifted that an unseen result is about
EXCHANGED = const(8)  # all pawns were lifted that an unseen exchange is about
SILENT = const(0x8000)  # an unseen result may have been made without a reed that told of all of it
FORCED = const(0x10)  # the only result leaves every pawn where it is
PATIENT = const(0x20)  # such a result waits for a button or the next card
ONE = const(0x40)  # it looks like one result
MANY = const(0x80)  # it looks like several, or like one and the position before
AIR = const(0x100)  # a pawn of what it looks like may still be in a hand
TOUCHED = const(0x10000)  # and the reed it would have come to has dipped since it was lifted
BLIND = const(0x40000)  # and a reed on its way is ignored
FOLLOWED = const(0x200)  # another result may still follow from here, or more of this one
TWIN = const(0x20000)  # with a pawn put into a wrong home it may be another result, or become one
WALKS = const(0x400)  # the pawn may only be resting on its way to another result
CROSSED = const(0x80000)  # but the game wants pawns to change places that stand there
BEFORE = const(0x800)  # it looks like the position before
BEGUN = const(0x2000)  # the hands are on the way to a result
ONTO = const(0x4000)  # that result lands on a taken space: the reeds may have nothing to tell


class Facts:
    """The facts of one board.

    Attributes:
        bits: the facts, added.
        others: results that may still follow, or that were begun.
    """

    def __init__(self, bits: int, others: "list[int]") -> None:
        self.bits = bits
        self.others = others
