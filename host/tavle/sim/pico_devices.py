# SPDX-License-Identifier: Apache-2.0
"""The chip models on the pins of an emulated Pico (rp2040py): each has `attach(rp2040)`."""

from collections.abc import Callable
from typing import Any

from tavle.sim.chips.hc165 import Chain
from tavle.sim.chips.norflash import ERASE_US, PROGRAM_US
from tavle.sim.chips.pn532 import Pn532
from tavle.sim.chips.pn532_bus import I2cFace
from tavle.sim.chips.ws2812 import LATCH_US, MIN_LOW_NS, Strip, read

_IRQ_NS = 500_000.0  # how often the level of the IRQ line is worked out
_PIO_NS = 50_000.0
_FRACTION = 8  # bits of a fraction of a clock in the emulator's counts
_PIO_PER_NS = 0.125 * (1 << _FRACTION)  # at 125 MHz
_LONGEST_READ = 64  # more than any frame of a sticker
# Commands of the flash: how long it is busy with them.
_BUSY_US = {0x02: PROGRAM_US, 0x20: ERASE_US}
_READ_STATUS = 0x05
_BUSY = 1
_ADDRESSED = 4  # bytes of a command with its address


class ChainOnPins:
    """The sensor chain, edge by edge: /PL and CLK as the PIO drives them, the chain's output as it reads it."""

    def __init__(self, chain: Chain, pins: Any):
        self._chain = chain
        self._pins = pins

    def attach(self, rp: Any) -> None:
        """Connect to the emulated chip."""
        chain = self._chain
        data = rp.gpio[self._pins.PIN_CHAIN_MISO]

        def load(new: Any, _old: Any) -> None:
            chain.load_pin(int(new.name == "HIGH"))
            data.set_input_value(bool(chain.qh()))

        def clock(new: Any, _old: Any) -> None:
            if new.name == "HIGH":
                chain.clock_pin()
                data.set_input_value(bool(chain.qh()))

        rp.gpio[self._pins.PIN_CHAIN_LOAD].add_listener(load)
        rp.gpio[self._pins.PIN_CHAIN_SCK].add_listener(clock)


class PioClock:
    """The clock of the first PIO, whatever the processor is at.

    The emulator steps its PIO with the processor's instructions, and leaves out what it would have done while the processor
    sleeps. Here the same state machines get all their clocks, in steps of `_PIO_NS`: edges come late by at most that.
    """

    def attach(self, rp: Any) -> None:
        """Take the PIO's steps over from the emulator's own loop."""
        pio = rp.pio[0]
        since_ns, since = 0.0, 0

        def run() -> None:
            nonlocal since_ns, since
            again.schedule(_PIO_NS)
            if not any(machine.enabled for machine in pio.machines):
                return
            now_ns = rp.clock.nanos
            if (
                not pio.stopped
            ):  # somebody has just switched a machine on: from here it is stepped here
                pio.stopped = True
                since_ns, since = now_ns, pio.cycle_fp
            due = since + int((now_ns - since_ns) * _PIO_PER_NS)
            while pio.next_due_fp <= due:
                pio.advance(-(-(pio.next_due_fp - pio.cycle_fp) >> _FRACTION))

        again = rp.clock.create_alarm(run)
        again.schedule(_PIO_NS)


class ReaderOnI2c:
    """The card reader: the emulator has no UART that can be written to, so it is on I2C."""

    def __init__(self, chip: Pn532, pins: Any, now_us: Callable[[], int]):
        self._chip = chip
        self._face = I2cFace(chip)
        self._pins = pins
        self._now_us = now_us
        self._sent = bytearray()
        self._answer = b""
        self._at = 0

    def attach(self, rp: Any) -> None:
        """Connect to the emulated chip."""
        bus = rp.i2c[self._pins.READER_I2C]
        byte_ns = 9e9 / self._pins.READER_I2C_HZ

        def later(call: Callable[[], None]) -> None:
            rp.clock.create_alarm(call).schedule(byte_ns)

        def connect(address: int, _mode: Any) -> None:
            self._at = 0
            self._sent = bytearray()
            here = address == self._pins.READER_I2C_ADDRESS
            later(lambda: bus.complete_connect(here and self._face.present(self._now_us())))

        def write(value: int) -> None:
            self._sent.append(value)
            later(lambda: bus.complete_write(True))

        def read(_ack: bool) -> None:
            value = self._next()
            later(lambda: bus.complete_read(value))

        def stop() -> None:
            if self._sent:
                self._face.write(self._now_us(), bytes(self._sent))
                self._sent = bytearray()
            bus.complete_stop()

        bus.on_connect, bus.on_write_byte, bus.on_read_byte = connect, write, read
        bus.on_stop = stop
        irq = rp.gpio[self._pins.PIN_READER_IRQ]

        def look() -> None:
            irq.set_input_value(bool(self._chip.irq(self._now_us())))
            again.schedule(_IRQ_NS)

        again = rp.clock.create_alarm(look)
        again.schedule(_IRQ_NS)
        rp.gpio[self._pins.PIN_READER_RESET].add_listener(
            lambda new, _old: self._chip.reset_pin(int(new.name == "HIGH"), self._now_us())
        )

    def _next(self) -> int:
        # The length of a read is not known before its end: the status byte alone leaves the frame.
        if self._at == 0:
            self._answer = self._face.read(self._now_us(), 1)
        elif self._at == 1 and self._answer[0]:
            self._answer = self._face.read(self._now_us(), _LONGEST_READ)
        value = self._answer[self._at] if self._at < len(self._answer) else 0
        self._at += 1
        return value


