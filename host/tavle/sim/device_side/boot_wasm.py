# SPDX-License-Identifier: Apache-2.0
"""Starts the unmodified firmware on the simulated table in MicroPython's WebAssembly, in the program that owns it.

The owner calls `exchange(order)` with the orders that `boot_unix` takes over its pipe, and gets the answer back: nothing here
can wait. Time therefore stops only where all tasks of the firmware wait. What takes time in the middle of
something goes on beyond the limit it was given; its owner's time catches up with it before it runs again.
There is no littlefs either: the data folder is one of Emscripten's, and its flash takes no time.
"""

import asyncio
import asyncio.core as core
import json
import os
import random
import select
import sys
import time

import js
import machine
import vfs

from tavle.sim.device_side import buses, tasks
from tavle.sim.device_side.bench import Bench
from tavle.sim.device_side.clock import Clock

_NO_FLASH = "/flash"
_LONGEST_MS = 1000


class _Ends(BaseException):
    """The firmware has come to its endless loop, or to the end of this boot."""


class _Clock(Clock):
    """Cannot stop in the middle of something: it goes on, and is ahead of its owner then."""

    def _stop(self, idle):
        self.until_us += 1000
        self._aim()

    def reset(self, why):
        self.on_off(False)
        _answers.reset = why
        raise _Ends


class _Disk:
    """The root of the file system, with the numbers of errors that other ports have."""

    _OF_EMSCRIPTEN = {2: 13, 20: 17, 28: 22, 31: 21, 44: 2, 51: 28, 54: 20, 55: 39}

    def __init__(self):
        self._own = vfs.VfsPosix()

    def mount(self, _readonly, _mkfs):
        pass

    def _do(self, name, *args):
        try:
            return getattr(self._own, name)(*args)
        except OSError as error:
            raise OSError(self._OF_EMSCRIPTEN.get(error.args[0], error.args[0])) from None

    def open(self, path, mode):
        return self._do("open", path, mode)

    def ilistdir(self, path):
        return self._do("ilistdir", path)

    def mkdir(self, path):
        self._do("mkdir", path)

    def remove(self, path):
        self._do("remove", path)

    def rename(self, old, new):
        self._do("rename", old, new)

    def rmdir(self, path):
        self._do("rmdir", path)

    def stat(self, path):
        return self._do("stat", path)

    def statvfs(self, path):
        return self._do("statvfs", path)


class _Answers:
    """Takes the place of the pipe: keeps the answer until it is asked for."""

    def __init__(self):
        self.last = None
        self.reset = ""

    def put(self, message):
        self.last = message


class _Usb:
    """What waits on standard input: bytes of the owner's, and a task that reads them."""

    def __init__(self):
        self.data = b""
        self.came = asyncio.Event()


class _Reader:
    """`asyncio.StreamReader`, which this port lacks; there is one stream only."""

    def __init__(self, _):
        pass

    async def read(self, n):
        while not _usb.data:
            _usb.came.clear()
            await _usb.came.wait()
        data, _usb.data = _usb.data[:n], _usb.data[n:]
        return data


_answers = _Answers()
_clock = None
_usb = None
_limit_us = 0  # how far time may pass


def _run(coro):
    """Begin what `asyncio.run` would run to its end."""
    core.create_task(coro)
    raise _Ends


def _urandom(n):
    """Return the browser's own chance."""
    data = js.crypto.getRandomValues(js.Uint8Array.new(n))
    return bytes([data[i] for i in range(n)])


def exchange(text):
    """Do an order and return the answer, both as JSON; `at` in it is how far the firmware is ahead."""
    global _limit_us
    order = json.loads(text)
    if order["do"] == "boot":
        _limit_us = order["now"]
        _boot(order)
        _answers.put({"now": order["now"], "idle": True})
    else:
        if order["do"] == "usb":
            _usb.data += order["data"].encode()
            _usb.came.set()
        _limit_us = order.get("until", _limit_us)
        if _clock.obey(order, _clock.now <= _limit_us):
            if not _answers.reset:
                _advance(_limit_us)
            _answers.put(
                {"now": min(_limit_us, _clock.now) if _answers.reset else _limit_us, "idle": True}
            )
    answer = _answers.last
    answer["at"] = _clock.now
    if _answers.reset:
        answer["reset"] = _answers.reset
    return json.dumps(answer)


def _boot(start):
    global _clock, _usb
    with open(_NO_FLASH, "w"):
        pass
    start["flash"], start["flash_size"] = _NO_FLASH, 0
    _clock = _Clock(_answers, start["now"], 1000 * start["clock_ms"])
    time._clock = select._clock = _clock
    tasks.install()
    core._schedule_run_iter = lambda _ms: None
    asyncio.run, asyncio.StreamReader = _run, _Reader
    _usb = _Usb()
    bench = Bench(_clock, start)
    for module in (machine, buses):
        module._bench, module._clock = bench, _clock
    machine._cause = start["cause"]
    random._own = start["seed"] * 7919 + _clock.now + 1
    random.seed()
    vfs.umount("/")
    vfs.mount(_Disk(), "/")
    if start["fair"]:
        os.urandom = _urandom
    _clock.pass_us(start["boot_us"])
    try:
        with open(start["main"]) as file:
            code = compile(file.read(), start["main"], "exec")
        exec(code, {"__name__": "__main__"})
    except _Ends:
        pass
    except Exception as error:
        sys.print_exception(error)


def _advance(limit_us):
    """Let the firmware live up to a time; its tasks run at whole milliseconds."""
    clock = _clock
    try:
        while clock.now <= limit_us:
            clock.woken = False
            core._run_iter()
            task = core._task_queue.peek()
            wait_ms = core.ticks_diff(task.ph_key, core.ticks()) if task else _LONGEST_MS
            t = (clock.now // 1000 + wait_ms) * 1000
            if t > limit_us:
                clock.reach(max(limit_us, clock.now), True)
                return
            clock.reach(t, True)
    except _Ends:
        pass
