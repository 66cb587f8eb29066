# SPDX-License-Identifier: Apache-2.0
"""The colours: seats and the hues that share a pattern stay apart, also for colour-blind eyes."""

from colourblind import EYES, distance

from boards import ludo, partners, sorry
from rules import load

# A colour difference of 10 is plain at a glance; the seats have the whole table between them.
_PLAIN = 40


def pairs(things):
    return [(a, b) for i, a in enumerate(things) for b in things[i + 1 :]]


def test_seat_colours_stay_apart_for_all_eyes():
    for board in (ludo, partners, sorry):
        for eye in EYES:
            for one, other in pairs(board.COLOURS):
                apart = distance(one, other, eye)
                assert apart >= _PLAIN, (board.GAME, eye, one, other, apart)


def test_a_colour_has_one_light_on_every_board():
    found = {}
    for board, rulebook in ((ludo, "ludo-norsk"), (partners, "partners-pawns"), (sorry, "sorry")):
        for name, rgb in zip(load(rulebook).colours, board.COLOURS):
            assert found.setdefault(name, rgb) == rgb, (board.GAME, name)
    assert len(found) == 4


def test_the_simulation_of_eyes_knows_red_and_green():
    red, green = (255, 0, 0), (0, 90, 0)
    assert distance(red, green, "normal") > 2 * distance(red, green, "deutan")
    assert distance((255, 255, 255), (255, 255, 255), "protan") == 0
