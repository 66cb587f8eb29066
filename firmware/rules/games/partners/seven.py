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
_FAR = const(99)  # more steps than a 7 has
_PAWNS = const(4)


def sevens(game: "Partners", state: bytes, poll: "Callable[[], object]") -> list:
    """Return the results of a 7; the game is prepared for `state`."""
    seat = state[TURN]
    if game.all_locked(state, seat):
        # P19: it moves the partner's pawns, and P15 does not apply.
        return Split(game, state, seat ^ 2, b"", poll).pairs(7)
    return Split(game, state, seat, b"", poll).pairs(7) + _finishes(game, state, seat, poll)


def _finishes(game: "Partners", state: bytes, seat: int, poll: "Callable[[], object]") -> list:
    """Return the results of a 7 of which a part locks the last own pawn (P15)."""
    used = _to_finish(game, state, seat)
    if not used:
        return []
    after = bytearray(state)
    replace(after, seat, state[_PAWNS * seat], _Z1)
    first = step(seat, state[_PAWNS * seat], _Z1)
    # The rest is used in full on the partner's pawns,
    game.prepare(after)
    pairs = Split(game, bytes(after), seat ^ 2, first, poll).pairs(7 - used)
    # or it is given up: never in `pawns`; else always (H1 `may`), or where it cannot be used (`must`).
    if game.rest == editions.MAY or (game.rest == editions.MUST and not pairs):
        game.turned(after)
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
        self._occ = bytes(game.occ)
        self._taken = game.circles[seat]
        self._pawns = state[_PAWNS * seat : _PAWNS * seat + _PAWNS]
        self._ends = bytearray(self._pawns)  # where they are now
        # Pawn i's parts on the ring: up to `_most[i]` steps, for what stops it, a wall or the goal, stops every
        # longer part too. [8 * i + steps]: where it ends, operations, bit of whom it sends home.
        self._most = bytearray(_PAWNS)
        self._parts: list = [None] * (8 * _PAWNS)
        self._to_goal = bytearray((_FAR,) * _PAWNS)  # steps to the space before the goal
        self._seen: set = set()  # of what parts in the goal have made
        self._found: set = set()  # four ends in one number
        self._pairs: list = []
        after = bytearray(state)
        after[TURN] = (state[TURN] + 1) & 3
        self._without = {0: after}  # bits of pawns sent home -> the position without them

    def pairs(self, total: int) -> list:
        """Return (state, operations) of every way to use all the steps."""
        before = NOBODY
        for i in range(_PAWNS):
            place = self._pawns[i]
            if place == HOME or (place > _RING and locked(place - _RING, self._taken)):
                continue
            if place == before:
                self._same_parts(i)
            else:
                self._find_parts(i, place, total)
            before = place
        self._in_goal(15, total, self._taken, 0, self._first, 0)
        return self._pairs

    def _find_parts(self, i: int, place: int, total: int) -> None:
        """Find how far pawn i can go on the ring, and how far it is to the goal."""
        seat = self._seat
        if place > _RING:
            self._to_goal[i] = 0
            return
        if ((place - 1) // _QUARTER + 1) & 3 == seat:
            ahead = _LAST - (place - 1) % _QUARTER
            if ahead < total:
                self._to_goal[i] = total = ahead
        steps = 1
        while steps <= total:
            target = self._game.reach(seat, place, steps)
            if target < 0:
                break
            self._parts[8 * i + steps] = self._part(place, target)
            self._most[i] = steps
            steps += 1

    def _same_parts(self, i: int) -> None:
        """Take what was found for the pawn before, which stands on the same space."""
        self._to_goal[i] = self._to_goal[i - 1]
        self._most[i] = self._most[i - 1]
        self._parts[8 * i : 8 * i + 8] = self._parts[8 * i - 8 : 8 * i]

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
        self._on_ring(free, 0, left, move, sent)
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
        """Share steps out on the ring among the free pawns from `i` on."""
        if not left:
            self._keep(move, sent)
            return
        while i < _PAWNS and not (free >> i & 1 and self._most[i]):
            i += 1
        if i == _PAWNS:
            return
        self._poll()
        self._on_ring(free, i + 1, left, move, sent)
        place = self._pawns[i]
        last = self._most[i]
        if last > left:
            last = left
        steps = 1
        while steps <= last:
            end, done, bit = self._parts[8 * i + steps]
            if sent & bit:
                done = done[:SIZE]
            self._ends[i] = end
            self._on_ring(free, i + 1, left - steps, move + done, sent | bit)
            steps += 1
        self._ends[i] = place

    def _keep(self, move: bytes, sent: int) -> None:
        """Keep what the parts have made, if no others made it before."""
        a, b, c, d = self._ends
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
            after[TURN] = self._state[TURN]
            self._game.turned(after)
        self._pairs.append((bytes(after), move))

    def _send_home(self, sent: int) -> bytearray:
        """Return the position without some pawns, to be filled with where the own ones end."""
        after = bytearray(self._without[0])
        for i in range(16):
            if sent >> i & 1:
                replace(after, i >> 2, self._state[i], HOME)
        self._without[sent] = after
        return after
