# SPDX-License-Identifier: Apache-2.0
"""The strip's driver: what the lights show of its frames, and when. They read the line bit by bit."""

from piopins import PioPins
from refusal import refusal

from tavle.sim.chips.hc165 import Chain
from tavle.sim.chips.ws2812 import LATCH_US
from tavle.sim.chips.ws2812 import Strip as Model


class Lit:
    """A strip and its lights."""

    def __init__(self, n_leds):
        self.model = Model(n_leds)
        self.chain = Chain(15)
        self.pins = PioPins(strip=self.model, chain=self.chain)
        driver = self.pins.driver("ws2812")
        self.strip = driver.Strip(self.pins.pin(22, 1), n_leds, self.pins.ticks_ms)

    def lit(self):
        """Return the frame that is lit."""
        return self.model.frame(self.pins.clock.now)

    def send(self, frame):
        """Show a frame and wait until the strip is free again."""
        assert self.strip.show(frame)
        while self.strip.busy():
            self.pins.pass_us(100)


def pattern(n_leds, seed):
    """Return a frame with every bit set somewhere."""
    return bytearray([(seed + 37 * i * i + 11 * i) & 255 for i in range(3 * n_leds)])


def test_the_lights_show_every_frame_as_it_was_given():
    for n_leds in (1, 2, 3, 5, 96, 108, 116, 255):
        table = Lit(n_leds)
        assert table.lit() == bytes(3 * n_leds)
        for seed in range(5):
            frame = pattern(n_leds, seed)
            table.send(frame)
            assert table.lit() == frame, (n_leds, seed)
        for value in (0, 1, 128, 255):
            table.send(bytearray([value] * (3 * n_leds)))
            assert table.lit() == bytes([value] * (3 * n_leds))
        assert table.model.bad_bits == 0


def test_show_takes_no_time_and_the_frame_is_lit_four_milliseconds_later():
    table = Lit(116)
    before = table.pins.clock.now
    frame = pattern(116, 1)
    assert table.strip.show(frame) and table.strip.busy()
    assert table.pins.clock.now == before
    waited_us = 0
    while table.strip.busy():
        table.pins.pass_us(100)
        waited_us += 100
    assert 3300 + LATCH_US < waited_us < 6000
    lit_us = table.model.frames[-1][0] - before
    assert 3300 + LATCH_US < lit_us <= waited_us


def test_the_callers_frame_may_change_at_once():
    table = Lit(96)
    frame = pattern(96, 1)
    sent = bytes(frame)
    table.strip.show(frame)
    for i in range(len(frame)):
        frame[i] = 7
    table.pins.pass_us(10_000)
    assert table.lit() == sent


def test_a_frame_that_comes_too_early_is_refused_and_spoils_nothing():
    table = Lit(96)
    first, second = pattern(96, 1), pattern(96, 2)
    table.strip.show(first)
    early = 0
    while not table.strip.show(second):
        table.pins.pass_us(200)
        early += 1
    assert early > 10
    table.pins.pass_us(10_000)
    assert [data for _, data in table.model.frames[1:]] == [first, second]


def test_a_frame_of_another_length_is_refused():
    table = Lit(3)
    for length in (0, 8, 10, 12):
        assert refusal(ValueError, table.strip.show, bytearray(length))
    assert not table.strip.busy() and table.model.shows == 0


def test_both_programs_fit_into_one_pio_and_the_chain_is_scanned_while_a_frame_leaves():
    table = Lit(116)
    pins = table.pins
    chain = pins.driver("scanprogram").make(16, 17, 18, 15, pins.ticks_ms)
    table.chain.set_input(8 * 14 + 6, 0)  # the button chip's constants 1, 0, 1
    chain.start()
    pins.pass_us(10_000)
    while chain.take():
        pass
    scans = chain.scans
    frame = pattern(116, 3)
    table.strip.show(frame)
    table.chain.set_input(5, 0)
    pins.pass_us(9_000)
    assert chain.take() and not chain.wire[0] >> 5 & 1
    assert chain.scans == scans + 3
    assert table.lit() == frame
