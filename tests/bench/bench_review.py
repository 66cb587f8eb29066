# SPDX-License-Identifier: Apache-2.0
"""Is a review worth believing? Better players lose less by it, and what it calls 70 % is won in 70 of 100 games.

    TAVLE_FAST=1 python tests/bench/bench_review.py --rulebook ludo-norsk --games 50
    TAVLE_FAST=1 python tests/bench/bench_review.py --rulebook ludo-norsk --games 2000 --calibration normal

The first reviews games between computers, each on all cores. Every level plays as often as the others; in Partners a pair against
a pair. It prints, and writes into FIGURES.md, the mean loss of a choice for each level, how often the levels come in their order in
samples of 50 games, drawn again and again from those that were reviewed, and the time of a game's review.
The second plays games in which each side's level is drawn from those that are named, and judges a few turns of each, on one core: the
chances foretold in ten bins, and the share that was won.
"""

import argparse
import itertools
import math
import os
import random
import statistics
import time
from typing import Any

import bench_path  # noqa: F401
import figures

from rules import load
from rules.notation import position_text
from tavle import compiled
from tavle.players import arena
from tavle.review import chances
from tavle.review.game import Played, Turn

LEVELS = ("easy", "normal", "hard", "expert")

_SAMPLE = 50  # games
_SAMPLES = 4000
_TURNS = 3  # of a game that are judged
_FIRST_SEED = 1_000_000  # far from what was learned from


class Watched:
    """A player whose choices are noted as turns."""

    def __init__(self, player: Any, game: Any, turns: list[Turn]):
        self._player, self._game, self._turns = player, game, turns

    def __getattr__(self, name: str) -> Any:
        return getattr(self._player, name)

    def think(self, seen: Any, chance: Any) -> Any:
        yield from self._player.think(seen, chance)
        action, after = self._player.action, bytes(self._player.after)
        if action == 255:
            after = bytes(seen.state) if self._game.hand else bytes(self._game.skip(seen.state))
        self._turns.append(Turn(
            len(self._turns) + 1, seen.seat, action, bytes(seen.state), after, bytes(seen.hand),
            bytes(seen.counts), bytes(seen.seen), seen.given,
        ))  # fmt: skip


def played(rulebook: str, levels: list[str], seed: int) -> Played:
    """Return a game between four levels, noted."""
    game = load(rulebook)
    turns: list[Turn] = []
    seats = [Watched(arena.make(level, game), game, turns) for level in levels]
    arena.play(game, seats, seed)
    line = position_text(game, game.new(turns[0].seat))
    return Played(game, line, turns, dict(zip(game.colours, levels, strict=True)))


def seats_of(rulebook: str, n: int) -> list[str]:
    """Return the levels of the n-th game: each sits everywhere in turn, in Partners pairs meet the next ones."""
    if load(rulebook).hand:
        pairs = [(a, b) for a in LEVELS for b in LEVELS if a != b]
        one, other = pairs[(5 * n) % len(pairs)]
        return [one, other] * 2
    return [LEVELS[(n + i) % 4] for i in range(4)]


def review(rulebook: str, games: int, seconds: float, until: float) -> None:
    losses: list[dict[str, list[float]]] = []  # of every game, by level
    times = []
    for n in range(games):
        if time.monotonic() > until:
            break
        levels = seats_of(rulebook, n)
        one = played(rulebook, levels, n)
        start = time.monotonic()
        found = list(chances.verdicts(one, seconds, os.cpu_count() or 1, n))
        times.append(time.monotonic() - start)
        losses.append({level: [] for level in LEVELS})
        for verdict in filter(None, found):
            losses[-1][levels[verdict.turn.seat]].append(verdict.loss / 10)
        print(
            f"game {n + 1}: {'+'.join(levels)}, {len(one.turns)} turns, {times[-1]:.0f} s",
            flush=True,
        )
    told = []
    for level in reversed(LEVELS):
        values = [loss for game in losses for loss in game[level]]
        mean, doubt = statistics.mean(values), statistics.stdev(values) / math.sqrt(len(values))
        told.append(f"{level} {mean:.2f} ± {doubt:.2f}")
        print(f"  {told[-1]} points, {len(values)} choices")
    name = f"review, {rulebook}"
    command = f"python tests/bench/bench_review.py --rulebook {rulebook} --games {len(times)}"
    figures.write(
        f"{name}: loss per choice",
        f"{', '.join(told)} points, {len(times)} games",
        "expert < hard < normal < easy",
        fast(command),
    )
    figures.write(
        f"{name}: levels in this order in samples of {_SAMPLE} games",
        f"{100 * in_order(losses):.0f} %, drawn from {len(times)} games",
        ">= 95 %",
        fast(command),
    )
    figures.write(
        f"{name}: time of a game",
        f"{statistics.mean(times):.0f} s, longest {max(times):.0f} s, on {os.cpu_count()} cores",
        "60 s",
        fast(command),
    )


