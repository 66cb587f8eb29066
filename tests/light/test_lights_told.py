# SPDX-License-Identifier: Apache-2.0
"""What is told to the lights is what shines: every signal's colour and pattern, and its end."""

from light import layers, palette, patterns, signals
from light.lights import Lights
from light.patterns import PERIOD_MS, SLOT_MS, SLOTS, TABLE

SEAT = (200, 100, 50)
ALL = sorted(
    {
        getattr(signals, name)
        for name in dir(signals)
        if name == name.upper() and name[0] != "_" and isinstance(getattr(signals, name), int)
    }
)


def lit(out, led):
    """Return (red, green, blue) of a light of a frame."""
    return out[3 * led + 1], out[3 * led], out[3 * led + 2]


def fresh(n=6):
    return Lights(n, 10**6), bytearray(3 * n)


def near(one, other):
    return max([abs(one[k] - other[k]) for k in range(3)]) <= 1


def test_every_signal_shines_in_its_colour_through_all_of_its_pattern():
    assert len(ALL) > 20
    for signal in ALL:
        if signal & 31 == patterns.EFFECT:
            continue
        lights, out = fresh()
        lights.show(signal, 2, SEAT)
        colour = palette.RGB[signal >> 5 & 7] or SEAT
        for slot in range(2 * SLOTS):
            lights.render(slot * SLOT_MS, out)
            level = TABLE[(signal & 31) * SLOTS + slot % SLOTS]
            wanted = tuple([value * level // 255 for value in colour])
            assert near(lit(out, 2), wanted), (signal, slot, lit(out, 2), wanted)
            assert not any(lit(out, 1)) and not any(lit(out, 3))
        assert lights.seen(2) == (signal >> 8, signal & 31) and lights.seen(1) == (255, 0)


def test_a_signal_without_a_seats_colour_is_white():
    lights, out = fresh()
    lights.show(signals.TURN, 0)
    lights.render(0, out)
    assert near(lit(out, 0), palette.RGB[palette.WHITE])


def test_of_two_layers_the_upper_one_shines_and_the_lower_one_after_it():
    for upper in range(layers.N_LAYERS - 1):  # the most urgent is layer 0
        lights, out = fresh()
        lights.set(upper + 1, 0, (255, 0, 0))
        lights.set(upper, 0, (0, 0, 255))
        lights.set(upper, 5, (0, 0, 255))
        lights.render(0, out)
        assert lit(out, 0) == lit(out, 5) == (0, 0, 255), upper
        lights.clear(upper)
        assert lights.render(1, out)
        assert lit(out, 0) == (255, 0, 0) and not any(lit(out, 5))
        lights.clear(upper)  # a layer that says nothing
        assert not lights.render(2, out)
        lights.set(upper, 4, (0, 255, 0))
        lights.set(upper, 1, (0, 255, 0))
        assert lights.render(3, out)
        assert lit(out, 1) == lit(out, 4) == (0, 255, 0)
        lights.clear(upper)
        assert lights.render(4, out)
        assert not any(lit(out, 1)) and not any(lit(out, 4))


def test_one_light_of_a_layer_ends_alone():
    lights, out = fresh()
    for led in range(3):
        lights.set(layers.HINTS, led, (255, 255, 0))
    lights.render(0, out)
    lights.clear_led(layers.HINTS, 1)
    assert lights.render(1, out)
    assert [any(lit(out, led)) for led in range(4)] == [True, False, True, False]
    lights.clear_led(layers.HINTS, 1)
    assert not lights.render(2, out)
    lights.set(layers.HINTS, 0, (1, 1, 1), patterns.OFF)
    assert lights.render(3, out) and not any(lit(out, 0))
    lights.clear(layers.HINTS)
    assert lights.render(4, out) and not any(lit(out, 2))


def test_a_change_is_seen_with_the_next_frame_within_the_same_slot():
    lights, out = fresh()
    assert lights.render(0, out) and not lights.render(1, out)
    lights.set(layers.HINTS, 0, (255, 0, 0))
    assert lights.render(2, out) and lit(out, 0) == (255, 0, 0)
    lights.set(layers.HINTS, 0, (0, 255, 0))
    assert lights.render(3, out) and lit(out, 0) == (0, 255, 0)
    lights.set(layers.HINTS, 0, (0, 255, 0))
    assert not lights.render(4, out)  # the same once more


def test_a_layer_that_expires_ends_at_its_time_and_others_stay():
    for duration, ends in ((None, PERIOD_MS), (500, 500)):
        lights, out = fresh()
        lights.set(layers.TURN, 0, (255, 0, 0))
        lights.set(layers.FLASH, 0, (0, 0, 255))
        if duration is None:
            lights.expire(layers.FLASH, 1000)
        else:
            lights.expire(layers.FLASH, 1000, duration)
        lights.render(1000 + ends - SLOT_MS, out)
        assert lit(out, 0) == (0, 0, 255)
        lights.render(1000 + ends, out)
        assert lit(out, 0) == (255, 0, 0)
        lights.set(layers.FLASH, 0, (0, 0, 255))  # said again, and not for a time
        lights.render(1000 + 3 * ends, out)
        assert lit(out, 0) == (0, 0, 255)


def test_a_clear_takes_the_time_with_it():
    lights, out = fresh()
    lights.set(layers.FLASH, 0, (0, 0, 255))
    lights.expire(layers.FLASH, 0, 500)
    lights.clear(layers.FLASH)
    lights.set(layers.FLASH, 0, (0, 255, 0))
    lights.render(2000, out)
    assert lit(out, 0) == (0, 255, 0)


def test_a_frame_may_be_drawn_a_few_lights_at_a_time_but_what_is_urgent_at_once():
    lights, out = fresh()
    lights.render(0, out)
    for led in range(4):
        lights.set(layers.HINTS, led, (255, 0, 0))
    assert lights.render(1, out, False, 3) and lights.unfinished()
    assert [lit(out, led)[0] for led in range(4)] == [255, 255, 255, 0]
    lights.urgent(True)
    for led in (4, 5):
        lights.set(layers.HINTS, led, (0, 255, 0))
    lights.urgent(False)
    assert lights.render(2, out, True, 1) and lights.unfinished()
    assert [lit(out, led) for led in (3, 4, 5)] == [(0, 0, 0), (0, 255, 0), (0, 255, 0)]
    assert lights.render(3, out, False, 3) and not lights.unfinished()
    assert lit(out, 3) == (255, 0, 0)


def moving(n=20):
    """Return lights all of which move, every third with the effect, and their frame."""
    lights, out = fresh(n)
    for led in range(n):
        pattern = patterns.EFFECT if led % 3 == 0 else patterns.PULSE
        lights.set(layers.HINTS, led, (255, 255, 255), pattern)
    lights.effect(ripple, 0)
    lights.render(0, out)
    return lights, out


def ripple(ms, levels):
    for led in range(len(levels)):
        levels[led] = (ms // SLOT_MS + led) * 9 % 256


def different(one, other):
    return len([led for led in range(len(one) // 3) if lit(one, led) != lit(other, led)])


def test_what_moves_may_be_drawn_a_few_lights_at_a_time_too():
    whole, wanted = moving()
    lights, out = moving()
    most_goes = 0
    for slot in range(1, 2 * SLOTS):
        whole.render(slot * SLOT_MS, wanted)
        assert not whole.unfinished()
        goes = 0
        while lights.unfinished() or not goes:
            before = bytes(out)
            lights.render(slot * SLOT_MS + goes, out, False, 3)
            assert different(out, before) <= 3
            goes += 1
            assert goes < 10
        most_goes = max(most_goes, goes)
        assert out == wanted, slot
    assert most_goes == 7


def test_who_hurries_waits_for_no_light_that_moves_and_none_of_them_is_left_behind():
    lights, out = moving()
    before = bytes(out)
    assert lights.render(SLOT_MS, out, False, 4) and lights.unfinished()
    first = bytes(out)
    assert not lights.render(SLOT_MS + 1, out, True) and bytes(out) == first
    lights.urgent(True)
    lights.set(layers.BUMP, 19, (0, 0, 255))
    lights.urgent(False)
    assert lights.render(SLOT_MS + 2, out, True) and different(out, first) == 1
    # The next slot comes before all are drawn: it goes on where that one stopped.
    goes = 0
    while lights.unfinished():
        assert lights.render(2 * SLOT_MS + goes, out, False, 4) or goes
        goes += 1
        assert goes < 10
    assert [led for led in range(20) if lit(out, led) == lit(before, led)] == []
    assert not lights.render(2 * SLOT_MS + 49, out, False, 4), "this slot is drawn"
    assert lights.render(3 * SLOT_MS, out, False, 4)


def test_patterns_of_a_layer_begin_when_it_first_speaks_and_anew_on_demand():
    lights, out = fresh()
    lights.render(0, out)
    start = 7 * SLOT_MS
    lights.set(layers.HINTS, 0, (255, 255, 255), patterns.BLINK)
    seen = []
    for slot in range(SLOTS):
        lights.render(start + slot * SLOT_MS, out)
        seen.append(lit(out, 0)[0])
    blink = list(TABLE[patterns.BLINK * SLOTS : (patterns.BLINK + 1) * SLOTS])
    assert seen == blink
    later = start + (SLOTS + 11) * SLOT_MS
    lights.restart(layers.HINTS, later)
    lights.render(later, out)
    assert lit(out, 0)[0] == blink[0] == 255


def test_brightness_dims_and_the_limit_holds():
    lights, out = fresh()
    lights.set(layers.TURN, 0, (200, 100, 50))
    lights.dim(50)
    lights.render(0, out)
    assert near(lit(out, 0), (100, 50, 25))
    lights.dim(100)
    assert lights.render(1, out) and lit(out, 0) == (200, 100, 50)
    assert lights.ma() == 6 + (350 * 18 + 254) // 255
    lights.limit(12)
    assert lights.render(2, out) and 6 < lights.ma() <= 12
    dark, _ = fresh()
    assert dark.ma() == 6  # nothing was drawn yet


def test_more_colours_than_there_are_numbers_take_those_nobody_uses():
    lights, out = fresh()
    for k in range(300):
        lights.set(layers.TURN, 0, (k & 255, k >> 8, 99))
        lights.render(0, out)
        assert lit(out, 0) == (k & 255, k >> 8, 99), k


def test_what_is_urgent_is_drawn_first_and_the_rest_with_the_next_frame():
    lights = Lights(4)
    out = bytearray(12)
    lights.render(0, out)
    lights.set(layers.HINTS, 0, (0, 0, 255))
    lights.urgent(True)
    lights.set(layers.HINTS, 2, (255, 0, 0))
    lights.urgent(False)
    lights.set(layers.HINTS, 3, (0, 255, 0))
    assert lights.render(1, out, True)
    assert lit(out, 2) == (255, 0, 0) and not any(lit(out, 0)) and not any(lit(out, 3))
    assert lights.render(2, out)
    assert [lit(out, led) for led in (0, 2, 3)] == [(0, 0, 255), (255, 0, 0), (0, 255, 0)]
    lights.set(layers.HINTS, 1, (9, 9, 9))  # nothing is urgent: who hurries gets all
    assert lights.render(3, out, True) and lit(out, 1) == (9, 9, 9)


def test_who_hurries_sees_a_change_where_what_is_urgent_was_lit_before():
    lights = Lights(24)
    out = bytearray(72)
    for led in range(24):
        lights.set(layers.HINTS, led, (0, 0, 255) if led > 3 else (0, 0, 0))
    lights.render(0, out)
    lights.clear(layers.HINTS)
    lights.urgent(True)
    lights.set(layers.HINTS, 20, (0, 0, 255))
    lights.urgent(False)
    assert lights.render(1, out, True) and lights.unfinished()
    assert [bool(any(lit(out, led))) for led in range(24)] == [False] * 8 + [True] * 16
    assert lights.render(2, out) and not lights.unfinished()
    assert [led for led in range(24) if any(lit(out, led))] == [20]
    lights.urgent(True)
    lights.set(layers.HINTS, 20, (0, 0, 255))
    lights.urgent(False)
    assert not lights.render(3, out, True), "nothing else is new"


def test_patterns_stand_still_for_who_hurries():
    lights = Lights(2)
    out = bytearray(6)
    lights.set(layers.HINTS, 0, (0, 0, 255), patterns.BLINK)
    lights.render(0, out)
    seen = bytes(out)
    for slot in range(1, 16):
        lights.render(slot * patterns.SLOT_MS, out, True)
        assert bytes(out) == seen, slot
    for slot in range(1, 16):
        lights.render(slot * patterns.SLOT_MS, out)
        if bytes(out) != seen:
            break
    else:
        raise AssertionError("the pattern never moves")


def test_each_of_several_layers_ends_at_its_own_time():
    lights, out = fresh()
    for layer in (2, 3, 4):
        lights.set(layer, layer, (9, 9, 9))
        lights.expire(layer, 0, 100 * layer)
    lights.clear(2)
    for now_ms in range(0, 600, 50):
        lights.render(now_ms, out)
        shown = [led for led in range(6) if lights.seen(led)[0] != 255]
        assert shown == [led for led in (3, 4) if now_ms < 100 * led], (now_ms, shown)
