# SPDX-License-Identifier: Apache-2.0
"""`machine` over the simulated chips. Shadows MicroPython's own module in the simulator.

The same calls, times and errors as on the RP2040 port, as far as a table uses them.
Source: MicroPython docs, `machine` and the RP2 quick reference.
"""

import umachine as _m
from umachine import mem8, mem16, mem32  # noqa: F401 - for the firmware
from urandom import getrandbits as _bits

from tavle.sim.device_side.buses import I2C, SPI, UART, SoftI2C  # noqa: F401 - for the firmware

PWRON_RESET = 1
WDT_RESET = 3

# Set by boot_unix before anything else runs.
_bench = None
_clock = None
_cause = PWRON_RESET
_id = b"\0\0\0\0\0\0\0\0"


class Pin(_m.PinBase):
    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    ALT = 3
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __init__(self, id, mode=-1, pull=-1, *, value=None, alt=-1):
        self.id = 25 if id == "LED" else id
        self._line = _bench.line(self.id)
        self.init(mode, pull, value=value)

    def init(self, mode=-1, pull=-1, *, value=None, alt=-1):
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

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)

    high = on
    low = off

    def toggle(self):
        self.value(1 - self._line.level)

    def irq(self, handler=None, trigger=12, *, priority=1, wake=None, hard=False):
        # The table polls its lines; an interrupt line is a hint the firmware must not need.
        return None


class Signal:
    def __init__(self, pin, *args, invert=False, **more):
        self._pin = pin
        self._invert = 1 if invert else 0

    def value(self, *level):
        if not level:
            return self._pin.value() ^ self._invert
        return self._pin.value((1 if level[0] else 0) ^ self._invert)

    __call__ = value

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)


class PWM:
    def __init__(self, dest, *, freq=0, duty_u16=0, duty_ns=0, invert=False):
        self._mine = dest.id == _bench.buzzer_pin
        self._hz = freq
        self._duty = duty_u16
        self.init(freq=freq, duty_u16=duty_u16)

    def init(self, *, freq=None, duty_u16=None, duty_ns=None, invert=False):
        if freq:
            self._hz = freq
        if duty_ns is not None:
            duty_u16 = duty_ns * self._hz * 65535 // 1000000000
        if duty_u16 is not None:
            self._duty = duty_u16
        if self._mine:
            _bench.buzzer.drive(_clock.now, self._hz, self._duty)

    def deinit(self):
        self.init(duty_u16=0)

    def freq(self, *hz):
        if not hz:
            return self._hz
        if not 8 <= hz[0] <= 62500000:
            raise ValueError("freq out of range")
        return self.init(freq=hz[0])

    def duty_u16(self, *duty):
        return self.init(duty_u16=duty[0]) if duty else self._duty

    def duty_ns(self, *ns):
        return self.init(duty_ns=ns[0]) if ns else self._duty * 1000000000 // 65535 // self._hz


class WDT:
    def __init__(self, id=0, timeout=5000):
        if not 1 <= timeout <= 8388:
            raise ValueError("timeout exceeds 8388")
        self._us = timeout * 1000
        self.feed()

    def feed(self):
        _clock.watchdog(self._us)


class Timer:
    ONE_SHOT = 0
    PERIODIC = 1

    def __init__(self, id=-1, **more):
        self._item = None
        if more:
            self.init(**more)

    def init(self, *, mode=1, freq=-1, period=-1, callback=None, hard=False):
        self.deinit()
        self._us = int(1000000 / freq) if freq > 0 else period * 1000
        self._mode = mode
        self._callback = callback
        self._hard = hard  # an interrupt wakes no task
        self._item = _clock.at(_clock.now + self._us, self._fire)

    def _fire(self, _):
        if self._mode == Timer.PERIODIC:
            self._item = _clock.at(self._item[0] + self._us, self._fire)
        if not self._hard:
            _clock.woken = True
        if self._callback:
            self._callback(self)

    def deinit(self):
        if self._item:
            _clock.cancel(self._item)
            self._item = None


class ADC:
    CORE_TEMP = 4

    def __init__(self, id):
        pass

    def read_u16(self):
        return 14300  # 27 degrees on the internal sensor


class RTC:
    def datetime(self, *when):
        import time

        t = time.gmtime()
        return (t[0], t[1], t[2], t[6], t[3], t[4], t[5], 0)


def bitstream(pin, encoding, timing, data):
    if encoding:
        raise ValueError("encoding")
    us = (timing[0] + timing[1]) * 8 * len(data) // 1000
    if pin.id == _bench.strip_pin:
        us = _bench.strip.write(_clock.now, timing, data)
    _clock.pass_us(us)


def time_pulse_us(pin, level, timeout_us=1000000):
    _clock.pass_us(timeout_us)
    return -2


def reset():
    _clock.reset("reset")


soft_reset = reset
bootloader = reset


def reset_cause():
    return _cause


def unique_id():
    return _id


def freq(*hz):
    return None if hz else 125000000


def idle():
    _clock.pass_us(1)


def lightsleep(ms=0):
    _clock.pass_us(ms * 1000)


deepsleep = lightsleep


def disable_irq():
    return 1


def enable_irq(state):
    pass


def rng():
    return _bits(24)
