# SPDX-License-Identifier: Apache-2.0
"""What the layers say about every light, for how long, and the frame made from it.

`render` draws the whole frame in one pass where something new was said, or where a slot of 50 ms has begun in which
a light that is seen has another level. Otherwise it returns at once.
"""

from micropython import const

from light import power
from light.effects import win
from light.layers import N_LAYERS
from light.palette import WHITE
from light.patterns import EFFECT, OFF, PERIOD_MS, SLOT_MS, SLOTS, STEADY, TABLE
from ticks import after, since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

    from light.signals import Signal

_FULL = const(100)
_EFFECT_SLOTS = const(2)  # every 100 ms is often enough for an effect


class Lights:
    """The lights of a table.

    Args:
        n_leds: number of lights, at most 255.
        limit_ma: what they may draw together; the whole frame is made darker to stay below.
        idle_ma_per_led: current of a dark light.
        ma_per_channel: current of one channel at full brightness.

    Attributes:
        limit_ma: what they may draw; `limit` sets it.
        brightness: percent of full brightness; `dim` sets it.
        patterns: the levels of all patterns, as `light.patterns.TABLE`.
    """

    def __init__(
        self, n_leds: int, limit_ma: int = 2000, idle_ma_per_led: int = 1, ma_per_channel: int = 18
    ) -> None:
        self._n = n_leds
        self._idle_ma = idle_ma_per_led
        self._channel_ma = ma_per_channel
        # What every layer says: light -> (its byte in the frame, layer, pattern, colour, sum of the colour).
        self._layers: "list[dict]" = [{} for _ in range(N_LAYERS)]
        self._seen: dict = {}  # the same, of the most urgent layer
        self._spoke = [False] * N_LAYERS  # in the last frame
        self._start = bytearray(N_LAYERS)  # slot in which each layer's patterns began
        self._ends: "list[int | None]" = [None] * N_LAYERS
        self._levels = bytearray(n_leds)  # of what is seen, in its order
        self._slot = -1
        self._said = True
        self._moves = False
        self._out: "bytearray | None" = None
        self._limiter = power.Limiter()
        self.limit(limit_ma)
        self.brightness = _FULL
        self.patterns = TABLE
        self._effects = False  # whether one is seen
        self._effect_levels = bytearray(n_leds)
        self.effect(win, 0)

    def limit(self, limit_ma: int) -> None:
        """Set what the lights may draw together from the next frame on."""
        self.limit_ma = limit_ma
        self._limiter.allowed = power.allowed_sum(
            self._n, limit_ma, self._idle_ma, self._channel_ma
        )
        self._said = True

    def effect(self, function: "Callable[[int, bytearray], None]", now_ms: int) -> None:
        """Give the effect behind pattern EFFECT: (ms since now, levels of all lights to fill)."""
        self._effect = function
        self._effect_start = now_ms
        self._effect_slot = now_ms // SLOT_MS % SLOTS
        function(0, self._effect_levels)
        self._said = True

    def dim(self, percent: int) -> None:
        """Set the brightness before the limiter, 1 to 100 percent of full."""
        self.brightness = percent
        self._said = True

    def ma(self) -> int:
        """Return what the last frame draws, in mA (calculated)."""
        if self._out is None:
            return self._n * self._idle_ma
        return power.need_ma(self._out, self._idle_ma, self._channel_ma)

    def seen(self, led: int) -> tuple:
        """Return (layer, pattern) that is seen on a light after `render`, (255, 0) for none."""
        light = self._seen.get(led)
        return (light[1], light[2]) if light else (255, OFF)

    # -- what the layers say ------------------------------------------------------------

    def set(self, layer: int, led: int, rgb: tuple, pattern: int = STEADY) -> None:
        """Let a layer show a colour with a pattern of `light.patterns` on one light.

        The patterns of a layer that was silent begin with the next frame, in step.
        """
        if pattern == OFF:
            self.clear_led(layer, led)
            return
        self._layers[layer][led] = (3 * led, layer, pattern, rgb, rgb[0] + rgb[1] + rgb[2])
        self._said = True

    def show(self, signal: "Signal", led: int, seat_rgb: tuple = WHITE) -> None:
        """Show a signal of `light.signals` on one light; `seat_rgb` where it has no own colour."""
        self.set(signal.layer, led, signal.rgb or seat_rgb, signal.pattern)

    def clear(self, layer: int) -> None:
        """Let a layer say nothing any more."""
        self._ends[layer] = None
        if self._layers[layer]:
            self._layers[layer].clear()
            self._said = True

    def clear_led(self, layer: int, led: int) -> None:
        """Let a layer say nothing about one light."""
        if self._layers[layer].pop(led, None):
            self._said = True

    def clear_all(self) -> None:
        """Let every layer say nothing."""
        for layer in range(N_LAYERS):
            self.clear(layer)

    def restart(self, layer: int, now_ms: int) -> None:
        """Begin the patterns of a layer now, with their bright part."""
        self._start[layer] = now_ms // SLOT_MS % SLOTS
        self._said = True

    def expire(self, layer: int, now_ms: int, duration_ms: int = PERIOD_MS) -> None:
        """Begin the patterns of a layer now and clear it after `duration_ms`."""
        self.restart(layer, now_ms)
        self._ends[layer] = after(now_ms, duration_ms)

    # -- the frame ----------------------------------------------------------------------

    def render(self, now_ms: int, frame: bytearray) -> bool:
        """Draw the frame; return whether it is another one than before.

        Args:
            now_ms: the time, as `time.ticks_ms()`.
            frame: green, red, blue per light; give the same buffer every time.
        """
        slot = now_ms // SLOT_MS % SLOTS
        new_slot = slot != self._slot
        if new_slot:
            self._slot = slot
            self._end_layers(now_ms)
        fresh = frame is not self._out
        if fresh:
            self._out = frame
            self._said = True
            for at in range(len(frame)):
                frame[at] = 0
        if not self._said and not (new_slot and self._moves):
            return False
        said = self._said
        changed = said and self._look(frame)
        if self._effects and (slot - self._effect_slot) % SLOTS >= _EFFECT_SLOTS:
            self._effect_slot = slot
            self._effect(after(now_ms, -self._effect_start), self._effect_levels)
        factor = self._limiter.factor
        if self._measure(new_slot) or said or factor != self._limiter.factor:
            changed = self._paint(frame) or changed
        return changed or fresh

    def _end_layers(self, now_ms: int) -> None:
        for layer in range(N_LAYERS):
            end_ms = self._ends[layer]
            if end_ms is not None and since(now_ms, end_ms) >= 0:
                self.clear(layer)

    def _look(self, frame: bytearray) -> bool:
        """Find what is seen of all that is said; return whether a light has gone out."""
        self._said = False
        before = self._seen
        seen = self._seen = {}
        for layer in range(N_LAYERS - 1, -1, -1):
            says = self._layers[layer]
            if says and not self._spoke[layer]:
                self._start[layer] = self._slot
            self._spoke[layer] = bool(says)
            seen.update(says)
        out = False
        for led in before:
            if led not in seen:
                at = 3 * led
                out = out or bool(frame[at] or frame[at + 1] or frame[at + 2])
                frame[at] = frame[at + 1] = frame[at + 2] = 0
        return out

    def _measure(self, new_slot: bool) -> bool:
        """Find the level of every light and what they draw together; return whether a level is another one."""
        levels = self._levels
        slot = self._slot
        start = self._start
        table = self.patterns
        changed = moves = effects = False
        total = lit = k = 0
        for at, layer, pattern, _, weight in self._seen.values():
            if pattern == EFFECT:
                effects = True
                level = self._effect_levels[at // 3]
            else:
                level = table[pattern * SLOTS + (slot - start[layer]) % SLOTS]
            if pattern != STEADY:
                moves = True
            if level != levels[k]:
                levels[k] = level
                changed = True
            if level:
                total += level * weight
                lit += 1
            k += 1
        self._moves = moves
        self._effects = effects
        # Rounded up, twice, and never more than a small integer.
        total = ((total + 254) // 255 * self.brightness + _FULL - 1) // _FULL
        self._limiter.adjust(total, lit, moves, new_slot)
        return changed

    def _paint(self, frame: bytearray) -> bool:
        """Bring every light that is seen to its level; return whether the frame has changed."""
        levels = self._levels
        one = power.ONE
        scale = self._limiter.factor * self.brightness // _FULL
        changed = False
        k = 0
        for at, _, _, rgb, _ in self._seen.values():
            level = levels[k]
            k += 1
            red = green = blue = 0
            if level:
                gain = level * scale // 255
                red, green, blue = rgb
                red = red * gain // one
                green = green * gain // one
                blue = blue * gain // one
                if not (red or green or blue) and self._limiter.keeps:
                    red, green, blue = _faint(rgb)
            if frame[at] != green or frame[at + 1] != red or frame[at + 2] != blue:
                frame[at] = green
                frame[at + 1] = red
                frame[at + 2] = blue
                changed = True
        return changed


def _faint(rgb: tuple) -> tuple:
    """Return the faintest light in this colour: one step of its strongest channel."""
    most = max(rgb)
    if not most:
        return rgb
    if rgb[1] == most:
        return (0, 1, 0)
    return (1, 0, 0) if rgb[0] == most else (0, 0, 1)
