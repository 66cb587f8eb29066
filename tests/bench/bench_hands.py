# SPDX-License-Identifier: Apache-2.0
"""Noisy hands at the level of raw switches: does the recogniser ever accept a wrong move?

`make bench`, or alone: `python tests/bench/bench_hands.py --turns 10000 --rulebook sorry`.
Every number is simulated. A failure prints its turn, `--replay RULEBOOK:SEED:TURN` shows it again.

* wrong: accepted what the pawns, by their colours, did not show; rested: the hands rested by
  mistake on another legal result (or on the position before), which was then taken; undone: a
  take-back that was none; refused: nothing happened for 20 s although the move was made;
  wedged: putting everything back did not lead out.
* asked: of the turns that are no exchange; exchanged: asked of the exchanges, which are swaps and
  the Sorry! card: one pawn takes the place of another that the players choose, so the picture is
  the same for all of them, and hands alone say which; guided: a way out was shown.
* ms: from the last movement to the acceptance, where nobody asked or hurried (settle time 600).
* The reeds follow from magnets and fields, calculated, not measured (`tavle.sim.plane`). `--parts` says
  which were bought: scattered within their tolerances, or all at one end. `ideal` is a world without
  physics: a reed knows where the pawns are. `--parts all` (`make bench-parts`) plays the same turns in
  all of them, and prints the corners next to the ideal world.
* Other hands, and the whole table: `tests/hands`.
* Half of the players lay the next card 0.7-3 s after the move without waiting for the light
  (`--brisk`); the others wait, and press their button when nothing has happened for 6 s.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [
    str(ROOT / "host"),
    *(str(ROOT / "tests" / f) for f in ("hands", "shims", "bench")),
]

from tavle.paths import add_firmware, board_file, layout_of  # noqa: E402

add_firmware()

from hand_table import HandTable  # noqa: E402
from ideal_reeds import IdealReeds  # noqa: E402

from rules import RULEBOOKS, load  # noqa: E402
from rules.game import WINNER  # noqa: E402
from rules.moves import SWAP, parts  # noqa: E402
from rules.notation import move_text, position_text  # noqa: E402
from sense.boardmap import BoardMap  # noqa: E402
from sense.recognise import Recogniser  # noqa: E402
from tavle.sim.plane import CORNERS  # noqa: E402
from tavle.sim.reeds import Flaws, Reeds  # noqa: E402

IDEAL = "ideal"


class Tally:
    """Counts the outcomes of one rulebook on one recogniser."""

    def __init__(self) -> None:
        self.turns = self.exchanges = self.wrong = self.undone = self.refused = 0
        self.asked = self.asked_exchanges = self.guided = self.wedged = self.hurried = 0
        self.rested = 0  # hands rested by mistake on another legal result
        self.waits: list[float] = []

    def add(self, outcome, right: bool, exchange: bool) -> None:
        """Count one turn."""
        self.turns += 1
        self.exchanges += exchange
        self.undone += outcome.undone and not outcome.stood
        self.wedged += outcome.wedged
        self.guided += bool(outcome.guided)
        self.hurried += outcome.hurried
        if outcome.index < 0:
            self.refused += not outcome.undone
            self.rested += outcome.undone and outcome.stood
        elif not right:
            self.rested += outcome.stood
            self.wrong += not outcome.stood
        elif outcome.asked:
            self.asked_exchanges += exchange
            self.asked += not exchange
        elif not outcome.hurried:
            self.waits.append(outcome.wait_ms)

    def join(self, other: Tally) -> None:
        """Add the turns of another tally."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def wait(self, share: float) -> float:
        """Return the settled-to-accepted time (ms) that this share of turns does not exceed."""
        ordered = sorted(self.waits) or [0.0]
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def board_of(rulebook: str):
    """Return the generated board module of a rulebook."""
    return board_file(layout_of(rulebook))


def turns(game, seed: int):
    """Yield (state, previous, action, results, intended index) of random games, for ever."""
    chance = random.Random(seed)
    state, previous = bytes(game.new()), None
    while True:
        if state[WINNER]:
            state, previous = bytes(game.new()), None
        action = chance.randrange(len(game.actions))
        results = game.results(state, action)
        if not results:
            state = game.skip(state)
            continue
        intended = chance.randrange(len(results))
        new, move = results[intended]
        if (move and new[:16] != state[:16]) or SWAP in [part[0] for part in parts(move)[:1]]:
            yield state, previous, action, results, intended
        state, previous = new, state


