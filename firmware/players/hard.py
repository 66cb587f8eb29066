# SPDX-License-Identifier: Apache-2.0
"""The `hard` player: plays the best few results on over guessed hands, a bounded number of steps.

The first look is the normal player's; what it likes best is played on a few turns by a
quick player over the same guesses of the hidden cards or throws, so that luck is the same
for all of them; after some guesses only the better half goes on. The budget is in steps
(results looked at), not in time.
"""

from players import normal
from rules.game import NOBODY, TURN

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Iterator

    from players.chance import Chance
    from players.observation import Observation


class Player(normal.Player):
    """Rollouts over guesses; see `normal.Player` for the interface.

    Attributes:
        steps: results that may be looked at while playing on, per decision.
        depth: turns played on after a result.
        width: best results of the first look that are played on.
        margin: points below the best at which a result is no longer looked at.
        rounds: guesses after which the worse half is dropped.
    """

    level = "hard"
    steps = 800
    depth = 4
    width = 4
    margin = 40
    rounds = 2
    _playout = None

    def begin(self) -> None:
        """Forget the candidates of the last observation."""
        self._best: list = []

    def consider(self, action: int, index: int, score: int, chance: "Chance") -> None:
        """Keep the best results, the best first."""
        best = self._best
        if len(best) == self.width and score <= best[-1][0]:
            return
        i = len(best)
        while i and best[i - 1][0] < score:
            i -= 1
        best.insert(i, (score, action, self.results.state(index), self.results.move(index)))
        if len(best) > self.width:
            best.pop()

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
        """Bring the candidate that ends best to the front."""
        if self._playout is None:
            module = __import__(self.judge.playout, None, None, ("Playout",))
            self._playout = module.Playout(self.judge, self.results)
        playout = self._playout
        playout.cost = 0
        # The first look counts as one more guess: it knows the dangers.
        sums = [entry[0] for entry in best]
        guesses = 0
        while playout.cost < self.steps and len(best) > 1:
            guess = playout.guess(seen, chance, self.depth)
            yield
            for i in range(len(best)):
                for _ in playout.play(guess, best[i][1], best[i][2], self.depth):
                    yield
                sums[i] += playout.outcome()
            guesses += 1
            if guesses == self.rounds or guesses == 3 * self.rounds:
                _sort(best, sums)
                half = (len(best) + 1) >> 1
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
