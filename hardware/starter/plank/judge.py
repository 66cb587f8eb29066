# SPDX-License-Identifier: Apache-2.0
"""What a position of Plank is worth to a seat: how far its pawn has come, less how far the other has."""

from rules.game import NOBODY, TURN, WINNER
from rules.games.plank.plank import steps_of
from rules.moves import BUMP, parts

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from players.observation import Observation

_WON = 10000


class Judge:
    """Judges results for one seat."""

    playout = "players.draws"

    def __init__(self, game: "Any") -> None:
        self.game = game
        self._seat = 0

    def prepare(self, seen: "Observation") -> "Iterator":
        """Look at the position before the throw is used; a generator."""
        self._seat = seen.seat
        return iter(())

    def worth(self, after: "bytes | bytearray") -> int:
        """Return what a result is worth to the seat that looks."""
        if after[TURN] == NOBODY:
            return _WON if after[WINNER] == 1 << self._seat else -_WON
        return self.quick(after, self._seat)

    def quick(self, after: "bytes | bytearray", seat: int) -> int:
        """Return what a position is worth to any seat."""
        other = self.game.next_seat(seat)
        return steps_of(seat, after[4 * seat]) - steps_of(other, after[4 * other])

    def swing(self, move: bytes, seat: int) -> int:
        """Return what a move changes for any seat."""
        points = 0
        for kind, who, a, b, _ in parts(move):
            change = (0 if kind == BUMP else steps_of(who, b)) - steps_of(who, a)
            points += change if who == seat else -change
        return points

    def kept(self, action: int) -> int:
        """Return 0: a throw cannot be kept."""
        return 0

    def sense(self, after: "bytes | bytearray", move: bytes) -> int:
        """Return 2 for a result that wins or sends the other home, else 1."""
        return 2 if after[TURN] == NOBODY or len(move) > 4 else 1
