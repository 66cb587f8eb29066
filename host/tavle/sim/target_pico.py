# SPDX-License-Identifier: Apache-2.0
"""The firmware on an emulated Pico: a real MicroPython image on every instruction of its core.

Slower than a Pico, so this is for the things only it can show: unmodified MicroPython, its PIO, DMA,
I2C and light timing, its USB, and what a Pico 2 has room for (`emulator`). Differences to the unix
target: the reader is on I2C, operations of the flash never tear, a request takes a few ms.
"""

from typing import Any

from tavle import paths
from tavle.device import settings
from tavle.sim import emulator
from tavle.sim.chips.hc165 import Chain
from tavle.sim.chips.pn532 import Pn532
from tavle.sim.chips.ws2812 import Strip
from tavle.sim.prepare import files_of, image
from tavle.sim.target import FLASH_SIZE, Event, Setting, Target

_FLASH_END = 2 * 1024 * 1024
_DATA = "tavle/"


class PicoTarget(Target):
    """See `Target`.

    Attributes:
        flash: the file system on the controller while it has no power.
        pico: the emulated controller while it has power, else None.
    """

    slow = True

    def __init__(self, setting: Setting, chips: int):
        super().__init__(setting, chips)
        emulator.check()
        self._pins = paths.board_file(setting.board)
        self._layout = paths.board_file(setting.layout)
        self.flash = _disk_of({}, {})  # no firmware yet
        self.pico: Any = None

    # Flash: outside, an image of the data folder alone, as on the unix target

    def read_flash(self) -> bytes:
        """Return the data folder as a file system of its own."""
        files = files_of(self.disk())
        return image({n.removeprefix(_DATA): d for n, d in files.items() if n.startswith(_DATA)})

    def write_flash(self, image: bytes) -> None:
        """Put the data folder and the compiled firmware on the Pico's file system."""
        from tavle.device.build import BYTECODE, compiled

        self.flash = _disk_of(files_of(image), compiled(BYTECODE))

    def disk(self) -> bytes:
        """Return the whole file system as it is now."""
        if self.pico is None:
            return self.flash
        return bytes(self.pico.mcu.flash[_FLASH_END - FLASH_SIZE : _FLASH_END])

    # Power and time

    def power_on(self) -> None:
        """Connect the supply."""
        from tavle.sim import pico_devices

        for event in self._due(self.now_us):
            self.inputs.apply(event)
        self._chain = Chain(self._layout.N_CHIPS + 1)
        self._chain.inputs[:] = self.inputs.levels
        self._strip = Strip(self._layout.N_LEDS)
        self._reader = Pn532(self.setting.seed)
        self._reader.power_up(self.now_us)
        self._supply = pico_devices.SupplyOnPin(self._pins)
        self.pico = emulator.boot(
            self.flash,
            pico_devices.ChainOnPins(self._chain, self._pins),
            pico_devices.PioClock(),
            pico_devices.ReaderOnI2c(self._reader, self._pins, self._clock_us),
            self._supply,
            pico_devices.StripOnPin(self._strip, self._pins, self._clock_us),
            pico_devices.FlashTimes(),
        )
        self._started_us = self.now_us
        pico = self.pico
        pico.cdc.on_serial_data = lambda data: self._heard(bytes(data))
        self._alarm = pico.mcu.clock.create_alarm(pico.simulator.stop)
        reset = pico.mcu.watchdog.on_watchdog_trigger

        def restarted() -> None:
            self.boots += 1
            self.boot_us = self._clock_us()
            reset()

        pico.mcu.watchdog.on_watchdog_trigger = restarted
        self.on = True
        self.boots += 1
        self.boot_us = self.now_us
        for event in self.inputs.events():
            self._happens(event)

    def power_off(self) -> None:
        """Cut the supply; an operation of the flash is never half done here."""
        self.inputs.rewrite(self.stickers())
        self.flash = self.disk()
        self.pico = None
        self._text = b""
        self.on = False

    def close(self) -> None:
        """Give everything back."""
        self.pico = None

    def _clock_us(self) -> int:
        """Return the time inside, between two stops too."""
        return self._started_us + int(self.pico.mcu.clock.nanos // 1000)

    def run(self, until_us: int) -> None:
        """Let time pass."""
        for event in self._due(until_us):
            self._run_to(event[0])
            self.inputs.apply(event)
            if self.on:
                self._happens(event)
        self._run_to(until_us)

    def _run_to(self, until_us: int) -> None:
        if self.on:
            simulator = self.pico.simulator
            left_ns = 1000 * (until_us - self._started_us) - self.pico.mcu.clock.nanos
            if left_ns > 0:
                self._alarm.schedule(left_ns)
                simulator.stopped = False
                while not simulator.stopped:
                    simulator._execute_batch()
        self.now_us = max(self.now_us, until_us)

    def _happens(self, event: Event) -> None:
        kind, *words = event[1:]
        if kind == "in":
            self._chain.set_input(*words)
        elif kind == "chain":
            self._chain.fault(*words)
        elif kind == "supply":
            self._supply.set(words[0])
        elif kind == "dark":
            self._strip.fault(words[0])
        else:
            self._reader.event(kind, words, self.now_us)

    # USB and looks

    def send(self, data: bytes) -> bool:
        """Write to the USB link. The firmware needs time to react: some ms of `run`."""
        if self.pico is not None:
            for byte in data:
                self.pico.cdc.send_serial_byte(byte)
        return False

    def frames(self, since_us: int) -> list[tuple[int, bytes]]:
        """Return what the lights showed from a time on."""
        return self._strip.since(since_us) if self.on else []

    def sounds(self) -> list[tuple[int, int]]:
        """Return nothing: PWM is not watched here."""
        return []

    def stickers(self) -> dict[str, str]:
        """Return the memory of the stickers on the slot, in hex, by key."""
        if not self.on:
            return self.inputs.memories()
        return {key: bytes(tag.memory).hex() for key, tag in self._reader.tags.items()}

    def stats(self) -> dict[str, int]:
        """Return the counters that can be seen from outside."""
        return {"shows": self._strip.shows} if self.on else {}


def _disk_of(data: dict[str, bytes], firmware: dict[str, bytes]) -> bytes:
    """Return the Pico's whole file system for a data folder and a firmware.

    The reader is on I2C: the emulator has no UART that a reader could be on.
    """
    config, _ = settings.changed(data.get("config.json"), {"reader": "i2c"})
    if config is not None:
        data = {**data, "config.json": config}
    files = {name.lstrip("/"): content for name, content in firmware.items()}
    return image({**files, **{_DATA + name: content for name, content in data.items()}})
