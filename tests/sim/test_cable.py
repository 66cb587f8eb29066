# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The USB cable of a simulated table: who is on it, what arrives, what is lost."""

import contextlib
import json
import os
import time
import tty

import pytest

from tavle.sim.cable import Cable
from tavle.sim.session import Session, TableSpec


class Ear:
    """The table's end of a cable."""

    def __init__(self):
        self.tap = None
        self.heard = b""

    def send(self, data):
        self.heard += data

    def usb_full(self, full):
        self.full = full


@pytest.fixture
def ear():
    return Ear()


@pytest.fixture
def cable(ear):
    with contextlib.closing(Cable(ear)) as one:
        yield one
    assert ear.tap is None


def opened(cable):
    port = os.open(cable.port, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(port)
    return port


def carried(cable, ear, words):
    """Carry until the table has heard some last words: the system may take a moment to hand them over."""
    end = time.monotonic() + 10
    while not ear.heard.endswith(words) and time.monotonic() < end:
        cable.carry()
    return ear.heard.endswith(words)


def test_bytes_go_both_ways_as_they_are(ear, cable):
    assert not cable.taken
    port = opened(cable)
    assert cable.taken
    os.write(port, b"\x03\r\n\x01\xff\x00")
    ear.tap(b"\x04>\xfe\n")
    assert carried(cable, ear, b"\x03\r\n\x01\xff\x00")
    assert os.read(port, 99) == b"\x04>\xfe\n"
    os.close(port)
    assert not cable.taken


def test_what_nobody_listens_to_is_lost(ear, cable):
    ear.tap(b"ready\n")
    cable.carry()
    port = opened(cable)
    ear.tap(b"card\n")
    cable.carry()
    assert os.read(port, 99) == b"card\n"
    os.close(port)


def test_the_last_words_before_the_port_is_closed_arrive(ear, cable):
    port = opened(cable)
    os.write(port, b"machine.reset()\x04")
    os.close(port)
    assert carried(cable, ear, b"machine.reset()\x04")
    # ... and when somebody else opens it before the table has looked.
    port = opened(cable)
    os.write(port, b"one")
    os.close(port)
    port = os.open(cable.port, os.O_RDWR | os.O_NOCTTY)
    os.write(port, b"two")
    assert carried(cable, ear, b"onetwo")
    os.close(port)


def test_a_broken_cable_is_an_end_for_whoever_is_on_it(ear, cable):
    port = opened(cable)
    cable.break_it()
    try:
        gone = os.read(port, 99) == b""
    except OSError:
        gone = True
    assert gone
    os.close(port)
    other = opened(cable)
    os.write(other, b"again")
    assert carried(cable, ear, b"again")
    os.close(other)


def test_a_reader_who_sleeps_gets_the_newest(ear, cable):
    port = opened(cable)
    for number in range(40_000):
        ear.tap(b"%06d\n" % number)
        if not number % 1000:
            cable.carry()
    got = b""
    os.set_blocking(port, False)
    end = time.monotonic() + 10
    while not got.endswith(b"039999\n") and time.monotonic() < end:
        cable.carry()
        with contextlib.suppress(BlockingIOError):
            got += os.read(port, 65536)
    assert got.startswith(b"000000\n") and got.endswith(b"039999\n")
    assert len(got) < 40_000 * 7
    os.close(port)


def test_a_program_that_has_the_port_open_and_does_not_read_holds_nothing_up():
    # The pseudo-terminal and the real firmware: what does not fit is dropped, counted and told.
    with contextlib.closing(Session(TableSpec("partners-pawns"))) as session:
        assert session.until_ready()
        cable = Cable(session.target)
        port = opened(cable)
        taken_ms = []
        for _ in range(120):  # every press of a button at a wrong time is an answer
            cable.carry()
            session.target.send(b'{"id": 1, "cmd": "state"}\n')
            before = session.now_ms
            session.run_ms(20)
            taken_ms.append(session.now_ms - before)
            session.target.take_usb()
        assert max(taken_ms) <= 20  # virtual time went on as ordered
        os.set_blocking(port, False)
        text = b""
        for _ in range(50):
            with contextlib.suppress(BlockingIOError):
                text += os.read(port, 65536)
            cable.carry()
            session.run_ms(10)
        session.target.send(b'{"id": 2, "cmd": "state"}\n')
        session.run_ms(50)
        for _ in range(5):
            cable.carry()
            with contextlib.suppress(BlockingIOError):
                text += os.read(port, 65536)
        os.close(port)
        cable.close()
    lines = []
    for line in text.splitlines():
        with contextlib.suppress(ValueError):
            lines.append(json.loads(line))
    answers = [line for line in lines if line.get("re") == 1]
    lost = [line["lines"] for line in lines if line.get("event") == "lost"]
    assert 5 < len(answers) < 120, len(answers)
    assert lost == [120 - len(answers)]
    assert lines[-1]["re"] == 2 and lines[-1]["ok"]
