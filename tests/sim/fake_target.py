# SPDX-License-Identifier: Apache-2.0
"""A target without firmware: it keeps the levels that the world's contacts have."""

from tavle.sim.target import Setting, Target


class FakeTarget(Target):
    """Applies events when their time comes and writes them down."""

    def __init__(self, chips=13):
        super().__init__(Setting("partners"), chips)
        self.log = []

    def run(self, until_us):
        for event in self._due(until_us):
            self.inputs.apply(event)
            self.log.append(event)
        self.now_us = max(self.now_us, until_us)

    def stickers(self):
        return self.inputs.memories()

    def level(self, bit):
        """Return the wire level of an input after everything that is due by now."""
        self.run(self.now_us)
        return self.inputs.levels[bit >> 3] >> (bit & 7) & 1

    def edges(self, bit):
        """Return [(time in us, level)] of an input."""
        return [(e[0], e[3]) for e in self.log if e[1] == "in" and e[2] == bit]
