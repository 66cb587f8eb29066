# SPDX-License-Identifier: Apache-2.0
"""Starts the unmodified firmware on the simulated table: `boot_unix.py FD_IN FD_OUT`.

The first message on the control pipe is the order to boot: the board's pins, how many lights there are,
the wire levels, the path of the flash image, the seed, whether the die needs none, the virtual time and the reset cause.
"""

import sys

from tavle.sim.device_side.clock import Clock
from tavle.sim.device_side.pipe import Pipe

# Where the flash's file system appears; on a Pico it is a folder of the same name.
_DATA = "/tavle"


def _shims(clock, bench, start):
    import os
    import random

    import machine

    from tavle.sim.device_side import buses

    for module in (machine, buses):
        module._bench = bench
        module._clock = clock
    machine._cause = start["cause"]
    random._own = start["seed"] * 7919 + clock.now + 1
    random.seed()
    os._fair = start["fair"]


def _mount(flash):
    import vfs

    from tavle.sim.chips.norflash import BlockDevice

    device = BlockDevice(flash)
    # Without file times: they would be the PC's, and no two runs would leave the same flash.
    try:
        disk = vfs.VfsLfs2(device, progsize=256, mtime=False)
    except OSError:
        vfs.VfsLfs2.mkfs(device, progsize=256)
        disk = vfs.VfsLfs2(device, progsize=256, mtime=False)
    vfs.mount(disk, _DATA)


def main():
    """Build the bench, mount the flash, run the firmware; afterwards stay like an idle board."""
    pipe = Pipe(int(sys.argv[1]), int(sys.argv[2]))
    start = pipe.get()
    clock = Clock(pipe, start["now"], 1000 * start["clock_ms"])
    import select
    import time

    time._clock = select._clock = clock
    from tavle.sim.device_side import ioqueue, tasks
    from tavle.sim.device_side.bench import Bench

    bench = Bench(clock, start)
    _shims(clock, bench, start)
    tasks.install()
    ioqueue.install(clock)
    clock.pass_us(start["boot_us"])
    _mount(bench.flash)
    if start["computing"]:
        from tavle.sim.device_side import computing

        computing.install(clock)
    try:
        with open(start["main"]) as file:
            code = compile(file.read(), start["main"], "exec")
        exec(code, {"__name__": "__main__"})
    except Exception as error:
        sys.print_exception(error, sys.stderr)
        sys.print_exception(error, sys.stdout)
    # The real board would sit at its prompt now: nothing runs, the watchdog still counts.
    while True:
        clock.pass_us(1000000)


main()
