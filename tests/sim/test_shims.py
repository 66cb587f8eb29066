# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The simulator's `machine`, `time` and friends, call by call as MicroPython's documentation has them."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import tavle.sim
from tavle.sim.device_side import buses
from tavle.sim.device_side.clock import Clock

SHIM = Path(tavle.sim.__file__).parent / "shim"
BUZZER_PIN, STRIP_PIN = 16, 22
AT_US = 5_000_000  # what a test's clock shows first


class Pipe:
    """Notes what the clock tells its owner; an order that was not foreseen ends the test."""

    def __init__(self):
        self.told = []

    def put(self, message):
        self.told.append(message)

    def get(self):
        raise EOFError


class Line:
    def __init__(self):
        self.level, self.drive, self.sense = 1, None, None


class Table:
    """A clock that may go as far as it likes, and pins with nothing on them."""

    def __init__(self):
        self.clock = Clock(Pipe(), AT_US)
        self.clock.until_us = self.clock.horizon = 1 << 60
        self.clock.on_off = lambda cut: None
        self.lines = {}
        self.buzzer_pin, self.strip_pin = BUZZER_PIN, STRIP_PIN
        self.sounds, self.bursts = [], []
        self.buzzer = SimpleNamespace(drive=lambda *told: self.sounds.append(told))
        self.strip = SimpleNamespace(write=self._burst)
        self.spi, self.uart, self.i2c = {}, {}, {}

    def _burst(self, at_us, timing, data):
        self.bursts.append((at_us, timing, bytes(data)))
        return 777

    def line(self, pin):
        return self.lines.setdefault(pin, Line())

    def took(self, call, *args, **named):
        """Return for how long a call lets time pass."""
        before = self.clock.now
        call(*args, **named)
        return self.clock.now - before


def module(**names):
    """Return a module that a shim finds below its own."""
    made = ModuleType("below")
    vars(made).update(names)
    return made


def load(monkeypatch, name, **below):
    """Run a shim with the modules that it finds on a Pico."""
    for other, found in below.items():
        monkeypatch.setitem(sys.modules, other, found)
    spec = importlib.util.spec_from_file_location(f"shim_{name}", SHIM / f"{name}.py")
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.fixture
def table(monkeypatch):
    made = Table()
    monkeypatch.setattr(buses, "_bench", made)
    monkeypatch.setattr(buses, "_clock", made.clock)
    return made


@pytest.fixture
def machine(monkeypatch, table):
    made = load(monkeypatch, "machine", umachine=module(PinBase=object))
    made._bench, made._clock = table, table.clock
    return made


# Pins


def test_the_numbers_of_a_pin_are_those_of_the_rp2040(machine):
    assert (machine.Pin.IN, machine.Pin.OUT, machine.Pin.PULL_UP) == (0, 1, 1)


def test_a_pin_is_written_in_every_way_that_there_is(machine, table):
    pin = machine.Pin(7, machine.Pin.OUT)
    line, driven = table.lines[7], []
    assert list(table.lines) == [7] and line.level == 1
    line.drive = driven.append
    for write, level in (
        (lambda: pin.value(0), 0), (lambda: pin.value(5), 1), (lambda: pin(0), 0), (lambda: pin(True), 1),
        (lambda: pin.init(pin.OUT, value=0), 0),
    ):  # fmt: skip
        assert write() is None
        assert line.level == level and driven.pop() == level and driven == []
    pin.init(pin.IN, pin.PULL_UP)
    assert line.level == 0 and driven == []


def test_a_pin_that_is_made_with_a_value_drives_it(machine, table):
    assert machine.Pin(3, 1, value=0).value() == 0
    assert machine.Pin(4, 1, value=1).value() == 1
    assert table.lines[3].level == 0 and table.lines[4].level == 1
    table.lines[3].level = 1
    assert machine.Pin(3).value() == 1  # made without a value it leaves the level alone


def test_a_pin_is_read_from_the_chip_on_it_or_as_it_was_driven(machine, table):
    pin = machine.Pin(9)
    levels = [0, 1]
    table.lines[9].sense = lambda: levels.pop(0)
    assert (pin(), pin.value()) == (0, 1)
    table.lines[9].sense = None
    table.lines[9].level = 0
    assert pin() == 0


