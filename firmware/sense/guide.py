# SPDX-License-Identifier: Apache-2.0
"""The nearest way out of a board that fits nothing: which pawns are missing, which too many."""

from rules.game import NOBODY

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.boardmap import BoardMap
    from sense.successors import Successors


class Guide:
    """Finds the position that takes the fewest single pawn moves, and says them one at a time.

    Attributes:
        missing: tokens (`red:17`) of the places where a pawn is missing, the first one first.
        extra: tokens of the places where a pawn is too many; extra[k] belongs to missing[k].
        missing_spots: the same as spots.
        extra_spots: the same as spots.
    """

    def __init__(self, boardmap: "BoardMap") -> None:
        self._map = boardmap
        self._image = bytearray(boardmap.size)
        self.clear()

    def clear(self) -> None:
        """Show nothing."""
        self.missing = []
        self.extra = []
        self.missing_spots = []
        self.extra_spots = []

    def find(
        self,
        seen: bytearray,
        expected: bytes,
        successors: "Successors",
        previous: "bytes | None",
        begun: bool,
    ) -> bool:
        """Choose the nearest of the position, the results and the position before.

        Fills the lists. Ties go to the position, but to a result once that has been begun.

        Args:
            seen: image of the board.
            expected: state bytes of the position.
            successors: `Successors`; its results are candidates.
            previous: state bytes, or None.
            begun: whether the hands are on the way to a result.

        Returns:
            Whether the lists changed.
        """
        before = (self.missing, self.extra)
        best = self._distance(seen, expected)
        target = expected
        if begun:
            best += 1
        for state, _ in successors.results:
            distance = self._distance(seen, state)
            if distance < best:
                best = distance
                target = state
        if previous is not None and self._distance(seen, previous) < best:
            target = previous
        self.clear()
        missing = []
        extra = []
        self._map.differences(seen, self._map.image(target, self._image), missing, extra)
        self._pair(missing, extra, target, expected)
        return before != (self.missing, self.extra)

    def _distance(self, seen: bytearray, state: bytes) -> int:
        return self._map.differences(seen, self._map.image(state, self._image), [], [])

    def _pair(self, missing: list, extra: list, target: bytes, expected: bytes) -> None:
        """Match every missing pawn with the extra one that is most likely the same."""
        left = list(extra)
        for spot in missing:
            seat = self._seat_at(spot, target)
            self.missing_spots.append(spot)
            self.missing.append(self._map.token(seat, spot))
            if left:
                near = self._nearest(spot, seat, left, expected)
                left.remove(near)
                self.extra_spots.append(near)
                self.extra.append(self._map.token(self._colour(near, seat, expected), near))
        for spot in left:
            seat = self._colour(spot, NOBODY, expected)
            self.extra_spots.append(spot)
            self.extra.append(self._map.token(0 if seat == NOBODY else seat, spot))

    def _seat_at(self, spot: int, state: bytes) -> int:
        owner = self._map.owner(spot)
        if owner != NOBODY:
            return owner
        for i in range(16):
            if state[i] != NOBODY and self._map.spot(i >> 2, state[i]) == spot:
                return i >> 2
        return NOBODY

    def _colour(self, spot: int, seat: int, expected: bytes) -> int:
        """Return the seat of the pawn on an extra spot: the missing pawn's when it is not known."""
        here = self._seat_at(spot, expected)
        return seat if here == NOBODY else here

    def _nearest(self, spot: int, seat: int, extra: list, expected: bytes) -> int:
        ring = self._map.game.ring
        best = extra[0]
        score = 1000
        for other in extra:
            here = self._seat_at(other, expected)
            points = 0 if here in (NOBODY, seat) else 500
            if spot <= ring and other <= ring:
                way = (spot - other) % ring
                points += min(way, ring - way)
            else:
                points += 100
            if points < score:
                best = other
                score = points
        return best


def on_the_way(
    boardmap: "BoardMap", seen: bytearray, expected: bytes, successors: "Successors"
) -> int:
    """Return the index of a result that the hands have begun and not finished, or -1.

    Everything that differs from the position differs in the same way in that result.
    """
    start = boardmap.image(expected, bytearray(boardmap.size))
    n = boardmap.n_bytes
    for index in range(len(successors.results)):
        image = successors.image(index)
        fits = True
        for i in range(n):
            changed = seen[i] ^ start[i]
            if changed and changed & (seen[i] ^ image[i]):
                fits = False
                break
        if fits:
            for i in range(n, boardmap.size):
                low = min(start[i], image[i])
                if not low <= seen[i] <= max(start[i], image[i]):
                    fits = False
                    break
        if fits:
            return True
    return False
