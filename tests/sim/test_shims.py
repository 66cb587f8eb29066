# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The simulator's `machine`, `time` and friends, call by call as MicroPython's documentation has them."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from rp2040py.peripherals import pio_registers
from rp2040py.rp2040 import RP2040

import tavle.sim
from tavle.paths import firmware
from tavle.sim import pico_devices
from tavle.sim.chips.hc165 import Chain
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
        self.sounds = []
        self.buzzer = SimpleNamespace(drive=lambda *told: self.sounds.append(told))
        self.uart, self.i2c = {}, {}

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


def load(monkeypatch, name, folder=SHIM, **below):
    """Run a shim, or a file of the firmware, with the modules that it finds on a Pico."""
    for other, found in below.items():
        monkeypatch.setitem(sys.modules, other, found)
    spec = importlib.util.spec_from_file_location(f"shim_{name}", folder / f"{name}.py")
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


# What else there is


def test_a_reset_ends_the_boot(machine, table):
    with pytest.raises(EOFError):
        machine.reset()
    assert table.clock.pipe.told.pop() == {"reset": "reset", "now": AT_US}


def test_why_a_controller_started_is_told(machine):
    assert machine.reset_cause() == machine.PWRON_RESET == 1
    machine._cause = 3
    assert machine.reset_cause() == 3


# The PIO and its channel


class Shifted:
    """A chain that loads and is read at one go; it notes when."""

    def __init__(self, clock):
        self.clock, self.levels, self.loads, self.late = clock, [], [], []
        self.data = bytes(range(1, 17))

    def load_pin(self, level):
        self.levels.append(level)
        if level:
            self.loads.append(self.clock.now - AT_US)

    def read_into(self, buf, edge_first):
        assert self.levels[-2:] == [0, 1]
        self.late.append(edge_first)
        buf[:] = self.data


@pytest.fixture
def rp2(monkeypatch, machine, table):
    table.chain = Shifted(table.clock)
    table.chain_pins = (16, 17, 18)
    table.address = 1024
    uctypes = module(addressof=lambda data: table.address)
    return load(monkeypatch, "rp2", machine=machine, uctypes=uctypes)


def program_of(monkeypatch, rp2):
    """Return the firmware's own module over the shim; the one of other tests stays as it is."""
    return load(monkeypatch, "scanprogram", firmware() / "drivers", rp2=rp2)


def other(rp2, text, **how):
    """Return a program of one's own."""
    found = {}
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    exec("def listed():\n" + lines, found)
    how = {"sideset_init": (3, 3), "in_shiftdir": 0, "autopush": True, "push_thresh": 32, **how}
    return rp2.asm_pio(**how)(found["listed"])


def machine_of(rp2, machine, program, freq=1_000_000, data=16, load=17, id=0):
    return rp2.StateMachine(
        id, program, freq=freq, in_base=machine.Pin(data), sideset_base=machine.Pin(load)
    )


CONTROL = {
    "size": 2, "inc_read": False, "inc_write": True, "ring_sel": True, "ring_size": 9, "treq_sel": 4, "bswap": True,
}  # fmt: skip
READ = 0x50200020