def fast(command: str) -> str:
    """Return a command as it was given, with the compiled rules or without."""
    return f"{'TAVLE_FAST=1 ' if compiled.wanted() else ''}{command}"


def in_order(losses: list[dict[str, list[float]]]) -> float:
    """Return in what share of samples of games, drawn from these, better levels lose less; print it for neighbours."""
    sums = [
        {level: (sum(values), len(values)) for level, values in game.items()} for game in losses
    ]
    chance = random.Random(1)
    whole = 0
    pairs = dict.fromkeys(zip(LEVELS[1:], LEVELS, strict=False), 0)
    for _ in range(_SAMPLES):
        drawn = chance.choices(sums, k=_SAMPLE)
        mean = {}
        for level in LEVELS:
            lost, count = (sum(column) for column in zip(*(g[level] for g in drawn), strict=True))
            mean[level] = lost / max(1, count)
        for better, worse in pairs:
            pairs[better, worse] += mean[better] < mean[worse]
        whole += all(mean[better] < mean[worse] for better, worse in pairs)
    for (better, worse), count in pairs.items():
        print(f"  {better} loses less than {worse} in {100 * count / _SAMPLES:.0f} % of samples")
    return whole / _SAMPLES


def calibration(rulebook: str, games: int, who: list[str], until: float) -> None:
    """Play games and judge some turns of each; print how often what was foretold has come."""
    game = load(rulebook)
    judge = chances.Chances(game)
    bins: list[list[list[tuple[float, int]]]] = [[] for _ in range(10)]  # bin, game: foretold, won
    count = 0
    for n in range(games):
        if time.monotonic() > until:
            break
        chance = random.Random(n)
        drawn = chance.choices(who, k=2 if game.hand else 4)
        one = played(rulebook, drawn * (4 // len(drawn)), _FIRST_SEED + n)
        turns = chance.sample(one.turns, len(one.turns))
        # The fewest guesses for each.
        verdicts = filter(None, (judge.judged(turn, 0, n) for turn in turns))
        for pairs in bins:
            pairs.append([])
        for verdict in itertools.islice(verdicts, _TURNS):
            for seat in (verdict.turn.seat,) if game.hand else game.seats:
                share = verdict.made[seat]
                bins[min(9, share // 100)][-1].append((share / 1000, one.winners >> seat & 1))
        count += 1
    total = sum(len(pairs) for found in bins for pairs in found)
    away = []
    for i, found in enumerate(bins):
        size = sum(map(len, found))
        if size:
            foretold, won = (
                100 * statistics.mean(column)
                for column in zip(*itertools.chain(*found), strict=True)
            )
            # Of one game's turns all are won or lost: not turns count, but games.
            off = (sum(won - foretold for foretold, won in pairs) for pairs in found)
            doubt = 100 * math.sqrt(sum(one * one for one in off)) / size
            away.append((abs(foretold - won), doubt, size))
            print(
                f"  foretold {10 * i} to {10 * i + 10} %: {foretold:.1f} %, won {won:.1f} ± {doubt:.1f} % of {size}"
            )
    mean = sum(distance * size for distance, _, size in away) / total
    doubt = math.sqrt(sum((doubt * size) ** 2 for _, doubt, size in away)) / total
    figures.write(
        f"review, {rulebook}, {' and '.join(who)}: chances foretold and won, in ten bins",
        f"{mean:.1f} ± {doubt:.1f} points apart, at most {max(away)[0]:.1f} ± {max(away)[1]:.1f}, {count} games",
        "at most 3 points",
        fast(
            f"python tests/bench/bench_review.py --rulebook {rulebook} --games {count} --calibration {' '.join(who)}"
        ),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rulebook", default="partners-pawns")
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=60.0, help="for each review")
    parser.add_argument(
        "--minutes", type=float, default=math.inf, help="begin no game after so long"
    )
    parser.add_argument("--calibration", nargs="+", choices=LEVELS)
    wish = parser.parse_args()
    until = time.monotonic() + 60 * wish.minutes
    if wish.calibration:
        calibration(wish.rulebook, wish.games, wish.calibration, until)
    else:
        review(wish.rulebook, wish.games, wish.seconds, until)


if __name__ == "__main__":
    main()
