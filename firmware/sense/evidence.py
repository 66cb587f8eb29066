# SPDX-License-Identifier: Apache-2.0
"""Which coloured positions the hand log allows: the tie-breaker of the recogniser.

Reeds give no colours, but hands do: a pawn that was lifted is the pawn that stood there, and
while only one pawn is in the air the next placing is that pawn. `replay` follows every
possibility ("world") through the log; `level` says how well a result agrees with them.

A world is 20 bytes: the spots of the 16 pawns, sorted within each seat, HELD in a hand; then
up to two spots where a reed closed without a pawn known to be there (0 = none): a magnet seen
by the neighbouring reed, or a pawn slid there whose old reed has not opened yet; then the spot
where a pawn was put beside another that was then taken away, so that its reed never opened
(0 = nowhere), with what is known about that; last the number of far-fetched things it takes:
when there are too many worlds the most far-fetched are dropped.
"""

from micropython import const

from rules.game import replace
from sense.boardmap import HELD, astray
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

_SPOTS = const(128)  # more than any board has
_WORLDS = const(24)  # more are not followed
_FAR = const(2)  # dropping a world less far-fetched than this spoils the proof
_SLIDE_MS = const(250)  # a slid pawn closes the next reed at most this long before the old opens
_GHOST_MS = const(600)  # a passing magnet holds a neighbouring reed at most this long
_GHOST = const(16)  # index of the first ghost byte in a world
_BESIDE = const(18)  # index of the byte that names the unseen exchange
_KNOWN = const(19)  # index of what is known about it:
_DOUBT = const(1)  # some other pawn may have been in the air then
_DIP = const(2)  # its reed was touched while a pawn was in the air
_COST = const(20)


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
        self._touch = bytearray(_SPOTS)
        self.lost = False
        self.beside = False
        self._doubt = 0

    # -- replay ---------------------------------------------------------------------------

    def replay(self, log: "HandLog", first: int, exchanges: list) -> list:
        """Return the worlds the log allows.

        Args:
            log: `HandLog`.
            first: first event to look at; the pawns stand as at the log's start before it.
            exchanges: (seat, spot, to) of the pawns that a candidate sends home or swaps: only
                there may a pawn have been put down beside another that was then taken away
                unseen, and brought to `to`.

        Returns:
            A list of world bytes, empty when nothing explains the log.
        """
        self.lost = log.lost
        worlds = [bytes(log.start) + b"\x00\x00\x00\x00\x00"]
        self._touch = bytearray(_SPOTS)
        for i in range(first, log.n):
            kind = log.kind(i)
            spot = log.spot(i)
            if self._maybe_held(worlds) and kind != LIFT:
                self._touch[spot] |= _DIP if kind == TOUCH else 1
            if kind == TOUCH:
                continue
            out = []
            self._doubt = 0 if kind == LIFT or self._one_held(worlds) else _DOUBT
            for world in worlds:
                if kind == LIFT:
                    self._lift(log, i, spot, world, out)
                else:
                    self._place(log, i, spot, world, out, exchanges)
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
                if any(self._touch):
                    self._touch = bytearray(_SPOTS)
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
    def _unghost(world: bytearray, spot: int) -> None:
        for k in (_GHOST, _GHOST + 1):
            if world[k] == spot:
                world[k] = 0
                return

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
            for seat in sorted(set(seats)):
                self._add(out, self._moved(world, seat, spot, HELD))
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
            for seat in sorted(set(seats)):
                slid = self._moved(after, seat, HELD, target)
                self._unghost(slid, target)
                self._add(out, slid)

    def _place(
        self, log: "HandLog", i: int, spot: int, world: bytes, out: list, exchanges: list
    ) -> None:
        before = len(out)
        for seat in range(4):
            if HELD in world[4 * seat : 4 * seat + 4]:
                self._add(out, self._moved(world, seat, HELD, spot))
                self._beside(world, seat, HELD, spot, out, exchanges)
        held = len(out) > before
        passing = self._passing(log, i, spot)
        self._from_stack(world, spot, out, _FAR if held else int(passing), exchanges)
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

    def _beside(
        self, world: bytes, seat: int, source: int, spot: int, out: list, exchanges: list
    ) -> None:
        """A pawn was put beside another, which was then taken here: no reed opened."""
        for other, place, to in exchanges:
            if to == spot and place != source and other in self._seats_on(world, place):
                after = self._moved(world, other, place, spot)
                replace(after, seat, source, place)
                after[_BESIDE] = place
                after[_KNOWN] = self._doubt | self._touch[place] & _DIP
                self._add(out, after)

    def _from_stack(self, world: bytes, spot: int, out: list, cost: int, exchanges: list) -> None:
        """A pawn left a space it shared: its reed stayed closed."""
        pawns = world[:16]
        for i in range(16):
            place = pawns[i]
            if place != spot and place < self._map.home and pawns.count(pawns[i : i + 1]) > 1:
                self._add(out, self._moved(world, i >> 2, place, spot), cost)
                self._beside(world, i >> 2, place, spot, out, exchanges)

    @staticmethod
    def likely(worlds: list, plain: bool) -> list:
        """Return worlds from the least to the most far-fetched, or the plain ones alone."""
        return sorted([world for world in worlds if not (plain and world[_COST])], key=_cost)

    @staticmethod
    def at_rest(worlds: list, start: bytearray, surely: bool) -> bool:
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
                beside = not world[_KNOWN] & _DOUBT
                level = TOUCHED if world[_KNOWN] & _DIP else UNSEEN
            if level < best:
                best = level
                self.beside = beside
                if best == PROVEN:
                    break
        return best

    def _agree(self, world: bytes, target: bytearray, below: int) -> int:
        level = PROVEN
        for seat in range(4):
            for spot, wanted in astray(world, target, seat):
                level = max(level, self._hidden(world, spot, wanted))
                if level >= below:
                    return level
        return level

    def _hidden(self, world: bytes, spot: int, target: int) -> int:
        """Return what it takes that the pawn on `spot` went to `target` without an event."""
        if spot == HELD:
            if target >= self._map.home:
                return WEAK  # every slot has its reed: an event was missed
            if target in world[:16]:
                return TOUCHED if self._touch[target] else UNSEEN
            return UNSEEN if target in world[_GHOST:_BESIDE] else WEAK
        if spot < self._map.home and len(self._seats_on(world, spot)) > 1:
            return UNSEEN if target in world[:16] else AGAINST
        return AGAINST
