# SPDX-License-Identifier: Apache-2.0
"""The layers of light: who says what about which light, and for how long.

Every layer can say something about every light; the most urgent layer that does is seen.
"""

from micropython import const

from light.palette import RGB, WHITE
from light.patterns import OFF, PERIOD_MS, SLOT_MS, SLOTS, STEADY
from ticks import after, since

# The most urgent first.
FAULT = 0
REFUSAL = 1
FLASH = 2  # accepted, undone: short, so it may hide what is below
GUIDE = 3
BUMP = 4  # a pawn on its way home
WALL = 5
HINTS = 6
TURN = 7
AMBIENCE = 8
N_LAYERS = 9

_MOST_COLOURS = const(256)


class Layers:
    """What the layers say: `lights.Lights`, made from it, draws it.

    Args:
        n_leds: number of lights, at most 255.
    """

    def __init__(self, n_leds: int) -> None:
        self._n = n_leds
        # What every layer says: [layer * n + led] -> pattern, and number of the colour.
        self._patterns = bytearray(N_LAYERS * n_leds)
        self._colours = bytearray(N_LAYERS * n_leds)
        self._palette: list = []  # the colours seen so far
        # Lights about which something else is said since they were drawn.
        self._stale = bytearray([1] * n_leds)
        self._dirty = True
        # How many lights a layer speaks about, and one before which there is none.
        self._count = bytearray(N_LAYERS)
        self._first = bytearray(N_LAYERS)
        # Slot in which each layer's patterns began, and when the layer ends.
        self._start = bytearray(N_LAYERS)
        self._ends = [0] * N_LAYERS
        self._timed = bytearray(N_LAYERS)
        self._n_timed = 0

    def set(self, layer: int, led: int, rgb: tuple, pattern: int = STEADY) -> None:
        """Let a layer show a colour with a pattern of `light.patterns` on one light.

        The patterns of a layer that was silent begin with the next frame, in step.
        """
        if pattern == OFF:
            self.clear_led(layer, led)
            return
        at = layer * self._n + led
        if not self._patterns[at]:
            if not self._count[layer] or led < self._first[layer]:
                self._first[layer] = led
            self._count[layer] += 1
        self._patterns[at] = pattern
        self._colours[at] = self._colour(rgb)
        self._stale[led] = 1
        self._dirty = True

    def _colour(self, rgb: tuple) -> int:
        """Return the number of a colour; the language has a dozen."""
        palette = self._palette
        for i in range(len(palette)):
            if palette[i] == rgb:
                return i
        if len(palette) < _MOST_COLOURS:
            palette.append(rgb)
            return len(palette) - 1
        for i in range(_MOST_COLOURS):
            if bytes((i,)) not in self._colours:
                palette[i] = rgb
                return i
        raise ValueError("more than 256 colours")

    def show(self, signal: int, led: int, seat_rgb: tuple = RGB[WHITE]) -> None:
        """Show a signal of `light.signals` on one light; `seat_rgb` where it has no own colour."""
        self.set(signal >> 8, led, RGB[signal >> 5 & 7] or seat_rgb, signal & 31)

    def clear(self, layer: int) -> None:
        """Let a layer say nothing any more."""
        self._touch(layer, True)
        self._count[layer] = 0
        if self._timed[layer]:
            self._timed[layer] = 0
            self._n_timed -= 1

    def clear_led(self, layer: int, led: int) -> None:
        """Let a layer say nothing about one light."""
        at = layer * self._n + led
        if self._patterns[at]:
            self._patterns[at] = OFF
            self._count[layer] -= 1
            self._stale[led] = 1
            self._dirty = True

    def clear_all(self) -> None:
        """Let every layer say nothing."""
        for layer in range(N_LAYERS):
            self.clear(layer)

    def restart(self, layer: int, now_ms: int) -> None:
        """Begin the patterns of a layer now, with their bright part."""
        self._start[layer] = now_ms // SLOT_MS % SLOTS
        self._touch(layer, False)

    def expire(self, layer: int, now_ms: int, duration_ms: int = PERIOD_MS) -> None:
        """Begin the patterns of a layer now and clear it after `duration_ms`."""
        self.restart(layer, now_ms)
        self._ends[layer] = after(now_ms, duration_ms)
        if not self._timed[layer]:
            self._timed[layer] = 1
            self._n_timed += 1

    def _touch(self, layer: int, erase: bool) -> None:
        """Have every light drawn anew that a layer speaks about; take its words back to `erase`."""
        patterns = self._patterns
        left = self._count[layer]
        led = self._first[layer]
        at = layer * self._n + led
        while left:
            if patterns[at]:
                if erase:
                    patterns[at] = OFF
                left -= 1
                self._stale[led] = 1
                self._dirty = True
            at += 1
            led += 1

    def _end_layers(self, now_ms: int) -> None:
        for layer in range(N_LAYERS):
            if self._timed[layer] and since(now_ms, self._ends[layer]) >= 0:
                self.clear(layer)
