# SPDX-License-Identifier: Apache-2.0
"""The WS2812B string: bits, latch, timing, and the frames it keeps."""

from tavle.sim.chips.ws2812 import LATCH_US, Strip, milliamps, rgb

TIMING = (400, 850, 800, 450)


def test_a_burst_lasts_30_us_a_light_and_shows_after_the_latch():
    strip = Strip(4)
    data = bytes(range(12))
    assert strip.write(1000, TIMING, data) == 4 * 30
    assert strip.frames[-1] == (1000 + 120 + LATCH_US, data)
    assert strip.frame(1000 + 120) == bytes(12)
    assert strip.frame(1000 + 120 + LATCH_US) == data
    assert rgb(data, 1) == (4, 3, 5)


def test_equal_frames_are_kept_once():
    strip = Strip(1)
    for t in range(0, 10000, 1000):
        strip.write(t, TIMING, b"\x01\x02\x03")
    assert strip.shows == 10
    assert len(strip.frames) == 2


def test_without_a_latch_the_bits_run_on_to_the_next_lights():
    strip = Strip(2)
    end = strip.write(0, TIMING, b"\x01\x02\x03")
    strip.write(end + LATCH_US - 1, TIMING, b"\x04\x05\x06")
    assert strip.frames[-1][1] == b"\x01\x02\x03\x04\x05\x06"


def test_bits_beyond_the_last_light_are_lost_and_missing_ones_keep_the_old():
    strip = Strip(1)
    strip.write(0, TIMING, b"\x01\x02\x03\x04\x05\x06")
    assert strip.frames[-1][1] == b"\x01\x02\x03"
    strip.write(5000, TIMING, b"\x09")
    assert strip.frames[-1][1] == b"\x09\x02\x03"


def test_pulses_out_of_tolerance_are_misread():
    cases = (
        ((400, 850, 800, 450), 0, b"\x0f\xf0\x55"),
        ((350, 900, 800, 450), 0, b"\x0f\xf0\x55"),
        ((400, 850, 500, 750), 24, b"\x00\x00\x00"),
        ((570, 680, 800, 450), 24, b"\xff\xff\xff"),
        ((400, 100, 800, 450), 24, b"\xff\xff\xff"),
    )
    for timing, bad, seen in cases:
        strip = Strip(1)
        strip.write(0, timing, b"\x0f\xf0\x55")
        assert strip.bad_bits == bad, timing
        assert strip.frames[-1][1] == seen, timing


def test_the_ring_of_frames_stays_short():
    strip = Strip(1, keep=10)
    for i in range(1000):
        strip.write(1000 * i, TIMING, bytes((i & 255, i >> 8, 0)))
    assert 10 <= len(strip.frames) <= 21
    assert strip.since(10**9) == strip.frames[-1:]
    # Written at 995000, lit after 30 us of bits and the latch: frame 994 still shows before.
    assert [data[0] for _, data in strip.since(995000)] == [i & 255 for i in range(994, 1000)]


def test_current_is_idle_plus_channels():
    assert milliamps(bytes(3 * 112)) == 112
    assert milliamps(b"\xff" * 3) == 1 + 60
