# SPDX-License-Identifier: Apache-2.0
"""Pawns with magnets, and the hands that move them over the reeds.

A hand lifts and places along smooth paths of human speed; it does not aim exactly, and two pawns on a
space stand side by side.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from tavle.field.parts import facts
from tavle.field.potential import UP, Vector
from tavle.sim.contacts import Contacts
from tavle.sim.plane import Leg, Piece
from tavle.sim.target import Target

IN_HAND = -1
LYING = -2
"""Where a pawn is that lies on its side, or stands between spaces: on no space."""

_MS = 1000

_TOPPLE_MS = 250.0  # a falling pawn of some 30 mm: the free fall of its head
_STRAIGHTEN_MS = 250.0

# A phone has magnets of its own: about that of two pawns, this far over the board.
_PHONE_MOMENT = 0.2
_PHONE_MM = 4.0


@dataclass(eq=False)
class Pawn:
    """A pawn.

    Attributes:
        seat: its colour.
        bit: the space (sensor bit) it stands on, IN_HAND or LYING.
        piece: its magnet.
        goal: the space it is being carried to, None when nobody has decided.
    """

    seat: int
    bit: int
    piece: Piece | None = None
    goal: int | None = None


class Mover:
    """Moves pawns, as hands do, and whatever else has a magnet.

    Args:
        target: whose time it is.
        contacts: what the magnets close.
        chance: decides how well a hand aims.
        aim_mm: how far off the centre it puts pawns (standard deviation); None as parts.toml says.

    Attributes:
        pawns: all of them.
        hand: what parts.toml says of hands.
    """

    def __init__(
        self,
        target: Target,
        contacts: Contacts,
        chance: random.Random,
        aim_mm: float | None = None,
    ):
        self.pawns: list[Pawn] = []
        self.hand = facts()["hand"]
        self._target = target
        self._contacts = contacts
        self._plane = contacts.plane
        self._random = chance
        self._aim_mm: float = self.hand["aim_mm"] if aim_mm is None else aim_mm
        self._phone: Piece | None = None

    def on(self, bit: int) -> list[Pawn]:
        """Return the pawns that stand on a space."""
        return [pawn for pawn in self.pawns if pawn.bit == bit]

    def _point(self, bit: int, dx: float = 0.0, dy: float = 0.0, up_mm: float = 0.0) -> Vector:
        item = self._plane.board.spaces[bit]
        return item.x_mm + dx, item.y_mm + dy, self._plane.standing_mm + up_mm

    def _aim(self) -> tuple[float, float]:
        """Return how far off the centre a hand puts a pawn."""
        most = facts()["pawn"]["off_centre_mm"]
        while True:
            dx, dy = (self._random.gauss(0, self._aim_mm) for _ in range(2))
            if math.hypot(dx, dy) < most:
                return dx, dy

    def _around(self, count: int) -> list[tuple[float, float, float]]:
        """Return where several pawns stand on one space: (x, y, up) in mm from the middle of the space.

        Two stand side by side around the centre. Three would be pushed over the reed's dead line by their own
        magnets: the third and more stand on the heads of others.
        """
        moments = [pawn.piece.moment for pawn in self.pawns if pawn.piece is not None]
        design, pawn = self._plane.design, facts()["pawn"]
        apart = self._random.uniform(
            pawn["foot_mm"], design.apart_mm(max(moments, default=design.moment))
        )
        beside = min(count, pawn["beside"])
        radius = apart / 2 / math.sin(math.pi / beside)
        turn = self._random.uniform(0, math.tau)
        angles = [turn + math.tau * (n % beside) / beside for n in range(count)]
        return [
            (radius * math.cos(angle), radius * math.sin(angle), n // beside * pawn["tall_mm"])
            for n, angle in enumerate(angles)
        ]

    def piece(self, pawn: Pawn) -> Piece:
        """Return the magnet of a pawn."""
        if pawn.piece is None:
            pawn.piece = self._plane.new_piece()
        return pawn.piece

    def stand(self, pawn: Pawn, bit: int) -> None:
        """Let a pawn stand on a space at once: how a table is set up."""
        if pawn not in self.pawns:
            self.pawns.append(pawn)
        pawn.bit = bit
        here = self.on(bit)
        offs = [(*self._aim(), 0.0)] if len(here) == 1 else self._around(len(here))
        for one, off in zip(here, offs, strict=True):
            self._contacts.show(self._plane.put(self.piece(one), self._point(bit, *off)))

    # Hands

    def _leg(
        self, pawn: Pawn, end: Vector, ms: float, hump: float = 0.0, after_ms: float = 0.0
    ) -> Leg:
        start = self._target.now_us + round(after_ms * _MS)
        return Leg(start, start + round(ms * _MS), self.piece(pawn).place, end, hump)

    def _at_once(self, leg: Leg, pawn: Pawn, bit: int) -> Leg:
        """Return a movement begun so much earlier that the reed of a space changes now.

        A command is the moment that a reed can see. What the hand did before that, the first millimetres of
        a lift and the way through the air before a landing, changes no reed.
        """
        piece = self.piece(pawn)
        switch = self._plane.switches[bit]
        rest = switch.drive - piece.shares.get(bit, 0.0)
        for t in range(leg.start_us, leg.end_us, 2 * _MS):
            x, y, z, axis = leg.at(t)
            drive = switch.reed.drive(self._plane.magnet, x, y, z, axis)
            drive = abs(rest + drive * piece.moment * switch.gain)
            if drive < switch.release if switch.closed else drive >= switch.operate:
                early = max(0, t - leg.start_us - _MS)
                return Leg(leg.start_us - early, leg.end_us - early, leg.start, leg.end)
        return leg

    def _go(self, pawn: Pawn, legs: Sequence[Leg]) -> None:
        piece = self.piece(pawn)
        piece.axis = UP
        self._plane.move(piece, list(legs))

    def leave(self, pawn: Pawn) -> None:
        """Lift a pawn; the hand moves what stays behind back to the middle of its space."""
        bit, pawn.bit, pawn.goal = pawn.bit, IN_HAND, None
        x, y, z = self.piece(pawn).place
        up = self._leg(pawn, (x, y, z + self.hand["lift_mm"]), self.hand["lift_ms"])
        if bit >= 0:
            up = self._at_once(up, pawn, bit)
        away = Leg(up.end_us, up.end_us + 1, up.end, (up.end[0], up.end[1], 1e6))
        self._go(pawn, [up, away])
        if bit >= 0:
            self._straighten(bit, self.hand["lift_ms"])

    def _straighten(self, bit: int, after_ms: float) -> None:
        here = self.on(bit)
        if not here:
            return
        offs = [(*self._aim(), 0.0)] if len(here) == 1 else self._around(len(here))
        for one, off in zip(here, offs, strict=True):
            self._go(one, [self._leg(one, self._point(bit, *off), _STRAIGHTEN_MS, 0, after_ms)])

    def _room(
        self, pawn: Pawn, bit: int, ms: float, aim: tuple[float, float] | None = None
    ) -> tuple[float, float, float]:
        """Make room on a space for a pawn that lands after a time; return where it lands."""
        others = [one for one in self.on(bit) if one is not pawn]
        if not others:
            return (*(aim or self._aim()), 0.0)
        *offs, mine = self._around(len(others) + 1)
        push = self.hand["push_ms"]
        for one, off in zip(others, offs, strict=True):
            self._go(one, [self._leg(one, self._point(bit, *off), push, 0, max(0.0, ms - push))])
        return mine

    def put(self, pawn: Pawn, bit: int, aim: tuple[float, float] | None = None) -> None:
        """Put a pawn down: from above, or from where it still is when the hand has just lifted it.

        Args:
            pawn: a pawn in the hand.
            bit: the space.
            aim: how far off its centre in mm, if nobody stands there; None as a hand aims.
        """
        piece = self.piece(pawn)
        item = self._plane.board.spaces[bit]
        x, y, z = piece.place
        down, lift = self.hand["place_ms"], self.hand["lift_mm"]
        low = z < self._plane.standing_mm + lift
        aside = math.hypot(x - item.x_mm, y - item.y_mm)
        if not low:
            piece.place = self._point(bit, up_mm=lift)
        hump = lift if low and aside > 5 else 0.0
        ms = self.hand["snatch_ms"] if hump else down
        off = self._room(pawn, bit, ms, aim)
        self.land(pawn, bit)
        leg = self._leg(pawn, self._point(bit, *off), ms, hump)
        self._go(pawn, [leg if low else self._at_once(leg, pawn, bit)])

    def fly(self, pawn: Pawn, bit: int, ms: float, hump_mm: float) -> None:
        """Carry a standing pawn to a space in one movement; `land` says that it is there.

        Args:
            pawn: a pawn that stands.
            bit: the space.
            ms: how long it takes.
            hump_mm: how high over the board; 0 pushes it along the board.
        """
        before, pawn.bit, pawn.goal = pawn.bit, IN_HAND, bit
        off = self._room(pawn, bit, ms)
        self._go(pawn, [self._leg(pawn, self._point(bit, *off), ms, hump_mm)])
        if before >= 0 and before != bit:
            self._straighten(before, ms)

    def land(self, pawn: Pawn, bit: int | None = None) -> None:
        """Let a pawn count as standing: where it was carried to, or on a space."""
        pawn.bit, pawn.goal = pawn.goal if bit is None else bit, None  # type: ignore[assignment]
        x, y, _ = self._point(pawn.bit)
        at = self.piece(pawn).place
        off = math.hypot(at[0] - x, at[1] - y)
        if len(self.on(pawn.bit)) == 1 and off > facts()["pawn"]["off_centre_mm"]:
            self._straighten(pawn.bit, 0)  # room was made for two, and the other one has gone

    def push(self, pawn: Pawn, dx_mm: float, dy_mm: float, ms: float = 150.0) -> None:
        """Push a standing pawn along the board, as a sleeve does; it counts as standing where it stood."""
        x, y, z = self.piece(pawn).place
        self._go(pawn, [self._leg(pawn, (x + dx_mm, y + dy_mm, z), ms)])

    def topple(self, pawn: Pawn, toward_deg: float) -> None:
        """Knock a pawn over: it lies on its side, its magnet beside the place where it stood."""
        piece = self.piece(pawn)
        angle = math.radians(toward_deg)
        side = (math.cos(angle), math.sin(angle), 0.0)
        lying = facts()["pawn"]["lying_mm"]
        x, y, _ = piece.place
        end = (x + lying * side[0], y + lying * side[1], self._plane.design.depth_mm + lying)
        start = self._target.now_us
        leg = Leg(start, start + round(_TOPPLE_MS * _MS), piece.place, end, 0.0, (UP, side))
        pawn.bit = LYING
        self._plane.move(piece, [leg])

    def lay_phone(self, bit: int | None) -> None:
        """Lay a phone on the board with its strongest magnet over a space, or take it away."""
        if self._phone is None:
            self._phone = self._plane.new_piece()
            self._phone.moment = _PHONE_MOMENT
        if bit is None:
            self._contacts.show(self._plane.remove(self._phone))
        else:
            self._contacts.show(self._plane.put(self._phone, self._point(bit, up_mm=_PHONE_MM)))
