# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The cards that take the most work, laid (`tests/rules/worst`): when their lights are there.

The budgets count from the reading of the card: 60 ms to the first lights, 300 to all of them. Only the emulated
Pico tells when it was read; by the model they count from the laying, with the reading of 40 ms or more in them.
"""

import pytest
from bench import bench_worst

from rules import RULEBOOKS

pytestmark = pytest.mark.long

FIRST_MS = 60
ALL_MS = 300


def waits_of(cases: list[tuple[str, str]], pico: bool) -> dict[str, list[float]]:
    """Lay each card; return what bench_worst.CARD names -> ms."""
    waits = {name: bench_worst.Waits(name) for name in bench_worst.CARD}
    for seed, (line, card) in enumerate(cases):
        assert not bench_worst.measure(line, card, seed, waits, pico, lifts=False)
    print({name: [round(ms, 1) for ms, _ in one.ms] for name, one in waits.items()})
    return {name: [ms for ms, _ in one.ms] for name, one in waits.items()}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_by_the_model_of_computing_time(rulebook: str) -> None:
    cases = bench_worst.cases(rulebook)
    seen = waits_of(cases, False)
    assert len(seen["card"]) == len(seen["complete"]) == len(cases) >= 4
    assert max(seen["complete"]) <= ALL_MS


@pytest.mark.pico
def test_on_the_emulated_pico() -> None:
    seen = waits_of([bench_worst.cases("partners-pawns")[-1]], True)
    assert 0 < seen["read"][0] <= FIRST_MS < seen["read, all"][0] <= ALL_MS
