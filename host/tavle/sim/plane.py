# SPDX-License-Identifier: Apache-2.0
"""The plane of the reeds and the magnets above it: where magnets move, reeds close and open.

Every magnet is somewhere in space, with a direction; hands move it along smooth paths. The drive of
a reed is the sum over the magnets, by the table of `tavle.field`; it closes above its operate value
and opens below its release value. Parts differ within their tolerances, by the seed. Nothing here
knows of games, spaces or the firmware. Calculated, not measured: see hardware/magnetics/README.md.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

from tavle.board.geometry import Geometry
from tavle.field.margins import reed_of
from tavle.field.parts import chosen, facts
from tavle.field.potential import UP, Magnet, Reed, Vector

NEAR_MM = 60.0
"""Reeds farther from a magnet than this, and magnets higher than this, do nothing to each other."""

_CELL_MM = 15.0
_STEP_US = 1000  # between two looks at a moving magnet
_FAST_US = 3000  # ... that is well above the board
_HIGH_MM = 22.0

CORNERS = ("scattered", "dull", "keen", "weak magnets", "strong magnets")
"""Which parts were bought: anything within tolerances, or all of them at one end."""


def smooth(part: float) -> float:
    """Return how far a minimum-jerk movement is after a part (0 to 1) of its time (Flash and Hogan 1985)."""
    return part * part * part * (10 + part * (6 * part - 15))


@dataclass(frozen=True)
class Leg:
    """One movement of a magnet: from a place to another in a time, with a hump in between.

    Attributes:
        start_us: when it begins.
        end_us: when it ends, at rest.
        start: x, y, z of the magnet's middle in mm, z above the plane of the reeds.
        end: the same.
        hump_mm: how much higher than the straight way it is in the middle.
        axis: direction of the magnet at the start and at the end, None when it stays upright.
    """

    start_us: int
    end_us: int
    start: Vector
    end: Vector
    hump_mm: float = 0.0
    axis: tuple[Vector, Vector] | None = None

    def at(self, t_us: int) -> tuple[float, float, float, Vector]:
        """Return place and direction at a time within the leg."""
        part = (t_us - self.start_us) / max(1, self.end_us - self.start_us)
        part = min(1.0, max(0.0, part))
        s = smooth(part)
        x0, y0, z0 = self.start
        x1, y1, z1 = self.end
        rest = part * (1 - part)
        z = z0 + (z1 - z0) * s + self.hump_mm * 64 * rest * rest * rest
        direction = UP
        if self.axis is not None:
            (ax, ay, az), (bx, by, bz) = self.axis
            ax, ay, az = ax + (bx - ax) * s, ay + (by - ay) * s, az + (bz - az) * s
            length = math.sqrt(ax * ax + ay * ay + az * az) or 1.0
            direction = (ax / length, ay / length, az / length)
        return x0 + (x1 - x0) * s, y0 + (y1 - y0) * s, z, direction


@dataclass(eq=False)
class Piece:
    """A magnet: its moment in A m2, where it is, and where it is going.

    Attributes:
        moment: strength in A m2.
        place: x, y, z of its middle in mm.
        axis: its direction.
        legs: movements to come, in order.
        shares: reed -> drive it adds there, in ampere-turns.
    """

    moment: float
    place: Vector = (0.0, 0.0, 1e6)
    axis: Vector = UP
    legs: list[Leg] = field(default_factory=list)
    shares: dict[int, float] = field(default_factory=dict)


@dataclass
class Switch:
    """A reed as built in: its place, its values in ampere-turns, and what it shows.

    Attributes:
        reed: its iron, and where it lies.
        operate: it closes at this drive.
        release: it opens below this.
        gain: what a fault leaves of its sensitivity, 1 for none.
        drive: sum over all magnets now.
        closed: whether its contacts touch.
    """

    reed: Reed
    operate: float
    release: float
    gain: float = 1.0
    drive: float = 0.0
    closed: bool = False


Edge = tuple[int, int, bool]
"""Time in us, reed, closed."""


class Plane:
    """The reeds of a board and the magnets over them.

    Args:
        board: the geometry.
        seed: which parts were bought.
        parts: one of `CORNERS`.

    Attributes:
        switches: the reeds by sensor bit.
        now_us: time up to which everything has moved.
    """

    def __init__(self, board: Geometry, seed: int, parts: str = "scattered"):
        if parts not in CORNERS:
            raise ValueError(f"parts must be one of {', '.join(CORNERS)}, not {parts!r}")
        self.board = board
        self.design = chosen()
        self.magnet = Magnet(self.design.magnet)
        self._chance = random.Random(f"plane {seed}")
        self._parts = parts
        self.switches = [self._switch(reed_of(item)) for item in board.spaces]
        self.pieces: list[Piece] = []
        self.now_us = 0
        self._moving: list[Piece] = []
        self._cells: dict[tuple[int, int], list[int]] = {}

    def _switch(self, reed: Reed) -> Switch:
        low, high = self.design.operate
        ratio = facts()["reed"]["release"]
        operate, release = self._chance.uniform(low, high), self._chance.uniform(*ratio)
        if self._parts == "dull":
            operate, release = high, ratio[1]
        elif self._parts == "keen":
            operate, release = low, ratio[0]
        return Switch(reed, operate, operate * release)

    def new_piece(self) -> Piece:
        """Return a magnet that is nowhere near, of the strength that chance or the corner gives."""
        moment = self._chance.uniform(self.design.weakest, self.design.strongest)
        if self._parts in ("dull", "weak magnets"):
            moment = self.design.weakest
        elif self._parts in ("keen", "strong magnets"):
            moment = self.design.strongest
        piece = Piece(moment)
        self.pieces.append(piece)
        return piece

    @property
    def standing_mm(self) -> float:
        """Return the height of a standing pawn's magnet, its middle over the plane of the reeds."""
        return self.design.height_mm + self.magnet.thick_mm / 2

    # Where magnets are

    def _near(self, x: float, y: float) -> list[int]:
        """Return the reeds that a magnet at a place can reach."""
        key = (int(x // _CELL_MM), int(y // _CELL_MM))
        found = self._cells.get(key)
        if found is None:
            mx, my = (key[0] + 0.5) * _CELL_MM, (key[1] + 0.5) * _CELL_MM
            found = [
                bit
                for bit, switch in enumerate(self.switches)
                if math.hypot(switch.reed.x_mm - mx, switch.reed.y_mm - my) < NEAR_MM
            ]
            self._cells[key] = found
        return found

    def _shares(self, piece: Piece) -> dict[int, float]:
        x, y, z = piece.place
        if z > NEAR_MM:
            return {}
        shares = {}
        for bit in self._near(x, y):
            switch = self.switches[bit]
            drive = switch.reed.drive(self.magnet, x, y, z, piece.axis)
            shares[bit] = drive * piece.moment * switch.gain
        return shares

    def _shift(self, piece: Piece, changed: dict[int, float]) -> None:
        """Take a magnet's new place into the sums; `changed` gathers what each reed had before."""
        new = self._shares(piece)
        for bit, share in piece.shares.items():
            switch = self.switches[bit]
            changed.setdefault(bit, switch.drive)
            switch.drive -= share
        for bit, share in new.items():
            switch = self.switches[bit]
            changed.setdefault(bit, switch.drive)
            switch.drive += share
        piece.shares = new

    def put(self, piece: Piece, place: Vector, axis: Vector = UP) -> list[Edge]:
        """Put a magnet somewhere at once; return the edges that follow now."""
        piece.place, piece.axis = place, axis
        self._stop(piece)
        changed: dict[int, float] = {}
        self._shift(piece, changed)
        return self._edges(changed, self.now_us, self.now_us)

    def remove(self, piece: Piece) -> list[Edge]:
        """Take a magnet away at once; return the edges that follow now."""
        return self.put(piece, (0.0, 0.0, 1e6))

    def _stop(self, piece: Piece) -> None:
        piece.legs.clear()
        if piece in self._moving:
            self._moving.remove(piece)

    def move(self, piece: Piece, legs: list[Leg]) -> None:
        """Let a magnet go along some legs from now on; movements under way are given up."""
        piece.legs = list(legs)
        if piece not in self._moving:
            self._moving.append(piece)

    # Time

    def advance(self, until_us: int) -> list[Edge]:
        """Let everything move up to a time; return the edges in order."""
        edges: list[Edge] = []
        while self._moving and self.now_us < until_us:
            low = any(p.place[2] < _HIGH_MM for p in self._moving)
            then = min(until_us, self.now_us + (_STEP_US if low else _FAST_US))
            for piece in self._moving:
                if piece.legs and self.now_us < piece.legs[0].start_us < then:
                    then = piece.legs[0].start_us
                elif piece.legs and self.now_us < piece.legs[0].end_us < then:
                    then = piece.legs[0].end_us
            changed: dict[int, float] = {}
            for piece in self._moving:
                while piece.legs and piece.legs[0].end_us < then:
                    piece.legs.pop(0)
                if piece.legs and piece.legs[0].start_us <= then:
                    *place, piece.axis = piece.legs[0].at(then)
                    piece.place = (place[0], place[1], place[2])
                    if then >= piece.legs[0].end_us:
                        piece.legs.pop(0)
                    self._shift(piece, changed)
            self._moving = [piece for piece in self._moving if piece.legs]
            edges += self._edges(changed, self.now_us, then)
            self.now_us = then
        self.now_us = max(self.now_us, until_us)
        return edges

    def _edges(self, changed: dict[int, float], start_us: int, end_us: int) -> list[Edge]:
        """Return what reeds did while their drive went from `changed` to what it is now."""
        edges: list[Edge] = []
        for bit in sorted(changed):
            switch = self.switches[bit]
            before, after = changed[bit], switch.drive
            if switch.closed and (abs(after) < switch.release or before * after < 0):
                out = _between(before, math.copysign(switch.release, before), after)
                edges.append((round(start_us + out * (end_us - start_us)), bit, False))
                switch.closed = False
            if not switch.closed and abs(after) >= switch.operate:
                out = _between(before, math.copysign(switch.operate, after), after)
                edges.append((round(start_us + out * (end_us - start_us)), bit, True))
                switch.closed = True
        edges.sort(key=lambda edge: edge[0])
        return edges

    # Faults

    def rebuild(
        self,
        bit: int,
        gain: float = 1.0,
        turn_deg: float = 0.0,
        shift_mm: tuple[float, float] = (0, 0),
    ) -> list[Edge]:
        """Build a reed in again: turned on the spot, shifted, less sensitive.

        Args:
            bit: which.
            gain: what is left of its sensitivity, above 0.
            turn_deg: turned around the centre of its space, clockwise.
            shift_mm: (x, y), added to its place.

        Returns:
            the edges that follow now.
        """
        item = self.board.spaces[bit]
        angle = math.radians(item.axis_deg + turn_deg)
        switch = self.switches[bit]
        switch.gain = gain
        switch.reed = Reed(
            item.x_mm + item.reed_mm * math.cos(angle) + shift_mm[0],
            item.y_mm + item.reed_mm * math.sin(angle) + shift_mm[1],
            item.axis_deg + turn_deg,
        )
        self._cells.clear()
        changed: dict[int, float] = {}
        for piece in self.pieces:
            self._shift(piece, changed)
        return self._edges(changed, self.now_us, self.now_us)


def _between(before: float, limit: float, after: float) -> float:
    """Return when (0 to 1) a value that goes evenly from one to another passes a limit."""
    if before == after:
        return 0.0
    return min(1.0, max(0.0, (limit - before) / (after - before)))
