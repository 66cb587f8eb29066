# SPDX-License-Identifier: Apache-2.0
"""Runs instead of the app on the emulated Pico: what is free at a table that stands there, as more and more is asked of it.

The table is made as `app.run` makes it, and its tasks are not started. Prints lines `name number` in bytes, garbage
collected before each; the last line is `end 0`.
"""

import gc
import time

from app.assembly import assemble
from app.garbage import Garbage
from app.lazy import ANSWERS, forget, forget_answers


def free(name):
    gc.collect()
    print(name, gc.mem_free())


system = assemble("/tavle", Garbage())
del assemble
forget("app.assembly")
system.begin(time.ticks_ms())
from app.once import forget_once  # noqa: E402

forget_once()
del forget_once
forget("app.once")
free("people")
for module in ANSWERS:
    __import__(module)
free("people-asked")
forget_answers()
table = system.table
table.players()
free("computers")
table.computers.seats.make_room()
from players import load, modules  # noqa: E402

for module in modules("hard", table.match.game):
    __import__(module)
player = load("hard", table.match.game, table.match.found)
free("computers-hard")
print("end", 0)
