# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Whole games on the firmware of the page that plays alone, and the same on the unix port.

    python tests/bench/compare_alone.py [--games 200]

The firmware is in MicroPython's WebAssembly, in Node; the table around it is the same as in the page, but in this Python. Every move,
fold and end that the table tells is compared, and the last position.
"""

import argparse
import itertools
import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace

import bench_path  # noqa: F401
import figures
import static_page

from rules import RULEBOOKS
from tavle.sim.seated import Seated
from tavle.sim.session import Session, TableSpec

COMMAND = "tests/bench/compare_alone.py"
LONGEST_TURNS = 3000


class Node:
    """The controllers of one program of Node, one after the other; `js` and `pyodide.ffi` of `WasmTarget`."""

    def __init__(self, folder):
        static_page.put_controller(folder)
        shutil.copy(Path(__file__).with_suffix(".mjs"), folder)
        self._program = subprocess.Popen(
            ["node", "compare_alone.mjs"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )  # fmt: skip
        sys.modules["js"] = self
        sys.modules["pyodide.ffi"] = SimpleNamespace(run_sync=lambda made: made)

    def newBoard(self, kept):
        self._ask("newBoard", kept)
        return self

    def exchange(self, order):
        return self._ask("exchange", order)

    def kept(self):
        return self._ask("kept", "")

    def close(self):
        self._program.stdin.close()
        self._program.wait()

    def _ask(self, *request):
        self._program.stdin.write(json.dumps(request) + "\n")
        self._program.stdin.flush()
        return json.loads(self._program.stdout.readline())


def play(target, rulebook, seed):
    """Return what happens in a whole game: every move, fold and end that the table tells, and its last position.

    The table's computers play it, which end a game sooner than chance does; but not Ludo.
    """
    session = Session(TableSpec(rulebook, seed=seed, target=target))
    session.until_ready()
    game = session.world.game
    level = "human" if game.die else "normal"
    players = Seated(session, {game.colours[seat]: level for seat in game.seats}, seed)
    for _ in players.play(LONGEST_TURNS):
        pass
    told = [e for e in players.events if e["event"] in ("accepted", "folded", "round", "won")]
    session.close()
    return [*({k: v for k, v in e.items() if k != "t"} for e in told), players.line]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    given = parser.parse_args()
    same = 0
    with tempfile.TemporaryDirectory() as work:
        node = Node(Path(work))
        for number, rulebook in zip(range(given.games), itertools.cycle(RULEBOOKS), strict=False):
            seed = 1 + number // len(RULEBOOKS)
            begun = time.monotonic()
            ours = play("wasm", rulebook, seed)
            middle = time.monotonic()
            theirs = play("unix", rulebook, seed)
            end = time.monotonic()
            same += ours == theirs
            print(f"{rulebook} {seed}: {len(ours)} events, {middle - begun:.1f} s and {end - middle:.1f} s, "
                  f"{'same' if ours == theirs else 'DIFFERENT'}", flush=True)  # fmt: skip
            if ours != theirs:
                print(*next(both for both in itertools.zip_longest(ours, theirs) if both[0] != both[1]), sep="\n")  # fmt: skip
        node.close()
    figures.write("page alone, whole games as on the unix port", f"{same} of {given.games}", "all of 200", COMMAND)  # fmt: skip
    sys.exit(same != given.games)


if __name__ == "__main__":
    main()
