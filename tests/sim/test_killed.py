# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle sim --stdio --state FILE` killed at any moment: what it has told is in the file."""

import contextlib
import random
import threading

import pytest
from stdio_program import Program

pytestmark = pytest.mark.long

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,50 turn=green"
ORDER = ["green", "blue", "red", "yellow"]


def turn_of(line):
    return line.rpartition("turn=")[2]


def play(program):
    """Move the foremost pawn of whoever acts by two, over and over, until the pipe breaks."""
    while True:
        line = program.good("state")["firmware"]
        colour = turn_of(line)
        places = line.split(colour + ":")[1].split()[0].split(",")
        start = max(int(place) for place in places if place.isdigit())
        program.does(f"card 2, wait 700, lift {colour} {start}, wait 400")
        program.does(f"place {colour} {(start + 2) % 60}, wait 1500")


def killed(program, seconds):
    """Let it play and kill it; return the last position that it told, that of the start for none."""
    program.good("state")  # it has started
    timer = threading.Timer(seconds, program.process.kill)
    timer.start()
    # Whatever the pipe breaks in the middle of, or the fourth card of a kind has been played.
    with contextlib.suppress(AssertionError, BrokenPipeError, ValueError):
        play(program)
    timer.join()
    program.kill()
    return [LINE, *(event["position"] for event in program.named("accepted"))][-1]


def begin(path):
    return Program("--rulebook", "partners-pawns", "--position", LINE, "--state", str(path))


@pytest.mark.parametrize("seed", range(3))
def test_killed_at_random_moments_it_goes_on_from_what_it_told(tmp_path, seed):
    chance = random.Random(seed)
    moves = 0
    for kill in range(6):
        path = tmp_path / f"table-{kill}"
        told = killed(begin(path), chance.uniform(0.1, 1.2))
        moves += told != LINE
        program = begin(path)
        try:
            now = program.good("state")["firmware"]
        finally:
            program.kill()
        # One move more may be in the file: it is saved before it is told.
        later = (ORDER.index(turn_of(now)) - ORDER.index(turn_of(told))) % 4
        assert now == told or later == 1, (told, now)
    assert moves
