# SPDX-License-Identifier: Apache-2.0
"""What a position of Plank is worth to a seat: how far its pawn has come, less how far the other has."""

from players import judge
from rules.game import NOBODY, TURN, WINNER
from rules.games.plank.plank import RING, steps_of

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from players.observation import Observation


class Judge(judge.Judge):
    """Judges results for one seat."""

    playout = "players.draws"

    def __init__(self, game: "Any") -> None:
        steps = [steps_of(seat, place) for seat in range(4) for place in range(RING + 1)]
        super().__init__(game, bytes(steps), 0)

    def prepare(self, seen: "Observation") -> "Iterator":
        """Look at the position before the throw is used; a generator."""
        self.begin(seen.seat)
        return iter(())

    def worth(self, after: "bytes | bytearray") -> int:
        """Return what a result is worth to the seat that looks."""
        if after[TURN] == NOBODY:
            return judge.WON if after[WINNER] == 1 << self._seat else -judge.WON
        return self.quick(after, self._seat)

    def quick(self, after: "bytes | bytearray", seat: int) -> int:
        """Return what a position is worth to any seat."""
        other = self.game.next_seat(seat)
        return steps_of(seat, after[4 * seat]) - steps_of(other, after[4 * other])

    def sense(self, after: "bytes | bytearray", move: bytes) -> int:
        """Return 2 for a result that wins or sends the other home, else 1."""
        return 2 if after[TURN] == NOBODY or len(move) > 4 else 1
