# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A device at its prompt that says nonsense about itself, and one that is too old: the words for it."""

import json
from types import SimpleNamespace

import pytest
from flash_bench import OLD, board_of, device_of

from tavle.device import base, diagnostics, flash
from tavle.errors import TavleError


def told(answer):
    """Return what `facts` makes of an answer."""
    device = SimpleNamespace(
        run=lambda code: answer,
        _json=json.loads,
        _garbled=lambda text: TavleError("garbled", text),
    )
    return base.Device.facts(device)


@pytest.mark.parametrize(
    "answer", ["{}", "[]", '{"name": 5}', '{"name": "micropython", "version": "1.28"}']
)
def test_facts_that_are_none_are_garbled(answer):
    with pytest.raises(TavleError, match="garbled"):
        told(answer)


@pytest.mark.parametrize(
    ("version", "good"), [((1, 25, 9), False), ((1, 26, 0), True), ((2, 0, 0), True)]
)
def test_the_oldest_micropython_is_named(version, good, monkeypatch):
    facts = SimpleNamespace(name="micropython", version=version, version_text="that", mpy=6)
    monkeypatch.setattr(flash.build, "check_format", lambda mpy: None)
    if good:
        flash.check(facts)
        return
    with pytest.raises(TavleError, match=r"needs 1\.26 or newer"):
        flash.check(facts)


def test_permission_is_explained_for_every_system(monkeypatch):
    monkeypatch.setattr(diagnostics, "group_of", lambda port: "uucp")
    monkeypatch.setattr(diagnostics.sys, "platform", "linux")
    assert "usermod -aG uucp $USER" in diagnostics.allow("/dev/ttyACM0")
    monkeypatch.setattr(diagnostics, "group_of", lambda port: "")
    assert "usermod -aG dialout $USER" in diagnostics.allow("/dev/ttyACM0")
    monkeypatch.setattr(diagnostics.sys, "platform", "darwin")
    assert "close other programs" in diagnostics.allow("/dev/cu.usbmodem1")


def test_the_cable_is_let_go_when_the_board_becomes_a_drive():
    device = device_of(board_of(OLD))
    device.enter()
    closed = []
    device._wire.close = lambda: closed.append(True)
    device.bootloader()
    assert closed
