# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Steady, pulse or blink, told from frames; checked with every pattern the firmware has."""

import pytest

from tavle.paths import add_firmware
from tavle.sim.lights import look, milliamps_now

add_firmware()
from light import patterns  # noqa: E402

DARK = bytes(3)
NOW_US = 10_000_000


def frames_of(number, until_us=NOW_US):
    """Return the frames of one light that shows a pattern of the firmware."""
    frames = [(0, DARK)]
    level = patterns.TABLE[number * patterns.SLOTS : (number + 1) * patterns.SLOTS]
    for t in range(0, until_us, patterns.SLOT_MS * 1000):
        share = level[t // 50_000 % patterns.SLOTS]
        green, red, blue = (c * share // 255 for c in (100, 200, 0))
        if frames[-1][1] != bytes((green, red, blue)):
            frames.append((t, bytes((green, red, blue))))
    return frames


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("steady", "steady"),
        ("pulse", "pulse"),
        ("breathe", "pulse"),
        ("blink", "blink"),
        ("fast", "blink"),
        ("double", "blink"),
        ("short-on", "blink"),
        ("wink", "blink"),
        ("count-1", "blink"),
        ("count-4", "blink"),
        ("count-6", "blink"),
        ("ramp", "pulse"),
        ("heartbeat", "blink"),
    ],
)
def test_patterns_of_the_firmware(name, how):
    number = patterns.NAMES.index(name)
    for moment in range(0, 3_200_000, 37_000):
        seen = look(frames_of(number, until_us=NOW_US + moment), NOW_US + moment)
        assert seen == {0: (200, 100, 0, how)}, moment


def test_dark_lights_are_left_out():
    assert look(frames_of(patterns.OFF), NOW_US) == {}
    assert look([(0, DARK)], NOW_US) == {}


def test_a_light_that_has_just_come_or_gone_is_steady_or_dark():
    lit = bytes((1, 2, 3))
    assert look([(0, DARK), (NOW_US - 1, lit)], NOW_US) == {0: (2, 1, 3, "steady")}
    assert look([(0, lit), (NOW_US - 1, DARK)], NOW_US) == {}
    assert look([(0, DARK), (NOW_US + 1, lit)], NOW_US) == {}, "not latched yet"


def test_scaling_by_the_power_limit_is_no_effect():
    frames = [(0, bytes((100, 100, 100)))]
    for i in range(40):
        share = 80 + i * 7 % 20
        frames.append((NOW_US - 2_000_000 + 50_000 * i, bytes((share, share, share))))
    assert look(frames, NOW_US)[0][3] == "steady"


def test_current_of_the_frame_that_is_lit():
    frames = [(0, DARK), (1000, b"\xff" * 3), (5000, DARK)]
    assert [milliamps_now(frames, t) for t in (0, 1000, 4999, 5000)] == [1, 61, 61, 1]
