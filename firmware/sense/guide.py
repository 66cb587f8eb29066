# SPDX-License-Identifier: Apache-2.0
"""The nearest way out of a board that fits nothing: which pawns are missing, which too many."""

from micropython import const

from rules.game import NOBODY
from sense.boardmap import HELD

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.boardmap import BoardMap
    from sense.successors import Successors
    from sense.view import View


_TIES = const(12)  # among so many ways of one pawn the nearest need not be sought


class Guide:
    """Finds the position that takes the fewest single pawn moves, and says them one at a time.

    Attributes:
        missing: tokens (`red:17`) of the places where a pawn is missing, the first one first.
        extra: tokens of the places where a pawn is too many; extra[k] goes to missing[k] while
            there are that many.
        missing_spots: the same as spots.
        extra_spots: the same as spots.
    """

    def __init__(self, boardmap: "BoardMap") -> None:
        """Make the buffers for a board."""
        self._map = boardmap
        self._image = bytearray(boardmap.size)
        self._spots = bytearray(16)
        self._ways = []
        self.clear()

    def clear(self) -> None:
        """Show nothing."""
        self.missing = []
        self.extra = []
        self.missing_spots = []
        self.extra_spots = []

    def find(self, view: "View", states: list, worlds: list, begun: bool) -> bool:
        """Choose the nearest state and fill the lists.

        Ties go to the state whose ring and rows differ least, then, when a result has been
        begun, to another one than the first, then to the earlier one.

        Args:
            view: the board.
            states: positions that end the guide; the expected one first.
            worlds: where the pawns may be, by colour, the most likely worlds first.
            begun: whether the hands are on the way to a result.

        Returns:
            Whether the lists changed.
        """
        nearest = 100
        ties = []
        for state in states:
            distance = self._distance(view, state)
            if not distance:
                continue  # it looks right, so the wrong pawns stand there
            if distance < nearest:
                nearest = distance
                ties = []
            if distance == nearest:
                ties.append(state)
            if nearest == 1 and len(ties) == _TIES:
                break
        best = 1000
        chosen = []
        for state in ties:
            self._map.image(state, self._image)
            missing = []
            view.differences(self._image, missing, missing)
            open_spots = [spot for spot in missing if spot < self._map.home]
            for world in worlds:
                ways = self._pawn_ways(world, self._map.spots(state, self._spots))
                score = 8 * len(ways) + 2 * min(3, len(open_spots))
                if begun and state is states[0]:
                    score += 1
                if score < best:
                    best = score
                    chosen = ways
        before = (self.missing, self.extra)
        self.clear()
        if chosen or not ties:
            self._say(view.seen, chosen)
        else:
            self._say_reeds(view, ties[0])
        return before != (self.missing, self.extra)

    def _say_reeds(self, view: "View", state: bytes) -> None:
        """Name the reeds that differ though every pawn is where it should be: stuck or spare."""
        view.differences(self._map.image(state, self._image), self.missing_spots, self.extra_spots)
        for spots, tokens in ((self.missing_spots, self.missing), (self.extra_spots, self.extra)):
            for spot in spots:
                seat = self._map.owner(spot)
                tokens.append(self._map.token(0 if seat == NOBODY else seat, spot))

    def _distance(self, view: "View", state: bytes) -> int:
        missing = []
        extra = []
        view.differences(self._map.image(state, self._image), missing, extra)
        return max(len(missing), len(extra))

    @staticmethod
    def _pawn_ways(world: bytes, target: bytearray) -> list:
        """Return (seat, from spot, to spot) of every pawn of a world that must move."""
        ways = []
        for seat in range(0, 16, 4):
            where = []
            wanted = []
            i = j = seat
            end = seat + 4
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
            for k in range(len(where)):
                if where[k] != NOBODY:
                    ways.append((seat >> 2, where[k], wanted[k]))
        return ways

    def _say(self, seen: bytearray, ways: list) -> None:
        """Put ways into the lists: on the board before held, free places before taken ones."""
        taken = self._map.has
        for lap in range(4):
            for seat, start, end in ways:
                order = (2 if start == HELD else 0) + (1 if taken(seen, end) else 0)
                if order != lap:
                    continue
                self.missing_spots.append(end)
                self.missing.append(self._map.token(seat, end))
                if start != HELD:
                    self.extra_spots.append(start)
                    self.extra.append(self._map.token(seat, start))


def on_the_way(
    boardmap: "BoardMap", view: "View", start: bytearray, successors: "Successors"
) -> bool:
    """Return whether the hands have begun some result and not finished it.

    Everything that differs from the image `start` differs in the same way in that result.
    """
    n = boardmap.n_bytes
    seen = view.seen
    for index in successors.containing(seen, view.mask):
        image = successors.image(index)
        fits = True
        for i in range(n):
            changed = seen[i] ^ start[i]
            if view.mask is not None:
                changed &= ~view.mask[i]
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
