# SPDX-License-Identifier: Apache-2.0
"""Follows the hands: when the board has settled, which legal result of the card is it?

Sure, not likely: one of several results that look alike is accepted without a question only if every
story that the reeds allow ends in it. `decisions.py` says what follows from which facts; README.md of
this folder has the calls in order.
"""

from rules.game import TURN, stands
from sense.candidates import Candidates
from sense.choices import groups
from sense.debounce import LIFT
from sense.decisions import (
    ACCEPT,
    ASK,
    BACK,
    BEGUN,
    CLOSED,
    FORCED,
    GUIDE,
    NOTHING,
    ONE,
    ONTO,
    SAME,
    SETTLED,
    UNDO,
    decision,
)
from sense.expected import Expected
from sense.facts import Facts, Inquiry
from sense.guide import Guide, NoGuide
from sense.handlog import UP, HandLog
from sense.hints import Hints
from sense.hypotheses import exchanged, standing
from sense.occupancy import Occupancy, pawns_on
from sense.question import PREVIOUS, RIVAL, UNCHANGED, Question
from sense.ranking import ranked
from sense.stillness import NEVER_MS, Stillness
from sense.stirred import Stirred, calm
from sense.tuning import ERROR_MS, GO_ON_MS, SETTLE_MS, STALE_MS, THINK_MS
from ticks import since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rules.results import Results
    from sense.boardmap import BoardMap
    from sense.debounce import Debounce


