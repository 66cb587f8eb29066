# SPDX-License-Identifier: Apache-2.0
"""The `normal` player: every result of every card is judged, the best one is played."""

from rules.game import NOBODY

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from players.chance import Chance
    from players.observation import Observation
    from rules.game import Game

# Judged between two pauses: about 5 ms on a Pico.
SLICE = 2

# What no result can be worth.
WORST = -(1 << 28)


class Player:
    """One ply: looks at each result once.

    Args:
        game: the game that is played.
        judge: what positions of it are worth: `prepare`, `worth`, `kept`, and for cards
            to exchange `promise`, which leaves it in `promised`, and `spare`.
        poll: called every few milliseconds while the results of a card are made; may be None.

    Attributes (of the last `think`):
        action: the card to use; NOBODY when none can be used.
        after: state after the chosen result; of no card b"".
        move: its operations.
        score: what it was worth to the player, in the judge's points.
        finish_soon: may be set while it thinks: it ends soon, with what it has found by then.
    """

    level = "normal"

    def __init__(
        self, game: "Game", judge: "Any", poll: "Callable[[], object] | None" = None
    ) -> None:
        self.game = game
        self.judge = judge
        self.poll = poll
        self._none()

    def _none(self) -> None:
        self.action = NOBODY
        self.after = b""
        self.move = b""
        self.score = WORST
        self.finish_soon = False

    def think(self, seen: "Observation", chance: "Chance") -> "Iterator":
        """Choose a card and a result; a generator that yields when others may work.

        Args:
            seen: `Observation` of the seat to act.
            chance: chance(n) gives a number 0..n-1.
        """
        self._none()
        self.begin()
        for _ in self.judge.prepare(seen):
            yield
        hand = seen.hand
        for i in range(len(hand)):
            action = hand[i]
            if action in hand[:i]:
                continue
            found = self.game.results(seen.state, action, self.poll)
            yield
            kept = self.judge.kept(action)
            for k, (after, move) in enumerate(found):
                self.consider(action, after, move, self.judge.worth(after) - kept, chance)
                if k % SLICE == SLICE - 1:
                    yield
        for _ in self.finish(seen, chance):
            yield

    def begin(self) -> None:
        """Get ready for the results of a new observation."""

    def consider(
        self, action: int, after: bytes, move: bytes, score: int, chance: "Chance"
    ) -> None:
        """Take one result into account."""
        if score > self.score:
            self.take(action, after, move, score)

    def finish(self, seen: "Observation", chance: "Chance") -> "Iterator":
        """Choose among what was considered; a generator."""
        return iter(())

    def take(self, action: int, after: bytes, move: bytes, score: int) -> None:
        """Make a result the choice."""
        self.action = action
        self.after = after
        self.move = move
        self.score = score

    def exchange(self, seen: "Observation", chance: "Chance") -> "Iterator":
        """Choose the card to pass to the partner (P6) into `action`; a generator.

        The card goes where it is worth more: what the partner's pawns could do with it
        against what the own ones could.
        """
        self._none()
        judge = self.judge
        for _ in judge.prepare(seen):
            yield
        best = WORST
        hand = seen.hand
        for i in range(len(hand)):
            action = hand[i]
            if action in hand[:i]:
                continue
            score = judge.spare(seen, action)
            for _ in judge.promise(seen, action, seen.seat ^ 2, self.poll):
                yield
            score += judge.promised
            for _ in judge.promise(seen, action, seen.seat, self.poll):
                yield
            score -= judge.promised
            if score > best:
                best = score
                self.action = action
