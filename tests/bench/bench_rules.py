# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Time of the legal results of a card: 1,000 mid-game positions x all cards, every rulebook.

    make bench-rules [ARGS="--positions 1000 --pico 25 --rulebook partners-pawns"]

Times are from MicroPython's unix port, as they are and as an estimate for a Pico (x200). With TAVLE_UF2 set, the
emulated Pico times `--pico` of the positions with all cards, and the worst that are known
(`tests/rules/worst`): those decide the maximum. The heap that a loaded game takes stands beside them.
Budget (Pico): median 15 ms, the worst known card 200 ms. `bench_engines.py` has random games a second.
"""

import argparse
import os
import random
import shutil
import subprocess
import tempfile
from pathlib import Path

from bench_path import ROOT, worst_known
from figures import write

from rules import RULEBOOKS, load
from rules.parse import parse_position
from tavle.device.build import BYTECODE, compiled
from tavle.paths import micropython_bin
from tavle.sim import emulator
from tavle.sim.prepare import image

INSIDE = Path(__file__).resolve().parent / "inside" / "time_rules.py"
PICO_FACTOR = 200
LIMIT_S = 900


def play(game, rng):
    """Yield the states of one random game: cards as from a shuffled deck, moves evenly."""
    state = bytes(game.new())
    pile: list[int] = []
    while state[16] != 255:
        yield state
        if not pile:
            deck = game.deck or bytes([1] * len(game.actions))
            pile = [action for action, copies in enumerate(deck) for _ in range(copies)]
            rng.shuffle(pile)
        found = game.results(state, pile.pop())
        state = rng.choice(found)[0] if found else game.skip(state)


def positions(game, count, seed):
    """Return mid-game states: random games without their first 60 turns, every 7th state."""
    rng = random.Random(seed)
    found: list[bytes] = []
    while len(found) < count:
        found += list(play(game, rng))[60::7]
    return found[:count]


def parse(text):
    """Return (heap, [(us, position, action, results)]) of the inner script's output."""
    heap = 0
    times = []
    for line in text.splitlines():
        words = line.split()
        if words[:1] == ["heap"]:
            heap = int(words[1])
        elif words[:1] == ["t"]:
            at, action, took, found = map(int, words[1:])
            times.append((took, at, action, found))
    if "done" not in text.split():
        raise RuntimeError("the timing script stopped:\n" + text[-2000:])
    return heap, times


def unix_port(rulebook, states):
    """Time all cases in MicroPython's unix port."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"".join(states))
        file.flush()
        done = subprocess.run(
            [micropython_bin(), "-X", "heapsize=512k", str(INSIDE), str(ROOT / "firmware"),
             rulebook, file.name],
            capture_output=True, text=True, timeout=LIMIT_S, check=False,
        )  # fmt: skip
    return parse(done.stdout + done.stderr)


def _image(rulebook, states, cases):
    """Return a Pico file system with the rules as they are flashed, the states and a main.py."""
    main = f"from rules.time_rules import run\nrun({rulebook!r}, 'states', 1, {cases!r})\n"
    with tempfile.TemporaryDirectory() as folder:
        firmware = Path(folder) / "firmware"
        rules = ROOT / "firmware" / "rules"
        shutil.copytree(rules, firmware / "rules", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(INSIDE, firmware / "rules" / "time_rules.py")
        (firmware / "main.py").write_text(main, encoding="utf-8")
        files = compiled(BYTECODE, firmware)
    plain = {name[1:]: data for name, data in files.items()}
    return image({**plain, "states": b"".join(states)})


def emulated_pico(rulebook, states, cases):
    """Time cases on the emulated Pico; only the positions they use are taken along."""
    used = sorted({at for at, _ in cases})
    number = {at: i for i, at in enumerate(used)}
    disk = _image(rulebook, [states[at] for at in used], [(number[at], a) for at, a in cases])
    return parse(emulator.said(emulator.boot(disk), "done\r\n", LIMIT_S))


def worst(rulebook):
    """Return (states, cases) of the positions known to take most work."""
    states, cases = [], []
    for position, action, *_ in worst_known(rulebook):
        game, state = parse_position(position)
        cases.append((len(states), game.actions.index(action)))
        states.append(bytes(state))
    return states, cases


def stats(times):
    """Return (median, p99, maximum) of the microseconds of timed calls."""
    took = sorted(entry[0] for entry in times)
    return took[len(took) // 2], took[len(took) * 99 // 100], took[-1]


def ms(values, factor=1.0):
    """Return microseconds as milliseconds text."""
    return "  ".join(f"{value * factor / 1000:8.2f}" for value in values)


def report(rulebook, args):
    game = load(rulebook)
    states = positions(game, args.positions, args.seed)
    heap, times = unix_port(rulebook, states)
    values = stats(times)
    most = max(entry[3] for entry in times)
    print(
        f"{rulebook}: {len(times)} calls, at most {most} results, heap taken {heap} bytes (unix)"
    )
    print(f"                          {'median':>8}  {'p99':>8}  {'max':>8}  ms")
    print(f"  unix port               {ms(values)}")
    print(f"  Pico, estimated x{PICO_FACTOR}    {ms(values, PICO_FACTOR)}")
    if os.environ.get("TAVLE_UF2") and args.pico:
        spread = range(0, len(states), max(1, len(states) // args.pico))
        cases = [(at, a) for at in spread for a in range(len(game.actions))]
        heap, slow = emulated_pico(rulebook, states, cases)
        print(f"  Pico, emulated          {ms(stats(slow))}  {len(slow)} calls, heap {heap} bytes")
        median = stats(slow)[0] / 1000
        states, cases = worst(rulebook)
        _, slow = emulated_pico(rulebook, states, cases)
        print(f"  Pico, {len(slow)} worst known    {ms(stats(slow))}")
        write(
            f"legal results of a card, emulated Pico, {rulebook}",
            f"median {median:.1f}, worst of {len(slow)} known {stats(slow)[2] / 1000:.0f} ms",
            "median 15, worst known 200 ms",
            "make bench",
        )


def main():
    reader = argparse.ArgumentParser(description="time the rules engine")
    reader.add_argument("--positions", type=int, default=1000)
    reader.add_argument("--pico", type=int, default=25, help="positions on the emulated Pico")
    reader.add_argument("--rulebook", choices=RULEBOOKS, action="append")
    reader.add_argument("--seed", type=int, default=1)
    args = reader.parse_args()
    for rulebook in args.rulebook or RULEBOOKS:
        report(rulebook, args)
    if not os.environ.get("TAVLE_UF2"):
        print("emulated Pico: NOT RUN, set TAVLE_UF2 to a MicroPython RPI_PICO .uf2")


if __name__ == "__main__":
    main()
