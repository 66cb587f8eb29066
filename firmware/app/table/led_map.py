# SPDX-License-Identifier: Apache-2.0
"""Which lights of the chain belong to a place; shows signals by place instead of by light."""

from light import palette
from rules.game import HOME, NOBODY

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from types import ModuleType

    from light.lights import Lights
    from light.signals import Signal
    from sense.boardmap import BoardMap
    from sense.debounce import Debounce


class LedMap:
    """The lights of a board by place.

    Args:
        lights: `light.lights.Lights`.
        layout: a module of `boards` such as `boards.partners`.
        boardmap: the table's `BoardMap`.
        debounce: for the slots that are filled and the pawns in the air.
        order: learnt places of the lights in the chain, None = as the layout says.

    Attributes:
        count: lights of the chain.
        rgb: the seats' colours.
        debounce: as given.
        ring: spaces of the ring, whose codes are 1 to this.
    """

    def __init__(
        self,
        lights: "Lights",
        layout: "ModuleType",
        boardmap: "BoardMap",
        debounce: "Debounce",
        order: "bytes | None" = None,
    ) -> None:
        self._lights = lights
        self._layout = layout
        self._map = boardmap
        self._order = order
        self.debounce = debounce
        self.count = layout.N_LEDS
        self.rgb = layout.COLOURS
        game = boardmap.game
        self.ring = game.ring
        self._row = game.row
        self._single = game.ring + game.row  # place codes up to it are one space
        places = bytes(layout.RING[: game.ring]) + bytes(layout.ROW[: 4 * game.row])
        self._led = bytearray([0])  # of every ring space, then of the rows by seat
        for bit in places:
            self._led.append(self._light(layout.LED[bit]))

    def show(self, signal: "Signal", seat: int, place: int, most: int = 4) -> None:
        """Show a signal on a place; on at most so many slots of an area. NOBODY's is white."""
        if place == NOBODY:
            return
        if HOME < place <= self._single:
            self._show_space(signal, seat, place)  # a hand may wait for it
        else:
            self._show_area(signal, seat, place, most)

    def _show_space(self, signal: "Signal", seat: int, place: int) -> None:
        rgb = self._rgb(seat)
        if place > self.ring:
            place += seat * self._row
        self._lights.show(signal, self._led[place], rgb)

    def _show_area(self, signal: "Signal", seat: int, place: int, most: int) -> None:
        rgb = self._rgb(seat)
        for led in self._lights_of(seat, place)[:most]:
            self._lights.show(signal, led, rgb)

    def _rgb(self, seat: int) -> tuple:
        return self.rgb[seat] if seat != NOBODY else palette.WHITE

    def show_spot(self, signal: "Signal", spot: int) -> None:
        """Show a signal on a spot of the board map."""
        self.show(signal, self._map.owner(spot), self._map.place(spot), 1)

    def show_seat(self, signal: "Signal", seat: int) -> None:
        """Show a signal on the light of a seat, where the board has one."""
        led = self._layout.SEAT_LED[seat]
        if led != NOBODY:
            self._lights.show(signal, self._light(led), self.rgb[seat])

    def show_slot(self, signal: "Signal", seat: int, k: int) -> None:
        """Show a signal on the k-th slot of a home, whether it is filled or not."""
        led = self._layout.LED[self._layout.HOME[4 * seat + k]]
        self._lights.show(signal, self._light(led), self.rgb[seat])

    def pawns(self, seat: int, place: int) -> int:
        """Return on how many switches of a place pawns stand: one, or the slots of an area.

        As of the edge that is being answered.
        """
        return sum(self._levels(seat, place))

    def _levels(self, seat: int, place: int) -> bytes:
        """Return 1 for each switch of a place that a pawn closes, else 0."""
        levels = self.debounce.eager
        wires = self._map.bits(self._map.spot(seat, place))
        return bytes([levels[wire >> 3] >> (wire & 7) & 1 for wire in wires])

    def alike(self, one: "bytes | bytearray", other: "bytes | bytearray") -> bool:
        """Return whether no switch tells two positions apart."""
        return self._map.image(one) == self._map.image(other)

    def show_home_pawns(self, signal: "Signal", seat: int) -> None:
        """Show a signal on the slots of a home that hold a pawn."""
        levels = self._levels(seat, HOME)
        for k in range(len(levels)):
            if levels[k]:
                self.show_slot(signal, seat, k)

    def _light(self, led: int) -> int:
        return self._order[led] if self._order is not None else led

    def _lights_of(self, seat: int, place: int) -> list:
        """Return the lights of the empty slots of a home or finish area, the first one's where all are taken."""
        table = self._layout.HOME if place == HOME else self._layout.FIN
        levels = self._levels(seat, place)
        empty = [k for k in range(len(levels)) if not levels[k]] or [0]
        return [self._light(self._layout.LED[table[4 * seat + k]]) for k in empty]
