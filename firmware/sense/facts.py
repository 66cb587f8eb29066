# SPDX-License-Identifier: Apache-2.0
"""Finds the facts of a still board, see `decisions.py`."""

from rules.game import HOME
from sense.choices import groups
from sense.debounce import LIFT, TOUCH
from sense.decisions import (
    AIR,
    BEFORE,
    BEGUN,
    BLIND,
    CROSSED,
    EXCHANGED,
    FOLLOWED,
    FORCED,
    LIFTED,
    MANY,
    ONE,
    ONTO,
    PATIENT,
    SAME,
    SILENT,
    TOUCHED,
    TWIN,
    UNSEEN,
    WALKS,
)
from sense.handlog import DIPPED, SINCE, UP
from sense.progress import PARTIAL, UNBEGUN, Progress
from sense.question import PREVIOUS

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.candidates import Candidates
    from sense.handlog import HandLog
    from sense.progress import Hops


class Facts:
    """The facts of one board.

    Attributes:
        bits: the facts, added.
        others: results that may follow, or that have begun.
    """

    def __init__(self, bits: int, others: "list[int]") -> None:
        self.bits = bits
        self.others = others


class Inquiry:
    """Finds the facts of the board as it is.

    Args:
        log: what the hands have done.
        candidates: the results; `find` has been called.
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
            bits = MANY | self._may_go_on(found)
        else:
            bits = ONE | (TWIN if rivals else 0) | self._may_go_on(found)
            bits |= self._follow(found[0], bool(bits & AIR))
        return Facts(bits, self._others)

    def _looks_like_before(self) -> bool:
        """Return whether the board looks like the position before, and no result found leads to it."""
        before = self._expected.previous
        if before is None or not self._view.shows(self._expected.before):
            return False
        return not self._candidates.leads_to(before)

    # -- the board looks like the position ----------------------------------------------------

    def _unseen(self, found: "list[int]", patient: bool) -> int:
        """Return the facts of what may have been done without any reed differing now."""
        candidates = self._candidates
        marks = self._log.marks
        before = self._expected.alike_before(self._view.mask)
        touched = before and (
            # A pawn of a stack can be set down elsewhere without its reed opening.
            self._log.unbalanced() or self._marked(self._expected.last_move(), UP)
        )
        if candidates.n == 1 and candidates.same_pawns(0) and not touched:
            return FORCED | PATIENT if patient else FORCED
        facts = SILENT if touched else 0
        for choice in found + ([PREVIOUS] if before else []):
            candidates.poll()
            facts |= UNSEEN
            exchange = choice == PREVIOUS or candidates.is_swap(choice)
            if not exchange and self._progress.is_silent(choice):
                facts |= SILENT
            elif exchange and choice != PREVIOUS and (marks[0] or self._dipped(choice)):
                facts |= SILENT  # made in the dark, or faster than a lift counts
            sign = UP << SINCE if exchange else (UP | DIPPED) << SINCE
            for spots in groups(candidates, choice):
                if exchange and self._exchanged(spots):
                    facts |= EXCHANGED
                elif choice != PREVIOUS and self._marked(spots, sign):
                    facts |= LIFTED
        return facts

    def _still_crossed(self) -> int:
        """Return `CROSSED` until the two pawns that are to change places were in the air together."""
        if self._expected.crossed is not None and self._exchanged(self._expected.crossing()):
            self._expected.crossed = None
        return CROSSED if self._expected.crossed is not None else 0

    def _dipped(self, choice: int) -> bool:
        """Return whether two reeds of an exchange have opened for a moment since the card."""
        for spots in groups(self._candidates, choice):
            if len(self._marked(spots, DIPPED << SINCE)) > 1:
                return True
        return False

    def _marked(self, spots: "list[int]", sign: int) -> "list[int]":
        """Return those of the spots that have a mark in the log."""
        return [spot for spot in spots if self._log.marks[spot] & sign]

    def _exchanged(self, spots: "list[int]") -> bool:
        """Return whether two of the spots have been empty at the same time since the card."""
        up = self._marked(spots, UP << SINCE)
        for k in range(len(up)):
            for other in up[:k]:
                if self._log.together(up[k], other):
                    return True
        return False

    # -- the board looks like no result -------------------------------------------------------

    def _begun(self) -> int:
        """Return the facts of the results that the hands are on the way to; note them in `others`."""
        progress = self._progress
        facts = 0
        for k in range(self._candidates.n):
            self._candidates.poll()
            if progress.near(k) and progress.of(k) & PARTIAL:
                self._others.append(k)
                facts |= BEGUN | ONTO if progress.lands(k) else BEGUN
        return facts

    # -- the board looks like a result --------------------------------------------------------

    def _may_go_on(self, found: "list[int]") -> int:
        """Return the facts of results that look made but may not be finished."""
        facts = 0
        for index in found:
            reached = self._progress.of(index) if self._progress.near(index) else 0
            if reached & PARTIAL:
                facts |= AIR | self._joined(index)
            if reached & UNBEGUN:  # more has to move than what is in the hand
                facts |= FOLLOWED
        return facts

    def _joined(self, index: int) -> int:
        """Return how surely every pawn of a result that joins another has landed.

        `TOUCHED`: each target's reed has dipped after the lift. `BLIND`: a reed is ignored, or nobody saw the lift
        and the pawn may lie on any taken space since the power went. 0: a pawn may be in the hand, or none joins.
        """
        hops = self._candidates.hops(index)
        starts = [start for start, _ in hops]
        joining = []
        for start, end in hops:
            if self._view.masks(start) or self._view.masks(end):
                return BLIND
            if self._progress.joins(end) and end not in starts:
                if self._log.left_unseen(start):
                    return BLIND
                joining.append((start, end))
        for start, end in joining:
            if not self._log.last(TOUCH, end) > self._log.last(LIFT, start) >= 0:
                return 0
        return TOUCHED if joining else 0

    def _follow(self, index: int, joined: bool) -> int:
        """Return the facts of what the board may still become, or may be besides the result that it looks like.

        Args:
            index: of that result.
            joined: whether a pawn of it may have joined another one.
        """
        candidates = self._candidates
        progress = self._progress
        any_home = progress.sends_home(index)
        walks = progress.walker(index) is not None
        hops = candidates.hops(index)
        ends = [end for _, end in hops]
        replaced = self._replaced()
        unseen = self._left_unseen(hops)
        shared = progress.shared(hops)
        facts = 0
        if self._taking_back(hops):
            self._others.append(PREVIOUS)
            facts = FOLLOWED
        for k in range(candidates.n):
            candidates.poll()
            if candidates.has_pawns(k, candidates.states[index]):
                continue  # the same result
            about = progress.about(k)
            # First with pawns in any home: that costs no more, and rules most results out.
            if about and progress.near(k, any_home) and (not any_home or progress.of(k, True)):
                begun = progress.of(k) & PARTIAL
                if begun or any_home:
                    self._others.append(k)
                    facts |= FOLLOWED if begun else TWIN
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
        """Return whether the hands may be taking the last move back.

        A pawn has come back from a stack and others are to follow. Or a pawn of the result stands again where it
        stood before an exchange, and the other pawn is on its way.
        """
        progress = self._progress
        if progress.extra and self._candidates.stacks():
            if progress.begun(self._expected.way_back()):
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
        """Return whether result `k` may have been made unseen besides the one that the board looks like.

        Args:
            k: the result.
            hops: of the result that the board looks like.
            unseen: see `_left_unseen`.
        """
        progress = self._progress
        if not self._candidates.is_swap(k):
            joining, stacks, others = unseen
            if joining and progress.goes_unseen(k, joining, others):
                return True
            if not stacks or not progress.goes_unseen(k, stacks, []):
                return False
            return self._all_left(k, hops)
        spots = list(self._candidates.hops(k)[0])
        up = self._marked(spots, UP << SINCE)
        stands = [spot for spot in spots if progress.stands(spot)]
        if len(stands) == 1:  # the other pawn was put here, and the one that stood here aside
            return len(up) == 2 and self._log.came(spots, stands[0])
        return len(up) > 0 and len(stands) > 1

    def _all_left(self, k: int, hops: "Hops") -> bool:
        """Return whether every pawn that result `k` moves, except those in `hops`, may have left its spot."""
        marks = self._log.marks
        for hop in self._candidates.hops(k):
            lifted = (marks[0] | marks[hop[0]]) & UP << SINCE
            if hop not in hops and not lifted and not self._progress.whole(hop[0], 0):
                return False
        return True

    def _left_unseen(self, hops: "Hops") -> "tuple[list[int], list[int], list[int]]":
        """Return three lists of spots that a pawn may have left without its reed opening.

        1. To join another pawn: where the result has put a pawn onto one that was lifted or that it does not
           move; and stacks, when more pawns came from stacks than it takes.
        2. All stacks, for a result that was made as a whole.
        3. Those of the first from where a pawn may have gone anywhere: the result takes one pawn of a stack, and one
           of another stack may stand in its place.
        """
        progress = self._progress
        starts = [start for start, _ in hops]
        ends = [end for _, end in hops if progress.stands(end)]
        joining = [end for end in ends if end not in starts or self._marked([end], UP << SINCE)]
        taken = len([start for start in starts if progress.whole(start, 0)])
        singles = range(1, self._map.home)
        stacks = [spot for spot in singles if progress.whole(spot, starts.count(spot))]
        others = [spot for spot in stacks if taken and spot not in starts]
        joining += stacks if self._log.unbalanced() > taken else others
        return joining, stacks, others

    def _replaced(self) -> "dict[int, list[int]]":
        """Return the spots whose pawn may stand where one has come, another in its place; see `HandLog.replaced`."""
        progress = self._progress
        came = [spot for spot in progress.extra if spot < self._map.home]
        replaced = self._log.replaced(came, self._candidates.stacks() == 0)
        return {spot: replaced[spot] for spot in replaced if progress.stands(spot)}

    # -- the board looks like the position before ---------------------------------------------

    def _restored(self) -> int:
        """Return the facts of a board that looks like the position before and no result."""
        return BEFORE | AIR if self._may_be_no_undo() else BEFORE

    def _may_be_no_undo(self) -> bool:
        """Return whether hands may have done something else than take the last move back."""
        expected = self._expected
        log = self._log
        if self._candidates.n or self._view.within(expected.image):
            return True  # a card has been laid, or a pawn may only have been lifted
        if log.assumed or expected.swappable == expected.previous:
            return True  # two may have changed places: in the dark, or by the same card
        missing, extra = self._view.differences(expected.image)
        joined = len(extra) - len(missing)
        if joined > 0 and self._candidates.stacks() > 1:
            return True  # it may have come from another stack, or be the pawn that stood there
        if log.unbalanced() > max(0, joined):
            return True  # a pawn of a stack has come back instead of the one that was lifted
        if min(missing + extra) >= self._map.home:
            return True  # only homes differ: the next player may have sent the pawn back
        for seat in range(4):
            if self._map.spot(seat, HOME) in missing and self._map.game.enters[seat] in extra:
                return True  # the pawn that was sent home may have come in again, before its card
        taken = expected.taken_over()
        for gone, spot in taken:
            if not log.came(gone, spot):
                return True  # it may stand where the other pawn had come from
        back = expected.way_back()
        for here, there in back if taken else ():
            if there in extra and not log.followed(here, there):
                return True
        about = expected.last_move() + extra
        first = min([log.last(LIFT, here) for here, _ in back])
        for spot in range(1, self._map.n_spots):
            # A pawn whose reed dips while another is in the air may have been replaced by it.
            busy = log.marks[spot] & UP or log.last(TOUCH, spot) > first
            if busy and spot not in about:
                return True  # hands were busy elsewhere
        return False
