# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The thresholds of sense/tuning.py that follow from magnets and reeds, calculated anew: nothing is measured.

What a comment of tuning.py says of the physics is computed here over every corner of the parts' tolerances.
"""

import itertools
import math
import random

import pytest

from tavle.board import geometry
from tavle.paths import add_firmware
from tavle.sim.plane import CORNERS
from tavle.sim.reeds import Flaws, Reeds

add_firmware()

from drivers.hc165 import SCAN_MS  # noqa: E402
from sense import tuning  # noqa: E402

BIT = 20
RING = [item.bit for item in geometry.load("partners").ring]


class Hand:
    """One pawn over the reeds of Partners; every look is a millisecond after the one before."""

    def __init__(self, parts, seed, start=BIT, worn=False):
        self.reeds = Reeds(
            "partners", lambda colour, place: [int(place)], seed, Flaws(parts, worn)
        )
        self.reeds.put("red", str(start))
        self.mover = self.reeds.mover
        self.pawn = self.mover.pawns[0]
        self.item = self.reeds.contacts.plane.board.spaces[start]
        self.now = 0
        self.watch(10)

    def watch(self, ms, bits=(BIT,)):
        """Let time pass; return the levels of some reeds, one a millisecond."""
        seen = {bit: [] for bit in bits}
        for _ in range(ms):
            self.now += 1
            self.reeds.advance(self.now)
            for bit, levels in seen.items():
                levels.append(self.reeds.levels[bit >> 3] >> (bit & 7) & 1)
        return seen

    def push(self, x, y, ms):
        """Push the pawn to a place in mm off the centre of its space; return its reed's levels."""
        there = self.mover.piece(self.pawn).place
        self.mover.push(
            self.pawn, self.item.x_mm + x - there[0], self.item.y_mm + y - there[1], ms
        )
        return self.watch(ms + 100)[BIT]


def longest(levels, level):
    """Return for how long at most a level lasted, in ms, the one at the end left out."""
    runs = [(value, len(list(run))) for value, run in itertools.groupby(levels)][:-1]
    return max((length for value, length in runs if value == level), default=0)


def changes(levels):
    """Return how many changes the scans see."""
    scanned = levels[::SCAN_MS]
    return sum(a != b for a, b in itertools.pairwise(scanned))


@pytest.mark.parametrize("parts", CORNERS)
@pytest.mark.parametrize("worn", [False, True], ids=["new", "worn"])
def test_a_pawn_lifted_or_put_down_is_one_change_and_over_before_it_counts(parts, worn):
    """PLACE_MS, RESTLESS_EDGES, FLIPS."""
    for seed in range(5):
        hand = Hand(parts, seed, worn=worn)
        hand.mover.leave(hand.pawn)
        lifted = hand.watch(400)[BIT]
        hand.mover.put(hand.pawn, BIT)
        placed = hand.watch(400)[BIT]
        for levels, before in ((lifted, 1), (placed, 0)):
            assert levels[-1] != before
            unrest = [n for n, level in enumerate(levels) if level != levels[-1]]
            first = next(n for n, level in enumerate(levels) if level != before)
            assert max(unrest, default=0) - first < tuning.PLACE_MS
            assert changes([before] * SCAN_MS + levels) <= 3 < tuning.RESTLESS_EDGES


@pytest.mark.parametrize("parts", CORNERS)
def test_a_pawn_pushed_over_the_dead_line_is_a_touch(parts):
    """LIFT_MS: pushes along the reed, of up to a third of a second, open it for less."""
    dips = []
    for seed, (far, ms) in enumerate(itertools.product((12, 14, 17), (100, 200, 350))):
        hand = Hand(parts, seed)
        angle = math.radians(hand.item.axis_deg)
        levels = hand.push(far * math.cos(angle), far * math.sin(angle), ms)
        if levels[-1]:
            dips.append(longest(levels, 0))
            assert changes(levels) <= 2
    assert len(dips) >= 4 and min(dips) > 0
    assert max(dips) <= 50 and max(dips) < tuning.LIFT_MS


@pytest.mark.parametrize("parts", CORNERS)
def test_a_pawn_put_straight_within_its_space_opens_nothing(parts):
    """LIFT_MS: what dips was pushed over the dead line, moved away or failed; it was not only put straight."""
    for seed in range(3):
        hand, chance = Hand(parts, seed), random.Random(seed)
        for _ in range(6):
            r, a = 6 * math.sqrt(chance.random()), chance.uniform(0, math.tau)
            levels = hand.push(r * math.cos(a), r * math.sin(a), round(chance.uniform(60, 250)))
            assert set(levels) == {1}


@pytest.mark.parametrize("hump_mm", [3, 8, 18])
def test_reeds_under_a_hand_on_its_way_open_again_before_the_board_is_judged(hump_mm):
    """SETTLE_MS: its least setting is 300; five spaces in up to 1.2 s, as low as a hand can."""
    longest_ms = 0
    for parts, ms in itertools.product(("keen", "dull"), (170, 600, 1200)):
        hand = Hand(parts, 1, RING[10])
        hand.mover.fly(hand.pawn, RING[15], ms, hump_mm)
        for levels in hand.watch(ms + 50, RING[11:15]).values():
            longest_ms = max(longest_ms, longest(levels, 1))
    assert longest_ms <= 200 and tuning.SETTLE_MS >= 300
    assert (longest_ms == 0) == (hump_mm >= 18), "carried high a pawn closes nothing on its way"
