# SPDX-License-Identifier: Apache-2.0
"""The rhythms: no two can be taken for each other, counts can be counted, and none flashes at a rate that harms."""

from light import effects, patterns
from light.patterns import EFFECT, NAMES, OFF, PERIOD_MS, SLOT_MS, SLOTS, TABLE

SECOND = 1000 // SLOT_MS
PLAIN = 26  # a tenth of full brightness: less is no flash (WCAG 2.3.1)


def slots(pattern):
    return TABLE[pattern * SLOTS : (pattern + 1) * SLOTS]


def flashes(levels):
    """Return the most flashes in any second of levels that repeat: each a rise and a fall that are plain."""
    n = len(levels)
    most = 0
    for start in range(n):
        seen = [levels[(start + k) % n] for k in range(SECOND + 1)]
        low = high = seen[0]
        rises = falls = 0
        rising = None
        for level in seen:
            if level - low >= PLAIN and rising is not True:
                rises += 1
                rising, high = True, level
            elif high - level >= PLAIN and rising is not False:
                falls += 1
                rising, low = False, level
            low = min(low, level) if rising is not True else level
            high = max(high, level) if rising is not False else level
        most = max(most, min(rises, falls))
    return most


def test_no_light_flashes_more_than_three_times_in_any_second():
    assert flashes((255, 255, 0, 0) * 8) == 5, "this one does"
    assert flashes((255, 250, 245, 250) * 8) == 0, "and this one does not flash at all"
    for pattern in range(EFFECT):
        assert flashes(slots(pattern)) <= 3, NAMES[pattern]
    levels, seen = bytearray(96), []
    for t_ms in range(0, 2400, SLOT_MS):
        effects.win(t_ms, levels)
        seen.append(bytes(levels))
    for led in range(96):
        assert flashes([frame[led] for frame in seen]) <= 3


def test_the_table_is_complete():
    assert len(TABLE) == EFFECT * SLOTS and len(NAMES) == EFFECT + 1
    assert max(slots(OFF)) == 0 and min(slots(patterns.STEADY)) == 255
    for name in dir(patterns):
        number = getattr(patterns, name)
        if name.isupper() and isinstance(number, int) and not name.startswith(("_", "SLOT", "PERIOD")):  # fmt: skip
            assert NAMES[number] == name.lower().replace("_", "-")
    for pattern in range(patterns.COUNT_1 + 3):
        assert slots(pattern)[: SLOTS // 2] == slots(pattern)[SLOTS // 2 :], "it repeats in 1.6 s"
    assert SLOTS * SLOT_MS == 2 * PERIOD_MS


def test_every_pattern_begins_bright():
    for pattern in range(1, EFFECT):
        if pattern != patterns.RAMP:
            assert slots(pattern)[0] > 200, NAMES[pattern]
    assert slots(patterns.RAMP)[0] < 50  # it grows: that is its sign


def test_no_two_patterns_look_alike_at_any_phase():
    for one in range(EFFECT):
        for other in range(one):
            a, b = slots(one), slots(other)
            nearest = SLOTS
            for _ in range(SLOTS):
                b = b[1:] + b[:1]
                differing = sum([abs(a[i] - b[i]) > 50 for i in range(SLOTS)])
                nearest = min(nearest, differing)
            # 400 ms of 3.2 s in which one is clearly brighter.
            assert nearest >= 8, (NAMES[one], NAMES[other], nearest)


def test_counts_can_be_counted():
    for n in range(1, 7):
        levels = slots(patterns.COUNT_1 + n - 1)
        if n <= 3:
            levels = levels[: SLOTS // 2]
        comes_on = [i for i in range(len(levels)) if levels[i] > levels[i - 1]]
        assert len(comes_on) == n, n
        gaps = [b - a for a, b in zip(comes_on, comes_on[1:])]
        last = len(levels) - comes_on[-1]
        assert all(last >= 2 * gap for gap in gaps), "a pause shows where the count begins"
