# SPDX-License-Identifier: Apache-2.0
"""What the layers say about every light, for how long, and the frame made from it.

`render` is cheap: without a change and within one 50 ms slot it returns at once, and a new
slot costs only the lights whose pattern moves. Those of a question are thirty, and take 10 ms: they are
drawn in pieces where a hand may come meanwhile.
"""

from micropython import const

from light import power
from light.effects import win
from light.layers import N_LAYERS
from light.palette import RGB, WHITE
from light.patterns import EFFECT, OFF, PERIOD_MS, SLOT_MS, SLOTS, STEADY, TABLE
from ticks import after, since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable

_NONE = const(255)
_STALE = b"\x01"
_URGENT = b"\x02"
_BY_EFFECT = const(2)
_MOVES = b"\x01"
_MOVES_BY_EFFECT = b"\x02"
_EFFECT_SLOTS = const(2)  # every 100 ms is often enough for an effect
_FULL = const(100)
_MOST_COLOURS = const(256)
_DRAWN = const(-1)
_COST = const(4)  # of drawing a light that has changed, one that has not costs 1
_FEW = const(8)  # lights drawn at one go while a hand waits: 3.4 ms on a Pico


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

    No properties: each would make every store to an attribute eight times slower (measured).
    """

    def __init__(
        self, n_leds: int, limit_ma: int = 2000, idle_ma_per_led: int = 1, ma_per_channel: int = 18
    ) -> None:
        self._n = n_leds
        # What every layer says: [layer * n + led] -> pattern, and number of the colour.
        self._patterns = bytearray(N_LAYERS * n_leds)
        self._colours = bytearray(N_LAYERS * n_leds)
        self._palette: list = []  # the colours seen so far
        # Lights about which something else is said since they were drawn: 1, or 2 when that is urgent.
        self._stale = bytearray(n_leds)
        self._mark = 1
        self._dirty = True
        # How many lights a layer speaks about, and one before which there is none.
        self._count = bytearray(N_LAYERS)
        self._first = bytearray(N_LAYERS)
        # Slot in which each layer's patterns began, and when the layer ends.
        self._start = bytearray(N_LAYERS)
        self._ends = [0] * N_LAYERS
        self._timed = bytearray(N_LAYERS)
        self._n_timed = 0
        self._idle_ma = idle_ma_per_led
        self._channel_ma = ma_per_channel
        # What is seen: per light the layer, whether it moves by itself (2: with the effect), and
        # its level.
        self._top = bytearray([_NONE] * n_leds)
        self._moves = bytearray(n_leds)
        self._level = bytearray(n_leds)
        self._todo = bytearray(n_leds)  # lights that are to be drawn now
        self._moving = 0
        # Where drawing those that move goes on in this slot; from the number of lights on those of the effect.
        self._at = _DRAWN
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
        self.brightness = _FULL

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

    def dim(self, percent: int) -> None:
        """Set the brightness before the limiter, 1 to 100 percent of full."""
        self.brightness = percent
        self._draw_all()

    def urgent(self, on: bool) -> None:
        """Take what is said from now on as urgent or not, see `render`."""
        self._mark = 2 if on else 1

    def _draw_all(self) -> None:
        for led in range(self._n):
            self._stale[led] = self._mark
        self._dirty = True

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

    # -- what the layers say ------------------------------------------------------------

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
        self._stale[led] = self._mark
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
            self._stale[led] = self._mark
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
        """Draw every light anew that a layer speaks about; with `erase` it says nothing any more."""
        patterns = self._patterns
        left = self._count[layer]
        led = self._first[layer]
        at = layer * self._n + led
        while left:
            if patterns[at]:
                if erase:
                    patterns[at] = OFF
                left -= 1
                self._stale[led] = self._mark
                self._dirty = True
            at += 1
            led += 1

    def _end_layers(self, now_ms: int) -> None:
        for layer in range(N_LAYERS):
            if self._timed[layer] and since(now_ms, self._ends[layer]) >= 0:
                self.clear(layer)

    # -- the frame ----------------------------------------------------------------------

    def render(
        self, now_ms: int, buf_grb: bytearray, hurried: bool = False, most: int = _NONE
    ) -> bool:
        """Bring the buffer up to date; return whether it changed.

        Args:
            now_ms: the time, as `time.ticks_ms()`.
            buf_grb: green, red, blue per light; give the same buffer every time.
            hurried: only what is urgent is drawn, and as much of what else is said anew as shows a change; all of
                it where nothing is urgent. Patterns move on with the next frame.
            most: so many lights are drawn; `unfinished` tells whether more are to be.

        Never allocates.
        """
        slot = now_ms // SLOT_MS % SLOTS
        if hurried and self._slot >= 0:
            slot = self._slot
        same_slot = slot == self._slot
        fresh = buf_grb is not self._out
        if same_slot and not self._dirty and not fresh and (hurried or self._at == _DRAWN):
            return False
        if not same_slot:
            self._slot = slot
            if self._moving and self._at == _DRAWN:
                self._at = 0
            if self._n_timed:
                self._end_layers(now_ms)
        self._out = buf_grb
        changed = False
        if self._dirty or self._at != _DRAWN:
            if self._dirty:
                self._begin_layers()
            if (slot - self._effect_slot) % SLOTS >= _EFFECT_SLOTS:
                self._effect_slot = slot
                self._run_effect(now_ms)
            changed = self._draw(buf_grb, hurried, most)
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

    def unfinished(self) -> bool:
        """Return whether something new has not been drawn yet, or a light that moves."""
        return self._dirty or self._at != _DRAWN

    def _draw(self, out: bytearray, hurried: bool, most: int) -> bool:
        """Draw every light that is stale or moves; return whether the buffer changed."""
        moves = self._at != _DRAWN and not hurried
        urgent = self._stale.find(_URGENT) >= 0
        changed = urgent and self._draw_stale(_URGENT, out, _NONE)
        if not (hurried and urgent):
            if not moves or most == _NONE:  # else the patterns are enough for one go
                changed = self._draw_stale(_STALE, out, most) or changed
        else:
            # What is urgent was lit before: the hand sees something of what else is new.
            while not changed and self._stale.find(_STALE) >= 0:
                changed = self._draw_stale(_STALE, out, _FEW)
        self._dirty = self._stale.find(_STALE) >= 0
        if moves:
            changed = self._draw_moving(out, most) or changed
        return changed

    def _draw_stale(self, how: bytes, out: bytearray, most: int) -> bool:
        """Draw the lights that are stale so, so many of them; return whether the buffer changed."""
        stale = self._stale
        todo = self._todo
        count = 0
        led = stale.find(how)  # most lights are not: much quicker than to look at each
        while led >= 0 and count < most:
            stale[led] = 0
            layer = self._layer(led)
            pattern = OFF if layer == _NONE else self._patterns[layer * self._n + led]
            move = 0  # a tuple of names to look in would be made anew each time
            if pattern and pattern != STEADY:
                move = _BY_EFFECT if pattern == EFFECT else 1
            self._top[led] = layer
            self._moving += (1 if move else 0) - (1 if self._moves[led] else 0)
            self._moves[led] = move
            self._level[led] = self._new_level(led)
            todo[count] = led
            count += 1
            led = stale.find(how, led + 1)
        return self._paint(count, out)

    def _draw_moving(self, out: bytearray, most: int) -> bool:
        """Go on with the lights that move, so many of them; return whether the buffer changed."""
        moves = self._moves
        todo = self._todo
        n = self._n
        at = self._at
        left = _COST * most
        count = 0
        while left > 0:
            if at < n:
                led = moves.find(_MOVES, at)
                at = led + 1 if led >= 0 else n
            else:  # those of the effect come after the others
                led = moves.find(_MOVES_BY_EFFECT, at - n)
                if led < 0:
                    at = _DRAWN
                    break
                at = n + led + 1
            if led >= 0:
                left -= 1
                level = self._new_level(led)
                if level != self._level[led]:
                    self._level[led] = level
                    todo[count] = led
                    count += 1
                    left -= _COST - 1
        self._at = at
        return self._paint(count, out)

    def _layer(self, led: int) -> int:
        """Return the layer that is seen on a light, `_NONE` for none."""
        patterns = self._patterns
        n = self._n
        for layer in range(N_LAYERS):
            if patterns[led]:
                return layer
            led += n
        return _NONE

    def _new_level(self, led: int) -> int:
        """Return the level of a light in this slot, 0 to 255."""
        layer = self._top[led]
        if layer == _NONE:
            return 0
        pattern = self._patterns[layer * self._n + led]
        if pattern == EFFECT:
            return self._effect_levels[led]
        return TABLE[pattern * SLOTS + (self._slot - self._start[layer]) % SLOTS]

    def _paint(self, count: int, out: bytearray) -> bool:
        """Bring so many lights of `_todo` to their levels; return whether the buffer changed.

        One function for all of them: a call for each would look for a large frame in the heap each time.
        """
        frame = self._frame
        limit = self._limit
        changed = False
        for k in range(count):
            led = self._todo[k]
            level = self._level[led]
            green = red = blue = 0
            if level:
                if self.brightness != _FULL:
                    level = level * self.brightness // _FULL or 1
                red, green, blue = self._palette[self._colours[self._top[led] * self._n + led]]
                # Rounded up, so that what is lit stays lit.
                red = (red * level + 254) // 255
                green = (green * level + 254) // 255
                blue = (blue * level + 254) // 255
            at = 3 * led
            if frame[at] == green and frame[at + 1] == red and frame[at + 2] == blue:
                continue
            old = frame[at] + frame[at + 1] + frame[at + 2]
            new = green + red + blue
            self._sum += new - old
            self._lit += (1 if new else 0) - (1 if old else 0)
            frame[at] = green
            frame[at + 1] = red
            frame[at + 2] = blue
            if limit.send(frame, out, at):
                changed = True
        return changed

    def _send_all(self, out: bytearray) -> bool:
        limit = self._limit
        frame = self._frame
        changed = False
        for at in range(0, 3 * self._n, 3):
            # Most lights are dark and stay so: quicker seen than asked.
            lit = frame[at] or frame[at + 1] or frame[at + 2]
            if (lit or out[at] or out[at + 1] or out[at + 2]) and limit.send(frame, out, at):
                changed = True
        return changed
