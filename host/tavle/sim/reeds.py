# SPDX-License-Identifier: Apache-2.0
"""The reeds under a table: coloured pawns on places, and the raw switch edges they make.

Bounce of 0.5-1 ms (reed data sheets), chatter of a magnet that hovers at the edge of a reed's
lobe for tens of ms, and a neighbouring reed that sees a passing magnet for a moment. The rates
are assumptions, documented here and nowhere measured.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass

from tavle.sim.gestures import Gesture

_GHOST = -1  # age of an edge made by a neighbouring magnet


@dataclass(frozen=True)
class Flaws:
    """Imperfections of reeds and magnets: probabilities per gesture, times in ms (low, high)."""

    bounce: float = 0.6
    bounce_ms: tuple[float, float] = (0.2, 1.5)
    chatter: float = 0.1  # a slow hand: the level flips a few times before it stays
    chatter_ms: tuple[float, float] = (5, 45)
    neighbour: float = 0.05  # the reed beside closes while the magnet comes or goes
    neighbour_ms: tuple[float, float] = (5, 90)


class Reeds:
    """Coloured pawns over reeds.

    Attributes:
        levels: raw levels now, one bit per reed, 1 = closed.
    """

    def __init__(
        self,
        n_bytes: int,
        bits_of: Callable[[str, str], list[int]],
        seed: int,
        flaws: Flaws | None = None,
        neighbours: Callable[[str], list[str]] | None = None,
    ) -> None:
        """Make an empty board.

        Args:
            n_bytes: sensor bytes of the chain.
            bits_of: (colour, place token) -> sensor bits: one, or the slots of an area.
            seed: makes everything random repeatable.
            flaws: how bad the reeds are.
            neighbours: place token -> tokens of the spaces beside it.
        """
        self._bits_of = bits_of
        self._random = random.Random(seed)
        self._flaws = flaws or Flaws()
        self._neighbours = neighbours or (lambda _place: [])
        self.levels = bytearray(n_bytes)
        self._on: dict[int, list[str]] = {}  # bit -> colours standing there
        self._closed: dict[int, bool] = {}  # bit -> level made by the pawns standing there
        self._ghosts: dict[int, bool] = {}  # bit -> level made by a passing magnet
        self._ages: dict[int, int] = {}
        self._queue: list[tuple[float, int, int, bool, int]] = []
        self._order = 0

    def put(self, colour: str, place: str) -> int:
        """Put a pawn down without any edge and return the bit under it."""
        bit = self._slot(colour, place, False)
        self._on.setdefault(bit, []).append(colour)
        self._closed[bit] = True
        self.levels[bit >> 3] |= 1 << (bit & 7)
        return bit

    def colours_on(self, bit: int) -> list[str]:
        """Return the colours of the pawns over a reed."""
        return list(self._on.get(bit, []))

    def _slot(self, colour: str, place: str, taken: bool) -> int:
        owner, _, rest = place.rpartition(":")
        bits = self._bits_of(owner or colour, rest)
        if len(bits) == 1:
            return bits[0]
        if taken:
            fitting = [bit for bit in bits if colour in self._on.get(bit, [])]
        else:
            fitting = [bit for bit in bits if not self._on.get(bit)]
        if not fitting:
            raise ValueError(f"no slot for {colour} at {place}")
        return self._random.choice(fitting)

    def act(self, gesture: Gesture) -> None:
        """Carry a gesture out; its edges come by `advance`.

        Raises:
            ValueError: no such pawn there, or no free slot.
        """
        bit = self._slot(gesture.colour, gesture.at, gesture.do != "place")
        pawns = self._on.setdefault(bit, [])
        before = bool(pawns)
        if gesture.do == "nudge":
            self._plan(bit, gesture.t_ms, [(0.0, False), (self._random.uniform(6, 30), True)])
            return
        if gesture.do == "lift":
            if gesture.colour not in pawns:
                raise ValueError(f"no {gesture.colour} pawn at {gesture.at}")
            pawns.remove(gesture.colour)
        else:
            pawns.append(gesture.colour)
        if bool(pawns) != before:
            self._plan(bit, gesture.t_ms, self._settle(bool(pawns)))
        self._beside(gesture)

    def advance(self, now_ms: float) -> bool:
        """Let the edges up to a time happen; return whether `levels` changed."""
        changed = False
        while self._queue and self._queue[0][0] <= now_ms:
            _, _, bit, closed, age = heapq.heappop(self._queue)
            if age == _GHOST:
                self._ghosts[bit] = closed
            elif age == self._ages.get(bit):
                self._closed[bit] = closed
            else:
                continue  # the bounce of an earlier gesture
            mask = 1 << (bit & 7)
            before = self.levels[bit >> 3]
            if self._closed.get(bit) or self._ghosts.get(bit):
                self.levels[bit >> 3] |= mask
            else:
                self.levels[bit >> 3] &= 0xFF ^ mask
            changed = changed or before != self.levels[bit >> 3]
        return changed

    def _plan(self, bit: int, t_ms: float, edges: list[tuple[float, bool]]) -> None:
        """Queue what a reed does because of one gesture; older plans for it are void."""
        age = self._ages.get(bit, 0) + 1
        self._ages[bit] = age
        for after, closed in edges:
            self._push(t_ms + after, bit, closed, age)

    def _push(self, t_ms: float, bit: int, closed: bool, age: int) -> None:
        self._order += 1
        heapq.heappush(self._queue, (t_ms, self._order, bit, closed, age))

    def _settle(self, closed: bool) -> list[tuple[float, bool]]:
        flaws = self._flaws
        limits, flips = (0.0, 0.0), 0
        if self._random.random() < flaws.chatter:
            limits, flips = flaws.chatter_ms, self._random.choice((2, 4, 6))
        elif self._random.random() < flaws.bounce:
            limits, flips = flaws.bounce_ms, self._random.choice((2, 4))
        length = self._random.uniform(*limits)
        edges = [(0.0, closed)]
        level = closed
        for after in sorted(self._random.uniform(0, length) for _ in range(flips)):
            level = not level
            edges.append((after, level))
        return edges

    def _beside(self, gesture: Gesture) -> None:
        """A magnet that comes or goes is seen by the empty space beside for a moment."""
        if self._random.random() >= self._flaws.neighbour:
            return
        bits = [self._bits_of("", place)[0] for place in self._neighbours(gesture.at)]
        bits = [bit for bit in bits if not self._on.get(bit)]
        if not bits:
            return
        bit = self._random.choice(bits)
        start = gesture.t_ms + self._random.uniform(0, 20)
        self._push(start, bit, True, _GHOST)
        self._push(start + self._random.uniform(*self._flaws.neighbour_ms), bit, False, _GHOST)
