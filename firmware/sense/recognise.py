# SPDX-License-Identifier: Apache-2.0
"""Follows the hands: when the board has settled, which legal result of the card is it?

The settled picture decides, the hand log only breaks ties (`evidence`). Nothing is accepted
that could also be something else: then the recogniser asks. From every state the way out is
to make the board look like the position, one of the results or the position before.
README.md of this folder tells the rules in words and the calls in order.
"""

from micropython import const

from sense.debounce import LIFT, PLACE
from sense.evidence import PROVEN, TOUCHED, UNSEEN, WEAK, Evidence
from sense.guide import Guide, on_the_way
from sense.hints import movable
from sense.question import Question
from sense.silent import CLEAR, NONE, SIGN, Silent
from sense.successors import FINAL, PARTIAL
from sense.track import SETTLED, Tracker

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.boardmap import BoardMap
    from sense.debounce import Debounce


# What `step` and `hurry` return.
NOTHING = const(0)
ACCEPT = const(1)  # take result `chosen`; `asked` says whether the players were asked
ASK = const(2)  # show result `shown`, one of `choices`
GUIDE = const(3)  # show `missing` and `extra`
BACK = const(4)  # the board is as expected again: stop guiding
UNDO = const(5)  # the position before the last move has been restored

_MASK = const(0x3FFFFFFF)
_NEVER = const(0x3FFFFFFF)

# A pawn that was away for less may have been knocked or straightened.
_BRIEF_MS = const(220)

# Stages of waiting; each judges the same still board with more patience.
_EXTENDED = const(1)
_ERROR = const(2)
_DONE = const(4)


