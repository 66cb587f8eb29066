# SPDX-License-Identifier: Apache-2.0
"""Which lights of the chain belong to a place, and what is shown on them."""

from light import palette, signals
from rules.game import HOME, NOBODY

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from types import ModuleType

    from light.lights import Lights
    from sense.boardmap import BoardMap
    from sense.debounce import Debounce


class LedMap:
    """The lights of a board by place: `feedback.Feedback` is made from it.

    Args:
        lights: `light.lights.Lights`.
        layout: a module of `boards` such as `boards.partners`.
        boardmap: the table's `BoardMap`.
        debounce: for the slots that are filled and the pawns in the air.
        order: learnt places of the lights in the chain, None = as the layout says.
    """

    def __init__(
        self,
        lights: "Lights",
        layout: "ModuleType",
        boardmap: "BoardMap",
        debounce: "Debounce",
        order: "bytes | None",
    ) -> None:
        self._lights = lights
        self._layout = layout
        self._map = boardmap
        self._debounce = debounce
        self._order = order
        self._rgb = palette.seats(boardmap.game.colours)

    def _light(self, led: int) -> int:
        return self._order[led] if self._order is not None else led

    def _seat_light(self, seat: int) -> int:
        return self._light(self._layout.SEAT_LED[seat])

    def _lights_of(self, seat: int, place: int) -> list:
        """Return the lights of a place; of a home or finish area those of its empty slots."""
        layout = self._layout
        kind = self._map.game.kind(place)
        if kind == 1:
            bits = [layout.RING[place - 1]]
        elif kind == 2:
            row = self._map.game.row
            bits = [layout.ROW[seat * row + place - self._map.game.ring - 1]]
        else:
            table = layout.HOME if kind == 0 else layout.FIN
            return self._slots(seat, place, table)
        return [self._light(layout.LED[bit]) for bit in bits]

    def _slots(self, seat: int, place: int, table: bytes) -> list:
        wires = self._map.bits(self._map.spot(seat, place))
        levels = self._debounce.stable
        empty = []
        for k in range(len(wires)):
            if not levels[wires[k] >> 3] >> (wires[k] & 7) & 1:
                empty.append(self._light(self._layout.LED[table[4 * seat + k]]))
        return empty or [self._light(self._layout.LED[table[4 * seat]])]

    def _show(self, signal: tuple, seat: int, place: int, most: int = 4) -> None:
        """Show a signal on a place; on at most so many slots of an area."""
        if place == NOBODY:
            return
        rgb = self._rgb[seat] if seat != NOBODY else palette.WHITE
        for led in self._lights_of(seat, place)[:most]:
            self._lights.show(signal, led, rgb)

    def _show_spot(self, signal: tuple, spot: int) -> None:
        seat = self._map.owner(spot)
        self._show(signal, seat, self._map.place(spot), 1)

    def _home_pawns(self, seat: int) -> None:
        """Show the slots of a home that hold a pawn."""
        wires = self._map.bits(self._map.spot(seat, HOME))
        for k in range(len(wires)):
            if self._debounce.stable[wires[k] >> 3] >> (wires[k] & 7) & 1:
                led = self._layout.LED[self._layout.HOME[4 * seat + k]]
                self._lights.show(signals.MOVABLE, self._light(led), self._rgb[seat])
