# SPDX-License-Identifier: Apache-2.0
"""The brightness patterns: their table, and that no two can be taken for each other."""

from light import patterns
from light.language import PATTERNS as NAMES
from light.patterns import EFFECT, OFF, PERIOD_MS, SLOT_MS, SLOTS, TABLE


def slots(pattern):
    return TABLE[pattern * SLOTS : (pattern + 1) * SLOTS]


def flashes(pattern):
    """Number of times in a period that the light comes on."""
    levels = slots(pattern)
    return sum(1 for i in range(SLOTS) if levels[i] > 127 >= levels[i - 1])


def test_the_table_is_complete():
    assert SLOTS * SLOT_MS == PERIOD_MS
    assert len(TABLE) == EFFECT * SLOTS and len(NAMES) == EFFECT + 1
    assert max(slots(OFF)) == 0 and min(slots(patterns.STEADY)) == 255


def test_every_pattern_has_the_name_of_its_number():
    for name in dir(patterns):
        number = getattr(patterns, name)
        if name.isupper() and isinstance(number, int) and not name.startswith(("_", "SLOT", "PERIOD")):  # fmt: skip
            assert NAMES[number] == name.lower().replace("_", "-")


def test_every_pattern_begins_bright():
    for pattern in range(1, EFFECT):
        if pattern != patterns.RAMP:
            assert slots(pattern)[0] > 200, NAMES[pattern]
    assert slots(patterns.RAMP)[0] < 50  # it grows: that is its sign


def test_no_two_patterns_look_alike_at_any_phase():
    for one in range(EFFECT):
        for other in range(one):
            a = slots(one)
            nearest = SLOTS
            for phase in range(SLOTS):
                b = slots(other)[phase:] + slots(other)[:phase]
                differing = sum(1 for i in range(SLOTS) if abs(a[i] - b[i]) > 50)
                nearest = min(nearest, differing)
            # At least 4 of 32 slots: 200 ms in which one is clearly brighter. The fault codes
            # among themselves are counted (see below).
            least = 2 if other >= patterns.COUNT_1 else 4
            assert nearest >= least, (NAMES[one], NAMES[other], nearest)


def test_counts_can_be_counted():
    for n in range(1, 7):
        pattern = patterns.COUNT_1 + n - 1
        assert flashes(pattern) == n, NAMES[pattern]
        # A pause of at least 300 ms shows where the count begins.
        levels = slots(pattern)
        assert max(levels[-6:]) == 0


def test_nothing_flashes_at_the_rate_that_harms():
    # Photosensitivity: large areas should not flash more than 3 times a second; single small
    # lights may. Only `fast` and the bursts inside a pattern are quicker, and never 20 Hz.
    for pattern in range(EFFECT):
        assert flashes(pattern) <= 8, NAMES[pattern]
    assert flashes(patterns.FLASH_TWICE) == 2 and flashes(patterns.BLINK) == 2


# Full and dark, a sign for each 50 ms slot. What is not in it fades: see below.
DRAWN = {
    "OFF": "................................",
    "STEADY": "################################",
    "BLINK": "########........########........",
    "FAST": "##..##..##..##..##..##..##..##..",
    "DOUBLE": "##..##..........##..##..........",
    "TRIPLE": "##..##..##......##..##..##......",
    "SHORT_ON": "##..............##..............",
    "WINK": "##############..##############..",
    "DASH_DOT": "########...##...########...##...",
    "FLASH_TWICE": "##..##..........................",
}
COUNTS = (
    "####............................",
    "####..####......................",
    "####..####..####................",
    "##..##..##..##..................",
    "##..##..##..##..##..............",
    "##..##..##..##..##..##..........",
)
DOWN = (255, 225, 196, 169, 144, 121, 100, 81, 64, 49, 36, 25, 16, 9, 4, 1)  # (255 - 16 t)^2 / 255
BREATH = (255, 224, 193, 164, 138, 114, 93, 73)
GROWS = (0, 3, 8, 15, 24, 35, 48, 63, 80, 99, 120, 143, 168, 195, 224, 255)
DROPS = (
    255, 239, 224, 209, 195, 181, 168, 155, 143, 131, 120, 109, 99, 89, 80, 71,
    63, 55, 48, 41, 35, 29, 24, 19, 15, 11, 8, 5, 3, 2, 0, 0,
)  # fmt: skip


def turned(levels):
    return tuple(levels[k] for k in range(len(levels) - 1, -1, -1))


def test_every_pattern_is_as_it_is_drawn():
    for name, drawn in DRAWN.items():
        levels = slots(getattr(patterns, name))
        assert "".join(["#" if level else "." for level in levels]) == drawn, name
        assert set(levels) <= {0, 255}, name
    for n, drawn in enumerate(COUNTS):
        levels = slots(patterns.COUNT_1 + n)
        assert "".join(["#" if level else "." for level in levels]) == drawn, n
        assert set(levels) == {0, 255}


def test_what_fades_fades_as_eyes_see_it():
    assert tuple(slots(patterns.PULSE)) == DOWN + (0,) + turned(DOWN[1:])
    assert tuple(slots(patterns.BREATHE)) == (BREATH + (56,) + turned(BREATH[1:])) * 2
    assert tuple(slots(patterns.RAMP)) == GROWS * 2
    assert tuple(slots(patterns.FADE)) == DROPS
    assert tuple(slots(patterns.GLITTER)) == (255, 255, 130, 130) * 8
    assert tuple(slots(patterns.HEARTBEAT)) == ((255, 255, 60, 60, 255, 255) + (60,) * 10) * 2
