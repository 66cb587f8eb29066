# SPDX-License-Identifier: Apache-2.0
"""Follows the hands: when the board has settled, which legal result of the card is it?

Sure, not likely: of results that look alike one is accepted without a question only if every
story that the reeds allow ends in it. `DECISIONS` below is all there is to precedence; README.md
of this folder says why each line is as it is, and tells the calls in order.
"""

from micropython import const

from rules.game import HOME, TURN
from sense import hypotheses
from sense.boardmap import astray
from sense.candidates import PARTIAL, UNBEGUN, Candidates
from sense.debounce import LIFT, PLACE
from sense.guide import Guide
from sense.handlog import DIPPED, SINCE, UP, HandLog
from sense.hints import Hints
from sense.occupancy import Occupancy, pawns_on
from sense.question import PREVIOUS, RIVAL, UNCHANGED, Question
from sense.tuning import (
    AHEAD_MS,
    ERROR_MS,
    GO_ON_MS,
    NOT_LIFTED,
    OWN_PAWN,
    SETTLE_MS,
    SLICE,
    STALE_MS,
    THINK_MS,
    TOLD,
)
from ticks import since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from rules.results import Results
    from sense.boardmap import BoardMap
    from sense.debounce import Debounce


# What `step`, `hurry` and `confirm` return.
NOTHING = const(0)
ACCEPT = const(1)  # take result `chosen`; `asked` says whether the players were asked
ASK = const(2)  # show `question.shown`, one of `question.choices`
GUIDE = const(3)  # show `guide.missing` and `guide.extra`
BACK = const(4)  # the board is as expected again: stop guiding or asking
UNDO = const(5)  # the position before the last move has been restored
CLOSED = const(6)  # the question is gone, the hands go on

_MORE = const(-1)  # a judgement has not come to its end
_CHOICE = const(10)  # work of weighing one choice, see `Candidates.spent`
_LANDS = const(16)  # work of asking where the pawns of one result land

# What is known of a still board.
SAME = const(1)  # it looks like the position
UNSEEN = const(2)  # so does a result, or the position before: no reed would tell
LIFTED = const(4)  # pawns were lifted that an unseen result is about
EXCHANGED = const(8)  # all pawns were lifted that an unseen exchange is about
SILENT = const(0x8000)  # an unseen result moves no pawn whose reed would open
FORCED = const(0x10)  # the only result leaves every pawn where it is
PATIENT = const(0x20)  # such a result waits for a button or the next card
ONE = const(0x40)  # it looks like one result
MANY = const(0x80)  # it looks like several, or like one and the position before
AIR = const(0x100)  # a pawn of what it looks like may still be in a hand
TOUCHED = const(0x10000)  # and a reed it would have come to dipped since the card
BLIND = const(0x40000)  # and a reed on its way is ignored
FOLLOWED = const(0x200)  # another result may still follow from here, or more of this one
TWIN = const(0x20000)  # with a pawn put into a wrong home it may be another result, or become one
WALKS = const(0x400)  # the pawn may only be resting on its way to another result
CROSSED = const(0x80000)  # but the game wants pawns to change places that stand there
BEFORE = const(0x800)  # it looks like the position before
CARD = const(0x1000)  # a card is offered
BEGUN = const(0x2000)  # the hands are on the way to a result
ONTO = const(0x4000)  # that result lands on a taken space: the reeds may have nothing to tell

# Waits, as indices of `_waits_ms`.
_SETTLED = const(0)
_LONGER = const(1)
_LONG = const(2)
_THINKING = const(3)
_NEVER = const(4)
_AT_ONCE = const(5)
_NEVER_MS = const(1 << 29)
_STILL_MS = const(1 << 26)  # still for longer than any wait: not counted any further

# The first line decides whose facts are all there: (facts, wait, what then, both when hurried).
DECISIONS = (
    (SAME | CROSSED, _SETTLED, GUIDE, _AT_ONCE, NOTHING),
    (SAME | FORCED | PATIENT, _NEVER, NOTHING, _AT_ONCE, ACCEPT),
    (SAME | FORCED, _SETTLED, ACCEPT, _AT_ONCE, ACCEPT),
    (SAME | UNSEEN | EXCHANGED, _SETTLED, ASK, _AT_ONCE, ASK),
    (SAME | UNSEEN | LIFTED, _LONG, ASK, _AT_ONCE, ASK),
    (SAME | UNSEEN | SILENT, _SETTLED, BACK, _AT_ONCE, ASK),
    (SAME, _SETTLED, BACK, _AT_ONCE, NOTHING),
    (MANY | AIR, _LONGER, ASK, _AT_ONCE, ASK),
    (MANY, _SETTLED, ASK, _AT_ONCE, ASK),
    (ONE | TWIN, _SETTLED, ASK, _AT_ONCE, ASK),
    (ONE | FOLLOWED, _LONG, ASK, _AT_ONCE, ASK),
    (ONE | AIR | BLIND, _LONG, ASK, _SETTLED, ACCEPT),
    (ONE | AIR | TOUCHED, _LONGER, ACCEPT, _SETTLED, ACCEPT),
    (ONE | AIR, _LONG, ACCEPT, _SETTLED, ACCEPT),
    (ONE | WALKS, _LONGER, ACCEPT, _SETTLED, ACCEPT),
    (ONE, _SETTLED, ACCEPT, _AT_ONCE, ACCEPT),
    (BEFORE | AIR, _LONG, ASK, _AT_ONCE, NOTHING),
    (BEFORE | CARD, _LONG, ASK, _AT_ONCE, NOTHING),
    (BEFORE, _SETTLED, UNDO, _AT_ONCE, NOTHING),
    (BEGUN | ONTO, _LONG, GUIDE, _AT_ONCE, NOTHING),
    (BEGUN, _THINKING, GUIDE, _AT_ONCE, NOTHING),
    (0, _LONG, GUIDE, _AT_ONCE, NOTHING),
)


