# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The hands that waited longest in a search (`tests/bench/search_hands.py`), replayed: bounded, and nothing breaks.

In virtual time with the model of computing time, and on the emulated Pico where there is one. The
bounds are the budgets: 25 ms, and 40 ms where a collection of garbage came between: these hands lift a pawn
20 ms after another one was lifted or put down, when the collection that followed the answer has just begun.
"""

from pathlib import Path

import pytest
from bench import search_hands

pytestmark = pytest.mark.long

FOLDER = Path(__file__).resolve().parents[1] / "rules" / "worst_hands"
MOST_MS = 40
LATE_MS = 25  # all but one of every dozen that is begun


def lines() -> list[tuple[str, str, str, str]]:
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            position, card, seed, acts = line.split("\t")
            found.append((position, card, seed, acts))
    return found


def held(position: str, card: str, seed: str, acts: str, pico: bool) -> None:
    done = search_hands.read(acts)
    waits, faults = search_hands.waits_ms(position, card, int(seed), done, pico)
    print(sorted(round(ms, 1) for ms in waits))
    assert not faults
    assert len(waits) > 5
    assert max(waits) <= MOST_MS
    late = [ms for ms in waits if ms > LATE_MS]
    assert 12 * (len(late) - 1) < len(waits)


@pytest.mark.parametrize(("position", "card", "seed", "acts"), lines())
def test_by_the_model_of_computing_time(position: str, card: str, seed: str, acts: str) -> None:
    held(position, card, seed, acts, False)


@pytest.mark.pico
@pytest.mark.parametrize(("position", "card", "seed", "acts"), lines()[:1])
def test_on_the_emulated_pico(position: str, card: str, seed: str, acts: str) -> None:
    held(position, card, seed, acts, True)


def test_acts_are_read_as_they_are_written() -> None:
    for _, _, _, acts in lines():
        assert search_hands.written(search_hands.read(acts)) == acts
    with pytest.raises(ValueError, match="no act"):
        search_hands.read("*3/75")
