# SPDX-License-Identifier: Apache-2.0
"""Runs as main.py on the emulated Pico: times of journal and lights.

Prints lines `name number`; the last line is `end 0`.
"""

import gc
import os
import time

from light import effects, palette, patterns, signals
from light.layers import AMBIENCE, HINTS, TURN
from light.lights import Lights
from rules import load
from store.config import Config
from store.journal import Journal


def took_us(call):
    before = time.ticks_us()
    call()
    return time.ticks_diff(time.ticks_us(), before)


def say(lights):
    lights.clear(HINTS)
    lights.clear(TURN)
    for n in range(4):
        lights.show(signals.MOVABLE, 7 * n)
    lights.show(signals.TURN, 95, palette.VERMILLION)


def show_lights():
    lights = Lights(96)
    out = bytearray(288)
    clock = [0]

    def step():
        clock[0] += 50
        lights.render(clock[0], out)

    step()
    print("render-dark", took_us(step))
    print("say", took_us(lambda: say(lights)))
    print("render-said", took_us(step))
    print("render-hints", max([took_us(step) for _ in range(17)]))
    print("render-same-slot", took_us(lambda: lights.render(clock[0], out)))
    for n in range(96):
        lights.set(AMBIENCE, n, palette.SKY, patterns.EFFECT)
    lights.effect(effects.win, clock[0])
    step()
    times = sorted([took_us(step) for _ in range(6)])
    print("render-win", times[3])
    # Small integers have 31 bits here, so that what would be a big integer is caught.
    dim = Lights(116, 250)
    out = bytearray(348)
    for n in range(116):
        dim.set(HINTS, n, (255, 255, 255), 1 + n % 21)
    print("render-all", took_us(lambda: dim.render(0, out)))
    print(
        "render-all-move",
        max([took_us(lambda at=50 * n: dim.render(at, out)) for n in range(1, 9)]),
    )
    gc.collect()
    before = gc.mem_alloc()
    dim.render(500, out)
    print("render-bytes", gc.mem_alloc() - before)
    print("limited-ma", dim.ma())


def keep_games():
    os.mkdir("/tavle")
    journal = Journal("/tavle")
    print("open-empty", took_us(journal.open))
    print("start", took_us(lambda: journal.start(b"h" * 90)))
    times = sorted([took_us(lambda: journal.append(2, b"p" * 42)) for _ in range(40)])
    print("append", times[20])
    print("append-most", times[-1])
    journal = Journal("/tavle")
    print("open", took_us(journal.open))
    print("records", journal.last()[0])
    print("back-1", took_us(lambda: journal.back(1)))
    print("back-30", took_us(lambda: journal.back(30)))
    print("undo", took_us(journal.undo))
    config = Config("/tavle/config.json")
    print("config-save", took_us(config.save))
    load("partners-pawns")  # which a start needs anyway: its options are checked
    print("config-load", took_us(config.load))
    print("config-good", int(config.load() == []))


show_lights()
keep_games()
gc.collect()
print("heap", gc.mem_free())
print("end", 0)
