# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Reeds built in badly: `tavle learn` and `tavle doctor` report what the fields say is wrong, no more, no less."""

import sys
from pathlib import Path

import pytest
from follower import Skipper, problems, scrambled, table, taught, toward

sys.path.insert(0, str(Path(__file__).parents[1] / "device"))
from helpers_robot import Robot

from tavle.device import doctor
from tavle.live import words


def closed_by(world, space, moment):
    """Return the reeds that a pawn in the middle of a space closes, from the fields alone."""
    item = world.plane.board.spaces[space]
    found = set()
    for bit, switch in enumerate(world.plane.switches):
        drive = switch.reed.drive(
            world.plane.magnet, item.x_mm, item.y_mm, world.plane.standing_mm
        )
        if abs(drive) * moment * switch.gain >= switch.operate:
            found.add(bit)
    return found


def predicted(world):
    """Return (spaces whose own reed stays open, {(space, foreign reed it closes)})."""
    moment = next(p.piece.moment for p in world.pawns if p.seat == 0)
    dead, cross = set(), set()
    for space in range(len(world.plane.switches)):
        closed = closed_by(world, space, moment)
        if space not in closed:
            dead.add(space)
        cross |= {(space, other) for other in closed - {space}}
    return dead, cross


def build(world):
    """Build the faults in and return their spaces."""
    bit = world.spaces.any_bit
    weak, turned, reversed_, missing = bit("17"), bit("40"), bit("52"), bit("blue:h2")
    world.contacts.set_reeds({weak: 0.1, missing: 0.05}, {}, {})
    toward(world, turned, bit("41"), 4.0)
    world.contacts.set_reeds({}, {reversed_: 180.0}, {})
    return weak, turned, reversed_, missing


def test_the_fields_say_what_is_wrong_with_the_reeds_built_in():
    with table() as session:
        world = session.world
        weak, turned, reversed_, missing = build(world)
        dead, cross = predicted(world)
        assert dead == {weak, missing}
        assert (world.spaces.any_bit("41"), turned) in cross
        assert all(other in (turned, reversed_) for _, other in cross)


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_learn_reports_what_was_built_in(seed):
    with table() as session:
        world = session.world
        world.rewire(scrambled(92, seed))
        build(world)
        dead, cross = predicted(world)
        assert dead and cross
        person = Skipper(session)
        found = problems(taught(session, person))
        name = world.spaces.name
        silent = {p["place"] for p in found if p["what"] == "silent"}
        told = {(p["place"], p["to"]) for p in found if p["what"] == "cross-talk"}
        assert silent == {name(bit) for bit in dead}
        assert told == {(name(here), name(other)) for here, other in cross}
        assert {p["what"] for p in found} <= {"silent", "cross-talk"}


@pytest.mark.long
def test_doctor_reports_what_was_built_in(monkeypatch):
    monkeypatch.setattr(doctor, "PACE", 0.03)
    with Robot() as robot:
        world = robot.world
        robot.bridge.do(lambda: build(world))
        dead, cross = predicted(world)
        _, said = robot.doctor("--only", "switches")
        (line,) = (one for one in said.splitlines() if one.startswith("FAIL"))
        name = world.spaces.name
        silent = line.partition("no answer: ")[2].partition(";")[0]
        for bit in range(world.spaces.n_bits):
            joint = words.joint(name(bit), bit)
            assert (joint in silent) == (bit in dead), line
        for here, other in cross:
            joint = words.joint(name(other), other)
            assert f"the pawn on {words.place(name(here))} also closes {joint}" in line
        assert line.count("also closes") == len(cross)
