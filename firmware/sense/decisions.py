# SPDX-License-Identifier: Apache-2.0
"""What can be known of a still board, and what to do then: the first line of `DECISIONS` whose facts all hold.

README.md of this folder has the same table in words.
"""

from micropython import const

# Facts of the board.
SAME = const(1)  # it looks like the position
UNSEEN = const(2)  # so does a result, or the position before: no reed tells them apart
LIFTED = const(4)  # a pawn of an unseen result was lifted or touched
EXCHANGED = const(8)  # two pawns of an unseen exchange were in the air together
SILENT = const(0x10)  # an unseen result may have been made although no reed reported all of it
FORCED = const(0x20)  # the only result leaves every pawn where it is
PATIENT = const(0x40)  # such a result waits for a button or the next card
CROSSED = const(0x80)  # the game wants two pawns to change places
ONE = const(0x100)  # it looks like one result
MANY = const(0x200)  # it looks like several results, or like one and the position before
AIR = const(0x400)  # a pawn of what it looks like may still be in a hand
TOUCHED = const(0x800)  # the reed where that pawn would land has dipped since it was lifted
BLIND = const(0x1000)  # a reed on that pawn's way is ignored, or nobody saw it lifted
FOLLOWED = const(0x2000)  # another result may follow from here, or the rest of this one
TWIN = const(0x4000)  # with a pawn in a wrong home it may be, or become, another result
WALKS = const(0x8000)  # the pawn may only be resting on its way to another result
BEFORE = const(0x10000)  # it looks like the position before
BEGUN = const(0x20000)  # the hands are on the way to a result
ONTO = const(0x40000)  # that result lands on a taken space, where reeds may have nothing to report

# What `Recogniser.step`, `hurry` and `confirm` return.
NOTHING = const(0)
ACCEPT = const(1)  # take result `chosen`; `asked` says whether the players were asked
ASK = const(2)  # show `question.shown`, one of `question.choices`
GUIDE = const(3)  # show `guide.missing` and `guide.extra`
BACK = const(4)  # the board is as expected again: stop guiding or asking
UNDO = const(5)  # the position before the last move has been restored
CLOSED = const(6)  # the question is gone, the hands continue

# Waits, as indices of `Recogniser.waits_ms`.
SETTLED = const(0)
LONGER = const(1)
LONG = const(2)
THINKING = const(3)

# The first line decides whose facts are all there: (facts, wait, what then, what once a player says that it is over).
DECISIONS = (
    (SAME | CROSSED, SETTLED, GUIDE, NOTHING),
    (SAME | FORCED | PATIENT, SETTLED, BACK, ACCEPT),
    (SAME | FORCED, SETTLED, ACCEPT, ACCEPT),
    (SAME | UNSEEN | EXCHANGED, SETTLED, ASK, ASK),
    (SAME | UNSEEN | LIFTED, LONG, ASK, ASK),
    (SAME | UNSEEN | SILENT, SETTLED, BACK, ASK),
    (SAME, SETTLED, BACK, NOTHING),
    (MANY | AIR, LONGER, ASK, ASK),
    (MANY, SETTLED, ASK, ASK),
    (ONE | TWIN, SETTLED, ASK, ASK),
    (ONE | FOLLOWED, LONG, ASK, ASK),
    (ONE | AIR | BLIND, LONG, ASK, ACCEPT),
    (ONE | AIR | TOUCHED, LONGER, ACCEPT, ACCEPT),
    (ONE | AIR, LONG, ACCEPT, ACCEPT),
    (ONE | WALKS, LONGER, ACCEPT, ACCEPT),
    (ONE, SETTLED, ACCEPT, ACCEPT),
    (BEFORE | AIR, LONG, ASK, NOTHING),
    (BEFORE, SETTLED, UNDO, NOTHING),
    (BEGUN | ONTO, LONG, GUIDE, NOTHING),
    (BEGUN, THINKING, GUIDE, NOTHING),
    (0, LONG, GUIDE, NOTHING),
)


def decision(bits: int) -> "tuple[int, int, int, int]":
    """Return the first line whose facts are all among some facts."""
    for line in DECISIONS:
        if bits & line[0] == line[0]:
            return line
    raise ValueError("the last line has no facts")
