# SPDX-License-Identifier: Apache-2.0
"""What playing on has in every game: cards drawn from those nobody has seen, and what came of it."""

from players.judge import WON
from rules.game import ALL, NOBODY, TURN, WINNER

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from typing import Any

    from players.chance import Chance
    from players.observation import Observation


class Playout:
    """One game played on.

    Args:
        judge: the game's judge, prepared for the seat that thinks.

    Attributes:
        cost: moves judged so far, and some for each turn and each guess.
    """

    def __init__(self, judge: "Any") -> None:
        self._judge = judge
        # A judge may look otherwise at what playing on has led to than at a result.
        self._reached = getattr(judge, "reached", judge.worth)
        self._game = judge.game
        self._now = bytearray(20)
        self._seat = 0
        self._seen: "Observation | None" = None
        self._all = b""  # cards of each action that it has not seen
        self._left = bytearray(len(self._game.actions))
        self.cost = 0

    def _unseen(self, seen: "Observation") -> bytearray:
        """Return how many copies of each action are left for a guess, in a buffer that the next one fills again."""
        if self._seen is not seen:
            self._seen = seen
            self._seat = seen.seat
            self._all = bytes(seen.unseen(self._game))
        self._left[ALL] = self._all
        return self._left

    def draw(self, left: bytearray, total: int, chance: "Chance") -> int:
        """Take one of the `total` cards that are left, of any kind; return its action."""
        n = chance(total)
        action = 0
        while n >= left[action]:
            n -= left[action]
            action += 1
        left[action] -= 1
        return action

    def outcome(self) -> int:
        """Return what the position is worth, to who thinks, that playing on has led to."""
        now = self._now
        if now[TURN] == NOBODY:
            return WON if now[WINNER] >> self._seat & 1 else -WON
        return self._reached(now)
