# SPDX-License-Identifier: Apache-2.0
"""Follows the hands: when the board has settled, which legal result of the card is it?

The settled picture decides, the hand log only breaks ties (`evidence`). Nothing is accepted
that could also be something else: then the recogniser asks. From every state the way out is
to make the board look like the position, one of the results or the position before.
README.md of this folder tells the rules in words and the calls in order.
"""

from micropython import const

from sense.debounce import LIFT, PLACE, TOUCH
from sense.evidence import PROVEN, TOUCHED, UNSEEN, WEAK, Evidence
from sense.guide import Guide, on_the_way
from sense.handlog import HandLog
from sense.hints import destinations, movable, pawns
from sense.successors import FINAL, PARTIAL, Successors

# What `step` and `hurry` return.
NOTHING = const(0)
ACCEPT = const(1)  # take result `chosen`; `asked` says whether the players were asked
ASK = const(2)  # show result `shown`, one of `choices`
GUIDE = const(3)  # show `missing` and `extra`
BACK = const(4)  # the board is as expected again: stop guiding
UNDO = const(5)  # the position before the last move has been restored

_MASK = const(0x3FFFFFFF)
_NEVER = const(0x3FFFFFFF)

# Stages of waiting; each judges the same still board with more patience.
_SETTLED = const(0)
_EXTENDED = const(1)
_ERROR = const(2)
_LONG = const(3)
_DONE = const(4)