def test_the_firmwares_program_scans_every_three_milliseconds(rp2, machine, table, monkeypatch):
    chain = program_of(monkeypatch, rp2).make(16, 17, 18, 15, lambda: table.clock.now // 1000)
    table.clock.pass_us(20_000)
    assert table.chain.loads == [], "not before it is started"
    chain.start()
    begun = table.clock.now - AT_US
    table.clock.pass_us(8_999)
    assert table.chain.loads == [begun + 8, begun + 3008, begun + 6008]
    assert table.chain.late == [False] * 3
    assert not chain.changed() and chain.scans == 3, "the check bits are wrong"
    table.chain.data = b"\x12" + b"\xff" * 13 + b"\xbf\xff"
    table.clock.pass_us(3000)
    assert chain.take() and bytes(chain.wire) == table.chain.data and chain.scans == 4
    assert chain.when_ms == (AT_US + begun) // 1000 + 9


def test_words_are_there_one_by_one(rp2, machine, table, monkeypatch):
    program = program_of(monkeypatch, rp2).program
    one, dma, ring = machine_of(rp2, machine, program), rp2.DMA(), bytearray(512)
    dma.config(read=READ, write=ring, count=1000, ctrl=dma.pack_ctrl(**CONTROL), trigger=True)
    one.active(1)
    seen = []
    for us in range(300):
        if dma.count < 1000 - len(seen):
            seen.append(us)
        table.clock.pass_us(1)
    # The load takes 8, a byte 18, and its last bit is there 3 before its end.
    assert seen == [8 + 18 * n - 2 for n in (4, 8, 12, 16)]
    assert ring[:16] == table.chain.data and not any(ring[16:])
    table.clock.pass_us(3000 * 32)
    assert ring == table.chain.data * 32 and dma.count == 1000 - 4 * 33
    table.chain.data = bytes(16)
    table.clock.pass_us(3000)
    full = bytes(range(1, 17))
    assert ring == full + bytes(16) + full * 30


def test_waiting_for_a_word_takes_time_in_the_end(rp2, machine, table, monkeypatch):
    one, dma = machine_of(rp2, machine, program_of(monkeypatch, rp2).program), rp2.DMA()
    assert dma.count == 0, "it was told nothing yet"
    dma.config(write=bytearray(512), count=9, ctrl=dma.pack_ctrl(**CONTROL), trigger=True)
    one.active(1)
    begun = table.clock.now
    looks = 0
    while dma.count == 9 and looks < 1000:
        looks += 1
    assert looks < 1000 and table.clock.now == begun + 78


def test_a_channel_takes_words_from_when_it_is_triggered_until_it_is_ended(
    rp2, machine, table, monkeypatch
):
    one = machine_of(rp2, machine, program_of(monkeypatch, rp2).program)
    dma, second, ring = rp2.DMA(), rp2.DMA(), bytearray(512)
    dma.config(write=ring, count=100, ctrl=dma.pack_ctrl(**CONTROL))
    one.active(1)
    table.clock.pass_us(3000)
    assert dma.count == 100 and one.rx_fifo() == 4, "it was not triggered"
    dma.config(write=ring, count=100, trigger=True)
    second.active(0)
    dma.active(1)
    one.active(1)
    table.clock.pass_us(3000)
    assert dma.count == 96, "another one was ended"


def test_words_lie_as_the_channel_swaps_them(rp2, machine, table, monkeypatch):
    program = program_of(monkeypatch, rp2).program
    one, dma, ring = machine_of(rp2, machine, program), rp2.DMA(), bytearray(512)
    plain = dma.pack_ctrl(**CONTROL | {"bswap": False})
    dma.config(read=READ, write=ring, count=1000, ctrl=plain, trigger=True)
    one.active(1)
    table.clock.pass_us(400)
    assert ring[:16] == bytes((4, 3, 2, 1, 8, 7, 6, 5, 12, 11, 10, 9, 16, 15, 14, 13))


def test_without_a_channel_the_machine_fills_its_fifo_and_stands_still(
    rp2, machine, table, monkeypatch
):
    one = machine_of(rp2, machine, program_of(monkeypatch, rp2).program)
    one.active(1)
    table.clock.pass_us(50_000)
    assert len(table.chain.loads) == 1 and one.rx_fifo() == 4
    assert [bytes(one.get()) for _ in range(4)] == [bytes(range(n, n + 4)) for n in (1, 5, 9, 13)]
    assert one.rx_fifo() == 0
    dma, ring = rp2.DMA(), bytearray(512)
    dma.config(read=READ, write=ring, count=8, ctrl=dma.pack_ctrl(**CONTROL), trigger=True)
    one.active(0)
    one.restart()
    one.active(1)
    table.clock.pass_us(50_000)
    assert dma.count == 0 and ring == table.chain.data * 2 + bytes(480)
    assert len(table.chain.loads) == 4 and one.rx_fifo() == 4, (
        "two rounds, and one that nobody takes"
    )
    dma.config(write=ring, count=100, trigger=True)
    dma.active(0)
    one.active(1)
    table.clock.pass_us(50_000)
    assert dma.count == 100, "it was ended"
    one.active(0)
    table.clock.pass_us(50_000)
    assert len(table.chain.loads) == 5


def test_in_a_leap_the_rounds_go_on_and_see_what_is_there(rp2, machine, table, monkeypatch):
    one = machine_of(rp2, machine, program_of(monkeypatch, rp2).program)
    dma, ring = rp2.DMA(), bytearray(512)
    assert table.clock.on_leap is None
    dma.config(read=READ, write=ring, count=4000, ctrl=dma.pack_ctrl(**CONTROL), trigger=True)
    one.active(1)
    table.clock.pass_us(4000)
    assert dma.count == 4000 - 8
    table.chain.data = b"\x77" * 16
    table.clock.on_leap(20_999)
    assert (
        dma.count == 4000 - 4 * 8 and ring[32:128] == table.chain.data * 6 and not any(ring[128:])
    )
    table.clock.on_leap(3000 * 899)
    assert dma.count == 4000 - 4 * 907
    table.clock.on_leap(1)
    assert dma.count == 4000 - 4 * 908 and ring == table.chain.data * 32
    table.chain.data = b"\x11" * 16
    table.clock.pass_us(3000)
    at = 16 * (908 % 32)
    assert dma.count == 4000 - 4 * 909 and ring[at : at + 16] == table.chain.data
    table.clock.on_leap(3000 * 90)
    assert dma.count == 4 and one.rx_fifo() == 0
    table.clock.on_leap(3000)
    assert dma.count == 0 and one.rx_fifo() == 0, "the next round is the one that nobody takes"
    dma.config(write=ring, count=4000, trigger=True)
    table.clock.on_leap(10**10)
    assert dma.count == 0 and one.rx_fifo() == 4
    loads = len(table.chain.loads)
    table.clock.on_leap(10**9)
    table.clock.pass_us(50_000)
    assert len(table.chain.loads) == loads
    one.active(0)
    assert table.clock.on_leap is None


SAMPLED = """set(x, 31).side(0b{load:02b})
set(y, 0).side(0b11)
label("bit")
set(y, 0).side(0b01)
{between}in_(pins, {bits}).side(0b{at:02b})
jmp(x_dec, "bit").side(0b{high:02b})"""
SHIFTED = "set(y, 0).side(0b11)\n"


def sampled(load=0b10, between="", bits=1, at=0b01, high=0b11):
    return SAMPLED.format(load=load, between=between, bits=bits, at=at, high=high)


def test_who_samples_after_the_shifting_edge_gets_every_bit_one_early(rp2, machine, table):
    for text, late in ((sampled(), False), (sampled(between=SHIFTED, at=0b11), True)):
        one, dma = machine_of(rp2, machine, other(rp2, text)), rp2.DMA()
        ctrl = dma.pack_ctrl(**CONTROL)
        table.chain.data = b"\x0f\xf0\x55\xaa"
        dma.config(write=bytearray(512), count=9, ctrl=ctrl, trigger=True)
        one.active(1)
        table.clock.pass_us(50)
        assert table.chain.late.pop() is late and dma.count == 9
        one.active(0)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (sampled(load=0b11), "no way to read"),
        (sampled(bits=2), "more than a bit"),
        (sampled(high=0b01), "no way to read"),
        (
            sampled(between=SHIFTED, at=0b01, high=0b11) + "\nset(y, 0).side(0b11)",
            "no way to read",
        ),
        ("set(x, 3).side(0b10)\nset(x, 3).side(0b11)", "no way to read"),
    ],
)
def test_a_program_that_reads_no_chain_is_refused(rp2, machine, text, why):
    with pytest.raises(NotImplementedError, match=why):
        machine_of(rp2, machine, other(rp2, text))


