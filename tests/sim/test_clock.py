# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The simulated controller's counter wraps as a real one's, and can begin anywhere."""

import pytest

from tavle import cli
from tavle.sim.contract import Contract
from tavle.sim.session import TICKS_PERIOD, Session, TableSpec

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
    session = Session(TableSpec("partners-pawns", PAWNS, clock_ms=start))
    try:
        assert session.until_ready()
        for _ in range(days):
            session.leap_ms(24 * 3600 * 1000)
            session.run_ms(300)
        table = Contract(session)
        told = list(session.events)
        for command in (
            {"do": "card", "card": "5", "copy": 1},
            {"do": "wait", "ms": 700},
            {"do": "lift", "colour": "green", "at": "20"},
            {"do": "wait", "ms": 600},
            {"do": "place", "colour": "green", "at": "25"},
            {"do": "wait", "ms": 3000},
        ):
            assert table.handle(command)["ok"]
            told += [e for e in session.events if e not in told]
        accepted = [e for e in told if e["event"] == "accepted"]
        assert [e["move"] for e in accepted] == ["g20>25"]
        stamps = [e["t"] for e in told]
        assert stamps == sorted(stamps)
        assert 2000 < accepted[0]["t"] <= session.now_ms  # not the controller's counter
        assert session.now_ms > 2500  # it has wrapped on the way
    finally:
        session.close()


def test_an_emulated_picos_counter_cannot_be_set(capsys):
    assert cli.run(["sim", "--stdio", "--target", "pico", "--clock", "1000"]) == 2
    assert "the emulated Pico's counter starts at 0, as a real one" in capsys.readouterr().err
