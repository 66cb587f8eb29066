# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What `make release` lays beside the wheel."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tavle.device import image, uf2

ROOT = Path(__file__).resolve().parents[2]


def release(folder, *words):
    return subprocess.run(
        [sys.executable, "host/release.py", folder, *words],
        cwd=ROOT, check=False, capture_output=True, text=True,
    )  # fmt: skip


@pytest.mark.long
@pytest.mark.npm
def test_a_release_has_files_for_every_table_and_the_hardware(tmp_path):
    stock = tmp_path / "RPI_PICO2.uf2"
    name = image.PLACES["pico2"].name.ljust(256)
    stock.write_bytes(uf2.file_of([(0x10000000, name)]))
    made = [tmp_path / "one", tmp_path / "two"]
    for folder in made:
        done = release(folder, "--micropython", stock)
        assert done.returncode == 0, done.stderr
    names = {path.name for path in made[0].iterdir()}
    for rulebook in ("partners-pawns", "ludo-norsk", "sorry"):
        for kind in ("pico2", "pico2w", "pico2-all"):
            assert f"tavle-{rulebook}-{kind}.uf2" in names
    with zipfile.ZipFile(made[0] / "tavle-page.zip") as made_zip:
        assert {"index.html", "tool.packed", "sw.js"} <= set(made_zip.namelist())
    done = subprocess.run(
        ["sha256sum", "--check", "--strict", "SHA256SUMS"],
        cwd=made[0], check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout.count(": OK") == len(names) - 1
    for name in names:
        assert (made[0] / name).read_bytes() == (made[1] / name).read_bytes(), name
    with zipfile.ZipFile(made[0] / "tavle-hardware.zip") as made_zip:
        held = made_zip.namelist()
    for wanted in (
        "gerbers.zip",
        "bom.csv",
        "positions.csv",
        "ibom.html",
        "ludo-a4.pdf",
        "guide/README.md",
        "status.md",
    ):
        assert any(name.endswith(wanted) for name in held), wanted
    assert not any(name.endswith(".py") for name in held)


@pytest.mark.long
def test_another_program_than_micropython_for_a_pico_2_is_refused_in_one_line(tmp_path):
    stock = tmp_path / "other.uf2"
    stock.write_bytes(uf2.file_of([(0x10000000, bytes(256))]))
    done = release(tmp_path / "out", "--micropython", stock)
    assert done.returncode == 1
    assert "it is not MicroPython for a Pico 2" in done.stderr and done.stderr.count("\n") == 1
