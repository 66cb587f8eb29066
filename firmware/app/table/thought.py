# SPDX-License-Identifier: Apache-2.0
"""A computer's choice while it is being worked out, a slice at a time."""

from micropython import const

import players
from players.observation import Observation, of_round
from rules.game import NOBODY, TURN
from ticks import since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.table.match import Match
    from players.chance import Chance

# So long after it began to think a computer comes to its end. What it has begun to play on takes 0.2 s more at most.
_LONG_MS = const(1400)


class Thought:
    """One choice: of a result for a throw or a card, of a card of the hand, or of one for the partner.

    Args:
        match: the game in progress.
        seat: who thinks.
        level: how well, a word of `players.LEVELS`.
        hand: actions to choose from; `action` alone when a card is on the table.
        action: the throw, or the card on the table; -1 for one of the hand.
        passes: whether it is a card for the partner.
        given: action of the card that was passed to the partner, NOBODY for none.
        chance: chance(n) gives a number 0..n-1.
        now_ms: when it begins.

    Attributes:
        seat: as given.
        action: as given.
        passes: as given.
        changes: the match's when it began: it thinks of that position.
    """

    def __init__(
        self,
        match: "Match",
        seat: int,
        level: str,
        hand: bytes,
        action: int,
        passes: bool,
        given: int,
        chance: "Chance",
        now_ms: int,
    ) -> None:
        self.seat = seat
        self.action = action
        self.passes = passes
        self.changes = match.changes
        self._began_ms = now_ms
        self._player = player = players.load(level, match.game)
        state = bytearray(match.state)
        state[TURN] = seat
        if match.round is None:
            seen = Observation(bytes(state), seat, hand)
        else:
            seen = of_round(match.game, state, match.round, seat, hand, given)
        self._work = player.exchange(seen, chance) if passes else player.think(seen, chance)

    def think(self, now_ms: int) -> bool:
        """Think for one slice; return whether the choice has been made."""
        if since(now_ms, self._began_ms) >= _LONG_MS:
            self._player.finish_soon = True
        for _ in self._work:
            return False
        return True

    @property
    def choice(self) -> tuple:
        """Return (action, state after, move), the action NOBODY when no card can be played."""
        player = self._player
        if self.passes or player.action in (NOBODY, -1):
            return player.action, b"", b""
        return player.action, bytes(player.after), bytes(player.move)
