# SPDX-License-Identifier: Apache-2.0
"""What a position of Hop is worth to a seat, in points; a step is one point."""

from rules.game import NOBODY, TURN
from rules.games.hop.hop import PATH
from rules.moves import BUMP, parts

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from players.observation import Observation

_WON = 10000


class Judge:
    """Judges results for one seat: how far the own pawns are, and a third of how far the others are."""

    playout = "players.draws"

    def __init__(self, game: "Any") -> None:
        self.game = game
        self._seat = 0

    def prepare(self, seen: "Observation") -> "Iterator":
        """Look at the position before the card is used; a generator."""
        self._seat = seen.seat
        return iter(())

    def worth(self, after: "bytes | bytearray") -> int:
        """Return what a result is worth to the seat that looks."""
        return _WON if after[TURN] == NOBODY else self.quick(after, self._seat)

    def quick(self, after: "bytes | bytearray", seat: int) -> int:
        """Return what a position is worth to any seat."""
        points = 0
        for other in self.game.seats:
            for place in after[4 * other : 4 * other + 4]:
                points += self._steps(other, place) if other == seat else 0
                points -= self._steps(other, place) // 3 if other != seat else 0
        return points

    def _steps(self, seat: int, place: int) -> int:
        return 1 + PATH[seat].find(bytes((place,)))

    def swing(self, move: bytes, seat: int) -> int:
        """Return what a move changes for any seat."""
        points = 0
        for kind, who, a, b, _ in parts(move):
            change = -self._steps(who, a)
            if kind != BUMP:
                change += self._steps(who, b)
            points += change if who == seat else -(change // 3)
        return points

    def kept(self, action: int) -> int:
        """Return 0: a drawn card cannot be kept."""
        return 0

    def sense(self, after: "bytes | bytearray", move: bytes) -> int:
        """Return 2 for a result that sends somebody home, else 1."""
        return 2 if len(move) > 4 else 1
