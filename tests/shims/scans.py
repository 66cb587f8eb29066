# SPDX-License-Identifier: Apache-2.0
r"""Instead of the PIO's machine, the DMA channel and the ring: scans that a test puts there one by one.

scans = Scans(2)
chain = scans.chain(1, ticks_ms)
chain.start()
scans.put(b"\xbf\xff")
"""

from drivers import hc165


class Scans:
    """A machine, a channel and a ring of 32 scans, of `n_bytes` bytes with what is beyond them as ones."""

    def __init__(self, n_bytes):
        self.n_bytes = n_bytes
        self.ring = bytearray(b"\xff" * hc165.RING)
        self.starts = 0
        self.count = hc165.WORDS  # words the channel has still to move
        self.running = False

    def chain(self, n_chips, ticks_ms, *more):
        """Return a chain over these scans."""
        return hc165.Chain(self, self, self.ring, n_chips, ticks_ms, *more)

    def put(self, scan):
        """Complete a scan. Never allocates."""
        at = (hc165.WORDS - self.count) * 4 % hc165.RING
        for i in range(self.n_bytes):
            self.ring[at + i] = scan[i]
        self.count -= 4

    # What the machine and the channel are asked to do

    def active(self, on):
        self.running = bool(on)

    def rx_fifo(self):
        return 0

    def restart(self):
        assert not self.running

    def config(self, write, count, trigger):
        assert write is self.ring and count == hc165.WORDS and trigger
        self.count = count
        self.starts += 1
