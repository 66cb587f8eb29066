# SPDX-License-Identifier: Apache-2.0
"""What games of Partners teach about a board on which nobody holds a card: who will win from there.

    TAVLE_FAST=1 python -m tavle.players.fit --games 6000

Plays games between `hard` players with fewer steps, the three editions in turn, and notes the boards at which
deals began: a line a game in the results file, which the same command adds to. Then a logistic fit by Newton's
method says how likely green and red (seats 0 and 2) win, from each seat's pawns alone; `learned.json` keeps it, in
thousandths. Every eighth game is left out of it and tells how good it is.
"""

import argparse
import contextlib
import functools
import math
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tavle.paths import add_firmware
from tavle.players import arena
from tavle.players.expert import WEIGHTS

EDITIONS = ("partners-movers", "partners-nordic", "partners-pawns")

_FIRST_SEED = 10_000_000  # far from the ladder's
_STEPS = 600  # of `hard`: a quarter of its own
_HELD_OUT = 8
_RIDGE = 20.0
_ROUNDS = 6  # of Newton's method: from the fourth on nothing changes
_RING = 60

# A pawn's worth between these steps from its start is a straight line: free at every step, it followed chance.
_KNOTS = (0, 1, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 59)
_HOMES = len(_KNOTS)  # five features: pawns at home
_CIRCLES = _HOMES + 5  # sixteen: which circles are filled
_FEATURES = _CIRCLES + 16

Row = tuple[dict[int, float], int]
"""Features of a board by their numbers, and whether seats 0 and 2 have won."""


class _Watched:
    """A player that notes the boards at which deals begin."""

    def __init__(self, player: Any, boards: list[str]):
        self._player = player
        self._boards = boards

    def __getattr__(self, name: str) -> Any:
        return getattr(self._player, name)

    def think(self, seen: Any, chance: Any) -> Any:
        if min(seen.counts) == 4:
            self._boards.append(bytes(seen.state[:16]).hex())
        return self._player.think(seen, chance)


def game_of(seed: int) -> str:
    """Play a game; return its line: seed, whether seats 0 and 2 have won, boards."""
    add_firmware()
    from rules import load

    game = load(EDITIONS[seed % 3])
    boards: list[str] = []
    pair = []
    for _ in range(2):
        player = arena.make("hard", game)
        player.steps = _STEPS
        pair.append(_Watched(player, boards))
    winners, _ = arena.play(game, pair * 2, _FIRST_SEED + seed)
    return f"{seed},{winners & 1},{' '.join(boards)}\n"


def play(path: Path, games: int, until: float = math.inf) -> int:
    """Play the games that a results file lacks; return how many were played."""
    done = {seed for seed, _, _ in read(path)}
    played = 0
    for seed in range(games):
        if seed not in done and time.monotonic() < until:
            with path.open("a", encoding="ascii") as file:
                file.write(game_of(seed))
            played += 1
    return played


def read(path: Path) -> Iterator[tuple[int, int, list[bytes]]]:
    """Yield (seed, whether seats 0 and 2 have won, boards) of every whole line."""
    if path.exists():
        for line in path.read_text(encoding="ascii").splitlines(keepends=True):
            if line.count(",") == 2 and line.endswith("\n"):
                seed, won, boards = line.split(",")
                with contextlib.suppress(ValueError):
                    yield int(seed), int(won), [bytes.fromhex(board) for board in boards.split()]


@functools.cache
def _seat(pawns: bytes) -> list[tuple[int, float]]:
    """Return the features of one seat's pawns, counted from its own start: number and amount."""
    found = [(_HOMES + pawns.count(0), 1.0)]
    circles = 0
    for place in pawns:
        if place > _RING:
            circles |= 1 << (place - _RING - 1)
        elif place:
            found += _between(place - 1)
    found.append((_CIRCLES + circles, 1.0))
    return found


def _between(steps: int) -> list[tuple[int, float]]:
    """Return the shares of the two knots around a number of steps."""
    right = next(i for i in range(1, len(_KNOTS)) if steps <= _KNOTS[i])
    share = (steps - _KNOTS[right - 1]) / (_KNOTS[right] - _KNOTS[right - 1])
    return [(right - 1, 1 - share), (right, share)]


