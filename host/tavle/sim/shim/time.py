# SPDX-License-Identifier: Apache-2.0
"""`time` on virtual time. Shadows MicroPython's own module in the simulator."""

from utime import *
from utime import gmtime as _gmtime

# Set by boot_unix before anything else runs.
_clock = None
_EPOCH_S = 1609459200  # 2021-01-01: a Pico without a battery starts there


# As on 32-bit boards; the unix port's own counters wrap much later.
_MASK = 0x3FFFFFFF
_HALF = 0x20000000


def ticks_us():
    clock = _clock
    clock.spin()
    return (clock.now - clock.boot_us + clock.start_us) & _MASK


def ticks_ms():
    clock = _clock
    clock.spins += 1
    if clock.spins > 200:
        clock.spin()
    return ((clock.now - clock.boot_us + clock.start_us) // 1000) & _MASK


def ticks_add(ticks, delta):
    return (ticks + delta) & _MASK


def ticks_diff(end, begin):
    return ((end - begin + _HALF) & _MASK) - _HALF


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
