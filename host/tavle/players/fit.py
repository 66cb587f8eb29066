# SPDX-License-Identifier: Apache-2.0
"""What games teach about a board on which nobody holds a card: who will win from there.

    TAVLE_FAST=1 python -m tavle.players.fit --only ludo --games 4000

Plays games between quick players, the rulebooks of a judge in turn, and notes boards: where hands are dealt those at
which deals began, elsewhere some drawn at random. A game is a line of the results file, which the same command adds to. Then
a fit by Newton's method says how likely each side wins (`learned.py`); `learned.json` keeps it, in thousandths.
Every eighth game is left out of it and tells how good it is.
"""

import argparse
import contextlib
import functools
import json
import math
import random
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tavle.paths import add_firmware
from tavle.players import arena
from tavle.players.learned import WEIGHTS, looks, new_judge, sides

_FIRST_SEED = 10_000_000  # far from the ladder's
_STEPS = 600  # of `hard`: a quarter of its own
_BOARDS = 20  # of a race, in the mean one of so many turns is noted
_HELD_OUT = 8
_RIDGE = 20.0
_NEAR = 10  # points, see `Lesson`
_ROUNDS = 6  # of Newton's method: from the fourth on nothing changes


class Lesson(NamedTuple):
    """How a judge's games are learned.

    Attributes:
        rulebooks: are played in turn.
        level: who plays them.
        knots: of each table the lines that are free; between them it is a straight line. A table with one, its last, falls as the
            logarithm of its lines: so much the less a step is worth, the more of them are to go.
    """

    rulebooks: tuple[str, ...]
    level: str
    knots: dict[str, tuple[int, ...]]

    @property
    def size(self) -> int:
        """Return how many numbers are learned."""
        return sum(map(len, self.knots.values()))


_HOMES = tuple(range(5))
_RACE = {
    "homes": _HOMES,
    "far": (500,),
    "turn": tuple(range(4)),
}
_LUDO = {"path": (0, 1, 13, 26, 39, 50), **_RACE}
_SORRY = {"path": (0, 1, 3, 7, 20, 35, 49, 58, 59), **_RACE}
LESSONS = {
    "partners": Lesson(
        ("partners-movers", "partners-nordic", "partners-pawns"),
        "hard",
        {
            "path": (0, 1, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 59),
            "homes": _HOMES,
            "goal": tuple(range(16)),
        },
    ),
    "ludo": Lesson(("ludo-norsk",), "normal", _LUDO),
    "ludo_world": Lesson(("ludo-world", "ludo-dansk"), "normal", _LUDO),
    "sorry": Lesson(("sorry",), "normal", _SORRY),
}

Features = dict[int, float]
Row = tuple[list[Features], int]
"""Of each side of a board its features, by their numbers; which side has won."""


class _Watched:
    """A player that notes boards: those at which deals begin, or some of a race."""

    def __init__(self, player: Any, boards: list[str], chance: random.Random):
        self._player = player
        self._boards = boards
        self._chance = chance

    def __getattr__(self, name: str) -> Any:
        return getattr(self._player, name)

    def think(self, seen: Any, chance: Any) -> Any:
        hands = self._player.game.hand
        if min(seen.counts) == 4 if hands else self._chance.randrange(_BOARDS) == 0:
            self._boards.append(bytes(seen.state[:17]).hex())
        return self._player.think(seen, chance)


@functools.cache
def _load(rulebook: str) -> Any:
    add_firmware()
    from rules import load

    return new_judge(load(rulebook))


def _judge(name: str, seed: int) -> Any:
    rulebooks = LESSONS[name].rulebooks
    return _load(rulebooks[seed % len(rulebooks)])


