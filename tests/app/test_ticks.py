# SPDX-License-Identifier: Apache-2.0
"""Time stamps that wrap: the arithmetic, and a table that plays across every wrap and after weeks."""

from tabletop import table_at

from light import layers
from light.lights import Lights
from ticks import MASK, after, just, since

HALF = 1 << 29
WHOLE = 1 << 30
STARTS = (0, 1, HALF - 2000, HALF - 1, HALF, WHOLE - 2000, WHOLE - 1)
WEEKS = (HALF - 700, HALF + 5, HALF + 123456789, WHOLE - 5, WHOLE, WHOLE + HALF + 77)
PAWNS = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
SORRY = "sorry red:h,h,h,h blue:h,h,h,33 yellow:h,h,h,h green:h,h,h,h turn=red"
LUDO = "ludo-norsk red:h,h,h,h yellow:h,h,h,h blue:h,h,h,h green:h,h,h,h turn=red"


def test_since_and_after_undo_each_other_everywhere():
    assert MASK == WHOLE - 1
    for start in STARTS:
        for ms in (0, 1, 599, 600, 8000, HALF - 1):
            assert since(after(start, ms), start) == ms
            assert 0 <= after(start, ms) < WHOLE
            assert since(start, after(start, ms)) == -ms
            assert after(after(start, ms), -ms) == start
        assert since(after(start, HALF), start) == -HALF  # this far a stamp says nothing


def test_just_now_is_neither_to_come_nor_days_ago():
    for start in STARTS:
        for ms, wanted in ((0, True), (15, True), (16, False), (HALF - 1, False), (HALF, False)):
            assert just(after(start, ms), start, 16) == wanted, (start, ms)
        assert not just(start, after(start, 1), 16)
        for rest in WEEKS[:-1]:
            if rest % WHOLE > 16:
                assert not just(after(start, rest), start, 16), (start, rest)


def test_the_board_must_rest_for_the_settle_time_at_every_time():
    for start in STARTS:
        top = table_at(PAWNS, now=start).card("5").carry(0, 21, 26, 300, 500)
        assert not top.named("accepted"), start
        top.wait(200)
        assert len(top.named("accepted")) == 1, start


def test_a_rest_of_weeks_shortens_no_wait():
    for rest in WEEKS:
        top = table_at(PAWNS).card("5").wait(25000)  # everything that waits has come
        top.now = after(top.now, rest)
        top.lift(0, 21).wait(300)
        assert not top.named("guide"), rest
        # The wrong space in passing, as hands do: less than the settle time on it.
        top.place(0, 24).wait(400)
        assert not top.named("guide") and not top.named("accepted"), rest
        top.carry(0, 24, 26, 300, 400)
        assert not top.named("accepted"), rest
        top.wait(1500)
        assert [e["move"] for e in top.named("accepted")] == ["g20>25"], rest


def test_a_flash_of_light_ends_at_every_time():
    for start in STARTS:
        lights = Lights(4)
        out = bytearray(12)
        lights.set(layers.REFUSAL, 1, (255, 0, 0))
        lights.expire(layers.REFUSAL, start, 500)
        lights.render(after(start, 450), out)
        assert out[3:6] != bytearray(3), start
        lights.render(after(start, 600), out)
        assert out == bytearray(12), start


def test_a_button_is_heard_at_every_time():
    for start, rest in zip(STARTS, (0,) + WEEKS):
        top = table_at(SORRY, now=start)
        top.now = after(top.now, rest)
        top.wait(50).card("7").tap(0).wait(300)
        assert [e["move"] for e in top.named("accepted")] == ["-"], (start, rest)


def test_a_computer_throws_at_every_time():
    for start, rest in zip(STARTS, (0,) + WEEKS):
        top = table_at(LUDO, dice=[3] * 9, now=start)
        top.now = after(top.now, rest)
        top.computers("easy", "human", "human", "human").wait(1500)
        assert top.named("rolled"), (start, rest)
