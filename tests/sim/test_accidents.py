# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Accidents and reeds built in badly, by the commands of `tavle sim --stdio`."""

import pytest
from stdio_program import Bench, Program

LINE = "partners-pawns green:h,h,0,20 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green"


@pytest.fixture
def bench():
    with Bench(LINE) as one:
        yield one


def closed(bench):
    return bench.good("reeds")["closed"]


def test_reeds_tell_what_is_closed_and_with_what_drive(bench):
    said = bench.good("reeds")
    assert len(said["closed"]) == 16 and {"0", "20", "red:h0"} <= set(said["closed"])
    assert all(abs(said["ampere_turns"][name]) > 25 for name in said["closed"])
    bench.does("lift green 20, wait 300")
    assert "20" not in closed(bench)


@pytest.mark.parametrize(
    ("noise", "shut"),
    [
        ({"weak": {"20": 0.05}}, False),
        ({"weak": {"20": 0.9}}, True),
        ({"shifted": {"20": [30, 0]}}, False),
        ({"turned": {"20": 180}}, True),
    ],
)
def test_noise_builds_reeds_in_badly_and_mends_them(bench, noise, shut):
    bench.good("noise", **noise)
    assert ("20" in closed(bench)) == shut
    mended = {kind: dict.fromkeys(value) for kind, value in noise.items()}
    bench.good("noise", **mended)
    assert "20" in closed(bench)


def test_a_pawn_is_knocked_over_lifted_and_set_up_again(bench):
    bench.good("push", colour="green", at="20", dx=2, dy=-2, then_ms=300)
    assert "20" in closed(bench), "a push of 3 mm changes nothing"
    bench.good("topple", colour="green", at="20", toward=90, then_ms=400)
    assert bench.good("state")["world"]["green"] == ["h", "h", "0", "lying"]
    bench.does("lift green lying, wait 300")
    assert "20" not in closed(bench)
    bench.does("place green 20, wait 300")
    assert "20" in closed(bench)


def test_the_strongest_parts_have_more_drive_than_the_weakest():
    drives = {}
    for parts in ("dull", "keen"):
        table = Program("--rulebook", "partners-pawns", "--position", LINE, "--parts", parts)
        try:
            answer = table.good("reeds")
        finally:
            table.kill()
        assert len(answer["closed"]) == 16
        drives[parts] = abs(answer["ampere_turns"]["20"])
    assert drives["dull"] < drives["keen"]
