# SPDX-License-Identifier: Apache-2.0
"""The 7: who splits it (P19), all ways to split it (P14), finishing with a part of it (P15)."""

from micropython import const

from rules.game import HOME, NOBODY, TURN, replace
from rules.games.partners import editions
from rules.games.partners.goal import OUT, locked
from rules.moves import SIZE, bump, lost, step

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.games.partners.partners import Partners

_RING = const(60)
_QUARTER = const(15)
_LAST = const(14)  # offset of the space before the next start
_WALK = const(15)  # goal.STEPS
_COUNT = const(8)  # of partners.py: one pawn in an occ entry
_Z1 = const(61)
_ALL_FAR = b"\x08\x08\x08\x08"  # more steps than a 7 has, for each pawn
_PAWNS = const(4)


def sevens(game: "Partners", state: bytes, poll: "Callable[[], object]") -> list:
    """Return the results of a 7; the game is prepared for `state`."""
    seat = state[TURN]
    if game.mover(state) != seat:
        # P19: the partner's pawns use it, and P15 does not apply.
        return Split(game, state, seat ^ 2, b"", poll).pairs(7)
    return Split(game, state, seat, b"", poll).pairs(7) + _finishes(game, state, seat, poll)


def _finishes(game: "Partners", state: bytes, seat: int, poll: "Callable[[], object]") -> list:
    """Return the results of a 7 of which a part locks the last own pawn (P15)."""
    used = _to_finish(game, state, seat)
    if not used:
        return []
    base = bytearray(state)
    replace(base, seat, state[_PAWNS * seat], _Z1)
    first = step(seat, state[_PAWNS * seat], _Z1)
    # The rest is used in full on the partner's pawns,
    game.prepare(base)
    pairs = Split(game, bytes(base), seat ^ 2, first, poll).pairs(7 - used)
    # or it is given up: never in `pawns`; else always (H1 `may`), or where it cannot be used (`must`).
    if game.rest == editions.MAY or (game.rest == editions.MUST and not pairs):
        after = game.handed_on(base)
        game.end_if_won(after, seat)
        pairs.append((bytes(after), first))
    return pairs


def _to_finish(game: "Partners", state: bytes, seat: int) -> int:
    """Return the steps with which the one pawn that is not locked locks, 0 when none do (P13, P15)."""
    place = state[_PAWNS * seat]
    if place != HOME and game.circles[seat] & 14 == 14:  # z2, z3 and z4 are taken
        for steps in range(1, 7):
            if game.reach(seat, place, steps) == _Z1:
                return steps
    return 0


