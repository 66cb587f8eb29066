# SPDX-License-Identifier: Apache-2.0
"""The position that the table believes in and the one before the last move, as reeds see them."""

from rules.game import HOME
from sense.boardmap import astray
from sense.occupancy import pawns_on

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.boardmap import BoardMap


class Expected:
    """What should stand on the board.

    Attributes:
        state: the position's 20 bytes.
        image: what reeds see of it.
        spots: where its 16 pawns stand.
        previous: the position before the last move, which can be restored by hand; None when
            there is nothing to take back.
        before: what reeds see of that.
        swappable: the position from which the last card was played, if that card allows exchanges; else None.
        crossed: a position with the same image whose pawns stand there instead, None if unknown.
    """

    def __init__(self, boardmap: "BoardMap") -> None:
        self._map = boardmap
        self.state = bytes(20)
        self.image = bytearray(boardmap.size)
        self.spots = bytearray(16)
        self.previous: "bytes | None" = None
        self.before = bytearray(boardmap.size)
        self.swappable: "bytes | None" = None
        self.crossed: "bytes | None" = None

    def set(self, state: "bytes | bytearray", previous: "bytes | None") -> None:
        """Expect a position; both are copied."""
        self.state = bytes(state)
        self.previous = None if previous is None else bytes(previous)
        self.image = self._map.image(self.state)
        self.spots = self._map.spots(self.state)
        if self.previous is not None:
            self.before = self._map.image(self.previous)
        self.crossed = None

    def token(self, spot: int) -> str:
        """Return `red:17` for a spot, in the colour of the pawn that stands there."""
        here = pawns_on(self._map, self.state, [spot])
        return self._map.token(here[0][0] if here else 0, spot)

    def alike_before(self, mask: "bytearray | None") -> bool:
        """Return whether the position before looks like this one, with other pawns.

        Args:
            mask: reeds to ignore, as in `Occupancy`.
        """
        before = self.previous
        if before is None or before[:16] == self.state[:16]:
            return False
        return self._map.same(self.image, self.before, mask)

    def way_back(self) -> "list[tuple[int, int]]":
        """Return (spot here, spot there) of every pawn that goes back when the last move is taken back."""
        return self._astray(self.previous)

    def last_move(self) -> "list[int]":
        """Return the spots where pawns of the last move started or ended, each once."""
        out: "list[int]" = []
        for pair in self.way_back():
            out += [spot for spot in pair if spot not in out]
        return out

    def taken_over(self) -> "list[tuple[list[int], int]]":
        """Return (spots where a seat's pawns went, spot) for each spot that the last move took from that seat."""
        spots = self._map.spots(self.previous or self.state)
        moved = [astray(self.spots, spots, seat) for seat in range(4)]
        taken = [here for pairs in moved for here, _ in pairs]
        out = []
        for pairs in moved:
            gone = [here for here, _ in pairs]
            out += [(gone, was) for _, was in pairs if was in taken]
        return out

    def crossing(self) -> "list[int]":
        """Return the spots whose pawns are to change places, where `crossed` is known."""
        return [came for _, came in self._astray(self.crossed)]

    def _astray(self, other: "bytes | None") -> "list[tuple[int, int]]":
        """Return (spot here, spot there) of the pawns that stand elsewhere in another position."""
        spots = self._map.spots(other or self.state)
        return [pair for seat in range(4) for pair in astray(self.spots, spots, seat)]

    def ends_before(self) -> list:
        """Return (seat, place) where pawns stood before the last move and stand no more."""
        out = []
        before = self.previous or self.state
        for i in range(16):
            seat = i & 12
            if before[i] not in self.state[seat : seat + 4] and before[i] != HOME:
                out.append((i >> 2, before[i]))
        return out
