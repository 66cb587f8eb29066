# SPDX-License-Identifier: Apache-2.0
"""The 7 (P14, P15, P19): every way to split it, without walking every order.

Two facts keep it small. Parts that stay on the ring commute: no part changes a foreign
wall or a foreign stack, own pawns never hinder each other there, and a pawn moves once.
So only parts that touch the goal circles are tried in every order; what they leave is
shared out among the other pawns in one order. And a final position is known by where the
four pawns end (a foreign single pawn has gone exactly when an own pawn ends there), which
packs into one small int; bytes as keys would be quadratic on the device.
"""

from micropython import const

from rules.game import HOME, TURN, replace
from rules.games.partners import editions
from rules.games.partners.goal import OUT, locked
from rules.moves import bump, lost, step

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.games.partners.partners import Partners

_RING = const(60)
_QUARTER = const(15)
_LAST = const(14)
_WALK = const(15)  # goal.STEPS
_COUNT = const(8)  # of partners.py: one pawn in an occ entry
_TOUCH = const(254)  # the part enters, leaves or walks in the goal
_NEVER = const(255)  # the part is illegal
_PART = const(5)  # bits of a part in `how`: pawn << 3 | steps
_NODES = const(2)  # of the search in the goal, looked at in one slice

# [bits of pawns] -> their numbers, ascending.
_FREE = tuple([tuple([i for i in range(4) if bits >> i & 1]) for bits in range(16)])


