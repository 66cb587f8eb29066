# SPDX-License-Identifier: Apache-2.0
"""Runs instead of the app on the emulated Pico: times of the whole firmware, without its tasks.

Prints lines `name number`, times in us; the last line is `end 0`.
"""

import gc
import time

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


def scans(name):
    """Print time and memory of scans during which nothing changes."""
    chain = system.hardware.chain
    system.hardware._timer.deinit()
    now_ms = 100_000
    for _ in range(400):  # what settles has settled
        now_ms += 5
        chain.scan()
        system.scan(now_ms)
    gc.collect()
    gc.disable()
    times = [0] * 100
    before = gc.mem_alloc()
    gc.mem_alloc()
    free = gc.mem_alloc() - before  # what asking costs
    before = gc.mem_alloc()
    for _ in range(100):
        now_ms += 5
        chain.scan()
        system.scan(now_ms)
    used = gc.mem_alloc() - before - free
    for i in range(100):
        now_ms += 5
        start = time.ticks_us()
        chain.scan()
        system.scan(now_ms)
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


def copy(out, wire):
    for i in range(len(out)):
        out[i] = wire[i]


def lift():
    """Print how long the answer to a lift takes, from the second scan that shows it."""
    match = system.match
    _, move = match.results(system.table.active)[0]
    boardmap = system.feedback._leds._map
    chain = system.hardware.chain
    stands = bytes(chain.read())
    lifted = bytearray(stands)
    for n in reversed(boardmap.bits(boardmap.spot(move[1], move[2]))):
        if not lifted[n >> 3] >> (n & 7) & 1:  # closed: a pawn stands there
            lifted[n >> 3] |= 1 << (n & 7)
            break
    wires = [lifted, stands]
    chain._readinto = lambda out: copy(out, wires[0])
    clock = [300_000]
    chain._ticks_ms = lambda: clock[0]

    def scan():
        chain.scan()
        system.scan(clock[0])

    answers = []
    for k in range(6):
        clock[0] = 300_000 + 1000 * k
        scan()
        gc.collect()
        clock[0] += 5
        answers.append(took_us(scan))
        while clock[0] % 1000 < 300:
            clock[0] += 5
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
gc.collect()
print("heap-begun", gc.mem_free())
scans("scan")
renders()
cards()
lay(KIND)
scans("scan-waiting")
lift()
print("end", 0)
