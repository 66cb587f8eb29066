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
from tavle.sim.device_side.clock import Clock

SHIM = Path(tavle.sim.__file__).parent / "shim"
BUZZER_PIN, STRIP_PIN = 16, 22
AT_US = 5_000_000  # what a test's clock shows first


class Pipe:
    """The clock's owner, who orders nothing."""


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

    def line(self, pin):
        return self.lines.setdefault(pin, Line())


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
def table():
    return Table()


@pytest.fixture
def machine(monkeypatch, table):
    made = load(monkeypatch, "machine", umachine=module(PinBase=object))
    made._bench, made._clock = table, table.clock
    return made


def test_a_pwm_takes_the_frequencies_that_an_rp2040_can_make(machine, table):
    pwm = machine.PWM(machine.Pin(BUZZER_PIN))
    for hz in (8, 62_500_000):
        pwm.freq(hz)
        assert table.sounds.pop() == (AT_US, hz, 0)
    for hz in (7, 62_500_001, 0):
        with pytest.raises(ValueError, match="freq out of range"):
            pwm.freq(hz)


def test_a_watchdog_takes_the_times_that_an_rp2040_can_count(machine, table):
    machine.WDT(1)
    machine.WDT(8388)
    assert table.clock.wdt_due_us == AT_US + 8_388_000
    for ms in (0, -1, 8389):
        with pytest.raises(ValueError, match="timeout exceeds 8388"):
            machine.WDT(ms)


class Shifted:
    """A chain that loads and is read at one go; it notes when."""

    def __init__(self, clock):
        self.clock, self.levels, self.loads = clock, [], []
        self.data = bytes(range(1, 17))

    def load_pin(self, level):
        self.levels.append(level)
        if level:
            self.loads.append(self.clock.now - AT_US)

    def read_into(self, buf, edge_first):
        assert self.levels[-2:] == [0, 1] and not edge_first
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
    assert not chain.changed() and chain.scans == 3, "the check bits are wrong"
    table.chain.data = b"\x12" + b"\xff" * 13 + b"\xbf\xff"
    table.clock.pass_us(3000)
    assert chain.take() and bytes(chain.wire) == table.chain.data and chain.scans == 4
    assert chain.when_ms == (AT_US + begun) // 1000 + 9


SAMPLED = """set(x, 31).side(0b{load:02b})
set(y, 0).side(0b11)
label("bit")
set(y, 0).side(0b01)
in_(pins, {bits}).side(0b01)
jmp(x_dec, "bit").side(0b11)"""


def sampled(load=0b10, bits=1):
    return SAMPLED.format(load=load, bits=bits)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (sampled(load=0b11), "no way to read"),
        (sampled(bits=2), "more than a bit"),
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


SENDS = {
    "sideset_init": (), "out_init": 2, "set_init": 2, "autopush": False, "autopull": True, "pull_thresh": 32,
}  # fmt: skip
PULSES = """out(x, 1)[1]
set(pins, 1)[2]
mov(pins, x)[4]
set(pins, 0)[1]"""


def sender(rp2, machine, text=PULSES, id=1):
    pin = machine.Pin(STRIP_PIN)
    program = other(rp2, text, **SENDS)
    return rp2.StateMachine(id, program, freq=10_000_000, out_base=pin, set_base=pin)


def test_what_a_channel_brings_leaves_as_pulses_while_time_passes(rp2, machine, table):
    bursts = []
    table.strip = SimpleNamespace(write=lambda *told: bursts.append(told))
    one, dma, data = sender(rp2, machine), rp2.DMA(), bytearray(range(12))
    ctrl = dma.pack_ctrl(inc_write=False, treq_sel=1, bswap=True)
    dma.config(read=data, write=one, count=3, ctrl=ctrl)
    one.active(1)
    table.clock.pass_us(1000)
    assert bursts == [], "it was not triggered"
    begun = table.clock.now
    dma.config(read=data, trigger=True)
    table.clock.pass_us(114)
    assert bursts == [] and dma.count == 3
    data[11] = 99  # while it is on its way: the frame is spoilt
    table.clock.pass_us(1)
    assert bursts == [(begun, (300, 900, 800, 400), bytes(range(11)) + b"\x63")]
    assert dma.count == 0
    dma.config(read=data, trigger=True)
    with pytest.raises(NotImplementedError, match="before it has ended"):
        dma.config(read=data, trigger=True)


def test_what_sends_no_pulses_or_has_no_room_is_refused(rp2, machine):
    for spoilt in (
        PULSES.replace("out(x, 1)", "out(x, 2)"),
        PULSES.replace("set(pins, 0)", "set(pins, 1)"),
        PULSES.replace("out(x, 1)[1]\n", ""),
    ):
        with pytest.raises(NotImplementedError, match="no way to send"):
            sender(rp2, machine, spoilt)
    with pytest.raises(NotImplementedError, match="beside the chain's"):
        sender(rp2, machine, id=0)
    with pytest.raises(OSError, match="12"):
        for _ in range(8):  # four instructions each, of 32
            sender(rp2, machine)


@pytest.fixture
def ticking(monkeypatch, table):
    below = module(gmtime=lambda s: ("gmtime", s), mktime=len)
    made = load(monkeypatch, "time", utime=below)
    made._clock = table.clock
    return made


def test_differences_of_ticks_are_signed_across_the_wrap(ticking):
    add, diff = ticking.ticks_add, ticking.ticks_diff
    last = (1 << 30) - 1
    assert add(last, 1) == 0 and add(0, -1) == last and add(5, 6) == 11
    assert diff(3, last) == 4 and diff(last, 3) == -4 and diff(7, 7) == 0
    assert diff((1 << 29) - 1, 0) == (1 << 29) - 1 and diff(1 << 29, 0) == -(1 << 29)
