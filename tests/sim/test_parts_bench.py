# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The bench over all tolerance corners: the ideal world knows nothing of magnets, and both worlds play the same turns."""

import math
import subprocess
import sys
from pathlib import Path

import pytest
from bench import bench_hands
from bench.ideal_reeds import IdealReeds

from tavle.sim.reeds import Reeds


def _pushed(world, mm):
    """Return the levels of a space's reed while its pawn is pushed away from the reed, every half second 2 mm."""
    reeds = world("partners", lambda colour, place: [int(place)], 1)
    bit = reeds.put("red", "20")
    item = reeds.contacts.plane.board.spaces[bit]
    angle = math.radians(item.axis_deg)
    seen, now = [], 0
    for _ in range(mm // 2):
        pawn = reeds.mover.pawns[0]
        reeds.mover.push(pawn, 2 * math.cos(angle), 2 * math.sin(angle), 100)
        now += 500
        reeds.advance(now)
        seen.append(reeds.levels[bit >> 3] >> (bit & 7) & 1)
    return seen


def test_the_ideal_world_has_no_dead_line():
    assert _pushed(IdealReeds, 8) == [1] * 4
    assert 0 in _pushed(Reeds, 10), "over the middle of the reed nothing drives it"
    assert _pushed(IdealReeds, 16)[-1] == 0


@pytest.mark.parametrize("parts", [bench_hands.IDEAL, "dull", "keen"])
def test_the_same_turns_are_played_in_every_world(parts):
    tally = bench_hands.run("sorry", bench_hands.Recogniser, 6, 3, parts=parts)
    assert tally.turns == 6 and tally.wrong == tally.wedged == tally.refused == 0
    total = bench_hands.Tally()
    total.join(tally)
    total.join(tally)
    assert total.turns == 12 and len(total.waits) == 2 * len(tally.waits)


@pytest.mark.parametrize("program", ["bench/bench_hands.py", "hands/campaign.py"])
def test_a_bench_starts_alone_as_make_starts_it(program):
    file = Path(__file__).resolve().parents[1] / program
    done = subprocess.run(
        [sys.executable, file, "--help"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and "--turns" in done.stdout, done.stderr
