# SPDX-License-Identifier: Apache-2.0
"""The frame made from the layers.

`render` is cheap: without a change and within one 50 ms slot it returns at once, and a new
slot costs only the lights whose pattern moves.
"""

from micropython import const

from light import power
from light.effects import win
from light.layers import N_LAYERS, Layers
from light.patterns import EFFECT, OFF, SLOT_MS, SLOTS, STEADY, TABLE
from ticks import after

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

_NONE = const(255)
_STALE = b"\x01"
_BY_EFFECT = const(2)
_MOVES = b"\x01"
_MOVES_BY_EFFECT = b"\x02"
_EFFECT_SLOTS = const(2)  # every 100 ms is often enough for an effect
_FULL = const(100)


class Lights(Layers):
    """The lights of a table.

    Args:
        n_leds: number of lights, at most 255.
        limit_ma: what they may draw together; the whole frame is made darker to stay below.
        idle_ma_per_led: current of a dark light.
        ma_per_channel: current of one channel at full brightness.

    Attributes:
        ma: what the last frame draws, in mA (calculated).
        limit_ma: what they may draw.
    """

    def __init__(
        self, n_leds: int, limit_ma: int = 2000, idle_ma_per_led: int = 1, ma_per_channel: int = 18
    ) -> None:
        Layers.__init__(self, n_leds)
        self._idle_ma = idle_ma_per_led
        self._channel_ma = ma_per_channel
        # What is seen: per light the layer, whether it moves by itself (2: with the effect), and
        # its level.
        self._top = bytearray([_NONE] * n_leds)
        self._moves = bytearray(n_leds)
        self._level = bytearray(n_leds)
        self._moving = 0
        # The frame before the limiter, its sum, and how many lights are not dark.
        self._frame = bytearray(3 * n_leds)
        self._sum = 0
        self._lit = 0
        self._limit = power.Limiter()
        self.limit(limit_ma)
        self._out: "bytearray | None" = None
        self._slot = -1
        self._spoke = bytearray(N_LAYERS)  # how many lights each layer spoke about when last drawn
        self._effect: "Callable[[int, bytearray], None]" = win
        self._effect_start = 0
        self._effect_slot = 0
        self._effect_levels = bytearray(n_leds)
        win(0, self._effect_levels)
        self._percent = 100

    def limit(self, limit_ma: int) -> None:
        """Set what the lights may draw together from the next frame on."""
        self.limit_ma = limit_ma
        self._limit.allowed = power.allowed_sum(self._n, limit_ma, self._idle_ma, self._channel_ma)
        self._dirty = True

    def effect(self, function: "Callable[[int, bytearray], None]", now_ms: int) -> None:
        """Give the effect behind pattern EFFECT: (ms since now, levels of all lights to fill)."""
        self._effect = function
        self._effect_start = now_ms
        function(0, self._effect_levels)
        self._draw_all()

    @property
    def brightness(self) -> int:
        """Percent of full brightness, 1 to 100, before the limiter."""
        return self._percent

    @brightness.setter
    def brightness(self, percent: int) -> None:
        self._percent = percent
        self._draw_all()

    def _draw_all(self) -> None:
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
        fresh = buf_grb is not self._out
        if same_slot and not self._dirty and not fresh:
            return False
        if not same_slot:
            self._slot = slot
            if self._n_timed:
                self._end_layers(now_ms)
        self._out = buf_grb
        changed = False
        if self._dirty or (self._moving and not same_slot):
            if self._dirty:
                self._begin_layers()
            if (slot - self._effect_slot) % SLOTS >= _EFFECT_SLOTS:
                self._effect_slot = slot
                self._run_effect(now_ms)
            changed = self._draw(buf_grb, not same_slot)
        moving = 0 if not self._moving else 1 if same_slot else 2
        if self._limit.adjust(self._sum, self._lit, moving) or fresh:
            changed = self._send_all(buf_grb) or changed
        return changed or fresh

    def _begin_layers(self) -> None:
        """Let the patterns of layers that were silent in the last frame begin now."""
        for layer in range(N_LAYERS):
            if self._count[layer] and not self._spoke[layer]:
                self._start[layer] = self._slot
            self._spoke[layer] = self._count[layer]

    def _run_effect(self, now_ms: int) -> None:
        if self._moves.find(_MOVES_BY_EFFECT) >= 0:
            self._effect(after(now_ms, -self._effect_start), self._effect_levels)

    def _draw(self, out: bytearray, new_slot: bool) -> bool:
        """Draw every light that is stale or moves; return whether the buffer changed."""
        stale = self._stale
        changed = False
        led = stale.find(_STALE)  # most lights are not: much quicker than to look at each
        while led >= 0:
            stale[led] = 0
            self._find_top(led)
            if self._draw_one(led, True, out):
                changed = True
            led = stale.find(_STALE, led + 1)
        self._dirty = False
        if new_slot and self._moving:
            changed = self._draw_moving(_MOVES, out) or changed
            changed = self._draw_moving(_MOVES_BY_EFFECT, out) or changed
        return changed

    def _draw_moving(self, how: bytes, out: bytearray) -> bool:
        """Draw the lights that move so; return whether the buffer changed."""
        moves = self._moves
        changed = False
        led = moves.find(how)
        while led >= 0:
            if self._draw_one(led, False, out):
                changed = True
            led = moves.find(how, led + 1)
        return changed

    def _find_top(self, led: int) -> None:
        """Find the layer that is seen on a light, and whether the light moves."""
        n = self._n
        patterns = self._patterns
        layer = 0
        at = led
        while layer < N_LAYERS and not patterns[at]:
            layer += 1
            at += n
        move = 0
        if layer == N_LAYERS:
            layer = _NONE
        elif patterns[at] == EFFECT:
            move = _BY_EFFECT
        elif patterns[at] != STEADY:
            move = 1
        self._top[led] = layer
        self._moving += (1 if move else 0) - (1 if self._moves[led] else 0)
        self._moves[led] = move

    def _draw_one(self, led: int, fresh: bool, out: bytearray) -> bool:
        """Draw a light if its level has changed or it is `fresh`."""
        layer = self._top[led]
        if layer == _NONE:
            self._level[led] = 0
            return self._put(led, 0, 0, 0, out)
        at = layer * self._n + led
        pattern = self._patterns[at]
        if pattern == EFFECT:
            level = self._effect_levels[led]
        else:
            level = TABLE[pattern * SLOTS + (self._slot - self._start[layer]) % SLOTS]
        if level == self._level[led] and not fresh:
            return False
        self._level[led] = level
        if self._percent != _FULL:
            level = level * self._percent // _FULL or (1 if level else 0)
        rgb = self._palette[self._colours[at]]
        # Rounded up, so that what is lit stays lit.
        return self._put(
            led,
            (rgb[1] * level + 254) // 255,
            (rgb[0] * level + 254) // 255,
            (rgb[2] * level + 254) // 255,
            out,
        )

    def _put(self, led: int, green: int, red: int, blue: int, out: bytearray) -> bool:
        """Write one light into the frame and into the buffer; return whether the buffer changed."""
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
        return self._limit.send(frame, out, at)

    def _send_all(self, out: bytearray) -> bool:
        limit = self._limit
        frame = self._frame
        changed = False
        for at in range(0, 3 * self._n, 3):
            if limit.send(frame, out, at):
                changed = True
        return changed
