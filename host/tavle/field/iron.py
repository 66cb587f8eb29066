# SPDX-License-Identifier: Apache-2.0
"""A reed with its leads: soft iron gathers flux beyond the glass, so its drive is not that of the glass alone.

Each blade with its lead is a chain of short pieces of iron wire. Between two pieces flows flux, through the iron; from each piece flux
leaves into the air, as from a charge. That is a linear network: (1 + P G) u = V, with the outer potential V at the pieces, P the
potential that a charge on one piece makes at another, G the conductances of the iron from piece to piece. The drive is the difference of
u across the gap. It is a weighted sum of V, so a reed is a row of weights along its axis: `reed.csv`, which `potential.Reed` reads.
A test compares with cuboids of soft iron (magpylib-material-response): within 13 %.

A maker sorts reeds in a coil with leads as sold, so weights are divided by what an ampere-turn of such a coil drives. How long that
coil is few makers tell: all drives of one reed scale with it. Needs numpy; what users simulate with are the weights that
`python -m tavle.field.iron` wrote. Calculated, nothing was measured.
"""

from __future__ import annotations

import csv
import functools
import itertools
import math
from typing import Any

from tavle.board import fittings, geometry
from tavle.board.geometry import Geometry, Item
from tavle.board.shapes import SHAPES
from tavle.field.margins import WorstCases, neighbours
from tavle.field.parts import Design, chosen, facts
from tavle.field.potential import (
    _SCALE,
    NEAREST,
    REED_FILE,
    STEPS_R,
    STEPS_U,
    UP,
    Weights,
    table_of,
)
from tavle.paths import hardware

PERMEABILITY = 3000.0
"""Of annealed nickel iron, relative; leads that were bent or cut have less, and it matters little: see `SPREAD`."""
COIL_MM = 15.0
"""Length of the coil that the class is taken to have been measured in; its bore is 9 mm."""
SPREAD = {"permeability": (500.0, 3000.0, 30000.0), "coil_mm": (10.0, 15.0, 20.0)}
"""What nobody tells: every result is given over it."""
_GAP_MM = 0.2
_PIECE_MM = 0.5
_POINTS, _MANY = 3, 8
"""Points that stand for a blade with its cropped lead: within a hundredth at the height of a pawn; for leads as sold, too."""


def _blades(lead_mm: float, lead_d_mm: float, permeability: float) -> tuple[Any, Any]:
    """Return middles of the pieces (mm, along the axis) and their weights, before a coil has set the scale."""
    import numpy as np

    end = facts()["reed"]["glass_mm"] / 2 + lead_mm
    count = round((end - _GAP_MM / 2) / _PIECE_MM)
    edges = np.linspace(_GAP_MM / 2, end, count + 1)
    half = (edges[1:] + edges[:-1]) / 2
    middle = np.concatenate([-half[::-1], half])
    long = float(edges[1] - edges[0])
    radius, n = lead_d_mm / 2, 2 * count
    # Potential at one piece of a charge spread over another, per charge; 1/mm.
    nodes, shares = np.polynomial.legendre.leggauss(4)
    away = middle[:, None, None] - middle[None, :, None] - nodes * long / 2
    spread = (shares / 2 / np.sqrt(away**2 + radius**2)).sum(-1) / (4 * math.pi)
    np.fill_diagonal(spread, 2 * math.asinh(long / 2 / radius) / (4 * math.pi * long))
    through = permeability * math.pi * radius**2 / long
    iron = np.zeros((n, n))
    for one in range(n - 1):
        if one == count - 1:
            continue  # the gap
        for a, b in ((one, one), (one + 1, one + 1), (one, one + 1), (one + 1, one)):
            iron[a, b] += through if a == b else -through
    across = np.zeros(n)
    across[count - 1], across[count] = 1.0, -1.0
    return middle, np.linalg.solve((np.eye(n) + spread @ iron).T, across)


def coil(middle: Any, weight: Any, coil_mm: float, bore_mm: float = 9.0) -> float:
    """Return what one ampere-turn of a coil around the reed drives it with, before scaling."""
    import numpy as np

    ends = [np.sqrt((middle + way * coil_mm / 2) ** 2 + bore_mm**2 / 4) for way in (1, -1)]
    return float(abs(weight @ (ends[0] - ends[1])) / (2 * coil_mm))


