# SPDX-License-Identifier: Apache-2.0
"""The layers and the frame: who is seen, when, and what a render costs."""

from boards import partners
from light import effects, palette, patterns, signals
from light.language import LAYERS, PATTERNS
from light.layers import AMBIENCE, FAULT, FLASH, GUIDE, HINTS, N_LAYERS, REFUSAL, TURN
from light.lights import Lights
from light.patterns import SLOTS, TABLE

RGB = (10, 20, 30)
GRB = bytes((20, 10, 30))


def lights(n=8):
    return Lights(n), bytearray(3 * n)


def led(out, n):
    return bytes(out[3 * n : 3 * n + 3])


def test_a_dark_table_is_sent_once():
    table, out = lights()
    assert table.render(0, out)
    for now_ms in range(25, 4000, 25):
        assert not table.render(now_ms, out)


def test_a_buffer_is_brought_up_to_date_whatever_each_of_its_channels_held():
    for channel in range(3):
        table, out = lights()
        table.set(TURN, 2, RGB)
        for other in (out, bytearray(24)):
            for at in range(channel, 24, 3):
                other[at] = 9
            assert table.render(0, other)
            assert other == bytes(6) + GRB + bytes(15)


def test_the_most_urgent_layer_is_seen():
    assert len(LAYERS) == N_LAYERS
    table, out = lights()
    for layer in range(N_LAYERS - 1, -1, -1):
        table.set(layer, 2, (layer + 1, 0, 0))
        assert table.render(0, out) and led(out, 2)[1] == layer + 1
        assert table.seen(2) == (layer, patterns.STEADY)
    for layer in range(N_LAYERS):
        table.clear(layer)
        table.render(0, out)
        assert led(out, 2)[1] == (layer + 2 if layer + 1 < N_LAYERS else 0)
    assert table.seen(2) == (255, patterns.OFF)


def test_steady_lights_cost_nothing():
    table, out = lights()
    table.set(TURN, 0, RGB)
    assert table.render(0, out) and led(out, 0) == GRB
    assert not [t for t in range(5, 5000, 5) if table.render(t, out)]


def test_saying_the_same_again_sends_nothing():
    table, out = lights()
    table.set(HINTS, 3, RGB)
    table.render(0, out)
    table.clear(HINTS)
    table.set(HINTS, 3, RGB)
    assert not table.render(10, out)


def test_a_pattern_runs_slot_by_slot_from_its_bright_start():
    for pattern in range(1, patterns.EFFECT):
        table, out = lights()
        table.render(0, out)
        start = 730  # in the middle of a slot
        table.set(HINTS, 1, (255, 0, 0), pattern)
        for slot in range(2 * SLOTS):
            now_ms = start + slot * 50 - (30 if slot else 0)
            table.render(now_ms, out)
            level = TABLE[pattern * SLOTS + slot % SLOTS]
            assert led(out, 1)[1] == level, (PATTERNS[pattern], slot)


def test_lights_of_a_layer_keep_step_when_more_join():
    table, out = lights()
    table.set(HINTS, 1, RGB, patterns.BLINK)
    table.render(0, out)
    table.render(450, out)
    table.set(HINTS, 2, RGB, patterns.BLINK)
    table.render(500, out)
    assert led(out, 1) == led(out, 2) == bytes(3)
    # Said anew without a frame in between, as the table does after every event.
    table.clear(HINTS)
    table.set(HINTS, 1, RGB, patterns.BLINK)
    table.render(550, out)
    assert led(out, 1) == bytes(3)
    # After silence the layer begins anew.
    table.clear(HINTS)
    table.render(600, out)
    table.set(HINTS, 1, RGB, patterns.BLINK)
    table.render(650, out)
    assert led(out, 1) == GRB


def test_a_timed_layer_ends_by_itself_also_across_the_wrap_of_the_clock():
    for now_ms in (0, 1000, 0x3FFFFFFF - 700):
        table, out = lights()
        table.set(TURN, 0, (1, 1, 1))
        table.show(signals.ACCEPTED, 0)
        table.expire(FLASH, now_ms)
        seen = []
        for t in range(0, 1700, 50):
            table.render((now_ms + t) & 0x3FFFFFFF, out)
            seen.append(table.seen(0)[0])
        assert seen[0] == FLASH and seen[31] == FLASH and seen[-1] == TURN, now_ms
        assert led(out, 0) == b"\x01\x01\x01"