class Seven:
    """The splits of one seat's pawns in one position.

    Args:
        game: prepared for the position; afterwards it may be prepared for another.
        state: the position, with the seat to act; not kept.
        seat: whose pawns move.
        total: steps to use up.
        first: the operations made before, of the same card.

    Attributes:
        pawns: places of the pawns that can take part.
        table: ring targets, [8 * pawn + steps]; HOME where a stack sends the pawn home;
            _TOUCH or _NEVER.
        ends: where each pawn is now, while searching.
        found: four packed ends -> the parts that lead there, in order.
    """

    def __init__(
        self,
        game: "Partners",
        state: "bytes | bytearray",
        seat: int,
        total: int,
        first: bytes = b"",
    ) -> None:
        self.game = game
        self.seat = seat
        self.total = total
        self.first = first
        self.goal = game.goal
        self.occ = occ = bytes(game.occ)
        self.taken = taken = game.circles[seat]
        pawns = []
        rest = []
        for i in range(4 * seat, 4 * seat + 4):
            place = state[i]
            if place == HOME or (place > _RING and locked(place - _RING, taken)):
                rest.append(place)
            else:
                pawns.append(place)
        self.pawns = pawns
        self.count = len(pawns)
        self.ends = pawns + rest
        self.four = [0, 0, 0, 0]
        self.found: dict = {}
        self.plain = plain = bytearray(state)
        plain[TURN] = (state[TURN] + 1) & 3
        # Where a walk of the goal table ends: a circle, or the ring, or home by a stack there.
        where = bytearray(OUT + _QUARTER)
        for there in range(1, OUT + _LAST):
            place = self._place(there)
            if place <= _RING and self._stack(occ[place]):
                place = HOME
            where[there] = place
        self.where = where
        # Steps a pawn can go on the ring: any number up to this one, for what stops it
        # (a wall, the goal) is met again by every longer part.
        self.most = bytearray(4)
        self.walkers = 0  # bit i: pawn i can go a step there
        # What a part on the ring does is the same in every result it is in, see `_part`.
        self.parts: list = [None] * 32  # and None of what touches the goal
        self.walked: dict = {}  # 8 * pawn | where it walks to in the goal << 5 -> the same
        self.bits: dict = {}  # place -> the bit of the pawn of another seat there
        self.places: dict = {}  # bit -> that place, and where its seat begins in a state
        self.without: dict = {0: plain}  # bits -> the position without those pawns
        self.before = 0  # of the bits, those of seats before this one
        self.heads: dict = {0: (b"", 0, taken)}  # parts -> what `_next` makes
        self.table = self._table()
        for i in range(self.count):
            if self.most[i]:
                self.walkers |= 1 << i

    def _place(self, there: int) -> int:
        """Return the place where a walk of the goal table ends."""
        return _RING + there if there < OUT else (self.seat * _QUARTER or _RING) - there + OUT

    def _stack(self, there: int) -> bool:
        """Return whether an occ entry is two or more pawns of another colour (P10)."""
        return there >= 2 * _COUNT and there & 7 != self.seat + 1

    def _table(self) -> bytearray:
        """Fill and return the ring targets; fills `most` and `parts` too."""
        seat = self.seat
        occ = self.occ
        table = bytearray(32)
        before = HOME
        for i in range(self.count):
            place = self.pawns[i]
            row = 8 * i
            if place == before:  # the same as the pawn beside it
                for part in range(row + 1, row + 8):
                    table[part] = table[part - 8]
                    self.parts[part] = self.parts[part - 8]
                self.most[i] = self.most[i - 1]
                continue
            before = place
            for steps in range(1, 8):
                target = _TOUCH
                if place <= _RING:
                    beyond = (place - 1) % _QUARTER + steps > _LAST
                    if not beyond or ((place - 1) // _QUARTER + 1) & 3 != seat:
                        target = self.game.reach(seat, place, steps)
                        if target < 0:
                            target = _NEVER
                if target < _TOUCH:
                    self.most[i] = steps
                    self.parts[row + steps] = self._part(place, target)
                    if self._stack(occ[target]):
                        target = HOME
                table[row + steps] = target
        return table

    # -- the search ---------------------------------------------------------------------

    def search(self, poll: "Callable[[], object]") -> None:
        """Fill `found` with every way to use the steps."""
        total = self.total
        if self.count == 4:
            for steps in range(min(total, self.most[0]) + 1):
                self.ends[0] = self.table[steps] if steps else self.pawns[0]
                if steps < total:
                    self._share(_FREE[self.walkers & 14], total - steps, steps)
                else:
                    self._keep(steps)
                poll()
        else:
            self._share(_FREE[self.walkers], total, 0)
        # What is left to try: bit i: pawn i is free; steps left; parts so far; circles taken;
        # where the moved pawns are, 4 bits each of the goal table's codes.
        nodes = [((1 << self.count) - 1, total, 0, self.taken, 0)]
        seen: set = set()
        while nodes:
            self._expand(nodes, seen)
            poll()

    def _expand(self, nodes: list, seen: set) -> None:
        """Share the rest of some nodes out on the ring, and add what a next part in the goal makes."""
        # All in one: a call with so many locals takes 0.1 ms on a Pico.
        pawns = self.pawns
        ends = self.ends
        where = self.where
        table = self.table
        goal = self.goal
        four = self.four
        found = self.found
        for _ in range(min(_NODES, len(nodes))):
            mask, left, how, taken, moved = nodes.pop()
            for i in range(self.count):
                there = moved >> 4 * i & 15
                ends[i] = where[there] if there else pawns[i]
            free = _FREE[mask & self.walkers]
            if how and len(free) > 1:  # else `search` has done it, or one goes all the way below
                self._share(free, left, how)
            how <<= _PART
            before = 0
            for i in _FREE[mask]:
                place = pawns[i]
                if place == before:
                    continue  # of equal pawns the first goes first: they are the same pawn
                before = place
                target = table[8 * i + left]
                rest = mask & ~(1 << i)
                if target != _TOUCH:
                    rest = 0  # when `left` steps do not touch the goal, fewer will not either
                elif place > _RING:
                    now = taken & ~(1 << place - _RING - 1)
                    walk = (place - _RING << 4 | now) * _WALK
                else:
                    now = taken
                    walk = now * _WALK + (place - 1) % _QUARTER - _LAST
                if target == _TOUCH:
                    there = goal[walk + left]
                    target = where[there] if there else _NEVER
                if target < _TOUCH:
                    ends[i] = target
                    four[:] = ends
                    four.sort()
                    key = ((four[0] << 7 | four[1]) << 7 | four[2]) << 7 | four[3]
                    if key not in found:
                        found[key] = how | 8 * i | left
                    ends[i] = place
                for steps in range(left - 1, self.most[i] if rest else left, -1):
                    there = goal[walk + steps]
                    if there:
                        # The same pawns moved to the same places with the same rest: seen.
                        key = moved | there << 4 * i
                        mark = key << 3 | left - steps
                        if mark not in seen:
                            seen.add(mark)
                            circles = now | 1 << there - 1 if there < OUT else now
                            nodes.append((rest, left - steps, how | 8 * i | steps, circles, key))

    def _share(self, free: tuple, left: int, how: int) -> None:
        """Share `left` steps out among the pawns of `free`, who can walk on the ring, there only."""
        if len(free) < 3:
            if len(free) == 2:
                self._share_two(free[0], free[1], left, how)
            elif free and left <= self.most[free[0]]:
                i = free[0]
                place = self.ends[i]
                self.ends[i] = self.table[8 * i + left]
                self._keep(how << _PART | 8 * i | left)
                self.ends[i] = place
            return
        i = free[0]
        free = free[1:]
        ends = self.ends
        place = self.pawns[i]
        row = 8 * i
        self._share(free, left, how)
        for steps in range(1, min(left, self.most[i]) + 1):
            ends[i] = self.table[row + steps]
            part = how << _PART | row | steps
            if steps == left:
                self._keep(part)
            else:
                self._share(free, left - steps, part)
        ends[i] = place

    def _share_two(self, i: int, j: int, left: int, how: int) -> None:
        """Share `left` steps out among the last two free pawns, on the ring only."""
        # Most of the work is here: no calls, no lists.
        steps = max(0, left - self.most[j])
        last = min(left, self.most[i])
        table = self.table
        found = self.found
        place_i = self.pawns[i]
        place_j = self.pawns[j]
        row_i = 8 * i
        row_j = 8 * j
        # The ends of the two others, in order; the indices of all four sum to 6.
        other = 0 if i else (1 if j > 1 else 2)
        low = self.ends[other]
        high = self.ends[6 - i - j - other]
        if low > high:
            low, high = high, low
        while steps <= last:
            if steps:
                a = table[row_i + steps]
                part = how << _PART | row_i | steps
            else:
                a = place_i
                part = how
            rest = left - steps
            if rest:
                b = table[row_j + rest]
                part = part << _PART | row_j | rest
            else:
                b = place_j
            steps += 1
            if a > b:
                a, b = b, a
            if b <= low:
                key = ((a << 7 | b) << 7 | low) << 7 | high
            elif a >= high:
                key = ((low << 7 | high) << 7 | a) << 7 | b
            elif a > low:
                if b > high:
                    key = ((low << 7 | a) << 7 | high) << 7 | b
                else:
                    key = ((low << 7 | a) << 7 | b) << 7 | high
            elif b > high:
                key = ((a << 7 | low) << 7 | high) << 7 | b
            else:
                key = ((a << 7 | low) << 7 | b) << 7 | high
            if key not in found:
                found[key] = part

    def _keep(self, how: int) -> None:
        four = self.four
        four[:] = self.ends
        four.sort()
        key = ((four[0] << 7 | four[1]) << 7 | four[2]) << 7 | four[3]
        if key not in self.found:
            self.found[key] = how

    # -- the results --------------------------------------------------------------------

    def build(self, poll: "Callable[[], object]") -> list:
        """Return (state, move) of every found end."""
        pairs = []
        own = 4 * self.seat
        for key, how in self.found.items():
            poll()
            move, sent, _ = self._head(how)
            after = bytearray(self.without.get(sent) or self._without(sent))
            after[own] = key >> 21
            after[own + 1] = key >> 14 & 127
            after[own + 2] = key >> 7 & 127
            after[own + 3] = key & 127
            if after[own] > _RING:  # all four in the goal: the pair may have won
                after[TURN] = (after[TURN] + 3) & 3
                self.game.turned(after)
            pairs.append((bytes(after), self.first + move))
        return pairs

    def _head(self, how: int) -> tuple:
        """Return what `_next` makes of parts in the goal; most heads begin other ones."""
        head = self.heads.get(how)
        if head is None:
            self.heads[how] = head = self._next(self._head(how >> _PART), how & 31)
        return head

    def _next(self, before: tuple, part: int) -> tuple:
        """Return (operations, bits of who they send home, circles taken) with one part more.

        `before` is the same of the parts before it.
        """
        move, sent, taken = before
        if self.table[part] != _TOUCH:
            done, bits = self.parts[part]
        else:
            place = self.pawns[part >> 3]
            if place > _RING:
                taken &= ~(1 << (place - _RING - 1))
                there = self.goal[(place - _RING << 4 | taken) * _WALK + (part & 7)]
            else:
                there = self.goal[taken * _WALK + (place - 1) % _QUARTER - _LAST + (part & 7)]
            key = part & 24 | there << 5
            if key not in self.walked:
                self.walked[key] = self._part(place, self._place(there))
            done, bits = self.walked[key]
            if there < OUT:
                taken |= 1 << there - 1
        # Only the first to land on a space meets the pawn it sends home.
        return move + (done[:4] if sent & bits else done), sent | bits, taken

    def _part(self, place: int, target: int) -> tuple:
        """Return the operations of a pawn's part, and the bit of whom it sends home."""
        other = self.occ[target] if target <= _RING else 0
        if self._stack(other):
            return lost(self.seat, place, target), 0
        move = step(self.seat, place, target)
        if not other or other & 7 == self.seat + 1:
            return move, 0
        return move + bump((other & 7) - 1, target), self._bit(target)

    def _bit(self, place: int) -> int:
        """Return the bit of the pawn of another seat on a place."""
        bit = self.bits.get(place)
        if bit is None:
            self.bits[place] = bit = 1 << len(self.bits)
            base = 4 * (self.occ[place] & 7) - 4
            self.places[bit] = place, base
            if base < 4 * self.seat:
                self.before |= bit
        return bit

    def _without(self, sent: int) -> bytearray:
        """Return the position without some pawns that are sent home."""
        bit = sent & -sent
        after = bytearray(self.without.get(sent ^ bit) or self._without(sent ^ bit))
        # As `replace` to HOME, without its other cases: up to a hundred times a card.
        place, base = self.places[bit]
        i = base
        while after[i] != place:
            i += 1
        while i > base:  # home comes first
            after[i] = after[i - 1]
            i -= 1
        after[base] = HOME
        self.without[sent] = after
        return after


def sevens(game: "Partners", state: bytes, poll: "Callable[[], object]") -> list:
    """Return the results of a 7; the game is prepared for `state`."""
    seat = state[TURN]
    moving = game.mover(state)
    # P15: three own pawns locked (z2, z3, z4) and the fourth can lock with less than 7.
    finishes = moving == seat and game.circles[seat] & 14 == 14
    split = Seven(game, state, moving, 7)
    split.search(poll)
    pairs = split.build(poll)
    if finishes:
        pairs += _finish(game, state, seat, poll)
    return pairs


def _finish(game: "Partners", state: bytes, seat: int, poll: "Callable[[], object]") -> list:
    """Return the finishes with part of a 7 (P15)."""
    place = state[4 * seat]
    if place == HOME:
        return []
    game.prepare(state)
    for steps in range(1, 7):
        if game.reach(seat, place, steps) == _RING + 1:
            break
    else:
        return []
    base = bytearray(state)
    replace(base, seat, place, _RING + 1)
    first = step(seat, place, _RING + 1)
    pairs = []
    if not game.edition[editions.REST_FORCED]:
        after = bytearray(base)
        game.turned(after)
        pairs.append((bytes(after), first))
    game.prepare(base)
    split = Seven(game, base, seat ^ 2, 7 - steps, first)
    split.search(poll)
    return pairs + split.build(poll)
