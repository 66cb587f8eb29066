# SPDX-License-Identifier: Apache-2.0
"""The `easy` player: chance decides among the sensible results.

Sensible is what sends home no pawn of its own side; if it can, it brings a pawn into play
or into the goal, or sends an opponent home, one time in two.
"""

from players import normal

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Iterator

    from players.chance import Chance
    from players.observation import Observation


class Player(normal.Player):
    """Random among sensible results, with reservoir sampling: nothing is kept but the choice."""

    level = "easy"

    def begin(self) -> None:
        """Nothing has been seen yet."""
        self._rank = -1
        self._equal = 0

    def consider(
        self, action: int, after: bytes, move: bytes, score: int, chance: "Chance"
    ) -> None:
        """Keep each of the equally sensible results with the same chance."""
        rank = self.judge.sense(after, move)
        if rank == 2 and chance(2):
            rank = 1
        if rank < self._rank:
            return
        if rank > self._rank:
            self._rank = rank
            self._equal = 0
        self._equal += 1
        if chance(self._equal) == 0:
            self.take(action, after, move, score)

    def exchange(self, seen: "Observation", chance: "Chance") -> "Iterator":
        """Pass any card to the partner."""
        self._none()
        self.action = seen.hand[chance(len(seen.hand))]
        return
        yield
