# SPDX-License-Identifier: Apache-2.0
"""What is known of a still board: the facts of which `recognise.DECISIONS` is made."""

from micropython import const

from sense.candidates import MORE

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from sense.candidates import Candidates
    from sense.choices import Choices
    from sense.expected import Expected
    from sense.handlog import HandLog
    from sense.inquiry import Inquiry

SAME = const(1)  # it looks like the position
UNSEEN = const(2)  # so does a result, or the position before: no reed would tell
LIFTED = const(4)  # pawns were lifted that an unseen result is about
EXCHANGED = const(8)  # all pawns were lifted that an unseen exchange is about
SILENT = const(0x8000)  # an unseen result may have been made without a reed that told of all of it
FORCED = const(0x10)  # the only result leaves every pawn where it is
PATIENT = const(0x20)  # such a result waits for a button or the next card
ONE = const(0x40)  # it looks like one result
MANY = const(0x80)  # it looks like several, or like one and the position before
AIR = const(0x100)  # a pawn of what it looks like may still be in a hand
TOUCHED = const(0x10000)  # and the reed it would have come to has dipped since it was lifted
BLIND = const(0x40000)  # and a reed on its way is ignored
FOLLOWED = const(0x200)  # another result may still follow from here, or more of this one
TWIN = const(0x20000)  # with a pawn put into a wrong home it may be another result, or become one
WALKS = const(0x400)  # the pawn may only be resting on its way to another result
CROSSED = const(0x80000)  # but the game wants pawns to change places that stand there
BEFORE = const(0x800)  # it looks like the position before
BEGUN = const(0x2000)  # the hands are on the way to a result
ONTO = const(0x4000)  # that result lands on a taken space: the reeds may have nothing to tell


class Facts:
    """The facts of one board.

    Args:
        log: what the hands have done.
        candidates: the results, and the board that they are to look like.
        expected: the position, and the one before.
        choices: tells what a choice is about.

    Attributes:
        bits: the facts, added.
        others: results that may still follow, or that were begun.
        known: whether this and what the candidates found hold for the board as it is.
    """

    def __init__(
        self, log: "HandLog", candidates: "Candidates", expected: "Expected", choices: "Choices"
    ) -> None:
        self._log = log
        self._candidates = candidates
        self._expected = expected
        self._choices = choices
        self._inquiry: "Inquiry | None" = None
        self.bits = 0
        self.others: "list[int]" = []
        self.known = False

    def look(self, patient: bool, rivals: bool) -> "Iterator[int]":
        """Find the facts of the board as it is now; yield `MORE` now and then.

        Args:
            patient: whether a result that changes nothing waits for a button or the next card.
            rivals: whether positions that are no results look like the only result.
        """
        candidates = self._candidates
        candidates.spent = 0
        yield from candidates.find()
        self.others = []
        if self._untouched():
            self.bits = SAME
        else:
            inquiry = yield from self.fetch()
            self.bits = yield from inquiry.look(patient, rivals, self.others)
        self.known = True

    def fetch(self) -> "Generator[int, None, Inquiry]":
        """Return what finds the facts, made if it is not there; yield `MORE` between its modules, a slice each."""
        if self._inquiry is not None:
            return self._inquiry
        yield MORE  # a computer that thinks gives up its memory first
        __import__("sense.progress")
        yield MORE
        from sense.inquiry import Inquiry

        yield MORE
        self._inquiry = Inquiry(self._log, self._candidates, self._expected, self._choices)
        return self._inquiry

    def _untouched(self) -> bool:
        """Return whether there is no card, and no hand has touched the board of the position."""
        expected = self._expected
        return (
            not self._candidates.n
            and not self._log.n
            and expected.crossed is None
            and self._candidates.view.shows(expected.image)
        )

    def rest(self) -> None:
        """Keep nothing that is needed for a board that hands touch: the next `look` fetches it anew."""
        self._inquiry = None
