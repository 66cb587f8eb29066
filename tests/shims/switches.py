# SPDX-License-Identifier: Apache-2.0
"""Pawns on the switches of a table, for tests: a switch is closed while a pawn stands on it."""

from rules.game import NOBODY


class Switches:
    """Pawns that hands lift and place; a heir has `map`, `wire` (0 = closed), `slots` and `wait(ms)`.

    `slots` is how many pawns stand on each spot. What hands do returns the table: `.lift(0, 21).wait(300)`.
    """

    def stand(self, state):
        """Put every pawn where a state has it."""
        self.slots = {}
        for i in range(16):
            if state[i] != NOBODY:
                spot = self.map.spot(i >> 2, state[i])
                self.slots[spot] = self.slots.get(spot, 0) + 1
        for spot in range(1, self.map.n_spots):
            self._levels(spot)
        return self

    def _levels(self, spot):
        pawns = self.slots.get(spot, 0)
        bits = self.map.bits(spot)
        for k in range(len(bits)):
            mask = 1 << (bits[k] & 7)
            if k < pawns:
                self.wire[bits[k] >> 3] &= 0xFF ^ mask
            else:
                self.wire[bits[k] >> 3] |= mask

    def lift(self, seat, place):
        spot = self.map.spot(seat, place)
        self.slots[spot] -= 1
        self._levels(spot)
        return self

    def place(self, seat, place):
        spot = self.map.spot(seat, place)
        self.slots[spot] = self.slots.get(spot, 0) + 1
        self._levels(spot)
        return self

    def carry(self, seat, a, b, air_ms=300, then_ms=1500):
        """Take one pawn from a place to another with a tidy hand, and let the board settle."""
        return self.lift(seat, a).wait(air_ms).place(seat, b).wait(then_ms)
