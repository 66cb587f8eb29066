# SPDX-License-Identifier: Apache-2.0
"""The question to the players: which of the results that look alike is meant?"""

from sense.debounce import LIFT

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.handlog import HandLog
    from sense.successors import Successors


class Question:
    """At most one open question.

    Attributes:
        choices: indices of the results to choose from, empty when no question is open.
        shown: the choice that is shown.
    """

    def __init__(self, log: "HandLog", successors: "Successors") -> None:
        self._log = log
        self._successors = successors
        self._mark = 0  # first log event after the question was last looked at
        self._older = 0  # and after the time before that
        self._epoch = 0
        self.choices = []
        self.shown = -1

    def close(self) -> None:
        """Ask nothing."""
        self.choices = []
        self.shown = -1

    def ask(self, choices: list, first: int, ordered: bool) -> bool:
        """Ask, or ask on; return whether there is something new to show.

        The shown choice is the one most of whose pawns were lifted: from event `first` on for a
        new question, since it was last looked at for an open one. Of several the one is shown
        that the time before has pointed at too; of a new question that is `ordered`, the first.
        Lifting a pawn that only the shown choice or no choice moves changes nothing.
        """
        known = len(self.choices)
        more = known > 0 and choices[:known] == self.choices and len(choices) > known
        if more:  # hands have lifted something else besides
            self.choices = choices
        if choices != self.choices:
            self.choices = choices
            self.shown = choices[0]
            self._mark = self._older = first
            self.shown = self._pointed(0 if ordered else 1)
            self._mark = self._older = self._log.n
            self._epoch = self._log.epoch
            return True
        if self._epoch != self._log.epoch:  # a log that was cleared holds only what is new
            self._epoch = self._log.epoch
            self._mark = self._older = 0
        lifted = self._log.lifts(self._mark)
        shown = self._pointed(choices.index(self.shown) + 1) if lifted else self.shown
        if lifted:
            self._older = self._mark
            self._mark = self._log.n
        if shown == self.shown:
            return more
        self.shown = shown
        return True

    def _pointed(self, start: int) -> int:
        """Return the choice that was pointed at; ties go to the next from place `start` on."""
        log = self._log
        best = 0
        shown = self.shown
        n = len(self.choices)
        for k in range(n):
            index = self.choices[(start + k) % n]
            points = 0
            for spot in set(self._successors.spots_of(index)):  # two parts may end on one
                if log.was(LIFT, spot, self._mark):
                    points += 2
                elif log.was(LIFT, spot, self._older):
                    points += 1
            if points > best:
                best = points
                shown = index
        return shown
