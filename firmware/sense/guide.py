# SPDX-License-Identifier: Apache-2.0
"""The nearest way out of a board that fits nothing: which pawns are missing, which too many."""

from rules.game import NOBODY
from sense.boardmap import HELD, astray
from sense.tuning import SLICE, TIES

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Iterator

    from sense.boardmap import BoardMap
    from sense.occupancy import Occupancy


class Guide:
    """Finds the position that takes the fewest single pawn moves, and says them one at a time.

    Attributes:
        missing: tokens (`red:17`) of the places where a pawn is missing, the first one first.
        extra: tokens of the places where a pawn is too many; extra[k] goes to missing[k] while
            there are that many. Empty while the pawn that goes to missing[0] is in the hand.
        missing_spots: the same as spots.
        extra_spots: the same as spots.
        changed: whether the lists were changed by the last `find`.
    """

    def __init__(self, boardmap: "BoardMap") -> None:
        """Make the buffers for a board."""
        self._map = boardmap
        self._image = bytearray(boardmap.size)
        self._spots = bytearray(16)
        self.changed = False
        self.clear()

    def clear(self) -> None:
        """Show nothing."""
        self._toward: "bytes | None" = None  # the state that the pawns are guided to
        self._ways: list = []  # (seat, from spot, to spot), the one shown first
        self._ties: list = []  # states that are equally near
        self._empty()

    def _empty(self) -> None:
        self.missing = []
        self.extra = []
        self.missing_spots = []
        self.extra_spots = []

    def find(
        self,
        view: "Occupancy",
        states: list,
        before: "bytes | None",
        world: bytearray,
        begun: bool,
        onto: bool,
    ) -> "Iterator[int]":
        """Choose the nearest state and fill the lists; yield -1 now and then.

        The position before the last move only counts when nothing else is as near. Ties go to the
        state whose ring and rows differ least, then, when a result has been begun, to another one
        than the first, then to the earlier one. While a pawn is put right the way it is on stays:
        a state hardly nearer is no reason to send it elsewhere.

        Args:
            view: the board.
            states: positions that end the guide; the expected one first.
            before: the position before the last move, when that ends it too.
            world: spots where the pawns probably are, HELD in a hand, sorted within each seat.
            begun: whether the hands are on the way to a result.
            onto: whether a pawn that seems to be in a hand may lie on another one.
        """
        if before is not None:
            states = states + [before]
        yield from self._nearest(view, states, before)
        ties = self._ties
        done = 0
        best = 1000
        chosen: list = []
        shown = (self.missing, self.extra)
        for state in ties:
            done += 1
            if done % SLICE == 0:
                yield -1
            self._map.image(state, self._image)
            missing: "list[int]" = []
            view.differences(self._image, missing, missing)
            open_spots = [spot for spot in missing if spot < self._map.home]
            ways = self._pawn_ways(world, self._map.spots(state, self._spots))
            if onto:
                ways = [way for way in ways if way[1] != HELD or not self._onto(view, way[2])]
            score = 8 * len(ways) + 2 * min(3, len(open_spots))
            if begun and state is states[0]:
                score += 1
            if score < best:
                best = score
                chosen = ways
                self._toward = state
        self._empty()
        if chosen or not ties:
            self._ways = self._ordered(view.seen, chosen)
            self._say()
        else:
            self._say_reeds(view, ties[0])
        self.changed = shown != (self.missing, self.extra)

    def _nearest(self, view: "Occupancy", states: list, before: "bytes | None") -> "Iterator[int]":
        """Put the nearest states into `_ties`; yield -1 now and then."""
        nearest = 100
        ties: list = []
        done = 0
        for state in states:
            done += 1
            if done % SLICE == 0:
                yield -1
            distance = self._distance(view, state)
            if not distance:
                continue  # it looks right, so the wrong pawns stand there
            if distance < nearest:
                nearest = distance
                ties = []
            elif state is before:
                continue
            if distance == nearest:
                ties.append(state)
            if nearest == 1 and len(ties) == TIES:
                break
        toward = self._toward
        if toward in states and toward and 0 < self._distance(view, toward) <= nearest + 1:
            ties = [toward]
        self._ties = ties

    def _onto(self, view: "Occupancy", spot: int) -> bool:
        """Return whether a pawn put on a spot would change no reed."""
        return spot < self._map.home and self._map.has(view.seen, spot)

    def _say_reeds(self, view: "Occupancy", state: bytes) -> None:
        """Name the reeds that differ though every pawn is where it should be: stuck or spare."""
        view.differences(self._map.image(state, self._image), self.missing_spots, self.extra_spots)
        for spots, tokens in ((self.missing_spots, self.missing), (self.extra_spots, self.extra)):
            for spot in spots:
                seat = self._map.owner(spot)
                tokens.append(self._map.token(0 if seat == NOBODY else seat, spot))

    def _distance(self, view: "Occupancy", state: bytes) -> int:
        missing = []
        extra = []
        view.differences(self._map.image(state, self._image), missing, extra)
        return max(len(missing), len(extra))

    def _pawn_ways(self, world: bytearray, target: bytearray) -> list:
        """Return (seat, from spot, to spot) of every pawn of a world that must move.

        Pawns of a colour are alike: the one in the hand goes where the shown one was to go.
        """
        ways = []
        for seat in range(4):
            pairs = astray(world, target, seat)
            if self._ways and self._ways[0][0] == seat:
                _, start, end = self._ways[0]
                where = [pair[0] for pair in pairs]
                wanted = [pair[1] for pair in pairs]
                if end in wanted:
                    k = wanted.index(end)
                    n = where.index(start if start in where else max(where))
                    where[k], where[n] = where[n], where[k]
                    pairs = list(zip(where, wanted))
            ways += [(seat, start, end) for start, end in pairs]
        return ways

    def _ordered(self, seen: bytearray, ways: list) -> list:
        """Return ways in order: on the board before held, free places before taken ones.

        The one shown stays the first until it is right or the hand has lifted another.
        """
        shown = self._ways[0] if self._ways else (0, 0, 0)
        out = []
        for lap in range(4):
            for way in ways:
                order = (2 if way[1] == HELD else 0) + (1 if self._map.has(seen, way[2]) else 0)
                if order == lap:
                    out.append(way)
        first = [way for way in out if way[0] == shown[0] and way[2] == shown[2]]
        if first and first[0][1] != HELD:  # is another one in the hand, and was not before?
            first = [way for way in out if way[1] == HELD and way not in self._ways] or first
        return first[:1] + [way for way in out if way not in first[:1]]

    def _say(self) -> None:
        """Put ways into the lists; pawns too many wait while the one shown is in the hand."""
        waiting = self._ways and self._ways[0][1] == HELD
        for seat, start, end in self._ways:
            self.missing_spots.append(end)
            self.missing.append(self._map.token(seat, end))
            if start != HELD and not waiting:
                self.extra_spots.append(start)
                self.extra.append(self._map.token(seat, start))