class Recogniser:
    """Recognises moves on one board.

    Attributes:
        question: what is asked.
        guide: the way out.
        guiding: whether it is being shown.
        mistaken: whether the last `GUIDE` began, and for a mistake: no result can be reached.
        chosen: index of the accepted result.
        asked: whether it was accepted by the players' answer.
    """

    def __init__(self, boardmap: "BoardMap", settle_ms: int = SETTLE_MS) -> None:
        """Make a recogniser for a board; a still board is judged after 300..1500 ms."""
        self._map = boardmap
        self._waits_ms = (settle_ms, settle_ms + GO_ON_MS, ERROR_MS, THINK_MS, _NEVER_MS, 0)
        self._log = HandLog()
        self._view = Occupancy(boardmap)
        self._candidates = Candidates(boardmap, self._view)
        self.question = Question(boardmap.size)
        self.guide = Guide(boardmap)
        self.guiding = False
        self._prompting = False  # it says what is wanting in a move that was begun
        self._wanting = False  # ... because that lands on a taken space
        self.mistaken = False
        self.chosen = -1
        self.asked = False
        self._state = bytes(20)
        self._previous: "bytes | None" = None
        self._image = bytearray(boardmap.size)  # of the position
        self._hints = Hints(boardmap, self._log, self._image)
        self._before = bytearray(boardmap.size)  # of the position before
        self._start = bytearray(16)  # spots of the position
        self._spots = bytearray(16)
        self._synced = False
        self._settling = False  # at the last step some reed was not as it is believed to be
        self._expecting = False
        self._patient = False
        self._over = False  # the player to act says that the move is made
        self._last_ms = 0
        self._still_ms = 0  # since the last movement
        self._due_ms = 0  # stillness at which something is to be done
        self._act = NOTHING  # what; `NOTHING`: judge the board
        self._work: "Iterator[int] | None" = None  # a judgement under way
        self._facts = 0
        self._others: "list[int]" = []  # results that may still follow
        self._known = (
            False  # `_facts`, `_others` and what the candidates found hold for this board
        )
        self._choice: "tuple | None" = (
            None  # what would be asked, and whether a button asked for it
        )
        self._preparing: "Iterator[int] | None" = None  # what `hurry` wants to know is being found
        self._crossed: "bytes | None" = None  # the position whose pawns stand there unseen
        self.rivals: "list[bytes]" = []  # positions that look like the only result

    # -- what the game tells ----------------------------------------------------------------

    def expect(
        self, state: "bytes | bytearray", now_ms: int, previous: "bytes | None" = None
    ) -> None:
        """Expect a position; no card is on the table.

        Args:
            state: the position's 20 bytes, copied.
            now_ms: time stamp.
            previous: the position before the last move, which can be restored by hand; None
                when there is nothing to take back.
        """
        known = self._synced and self._view.shows(self._image)
        before = bytes(self._start)
        self._state = bytes(state)
        self._previous = None if previous is None else bytes(previous)
        self._map.image(self._state, self._image)
        self._map.spots(self._state, self._start)
        if self._previous is not None:
            self._map.image(self._previous, self._before)
        self.withdraw()
        self._crossed = None
        self._stop_guiding()
        if not self._synced or self._view.shows(self._image):
            self._log.clear(self._start)
        else:
            if not self._expecting:
                self._log.clear(self._start)
                self._assume(now_ms)
            elif known:  # pawns stand as in the position before, and are known by that
                self._log.clear(before)
            self._still_ms = 0
        if not self._expecting:
            self._log.unknown()  # what hands did in the dark
        self._expecting = True

    def _assume(self, now_ms: int) -> None:
        """Take what differs from the first position as moved just now."""
        missing: "list[int]" = []
        extra: "list[int]" = []
        self._view.differences(self._image, missing, extra)
        for spot in missing:
            self._log.add(LIFT, spot, now_ms)
        for spot in extra:
            self._log.add(PLACE, spot, now_ms)

    def looks_like(self, results: "Results", index: int) -> "list[bytes]":
        """Return the positions of other results that reeds cannot tell from one of them."""
        self._candidates.set(results, self._state, self._image)
        return self._candidates.rivals(index)

    def offer(
        self,
        results: "Results",
        now_ms: int,
        patient: bool = False,
        rivals: "list[bytes] | None" = None,
    ) -> None:
        """Expect one of the results of a card played from the expected position.

        Args:
            results: from the rules; read in place until the next card.
            now_ms: time stamp.
            patient: whether a result that changes nothing waits for a button or the next card.
            rivals: positions that are no results now but look like the only one: it is asked about.
        """
        self._candidates.set(results, self._state, self._image)
        self._patient = patient
        self._crossed = None
        self.rivals = rivals or []
        idle_ms = since(now_ms, self._last_ms)
        late = idle_ms < 0 or self._still_ms + idle_ms > STALE_MS
        # Who lays a card while it is asked whether an exchange was taken back goes on from there.
        answered = PREVIOUS in self.question.choices and self.at_rest()
        self._log.card(not answered and not (late and self._view.shows(self._image)))
        self.question.close()
        self._judge_again()

    def withdraw(self) -> None:
        """Take the card back: only the position counts."""
        self._candidates.set(None, self._state, self._image)
        self._patient = False
        self.rivals = []
        self.question.close()
        self._judge_again()

    # -- what the sensors tell ----------------------------------------------------------------

    def step(self, now_ms: int, debounce: "Debounce") -> int:
        """Take one debounced scan and return what the game should do now.

        Reads and clears the events of `debounce`. Cheap and without allocation while
        nothing changes and no waiting time ends. A judgement is made in slices, one each call.
        """
        if self._still_ms < _STILL_MS:
            self._still_ms += max(0, since(now_ms, self._last_ms))
        self._last_ms = now_ms
        if debounce.events:
            if self._take(now_ms, debounce):
                return ASK
        elif not self._synced:
            self._synced = True
            self._still_ms = 0
            self._view.look(debounce, self._image)
            self._assume(now_ms)
            self._judge_again()
        self._settling = debounce.settling
        if debounce.settling:
            return NOTHING  # a pawn may just have been lifted: nothing is said of such a board
        if self._preparing is not None:
            return NOTHING  # `prepare` uses the same candidates
        if self._work is None:
            if self._still_ms < self._due_ms:
                return NOTHING
            act = self._act
            self._due_ms = _NEVER_MS
            self._act = NOTHING
            self._work = self._judge(False) if act == NOTHING else self._do(act, False)
        for code in self._work:
            if code == _MORE:
                return NOTHING
            self._work = None
            return code
        self._work = None
        return NOTHING

    def _take(self, now_ms: int, debounce: "Debounce") -> bool:
        """Take events over; return whether they point at another choice of an open question."""
        pointed = False
        still_ms = _STILL_MS
        for i in range(debounce.events):
            spot = self._map.spot_of_bit[debounce.bit(i)]
            if spot:
                when_ms = debounce.when(i)
                kind = debounce.kind(i)
                self._log.add(kind, spot, when_ms)
                still_ms = min(still_ms, max(0, since(now_ms, when_ms)))
                if (
                    kind == LIFT
                    and self.question.choices
                    and self._map.has(self.question.image, spot)
                ):
                    pointed = self.question.point(spot) or pointed
        if debounce.lost:
            self._log.unknown()
        debounce.clear()
        if still_ms < _STILL_MS:
            self._still_ms = still_ms
        self._view.look(debounce, self._image)
        self._judge_again()
        return pointed

    def refresh(self, debounce: "Debounce") -> None:
        """Look again: the debouncer has masked a reed or trusts one again."""
        for bit in range(self._map.n_bits):
            if debounce.masked[bit >> 3] >> (bit & 7) & 1:
                self._log.forget(self._map.spot_of_bit[bit])  # it was no hand
        self._view.look(debounce, self._image)
        self._judge_again()

    def _judge_again(self) -> None:
        self._known = False
        self._choice = None
        self._preparing = None
        self._wait_again()

    def _wait_again(self) -> None:
        self._work = None
        self._act = NOTHING
        self._due_ms = self._waits_ms[_SETTLED]
        if not self.question.choices:  # what a still board means is known when it has settled
            self._due_ms -= AHEAD_MS
        elif self._view.shows(self.question.image) or self._reopens():
            self._due_ms = 0

    def insist(self, stands: "bytes | None" = None) -> None:
        """Show the way to the position at the next `step`: the game itself wants pawns moved.

        Args:
            stands: the position whose pawns stand there now, if that is known.
        """
        self._still_ms = max(self._still_ms, ERROR_MS)
        if stands is not None and self._view.shows(self._image):
            self._crossed = stands if stands[:16] != self._state[:16] else None
            self._known = False
            self._choice = None

    def working(self) -> bool:
        """Return whether a judgement is under way."""
        return self._work is not None

    def idle(self) -> bool:
        """Return whether `step` has nothing to wait for until the next event."""
        return self._due_ms == _NEVER_MS and self._work is None

    # -- what the players tell ----------------------------------------------------------------

    def prepare(self, over: bool) -> bool:
        """Find in slices, one each call, what `hurry` and `done` want to know; return whether it is.

        Without it they take as long as it takes, and `hurry` does not wait for a pawn that may
        still be in the hand. A movement meanwhile begins it anew.

        Args:
            over: whether `done` will be called.
        """
        if not self._candidates.n or self._settling:
            return True
        if self.question.choices and (self._view.shows(self.question.image) or self._reopens()):
            return True
        if self._known and self._preparing is None and not self._ripe():
            return False
        if self._preparing is None:
            self._wait_again()
            self._preparing = self._prepare()
        self._over = over
        for _ in self._preparing:
            self._over = False
            return False
        self._over = False
        self._preparing = None
        return self._ripe()

    def _ripe(self) -> bool:
        """Return whether the board has been still for long enough to be judged at once."""
        return self._still_ms >= self._waits_ms[self._decide()[3]]

    def moved_since(self, when_ms: int) -> bool:
        """Return whether some reed has told of a hand since a time."""
        return self._still_ms < since(self._last_ms, when_ms)

    def preparing(self) -> bool:
        """Return whether `prepare` has not come to its end."""
        return self._preparing is not None

    def _prepare(self) -> "Iterator[int]":
        if not self._known:
            yield from self._look()
        at_once = self._decide()[4]
        rests = self._over and at_once == NOTHING and self._facts & SAME
        rests = rests or bool(self.question.choices)
        asks = bool(self._candidates.found) if rests else at_once == ASK
        if asks and (self._choice is None or self._choice[0] != self._over):
            yield from self._find_choices()

    def hurry(self) -> int:
        """Judge now: the next card was laid or a button pressed, so the move should be over.

        Returns `ACCEPT` when the board is one result and nothing speaks against it, `ASK`
        when it can only be asked, else `NOTHING` (the board is not as any result yet, some reed
        is just about to tell, or a pawn may be in the hand that was lifted less than the settle time
        ago).
        """
        if not self._candidates.n or self._settling:
            return NOTHING
        if self.question.choices and self._view.shows(self.question.image):
            return ASK
        self._wait_again()
        return self._finish(self._judge(True))

    def done(self) -> int:
        """Judge the seat button of the player to act: as `hurry`, and a board that nobody touched.

        There the card is used up as it is: `ACCEPT` when that is the only result which asks for
        no visible change, `ASK` when there are others.
        """
        if self._crossed is not None:
            self._crossed = None  # whose button it is says that they have changed places
            self._stop_guiding()
            self._judge_again()
            return BACK
        if not self._candidates.n:
            return self._taken_back_unseen()
        self._over = True
        code = self._done()
        self._over = False
        return code

    def _done(self) -> int:
        code = self.hurry()
        if code != NOTHING or self._settling or not self._view.shows(self._image):
            return code
        candidates = self._candidates
        found = candidates.found
        if not found:
            return NOTHING
        resting = [i for i in found if candidates.same_pawns(i)]
        still = not self._log.stirred() and not candidates.stacks()
        if len(resting) == 1 and (still or len(found) == 1):
            return self._accept(resting[0], False)
        self._facts = SAME
        self._others = []
        return self._finish(self._do(ASK, True))

    def _taken_back_unseen(self) -> int:
        """Ask whether the last exchange was taken back, when a pawn of it was lifted since."""
        if not self._alike_before() or not self._view.shows(self._image):
            return NOTHING
        if not [spot for spot in self._about(PREVIOUS) if self._log.marks[spot] & UP]:
            return NOTHING
        self._candidates.found = []
        self._others = []
        self._facts = SAME
        self._known = False
        self._choice = None
        return self._finish(self._do(ASK, True))

    def confirm(self) -> int:
        """Answer the question with the shown choice: `ACCEPT`, `UNDO` or `BACK`.

        `NOTHING` when no question is open, some reed is just about to tell, or the board does not look
        like what is shown: what was done since is judged when it has settled.
        """
        if not self.question.choices or self._settling:
            return NOTHING
        shown = self.question.shown
        if self._shows(shown):
            if shown >= 0:
                return self._accept(shown, True)
            self.question.close()
            self._stop_guiding()
            if shown == PREVIOUS:
                return UNDO
            self._log.clear(self._start)
            self._judge_again()
            return BACK
        return NOTHING

    def _shows(self, choice: int) -> bool:
        if choice >= 0:
            return self._view.shows(self._candidates.image(choice))
        return self._view.shows(self._before if choice == PREVIOUS else self._image)

    @staticmethod
    def _finish(work: "Iterator[int]") -> int:
        for code in work:
            if code != _MORE:
                return code
        return NOTHING

    # -- judgement ----------------------------------------------------------------------------

    def _judge(self, hurried: bool) -> "Iterator[int]":
        """Find out what is known of the board and walk `DECISIONS`; the last code is the answer."""
        closed = bool(self.question.choices)
        if closed:
            if (yield from self._asks_on()):
                return
            self.question.close()
        if not self._known:
            yield from self._look()
        wait, act, soon, at_once = self._decide()[1:]
        if hurried:
            if at_once != NOTHING and self._still_ms >= self._waits_ms[soon]:
                yield from self._do(at_once, closed)
            return
        if act == GUIDE and self.guiding:
            if self._wanting and self._facts & (BEGUN | ONTO) == BEGUN:
                self._stop_guiding()  # the hands go on: what was wanting is done
                yield BACK
                return
            wait = _SETTLED
        if self._still_ms < self._waits_ms[wait]:
            self._due_ms = self._waits_ms[wait]
            self._act = act
            if closed:
                yield CLOSED
            return
        self._due_ms = _NEVER_MS
        yield from self._do(act, closed)

    def _asks_on(self) -> "Generator[int, None, bool]":
        """Judge the board while a question is open; return False when hands have gone on from it."""
        question = self.question
        if not self._view.within(question.under or question.image):
            return False
        self._due_ms = _NEVER_MS
        if self._view.shows(question.image):
            yield from self._made_meanwhile()
        elif self._reopens():
            question.reopen()
            yield ASK
        elif self._still_ms < self._waits_ms[_SETTLED]:
            self._due_ms = self._waits_ms[_SETTLED]
        else:
            # Hands point, as long as they like; what they lifted may also have been moved unseen.
            if not self._known:
                yield from self._look()
            if self._candidates.found:
                yield from self._do(ASK, False)
        return True

    def _reopens(self) -> bool:
        """Return whether the board looks as when the question was asked that the open one overtook."""
        return self.question.under is not None and self._view.shows(self.question.under)

    def _made_meanwhile(self) -> "Iterator[int]":
        """Show the exchange that was made since the question was asked, if there was one."""
        question = self.question
        aways = self._log.aways(True)
        self._log.asked()
        best = 0
        shown = question.shown
        for choice in question.choices:
            if choice >= 0 and self._candidates.is_swap(choice):
                self._candidates.spent += _CHOICE
                if self._candidates.spent >= SLICE:
                    self._candidates.spent = 0
                    yield _MORE
                about = self._about(choice)
                groups = self._twins() if self._is_twins(choice) else [about]
                weight = max([0] + [hypotheses.exchanged(self._log, aways, one) for one in groups])
                if weight > best:
                    best = weight
                    shown = choice
        if shown != question.shown:
            question.shown = shown
            yield ASK

    def _decide(self) -> tuple:
        """Return the first line whose facts are there."""
        for line in DECISIONS:
            if self._facts & line[0] == line[0]:
                return line
        raise ValueError("the last line has no facts")

    def _look(self) -> "Iterator[int]":
        """Find the facts of the board as it is now."""
        candidates = self._candidates
        view = self._view
        self._others = []
        yield from candidates.find()
        candidates.look()
        found = candidates.found
        facts = CARD if candidates.n else 0
        if view.shows(self._image):
            unseen = yield from self._unseen(found)
            facts |= SAME | unseen | self._still_crossed()
        else:
            before = self._previous is not None and view.shows(self._before)
            if len(found) + before > 1:
                facts |= MANY
            elif found:
                facts |= ONE
            for index in found:
                if candidates.spent >= SLICE:
                    candidates.spent = 0
                    yield _MORE
                progress = candidates.progress(index)
                if progress & PARTIAL:
                    facts |= AIR | self._joined(index)
                if progress & UNBEGUN:  # more is to be moved than what is in the hand
                    facts |= FOLLOWED
            if facts & ONE:
                facts |= TWIN if self.rivals else 0
                for code in self._follow(found[0]):
                    if code == _MORE:
                        yield code
                    else:
                        facts |= code
            elif not found:
                facts |= self._taken_back() if before else 0
                yield from self._begun()
                for k in self._others:
                    candidates.spent += _LANDS
                    if candidates.spent >= SLICE:
                        candidates.spent = 0
                        yield _MORE
                    facts |= BEGUN | ONTO if candidates.lands(k) else BEGUN
        self._facts = facts
        self._known = True

    def _still_crossed(self) -> int:
        """Return `CROSSED` until the pawns that are to change places have been lifted together."""
        if self._crossed is not None and self._exchanged(self._about_crossed()):
            self._crossed = None
        return CROSSED if self._crossed is not None else 0

    def _about_crossed(self) -> "list[int]":
        """Return the spots whose pawns are to change places."""
        spots = self._map.spots(self._crossed or self._state, bytearray(16))
        return [pair[0] for seat in range(4) for pair in astray(spots, self._start, seat)]

    def _joined(self, index: int) -> int:
        """Return `TOUCHED` when a reed dipped where a pawn of a result joins another, `BLIND`."""
        hops = self._candidates.hops(index)
        for start, end in hops:
            if self._view.masks(start) or self._view.masks(end):
                return BLIND
        for _, end in hops:
            if self._log.marks[end] & DIPPED << SINCE and not self._candidates.changed(end):
                return TOUCHED
        return 0

    def _begun(self) -> "Iterator[int]":
        """Put the results that the hands are on the way to into `_others`."""
        candidates = self._candidates
        for k in range(candidates.n):
            if candidates.spent >= SLICE:
                candidates.spent = 0
                yield _MORE
            if candidates.progress(k) & PARTIAL:
                self._others.append(k)

    def _unseen(self, found: "list[int]") -> "Generator[int, None, int]":
        """Find the facts of a board that looks like the position."""
        candidates = self._candidates
        if candidates.n == 1 and candidates.same_pawns(0):
            return FORCED | PATIENT if self._patient else FORCED
        facts = 0
        marks = self._log.marks
        for choice in found + ([PREVIOUS] if self._alike_before() else []):
            facts |= UNSEEN
            candidates.spent += _CHOICE
            if candidates.spent >= SLICE:
                candidates.spent = 0
                yield _MORE
            exchange = choice == PREVIOUS or candidates.is_swap(choice)
            if not exchange and candidates.is_silent(choice):
                facts |= SILENT
            sign = UP << SINCE if exchange else (UP | DIPPED) << SINCE
            groups = self._twins() if self._is_twins(choice) else [self._about(choice)]
            for spots in groups:
                up = [spot for spot in spots if marks[spot] & sign]
                if exchange and self._exchanged(up):
                    facts |= EXCHANGED
                elif up and choice != PREVIOUS:
                    facts |= LIFTED
        return facts

    def _exchanged(self, spots: "list[int]") -> bool:
        """Return whether two of the spots were empty at the same time since the card."""
        up = [spot for spot in spots if self._log.marks[spot] & UP << SINCE]
        for one in up:
            for other in up:
                if one < other and self._log.together(one, other):
                    return True
        return False

    def _alike_before(self) -> bool:
        """Return whether the position before looks like the position, with other pawns."""
        before = self._previous
        if before is None or before[:16] == self._state[:16]:
            return False
        return self._map.same(self._image, self._before, self._view.mask)

    def _follow(self, index: int) -> "Iterator[int]":
        """Yield the facts of what may still become of a board that looks like a result."""
        candidates = self._candidates
        state = candidates.results.state(index)
        any_home = candidates.sends_home(index)
        for k in range(candidates.n):
            if candidates.spent >= SLICE:
                candidates.spent = 0
                yield _MORE
            if k == index or candidates.has_pawns(k, state):
                continue
            if candidates.progress(k) & PARTIAL:
                self._others.append(k)
                yield FOLLOWED
            elif any_home and candidates.progress(k, True):
                self._others.append(k)
                yield TWIN
            elif candidates.goes_on(index, k):
                yield WALKS

    def _taken_back(self) -> int:
        """Return the facts of a board that looks like the position before and no result."""
        if self._view.within(self._image):
            return BEFORE | AIR  # a pawn of the position may only have been taken up
        missing: "list[int]" = []
        extra: "list[int]" = []
        self._view.differences(self._image, missing, extra)
        if len(extra) > len(missing) and self._candidates.stacks() > 1:
            return BEFORE | AIR  # it may have come from another stack
        if min(missing + extra) >= self._map.home:
            return BEFORE | AIR  # only homes tell of it: the next player may have answered in kind
        about = self._about(PREVIOUS)
        for spot in range(1, self._map.n_spots):
            if self._log.marks[spot] & UP and spot not in about + extra:
                return BEFORE | AIR  # hands have been busy elsewhere
        return BEFORE

    # -- doing --------------------------------------------------------------------------------

    def _do(self, act: int, closed: bool) -> "Iterator[int]":
        if act == ACCEPT:
            yield self._accept(self._candidates.found[0], False)
        elif act == ASK:
            self._stop_guiding()
            if self._choice is None or self._choice[0] != self._over:
                yield from self._find_choices()
            over = bool(self.question.choices)
            choices, about, others, seen = self._choice[1] if self._choice else ([], [], [], b"")
            news = bool(choices) and self.question.open(choices, about, others, seen, over)
            self._log.asked()
            yield ASK if news else NOTHING
        elif act == UNDO:
            self.question.close()
            self._stop_guiding()
            yield UNDO
        elif act == GUIDE:
            yield from self._show_way()
        elif act == BACK:
            back = self.guiding or closed
            self._stop_guiding()
            yield BACK if back else NOTHING
        elif closed:
            yield CLOSED

    def _accept(self, index: int, asked: bool) -> int:
        self.chosen = index
        self.asked = asked
        self.question.close()
        self._stop_guiding()
        return ACCEPT

    def _stop_guiding(self) -> None:
        self.guiding = False
        self._prompting = self._wanting = False
        self.guide.clear()

    def _find_choices(self) -> "Iterator[int]":
        choices = yield from self._choices()
        self._choice = (self._over, choices)

    def _choices(self) -> "Generator[int, None, tuple]":
        """Find what `Question.open` wants, the likeliest choice first."""
        candidates = self._candidates
        choices = list(candidates.found)
        candidates.look()
        if self._facts & SAME:
            if self._alike_before():
                choices.append(PREVIOUS)
            choices.append(UNCHANGED)
        elif self._previous is not None and self._view.shows(self._before):
            choices.append(PREVIOUS)
        others = self._others + [RIVAL - k for k in range(len(self.rivals))]
        if len(choices) + len(others) == 1:
            others = [UNCHANGED]  # the pawn in the hand goes back
        results = candidates.results
        ways = b"".join([results.state(index) for index in candidates.found])
        standing = yield from hypotheses.standing(self._map, self._log, ways, len(ways))
        aways = self._log.aways(False)
        ranked = []
        for k in range(len(choices)):
            choice = choices[k]
            candidates.spent += _CHOICE
            if candidates.spent >= SLICE:
                candidates.spent = 0
                yield _MORE
            about = self._about(choice)
            groups = self._twins() if self._is_twins(choice) else [about] if about else []
            weight = self._weight(choice, about, aways)
            if choice == UNCHANGED and self._over:
                weight = -TOLD
            elif choice >= 0:
                if candidates.is_swap(choice):
                    weight += max(
                        [0] + [hypotheses.exchanged(self._log, aways, one) for one in groups]
                    )
                elif self._map.spots(results.state(choice), self._spots) == standing:
                    weight += TOLD
            ranked.append((-weight, k, choice, groups))
        ranked.sort()
        return (
            [choice for _, _, choice, _ in ranked],
            [about for _, _, _, about in ranked],
            others,
            self._view.seen,
        )

    def _about(self, choice: int) -> "list[int]":
        """Return the spots that a choice is about."""
        if choice == UNCHANGED:
            return []
        if choice == PREVIOUS:
            spots = bytearray(16)
            self._map.spots(self._previous or self._state, spots)
            out: "list[int]" = []
            for seat in range(4):
                for pair in astray(self._start, spots, seat):
                    out += [spot for spot in pair if spot not in out]
            return out
        if self._is_twins(choice):
            return [spot for pair in self._twins() for spot in pair]
        return self._candidates.spots_of(choice)

    def _is_twins(self, choice: int) -> bool:
        """Return whether a choice is that two pawns of one colour change places, any two."""
        candidates = self._candidates
        return choice >= 0 and candidates.is_swap(choice) and candidates.same_pawns(choice)

    def _twins(self) -> "list[list[int]]":
        """Return for each colour the ring spots of its pawns that stand alone, if two or more."""
        out = []
        for seat in range(0, 16, 4):
            pawns = bytes(self._start[seat : seat + 4])
            there = [spot for spot in pawns if spot <= self._map.game.ring]
            there = [spot for spot in there if self._candidates.alone(spot)]
            if len(there) > 1:
                out.append(there)
        return out

    def _weight(self, choice: int, about: "list[int]", aways: list) -> int:
        """Return how well the log supports a choice."""
        spots = about
        likely = 0
        if choice >= 0:
            likely = OWN_PAWN if self._candidates.moves_seat(choice, self._state[TURN]) else 0
            spots = [start for start, _ in self._candidates.hops(choice)]
            if self._is_twins(choice):
                spots = self._best_twins()
            for start, end in (
                [] if self._candidates.is_swap(choice) else self._candidates.hops(choice)
            ):
                if end in spots and not hypotheses.may_have_landed(aways, start, end):
                    spots.remove(end)
                    likely -= NOT_LIFTED
        return likely + hypotheses.support(self._map, self._log, self._candidates, spots)

    def _best_twins(self) -> "list[int]":
        """Return the two pawns of one colour that hands have had most to do with."""
        best: "list[int]" = []
        most = -10000
        for there in self._twins():
            ranked = sorted([(hypotheses.points(self._log, spot), spot) for spot in there])[-2:]
            total = ranked[0][0] + ranked[1][0]
            if total > most:
                most = total
                best = [spot for _, spot in ranked]
        return best

    def _show_way(self) -> "Iterator[int]":
        """Find the nearest way out, in slices."""
        if self._crossed is not None:
            spots = self._map.spots(self._crossed, bytearray(16))
            self.guide.exchange(self._view, spots, self._state)
            began = not self.guiding
            self.guiding = True
            self.mistaken = False
            yield GUIDE if began else NOTHING
            return
        results = self._candidates.results
        begun = bool(self._facts & BEGUN)
        if self._prompting and not begun:  # what was begun has become a mistake
            self._stop_guiding()
        onto = begun and len(self._others) == 1 and bool(self._facts & ONTO)
        # The pawn in the hand may lie where it belongs: say what is still wanting.
        only = self._others[0] if onto else -1
        # What was moved in the dark belongs where it stood, not where it came from before.
        before = None if onto or self._log.marks[0] else self._previous
        ways = results.states
        standing = yield from hypotheses.standing(self._map, self._log, ways, 20 * results.stored)
        for code in self.guide.find(
            self._view, self._state, results, only, before, standing, begun
        ):
            if code < 0:
                yield _MORE
        began = not self.guiding
        if began:
            self._prompting = begun
            self._wanting = begun and bool(self._facts & ONTO)
        self.mistaken = began and not begun
        self.guiding = True
        yield GUIDE if self.guide.changed or began else NOTHING

    # -- what the game, the lights and the referee want to know -----------------------------------

    def at_rest(self) -> bool:
        """Return whether the settled board looks like the expected position."""
        return self._synced and self._view.shows(self._image)

    def going_back(self) -> bool:
        """Return whether the hands are on the way to the position before the last move."""
        if self._previous is None or self.at_rest():
            return False
        missing: "list[int]" = []
        extra: "list[int]" = []
        self._map.differences(self._before, self._image, missing, extra)
        gone: "list[int]" = []
        come: "list[int]" = []
        self._view.differences(self._image, gone, come)
        about = self._about(PREVIOUS)
        for spot in gone:
            if spot not in about:
                return False
        for spot in come:
            if spot not in extra:
                return False
        return True

    def ends_before(self) -> list:
        """Return (seat, place) where pawns stood before the last move and stand no more."""
        out = []
        before = self._previous or self._state
        for i in range(16):
            seat = i & 12
            if before[i] not in self._state[seat : seat + 4] and before[i] != HOME:
                out.append((i >> 2, before[i]))
        return out

    def gone(self) -> list:
        """Return (seat, place) of the pawns that are not where the position has them."""
        missing: "list[int]" = []
        self._view.differences(self._image, missing, [])
        return pawns_on(self._map, self._state, missing)

    def just_lifted(self, debounce: "Debounce") -> list:
        """Return (seat, place) of the pawns that were lifted since this was asked last."""
        out = []
        for spot in self._view.opened(debounce):
            at = self._start.find(bytes((spot,))) if spot else -1
            while at >= 0:
                out.append((at >> 2, self._map.place(spot)))
                at = self._start.find(bytes((spot,)), (at | 3) + 1)
        return out

    def hints(self, debounce: "Debounce") -> Hints:
        """Return what the pawns in the air may do, from the eager levels; `rest` completes it.

        Call it when `Debounce.step` returned EDGE.
        """
        missing: "list[int]" = []
        extra: "list[int]" = []
        seen = self._view.eager(debounce)
        self._map.differences(seen, self._image, missing, extra, self._view.mask)
        in_air = len(missing) - len(extra)
        air = missing
        if extra:
            air = [spot for spot in missing if self._log.lifted_last(spot, in_air)]
        lifted = pawns_on(self._map, self._state, air)
        moved = pawns_on(self._map, self._state, [spot for spot in missing if spot not in air])
        self._hints.begin(self._candidates.results, lifted, moved, extra, missing, seen)
        return self._hints

    def faulty(self, debounce: "Debounce") -> "list[str]":
        """Return tokens of the places whose reeds open and close by themselves."""
        tokens = []
        for bit in range(self._map.n_bits):
            faulty = debounce.masked[bit >> 3] | debounce.restless[bit >> 3]
            if faulty >> (bit & 7) & 1 and self._map.spot_of_bit[bit]:
                spot = self._map.spot_of_bit[bit]
                here = pawns_on(self._map, self._state, [spot])
                tokens.append(self._map.token(here[0][0] if here else 0, spot))
        return tokens

    def override(self) -> "list[str]":
        """Believe the position against the sensors; return tokens of the places now ignored.

        Every reed is believed again once it agrees with the position. Call `refresh` after it.
        """
        tokens = []
        for spot in self._view.override(self._image):
            here = pawns_on(self._map, self._state, [spot])
            tokens.append(self._map.token(here[0][0] if here else 0, spot))
        self._log.clear(self._start)
        return tokens
