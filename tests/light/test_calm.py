# SPDX-License-Identifier: Apache-2.0
"""Calm lights: the same signals, and nothing flashes."""

from light import calm, patterns
from light.patterns import EFFECT, NAMES, SLOTS, STEADY


def test_no_light_goes_dark_or_changes_suddenly():
    for pattern in range(STEADY, EFFECT):
        levels = calm.TABLE[pattern * SLOTS : (pattern + 1) * SLOTS]
        assert min(levels) >= 90 and max(levels) == 255, NAMES[pattern]
        for slot in range(SLOTS):
            assert abs(levels[slot] - levels[slot - 1]) <= 45, NAMES[pattern]


def test_dark_stays_dark_and_every_pattern_has_its_place():
    assert calm.TABLE[:SLOTS] == bytes(SLOTS)
    assert len(calm.TABLE) == len(patterns.TABLE)
