# SPDX-License-Identifier: Apache-2.0
"""Runs instead of the app by the model of computing time: how long computers think.

`RULEBOOK`, `CASES` and `LEVELS` are put in: what seats see, as (name, state, seat, hand, counts, seen, given). Prints
lines `name number`: the time of a decision and of its longest slice, in us and without collections of
garbage, and how many bytes it takes from the heap; the last line is `end 0`.
"""

import gc
import time
from gc import collect

RULEBOOK = ""
CASES: list = []
LEVELS: tuple = ()
_GARBAGE = 16384  # bytes that are left lying between two collections


def think(name, thinking):
    """Print the time of one decision and of its longest slice; garbage is collected in between."""
    longest = 0
    total = 0
    used = 0
    collect()
    gc.disable()
    free = gc.mem_free()
    going = True
    while going:
        start = time.ticks_us()
        try:
            next(thinking)
        except StopIteration:
            going = False
        took = time.ticks_diff(time.ticks_us(), start)
        total += took
        longest = max(longest, took)
        left = gc.mem_free()
        if free - left > _GARBAGE:
            used += free - left
            collect()
            free = gc.mem_free()
    used += free - gc.mem_free()
    gc.enable()
    print(name, total)
    print(name + "-slice", longest)
    print(name + "-bytes", used)


from players import load  # noqa: E402
from players.chance import Chance  # noqa: E402
from players.observation import Observation  # noqa: E402
from rules import load as load_game  # noqa: E402

game = load_game(RULEBOOK)
for level in LEVELS:
    player = load(level, game)
    for name, state, seat, hand, counts, seen, given in CASES:
        what = Observation(state, seat, hand, counts, seen, given)
        think(level + "-" + name, player.think(what, Chance(1)))
        if game.hand and counts == b"\4\4\4\4":
            think(level + "-pass-" + name, player.exchange(what, Chance(1)))
print("end", 0)
