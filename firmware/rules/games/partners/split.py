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

from rules.game import HOME
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
