# SPDX-License-Identifier: Apache-2.0
"""Runs instead of the app on the emulated Pico: times of the whole firmware, without its tasks.

Prints lines `name number`, times in us; the last line is `end 0`.
"""

import gc
import time

from drivers.hc165 import RING, SCAN_MS, WORDS

KIND = 4  # of the card that is laid: a five, a four or a five


def took_us(call):
    before = time.ticks_us()
    call()
    return time.ticks_diff(time.ticks_us(), before)


def modules():
    from app.assembly import assemble

    made.append(assemble)


def table():
    from app.garbage import Garbage

    made.append(made.pop()("/tavle", Garbage()))


class Line:
    """In place of the PIO's machine and the DMA channel: scans that come when they are told to, by a clock of their own."""

    def __init__(self, chain):
        self.now_ms = 100_000
        self._ring = chain._ring
        chain._machine.active(0)
        chain._dma.active(0)
        chain._machine = chain._dma = self
        chain._ticks_ms = lambda: self.now_ms
        self.wire = bytes(chain.wire)
        chain.start()
        self.put()

    def put(self):
        at = (WORDS - self.count) * 4 % RING
        for i in range(len(self.wire)):
            self._ring[at + i] = self.wire[i]
        self.count -= 4

    def next(self, count=1):
        for _ in range(count):
            self.now_ms += SCAN_MS
            self.put()

    def active(self, on):
        pass

    def rx_fifo(self):
        return 0

    def restart(self):
        pass

    def config(self, write, count, trigger):
        self.count = count


def scans(name):
    """Print time and memory of looks at two scans during which nothing changes."""
    for _ in range(400):  # what settles has settled
        line.next(2)
        system.scan(line.now_ms)
    gc.collect()
    gc.disable()
    times = [0] * 100
    before = gc.mem_alloc()
    gc.mem_alloc()
    free = gc.mem_alloc() - before  # what asking costs
    before = gc.mem_alloc()
    for _ in range(100):
        line.next(2)
        system.scan(line.now_ms)
    used = gc.mem_alloc() - before - free
    for i in range(100):
        line.next(2)
        start = time.ticks_us()
        system.scan(line.now_ms)
        times[i] = time.ticks_diff(time.ticks_us(), start)
    gc.enable()
    times.sort()
    print(name, times[50])
    print(name + "-most", times[-1])
    print(name + "-bytes", used)


def renders():
    """Print times of frames: nothing to do, patterns that move, and sending one."""
    lights = system.lights
    print("render-first", took_us(lambda: lights.render(200_001, system.frame)))
    print("render-nothing", took_us(lambda: lights.render(200_002, system.frame)))
    times = []
    for now in range(200_050, 201_650, 50):
        start = time.ticks_us()
        lights.render(now, system.frame)
        times.append(time.ticks_diff(time.ticks_us(), start))
    times.sort()
    print("render-moving", times[16])
    print("render-most", times[-1])
    print("send-frame", took_us(lambda: system.hardware.strip.show(system.frame)))


def cards():
    """Print how long it takes to find the results of every card, and to show them."""
    match = system.match
    for action in range(len(match.game.actions)):
        gc.collect()
        start = time.ticks_us()
        match.results(action)
        us = time.ticks_diff(time.ticks_us(), start)
        print("card-" + match.game.actions[action].replace(" ", "_"), us)


def lay(kind):
    """Lay a card: the time from the reader's event until its lights are chosen."""
    from drivers import cardid

    payload = cardid.build(system.match.game.deck_id, kind, 1)
    print(
        "card-laid",
        took_us(lambda: system.table.card(time.ticks_ms(), b"\x04card..", payload, "ok")),
    )


def lift():
    """Print how long the answer to a lift takes, from the second scan that shows it."""
    match = system.match
    _, move = match.results(system.table.active)[0]
    boardmap = system.feedback._leds._map
    stands = line.wire
    lifted = bytearray(stands)
    for n in reversed(boardmap.bits(boardmap.spot(move[1], move[2]))):
        if not lifted[n >> 3] >> (n & 7) & 1:  # closed: a pawn stands there
            lifted[n >> 3] |= 1 << (n & 7)
            break
    wires = [lifted, stands]

    def scan():
        system.scan(line.now_ms)

    answers = []
    for _k in range(6):
        line.wire = wires[0]
        line.next()
        scan()
        gc.collect()
        line.next()
        answers.append(took_us(scan))
        for _ in range(300):
            line.next()
            scan()
        wires.reverse()
    print("lift-answered", max(answers[::2]))
    print("place-answered", max(answers[1::2]))


# As `app.run` does: a gap at the low end of the heap, and what imports leave behind is collected
# before it lies everywhere.
room = bytearray(8192)
gc.threshold(32768)
made = []
gc.collect()
print("heap-at-boot", gc.mem_free())
print("import", took_us(modules))
print("make", took_us(table))
system = made.pop()
room = None
gc.collect()
print("begin", took_us(lambda: system.begin(time.ticks_ms())))
from app.lazy import forget  # noqa: E402
from app.once import forget_once  # noqa: E402

forget_once()
del forget_once
forget("app.once")
gc.collect()
print("heap-begun", gc.mem_free())
line = Line(system.hardware.chain)
scans("scan")
renders()
cards()
lay(KIND)
scans("scan-waiting")
lift()
print("end", 0)
