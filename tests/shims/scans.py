# SPDX-License-Identifier: Apache-2.0
"""Instead of `drivers.scanner`: scans that a test puts there one by one.

scans = Scans(2)
chain = Chain(scans, 1, ticks_ms)
scans.put(b"\\xbf\\xff")
"""


class Scans:
    """A ring of scans of `n_bytes` bytes."""

    def __init__(self, n_bytes):
        self.slots = [memoryview(bytearray(n_bytes)) for _ in range(32)]
        self.count = 0
        self.starts = 0

    def start(self):
        self.count = 0
        self.starts += 1

    def done(self):
        return self.count

    def put(self, scan):
        """Complete a scan. Never allocates."""
        slot = self.slots[self.count % 32]
        for i in range(len(slot)):
            slot[i] = scan[i]
        self.count += 1