def test_waiting_for_a_pin_takes_time_in_the_end(machine, table):
    pin = machine.Pin(9)
    for _ in range(200):
        pin.value()
    assert table.clock.now == AT_US
    pin.value()
    pin.value()
    assert table.clock.now == AT_US + 2


# PWM


def test_only_the_buzzers_pin_is_heard(machine, table):
    machine.PWM(machine.Pin(3)).duty_u16(100)
    assert table.sounds == []


def test_a_pwm_is_silent_until_it_is_told_otherwise(machine, table):
    pwm = machine.PWM(machine.Pin(BUZZER_PIN))
    pwm.freq(1000)
    pwm.duty_u16(32768)
    table.clock.pass_us(10)
    pwm.freq(2000)
    pwm.duty_u16(0)
    assert table.sounds == [
        (AT_US, 0, 0),
        (AT_US, 1000, 0),
        (AT_US, 1000, 32768),
        (AT_US + 10, 2000, 32768),
        (AT_US + 10, 2000, 0),
    ]


def test_a_pwm_takes_the_frequencies_that_an_rp2040_can_make(machine, table):
    pwm = machine.PWM(machine.Pin(BUZZER_PIN))
    for hz in (8, 62_500_000):
        pwm.freq(hz)
        assert table.sounds.pop() == (AT_US, hz, 0)
    for hz in (7, 62_500_001, 0):
        with pytest.raises(ValueError, match="freq out of range"):
            pwm.freq(hz)


# Watchdog and timers


def test_a_watchdog_that_is_not_fed_resets_the_controller(machine, table):
    dog = machine.WDT(timeout=1000)
    for _ in range(3):
        table.clock.pass_us(999_999)
        dog.feed()
    assert table.clock.pipe.told == []
    table.clock.pass_us(999_999)
    with pytest.raises(EOFError):
        table.clock.pass_us(1)
    assert table.clock.pipe.told == [{"reset": "watchdog", "now": AT_US + 3 * 999_999 + 1_000_000}]


def test_a_watchdog_takes_the_times_that_an_rp2040_can_count(machine, table):
    machine.WDT(1)
    machine.WDT(8388)
    assert table.clock.wdt_due_us == AT_US + 8_388_000
    for ms in (0, -1, 8389):
        with pytest.raises(ValueError, match="timeout exceeds 8388"):
            machine.WDT(ms)


def test_an_interrupt_comes_until_it_is_ended_and_wakes_no_task(machine, table):
    seen = []
    timer = machine.Timer(
        mode=machine.Timer.PERIODIC,
        period=5,
        callback=lambda which: seen.append((which, table.clock.now)),
        hard=True,
    )
    assert machine.Timer.PERIODIC == 1
    table.clock.pass_us(4_999)
    assert seen == []
    for n in (1, 2, 3):
        table.clock.pass_us(5_000)
        assert seen.pop() == (timer, AT_US + 5_000 * n) and seen == []
    timer.deinit()
    timer.deinit()
    table.clock.pass_us(50_000)
    assert seen == [] and not table.clock.woken


# What else there is


def test_bits_for_the_chain_of_lights_reach_it_and_take_as_long_as_it_says(machine, table):
    timing = (400, 850, 800, 450)
    assert table.took(machine.bitstream, machine.Pin(STRIP_PIN), 0, timing, b"\1\2\3") == 777
    assert table.bursts == [(AT_US, timing, b"\1\2\3")]
    # 3 bytes of 8 bits of 1.25 us
    assert table.took(machine.bitstream, machine.Pin(2), 0, timing, b"\1\2\3") == 30
    assert len(table.bursts) == 1
    with pytest.raises(ValueError, match="encoding"):
        machine.bitstream(machine.Pin(STRIP_PIN), 1, timing, b"")


def test_a_reset_ends_the_boot(machine, table):
    with pytest.raises(EOFError):
        machine.reset()
    assert table.clock.pipe.told.pop() == {"reset": "reset", "now": AT_US}


