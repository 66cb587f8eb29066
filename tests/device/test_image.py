# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A new Pico 2 becomes a table by drag and drop: what the .uf2 writes, read back by MicroPython's own littlefs."""

import json
import random
import struct
import subprocess

import pytest
from fake_board import Board, Disk
from flash_bench import device_of
from test_find_and_uf2 import RP2350

from tavle import paths
from tavle.device import build, flash, image, settings, uf2
from tavle.device.plan import digest
from tavle.errors import TavleError

FLASH = 0x10000000
SECTOR, FLASH_BYTES = 4096, 4 << 20
# The argument is a file with the blocks from the file system's first to the flash's end.
READS = """
import binascii, hashlib, json, os, sys, vfs

with open(sys.argv[1], "rb") as file:
    flash = bytearray(file.read())

class Blocks:
    def readblocks(self, n, into, at=0):
        into[:] = flash[n * 4096 + at : n * 4096 + at + len(into)]
    def writeblocks(self, n, data, at=0):
        raise OSError(30)
    def ioctl(self, what, n):
        return {4: len(flash) // 4096, 5: 4096}.get(what, 0)

vfs.mount(vfs.VfsLfs2(Blocks(), progsize=256), "/pico")
found = {}
def look(folder):
    for name, kind, *_ in os.ilistdir(folder):
        path = folder + "/" + name
        if kind == 0x4000:
            look(path)
        else:
            with open(path, "rb") as file:
                found[path[6:]] = binascii.hexlify(hashlib.sha256(file.read()).digest()).decode()
look("/pico")
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def held():
    return image.files("sorry")


def stock(path, name, last=0x10090000):
    """Write what stands for stock MicroPython: it begins and ends somewhere, and says what it runs on."""
    pages = [(FLASH, b"program".ljust(256)), (last, name.ljust(256))]
    path.write_bytes(uf2.file_of(pages))
    return path


def dropped(data, onto=None):
    """Do what the boot ROM does with a file: erase each sector that a block is for, once, and write the blocks."""
    chip = onto or bytearray(random.Random(1).randbytes(FLASH_BYTES))
    erased = set()
    for address, page in uf2.pages(data):
        at = address - FLASH
        if at // SECTOR not in erased:
            erased.add(at // SECTOR)
            chip[at // SECTOR * SECTOR : (at // SECTOR + 1) * SECTOR] = b"\xff" * SECTOR
        chip[at : at + len(page)] = page
    return chip


def read_back(chip, controller, folder):
    """Return path -> SHA-256 of what MicroPython finds in a flash."""
    (folder / "flash").write_bytes(chip[image.PLACES[controller].start - FLASH :])
    (folder / "reads.py").write_text(READS)
    words = [paths.micropython_bin(), "-X", "heapsize=32m", "reads.py", "flash"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("controller", image.PLACES)
def test_micropython_finds_every_file_whatever_the_flash_held(held, controller, tmp_path):
    other = {name: data[::-1] for name, data in held.items()} | {"tavle/old": b"a game" * 9000}
    chip = dropped(image.make(held, controller), dropped(image.make(other, controller)))
    wanted = {name: digest(data) for name, data in held.items()}
    assert read_back(chip, controller, tmp_path) == wanted
    told = json.loads(held["tavle/config.json"].split(b"\n")[0])
    assert (told["board"], told["rulebook"]) == ("r1_pico2", "sorry")


def test_the_boot_rom_can_take_it(held):
    """4 MiB of flash, the last 3 for files; the first block is the way round erratum E10."""
    data = image.make(held, "pico2")
    first = struct.unpack_from("<8I", data)
    assert first == (0x0A324655, 0x9E5D5157, 0xA000, 0x10FFFF00, 256, 0, 2, 0xE48BFF57)
    assert data[32 : 32 + 260] == b"\xef" * 256 + struct.pack("<I", 0x9957E304)
    heads = [struct.unpack_from("<8I", data, at) for at in range(512, len(data), 512)]
    count = len(heads)
    assert [head[5:] for head in heads] == [(n, count, RP2350) for n in range(count)]
    addresses = {head[3] for head in heads}
    assert len(addresses) == count and min(addresses) == 0x10100000
    assert max(addresses) < FLASH + FLASH_BYTES
    assert all(address // SECTOR * SECTOR in addresses for address in addresses)
    assert count % 16 == 0, "whole sectors"


def test_with_micropython_it_holds_both(held, tmp_path):
    name = image.PLACES["pico2w"].name
    own, program = image.program_of(stock(tmp_path / "stock.uf2", name))
    chip = dropped(image.make(held, own, program))
    assert own == "pico2w" and chip[:7] == b"program" and chip[0x90000:].startswith(name)
    assert len(read_back(chip, own, tmp_path)) == len(held)


@pytest.mark.parametrize(
    ("name", "last"),
    [
        (b"Raspberry Pi Pico with RP2040", 0x10090000),
        (b"Raspberry Pi Pico2 with RP2350", 0x10100000),
    ],
)
def test_another_program_is_refused(name, last, tmp_path):
    with pytest.raises(TavleError, match="it is not MicroPython for a Pico 2"):
        image.program_of(stock(tmp_path / "other.uf2", name, last))


def test_no_update_overwrites_the_files_of_a_table_in_use(held, tmp_path):
    """`tavle flash --uf2` refuses it; `tavle flash` finds its files to be right and leaves the settings."""
    path = tmp_path / "table.uf2"
    path.write_bytes(image.make(held, "pico2"))
    with pytest.raises(TavleError, match="it would overwrite the table's files"):
        uf2.check(path)
    table = {"/" + name: data for name, data in held.items()}
    table[settings.CONFIG], _ = settings.changed(table[settings.CONFIG], {"volume": 1})
    firmware = flash.Firmware(build.compiled(build.PICO2), build.packages())
    board = Board(Disk(table), {"this": firmware.files}, mpy=build.PICO2)
    device = device_of(board)
    device.enter()
    _, todo = flash.install(device, flash.Progress(), lambda facts: firmware)
    device.close()
    assert todo.nothing and board.disk.files[settings.CONFIG] == table[settings.CONFIG]
