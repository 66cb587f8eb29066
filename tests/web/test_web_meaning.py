# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What the page says of a light: every signal of play is told by its rhythm and colour."""

from types import SimpleNamespace

import pytest

from tavle.paths import add_firmware
from tavle.web import meaning

add_firmware()
from light import patterns, signals  # noqa: E402

PERIOD_US = 3_200_000
GREEN = (0, 120, 0)
KINDS = {"ring": signals.SPACE, "home": signals.SPACE | signals.HOME, "seat": signals.SEAT}


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


def test_how_bright_a_light_was_is_told_slot_by_slot():
    frames = [(0, bytes(6)), (800_000, bytes([0, 0, 0, 40, 20, 0])), (1_200_000, bytes([0, 0, 0, 80, 40, 0]))]  # fmt: skip
    bright, colour = meaning.levels(frames, 1, 1_600_000, 32)
    assert bright == [0.0] * 16 + [0.5] * 8 + [1.0] * 8
    assert colour == pytest.approx((1 / 3, 2 / 3, 0.0))


def test_what_is_too_far_from_every_signal_is_unknown(monkeypatch):
    """A rhythm counts whole, a colour half: 0.30 in all is the end of what is near."""
    red = SimpleNamespace(
        name="one",
        builder=False,
        where=signals.SPACE,
        pattern=patterns.STEADY,
        rgb=(200, 0, 0),
    )
    monkeypatch.setattr(signals, "SIGNALS", [red])
    now_us = 2 * PERIOD_US

    def told(colour, dark_slots=0):
        frames = [(0, bytes([9, 9, 9, colour[1], colour[0], colour[2]]))]
        if dark_slots:
            frames += [(now_us - dark_slots * 50_000, b"\x09\x09\x09" + bytes(3))]
        return meaning.tell(frames, 1, "ring", now_us)

    assert told((200, 0, 0)) == told((9, 0, 0)) == "one"
    for green, name in ((115, "one"), (125, "unknown"), (200, "unknown")):
        assert told((200 - green, green, 0)) == name, green
    for dark, name in ((9, "one"), (10, "unknown"), (20, "unknown")):
        assert told((200, 0, 0), dark) == name, dark
    red.rgb = None
    assert told((0, 200, 0), 7) == "one" and told((0, 200, 0), 8) == "unknown", (
        "a seat's own colour costs 0.05"
    )
    red.builder = True
    assert told((200, 0, 0)) == "unknown"