def test_why_a_controller_started_is_told(machine):
    assert machine.reset_cause() == machine.PWRON_RESET == 1
    machine._cause = 3
    assert machine.reset_cause() == 3


# SPI


class Shifter:
    def __init__(self):
        self.modes = []

    def read_into(self, buf, edge_first):
        self.modes.append(edge_first)
        for i in range(len(buf)):
            buf[i] = i + 1


def test_spi_reads_what_is_shifted_out_in_the_time_of_its_bits(table):
    chip = table.spi[0] = Shifter()
    spi = buses.SPI(0, 500_000, polarity=0, phase=1)
    buf = bytearray(14)
    assert table.took(spi.readinto, buf) == 224 and buf == bytes(range(1, 15))
    assert table.took(spi.readinto, bytearray(1)) == 16
    assert spi.read(3) == b"\1\2\3"
    out = bytearray(2)
    spi.write_readinto(b"ab", out)
    assert out == b"\1\2"
    assert table.took(spi.write, b"abcd") == 64
    assert chip.modes == [True] * 5
    with pytest.raises(ValueError, match="buffers must be the same length"):
        spi.write_readinto(b"abc", out)
    spi.init(3_000_000)
    assert table.took(spi.readinto, bytearray(1)) == 3  # 2.67 us, rounded up
    spi.deinit()


def test_only_mode_1_waits_for_the_first_edge(table):
    chip = table.spi[1] = Shifter()
    for polarity, phase in ((0, 0), (0, 1), (1, 0), (1, 1)):
        buses.SPI(1, polarity=polarity, phase=phase).read(1)
    assert chip.modes == [False, True, False, False]


def test_spi_without_a_chip_reads_zeros_and_takes_a_megabit_a_second(table):
    spi = buses.SPI(0)
    buf = bytearray(b"abc")
    assert table.took(spi.readinto, buf) == 24 and buf == bytes(3)
    with pytest.raises(NotImplementedError, match="LSB"):
        buses.SPI(0, firstbit=1)
    assert (buses.SPI.MSB, buses.SPI.LSB, buses.SPI.CONTROLLER) == (0, 1, 0)


# UART


class Serial:
    """A chip at a UART whose bytes arrive at times."""

    def __init__(self, *arriving):
        self.arriving = list(arriving)
        self.opened, self.written = [], []
        self.sent_us = 0

    def open(self, baud, rxbuf):
        self.opened.append((baud, rxbuf))

    def any(self, now_us):
        return sum(at <= now_us for at, _ in self.arriving)

    def read(self, now_us, nbytes):
        there = self.any(now_us)
        count = there if nbytes is None else min(nbytes, there)
        found = bytes(byte for _, byte in self.arriving[:count])
        del self.arriving[:count]
        return found

    def write(self, now_us, data):
        self.written.append((now_us, data))

    def sent(self, now_us):
        return now_us >= self.sent_us


def test_uart_gives_what_has_arrived_and_none_where_nothing_has(table):
    chip = table.uart[0] = Serial(*((AT_US, byte) for byte in b"abcdefg"))
    uart = buses.UART(0, 9600, rxbuf=64)
    buses.UART(0)
    buses.UART(0, rxbuf=4)
    assert chip.opened == [(9600, 64), (115200, 256), (115200, 32)]
    assert uart.any() == 7
    assert uart.read(2) == b"ab"
    buf = bytearray(4)
    assert uart.readinto(buf, 1) == 1 and buf == b"c\0\0\0"
    assert uart.readinto(buf) == 4 and buf == b"defg"
    assert uart.read() is None and uart.read(3) is None and uart.readinto(buf) is None
    assert buf == b"defg" and table.clock.now == AT_US and uart.any() == 0


def test_uart_waits_for_as_long_as_it_was_told(table):
    table.uart[0] = Serial((AT_US + 1_000, 65), (AT_US + 3_000, 66))
    uart = buses.UART(0, timeout=10)
    assert uart.read(2) == b"AB" and table.clock.now == AT_US + 3_000
    assert uart.read() is None and table.clock.now == AT_US + 13_000


