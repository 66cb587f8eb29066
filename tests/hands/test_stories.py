# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""All short stories are told rightly, and a recogniser that is a little less sure is found out.

`make prove-hands` tells the longer ones.
"""

import importlib

import pytest
from stories import Prover
from story_cases import CASES

from sense import recognise
from sense.candidates import Candidates
from sense.expected import Expected
from sense.inquiry import Inquiry
from sense.progress import Progress
from sense.question import Question
from sense.ranking import Ranking
from sense.recognise import Recogniser

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


class _DropsARival(Candidates):
    """Sees one result where several look alike."""

    def find(self):
        yield from Candidates.find(self)
        del self.found[1:]


class _NothingFollows(Progress):
    """Takes everything that looks made for made."""

    def of(self, index, any_home=False):
        return Progress.of(self, index, any_home) & ~2


class _NobodyElsesHand(Progress):
    """Takes the pawns in the hands for those of the result that the board looks like."""

    def beside(self, index, other):
        return False


class _NobodyRests(Progress):
    """Takes no pawn for put aside."""

    def aside(self, index, replaced):
        return False


class _NothingBesides(Inquiry):
    """Takes every result for the only one that hands have made."""

    def _all_left(self, k, hops):
        return False


class _BlindToBefore(Expected):
    """Does not see that the last exchange may have been taken back."""

    def alike_before(self, mask):
        return False


class _NothingToRefuse(Ranking):
    """Does not offer the unchanged position."""

    def rank(self, *facts):
        choices, about, others, seen = yield from Ranking.rank(self, *facts)
        k = choices.index(-1) if -1 in choices else len(choices)
        return choices[:k] + choices[k + 1 :], about[:k] + about[k + 1 :], others, seen


class _PointsAtOne(Question):
    """Shows the same choice whatever is lifted."""

    def point(self, spot):
        return False


class _ForgetsTheHand(Inquiry):
    """Takes a pawn that was only taken up for taken back."""

    def _taken_back(self):
        return recognise.BEFORE


class _NeverUndoes(Recogniser):
    """Does not see that the pawns are back."""

    def _decide(self):
        line = Recogniser._decide(self)
        return (line[0], 4, 0, 0) if line[2] == recognise.UNDO else line


MUTANTS = {  # name -> the case, what is put in the place of the base class, gestures
    "drops a rival": ("two of a colour to be replaced", _DropsARival, 4),
    "nothing follows": ("a 7 that finishes", _NothingFollows, 4),
    "nothing follows a pawn in the hand": ("one of fourteen", _NothingFollows, 4),
    "nobody else's hand": ("joins a stack", _NobodyElsesHand, 3),
    "nobody rests": ("a bump beside another", _NobodyRests, 4),
    "nothing besides": ("besides a move of a stack", _NothingBesides, 4),
    "blind to the position before": ("a swap taken back", _BlindToBefore, 4),
    "nothing to refuse": ("swap of three", _NothingToRefuse, 4),
    "points at one": ("swap of three", _PointsAtOne, 4),
    "forgets the hand": ("left a stack, taken back", _ForgetsTheHand, 3),
    "never undoes": ("a bump taken back", _NeverUndoes, 4),
}
_USED_IN = {"Progress": "sense.inquiry", "Inquiry": "sense.inquiry", "Ranking": "sense.ranking"}
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


@pytest.mark.parametrize("name", MUTANTS)
def test_a_less_sure_recogniser_is_found_out(name, monkeypatch):
    case, mutant, gestures = MUTANTS[name]
    name = mutant.__base__.__name__
    user = importlib.import_module(_USED_IN.get(name, "sense.recognise"))
    monkeypatch.setattr(user, name, mutant)
    assert Prover(_named(case), recognise.Recogniser, 1).run(gestures).wrong


@pytest.mark.parametrize("name", LINES)
def test_a_changed_line_of_the_decisions_is_found_out(name, monkeypatch):
    case, facts, act = LINES[name]
    assert facts in [line[0] for line in recognise.DECISIONS]
    monkeypatch.setattr(recognise, "DECISIONS", _without(facts, act))
    assert Prover(_named(case), enough=1).run(4).wrong
