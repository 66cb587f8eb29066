# SPDX-License-Identifier: Apache-2.0
"""Both models of hands at the whole simulated table: firmware, chips, cards, buttons.

`make bench`, or alone: `python tests/bench/bench_hands_table.py --turns 500`. Everything is
simulated. First the hands of `tavle.sim.hands` (`noisy_players.py`), reeds bouncing; then the
nastier ones of `tests/sim/other_hands.py`, who also lay the next card at once, play before the
card is laid, lift it early, take moves back, and make a mess that must be led out of.

* wrong: an accepted position that was not on the board; wedged: no way led out of a situation;
  lost: a legal move that was only accepted after it was made again; asked: of the turns that
  are no exchange (see `bench_hands.py`). Budgets: wrong 0, wedged 0, asked <= 2 % for the first model.
* A failure names rulebook, seed and turn; `--replay RULEBOOK:SEED:TURNS` shows every event of
  the second model.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests" / "sim"), str(Path(__file__).parent)]

from tavle.paths import add_firmware  # noqa: E402

add_firmware()

from judged_table import Tally  # noqa: E402
from noisy_players import games  # noqa: E402
from other_table import play  # noqa: E402

from rules import RULEBOOKS  # noqa: E402
from tavle.sim.plane import CORNERS  # noqa: E402

_TURNS_PER_GAME = 15
HEAD = "rulebook         turns wrong wedged  lost   asked    exchanged  early undone rescues"


def first_model(
    rulebook: str, turns: int, seed: int, parts: str = "scattered"
) -> tuple[Tally, list[str]]:
    """Play the hands of `tavle.sim.hands` and return (what was seen, failures)."""
    seen = Tally()
    failures = []
    for players, trouble in games(rulebook, turns, seed, True, parts):
        seen.turns += players.turns
        seen.exchanges += players.exchanges
        seen.asked += players.asked
        seen.asked_exchanges += players.asked_exchanges
        if "wrong acceptance" in trouble:
            seen.wrong.append(trouble)
        elif trouble:
            seen.lost.append(trouble)
        failures += [trouble] if trouble else []
    return seen, failures


def second_model(rulebook: str, turns: int, seed: int) -> tuple[Tally, list[str]]:
    """Play the hands of `other_hands` and return (what was seen, failures)."""
    seen = Tally()
    while seen.turns < turns:
        seen.add(play(rulebook, seed, min(_TURNS_PER_GAME, turns - seen.turns)))
        seed += 1
    return seen, seen.wrong + seen.dead + seen.lost


def line(rulebook: str, seen: Tally) -> str:
    """Return one row of the table."""
    share = 100 * seen.asked / max(1, seen.turns - seen.exchanges)
    return (
        f"{rulebook:16} {seen.turns:5} {len(seen.wrong):5} {len(seen.dead):6} {len(seen.lost):5}"
        f" {share:6.2f}% {seen.asked_exchanges:6}/{seen.exchanges:<6} {seen.early:5} {seen.undone:6}"
        f" {seen.rescues:7}"
    )


def main() -> int:
    """Run the bench; the exit status is 1 when something was wrong or wedged."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=40, help="turns per rulebook and model")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rulebook", choices=RULEBOOKS, action="append")
    parser.add_argument("--parts", choices=CORNERS, default="scattered", help="first model")
    parser.add_argument("--replay", metavar="RULEBOOK:SEED:TURNS")
    options = parser.parse_args()
    if options.replay:
        rulebook, seed, turns = options.replay.split(":")
        seen = play(rulebook, int(seed), int(turns), print)
        return 1 if seen.wrong or seen.dead else 0
    bad = 0
    for title, model in (("the hands of the bench", first_model), ("other hands", second_model)):
        print(f"The whole simulated table (unix port), {title}.\n{HEAD}")
        for rulebook in options.rulebook or RULEBOOKS:
            began = time.perf_counter()
            more = (options.parts,) if model is first_model else ()
            seen, failures = model(rulebook, options.turns, options.seed, *more)
            print(f"{line(rulebook, seen)}  {time.perf_counter() - began:.0f} s", flush=True)
            for failure in failures:
                print("  " + failure[:400])
            bad += len(seen.wrong) + len(seen.dead)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