@functools.cache
def weights(
    lead_mm: float,
    lead_d_mm: float = 0.5,
    permeability: float = PERMEABILITY,
    coil_mm: float = COIL_MM,
    points: int = _POINTS,
) -> Weights:
    """Return the weights of a straight reed whose leads were cropped to `lead_mm` after it was sorted.

    Args:
        lead_mm: iron beyond either end of the glass.
        lead_d_mm: diameter of the leads.
        permeability: of the iron.
        coil_mm: length of the maker's coil.
        points: how many stand for each blade; 0 keeps all of its pieces.
    """
    sold = (facts()["reed"]["overall_mm"] - facts()["reed"]["glass_mm"]) / 2
    middle, weight = _blades(lead_mm, lead_d_mm, permeability)
    scale = 1 / coil(*_blades(sold, lead_d_mm, permeability), coil_mm)
    half = len(middle) // 2
    x, w = middle[:half], weight[:half] * scale
    if points:
        x, w = _gathered(x, w, points)
    at, found = list(map(float, x)), list(map(float, w))
    # The other blade is the mirror image.
    at += [-place for place in reversed(at)]
    found += [-share for share in reversed(found)]
    return Weights(tuple(at), tuple(found))


def _gathered(x: Any, w: Any, points: int) -> tuple[Any, Any]:
    """Return the points and weights that sum every polynomial of degree 2 * points - 1 as all pieces do (Gauss)."""
    import numpy as np

    moments = [(w * x**k).sum() for k in range(2 * points)]
    hankel = [[moments[i + j] for j in range(points)] for i in range(points)]
    monic = np.linalg.solve(hankel, [-m for m in moments[points:]])
    at = np.sort(np.roots([1.0, *monic[::-1]]).real)
    return at, np.linalg.solve(np.vander(at, points, increasing=True).T, moments[:points])


class IronCases:
    """The worst cases of `margins.WorstCases` for a reed of weights, many places at a time."""

    def __init__(self, reed: Weights, design: Design | None = None):
        import numpy as np

        self.design = design or chosen()
        self._np = np
        self._table = np.array(table_of(self.design.magnet))
        self._at, self._weight = np.array(reed.at_mm), np.array(reed.weight)
        worst = WorstCases(self.design)
        self._worst = worst
        self._off = np.array([(x, y) for x, y, _ in worst._stances])
        self._axes = np.array([axis for _, _, axis in worst._stances])
        self._pairs = np.array(worst._pairs)
        self._z = self.design.height_mm + worst.magnet.thick_mm / 2

    def _potential(self, dx: Any, dy: Any, dz: float, axis: Any) -> Any:
        np = self._np
        near = (dx * dx + dy * dy + dz * dz) ** -0.5
        u = (dx * axis[..., 0] + dy * axis[..., 1] + dz * axis[..., 2]) * near
        x = np.minimum(near * (STEPS_R / NEAREST), STEPS_R - 1e-9)
        y = np.minimum(np.abs(u) * STEPS_U, STEPS_U - 1e-9)
        i, j = x.astype(int), y.astype(int)
        x, y, t = x - i, y - j, self._table
        low = t[i, j] + (t[i, j + 1] - t[i, j]) * y
        high = t[i + 1, j] + (t[i + 1, j + 1] - t[i + 1, j]) * y
        return (low + (high - low) * x) * u * near * near * _SCALE

    def drives(self, item: Item, places: Any, axes: Any, **error: float) -> Any:
        """Return the drive (AT per A m2) of a disc at each of some places, relative to the board.

        Args:
            item: the space of the reed.
            places: (n, 2), in mm.
            axes: (n, 3), unit vectors.
            error: `turn` (degrees), `shift` and `more` (mm), of the reed in its pocket and of its depth.
        """
        np = self._np
        line = math.radians(item.axis_deg)
        turned = math.radians(item.axis_deg + error.get("turn", 0.0))
        away = item.reed_mm + error.get("shift", 0.0)
        x = item.x_mm + away * math.cos(line) + self._at * math.cos(turned)
        y = item.y_mm + away * math.sin(line) + self._at * math.sin(turned)
        dx, dy = x - places[:, :1], y - places[:, 1:]
        height = self._z + error.get("more", 0.0)
        return self._potential(dx, dy, -height, np.asarray(axes)[:, None, :]) @ self._weight

    def others(self, board: Geometry, item: Item) -> float:
        """Return the most that pawns on other spaces drive a reed with (AT)."""
        np = self._np
        near = neighbours(board, item)
        middles = np.array([(o.x_mm, o.y_mm) for o in near])
        count, ways = len(near), len(self._off)
        single = (middles[:, None] + self._off).reshape(-1, 2)
        axes = np.tile(self._axes, (count, 1))
        pairs = np.concatenate(
            [(middles[:, None] + s * self._pairs).reshape(-1, 2) for s in (1, -1)]
        )
        up = np.tile([UP], (len(pairs), 1))
        most = 0.0
        tilt, loose = self._worst._turn, self._worst._tolerance
        for turn, more in itertools.product((-tilt, 0.0, tilt), (-loose, loose)):
            one = self.drives(item, single, axes, turn=turn, more=more).reshape(count, ways)
            two = self.drives(item, pairs, up, turn=turn, more=more).reshape(2, count, -1).sum(0)
            for way in (1, -1):
                alone = np.maximum((way * one).max(1), 0)
                both = np.maximum(alone, (way * two).max(1))
                most = max(most, float(alone.sum() + (both - alone).max()))
        return most * self.design.strongest

    def least(self, item: Item) -> float:
        """Return the least drive (AT) of the weakest magnet within the radius a reed must close in."""
        np = self._np
        turns = np.arange(24) * math.tau / 24
        around = np.c_[np.cos(turns), np.sin(turns)]
        tilts = self._axes[:5]
        least = math.inf
        loose, slack = self._worst._loose, self._worst._tolerance
        for share, shift, more in itertools.product(
            (0, 0.25, 0.5, 0.75, 1), (-loose, loose), (-slack, slack)
        ):
            spots = np.repeat((item.x_mm, item.y_mm) + around * share * self._worst._radius, 5, 0)
            drive = self.drives(item, spots, np.tile(tilts, (24, 1)), shift=shift, more=more)
            least = min(least, float(abs(drive).min()))
        return least * self.design.weakest


