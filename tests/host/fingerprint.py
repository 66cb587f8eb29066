# SPDX-License-Identifier: Apache-2.0
"""Prints hashes of thousands of results and of every level's choices; see test_compiled.py."""

import hashlib
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "host"))

from tavle.paths import add_firmware

add_firmware()

from rules import RULEBOOKS, load, results  # noqa: E402
from tavle.players import arena  # noqa: E402

TURNS = 400


def walk(game, rng):
    """Return a hash of every card's results along games of chance."""
    digest = hashlib.sha256()
    state = bytes(game.new())
    for _ in range(TURNS):
        every = []
        for action in range(len(game.actions)):
            found = game.results(state, action)
            for after, move in found:
                digest.update(after + move)
            every += list(found)
        if every:
            state = rng.choice(every)[0]
        if not every or state[16] == 255:
            state = bytes(game.new())
    return digest.hexdigest()


def main():
    """Print what runs, then a line for each rulebook and level."""
    print("compiled" if results.__file__.endswith((".so", ".pyd")) else "plain")
    for rulebook in RULEBOOKS:
        game = load(rulebook)
        print(rulebook, walk(game, random.Random(1)))
        for level in ("easy", "normal", "hard"):
            players = [arena.make(level, game), arena.make("normal", game)] * 2
            print(rulebook, level, arena.play(game, players, 7))


main()
