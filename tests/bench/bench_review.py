# SPDX-License-Identifier: Apache-2.0
"""Is a review worth believing? Better players lose less by it, and what it calls 70 % is won in 70 of 100 games.

`python tests/bench/bench_review.py --rulebook ludo-norsk --games 8`: games between computers, each review on all cores.
Every level plays as often as the others; in Partners a pair against a pair. It prints, and writes into FIGURES.md, the mean loss of a choice for each level, the
chances foretold in ten bins with the share that was won, and the time of a game's review. `--power` fits `_POWER` of
`tavle.review.chances` for races, from games of `normal` players.
"""

import argparse
import math
import os
import statistics
import sys
import time
from pathlib import Path
from typing import Any

from tavle import compiled
from tavle.paths import add_firmware
from tavle.players import arena

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import figures

add_firmware()

from rules import load  # noqa: E402
from rules.notation import position_text  # noqa: E402
from tavle.review import chances  # noqa: E402
from tavle.review.game import Played, Turn  # noqa: E402

LEVELS = ("easy", "normal", "hard", "expert")


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
    """Play and review games; print what came of it."""
    losses: dict[str, list[float]] = {level: [] for level in LEVELS}
    bins: list[list[tuple[float, int]]] = [[] for _ in range(10)]
    times = []
    for n in range(games):
        if time.monotonic() > until:
            break
        levels = seats_of(rulebook, n)
        one = played(rulebook, levels, n)
        start = time.monotonic()
        found = list(chances.verdicts(one, seconds, os.cpu_count() or 1, n))
        times.append(time.monotonic() - start)
        chances.accounts(one, found)
        for verdict in filter(None, found):
            seat = verdict.turn.seat
            losses[levels[seat]].append(verdict.loss / 10)
            for other in one.game.seats if not one.game.hand else (seat,):
                share = verdict.made[other]
                bins[min(9, share // 100)].append((share / 1000, one.winners >> other & 1))
        print(
            f"game {n + 1}: {'+'.join(levels)}, {len(one.turns)} turns, {times[-1]:.0f} s",
            flush=True,
        )
    fast = "TAVLE_FAST=1 " if compiled.wanted() else ""
    command = (
        f"{fast}python tests/bench/bench_review.py --rulebook {rulebook} --games {len(times)}"
    )
    told = []
    for level, values in losses.items():
        doubt = statistics.stdev(values) / math.sqrt(len(values))
        print(
            f"  {level}: {statistics.mean(values):.2f} ± {doubt:.2f} points, {len(values)} choices"
        )
        told.append(f"{level} {statistics.mean(values):.2f}")
    away = 0.0
    for i, pairs in enumerate(bins):
        if pairs:
            foretold, won = (100 * statistics.mean(column) for column in zip(*pairs, strict=True))
            print(
                f"  foretold {10 * i} to {10 * i + 10} %: {foretold:.0f} %, won {won:.0f} % of {len(pairs)}"
            )
            away += abs(foretold - won) * len(pairs)
    away /= sum(map(len, bins))
    name = f"review, {rulebook}, {len(times)} games"
    figures.write(
        f"{name}: loss per choice",
        f"{', '.join(told)} points",
        "expert < hard < normal < easy",
        command,
    )
    figures.write(
        f"{name}: chances foretold and won, in ten bins", f"{away:.1f} points apart", "-", command
    )
    figures.write(
        f"{name}: time of one",
        f"{statistics.mean(times):.0f} s on {os.cpu_count()} cores",
        "60 s",
        command,
    )


def power(rulebook: str, games: int, until: float) -> None:
    """Print the log loss of several powers."""
    game = load(rulebook)
    judge = chances.Chances(game)
    boards: list[tuple[bytes, int]] = []
    for n in range(games):
        if time.monotonic() > until:
            break
        one = played(rulebook, ["normal"] * 4, 1000 + n)
        boards += [(turn.after, one.winners) for turn in one.turns[::5] if turn.after[16] != 255]
    for tenths in range(8, 27, 2):
        judge.power = tenths / 10
        loss = 0.0
        for state, winners in boards:
            seat = winners.bit_length() - 1
            loss -= math.log(max(1e-9, judge.of(state)[seat]))
        print(
            f"{rulebook} {judge.power}: log loss {loss / len(boards):.4f} of {len(boards)} boards"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rulebook", default="partners-pawns")
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=60.0, help="for each review")
    parser.add_argument(
        "--minutes", type=float, default=math.inf, help="begin no game after so long"
    )
    parser.add_argument("--power", action="store_true")
    wish = parser.parse_args()
    until = time.monotonic() + 60 * wish.minutes
    if wish.power:
        power(wish.rulebook, wish.games, until)
    else:
        review(wish.rulebook, wish.games, wish.seconds, until)


if __name__ == "__main__":
    main()
