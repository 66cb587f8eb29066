# SPDX-License-Identifier: Apache-2.0
"""Playing Ludo and Sorry! on over guessed throws or cards, every seat by a quick look."""

from micropython import const

from players import playout
from players.judge import WON
from rules.game import NOBODY, TURN

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from players.chance import Chance
    from players.observation import Observation

_SLICE = const(12)  # moves judged between two pauses


class Playout(playout.Playout):
    """One game played on: `guess`, `begin`, `step` to its end, then `outcome`.

    Args:
        judge: the game's judge, prepared for the seat that thinks.
        poll: called every few milliseconds while the results of a card are made; may be None.
    """

    def __init__(self, judge: "Any", poll: "Callable[[], object] | None" = None) -> None:
        super().__init__(judge)
        self._poll = poll
        self._going: "Iterator" = iter(())

    def guess(self, seen: "Observation", chance: "Chance", turns: int) -> bytes:
        """Return one guess of the coming throws, or of the cards to be drawn."""
        self.cost += 8
        left = self._unseen(seen)
        total = sum(left)
        draws = bytearray(turns)
        for i in range(turns):
            if not total:  # a die, or a pile that is shuffled again
                deck = self._game.deck
                if not deck:
                    draws[i] = chance(len(left))
                    continue
                left[:] = deck
                total = sum(left)
            draws[i] = self.draw(left, total, chance)
            total -= 1
        return bytes(draws)

    def begin(self, guess: bytes, action: int, after: bytes, turns: int) -> None:
        """Begin to play on after a result of the seat that thinks."""
        self._going = self._play(guess, after, turns)

    def step(self) -> bool:
        """Do one more piece of work; return False when nothing is left: then there is an `outcome`."""
        for _ in self._going:
            return True
        return False

    def _play(self, guess: bytes, after: bytes, turns: int) -> "Iterator":
        judge = self._judge
        now = after
        for i in range(turns):
            seat = now[TURN]
            if seat == NOBODY:
                break
            found = self._game.results(now, guess[i], self._poll)
            yield
            n = len(found)
            self.cost += 4 * (n + 2)  # the whole rules take that much longer than a quick look
            if n:
                top = -WON
                best = 0
                for k in range(n):
                    points = judge.swing(found.move(k), seat)
                    if points > top:
                        top = points
                        best = k
                    if k % _SLICE == _SLICE - 1:
                        yield
                now = found.state(best)
            else:
                now = self._game.skip(now)
            yield
        self._now[:] = now