def test_uart_reads_everything_that_is_there_when_the_first_byte_is(table):
    table.uart[0] = Serial((AT_US + 500, 65), (AT_US + 500, 66), (AT_US + 900, 67))
    uart = buses.UART(0, timeout=10)
    assert uart.read() == b"AB" and table.clock.now == AT_US + 500


def test_uart_reads_a_line_to_its_end_or_to_where_it_stops(table):
    table.uart[0] = Serial(*((AT_US, byte) for byte in b"one\ntwo"))
    uart = buses.UART(0)
    assert [uart.readline(), uart.readline(), uart.readline()] == [b"one\n", b"two", None]


def test_uart_writes_and_waits_until_everything_has_left(table):
    chip = table.uart[1] = Serial()
    uart = buses.UART(1)
    assert uart.write(bytearray(b"hello")) == 5 and chip.written == [(AT_US, b"hello")]
    chip.sent_us = AT_US + 120
    assert not uart.txdone()
    assert table.took(uart.flush) == 150 and uart.txdone()
    assert table.took(uart.flush) == 0
    uart.sendbreak()
    uart.deinit()
    assert len(chip.written) == 1


def test_uart_tells_a_poll_what_can_be_done(table):
    table.uart[0] = Serial((AT_US, 1))
    uart = buses.UART(0)
    poll_read, poll_write = 1, 4
    assert [uart.ioctl(3, flags) for flags in (0, 1, 4, 5)] == [0, 1, 4, 5]
    uart.read()
    assert uart.ioctl(3, poll_read) == 0 and uart.ioctl(3, poll_read | poll_write) == poll_write


def test_uart_without_a_chip_is_silent(table):
    uart = buses.UART(1)
    assert uart.any() == 0 and uart.read() is None and uart.readline() is None
    assert uart.write(b"abc") == 3 and uart.txdone() and uart.ioctl(3, 5) == 4
    assert table.took(uart.flush) == 0


# I2C


class Slave:
    def __init__(self, present=True):
        self.here, self.log = present, []

    def present(self, now_us):
        return self.here

    def read(self, now_us, nbytes):
        self.log.append((now_us, nbytes))
        return bytes(range(nbytes))

    def write(self, now_us, data):
        self.log.append((now_us, data))


def test_i2c_reads_and_writes_in_the_time_of_nine_bits_a_byte(table):
    chip = Slave()
    table.i2c[1] = {0x24: chip}
    i2c = buses.I2C(1, scl=None, sda=None, freq=100_000)
    assert i2c.readfrom(0x24, 3) == b"\0\1\2"
    assert table.clock.now == AT_US + 370 and chip.log.pop() == (AT_US + 370, 3)
    buf = bytearray(2)
    assert table.took(i2c.readfrom_into, 0x24, buf) == 280 and buf == b"\0\1"
    chip.log.clear()
    assert i2c.writeto(0x24, bytearray(b"xy")) == 2
    assert chip.log == [(AT_US + 930, b"xy")]
    assert table.took(buses.I2C(1).writeto, 0x24, b"xy") == 77  # at 400 kHz


def test_i2c_says_that_nobody_answers_and_takes_only_the_address(table):
    table.i2c[0] = {0x24: Slave(present=False), 0x50: Slave(), 0x10: Slave()}
    i2c = buses.I2C(0, freq=100_000)
    assert i2c.scan() == [0x10, 0x50] and buses.I2C(1).scan() == []
    for call in (lambda: i2c.readfrom(0x24, 9), lambda: i2c.writeto(0x77, b"abc")):
        before = table.clock.now
        with pytest.raises(OSError) as error:
            call()
        assert error.value.args == (5,) and table.clock.now == before + 100
    assert table.i2c[0][0x24].log == []


# time, select, os, random


@pytest.fixture
def ticking(monkeypatch, table):
    below = module(gmtime=lambda s: ("gmtime", s), mktime=len)
    made = load(monkeypatch, "time", utime=below)
    made._clock = table.clock
    return made


