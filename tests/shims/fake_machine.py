# SPDX-License-Identifier: Apache-2.0
"""MicroPython's `machine` for tests: parts that remember how they were made and do what a test says.

Import it before anything that imports `machine`; `MACHINE` is the module.
"""

import sys


class Pin:
    OUT = 1
    IN = 0
    PULL_UP = 2

    def __init__(self, number, mode=-1, pull=-1, value=None):
        self.number = number
        self.mode = mode
        self.pull = pull
        self.level = MACHINE.levels.get(number, value)
        MACHINE.pins[number] = self

    def init(self, mode):
        self.mode = mode

    def value(self, level=None):
        if level is None:
            return self.level
        self.level = level


class SPI:
    def __init__(self, number, **how):
        self.number = number
        self.how = how
        MACHINE.buses["spi"] = self

    def readinto(self, data):
        data[:] = bytes(len(data)) if MACHINE.chain is None else MACHINE.chain


class UART:
    def __init__(self, number, **how):
        self.number = number
        self.how = how
        self.written = b""
        MACHINE.buses["uart"] = self

    def any(self):
        return 0

    def readinto(self, data, count):
        return 0

    def write(self, data):
        self.written += bytes(data)
        return len(data)


class I2C:
    def __init__(self, number, **how):
        self.number = number
        self.how = how
        MACHINE.buses["i2c"] = self

    def readfrom_into(self, address, data):
        raise OSError(5)

    def writeto(self, address, data):
        raise OSError(5)


class PWM:
    def __init__(self, pin):
        self.pin = pin
        self.duties = []
        self.pitches_hz = []
        MACHINE.buses["pwm"] = self

    def freq(self, hz):
        self.pitches_hz.append(hz)

    def duty_u16(self, duty):
        self.duties.append(duty)


class Timer:
    PERIODIC = 1
    ONE_SHOT = 0

    def __init__(self, **how):
        self.how = how
        self.stopped = False
        MACHINE.buses["timer"] = self

    def deinit(self):
        self.stopped = True


class WDT:
    def __init__(self, timeout):
        self.timeout = timeout
        self.fed = 0
        MACHINE.buses["watchdog"] = self

    def feed(self):
        self.fed += 1


class Reset(Exception):
    """The controller starts anew."""


class Machine:
    """MicroPython's `machine`."""

    Pin, SPI, UART, I2C, PWM, Timer, WDT = Pin, SPI, UART, I2C, PWM, Timer, WDT
    PWRON_RESET = 1

    def __init__(self):
        self.power_on()

    def power_on(self):
        self.pins = {}
        self.buses = {}
        self.chain = None  # bytes on the line from the chain of switches
        self.frames = []
        self.cause = 0
        self.levels = {}  # of pins, as they are from outside

    def bitstream(self, pin, encoding, timing, data):
        assert encoding == 0
        self.frames.append((pin.number, timing, bytes(data)))

    def reset_cause(self):
        return self.cause

    def reset(self):
        raise Reset


MACHINE = Machine()
sys.modules["machine"] = MACHINE
