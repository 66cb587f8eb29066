# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""How chip models hang on the pins of an emulated Pico: what passes over the wires, and when; the Pico is made up."""

from types import SimpleNamespace

import pytest
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.peripherals import ssi
from rp2040py.rp2040 import RP2040

from tavle.sim import pico_devices
from tavle.sim.chips.hc165 import Chain
from tavle.sim.chips.ws2812 import Strip

PINS = SimpleNamespace(
    PIN_CHAIN_MISO=11, PIN_CHAIN_LOAD=13, PIN_CHAIN_SCK=14, READER_I2C=0, READER_I2C_ADDRESS=0x24, READER_I2C_HZ=90_000,
    PIN_READER_IRQ=6, PIN_READER_RESET=7, PIN_SUPPLY=26, PIN_LED=22,
)  # fmt: skip
HIGH, LOW = SimpleNamespace(name="HIGH"), SimpleNamespace(name="LOW")


class Gpio:
    def __init__(self):
        self.levels, self.listeners = [], []

    def set_input_value(self, level):
        self.levels.append(level)

    def add_listener(self, listener):
        self.listeners.append(listener)

    def goes(self, level, before=None):
        for listener in self.listeners:
            listener(level, before)


class Pico:
    """Pins, buses, and alarms that ring when they are told to."""

    def __init__(self):
        self.gpio = [Gpio() for _ in range(30)]
        self.said = []
        done = {
            f"complete_{what}": lambda *args, what=what: self.said.append((what, *args))
            for what in ("connect", "write", "read", "stop")
        }
        self.i2c = [SimpleNamespace(**done), None]
        self.alarms = []  # [ns, call], set and not yet rung
        self.clock = SimpleNamespace(create_alarm=self._alarm)

    def _alarm(self, call):
        return SimpleNamespace(schedule=lambda ns: self.alarms.append((ns, call)))

    def ring(self):
        """Let the alarm ring that was set last; return how long it was set for."""
        ns, call = self.alarms.pop()
        call()
        return ns


@pytest.fixture
def pico():
    return Pico()


def test_the_chain_shifts_out_what_was_loaded_with_every_edge_that_rises(pico):
    chain = Chain(2)
    chain.inputs[:] = b"\x12\xf5"
    pico_devices.ChainOnPins(chain, PINS).attach(pico)
    load, clock, data = pico.gpio[13], pico.gpio[14], pico.gpio[11]
    load.goes(LOW)
    assert data.levels.pop() is False, "H of the nearest chip, before any clock"
    clock.goes(HIGH)
    load.goes(HIGH)
    seen = []
    for _ in range(24):
        seen.append(int(data.levels[-1]))
        before = len(data.levels)
        clock.goes(LOW)
        assert len(data.levels) == before
        clock.goes(HIGH)
        assert len(data.levels) == before + 1
    assert seen == [int(bit) for bit in f"{0x12F5FF:024b}"]
    chain.inputs[:] = b"\x00\x00"
    clock.goes(HIGH)
    assert data.levels[-1] is True, "not before it is loaded"
    load.goes(LOW)
    assert data.levels[-1] is False


class Pio:
    """A PIO with one machine that has something to do every so many clocks."""

    def __init__(self, every):
        self.machines = [SimpleNamespace(enabled=False), SimpleNamespace(enabled=True)]
        self.stopped = False
        self.cycle_fp = 1000 << 8
        self.next_due_fp = (1000 + every) << 8
        self._every = every
        self.steps = []

    def advance(self, cycles):
        self.cycle_fp += cycles << 8
        assert self.cycle_fp >= self.next_due_fp, "only when there is something to do"
        self.steps.append(self.cycle_fp >> 8)
        self.next_due_fp += self._every << 8


