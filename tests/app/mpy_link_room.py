# SPDX-License-Identifier: Apache-2.0
"""A program that has the port open and does not read: lines are dropped and counted, none is waited for."""

import io
import json

from app.link import Link

_POLL = 3
_WRITE = 4


class Fifo(io.IOBase):
    """USB's buffer of 256 bytes; `read` is what the program at the other end does."""

    def __init__(self):
        self.held = b""
        self.waits = 0  # writes that had to wait for room, in vain
        self.got = b""

    def ioctl(self, request, arg):
        if request == _POLL:
            return _WRITE if arg & _WRITE and len(self.held) < 256 else 0
        return -1  # no file number

    def write(self, data):
        taken = data[: 256 - len(self.held)]
        self.held += taken
        if len(taken) < len(data):
            self.waits += 1
        return len(taken)

    def read_all(self):
        self.got += self.held
        self.held = b""


def lines_of(data):
    found = []
    for line in data.decode().split("\n"):
        try:
            found.append(json.loads(line))
        except ValueError:
            pass  # an empty line, or one that was cut off
    return found


def test_a_program_that_reads_gets_every_line():
    fifo = Fifo()
    link = Link(lambda: 7, fifo)
    for i in range(50):
        link.emit({"event": "card", "n": i})
        fifo.read_all()
    lines = lines_of(fifo.got)
    assert [line["n"] for line in lines] == list(range(50))
    assert fifo.waits == 0


def test_a_program_that_does_not_read_costs_no_wait_and_is_told():
    fifo = Fifo()
    link = Link(lambda: 7, fifo)
    for i in range(100):
        link.emit({"event": "card", "n": i})
    assert fifo.waits == 0
    fifo.read_all()
    whole = len(lines_of(fifo.got))
    link.emit({"event": "card", "n": 100})
    fifo.read_all()
    lines = lines_of(fifo.got)
    assert lines[whole]["event"] == "lost" and lines[whole]["lines"] == 100 - whole, lines
    assert lines[-1]["n"] == 100
    link.emit({"event": "card", "n": 101})
    fifo.read_all()
    assert lines_of(fifo.got)[-1]["n"] == 101
    assert [line["event"] for line in lines_of(fifo.got)].count("lost") == 1
