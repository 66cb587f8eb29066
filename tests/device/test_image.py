# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""One .uf2 file for a new Pico: MicroPython as it was, and the firmware in a file system after it."""

import json

import pytest
from test_find_and_uf2 import RP2350, block

from tavle import cli
from tavle.device import build, image, uf2
from tavle.errors import TavleError
from tavle.sim.prepare import files_of


@pytest.fixture
def micropython(tmp_path):
    made = tmp_path / "micropython.uf2"
    made.write_bytes(block(of=(0, 2)) + block(address=0x10000100, of=(1, 2)))
    return made


def test_it_holds_micropython_and_every_file_of_the_firmware(micropython, tmp_path, capsys):
    out = tmp_path / "table.uf2"
    said = cli.run(["flash", "--uf2", str(micropython), "--image", str(out), "--game", "sorry"])
    assert said == 0 and "replaces everything" in capsys.readouterr().out
    data = out.read_bytes()
    assert [address for address, _, _ in uf2.pages(data)][:2] == [0x10000000, 0x10000100]
    count, told = image.facts(data)
    assert count == told == 2 + 1408 * 1024 // 256
    files = files_of(image.disk_of(data))
    settings = json.loads(files.pop("tavle/config.json").split(b"\n")[0])
    assert (settings["board"], settings["rulebook"]) == ("r1_pico", "sorry")
    firmware = build.compiled(build.BYTECODE)
    assert files == {name.lstrip("/"): text for name, text in firmware.items()}


def test_flashing_it_over_a_table_is_refused(micropython, tmp_path):
    out = tmp_path / "table.uf2"
    image.make(micropython, out, {})
    with pytest.raises(TavleError, match="overwrite the table's files"):
        uf2.check(out)


def test_what_it_cannot_do_is_said(micropython, tmp_path, capsys):
    assert cli.run(["flash", "--image", str(tmp_path / "a.uf2")]) == 2
    assert "name its file with --uf2" in capsys.readouterr().err
    other = tmp_path / "pico2.uf2"
    other.write_bytes(block(RP2350))
    assert cli.run(["flash", "--uf2", str(other), "--image", str(tmp_path / "a.uf2")]) == 1
    assert "known for the Pico only" in capsys.readouterr().err
    away = tmp_path / "none" / "a.uf2"
    assert cli.run(["flash", "--uf2", str(micropython), "--image", str(away)]) == 1
    assert "name another file" in capsys.readouterr().err


def test_files_begin_where_micropython_for_the_pico_looks_for_them(micropython, tmp_path):
    """2 MiB of flash, the last 1408 KiB of it for files. Source: MicroPython, ports/rp2/boards."""
    out = tmp_path / "table.uf2"
    size = image.make(micropython, out, {})
    data = out.read_bytes()
    assert size == len(data) == 512 * (2 + 1408 * 4)
    addresses = [address for address, _, _ in uf2.pages(data)]
    assert addresses[2] == 0x100A0000 == uf2.FILES_RP2040
    assert addresses[-1] == 0x10200000 - 256
    assert addresses[2:] == list(range(0x100A0000, 0x10200000, 256))
    disk = image.disk_of(data)
    assert len(disk) == 1408 * 1024 and image.disk_of(data[:1024]) == b""
    assert files_of(disk)["main.py"]


@pytest.mark.parametrize(("address", "refused"), [(0x1009FF00, False), (0x100A0000, True)])
def test_a_program_may_end_where_the_files_begin_and_no_further(tmp_path, address, refused):
    made = tmp_path / "other.uf2"
    made.write_bytes(block(of=(0, 2)) + block(address=address, of=(1, 2)))
    if refused:
        with pytest.raises(TavleError, match="overwrite the table's files"):
            uf2.check(made)
    else:
        assert uf2.check(made) == "RP2040"
