# SPDX-License-Identifier: Apache-2.0
"""Which coloured positions the hand log allows: the tie-breaker of the recogniser.

Reeds give no colours, but hands do: a pawn that was lifted is the pawn that stood there, and
while only one pawn is in the air the next placing is that pawn. `replay` follows every
possibility ("world") through the log; `level` says how well a result agrees with them.

A world is 20 bytes: the spots of the 16 pawns, sorted within each seat, HELD in a hand; then
up to two spots where a reed closed without a pawn known to be there (0 = none): a magnet seen
by the neighbouring reed, or a pawn slid there whose old reed has not opened yet; last the spot
where a pawn was put beside the one it bumps, so that its reed never opened (0 = nowhere,
bit 7 set = some other pawn may have been in the air then), and the number of far-fetched
things it takes; when there are too many worlds the most far-fetched are dropped.
"""

from micropython import const

from rules.game import NOBODY, replace
from sense.boardmap import HELD
from sense.debounce import LIFT, PLACE, TOUCH

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.boardmap import BoardMap
    from sense.handlog import HandLog


# Levels of belief, best first.
PROVEN = const(0)  # the log explains the result exactly, nothing is in a hand
TOUCHED = const(1)  # a held pawn joins a space that was touched since
UNSEEN = const(2)  # a held pawn would have to join a space without any sign of it
WEAK = const(3)  # needs more than one thing nobody saw
AGAINST = const(4)  # the log says otherwise

_WORLDS = const(24)  # more are not followed
_FAR = const(2)  # dropping a world less far-fetched than this spoils the proof
_SLIDE_MS = const(250)  # a slid pawn closes the next reed at most this long before the old opens
_GHOST_MS = const(600)  # a passing magnet holds a neighbouring reed at most this long
_GHOST = const(16)  # index of the first ghost byte in a world
_DOUBT = const(0x80)
_COST = const(19)
_BESIDE = const(18)  # index of the byte that names the unseen exchange


def _cost(world: bytes) -> int:
    return world[_COST]


