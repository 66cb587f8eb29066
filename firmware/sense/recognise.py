# SPDX-License-Identifier: Apache-2.0
"""Follows the hands: when the board has settled, which legal result of the card is it?

The settled picture decides, the hand log only breaks ties (`evidence`). Nothing is accepted
that could also be something else: then the recogniser asks. From every state the way out is
to make the board look like the position, one of the results or the position before.
README.md of this folder tells the rules in words and the calls in order.
"""

from micropython import const

from sense.alike import Alike
from sense.debounce import PLACE
from sense.guide import on_the_way
from sense.silent import CLEAR, NONE, SIGN, Silent
from sense.successors import FINAL, PARTIAL
from sense.track import DONE, SETTLED, Tracker

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

_EXTEND_MS = const(900)  # added to the settle time where the move may still go on
_ERROR_MS = const(3000)  # a still board that fits nothing is guided after this time
_THINK_MS = const(20000)  # the same when it is on the way to a result: somebody thinks
_STALE_MS = const(5000)  # older lifts from before the card say nothing about the card

# Stages of waiting; each judges the same still board with more patience.
_EXTENDED = const(1)
_ERROR = const(2)


class Recogniser(Tracker):
    """Recognises moves on one board.

    Attributes:
        mistaken: whether the last `GUIDE` began, and for a mistake: no result can be reached.
        chosen: index of the accepted result.
        asked: whether it was accepted by the players' answer.
    """

    def __init__(self, boardmap: "BoardMap", settle_ms: int = 600) -> None:
        """Make a recogniser for a board; a still board is judged after 300..1500 ms."""
        super().__init__(boardmap)
        extended_ms = settle_ms + _EXTEND_MS
        self._waits_ms = (settle_ms, extended_ms, _ERROR_MS, _THINK_MS, _NEVER)
        parts = (boardmap, self._log, self._evidence, self._successors)
        self._alike = Alike(*parts, self._view)
        self._silent = Silent(*parts)
        self._about = []  # results that looked like the board when it was last judged
        self.mistaken = False
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
        self._expect(state, previous, now_ms)
        self.withdraw()
        self._end_guide()

    def offer(self, results: list, now_ms: int) -> None:
        """Expect one of the results of a card played from the expected position."""
        self._successors.set(results, self._state, self._image)
        self._mark = self._log.n
        if not self._view.shows(self._image):
            self._mark = 0  # the move was begun before the card was read
        elif self._log.n and (now_ms - self._base_ms) & _MASK > _STALE_MS:
            self._clear()
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
        if self._stage == DONE:
            return NOTHING
        if (now_ms - self._base_ms) & _MASK < self._waits_ms[self._stage]:
            return NOTHING
        if debounce.settling:
            return NOTHING
        stage = self._stage
        self._stage += 1
        return self._judge(stage, False)

    def insist(self, now_ms: int) -> None:
        """Show the way to the position at the next `step`: the game itself wants pawns moved."""
        self._base_ms = (now_ms - self._waits_ms[_ERROR]) & _MASK
        self._stage = _ERROR

    @property
    def idle(self) -> bool:
        """Return whether `step` has nothing to wait for until the next event."""
        return self._stage == DONE

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
        if self._view.shows(self._image):
            return self._judge_rest(stage, hurried)
        if self._successors.results:
            found = self._successors.find(self._view.seen, self._view.mask)
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
        by_level = self._alike.levels(found, hurried)
        proven, touched, unseen, weak = by_level[:4]
        if proven:
            if len(proven) > 1:
                proven += touched + unseen
            else:
                proven += self._alike.rivals(proven[0], found)
            if len(proven) > 1:
                return self._ask(proven, hurried)
        likely = proven or touched
        if len(likely) == 1:
            return self._ripe(likely + unseen + weak, stage, hurried, not proven)
        likely = likely or unseen
        if not likely and not hurried:
            code = self._taken_back(stage)
            if code != NOTHING:
                return code
        if len(likely) == 1 and hurried and self._successors.only_way(likely[0]):
            return self._accept(likely[0], False)
        if hurried or stage >= _ERROR:
            likely = likely or weak
            return self._ask(likely + [i for i in found if i not in likely], hurried)
        return NOTHING

    def _ripe(self, choices: list, stage: int, hurried: bool, joining: bool) -> int:
        """Accept the first of the choices, the only likely one, later if the move may go on."""
        index = choices[0]
        if not hurried:
            grows = self._successors.grows(index, self._view.seen, self._log)
            if grows == PARTIAL:
                return self._ask(choices, False) if stage >= _ERROR else NOTHING
            if (grows != FINAL or joining) and stage < _EXTENDED:
                return NOTHING
        return self._accept(index, False)

    def _accept(self, index: int, asked: bool) -> int:
        self.chosen = index
        self.asked = asked
        self._question.close()
        self._end_guide()
        return ACCEPT

    def _ask(self, choices: list, hurried: bool, ordered: bool = False) -> int:
        news = self._question.ask(choices, self._mark, ordered)
        self._end_guide()
        return ASK if news or hurried else NOTHING

    def _taken_back(self, stage: int) -> int:
        """Return `UNDO` when the pawns stand as before the last move."""
        if self._previous is None or not self._view.shows(self._before):
            return NOTHING
        if not self._alike.undone(self._previous, stage >= _EXTENDED, stage >= _ERROR):
            return NOTHING
        self._question.close()
        self._end_guide()
        return UNDO

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
        worlds = self._evidence.replay(self._log, 0, [])
        worlds = self._evidence.likely(worlds, False)[:4] or [bytes(self._start)]
        changed = self._guide.find(self._view, states, worlds, begun and placed)
        began = not self.guiding
        self.mistaken = began and not begun
        self.guiding = True
        return GUIDE if changed or began else NOTHING

    # -- the board looks as before -------------------------------------------------------------

    def _judge_rest(self, stage: int, hurried: bool) -> int:
        """Judge a board that looks like the position: nothing, or something invisible."""
        back = self.guiding and not hurried
        self._end_guide()
        if self.asking and not self._view.shows(self._successors.image(self.shown)):
            self._question.close()
        code = self._invisible(stage, hurried)
        if code == NOTHING and not hurried:
            self._forget(stage >= _ERROR)
        if back and code == NOTHING:
            self._restart(self._base_ms)
            self._stage = DONE
            return BACK
        return code

    def _invisible(self, stage: int, hurried: bool) -> int:
        successors = self._successors
        if len(successors.results) == 1 and successors.same_pawns(0):
            return self._accept(0, False)
        if not successors.results or not successors.silent():
            return NOTHING
        silent = self._silent
        sign = silent.look(self._start, self._mark)
        if self.asking:  # hands point, or make another swap than those asked about
            return self._ask(self.choices + silent.besides(self.choices), hurried)
        if sign == CLEAR:
            return self._accept(silent.found[0], False)
        if sign == SIGN or hurried or (sign != NONE and stage >= _ERROR):
            doubtful = silent.doubtful(hurried and self._log.n > self._mark)
            if doubtful:
                return self._ask(doubtful, hurried, sign == SIGN)
        return NOTHING
