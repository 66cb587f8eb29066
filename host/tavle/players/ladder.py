# SPDX-License-Identifier: Apache-2.0
"""The ladder: how often each level beats the one below, with paired cards and throws.

Every game is one line of a results file. The work that is missing there is done by all cores, and by
any number of machines that are given the same command and share the file; a line that two of them
have written counts once. In Partners a seed is played twice, the pairs having changed seats; in the
other games four times, once from each seat, so that luck is the same for both sides.
"""

import argparse
import ast
import csv
import fcntl
import functools
import hashlib
import math
import multiprocessing
import os
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tavle.paths import add_firmware, firmware
from tavle.players import arena, learned

PARTNERS = ("partners-movers", "partners-nordic", "partners-pawns", "tock")
OTHERS = ("ludo-norsk", "ludo-dansk", "ludo-world", "sorry")
# (rulebooks, level, against it, what is asked of it: share of the games won, of 1).
PAIRS = (
    (PARTNERS, "easy", "random", 0.60),
    (PARTNERS, "normal", "random", 0.99),
    (PARTNERS, "normal", "easy", 0.60),
    (PARTNERS, "hard", "normal", 0.60),
    (PARTNERS, "expert", "hard", 0.60),
    (("ludo-norsk",), "normal", "random", 0.40),
    (("ludo-dansk", "ludo-world"), "normal", "random", 0.38),
    (("sorry",), "normal", "random", 0.80),
    (OTHERS, "easy", "random", 0.25),
    (OTHERS, "normal", "easy", 0.25),
    (OTHERS, "hard", "normal", 0.25),
)
BEGIN = "<!-- ladder -->"
END = "<!-- end of ladder -->"

KEPT = Path(__file__).with_name("ladder.csv")
_EXPERT = {"expert.py", "learned.py"}  # beside this file; the others are the firmware's

Pair = tuple[str, str, str]
"""Rulebook, level, level against it."""

Job = tuple[str, str, str, int]
"""Rulebook, level, level against it, seed."""


class Row(NamedTuple):
    """What is kept of a pair: the mark of its players ("older": not known any more), games, and seeds."""

    mark: str
    games: int
    won: int
    seeds: frozenset[int] = frozenset()


_HEADING = ("rulebook", "level", "against", *Row._fields)


@functools.cache
def mark(rulebook: str, *levels: str) -> str:
    """Return a short hash of what the levels' play of a rulebook depends on.

    Comments and docstrings do not count: results stay good while only words change.
    """
    add_firmware()
    from rules import load

    folder = firmware() / "players"
    game = load(rulebook)
    names = {"observation.py", "chance.py"}
    for level in levels:
        if level != "random":
            names |= {"judge.py", "normal.py", f"{level}.py"}
            names |= {f"{game.family}.py", f"{game.judge or game.family}.py"}
        if level in ("hard", "expert"):
            names |= {"hard.py", "playout.py", "hands.py" if game.hand else "draws.py"}
        if level == "expert":
            names |= _EXPERT
    digest = hashlib.sha256()
    for name in sorted(names):
        path = Path(__file__).with_name(name) if name in _EXPERT else folder / name
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
                if ast.get_docstring(node, clean=False) is not None:
                    del node.body[0]
        digest.update(ast.dump(tree).encode())
    if "expert" in levels:
        digest.update(repr(learned.tables(game)).encode())
    return digest.hexdigest()[:10]


def games_of(rulebook: str) -> int:
    """Return how many games one seed is played in."""
    return 2 if rulebook in PARTNERS else 4


def run(job: Job) -> list[str]:
    """Play a seed's games; return their lines."""
    add_firmware()
    from rules import load

    rulebook, level, against, seed = job
    game = load(rulebook)
    lines = []
    for turn in range(games_of(rulebook)):
        one, other = arena.make(level, game), arena.make(against, game)
        if rulebook in PARTNERS:
            seats = [one, other] * 2 if not turn else [other, one] * 2
            mine = 10 if turn else 5
        else:
            seats = [other] * 4
            seats[turn] = one
            mine = 1 << turn
        winner, turns = arena.play(game, seats, seed)
        won = "-" if not winner else int(winner == mine)
        stamp = mark(rulebook, level, against)
        lines.append(f"{rulebook},{level},{against},{seed},{turn},{won},{turns},{stamp}\n")
    return lines