class Split:
    """All ways to split steps among a seat's pawns, one after another, each at most once (P14).

    Two facts keep it small. Parts that stay on the ring can be made in any order: no part changes a foreign
    wall or a foreign stack, own pawns never hinder each other there. So only parts that touch the goal are tried
    in every order, and what they leave is shared out on the ring in one. And a position is known by where
    the four pawns end: a single foreign pawn has gone exactly where one of them ends.

    Args:
        game: prepared for the position; afterwards it may be prepared for another.
        state: the position, with the seat to act.
        seat: whose pawns move.
        first: the operations made before, of the same card.
        poll: called for every few results.
    """

    def __init__(
        self,
        game: "Partners",
        state: bytes,
        seat: int,
        first: bytes,
        poll: "Callable[[], object]",
    ) -> None:
        self._game = game
        self._state = state
        self._seat = seat
        self._first = first
        self._poll = poll
        self._goal = game.goal
        self._stacks = game.stacks
        self._occ = bytes(game.occ)
        self._taken = game.circles[seat]
        self._walls = game.walls
        self._pawns = state[_PAWNS * seat : _PAWNS * seat + _PAWNS]
        self._ends = bytearray(self._pawns)  # where they are now
        self._walkers = 0  # bit i: pawn i can go on the ring
        self._most = bytearray(_PAWNS)  # steps it can go there
        self._parts: list = [None] * (8 * _PAWNS)  # [8 * i + steps]: what that does, see `_part`
        self._to_goal = bytearray(_ALL_FAR)  # steps to the space before the goal
        self._seen: set = set()  # of what parts in the goal have made
        self._found: set = set()  # four ends in one number
        self._pairs: list = []
        # Bits of pawns sent home -> the position without them.
        self._without = {0: game.handed_on(state)}

    def pairs(self, total: int) -> list:
        """Return (state, operations) of every way to use all the steps."""
        for i in range(_PAWNS):
            place = self._pawns[i]
            if place > _RING:
                if not locked(place - _RING, self._taken):
                    self._to_goal[i] = 0
            elif place:
                self._look_ahead(i, place, total)
        self._in_goal(15, total, self._taken, 0, self._first, 0)
        return self._pairs

    def _look_ahead(self, i: int, place: int, total: int) -> None:
        """Find how far pawn i can go on the ring: to the goal, a wall (P9), or as far as it likes."""
        ahead = _LAST - (place - 1) % _QUARTER  # steps to the space before the next start
        quarter = ((place - 1) // _QUARTER + 1) & 3
        if quarter == self._seat:
            self._to_goal[i] = ahead
            total = min(ahead, total)
        elif self._walls >> quarter & 1:
            total = min(ahead, total)
        self._most[i] = total
        if total:
            self._walkers |= 1 << i

    def _ring_part(self, i: int, steps: int) -> tuple:
        """Return `_part` of pawn i on the ring, made when it is first wanted."""
        place = self._pawns[i]
        target = place + steps
        if (place - 1) % _QUARTER + steps > _LAST:
            target = self._game.past_start(place, steps)
        self._parts[8 * i + steps] = part = self._part(place, target)
        return part

    def _part(self, place: int, target: int) -> tuple:
        """Return (where it ends, operations, bit of whom it sends home) of a pawn's part (P10)."""
        other = self._occ[target] if target <= _RING else 0
        if not other or other & 7 == self._seat + 1:
            return target, step(self._seat, place, target), 0
        if other >= 2 * _COUNT:
            return HOME, lost(self._seat, place, target), 0
        i = _PAWNS * ((other & 7) - 1)
        while self._state[i] != target:
            i += 1
        return target, step(self._seat, place, target) + bump(i >> 2, target), 1 << i

    def _in_goal(
        self, free: int, left: int, taken: int, moved: int, move: bytes, sent: int
    ) -> None:
        """Share the rest out on the ring, and make every next part that touches the goal.

        Args:
            free: bit i: pawn i has not gone yet.
            left: steps left.
            taken: circles taken, as in the goal table.
            moved: where the pawns went that have gone, 4 bits each of the goal table's codes.
            move: the operations so far.
            sent: bit i: pawn i of the position is sent home by them.
        """
        if not left:
            self._keep(move, sent)
            return
        self._poll()
        if free & self._walkers:
            self._on_ring(free & self._walkers, 0, left, move, sent)
        before = NOBODY
        i = 0
        while i < _PAWNS:
            place = self._pawns[i]
            near = self._to_goal[i]
            if near < left and free >> i & 1 and place != before:
                before = place  # of pawns on one space the first goes first
                now = taken
                walk = taken * _WALK
                if place > _RING:
                    now = taken & ~(1 << (place - _Z1))
                    walk = ((place - _RING) << 4 | now) * _WALK
                steps = near + 1
                while steps <= left:
                    there = self._goal[walk + steps - near]
                    ways = moved | there << 4 * i
                    mark = ways << 3 | (left - steps)
                    if there and mark not in self._seen:
                        self._seen.add(mark)
                        circles = now
                        target = (self._seat * _QUARTER or _RING) - there + OUT
                        if there < OUT:
                            circles |= 1 << (there - 1)
                            target = _RING + there
                        end, done, bit = self._part(place, target)
                        if sent & bit:  # only the first to land there meets it
                            done = done[:SIZE]
                        self._ends[i] = end
                        self._in_goal(
                            free & ~(1 << i), left - steps, circles, ways, move + done, sent | bit
                        )
                    steps += 1
                self._ends[i] = place
            i += 1

    def _on_ring(self, free: int, i: int, left: int, move: bytes, sent: int) -> None:
        """Share steps out on the ring among some pawns from `i` on; the last takes all that are left."""
        while not free >> i & 1:
            i += 1
        first = left
        if free >> (i + 1):
            first = 0
            self._poll()
        last = min(left, self._most[i])
        for steps in range(first, last + 1):
            now = move
            gone = sent
            if steps:
                part = self._parts[8 * i + steps]
                if part is None:
                    part = self._ring_part(i, steps)
                end, done, bit = part
                self._ends[i] = end
                now += done[:SIZE] if sent & bit else done
                gone |= bit
            if steps < left:
                self._on_ring(free, i + 1, left - steps, now, gone)
            else:
                self._keep(now, gone)
        self._ends[i] = self._pawns[i]

    def _keep(self, move: bytes, sent: int) -> None:
        """Keep what the parts have made, if no others made it before."""
        ends = self._ends
        a = ends[0]
        b = ends[1]
        c = ends[2]
        d = ends[3]
        if a > b:
            a, b = b, a
        if c > d:
            c, d = d, c
        if a > c:
            a, c = c, a
        if b > d:
            b, d = d, b
        if b > c:
            b, c = c, b
        if not self._stacks:
            # All go forward, so that there is an order in which none meets another, if their ends differ.
            if (a == b <= _RING and a) or (b == c <= _RING and b) or (c == d <= _RING and c):
                return
        key = ((a << 7 | b) << 7 | c) << 7 | d  # bytes would all hash alike on a Pico
        if key in self._found:
            return
        self._found.add(key)
        after = self._without.get(sent)
        if after is None:
            after = self._send_home(sent)
        i = _PAWNS * self._seat
        after[i] = a
        after[i + 1] = b
        after[i + 2] = c
        after[i + 3] = d
        if a > _RING:  # all four are in the goal: the pair may have won
            after = bytearray(after)
            self._game.end_if_won(after, self._seat)
        self._pairs.append((bytes(after), move))

    def _send_home(self, sent: int) -> bytearray:
        """Return the position without some pawns, to be filled with where the own ones end."""
        after = bytearray(self._without[0])
        for i in range(16):
            if sent >> i & 1:
                replace(after, i >> 2, self._state[i], HOME)
        self._without[sent] = after
        return after
