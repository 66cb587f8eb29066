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

from rules.game import BUMP, HOME, SELF, STEP, TURN, replace
from rules.games.partners import editions
from rules.games.partners.goal import OUT, locked

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from rules.games.partners.partners import Partners

_RING = const(60)
_QUARTER = const(15)
_LAST = const(14)
_WALK = const(15)  # goal.STEPS
_COUNT = const(8)  # of partners.py: one pawn in an occ entry
_TOUCH = const(254)  # the part enters, leaves or walks in the goal
_NEVER = const(255)  # the part is illegal
_PART = const(5)  # bits of a part in `how`: pawn << 3 | steps


class Split:
    """The splits of one seat's pawns in one prepared position."""

    def __init__(self, game: "Partners", state: "bytes | bytearray", seat: int) -> None:
        self.game = game
        self.seat = seat
        self.goal = game.goal
        taken = game.circles[seat]
        self.taken = taken
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
        self.ends = pawns + rest  # where each pawn is now, while searching
        self.four = [0, 0, 0, 0]
        self.moved = [False, False, False, False]
        self.found: dict = {}
        self.seen: set = set()
        self.table = self._table()

    def _table(self) -> bytearray:
        """Return the ring targets, [8 * pawn + steps]; a pawn sent home by a stack: HOME."""
        game = self.game
        seat = self.seat
        occ = game.occ
        table = bytearray(32)
        for i in range(self.count):
            place = self.pawns[i]
            for steps in range(1, 8):
                target = _TOUCH
                if place <= _RING:
                    beyond = (place - 1) % _QUARTER + steps > _LAST
                    if not beyond or ((place - 1) // _QUARTER + 1) & 3 != seat:
                        target = game.reach(seat, place, steps)
                        if target < 0:
                            target = _NEVER
                        elif occ[target] >= 2 * _COUNT and occ[target] & 7 != seat + 1:
                            target = HOME
                table[8 * i + steps] = target
        return table

    def walk(self, i: int, steps: int, taken: int) -> int:
        """Return where a goal-touching part ends: 0 illegal, 1..4 circle, OUT.. on the ring."""
        place = self.pawns[i]
        if place > _RING:
            circle = place - _RING
            return self.goal[(circle << 4 | taken & ~(1 << (circle - 1))) * _WALK + steps]
        return self.goal[taken * _WALK + (place - 1) % _QUARTER + steps - _LAST]

    def end(self, there: int) -> int:
        """Return the place of a `walk`'s end, HOME when a stack there sends the pawn home."""
        if there < OUT:
            return _RING + there
        place = (self.seat * _QUARTER or _RING) - there + OUT
        other = self.game.occ[place]
        if other >= 2 * _COUNT and other & 7 != self.seat + 1:
            return HOME
        return place

    def search(self, total: int) -> dict:
        """Return {four packed ends: parts in order} of every way to use `total` steps."""
        self._touch(total, 0, self.taken, 0)
        return self.found

    def _touch(self, left: int, how: int, taken: int, key: int) -> None:
        """Try every next part that touches the goal; share the rest out on the ring."""
        self._share(0, left, how)
        moved = self.moved
        pawns = self.pawns
        for i in range(self.count):
            # Of equal pawns the first goes first: they are the same pawn.
            if moved[i] or (i and pawns[i] == pawns[i - 1] and not moved[i - 1]):
                continue
            if self.table[8 * i + left] != _TOUCH:
                continue  # more steps touch sooner: fewer will not either
            place = pawns[i]
            without = taken & ~(1 << (place - _RING - 1)) if place > _RING else taken
            for steps in range(1, left + 1):
                if self.table[8 * i + steps] != _TOUCH:
                    continue
                there = self.walk(i, steps, taken)
                if not there:
                    continue
                # The same pawns moved to the same places with the same rest: seen.
                node = key | there << (4 * i)
                mark = node << 3 | (left - steps)
                if mark in self.seen:
                    continue
                self.seen.add(mark)
                moved[i] = True
                self.ends[i] = self.end(there)
                now = without | 1 << (there - 1) if there < OUT else without
                part = how << _PART | i << 3 | steps
                if left == steps:
                    self._keep(part)
                else:
                    self._touch(left - steps, part, now, node)
                moved[i] = False
                self.ends[i] = place

    def _share(self, i: int, left: int, how: int) -> None:
        """Share `left` steps out among the unmoved pawns from `i` on, on the ring only."""
        count = self.count
        moved = self.moved
        while i < count and moved[i]:
            i += 1
        last = count - 1
        while last > i and moved[last]:
            last -= 1
        if last < i:
            return
        if last == i or False not in moved[i + 1 : last]:
            self._share_two(i, last, left, how)
            return
        ends = self.ends
        table = self.table
        place = self.pawns[i]
        row = 8 * i
        self._share(i + 1, left, how)
        for steps in range(1, left + 1):
            target = table[row + steps]
            if target < _TOUCH:
                ends[i] = target
                part = how << _PART | row | steps
                if steps == left:
                    self._keep(part)
                else:
                    self._share(i + 1, left - steps, part)
        ends[i] = place

    def _share_two(self, i: int, last: int, left: int, how: int) -> None:
        """Share `left` steps out among the last two pawns, or the last one (i == last)."""
        # Most of the work is here: no calls.
        ends = self.ends
        table = self.table
        place = self.pawns[i]
        row = 8 * i
        four = self.four
        found = self.found
        place_last = self.pawns[last]
        row_last = 8 * last
        steps = left if last == i else 0
        while steps <= left:
            rest = left - steps
            if steps:
                target = table[row + steps]
                part = how << _PART | row | steps
            else:
                target = place
                part = how
            if target < _TOUCH:
                ends[i] = target
                if rest:
                    target = table[row_last + rest]
                    part = part << _PART | row_last | rest
                elif last > i:
                    target = place_last
                if target < _TOUCH:
                    ends[last] = target
                    four[:] = ends
                    four.sort()
                    key = ((four[0] << 7 | four[1]) << 7 | four[2]) << 7 | four[3]
                    if key not in found:
                        found[key] = part
            steps += 1
        ends[i] = place
        ends[last] = place_last

    def _keep(self, how: int) -> None:
        four = self.four
        four[:] = self.ends
        four.sort()
        key = ((four[0] << 7 | four[1]) << 7 | four[2]) << 7 | four[3]
        if key not in self.found:
            self.found[key] = how

    def prepare(self, base: "bytes | bytearray", first: bytes) -> None:
        """Get ready for `build`: the state the parts are made in, and the move before them."""
        self.base = base
        self.first = first
        # What a part on the ring does is the same in every result it is in: its operations,
        # and for a part that sends a pawn home the position without that pawn.
        plain = bytearray(base)
        plain[TURN] = (base[TURN] + 1) & 3
        self.plain = plain
        occ = self.game.occ
        steps: list = [None] * 32
        bumps: list = [None] * 32
        for i in range(self.count):
            for part in range(8 * i + 1, 8 * i + 8):
                target = self.table[part]
                if target >= _TOUCH or target == HOME:
                    continue
                step = bytes((STEP, self.seat, self.pawns[i], target))
                other = (occ[target] & 7) - 1
                if other >= 0 and other != self.seat:
                    after = bytearray(plain)
                    replace(after, other, target, HOME)
                    bumps[part] = after
                    step += bytes((BUMP, other, target, 0))
                steps[part] = step
        self.steps = steps
        self.bumps = bumps

    def build(self, key: int, how: int) -> tuple:
        """Return the (state, move) of a found end."""
        steps = self.steps
        bumps = self.bumps
        plain = after = self.plain
        left = how
        move = b""
        while left:
            part = left & 31
            left >>= _PART
            step = steps[part]
            bump = bumps[part]
            if step is None or (bump is not None and after is not plain):
                return self._build(key, how)  # in the goal, sent home itself, two bumps
            move = step + move
            if bump is not None:
                after = bump
        i = 4 * self.seat
        after[i] = key >> 21
        after[i + 1] = key >> 14 & 127
        after[i + 2] = key >> 7 & 127
        after[i + 3] = key & 127
        return bytes(after), self.first + move if self.first else move

    def _build(self, key: int, how: int) -> tuple:
        """Return the (state, move) of a found end with several bumps or parts in the goal."""
        game = self.game
        seat = self.seat
        after = game.scratch
        after[:] = self.base
        i = 4 * seat
        after[i] = key >> 21
        after[i + 1] = key >> 14 & 127
        after[i + 2] = key >> 7 & 127
        after[i + 3] = key & 127
        ops = game.ops
        size = len(self.first)
        ops[:size] = self.first
        taken = self.taken
        for shift in (15, 10, 5, 0):
            part = how >> shift & 31
            if not part:
                continue
            place = self.pawns[part >> 3]
            target = self.table[part]
            kind = STEP
            if target == _TOUCH:
                there = self.walk(part >> 3, part & 7, taken)
                if place > _RING:
                    taken &= ~(1 << (place - _RING - 1))
                if there < OUT:
                    taken |= 1 << (there - 1)
                target = self.end(there)
                if target == HOME:
                    target = (seat * _QUARTER or _RING) - there + OUT
                    kind = SELF
            elif target == HOME:
                target = game.reach(seat, place, part & 7)
                kind = SELF
            ops[size] = kind
            ops[size + 1] = seat
            ops[size + 2] = place
            ops[size + 3] = target
            size += 4
            if kind == STEP and target <= _RING:
                other = (game.occ[target] & 7) - 1
                # Only the first to land there meets the pawn it sends home.
                if other >= 0 and other != seat and _stands(after, other, target):
                    replace(after, other, target, HOME)
                    ops[size] = BUMP
                    ops[size + 1] = other
                    ops[size + 2] = target
                    ops[size + 3] = 0
                    size += 4
        game.turned(after)
        return bytes(after), bytes(memoryview(ops)[:size])


def _stands(state: bytearray, seat: int, place: int) -> bool:
    for i in range(4 * seat, 4 * seat + 4):
        if state[i] == place:
            return True
    return False


def sevens(game: "Partners", state: "bytes | bytearray", out: list) -> None:
    """Add the results of a 7 to `out`; the game is prepared for `state`."""
    seat = state[TURN]
    moving = game.mover(state)
    split = Split(game, state, moving)
    found = split.search(7)
    split.prepare(state, b"")
    for key in found:
        out.append(split.build(key, found[key]))
    # P15: three own pawns locked (z2, z3, z4) and the fourth can lock with less than 7.
    if moving == seat and game.circles[seat] & 14 == 14:
        _finish(game, state, seat, out)


def _finish(game: "Partners", state: "bytes | bytearray", seat: int, out: list) -> None:
    """Add the finishes with part of a 7 (P15)."""
    place = state[4 * seat]
    if place == HOME:
        return
    for steps in range(1, 7):
        if game.reach(seat, place, steps) == _RING + 1:
            break
    else:
        return
    base = bytearray(state)
    replace(base, seat, place, _RING + 1)
    first = bytes((STEP, seat, place, _RING + 1))
    if not game.edition[editions.REST_FORCED]:
        after = bytearray(base)
        game.turned(after)
        out.append((bytes(after), first))
    game.prepare(base)
    split = Split(game, base, seat ^ 2)
    found = split.search(7 - steps)
    split.prepare(base, first)
    for key in found:
        out.append(split.build(key, found[key]))
