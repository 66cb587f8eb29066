# SPDX-License-Identifier: Apache-2.0
"""UART and I2C of the shim `machine`, with the chips of the bench at their other end.

Source: MicroPython docs, `machine`; errors and buffer sizes of the RP2040 port.
"""

# Set by boot_unix before anything else runs.
_bench = None
_clock = None


class UART:
    INV_TX = 1
    INV_RX = 2

    def __init__(self, id, baudrate=115200, bits=8, parity=None, stop=1, **more):
        self._chip = _bench.uart.get(id)
        self.init(baudrate, bits, parity, stop, **more)

    def init(self, baudrate=115200, bits=8, parity=None, stop=1, *, rxbuf=256, timeout=0,
             timeout_char=0, txbuf=256, tx=None, rx=None, flow=0, invert=0):  # fmt: skip
        if self._chip is not None:
            self._chip.open(baudrate, max(rxbuf, 32))
        self._timeout = timeout

    def deinit(self):
        pass

    def any(self):
        _clock.spin()
        return self._chip.any(_clock.now) if self._chip else 0

    def _wait(self, wanted):
        due = _clock.now + self._timeout * 1000
        while self.any() < wanted and _clock.now < due:
            _clock.pass_us(100)

    def read(self, nbytes=None):
        self._wait(nbytes or 1)
        data = self._chip.read(_clock.now, nbytes) if self._chip else b""
        return data or None

    def readinto(self, buf, nbytes=None):
        data = self.read(len(buf) if nbytes is None else nbytes)
        if data is None:
            return None
        buf[: len(data)] = data
        return len(data)

    def readline(self):
        line = b""
        while not line.endswith(b"\n"):
            char = self.read(1)
            if not char:
                break
            line += char
        return line or None

    def write(self, buf):
        if self._chip is not None:
            self._chip.write(_clock.now, bytes(buf))
        return len(buf)

    def txdone(self):
        return self._chip is None or self._chip.sent(_clock.now)

    def flush(self):
        while not self.txdone():
            _clock.pass_us(50)

    def sendbreak(self):
        pass

    def ioctl(self, request, flags):
        ready = 4 if flags & 4 else 0
        return ready | (1 if flags & 1 and self.any() else 0)


class I2C:
    def __init__(self, id, *, scl=None, sda=None, freq=400000, timeout=50000):
        self._chips = _bench.i2c.get(id, {})
        self._freq = freq

    def _chip(self, addr, nbytes):
        chip = self._chips.get(addr)
        acked = chip is not None and chip.present(_clock.now)
        _clock.pass_us((9 * (1 + (nbytes if acked else 0)) * 1000000) // self._freq + 10)
        if not acked:
            raise OSError(5)
        return chip

    def scan(self):
        return sorted(a for a in self._chips if self._chips[a].present(_clock.now))

    def readfrom(self, addr, nbytes, stop=True):
        return self._chip(addr, nbytes).read(_clock.now, nbytes)

    def readfrom_into(self, addr, buf, stop=True):
        buf[:] = self.readfrom(addr, len(buf))

    def writeto(self, addr, buf, stop=True):
        self._chip(addr, len(buf)).write(_clock.now, bytes(buf))
        return len(buf)