def game_of(judge: str, seed: int) -> str:
    """Play a game; return its line: judge, seed, mask of the winners, boards."""
    game = _judge(judge, seed).game
    boards: list[str] = []
    chance = random.Random(seed)
    seats = []
    for _ in sides(game):
        player = arena.make(LESSONS[judge].level, game)
        if game.hand:
            player.steps = _STEPS
        seats.append(_Watched(player, boards, chance))
    winners, _ = arena.play(game, seats * (4 // len(seats)), _FIRST_SEED + seed)
    return f"{judge},{seed},{winners},{' '.join(boards)}\n"


def play(path: Path, judge: str, games: int, until: float = math.inf) -> int:
    """Play the games that a results file lacks; return how many were played."""
    done = {seed for name, seed, _, _ in read(path) if name == judge}
    played = 0
    for seed in range(games):
        if seed not in done and time.monotonic() < until:
            with path.open("a", encoding="ascii") as file:
                file.write(game_of(judge, seed))
            played += 1
    return played


def read(path: Path) -> Iterator[tuple[str, int, int, list[bytes]]]:
    """Yield (judge, seed, mask of the winners, boards) of every whole line."""
    if path.exists():
        for line in path.read_text(encoding="ascii").splitlines(keepends=True):
            if line.count(",") == 3 and line.endswith("\n"):
                judge, seed, winners, boards = line.split(",")
                with contextlib.suppress(ValueError):
                    found = [bytes.fromhex(board) for board in boards.split()]
                    yield judge, int(seed), int(winners), found


@functools.cache
def _between(knots: tuple[int, ...], line: int) -> list[tuple[int, float]]:
    """Return the shares of the two knots around a line of a table."""
    if len(knots) == 1:
        return [(0, -math.log(line + _NEAR))]
    right = next(i for i in range(1, len(knots)) if line <= knots[i])
    share = (line - knots[right - 1]) / (knots[right] - knots[right - 1])
    return [(right - 1, 1 - share), (right, share)]


def features(lesson: Lesson, judge: Any, board: bytes) -> list[Features]:
    """Return what is looked at of each side of a board."""
    first, at = {}, 0
    for name, knots in lesson.knots.items():
        first[name] = at
        at += len(knots)
    found = []
    for side in sides(judge.game):
        own: Features = {}
        for seat in side:
            for name, line in looks(judge, board, seat):
                for knot, share in _between(lesson.knots[name], line):
                    if share:
                        number = first[name] + knot
                        own[number] = own.get(number, 0.0) + share
        found.append(own)
    return found


def _chances(row: list[Features], weights: list[float]) -> list[float]:
    shares = [math.exp(sum(weights[i] * amount for i, amount in own.items())) for own in row]
    whole = sum(shares)
    return [share / whole for share in shares]


def newton(rows: list[Row], size: int) -> list[float]:
    """Return the weights under which the rows are likeliest, with a small ridge against those that are seldom."""
    weights = [0.0] * size
    for _ in range(_ROUNDS):
        slope = [-_RIDGE * weight for weight in weights]
        bend = [[_RIDGE * (i == k) for k in range(size)] for i in range(size)]
        for row, won in rows:
            mean: Features = {}
            for own, share in zip(row, _chances(row, weights), strict=True):
                for i, amount in own.items():
                    mean[i] = mean.get(i, 0.0) + share * amount
                    line, part = bend[i], share * amount
                    for k, other in own.items():
                        line[k] += part * other
            for i, amount in row[won].items():
                slope[i] += amount
            for i, amount in mean.items():
                slope[i] -= amount
                line = bend[i]
                for k, other in mean.items():
                    line[k] -= amount * other
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
    """Return the log loss: that of knowing nothing is 0.693 of two sides, 1.386 of four."""
    losses = [-math.log(_chances(row, weights)[won]) for row, won in rows]
    return sum(losses) / len(losses)


def tables(lesson: Lesson, weights: list[float]) -> dict[str, list[int]]:
    """Return what every line of every table is worth."""
    found = {}
    rest = iter(weights)
    for name, knots in lesson.knots.items():
        own = [next(rest) for _ in knots]
        found[name] = [
            round(1000 * sum(own[knot] * share for knot, share in _between(knots, line)))
            for line in range(knots[-1] + 1)
        ]
    return found


def learn(path: Path, name: str) -> tuple[list[float], list[Row], list[Row]]:
    """Return the weights of a judge's games in a results file, the boards they were fitted to, and those held out."""
    lesson = LESSONS[name]
    rows: list[Row] = []
    held: list[Row] = []
    for played, seed, winners, boards in read(path):
        if played == name and winners:
            judge = _judge(name, seed)
            won = next(i for i, side in enumerate(sides(judge.game)) if winners >> side[0] & 1)
            group = rows if seed // len(lesson.rulebooks) % _HELD_OUT else held
            group.extend((features(lesson, judge, board), won) for board in boards)
    return newton(rows, lesson.size), rows, held


def main(arguments: list[str] | None = None) -> None:
    """Play what is missing, fit, write the weights."""
    parser = argparse.ArgumentParser(prog="tavle.players.fit", description=__doc__)
    parser.add_argument("--file", type=Path, default=Path("build/fit.csv"), help="results")
    parser.add_argument("--only", choices=LESSONS, help="whose games; else of every judge")
    parser.add_argument("--games", type=int, default=6000, help="games of each judge")
    parser.add_argument(
        "--minutes", type=float, default=math.inf, help="stop to play after so long"
    )
    parser.add_argument("--weights", type=Path, default=WEIGHTS, help="where they are written")
    wish: Any = parser.parse_args(arguments)
    wish.file.parent.mkdir(parents=True, exist_ok=True)
    until = time.monotonic() + 60 * wish.minutes
    kept = json.loads(wish.weights.read_text(encoding="ascii")) if wish.weights.exists() else {}
    for judge in [wish.only] if wish.only else LESSONS:
        played = play(wish.file, judge, wish.games, until)
        weights, *groups = learn(wish.file, judge)
        sys.stdout.write(f"{judge}: {played} games played now\n")
        if groups[0]:
            kept[judge] = tables(LESSONS[judge], weights)
        for name, group in zip(("fitted", "held out"), groups, strict=True):
            if group:
                loss = surprise(group, weights)
                sys.stdout.write(f"{name}: log loss {loss:.4f} of {len(group)} boards\n")
    write(wish.weights, kept)


def write(path: Path, kept: dict[str, dict[str, list[int]]]) -> None:
    """Write the tables, one a line."""
    texts = []
    for judge, own in sorted(kept.items()):
        lines = ",\n".join(f'    "{name}": {values}' for name, values in own.items())
        texts.append(f'  "{judge}": {{\n{lines}\n  }}')
    path.write_text("{\n" + ",\n".join(texts) + "\n}\n", encoding="ascii")


if __name__ == "__main__":
    main()
