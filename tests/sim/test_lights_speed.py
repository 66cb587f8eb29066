# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The lights answer hands at once.

Everything is read off the WS2812 line of the simulated table, in simulated time: the controller's
own computing is measured on the emulated Pico by the benchmark.
"""

import pytest
from stdio_program import Bench

from tavle.paths import add_firmware

add_firmware()
from rules import RULEBOOKS, family  # noqa: E402

AT_ONCE_MS = 25  # design, section 7: lift seen -> its lights change

# Board -> where pawns stand. Whose turn it is has one on 22, which a 3 takes to 25, where another is bumped.
PAWNS = {
    "partners": "green:h,h,3,22 blue:h,h,h,25 red:h,h,h,40 yellow:h,h,h,h turn=green",
    "ludo": "red:h,h,3,22 yellow:h,h,h,25 blue:h,h,h,40 green:h,h,h,h turn=red",
    "sorry": "red:h,h,7,22 blue:h,h,h,25 yellow:h,h,h,40 green:h,h,h,h turn=red",
}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_destinations_appear_at_once_also_while_walking(rulebook):
    pawns = PAWNS[family(rulebook)]
    colour = pawns.rpartition("=")[2]
    with Bench(f"{rulebook} {pawns}") as table:
        target = table.session.target
        names = table.session.world.spaces.light_names()
        (light,) = [light for light, name in names.items() if name == "25"]

        def lit(frame):
            return any(frame[3 * light : 3 * light + 3])

        table.does("card 3, wait 1500")
        assert not lit(target.frames(target.now_us)[-1][1])
        for wait_ms in (0, 3, 7, 13, 22, 38):  # wherever the lift falls between two scans
            table.does(f"wait {1000 + wait_ms}")
            began = target.now_us
            table.does(f"lift {colour} 22, wait 200")
            first = next(t for t, frame in target.frames(began) if t > began and lit(frame))
            assert first - began <= 1000 * AT_ONCE_MS
            table.does(f"place {colour} 22")
        table.does(f"wait 1500, lift {colour} 22")
        for place in ("23", "24"):
            table.does(f"wait 100, place {colour} {place}, wait 200")
            began = target.now_us
            table.does(f"lift {colour} {place}, wait {AT_ONCE_MS}")
            assert lit(target.frames(began)[-1][1]), place
