# SPDX-License-Identifier: Apache-2.0
"""Magnets, reeds, pawns and hands: `hardware/magnetics/parts.toml`, read once, with its tolerances."""

from __future__ import annotations

import functools
import math
import tomllib
from dataclasses import dataclass
from typing import Any

from tavle.errors import TavleError
from tavle.paths import hardware
from tavle.words.terminal import mark, tr

MU0 = 4e-7 * math.pi
"""Magnetic constant in T m / A."""

_FILE = "hardware/magnetics/parts.toml"
_UNKNOWN = {"grades": mark("unknown grade {name}"), "reeds": mark("unknown reed {name}")}


@functools.cache
def facts() -> dict[str, Any]:
    """Return the file's tables. Raises TavleError when it is missing or malformed."""
    try:
        with (hardware() / "magnetics" / "parts.toml").open("rb") as file:
            return tomllib.load(file)
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise TavleError(_FILE, str(error), tr("restore the file from the repository")) from error


def size_of(magnet: str) -> tuple[float, float]:
    """Return diameter and thickness in mm of a disc `8x2`. Raises TavleError."""
    wide, _, thick = magnet.partition("x")
    try:
        size = float(wide), float(thick)
    except ValueError:
        size = (0.0, 0.0)
    if not (2 <= size[0] <= 20 and 0.5 <= size[1] <= 10):
        raise TavleError(
            tr("magnet {magnet}", magnet=repr(magnet)),
            tr("a disc is diameter x thickness in mm"),
            tr("for example 8x2"),
        )
    return size


def _choose(table: str, name: str) -> tuple[float, float]:
    known = facts()[table]
    if name not in known:
        raise TavleError(
            tr(_UNKNOWN[table], name=repr(name)),
            tr("known are {known}", known=", ".join(known)),
        )
    low, high = known[name]
    return float(low), float(high)


@dataclass(frozen=True)
class Design:
    """One choice of parts for a board.

    Attributes:
        magnet: disc, diameter x thickness in mm.
        grade: of the magnet.
        reed: sensitivity class in ampere-turns.
        depth_mm: playing surface to the axis of the reed.
        cover_mm: playing surface to the lower face of a standing pawn's magnet.
    """

    magnet: str
    grade: str
    reed: str
    depth_mm: float
    cover_mm: float

    @property
    def height_mm(self) -> float:
        """Return the reed's axis to the lower face of a standing pawn's magnet."""
        return self.depth_mm + self.cover_mm

    @property
    def operate(self) -> tuple[float, float]:
        """Return the operate values of the class in ampere-turns: most sensitive, dullest."""
        return _choose("reeds", self.reed)

    @property
    def release(self) -> float:
        """Return the least release value in ampere-turns: of the most sensitive reed."""
        return self.operate[0] * float(facts()["reed"]["release"][0])

    @property
    def moment(self) -> float:
        """Return the magnetic moment in A m2 of a magnet in the middle of its tolerances."""
        low, high = _choose("grades", self.grade)
        return self._moment((low + high) / 2, 0.0)

    @property
    def weakest(self) -> float:
        """Return the least moment: lowest remanence, smallest disc, hottest table, aged."""
        life = facts()["magnet_life"]
        low = _choose("grades", self.grade)[0] * life["aged"]
        hot = 1 + life["remanence_per_k"] * (life["hottest_c"] - 20)
        return self._moment(low * hot, -facts()["magnets"]["size_tolerance_mm"])

    @property
    def strongest(self) -> float:
        """Return the greatest moment: highest remanence, largest disc, coldest table, new."""
        life = facts()["magnet_life"]
        cold = 1 + life["remanence_per_k"] * (life["coldest_c"] - 20)
        high = _choose("grades", self.grade)[1] * cold
        return self._moment(high, facts()["magnets"]["size_tolerance_mm"])

    def apart_mm(self, moment: float) -> float:
        """Return how far apart two pawns on one space come to stand, middle to middle.

        Two dipoles side by side repel with 3 mu0 m2 / (4 pi d4); friction holds them where that is less than the
        weight on the foot times its coefficient.

        Args:
            moment: of each magnet in A m2.
        """
        pawn = facts()["pawn"]
        held = pawn["mass_g"] / 1000 * 9.81 * pawn["friction"]
        freely: float = (3 * MU0 * moment * moment / (4 * math.pi * held)) ** 0.25 * 1000
        return max(float(pawn["foot_mm"]), freely)

    def _moment(self, remanence: float, more_mm: float) -> float:
        wide, thick = (size + more_mm for size in size_of(self.magnet))
        return remanence / MU0 * math.pi * (wide / 2) ** 2 * thick * 1e-9


def chosen(**other: Any) -> Design:
    """Return the design of the boards, with some parts replaced: those that are not None.

    Raises:
        TavleError: no such magnet, grade or class.
    """
    choice = facts()["choice"]
    names = ("magnet", "grade", "reed", "depth_mm", "cover_mm")
    design = Design(
        **{name: other[name] if other.get(name) is not None else choice[name] for name in names}
    )
    size_of(design.magnet)
    _choose("grades", design.grade)
    _choose("reeds", design.reed)
    if not 2 <= design.height_mm <= 30:
        raise TavleError(
            tr("depth {depth} mm", depth=f"{design.depth_mm:g}"),
            tr("depth and cover must make 2 to 30 mm"),
        )
    return design
