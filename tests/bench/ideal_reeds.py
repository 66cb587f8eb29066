# SPDX-License-Identifier: Apache-2.0
"""A world without physics, to compare with: a reed is closed while a pawn's foot is on its space.

The hands are the same, to the gesture. What the two worlds differ in is what magnets and reeds do.
"""

import math

from tavle.board.geometry import Item
from tavle.field.potential import UP, Magnet, Vector
from tavle.sim.reeds import Flaws, Reeds

_REACH_MM = 12.0  # under half of the closest pitch of all boards
_LOW_MM = 3.0  # a pawn is on its space until it is lifted so far
_PLENTY = 1e6  # ampere-turns per A m2: closes any reed


class _Ideal:
    """Stands in for `potential.Reed`: everything or nothing."""

    def __init__(self, item: Item, standing_mm: float) -> None:
        self.x_mm, self.y_mm = item.x_mm, item.y_mm
        self._top_mm = standing_mm + _LOW_MM

    def drive(self, magnet: Magnet, x: float, y: float, z: float, axis: Vector = UP) -> float:
        """Return a drive that closes the reed, or none."""
        here = z <= self._top_mm and math.hypot(x - self.x_mm, y - self.y_mm) < _REACH_MM
        return _PLENTY if here else 0.0


class IdealReeds(Reeds):
    """`Reeds` whose contacts know where the pawns are."""

    def __init__(self, board: str, bits_of, seed: int, flaws: Flaws | None = None) -> None:
        super().__init__(board, bits_of, seed, flaws)
        plane = self.contacts.plane
        for item, switch in zip(plane.board.spaces, plane.switches, strict=True):
            switch.reed = _Ideal(item, plane.standing_mm)  # type: ignore[assignment]
