# SPDX-License-Identifier: Apache-2.0
"""Splitting a 7 (P14): every way to do it, without walking every order.

Two facts keep it small. Parts that stay on the ring commute: no part changes a foreign
wall or a foreign stack, own pawns never hinder each other there, and a pawn moves once.
So only parts that touch the goal circles are tried in every order; what they leave is
shared out among the other pawns in one order. And a final position is known by where the
four pawns end (a foreign single pawn has gone exactly when an own pawn ends there), which
packs into one small int; bytes as keys would be quadratic on the device.
"""

from micropython import const

from rules.game import BUMP, HOME, STEP, TURN, replace
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
    """The splits of one seat's pawns in one prepared position.

    Attributes:
        pawns: places of the pawns that can take part.
        table: ring targets, [8 * pawn + steps]; HOME, or _TOUCH and _NEVER of this file.
    """

    def __init__(self, game: "Partners", state: "bytes | bytearray", seat: int) -> None:
        self.game = game
        self.seat = seat
        self.goal = game.goal
        self.occ = game.occ
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
        self.found: dict = {}
        # What goal parts do is the same in every result that begins with them.
        plain = bytearray(state)
        plain[TURN] = (state[TURN] + 1) & 3
        self.plain = plain
        self.heads: dict = {0: (b"", plain)}  # goal parts in order -> what is `done`
        self.seen: set = set()
        # Steps a pawn can go on the ring: any number up to this one, for what stops it
        # (a wall, the goal) is met again by every longer part.
        self.most = bytearray(4)
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
                if target < _TOUCH:
                    self.most[i] = steps
        return table

    def walk(self, i: int, taken: int) -> int:
        """Return the index in the goal table of a pawn's walk with these circles taken.

        The entry `steps` further is 0 illegal, 1..4 circle, OUT.. on the ring.
        """
        place = self.pawns[i]
        if place > _RING:
            return ((place - _RING) << 4 | taken & ~(1 << (place - _RING - 1))) * _WALK
        return taken * _WALK + (place - 1) % _QUARTER - _LAST

    def end(self, there: int) -> int:
        """Return the place of a `walk`'s end, HOME when a stack there sends the pawn home."""
        if there < OUT:
            return _RING + there
        place = (self.seat * _QUARTER or _RING) - there + OUT
        other = self.occ[place]
        if other >= 2 * _COUNT and other & 7 != self.seat + 1:
            return HOME
        return place

    def done(self, before: "tuple | None", place: int, target: int) -> "tuple | None":
        """Return (operations, state without a pawn sent home) after one more part.

        None when that is not enough: the pawn is sent home itself, or it is a second bump.
        """
        if before is None or target == HOME:
            return None
        move, after = before
        move += bytes((STEP, self.seat, place, target))
        other = (self.occ[target] & 7) - 1 if target <= _RING else -1
        if other >= 0 and other != self.seat:
            if after is not self.plain:
                return None
            after = bytearray(after)
            replace(after, other, target, HOME)
            move += bytes((BUMP, other, target, 0))
        return move, after

    def search(self, total: int) -> dict:
        """Return {four packed ends: parts in order} of every way to use `total` steps."""
        self._touch(tuple(range(self.count)), total, 0, self.taken, 0)
        return self.found

    def _touch(self, free: tuple, left: int, how: int, taken: int, key: int) -> None:
        """Try every next part that touches the goal; share the rest out on the ring.

        `free` are the pawns that have not moved, `key` where the others went.
        """
        self._share(free, left, how)
        pawns = self.pawns
        table = self.table
        goal = self.goal
        before = 0
        for i in free:
            place = pawns[i]
            row = 8 * i
            # Of equal pawns the first goes first: they are the same pawn. And when `left`
            # steps do not touch the goal, fewer will not either.
            if place == before or table[row + left] != _TOUCH:
                continue
            before = place
            without = taken & ~(1 << (place - _RING - 1)) if place > _RING else taken
            walk = self.walk(i, taken)
            rest = None
            fewest = self.most[i]
            steps = left
            while steps > fewest:
                there = goal[walk + steps]
                after = left - steps
                # The same pawns moved to the same places with the same rest: seen.
                node = key | there << (4 * i)
                if there and (node << 3 | after) not in self.seen:
                    self.seen.add(node << 3 | after)
                    self.ends[i] = target = self.end(there)
                    part = how << _PART | row | steps
                    self.heads[part] = self.done(self.heads[how], place, target)
                    if not after:
                        self._keep(part)
                    else:
                        if rest is None:
                            rest = tuple([j for j in free if j != i])
                        now = without | 1 << (there - 1) if there < OUT else without
                        self._touch(rest, after, part, now, node)
                steps -= 1
            self.ends[i] = place

    def _share(self, free: tuple, left: int, how: int) -> None:
        """Share `left` steps out among the pawns of `free`, on the ring only."""
        if len(free) < 3:
            if len(free) == 2:
                self._share_two(free[0], free[1], left, how)
            elif free:
                self._share_one(free[0], left, how)
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

    def _share_one(self, i: int, left: int, how: int) -> None:
        """Move the last free pawn by what is left, on the ring only."""
        if left <= self.most[i]:
            place = self.ends[i]
            self.ends[i] = self.table[8 * i + left]
            self._keep(how << _PART | 8 * i | left)
            self.ends[i] = place

    def _share_two(self, i: int, j: int, left: int, how: int) -> None:
        """Share `left` steps out among the last two free pawns, on the ring only."""
        # Most of the work is here: no calls, no lists.
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
        steps = max(0, left - self.most[j])
        last = min(left, self.most[i])
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
