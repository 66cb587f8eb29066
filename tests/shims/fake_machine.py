# SPDX-License-Identifier: Apache-2.0
"""MicroPython's `machine` and `rp2` for tests: parts that remember how they were made and do what a test says.

Import it before anything that imports one of them; `MACHINE` is the first module, `RP2` the other one.
"""

import sys

from drivers.hc165 import SCAN_MS


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
        MACHINE.buses["pwm"] = self

    def freq(self, hz):
        pass

    def duty_u16(self, duty):
        self.duties.append(duty)


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

    Pin, UART, I2C, PWM, WDT = Pin, UART, I2C, PWM, WDT
    PWRON_RESET = 1

    def __init__(self):
        self.power_on()

    def power_on(self):
        self.pins = {}
        self.buses = {}
        self.chain = None  # bytes on the line from the chain of switches
        self.now_ms = lambda: 0  # the test's clock
        self.frames = []
        self.cause = 0
        self.levels = {}  # of pins, as they are from outside
        sys.modules["rp2"] = RP2  # a table forgets it once it is there

    def reset_cause(self):
        return self.cause

    def reset(self):
        raise Reset


class StateMachine:
    """A state machine of the PIO; the channel of `RP2.dma` takes what it shifts in."""

    def __init__(self, number, program, **how):
        self.number = number
        self.program = program
        self.how = how
        self.on = False
        self.restarts = 0
        self.scans = "in_base" in how
        if self.scans:
            RP2.machine = self

    def active(self, on):
        self.on = bool(on)
        if on and self.scans:
            self.began_ms = MACHINE.now_ms()
            self.done = 0
            RP2.scan()

    def restart(self):
        self.restarts += 1

    def rx_fifo(self):
        return 0


class DMA:
    """A channel that writes a ring of 32 times 16 bytes, or reads a frame for the lights."""

    def __init__(self):
        self.how = self.to = None
        self.count = 0
        self.on = False

    def pack_ctrl(self, **how):
        self.how = how
        return how

    def config(self, **to):
        self.to = self.to or {}
        self.to.update(to)
        if isinstance(self.to["write"], StateMachine):
            if to.get("trigger"):
                MACHINE.frames.append((self.to["write"].how["out_base"].number, bytes(to["read"])))
            return
        RP2.dma = self
        self.count = to["count"]
        self.on = to.get("trigger", False)

    def active(self, on):
        self.on = bool(on)


class PIO:
    OUT_LOW = 2
    OUT_HIGH = 3
    SHIFT_LEFT = 0


class Rp2:
    """MicroPython's `rp2`."""

    StateMachine, DMA, PIO = StateMachine, DMA, PIO

    def asm_pio(self, **how):
        """Return what leaves a program as it is."""
        return lambda program: (program, how)

    def scan(self):
        """Shift in the scans that are due by the test's clock: all as the line is now."""
        machine, dma = self.machine, self.dma
        due = (MACHINE.now_ms() - machine.began_ms & 0x3FFFFFFF) // SCAN_MS + 1
        if not machine.on or not dma.on or due <= machine.done:
            return
        line = b"" if MACHINE.chain is None else MACHINE.chain
        line += (b"\x00" if MACHINE.chain is None else b"\xff") * (16 - len(line))
        for number in range(max(machine.done, due - 32), due):
            at = 16 * (number % 32)
            for i in range(16):
                dma.to["write"][at + i] = line[i]
        machine.done = due
        dma.count = dma.to["count"] - 4 * due


class Uctypes:
    """MicroPython's `uctypes`, for CPython."""

    @staticmethod
    def addressof(data):
        return 16 * len(data)


RP2 = Rp2()
MACHINE = Machine()
sys.modules["machine"] = MACHINE
if sys.implementation.name != "micropython":
    sys.modules["uctypes"] = Uctypes
