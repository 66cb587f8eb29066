# SPDX-License-Identifier: Apache-2.0
"""The `hard` player: plays the best few results on over guessed hands, a bounded number of steps.

The first look is the normal player's; what it likes best is played on a few turns by a
quick player over the same guesses of the hidden cards or throws, so that luck is the same
for all of them; after each share of the budget only the better half goes on. The budget is in
steps (moves judged), not in time; a caller that has waited long enough sets `finish_soon`.
"""

from players import normal
from rules.game import NOBODY, TURN

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from players.chance import Chance
    from players.observation import Observation
    from rules.game import Game


class Player(normal.Player):
    """Rollouts over guesses; see `normal.Player` for the interface.

    Attributes:
        steps: work while playing on, per decision: moves and turns judged.
        depth: turns played on after a result; the judge may have its own.
        width: best results of the first look that are played on.
        each: of each card at most; in a hand the card is the question, not the pawn.
        margin: points below the best at which a result is dropped.
        prior: guesses that the first look is worth: it knows the dangers; the judge may have its own.
    """

    level = "hard"
    steps = 2400
    depth = 4
    width = 4
    margin = 40
    prior = 4

    def __init__(
        self, game: "Game", judge: "Any", poll: "Callable[[], object] | None" = None
    ) -> None:
        super().__init__(game, judge, poll)
        self.each = 1 if game.hand else self.width
        # Now, not in the first thought: loading takes long.
        module = __import__(judge.playout, None, None, ("Playout",))
        self._playout = module.Playout(judge, poll)
        self.depth = getattr(judge, "depth", self.depth)
        self.prior = getattr(judge, "prior", self.prior)

    def begin(self) -> None:
        """Forget the candidates of the last observation."""
        self._best: list = []

    def consider(
        self, action: int, after: bytes, move: bytes, score: int, chance: "Chance"
    ) -> None:
        """Keep the best results, the best first, few of each card."""
        best = self._best
        same = 0
        out = -1
        for i in range(len(best)):
            if best[i][1] == action:
                same += 1
                out = i
        if same < self.each:
            out = len(best) - 1 if len(best) == self.width else -1
        if out >= 0:
            if score <= best[out][0]:
                return
            best.pop(out)
        i = len(best)
        while i and best[i - 1][0] < score:
            i -= 1
        best.insert(i, (score, action, after, move))

    def finish(self, seen: "Observation", chance: "Chance") -> "Iterator":
        """Play the candidates on and take the one that ends best."""
        best = self._best
        while len(best) > 1 and best[-1][0] < best[0][0] - self.margin:
            best.pop()
        if not best:
            return
        if len(best) > 1 and best[0][2][TURN] != NOBODY:
            for _ in self._compare(best, seen, chance):
                yield
        self.take(best[0][1], best[0][2], best[0][3], best[0][0])

    def _compare(self, best: list, seen: "Observation", chance: "Chance") -> "Iterator":
        """Bring the candidate that ends best to the front: sequential halving.

        Source: Karnin, Koren, Somekh, Almost Optimal Exploration in Multi-Armed Bandits (2013).
        """
        playout = self._playout
        playout.cost = 0
        sums = [self.prior * entry[0] for entry in best]
        share = self.steps // (1 if len(best) < 3 else 2 if len(best) < 5 else 3)
        limit = share
        while len(best) > 1 and not self.finish_soon:
            guess = playout.guess(seen, chance, self.depth)
            yield
            for i in range(len(best)):
                playout.begin(guess, best[i][1], best[i][2], self.depth)
                while playout.step():
                    yield
                sums[i] += playout.outcome()
            if playout.cost >= limit:
                limit += share
                _sort(best, sums)
                half = len(best) >> 1
                del best[half:]
                del sums[half:]
        _sort(best, sums)


def _sort(best: list, sums: list) -> None:
    """Sort the candidates by their sums, the largest first; equal ones stay in order."""
    for i in range(1, len(best)):
        one = best[i]
        total = sums[i]
        k = i
        while k and sums[k - 1] < total:
            best[k] = best[k - 1]
            sums[k] = sums[k - 1]
            k -= 1
        best[k] = one
        sums[k] = total
