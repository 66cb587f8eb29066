# SPDX-License-Identifier: Apache-2.0
"""The simulator's `rp2` under one driver, for tests in both interpreters: a clock, and chips on pins.

pins = PioPins(strip=Strip(96))
driver = pins.driver("ws2812").Strip(pins.pin(22), 96, pins.ticks_ms)
pins.pass_us(4000)
"""

import sys

from tavle.sim.device_side import clock


class _Pipe:
    def put(self, message):
        raise EOFError


class _Pin:
    IN = 0
    OUT = 1

    def __init__(self, id, mode=-1):
        self.id = id


class _Bench:
    strip_pin = 22
    chain_pins = (16, 17, 18)

    def __init__(self, chips):
        for name in chips:
            setattr(self, name, chips[name])


class _Machine:
    Pin = _Pin


class _Uctypes:
    @staticmethod
    def addressof(_data):
        return 1024


class _Module:
    pass


class PioPins:
    """A Pico with these chips: `strip` on its pin 22, `chain` on 16 to 18."""

    pin = _Pin

    def __init__(self, **chips):
        self.clock = clock.Clock(_Pipe(), 5_000_000)
        self.clock.until_us = self.clock.horizon = 1 << 60
        self._machine = _Machine()
        self._machine._bench = _Bench(chips)
        self._machine._clock = self.clock
        sim = clock.__file__.replace("\\", "/").rsplit("/", 2)[0]
        self.rp2 = self._run(sim + "/shim/rp2.py", None)

    def _run(self, path, rp2):
        """Return the module in a file, as it is over these chips."""
        below = {"machine": self._machine, "rp2": rp2, "uctypes": _Uctypes}
        before = {name: sys.modules.get(name) for name in below}
        sys.modules.update(below)
        names = {"__name__": "test"}
        try:
            with open(path) as file:
                exec(file.read(), names)
        finally:
            for name, module in before.items():
                if module is None:
                    del sys.modules[name]
                else:
                    sys.modules[name] = module
        made = _Module()
        for name, value in names.items():
            setattr(made, name, value)
        return made

    def driver(self, name):
        """Return `drivers.<name>`, over this Pico."""
        import drivers

        return self._run(drivers.__file__.rsplit("/", 1)[0] + "/" + name + ".py", self.rp2)

    def ticks_ms(self):
        return self.clock.now // 1000

    def pass_us(self, us):
        self.clock.pass_us(us)