class Recogniser:
    """Recognises moves on one board.

    Judging may take long: it calls `poll`, and lets through what that raises. After a `Stirred` the next `step`
    judges again.

    Args:
        boardmap: the board.
        settle_ms: a board that is still for so long is judged, 300..1500.
        poll: called every few ms of work; raises `Stirred` where a hand has moved. None: nothing is called.

    Attributes:
        question: the open question, if any.
        guide: the way out, `NoGuide` while there is none.
        chosen: index of the accepted result.
        asked: whether the players chose it.
        expected: the position, and the one before.
        rivals: positions that look like the only result.
        log: what the hands have done.
        candidates: the results, and which of them look like the board.
        facts: of the board as it is, None until they are wanted.
        still: how long the board has been still, and when `step` has something to do.
        waits_ms: the waits of `DECISIONS`.
    """

    def __init__(
        self,
        boardmap: "BoardMap",
        settle_ms: int = SETTLE_MS,
        poll: "Callable[[], object] | None" = None,
    ) -> None:
        self._map = boardmap
        self.waits_ms = (settle_ms, settle_ms + GO_ON_MS, ERROR_MS, THINK_MS)
        self.still = Stillness()
        self.log = HandLog()
        self._view = Occupancy(boardmap)
        self.expected = Expected(boardmap)
        self.candidates = Candidates(boardmap, self._view, self.expected, poll or calm)
        self.facts: "Facts | None" = None  # of the board as it is, when they are known
        self.question = Question(boardmap.size)
        self.guide: "Guide | NoGuide" = NoGuide()
        self.chosen = -1
        self.asked = False
        self.rivals: "Sequence[bytes]" = ()
        self._patient = False
        self._over = False  # the player to act has said that the move is made
        self._synced = False
        self._expecting = False
        self._settling = False  # at the last step some reed was not as it is believed to be

    @property
    def guiding(self) -> bool:
        """Whether a way out is being shown."""
        return not isinstance(self.guide, NoGuide)

    @property
    def mistaken(self) -> bool:
        """Whether the last `GUIDE` began, and for a mistake: no result can be reached."""
        return self.guide.mistaken

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
            self.log.clear(self.expected.spots)
        else:
            if not self._expecting:
                self.log.clear(self.expected.spots)
                self._assume(now_ms)
            elif known:  # pawns stand as in the position before, and are known by that
                self.log.clear(before)
            self.still.lasted_ms = 0
        if not self._expecting:
            self.log.unknown()  # what hands did in the dark
        self._expecting = True

    def _assume(self, now_ms: int) -> None:
        """Treat what differs from the position as moved just now."""
        missing, extra = self._view.differences(self.expected.image)
        self.log.assume(missing, extra, now_ms)

    def looks_like(self, results: "Results", index: int) -> "list[bytes]":
        """Return the positions of other results that reeds cannot tell from one of them."""
        self.candidates.set(results)
        return self.candidates.rivals(index)

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
            rivals: positions that are no results now but look like the only one: the table asks.
        """
        self.candidates.set(results)
        self._patient = patient
        self.expected.crossed = None
        self.rivals = rivals or ()
        late = self.still.will_have_lasted_ms(now_ms) > STALE_MS
        self.log.card(not (late and self._view.shows(self.expected.image)))
        self.question.close()
        self._judge_again()

    def withdraw(self) -> None:
        """Take the card back: only the position counts."""
        self.candidates.set(None)
        self._patient = False
        self.rivals = ()
        self.question.close()
        self._judge_again()

    # -- what the sensors tell ----------------------------------------------------------------

    def step(self, now_ms: int, debounce: "Debounce") -> int:
        """Take one debounced scan and return what the game should do now.

        Reads and clears the events of `debounce`. Cheap and without allocation while
        nothing changes and no waiting time ends; then the board is judged.
        """
        self.still.go_on(now_ms)
        if debounce.events:
            if self._take(now_ms, debounce):
                return ASK
        elif not self._synced:
            self._synced = True
            self.still.lasted_ms = 0
            self._view.look(debounce, self.expected.image)
            self._assume(now_ms)
            self._judge_again()
        self._settling = debounce.settling
        if debounce.settling:
            return NOTHING  # a pawn may just have been lifted: nothing is said of such a board
        if self.still.is_due():
            try:
                return self._verdict(False)
            except Stirred:  # as in `_undisturbed`, with a call less on the stack
                self._judge_again()
                raise
        if self.candidates.n and self.facts is None:
            if self.still.lasted_ms >= self.waits_ms[SETTLED] // 2:
                self._undisturbed(self._know)  # it may take a while, and nobody waits for it yet
        return NOTHING

    def _take(self, now_ms: int, debounce: "Debounce") -> bool:
        """Log the events; return whether they point at another choice of an open question."""
        pointed = False
        moved_ms = NEVER_MS
        for i in range(debounce.events):
            spot = self._map.spot_of_bit[debounce.bit(i)]
            if spot:
                kind = debounce.kind(i)
                when_ms = debounce.when(i)
                self.log.add(kind, spot, when_ms)
                moved_ms = min(moved_ms, max(0, since(now_ms, when_ms)))
                if (
                    kind == LIFT
                    and self.question.choices
                    and self._map.has(self.question.image, spot)
                ):
                    pointed = self.question.point(spot) or pointed
        if debounce.lost:
            self.log.unknown()
        debounce.clear()
        if moved_ms < NEVER_MS:
            self.still.lasted_ms = moved_ms
        self._view.look(debounce, self.expected.image)
        self._judge_again()
        return pointed

    def refresh(self, debounce: "Debounce") -> None:
        """Look again: the debouncer has masked a reed or trusts one again."""
        for bit in range(self._map.n_bits):
            if debounce.masked[bit >> 3] >> (bit & 7) & 1:
                self.log.forget(self._map.spot_of_bit[bit])  # it was no hand
        self._view.look(debounce, self.expected.image)
        self._judge_again()

    def _judge_again(self) -> None:
        """Forget the facts; judge again when the board has settled."""
        self.facts = None
        self._over = False
        self.still.due_ms = 0 if self._answered() else self.waits_ms[SETTLED]

    def _answered(self) -> bool:
        """Return whether the board looks as it did when the open question was asked, or the one below it."""
        if not self.question.choices:
            return False
        return self._view.shows(self.question.image) or self._reopens()

    def _reopens(self) -> bool:
        """Return whether the board looks as it did when the question below the open one was asked."""
        return self.question.under is not None and self._view.shows(self.question.under)

    def _undisturbed(self, work: "Callable", *args: object):  # type: ignore[no-untyped-def]
        """Do some work and return its answer; if a hand stirs, judge the board again."""
        try:
            return work(*args)
        except Stirred:
            self._judge_again()
            raise

    def insist(self, stands: "bytes | None" = None) -> None:
        """Show the way to the position at the next `step`: the game itself wants pawns moved.

        Args:
            stands: the position whose pawns stand there now, if that is known.
        """
        self.still.lasted_ms = max(self.still.lasted_ms, ERROR_MS)
        if stands is not None and self._view.shows(self.expected.image):
            self.expected.crossed = stands if stands[:16] != self.expected.state[:16] else None
            self.facts = None

    def idle(self) -> bool:
        """Return whether `step` has nothing to wait for until the next event."""
        return self.still.due_ms == NEVER_MS

    def moved_since(self, when_ms: int) -> bool:
        """Return whether a reed has reported a movement since a time."""
        return self.still.moved_since(when_ms)

    def answers(self) -> bool:
        """Return whether something is asked or a way is shown."""
        return self.guiding or bool(self.question.choices)

    # -- what the players tell ----------------------------------------------------------------

    def ripe(self, over: bool) -> bool:
        """Return whether `hurry`, or `done` if it is `over`, may be asked now.

        Not before the board has settled, since hands may be continuing with the move. Half of that time is enough
        if it can only be one result: a walking hand would have continued, and the next player may be quick. A board
        that nobody has touched need not settle.

        Args:
            over: the player to act says that the move is made. This holds until hands move again.
        """
        self._over = over
        if not self.candidates.n:
            return True
        if self._settling:
            return False
        return self._answered() or self._undisturbed(self._has_settled)

    def _has_settled(self) -> bool:
        settle_ms = self.waits_ms[SETTLED]
        if self.still.lasted_ms >= settle_ms or not self.log.events:
            return True
        if self.still.lasted_ms < settle_ms // 2:
            return False
        return decision(self._know().bits)[0] == ONE

    def hurry(self) -> int:
        """Judge now: the next card was laid or the next player throws, so the move should be over.

        Returns `ACCEPT` if the board is one result and nothing speaks against it, `ASK`
        if the table has to ask, else `NOTHING`: the board is no result, or not `ripe`.
        """
        if not self.candidates.n or self._settling:
            return NOTHING
        if self.question.choices and self._view.shows(self.question.image):
            return ASK
        return self._undisturbed(self._verdict, True)

    def overtaken(self, pawns: list, debounce: "Debounce") -> int:
        """Judge the board as it was until some pawns were lifted just now, with the next card on the slot.

        Args:
            pawns: (seat, place) of them, see `just_lifted`.
            debounce: the reeds, of which no other may be about to tell something.

        Returns `ACCEPT` when the board was one result and nothing else, and the pawns are of other seats
        than the one that moved, and where that result has them; else `NOTHING`.
        """
        if self.question.choices or self.candidates.n == 0:
            return NOTHING
        seen = self._view.eager(debounce)
        gone, come = self._map.differences(seen, self._view.seen, self._view.mask)
        if come or len(gone) != len(pawns):
            return NOTHING
        if self._undisturbed(self._know).bits != ONE:
            return NOTHING
        after = self.candidates.results.state(self.candidates.found[0])
        for seat, place in pawns:
            if seat == self.expected.state[TURN] or not stands(after, seat, place):
                return NOTHING
        return self._accept(self.candidates.found[0], False)

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
        if not self.candidates.n:
            return self._undisturbed(self._taken_back_unseen)
        self._over = True
        code = self.hurry()
        if code != NOTHING or self._settling or not self._view.shows(self.expected.image):
            return code
        return self._undisturbed(self._use_up)

    def _use_up(self) -> int:
        """Judge a board that looks untouched when the player says that the move is made."""
        candidates = self.candidates
        self._know()
        if not candidates.found or not self._has_settled():
            return NOTHING
        resting = [i for i in candidates.found if candidates.same_pawns(i)]
        sure = len(candidates.found) == 1 or not self.log.stirred()
        if len(resting) == 1 and sure and not candidates.stacks():
            return self._accept(resting[0], False)
        return self._ask(Facts(SAME, []), True)

    def ask_again(self) -> int:
        """Ask again after a power cut: `ASK`, or `NOTHING` if the reeds tell what was done."""
        if self._settling or self.question.choices or not self.at_rest():
            return NOTHING
        return self._undisturbed(self._ask_unseen)

    def _ask_unseen(self) -> int:
        if self._know().bits & FORCED or not self.candidates.found:
            return NOTHING
        return self._ask(Facts(SAME, []), True)

    def _taken_back_unseen(self) -> int:
        """Ask whether the last exchange was taken back, if a pawn of it has been lifted since."""
        if not self.expected.alike_before(self._view.mask) or not self._view.shows(
            self.expected.image
        ):
            return NOTHING
        if not [spot for spot in self.expected.last_move() if self.log.marks[spot] & UP]:
            return NOTHING
        self.candidates.found = []
        self.facts = None
        return self._ask(Facts(SAME, []), False)

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
            self.log.clear(self.expected.spots)
            self._judge_again()
            return BACK
        if shown == UNCHANGED and not self.candidates.n:
            return self._not_taken_back()
        return NOTHING

    def waits_for_pawns(self) -> bool:
        """Return whether an open question cannot be answered before pawns that were lifted are back."""
        shown = self.question.image if self.question.choices else None
        return shown is not None and self._view.within(shown) and not self._view.shows(shown)

    def _not_taken_back(self) -> int:
        """Accept the answer that nothing was taken back, even with a pawn of the next move in the hand."""
        if not self._view.within(self.expected.image):
            return NOTHING
        self.question.close()
        self.log.clear(self.expected.spots)
        missing, _ = self._view.differences(self.expected.image)
        for spot in missing:
            self.log.add(LIFT, spot, self.still.now_ms)
        self._judge_again()
        return CLOSED

    def _shows(self, choice: int) -> bool:
        if choice >= 0:
            return self._view.shows(self.candidates.image(choice))
        return self._view.shows(
            self.expected.before if choice == PREVIOUS else self.expected.image
        )

    # -- judgement ----------------------------------------------------------------------------

    def _know(self) -> Facts:
        """Return the facts of the board as it is, found when they are first wanted."""
        if self.facts is None:
            self.candidates.find()
            inquiry = Inquiry(self.log, self.candidates)
            self.facts = inquiry.facts(self._patient, bool(self.rivals))
        return self.facts

    def _verdict(self, told_over: bool) -> int:
        """Decide and return what to do now; `told_over`: a player says that the move is over."""
        if self._is_asking():
            return self._ask_on()
        facts = self._know()
        _, wait, act, at_once = decision(facts.bits)
        if told_over:
            return self._do(at_once, facts) if self._has_settled() else NOTHING
        wait_ms = self.waits_ms[wait]
        self.still.due_ms = NEVER_MS
        if act == GUIDE and self.guiding:
            if self.guide.onto and facts.bits & (BEGUN | ONTO) == BEGUN:
                self._stop_guiding()  # the hands continue: what was missing is done
                return BACK
            wait_ms = self.waits_ms[SETTLED]
        if self.still.lasted_ms >= wait_ms:
            return self._do(act, facts)
        self.still.due_ms = wait_ms
        if self.guiding and act != GUIDE:
            self._stop_guiding()  # every pawn is right; what is made of it comes later
            return BACK
        if self.question.choices:
            self.question.close()
            return CLOSED
        return NOTHING

    def _do(self, act: int, facts: Facts) -> int:
        """Do what was decided and return its code. Long work comes first: if it is cut short, nothing has changed."""
        if act == ACCEPT:
            return self._accept(self.candidates.found[0], False)
        if act == ASK:
            return self._ask(facts, self._over)
        if act == GUIDE:
            return self._show_way(facts)
        if act == UNDO or (act == BACK and self.answers()):
            self.question.close()
            self._stop_guiding()
            return act
        return NOTHING

    def _accept(self, index: int, asked: bool) -> int:
        self.chosen = index
        self.asked = asked
        swaps = self.candidates.results.swaps()
        self.expected.swappable = self.expected.state if swaps else None
        self.question.close()
        self._stop_guiding()
        return ACCEPT

    def _stop_guiding(self) -> None:
        if self.guiding:
            self.guide = NoGuide()

    # -- asking -------------------------------------------------------------------------------

    def _is_asking(self) -> bool:
        """Return whether a question is open and pawns have only been lifted since."""
        question = self.question
        return bool(question.choices) and self._view.within(question.under or question.image)

    def _ask(self, facts: Facts, over: bool) -> int:
        """Ask what the board means; a question that is still open returns afterwards.

        `over`: the player to act says that the move is made.
        """
        choices = ranked(self.log, self.candidates, bool(facts.bits & SAME), over)
        about = [groups(self.candidates, choice) for choice in choices]
        others = facts.others + [RIVAL - k for k in range(len(self.rivals))]
        if len(choices) + len(others) == 1:
            others = [UNCHANGED]  # the pawn in the hand goes back
        self.still.due_ms = NEVER_MS
        self._stop_guiding()
        again = self._is_asking()
        if not again:
            self.question.close()
        news = bool(choices) and self.question.open(choices, about, others, self._view.seen, again)
        self.log.asked()
        return ASK if news else NOTHING

    def _ask_on(self) -> int:
        """Judge the board while a question is open."""
        self.still.due_ms = NEVER_MS
        if self._view.shows(self.question.image):
            return self._look_for_exchange()
        if self._reopens():
            self.question.reopen()
            return ASK
        if self.still.lasted_ms < self.waits_ms[SETTLED]:
            self.still.due_ms = self.waits_ms[SETTLED]
            return NOTHING
        # Hands point, as long as they like; what they lifted may also have been moved unseen.
        facts = self._know()
        if self.candidates.found or self._view.shows(self.expected.image):
            return self._ask(facts, False)  # back onto its stack, too
        return NOTHING

    def _look_for_exchange(self) -> int:
        """Show the exchange that was made since the question was asked, if there was one."""
        question = self.question
        aways = self.log.aways(True)
        best = 0
        shown = question.shown
        for choice in question.choices:
            if choice >= 0 and self.candidates.is_swap(choice):
                self.candidates.poll()
                for spots in groups(self.candidates, choice):
                    weight = exchanged(self.log, aways, spots)
                    if weight > best:
                        best = weight
                        shown = choice
        self.log.asked()
        if best:
            question.forget()
        if shown == question.shown:
            return NOTHING
        question.shown = shown
        return ASK

    # -- guiding ------------------------------------------------------------------------------

    def _show_way(self, facts: Facts) -> int:
        """Show the nearest way out."""
        expected = self.expected
        candidates = self.candidates
        begun = bool(facts.bits & BEGUN)
        guide = self.guide
        if isinstance(guide, NoGuide) or (guide.begun and not begun):
            guide = Guide(
                self._map, self._view, candidates.poll
            )  # what was begun has become a mistake, too
        began = guide is not self.guide
        if expected.crossed is not None and self._view.shows(expected.image):
            guide.exchange(self._map.spots(expected.crossed), expected.state)
            guide.mistaken = began = False
        else:
            # The pawn in the hand may lie where it belongs: say what is still wanting.
            only = begun and len(facts.others) == 1 and bool(facts.bits & ONTO)
            ways = [candidates.states[facts.others[0]]] if only else candidates.states
            # What was moved in the dark belongs where it stood, not where it came from before.
            before = None if only or self.log.marks[0] else expected.previous
            stand = standing(self._map, self.log, candidates.states, candidates.poll)
            goals = [expected.state] + ways
            guide.find(goals, before, stand, begun, self.log.assumed, only)
            if began:
                guide.begun = begun
                guide.onto = begun and bool(facts.bits & ONTO)
            guide.mistaken = began and not begun
        self.question.close()
        self.guide = guide
        return GUIDE if guide.changed or began else NOTHING

    # -- what the game, the lights and the referee want to know -----------------------------------

    def looks_as(self, state: "bytes | bytearray") -> bool:
        """Return whether the settled board looks like a position."""
        return self._synced and not self._settling and self._view.shows(self._map.image(state))

    def at_rest(self) -> bool:
        """Return whether the settled board looks like the expected position."""
        return self._synced and self._view.shows(self.expected.image)

    def carrying(self) -> bool:
        """Return whether a pawn of a stack was set down elsewhere, and may be in the hand again."""
        return self.candidates.stacks() > 0 and self.log.unbalanced() > 0

    def going_back(self) -> bool:
        """Return whether the hands are on the way to the position before the last move."""
        if self.expected.previous is None or self.at_rest():
            return False
        _, back = self._map.differences(self.expected.before, self.expected.image)
        about = self.expected.last_move()
        gone, come = self._view.differences(self.expected.image)
        strange = [spot for spot in gone if spot not in about]
        return not strange and not [spot for spot in come if spot not in back]

    def gone(self) -> list:
        """Return (seat, place) of the pawns that are not where the position has them."""
        missing, _ = self._view.differences(self.expected.image)
        return pawns_on(self._map, self.expected.state, missing)

    def only_lifted(self) -> bool:
        """Return whether no pawn stands where the expected position has none."""
        return self._view.within(self.expected.image)

    def just_lifted(self, debounce: "Debounce") -> list:
        """Return (seat, place) of the pawns that were lifted since the last call."""
        pawns = []
        for spot in self._view.opened(debounce):
            pawns += pawns_on(self._map, self.expected.state, [spot])
        return pawns

    def hints(self, debounce: "Debounce") -> Hints:
        """Return what the pawns in the air may do, from the eager levels; `rest` completes them.

        Call it when `Debounce.step` returned EDGE.
        """
        return Hints(self.log, self.candidates, self._view.eager(debounce))

    def faulty(self, debounce: "Debounce") -> "list[str]":
        """Return tokens of the places whose reeds open and close by themselves."""
        tokens = []
        for bit in range(self._map.n_bits):
            faulty = debounce.masked[bit >> 3] | debounce.restless[bit >> 3]
            if faulty >> (bit & 7) & 1 and self._map.spot_of_bit[bit]:
                tokens.append(self.expected.token(self._map.spot_of_bit[bit]))
        return tokens

    def override(self) -> "list[str]":
        """Believe the position against the sensors; return tokens of the places now ignored.

        Every reed is believed again once it agrees with the position. Call `refresh` after it.
        """
        spots = self._view.override(self.expected.image)
        self.log.clear(self.expected.spots)
        return [self.expected.token(spot) for spot in spots]
