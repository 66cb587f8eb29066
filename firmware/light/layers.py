# SPDX-License-Identifier: Apache-2.0
"""The layers of light and the frame made from them.

Every layer can say something about every light; the most urgent layer that does is seen.
`render` is cheap: without a change and within one 50 ms slot it returns at once, and a new
slot costs only the lights whose pattern moves.
"""

from micropython import const

from light import power
from light.effects import boot
from light.palette import WHITE
from light.patterns import EFFECT, OFF, PERIOD_MS, SLOT_MS, SLOTS, STEADY, TABLE

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

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
NAMES = ("fault", "refusal", "flash", "guide", "bump", "wall", "hints", "turn", "ambience")

_NONE = const(255)
# Source: MicroPython time.ticks_ms() wraps at 2**30.
_WRAP = const(0x3FFFFFFF)
_HALF = const(0x20000000)


class Lights:
    """The lights of a table.

    Args:
        n_leds: number of lights, at most 255.
        limit_ma: what they may draw together; the whole frame is made darker to stay below.
        idle_ma_per_led: current of a dark light.
        ma_per_channel: current of one channel at full brightness.

    Attributes:
        ma: what the last frame draws, in mA (calculated).
    """

    def __init__(
        self, n_leds: int, limit_ma: int = 2000, idle_ma_per_led: int = 1, ma_per_channel: int = 18
    ) -> None:
        self._n = n_leds
        self._idle_ma = idle_ma_per_led
        self._channel_ma = ma_per_channel
        self._allowed = power.allowed_sum(n_leds, limit_ma, idle_ma_per_led, ma_per_channel)
        # What every layer says: [layer * n + led] -> pattern, and three bytes green red blue.
        self._patterns = bytearray(N_LAYERS * n_leds)
        self._colours = bytearray(3 * N_LAYERS * n_leds)
        # What is seen: per light the layer, and whether that must be found out again.
        self._top = bytearray([_NONE] * n_leds)
        self._stale = bytearray([1] * n_leds)
        self._dirty = True
        self._moving = 0  # lights whose pattern is not steady
        self._level = bytearray(n_leds)
        # The frame before the limiter, its sum, and how many lights are not dark.
        self._frame = bytearray(3 * n_leds)
        self._sum = 0
        self._lit = 0
        self._scaled = False
        self._out: "bytearray | None" = None
        self._slot = -1
        # How many lights a layer speaks about, and whether it did in the last frame.
        self._count = bytearray(N_LAYERS)
        self._spoke = bytearray(N_LAYERS)
        # Slot in which each layer's patterns began, and when the layer ends.
        self._start = bytearray(N_LAYERS)
        self._ends = [0] * N_LAYERS
        self._timed = bytearray(N_LAYERS)
        self._n_timed = 0
        self._effect: "Callable[[int, int, int], int]" = boot
        self._effect_start = 0
        self._percent = 100

    # -- saying something ---------------------------------------------------------------

    def set(self, layer: int, led: int, rgb: tuple, pattern: int = STEADY) -> None:
        """Let a layer show a colour with a pattern of `light.patterns` on one light.

        The patterns of a layer that was silent begin with the next frame, in step.
        """
        if pattern == OFF:
            self.clear_led(layer, led)
            return
        at = layer * self._n + led
        if not self._patterns[at]:
            self._count[layer] += 1
        self._patterns[at] = pattern
        at *= 3
        self._colours[at] = rgb[1]
        self._colours[at + 1] = rgb[0]
        self._colours[at + 2] = rgb[2]
        self._stale[led] = 1
        self._dirty = True

    def show(self, signal: tuple, led: int, seat_rgb: tuple = WHITE) -> None:
        """Show a signal of `light.signals` on one light; `seat_rgb` where it has no own colour."""
        self.set(signal[1], led, signal[2] or seat_rgb, signal[3])

    def clear(self, layer: int) -> None:
        """Let a layer say nothing any more."""
        at = layer * self._n
        for led in range(self._n):
            if self._patterns[at]:
                self._patterns[at] = OFF
                self._stale[led] = 1
                self._dirty = True
            at += 1
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
        self._touch(layer)

    def expire(self, layer: int, now_ms: int, duration_ms: int = PERIOD_MS) -> None:
        """Begin the patterns of a layer now and clear it after `duration_ms`."""
        self.restart(layer, now_ms)
        self._ends[layer] = now_ms + duration_ms & _WRAP
        if not self._timed[layer]:
            self._timed[layer] = 1
            self._n_timed += 1

    def effect(self, function: "Callable[[int, int, int], int]", now_ms: int) -> None:
        """Give the effect behind pattern EFFECT: (ms since now, led, n_leds) -> level 0..255."""
        self._effect = function
        self._effect_start = now_ms
        for led in range(self._n):
            self._stale[led] = 1
        self._dirty = True

    @property
    def brightness(self) -> int:
        """Percent of full brightness, 1 to 100, before the limiter."""
        return self._percent

    @brightness.setter
    def brightness(self, percent: int) -> None:
        self._percent = percent
        for led in range(self._n):
            self._stale[led] = 1
        self._dirty = True

    @property
    def ma(self) -> int:
        """Return what the last frame draws, in mA (calculated)."""
        if self._out is None:
            return self._n * self._idle_ma
        return power.need_ma(self._out, self._idle_ma, self._channel_ma)

    def seen(self, led: int) -> tuple:
        """Return (layer, pattern) that is seen on a light after `render`, (255, 0) for none."""
        layer = self._top[led]
        if layer == _NONE:
            return layer, OFF
        return layer, self._patterns[layer * self._n + led]

    # -- the frame ----------------------------------------------------------------------

    def render(self, now_ms: int, buf_grb: bytearray) -> bool:
        """Bring the buffer up to date; return whether it changed.

        Args:
            now_ms: the time, as `time.ticks_ms()`.
            buf_grb: green, red, blue per light; give the same buffer every time.

        Never allocates.
        """
        slot = now_ms // SLOT_MS % SLOTS
        same_slot = slot == self._slot
        if same_slot and not self._dirty and buf_grb is self._out:
            return False
        if self._n_timed and not same_slot:
            self._end_layers(now_ms)
        if same_slot and not self._dirty:
            pass
        elif not self._dirty and not self._moving:
            self._slot = slot
            if buf_grb is self._out:
                return False
        else:
            self._slot = slot
            if self._dirty:
                self._find_tops()
            if not self._draw(now_ms, buf_grb) and buf_grb is self._out:
                return False
        return self._finish(buf_grb)

    def _touch(self, layer: int) -> None:
        at = layer * self._n
        for led in range(self._n):
            if self._patterns[at + led]:
                self._stale[led] = 1
                self._dirty = True

    def _end_layers(self, now_ms: int) -> None:
        for layer in range(N_LAYERS):
            if self._timed[layer]:
                left = (self._ends[layer] - now_ms + _HALF & _WRAP) - _HALF
                if left <= 0:
                    self.clear(layer)

    def _find_tops(self) -> None:
        """Find the layer that is seen on every stale light, and count what moves."""
        for layer in range(N_LAYERS):
            if self._count[layer] and not self._spoke[layer]:
                self._start[layer] = self._slot
            self._spoke[layer] = self._count[layer]
        n = self._n
        patterns = self._patterns
        moving = 0
        for led in range(n):
            if self._stale[led]:
                layer = 0
                at = led
                while layer < N_LAYERS and not patterns[at]:
                    layer += 1
                    at += n
                self._top[led] = layer if layer < N_LAYERS else _NONE
            layer = self._top[led]
            if layer != _NONE and patterns[layer * n + led] != STEADY:
                moving += 1
        self._moving = moving

    def _draw(self, now_ms: int, out: bytearray) -> bool:
        """Draw every light whose level has changed into the frame; return whether any has."""
        n = self._n
        stale = self._stale
        changed = False
        for led in range(n):
            layer = self._top[led]
            fresh = stale[led]
            if layer == _NONE:
                if fresh:
                    changed = self._put(led, 0, 0, 0, out) or changed
                    self._level[led] = 0
                    stale[led] = 0
                continue
            at = layer * n + led
            pattern = self._patterns[at]
            if pattern == STEADY and not fresh:
                continue
            level = self._level_of(pattern, layer, led, now_ms)
            if level == self._level[led] and not fresh:
                continue
            self._level[led] = level
            stale[led] = 0
            level = level * self._percent // 100 or (1 if level else 0)
            at *= 3
            colours = self._colours
            # Rounded up, so that what is lit stays lit.
            green = (colours[at] * level + 254) // 255
            red = (colours[at + 1] * level + 254) // 255
            blue = (colours[at + 2] * level + 254) // 255
            changed = self._put(led, green, red, blue, out) or changed
        self._dirty = False
        return changed

    def _level_of(self, pattern: int, layer: int, led: int, now_ms: int) -> int:
        if pattern < EFFECT:
            return TABLE[pattern * SLOTS + (self._slot - self._start[layer]) % SLOTS]
        return self._effect((now_ms - self._effect_start) & _WRAP, led, self._n)

    def _put(self, led: int, green: int, red: int, blue: int, out: bytearray) -> bool:
        """Write one light into the frame, and into the buffer unless it must be scaled."""
        frame = self._frame
        at = 3 * led
        old = frame[at] + frame[at + 1] + frame[at + 2]
        if frame[at] == green and frame[at + 1] == red and frame[at + 2] == blue:
            return False
        new = green + red + blue
        self._sum += new - old
        self._lit += (1 if new else 0) - (1 if old else 0)
        frame[at] = green
        frame[at + 1] = red
        frame[at + 2] = blue
        if not self._scaled:
            out[at] = green
            out[at + 1] = red
            out[at + 2] = blue
        return True

    def _finish(self, out: bytearray) -> bool:
        """Keep to the limit; return whether the buffer changed."""
        if self._sum > self._allowed:
            known = self._scaled and out is self._out
            self._scaled = True
            self._out = out
            changed = power.scale(self._frame, out, self._sum, self._lit, self._allowed)
            return changed or not known
        if self._scaled or out is not self._out:
            self._scaled = False
            self._out = out
            for at in range(3 * self._n):
                out[at] = self._frame[at]
        return True
