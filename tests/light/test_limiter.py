# SPDX-License-Identifier: Apache-2.0
"""The power limit channel by channel, and when its factor falls, stays and rises."""

from light.patterns import SLOTS
from light.power import Limiter, allowed_sum, need_ma


def scaled(light, factor, rescue):
    """Return what a light becomes, said the other way round than the firmware does."""
    if factor == 4096 or not any(light):
        return tuple(light)
    out = [value * factor // 4096 for value in light]
    if rescue and sum(out) == 0:
        out[list(light).index(max(light))] = 1  # its strongest channel; of equals the first
    return tuple(out)


def limiter(allowed, total, lit):
    one = Limiter(allowed)
    assert one.adjust(total, lit, 0)
    return one


def test_every_channel_is_scaled_by_the_factor_and_a_light_never_goes_dark():
    lights = [
        (a, b, c) for a in (0, 1, 2, 9, 255) for b in (0, 1, 2, 9, 254) for c in (0, 1, 2, 9, 255)
    ]
    total = sum([sum(light) for light in lights])
    lit = len([light for light in lights if any(light)])
    for allowed in (lit, lit + 40, total // 3, total // 2, total - 1):
        one = limiter(allowed, total, lit)
        factor = (allowed - lit) * 4096 // total
        frame = bytearray()
        for light in lights:
            frame += bytes(light)
        out = bytearray(len(frame))
        for at in range(0, len(frame), 3):
            before = bytes(out[at : at + 3])
            changed = one.send(frame, out, at)
            assert tuple(out[at : at + 3]) == scaled(tuple(frame[at : at + 3]), factor, True), at
            assert changed == (bytes(out[at : at + 3]) != before)
            assert not one.send(frame, out, at)  # the same again is no change
        assert sum(out) <= allowed


def test_each_channel_alone_is_a_change_to_be_sent():
    one = Limiter(1000)
    out = bytearray(9)
    for channel in range(3):
        frame = bytearray(9)
        frame[3 + channel] = 7
        assert one.send(frame, out, 3)
        assert bytes(out) == bytes(frame)
        assert not one.send(frame, out, 3)


def test_too_little_for_one_step_each_rescues_nobody():
    one = limiter(5, 300, 10)
    out = bytearray(3)
    assert not one.send(bytearray((0, 20, 0)), out, 0) and bytes(out) == b"\0\0\0"
    one.send(bytearray((255, 255, 255)), out, 0)
    assert bytes(out) == bytes((255 * (5 * 4096 // 300) // 4096,)) * 3


def test_just_enough_for_one_step_each_rescues_all():
    one = limiter(10, 300, 10)
    out = bytearray(3)
    assert one.send(bytearray((0, 20, 0)), out, 0) and bytes(out) == b"\0\1\0"


def test_at_the_limit_nothing_changes_and_one_above_it_does():
    one = Limiter(500)
    assert not one.adjust(500, 3, 0)
    assert one.adjust(501, 3, 0)
    out = bytearray(3)
    one.send(bytearray((255, 100, 0)), out, 0)
    factor = 497 * 4096 // 501
    assert tuple(out) == (255 * factor // 4096, 100 * factor // 4096, 0)


def test_the_factor_falls_at_once_even_while_lights_move():
    one = Limiter(300)
    assert one.adjust(600, 0, 1) and not one.adjust(600, 0, 1)
    assert one.adjust(900, 0, 1)
    out = bytearray(3)
    one.send(bytearray((90, 0, 0)), out, 0)
    assert out[0] == 90 * (300 * 4096 // 900) // 4096


def test_the_factor_rises_at_once_when_nothing_moves():
    one = limiter(300, 600, 0)
    assert one.adjust(400, 0, 0)
    assert one.adjust(300, 0, 0)
    out = bytearray(3)
    one.send(bytearray((77, 0, 0)), out, 0)
    assert out[0] == 77


def test_while_lights_move_it_rises_after_a_whole_period_and_only_to_the_lowest_wanted():
    one = limiter(300, 900, 0)
    totals = [400] * (SLOTS - 1)
    totals[5] = 600  # once within the period this much was drawn
    for total in totals:
        assert not one.adjust(total, 0, 2)
        assert not one.adjust(total, 0, 1)  # frames within a slot do not count
    assert one.adjust(400, 0, 2)
    out = bytearray(3)
    one.send(bytearray((200, 0, 0)), out, 0)
    assert out[0] == 200 * (300 * 4096 // 600) // 4096
    for _ in range(SLOTS - 1):
        assert not one.adjust(400, 0, 2)
    assert one.adjust(400, 0, 2)  # the next period wanted no less than this
    one.send(bytearray((200, 0, 0)), out, 0)
    assert out[0] == 200 * (300 * 4096 // 400) // 4096


def test_a_fall_begins_the_period_anew():
    one = limiter(300, 600, 0)
    for _ in range(SLOTS - 1):
        assert not one.adjust(400, 0, 2)
    assert one.adjust(900, 0, 2)
    for _ in range(SLOTS - 1):
        assert not one.adjust(400, 0, 2)
    assert one.adjust(400, 0, 2)


def test_lights_that_must_be_rescued_or_can_be_no_longer_are_sent_again():
    one = Limiter(10)
    assert one.adjust(4096 * 10, 11, 0)  # no rescue: 10 steps for 11 lights
    assert not one.adjust(4096 * 10, 11, 0)
    assert one.adjust(4096 * 10, 10, 0)  # the same factor or less, and all are rescued
    assert not one.adjust(4096 * 10, 10, 0)


def test_lights_that_move_are_sent_again_when_they_can_be_rescued_no_longer():
    one = Limiter(10)
    assert one.adjust(4096 * 10, 10, 1)
    assert not one.adjust(4096 * 10, 10, 1)
    assert one.adjust(4096 * 10, 11, 1), "the factor would do, but no light is kept visible by it"


def test_no_limit_at_all_is_never_a_change():
    one = Limiter(10**6)
    for moving in (0, 1, 2):
        assert not one.adjust(195075, 255, moving)


def test_what_a_frame_needs_and_may_need_fit_each_other():
    for n in (1, 60, 120):
        for limit in (n, n + 1, 250, 2000, 100000):
            for channel in (10, 18, 20):
                most = allowed_sum(n, limit, 1, channel)
                assert 0 <= most <= 195075
                frame = bytearray(3 * n)
                left = min(most, 255 * 3 * n)
                for k in range(3 * n):
                    frame[k] = min(left, 255)
                    left -= frame[k]
                assert need_ma(frame, 1, channel) <= max(limit, n)
                if sum(frame) == most and 0 < most < 195075 and limit - n > 0:
                    assert (most + 1) * channel > (limit - n) * 255
