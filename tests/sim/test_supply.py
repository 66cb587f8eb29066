# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The lights stay under what the supply gives: the 5 V supply, or USB alone."""

import contextlib

from stdio_program import Bench

from tavle.paths import add_firmware, board_file

add_firmware()

BOARD = board_file("r1_pico2")
FRAME_US = 60_000  # a frame later the lights have changed


@contextlib.contextmanager
def bright_table(**settings):
    """A table all of whose lights are white, as bright as they may be."""
    with Bench("sorry", settings={"brightness": 100, **settings}) as bench:
        assert bench.session.request("doctor.start")["ok"]
        assert bench.session.request("doctor.show", rgb=[255, 255, 255])["ok"]
        bench.does("wait 300")
        yield bench.session, bench


def drawn_ma(session, since_us):
    """Return the most that any frame shown since then draws, counted from the wire."""
    found = []
    for _, frame in session.target.frames(since_us):
        idle = len(frame) // 3 * BOARD.LED_IDLE_MA
        found.append(idle + sum(frame) * BOARD.LED_CHANNEL_MA / 255)
    return max(found)


def test_without_the_external_supply_the_lights_draw_what_usb_gives():
    with bright_table() as (session, bench):
        now = session.target.now_us
        assert BOARD.LIMIT_MA * 0.95 < drawn_ma(session, now - 150_000) <= BOARD.LIMIT_MA
        bench.good("noise", supply="usb")
        session.run_ms(500)
        assert drawn_ma(session, now + FRAME_US) <= BOARD.LIMIT_USB_MA
        assert session.request("doctor.status")["limit_ma"] == BOARD.LIMIT_USB_MA
        bench.good("noise", supply="external")
        session.run_ms(3000)
        assert drawn_ma(session, session.target.now_us - 150_000) > BOARD.LIMIT_MA * 0.95
        assert not bench.do("noise", supply="mains")["ok"]


def test_a_table_that_starts_on_usb_never_draws_more():
    with bright_table() as (session, bench):
        bench.good("noise", supply="usb")
        session.run_ms(100)
        began = session.target.now_us
        session.power(False)
        session.power(True)
        session.run_ms(3000)
        assert drawn_ma(session, began) <= BOARD.LIMIT_USB_MA


def test_a_lower_setting_holds_on_both_supplies():
    with bright_table(limit_ma=200) as (session, bench):
        assert drawn_ma(session, session.target.now_us - 150_000) <= 200
        bench.good("noise", supply="usb")
        session.run_ms(500)
        assert drawn_ma(session, session.target.now_us - 150_000) <= 200
