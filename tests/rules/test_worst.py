# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The worst positions that `tests/bench/search_worst.py` has found, replayed.

Each line of `worst/<rulebook>.txt`: position, action, results, operations of all their moves.
"""

from pathlib import Path

import pytest

from rules import RULEBOOKS
from rules.parse import parse_position

FOLDER = Path(__file__).parent / "worst"


def cases(rulebook):
    """Return (position, action, results, operations) of the worst cases of a rulebook."""
    text = (FOLDER / f"{rulebook}.txt").read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()]


def sizes(into):
    """Return the bytes of every buffer of the results."""
    return len(into.states), len(into.ops), len(into.begins), len(into.order), len(into._rank)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_worst_cases_give_what_they_gave(rulebook):
    found = cases(rulebook)
    assert found
    for line, action, results, ops in found:
        game, state = parse_position(line)
        into = game.buffer()
        room = sizes(into)
        game.results(state, game.actions.index(action), into)
        assert (into.n, into.used // 4) == (int(results), int(ops)), line
        assert sizes(into) == room  # nothing grew
        assert into.stored <= game.most and into.used <= 4 * game.most_ops