def test_counters_begin_at_the_boot_and_wrap_at_30_bits(ticking, table):
    assert ticking.ticks_us() == ticking.ticks_ms() == ticking.ticks_cpu() == 0
    table.clock.pass_us(2_999)
    assert (ticking.ticks_us(), ticking.ticks_ms(), ticking.ticks_cpu()) == (2_999, 2, 2_999)
    table.clock.start_us = (1 << 30) - 2_999
    assert ticking.ticks_us() == 0 and ticking.ticks_ms() == (1 << 30) // 1000
    table.clock.start_us = 1000 * (1 << 30)
    assert ticking.ticks_ms() == 2


def test_differences_of_ticks_are_signed_across_the_wrap(ticking):
    add, diff = ticking.ticks_add, ticking.ticks_diff
    last = (1 << 30) - 1
    assert add(last, 1) == 0 and add(0, -1) == last and add(5, 6) == 11
    assert diff(3, last) == 4 and diff(last, 3) == -4 and diff(7, 7) == 0
    assert diff((1 << 29) - 1, 0) == (1 << 29) - 1 and diff(1 << 29, 0) == -(1 << 29)


def test_a_loop_that_looks_at_the_clock_gets_on(ticking, table):
    for look in (ticking.ticks_us, ticking.ticks_ms):
        table.clock.spins = 0
        before = table.clock.now
        for _ in range(200):
            look()
        assert table.clock.now == before
        look()
        assert table.clock.now == before + 1


def test_sleep_takes_its_time_and_none_is_no_sleep(ticking, table):
    assert table.took(ticking.sleep, 0.25) == table.took(ticking.sleep_ms, 250) == 250_000
    assert table.took(ticking.sleep_us, 250) == 250
    assert table.took(ticking.sleep, 0.0000015) == 1  # no part of a microsecond
    assert table.took(ticking.sleep_us, 1) == 1 and table.took(ticking.sleep_ms, 1) == 1_000
    for sleep in (ticking.sleep, ticking.sleep_ms, ticking.sleep_us):
        assert table.took(sleep, 0) == table.took(sleep, -5) == 0


def test_the_date_is_that_of_a_pico_without_a_battery(ticking, table):
    table.clock.pass_us(61_500_000)
    assert ticking.time() == 1609459261 and ticking.time_ns() == 1609459261_500_000_000
    assert ticking.gmtime() == ticking.localtime() == ("gmtime", 1609459261)
    assert ticking.gmtime(0) == ("gmtime", 0)
    table.clock.pass_us(500_000)
    assert ticking.time() == 1609459262  # to the microsecond


class Plain:
    def __init__(self):
        self.asked = []

    def register(self, stream, mask):
        self.asked.append((stream, mask))

    def poll(self, timeout_ms):
        self.asked.append(timeout_ms)
        return ["plain"]


def test_standard_output_has_room_unless_the_port_is_full(monkeypatch, table):
    below = module(POLLIN=1, POLLOUT=4, poll=Plain)
    select = load(monkeypatch, "select", uselect=below)
    select._clock = table.clock
    for out in (sys.stdout, sys.stdout.buffer):
        poll = select.poll()
        poll.register(out, 4)
        assert poll.poll(20) == [(out, 4)] and table.clock.now == AT_US
        table.clock.usb_full = True
        assert table.took(lambda p=poll: p.poll(20)) == 20_000 and poll.poll(0) == []
        table.clock.usb_full, table.clock.now = False, AT_US
    poll = select.poll()
    poll.register("stream")
    poll.register("other", 1)
    assert poll.poll(7) == ["plain"] and poll.poll() == ["plain"]
    assert poll._plain.asked == [("stream", 5), ("other", 1), 7, -1]


def test_chance_is_the_runs_own(monkeypatch):
    seeds = []
    below = module(seed=seeds.append, getrandbits=lambda bits: bits + 1)
    shim = load(monkeypatch, "random", urandom=below)
    shim.seed()
    shim._own = 77
    shim.seed()
    shim.seed(0)
    assert seeds == [1, 77, 0] and shim.getrandbits(3) == 4
    system = load(monkeypatch, "os", urandom=below, uos=module(listdir=len))
    assert system.urandom(3) == b"\x09\x09\x09" and system.sync() is None
    assert system.uname()[:2] == ("rp2", "rp2") and system.uname()[3] == "simulated"
