# SPDX-License-Identifier: Apache-2.0
"""The chips of one table, soldered to the pins that its board file names."""

import binascii
import gc

from tavle.sim.chips.buzzer import Buzzer
from tavle.sim.chips.hc165 import Chain
from tavle.sim.chips.norflash import FileStore, NorFlash
from tavle.sim.chips.pn532 import Pn532
from tavle.sim.chips.pn532_bus import Hsu, I2cFace
from tavle.sim.chips.ws2812 import Strip

_FRAMES = 24  # in one answer: the heap has no piece for hundreds, among all that a table makes


class Line:
    """One GPIO: the level the controller drives, and what hangs on it."""

    def __init__(self):
        self.level = 1  # pulled up or floating: the table's lines are idle high
        self.drive = None  # function(level) that a chip wants called
        self.sense = None  # function() -> level that a chip drives


class Bench:
    """The wired table.

    Args:
        clock: the process's Clock.
        start: the order to boot: `pins` (what the board file, such as `boards/r1_pico2.py`, defines),
            `inputs` (hex of wire levels, a byte a chip), `lights` (how many), `flash` (path),
            `flash_size`, `seed`, `reader` (state of the reader, see `_event`), `cards`.
    """

    def __init__(self, clock, start):
        pins = start["pins"]
        self.clock = clock
        self.lines = {}
        inputs = binascii.unhexlify(start["inputs"])
        self.chain = Chain(len(inputs))
        self.chain.inputs[:] = inputs
        self.strip = Strip(start["lights"])
        self.buzzer = Buzzer()
        self.reader = Pn532(start["seed"])
        self.hsu = Hsu(self.reader, pins["READER_BAUD"])
        self.i2c_face = I2cFace(self.reader)
        self.flash = NorFlash(FileStore(start["flash"], start["flash_size"]), clock, start["seed"])
        self.chain_pins = (pins["PIN_CHAIN_MISO"], pins["PIN_CHAIN_LOAD"], pins["PIN_CHAIN_SCK"])
        self.uart = {pins["READER_UART"]: self.hsu}
        self.i2c = {pins["READER_I2C"]: {pins["READER_I2C_ADDRESS"]: self.i2c_face}}
        self.strip_pin = pins["PIN_LED"]
        self.buzzer_pin = pins["PIN_BUZZER"]
        self.line(pins["PIN_READER_RESET"]).drive = self._reader_reset
        self.line(pins["PIN_READER_IRQ"]).sense = self._reader_irq
        self.external = 1  # the 5 V supply, behind the divider of the sense pin
        self.line(pins["PIN_SUPPLY"]).sense = self._supply
        self.line(pins["PIN_READER_TX"]).sense = self._reader_tx
        self.line(pins["PIN_READER_RX"]).sense = self._reader_rx
        clock.on_event = self._event
        clock.on_ask = self._ask
        clock.on_off = self._off
        for event in start.get("events", ()):
            self._event(event)

    def line(self, pin):
        """Return the Line of a GPIO number."""
        found = self.lines.get(pin)
        if found is None:
            found = self.lines[pin] = Line()
        return found

    def _reader_reset(self, level):
        self.reader.reset_pin(level, self.clock.now)

    def _reader_irq(self):
        self.clock.spin()
        return self.reader.irq(self.clock.now)

    # What the module's TXD holds high: the wire to RX, or the other one where they are exchanged.

    def _reader_tx(self):
        return int(self.reader.plugged and self.hsu.crossed)

    def _reader_rx(self):
        return int(self.reader.plugged and not self.hsu.crossed)

    def _supply(self):
        return self.external

    def _event(self, event):
        # [t, kind, arguments...]: what the world does to the table
        kind = event[1]
        if kind == "in":
            self.chain.set_input(event[2], event[3])
        elif kind == "chain":
            self.chain.fault(event[2], event[3], event[4])
        elif kind == "supply":
            self.external = event[2]
        elif kind == "crossed":
            self.hsu.crossed = bool(event[2])
        elif kind == "dark":
            self.strip.fault(event[2])
        else:
            self.reader.event(kind, event[2:], self.clock.now)

    def _ask(self, order):
        what = order["what"]
        if what == "leds":
            frames = self.strip.since(order["since"])
            some = [[t, binascii.hexlify(data).decode()] for t, data in frames[:_FRAMES]]
            return {"frames": some, "more": len(frames) > _FRAMES}
        if what == "tags":
            tags = self.reader.tags
            return {"memories": {key: tags[key].memory.hex() for key in tags}}
        if what == "buzzer":
            return {"log": self.buzzer.log}
        flash = self.flash
        return {
            "erases": flash.erases,
            "programs": flash.programs,
            "programmed_bytes": flash.programmed_bytes,
            "overwrites": flash.overwrites,
            "shows": self.strip.shows,
            "bad_bits": self.strip.bad_bits,
            "heap_free": gc.mem_free(),
            "heap_used": gc.mem_alloc(),
        }

    def _off(self, cut):
        # A reset leaves the flash its supply: what it was doing is done in the end.
        self.flash.power_cut(self.clock.now if cut else None)
