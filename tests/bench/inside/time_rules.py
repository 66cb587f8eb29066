# SPDX-License-Identifier: Apache-2.0
"""Runs inside MicroPython (unix port or Pico): times `results` and prints what it found.

The unix port calls it with arguments, the Pico's main.py calls `run`. Prints `heap <bytes>`
and `t <position> <action> <us> <results>` lines, then `done`.
"""

import gc
import sys
import time


def every_case(positions, actions):
    """Yield (position, action) of all actions in every position."""
    for at in range(positions):
        for action in range(actions):
            yield at, action


def run(rulebook, name, tries, cases):
    """Time cases of a file of 20-byte states.

    Args:
        rulebook: id of the rulebook.
        name: file of states.
        tries: times each call is made; the best counts.
        cases: (position, action) pairs, or None for all actions in every position.
    """
    gc.collect()
    free = gc.mem_free()
    from rules import load

    game = load(rulebook)
    gc.collect()
    print("heap", free - gc.mem_free())
    with open(name, "rb") as file:
        states = file.read()
    if cases is None:
        cases = every_case(len(states) // 20, len(game.actions))
    for at, action in cases:
        state = states[20 * at : 20 * at + 20]
        best = -1
        for _ in range(tries):
            gc.collect()  # as the table does it: between slices, never in one
            begin = time.ticks_us()
            found = game.results(state, action)
            took = time.ticks_diff(time.ticks_us(), begin)
            if best < 0 or took < best:
                best = took
        print("t", at, action, best, len(found))
    print("done")


if __name__ == "__main__" and len(sys.argv) == 4:
    sys.path.insert(0, sys.argv[1])
    run(sys.argv[2], sys.argv[3], 3, None)
