# SPDX-License-Identifier: Apache-2.0
"""The colours: seats and the hues that share a pattern stay apart, also for colour-blind eyes."""

from colourblind import EYES, distance

from light import palette

# A colour difference of 10 is plain at a glance; the seats have the whole table between them.
_PLAIN = 40


def pairs(things):
    return [(a, b) for i, a in enumerate(things) for b in things[i + 1 :]]


def test_seat_colours_stay_apart_for_all_eyes():
    for eye in EYES:
        for one, other in pairs(sorted(palette.SEATS.items())):
            apart = distance(one[1], other[1], eye)
            assert apart >= _PLAIN, (eye, one[0], other[0], apart)


def test_every_game_has_its_colours():
    assert palette.seats(("green", "blue", "red", "yellow"))[2] == palette.SEATS["red"]
    assert len(palette.seats(("red", "yellow", "blue", "green"))) == 4


def test_the_simulation_of_eyes_knows_red_and_green():
    red, green = (255, 0, 0), (0, 90, 0)
    assert distance(red, green, "normal") > 2 * distance(red, green, "deutan")
    assert distance((255, 255, 255), (255, 255, 255), "protan") == 0
