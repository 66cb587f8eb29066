# SPDX-License-Identifier: Apache-2.0
"""Models of hands over switches or over magnets and reeds, and one judge who sees the colours of the pawns.

`make bench`, or alone: `python tests/hands/campaign.py --turns 10000 --rulebook sorry`. Every number is simulated.

* `--parts`: `ideal` switches know where the pawns are; else magnets and reeds as they were bought, scattered
  within their tolerances or all at one end, calculated, not measured (`tavle.sim.plane`). `all` plays the same turns
  in every one of these worlds (`make bench-parts`: noisy hands).
* Half of the turns of adversarial hands are results that look like others, while somebody puts just
  those pawns straight that the others are about.
* wrong: accepted or taken back what the pawns did not show; wedged: no way out; lost: a whole move
  that was neither accepted nor asked about; rested: the hands rested on another legal result.
* asked: of the turns that are no exchange; exchanges (swaps and Sorry! cards) are counted apart.
* first: the choice shown first was the right one; presses: for each question; mid-hand: told to be
  wrong with every pawn where the move begins or ends, or in a hand. Behind each share the Wilson
  interval of 95 %. Whole evenings, with cuts and take-backs: `evening.py`.
* guided: a way out was shown. ms: from the last gesture to the acceptance, where nobody was asked and nothing cut short
  (settle time 600): half of the turns, and 99 %.
"""

import argparse
import sys
import time
from collections import Counter

import hands_path  # noqa: F401
from figures import write
from judge import IDEAL, Judge, Verdict
from lookalikes import all_turns
from models import MODELS
from shares import wilson

from rules import RULEBOOKS
from tavle.sim.plane import CORNERS


class Tally(Counter[str]):
    """Counts what came of turns.

    Attributes:
        waits: from the last gesture to the acceptance, in ms.
    """

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[float] = []

    def note(self, kind: str, verdict: Verdict) -> None:
        """Count one turn, of kind `plain` or `exchange`."""
        self.update(("turns", kind, verdict.word))
        self["refused"] += bool(verdict.refused)
        self["guided"] += verdict.guided
        if verdict.asked:
            self["asked " + kind] += 1
            self["first"] += verdict.first_right
            self["presses"] += verdict.presses
        if verdict.wait_ms >= 0:
            self.waits.append(verdict.wait_ms)

    def join(self, other: "Tally") -> None:
        self.update(other)
        self.waits += other.waits

    def row(self) -> str:
        """Return the columns of `HEAD` behind the names."""
        questions = self["asked plain"] + self["asked exchange"]
        waits = sorted(self.waits) or [0.0]
        return (
            f"{self['turns']:5} {self['wrong']:5} {self['stuck']:6} {self['lost']:4} {self['rested']:6}"
            f"  {wilson(self['asked plain'], self['plain']):20}"
            f"  {wilson(self['asked exchange'], self['exchange']):20}"
            f"  {wilson(self['first'], questions):22} {self['presses'] / max(1, questions):7.2f}"
            f"  {wilson(self['refused'], self['turns']):17}  {wilson(self['guided'], self['turns']):17}"
            f" {waits[len(waits) // 2]:4.0f} {waits[len(waits) * 99 // 100]:4.0f}"
        )


HEAD = (
    f"{'rulebook':16} {'hands':12} {'turns':5} wrong wedged lost rested  {'asked %':20}"
    f"  {'exchanges asked %':20}  {'first right %':22} presses  {'mid-hand %':17}  {'guided %':17}   ms 99 %"
)


def run(rulebook: str, model: str, least: int, seed: int, parts: str) -> Tally:
    """Play at least so many turns and count what came of them."""
    judge = Judge(rulebook, parts)
    seen = Tally()
    while seen["turns"] < least:
        for name, exchange, verdict in all_turns(judge, model, seed):
            seen.note("exchange" if exchange else "plain", verdict)
            if verdict.word in ("wrong", "stuck", "lost"):
                print(f"{verdict.word}: {name}\n    " + "\n    ".join(verdict.said))
        seed += 1
    return seen


def _figures(rulebook: str, parts: str, every: Tally, independent: Tally) -> None:
    """Write the row of one rulebook. Adversarial hands choose what looks alike: they say nothing about how often is asked."""
    write(
        f"recognition over {parts} reeds, {rulebook}",
        f"wrong {every['wrong']}, wedged {every['stuck']}, lost {every['lost']} of {every['turns']} turns; "
        f"asked {100 * independent['asked plain'] / independent['plain']:.1f} % of {independent['plain']} that are no exchange",
        "0, 0, 0; asked 2 %",
        "make bench",
    )


def main() -> int:
    """Run the bench; the exit status is 1 when something was wrong or wedged."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=400, help="turns per rulebook and model")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rulebook", choices=RULEBOOKS, action="append")
    parser.add_argument("--model", choices=tuple(MODELS), action="append")
    parser.add_argument("--parts", choices=[IDEAL, *CORNERS, "all"], default=IDEAL)
    options = parser.parse_args()
    print(HEAD)
    totals: dict[str, Tally] = {}
    for parts in (IDEAL, *CORNERS) if options.parts == "all" else (options.parts,):
        print(f"parts: {parts}")
        total = totals[parts] = Tally()
        for rulebook in options.rulebook or RULEBOOKS:
            independent, every = Tally(), Tally()
            for model in options.model or MODELS:
                began = time.perf_counter()
                seen = run(rulebook, model, options.turns, options.seed, parts)
                seconds = time.perf_counter() - began
                print(f"{rulebook:16} {model:12} {seen.row()}  {seconds:.0f} s", flush=True)
                total.join(seen)
                every.join(seen)
                if model != "adversarial":
                    independent.join(seen)
            if not options.model:
                _figures(rulebook, parts, every, independent)
    if len(totals) > 1:
        print("\nThe same turns, all rulebooks and hands together:\n" + HEAD)
        for parts, total in totals.items():
            print(f"{parts:29} {total.row()}")
    return 1 if any(total["wrong"] + total["stuck"] for total in totals.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
