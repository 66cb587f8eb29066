# SPDX-License-Identifier: Apache-2.0
"""Which spots are taken: debounced levels without the reeds that cannot be trusted."""

from rules.game import NOBODY

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.boardmap import BoardMap
    from sense.debounce import Debounce


class Occupancy:
    """The board as far as reeds can be trusted.

    Attributes:
        seen: image of the board now.
        mask: bits to ignore, None while every reed is trusted.
    """

    def __init__(self, boardmap: "BoardMap") -> None:
        self._map = boardmap
        n = boardmap.n_bytes
        self.seen = bytearray(boardmap.size)
        self.mask: "bytearray | None" = None
        self._masked = bytearray(n)
        self._ignored = bytearray(n)  # overruled by the referee
        self._levels = bytearray(n)
        self._overruled = False

    def look(self, debounce: "Debounce", image: bytearray) -> None:
        """Take the debounced levels; `image` is what is expected.

        Overruled reeds are believed again as soon as they agree.
        """
        if self._overruled:
            self._trust(debounce.stable, image)
        bad = False
        for i in range(self._map.n_bytes):
            masked = debounce.masked[i] | self._ignored[i]
            self._masked[i] = masked
            if masked:
                bad = True
            self._levels[i] = debounce.stable[i] & ~masked & 0xFF
        self.mask = self._masked if bad else None
        self.seen = self._map.observe(self._levels)

    def eager(self, debounce: "Debounce") -> bytearray:
        """Return the image of the eager levels.

        Few of them differ from those of the last `look`, and a hand waits for the lights.
        """
        out = bytearray(self.seen)
        eager = debounce.eager
        levels = self._levels
        for i in range(len(levels)):
            late = (eager[i] & ~self._masked[i]) ^ levels[i]
            if late:
                for k in range(8):
                    if late >> k & 1:
                        self._map.flip(out, 8 * i + k, eager[i] >> k & 1)
        return out

    def opened(self, debounce: "Debounce") -> "list[int]":
        """Return the spots whose eager levels have opened since the last call."""
        spots: "list[int]" = []
        opened = debounce.opened
        for i in range(len(opened)):
            if opened[i]:
                left = opened[i] & ~self._masked[i]
                opened[i] = 0
                for k in range(8):
                    if left >> k & 1:
                        spots.append(self._map.spot_of_bit[8 * i + k])
        return spots

    def shows(self, image: "bytes | bytearray") -> bool:
        """Return whether the board looks like an image."""
        return self._map.same(self.seen, image, self.mask)

    def within(self, image: "bytes | bytearray") -> bool:
        """Return whether an image has a pawn wherever the board shows one."""
        for i in range(self._map.n_bytes):
            if self.seen[i] & ~image[i]:
                return False
        for i in range(self._map.n_bytes, self._map.size):
            if self.seen[i] > image[i]:
                return False
        return True

    def masks(self, spot: int) -> int:
        """Return how many reeds of a spot are ignored."""
        count = 0
        if self.mask is not None:
            for bit in self._map.bits(spot):
                count += self._masked[bit >> 3] >> (bit & 7) & 1
        return count

    def _trust(self, stable: bytearray, image: bytearray) -> None:
        truth = self._map.observe(stable)
        left = False
        for i in range(self._map.n_bytes):
            for k in range(8):
                if self._ignored[i] >> k & 1:
                    spot = self._map.spot_of_bit[8 * i + k]
                    if self._map.count(truth, spot) == self._map.count(image, spot):
                        self._ignored[i] ^= 1 << k
                    else:
                        left = True
        self._overruled = left

    def differences(self, image: "bytes | bytearray") -> "tuple[list[int], list[int]]":
        """Return the spots where pawns are missing and where they are too many, trusted reeds only."""
        return self._map.differences(self.seen, image, self.mask)

    def override(self, image: bytearray) -> "list[int]":
        """Ignore every reed that speaks against an image; return their spots."""
        missing, extra = self.differences(image)
        for spot in missing:
            self._ignore(spot, 0)
        for spot in extra:
            self._ignore(spot, 1)
        self._overruled = True
        return missing + extra

    def _ignore(self, spot: int, level: int) -> None:
        """Ignore one reed of a spot at some level."""
        for bit in self._map.bits(spot):
            mask = 1 << (bit & 7)
            closed = self._levels[bit >> 3] >> (bit & 7) & 1
            if closed == level and not self._ignored[bit >> 3] & mask:
                self._ignored[bit >> 3] |= mask
                return


def pawns_on(boardmap: "BoardMap", state: bytes, spots: "list[int]") -> "list[tuple[int, int]]":
    """Return (seat, place) of the pawns of a state that stand on one of the spots, each once."""
    out: "list[tuple[int, int]]" = []
    for i in range(16):
        pawn = (i >> 2, state[i])
        if state[i] != NOBODY and boardmap.spot(pawn[0], pawn[1]) in spots and pawn not in out:
            out.append(pawn)
    return out
