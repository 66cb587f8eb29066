# SPDX-License-Identifier: Apache-2.0
"""`select` with a USB port that can be full. Shadows MicroPython's own module in the simulator."""

import sys

from uselect import POLLIN, POLLOUT
from uselect import poll as _poll

# Set by boot_unix before anything else runs.
_clock = None


class _Poll:
    """A poll object: standard output has no room while the simulated port is full."""

    def __init__(self):
        self._plain = _poll()
        self._out = None

    def register(self, stream, mask=POLLIN | POLLOUT):
        if stream is sys.stdout or stream is sys.stdout.buffer:
            self._out = stream
        else:
            self._plain.register(stream, mask)

    def poll(self, timeout_ms=-1):
        if self._out is None:
            return self._plain.poll(timeout_ms)
        if _clock.usb_full:
            _clock.pass_us(timeout_ms * 1000)
            return []
        return [(self._out, POLLOUT)]


def poll():
    return _Poll()