class Recogniser(Tracker):
    """Recognises moves on one board.

    Attributes:
        guiding: whether the way out is being shown.
        fresh_guide: whether the last `GUIDE` began a guide (False: its lists changed).
        chosen: index of the accepted result.
        asked: whether it was accepted by the players' answer.
    """

    def __init__(
        self,
        boardmap: "BoardMap",
        settle_ms: int = 600,
        error_ms: int = 3000,
        extend_ms: int = 900,
        swap_open_ms: int = 150,
        stale_ms: int = 5000,
    ) -> None:
        """Make a recogniser for a board.

        Args:
            boardmap: `BoardMap`.
            settle_ms: a still board is judged after this time, 300..1500.
            error_ms: a still board that fits nothing is guided after this time.
            extend_ms: added to `settle_ms` where the move may still go on.
            swap_open_ms: a pawn lifted for less was knocked, not taken to be swapped.
            stale_ms: older lifts from before the card say nothing about the card.
        """
        super().__init__(boardmap)
        extended_ms = settle_ms + extend_ms
        late_ms = max(error_ms, extended_ms)
        self._waits_ms = (settle_ms, extended_ms, late_ms, late_ms + error_ms, _NEVER)
        self._stale_ms = stale_ms
        self._evidence = Evidence(boardmap)
        self._silent = Silent(boardmap, self._log, self._evidence, self._successors, swap_open_ms)
        self._question = Question(self._log, self._successors)
        self._guide = Guide(boardmap)
        self._target = bytearray(16)
        self._about = []  # results that looked like the board when it was last judged
        self.guiding = False
        self.fresh_guide = False
        self.chosen = -1
        self.asked = False

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
        self._expect(state, previous)
        self.withdraw()
        self._end_guide()
        self._restart(now_ms)

    def offer(self, results: list, now_ms: int) -> None:
        """Expect one of the results of a card played from the expected position."""
        self._successors.set(results, self._state, self._image)
        self._mark = self._log.n
        if not self._view.shows(self._image):
            self._mark = 0  # the move was begun before the card was read
        elif self._log.n and (now_ms - self._base_ms) & _MASK > self._stale_ms:
            self._log.clear()
            self._mark = 0
        self._question.close()
        # A board that has been still for long need not be still for the settle time again.
        self._stage = SETTLED

    def withdraw(self) -> None:
        """Take the card back: only the position counts."""
        self._successors.set([], self._state, self._image)
        self._question.close()
        self._mark = 0
        self._stage = SETTLED

    # -- what the sensors tell ----------------------------------------------------------------

    def step(self, now_ms: int, debounce: "Debounce") -> int:
        """Take one debounced scan and return what the game should do now.

        Reads and clears the events of `debounce`. Cheap and without allocation while
        nothing changes and no waiting time ends.
        """
        if debounce.events:
            self._take(debounce)
        elif not self._synced:
            self._sync(now_ms, debounce)
        if self._stage == _DONE:
            return NOTHING
        if (now_ms - self._base_ms) & _MASK < self._waits_ms[self._stage]:
            return NOTHING
        if debounce.settling:
            return NOTHING
        stage = self._stage
        self._stage += 1
        return self._judge(stage, False)

    @property
    def idle(self) -> bool:
        """Return whether `step` has nothing to wait for until the next event."""
        return self._stage == _DONE

    def hurry(self, now_ms: int) -> int:
        """Judge now: the next card was laid or a button pressed, so the move should be over.

        Returns `ACCEPT` when the board is one result and nothing speaks against it, `ASK`
        when it can only be asked, else `NOTHING` (the board is not as any result yet).
        """
        if not self._successors.results:
            return NOTHING
        return self._judge(SETTLED, True)

    def confirm(self) -> int:
        """Answer the question with the shown result and return its index.

        Returns -1 when no question is open or the board has changed since.
        """
        if not self.asking or not self._view.shows(self._successors.image(self.shown)):
            return -1
        self._accept(self.shown, True)
        return self.chosen

    def unmoved(self) -> int:
        """Judge a button pressed at a board nobody has touched: the card is used up as it is.

        Returns `ACCEPT` when one result alone asks for no visible change, `ASK` when there are
        others that look the same, also swaps made by one hand, which no reed can see; `NOTHING`
        when every result moves something.
        """
        silent = self._successors.silent()
        if not silent:
            return NOTHING
        unmoved = self._silent.unmoved()
        if unmoved and len(silent) == 1:
            return self._accept(silent[0], False)
        return self._ask(unmoved + [index for index in silent if index not in unmoved], True)

    # -- judgement ----------------------------------------------------------------------------

    def _judge(self, stage: int, hurried: bool) -> int:
        view = self._view
        if view.shows(self._image):
            return self._judge_rest(stage, hurried)
        if self._successors.results:
            found = self._successors.find(view.seen, view.mask)
            if found:
                return self._decide(found, stage, hurried)
        if hurried:
            return NOTHING
        code = self._taken_back(stage)
        if code == NOTHING:
            self._question.close()
            code = self._lost(stage)
        return code

    def _decide(self, found: list, stage: int, hurried: bool) -> int:
        """Choose among the results that look like the board, which is not the position."""
        if self.asking and found == self._about and not hurried:
            return self._ask(self.choices, False)  # hands only point now
        self._question.close()
        self._about = found
        by_level = self._levels(found)
        proven = by_level[PROVEN]
        likely = proven or by_level[TOUCHED]
        if len(proven) == 1 and self._brief(proven[0]):
            # Or that pawn was only straightened, and the exchange was an unseen one elsewhere.
            proven = proven + by_level[TOUCHED] + by_level[UNSEEN]
        if len(proven) > 1:
            return self._ask(proven, hurried)
        if len(likely) == 1:
            return self._ripe(likely[0], stage, hurried, not proven)
        code = NOTHING if hurried else self._taken_back(stage)
        if code != NOTHING:
            return code
        unseen = likely or by_level[UNSEEN]
        if len(unseen) == 1 and hurried and self._successors.only_way(unseen[0]):
            return self._accept(unseen[0], False)
        if hurried or stage >= _ERROR:
            return self._ask(unseen or by_level[WEAK] or found, hurried)
        return NOTHING

    def _brief(self, index: int) -> bool:
        """Return whether a space where a result bumps was empty so shortly as if knocked."""
        log = self._log
        for _, spot in self._successors.bumps([index]):
            up = log.before(log.n, LIFT, spot)
            down = log.next(up, PLACE, spot) if up >= 0 else -1
            if down >= 0 and log.gap_ms(up, down) < _BRIEF_MS:
                return True
        return False

    def _levels(self, found: list) -> tuple:
        """Return the results sorted into lists by the level of belief."""
        evidence = self._evidence
        successors = self._successors
        worlds = evidence.replay(self._log, 0, self._start, successors.bumps(found))
        by_level = ([], [], [], [], [])
        for index in found:
            state = successors.results[index][0]
            level = evidence.level(worlds, self._map.spots(state, self._target))
            if evidence.beside and len(found) == 1 and not successors.twin(index):
                level = PROVEN
            if level == TOUCHED and not (evidence.beside or successors.only_way(index)):
                level = UNSEEN  # the held pawn may still go elsewhere
            if evidence.lost or self._view.doubtful(successors.spots_of(index)):
                level = max(level, UNSEEN)
            by_level[level].append(index)
        return by_level

    def _ripe(self, index: int, stage: int, hurried: bool, joining: bool) -> int:
        """Accept the only likely result, later if the move may go on."""
        if not hurried:
            grows = self._successors.grows(index, self._view.seen, self._log)
            if grows == PARTIAL:
                return self._ask([index], False) if stage >= _ERROR else NOTHING
            if (grows != FINAL or joining) and stage < _EXTENDED:
                return NOTHING
        return self._accept(index, False)

    def _accept(self, index: int, asked: bool) -> int:
        self.chosen = index
        self.asked = asked
        self._question.close()
        self._end_guide()
        return ACCEPT

    def _ask(self, choices: list, hurried: bool) -> int:
        news = self._question.ask(choices, self._mark)
        self._end_guide()
        return ASK if news or hurried else NOTHING

    def _taken_back(self, stage: int) -> int:
        """Return `UNDO` when the pawns stand as before the last move."""
        if self._previous is None or not self._view.shows(self._before):
            return NOTHING
        evidence = self._evidence
        worlds = evidence.replay(self._log, 0, self._start, [])
        level = evidence.level(worlds, self._map.spots(self._previous, self._target))
        if evidence.lost:
            level = max(level, UNSEEN)
        # With a card on the table pawns may stand so by mistake: more patience, and no doubt.
        patient = stage >= _EXTENDED
        sure = level == PROVEN
        if sure and self._successors.results:
            likely = [world for world in worlds if evidence.plain(world)]
            sure = patient and evidence.at_rest(likely, self._target, True)
        if sure or (level == TOUCHED and patient):
            self._question.close()
            self._end_guide()
            return UNDO
        return NOTHING

    def _lost(self, stage: int) -> int:
        """Guide out of a board that fits nothing, when it has been still for long enough."""
        if stage < _ERROR and not self.guiding:
            return NOTHING
        begun = on_the_way(self._map, self._view, self._image, self._successors)
        if stage == _ERROR and begun and not self.guiding:
            return NOTHING  # thinking with a pawn in the hand is no mistake
        states = [self._state] + [state for state, _ in self._successors.results]
        if self._previous is not None:
            states.append(self._previous)
        placed = self._log.next(-1, PLACE, 0) >= 0
        changed = self._guide.find(self._view, states, self._likely_worlds(), begun and placed)
        self.fresh_guide = not self.guiding
        self.guiding = True
        return GUIDE if changed or self.fresh_guide else NOTHING

    def _likely_worlds(self) -> list:
        """Return a few worlds, the most likely ones; never an empty list."""
        worlds = self._evidence.replay(self._log, 0, self._start, [])
        return self._evidence.likely(worlds)[:4] or [bytes(self._start)]

    def _end_guide(self) -> None:
        self.guiding = False
        self._guide.clear()

    # -- the board looks as before -------------------------------------------------------------

    def _judge_rest(self, stage: int, hurried: bool) -> int:
        """Judge a board that looks like the position: nothing, or something invisible."""
        back = self.guiding and not hurried
        self._end_guide()
        code = self._invisible(stage, hurried)
        if code == NOTHING and not hurried:
            self._forget(stage)
        if back and code == NOTHING:
            self._restart(self._base_ms)
            self._stage = _DONE
            return BACK
        return code

    def _forget(self, stage: int) -> None:
        """Clear the log when all pawns are surely back, or have probably been for some time."""
        if self._log.n and (stage >= _ERROR or not self._successors.results):
            worlds = self._evidence.replay(self._log, 0, self._start, [])
            if self._evidence.at_rest(worlds, self._start, stage < _ERROR):
                self._log.clear()
                self._mark = 0

    def _invisible(self, stage: int, hurried: bool) -> int:
        successors = self._successors
        if not successors.results:
            return NOTHING
        if len(successors.results) == 1 and successors.same_pawns(0):
            return self._accept(0, False)
        if not successors.silent():
            return NOTHING
        sign = self._silent.look(self._start, self._mark)
        if self.asking:  # hands point, or make another swap than those asked about
            for index in self._silent.found:
                if sign >= SIGN and index not in self.choices:
                    return self._ask(self._silent.found, hurried)
            return self._ask(self.choices, hurried)
        if sign == CLEAR:
            return self._accept(self._silent.found[0], False)
        if sign == SIGN:
            return self._ask(self._silent.found, hurried)
        if sign != NONE and (stage >= _ERROR or hurried):
            return self._ask(self._silent.found, hurried)
        if sign == NONE and hurried:
            untold = self._silent.untold(self._mark)
            if untold:
                return self._ask(untold, True)
        return NOTHING

    # -- what the game, the lights and the referee want to know -----------------------------------

    @property
    def asking(self) -> bool:
        """Return whether a question is open."""
        return bool(self._question.choices)

    @property
    def choices(self) -> list:
        """Return the indices of the results that cannot be told apart."""
        return self._question.choices

    @property
    def shown(self) -> int:
        """Return the index of the result that is shown and that `confirm` takes."""
        return self._question.shown

    @property
    def missing(self) -> list:
        """Return tokens of the places where a pawn is missing, the first to put right first."""
        return self._guide.missing

    @property
    def extra(self) -> list:
        """Return tokens of the places with a pawn too many, in the order of `missing`."""
        return self._guide.extra

    @property
    def missing_spots(self) -> list:
        """Return `missing` as spots of the board map."""
        return self._guide.missing_spots

    @property
    def extra_spots(self) -> list:
        """Return `extra` as spots of the board map."""
        return self._guide.extra_spots

    @property
    def touched(self) -> bool:
        """Return whether hands have moved anything since the card was offered."""
        return self._log.n > self._mark or not self._view.shows(self._image)

    def movable(self) -> list:
        """Return (seat, place) of the pawns the offered card can move."""
        return movable(self._successors.results)
