# SPDX-License-Identifier: Apache-2.0
"""How long a move waits until it is taken, its card laid in the worst positions that are known.

    python tests/bench/bench_taken.py --rulebook partners-pawns [--moves 4] [--mistakes] [--pico [--case 10]]

Tidy hands lay the card of each position of `tests/rules/worst` and make one of its results, chosen by the seed, on
a table of its own. Times count from the last change of a reed, less the time a board must be still
(`settle`); a move that could go on waits longer and is told apart, as is one the table asks about. By the model
of computing time, or with `--pico` on an emulated Pico (TAVLE_UF2; a move takes about a minute there), where the
heap is told as well: after the moves, in questions, and with `--mistakes` while the way back is shown, since a
pawn is then first moved where it may not.
"""

import argparse
import contextlib
import random
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import bench_worst
import observed
from bench_heap import Careless

from rules import RULEBOOKS
from tavle.sim.session import Session, TableSpec


def made(line: str, card: str, seed: int, pico: bool, err: bool) -> tuple[dict[str, Any], int]:
    """Make a move with a card, after a mistake or not; return the record of it (`Observed.turn`) and how often the table asked.

    Raises:
        Disagreement: the table took another move, or none.
    """
    spec = TableSpec(
        line.split(maxsplit=1)[0],
        line,
        seed,
        target="pico" if pico else "unix",
        computing=not pico,
    )
    with contextlib.closing(Session(spec)) as session:
        if not session.until_ready():
            raise SystemExit(f"not ready: {session.noise[-5:]}")
        hands = Careless(session, seed)
        seen = observed.Observed(session, hands)
        game, state = hands._begin()
        action = game.actions.index(card)
        result = random.Random(seed).choice(list(game.results(state, action)))
        hands._lay(action, 1)
        hands._read_card(game, action)
        if err:
            hands._err(game, state, action)
        hands._make(game, state, *result)
        return seen.turn(), hands.asked


def main() -> None:
    """Print a line a rulebook."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rulebook", action="append", choices=RULEBOOKS)
    parser.add_argument("--moves", type=int, default=4, help="of every position")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--case", type=int, help="only this position of a rulebook, from 0")
    parser.add_argument("--mistakes", action="store_true", help="before the moves")
    parser.add_argument("--pico", action="store_true", help="on an emulated Pico (TAVLE_UF2)")
    args = parser.parse_args()
    print("ms from the last change of a reed to `accepted`, less settle;", end=" ")
    print("emulated Pico" if args.pico else "model of computing time")
    observed.head("worst of")
    for rulebook in args.rulebook or RULEBOOKS:
        at_once, later, asked, records = [], [], 0, []
        for number, (line, card) in enumerate(bench_worst.cases(rulebook)):
            if args.case not in (None, number):
                continue
            for k in range(args.moves):
                record, questions = made(
                    line, card, 100 * args.seed + 10 * number + k, args.pico, args.mistakes
                )
                records.append({**record, "turn": f"case {number}"})
                asked += questions > 0
                for ms in record["settled"] if not questions else ():
                    late = ms - observed.SETTLE_MS
                    goes_on = ms >= observed.GOES_ON_MS
                    (later if goes_on else at_once).append((late, f"case {number}"))
        observed.spread(rulebook, at_once, "ms")
        observed.spread("  where it could go on, or by button", later, "ms")
        if args.pico:
            observed.heaps(records)
        print(f"  {asked} moves were asked about", flush=True)


if __name__ == "__main__":
    main()
