# SPDX-License-Identifier: Apache-2.0
"""The two transports by their bytes, and the exchange of commands and answers over them."""

from fake_pn532 import ACK, answer
from helpers_noalloc import no_alloc

from drivers.pn532 import exchange, frames
from drivers.pn532.i2c import I2cTransport
from drivers.pn532.uart import UartTransport

VERSION = b"\x00\x00\xff\x02\xfe\xd4\x02\x2a\x00"


class Uart:
    """A serial line on which a test puts bytes: what `machine.UART` is asked for.

    Attributes:
        waiting: bytes that have come and were not read.
        written: what was written, one entry a call.
    """

    def __init__(self):
        self.waiting = b""
        self.written = []

    def any(self):
        return len(self.waiting)

    def readinto(self, buf, count):
        count = min(count, len(self.waiting))
        buf[:count] = self.waiting[:count]
        self.waiting = self.waiting[count:]
        return count

    def write(self, data):
        self.written.append(bytes(data))
        return len(data)


class Asleep:
    """An I2C bus on which nobody acknowledges."""

    def writeto(self, address, data):
        raise OSError(5)

    def readfrom_into(self, address, buf):
        raise OSError(5)


class Quiet(Asleep):
    """One whose chip has nothing to say."""

    def readfrom_into(self, address, buf):
        pass


def test_i2c_polling_does_not_allocate():
    wire = I2cTransport(Quiet(), 0x24)
    assert no_alloc(lambda: wire.read(6)) == 0


def test_a_bus_that_does_not_acknowledge_is_a_failure_and_no_exception():
    line = exchange.Exchange(I2cTransport(Asleep(), 0x24))
    line.wake()
    line.start(VERSION, 13, 100, 0)
    now_ms = 0
    while line.poll(now_ms) == exchange.BUSY:
        now_ms += 10
        assert now_ms < 500
    assert line.state == exchange.FAILED and line.why == "no acknowledge from the reader"
    assert line.bus_errors > 3 and line.resent == 2
    line.cancel()
    assert line.state == exchange.IDLE and line.poll(now_ms) == exchange.IDLE


def test_the_answer_to_another_command_is_passed_over():
    mine, other = answer(0x03, 0x32, 1, 6, 7), answer(0x15)
    for heard in ((ACK + other, mine), (b"", mine)):  # at last the acknowledge was lost
        uart = Uart()
        line = exchange.Exchange(UartTransport(uart))
        line.start(VERSION, 13, 100, 0)
        uart.waiting = heard[0]
        assert line.poll(10) == exchange.BUSY
        uart.waiting += heard[1]
        assert line.poll(20) == exchange.DONE and line.data[0] == 3
        assert uart.written.count(VERSION) == 1, "it was not asked again"


def test_an_answer_that_overran_the_fifo_is_asked_for_again():
    # Two tags in one answer are 34 bytes; with interrupts off the 32-byte FIFO keeps 32 of them.
    body = b"\x4b\x02" + b"".join(bytes((number, 0, 0x44, 0, 7)) + bytes(7) for number in (1, 2))
    frame = answer(*body)
    assert len(frame) == 34
    uart = Uart()
    line = exchange.Exchange(UartTransport(uart))
    line.start(frames.build(b"\x4a\x02\x00"), 40, 0, 0)
    uart.waiting = ACK + frame[:32]
    for now_ms in range(10, 60, 10):
        assert line.poll(now_ms) == exchange.BUSY
    assert uart.written[-1] == frames.NACK_FRAME
    uart.waiting = frame
    assert line.poll(60) == exchange.DONE
    assert bytes(line.data[: line.length]) == body


def test_the_clock_may_wrap_while_waiting():
    uart = Uart()
    line = exchange.Exchange(UartTransport(uart))
    start_ms = 0x3FFFFFFF - 5
    line.start(VERSION, 13, 100, start_ms)
    uart.waiting = ACK
    states = [line.poll((start_ms + ms) & 0x3FFFFFFF) for ms in range(10, 140, 10)]
    assert states[:10] == [exchange.BUSY] * 10 and states[-1] == exchange.FAILED
    assert line.why == "no answer from the reader"
