# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Moves cut short at every moment: the next card, a button or the same card comes while hands are at it.

The whole game over switches, debounced as on a table. Hands make one move and rest nowhere for longer than
a walking hand; whatever comes between their gestures, and just after the last one, no other move may be accepted.
"""

import contextlib

import pytest
from evening import TABLES

from drivers import buttons
from rules.parse import parse_position

_EVERY_MS = 180
_AFTER_MS = 780  # later than any board settles

_LOOKS = (
    "partners-nordic green:2,9,14,20 blue:h,13,27,29 red:10,44,55,z4 yellow:h,0,48,48 turn=yellow"
)
_FEW = "partners-pawns green:h,h,%s blue:h,h,h,%s red:h,h,h,h yellow:h,h,h,40 turn=green"
# (position, card, gestures: ms before it, lift or place, colour, place; pawns of the mover in the end)
MOVES = {
    "another pawn lifted": (_LOOKS, "1/14", (
        (200, "lift", "yellow", "48"), (300, "place", "yellow", "2"), (200, "lift", "green", "2"),
        (300, "place", "green", "h"), (250, "lift", "yellow", "0"), (4500, "place", "yellow", "0"),
    ), "h,0,2,48"),
    "walked by fourteen": (_FEW % ("10,20", "28"), "1/14", (
        (200, "lift", "green", "20"), (200, "place", "green", "21"), (250, "lift", "green", "21"),
        (90, "place", "green", "22"), (250, "lift", "green", "22"), (400, "place", "green", "34"),
    ), "h,h,10,34"),
    "set down, taken up, set down": (_FEW % ("10,16", "28"), "6", (
        (200, "lift", "green", "16"), (200, "place", "green", "22"), (150, "lift", "green", "22"),
        (250, "place", "green", "22"),
    ), "h,h,10,22"),
    "a 7 in two parts": (_FEW % ("10,20", "28"), "7", (
        (200, "lift", "green", "10"), (200, "place", "green", "13"), (250, "lift", "green", "20"),
        (250, "place", "green", "24"),
    ), "h,h,13,24"),
    "a bump": (_FEW % ("10,20", "26"), "6", (
        (200, "lift", "green", "20"), (250, "place", "green", "26"), (250, "lift", "blue", "26"),
        (250, "place", "blue", "h"),
    ), "h,h,10,26"),
}  # fmt: skip
CUTS = ("card", "button", "others", "table", "again")


def _cut(table, kind, action, wanted):
    """Do something that ends, or does not end, a move."""
    acting = wanted[16]
    if kind == "card":
        other = next(k for k in range(len(table.game.actions)) if k != action and table.copies(k))
        table.card(other, table.copies(other)[-1])
    elif kind == "again":
        table.lay_again()
    elif table.phase() != "ask":  # a question is answered by who has read it
        table.press({"button": acting, "others": (acting + 1) % 4, "table": buttons.TABLE}[kind])


def told(name, kind, at_ms):
    """Make a move that is cut short at a time; return what was accepted."""
    line, card, gestures, _ = MOVES[name]
    with contextlib.closing(TABLES["switches"](line, 2)) as table:
        table.step(2000)
        state = bytes(parse_position(line)[1])
        action = table.game.actions.index(card)
        table.card(action, 1)
        left = at_ms
        for wait_ms, do, colour, at in gestures:
            if 0 <= left < wait_ms:
                table.step(left)
                _cut(table, kind, action, state)
                table.step(wait_ms - left)
            else:
                table.step(wait_ms)
            left -= wait_ms
            table.act(do, colour, at)
        if left >= 0:
            table.step(left)
            _cut(table, kind, action, state)
        table.step(2500)
        return [event["position"] for event in table.events if event["event"] == "accepted"]


@pytest.mark.parametrize("name", MOVES)
def test_a_move_that_is_cut_short_is_no_other_move(name):
    line, _, gestures, pawns = MOVES[name]
    colour = line.rpartition("=")[2]
    end = sum(gesture[0] for gesture in gestures) + _AFTER_MS
    for kind in CUTS:
        for at_ms in range(5, end, _EVERY_MS):
            for position in told(name, kind, at_ms)[:1]:
                assert f"{colour}:{pawns} " in position, (kind, at_ms)
