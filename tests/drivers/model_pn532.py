# SPDX-License-Identifier: Apache-2.0
"""The driver of the reader on the simulator's PN532 and NTAG models, on either bus.

Driver and models were written from the data sheets by different hands; this is where they meet.
"""

from fake_pn532 import PAYLOAD, UID

from drivers import ndefwrite
from drivers.pn532.i2c import I2cTransport
from drivers.pn532.reader import Reader
from drivers.pn532.uart import UartTransport
from tavle.sim.chips import ntag, pn532, pn532_bus


class Uart:
    """A `machine.UART` on the model's serial face, at the bench's time."""

    def __init__(self, bench):
        self._bench = bench
        self._face = pn532_bus.Hsu(bench.chip)
        self._face.open(115200, 256)

    def any(self):
        return self._face.any(self._bench.now_us)

    def readinto(self, buf, count):
        data = self._face.read(self._bench.now_us, count)
        buf[: len(data)] = data
        return len(data)

    def write(self, data):
        self._face.write(self._bench.now_us, data)
        return len(data)


class I2c:
    """A `machine.I2C` on the model's I2C face."""

    def __init__(self, bench):
        self._bench = bench
        self._face = pn532_bus.I2cFace(bench.chip)

    def writeto(self, address, data):
        self._present(address)
        self._face.write(self._bench.now_us, data)

    def readfrom_into(self, address, buf):
        self._present(address)
        buf[:] = self._face.read(self._bench.now_us, len(buf))

    def _present(self, address):
        assert address == 0x24
        if not self._face.present(self._bench.now_us):
            raise OSError(5)


class Pin:
    """RSTPDN, or IRQ, of the model."""

    def __init__(self, bench, irq=False):
        self._bench = bench
        self._irq = irq

    def value(self, level=None):
        if self._irq:
            return self._bench.chip.irq(self._bench.now_us)
        self._bench.chip.reset_pin(level, self._bench.now_us)
        return level


class Bench:
    """Driver, models and passing time."""

    def __init__(self, bus, irq=False, seed=1, reset=True):
        self.now_us = 5000000
        self.chip = pn532.Pn532(seed)
        self.chip.power_up(self.now_us)
        if bus == "uart":
            transport = UartTransport(Uart(self))
        else:
            transport = I2cTransport(I2c(self), 0x24, Pin(self, True) if irq else None)
        self.reader = Reader(transport, Pin(self) if reset else None)

    def run(self, ms, step_ms=10):
        events = []
        for _ in range(ms // step_ms):
            event = self.reader.step(self.now_us // 1000)
            if event is not None:
                events.append(event)
            self.now_us += 1000 * step_ms
        return events

    def lay(self, uid, memory=None, kind="ntag213"):
        self.chip.lay(uid, kind, memory or ntag.fresh_memory(kind, uid), self.now_us)
        return self

    def take(self, uid=None):
        self.chip.take(uid, self.now_us)
        return self

    def memory(self, uid):
        return self.chip.tags[uid].memory


def card(uid=UID, payload=PAYLOAD, kind="ntag213"):
    """Return the memory of a sticker with our record."""
    memory = bytearray(ntag.fresh_memory(kind, uid))
    image, _ = ndefwrite.image(bytes(memory[16:32]), 144, ndefwrite.build(payload))
    memory[16 : 16 + len(image)] = image
    return memory


def started(bus, **more):
    bench = Bench(bus, **more)
    assert bench.run(600) == [("online",)], bus
    return bench


def words(events):
    return [event[0] for event in events]
