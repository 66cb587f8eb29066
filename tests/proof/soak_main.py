# SPDX-License-Identifier: Apache-2.0
"""Stands in for `main.py` on the soaked table: what the simulator's chips remember is no firmware's heap.

The models of lights and buzzer run in the same MicroPython as the firmware and keep what they showed
and sounded lately. Before the heap is read they forget it. `soak.anew` begins a new game in the middle of one.
"""

import gc

import machine

from app import requests, run


def chips_forget():
    """Drop the logs of the chip models."""
    bench = machine._bench
    bench.strip.frames = bench.strip.frames[-1:]
    bench.buzzer.log = bench.buzzer.log[-1:]
    gc.collect()


def do_memory(system, request, now_ms):
    """Read the heap: bytes that are free, and of the largest block that can be had, to within 64."""
    chips_forget()
    free = gc.mem_free()
    low, high = 0, free
    while high - low > 64:
        size = (low + high) // 2
        try:
            bytearray(size)
            low = size
        except MemoryError:
            high = size
        gc.collect()
    return {"free": free, "largest": low}


def do_anew(system, request, now_ms):
    """Begin a new game, as the table button held does when one is over."""
    chips_forget()
    table = system.table
    if table.active >= 0 or table.shown is not None:
        table._table_hold(now_ms)  # a card in force when the power went is taken away first
    table.restart(now_ms)
    return {}


if __name__ == "__main__":
    requests.do_memory = do_memory
    requests.do_anew = do_anew
    requests.REQUESTS = (("app.requests", "hello state memory soak.anew"),) + requests.REQUESTS[1:]
    run.main()
