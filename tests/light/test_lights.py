# SPDX-License-Identifier: Apache-2.0
"""What is said to the lights is what shines: who is seen, in which colour, from when and until when."""

from boards import partners
from light import effects, palette, patterns, signals
from light.layers import AMBIENCE, FLASH, HINTS, N_LAYERS, TURN
from light.lights import Lights
from light.patterns import PERIOD_MS, SLOT_MS, SLOTS, TABLE

RGB = (10, 20, 30)


class Table:
    """Lights without a limit, and the frame they draw."""

    def __init__(self, n=8):
        self.lights = Lights(n, 10**6)
        self.frame = bytearray(3 * n)

    def draw(self, now_ms):
        """Draw; return whether the frame has changed."""
        return self.lights.render(now_ms, self.frame)

    def lit(self, led):
        """Return (red, green, blue) of a light."""
        green, red, blue = self.frame[3 * led : 3 * led + 3]
        return red, green, blue

    def on(self):
        """Return the lights that are not dark."""
        return [led for led in range(len(self.frame) // 3) if any(self.lit(led))]


def near(one, other):
    return max([abs(a - b) for a, b in zip(one, other)]) <= 1


def test_a_dark_table_is_sent_once():
    table = Table()
    assert table.draw(0)
    assert not [t for t in range(25, 4000, 25) if table.draw(t)]


def test_another_frame_is_filled_whatever_it_held():
    table = Table()
    table.lights.set(TURN, 2, RGB)
    table.draw(0)
    before = bytes(table.frame)
    table.frame = bytearray(b"\x09" * 24)
    assert table.draw(1) and table.frame == before
    assert not table.draw(2)


def test_the_most_urgent_layer_is_seen_and_the_next_one_when_it_ends():
    table = Table()
    for layer in range(N_LAYERS - 1, -1, -1):
        table.lights.set(layer, 2, (layer + 1, 0, 0))
        table.lights.set(layer, 5, (1, 1, 1))
        assert table.draw(0) and table.lit(2) == (layer + 1, 0, 0)
        assert table.lights.seen(2) == (layer, patterns.STEADY)
    for layer in range(N_LAYERS - 1):
        table.lights.clear(layer)
        assert table.draw(0) and table.lit(2) == (layer + 2, 0, 0) and table.on() == [2, 5]
        table.lights.clear(layer)  # it says nothing any more
        assert not table.draw(0)
    table.lights.clear_all()
    assert table.draw(0) and table.on() == []
    assert table.lights.seen(2) == (255, patterns.OFF)


def test_one_light_of_a_layer_ends_alone():
    table = Table()
    for led in range(3):
        table.lights.set(HINTS, led, RGB)
    table.lights.clear_led(HINTS, 1)
    table.lights.clear_led(HINTS, 5)  # of which it said nothing
    table.draw(0)
    assert table.on() == [0, 2]
    table.lights.set(HINTS, 0, RGB, patterns.OFF)
    assert table.draw(1) and table.on() == [2]


def test_what_is_said_is_seen_with_the_next_frame_and_the_same_again_is_no_change():
    table = Table()
    table.draw(0)
    table.lights.set(HINTS, 0, (255, 0, 0))
    assert table.draw(1) and table.lit(0) == (255, 0, 0)
    table.lights.set(HINTS, 0, (0, 255, 0))
    assert table.draw(2) and table.lit(0) == (0, 255, 0)
    table.lights.clear(HINTS)
    table.lights.set(HINTS, 0, (0, 255, 0))
    assert not table.draw(3)
    assert not [t for t in range(5, 5000, 5) if table.draw(t)], "it is steady"


def test_every_signal_shines_in_its_colour_through_all_of_its_pattern():
    seat = (200, 100, 50)
    for signal in signals.SIGNALS:
        if signal.pattern == patterns.EFFECT:
            continue
        table = Table()
        table.draw(0)
        table.lights.show(signal, 2, seat)
        start_ms = 730  # in the middle of a slot
        for slot in range(2 * SLOTS):
            table.draw(start_ms + slot * SLOT_MS - (30 if slot else 0))
            level = TABLE[signal.pattern * SLOTS + slot % SLOTS]
            wanted = [value * level // 255 for value in signal.rgb or seat]
            assert near(table.lit(2), wanted), (signal.name, slot)
            assert table.on() in ([2], [])
        assert table.lights.seen(2) == (signal.layer, signal.pattern)


def test_a_signal_without_a_seat_is_white():
    table = Table()
    table.lights.show(signals.TURN, 0, partners.COLOURS[3])
    table.lights.show(signals.TURN, 1)
    table.draw(0)
    assert table.lit(0) == partners.COLOURS[3] and table.lit(1) == palette.WHITE


def test_lights_of_a_layer_keep_step_and_after_silence_it_begins_anew():
    table = Table()
    table.lights.set(HINTS, 1, RGB, patterns.BLINK)
    table.draw(0)
    table.draw(450)
    table.lights.set(HINTS, 2, RGB, patterns.BLINK)
    table.draw(500)
    assert table.on() == [], "the one that joins is dark with the other"
    # Said anew without a frame in between, as the table does after every event.
    table.lights.clear(HINTS)
    table.lights.set(HINTS, 1, RGB, patterns.BLINK)
    table.draw(550)
    assert table.on() == []
    table.lights.clear(HINTS)
    table.draw(600)
    table.lights.set(HINTS, 1, RGB, patterns.BLINK)
    table.draw(650)
    assert table.on() == [1]
    table.draw(1100)
    assert table.on() == []
    table.lights.restart(HINTS, 1150)
    table.draw(1150)
    assert table.on() == [1], "begun anew by order"


def test_a_timed_layer_ends_by_itself_also_across_the_wrap_of_the_clock():
    for start_ms in (0, 1000, 0x3FFFFFFF - 700):
        for duration_ms in (PERIOD_MS, 500):
            table = Table()
            table.lights.set(TURN, 0, (255, 0, 0))
            table.lights.set(FLASH, 0, (0, 0, 255))
            table.lights.expire(FLASH, start_ms, duration_ms)
            for ms in range(0, 3000, 50):
                table.draw((start_ms + ms) & 0x3FFFFFFF)
                blue = ms < duration_ms
                assert table.lit(0) == ((0, 0, 255) if blue else (255, 0, 0)), (start_ms, ms)
            table.lights.set(FLASH, 0, (0, 0, 255))  # said again, and not for a time
            table.draw((start_ms + 9000) & 0x3FFFFFFF)
            assert table.lit(0) == (0, 0, 255)


def test_a_clear_takes_the_time_with_it():
    table = Table()
    table.lights.set(FLASH, 0, (0, 0, 255))
    table.lights.expire(FLASH, 0, 500)
    table.lights.clear(FLASH)
    table.lights.set(FLASH, 0, (0, 255, 0))
    table.draw(2000)
    assert table.lit(0) == (0, 255, 0)


def test_accepted_is_two_flashes():
    table = Table()
    table.lights.show(signals.ACCEPTED, 0)
    table.lights.expire(FLASH, 200)
    bright = ""
    for t in range(200, 4000, 50):
        table.draw(t)
        bright += "#" if table.on() else "."
    assert bright.rstrip(".") == "##..##"


def test_dimmed_lights_keep_their_colour_and_none_goes_dark():
    table = Table()
    table.lights.set(TURN, 1, (200, 100, 1))
    table.draw(0)
    table.lights.dim(50)
    assert table.lights.brightness == 50
    assert table.draw(1) and near(table.lit(1), (100, 50, 0))
    table.lights.dim(1)
    for rgb, faint in (((255, 30, 0), 0), ((1, 9, 9), 1), ((0, 0, 3), 2), ((200, 200, 200), 1)):
        table.lights.set(TURN, 1, rgb)
        table.draw(2)
        assert table.lit(1)[faint] in (1, 2) and sum(table.lit(1)) <= 6, rgb
    table.lights.set(TURN, 1, (1, 1, 1), patterns.PULSE)
    dark = 0
    for slot in range(SLOTS):
        table.draw(1000 + slot * SLOT_MS)
        dark += not table.on()
    assert dark == TABLE[patterns.PULSE * SLOTS : (patterns.PULSE + 1) * SLOTS].count(b"\x00")


def test_the_winners_comets_run_round_the_table_behind_every_other_light():
    table = Table(48)
    for led in range(48):
        table.lights.set(AMBIENCE, led, (255, 255, 255), patterns.EFFECT)
    table.lights.set(TURN, 5, RGB)
    table.lights.effect(effects.win, 5000)
    for t_ms, head in ((0, 0), (400, 8), (1200, 24), (2400, 0)):
        table.draw(5000 + t_ms)
        heads = [led for led in range(48) if table.lit(led) == (255, 255, 255)]
        assert heads == sorted([(head + k * 16) % 48 for k in range(3)]), t_ms
        assert table.lit(5) == RGB and len(table.on()) == 48
    changes = [t for t in range(7400, 9800, 10) if table.draw(t)]
    assert 20 <= len(changes) <= 25, "it moves ten times a second"


def test_an_effect_that_is_given_anew_is_seen_with_the_next_frame():
    table = Table()
    table.lights.set(AMBIENCE, 3, (255, 255, 255), patterns.EFFECT)
    for now_ms, level in ((0, 128), (10, 255)):

        def same(t_ms, levels, level=level):
            for led in range(len(levels)):
                levels[led] = level

        table.lights.effect(same, now_ms)
        assert table.draw(now_ms) and near(table.lit(3), (level, level, level))
