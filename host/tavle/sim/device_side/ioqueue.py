# SPDX-License-Identifier: Apache-2.0
"""asyncio's waiting place on virtual time.

Replaces `asyncio.core.IOQueue`: standard input is read for real (it is the USB link), other
objects are asked through their `ioctl`, and when nothing is ready time jumps to the next deadline.
"""

import asyncio.core as core
import sys

import uselect as select

_POLL = 3  # MP_STREAM_POLL
_RD = 1
_WR = 4


def _is_usb(stream):
    return stream is sys.stdin or stream is sys.stdout or stream is sys.stdin.buffer


def install(clock):
    """Make asyncio wait on this clock from now on."""

    class IOQueue:
        """Tasks that wait for a stream: id(stream) -> [reading task, writing task, stream]."""

        def __init__(self):
            self.map = {}
            self._others = False  # something else than standard input was ever waited for
            self._poller = select.poll()
            self._poller.register(sys.stdin, select.POLLIN)

        def _enqueue(self, stream, index):
            if not _is_usb(stream):
                self._others = True
            entry = self.map.setdefault(id(stream), [None, None, stream])
            if entry[index] is not None:
                raise RuntimeError("two tasks wait for one stream")
            entry[index] = core.cur_task
            core.cur_task.data = self

        def queue_read(self, stream):
            self._enqueue(stream, 0)

        def queue_write(self, stream):
            self._enqueue(stream, 1)

        def remove(self, task):
            for key in list(self.map):
                entry = self.map[key]
                if task is entry[0]:
                    entry[0] = None
                if task is entry[1]:
                    entry[1] = None
                if entry[0] is None and entry[1] is None:
                    del self.map[key]

        def _wake(self, key, ready):
            entry = self.map[key]
            for index, mask in ((0, _RD), (1, _WR)):
                if entry[index] is not None and ready & mask:
                    core._task_queue.push(entry[index])
                    entry[index] = None
            if entry[0] is None and entry[1] is None:
                del self.map[key]

        def _ready(self, stream):
            if not _is_usb(stream):
                return stream.ioctl(_POLL, _RD | _WR)
            if clock.usb:
                clock.usb = bool(self._poller.poll(0))
            return _WR | (_RD if clock.usb else 0)

        def _look(self):
            woke = False
            for key in list(self.map):
                ready = self._ready(self.map[key][2])
                entry = self.map[key]
                if (ready & _RD and entry[0]) or (ready & _WR and entry[1]):
                    self._wake(key, ready)
                    woke = True
            return woke

        def wait_io_event(self, wait_ms):
            """Wake tasks whose stream is ready, else let up to `wait_ms` pass; -1 waits until one is."""
            while not ((clock.usb or self._others) and self.map and self._look()):
                step_ms = wait_ms
                if wait_ms < 0 or (self._others and wait_ms > 1):
                    step_ms = 1 if self._others else 1000
                if step_ms:
                    t = (clock.now // 1000 + step_ms) * 1000
                    if t < clock.horizon:
                        clock.now = t
                        clock.spins = 0
                    else:
                        clock.reach(t, True)
                if wait_ms >= 0:
                    break

    core.IOQueue = IOQueue
    core._io_queue = IOQueue()
