# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""All short stories are told rightly, and a changed line of the decisions is found out.

`make prove-hands` tells the longer ones.
"""

import pytest
from stories import Prover
from story_cases import CASES

from sense import recognise

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
        (line[0], 0, act, act) if line[0] == facts else line for line in recognise.DECISIONS
    )


LINES = {
    "an exchange is accepted": (
        "swap of three",
        recognise.SAME | recognise.UNSEEN | recognise.EXCHANGED,
        recognise.ACCEPT,
    ),
    "the first of several is accepted": (
        "two of a colour to be replaced",
        recognise.MANY,
        recognise.ACCEPT,
    ),
    "what may go on is accepted": (
        "a 7 that finishes",
        recognise.ONE | recognise.FOLLOWED,
        recognise.ACCEPT,
    ),
    "what is made is only asked about": ("bump", recognise.ONE, recognise.ASK),
    "a pawn taken up is a take-back": (
        "left a stack, taken back",
        recognise.BEFORE | recognise.AIR,
        recognise.UNDO,
    ),
    "a take-back is not seen": ("a bump taken back", recognise.BEFORE, recognise.GUIDE),
}


@pytest.mark.parametrize("name", LINES)
def test_a_changed_line_of_the_decisions_is_found_out(name, monkeypatch):
    case, facts, act = LINES[name]
    assert facts in [line[0] for line in recognise.DECISIONS]
    monkeypatch.setattr(recognise, "DECISIONS", _without(facts, act))
    assert Prover(_named(case), enough=1).run(4).wrong
