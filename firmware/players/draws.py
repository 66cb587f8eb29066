# SPDX-License-Identifier: Apache-2.0
"""Playing Ludo and Sorry! on over guessed throws or cards, every seat by a quick look."""

from rules.game import NOBODY, TURN, WINNER

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from players.chance import Chance
    from players.observation import Observation
    from players.results import Results

WON = 10000


class Playout:
    """One game played on: `guess`, then `play` to its end, then `outcome`.

    Args:
        judge: the game's judge, prepared for the seat that thinks.
        results: where results are made.

    Attributes:
        cost: results looked at so far, and two for each card and each guess.
    """

    def __init__(self, judge: "Any", results: "Results") -> None:
        self._judge = judge
        self._results = results
        self._seat = 0
        self._now = b""
        self.cost = 0

    def guess(self, seen: "Observation", chance: "Chance", turns: int) -> bytes:
        """Return one guess of the coming throws, or of the cards to be drawn."""
        self._seat = seen.seat
        self.cost += 2
        left = seen.unseen(self._judge.game)
        total = sum(left)
        draws = bytearray(turns)
        for i in range(turns):
            if not total:  # a die, or a pile that is shuffled anew
                deck = self._judge.game.deck
                if not deck:
                    draws[i] = chance(len(left))
                    continue
                left[:] = deck
                total = sum(left)
            n = chance(total)
            action = 0
            while n >= left[action]:
                n -= left[action]
                action += 1
            draws[i] = action
            left[action] -= 1
            total -= 1
        return bytes(draws)

    def play(self, guess: bytes, action: int, after: bytes, turns: int) -> "Iterator":
        """Play on after a result of the seat that thinks; a generator, the guess is not changed."""
        judge = self._judge
        results = self._results
        now = after
        for i in range(turns):
            seat = now[TURN]
            if seat == NOBODY:
                break
            for _ in results.slices(now, guess[i]):
                yield
            n = results.count()
            self.cost += n + 2
            if n:
                top = -WON
                for k in range(n):
                    points = judge.swing(results.move(k), seat)
                    if points > top:
                        top = points
                        now = results.state(k)
            else:
                now = judge.game.skip(now)
            yield
        self._now = now

    def outcome(self) -> int:
        """Return what the position is worth, to who thinks, that playing on has led to."""
        now = self._now
        if now[TURN] == NOBODY:
            return WON if now[WINNER] >> self._seat & 1 else -WON
        return self._judge.worth(now)
