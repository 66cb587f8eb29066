# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A table that comes back after a restart: its port is busy, gone or the old one for a moment."""

import time

import pytest
from test_link import Table
from test_strange_answers import RIGHT

from tavle.device import reconnect
from tavle.device.link import NoAnswer
from tavle.errors import TavleError

PORT = "fake://table"


class Ports:
    """Opens one wire after another; an error is raised."""

    def __init__(self, *wires):
        self.wires = list(wires)
        self.opened = []

    def __call__(self, port):
        self.opened.append(port)
        wire = self.wires.pop(0) if len(self.wires) > 1 else self.wires[0]
        if isinstance(wire, TavleError):
            raise wire
        wire.closed = False
        wire.close = lambda: setattr(wire, "closed", True)
        return wire


def back(**fields):
    return Table(answer=RIGHT["hello"], **fields)


def test_a_table_that_is_back_is_asked_who_it_is():
    wire = back()
    found = reconnect.link(PORT, "", 3.0, Ports(wire))
    assert wire.heard and b"hello" in b"".join(wire.heard)
    assert not wire.closed
    found.close()
    assert wire.closed


def test_a_port_that_is_busy_for_a_moment_is_tried_again():
    busy = TavleError("cannot open", "busy", "wait")
    ports = Ports(busy, busy, back())
    reconnect.link(PORT, "", 3.0, ports).close()
    assert ports.opened == [PORT] * 3


def test_the_port_of_before_the_reset_breaks_and_the_new_one_is_found():
    old = back(lost_after=5)
    new = back()
    ports = Ports(old, new)
    found = reconnect.link(PORT, "", 3.0, ports)
    assert old.closed and not new.closed and len(ports.opened) == 2
    found.close()


def test_a_device_that_says_nothing_is_told_and_its_port_given_back():
    mute = back(silent=True)
    begun = time.monotonic()
    with pytest.raises(NoAnswer):
        reconnect.link(PORT, "", 0.3, Ports(mute))
    assert mute.closed and time.monotonic() - begun < 60


def test_a_port_that_stays_busy_is_told_with_its_reason():
    with pytest.raises(TavleError, match="cannot open"):
        reconnect.link(PORT, "", 0.4, Ports(TavleError("cannot open", "busy", "wait")))


def test_a_port_that_breaks_each_time_is_given_up_in_time():
    begun = time.monotonic()
    with pytest.raises(TavleError):
        reconnect.link(PORT, "", 0.5, Ports(back(lost_after=0)))
    assert time.monotonic() - begun < 60
