# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Journal and lights on the emulated Pico: real MicroPython with 31-bit integers, its littlefs, its times.

Flash writes take no time in the emulator: add 45 ms for each append that erases. A real Pico
may take 1.4 times as long for the rest.
"""

import contextlib
from pathlib import Path
from typing import Any

import pytest

from tavle.device import build
from tavle.sim import emulator
from tavle.sim.prepare import image

pytestmark = pytest.mark.pico

LIMIT_S = 30  # of emulated time
FLASH_END = 2 * 1024 * 1024


def disk_with(script: str) -> bytes:
    """Return a file system with the firmware, and a script in the place of its main.py."""
    files = {name.lstrip("/"): data for name, data in build.compiled(build.BYTECODE).items()}
    return image({**files, "main.py": Path(__file__).with_name(script).read_bytes()})


def test_journal_and_lights_on_the_emulated_pico() -> None:
    text = emulator.said(emulator.boot(disk_with("pico_main_store.py")), "end 0", LIMIT_S)
    print(text)
    lines = [line.split() for line in text.splitlines()]
    took = {words[0]: int(words[1]) for words in lines if len(words) == 2 and words[1].isdigit()}
    assert took["end"] == 0 and took["records"] == 40 and took["config-good"] == 1
    assert took["limited-ma"] <= 250
    # Of the 25 ms from a lifted pawn to its lights, saying and drawing may take 12.
    assert took["say"] + took["render-said"] < 12_000
    assert took["render-hints"] < 6_000 and took["render-dark"] < 500
    # Every light in one pass, and a frame every 50 ms leaves time for all else.
    assert took["render-all"] < 15_000 and took["render-all-move"] < 12_000
    assert took["render-win"] < 15_000 and took["render-same-slot"] < 200
    assert took["render-bytes"] < 100
    # Of the 20 ms from settled to accepted, with the flash's own time on top.
    assert took["append"] < 8_000
    # Of the 2.0 s of a boot.
    assert took["open"] < 150_000 and took["config-load"] < 50_000


class PowerCut(Exception):
    """The power goes."""


class CutsPower:
    """Takes the power away before an operation of the flash, counted from 0."""

    def __init__(self, operation: int) -> None:
        self.left = operation

    def attach(self, rp: Any) -> None:
        ssi = rp.ssi
        apply = ssi._apply_command

        def applied() -> None:
            if len(ssi._tx_buffer) >= 4 and ssi._tx_buffer[0] in (0x02, 0x20, 0xD8):
                self.left -= 1
                if self.left < 0:
                    raise PowerCut
            apply()

        ssi._apply_command = applied


def test_a_power_cut_loses_no_record_that_was_saved() -> None:
    """Real MicroPython's own littlefs; the unix port cuts at every operation, also in the middle of one."""
    disk = disk_with("pico_main_cut.py")
    saved = 0
    for operation in (12, 4, 7, 1000):
        heard = bytearray()
        pico = emulator.boot(disk, CutsPower(operation))
        pico.cdc.on_serial_data = heard.extend
        with contextlib.suppress(PowerCut):
            while b"end 0" not in heard and pico.mcu.clock.nanos < LIMIT_S * 1e9:
                pico.simulator.stopped = False
                pico.simulator._execute_batch()
        lines = [line.split() for line in heard.decode().splitlines()]
        found = next((int(words[1]) for words in lines if words[:1] == ["found"]), saved)
        assert found in (saved, saved + 1)
        saved = max([found, *(int(words[1]) for words in lines if words[:1] == ["saved"])])
        disk = bytes(pico.mcu.flash[FLASH_END - len(disk) : FLASH_END])
    assert ["end", "0"] in lines and saved >= 10