def append(path: Path, lines: list[str]) -> None:
    """Add lines to the results, whole, also while others write."""
    with path.open("a", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.write("".join(lines))
        file.flush()


def read(path: Path) -> dict[tuple[str, str, str], dict[tuple[int, int], tuple[str, int]]]:
    """Return the results that hold for the players of today: pair -> (seed, turn) -> (won, turns).

    A torn last line, and what older players have played, is left out.
    """
    found: dict[tuple[str, str, str], dict[tuple[int, int], tuple[str, int]]] = {}
    marks: dict[tuple[str, str, str], str] = {}
    if not path.exists():
        return found
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        fields = line.split(",")
        if len(fields) != 8:
            continue
        rulebook, level, against, seed, turn, won, turns, stamp = fields
        pair = (rulebook, level, against)
        if pair not in marks:
            known = rulebook in PARTNERS + OTHERS and {level, against} <= set(arena.LEVELS)
            marks[pair] = mark(*pair) if known else ""
        if stamp == marks[pair] and all(map(str.isdecimal, (seed, turn, turns))):
            found.setdefault(pair, {})[int(seed), int(turn)] = (won, int(turns))
    return found


def load_kept(path: Path) -> dict[Pair, list[Row]]:
    """Return what is kept of every pair.

    Raises:
        ValueError: a line that is none.
    """
    found: dict[Pair, list[Row]] = {}
    if path.exists():
        with path.open(encoding="utf-8", newline="") as file:
            for number, line in enumerate(csv.reader(file), 1):
                if number == 1 and tuple(line) == _HEADING:
                    continue
                if number == 1 or len(line) != len(_HEADING):
                    raise ValueError(f"{path.name}, line {number}: not {','.join(_HEADING)}")
                rulebook, level, against, stamp, games, won, ranges = line
                seeds: set[int] = set()
                for part in ranges.split():
                    first, _, last = part.partition("-")
                    seeds |= set(range(int(first), int(last or first) + 1))
                row = Row(stamp, int(games), int(won), frozenset(seeds))
                found.setdefault((rulebook, level, against), []).append(row)
    return found


def save_kept(path: Path, kept: dict[Pair, list[Row]]) -> None:
    """Write what is kept, whole."""
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(_HEADING)
        for pair in sorted(kept):
            for row in kept[pair]:
                lines.writerow((*pair, row.mark, row.games, row.won, _ranges(row.seeds)))


def _ranges(seeds: frozenset[int]) -> str:
    """Return numbers as `0-12 20 31-33`."""
    parts: list[list[int]] = []
    for seed in sorted(seeds):
        if parts and parts[-1][1] == seed - 1:
            parts[-1][1] = seed
        else:
            parts.append([seed, seed])
    return " ".join(str(a) if a == b else f"{a}-{b}" for a, b in parts)


def together(kept: dict[Pair, list[Row]], path: Path) -> dict[Pair, list[Row]]:
    """Return what is kept with whole seeds of a results file added; of older players what is still needed."""
    done = read(path)
    out: dict[Pair, list[Row]] = {}
    for rulebooks, level, against, _ in PAIRS:
        for rulebook in rulebooks:
            pair = (rulebook, level, against)
            now = mark(*pair)
            rows = kept.get(pair, [])
            row = next((row for row in rows if row.mark == now), Row(now, 0, 0))
            results = done.get(pair, {})
            whole = {
                seed for seed, _ in results
                if all((seed, turn) in results for turn in range(games_of(rulebook)))
            } - row.seeds  # fmt: skip
            won = [one for (seed, _), (one, _) in results.items() if seed in whole]
            row = Row(now, row.games + len(won), row.won + won.count("1"), row.seeds | whole)
            out[pair] = [old for old in rows if old.mark != now and old.games > row.games]
            out[pair] += [row] if row.games else []
    return out


def missing(path: Path, games: int, only: str, kept: Path | None = None) -> list[Job]:
    """Return the seeds that have not been played, in an order of this process's own."""
    rows = together(load_kept(kept) if kept else {}, path)
    jobs = []
    for (rulebook, level, against), found in rows.items():
        if only and only not in f"{rulebook} {level} {against}":
            continue
        now = mark(rulebook, level, against)
        seeds = {seed for row in found if row.mark == now for seed in row.seeds}
        for seed in range(-(-games // games_of(rulebook))):
            if seed not in seeds:
                jobs.append((rulebook, level, against, seed))
    random.Random(f"{os.uname().nodename} {os.getpid()}").shuffle(jobs)
    return jobs


def wilson(won: int, games: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a share."""
    if not games:
        return 0.0, 1.0
    z = 1.96
    share = won / games
    middle = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return (middle - half) / whole, (middle + half) / whole


def table(kept: dict[Pair, list[Row]]) -> str:
    """Return the ladder as a table for the README."""
    lines = [
        "| rulebook | level | against | games | won | 95 % interval | asked |",
        "|---|---|---|---|---|---|---|",
    ]
    for rulebooks, level, against, asked in PAIRS:
        for rulebook in rulebooks:
            pair = (rulebook, level, against)
            if not kept.get(pair):
                continue
            row = max(kept[pair], key=lambda row: row.games)
            low, high = wilson(row.won, row.games)
            side = against if rulebook in PARTNERS else f"three {against}"
            older = "" if row.mark == mark(*pair) else " *"
            lines.append(
                f"| {rulebook} | {level} | {side} | {row.games}{older} | {100 * row.won / row.games:.1f} % "
                f"| {100 * low:.1f} to {100 * high:.1f} % | {100 * asked:.0f} % |"
            )
    if any(line.count(" * |") for line in lines):
        lines.append("\n\\* played by older players of these levels.")
    return "\n".join(lines)


def write_table(readme: Path, kept: dict[Pair, list[Row]]) -> None:
    """Put the table between its marks in a README."""
    text = readme.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    tail = rest.partition(END)[2]
    readme.write_text(f"{head}{BEGIN}\n{table(kept)}\n{END}{tail}", encoding="utf-8")


def work(path: Path, kept: Path, games: int, only: str, cores: int, until: float) -> Iterator[int]:
    """Play what is missing; yields the games written after every seed."""
    jobs = missing(path, games, only, kept)
    with multiprocessing.Pool(cores) as pool:
        for lines in pool.imap_unordered(run, jobs):
            append(path, lines)
            yield len(lines)
            if time.monotonic() > until:
                pool.terminate()
                return


def main(arguments: list[str] | None = None) -> None:
    """Run the ladder."""
    parser = argparse.ArgumentParser(prog="make ladder", description=__doc__)
    parser.add_argument("--file", type=Path, default=Path("build/ladder.csv"), help="results")
    parser.add_argument("--kept", type=Path, default=KEPT, help="what is kept of all results")
    parser.add_argument("--games", type=int, default=1000, help="games per pair and rulebook")
    parser.add_argument("--only", default="", help="words of 'rulebook level against' to keep")
    parser.add_argument("--cores", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so long")
    parser.add_argument("--readme", type=Path, help="write the table into this file too")
    wish: Any = parser.parse_args(arguments)
    wish.file.parent.mkdir(parents=True, exist_ok=True)
    until = time.monotonic() + 60 * wish.minutes
    played = 0
    for n in work(wish.file, wish.kept, wish.games, wish.only, wish.cores, until):
        played += n
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{played} games ")
    kept = together(load_kept(wish.kept), wish.file)
    save_kept(wish.kept, kept)
    sys.stdout.write(f"{played} games played now\n{table(kept)}\n")
    if wish.readme:
        write_table(wish.readme, kept)


if __name__ == "__main__":
    main()
