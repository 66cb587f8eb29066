# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Every frame of lights that dice ask for, every pattern and every signal, as tables to be read.

`diaries/lights.txt`: a line is one wish or one frame, with what came of it: what each light shows, whether more is to
be drawn, the current, and the checksum of the bytes on the wire. `diaries/patterns.txt` has the levels of each
pattern, `diaries/language.txt` each signal. `make accept` writes them anew.
"""

from binascii import crc32
from pathlib import Path

import pytest
from dice import Dice
from golden import same_lines

from light import effects, language, palette, patterns, power, service, signals
from light.layers import N_LAYERS
from light.lights import Lights

FOLDER = Path(__file__).with_name("diaries")
LEDS = 14
_RGB = ((255, 0, 0), (0, 80, 255), (1, 2, 3), (255, 255, 255), (0, 0, 0), (17, 0, 200))


class Diary:
    """Lights, dice, and what came of it."""

    def __init__(self, limit_ma, seed, start_ms):
        self.lights = Lights(LEDS, limit_ma, 1, 20)
        self.dice = Dice(seed)
        self.now_ms = start_ms
        self.start_ms = start_ms
        self.buffer = bytearray(3 * LEDS)
        self.lines = [f"# {limit_ma} mA from {start_ms} ms"]

    def say(self, text):
        self.lines.append(f"{self.now_ms - self.start_ms:6d}  {text}")

    def wish(self):
        """Let the dice ask for something."""
        lights, dice = self.lights, self.dice
        what = dice(16)
        layer, led = dice(N_LAYERS), dice(LEDS)
        if what < 6:
            rgb, pattern = _RGB[dice(len(_RGB))], dice(patterns.EFFECT + 1)
            lights.set(layer, led, rgb, pattern)
            self.say(f"layer {layer} light {led}: {rgb} pattern {pattern}")
        elif what == 6:
            shown = [one for one in vars(signals).values() if isinstance(one, int)]
            signal = shown[dice(len(shown))]
            lights.show(signal, led, _RGB[dice(4)])
            self.say(f"signal {signal:04x} on light {led}")
        elif what == 7:
            lights.clear(layer)
            self.say(f"layer {layer} is silent")
        elif what == 8:
            lights.clear_led(layer, led)
            self.say(f"layer {layer} is silent about {led}")
        elif what == 9:
            lights.restart(layer, self.now_ms)
            self.say(f"layer {layer} begins anew")
        elif what in (10, 11):
            long_ms = 100 + 200 * dice(12)
            lights.expire(layer, self.now_ms, long_ms)
            self.say(f"layer {layer} for {long_ms} ms")
        elif what == 12:
            limit_ma = (60, 150, 250, 600, 2000)[dice(5)]
            lights.limit(limit_ma)
            self.say(f"limit {limit_ma} mA")
        elif what == 13:
            percent = (1, 10, 40, 100)[dice(4)]
            lights.dim(percent)
            self.say(f"brightness {percent} %")
        elif what == 14:
            urgent = not dice(2)
            lights.urgent(urgent)
            self.say(f"urgent {urgent}")
        elif dice(3):
            lights.effect(effects.win, self.now_ms)
            self.say("the effect begins")
        else:
            lights.clear_all()
            self.say("all is silent")

    def frame(self):
        lights, dice = self.lights, self.dice
        hurried, most = not dice(4), 255 if dice(3) else 1 + dice(4)
        changed = lights.render(self.now_ms, self.buffer, hurried, most)
        assert changed in (True, False)
        shown = " ".join(f"{led}:{'.'.join(map(str, lights.seen(led)))}" for led in range(LEDS)
                         if lights.seen(led)[0] != 255)  # fmt: skip
        self.say(
            f"frame{' hurried' * hurried}{f' of {most}' if most < 255 else ''}: {'changed' if changed else 'same'},"
            f" {'more to draw' if lights.unfinished() else 'whole'}, {lights.ma()} mA, {crc32(self.buffer):08x}; {shown}"
        )

    def run(self, turns):
        for _ in range(turns):
            for _ in range(self.dice(4)):
                self.wish()
            for _ in range(1 + self.dice(3)):
                self.now_ms = (self.now_ms + (5, 20, 50, 130)[self.dice(4)]) & 0x3FFFFFFF
                self.frame()
            if not self.dice(40):
                self.buffer = bytearray(3 * LEDS)
                self.say("another buffer")
        return self.lines


def lights():
    lines = []
    for limit_ma, seed, start_ms in ((2000, 1, 0), (120, 2, 777), (60, 3, 0x3FFFFFFF - 3000)):
        lines += Diary(limit_ma, seed, start_ms).run(130)
    return lines


def pattern_table():
    lines = []
    for number in range(patterns.EFFECT):
        row = patterns.TABLE[number * patterns.SLOTS : (number + 1) * patterns.SLOTS]
        lines.append(f"{number}: {' '.join(map(str, row))}")
    for ms in range(0, 4000, 130):
        levels = bytearray(LEDS)
        effects.win(ms, levels)
        lines.append(f"win after {ms} ms: {' '.join(map(str, levels))}")
    for limit_ma in (0, 13, 14, 15, 60, 250, 2000):
        lines.append(
            f"{limit_ma} mA for {LEDS} lights: {power.allowed_sum(LEDS, limit_ma, 1, 20)}"
        )
    for level in (0, 1, 254, 255):
        lines.append(f"all at {level}: {power.need_ma(bytes((level,)) * 3 * LEDS, 1, 20)} mA")
    return lines


def language_table():
    lines = [
        repr(tuple(signal)) if isinstance(signal, tuple) else repr(signal)
        for signal in language.SIGNALS
    ]
    for module in (signals, service, palette):
        for name, value in sorted(vars(module).items()):
            if name.isupper() and isinstance(value, (int, tuple)):
                lines.append(f"{name} = {value!r}")
    return lines


TABLES = {"lights": lights, "patterns": pattern_table, "language": language_table}


@pytest.mark.parametrize("name", TABLES)
def test_lights_are_as_their_table_says(name):
    same_lines(FOLDER / f"{name}.txt", TABLES[name]())
