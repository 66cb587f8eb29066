# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The positions known to take most work give what they gave.

Each line of `worst/<rulebook>.txt`: position, action, results.
"""

from pathlib import Path

import pytest

from rules import RULEBOOKS
from rules.parse import parse_position

FOLDER = Path(__file__).parent / "worst"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_worst_cases_give_what_they_gave(rulebook):
    lines = (FOLDER / f"{rulebook}.txt").read_text(encoding="utf-8").splitlines()
    assert lines
    for line in lines:
        position, action, results = line.split("\t")
        game, state = parse_position(position)
        found = game.results(state, game.actions.index(action))
        assert len(found) == int(results), line
