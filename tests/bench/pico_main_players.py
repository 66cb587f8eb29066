# SPDX-License-Identifier: Apache-2.0
"""Runs instead of the app on the emulated Pico: how long a computer thinks, and its longest slice.

The whole firmware stands in memory as in a game. Prints lines `name number`, times in us; the last
line is `end 0`.
"""

import gc
import time

LEVELS = ("normal", "hard")


def think(name, player, seen):
    """Print the time of one decision, of its longest slice and of the longest without a collection."""
    from players.chance import Chance

    gc.collect()
    thinking = player.think(seen, Chance(1))
    longest = 0
    slices = 0
    begin = time.ticks_us()
    while True:
        start = time.ticks_us()
        try:
            next(thinking)
        except StopIteration:
            break
        took = time.ticks_diff(time.ticks_us(), start)
        slices += 1
        longest = max(longest, took)
    print(name, time.ticks_diff(time.ticks_us(), begin))
    print(name + "-slice", longest)
    print(name + "-slices", slices)


def observations():
    """Yield (name, observation): hands of cards in the position of the table; or a throw, a card."""
    from players.observation import Observation, of_round

    game = system.match.game
    state = bytes(system.match.state)
    if game.hand:
        for cards in HANDS:
            hand = bytes([game.actions.index(card) for card in cards])
            yield ",".join(cards), of_round(game, state, system.match.round, state[16], hand)
    else:
        for action in range(len(game.actions)):
            yield game.actions[action], Observation(state, state[16], bytes((action,)))


HANDS = (("9", "2", "12", "5"), ("7", "13s", "3", "10"), ("7", "swap", "-4", "1/14"))

room = bytearray(8192)
gc.threshold(32768)
from app.assembly import assemble  # noqa: E402
from app.garbage import Garbage  # noqa: E402

system = assemble("/tavle", Garbage())
room = None
gc.collect()
system.begin(time.ticks_ms())
from players import load  # noqa: E402

gc.collect()
free = gc.mem_free()
print("heap-before", free)
for level in LEVELS:
    player = load(level, system.match.game)
    for name, seen in observations():
        think(level + "-" + name, player, seen)
    gc.collect()
    print("heap-with-" + level, gc.mem_free())
print("end", 0)
