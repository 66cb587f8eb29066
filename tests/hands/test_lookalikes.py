# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Of two results that look alike the one that was not made is never accepted.

The hands of `adversarial.py` make the one in every way they know while others put
straight the pawns that the other one is about. A failure names its seed: `lookalikes.turns(Judge(
rulebook), "adversarial", seed, every)` plays it again. `make test-all` plays many more.
"""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "sense"))
from judge import Judge
from lookalikes import turns

from rules import RULEBOOKS, load

GOOD = ("accepted", "asked", "rested")  # rested: another legal result really stood there
LONG = 500  # seeds


def _play(rulebook, seeds, every):
    judge = Judge(rulebook)
    count = 0
    for seed in seeds:
        for name, _, verdict in turns(judge, "adversarial", seed, every):
            assert verdict.word in GOOD, (name, verdict)
            count += 1
    return count


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_lookalike_is_never_taken(rulebook):
    assert _play(rulebook, range(50 if load(rulebook).hand else 150), False) > 50


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_honest_move_ends_accepted(rulebook):
    assert _play(rulebook, range(10), True) > 40


@pytest.mark.long
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_lookalike_is_never_taken_for_long(rulebook):
    assert _play(rulebook, range(1000, 1000 + LONG), False) > LONG // 5
    assert _play(rulebook, range(1000, 1000 + LONG // 20), True) > LONG // 5
