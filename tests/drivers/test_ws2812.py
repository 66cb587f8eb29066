# SPDX-License-Identifier: Apache-2.0
"""The light chain: what is handed to the bit engine."""

import sys

from helpers_noalloc import no_alloc

from boards import r1_pico2
from drivers import ws2812


class Machine:
    """Stands for the module `machine`."""

    def __init__(self):
        self.pin = None
        self.channel = -1
        self.timing = ()
        self.frame = b""

    def bitstream(self, pin, channel, timing, buf):
        self.pin = pin
        self.channel = channel
        self.timing = timing
        self.frame = buf


class Pin:
    OUT = 1

    def init(self, mode):
        self.mode = mode

    def value(self, level):
        self.level = level


def strip(n_leds, timing=r1_pico2.LED_TIMING):
    """Return (strip, machine, pin), with `machine` shadowed only while the strip is made."""
    machine = Machine()
    pin = Pin()
    before = sys.modules.get("machine")
    sys.modules["machine"] = machine
    try:
        made = ws2812.Strip(pin, n_leds, timing)
    finally:
        if before is None:
            del sys.modules["machine"]
        else:
            sys.modules["machine"] = before
    return made, machine, pin


def test_show_hands_over_the_callers_buffer_and_the_timing():
    lights, machine, pin = strip(2)
    frame = bytearray(b"\x01\x02\x03\x04\x05\x06")
    lights.show(frame)
    assert machine.frame is frame and machine.pin is pin
    assert (machine.channel, machine.timing) == (0, r1_pico2.LED_TIMING)
    assert (pin.mode, pin.level) == (Pin.OUT, 0)


def test_a_frame_of_another_length_is_refused():
    lights, machine, _ = strip(3)
    for length in (0, 8, 10):
        refused = False
        try:
            lights.show(bytearray(length))
        except ValueError:
            refused = True
        assert refused and machine.frame == b""


def test_show_does_not_allocate():
    lights, machine, _ = strip(116)
    frame = bytearray(3 * 116)
    no_alloc(lambda: lights.show(frame))
    assert machine.frame is frame


def test_every_bit_lasts_1250_ns_and_is_within_the_data_sheet():
    # WS2812B: T0H 400, T0L 850, T1H 800, T1L 450 ns, each +-150 ns.
    timing = r1_pico2.LED_TIMING
    assert timing[0] + timing[1] == timing[2] + timing[3] == 1250
    for index in range(4):
        assert abs(timing[index] - (400, 850, 800, 450)[index]) <= 150
