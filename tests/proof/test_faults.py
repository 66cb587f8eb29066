# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A part of the fault matrix: every fault in one phase of play, every phase with one fault."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import faults


def picked():
    """Return a fault for each phase and a phase for each fault, the shorter ones."""
    chosen = []
    used = dict.fromkeys([phase.name for phase in faults.PHASES], 0)
    for fault in faults.FAULTS:
        fitting = [p for p in faults.PHASES if not fault.phases or p.name in fault.phases]
        phase = min(fitting, key=lambda one: used[one.name])
        used[phase.name] += 1
        chosen.append((fault, phase))
    assert min(used.values()) >= 1
    return chosen


@pytest.mark.long
@pytest.mark.parametrize(
    ("fault", "phase"),
    [pytest.param(f, p, id=f"{f.part}, {f.way}; {p.name}") for f, p in picked()],
)
def test_a_fault_is_named_and_its_end_and_nothing_is_lost(fault, phase):
    assert faults.trial(fault, phase).complaints == []