class Evidence:
    """Replays logs on one board.

    Attributes:
        lost: the last replay had to give up; its worlds prove nothing.
        beside: the last level would be `PROVEN` but for an exchange that no reed saw.
    """

    def __init__(self, boardmap: "BoardMap") -> None:
        self._map = boardmap
        self._count = bytearray(256)
        self._touch = bytearray(256)
        self.lost = False
        self.beside = False
        self._doubt = 0

    # -- replay ---------------------------------------------------------------------------

    def replay(self, log: "HandLog", first: int, start: bytearray, bumps: list) -> list:
        """Return the worlds the log allows.

        Args:
            log: `HandLog`.
            first: first event to look at.
            start: spots of the 16 pawns before that event.
            bumps: (seat, spot) pairs where a candidate sends a pawn home: only there may a
                pawn have been put down beside another that was then taken away unseen.

        Returns:
            A list of world bytes, empty when nothing explains the log.
        """
        self.lost = log.lost
        worlds = [bytes(start) + b"\x00\x00\x00\x00"]
        for i in range(256):
            self._touch[i] = 0
        for i in range(first, log.n):
            kind = log.kind(i)
            spot = log.spot(i)
            if self._maybe_held(worlds) and kind != LIFT:
                self._touch[spot] = 1
            if kind == TOUCH:
                continue
            out = []
            self._doubt = 0 if kind == LIFT or self._one_held(worlds) else _DOUBT
            for world in worlds:
                if kind == LIFT:
                    self._lift(log, i, spot, world, out)
                else:
                    self._place(log, i, spot, world, out, bumps)
            worlds = out
            if len(out) > _WORLDS:
                out.sort(key=_cost)
                if out[_WORLDS][_COST] < _FAR:
                    self.lost = True
                del out[_WORLDS:]
        return worlds

    def _maybe_held(self, worlds: list) -> bool:
        """Return whether a pawn is in the air; if not, forget the touches so far."""
        for world in worlds:
            if HELD not in world[:16] and not world[_COST]:
                for i in range(256):
                    self._touch[i] = 0
                return False
        return bool(worlds)

    @staticmethod
    def _one_held(worlds: list) -> bool:
        """Return whether exactly one pawn is in the air, of the same colour in every world."""
        seat = -1
        for world in worlds:
            held = [i >> 2 for i in range(16) if world[i] == HELD]
            if len(held) != 1 or seat not in (-1, held[0]):
                return False
            seat = held[0]
        return True

    @staticmethod
    def _add(out: list, world: bytearray, cost: int = 0) -> None:
        if cost and world[_COST] < 200:
            world[_COST] += cost
        for i in range(len(out)):
            if out[i][:_COST] == world[:_COST]:
                if world[_COST] < out[i][_COST]:
                    out[i] = bytes(world)
                return
        out.append(bytes(world))

    def _moved(self, world: "bytes | bytearray", seat: int, old: int, new: int) -> bytearray:
        after = bytearray(world)
        replace(after, seat, old, new)
        return after

    @staticmethod
    def _unghost(world: bytearray, spot: int) -> bool:
        for k in (_GHOST, _GHOST + 1):
            if world[k] == spot:
                world[k] = 0
                return True
        return False

    @staticmethod
    def _seats_on(world: bytes, spot: int) -> list:
        """Return the seat of every pawn of a world on a spot."""
        return [i >> 2 for i in range(16) if world[i] == spot]

    def _lift(self, log: "HandLog", i: int, spot: int, world: bytes, out: list) -> None:
        seats = self._seats_on(world, spot)
        if not seats:
            after = bytearray(world)
            self._unghost(after, spot)
            self._add(out, after)
            return
        if spot >= self._map.home:  # one slot of an area: one of its pawns
            for k in range(len(seats)):
                if k == 0 or seats[k] != seats[k - 1]:
                    self._add(out, self._moved(world, seats[k], spot, HELD))
            return
        # The reed opened: everything that stood there is in the air.
        after = bytearray(world)
        self._unghost(after, spot)
        for seat in seats:
            replace(after, seat, spot, HELD)
        self._add(out, after)
        # Or it was slid on to a reed that had closed a moment before.
        for k in (_GHOST, _GHOST + 1):
            target = after[k]
            if not target:
                continue
            placed = log.before(i, PLACE, target)
            if placed < 0 or log.gap_ms(placed, i) > _SLIDE_MS:
                continue
            for n in range(len(seats)):
                if n == 0 or seats[n] != seats[n - 1]:
                    slid = self._moved(after, seats[n], HELD, target)
                    self._unghost(slid, target)
                    self._add(out, slid)

    def _place(
        self, log: "HandLog", i: int, spot: int, world: bytes, out: list, bumps: list
    ) -> None:
        before = len(out)
        for seat in range(4):
            if HELD in world[4 * seat : 4 * seat + 4]:
                self._add(out, self._moved(world, seat, HELD, spot))
                self._beside(world, seat, spot, out, bumps)
        held = len(out) > before
        passing = self._passing(log, i, spot)
        self._from_stack(world, spot, out, _FAR if held else int(passing))
        sure = len(out) > before
        if not sure or passing:
            after = bytearray(world)
            for k in (_GHOST, _GHOST + 1):
                if not after[k]:
                    after[k] = spot
                    self._add(out, after, int(held))
                    return
            if not sure:  # too much that nobody can explain: forget the oldest
                after[_GHOST] = after[_GHOST + 1]
                after[_GHOST + 1] = spot
                self._add(out, after)

    def _passing(self, log: "HandLog", i: int, spot: int) -> bool:
        """Return whether the reed that closed may have seen a passing or a slid pawn."""
        gone = log.next(i, LIFT, spot)
        if gone >= 0 and log.gap_ms(i, gone) <= _GHOST_MS:
            return True
        gone = log.next(i, LIFT, 0)
        return gone >= 0 and log.gap_ms(i, gone) <= _SLIDE_MS

    def _beside(self, world: bytes, seat: int, spot: int, out: list, bumps: list) -> None:
        """A held pawn was put beside the one it bumps, which then came home: no reed opened."""
        victim = self._map.owner(spot)
        if spot < self._map.home or spot >= self._map.fin:
            return
        for bumped, place in bumps:
            if bumped == victim and victim in self._seats_on(world, place):
                after = self._moved(world, victim, place, spot)
                replace(after, seat, HELD, place)
                after[_BESIDE] = place | self._doubt
                self._add(out, after)

    def _from_stack(self, world: bytes, spot: int, out: list, cost: int) -> None:
        """A pawn left a space it shared: its reed stayed closed."""
        count = self._count
        shared = False
        for i in range(16):
            place = world[i]
            count[place] += 1
            if count[place] > 1 and place < self._map.home:
                shared = True
        if shared:
            for i in range(16):
                place = world[i]
                if place != spot and place < self._map.home and count[place] > 1:
                    self._add(out, self._moved(world, i >> 2, place, spot), cost)
        for i in range(16):
            count[world[i]] = 0

    @staticmethod
    def likely(worlds: list) -> list:
        """Return worlds sorted from the least to the most far-fetched."""
        return sorted(worlds, key=_cost)

    @staticmethod
    def plain(world: bytes) -> bool:
        """Return whether nothing in a world is far-fetched."""
        return world[_COST] == 0

    def at_rest(self, worlds: list, start: bytearray, surely: bool) -> bool:
        """Return whether some world, or every world, has all pawns as in `start`."""
        for world in worlds:
            if (world[:16] == start) != surely:
                return not surely
        return surely

    # -- judgement ---------------------------------------------------------------------------

    def level(self, worlds: list, target: bytearray) -> int:
        """Return the best level of belief that the pawns stand as in `target`.

        An exchange beside each other that no reed saw is `TOUCHED` or `UNSEEN`; `beside` then
        says that this is all that is wanting.

        Args:
            worlds: from `replay`, whose log `TOUCHED` refers to.
            target: spots of the 16 pawns of a result that looks like the board.
        """
        best = AGAINST
        self.beside = False
        for world in worlds:
            level = self._agree(world, target, best)
            beside = False
            if level == PROVEN and world[_BESIDE]:
                beside = not world[_BESIDE] & _DOUBT
                level = TOUCHED if self._touch[world[_BESIDE] & ~_DOUBT] else UNSEEN
            if level < best:
                best = level
                self.beside = beside
                if best == PROVEN:
                    break
        return best

    def _agree(self, world: bytes, target: bytearray, below: int) -> int:
        if world[:16] == target:
            return PROVEN
        level = PROVEN
        for seat in range(0, 16, 4):
            i = j = seat
            end = seat + 4
            where = []  # spots of the seat's pawns that should be elsewhere
            wanted = []
            while i < end or j < end:
                if j == end or (i < end and world[i] < target[j]):
                    where.append(world[i])
                    i += 1
                elif i == end or world[i] > target[j]:
                    wanted.append(target[j])
                    j += 1
                else:
                    i += 1
                    j += 1
            if NOBODY in where:
                return AGAINST
            for k in range(len(where)):
                step = self._hidden(world, where[k], wanted, k)
                if step > level:
                    level = step
                if level >= below:
                    return level
        return level

    def _hidden(self, world: bytes, spot: int, wanted: list, k: int) -> int:
        """Return what it takes that the pawn on `spot` went to `wanted[k]` without an event."""
        target = wanted[k]
        if spot == HELD:
            if target >= self._map.home:
                return WEAK  # every slot has its reed: an event was missed
            if target in world[:16]:
                return TOUCHED if self._touch[target] else UNSEEN
            return UNSEEN if target in world[_GHOST:_BESIDE] else WEAK
        if spot < self._map.home and len(self._seats_on(world, spot)) > 1:
            return WEAK if target in world[:16] else AGAINST
        return AGAINST
