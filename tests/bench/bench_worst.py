# SPDX-License-Identifier: Apache-2.0
"""How long a hand waits, in the worst positions that are known, with the model of computing time.

`make bench`, or alone: `python tests/bench/bench_worst.py --rulebook sorry`. The positions are those
of `tests/rules/worst`, found by `search_worst.py`. Every pawn that a reed tells of is lifted and put
back while the card lies there (mode `one`), then all of them are swept off the board, 75 ms each
(mode `sweep`). Times are virtual, see `tavle.sim.computing`: 0.6 to 1.2 times those of an emulated Pico.
Lifts that change no light at all are counted apart.
"""

import argparse
import contextlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "host"))

from tavle.paths import add_firmware  # noqa: E402

add_firmware()

from rules import RULEBOOKS  # noqa: E402
from rules.notation import place_text  # noqa: E402
from rules.parse import parse_position  # noqa: E402
from tavle.sim.contract import Contract  # noqa: E402
from tavle.sim.session import Session, Wish  # noqa: E402

WORST = ROOT / "tests" / "rules" / "worst"
SWEEP_MS = 75


def cases(rulebook: str) -> list[tuple[str, str]]:
    """Return (position, action) of the worst cases of a rulebook."""
    lines = (WORST / f"{rulebook}.txt").read_text(encoding="utf-8").splitlines()
    fields = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [(line[0], line[1]) for line in fields]


def answer_ms(session: Session, since_us: int) -> float | None:
    """Return how long after a moment the lights first changed, None when they did not."""
    frames = session.target.frames(since_us)
    before = [frame for t, frame in frames if t <= since_us]
    for t, frame in frames:
        if t > since_us and (not before or frame != before[-1]):
            return (t - since_us) / 1000
    return None


def lifts(line: str, card: str, seed: int) -> tuple[list[tuple[float, str]], int, list[str]]:
    """Return (ms from lift to light, which lift), lifts without one, and what went wrong."""
    game, state = parse_position(line)
    rulebook = game.rulebook
    waits: list[tuple[float, str]] = []
    dark = 0
    with contextlib.closing(Session(Wish(rulebook, line, seed, computing=True))) as session:
        session.until_ready()
        handle = Contract(session).handle
        handle({"do": "card", "card": card})
        session.run_ms(2000)
        spots = [
            (game.colours[i >> 2], place_text(game, state[i]))
            for i in range(16)
            if 0 < state[i] < 255 and (i % 4 == 0 or state[i] != state[i - 1])
        ]
        for number, (colour, at) in enumerate(spots):
            began = session.target.now_us
            handle({"do": "lift", "colour": colour, "at": at})
            session.run_ms(250 + (7 * number) % 13)
            wait = answer_ms(session, began)
            if wait is None:
                dark += 1
            else:
                waits.append((wait, f"{line} {card}: {colour}:{at}"))
            handle({"do": "place", "colour": colour, "at": at})
            session.run_ms(900 + (11 * number) % 17)
        for colour, at in spots:
            handle({"do": "lift", "colour": colour, "at": at})
            session.run_ms(SWEEP_MS)
        session.run_ms(6000)
        faults = [str(e["text"]) for e in session.events if e["event"] == "fault"]
        faults += [said for said in session.noise if "Error" in said]
        if session.target.boots > 1:
            faults.append("the watchdog has bitten")
    return waits, dark, faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rulebook", action="append", choices=RULEBOOKS)
    args = parser.parse_args()
    print("lift -> light, ms, worst positions, model of computing time")
    print(f"{'rulebook':18}{'lifts':>6}{'median':>8}{'99 %':>7}{'worst':>7}{'dark':>6}  faults")
    failed = 0
    for rulebook in args.rulebook or RULEBOOKS:
        waits: list[tuple[float, str]] = []
        dark = 0
        faults: list[str] = []
        for seed, (line, card) in enumerate(cases(rulebook), 1):
            more, without, wrong = lifts(line, card, seed)
            waits += more
            dark += without
            faults += wrong
        waits.sort()
        n = len(waits)
        worst = waits[-1]
        print(
            f"{rulebook:18}{n:6}{waits[n // 2][0]:8.1f}{waits[min(n - 1, n * 99 // 100)][0]:7.1f}"
            f"{worst[0]:7.1f}{dark:6}  {len(faults)}"
        )
        print(f"    worst: {worst[1]}")
        for fault in faults[:3]:
            print(f"    fault: {fault}")
        failed += len(faults)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
