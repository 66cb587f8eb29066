# SPDX-License-Identifier: Apache-2.0
"""The three Partners editions and the cards, as data.

An edition is a tuple, indexed by the names below:

* COUNT_START: start spaces are counted spaces of the ring (P4).
* MULTI_TURN: a pawn turns any number of times in the goal, and at once when blocked (P12).
* REST: what becomes of the rest of a 7 that finishes (P15): the default of the option `rest` (H1), or USED.
* START_PROTECTED: a pawn on its own start space cannot be swapped (P16).
* SHUFFLE: when the cards are gathered (P6): the default of the option `shuffle` (H2).
* STRANGERS: how many foreign pawns can stand on one start space (section 1.6, P18).
"""

from rules.game import FIRST

COUNT_START = 0
MULTI_TURN = 1
REST = 2
START_PROTECTED = 3
STRANGERS = 4
SHUFFLE = 5

# The rest is used in full on the partner's pawns,
USED = "used"  # or that finish is not allowed: no option
MUST = "must"  # where that is possible, else it is given up
MAY = "may"  # or it is given up, as the player likes
# All cards are gathered and shuffled
DEAL = "deal"  # for every deal,
CYCLE = "cycle"  # or when the dealer changes

EDITIONS = {
    "partners-movers": (False, False, MAY, False, 1, DEAL),
    "partners-nordic": (True, False, MUST, False, 4, CYCLE),
    "partners-pawns": (False, True, USED, True, 0, CYCLE),
}


def house(edition: tuple) -> tuple:
    """Return the house rules of an edition, see `Game.house`."""
    rest = edition[REST]
    shuffle = edition[SHUFFLE]
    rules = (("shuffle", (shuffle, CYCLE if shuffle == DEAL else DEAL), False), FIRST)
    if rest == USED:
        return rules
    return (("rest", (rest, MAY if rest == MUST else MUST), True),) + rules


ACTIONS = (
    "start",
    "8s",
    "13s",
    "-4",
    "1/14",
    "7",
    "swap",
    "2",
    "3",
    "5",
    "6",
    "9",
    "10",
    "12",
)

DECK = b"\x04" * 14  # copies of each kind (P5)

# What each card does (P8): steps forward, START = home -> own start, BACK = 4 back;
# the 7 and the swap have code of their own.
START = 0
BACK = -4
CARDS = (
    (START,),
    (START, 8),
    (START, 13),
    (BACK,),
    (1, 14),
    (),
    (),
    (2,),
    (3,),
    (5,),
    (6,),
    (9,),
    (10,),
    (12,),
)
SEVEN = 5
SWAP_CARD = 6
