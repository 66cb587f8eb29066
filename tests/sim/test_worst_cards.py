# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The cards that take the most work, laid (`tests/rules/worst`): all their lights are there in time, computing modelled."""

import contextlib

import pytest
from bench import bench_table

from rules import RULEBOOKS

pytestmark = pytest.mark.long

ALL_MS = 300  # from the reading


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_all_lights_of_a_card_are_there_in_time(rulebook: str) -> None:
    cases = bench_table.cases(rulebook)
    assert len(cases) >= 4
    for seed, (line, card) in enumerate(cases):
        read = bench_table.read_ms(rulebook, line, card, seed)
        with contextlib.closing(bench_table.table(rulebook, line, seed)) as session:
            _, _, every = bench_table.card_ms(session, card)
        assert 0 < every - read <= ALL_MS, (line, card)