class Recogniser:
    """Recognises moves on one board.

    Attributes:
        asking: whether a question is open.
        guiding: whether the way out is being shown.
        fresh_guide: whether the last `GUIDE` began a guide (False: its lists changed).
        chosen: index of the accepted result.
        asked: whether it was accepted by the players' answer.
        choices: indices of the results that cannot be told apart.
        shown: index of the result that is shown and that `confirm` takes.
        missing: tokens of empty places, nearest way out first.
        extra: tokens of places with a pawn too many.
        touched: whether hands have moved anything since the card was offered.
    """

    def __init__(
        self,
        boardmap,
        settle_ms: int = 600,
        error_ms: int = 3000,
        extend_ms: int = 900,
        swap_open_ms: int = 350,
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
        self._map = boardmap
        self._waits_ms = (
            settle_ms,
            settle_ms + extend_ms,
            max(error_ms, settle_ms + extend_ms),
            max(error_ms, settle_ms + extend_ms) + error_ms,
            _NEVER,
        )
        self._swap_open_ms = swap_open_ms
        self._stale_ms = stale_ms
        self._log = HandLog()
        self._evidence = Evidence(boardmap)
        self._successors = Successors(boardmap)
        self._guide = Guide(boardmap)
        n = boardmap.n_bytes
        self._levels = bytearray(n)
        self._masked = bytearray(n)
        self._ignored = bytearray(n)  # bits overruled by the referee
        self._any_masked = False
        self._seen = bytearray(boardmap.size)
        self._state = bytes(20)
        self._previous = None
        self._image = bytearray(boardmap.size)
        self._before = bytearray(boardmap.size)
        self._start = bytearray(16)  # spots of the position
        self._target = bytearray(16)
        self._synced = False
        self._stage = _DONE
        self._base_ms = 0
        self._mark = 0  # first log event after the card
        self._ask_mark = 0
        self.asking = False
        self.guiding = False
        self.fresh_guide = False
        self.chosen = -1
        self.asked = False
        self.choices = []
        self.shown = -1

    # -- what the game tells ----------------------------------------------------------------

    def expect(self, state, now_ms: int, previous=None) -> None:
        """Expect a position; no card is on the table.

        Args:
            state: the position's 20 bytes, copied.
            now_ms: time stamp.
            previous: the position before the last move, which can be restored by hand; None
                when there is nothing to take back.
        """
        self._state = bytes(state)
        self._previous = None if previous is None else bytes(previous)
        self._map.image(self._state, self._image)
        self._map.spots(self._state, self._start)
        if self._previous is not None:
            self._map.image(self._previous, self._before)
        self.withdraw()
        self.guiding = False
        self._guide.clear()
        self._restart(now_ms)

    def offer(self, results: list, now_ms: int) -> None:
        """Expect one of the results of a card played from the expected position."""
        self._successors.set(results, self._state, self._image)
        self._mark = self._log.n
        if not self._at_rest():
            self._mark = 0  # the move was begun before the card was read
        elif self._log.n and (now_ms - self._base_ms) & _MASK > self._stale_ms:
            self._log.clear()
            self._mark = 0
        self._close_ask()
        # A board that has been still for long need not be still for the settle time again.
        self._stage = _SETTLED

    def withdraw(self) -> None:
        """Take the card back: only the position counts."""
        self._successors.set([], self._state, self._image)
        self._close_ask()
        self._mark = 0
        self._stage = _SETTLED

    def _close_ask(self) -> None:
        self.asking = False
        self.choices = []
        self.shown = -1

    def _restart(self, now_ms: int) -> None:
        """Begin a new log; what differs from the position is taken as moved just now."""
        self._log.clear()
        self._mark = 0
        if not self._synced:
            return
        missing = []
        extra = []
        self._map.differences(self._seen, self._image, missing, extra)
        for spot in missing:
            self._log.add(LIFT, spot, now_ms)
        for spot in extra:
            self._log.add(PLACE, spot, now_ms)
        self._base_ms = now_ms & _MASK
        self._stage = _SETTLED

    # -- what the sensors tell ----------------------------------------------------------------

    def step(self, now_ms: int, debounce) -> int:
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

    def hurry(self, now_ms: int) -> int:
        """Judge now: the next card was laid or a button pressed, so the move should be over.

        Returns `ACCEPT` when the board is one result and nothing speaks against it, `ASK`
        when it can only be asked, else `NOTHING` (the board is not as any result yet).
        """
        if not self._successors.results:
            return NOTHING
        return self._judge(_SETTLED, True)

    def confirm(self) -> int:
        """Answer the question with the shown result and return its index.

        Returns -1 when no question is open or the board has changed since.
        """
        if not self.asking or not self._map.same(
            self._seen, self._successors.image(self.shown), self._mask_or_none()
        ):
            return -1
        self._take_result(self.shown, True)
        return self.chosen

    def _take(self, debounce) -> None:
        for i in range(debounce.events):
            spot = self._map.spot_of_bit[debounce.bit(i)]
            if spot:
                when_ms = debounce.when(i)
                self._log.add(debounce.kind(i), spot, when_ms)
                if self._stage == _DONE or (when_ms - self._base_ms) & _MASK < _MASK >> 1:
                    self._base_ms = when_ms
                self._stage = _SETTLED
        if debounce.lost:
            self._log.lost = True
        debounce.clear()
        self._look(debounce)

    def _sync(self, now_ms: int, debounce) -> None:
        self._look(debounce)
        self._synced = True
        self._restart(now_ms)

    def refresh(self, debounce) -> None:
        """Look again: the debouncer has masked a reed or trusts one again."""
        self._look(debounce)
        self._stage = _SETTLED

    def _look(self, debounce) -> None:
        masked = False
        for i in range(self._map.n_bytes):
            ignored = self._ignored[i]
            bad = debounce.masked[i] | ignored
            self._masked[i] = bad
            if bad:
                masked = True
            self._levels[i] = debounce.stable[i] & ~bad & 0xFF
        self._any_masked = masked
        self._map.observe(self._levels, self._seen)

    # -- judgement ----------------------------------------------------------------------------

    def _mask_or_none(self) -> "bytearray | None":
        return self._masked if self._any_masked else None

    def _at_rest(self) -> bool:
        return self._map.same(self._seen, self._image, self._mask_or_none())

    def _judge(self, stage: int, hurried: bool) -> int:
        if self._at_rest():
            return self._judge_rest(stage, hurried)
        mask = self._mask_or_none()
        if self._successors.results:
            found = self._successors.find(self._seen, mask)
            if found:
                return self._decide(found, stage, hurried)
        if hurried:
            return NOTHING
        if self._previous is not None and self._map.same(self._seen, self._before, mask):
            code = self._taken_back(stage)
            if code:
                return code
        self._close_ask()
        return self._lost(stage)

    def _take_result(self, index: int, asked: bool) -> int:
        self.chosen = index
        self.asked = asked
        self._close_ask()
        self.guiding = False
        self._guide.clear()
        return ACCEPT

    def _decide(self, found: list, stage: int, hurried: bool) -> int:
        """Choose among the results that look like the board, which is not the position."""
        evidence = self._evidence
        bumps = self._successors.bumps(found)
        worlds = evidence.replay(self._log, 0, self._start, bumps)
        by_level = ([], [], [], [], [])
        for index in found:
            state = self._successors.results[index][0]
            level = evidence.level(worlds, self._map.spots(state, self._target))
            if evidence.beside and len(found) == 1:
                level = PROVEN
            if evidence.lost or self._uncertain(index):
                level = max(level, UNSEEN)
            by_level[level].append(index)
        proven = by_level[PROVEN]
        likely = proven or by_level[TOUCHED]
        if len(proven) > 1:
            return self._ask(proven, hurried)
        if len(likely) == 1:
            return self._accept(likely[0], stage, hurried, not proven)
        if self._previous is not None and not hurried:
            if self._map.same(self._seen, self._before, self._mask_or_none()):
                code = self._taken_back(stage)
                if code:
                    return code
        unseen = likely or by_level[UNSEEN]
        if len(unseen) == 1 and hurried:
            return self._take_result(unseen[0], False)
        if hurried or stage >= _ERROR or self.asking:
            return self._ask(unseen or by_level[WEAK] or found, hurried)
        return NOTHING

    def _accept(self, index: int, stage: int, hurried: bool, joining: bool) -> int:
        """Accept the only likely result, later if it may go on."""
        if not hurried:
            grows = self._successors.grows(index, self._seen, self._log)
            if grows == PARTIAL:
                return self._ask([index], False) if stage >= _ERROR else NOTHING
            if (grows != FINAL or joining) and stage < _EXTENDED:
                return NOTHING
        return self._take_result(index, False)

    def _uncertain(self, index: int) -> bool:
        """Return whether a result changes a space whose reed is masked."""
        if not self._any_masked:
            return False
        for spot in self._successors.spots_of(index):
            for bit in self._map.bits(spot):
                if self._masked[bit >> 3] >> (bit & 7) & 1:
                    return True
        return False

    def _taken_back(self, stage: int) -> int:
        evidence = self._evidence
        worlds = evidence.replay(self._log, 0, self._start, [])
        level = evidence.level(worlds, self._map.spots(self._previous, self._target))
        if evidence.lost:
            level = max(level, UNSEEN)
        if level == PROVEN or (level == TOUCHED and stage >= _EXTENDED):
            self._close_ask()
            self.guiding = False
            self._guide.clear()
            return UNDO
        return NOTHING

    def _lost(self, stage: int) -> int:
        """Guide out of a board that fits nothing, when it has been still for long enough."""
        if not self.guiding:
            if stage < _ERROR:
                return NOTHING
            begun = on_the_way(self._map, self._seen, self._state, self._successors) >= 0
            if stage == _ERROR and begun:
                return NOTHING  # thinking with a pawn in the hand is no mistake
        begun = self._log.next(-1, PLACE, 0) >= 0 and (
            on_the_way(self._map, self._seen, self._state, self._successors) >= 0
        )
        changed = self._guide.find(
            self._seen, self._state, self._successors, self._previous, begun
        )
        self.fresh_guide = not self.guiding
        if changed or not self.guiding:
            self.guiding = True
            return GUIDE
        return NOTHING

    # -- the board looks as before -------------------------------------------------------------

    def _judge_rest(self, stage: int, hurried: bool) -> int:
        """Judge a board that looks like the position: nothing, or something invisible."""
        back = self.guiding and not hurried
        self.guiding = False
        self._guide.clear()
        code = self._rest_code(stage, hurried)
        if back and code == NOTHING:
            self._restart(self._base_ms)
            self._stage = _DONE
            return BACK
        return code

    def _rest_code(self, stage: int, hurried: bool) -> int:
        if not hurried:
            self._forget(stage)
        if not self._successors.results:
            return NOTHING
        if len(self._successors.results) == 1 and self._successors.same_pawns(0):
            return self._take_result(0, False)
        silent = self._successors.silent()
        if not silent:
            return NOTHING
        return self._silent(silent, stage, hurried)

    def _forget(self, stage: int) -> None:
        """Clear the log when all pawns are surely back, or have probably been for some time."""
        if self._log.n and stage != _EXTENDED and (stage or not self._successors.results):
            worlds = self._evidence.replay(self._log, 0, self._start, [])
            if self._evidence.at_rest(worlds, self._start, stage < _ERROR):
                self._log.clear()
                self._mark = 0

    def _silent(self, silent: list, stage: int, hurried: bool) -> int:
        """Look for a result that changes no reed: a swap, a turn in the goal, a stack's pawn."""
        found = self._exchanged(silent, self._mark)
        if found:
            if len(found) == 1 and self._clear_swap():
                return self._take_result(found[0], False)
            return self._ask(found, hurried)
        if self._mark:
            found = self._exchanged(silent, 0)
            if found:
                return self._ask(found, hurried)
        found = []
        for index in silent:
            if self._weak_sign(index):
                found.append(index)
        if found and (stage >= _ERROR or hurried or self.asking):
            return self._ask(found, hurried)
        if hurried and not found:
            for index in silent:  # neither a swap nor a turn: only the players can tell
                if self._successors.swap(index) is None and (
                    not self._successors.results[index][1]
                    or not self._successors.same_pawns(index)
                ):
                    found.append(index)
            if found:
                return self._ask(found, True)
        return NOTHING

    def _exchanged(self, silent: list, first: int) -> list:
        """Return the swaps whose two pawns were in the air together."""
        if self._log.lifts(first) < 2:
            return []
        worlds = self._evidence.replay(self._log, first, self._start, [])
        found = []
        for index in silent:
            pair = self._successors.swap(index)
            if pair is None:
                continue
            if self._successors.same_pawns(index):
                if self._alike_lifted(first):
                    found.append(index)
            elif self._log.was(LIFT, pair[0], first) and self._log.was(LIFT, pair[1], first):
                state = self._successors.results[index][0]
                if not self._evidence.level(worlds, self._map.spots(state, self._target)):
                    found.append(index)
        return found

    def _seat_of(self, spot: int) -> int:
        for i in range(16):
            if self._start[i] == spot:
                return i >> 2
        return -1

    def _alike_lifted(self, first: int) -> bool:
        """Return whether two pawns of one colour on the ring were in the air together."""
        log = self._log
        ring = self._map.game.ring
        for i in range(first, log.n):
            if log.kind(i) != LIFT or log.spot(i) > ring:
                continue
            down = log.next(i, PLACE, log.spot(i))
            for j in range(i + 1, log.n if down < 0 else down):
                if (
                    log.kind(j) == LIFT
                    and log.spot(j) <= ring
                    and log.spot(j) != log.spot(i)
                    and self._seat_of(log.spot(i)) == self._seat_of(log.spot(j)) >= 0
                ):
                    return True
        return False

    def _clear_swap(self) -> bool:
        """Return whether two pawns were lifted since the card, both for long, and nothing else."""
        log = self._log
        if log.lost or log.lifts(self._mark) != 2:
            return False
        for i in range(self._mark, log.n):
            if log.kind(i) == LIFT:
                down = log.next(i, PLACE, log.spot(i))
                if down < 0 or log.gap_ms(i, down) < self._swap_open_ms:
                    return False
        return True

    def _weak_sign(self, index: int) -> bool:
        """Return whether hands touched what a silent result is about."""
        log = self._log
        pair = self._successors.swap(index)
        if pair is not None:
            return log.was(LIFT, pair[0]) and log.was(LIFT, pair[1])
        for spot in self._successors.spots_of(index):
            if log.was(LIFT, spot) or log.was(TOUCH, spot):
                return True
        return False

    def unmoved(self) -> list:
        """Return the results that ask for no visible change and are no swap of two colours."""
        out = []
        for index in self._successors.silent():
            if self._successors.swap(index) is None or self._successors.same_pawns(index):
                out.append(index)
        return out

    # -- asking ---------------------------------------------------------------------------------

    def _ask(self, choices: list, hurried: bool) -> int:
        """Ask; or, when the same question is open, show the choice that was pointed at."""
        if self.asking and choices == self.choices:
            pointed = self._pointed()
            self._ask_mark = self._log.n
            if pointed == self.shown:
                return ASK if hurried else NOTHING
            self.shown = pointed
            return ASK
        self.asking = True
        self.choices = choices
        self.shown = choices[0]
        self.shown = self._pointed()
        self._ask_mark = self._log.n
        self.guiding = False
        self._guide.clear()
        return ASK

    def _pointed(self) -> int:
        """Return the choice most of whose pawns were lifted last; ties go to the next in turn."""
        first = min(self._ask_mark, self._log.n) if self.asking else self._mark
        start = self.choices.index(self.shown)
        best = 0
        shown = self.shown
        n = len(self.choices)
        fresh = self._log.lifts(first) > 0
        for k in range(n):
            index = self.choices[(start + k + (1 if fresh else 0)) % n]
            points = 0
            for spot in self._successors.spots_of(index):
                if self._log.was(LIFT, spot, first):
                    points += 1
            if points > best:
                best = points
                shown = index
        return shown

    # -- what the lights and the referee want to know ---------------------------------------------

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
        return self._log.n > self._mark or not self._at_rest()

    @property
    def at_rest(self) -> bool:
        """Return whether the settled board looks like the expected position."""
        return self._synced and self._at_rest()

    def movable(self) -> list:
        """Return (seat, place) of the pawns the offered card can move."""
        return movable(self._successors.results)

    def gone(self) -> list:
        """Return (seat, place) of the pawns that are not where the position has them."""
        missing = []
        self._map.differences(self._seen, self._image, missing, [])
        return pawns(self._state, missing, self._map)

    def candidates(self, debounce) -> tuple:
        """Return (lifted, steps, bumps) for the lights, from the eager levels.

        lifted: (seat, place) of the pawns now in the air; steps: (seat, from place, to place)
        they may make; bumps: (seat, place) of pawns those steps send home. Empty lists when
        no card is offered. Takes a few ms; call it when `Debounce.step` returned EDGE.
        """
        levels = bytearray(self._map.n_bytes)
        for i in range(self._map.n_bytes):
            levels[i] = debounce.eager[i] & ~self._masked[i] & 0xFF
        seen = self._map.observe(levels, bytearray(self._map.size))
        missing = []
        extra = []
        self._map.differences(seen, self._image, missing, extra)
        air = len(missing) - len(extra)
        lifted = missing if not extra else [s for s in missing if self._last_up(s, air)]
        steps, bumps, _ = destinations(
            self._map, self._successors.results, missing, extra, lifted
        )
        return pawns(self._state, lifted, self._map), steps, bumps

    def _last_up(self, spot: int, air: int) -> bool:
        """Return whether a spot is among the last `air` ones that were emptied."""
        log = self._log
        later = 0
        up = log.before(log.n, LIFT, spot)
        if up < 0:
            return True  # so fresh that it is not debounced yet
        for i in range(up + 1, log.n):
            if log.kind(i) == LIFT and log.spot(i) != spot:
                later += 1
        return later < air

    def override(self) -> list:
        """Believe the position against the sensors; return the tokens now ignored.

        Each reed is believed again once it agrees with the position (`trust`).
        """
        missing = []
        extra = []
        self._map.differences(self._seen, self._image, missing, extra)
        tokens = []
        for spot, wanted in [(s, 1) for s in missing] + [(s, 0) for s in extra]:
            for bit in self._map.bits(spot):
                mask = 1 << (bit & 7)
                if (self._levels[bit >> 3] >> (bit & 7) & 1) != wanted and not (
                    self._ignored[bit >> 3] & mask
                ):
                    self._ignored[bit >> 3] |= mask
                    break
            seats = pawns(self._state, [spot], self._map)
            tokens.append(self._map.token(seats[0][0] if seats else 0, spot))
        return tokens
