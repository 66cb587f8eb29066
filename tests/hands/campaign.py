# SPDX-License-Identifier: Apache-2.0
"""Models of hands at the level of switches, and one judge who sees the colours of the pawns.

`make bench`, or alone: `python tests/hands/campaign.py --turns 10000 --rulebook sorry`. Every number is simulated.

* Half of the turns of adversarial hands are results that look like others, while somebody puts just
  those pawns straight that the others are about.
* wrong: accepted or taken back what the pawns did not show; wedged: no way out; lost: a whole move
  that was neither accepted nor asked about; rested: the hands rested on another legal result.
* asked: of the turns that are no exchange; exchanges (swaps and Sorry! cards) are counted apart.
* first: the choice shown first was the right one; presses: for each question; mid-hand: told to be
  wrong with every pawn where the move begins or ends, or in a hand. Behind each share the Wilson
  interval of 95 %. Whole evenings, with cuts and take-backs: `evening.py`.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "host"), *(str(ROOT / "tests" / f) for f in ("shims", "sim", "sense"))]

from tavle.paths import add_firmware  # noqa: E402

add_firmware()

from judge import Judge, Verdict  # noqa: E402
from lookalikes import middle, turns  # noqa: E402
from models import MODELS  # noqa: E402
from pawns import is_swap, looks_of  # noqa: E402
from shares import wilson  # noqa: E402

from rules import RULEBOOKS  # noqa: E402
from rules.notation import move_text, position_text  # noqa: E402


def _played(judge: Judge, model: str, seed: int) -> Iterator[tuple[str, bytes, Verdict]]:
    """Yield (position and move in words, move, verdict) of one seed's turns."""
    game = judge.game
    if model == "adversarial":
        for every in (False, True):
            for turn in turns(judge, seed, every):
                exchange = b"\x03" if turn.swap or turn.name.endswith(" sorry") else b"\x00"
                yield str(turn), exchange, turn.verdict
        return
    chance = random.Random(seed)
    state, before = middle(game, chance)
    for action in range(len(game.actions)):
        results = game.results(state, action)
        movable = [
            k for k, (after, move) in enumerate(results) if move and after[:16] != state[:16]
        ]
        if not movable:
            continue
        wanted = chance.choice(movable)
        move = bytes(results[wanted][1])
        mine = random.Random(chance.randrange(1 << 30))
        looks = looks_of(game, [*(position for position, _ in results), state, before])
        acts = MODELS[model](mine, game, state, looks).script(move)
        verdict = judge.play(state, before, results, wanted, acts, mine)
        exchange = b"\x03" if is_swap(move) or game.actions[action] == "sorry" else b"\x00"
        name = f"{game.rulebook} {model} seed {seed}: {position_text(game, state)} {move_text(game, move)}"
        yield name, exchange, verdict


def run(rulebook: str, model: str, least: int, seed: int, report: Any) -> Counter[str]:
    """Play at least so many turns and count what came of them."""
    judge = Judge(rulebook)
    seen: Counter[str] = Counter()
    while seen["turns"] < least:
        for name, exchange, verdict in _played(judge, model, seed):
            seen["turns"] += 1
            seen[verdict.word] += 1
            kind = "exchange" if exchange[0] else "plain"
            seen[kind] += 1
            seen["refused"] += bool(verdict.refused)
            if verdict.asked:
                seen["asked " + kind] += 1
                seen["first"] += verdict.first_right
                seen["presses"] += verdict.presses
            if verdict.word in ("wrong", "stuck", "lost"):
                report(f"{verdict.word}: {name}\n    " + "\n    ".join(verdict.said))
        seed += 1
    return seen


HEAD = "rulebook         hands        turns wrong wedged lost rested  asked %               exchanges asked %       first right %          presses  mid-hand %"


def main() -> int:
    """Run the bench; the exit status is 1 when something was wrong or wedged."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=300, help="turns per rulebook and model")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rulebook", choices=RULEBOOKS, action="append")
    parser.add_argument("--model", choices=tuple(MODELS), action="append")
    options = parser.parse_args()
    print(HEAD)
    bad = 0
    for rulebook in options.rulebook or RULEBOOKS:
        for model in options.model or MODELS:
            began = time.perf_counter()
            seen = run(rulebook, model, options.turns, options.seed, print)
            questions = seen["asked plain"] + seen["asked exchange"]
            print(
                f"{rulebook:16} {model:12} {seen['turns']:5} {seen['wrong']:5} {seen['stuck']:6}"
                f" {seen['lost']:4} {seen['rested']:6}  {wilson(seen['asked plain'], seen['plain']):20}"
                f"  {wilson(seen['asked exchange'], seen['exchange']):20}"
                f"  {wilson(seen['first'], questions):22} {seen['presses'] / max(1, questions):5.2f}"
                f"    {wilson(seen['refused'], seen['turns'])}  {time.perf_counter() - began:.0f} s",
                flush=True,
            )
            bad += seen["wrong"] + seen["stuck"]
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
