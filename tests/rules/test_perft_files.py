# SPDX-License-Identifier: Apache-2.0
"""The counts in perft/*.perft: `id <name>`, `pos <line>`, then `perft <depth> <count>` lines."""

import os
import sys

from rules.parse import parse_position

FOLDER = __file__.rsplit("/", 1)[0] + "/perft"
# Larger counts are for `make proof`; MicroPython takes the small ones only.
if sys.implementation.name != "cpython":
    MOST = 1500
elif os.environ.get("TAVLE_LONG"):
    MOST = 1000000
else:
    MOST = 12000


def count(game, state, depth):
    if not depth:
        return 1
    total = 0
    for action in range(len(game.actions)):
        found = game.results(state, action)
        if depth == 1:
            total += len(found)
        else:
            for after, _ in found:
                total += count(game, after, depth - 1)
    return total


def cases(name):
    """Return (id, position line, depth, count) of every line `perft` of a file."""
    found = []
    with open(FOLDER + "/" + name) as lines:
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word == "id":
                case = rest
            elif word == "pos":
                position = rest
            elif word == "perft":
                depth, number = rest.split(" ")
                found.append((case, position, int(depth), int(number)))
    return found


def test_every_count_is_what_the_file_says():
    counted = 0
    for name in sorted(os.listdir(FOLDER)):
        for case, position, depth, number in cases(name):
            assert position.startswith(name[: -len(".perft")] + " "), case
            if number > MOST:
                continue
            game, state = parse_position(position)
            found = count(game, state, depth)
            assert found == number, "%s %s: perft %d is %d" % (name, case, depth, found)
            counted += 1
    assert counted > 30
