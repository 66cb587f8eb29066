# SPDX-License-Identifier: Apache-2.0
"""A serial line on which a test puts bytes."""


class Uart:
    """What `machine.UART` is asked for.

    Attributes:
        waiting: bytes that have come and were not read.
        written: what was written, one entry a call.
    """

    def __init__(self):
        self.waiting = b""
        self.written = []

    def any(self):
        return len(self.waiting)

    def readinto(self, buf, count):
        count = min(count, len(self.waiting))
        buf[:count] = self.waiting[:count]
        self.waiting = self.waiting[count:]
        return count

    def write(self, data):
        self.written.append(bytes(data))
        return len(data)
