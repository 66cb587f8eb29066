# SPDX-License-Identifier: Apache-2.0
"""`machine` over the simulated chips. Shadows MicroPython's own module in the simulator.

The same calls, times and errors as on the RP2040 port, but only what the firmware uses.
Source: MicroPython docs, `machine` and the RP2 quick reference.
"""

from umachine import PinBase

from tavle.sim.device_side.buses import I2C, UART  # noqa: F401 - for the firmware

PWRON_RESET = 1

# Set by boot_unix before anything else runs.
_bench = None
_clock = None
_cause = PWRON_RESET


class Pin(PinBase):
    IN = 0
    OUT = 1
    PULL_UP = 1
    PULL_DOWN = 2

    def __init__(self, id, mode=-1, pull=-1, *, value=None):
        self.id = id
        self._line = _bench.line(id)
        self.init(mode, pull, value=value)

    def init(self, mode=-1, pull=-1, *, value=None):
        if value is not None:
            self.value(value)

    def value(self, *level):
        line = self._line
        if not level:
            if line.sense is None:
                _clock.spin()
                return line.level
            return line.sense()
        line.level = 1 if level[0] else 0
        if line.drive is not None:
            line.drive(line.level)
        return None

    __call__ = value


class PWM:
    def __init__(self, dest):
        self._mine = dest.id == _bench.buzzer_pin
        self._hz = 0
        self.duty_u16(0)

    def freq(self, hz):
        if not 8 <= hz <= 62500000:
            raise ValueError("freq out of range")
        self._hz = hz
        self.duty_u16(self._duty)

    def duty_u16(self, duty):
        self._duty = duty
        if self._mine:
            _bench.buzzer.drive(_clock.now, self._hz, duty)


class WDT:
    def __init__(self, timeout):
        if not 1 <= timeout <= 8388:
            raise ValueError("timeout exceeds 8388")
        self._us = timeout * 1000
        self.feed()

    def feed(self):
        _clock.watchdog(self._us)


def reset():
    _clock.reset("reset")


def reset_cause():
    return _cause
