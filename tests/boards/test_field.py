# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The magnetic model: its table, its worst cases, and the room every board leaves. Nothing is measured."""

import dataclasses
import math
import random
from xml.etree import ElementTree

import pytest

from tavle import cli
from tavle.board import geometry
from tavle.errors import TavleError
from tavle.field import margins, parts, potential, propose

BOARDS = geometry.boards()


def summed(magnet, axis_deg, x, y, z, axis):
    """Return the drive (AT per A m2) by summing magpylib's field along 14 mm of glass, with no potential."""
    import numpy as np
    from scipy.spatial.transform import Rotation

    from tavle.field.model import disc

    source = disc(magnet)
    if axis[2] < 1:
        turn = np.cross((0, 0, 1), axis)
        angle = math.acos(axis[2])
        source.orientation = Rotation.from_rotvec(turn / np.linalg.norm(turn) * angle)
    source.position = np.array((x, y, z)) / 1000
    nodes, weights = np.polynomial.legendre.leggauss(60)
    along = math.radians(axis_deg)
    end = 7 * np.array((math.cos(along), math.sin(along), 0))
    start = -end
    points = np.array([start + (end - start) * (n + 1) / 2 for n in nodes]) / 1000
    drive = float((source.getH(points) @ (end - start) / 1000 * weights / 2).sum())
    wide, thick = parts.size_of(magnet)
    return drive / (math.pi * (wide / 2) ** 2 * thick * 1e-9 / parts.MU0)


@pytest.mark.magpylib
@pytest.mark.parametrize("magnet", parts.facts()["magnets"]["sizes"])
def test_table_gives_what_the_field_along_the_glass_gives(magnet):
    """Upright, tilted and lying discs anywhere near a reed, within 0.1 AT for a magnet of 1 tesla."""
    chance = random.Random(magnet)
    disc = potential.Magnet(magnet)
    wide, thick = parts.size_of(magnet)
    tesla = math.pi * (wide / 2) ** 2 * thick * 1e-9 / parts.MU0
    axis_deg = chance.uniform(0, 360)
    reed = potential.Reed(0, 0, axis_deg, potential.glass(14))
    for _ in range(60):
        tilt = math.radians(chance.choice([0, 0, 5, 20, 90]))
        aim = chance.uniform(0, math.tau)
        axis = (
            math.sin(tilt) * math.cos(aim),
            math.sin(tilt) * math.sin(aim),
            math.cos(tilt),
        )
        low = 4 + thick / 2 + (wide - thick) / 2 * math.sin(tilt)
        at = chance.uniform(-30, 30), chance.uniform(-30, 30), low + 20 * chance.random() ** 2
        got = reed.drive(disc, *at, axis) * tesla
        assert got == pytest.approx(summed(magnet, axis_deg, *at, axis) * tesla, abs=0.1)


@pytest.mark.magpylib
def test_committed_table_is_what_magpylib_makes():
    from tavle.field import model

    for magnet in parts.facts()["magnets"]["sizes"]:
        made = model.make(magnet)
        kept = potential.table_of(magnet)
        assert len(made) == len(kept)
        for one, other in zip(made, kept, strict=True):
            assert one == pytest.approx(other, abs=2e-4)


def test_far_away_a_disc_is_a_dipole():
    disc = potential.Magnet("8x2")
    wanted = 0.08 / (0.1 * 0.1 * 4 * math.pi) * (1 / 0.1)
    assert disc.potential(60, 0, 80, potential.UP) == pytest.approx(wanted, rel=0.01)


def test_straight_over_the_middle_of_a_reed_nothing_drives_it():
    reed = potential.Reed(100, 50, 30)
    disc = potential.Magnet("8x2")
    assert reed.drive(disc, 100, 50, 6) == pytest.approx(0, abs=1e-9)
    beside = reed.drive(disc, 100 - 8 * math.cos(math.radians(30)), 46, 6)
    assert abs(beside) > 500


@pytest.mark.long  # `tavle board check` says it of every board; test_pins.py runs it
@pytest.mark.parametrize("board", BOARDS)
def test_every_space_of_every_board_has_room(board):
    """Closed within 6 mm for the weakest magnet on the dullest reed; never held closed by the others."""
    shown = geometry.load(board)
    rooms = margins.rooms(shown)
    limits = parts.facts()["limits"]
    assert (
        limits["closed_radius_mm"] >= 6 and min(limits["close_margin"], limits["open_margin"]) > 1
    )
    assert list(margins.problems(shown, rooms)) == []
    assert len(rooms) == len(shown.spaces)
    for room in rooms:
        assert room.closed_mm >= limits["closed_radius_mm"], room.item.name
        assert room.least >= room.close > 1 and room.open > 1
        assert room.own > room.least > room.others > room.one > 0


@pytest.mark.parametrize("board", BOARDS)
def test_worst_turn_of_a_reed_is_refused_with_row_and_column(board):
    """The same parts, one reed of the ring pointed along the ring: its neighbour holds it closed."""
    shown = geometry.load(board)
    one, other = shown.ring[5], shown.ring[6]
    toward = math.degrees(math.atan2(other.y_mm - one.y_mm, other.x_mm - one.x_mm)) % 360
    turned = dataclasses.replace(one, axis_deg=round(toward, 2))
    room = margins.WorstCases().room(shown, turned)
    (found,) = [why for why in margins.problems(shown, [room]) if "times as much" in why]
    assert room.open < 1
    assert found.startswith(f"row {one.row}, column axis_deg: ")


