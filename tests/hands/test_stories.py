# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""All short stories are told rightly, and a changed line of the decisions is found out.

`make prove-hands` tells the longer ones.
"""

import pytest
from stories import Prover
from story_cases import CASES

from sense import decisions

_SHORT = 4


def _named(name):
    return next(case for case in CASES if case.name == name)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.line.split()[0]} {case.name}")
def test_every_short_story(case):
    most = _SHORT - case.heavy
    report = Prover(case).run(most)
    assert report.wrong == []
    assert report.stories > 50


def _without(facts, act):
    """Return the decisions with the first line of some facts doing something else."""
    return tuple(
        (line[0], 0, act, act) if line[0] == facts else line for line in decisions.DECISIONS
    )


LINES = {
    "an exchange is accepted": (
        "swap of three",
        decisions.SAME | decisions.UNSEEN | decisions.EXCHANGED,
        decisions.ACCEPT,
    ),
    "the first of several is accepted": (
        "two of a colour to be replaced",
        decisions.MANY,
        decisions.ACCEPT,
    ),
    "what may go on is accepted": (
        "a 7 that finishes",
        decisions.ONE | decisions.FOLLOWED,
        decisions.ACCEPT,
    ),
    "what is made is only asked about": ("bump", decisions.ONE, decisions.ASK),
    "a pawn taken up is a take-back": (
        "left a stack, taken back",
        decisions.BEFORE | decisions.AIR,
        decisions.UNDO,
    ),
    "a take-back is not seen": ("a bump taken back", decisions.BEFORE, decisions.GUIDE),
}


@pytest.mark.parametrize("name", LINES)
def test_a_changed_line_of_the_decisions_is_found_out(name, monkeypatch):
    case, facts, act = LINES[name]
    assert facts in [line[0] for line in decisions.DECISIONS]
    monkeypatch.setattr(decisions, "DECISIONS", _without(facts, act))
    assert Prover(_named(case), enough=1).run(4).wrong
