# SPDX-License-Identifier: Apache-2.0
"""Follows the hands: when the board has settled, which legal result of the card is it?

Sure, not likely: of results that look alike one is accepted without a question only if every
story that the reeds allow ends in it. `DECISIONS` below is all there is to precedence; README.md
of this folder says why each line is as it is, and tells the calls in order.
"""

from micropython import const

from rules.game import NOBODY
from sense.candidates import MORE, Candidates, nobody
from sense.choices import CHOICE, Choices
from sense.debounce import LIFT
from sense.expected import Expected
from sense.facts import (
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
    Facts,
)
from sense.handlog import UP, HandLog
from sense.hints import Hints
from sense.occupancy import Occupancy, pawns_on
from sense.question import PREVIOUS, UNCHANGED, Question
from sense.tuning import AHEAD_MS, ERROR_MS, GO_ON_MS, SETTLE_MS, STALE_MS, THINK_MS
from ticks import since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from rules.results import Results
    from sense.boardmap import BoardMap
    from sense.debounce import Debounce
    from sense.guide import Guide


# What `step`, `hurry` and `confirm` return.
NOTHING = const(0)
ACCEPT = const(1)  # take result `chosen`; `asked` says whether the players were asked
ASK = const(2)  # show `question.shown`, one of `question.choices`
GUIDE = const(3)  # show `guide.missing` and `guide.extra`
BACK = const(4)  # the board is as expected again: stop guiding or asking
UNDO = const(5)  # the position before the last move has been restored
CLOSED = const(6)  # the question is gone, the hands go on

# Waits, as indices of `_waits_ms`.
_SETTLED = const(0)
_LONGER = const(1)
_LONG = const(2)
_THINKING = const(3)
_NEVER = const(4)
_SOON = const(5)
_NEVER_MS = const(1 << 29)
_STILL_MS = const(1 << 26)  # still for longer than any wait: not counted any further

# The first line decides whose facts are all there: (facts, wait, what then, what when hurried).
DECISIONS = (
    (SAME | CROSSED, _SETTLED, GUIDE, NOTHING),
    (SAME | FORCED | PATIENT, _SETTLED, BACK, ACCEPT),
    (SAME | FORCED, _SETTLED, ACCEPT, ACCEPT),
    (SAME | UNSEEN | EXCHANGED, _SETTLED, ASK, ASK),
    (SAME | UNSEEN | LIFTED, _LONG, ASK, ASK),
    (SAME | UNSEEN | SILENT, _SETTLED, BACK, ASK),
    (SAME, _SETTLED, BACK, NOTHING),
    (MANY | AIR, _LONGER, ASK, ASK),
    (MANY, _SETTLED, ASK, ASK),
    (ONE | TWIN, _SETTLED, ASK, ASK),
    (ONE | FOLLOWED, _LONG, ASK, ASK),
    (ONE | AIR | BLIND, _LONG, ASK, ACCEPT),
    (ONE | AIR | TOUCHED, _LONGER, ACCEPT, ACCEPT),
    (ONE | AIR, _LONG, ACCEPT, ACCEPT),
    (ONE | WALKS, _LONGER, ACCEPT, ACCEPT),
    (ONE, _SETTLED, ACCEPT, ACCEPT),
    (BEFORE | AIR, _LONG, ASK, NOTHING),
    (BEFORE, _SETTLED, UNDO, NOTHING),
    (BEGUN | ONTO, _LONG, GUIDE, NOTHING),
    (BEGUN, _THINKING, GUIDE, NOTHING),
    (0, _LONG, GUIDE, NOTHING),
)


class NoGuide:
    """What stands for a `Guide` while no way is shown; that one's module comes when it is needed."""

    missing: "list[str]" = []
    extra: "list[str]" = []
    missing_spots: "list[int]" = []
    extra_spots: "list[int]" = []


