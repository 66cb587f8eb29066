# SPDX-License-Identifier: Apache-2.0
"""What a computer may know of the others' cards, and how long it may think."""

from tabletop import table_at

from ticks import MASK, since

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"


def pile(top, cards):
    for action, copy in cards:
        assert top.table.computers.seats.take(action, copy) == ""


def pass_on(top, cards):
    """Lay a pile through until the card for the partner lies there; return which it was."""
    for card in cards:
        if top.table.computers.seats.take(*card) == "":
            return card
    raise AssertionError("no card is passed")


OWN = [(0, 1), (4, 1), (5, 1), (9, 1)]


def ready(level, others):
    """Return a table at which green, a computer, chooses its card; blue is one, too, and holds others."""
    top = table_at(LINE)
    top.computers(level, level, "human", "human")
    for cards in (OWN, others):
        pile(top, cards)
    top.wait(8000)
    for cards in (OWN, others):
        pass_on(top, cards)
    pile(top, [(11, 1), (12, 1)])
    return top


def test_what_the_other_computer_holds_changes_no_choice():
    """The table has read every computer's cards; a seat's choice does not know them."""
    for level in ("normal", "hard"):
        wishes = []
        for k in (1, 6):
            top = ready(level, [(k, 2), (k, 3), (k + 1, 2), (k + 1, 3)])
            for _ in range(3000):
                if top.table.computers.seats.wish() is not None:
                    break
                top.wait(5)
            wishes.append(top.table.computers.seats.wish())
        assert wishes[0] is not None and wishes[0] == wishes[1], level


def test_a_thought_that_takes_long_is_brought_to_an_end():
    for slice_ms in (4, 40):
        seats = ready("hard", [(2, 2), (2, 3), (3, 2), (3, 3)]).table.computers.seats
        seats.rethink()
        now_ms = begun_ms = MASK - 700  # the clock begins again meanwhile
        while not seats.think(-1, now_ms):
            now_ms = (now_ms + slice_ms) & MASK
        assert seats.wish() is not None and since(now_ms, begun_ms) < 3500, slice_ms
