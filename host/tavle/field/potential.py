# SPDX-License-Identifier: Apache-2.0
"""The field of a disc magnet as a table, and what it drives a reed with.

Outside magnets and wires the field is the slope of a scalar potential, H = -grad V. So what
drives a reed is a sum over the potential along it: exact for any place and tilt of the magnet, and magnets add.
A disc's potential depends on two numbers only, the distance r from its middle and u, the cosine of
the angle to its axis. The table holds its ratio to a point dipole of the same moment,
V = m u / (4 pi r2), which is smooth and goes to 1 far away. `model.py` makes the table with magpylib.

A reed is more than its glass: blades and leads are iron, which gathers flux. `iron.py` calculates what each
piece of it counts, and leaves a row of points with weights in `reed.csv`: the drive is the weighted sum of the potential there.
"""

from __future__ import annotations

import csv
import functools
import math
from collections.abc import Iterable
from dataclasses import dataclass

from tavle.errors import TavleError
from tavle.field.parts import size_of
from tavle.paths import hardware
from tavle.words.terminal import tr

STEPS_R = 48
"""Rows of the table: 1/r from 0 to `NEAREST` in equal steps."""

STEPS_U = 16
"""Columns: u from 0 to 1 in equal steps."""

NEAREST = 0.30
"""Greatest 1/r of the table, in 1/mm. A reed's iron is never closer to a magnet's middle than 3.3 mm."""

FILE = "potential.csv"
REED_FILE = "reed.csv"

_SCALE = 1e6 / (4 * math.pi)  # A m2 over mm2 -> A

Vector = tuple[float, float, float]
Table = tuple[tuple[float, ...], ...]
UP: Vector = (0.0, 0.0, 1.0)


@functools.cache
def _tables() -> dict[str, Table]:
    path = hardware() / "magnetics" / FILE
    tables: dict[str, list[tuple[float, ...]]] = {}
    try:
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.reader(file):
                tables.setdefault(row[0], []).append(tuple(map(float, row[1:])))
    except (OSError, ValueError, IndexError) as error:
        raise TavleError(
            f"hardware/magnetics/{FILE}",
            str(error),
            tr("`tavle board field --table` makes it again"),
        ) from error
    return {name: tuple(rows) for name, rows in tables.items()}


def table_of(magnet: str) -> Table:
    """Return the table of a disc: from the file, or calculated when magpylib is installed.

    Raises:
        TavleError: not in the file, and no magpylib.
    """
    known = _tables().get(magnet)
    if known is None:
        from tavle.field.model import make

        size_of(magnet)
        known = make(magnet)
    return known


class Magnet:
    """Discs of one size, by the potential of their field.

    Args:
        magnet: diameter x thickness in mm, `8x2`.

    Attributes:
        thick_mm: thickness.
    """

    def __init__(self, magnet: str):
        self._table = table_of(magnet)
        self.thick_mm = size_of(magnet)[1]

    def potential(self, dx: float, dy: float, dz: float, axis: Vector) -> float:
        """Return the potential in A per A m2 of moment at a point.

        Args:
            dx: from the middle of the disc, in mm.
            dy: the same.
            dz: the same.
            axis: unit vector along which it is magnetised.
        """
        return self.total(((dx, dy, 1.0),), 0.0, 0.0, -dz, axis)

    def total(
        self, points: Iterable[Vector], x_mm: float, y_mm: float, z_mm: float, axis: Vector
    ) -> float:
        """Return the weighted sum of the potential at points of the plane z = 0, in A per A m2.

        Args:
            points: x, y in mm and the weight of each.
            x_mm: of the disc's middle.
            y_mm: the same.
            z_mm: the same.
            axis: unit vector along which it is magnetised.
        """
        ax, ay, az = axis
        table, found = self._table, 0.0
        for px, py, weight in points:
            dx, dy = px - x_mm, py - y_mm
            s = (dx * dx + dy * dy + z_mm * z_mm) ** -0.5
            u = (dx * ax + dy * ay - z_mm * az) * s
            x = s * (STEPS_R / NEAREST)
            y = (u if u >= 0 else -u) * STEPS_U
            i = int(x)
            if i >= STEPS_R:
                i, x = STEPS_R - 1, STEPS_R
            j = int(y)
            if j >= STEPS_U:
                j, y = STEPS_U - 1, STEPS_U
            x -= i
            y -= j
            low, high = table[i], table[i + 1]
            a = low[j] + (low[j + 1] - low[j]) * y
            b = high[j] + (high[j + 1] - high[j]) * y
            found += (a + (b - a) * x) * u * s * s * weight
        return found * _SCALE


@dataclass(frozen=True)
class Weights:
    """Points along a reed's axis from its middle (mm) and their weights, in ampere-turns per ampere of outer potential."""

    at_mm: tuple[float, ...]
    weight: tuple[float, ...]


def glass(long_mm: float) -> Weights:
    """Return a reed of glass alone, without iron: the field along it, as the difference of the potential at its ends."""
    return Weights((-long_mm / 2, long_mm / 2), (1.0, -1.0))


@functools.cache
def built() -> Weights:
    """Return the reed that is built in, its leads cropped: what `iron.py` wrote. Raises TavleError when the file is missing."""
    path = hardware() / "magnetics" / REED_FILE
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = [(float(row["at_mm"]), float(row["weight"])) for row in csv.DictReader(file)]
    except (OSError, ValueError, KeyError) as error:
        raise TavleError(
            f"hardware/magnetics/{REED_FILE}",
            str(error),
            tr("restore the file from the repository"),
        ) from error
    return Weights(tuple(at for at, _ in rows), tuple(weight for _, weight in rows))


class Reed:
    """A reed on the plane of the reeds (z = 0).

    Args:
        x_mm: of its middle.
        y_mm: the same.
        axis_deg: its direction, clockwise as seen from above from +x (y runs down).
        weights: what each point of its iron counts; None: of the reed that is built in.
    """

    def __init__(self, x_mm: float, y_mm: float, axis_deg: float, weights: Weights | None = None):
        c, s = math.cos(math.radians(axis_deg)), math.sin(math.radians(axis_deg))
        known = weights or built()
        self.x_mm, self.y_mm = x_mm, y_mm
        self._points = [
            (x_mm + at * c, y_mm + at * s, weight)
            for at, weight in zip(known.at_mm, known.weight, strict=True)
        ]

    def drive(
        self, magnet: Magnet, x_mm: float, y_mm: float, z_mm: float, axis: Vector = UP
    ) -> float:
        """Return what a disc drives this reed with, in ampere-turns per A m2 of its moment.

        Args:
            magnet: the disc.
            x_mm: of its middle.
            y_mm: the same.
            z_mm: its middle above the reeds' plane.
            axis: unit vector along which it is magnetised.
        """
        return magnet.total(self._points, x_mm, y_mm, z_mm, axis)
