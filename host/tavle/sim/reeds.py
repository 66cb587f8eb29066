# SPDX-License-Identifier: Apache-2.0
"""The reeds of a table without its electronics: gestures of hands in, raw switch levels out.

The same as under the whole simulator's world (`contacts.py`, `mover.py`): magnets on smooth paths over reeds whose
parts differ. The recogniser's benches scan it directly.
"""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Callable
from dataclasses import dataclass

from tavle.board import geometry
from tavle.sim.contacts import Contacts
from tavle.sim.gestures import Gesture
from tavle.sim.mover import IN_HAND, Mover, Pawn
from tavle.sim.target import Setting, Target

_BESIDE_MM = 10.0  # under half of the closest pitch of all boards
_NUDGE_MM = 2.0
_NUDGE_MS = 60.0


@dataclass(frozen=True)
class Flaws:
    """What was bought, and how well it lasts.

    Attributes:
        parts: one of `plane.CORNERS`.
        worn: every contact bounces for milliseconds, as worn ones do.
        aim_mm: how far off the centre hands put pawns (standard deviation).
    """

    parts: str = "scattered"
    worn: bool = False
    aim_mm: float = 2.0


@functools.cache
def _chips(board: str) -> int:
    return -(-len(geometry.load(board).spaces) // 8)


class Reeds:
    """Coloured pawns over a board's reeds.

    Args:
        board: name of the board's geometry.
        bits_of: (colour, place token) -> sensor bits: one, or the slots of an area.
        seed: decides parts, aim and bounce.
        flaws: how bad it all is.

    Attributes:
        levels: raw levels now, one bit per reed, 1 = closed.
    """

    def __init__(
        self,
        board: str,
        bits_of: Callable[[str, str], list[int]],
        seed: int,
        flaws: Flaws | None = None,
    ) -> None:
        flaws = flaws or Flaws()
        chips = _chips(board)
        self.target = Target(Setting(board), chips)
        self._random = random.Random(seed)
        self.contacts = Contacts(self.target, board, 8 * chips, seed, self._random, flaws.parts)
        self.contacts.faults.bounce = flaws.worn
        self.mover = Mover(self.target, self.contacts, self._random, flaws.aim_mm)
        self.levels = bytearray(chips)
        self._bits_of = bits_of
        self._choose = random.Random(f"slots {seed}")
        self._colours: list[str] = []

    def seat(self, colour: str) -> int:
        """Return the number of a colour: the order in which they came."""
        if colour not in self._colours:
            self._colours.append(colour)
        return self._colours.index(colour)

    def put(self, colour: str, place: str) -> int:
        """Put a pawn down without any edge and return the bit under it."""
        bit = self._slot(colour, place, False)
        self.mover.stand(Pawn(self.seat(colour), IN_HAND), bit)
        self._take_levels(self.target.now_us)
        return bit

    def colours_on(self, bit: int, reach_mm: float = 0.0) -> list[str]:
        """Return the colours of the pawns that stand on a space, or are in a hand less than `reach_mm` above it."""
        near = [pawn for pawn in self.mover.pawns if reach_mm and self._near(pawn, bit, reach_mm)]
        return [self._colours[pawn.seat] for pawn in self.mover.on(bit) + near]

    def _near(self, pawn: Pawn, bit: int, reach_mm: float) -> bool:
        if pawn.bit != IN_HAND or pawn.piece is None:
            return False
        plane = self.contacts.plane
        item = plane.board.spaces[bit]
        x, y, z = pawn.piece.place
        aside_mm = math.hypot(x - item.x_mm, y - item.y_mm)
        return z - plane.standing_mm < reach_mm and aside_mm < _BESIDE_MM

    def _slot(self, colour: str, place: str, taken: bool) -> int:
        owner, _, rest = place.rpartition(":")
        bits = self._bits_of(owner or colour, rest)
        if len(bits) == 1:
            return bits[0]
        if taken:
            fitting = [bit for bit in bits if colour in self.colours_on(bit)]
        else:
            meant = {pawn.goal for pawn in self.mover.pawns}
            fitting = [bit for bit in bits if not self.mover.on(bit) and bit not in meant]
        if not fitting:
            raise ValueError(f"no slot for {colour} at {place}")
        return self._choose.choice(fitting)

    def act(self, gesture: Gesture) -> None:
        """Carry a gesture out; its edges come by `advance`.

        Raises:
            ValueError: no such pawn there, or no free slot.
        """
        self._pass(gesture.t_ms)
        seat = self.seat(gesture.colour)
        if gesture.do == "place":
            held = [pawn for pawn in self.mover.pawns if pawn.seat == seat and pawn.bit == IN_HAND]
            bits = self._bits_of(
                gesture.at.rpartition(":")[0] or gesture.colour, gesture.at.rpartition(":")[2]
            )
            flying = [pawn for pawn in held if pawn.goal in bits]
            if flying:
                self.mover.land(flying[0])
            elif held:
                waiting = [pawn for pawn in held if pawn.goal is None] or held
                self.mover.put(waiting[0], self._slot(gesture.colour, gesture.at, False))
            else:
                raise ValueError(f"no hand holds a {gesture.colour} pawn")
            return
        bit = self._slot(gesture.colour, gesture.at, True)
        mine = [pawn for pawn in self.mover.on(bit) if pawn.seat == seat]
        if not mine:
            raise ValueError(f"no {gesture.colour} pawn at {gesture.at}")
        if gesture.do == "nudge":
            self._nudge(mine[0])
        elif gesture.land_ms > gesture.t_ms and gesture.to:
            goal = (
                self._slot(gesture.colour, gesture.to, False) if gesture.to != gesture.at else bit
            )
            self.mover.fly(mine[0], goal, gesture.land_ms - gesture.t_ms, gesture.hump_mm)
        else:
            self.mover.leave(mine[0])

    def _nudge(self, pawn: Pawn) -> None:
        """Push a pawn by a millimetre or two; one that a hand is moving stays in the hand's way."""
        if self.mover.piece(pawn).legs:
            return
        dx, dy = (self._random.uniform(-_NUDGE_MM, _NUDGE_MM) for _ in range(2))
        self.mover.push(pawn, dx, dy, _NUDGE_MS)

    def _pass(self, now_ms: float) -> None:
        until = max(self.target.now_us, round(now_ms * 1000))
        self.contacts.advance_to(until)
        self.target.now_us = until

    def advance(self, now_ms: float) -> bool:
        """Let the edges up to a time happen; return whether `levels` changed."""
        self._pass(now_ms)
        return self._take_levels(self.target.now_us)

    def _take_levels(self, until_us: int) -> bool:
        before = bytes(self.levels)
        for event in self.target.take_due(until_us):
            bit, level = event[2], event[3]
            if level:
                self.levels[bit >> 3] &= 0xFF ^ (1 << (bit & 7))
            else:
                self.levels[bit >> 3] |= 1 << (bit & 7)
        return before != bytes(self.levels)
