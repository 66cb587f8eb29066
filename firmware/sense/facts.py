# SPDX-License-Identifier: Apache-2.0
"""What is known of a still board: the facts of which `recognise.DECISIONS` is made, and how they are found."""

from micropython import const

from rules.game import HOME
from sense.choices import groups
from sense.debounce import LIFT, TOUCH
from sense.handlog import DIPPED, SINCE, UP
from sense.progress import PARTIAL, UNBEGUN, Progress
from sense.question import PREVIOUS

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.candidates import Candidates
    from sense.handlog import HandLog
    from sense.progress import Hops

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

    Attributes:
        bits: the facts, added.
        others: results that may still follow, or that were begun.
    """

    def __init__(self, bits: int, others: "list[int]") -> None:
        self.bits = bits
        self.others = others


class Inquiry:
    """Asks what is known of the board as it is.

    Args:
        log: what the hands have done.
        candidates: the results, those found that look like the board.
    """

    def __init__(self, log: "HandLog", candidates: "Candidates") -> None:
        self._log = log
        self._candidates = candidates
        self._map = candidates.boardmap
        self._view = candidates.view
        self._expected = candidates.expected
        self._progress = Progress(candidates)
        self._others: "list[int]" = []

    def facts(self, patient: bool, rivals: bool) -> Facts:
        """Return the facts.

        Args:
            patient: whether a result that changes nothing waits for a button or the next card.
            rivals: whether positions that are no results look like the only result.
        """
        found = self._candidates.found
        before = self._looks_like_before()
        if self._view.shows(self._expected.image):
            bits = SAME | self._unseen(found, patient) | self._still_crossed()
        elif not found:
            bits = (self._restored() if before else 0) | self._begun()
        elif len(found) + before > 1:
            bits = MANY | self._unfinished(found)
        else:
            bits = ONE | (TWIN if rivals else 0) | self._unfinished(found)
            bits |= self._follow(found[0], bool(bits & AIR))
        return Facts(bits, self._others)

    def _unfinished(self, found: "list[int]") -> int:
        """Return the facts of results that the board looks like, and that may not be made to their end."""
        bits = 0
        for index in found:
            reached = self._progress.of(index) if self._progress.near(index) else 0
            if reached & PARTIAL:
                bits |= AIR | self._joined(index)
            if reached & UNBEGUN:  # more is to be moved than what is in the hand
                bits |= FOLLOWED
        return bits

    def _looks_like_before(self) -> bool:
        """Return whether the board looks like the position before, and no result is that very position."""
        before = self._expected.previous
        if before is None or not self._view.shows(self._expected.before):
            return False
        return not self._candidates.leads_to(before)

    def _still_crossed(self) -> int:
        """Return `CROSSED` until the pawns that are to change places have been lifted together."""
        if self._expected.crossed is not None and self._exchanged(self._expected.crossing()):
            self._expected.crossed = None
        return CROSSED if self._expected.crossed is not None else 0

    def _joined(self, index: int) -> int:
        """Return `TOUCHED` when reeds dipped wherever a pawn of a result joins another, after it was lifted; `BLIND`.

        Blind is also who has not seen it lifted: it may lie on any taken space since the power went.
        """
        candidates = self._candidates
        progress = self._progress
        hops = candidates.hops(index)
        starts = [start for start, _ in hops]
        joining = []
        for start, end in hops:
            if self._view.masks(start) or self._view.masks(end):
                return BLIND
            if progress.joins(end) and end not in starts:
                if self._log.left_unseen(start):
                    return BLIND
                joining.append((start, end))
        for start, end in joining:
            if not self._log.last(TOUCH, end) > self._log.last(LIFT, start) >= 0:
                return 0  # this one may still be in the hand
        return TOUCHED if joining else 0

    def _begun(self) -> int:
        """Return the facts of results that the hands are on the way to; they are put into `others`."""
        progress = self._progress
        facts = 0
        for k in range(self._candidates.n):
            self._candidates.poll()
            if progress.near(k) and progress.of(k) & PARTIAL:
                self._others.append(k)
                facts |= BEGUN | ONTO if progress.lands(k) else BEGUN
        return facts

    def _unseen(self, found: "list[int]", patient: bool) -> int:
        """Return the facts of a board that looks like the position."""
        candidates = self._candidates
        progress = self._progress
        marks = self._log.marks
        before = self._expected.alike_before(self._view.mask)
        touched = before and (
            # Who stood beside another one need not have been lifted to be set down elsewhere.
            self._log.unbalanced()
            or [spot for spot in self._expected.last_move() if marks[spot] & UP]
        )
        if candidates.n == 1 and candidates.same_pawns(0) and not touched:
            return FORCED | PATIENT if patient else FORCED
        facts = SILENT if touched else 0
        for choice in found + ([PREVIOUS] if before else []):
            facts |= UNSEEN
            candidates.poll()
            exchange = choice == PREVIOUS or candidates.is_swap(choice)
            if not exchange and progress.is_silent(choice):
                facts |= SILENT
            elif exchange and choice != PREVIOUS and (marks[0] or self._dipped(choice)):
                facts |= SILENT  # it may have been made in the dark, or faster than a lift counts
            sign = UP << SINCE if exchange else (UP | DIPPED) << SINCE
            for spots in groups(self._candidates, choice):
                if exchange and self._exchanged(spots):
                    facts |= EXCHANGED
                elif choice != PREVIOUS and self._marked(spots, sign):
                    facts |= LIFTED
        return facts

    def _dipped(self, choice: int) -> bool:
        """Return whether two reeds of an exchange opened for a moment since the card."""
        for spots in groups(self._candidates, choice):
            if len(self._marked(spots, DIPPED << SINCE)) > 1:
                return True
        return False

    def _marked(self, spots: "list[int]", sign: int) -> "list[int]":
        """Return those of the spots that the hand log has marked so."""
        return [spot for spot in spots if self._log.marks[spot] & sign]

    def _exchanged(self, spots: "list[int]") -> bool:
        """Return whether two of the spots were empty at the same time since the card."""
        up = self._marked(spots, UP << SINCE)
        for k in range(len(up)):
            for other in up[:k]:
                if self._log.together(up[k], other):
                    return True
        return False

    def _follow(self, index: int, joined: bool) -> int:
        """Return the facts of what may still become of a board that looks like a result.

        `joined`: a pawn of it may have joined another one, there or elsewhere.
        """
        candidates = self._candidates
        progress = self._progress
        any_home = progress.sends_home(index)
        walks = progress.walker(index) is not None
        hops = candidates.hops(index)
        replaced = self._replaced()
        unseen = self._left(hops)
        shared = progress.shared(hops)
        ends = [end for _, end in hops]
        facts = 0
        if self._taking_back(hops):
            self._others.append(PREVIOUS)
            facts = FOLLOWED
        for k in range(candidates.n):
            candidates.poll()
            if candidates.has_pawns(k, candidates.states[index]):
                continue  # that one, or the same by another way
            about = progress.about(k)
            # Whose homes they are in costs nothing more to allow, and rules most out at one go.
            if about and progress.near(k, any_home) and (not any_home or progress.of(k, True)):
                if progress.of(k) & PARTIAL:
                    self._others.append(k)
                    facts |= FOLLOWED
                    continue
                if any_home:
                    self._others.append(k)
                    facts |= TWIN
                    continue
            if (
                progress.beside(k, index)
                or (about and progress.rests(k, joined))
                or (about and progress.aside(k, replaced))
                or (about and joined and progress.landed(k, ends))
                or (shared and progress.sends_from(k, shared))
                or self._besides(k, hops, unseen)
            ):
                self._others.append(k)
                facts |= FOLLOWED
            elif walks and progress.goes_on(index, k):
                facts |= WALKS
        return facts

    def _taking_back(self, hops: "Hops") -> bool:
        """Return whether the last move may be on its way back.

        One of a stack is back, and more to follow; or a pawn that a result moves is back where it stood before an
        exchange, the other on its way.
        """
        candidates = self._candidates
        progress = self._progress
        if progress.extra and candidates.stacks() and progress.begun(self._expected.way_back()):
            return True
        if not self._expected.alike_before(self._view.mask):
            return False
        about = self._expected.last_move()
        for start, _ in hops:
            if start in about:
                for spot in about:
                    if spot != start and self._log.came([start], spot):
                        return True
        return False

    def _besides(self, k: int, hops: "Hops", unseen: tuple) -> bool:
        """Return whether a result may have been made unseen besides the one that the board looks like.

        Two have changed places, one of which was lifted; or it goes from one of the spots `unseen`, see `_left`.
        """
        candidates = self._candidates
        progress = self._progress
        if not candidates.is_swap(k):
            left, stacks, others = unseen
            if left and progress.goes_unseen(k, left, others):
                return True
            if not stacks or not progress.goes_unseen(k, stacks, []):
                return False
            return self._all_left(k, hops)
        spots = candidates.hops(k)[0]
        up = self._marked(list(spots), UP << SINCE)
        stands = [spot for spot in spots if progress.stands(spot)]
        if len(stands) == 1:  # the other one was put onto this one, which was put aside
            return len(up) == 2 and self._log.came(list(spots), stands[0])
        return len(up) > 0 and len(stands) > 1

    def _all_left(self, k: int, hops: "Hops") -> bool:
        """Return whether all that a result moves, but for what is in `hops`, may have left its spots."""
        marks = self._log.marks
        for hop in self._candidates.hops(k):
            told = (marks[0] | marks[hop[0]]) & UP << SINCE
            if hop not in hops and not told and not self._progress.whole(hop[0], 0):
                return False
        return True

    def _left(self, hops: "Hops") -> "tuple[list[int], list[int], list[int]]":
        """Return the spots that a pawn may have left unseen: two lists, and which of the first are `others`.

        From the first, to join another one: where a result has put a pawn onto another one, which was lifted or which it
        does not move, and stacks, when more came from such than it takes. From the `others` to go anywhere: it takes one of
        a stack, and one of another stack may stand there in its place. From the second, all stacks, when its whole result
        may have been made.
        """
        progress = self._progress
        marks = self._log.marks
        home = self._map.home
        starts = [start for start, _ in hops]
        left = [end for _, end in hops if marks[end] & UP << SINCE or end not in starts]
        left = [end for end in left if progress.stands(end)]
        taken = len([start for start in starts if progress.whole(start, 0)])
        stacks = [spot for spot in range(1, home) if progress.whole(spot, starts.count(spot))]
        others = [spot for spot in stacks if taken and spot not in starts]
        left += stacks if self._log.unbalanced() > taken else others
        return left, stacks, others

    def _replaced(self) -> "dict[int, list[int]]":
        """Return the spots whose pawn may stand where one has come, another in its place; see `HandLog.replaced`."""
        candidates = self._candidates
        progress = self._progress
        came = [spot for spot in progress.extra if spot < self._map.home]
        replaced = self._log.replaced(came, candidates.stacks() == 0)
        return {spot: replaced[spot] for spot in replaced if progress.stands(spot)}

    def _restored(self) -> int:
        """Return the facts of a board that looks like the position before and no result."""
        return BEFORE | AIR if self._may_be_no_undo() else BEFORE

    def _may_be_no_undo(self) -> bool:
        """Return whether hands may have done something else than take the last move back."""
        if self._candidates.n or self._view.within(self._expected.image):
            return True  # a card is offered; or a pawn may only have been taken up
        if self._log.assumed or self._expected.swappable == self._expected.previous:
            return True  # two may have changed places: in the dark, or by the same card
        missing, extra = self._view.differences(self._expected.image)
        joined = len(extra) - len(missing)
        if joined > 0 and self._candidates.stacks() > 1:
            return True  # it may have come from another stack, or be who stood there
        if self._log.unbalanced() > max(0, joined):
            return True  # one of a stack has come back instead of who was lifted
        if min(missing + extra) >= self._map.home:
            return True  # only homes tell of it: the next player may have answered in kind
        for seat in range(4):
            if self._map.spot(seat, HOME) in missing and self._map.game.enters[seat] in extra:
                return True  # who was sent home may have come in again, before its card
        taken = self._expected.taken_over()
        for gone, spot in taken:
            if not self._log.came(gone, spot):
                return True  # ... or stand where the other one had come from
        back = self._expected.way_back()
        for here, there in back if taken else ():
            if there in extra and not self._log.followed(here, there):
                return True
        about = self._expected.last_move()
        first = min([self._log.last(LIFT, here) for here, _ in back])
        for spot in range(1, self._map.n_spots):
            # One that dips while another pawn is in the air may have been taken over.
            busy = self._log.marks[spot] & UP or self._log.last(TOUCH, spot) > first
            if busy and spot not in about + extra:
                return True  # hands have been busy elsewhere
        return False
