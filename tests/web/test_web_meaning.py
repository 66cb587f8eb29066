# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What the page says of a light: every signal of play is told by its rhythm and colour."""

import pytest

from tavle.paths import add_firmware
from tavle.web import meaning

add_firmware()
from light import patterns, signals  # noqa: E402

PERIOD_US = 3_200_000
GREEN = (0, 120, 0)


def frames_of(pattern, colour, begun_us, until_us):
    """Return the frames of one light, second of its chain, that shows a pattern."""
    table = patterns.TABLE[patterns.SLOTS * pattern : patterns.SLOTS * (pattern + 1)]
    found, last = [], None
    for t in range(begun_us, until_us, 50_000):
        level = table[(t - begun_us) // 50_000 % patterns.SLOTS]
        red, green, blue = (c * level // 255 for c in colour)
        if (red, green, blue) != last:
            last = (red, green, blue)
            found.append((t, bytes([9, 9, 9, green, red, blue, 9, 9, 9])))
    return found


def shown(signal):
    return not signal.builder and signal.pattern < 22 and patterns.OFF < signal.pattern


@pytest.mark.parametrize("kind", ["ring", "home", "seat"])
def test_every_signal_of_play_is_told(kind):
    here = getattr(signals, meaning._KINDS[kind])
    names, alike = [], {}
    for signal in filter(shown, signals.SIGNALS):
        if signal.where & here:
            alike.setdefault((signal.pattern, signal.rgb), []).append(signal.name)
    for (pattern, colour), meant in alike.items():
        for begun_us in (0, 333_000, 1_250_000):
            now_us = begun_us + 3 * PERIOD_US
            frames = frames_of(pattern, colour or GREEN, begun_us, now_us)
            names.append(meaning.tell(frames, 1, kind, now_us))
            assert names[-1] in meant, (pattern, colour, begun_us)
    assert len(set(names)) > 3


def test_a_dark_light_is_dark():
    assert meaning.tell([], 1, "ring", 0) == "dark"
    dark = [(0, bytes(9)), (800_000, b"\x09\x09\x09" + bytes(6))]
    assert meaning.tell(dark, 1, "ring", 2 * PERIOD_US) == "dark"
