# SPDX-License-Identifier: Apache-2.0
"""Tock on the Partners board: an ordinary deck of cards for the engine of Partners, as data (rulings T1-T11)."""

from rules.games.partners import editions
from rules.games.partners.editions import BACK, MINE, OTHERS, SPLIT, START
from rules.games.partners.partners import Partners

_HOUSE = (
    ("ace", ("1", "11"), True),
    ("five", ("others", "any"), True),
    ("jack", ("swap", "11"), True),
    ("joker", ("any", "start"), True),
)
_ACTIONS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "joker")
_COPIES = b"\x04" * 13 + b"\x02"


def _cards(options: dict) -> tuple:
    """Return what each card may do (T6-T10), see `editions.CARDS`."""
    cards = (
        (START, 1) if options["ace"] == "1" else (START, 1, 11),
        (2,),
        (3,),
        (BACK,),
        (OTHERS + 5,) if options["five"] == "others" else (5, OTHERS + 5),
        (6,),
        (SPLIT,),
        (8,),
        (9,),
        (10,),
        (MINE,) if options["jack"] == "swap" else (11, MINE),
        (12,),
        (START, 13),
    )
    joker = {START}
    if options["joker"] == "any":
        for card in cards:
            joker.update(card)
    return cards + (tuple(sorted(joker)),)


# T3-T5: start spaces are counted, nobody turns in the goal, one pawn stands on a space. T2: what is dealt.
_PACK = (4, b"\x05\x04\x04", _ACTIONS, _COPIES, _HOUSE, _cards)
_EDITION = (True, editions.NEVER, editions.MUST, True, 1, editions.CYCLE, False, _PACK)


def make(rulebook: str, seats: "tuple | None", options: dict) -> Partners:
    """Return the game.

    Raises:
        ValueError: fewer than four seats, or an unknown option.
    """
    if seats is not None and tuple(seats) != (0, 1, 2, 3):
        raise ValueError("seats: Tock needs all four colours")
    return Partners(rulebook, _EDITION, options)