def test_the_pio_has_all_its_clocks_also_while_the_processor_sleeps(pico):
    pio = Pio(125)
    pico.pio = [pio, None]
    pico.clock.nanos = 5000.0
    pico_devices.PioClock().attach(pico)
    assert pico.ring() == 50_000 and pio.stopped, "the emulator does not step it any more"
    assert pio.steps == [], "its time begins now"
    pico.clock.nanos += 3000.0  # 375 clocks
    pico.ring()
    assert pio.steps == [1125, 1250, 1375]
    pico.clock.nanos += 999.0
    pico.ring()
    assert len(pio.steps) == 3
    pico.clock.nanos += 45_000_001.0  # a sector is erased
    pico.ring()
    assert len(pio.steps) == 3 + 45_001 and pio.steps[-1] == 1000 + 125 * (3 + 45_001)


def test_a_pio_whose_machines_are_off_stands_still_and_goes_on_from_where_it_is_switched_on(pico):
    pio = Pio(10)
    pio.machines[1].enabled = False
    pico.pio = [pio, None]
    pico.clock.nanos = 0.0
    pico_devices.PioClock().attach(pico)
    for _ in range(3):
        pico.clock.nanos += 1e6
        pico.ring()
    assert pio.steps == [] and not pio.stopped
    pio.machines[1].enabled = True
    pico.ring()
    pico.clock.nanos += 80.0
    pico.ring()
    assert pio.steps == [1010]
    pico.clock.nanos += 8e6
    pio.machines[1].enabled = False
    pico.ring()
    pio.machines[1].enabled, pio.stopped = (
        True,
        False,
    )  # by the program, which writes the control register
    pico.ring()
    assert pio.steps == [1010] and pio.stopped, "what passed meanwhile is not made up for"
    pico.clock.nanos += 80.0
    pico.ring()
    assert pio.steps == [1010, 1020]


class Face:
    """A reader on I2C: not ready at first, then a frame."""

    def __init__(self):
        self.here, self.ready, self.written, self.asked = True, False, [], []

    def present(self, now_us):
        return self.here and now_us == 77

    def read(self, now_us, count):
        assert now_us == 77
        self.asked.append(count)
        return (b"\x01" if self.ready else b"\x00") + (b"frame" if count > 1 else b"")

    def write(self, now_us, data):
        self.written.append((now_us, data))


@pytest.fixture
def reader(pico):
    told = []
    chip = SimpleNamespace(
        irq=lambda now_us: now_us == 77, reset_pin=lambda *args: told.append(args)
    )
    made = pico_devices.ReaderOnI2c(chip, PINS, lambda: 77)
    made._face = Face()
    made.attach(pico)
    made.resets = told
    return made


def test_a_reader_answers_at_its_own_address_a_byte_later(pico, reader):
    bus = pico.i2c[0]
    for address, here, answer in ((0x24, True, True), (0x25, True, False), (0x24, False, False)):
        reader._face.here = here
        bus.on_connect(address, None)
        assert pico.said == [] and pico.ring() == 100_000
        assert pico.said.pop() == ("connect", answer)


def test_what_is_written_reaches_the_reader_at_the_stop(pico, reader):
    bus = pico.i2c[0]
    bus.on_connect(0x24, None)
    for value in b"abc":
        bus.on_write_byte(value)
        assert pico.ring() == 100_000 and pico.said.pop() == ("write", True)
    assert reader._face.written == []
    bus.on_stop()
    assert reader._face.written == [(77, b"abc")] and pico.said.pop() == ("stop",)
    bus.on_stop()
    assert len(reader._face.written) == 1  # nothing was written since
    bus.on_write_byte(1)
    bus.on_connect(0x24, None)
    bus.on_stop()
    assert len(reader._face.written) == 1  # what is begun anew forgets the rest


def read(pico, count):
    found = []
    pico.i2c[0].on_connect(0x24, None)
    for _ in range(count):
        pico.i2c[0].on_read_byte(True)
        assert pico.ring() == 100_000
        what, value = pico.said.pop()
        assert what == "read"
        found.append(value)
    return bytes(found)


def test_the_status_byte_alone_leaves_the_frame(pico, reader):
    assert read(pico, 1) == b"\0" and reader._face.asked == [1]
    assert read(pico, 3) == b"\0\0\0" and reader._face.asked == [1, 1]
    reader._face.ready = True
    assert read(pico, 1) == b"\1" and reader._face.asked == [1, 1, 1]
    assert read(pico, 8) == b"\1frame\0\0" and reader._face.asked[3:] == [1, 64]


