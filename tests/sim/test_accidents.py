# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Accidents and reeds built in badly, by the commands of `tavle sim --stdio`."""

import pytest
from stdio_program import Program

from tavle.sim.contract import Contract
from tavle.sim.session import Session, TableSpec

LINE = "partners-pawns green:h,h,0,20 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green"


def levels(session):
    return Contract(session).handle({"do": "reeds"})


@pytest.fixture
def session():
    one = Session(TableSpec("partners-pawns", LINE))
    yield one
    one.close()


def test_reeds_tell_what_is_closed_and_with_what_drive(session):
    said = levels(session)
    assert len(said["closed"]) == 16 and {"0", "20", "red:h0"} <= set(said["closed"])
    assert all(abs(said["ampere_turns"][name]) > 25 for name in said["closed"])
    do = Contract(session).handle
    assert do({"do": "lift", "colour": "green", "at": "20"})["ok"]
    session.run_ms(300)
    assert "20" not in levels(session)["closed"]


@pytest.mark.parametrize(
    ("noise", "closed"),
    [
        ({"weak": {"20": 0.05}}, False),
        ({"weak": {"20": 0.9}}, True),
        ({"shifted": {"20": [30, 0]}}, False),
        ({"turned": {"20": 180}}, True),
    ],
)
def test_noise_builds_reeds_in_badly_and_mends_them(session, noise, closed):
    do = Contract(session).handle
    assert do({"do": "noise", **noise})["ok"]
    assert ("20" in levels(session)["closed"]) == closed
    mended = {kind: dict.fromkeys(value) for kind, value in noise.items()}
    assert do({"do": "noise", **mended})["ok"]
    assert "20" in levels(session)["closed"]


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ({"do": "noise", "weak": {"20": 0}}, "what is left of a reed's sensitivity"),
        ({"do": "noise", "weak": ["20"]}, "weak must be an object"),
        ({"do": "noise", "turned": {"20": "left"}}, "a turn in degrees"),
        ({"do": "noise", "shifted": {"20": 3}}, "a shift must be [x, y] in mm"),
        ({"do": "noise", "shifted": {"20": [3, 900]}}, "a way in mm"),
        ({"do": "noise", "phone": "red"}, "no space"),
        ({"do": "push", "colour": "green", "at": "20", "dx": 1}, "the field 'dy' is missing"),
        ({"do": "push", "colour": "green", "at": "21", "dx": 1, "dy": 1}, "no green pawn on 21"),
        ({"do": "topple", "colour": "green", "at": "20", "toward": True}, "a turn in degrees"),
    ],
)
def test_faults_and_accidents_that_cannot_be_are_refused(session, command, why):
    before = levels(session)
    answer = Contract(session).handle(command)
    assert not answer["ok"] and why in answer["error"]
    assert levels(session) == before


def test_a_pawn_is_knocked_over_lifted_and_set_up_again(session):
    do = Contract(session).handle
    assert do({"do": "push", "colour": "green", "at": "20", "dx": 2, "dy": -2})["ok"]
    session.run_ms(300)
    assert "20" in levels(session)["closed"], "a push of 3 mm changes nothing"
    assert do({"do": "topple", "colour": "green", "at": "20", "toward": 90})["ok"]
    session.run_ms(400)
    assert do({"do": "state"})["world"]["green"] == ["h", "h", "0", "lying"]
    assert do({"do": "lift", "colour": "green", "at": "lying"})["ok"]
    session.run_ms(300)
    assert "20" not in levels(session)["closed"]
    assert do({"do": "place", "colour": "green", "at": "20"})["ok"]
    session.run_ms(300)
    assert "20" in levels(session)["closed"]


def test_a_phone_closes_a_reed_without_a_pawn(session):
    do = Contract(session).handle
    assert levels(session)["closed"] and "33" not in levels(session)["closed"]
    assert do({"do": "noise", "phone": "33"})["ok"]
    assert "33" in levels(session)["closed"]
    assert do({"do": "noise", "phone": None})["ok"]
    assert "33" not in levels(session)["closed"]


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
