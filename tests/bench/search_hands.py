# SPDX-License-Identifier: Apache-2.0
"""Search the hands that wait longest for their lights: a seeded hill climb over what they do and when.

    python tests/bench/search_hands.py [--rulebook sorry] [--steps 40] [--write tests/rules/worst_hands]

Hands lift pawns and put them back in a worst position of `tests/rules/worst`, its card on the slot.
A step changes one act, its pawn or its pause. With the model of computing time. One line is kept:
position, card, seed of the reeds, acts as `+3/75` (lift pawn 3, wait 75 ms) and `-3/75` (put it
back), tab-separated. `tests/sim/test_worst_hands.py` replays them.
"""

import argparse
import contextlib
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import bench_worst

from rules import RULEBOOKS
from tavle.sim.session import Session, TableSpec

Act = tuple[str, int, int]  # "+" or "-", number of the pawn, ms to wait then
_ACTS = 24
_PAUSES = (20, 40, 60, 75, 100, 150, 300, 700)


def waits_ms(
    line: str, card: str, seed: int, acts: list[Act], pico: bool = False
) -> tuple[list[float], list[str]]:
    """Let hands act; return (ms from each lift to its light, what went wrong)."""
    waits = {name: bench_worst.Waits(name) for name in (*bench_worst.CARD, "lift")}
    rulebook = line.split(maxsplit=1)[0]
    target = "pico" if pico else "unix"
    with contextlib.closing(
        Session(TableSpec(rulebook, line, seed, target=target, computing=not pico))
    ) as session:
        session.until_ready()
        hands = bench_worst.Hands(session, line, card, waits)
        hands.card(card)
        up: set[int] = set()
        for what, number, ms in acts:
            k = number % len(hands.pawns)
            if what == "+" and k not in up:
                up.add(k)
                hands.lift(hands.pawns[k], ms, "lift")
            elif what == "-" and k in up:
                up.remove(k)
                hands.put(hands.pawns[k], ms)
        session.run_ms(500)
        hands.noted()
        faults = [str(e["text"]) for e in session.events if e["event"] == "fault"]
        faults += [said for said in session.noise if "Error" in said]
        if session.target.boots > 1:
            faults.append("the watchdog has bitten")
    return [ms for ms, _ in waits["lift"].ms], faults


def written(acts: list[Act]) -> str:
    """Return acts as text."""
    return " ".join(f"{what}{number}/{ms}" for what, number, ms in acts)


def read(text: str) -> list[Act]:
    """Return the acts of a text. Raises ValueError when it is none."""
    acts = []
    for word in text.split():
        number, ms = word[1:].split("/")
        if word[0] not in "+-":
            raise ValueError(f"no act: {word}")
        acts.append((word[0], int(number), int(ms)))
    return acts


def any_act(chance: random.Random) -> Act:
    """Return an act as it comes."""
    pause_ms = chance.choice(_PAUSES) + chance.randrange(
        5
    )  # the next act comes anywhere between two scans
    return chance.choice("++-"), chance.randrange(16), pause_ms


def climb(rulebook: str, steps: int, chance: random.Random) -> tuple[float, str]:
    """Return the longest wait that was found, and its line."""
    best = -1.0
    told = ""
    line, card = chance.choice(bench_worst.cases(rulebook))
    seed = chance.randrange(1000)
    acts = [any_act(chance) for _ in range(_ACTS)]
    for _ in range(steps):
        trial = list(acts)
        for _ in range(chance.randrange(1, 4)):
            trial[chance.randrange(_ACTS)] = any_act(chance)
        waits, faults = waits_ms(line, card, seed, trial)
        worst = 1000.0 if faults else max(waits, default=0.0)
        if worst >= best:
            best, acts = worst, trial
            told = f"{line}\t{card}\t{seed}\t{written(acts)}"
    return best, told


def main() -> None:
    """Search and print, or write, the worst hands."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--rulebook", choices=RULEBOOKS, action="append")
    parser.add_argument("--write", type=Path, help="folder for <rulebook>.txt files")
    args = parser.parse_args()
    for rulebook in args.rulebook or RULEBOOKS:
        best, told = climb(rulebook, args.steps, random.Random(f"{args.seed} {rulebook}"))
        print(f"{best:7.1f} ms  {told}", flush=True)
        if args.write:
            args.write.mkdir(exist_ok=True)
            path = args.write / f"{rulebook}.txt"
            old = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
            path.write_text("\n".join(dict.fromkeys([*old, told])) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
