# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""How the tool leaves a device at its prompt: once, bounded in time, and whatever happens meanwhile."""

import os
import struct

import pytest
from mpremote.transport import TransportError

from tavle.device import repl
from tavle.device.repl import ReplDevice

RESET = "import machine\nmachine.reset()"
DRIVE = "import machine\nmachine.bootloader()"


class Port:
    """A wire and mpremote's transport on it, which tell what is done with them."""

    def __init__(self, did, error=None):
        self.did = did
        self.error = error
        self.serial = self
        self.timeout = None

    def limit(self, seconds):
        self.did.append(("limit", seconds))

    def exec_raw_no_follow(self, code):
        print("what mpremote prints")
        self.did.append(("code", code))
        if self.error:
            raise self.error

    def close(self):
        self.did.append(("close",))
        if self.error:
            raise OSError(5, "Input/output error")


class Found:
    """What comes of looking for a table again."""

    port = "/dev/ttyACM7"

    def __init__(self, asked):
        self.asked = asked


def device_with(monkeypatch, error=None, at_prompt=True, **more):
    did = []
    port = Port(did, error)
    device = ReplDevice(os.devnull, lambda _: port, **more)
    device._transport = port
    device._at_prompt = at_prompt
    monkeypatch.setattr(repl.time, "sleep", lambda seconds: did.append(("sleep", seconds)))
    return device, did


@pytest.mark.parametrize(
    ("more", "limit_s"),
    [({}, 3.0), ({"slow": 4.0}, 12.0), ({"patience_s": 0.0}, 0.2), ({"patience_s": 2.0}, 2.0)],
)
def test_a_device_is_restarted_within_the_time_a_prompt_takes(monkeypatch, capsys, more, limit_s):
    device, did = device_with(monkeypatch, **more)
    device.restart()
    assert did == [("limit", limit_s), ("code", RESET), ("sleep", 0.1)]
    device.restart()
    assert len(did) == 3, "it is at its prompt no more"
    assert capsys.readouterr().out == ""


def test_a_port_is_closed_after_the_device_has_gone_from_it(monkeypatch):
    for leave, code in ((ReplDevice.close, RESET), (ReplDevice.bootloader, DRIVE)):
        device, did = device_with(monkeypatch)
        device.settle_s = 0.7
        leave(device)
        assert did == [("limit", 3.0), ("code", code), ("sleep", 0.7), ("close",)]


def test_a_device_that_plays_is_only_let_go(monkeypatch):
    for leave in (ReplDevice.close, ReplDevice.bootloader):
        device, did = device_with(monkeypatch, at_prompt=False)
        leave(device)
        assert did == [("close",)]
    device.restart()
    assert did == [("close",)]


@pytest.mark.parametrize(
    "error", [OSError(5, "gone"), TransportError("gone"), struct.error("a half answer")]
)
def test_that_it_goes_while_it_is_told_to_is_no_error(monkeypatch, error):
    for leave, code in ((ReplDevice.close, RESET), (ReplDevice.bootloader, DRIVE)):
        device, did = device_with(monkeypatch, error)
        leave(device)
        assert did == [("limit", 3.0), ("code", code), ("close",)]
        assert not device._at_prompt


def test_the_firmware_behind_a_socket_is_spoken_to_on_the_same_wire(monkeypatch):
    device, did = device_with(monkeypatch)
    device.port = "socket://localhost:7000"
    said = []
    monkeypatch.setattr(repl.TableLink, "hello", lambda link, seconds: said.append(seconds))
    found = device.link(7.5)
    assert said == [7.5] and found._wire is device._wire and found.port == device.port
    assert did == []


def test_the_firmware_on_a_port_is_spoken_to_on_a_new_wire_wherever_it_comes_back(monkeypatch):
    for error in (None, OSError(5, "gone")):
        device, did = device_with(monkeypatch, error)
        device._serial = "E660"

        monkeypatch.setattr(repl.reconnect, "link", lambda *asked: Found(asked))
        found = device.link(7.5)
        assert found.asked == (os.devnull, "E660", 7.5, device._opener)
        assert device.port == "/dev/ttyACM7" and did == [("close",)]