def test_the_line_of_the_reader_is_looked_at_every_half_millisecond_and_its_reset_is_heard(
    pico, reader
):
    for n in range(1, 4):
        assert pico.ring() == 500_000 and pico.gpio[6].levels == [True] * n
    pico.gpio[7].goes(LOW)
    pico.gpio[7].goes(HIGH)
    assert reader.resets == [(0, 77), (1, 77)]


def test_the_supply_is_there_until_it_is_pulled(pico):
    supply = pico_devices.SupplyOnPin(PINS)
    supply.attach(pico)
    supply.set(0)
    supply.set(1)
    assert pico.gpio[26].levels == [True, False, True]


def test_lights_read_the_pulses_by_the_pios_clock_and_a_frame_ends_with_a_long_low(pico):
    strip = Strip(2)
    pio, line = SimpleNamespace(cycle_fp=1000), pico.gpio[22]
    pico.pio = [pio, None]
    now_us = [10_000]
    pico_devices.StripOnPin(strip, PINS, lambda: now_us[0]).attach(pico)
    frame = b"\x01\x80\xff\x00\x55\xaa"
    for bit in f"{int.from_bytes(frame, 'big'):048b}":
        high_ns, low_ns = (800, 400) if bit == "1" else (300, 900)
        for new, old, ns in ((HIGH, LOW, high_ns), (LOW, HIGH, low_ns)):
            line.goes(new, old)
            pio.cycle_fp += ns * 32  # 125 MHz, in 256 parts
    now_us[0] += 60  # the emulator's own clock is late and coarse
    line.goes(LOW, LOW)
    assert pico.ring() == 280_000
    assert strip.frames[1:] == [], "not before it has been low for so long"
    now_us[0] += 280
    pico.ring()
    assert strip.frames[1:] == [(10_000 + 280, frame)] and strip.bad_bits == 0


class Flash:
    """The flash of the emulator's own chip, as the boot ROM talks to it."""

    def __init__(self):
        self.chip = RP2040()
        pico_devices.FlashTimes().attach(self.chip)
        self.bus = self.chip.ssi
        self.bus.write_uint32(ssi.SSI_SSIENR, 1)

    def command(self, *sent):
        """Send a command; return what came back with its last byte."""
        self.bus._on_cs_pin_changed(GPIOPinState.HIGH, GPIOPinState.LOW)
        self.bus._on_cs_pin_changed(GPIOPinState.LOW, GPIOPinState.HIGH)
        for byte in sent:
            self.bus.write_uint32(ssi.SSI_DR0, byte)
            answer = self.bus.read_uint32(ssi.SSI_DR0)
        self.bus._on_cs_pin_changed(GPIOPinState.HIGH, GPIOPinState.LOW)
        return answer

    def busy_us(self):
        """Let time pass until the flash is free; return how long that took, in steps of 100 us."""
        us = 0
        while self.command(ssi.CMD_READ_STATUS_1, 0) & 1:
            self.chip.clock.tick(100_000)
            us += 100
        return us


def test_the_flash_is_busy_for_as_long_as_its_data_sheet_says():
    flash = Flash()
    assert flash.busy_us() == 0
    flash.chip.flash[0x1000:0x2000] = bytes(0x1000)
    flash.command(ssi.CMD_WRITE_ENABLE)
    flash.command(ssi.CMD_SECTOR_ERASE, 0, 0x10, 0)
    assert flash.busy_us() == 45_000
    assert flash.chip.flash[0x1000:0x2000] == b"\xff" * 0x1000
    flash.command(ssi.CMD_WRITE_ENABLE)
    flash.command(ssi.CMD_PAGE_PROGRAM, 0, 0x10, 2, 0x12, 0x34)
    assert flash.busy_us() == 400
    assert flash.chip.flash[0x1000:0x1005] == b"\xff\xff\x12\x34\xff"
    flash.command(ssi.CMD_READ_DATA, 0, 0x10, 2, 0)
    assert flash.busy_us() == 0
