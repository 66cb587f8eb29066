# SPDX-License-Identifier: Apache-2.0
"""Where two pawns of Sorry! cannot stand: on one space of the ring, or of a row of their own; it is told whose."""

from refusal import refusal

from rules import load
from rules.game import BadPosition
from rules.games.sorry.track import RING

GAME = load("sorry")


def state_with(*pawns):
    """Return a position with pawns at (seat, number, place code)."""
    state = bytearray(GAME.new())
    for seat, number, place in pawns:
        state[4 * seat + number] = place
    return state


def test_two_pawns_of_one_seat_share_no_space_of_ring_or_row():
    for seat in range(4):
        colour = GAME.colours[seat]
        for place, name in ((1, "0"), (RING, "59"), (RING + 1, "z1"), (RING + 5, "z5")):
            for one, two in ((0, 1), (0, 3), (2, 3)):
                text = refusal(
                    BadPosition, GAME.validate, state_with((seat, one, place), (seat, two, place))
                )
                assert text == "%s: %s is taken by %s" % (colour, name, colour), (seat, place)


def test_rows_are_each_seats_own_and_the_ring_is_everybodys():
    for seat in range(4):
        for other in range(4):
            if other == seat:
                continue
            for k in range(4):
                GAME.validate(state_with((seat, 3, RING + 2), (other, k, RING + 2)))
                first, last = min(seat, other), max(seat, other)
                text = refusal(
                    BadPosition, GAME.validate, state_with((seat, 3, 17), (other, k, 17))
                )
                assert text == "%s: 16 is taken by %s" % (GAME.colours[last], GAME.colours[first])


def test_any_number_may_be_at_start_and_at_home():
    GAME.validate(state_with())
    for seat in range(4):
        GAME.validate(state_with(*[(seat, k, RING + 6) for k in range(3)]))