def test_accepted_is_two_flashes():
    table, out = lights()
    table.show(signals.ACCEPTED, 0)
    table.expire(FLASH, 200)
    bright = []
    for t in range(200, 1800, 50):
        table.render(t, out)
        bright.append("#" if max(out) else ".")
    assert "".join(bright) == "##..##" + 26 * "."


def test_one_light_of_a_layer_can_be_taken_back():
    table, out = lights()
    table.set(GUIDE, 1, RGB)
    table.set(GUIDE, 2, RGB)
    table.clear_led(GUIDE, 1)
    table.clear_led(GUIDE, 5)
    table.render(0, out)
    assert led(out, 1) == bytes(3) and led(out, 2) == GRB
    table.set(GUIDE, 2, RGB, patterns.OFF)
    table.render(0, out)
    assert max(out) == 0
    for layer in (FAULT, REFUSAL, TURN):
        table.set(layer, 4, RGB)
    table.clear_all()
    table.render(0, out)
    assert max(out) == 0


def test_another_buffer_is_filled_as_well():
    table, out = lights()
    table.set(TURN, 1, RGB)
    table.render(0, out)
    other = bytearray(len(out))
    assert table.render(0, other) and other == out
    assert not table.render(0, other) and not table.render(1, other)


def test_brightness_changes_the_frame_at_once():
    table, out = lights()
    table.set(TURN, 1, (200, 100, 1))
    table.render(0, out)
    table.dim(50)
    assert table.brightness == 50
    assert table.render(1, out) and led(out, 1) == bytes((50, 100, 1))


def test_seat_colours_and_signals():
    table, out = lights()
    table.show(signals.TURN, 0, partners.COLOURS[3])
    table.show(signals.EXTRA, 1, partners.COLOURS[3])
    table.render(0, out)
    red, green, blue = partners.COLOURS[3]
    assert led(out, 0) == bytes((green, red, blue))
    red, green, blue = palette.RGB[palette.VERMILLION]
    assert led(out, 1) == bytes((green, red, blue))


def test_effects_move_over_the_table_and_give_way():
    for effect in (effects.win,):
        table, out = lights(96)
        for n in range(96):
            table.set(AMBIENCE, n, (255, 255, 255), patterns.EFFECT)
        table.set(TURN, 5, RGB)
        table.effect(effect, 5000)
        table.render(5000, out)
        frames = []
        levels = bytearray(96)
        for t in range(0, 1000, 100):
            table.render(5000 + t, out)
            frames.append(bytes(out))
            assert led(out, 5) == GRB
            effect(t, levels)
            assert led(out, 40)[0] == levels[40]
        assert len(set(frames)) >= 6


def test_effects_stay_in_range_and_every_light_takes_part():
    for n in (1, 8, 96, 108, 116):
        for effect in (effects.win,):
            levels = bytearray(n)
            brightest = bytearray(n)
            for t in range(0, 13000, 50):
                effect(t, levels)
                for i in range(n):
                    brightest[i] = max(brightest[i], levels[i])
            assert min(brightest) > 0, (n, effect)


def test_the_winners_comets_go_round_in_two_seconds_and_a_half_and_never_stand():
    n = 48
    levels = bytearray(n)
    for t_ms, head in ((0, 0), (50, 1), (1200, 24), (2399, 47), (2400, 0), (2450, 1), (4799, 47)):
        effects.win(t_ms, levels)
        heads = [led for led in range(n) if levels[led] == 255]
        assert heads == sorted((head + k * 16) % n for k in range(3)), t_ms
        tail = [levels[(head - behind) % n] for behind in range(8)]
        assert tail == [255 - 30 * behind for behind in range(8)]
        assert levels[(head + 1) % n] == 12, "a low glow in front"


