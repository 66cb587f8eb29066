# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Tables that were soldered otherwise, or with broken parts: `tavle sim --wiring --faults`, and the command `build`."""

import pytest
from stdio_program import Bench

from tavle import cli

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,26 red:h,h,h,40 yellow:h,h,h,50 turn=green"


def closed(table, *how):
    """Return the inputs that the firmware sees closed at a table that was built so."""
    table.good("build", how=list(how), then_ms=300)
    return set(table.session.request("doctor.status")["closed"])


def test_reeds_lights_and_the_rest_are_built_as_told_and_put_right_again():
    with Bench(LINE) as table:
        ask = table.session.request
        straight = set(ask("doctor.start")["inputs"])
        spaces = table.session.world.spaces
        own = closed(table)
        assert len(own) == 16 and own < straight
        at = spaces.any_bit
        assert closed(table, "swap:20,21") == own - {at("20")} | {at("21")}
        assert closed(table, "dead:20", "stuck:21") == own - {at("20")} | {at("21")}
        assert closed(table, "weak:20") == own
        moved = closed(table, "boards:1,2")
        assert {n ^ 8 if n < 16 else n for n in moved} == own
        assert {n >> 3 for n in closed(table, "row:3")} == {n >> 3 for n in own}
        assert len(closed(table, "shuffled")) == 16 and closed(table) == own
        table.good(
            "build", how=["dark:33", "dark:90-", "button:red", "reader", "supply"], then_ms=3000
        )
        ask("doctor.show", rgb=[9, 9, 9])
        table.good("wait", ms=200)
        names = spaces.light_names()
        dark = {names[n] for n in (33, *range(90, 96))}
        assert {*names.values()} - table.good("leds")["leds"].keys() == dark
        status = ask("doctor.status")
        assert status["pressed"] == 4 and status["limit_ma"] == 250
        assert not status["reader"]["online"]
        assert not table.named("fault")[-1].get("over")
        assert "is not among" in table.do("build", how=["nonsense"])["error"]
        assert {*names.values()} - table.good("leds")["leds"].keys() == dark


@pytest.mark.parametrize(
    ("word", "why"),
    [("nonsense", "is not among shuffled"), ("swap:22", "two spaces"), ("dead:99", "no space '99'"),
     ("boards:3,99", "a Reader-8 is 1 to 12"), ("dark:96", "a light is 0 to 95"), ("button:pink", "no button"), ("reader:off", "reader:crossed")],
)  # fmt: skip
def test_a_word_that_is_none_is_one_line(word, why, capsys):
    assert cli.run(["sim", "--stdio", "--wiring", word]) == 2
    said = capsys.readouterr().err
    assert why in said and said.count("\n") == 1 and "see `tavle sim --help`" in said
