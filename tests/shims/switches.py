# SPDX-License-Identifier: Apache-2.0
"""The board of a table, for tests: a switch is closed while a pawn stands on it, and lights have names."""

from light import signals
from rules.game import NOBODY


def _name(layer, pattern, kinds):
    """Return the name of the signal with a layer and a pattern that appears on lights of some kinds, "" for none."""
    for one in signals.SIGNALS:
        if one.layer == layer and one.pattern == pattern and one.where & kinds:
            return one.name
    return ""


class Switches:
    """Pawns that hands lift and place; a heir has `map`, `wire` (0 = closed), `slots` and `wait(ms)`.

    To see its lights it has `layout`, `game` and `lights` as well.

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
            self.levels(spot)
        return self

    def levels(self, spot):
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
        self.levels(spot)
        return self

    def place(self, seat, place):
        spot = self.map.spot(seat, place)
        self.slots[spot] = self.slots.get(spot, 0) + 1
        self.levels(spot)
        return self

    def carry(self, seat, a, b, air_ms=300, then_ms=1500):
        """Take one pawn from a place to another with a tidy hand, and let the board settle."""
        return self.lift(seat, a).wait(air_ms).place(seat, b).wait(then_ms)

    # -- lights -----------------------------------------------------------------------------

    def lit(self):
        """Return {light: signal} of what is seen now; lights as `tavle sim --stdio` names them: 17, red:z2, red:h0."""
        found = {}
        for led, name in self.led_names():
            layer, pattern = self.lights.seen(led)
            signal = _name(
                layer, pattern, signals.SEAT if name.endswith(":seat") else ~signals.SEAT
            )
            if signal:
                found[name] = signal
        return found

    def led_names(self):
        """Return [(number of a light, its name)]."""
        layout = self.layout
        names = [(layout.LED[layout.RING[k]], str(k)) for k in range(len(layout.RING))]
        for kind, bits, first in (
            ("z", layout.ROW, 1),
            ("h", layout.HOME, 0),
            ("f", layout.FIN, 0),
        ):
            each = len(bits) // 4
            for k in range(len(bits)):
                colour = self.game.colours[k // each]
                names.append((layout.LED[bits[k]], "%s:%s%d" % (colour, kind, first + k % each)))
        for seat in range(4):
            names.append((layout.SEAT_LED[seat], self.game.colours[seat] + ":seat"))
        return names
