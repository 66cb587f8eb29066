# SPDX-License-Identifier: Apache-2.0
"""Which choice of a question is the likeliest. Likelihood orders, nothing else."""

from rules.game import TURN
from sense import hypotheses
from sense.question import PREVIOUS, RIVAL, UNCHANGED
from sense.tuning import CHOICES, NOT_LIFTED, OWN_PAWN, RESTING, TOLD

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.candidates import Candidates
    from sense.choices import Choices
    from sense.expected import Expected
    from sense.handlog import HandLog


class Ranking:
    """Ranks the choices of one question.

    Args:
        log: what the hands have done.
        candidates: the results, and the board that they are to look like.
        expected: the position, and the one before.
        choices: tells what a choice is about.
    """

    def __init__(
        self, log: "HandLog", candidates: "Candidates", expected: "Expected", choices: "Choices"
    ) -> None:
        self._map = candidates.boardmap
        self._log = log
        self._view = candidates.view
        self._candidates = candidates
        self._expected = expected
        self._choices = choices

    def rank(self, same: bool, over: bool, others: "list[int]", rivals: int) -> tuple:
        """Return what `Question.open` wants, the likeliest choice first.

        Args:
            same: whether the board looks like the position.
            over: whether the player to act says that the move is made.
            others: results that the hands may still be on the way to.
            rivals: how many positions are to be named that are no results.
        """
        candidates = self._candidates
        candidates.look()
        choices = self._possible(same)
        others = others + [RIVAL - k for k in range(rivals)]
        if len(choices) + len(others) == 1:
            others = [UNCHANGED]  # the pawn in the hand goes back
        states = candidates.states
        ways = [states[index] for index in candidates.found]
        standing = hypotheses.standing(self._map, self._log, ways, candidates.poll)
        aways = self._log.aways(False)
        ranked = []
        for k in range(len(choices)):
            choice = choices[k]
            candidates.poll()
            groups = self._choices.groups(choice)
            weight = self._weight(choice, aways)
            if choice == UNCHANGED and over:
                weight = -TOLD
            elif not over and (choice == UNCHANGED or self._rests(choice)):
                weight -= RESTING
            elif choice >= 0:
                if candidates.is_swap(choice):
                    weight += max(
                        [0] + [hypotheses.exchanged(self._log, aways, one) for one in groups]
                    )
                    if over and self._stays(choice):
                        weight = max(weight, -NOT_LIFTED)  # who touched nothing uses the card up
                elif self._map.spots(states[choice]) == standing:
                    weight += TOLD
            ranked.append((-weight, k, choice, groups))
        ranked.sort()
        self._name(ranked)
        return (
            [choice for _, _, choice, _ in ranked],
            [about for _, _, _, about in ranked],
            others,
        )

    def _possible(self, same: bool) -> "list[int]":
        """Return what can be chosen on a board that looks, or does not, like the position."""
        choices = list(self._candidates.found)
        before = self._expected.previous
        if same:
            back = self._expected.alike_before(self._view.mask)
        else:
            back = before is not None and self._view.shows(self._expected.before)
        if back and not self._candidates.leads_to(before):
            choices.append(PREVIOUS)
        if same:
            choices.append(UNCHANGED)
        return choices

    def _name(self, ranked: list) -> None:
        """Bring those in which no pawn moves among the choices that are named, in place of the unlikeliest there."""
        k = CHOICES
        for one in [one for one in ranked[CHOICES:] if self._stays(one[2])]:
            k -= 1
            while self._stays(ranked[k][2]):
                k -= 1
            ranked.remove(one)
            other = ranked.pop(k)
            ranked[CHOICES - 1 : CHOICES - 1] = [one, other]

    def _stays(self, choice: int) -> bool:
        """Return whether a choice leaves all pawns where they are seen."""
        return choice < 0 or self._candidates.same_pawns(choice)

    def _rests(self, choice: int) -> bool:
        """Return whether a choice uses the card up and moves no pawn."""
        return choice >= 0 and not self._candidates.moves[choice]

    def _weight(self, choice: int, aways: list) -> int:
        """Return how well the log supports a choice."""
        candidates = self._candidates
        likely = 0
        if choice < 0:
            spots = self._choices.about(choice)
        else:
            likely = OWN_PAWN if candidates.moves_seat(choice, self._expected.state[TURN]) else 0
            hops = candidates.hops(choice)
            spots = [start for start, _ in hops]
            if self._choices.is_twins(choice):
                spots = self._best_twins()
            for start, end in [] if candidates.is_swap(choice) else hops:
                if end in spots and not hypotheses.may_have_landed(aways, start, end):
                    spots.remove(end)
                    likely -= NOT_LIFTED
        return likely + hypotheses.support(self._map, self._log, candidates, spots)

    def _best_twins(self) -> "list[int]":
        """Return the two pawns of one colour that hands have had most to do with."""
        best: "list[int]" = []
        most = -10000
        for there in self._choices.twins():
            ranked = sorted([(hypotheses.points(self._log, spot), spot) for spot in there])[-2:]
            total = ranked[0][0] + ranked[1][0]
            if total > most:
                most = total
                best = [spot for _, spot in ranked]
        return best