def test_an_effect_that_is_given_anew_is_seen_with_the_next_frame():
    table, out = lights()
    table.set(AMBIENCE, 3, (255, 255, 255), patterns.EFFECT)

    def half(t_ms, levels):
        levels[:] = b"\x80" * len(levels)

    def full(t_ms, levels):
        levels[:] = b"\xff" * len(levels)

    table.effect(half, 0)
    table.render(0, out)
    assert led(out, 3) == b"\x80\x80\x80"
    table.effect(full, 10)
    assert table.render(10, out) and led(out, 3) == b"\xff\xff\xff", "in the same slot"


def test_an_effect_moves_every_tenth_of_a_second_from_its_own_beginning():
    table, out = lights()
    table.set(AMBIENCE, 0, (255, 255, 255), patterns.EFFECT)
    asked = []

    def effect(t_ms, levels):
        asked.append(t_ms)
        levels[0] = t_ms // 10 & 255

    table.effect(effect, 1000)
    for now_ms in range(1000, 2000, 10):
        table.render(now_ms, out)
    assert asked[0] == 0 and all(b - a in (0, 100) for a, b in zip(asked[1:], asked[2:])), asked
    assert 9 <= len(asked) <= 12 and asked[-1] >= 850


def test_what_is_lit_stays_lit_however_dim():
    for channel in (1, 2, 128, 254, 255):
        table, out = lights()
        table.dim(1)
        table.set(TURN, 0, (channel, 0, 0))
        table.render(0, out)
        assert led(out, 0) == bytes((0, (channel * 2 + 254) // 255, 0)) and out[1] >= 1
    table, out = lights()
    table.dim(1)
    table.set(TURN, 0, (1, 1, 1), patterns.PULSE)
    seen = set()
    for slot in range(SLOTS):
        table.render(slot * 50, out)
        dark = not TABLE[patterns.PULSE * SLOTS + slot]
        assert led(out, 0) == (b"\0\0\0" if dark else b"\1\1\1"), slot
        seen.add(dark)
    assert seen == {True, False}


def test_a_light_is_looked_at_when_something_was_said_of_it_and_not_again():
    table, out = lights()
    looked = []
    find = table._layer

    def counted(led):
        looked.append(led)
        return find(led)

    table.render(0, out)  # every light, once
    table._layer = counted
    table.set(TURN, 2, RGB)
    table.render(5, out)
    table.set(HINTS, 5, RGB)
    table.render(10, out)
    assert looked == [2, 5]


def test_a_layer_is_cleared_whole_in_whatever_order_it_was_set():
    for order in ((5, 2, 7), (2, 5, 7), (7, 5, 2), (2, 7, 5)):
        table, out = lights()
        table.set(GUIDE, 0, RGB)  # the layer before and the one behind stay as they are
        table.set(HINTS, 1, RGB)
        for n in order:
            table.set(TURN, n, RGB)
        table.set(AMBIENCE, 0, RGB)
        table.render(0, out)
        table.clear(TURN)
        table.render(10, out)
        assert [n for n in range(8) if any(led(out, n))] == [0, 1], order
        assert table.seen(0)[0] == GUIDE and table.seen(1)[0] == HINTS
        table.clear(GUIDE)
        table.render(20, out)
        assert table.seen(0)[0] == AMBIENCE, "it was not touched"
        table.set(TURN, 6, RGB)  # and it can speak again
        table.set(TURN, 3, RGB)
        table.clear(TURN)
        table.render(30, out)
        assert [n for n in range(8) if any(led(out, n))] == [0, 1]


def test_there_is_room_for_256_colours_at_once_and_for_any_number_one_after_the_other():
    table = Lights(100)
    n = 0
    try:
        for n in range(300):
            table.set((TURN, HINTS, GUIDE)[n // 100], n % 100, (n & 255, n >> 8, 7))
    except ValueError as error:
        assert "256 colours" in str(error)
    assert n == 256
    table, out = lights()
    for n in range(1000):
        table.set(TURN, 3, (n & 255, n >> 8, 7))
        table.render(n, out)
        assert led(out, 3) == bytes((n >> 8, n & 255, 7))