def run(
    rulebook, make, n_turns, seed, report=None, only=-1, brisk=0.5, parts="scattered"
) -> Tally:
    """Play turns of one rulebook and return the tally."""
    game = load(rulebook)
    boardmap = BoardMap(board_of(rulebook), game)
    flaws, world = (Flaws(), IdealReeds) if parts == IDEAL else (Flaws(parts), Reeds)
    table = HandTable(game, boardmap, lambda: make(boardmap), None, flaws, world)
    table.brisk = brisk
    tally = Tally()
    for number, (state, previous, action, results, intended) in enumerate(turns(game, seed)):
        if number >= n_turns:
            return tally
        if only not in (-1, number):
            continue
        outcome = table.turn(state, previous, results, intended, seed * 1_000_003 + number)
        exchange = results[intended][1][0] & 15 == SWAP or game.actions[action] == "sorry"
        right = outcome.index >= 0 and results[outcome.index][0] == results[intended][0]
        tally.add(outcome, right, exchange)
        bad = outcome.undone or outcome.wedged or not right
        if report and (bad or only == number):
            report(f"{rulebook}:{seed}:{number}", game, state, results, intended, outcome)
    return tally


def report(name: str, game, state, results, intended: int, outcome) -> None:
    """Print one failed turn."""
    print(f"  {name}  {position_text(game, state)}")
    print(f"    meant    {move_text(game, results[intended][1])}  ({intended} of {len(results)})")
    if outcome.index >= 0:
        print(f"    accepted {move_text(game, results[outcome.index][1])}")
    for line in outcome.said:
        print(f"    {line}")


HEAD = "rulebook         recogniser    turns wrong rested undone refused wedged  asked    exchanged  guided  p50 ms p99 ms max ms"


def line(rulebook: str, name: str, tally: Tally) -> str:
    """Return one row of the table."""
    plain = max(1, tally.turns - tally.exchanges)
    return (
        f"{rulebook:16} {name:12} {tally.turns:6} {tally.wrong:5} {tally.rested:6} {tally.undone:6}"
        f" {tally.refused:7} {tally.wedged:6} {100 * tally.asked / plain:5.2f}%"
        f" {tally.asked_exchanges:5}/{tally.exchanges:<5} {100 * tally.guided / max(1, tally.turns):6.1f}%"
        f" {tally.wait(0.5):7.0f} {tally.wait(0.99):6.0f} {tally.wait(1):6.0f}"
    )


def corner(options, parts: str) -> Tally:
    """Run one corner of the tolerances; return the sum over its rulebooks."""
    total = Tally()
    for rulebook in options.rulebook or RULEBOOKS:
        start = time.perf_counter()
        brisk, seed = options.brisk, options.seed
        tally = run(rulebook, Recogniser, options.turns, seed, report, brisk=brisk, parts=parts)
        seconds = time.perf_counter() - start
        total.join(tally)
        print(line(rulebook, "tavle", tally), f" {seconds:.0f} s", flush=True)
    return total


def main() -> int:
    """Run the bench; the exit status is 1 when a move was accepted wrongly or a table wedged."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=400, help="turns per rulebook")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rulebook", choices=RULEBOOKS, action="append")
    parser.add_argument("--brisk", type=float, default=0.5, help="players who do not wait")
    parser.add_argument("--parts", choices=[IDEAL, *CORNERS, "all"], default="scattered")
    parser.add_argument("--replay", metavar="RULEBOOK:SEED:TURN")
    options = parser.parse_args()
    if options.replay:
        rulebook, seed, number = options.replay.split(":")
        brisk = options.brisk
        turn, parts = int(number), options.parts
        run(rulebook, Recogniser, turn + 1, int(seed), report, turn, brisk, parts)
        return 0
    print("Noisy hands, raw switch level, simulated. Budgets: wrong 0, wedged 0, asked <= 2 %.")
    print(HEAD)
    totals: dict[str, Tally] = {}
    for parts in (IDEAL, *CORNERS) if options.parts == "all" else (options.parts,):
        print(f"parts: {parts}")
        totals[parts] = corner(options, parts)
    if len(totals) > 1:
        print(
            "\nThe same turns, all rulebooks together:\n"
            + HEAD.replace("rulebook  ", "parts     ")
        )
        for parts, total in totals.items():
            print(line(parts, "tavle", total))
    return 1 if any(total.wrong + total.wedged for total in totals.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