def margins(board: Geometry, reed: Weights, design: Design | None = None) -> tuple[float, float]:
    """Return (drive over what the dullest reed needs, release of the most sensitive over what all others drive), the least of a board."""
    cases = IronCases(reed, design)
    close = min(cases.least(item) for item in board.spaces) / cases.design.operate[1]
    others = max(cases.others(board, item) for item in board.spaces)
    return close, cases.design.release / others


COLUMNS = (
    "board",
    "reed",
    "magnet",
    "grade",
    "lead_mm",
    "lead_d_mm",
    "permeability",
    "coil_mm",
    "close",
    "open",
    "product",
)
TRIALS = (
    ("8x1.5", "N42", "25-30"),
    ("8x1.5", "N35", "25-30"),
    ("8x2", "N35", "25-30"),
    ("8x1.5", "N35", "20-25"),
)
"""Magnets and classes to choose from after the two-space test: the boards' own, weaker, stronger, and for reeds of the class below."""


def rows() -> list[dict[str, str]]:
    """Return every result: cropped as built over the spread, leads as sold, a thicker lead, and the other magnets."""
    size = fittings.sizes()["reed"]
    lead, fit, d = size["lead_mm"], size["lead_fit_mm"], size["lead_d_mm"]
    sold = (facts()["reed"]["overall_mm"] - facts()["reed"]["glass_mm"]) / 2
    own = TRIALS[0]
    cases = [
        (own, long, d, mu)
        for mu in SPREAD["permeability"]
        for long in (lead - fit, lead, lead + fit)
    ]
    cases += [(own, lead, 0.6, PERMEABILITY), (own, sold, d, PERMEABILITY)]
    cases += [(trial, lead, d, PERMEABILITY) for trial in TRIALS[1:]]
    out = []
    for name in sorted(SHAPES):
        board = geometry.load(name)
        for (magnet, grade, reed), long, thick, mu in cases:
            design = chosen(magnet=magnet, grade=grade, reed=reed)
            wanted = (long, thick, mu, COIL_MM, _MANY)
            close, release = margins(board, weights(*wanted), design)
            for coil_mm in SPREAD["coil_mm"]:
                # The coil scales every drive alike.
                scale = sum(map(abs, weights(long, thick, mu, coil_mm, _MANY).weight)) / sum(
                    map(abs, weights(*wanted).weight)
                )
                found = (close * scale, release / scale, close * release)
                values = (
                    name,
                    reed,
                    magnet,
                    grade,
                    f"{long:g}",
                    f"{thick:g}",
                    f"{mu:g}",
                    f"{coil_mm:g}",
                    *(f"{v:.2f}" for v in found),
                )
                out.append(dict(zip(COLUMNS, values, strict=True)))
    return out


def main() -> None:
    """Write `reed.csv`, the weights of the reed that is built in, and `leads.csv`, every result."""
    folder = hardware() / "magnetics"
    size = fittings.sizes()["reed"]
    kept = weights(size["lead_mm"], size["lead_d_mm"])
    lines = [
        "at_mm,weight",
        *(f"{at:.3f},{w:.5f}" for at, w in zip(kept.at_mm, kept.weight, strict=True)),
    ]
    (folder / REED_FILE).write_text("\n".join(lines) + "\n", encoding="utf-8")
    with (folder / "leads.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows())


if __name__ == "__main__":
    main()
