# SPDX-License-Identifier: Apache-2.0
"""Runs instead of the app on the emulated Pico: what looking at still switches takes from the heap.

Prints lines `name number`; the last line is `end 0`.
"""

import gc
import time

from app.assembly import assemble
from app.run import DATA

_LOOKS = 300


def look(system):
    """Look at `_LOOKS` scans, each after it has come; return the bytes that were taken."""
    chain = system.switches.chain
    before = gc.mem_alloc()
    for _ in range(_LOOKS):
        seen = chain.scans
        while chain.scans == seen:
            chain.changed()
        system.scan(time.ticks_ms())
    return gc.mem_alloc() - before


system, resumed = assemble(DATA)
system.begin(time.ticks_ms(), resumed)
look(system)  # the board is judged and the lights are drawn
gc.collect()
print("bytes", look(system))
print("end", 0)
