# SPDX-License-Identifier: Apache-2.0
"""Make the table of `potential.py` with magpylib, which knows the exact field of a cylinder magnet.

Only this module needs magpylib (BSD-2-Clause, https://magpylib.readthedocs.io) and numpy:
`pip install -e 'host[hardware]'`. What users simulate with is the file it wrote.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from tavle.errors import TavleError
from tavle.field.parts import MU0, facts, size_of
from tavle.field.potential import FILE, NEAREST, STEPS_R, STEPS_U, Table, _tables
from tavle.paths import hardware
from tavle.words.terminal import tr

_NODES = 40  # of the Gauss-Legendre sum along a ray
_DIGITS = 4


def _libraries() -> tuple[Any, Any]:
    try:
        import magpylib
        import numpy
    except ImportError:
        raise TavleError(
            tr("the field of this magnet is not in the table"),
            tr("magpylib, which could calculate it, is not installed"),
            tr(
                "run `{command}`",
                command=".venv/bin/pip install -c host/constraints.txt -e 'host[hardware]'",
            ),
        ) from None
    return magpylib, numpy


def disc(magnet: str) -> Any:
    """Return magpylib's magnet of a disc `8x2` of 1 T, upright, its middle in the origin. Unit: metres."""
    magpylib, _ = _libraries()
    wide, thick = size_of(magnet)
    return magpylib.magnet.Cylinder(
        polarization=(0, 0, 1.0), dimension=(wide / 1000, thick / 1000)
    )


def make(magnet: str) -> Table:
    """Return the table of a disc: the field summed along rays that come in from infinity.

    V(r) is the integral of the radial field from r outward; with s = 1/r it is a short, smooth one.
    """
    _, np = _libraries()
    source = disc(magnet)
    wide, thick = size_of(magnet)
    moment = math.pi * (wide / 2) ** 2 * thick * 1e-9 / MU0
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    cosines = np.linspace(0, 1, STEPS_U + 1)
    cosines[0] = 1e-4  # the ratio has a limit where both potentials vanish
    ways = np.stack([np.sqrt(1 - cosines**2), 0 * cosines, cosines], axis=-1)
    rows = [(1.0,) * len(cosines)]
    for i in range(1, STEPS_R + 1):
        nearest = i * NEAREST / STEPS_R * 1000  # 1/m
        s = (nodes + 1) / 2 * nearest
        points = ways[:, None, :] / s[None, :, None]
        field = (source.getH(points.reshape(-1, 3)).reshape(points.shape) * ways[:, None, :]).sum(
            -1
        )
        potential = (field / s**2 * (weights * nearest / 2)).sum(-1)
        dipole = moment * cosines * nearest**2 / (4 * math.pi)
        rows.append(tuple(round(float(g), _DIGITS) for g in potential / dipole))
    return tuple(rows)


def path() -> Path:
    """Return where the table is kept."""
    return hardware() / "magnetics" / FILE


def write() -> None:
    """Write the table of every disc of `parts.toml`."""
    lines = [
        ",".join([name, *(f"{g:g}" for g in row)])
        for name in facts()["magnets"]["sizes"]
        for row in make(name)
    ]
    path().write_text("\n".join(lines) + "\n", encoding="utf-8")
    _tables.cache_clear()
