# SPDX-License-Identifier: Apache-2.0
"""The power limit: what a frame draws, and what is left of it below the limit."""

from light import power
from light.layers import AMBIENCE, HINTS
from light.lights import Lights
from light.patterns import BLINK, SLOT_MS, SLOTS, STEADY

WHITE = (255, 255, 255)


def frame(n, rgb, limit_ma, idle=1, channel=18):
    lights = Lights(n, limit_ma, idle, channel)
    out = bytearray(3 * n)
    for led in range(n):
        lights.set(AMBIENCE, led, rgb, STEADY)
    assert lights.render(0, out)
    return lights, out


def test_the_estimate():
    # 112 white pixels: 112 * (1 + 3 * 18) mA.
    assert power.need_ma(b"\xff" * 336, 1, 18) == 6160
    assert power.need_ma(bytes(336), 1, 18) == 112
    assert power.need_ma(b"\x01\x00\x00", 1, 18) == 2  # rounded up
    assert power.allowed_sum(112, 2000, 1, 18) == 1888 * 255 // 18
    assert power.allowed_sum(112, 100, 1, 18) == 0


def test_what_is_allowed_and_what_a_frame_needs_fit_each_other():
    for n in (1, 60, 120):
        for limit in (n, n + 1, 250, 2000, 100000):
            for channel in (10, 18, 20):
                most = power.allowed_sum(n, limit, 1, channel)
                assert 0 <= most <= 195075
                data = bytearray(3 * n)
                left = min(most, 255 * 3 * n)
                for k in range(3 * n):
                    data[k] = min(left, 255)
                    left -= data[k]
                assert power.need_ma(data, 1, channel) <= max(limit, n)
                if sum(data) == most and 0 < most < 195075 and limit - n > 0:
                    assert (most + 1) * channel > (limit - n) * 255


def test_below_the_limit_nothing_is_changed():
    lights, out = frame(10, (255, 128, 0), 2000)
    assert bytes(out[:3]) == bytes((128, 255, 0))
    assert lights.ma() == 10 + (383 * 10 * 18 + 254) // 255
    assert Lights(10).ma() == 10, "before there was a frame"


def test_all_white_is_made_darker_as_a_whole():
    for limit in (250, 1000, 2000):
        lights, out = frame(112, WHITE, limit)
        assert limit * 9 // 10 - 20 <= lights.ma() <= limit, (limit, lights.ma())
        assert min(out) == max(out) > 0
    lights, out = frame(112, WHITE, 115)  # too little for one step each
    assert lights.ma() <= 115 and max(out) <= 1
    lights, out = frame(112, WHITE, 100)  # less than they draw when dark
    assert lights.ma() == 112 and max(out) == 0


def test_colours_keep_their_hue():
    _, out = frame(112, (200, 100, 0), 1000)
    green, red, blue = out[:3]
    assert blue == 0 and abs(red - 2 * green) <= 2 and red < 200


def test_a_faint_light_stays_visible_beside_bright_ones():
    lights = Lights(112, 300)
    out = bytearray(336)
    for led in range(112):
        lights.set(AMBIENCE, led, WHITE, STEADY)
    lights.set(HINTS, 7, (0, 3, 0), STEADY)
    lights.render(0, out)
    assert bytes(out[21:24]) == b"\x01\x00\x00" and lights.ma() <= 300


def test_a_limit_that_changes_holds_from_the_next_frame_on():
    lights, out = frame(112, WHITE, 2000)
    bright = out[0]
    lights.limit(250)
    assert lights.limit_ma == 250 and lights.render(10, out) and out[0] < bright
    lights.limit(2000)
    assert lights.render(20, out) and out[0] == bright


def test_the_whole_comes_back_when_the_limit_is_no_longer_met():
    lights = Lights(112, 500)
    out = bytearray(336)
    lights.set(HINTS, 3, (200, 100, 50), STEADY)
    lights.render(0, out)
    before = bytes(out)
    for led in range(112):
        lights.set(AMBIENCE, led, WHITE, STEADY)
    assert lights.render(10, out) and bytes(out[9:12]) != before[9:12]
    lights.clear(AMBIENCE)
    assert lights.render(20, out) and bytes(out) == before


def test_steady_lights_do_not_throb_with_blinking_ones():
    lights = Lights(40, 250)
    out = bytearray(120)
    lights.set(HINTS, 0, WHITE, STEADY)
    for led in range(1, 40):
        lights.set(HINTS, led, WHITE, BLINK)
    steady = set()
    for now_ms in range(0, 8000, 25):
        lights.render(now_ms, out)
        steady.add(out[0])
    assert len(steady) == 1 and min(steady) < 100
    # When the blinking ends the steady light gets all it may have.
    lights.clear(HINTS)
    lights.set(HINTS, 0, WHITE, STEADY)
    lights.render(8000, out)
    assert out[0] == 255


def test_beside_a_light_that_moves_the_others_get_their_brightness_back_after_a_period():
    lights = Lights(40, 250)
    out = bytearray(120)
    lights.set(HINTS, 0, (100, 0, 0), BLINK)
    for led in range(1, 40):
        lights.set(AMBIENCE, led, WHITE, STEADY)
    lights.render(0, out)
    for led in range(2, 40):
        lights.clear_led(AMBIENCE, led)
    back_ms = 0
    while out[3] != 255:
        back_ms += 25
        lights.render(back_ms, out)
    assert (SLOTS - 2) * SLOT_MS <= back_ms <= (SLOTS + 1) * SLOT_MS