def test_reed_under_the_middle_of_its_space_is_refused():
    shown = geometry.load("sorry")
    items = [dataclasses.replace(i, reed_mm=5.0) if i.name == "7" else i for i in shown.items]
    changed = geometry.Geometry("sorry", items)
    (item,) = (i for i in changed.spaces if i.name == "7")
    found = list(margins.problems(changed, [margins.WorstCases().room(changed, item)]))
    row = next(i.row for i in items if i.name == "7")
    assert any(w.startswith(f"row {row}, column reed_mm: a pawn 6 mm off") for w in found), found


def test_reeds_that_lie_on_each_other_are_refused():
    shown = geometry.load("ludo")
    toward = {"red:z2": 90.0, "red:z3": 270.0}
    items = [dataclasses.replace(i, axis_deg=toward.get(i.name, i.axis_deg)) for i in shown.items]
    changed = geometry.Geometry("ludo", items)
    rooms = [margins.WorstCases().room(shown, shown.spaces[0])]
    found = list(margins.problems(changed, rooms))
    assert any("the reeds of red:z3 and red:z2 are 0.0 mm apart" in why for why in found), found


@pytest.mark.long
@pytest.mark.parametrize("board", BOARDS)
def test_what_the_command_proposes_is_within_the_limits(board):
    """For parts and limits as they are; a builder may choose otherwise."""
    proposed = propose.propose(geometry.load(board))
    assert list(margins.problems(proposed)) == []


def test_stronger_tolerances_and_classes_are_in_order():
    design = parts.chosen()
    assert design.weakest < design.moment < design.strongest
    assert parts.chosen(grade="N45").moment > design.moment
    assert parts.chosen(reed="15-20").release < design.release


@pytest.mark.parametrize(
    ("choice", "why"),
    [
        ({"magnet": "8"}, "a disc is diameter x thickness"),
        ({"magnet": "80x2"}, "a disc is diameter x thickness"),
        ({"grade": "N99"}, "unknown grade 'N99': known are N35"),
        ({"reed": "1-2"}, "unknown reed '1-2': known are 10-15"),
        ({"depth_mm": 80.0}, "depth and cover must make 2 to 30 mm"),
    ],
)
def test_parts_that_do_not_exist_are_refused(choice, why):
    with pytest.raises(TavleError, match=why):
        parts.chosen(**choice)


@pytest.mark.long
def test_command_tells_parts_and_every_space(capsys):
    assert cli.run(["board", "field", "sorry"]) == 0
    said = capsys.readouterr().out
    assert "Calculated, not measured." in said.splitlines()[0]
    for item in geometry.load("sorry").spaces:
        assert f"\n{item.name} " in said


@pytest.mark.long
def test_command_shows_what_other_parts_would_leave(capsys):
    assert cli.run(["board", "field", "ludo", "--reed", "10-15", "--magnet", "10x2"]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("Least room: to close 4") and "to open 0." in last


def test_a_steel_ring_on_the_hand_drives_no_reed():
    """A ring of 0.3 cm3 of iron, 15 mm over a standing pawn's magnet, magnetised by it as strongly as iron can be.

    A sphere of soft iron has the moment 3 V B / mu0; B is the pawn's own field there, of a dipole on its axis.
    """
    design = parts.chosen()
    away = 0.015
    field = parts.MU0 * 2 * design.strongest / (4 * math.pi * away**3)
    moment = 3 * 0.3e-6 * field / parts.MU0
    reed = potential.Reed(8.5, 0, 0)
    disc = potential.Magnet(design.magnet)
    height = design.height_mm + 15
    most = max(abs(reed.drive(disc, x, 0, height)) * moment for x in range(-20, 40))
    assert 0 < most < design.release / 10


def test_two_pawns_on_a_space_slide_apart_until_friction_holds_them():
    design = parts.chosen()
    foot = parts.facts()["pawn"]["foot_mm"]
    assert foot <= design.apart_mm(design.weakest) <= design.apart_mm(design.strongest) < 16
    assert parts.chosen(magnet="6x2").apart_mm(0.02) == foot, "weak ones stand where they are put"


@pytest.mark.long
@pytest.mark.parametrize("board", ["partners"])
def test_pictures_show_every_reed_and_say_that_nothing_was_measured(board, tmp_path, capsys):
    folder = tmp_path / "pictures"
    assert cli.run(["board", "field", board, "--draw", str(folder), "--depth", "5"]) == 0
    names = sorted(path.name for path in folder.iterdir())
    assert names == sorted(["closing-map.svg", "dead-line.svg", "heights.svg", f"{board}.svg"])
    for path in folder.iterdir():
        drawing = ElementTree.fromstring(path.read_text())
        words = [e.text for e in drawing.iter("{http://www.w3.org/2000/svg}text")]
        assert any("not measured" in (word or "") for word in words), path.name
        assert any("reed 5 mm under" in (word or "") for word in words), path.name
    drawing = ElementTree.fromstring((folder / f"{board}.svg").read_text())
    lines = list(drawing.iter("{http://www.w3.org/2000/svg}line"))
    assert len(lines) == len(geometry.load(board).spaces)
    (tmp_path / "file").write_text("")
    assert cli.run(["board", "field", board, "--draw", str(tmp_path / "file" / "x")]) == 1
    assert "name another folder" in capsys.readouterr().err


def test_command_without_a_board_says_so(capsys):
    assert cli.run(["board", "field"]) == 2
    assert "name a board" in capsys.readouterr().err
