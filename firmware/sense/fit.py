# SPDX-License-Identifier: Apache-2.0
"""Where pawns stand after somebody touched the board in the dark: as few as reeds allow are displaced."""

from rules.game import NOBODY
from sense.boardmap import HELD

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.boardmap import BoardMap
    from sense.occupancy import Occupancy


class Fit:
    """Fits the pawns of a position to a board.

    Args:
        boardmap: the board's wiring.
        standing: spots where the pawns would stand by what hands have done, sorted within each seat: it decides
            where reeds leave it open which colour stands on a spot.

    Attributes:
        strangers: spots on which, by the last fit, pawns stand that nobody knows.
    """

    def __init__(self, boardmap: "BoardMap", standing: bytearray) -> None:
        self._map = boardmap
        self._standing = standing
        self.strangers = 0

    def to(self, view: "Occupancy", target: bytearray, image: bytearray) -> bytearray:
        """Return where pawns stand when as few as reeds allow are not where a position has them.

        A pawn in an area or a row is of its colour, if one of that colour can be there.

        Args:
            view: the board.
            target: spots of the position's pawns, sorted within each seat, as is what is returned: HELD
                for those that stand nowhere.
            image: what the position looks like.
        """
        here = bytearray(target)
        lost: "list[int]" = []  # seats, one for each pawn that is not where it should be
        on = bytearray(self._map.n_spots)
        for i in range(16):
            spot = target[i]
            if spot == NOBODY:
                continue
            on[spot] += 1
            there = self._map.count(view.seen, spot)
            if spot < self._map.home:
                there *= 16  # one reed for a whole stack, of several colours on a frifelt
            if on[spot] > there + view.masks(spot):
                here[i] = HELD
                lost.append(i >> 2)
        spots = self._come_home(here, lost, view.differences(image)[1])
        for known in (True, False):
            for spot in list(spots):
                mine = [seat for seat in lost if not known or _has(self._standing, seat, spot)]
                if mine:
                    spots.remove(spot)
                    lost.remove(mine[0])
                    self._put(here, mine[0], HELD, spot)
        # No reed tells that a stack is short of a pawn.
        spots = [spot for spot in spots if not self._unstack(here, on, spot)]
        self.strangers = len(spots)
        for seat in range(0, 16, 4):
            here[seat : seat + 4] = bytes(sorted(here[seat : seat + 4]))
        return here

    def _come_home(self, here: bytearray, lost: "list[int]", spots: "list[int]") -> "list[int]":
        """Put pawns into the areas and rows of their colours; return the spots where others stand."""
        others = []
        for spot in spots:
            seat = self._map.owner(spot)
            if seat in lost:
                lost.remove(seat)
                self._put(here, seat, HELD, spot)
            else:
                others.append(spot)
        return others

    def _unstack(self, here: bytearray, on: bytearray, spot: int) -> bool:
        """Let a pawn have come to its area or row from a space that it shared; return whether one may."""
        seat = self._map.owner(spot)
        # NOBODY has no pawns in the list.
        stacks = [
            stack
            for stack in here[4 * seat : 4 * seat + 4]
            if stack <= self._map.game.ring and on[stack] > 1
        ]
        if not stacks:
            return False
        stacks.sort(key=lambda stack: _has(self._standing, seat, stack))
        on[stacks[0]] -= 1
        self._put(here, seat, stacks[0], spot)
        return True

    @staticmethod
    def _put(here: bytearray, seat: int, old: int, new: int) -> None:
        for i in range(4 * seat, 4 * seat + 4):
            if here[i] == old:
                here[i] = new
                return


def _has(standing: bytearray, seat: int, spot: int) -> bool:
    """Return whether a pawn of a seat stands on a spot."""
    for i in range(4 * seat, 4 * seat + 4):
        if standing[i] == spot:
            return True
    return False
