# SPDX-License-Identifier: Apache-2.0
"""Runs instead of the app on the emulated Pico: the names that MicroPython keeps when a table has had to do with all it may.

Every module that is there is loaded and forgotten, but those of other games and of the safe mode. Prints what
`micropython.qstr_info` says; the last line is `end 0`.
"""

import gc
import os
import sys
import time

import micropython

from app.assembly import assemble
from app.garbage import Garbage
from app.lazy import forget

_OTHERS = ("app/figures", "app/safe")  # this one, and what runs instead of a table
_APART = ("boards", "games", "players")  # folders of which a table loads its own


def load(*names):
    for name in names:
        if name not in sys.modules:
            gc.collect()
            __import__(name)
            forget(name)


def loaded_all(folder):
    for entry in os.ilistdir("/" + folder):
        path = folder + "/" + entry[0]
        if entry[1] == 0x4000:
            if entry[0] not in _APART:
                loaded_all(path)
        elif path.endswith(".mpy"):
            path = path[:-4]
            if path not in _OTHERS and not path.endswith("/__init__"):
                load(path.replace("/", "."))


system = assemble("/tavle", Garbage())
del assemble
forget("app.assembly")
system.begin(time.ticks_ms())
from app.once import forget_once  # noqa: E402

forget_once()
del forget_once
forget("app.once")
system.table.players()
system.table.computers.seats.make_room()
from players import modules  # noqa: E402

for level in ("easy", "normal", "hard"):
    for module in modules(level, system.match.game):
        load(module)
for folder in ("app", "drivers", "light", "rules", "sense", "store"):
    loaded_all(folder)
micropython.qstr_info()
print("end", 0)
