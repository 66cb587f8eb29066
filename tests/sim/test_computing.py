# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The model of computing time: the same firmware, the same moves, but computing takes its time."""

import contextlib
import subprocess
import sys
from pathlib import Path

import pytest
from stdio_program import Bench

from tavle import paths
from tavle.sim import computing
from tavle.sim.seated import Seated, levels_of
from tavle.sim.session import Session, TableSpec

pytestmark = pytest.mark.long

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"

_PERFT = """
import sys
spent = [0, 0]
class Computing:
    def spend(us): spent[0] += us
    def spend_(us, size): spent[0] += us; spent[1] += size
    dumps = loads = collect = mem_free = mem_alloc = address = leave_open = None
sys.modules["tavle.sim.device_side.computing"] = Computing
sys.path[:0] = [{charged!r}, {shim!r}]
from rules.parse import parse_position
game, state = parse_position({line!r})
texts = []
for action in range(len(game.actions)):
    for after, move in game.results(state, action):
        texts.append(bytes(after).hex())
assert spent[0] > 1000 and spent[1] > 0, spent
print(" ".join(texts))
"""


def test_charged_sources_do_the_same():
    paths.add_firmware()
    from rules.parse import parse_position

    game, state = parse_position(LINE)
    plain = [
        bytes(after).hex()
        for action in range(len(game.actions))
        for after, _ in game.results(state, action)
    ]
    folder = computing.firmware(paths.firmware()).name
    shim = str(Path(paths.__file__).parent / "shim")
    code = _PERFT.format(charged=folder, shim=shim, line=LINE)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == plain and len(plain) > 20


def played(seed, is_on):
    """Lay a card, make its move; return what was told, with times."""
    with Bench(LINE, seed=seed, computing=is_on) as bench:
        ready_ms = bench.session.now_ms
        answer = bench.does(
            "card 5, wait 1000, lift green 20, wait 400, place green 25, wait 3000"
        )
        return ready_ms, answer, bench.good("state")


def test_computing_takes_time_and_the_same_each_time():
    free = played(4, False)
    taken = played(4, True)
    assert taken == played(4, True)
    assert taken[2]["firmware"] == free[2]["firmware"] != LINE
    # Loading the firmware alone takes most of a second on a Pico.
    assert taken[0] > free[0] + 400


def test_a_computer_that_locks_the_heap_thinks_under_the_model():
    spec = TableSpec("partners-pawns", seed=3, computing=True)
    with contextlib.closing(Session(spec)) as session:
        assert session.until_ready()
        players = Seated(session, levels_of("blue=hard,red=hard,yellow=hard"), 3)
        for _ in players.play(6):  # who can play nothing folds, and wishes for nothing
            pass
        assert any(e["event"] == "wish" for e in players.events)
