# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A reed that opens and closes without a hand is named, ignored, and believed again when quiet."""

from stdio_program import Bench

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"


def sensor_faults(bench):
    return [event for event in bench.named("fault") if event["part"] == "sensor"]


def test_a_reed_that_flickers_is_named_and_never_a_lift():
    with Bench(LINE, seed=1) as bench:
        bench.does("card swap 1, wait 1500")
        for _ in range(12):
            for stuck in (0, None):
                bench.good("noise", stuck={"33": stuck}, then_ms=250)
        bench.does("wait 400")
        assert "blue:33" in sensor_faults(bench)[0]["text"]
        assert not bench.named("accepted") and not bench.named("undone")
        bench.does("wait 12000")
        assert sensor_faults(bench)[-1].get("over")
        assert bench.good("state")["firmware"] == LINE


def test_short_dips_are_named_too_and_change_nothing():
    with Bench(LINE, seed=1) as bench:
        bench.good("noise", flicker=["20"], then_ms=30000)
        assert "green:20" in sensor_faults(bench)[0]["text"]
        bench.does("card 5 1, wait 5000")
        assert not [e for e in bench.events if e["event"] in ("accepted", "guide", "ask")]
        bench.good("noise", flicker=[], then_ms=12000)
        assert sensor_faults(bench)[-1].get("over")
