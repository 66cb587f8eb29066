# SPDX-License-Identifier: Apache-2.0
"""How much room a board leaves, space by space: the worst pawns, magnets, reeds and pockets at once.

A reed must close for the weakest magnet that stands off its centre, and no reed may be held closed
by what stands on other spaces: every neighbour holds a pawn that is off its centre and tilted in
the worst direction, and the worst neighbour holds two. What pushes a reed one way and what pushes
it the other way are summed apart, and the greater sum counts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tavle.board.geometry import Geometry, Item, at_row
from tavle.board.shapes import Point
from tavle.field.parts import Design, chosen, facts
from tavle.field.potential import UP, Magnet, Reed, Vector

REACH_MM = 60.0
"""Pawns farther away than this add less than the table's rounding."""

_AROUND = 12  # directions in which a pawn is off its centre
_TILTS = 4  # directions in which it is tilted


@dataclass(frozen=True)
class Room:
    """What one space leaves, in ampere-turns and mm.

    Attributes:
        item: the space.
        own: drive of its own pawn in the middle of the space, magnet and height as designed.
        least: least drive within the radius it must close in, weakest magnet.
        closed_mm: radius within which the weakest magnet closes the dullest reed.
        others: most that pawns on other spaces drive it with, strongest magnets.
        one: most that a single pawn on another space drives it with.
        close: `least` over the operate value of the dullest reed.
        open: release value of the most sensitive reed over `others`.
        two: least drive of the pawns that stand on this space side by side, weakest magnets.
    """

    item: Item
    own: float
    least: float
    closed_mm: float
    others: float
    one: float
    close: float
    open: float
    two: float


def reed_of(item: Item, turn_deg: float = 0.0, shift_mm: float = 0.0) -> Reed:
    """Return the reed of a space, its pocket turned and shifted along the axis by an error."""
    angle = math.radians(item.axis_deg)
    away = item.reed_mm + shift_mm
    return Reed(
        item.x_mm + away * math.cos(angle),
        item.y_mm + away * math.sin(angle),
        item.axis_deg + turn_deg,
    )


def _flat(item: Item) -> Item:
    """Return a space in the origin whose reed points right."""
    return replace(item, x_mm=0.0, y_mm=0.0, axis_deg=0.0)


def _directions(count: int) -> Iterator[tuple[float, float]]:
    for n in range(count):
        angle = math.tau * n / count
        yield math.cos(angle), math.sin(angle)


def _stances() -> list[tuple[float, float, Vector]]:
    """Return the ways a single pawn stands on its space: off the centre, magnet's axis."""
    pawn = facts()["pawn"]
    tilt = math.radians(pawn["tilt_deg"])
    axes: list[Vector] = [UP]
    axes += [
        (x * math.sin(tilt), y * math.sin(tilt), math.cos(tilt)) for x, y in _directions(_TILTS)
    ]
    off = pawn["off_centre_mm"]
    return [
        (x * off, y * off, axis) for x, y in [(0.0, 0.0), *_directions(_AROUND)] for axis in axes
    ]


