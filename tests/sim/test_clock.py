# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The simulated controller's counter wraps as a real one's, and can begin anywhere."""

import pytest
from stdio_program import Bench

from tavle.sim.session import TICKS_PERIOD

PAWNS = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"


@pytest.mark.parametrize(
    ("start", "days"),
    [
        (TICKS_PERIOD // 2 - 2500, 0),
        (TICKS_PERIOD - 2500, 0),
        (0, 7),
        (TICKS_PERIOD // 2, 13),
    ],
)
def test_a_move_is_accepted_across_the_wrap_and_stamped_with_the_time_of_the_table(start, days):
    with Bench(PAWNS, clock_ms=start) as table:
        for _ in range(days):
            table.session.leap_ms(24 * 3600 * 1000)
            table.session.run_ms(300)
        table.does("card 5, wait 700, lift green 20, wait 600, place green 25, wait 3000")
        (accepted,) = table.named("accepted")
        assert accepted["move"] == "g20>25"
        stamps = [event["t"] for event in table.events]
        assert stamps == sorted(stamps)
        now_ms = table.session.now_ms
        assert 2000 < accepted["t"] <= now_ms  # not the controller's counter
        assert now_ms > 2500  # it has wrapped on the way
