# SPDX-License-Identifier: Apache-2.0
"""The three Partners editions and the cards, as data.

An edition is a tuple, indexed by the names below; so is a game that is played by the same engine (`games/tock`):

* COUNT_START: start spaces are counted spaces of the ring (P4).
* TURNS: how a pawn turns in the goal: NEVER, ONCE a move, or as OFTEN as it is blocked, also at once (P12).
* REST: what becomes of the rest of a 7 that finishes (P15): the default of the option `rest` (H1), or USED.
* START_PROTECTED: a pawn on its own start space cannot be swapped (P16).
* SHUFFLE: when the cards are gathered (P6): the default of the option `shuffle` (H2).
* STRANGERS: how many foreign pawns can stand on one start space (section 1.6, P18).
* STACKS: pawns of one colour stand together on a space of the ring (P10); else none lands where one stands.
* PACK: the cards: (number of the deck, cards dealt by deal (P6), actions, copies of each (P5), house rules about
  them, function of the options that returns what each card may do, see `CARDS`).
"""

from rules.game import FIRST

COUNT_START = 0
TURNS = 1
REST = 2
START_PROTECTED = 3
STRANGERS = 4
SHUFFLE = 5
STACKS = 6
PACK = 7

NEVER = 0
ONCE = 1
OFTEN = 2

# The rest is used in full on the partner's pawns,
USED = "used"  # or that finish is not allowed: no option
MUST = "must"  # where that is possible, else it is given up
MAY = "may"  # or it is given up, as the player likes
# All cards are gathered and shuffled
DEAL = "deal"  # for every deal,
CYCLE = "cycle"  # or when the dealer changes


def house(edition: tuple) -> tuple:
    """Return the house rules of an edition, see `Game.house`."""
    rest = edition[REST]
    shuffle = edition[SHUFFLE]
    rules = (("shuffle", (shuffle, CYCLE if shuffle == DEAL else DEAL), False), FIRST)
    rules = edition[PACK][4] + rules
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

# What each card may do (P8), ascending: a number of steps forward, up to 14, or one of these.
BACK = -4  # 4 back
START = 0  # home -> own start
SWAP = 20  # any two pawns change places (P16),
MINE = 21  # or one of the own ones with one of another colour
SPLIT = 22  # 7 steps, shared among the own pawns (P14)
OTHERS = 32  # more than this: so many steps forward with a pawn of another colour
CARDS = (
    (START,),
    (START, 8),
    (START, 13),
    (BACK,),
    (1, 14),
    (SPLIT,),
    (SWAP,),
    (2,),
    (3,),
    (5,),
    (6,),
    (9,),
    (10,),
    (12,),
)

_PACK = (1, b"\x04\x04\x04", ACTIONS, DECK, (), lambda _: CARDS)

EDITIONS = {
    "partners-movers": (False, ONCE, MAY, False, 1, DEAL, True, _PACK),
    "partners-nordic": (True, ONCE, MUST, False, 4, CYCLE, True, _PACK),
    "partners-pawns": (False, OFTEN, USED, True, 0, CYCLE, True, _PACK),
}
