# SPDX-License-Identifier: Apache-2.0
"""The question to the players: which of the results that look alike is meant?"""

from sense.tuning import CHOICES

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Sequence

UNCHANGED = -1  # choice: the position as it is, nothing was moved
PREVIOUS = -2  # choice: the position before, the last move was taken back
RIVAL = -3  # and below: `Recogniser.rivals[RIVAL - choice]`, named, not to be chosen


class Question:
    """At most one open question.

    Attributes:
        choices: what can be chosen, the likeliest first: indices of results, `UNCHANGED`,
            `PREVIOUS`. Empty when no question is open.
        others: results that the hands may still be on the way to; named, but no choices.
        shown: the choice that is shown and that the button takes.
        image: what the board looked like when it was asked.
        under: what the board looked like when the question was asked that this one was asked over,
            None if it was asked over none: a move was made, or a pawn only lifted, while that one was open.
        pointed: the last two different spots that were pointed at.
    """

    def __init__(self, size: int) -> None:
        self.choices: "Sequence[int]" = ()
        self.others: "Sequence[int]" = ()
        self.shown = UNCHANGED
        self.image = bytearray(size)
        self.under: "bytes | None" = None
        self._under: tuple = ()
        self._about: "Sequence[list[list[int]]]" = ()
        self.pointed = (0, 0)

    def close(self) -> None:
        """Ask nothing."""
        self.choices = self.others = self._about = ()
        self.under = None
        self._under = ()
        self.forget()

    def open(
        self,
        choices: "list[int]",
        about: "list[list[list[int]]]",
        others: "list[int]",
        seen: bytearray,
        over: bool = False,
    ) -> bool:
        """Ask; return whether there is something new to show.

        Args:
            choices: the likeliest first.
            about: for each choice the groups of spots that its pawns leave and come to.
            others: see the attribute.
            seen: the board's image.
            over: whether the open question comes back when the board looks again as it did then.
        """
        if self.choices and sorted(choices) == sorted(self.choices) and self.image == seen:
            return False
        if not over:
            self.under = None
            self._under = ()
        elif self.under is None:
            self.under = bytes(self.image)
            self._under = (self.choices, self._about, self.others, self.shown, self.pointed)
        self.choices = choices
        self.others = others
        self.shown = choices[0]
        self.image[:] = seen
        self._about = about
        self.forget()
        return True

    def reopen(self) -> None:
        """Return to the question that this one was asked over: the pawn was only lifted."""
        if self.under is not None:
            self.image[:] = self.under
            self.choices, self._about, self.others, self.shown, self.pointed = self._under
            self.under = None
            self._under = ()

    def event(self) -> "list[int]":
        """Return the choices to name, the shown one first, at most `CHOICES`."""
        named = [self.shown]
        for some in (self.choices, self.others, self._under[0] if self._under else ()):
            for choice in some:
                if len(named) == CHOICES:
                    return named
                if choice not in named:
                    named.append(choice)
        return named

    def forget(self) -> None:
        """Forget where the hands pointed: the lifts were part of a move."""
        self.pointed = (0, 0)

    def point(self, spot: int) -> bool:
        """Take a pawn that was lifted while the question is open; return whether another choice is shown.

        It shows a choice about this pawn, if possible also about the one before. Lifting the same
        pawn again shows the next of them, in the end those that move no pawn; so does a
        pawn that no choice is about. Two pawns in turn show the next of several choices about both.
        """
        again = spot == self.pointed[0]
        by_turns = spot == self.pointed[1]
        if not again:
            self.pointed = (spot, self.pointed[0])
        ranks = self._ranks()
        best = max(ranks)
        ranked = []
        for rank in (2, 1, 0):
            for k in range(len(ranks)):
                if ranks[k] == rank and (rank or not self._about[k]):
                    ranked.append(self.choices[k])
        if not ranked:
            return False
        old = self.shown
        both = ranked[: ranks.count(2)] if best > 1 else []
        if by_turns and old in both:
            self.shown = both[(both.index(old) + 1) % len(both)]
        elif again and old in ranked:
            self.shown = ranked[(ranked.index(old) + 1) % len(ranked)]
        elif again or ranks[self.choices.index(old)] < best or old not in ranked:
            self.shown = ranked[0]
        return self.shown != old

    def _ranks(self) -> "list[int]":
        """Return for each choice 2 if it is about both pawns pointed at, 1 if about the last one, else 0."""
        spot, before = self.pointed
        ranks = []
        for about in self._about:
            rank = 0
            for spots in about:
                if spot in spots:
                    rank = max(rank, 2 if before in spots else 1)
            ranks.append(rank)
        return ranks
