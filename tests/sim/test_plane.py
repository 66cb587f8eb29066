# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Magnets over reeds: edges follow from fields, paths and hysteresis. Calculated, not measured."""

import math

import pytest

from tavle.board import geometry
from tavle.field.parts import facts
from tavle.sim.plane import CORNERS, Leg, Plane, smooth

BOARD = geometry.load("partners")
HERE = BOARD.ring[7]
LIFT = facts()["hand"]["lift_mm"]


def over(plane, item, dx=0.0, dy=0.0, up=0.0):
    return item.x_mm + dx, item.y_mm + dy, plane.standing_mm + up


def along(item, mm):
    """Return (dx, dy) of a way along a reed's axis, positive towards the reed."""
    angle = math.radians(item.axis_deg)
    return mm * math.cos(angle), mm * math.sin(angle)


def travel(plane, piece, *points, ms=200):
    """Move a magnet through points and return the edges [(ms, name, closed)]."""
    legs, t, at = [], plane.now_us, piece.place
    for point in points:
        legs.append(Leg(t, t + ms * 1000, at, point))
        t, at = t + ms * 1000, point
    plane.move(piece, legs)
    start = plane.now_us
    edges = plane.advance(t + 1000)
    assert not piece.legs and piece.place == points[-1]
    return [((t - start) / 1000, BOARD.spaces[bit].name, closed) for t, bit, closed in edges]


def test_minimum_jerk_starts_and_ends_at_rest():
    assert (smooth(0), smooth(0.5), smooth(1)) == (0, 0.5, 1)
    assert smooth(0.01) < 1e-5 and 1 - smooth(0.99) < 1e-5
    speeds = [smooth((n + 1) / 100) - smooth(n / 100) for n in range(100)]
    assert max(speeds) * 100 == pytest.approx(1.875, rel=0.01)


@pytest.mark.parametrize("parts", CORNERS)
def test_up_and_down_over_the_centre_is_one_edge_each(parts):
    for seed in range(5):
        plane = Plane(BOARD, seed, parts)
        piece = plane.new_piece()
        plane.put(piece, over(plane, HERE))
        assert [i for i, s in enumerate(plane.switches) if s.closed] == [HERE.bit]
        opened = travel(plane, piece, over(plane, HERE, up=LIFT))
        closed = travel(plane, piece, over(plane, HERE))
        assert [e[1:] for e in opened] == [("7", False)]
        assert [e[1:] for e in closed] == [("7", True)]
        # Hysteresis: it opens farther up than it closed.
        assert smooth(opened[0][0] / 200) * LIFT > (1 - smooth(closed[0][0] / 200)) * LIFT


def test_pushed_along_the_reed_it_opens_over_the_middle_and_closes_once_more():
    plane = Plane(BOARD, 1)
    piece = plane.new_piece()
    plane.put(piece, over(plane, HERE))
    edges = travel(plane, piece, over(plane, HERE, *along(HERE, 34)), ms=600)
    assert [e[2] for e in edges if e[1] == "7"] == [False, True, False]


@pytest.mark.parametrize("parts", CORNERS)
def test_within_six_millimetres_it_stays_closed(parts):
    plane = Plane(BOARD, 3, parts)
    piece = plane.new_piece()
    plane.put(piece, over(plane, HERE))
    circle = [over(plane, HERE, 6 * math.cos(n * 0.4), 6 * math.sin(n * 0.4)) for n in range(17)]
    assert travel(plane, piece, *circle) == []


@pytest.mark.parametrize("parts", CORNERS)
def test_a_full_neighbourhood_closes_nothing_and_holds_nothing(parts):
    plane = Plane(BOARD, 2, parts)
    near = [i for i in BOARD.spaces if i.bit != HERE.bit and i.distance_mm(HERE) < 70]
    for item in near:
        away = math.atan2(HERE.y_mm - item.y_mm, HERE.x_mm - item.x_mm)
        plane.put(plane.new_piece(), over(plane, item, 4 * math.cos(away), 4 * math.sin(away)))
    assert len(near) >= 3 and not plane.switches[HERE.bit].closed
    piece = plane.new_piece()
    plane.put(piece, over(plane, HERE))
    assert plane.switches[HERE.bit].closed
    edges = travel(plane, piece, over(plane, HERE, up=LIFT))
    assert [e[1:] for e in edges] == [("7", False)]


def test_same_seed_same_parts():
    first, second, third = (Plane(BOARD, seed) for seed in (1, 1, 2))
    values = [[(s.operate, s.release) for s in p.switches] for p in (first, second, third)]
    assert values[0] == values[1] != values[2]
    low, high = first.design.operate
    for operate, release in values[0]:
        assert low <= operate <= high and 0.4 <= release / operate <= 0.8
    assert first.new_piece().moment == second.new_piece().moment


def test_unknown_parts_are_refused():
    with pytest.raises(ValueError, match="parts must be one of scattered, dull"):
        Plane(BOARD, 1, "cheap")


def test_a_magnet_that_is_turned_over_has_no_direction_for_a_moment():
    leg = Leg(0, 1000, (0.0, 0.0, 0.0), (10.0, 0.0, 0.0), axis=((0.0, 0.0, 1.0), (0.0, 0.0, -1.0)))
    assert leg.at(500) == (5.0, 0.0, 0.0, (0.0, 0.0, 0.0))
    assert leg.at(0)[3] == (0.0, 0.0, 1.0) and leg.at(1000)[3] == (0.0, 0.0, -1.0)