def _pairs(half: float) -> list[tuple[float, float]]:
    """Return where one of two pawns on a space stands, `half` mm off; the other is opposite."""
    return [(x * half, y * half) for x, y in list(_directions(_AROUND))[: _AROUND // 2]]


class WorstCases:
    """Knows one design's worst cases.

    Args:
        design: the parts.
    """

    def __init__(self, design: Design | None = None):
        self.design = design or chosen()
        self.magnet = Magnet(self.design.magnet)
        facts_ = facts()
        self._tolerance = facts_["choice"]["height_tolerance_mm"]
        self._radius = facts_["limits"]["closed_radius_mm"]
        self._loose = facts_["choice"]["reed_tolerance_mm"]
        self._turn = facts_["choice"]["axis_tolerance_deg"]
        self._stances = _stances()
        # The farther apart, the closer one of them is to another reed, and to its own reed's dead line.
        self._pairs = _pairs(self.design.apart_mm(self.design.strongest) / 2)
        # Distance of the reed from its space -> what `closes` and `two` say.
        self._closes: dict[float, tuple[float, float]] = {}
        self._two: dict[float, float] = {}

    def _z(self, more_mm: float = 0.0) -> float:
        return self.design.height_mm + self.magnet.thick_mm / 2 + more_mm

    def drive(self, reed: Reed, x_mm: float, y_mm: float, axis: Vector = UP) -> float:
        """Return the drive in ampere-turns of a pawn as designed that stands there."""
        return self.design.moment * reed.drive(self.magnet, x_mm, y_mm, self._z(), axis)

    def one_neighbour(
        self, reed: Reed, other: Item, z_mm: float, rough: bool = False
    ) -> tuple[float, float, float, float]:
        """Return what pawns on one other space drive a reed with, per A m2.

        Args:
            reed: the reed.
            other: the other space.
            z_mm: height of the magnets' middles above the reeds.
            rough: only centred and off-centre pawns, for a first look.

        Returns:
            the most one way and the other way with one pawn there, then with two.
        """
        most = least = 0.0
        for dx, dy, axis in self._stances:
            if rough and axis is not UP:
                continue
            value = reed.drive(self.magnet, other.x_mm + dx, other.y_mm + dy, z_mm, axis)
            most, least = max(most, value), min(least, value)
        both_most, both_least = most, least
        for dx, dy in self._pairs:
            value = reed.drive(self.magnet, other.x_mm + dx, other.y_mm + dy, z_mm) + reed.drive(
                self.magnet, other.x_mm - dx, other.y_mm - dy, z_mm
            )
            both_most, both_least = max(both_most, value), min(both_least, value)
        return most, -least, both_most, -both_least

    def others(
        self, reed: Reed, near: Iterable[Item], more_mm: float = 0.0, rough: bool = False
    ) -> tuple[float, float]:
        """Return the most that everything on these spaces, and one of them alone, drives a reed with (AT)."""
        sums, extra, single = [0.0, 0.0], [0.0, 0.0], 0.0
        z = self._z(more_mm)
        for other in near:
            one = self.one_neighbour(reed, other, z, rough)
            for way in (0, 1):
                sums[way] += one[way]
                extra[way] = max(extra[way], one[way + 2] - one[way])
            single = max(single, *one[:2])
        strongest = self.design.strongest
        return strongest * max(a + b for a, b in zip(sums, extra, strict=True)), strongest * single

    def least(self, reed: Reed, item: Item, radius_mm: float, more_mm: float) -> float:
        """Return the least drive (AT) of the weakest magnet on a circle around the centre, tilts included."""
        z = self._z(more_mm)
        tilts = [axis for _, _, axis in self._stances[: 1 + _TILTS]]
        return self.design.weakest * min(
            abs(
                reed.drive(
                    self.magnet, item.x_mm + x * radius_mm, item.y_mm + y * radius_mm, z, axis
                )
            )
            for x, y in _directions(2 * _AROUND)
            for axis in tilts
        )

    def closes(self, item: Item) -> tuple[float, float]:
        """Return (least drive within the radius a reed must close in, radius in which it does).

        Own pawn and own reed only: the same wherever the space lies and however it is turned.
        """
        if item.reed_mm not in self._closes:
            self._closes[item.reed_mm] = self._closing(_flat(item))
        return self._closes[item.reed_mm]

    def _closing(self, item: Item) -> tuple[float, float]:
        operate = self.design.operate[1]
        radii = [0.5 * n for n in range(29)]
        least = math.inf
        closed = radii[-1]
        for shift in (-self._loose, self._loose):
            reed = reed_of(item, 0.0, shift)
            for more in (-self._tolerance, self._tolerance):
                for n, radius in enumerate(radii):
                    drive = self.least(reed, item, radius, more)
                    if radius <= self._radius:
                        least = min(least, drive)
                    if drive < operate:
                        closed = min(closed, radii[max(0, n - 1)])
                        if radius >= self._radius:
                            break
        return least, closed

    def two(self, item: Item) -> float:
        """Return the least drive (AT) of two pawns on one space, however they are turned; as `closes`."""
        if item.reed_mm not in self._two:
            self._two[item.reed_mm] = self._beside(_flat(item))
        return self._two[item.reed_mm]

    def _beside(self, item: Item) -> float:
        least = math.inf
        count = facts()["pawn"]["beside"]
        radius = self.design.apart_mm(self.design.strongest) / 2 / math.sin(math.pi / count)
        for shift in (-self._loose, self._loose):
            reed = reed_of(item, 0.0, shift)
            for more in (-self._tolerance, self._tolerance):
                least = min(least, self._together(reed, item, count, radius, more))
        return self.design.weakest * least

    def _together(
        self, reed: Reed, item: Item, count: int, radius_mm: float, more_mm: float
    ) -> float:
        z = self._z(more_mm)
        least = math.inf
        for turn in range(_AROUND):
            drive = 0.0
            for n in range(count):
                angle = math.tau * (n + turn / _AROUND) / count
                x = item.x_mm + radius_mm * math.cos(angle)
                drive += reed.drive(self.magnet, x, item.y_mm + radius_mm * math.sin(angle), z)
            least = min(least, abs(drive))
        return least

    def room(self, geometry: Geometry, item: Item) -> Room:
        """Return what one space of a board leaves."""
        near = neighbours(geometry, item)
        others = one = 0.0
        for turn in (-self._turn, 0.0, self._turn):
            for more in (-self._tolerance, self._tolerance):
                sums = self.others(reed_of(item, turn), near, more)
                others, one = max(others, sums[0]), max(one, sums[1])
        least, closed = self.closes(item)
        return Room(
            item,
            abs(self.drive(reed_of(item), item.x_mm, item.y_mm)),
            least,
            closed,
            others,
            one,
            least / self.design.operate[1],
            self.design.release / others if others else math.inf,
            self.two(item),
        )


def neighbours(geometry: Geometry, item: Item) -> list[Item]:
    """Return the spaces whose pawns a reed can feel."""
    return [
        o for o in geometry.spaces if o.bit != item.bit and o.distance_mm(item) < REACH_MM + 20
    ]


def rooms(geometry: Geometry, design: Design | None = None) -> list[Room]:
    """Return what every space of a board leaves, in chain order."""
    worst = WorstCases(design)
    return [worst.room(geometry, item) for item in geometry.spaces]


def body_gap_mm(one: Item, other: Item) -> float:
    """Return how far apart the bodies of two reeds are: glass and straight leads, axis to axis."""
    half = facts()["limits"]["body_half_mm"]
    ends = []
    for item in (one, other):
        angle = math.radians(item.axis_deg)
        c, s = math.cos(angle), math.sin(angle)
        x, y = item.x_mm + item.reed_mm * c, item.y_mm + item.reed_mm * s
        ends.append(((x - half * c, y - half * s), (x + half * c, y + half * s)))
    (a, b), (c_, d) = ends
    if _cross(a, b, c_, d):
        return 0.0
    return min(_to_line(a, c_, d), _to_line(b, c_, d), _to_line(c_, a, b), _to_line(d, a, b))


def _side(a: Point, b: Point, p: Point) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _to_line(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)
    t = min(1.0, max(0.0, t))
    return math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def problems(geometry: Geometry, known: list[Room] | None = None) -> Iterator[str]:
    """Yield what is worse than the limits of `parts.toml`, naming row and column."""
    limits = facts()["limits"]
    for item in geometry.spaces:
        if not 0 <= item.axis_deg < 360:
            yield at_row(
                item, "axis_deg", f"{item.axis_deg:g} of {item.name} is not 0 to below 360"
            )
        if not 5 <= item.reed_mm <= 15:
            yield at_row(item, "reed_mm", f"{item.reed_mm:g} of {item.name} is not 5 to 15 mm")
    for room in known or rooms(geometry):
        item = room.item
        if room.close < limits["close_margin"]:
            radius = limits["closed_radius_mm"]
            why = f"a pawn {radius:g} mm off the centre of {item.name} drives its reed with"
            least = f"least is {limits['close_margin']:g}"
            yield at_row(
                item, "reed_mm", f"{why} {room.close:.2f} of what the dullest needs, {least}"
            )
        if room.two < chosen().operate[1]:
            why = f"two pawns on {item.name} drive its reed with {room.two:.1f} AT"
            least = f"the dullest needs {chosen().operate[1]:g}"
            yield at_row(item, "reed_mm", f"{why}, {least}")
        if room.open < limits["open_margin"]:
            why = f"pawns on other spaces drive the reed of {item.name} so that the most sensitive"
            least = f"least is {limits['open_margin']:g}"
            yield at_row(
                item, "axis_deg", f"{why} has {room.open:.2f} times as much to release, {least}"
            )
    for n, one in enumerate(geometry.spaces):
        for other in geometry.spaces[:n]:
            if one.distance_mm(other) < REACH_MM:
                gap = body_gap_mm(one, other)
                if gap < limits["body_gap_mm"]:
                    why = f"the reeds of {one.name} and {other.name} are {gap:.1f} mm apart"
                    yield at_row(one, "axis_deg", f"{why}, least is {limits['body_gap_mm']:g}")