class SupplyOnPin:
    """The divider that tells whether the external 5 V are there."""

    def __init__(self, pins: Any):
        self._pin = pins.PIN_SUPPLY
        self._gpio: Any = None

    def attach(self, rp: Any) -> None:
        """Connect to the emulated chip; the supply is there at first."""
        self._gpio = rp.gpio[self._pin]
        self.set(1)

    def set(self, external: int) -> None:
        """Plug the supply in or out."""
        self._gpio.set_input_value(bool(external))


class FlashTimes:
    """The time that the flash needs to erase and to program: the emulator's own is done at once.

    It says that it is busy, so that the boot ROM waits as on a real Pico, with interrupts off and nothing scanned.
    """

    def attach(self, rp: Any) -> None:
        """Connect to the emulated chip's own flash."""
        ssi = rp.ssi
        apply, shift = ssi._apply_command, ssi._shift_byte
        done_ns = 0

        def applied() -> None:
            nonlocal done_ns
            command = ssi._tx_buffer[0] if len(ssi._tx_buffer) >= _ADDRESSED else 0
            if command in _BUSY_US:
                done_ns = rp.clock.nanos + 1000 * _BUSY_US[command]
            apply()

        def shifted(value: int) -> int:
            answer: int = shift(value)
            if ssi._tx_buffer[0] == _READ_STATUS and rp.clock.nanos < done_ns:
                answer |= _BUSY
            return answer

        ssi._apply_command, ssi._shift_byte = applied, shifted


class StripOnPin:
    """The lights, bit by bit: each pulse on their line as long as the PIO's own clock says.

    The emulator's own model measures pulses by the processor's clock, which is late by up to `_PIO_NS` while the
    processor sleeps.
    """

    def __init__(self, strip: Strip, pins: Any, now_us: Callable[[], int]):
        self._strip = strip
        self._pin = pins.PIN_LED
        self._now_us = now_us
        self._bits = ""
        self._bad = 0

    def attach(self, rp: Any) -> None:
        """Connect to the emulated chip."""
        pio = rp.pio[0]
        rose = fell = 0  # in the PIO's clocks
        start_us = end_us = 0

        def edge(new: Any, old: Any) -> None:
            nonlocal rose, fell, start_us, end_us
            if new.name == "HIGH":
                if not rose:
                    start_us = self._now_us()
                    ended.schedule(1000.0 * LATCH_US)
                else:
                    self._pulse((fell - rose) / _PIO_PER_NS, (pio.cycle_fp - fell) / _PIO_PER_NS)
                rose = pio.cycle_fp
            elif old.name == "HIGH":
                fell, end_us = pio.cycle_fp, self._now_us()

        def end() -> None:
            nonlocal rose
            left_us = end_us + LATCH_US - self._now_us()
            if left_us > 0:
                ended.schedule(1000.0 * left_us)
                return
            self._pulse((fell - rose) / _PIO_PER_NS, float(MIN_LOW_NS))
            rose = 0
            self._strip.bad_bits += self._bad
            whole = len(self._bits) // 8 * 8
            data = bytes(int(self._bits[i : i + 8], 2) for i in range(0, whole, 8))
            self._bits, self._bad = "", 0
            if data:
                self._strip.take(start_us, end_us - start_us, data)

        ended = rp.clock.create_alarm(end)
        rp.gpio[self._pin].add_listener(edge)

    def _pulse(self, high_ns: float, low_ns: float) -> None:
        bit = read(round(high_ns), round(low_ns))
        self._bad += bit < 0
        self._bits += "1" if bit else "0"
