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

PINS = SimpleNamespace(
    CHAIN_SPI=1, PIN_CHAIN_LOAD=13, READER_I2C=0, READER_I2C_ADDRESS=0x24, READER_I2C_HZ=90_000,
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

    def goes(self, level):
        for listener in self.listeners:
            listener(level, None)


class Pico:
    """Pins, buses, and alarms that ring when they are told to."""

    def __init__(self):
        self.gpio = [Gpio() for _ in range(30)]
        self.said = []
        spi = SimpleNamespace(
            clock_frequency=500_000, complete_transmit=lambda value: self.said.append(value)
        )
        self.spi = [None, spi]
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


def test_the_chain_shifts_out_what_was_loaded_a_byte_in_sixteen_microseconds(pico):
    chain = Chain(2)
    chain.inputs[:] = b"\x12\x34"
    pico_devices.ChainOnSpi(chain, PINS).attach(pico)
    load = pico.gpio[13]
    load.goes(LOW)
    load.goes(HIGH)
    for expected in (0x12, 0x34, 0xFF):
        pico.spi[1].on_transmit(0)
        assert pico.said == []
        assert pico.ring() == 16_000 and pico.said.pop() == expected
    chain.inputs[:] = b"\x56\x78"
    pico.spi[1].on_transmit(0)
    pico.ring()
    assert pico.said.pop() == 0xFF  # not before it is loaded


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


def test_a_frame_of_lights_is_kept_from_its_beginning():
    bursts = []
    strip = SimpleNamespace(write=lambda *told: bursts.append(told))
    lights = pico_devices.StripOnPin(strip, PINS, lambda: 10_000)
    lights._latched([(1, 2, 3), (4, 5, 6)])
    # 280 us of latch and 30 us for each light before the moment at which it is told.
    assert bursts == [(9_660, (400, 850, 800, 450), b"\2\1\3\5\4\6")]


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