def assembled(program):
    """Return the words of a program (RP2040 data sheet, 3.4)."""
    words = []
    for one in program.instructions:
        if one.word == "jmp":
            code = {"x_dec": 2, "y_dec": 4}[one.args[0]] << 5 | program.labels[one.args[1]]
        elif one.word == "in_":
            code = {"pins": 0}[one.args[0]] << 5 | one.args[1] | 2 << 13
        else:
            code = {"x": 1, "y": 2}[one.args[0]] << 5 | one.args[1] | 7 << 13
        words.append(code | (one.level << 3 | one.delay) << 8)
    return words


class Emulated:
    """The PIO of the emulator's own chip, a program in it, and a chain of 15 chips on its pins."""

    def __init__(self, program, inputs):
        self.chip = RP2040()
        self.chip.simulator = SimpleNamespace()  # so that nobody steps the PIO but who is told to
        self.chain = Chain(15)
        self.chain.inputs[:] = inputs
        pins = SimpleNamespace(PIN_CHAIN_MISO=16, PIN_CHAIN_LOAD=17, PIN_CHAIN_SCK=18)
        pico_devices.ChainOnPins(self.chain, pins).attach(self.chip)
        pico_devices.PioClock().attach(self.chip)
        self.loads, self.words = [], []  # the first in us since it was switched on
        self.chip.gpio[17].add_listener(
            lambda new, _: self.loads.append(self.us()) if new.name == "HIGH" else None
        )
        self.pio = pio = self.chip.pio[0]
        for pin in (17, 18):
            self.chip.gpio[pin].ctrl = 6  # PIO0
        self.chip.gpio[16].pad_value |= 0x40  # its input is read
        pio.pin_directions_changed(3, 17, 2)
        pio.pin_values_changed(3, 17, 2)
        pio.check_changed_pins()
        self.loads.clear()
        for n, word in enumerate(assembled(program)):
            pio.write_uint32(pio_registers.INSTR_MEM0 + 4 * n, word)
        for register, value in (
            (pio_registers.SM0_CLKDIV, 125 << 16),
            (pio_registers.SM0_EXECCTRL, program.last << 12 | program.first << 7),
            (pio_registers.SM0_SHIFTCTRL, 1 << 16),  # autopush, 32 bits, to the left
            (pio_registers.SM0_PINCTRL, 2 << 29 | 16 << 15 | 17 << 10),
            (pio_registers.CTRL, 1),
        ):
            pio.write_uint32(register, value)

    def us(self):
        return (self.pio.cycle_fp >> 8) / 125

    def run_us(self, us):
        """Let time pass in steps, as it does while a processor sleeps; take each word that comes."""
        fifo = self.pio.machines[0].rx_fifo
        for _ in range(us // 10):
            self.chip.clock.tick(10_000.0)
            while not fifo.empty:
                self.words.append(self.pio.read_uint32(pio_registers.RXF0))


def test_an_emulated_pio_does_with_the_program_what_the_shim_says(
    rp2, machine, table, monkeypatch
):
    program = program_of(monkeypatch, rp2).program
    inputs = bytes(range(0x81, 0x90))
    emulated = Emulated(program, inputs)
    emulated.run_us(9_500)
    assert b"".join(word.to_bytes(4, "big") for word in emulated.words) == (inputs + b"\xff") * 4
    one = machine_of(rp2, machine, program)
    expected = [one._load_us + one._us * n for n in range(4)]
    assert expected == [8, 3008, 6008, 9008]
    assert emulated.loads == expected


def test_other_pins_machines_and_channels_are_refused(rp2, machine, table, monkeypatch):
    program = program_of(monkeypatch, rp2).program
    for how in ({"id": 1}, {"data": 15}, {"load": 16}):
        with pytest.raises(NotImplementedError, match="chain's pins"):
            machine_of(rp2, machine, program, **how)
    table.chain_pins = (16, 17, 19)
    with pytest.raises(NotImplementedError, match="clock"):
        machine_of(rp2, machine, program)
    dma, ring = rp2.DMA(), bytearray(512)
    for name, value in (
        ("size", 0),
        ("inc_read", True),
        ("inc_write", False),
        ("ring_sel", False),
        ("treq_sel", 5),
    ):
        with pytest.raises(NotImplementedError, match="only words"):
            dma.pack_ctrl(**CONTROL | {name: value})
    ctrl = dma.pack_ctrl(**CONTROL)
    for how in ({"read": READ + 4}, {"count": 0}, {"count": 1 << 28}):
        with pytest.raises(NotImplementedError, match=r"read|count"):
            dma.config(**{"read": READ, "write": ring, "count": 9, "ctrl": ctrl} | how)
    with pytest.raises(ValueError, match="the ring is not where"):
        dma.config(write=bytearray(511), count=9, ctrl=ctrl)
    table.address = 1024 + 16
    with pytest.raises(ValueError, match="the ring is not where"):
        dma.config(write=ring, count=9)


def test_the_numbers_of_the_pio_are_those_of_micropython(rp2):
    assert (rp2.PIO.IN_LOW, rp2.PIO.IN_HIGH, rp2.PIO.OUT_LOW, rp2.PIO.OUT_HIGH) == (0, 1, 2, 3)
    assert (rp2.PIO.SHIFT_LEFT, rp2.PIO.SHIFT_RIGHT) == (0, 1)


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
