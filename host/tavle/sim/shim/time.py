# SPDX-License-Identifier: Apache-2.0
"""`time` on virtual time. Shadows MicroPython's own module in the simulator."""

from utime import *
from utime import gmtime as _gmtime

# Set by boot_unix before anything else runs.
_clock = None
_EPOCH_S = 1609459200  # 2021-01-01: a Pico without a battery starts there


def ticks_us():
    _clock.spin()
    return _clock.now - _clock.boot_us


def ticks_ms():
    clock = _clock
    clock.spins += 1
    if clock.spins > 200:
        clock.spin()
    return (clock.now - clock.boot_us) // 1000


def ticks_cpu():
    return ticks_us()


def sleep_us(us):
    if us > 0:
        _clock.pass_us(us)


def sleep_ms(ms):
    if ms > 0:
        _clock.pass_us(ms * 1000)


def sleep(s):
    if s > 0:
        _clock.pass_us(int(s * 1000000))


def time():
    return _EPOCH_S + (_clock.now - _clock.boot_us) // 1000000


def time_ns():
    return (_EPOCH_S * 1000000 + _clock.now - _clock.boot_us) * 1000


def gmtime(s=None):
    return _gmtime(time() if s is None else s)


localtime = gmtime
