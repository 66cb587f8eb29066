# SPDX-License-Identifier: Apache-2.0
"""The last light needs no question: one of the chain and one of the board are left."""

from tempdir import new_folder

from app.service.calibration import NONE, Calibration
from boards import partners


def known(lights):
    """Return work in which these lights of the board are where they are in the chain."""
    work = Calibration(new_folder() + "/learn.part", partners)
    work.reset(True)
    for space in range(partners.N_BITS):
        work.inputs[space] = space
    for light, chain in enumerate(lights):
        work.lights[light] = chain
    return work


def test_the_last_light_is_the_one_that_is_left_wherever_it_is():
    last = partners.N_LEDS - 1
    turned = [(light + 5) % (last + 1) for light in range(last + 1)]
    for light in (0, 1, 40, last - 5, last - 4, last):
        work = known(turned[:light] + [NONE] + turned[light + 1 :])
        assert work.missing == 1 and not work.complete
        work.last_light()
        assert list(work.lights) == turned, light
        assert work.missing == 0 and work.complete
        work.last_light()  # nothing is left to find
        assert list(work.lights) == turned, light


def test_of_two_lights_that_are_left_neither_is_guessed():
    last = partners.N_LEDS - 1
    for one, two in ((0, 1), (0, last), (7, 30)):
        lights = list(range(last + 1))
        lights[one] = lights[two] = NONE
        work = known(lights)
        work.last_light()
        assert list(work.lights) == lights, (one, two)
        assert work.missing == 2 and not work.complete


def test_a_space_that_is_not_known_is_missing_too():
    work = known(range(partners.N_LEDS))
    assert work.complete
    work.inputs[17] = NONE
    assert work.missing == 1 and not work.complete
    work.last_light()
    assert work.missing == 1 and list(work.lights) == list(range(partners.N_LEDS))
