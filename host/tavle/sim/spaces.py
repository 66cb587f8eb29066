# SPDX-License-Identifier: Apache-2.0
"""Names of the board's spaces, and the sensor bits and lights they have."""

from typing import Any

_NONE = 255  # a slot or a seat that the board has not


class Spaces:
    """One board as the world names it.

    A *place* is what commands say: `h`, a ring index, `z1`.., `f`, seen from a colour; with
    `blue:` before it, from another colour. A *bit* is one sensed space.

    Args:
        game: the rules' `Game`.
        layout: the board file of the game.
    """

    def __init__(self, game: Any, layout: Any):
        self.colours: tuple[str, ...] = tuple(game.colours)
        self.ring = len(layout.RING)
        self.row = len(layout.ROW) // 4
        self.has_finish = bool(layout.FIN)
        self.n_bits: int = layout.N_BITS
        self.layout = layout
        self._numbers = {str(number): number for number in range(self.ring)}
        self._where: dict[int, tuple[str, int, int]] = {}
        for index, bit in enumerate(layout.RING):
            self._where[bit] = ("ring", index, 0)
        for i, bit in enumerate(layout.ROW):
            self._where[bit] = ("z", i // self.row, i % self.row + 1)
        for kind, bits in (("h", layout.HOME), ("f", layout.FIN)):
            for i, bit in enumerate(bits):
                if bit != _NONE:
                    self._where[bit] = (kind, i // 4, i % 4)

    def seat(self, colour: object) -> int:
        """Return a colour's seat. Raises ValueError."""
        if not isinstance(colour, str) or colour not in self.colours:
            raise ValueError(f"no colour {colour!r} (there are: {' '.join(self.colours)})")
        return self.colours.index(colour)

    def bits(self, seat: int, place: object) -> list[int]:
        """Return the bits of a place seen from a seat: one, or four slots. Raises ValueError."""
        if isinstance(place, int) and not isinstance(place, bool):
            place = str(place)
        if not isinstance(place, str):
            raise ValueError(f"no place {place!r}: a place is text such as 'h', '17', 'z1'")
        colour, colon, token = place.rpartition(":")
        if colon:
            seat = self.seat(colour)
        if token == "h" or (token == "f" and self.has_finish):
            area = self.layout.HOME if token == "h" else self.layout.FIN
            return [bit for bit in area[4 * seat : 4 * seat + 4] if bit != _NONE]
        if token in self._numbers:
            return [self.layout.RING[self._numbers[token]]]
        number = self._numbers.get(token[1:], 0) if token[:1] == "z" else 0
        if 1 <= number <= self.row:
            return [self.layout.ROW[seat * self.row + number - 1]]
        last = f"0 to {self.ring - 1}, z1 to z{self.row}"
        raise ValueError(f"no place {place!r} (h, {last}{', f' if self.has_finish else ''})")

    def any_bit(self, name: object) -> int:
        """Return the bit of a space by its full name: `31`, `red:z2`, `red:h0`.

        Raises ValueError.
        """
        if isinstance(name, str) and name[:-1].endswith((":h", ":f")) and name[-1] in "0123":
            return self.bits(0, name[:-1])[int(name[-1])]
        if isinstance(name, str) and ":" not in name and name not in self._numbers:
            raise ValueError(f"no space {name!r}: say '31', 'red:z2' or 'red:h0'")
        bits = self.bits(0, name)
        if len(bits) > 1:
            raise ValueError(f"{name!r} has four spaces: say {name}0 to {name}3")
        return bits[0]

    def name(self, bit: int) -> str:
        """Return the full name of a space: what `any_bit` takes."""
        kind, seat, number = self._where[bit]
        return str(seat) if kind == "ring" else f"{self.colours[seat]}:{kind}{number}"

    def place(self, seat: int, bit: int) -> str:
        """Return the place token of a bit for a pawn of a seat; `blue:z1` when it is foreign."""
        kind, owner, number = self._where[bit]
        if kind == "ring":
            return str(owner)
        token = f"z{number}" if kind == "z" else kind
        return token if owner == seat else f"{self.colours[owner]}:{token}"

    def order(self, seat: int, bit: int) -> tuple[int, int]:
        """Return a sort key in the order of position lines, foreign places last."""
        kind, owner, number = self._where[bit]
        if kind == "ring":
            return (1, owner)
        rank = {"h": 0, "z": 2, "f": 3}[kind]
        return (rank if owner == seat else 4 + rank, number)

    def light_names(self) -> dict[int, str]:
        """Return light index -> name: of its space, or `red:seat`."""
        names = {self.layout.LED[bit]: self.name(bit) for bit in self._where}
        for seat, light in enumerate(self.layout.SEAT_LED):
            if light == _NONE:
                continue
            names[light] = f"{self.colours[seat]}:seat"
        return names
