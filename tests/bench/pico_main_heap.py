# SPDX-License-Identifier: Apache-2.0
"""Runs instead of the app on the emulated Pico: what is free at a table that stands there, as more and more is asked of it.

The table is made as `app.run` makes it, and its tasks are not started. Prints lines `name number` in bytes, garbage
collected before each. Then every module that is there is loaded and forgotten, but those of other games and of the
safe mode, and `micropython.qstr_info` tells how many names MicroPython keeps now; the last line is `end 0`.
"""

import gc
import os
import sys
import time

import micropython

from app.assembly import assemble
from app.garbage import Garbage
from app.lazy import ANSWERS, forget, forget_answers

_OTHERS = ("app/figures", "app/safe")  # this one, and what runs instead of a table
_APART = ("boards", "games", "players")  # folders of which a table loads its own


def load_once(name):
    if name not in sys.modules:
        gc.collect()
        __import__(name)
        forget(name)


def load_all(folder):
    for entry in os.ilistdir("/" + folder):
        path = folder + "/" + entry[0]
        if entry[1] == 0x4000:
            if entry[0] not in _APART:
                load_all(path)
        elif path.endswith(".mpy"):
            path = path[:-4]
            if path not in _OTHERS and not path.endswith("/__init__"):
                load_once(path.replace("/", "."))


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
for level in ("easy", "normal"):
    for module in modules(level, table.match.game):
        load_once(module)
for folder in ("app", "drivers", "light", "rules", "sense", "store"):
    load_all(folder)
micropython.qstr_info()
print("end", 0)
