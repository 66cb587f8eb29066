# SPDX-License-Identifier: Apache-2.0
"""Propose where every reed of a board goes: which way it points, and how far its middle is off.

The space that has least room chooses first; the file decides in the end (`geometry.csv`, columns
`axis_deg` and `reed_mm`), and `margins.problems` says when it is worse than the limits.
"""

from __future__ import annotations

import dataclasses
import math

from tavle.board import fittings
from tavle.board.geometry import Geometry, Item
from tavle.field.margins import REACH_MM, WorstCases, body_gap_mm, neighbours, reed_of
from tavle.field.parts import Design, facts

STEP_DEG = 5
AWAY_MM = (8.0, 8.5, 9.0)
"""Distances tried from the centre of the space to the middle of the reed."""

_ALIKE = 0.03  # of the release value: turns that differ less are equal, the outward one wins


def _scores(geometry: Geometry, item: Item, worst: WorstCases) -> list[tuple[float, float, Item]]:
    """Return (share of the release value, turn from the outward direction, item) for every turn."""
    near = [o for o in neighbours(geometry, item) if o.distance_mm(item) < REACH_MM]
    middle = [side / 2 for side in geometry.size_mm]
    outward = math.degrees(math.atan2(item.y_mm - middle[1], item.x_mm - middle[0]))
    release = worst.design.release
    enough = worst.design.operate[1] * facts()["limits"]["close_margin"]
    out = []
    for away in AWAY_MM:
        flat = dataclasses.replace(item, axis_deg=0.0, reed_mm=away)
        if worst.closes(flat)[0] < enough:
            continue  # its own pawn: the same for every turn
        for axis in range(0, 360, STEP_DEG):
            turned = dataclasses.replace(item, axis_deg=float(axis), reed_mm=away)
            if fittings.into_frame(geometry, turned):
                continue
            sums = worst.others(reed_of(turned), near, rough=True)
            aside = abs((axis - outward + 180) % 360 - 180)
            out.append((sums[0] / release, round(aside, 3), turned))
    return out


def propose(geometry: Geometry, design: Design | None = None) -> Geometry:
    """Return the geometry with a proposed `axis_deg` and `reed_mm` for every space."""
    worst = WorstCases(design)
    scores = {item.bit: _scores(geometry, item, worst) for item in geometry.spaces}
    hardest = sorted(
        geometry.spaces,
        key=lambda i: -min((round(s[0], 3) for s in scores[i.bit]), default=math.inf),
    )
    placed: dict[int, Item] = {}
    gap = facts()["limits"]["body_gap_mm"]
    for item in hardest:
        beside = [o for o in placed.values() if o.distance_mm(item) < REACH_MM]
        fitting = [
            s for s in scores[item.bit] if all(body_gap_mm(s[2], other) >= gap for other in beside)
        ]
        if not fitting:
            fitting = scores[item.bit]
        if not fitting:
            placed[item.bit] = dataclasses.replace(item, axis_deg=0.0, reed_mm=AWAY_MM[0])
            continue
        best = min(s[0] for s in fitting)
        alike = [s for s in fitting if s[0] < best + _ALIKE]
        placed[item.bit] = min(alike, key=lambda s: (s[1], s[2].axis_deg, -s[2].reed_mm))[2]
    return Geometry(
        geometry.board, [placed.get(i.bit, i) if i.bit >= 0 else i for i in geometry.items]
    )
