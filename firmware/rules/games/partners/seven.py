# SPDX-License-Identifier: Apache-2.0
"""The results of a 7 (P14, P15, P19), built from its splits."""

from micropython import const

from rules.game import BUMP, HOME, SELF, STEP, TURN, replace
from rules.games.partners import editions
from rules.games.partners.goal import OUT
from rules.games.partners.split import Split

_RING = const(60)
_QUARTER = const(15)
_TOUCH = const(254)  # of split.py: the part enters, leaves or walks in the goal
_PART = const(5)  # of split.py: bits of a part, pawn << 3 | steps

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from rules.games.partners.partners import Partners


class Seven(Split):
    """The splits of a position, and what they make of it."""

    def __init__(
        self, game: "Partners", state: "bytes | bytearray", seat: int, first: bytes = b""
    ) -> None:
        super().__init__(game, state, seat)
        self.first = first  # the operations before the parts
        # What a part on the ring does is the same in every result it is in.
        nothing = self.heads[0]
        parts: list = [None] * 32
        walks = bytearray(32)
        for i in range(self.count):
            for part in range(8 * i + 1, 8 * i + 8):
                target = self.table[part]
                if target < _TOUCH:
                    parts[part] = self.done(nothing, self.pawns[i], target)
                elif target == _TOUCH:
                    walks[part] = 1
        self.parts = parts
        self.walks = walks

    def build(self, key: int, how: int) -> tuple:
        """Return the (state, move) of a found end."""
        if key >> 21 > _RING:
            return self._build(key, how)  # all four in the goal: it may win
        parts = self.parts
        walks = self.walks
        plain = after = self.plain
        move = b""
        left = how
        while left:
            part = left & 31
            if walks[part]:
                done = self.heads[left]  # parts in the goal come first
                left = 0
            else:
                done = parts[part]
                left >>= _PART
            if done is None:
                return self._build(key, how)
            move = done[0] + move
            if done[1] is not plain:
                if after is not plain:
                    return self._build(key, how)
                after = done[1]
        i = 4 * self.seat
        after[i] = key >> 21
        after[i + 1] = key >> 14 & 127
        after[i + 2] = key >> 7 & 127
        after[i + 3] = key & 127
        return bytes(after), self.first + move if self.first else move

    def _build(self, key: int, how: int) -> tuple:
        """Return the (state, move) of a found end whose parts meet other pawns in special ways."""
        game = self.game
        seat = self.seat
        after = game.scratch
        after[:] = self.plain
        i = 4 * seat
        after[i] = key >> 21
        after[i + 1] = key >> 14 & 127
        after[i + 2] = key >> 7 & 127
        after[i + 3] = key & 127
        move = self.first
        taken = self.taken
        for shift in (15, 10, 5, 0):
            part = how >> shift & 31
            if not part:
                continue
            walks = self.walks[part]
            done = self.parts[part]
            if done is not None and done[1] is self.plain:
                move += done[0]
                continue
            place = self.pawns[part >> 3]
            target = self.table[part]
            kind = STEP
            if walks:
                there = self.goal[self.walk(part >> 3, taken) + (part & 7)]
                if place > _RING:
                    taken &= ~(1 << (place - _RING - 1))
                if there < OUT:
                    taken |= 1 << (there - 1)
                    move += bytes((STEP, seat, place, _RING + there))
                    continue
                target = (seat * _QUARTER or _RING) - there + OUT
                if self.end(there) == HOME:
                    kind = SELF
            elif target == HOME:
                target = game.reach(seat, place, part & 7)
                kind = SELF
            move += bytes((kind, seat, place, target))
            if kind == STEP and target <= _RING:
                other = (game.occ[target] & 7) - 1
                # Only the first to land there meets the pawn it sends home.
                if other >= 0 and other != seat and _stands(after, other, target):
                    replace(after, other, target, HOME)
                    move += bytes((BUMP, other, target, 0))
        if key >> 21 > _RING:
            after[TURN] = (after[TURN] + 3) & 3  # `turned` hands it on again
            game.turned(after)
        return bytes(after), move


def _stands(state: bytearray, seat: int, place: int) -> bool:
    for i in range(4 * seat, 4 * seat + 4):
        if state[i] == place:
            return True
    return False


def sevens(game: "Partners", state: "bytes | bytearray", out: list) -> None:
    """Add the results of a 7 to `out`; the game is prepared for `state`."""
    seat = state[TURN]
    moving = game.mover(state)
    split = Seven(game, state, moving)
    found = split.search(7)
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
    split = Seven(game, base, seat ^ 2, first)
    found = split.search(7 - steps)
    for key in found:
        out.append(split.build(key, found[key]))