class Recogniser:
    """Recognises moves on one board.

    Attributes:
        question: what is asked.
        guide: the way out, `NoGuide` while there is none.
        guiding: whether it is being shown.
        mistaken: whether the last `GUIDE` began, and for a mistake: no result can be reached.
        chosen: index of the accepted result.
        likely: index of the result that will be accepted if the board stays as it is, until somebody
            sets it to -1.
        asked: whether it was accepted by the players' answer.
        expected: the position, and the one before.
        rivals: positions that look like the only result.
    """

    def __init__(
        self,
        boardmap: "BoardMap",
        settle_ms: int = SETTLE_MS,
        stirs: "Callable[[], bool]" = nobody,
    ) -> None:
        """Make a recogniser for a board.

        Args:
            boardmap: the board.
            settle_ms: a board that is still for so long is judged, 300..1500.
            stirs: returns whether a hand moves just now: a slice of judging ends early then.
        """
        self._map = boardmap
        longer_ms = settle_ms + GO_ON_MS
        self._waits_ms = (settle_ms, longer_ms, ERROR_MS, THINK_MS, _NEVER_MS, settle_ms // 2)
        self._log = HandLog()
        self._view = Occupancy(boardmap)
        self._candidates = Candidates(boardmap, self._view, stirs)
        self.expected = Expected(boardmap)
        self._choices = Choices(self._candidates, self.expected)
        self._facts = Facts(self._log, self._candidates, self.expected, self._choices)
        self.question = Question(boardmap.size)
        self.guide: "Guide | NoGuide" = NoGuide()
        self.guiding = False
        self._prompting = False  # it says what is wanting in a move that was begun
        self._wanting = False  # ... because that lands on a taken space
        self.mistaken = False
        self.chosen = -1
        self.likely = -1
        self.asked = False
        self._hints = Hints(boardmap, self._log, self.expected.image)
        self._synced = False
        self._settling = False  # at the last step some reed was not as it is believed to be
        self._expecting = False
        self._patient = False
        self._last_ms = 0
        self._still_ms = 0  # since the last movement
        self._due_ms = 0  # stillness at which something is to be done
        self._act = NOTHING  # what; `NOTHING`: judge the board
        self._work: "Iterator[int] | None" = None  # a judgement under way
        self._choice: "tuple | None" = (
            None  # what would be asked, and whether a button asked for it
        )
        self._preparing: "Iterator[int] | None" = None  # what `hurry` wants to know is being found
        self.rivals: "Sequence[bytes]" = ()

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
        known = self._synced and self._view.shows(self.expected.image)
        before = bytes(self.expected.spots)
        self.expected.set(state, previous)
        self.withdraw()
        self._stop_guiding()
        if not self._synced or self._view.shows(self.expected.image):
            self._log.clear(self.expected.spots)
        else:
            if not self._expecting:
                self._log.clear(self.expected.spots)
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
        self._view.differences(self.expected.image, missing, extra)
        self._log.assume(missing, extra, now_ms)

    def looks_like(self, results: "Results", index: int) -> "list[bytes]":
        """Return the positions of other results that reeds cannot tell from one of them."""
        self._candidates.set(results, self.expected.state, self.expected.image)
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
        self._candidates.set(results, self.expected.state, self.expected.image)
        self._patient = patient
        self.expected.crossed = None
        self.rivals = rivals or ()
        idle_ms = since(now_ms, self._last_ms)
        late = idle_ms < 0 or self._still_ms + idle_ms > STALE_MS
        self._log.card(not (late and self._view.shows(self.expected.image)))
        self.question.close()
        self._judge_again()

    def withdraw(self) -> None:
        """Take the card back: only the position counts."""
        self._candidates.set(None, self.expected.state, self.expected.image)
        self._patient = False
        self.rivals = ()
        self.question.close()
        self._judge_again()

    # -- what the sensors tell ----------------------------------------------------------------

    def step(self, now_ms: int, debounce: "Debounce") -> int:
        """Take one debounced scan and return what the game should do now.

        Reads and clears the events of `debounce`. Cheap and without allocation while
        nothing changes and no waiting time ends. A judgement is made in slices, one each call.
        """
        if self._still_ms < _STILL_MS:
            passed_ms = since(now_ms, self._last_ms)
            if passed_ms > 0:
                self._still_ms += passed_ms
        self._last_ms = now_ms
        if debounce.events:
            if self._take(now_ms, debounce):
                return ASK
        elif not self._synced:
            self._synced = True
            self._still_ms = 0
            self._view.look(debounce, self.expected.image)
            self._assume(now_ms)
            self._judge_again()
        self._settling = debounce.settling
        if debounce.settling:
            return NOTHING  # a pawn may just have been lifted: nothing is said of such a board
        if self._preparing is not None:
            return NOTHING  # `prepare` uses the same candidates
        if self._work is None:
            self._begin_work()
        for code in self._work or ():
            if code == MORE:
                return NOTHING
            self._work = None
            return code
        self._work = None
        return NOTHING

    def _begin_work(self) -> None:
        """Begin to judge, or what a judgement has put off, when its time has come."""
        if self._still_ms >= self._due_ms:
            act = self._act
            self._due_ms = _NEVER_MS
            self._act = NOTHING
            self._work = self._judge(False) if act == NOTHING else self._do(act, False)
        elif self._looks_ahead():
            self._work = self._facts.look(self._patient, bool(self.rivals))

    def _looks_ahead(self) -> bool:
        """Return whether to find the facts before they are asked for: those of a rich card take 0.35 s."""
        if self._facts.known or not self._candidates.n or self.question.choices:
            return False
        return self._still_ms >= self._due_ms - AHEAD_MS

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
        self._view.look(debounce, self.expected.image)
        self._judge_again()
        return pointed

    def refresh(self, debounce: "Debounce") -> None:
        """Look again: the debouncer has masked a reed or trusts one again."""
        for bit in range(self._map.n_bits):
            if debounce.masked[bit >> 3] >> (bit & 7) & 1:
                self._log.forget(self._map.spot_of_bit[bit])  # it was no hand
        self._view.look(debounce, self.expected.image)
        self._judge_again()

    def _judge_again(self) -> None:
        self._forget()
        self._preparing = None
        self._wait_again()

    def _forget(self) -> None:
        """Find the facts, and what would be asked, again."""
        self._facts.known = False
        self._choice = None

    def _wait_again(self) -> None:
        self._work = None
        self._act = NOTHING
        self.likely = -1
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
        if stands is not None and self._view.shows(self.expected.image):
            self.expected.crossed = stands if stands[:16] != self.expected.state[:16] else None
            self._forget()

    def working(self) -> bool:
        """Return whether a judgement is under way."""
        return self._work is not None

    def idle(self) -> bool:
        """Return whether `step` has nothing to wait for until the next event."""
        return self._due_ms == _NEVER_MS and self._work is None

    def rest(self) -> None:
        """Keep nothing that is only needed for a board that hands touch: there is no room for it just now."""
        self._facts.rest()

    def fetch(self) -> "Iterator[int]":
        """Fetch what `rest` gave up, before a hand touches the board; yield `MORE` now and then."""
        return self._facts.fetch()

    def answers(self) -> bool:
        """Return whether something is asked or a way is shown."""
        return self.guiding or bool(self.question.choices)

    def soon(self, ms: int) -> bool:
        """Return whether a board that is still until then may be taken within so many ms."""
        if self._settling or self._work is not None:
            return False
        return self._still_ms + ms >= max(self._due_ms, self._waits_ms[_SETTLED])

    def ending(self, ms: int) -> bool:
        """Return whether the board, still until then, is taken, asked about or put right within so many ms."""
        return self._act in (ACCEPT, ASK, UNDO, GUIDE) and self.soon(ms)

    # -- what the players tell ----------------------------------------------------------------

    def prepare(self, over: bool) -> bool:
        """Find in slices, one each call, what `hurry` and `done` want to know; return whether it is.

        That is not before the board has settled: whoever ends a move, hands may be going on with it. A
        movement meanwhile begins it anew.

        Args:
            over: whether `done` will be called.
        """
        if not self._candidates.n or self._settling:
            return True
        if self.question.choices and (self._view.shows(self.question.image) or self._reopens()):
            return True
        if self._facts.known and self._preparing is None and not self._ripe():
            return False
        if self._preparing is None:
            self._wait_again()
            self._preparing = self._prepare(over)
        for _ in self._preparing:
            return False
        self._preparing = None
        return self._ripe()

    def _ripe(self) -> bool:
        """Return whether the board has settled, or nobody has touched it.

        Where it can only be one result half of that time does: a walking hand would have gone on, and the
        next player may be quick.
        """
        wait = _SOON if self._decide()[0] == ONE else _SETTLED
        return self._still_ms >= self._waits_ms[wait] or not self._log.n

    def moved_since(self, when_ms: int) -> bool:
        """Return whether some reed has told of a hand since a time."""
        return self._still_ms < since(self._last_ms, when_ms)

    def preparing(self) -> bool:
        """Return whether `prepare` has not come to its end."""
        return self._preparing is not None

    def _prepare(self, over: bool) -> "Iterator[int]":
        if not self._facts.known:
            yield from self._facts.look(self._patient, bool(self.rivals))
        at_once = self._decide()[3]
        rests = over and at_once == NOTHING and self._facts.bits & SAME
        rests = rests or bool(self.question.choices)
        asks = bool(self._candidates.found) if rests else at_once == ASK
        if asks:
            yield from self._find_choices(over)

    def hurry(self) -> int:
        """Judge now: the next card was laid or the next player throws, so the move should be over.

        Returns `ACCEPT` when the board is one result and nothing speaks against it, `ASK`
        when it can only be asked, else `NOTHING` (the board is not as any result yet, or it has not
        settled: call `prepare` until it has).
        """
        return self._hurry(False)

    def _hurry(self, over: bool) -> int:
        if not self._candidates.n or self._settling:
            return NOTHING
        if self.question.choices and self._view.shows(self.question.image):
            return ASK
        self._wait_again()
        return self._finish(self._judge(True, over))

    def done(self) -> int:
        """Judge the seat button of the player to act: as `hurry`, and a board that nobody touched.

        There the card is used up as it is: `ACCEPT` when that is the only result which asks for
        no visible change, `ASK` when there are others.
        """
        if self.expected.crossed is not None:
            self.expected.crossed = None  # whose button it is says that they have changed places
            self._stop_guiding()
            self._judge_again()
            return BACK
        if not self._candidates.n:
            return self._taken_back_unseen()
        code = self._hurry(True)
        if code != NOTHING or self._settling or not self._view.shows(self.expected.image):
            return code
        candidates = self._candidates
        found = candidates.found
        if not found or not self._ripe():
            return NOTHING
        resting = [i for i in found if candidates.same_pawns(i)]
        sure = len(found) == 1 or not self._log.stirred()
        if len(resting) == 1 and sure and not candidates.stacks():
            return self._accept(resting[0], False)
        return self._ask_unseen()

    def ask_again(self) -> int:
        """Ask what was asked when the power went: `ASK`, or `NOTHING` where the reeds tell what was done."""
        if self._settling or self.question.choices or not self.at_rest():
            return NOTHING
        self._wait_again()
        if not self._facts.known:
            self._finish(self._facts.look(self._patient, bool(self.rivals)))
        if not self._candidates.found or self._facts.bits & FORCED:
            return NOTHING
        return self._ask_unseen()

    def _ask_unseen(self) -> int:
        self._facts.bits = SAME
        self._facts.others = []
        return self._finish(self._do(ASK, True, True))

    def _taken_back_unseen(self) -> int:
        """Ask whether the last exchange was taken back, when a pawn of it was lifted since."""
        if not self.expected.alike_before(self._view.mask) or not self._view.shows(
            self.expected.image
        ):
            return NOTHING
        if not [spot for spot in self.expected.last_move() if self._log.marks[spot] & UP]:
            return NOTHING
        self._candidates.found = []
        self._facts.others = []
        self._facts.bits = SAME
        self._forget()
        return self._finish(self._do(ASK, True))

    def confirm(self) -> int:
        """Answer the question with the shown choice: `ACCEPT`, `UNDO`, `BACK` or `CLOSED`.

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
            self._log.clear(self.expected.spots)
            self._judge_again()
            return BACK
        if shown == UNCHANGED and not self._candidates.n:
            return self._not_taken_back()
        return NOTHING

    def _not_taken_back(self) -> int:
        """Take the answer that nothing was taken back, given with a pawn of the next move in the hand."""
        if not self._view.within(self.expected.image):
            return NOTHING
        self.question.close()
        self._log.clear(self.expected.spots)
        missing: "list[int]" = []
        self._view.differences(self.expected.image, missing, [])
        for spot in missing:
            self._log.add(LIFT, spot, self._last_ms)
        self._judge_again()
        return CLOSED

    def _shows(self, choice: int) -> bool:
        if choice >= 0:
            return self._view.shows(self._candidates.image(choice))
        return self._view.shows(
            self.expected.before if choice == PREVIOUS else self.expected.image
        )

    @staticmethod
    def _finish(work: "Iterator[int]") -> int:
        for code in work:
            if code != MORE:
                return code
        return NOTHING

    # -- judgement ----------------------------------------------------------------------------

    def _judge(self, hurried: bool, over: bool = False) -> "Iterator[int]":
        """Find out what is known of the board and walk `DECISIONS`; the last code is the answer."""
        closed = bool(self.question.choices)
        if closed:
            if (yield from self._asks_on()):
                return
            self.question.close()
        if not self._facts.known:
            yield from self._facts.look(self._patient, bool(self.rivals))
        wait, act, at_once = self._decide()[1:]
        if hurried:
            if at_once != NOTHING and self._ripe():
                yield from self._do(at_once, closed, over)
            return
        if act == GUIDE and self.guiding:
            if self._wanting and self._facts.bits & (BEGUN | ONTO) == BEGUN:
                self._stop_guiding()  # the hands go on: what was wanting is done
                yield BACK
                return
            wait = _SETTLED
        if self._still_ms < self._waits_ms[wait]:
            self._due_ms = self._waits_ms[wait]
            self._act = act
            if self.guiding and act != GUIDE and wait != _SETTLED:
                if self._still_ms < self._waits_ms[_SETTLED]:
                    self._due_ms = self._waits_ms[_SETTLED]
                    self._act = NOTHING  # judge it again then
                    return
                self._stop_guiding()  # every pawn is right; what is made of it comes later
                yield BACK
            elif closed:
                yield CLOSED
            if act == ACCEPT:
                self.likely = self._candidates.found[0]
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
            if not self._facts.known:
                yield from self._facts.look(self._patient, bool(self.rivals))
            if self._candidates.found or self._view.shows(self.expected.image):
                yield from self._do(ASK, False)  # back onto its stack, too
        return True

    def _reopens(self) -> bool:
        """Return whether the board looks as when the question was asked that the open one overtook."""
        return self.question.under is not None and self._view.shows(self.question.under)

    def _made_meanwhile(self) -> "Iterator[int]":
        """Show the exchange that was made since the question was asked, if there was one."""
        from sense.hypotheses import exchanged

        question = self.question
        aways = self._log.aways(True)
        self._log.asked()
        best = 0
        shown = question.shown
        for choice in question.choices:
            if choice >= 0 and self._candidates.is_swap(choice):
                if self._candidates.pause(CHOICE):
                    yield MORE
                groups = self._choices.groups(choice)
                weight = max([0] + [exchanged(self._log, aways, one) for one in groups])
                if weight > best:
                    best = weight
                    shown = choice
        if best:
            question.forget()
        if shown != question.shown:
            question.shown = shown
            yield ASK

    def _decide(self) -> tuple:
        """Return the first line whose facts are there."""
        for line in DECISIONS:
            if self._facts.bits & line[0] == line[0]:
                return line
        raise ValueError("the last line has no facts")

    # -- doing --------------------------------------------------------------------------------

    def _do(self, act: int, closed: bool, over: bool = False) -> "Iterator[int]":
        if act == ACCEPT:
            yield self._accept(self._candidates.found[0], False)
        elif act == ASK:
            self._stop_guiding()
            yield from self._find_choices(over)
            asking = bool(self.question.choices)
            choices, about, others, seen = self._choice[1] if self._choice else ([], [], [], b"")
            news = bool(choices) and self.question.open(choices, about, others, seen, asking)
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
        swaps = self._candidates.results.swaps()
        self.expected.swappable = self.expected.state if swaps else None
        self.question.close()
        self._stop_guiding()
        return ACCEPT

    def _stop_guiding(self) -> None:
        self.guiding = False
        self._prompting = self._wanting = False
        if not isinstance(self.guide, NoGuide):
            self.guide = NoGuide()

    def _find_choices(self, over: bool) -> "Iterator[int]":
        if self._choice is not None and self._choice[0] == over:
            return
        facts = self._facts
        same = bool(facts.bits & SAME)
        __import__("sense.hypotheses")

        yield MORE  # each module is a slice of its own
        from sense.ranking import Ranking

        yield MORE
        ranking = Ranking(self._log, self._candidates, self.expected, self._choices)
        choices = yield from ranking.rank(same, over, facts.others, len(self.rivals))
        self._choice = (over, choices)

    def _show_way(self) -> "Iterator[int]":
        """Find the nearest way out, in slices."""
        from sense import hypotheses

        yield MORE  # each module is a slice of its own
        from sense.guide import Guide

        yield MORE
        begun = bool(self._facts.bits & BEGUN)
        if self._prompting and not begun:  # what was begun has become a mistake
            self._stop_guiding()
        guide = Guide(self._map) if isinstance(self.guide, NoGuide) else self.guide
        self.guide = guide
        if self.expected.crossed is not None and self._view.shows(self.expected.image):
            spots = self._map.spots(self.expected.crossed, bytearray(16))
            guide.exchange(self._view, spots, self.expected.state)
            self.guiding = True
            self.mistaken = False
            yield GUIDE if guide.changed else NOTHING
            return
        results = self._candidates.results
        onto = begun and len(self._facts.others) == 1 and bool(self._facts.bits & ONTO)
        # The pawn in the hand may lie where it belongs: say what is still wanting.
        only = self._facts.others[0] if onto else -1
        # What was moved in the dark belongs where it stood, not where it came from before.
        before = None if onto or self._log.marks[0] else self.expected.previous
        ways = results.states
        standing = yield from hypotheses.standing(self._map, self._log, ways, 20 * results.stored)
        for code in guide.find(
            self._view,
            self.expected.state,
            results,
            only,
            before,
            standing,
            begun,
            self._log.assumed,
        ):
            if code < 0:
                yield MORE
        began = not self.guiding
        if began:
            self._prompting = begun
            self._wanting = begun and bool(self._facts.bits & ONTO)
        self.mistaken = began and not begun
        self.guiding = True
        yield GUIDE if guide.changed or began else NOTHING

    # -- what the game, the lights and the referee want to know -----------------------------------

    def at_rest(self) -> bool:
        """Return whether the settled board looks like the expected position."""
        return self._synced and self._view.shows(self.expected.image)

    def carrying(self) -> bool:
        """Return whether a pawn of a stack was set down elsewhere, and may be in the hand again."""
        return self._candidates.stacks() > 0 and self._log.unbalanced() > 0

    def going_back(self) -> bool:
        """Return whether the hands are on the way to the position before the last move."""
        if self.expected.previous is None or self.at_rest():
            return False
        missing: "list[int]" = []
        extra: "list[int]" = []
        self._map.differences(self.expected.before, self.expected.image, missing, extra)
        gone: "list[int]" = []
        come: "list[int]" = []
        self._view.differences(self.expected.image, gone, come)
        about = self.expected.last_move()
        for spot in gone:
            if spot not in about:
                return False
        for spot in come:
            if spot not in extra:
                return False
        return True

    def gone(self) -> list:
        """Return (seat, place) of the pawns that are not where the position has them."""
        missing: "list[int]" = []
        self._view.differences(self.expected.image, missing, [])
        return pawns_on(self._map, self.expected.state, missing)

    def only_lifted(self) -> bool:
        """Return whether no pawn stands where the expected position has none."""
        return self._view.within(self.expected.image)

    def just_lifted(self, debounce: "Debounce") -> list:
        """Return (seat, place) of the pawns that were lifted since this was asked last."""
        out = []
        for spot in self._view.opened(debounce):
            at = self.expected.spots.find(bytes((spot,))) if spot else -1
            while at >= 0:
                out.append((at >> 2, self._map.place(spot)))
                at = self.expected.spots.find(bytes((spot,)), (at | 3) + 1)
        return out

    def hints(self, debounce: "Debounce") -> Hints:
        """Return what the pawns in the air may do, from the eager levels; `rest` completes it.

        Call it when `Debounce.step` returned EDGE.
        """
        missing: "list[int]" = []
        extra: "list[int]" = []
        seen = self._view.eager(debounce)
        self._map.differences(seen, self.expected.image, missing, extra, self._view.mask)
        air = missing
        if extra:
            in_air = len(missing) - self._arrived(missing, extra)
            air = self._log.latest(missing, in_air, self._map.home)
        lifted = pawns_on(self._map, self.expected.state, air)
        moved = pawns_on(
            self._map, self.expected.state, [spot for spot in missing if spot not in air]
        )
        self._hints.begin(self._candidates.results, lifted, moved, extra, missing, seen)
        return self._hints

    def _arrived(self, missing: "list[int]", extra: "list[int]") -> int:
        """Return how many of the pawns that have left their spots stand on others.

        A pawn in an area of its colour has left a spot that is empty or that another has taken; or one
        where a second pawn still stands, of which no reed has told.
        """
        left = [seat for seat, _ in pawns_on(self._map, self.expected.state, missing)]
        start = self.expected.spots
        count = 0
        for spot in reversed(extra):  # the areas and rows, each of one colour, come last
            owner = self._map.owner(spot)
            if owner == NOBODY:
                count += 1
            elif owner in left:
                left.remove(owner)
                count += 1
            else:
                for i in range(4 * owner, 4 * owner + 4):
                    was = bytes((start[i],))
                    at = start.find(was)
                    alone = (
                        start.find(was, at + 1) < 0
                    )  # who does not play stands four times nowhere
                    if alone and self._log.marks[start[i]] & UP:
                        count += 1
                        break
        return count

    def faulty(self, debounce: "Debounce") -> "list[str]":
        """Return tokens of the places whose reeds open and close by themselves."""
        tokens = []
        for bit in range(self._map.n_bits):
            faulty = debounce.masked[bit >> 3] | debounce.restless[bit >> 3]
            if faulty >> (bit & 7) & 1 and self._map.spot_of_bit[bit]:
                spot = self._map.spot_of_bit[bit]
                here = pawns_on(self._map, self.expected.state, [spot])
                tokens.append(self._map.token(here[0][0] if here else 0, spot))
        return tokens

    def override(self) -> "list[str]":
        """Believe the position against the sensors; return tokens of the places now ignored.

        Every reed is believed again once it agrees with the position. Call `refresh` after it.
        """
        tokens = []
        for spot in self._view.override(self.expected.image):
            here = pawns_on(self._map, self.expected.state, [spot])
            tokens.append(self._map.token(here[0][0] if here else 0, spot))
        self._log.clear(self.expected.spots)
        return tokens