def features(board: bytes) -> dict[int, float]:
    """Return what is known of a board: that of seats 0 and 2 less that of the others."""
    found: dict[int, float] = {}
    for seat in range(4):
        pawns = bytes(
            place if place in (0, *range(_RING + 1, _RING + 5)) else (place - 1 - 15 * seat) % _RING + 1
            for place in board[4 * seat : 4 * seat + 4]
        )  # fmt: skip
        for number, amount in _seat(pawns):
            found[number] = found.get(number, 0.0) + (amount if seat % 2 == 0 else -amount)
    return {number: amount for number, amount in found.items() if amount}


def _chance(row: dict[int, float], weights: list[float]) -> float:
    return 1 / (1 + math.exp(-sum(weights[i] * amount for i, amount in row.items())))


def newton(rows: list[Row]) -> list[float]:
    """Return the weights under which the rows are likeliest, with a small ridge against those that are seldom."""
    n = _FEATURES
    weights = [0.0] * n
    for _ in range(_ROUNDS):
        slope = [-_RIDGE * weight for weight in weights]
        bend = [[_RIDGE * (i == k) for k in range(n)] for i in range(n)]
        for row, won in rows:
            chance = _chance(row, weights)
            off, sure = won - chance, chance * (1 - chance)
            for i, amount in row.items():
                slope[i] += off * amount
                line, part = bend[i], sure * amount
                for k, other in row.items():
                    line[k] += part * other
        weights = [
            weight + step for weight, step in zip(weights, solved(bend, slope), strict=True)
        ]
    return weights


def solved(lines: list[list[float]], right: list[float]) -> list[float]:
    """Return x of lines * x = right, by elimination; the lines are of a positive definite matrix."""
    n = len(right)
    rows = [[*line, value] for line, value in zip(lines, right, strict=True)]
    for i in range(n):
        for k in range(i + 1, n):
            share = rows[k][i] / rows[i][i]
            for j in range(i, n + 1):
                rows[k][j] -= share * rows[i][j]
    found = [0.0] * n
    for i in reversed(range(n)):
        rest = sum(rows[i][j] * found[j] for j in range(i + 1, n))
        found[i] = (rows[i][n] - rest) / rows[i][i]
    return found


def surprise(rows: Iterable[Row], weights: list[float]) -> float:
    """Return the log loss: 0.693 is that of knowing nothing."""
    losses = []
    for row, won in rows:
        chance = _chance(row, weights)
        losses.append(-math.log(chance if won else 1 - chance))
    return sum(losses) / len(losses)


def tables(weights: list[float]) -> dict[str, list[int]]:
    """Return what a seat's pawns are worth: by steps from the start, by pawns at home, by circles filled (bits)."""
    ring = [sum(weights[i] * share for i, share in _between(steps)) for steps in range(_RING)]
    named = {"ring": ring, "homes": weights[_HOMES:_CIRCLES], "circles": weights[_CIRCLES:]}
    return {name: [round(1000 * value) for value in values] for name, values in named.items()}


def main(arguments: list[str] | None = None) -> None:
    """Play what is missing, fit, write the weights."""
    parser = argparse.ArgumentParser(prog="tavle.players.fit", description=__doc__)
    parser.add_argument("--file", type=Path, default=Path("build/fit.csv"), help="results")
    parser.add_argument(
        "--games", type=int, default=6000, help="games, of the three editions in turn"
    )
    parser.add_argument(
        "--minutes", type=float, default=math.inf, help="stop to play after so long"
    )
    parser.add_argument("--weights", type=Path, default=WEIGHTS, help="where they are written")
    wish: Any = parser.parse_args(arguments)
    wish.file.parent.mkdir(parents=True, exist_ok=True)
    played = play(wish.file, wish.games, time.monotonic() + 60 * wish.minutes)
    rows: list[Row] = []
    held: list[Row] = []
    for seed, won, boards in read(wish.file):
        (rows if seed // 3 % _HELD_OUT else held).extend(
            (features(board), won) for board in boards
        )
    weights = newton(rows)
    lines = [f'  "{name}": {values}' for name, values in tables(weights).items()]
    wish.weights.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="ascii")
    sys.stdout.write(f"{played} games played now\n")
    for name, group in (("fitted", rows), ("held out", held)):
        if group:
            loss = surprise(group, weights)
            sys.stdout.write(f"{name}: log loss {loss:.4f} of {len(group)} boards\n")


if __name__ == "__main__":
    main()
