# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A search for the worst: positions whose card has the most results, or takes the most work.

    .venv/bin/python tests/bench/search_worst.py [--seed 1] [--steps 400] [--starts 6]
        [--rulebook partners-pawns] [--by results|work] [--write tests/rules/worst]

A seeded hill climb from random positions: a few pawns are moved, what is no worse is kept.
Work is the number of lines of the rules that CPython runs, the same in every run and on every
machine; `tests/rules/test_worst.py` replays what was found and bench_rules.py times it on the
emulated Pico. All positions the rules accept are searched, which is more than play can reach.
"""

import argparse
import random
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "host/tavle/shim"), str(ROOT / "firmware")]

from rules import RULEBOOKS, load  # noqa: E402
from rules.game import NOBODY, TURN, BadPosition  # noqa: E402
from rules.notation import position_text  # noqa: E402

_RULES = str(ROOT / "firmware" / "rules")


def lines_run(game: Any, state: bytes, action: int) -> int:
    """Return how many lines of the rules making the results of a card runs."""
    count = 0

    def local(frame, event, arg):
        nonlocal count
        count += event == "line"
        return local

    def trace(frame, event, arg):
        return local if frame.f_code.co_filename.startswith(_RULES) else None

    sys.settrace(trace)
    try:
        game.results(state, action)
    finally:
        sys.settrace(None)
    return count


def possible(game: Any, state: bytes) -> bool:
    """Tell whether the rules accept a position, with the game still running."""
    try:
        game.validate(state)
    except BadPosition:
        return False
    return not any(game.has_won(state, game.side(seat)) for seat in game.seats)


def changed(game: Any, state: bytes, chance: random.Random) -> bytes:
    """Return the position with a few pawns put elsewhere, possible again."""
    last = game.ring + game.row + (game.fin != NOBODY)
    while True:
        after = bytearray(state)
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            seat = state[TURN] if chance.random() < 0.6 else chance.choice(game.seats)
            i = 4 * seat + chance.randrange(4)
            near = after[i] + chance.choice((-2, -1, 1, 2))
            place = near if chance.random() < 0.4 else chance.randrange(last + 1)
            after[i] = max(0, min(last, place))
            after[4 * seat : 4 * seat + 4] = bytes(sorted(after[4 * seat : 4 * seat + 4]))
        if possible(game, after):
            return bytes(after)


def climb(game: Any, by: str, steps: int, chance: random.Random) -> tuple[int, int, bytes]:
    """Return (score, action, position) of the top of one hill."""

    def score(state: bytes) -> tuple[int, int]:
        scores = []
        for action in range(len(game.actions)):
            found = len(game.results(state, action))
            scores.append((found, action))
        if by == "results":
            return max(scores)
        # Much work without many results is possible too: look at the three with the most.
        few = sorted(scores)[-3:]
        return max((lines_run(game, state, action), action) for _, action in few)

    state = bytes(game.new(chance.choice(game.seats)))
    for _ in range(30):
        state = changed(game, state, chance)
    best, action = score(state)
    for _ in range(steps):
        after = changed(game, state, chance)
        now, with_action = score(after)
        if now >= best:
            best, action, state = now, with_action, after
    return best, action, state


def main() -> None:
    """Search and print, or write, the worst of every rulebook."""
    reader = argparse.ArgumentParser(description="search the worst positions of the rules")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--steps", type=int, default=400)
    reader.add_argument("--starts", type=int, default=6)
    reader.add_argument("--rulebook", choices=RULEBOOKS, action="append")
    reader.add_argument("--by", choices=("results", "work"), action="append")
    reader.add_argument("--write", type=Path, help="folder for <rulebook>.txt files")
    args = reader.parse_args()
    for rulebook in args.rulebook or RULEBOOKS:
        game = load(rulebook)
        told = []
        for by in args.by or ("results", "work"):
            chance = random.Random(f"{args.seed} {rulebook} {by}")
            hills = [climb(game, by, args.steps, chance) for _ in range(args.starts)]
            for best, action, state in sorted(hills, reverse=True)[:2]:
                results = len(game.results(state, action))
                work = lines_run(game, state, action)
                line = position_text(game, state)
                told.append(f"{line}\t{game.actions[action]}\t{results}")
                print(
                    f"{best:6} {by:8} {results:4} results {work:6} lines  {line} {told[-1].split(chr(9))[1]}",
                    flush=True,
                )
        if args.write:
            args.write.mkdir(exist_ok=True)
            path = args.write / f"{rulebook}.txt"
            old = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
            both = list(dict.fromkeys(old + told))
            path.write_text("\n".join(both) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
