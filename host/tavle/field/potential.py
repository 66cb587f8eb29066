# SPDX-License-Identifier: Apache-2.0
"""The field of a disc magnet as a table, and what it drives a reed with.

Outside magnets and wires the field is the slope of a scalar potential, H = -grad V. So the drive
of a reed, the field along its axis times its length in ampere-turns, is the difference of the
potential at the two ends of its glass: exact for any place and tilt of the magnet, and magnets add.
A disc's potential depends on two numbers only, the distance r from its middle and u, the cosine of
the angle to its axis. The table holds its ratio to a point dipole of the same moment,
V = m u / (4 pi r2), which is smooth and goes to 1 far away. `model.py` makes the table with magpylib.

That a reed closes by the mean field over its glass is the model's one assumption about reeds; leads
gather flux from farther out, and coils of makers differ: some tens of percent, the same for all.
"""

from __future__ import annotations

import csv
import functools
import math

from tavle.errors import TavleError
from tavle.field.parts import size_of
from tavle.paths import hardware
from tavle.words.terminal import tr

STEPS_R = 48
"""Rows of the table: 1/r from 0 to `NEAREST` in equal steps."""

STEPS_U = 16
"""Columns: u from 0 to 1 in equal steps."""

NEAREST = 0.30
"""Greatest 1/r of the table, in 1/mm. A reed's end is never closer to a magnet's middle than 3.3 mm."""

FILE = "potential.csv"

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
        r2 = dx * dx + dy * dy + dz * dz
        s = r2**-0.5
        u = (dx * axis[0] + dy * axis[1] + dz * axis[2]) * s
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
        low = self._table[i]
        high = self._table[i + 1]
        a = low[j] + (low[j + 1] - low[j]) * y
        b = high[j] + (high[j + 1] - high[j]) * y
        return (a + (b - a) * x) * u * s * s * _SCALE


class Reed:
    """A reed's glass: its ends in mm, on the plane of the reeds (z = 0).

    Args:
        x_mm: of its middle.
        y_mm: the same.
        axis_deg: its direction, clockwise as seen from above from +x (y runs down).
        glass_mm: its length.
    """

    def __init__(self, x_mm: float, y_mm: float, axis_deg: float, glass_mm: float):
        dx = math.cos(math.radians(axis_deg)) * glass_mm / 2
        dy = math.sin(math.radians(axis_deg)) * glass_mm / 2
        self.x_mm, self.y_mm = x_mm, y_mm
        self.x0, self.y0 = x_mm - dx, y_mm - dy
        self.x1, self.y1 = x_mm + dx, y_mm + dy

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
        at = magnet.potential
        return at(self.x0 - x_mm, self.y0 - y_mm, -z_mm, axis) - at(
            self.x1 - x_mm, self.y1 - y_mm, -z_mm, axis
        )
