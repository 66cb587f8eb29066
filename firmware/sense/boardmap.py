# SPDX-License-Identifier: Apache-2.0
"""What stands between sensor bits and the rules' places.

A *spot* is one physical place as one byte: 1+i is ring index i (the rules' place code), then
come the row spaces of the four seats, then four home areas, then four finish areas. Unlike a
place code it needs no seat to be understood: a red pawn can stand in blue's home.

An *image* is what a position looks like to reeds: the sensor bytes with ring and row bits
only, then the number of pawns in each home area, then in each finish area. The slots of one
area are interchangeable, so these are counts.
"""

from rules.game import HOME, NOBODY
from rules.notation import place_text

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from types import ModuleType

    from rules.game import Game


HELD = 0xFE  # the spot of a pawn in a hand, or lost


class BoardMap:
    """Translates one board's wiring for one game.

    Attributes:
        n_bytes: sensor bytes of the chain.
        n_bits: sensor bits in use.
        size: length of an image.
        n_spots: spots are below this number, 0 is none.
        home: spot of seat 0's home area; seat s has `home + s`.
        fin: spot of seat 0's finish area.
        spot_of_bit: sensor bit -> spot, 0 = unused bit.
    """

    def __init__(self, board: "ModuleType", game: "Game", wiring: "bytes | None" = None) -> None:
        """Build the tables.

        Args:
            board: a generated module of `boards` (RING, ROW, HOME, FIN, N_BITS, N_CHIPS).
            game: the rules' `Game` to be played on it.
            wiring: learnt permutation, board bit -> bit of the chain; None = as generated.

        Raises:
            ValueError: board, game and wiring do not fit together.
        """
        ring = game.ring
        row = game.row
        has_fin = game.fin != NOBODY
        if len(board.RING) != ring or len(board.ROW) != 4 * row or bool(board.FIN) != has_fin:
            raise ValueError("board: %s has other spaces than %s" % (board.GAME, game.rulebook))
        if wiring is None:
            wiring = bytes(range(board.N_BITS))
        if len(wiring) != board.N_BITS or len(set(wiring)) != len(wiring):
            raise ValueError("wiring: %d different bits expected" % board.N_BITS)
        if max(wiring) >= 8 * board.N_CHIPS:
            raise ValueError("wiring: bit beyond the chain of %d chips" % board.N_CHIPS)
        self.game = game
        self.n_bytes = board.N_CHIPS
        self.n_bits = board.N_BITS
        self.size = self.n_bytes + 8
        self._ring = ring
        self._row = row
        self._fin_code = game.fin
        self._row0 = ring + 1
        self.home = self._row0 + 4 * row
        self.fin = self.home + 4
        self.n_spots = self.fin + 4
        self._wiring = bytes(wiring)
        self.spot_of_bit = self._spots(board)
        self._bit_of_spot = bytearray(self.n_spots)
        self._slots = [[], [], [], [], [], [], [], []]  # bits of the home, then finish areas
        self._single = bytearray(self.n_bytes)  # bits that are compared exactly
        for bit in range(8 * self.n_bytes):
            spot = self.spot_of_bit[bit]
            if spot and spot < self.home:
                self._bit_of_spot[spot] = bit
                self._single[bit >> 3] |= 1 << (bit & 7)
        # The slots of a seat that is not in play may hold anything: spare pawns.
        for seat in game.seats:
            for area, bits in ((seat, board.HOME), (4 + seat, board.FIN)):
                for bit in bits[4 * seat : 4 * seat + 4]:
                    if bit != NOBODY:  # else the board has fewer slots
                        self._slots[area].append(wiring[bit])

    def _spots(self, board: "ModuleType") -> bytearray:
        spots = bytearray(8 * self.n_bytes)
        wiring = self._wiring
        for i in range(self._ring):
            spots[wiring[board.RING[i]]] = 1 + i
        for i in range(4 * self._row):
            spots[wiring[board.ROW[i]]] = self._row0 + i
        for first, bits in ((self.home, board.HOME), (self.fin, board.FIN)):
            for i in range(len(bits)):
                if bits[i] != NOBODY:
                    spots[wiring[bits[i]]] = first + (i >> 2)
        return spots

    # -- names ----------------------------------------------------------------------------

    def spot(self, seat: int, place: int) -> int:
        """Return the spot of a place code of a seat; NOBODY stays NOBODY."""
        if place == HOME:
            return self.home + seat
        if place <= self._ring or place == NOBODY:
            return place
        if place == self._fin_code:
            return self.fin + seat
        return self._row0 + seat * self._row + place - self._ring - 1

    def place(self, spot: int) -> int:
        """Return the place code of a spot, for the seat of `owner`."""
        if spot <= self._ring:
            return spot
        if spot >= self.fin:
            return self._fin_code
        if spot >= self.home:
            return HOME
        return self._ring + 1 + (spot - self._row0) % self._row

    def owner(self, spot: int) -> int:
        """Return the seat a spot belongs to, NOBODY for the ring."""
        if spot <= self._ring:
            return NOBODY
        if spot >= self.home:
            return (spot - self.home) & 3
        return (spot - self._row0) // self._row

    def token(self, seat: int, spot: int) -> str:
        """Return `red:17`, `red:h`, `red:z2`; the seat counts only for ring spots."""
        owner = self.owner(spot)
        if owner != NOBODY:
            seat = owner
        return self.game.colours[seat] + ":" + place_text(self.game, self.place(spot))

    def bits(self, spot: int) -> list:
        """Return the sensor bits of a spot: one, or the slots of an area in order."""
        if spot >= self.home:
            return self._slots[spot - self.home]
        return [self._bit_of_spot[spot]]

    def spots(self, state: "bytes | bytearray") -> bytearray:
        """Return the spots of the 16 pawns of a state, sorted within each seat."""
        out = bytearray()
        for seat in range(4):
            out += bytes(
                sorted([self.spot(seat, place) for place in state[4 * seat : 4 * seat + 4]])
            )
        return out

    # -- images -----------------------------------------------------------------------------

    def image(self, state: "bytes | bytearray") -> bytearray:
        """Return the image of a state."""
        out = bytearray(self.size)
        for i in range(16):
            spot = self.spot(i >> 2, state[i])
            if spot == NOBODY:
                continue
            if spot >= self.home:
                out[self.n_bytes + spot - self.home] += 1
            else:
                bit = self._bit_of_spot[spot]
                out[bit >> 3] |= 1 << (bit & 7)
        return out

    def observe(self, levels: bytearray) -> bytearray:
        """Return the image of sensor levels, 1 = magnet."""
        out = bytearray(self.size)
        for i in range(self.n_bytes):
            out[i] = levels[i] & self._single[i]
        for area in range(8):
            out[self.n_bytes + area] = self._count(levels, area)
        return out

    def flip(self, image: bytearray, bit: int, level: int) -> None:
        """Change an image as if one sensor had changed to `level`, 1 = magnet."""
        spot = self.spot_of_bit[bit]
        if spot < self.home:
            image[bit >> 3] ^= self._single[bit >> 3] & 1 << (bit & 7)
        elif self._slots[spot - self.home]:
            image[self.n_bytes + spot - self.home] += 1 if level else -1

    def has(self, image: bytearray, spot: int) -> bool:
        """Return whether an image shows a pawn on a spot (in an area: at least one)."""
        if spot >= self.home:
            return image[self.n_bytes + spot - self.home] > 0
        bit = self._bit_of_spot[spot]
        return bool(image[bit >> 3] >> (bit & 7) & 1)

    def count(self, image: bytearray, spot: int) -> int:
        """Return the pawns an image shows on a spot: 0 or 1, in an area 0..4."""
        if spot >= self.home:
            return image[self.n_bytes + spot - self.home]
        return 1 if self.has(image, spot) else 0

    def same(
        self, seen: bytearray, image: "bytes | bytearray", masked: "bytearray | None" = None
    ) -> bool:
        """Return whether a seen image fits another, as far as reeds can be trusted.

        Args:
            seen: image made by `observe` from levels that are 0 where masked.
            image: image made by `image`.
            masked: bits to ignore; None = trust all. A masked slot may hold a pawn or not.
        """
        if masked is None or seen == image:
            return seen == image
        missing, extra = self.differences(seen, image, masked)
        return not missing and not extra

    def differences(
        self, seen: bytearray, image: "bytes | bytearray", masked: "bytearray | None" = None
    ) -> "tuple[list[int], list[int]]":
        """Return the spots where pawns are missing and where they are too many in `seen` against `image`.

        One for each pawn of an area. Reeds in `masked` never differ.
        """
        missing: "list[int]" = []
        extra: "list[int]" = []
        for i in range(self.n_bytes):
            diff = seen[i] ^ image[i]
            if masked is not None:
                diff &= ~masked[i]
            if diff:
                for k in range(8):
                    if diff >> k & 1:
                        spot = self.spot_of_bit[8 * i + k]
                        (missing if image[i] >> k & 1 else extra).append(spot)
        for area in range(8):
            more = image[self.n_bytes + area] - seen[self.n_bytes + area]
            if more > 0 and masked is not None:
                more = max(0, more - self._count(masked, area))
            (missing if more > 0 else extra).extend([self.home + area] * abs(more))
        return missing, extra

    def _count(self, levels: bytearray, area: int) -> int:
        count = 0
        for bit in self._slots[area]:
            if levels[bit >> 3] >> (bit & 7) & 1:
                count += 1
        return count


def astray(standing: bytearray, target: bytearray, seat: int) -> list:
    """Return (spot, wanted spot) of every pawn of a seat that stands elsewhere in `target`.

    Both hold the spots of the 16 pawns, sorted within each seat.
    """
    where = []
    wanted = []
    i = j = 4 * seat
    end = i + 4
    while i < end or j < end:
        if j == end or (i < end and standing[i] < target[j]):
            where.append(standing[i])
            i += 1
        elif i == end or standing[i] > target[j]:
            wanted.append(target[j])
            j += 1
        else:
            i += 1
            j += 1
    return list(zip(where, wanted))
