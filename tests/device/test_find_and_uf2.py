# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Finding ports and drives of Picos, and installing MicroPython from a .uf2 file."""

import errno
import struct
from types import SimpleNamespace

import pytest

from tavle.device import diagnostics, find, uf2
from tavle.errors import TavleError

RP2040, RP2350 = 0xE48BFF56, 0xE48BFF59


def port(device, vid=0x2E8A, pid=5, serial="E661"):
    return SimpleNamespace(device=device, vid=vid, pid=pid, serial_number=serial)


def ports(monkeypatch, *found):
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: list(found))
    monkeypatch.setattr(find, "waiting", list)


def block(family=RP2040, address=0x10000000, magic=0x0A324655, flags=0x2000, size=256, of=(0, 1)):
    head = struct.pack("<8I", magic, 0x9E5D5157, flags, address, size, *of, family)
    return head + bytes(476) + struct.pack("<I", 0x0AB16F30)


def drive(folder, board="RPI-RP2"):
    (folder / "INFO_UF2.TXT").write_text(f"UF2 Bootloader v3.0\nBoard-ID: {board}\n")
    return folder


def test_the_only_pico_is_taken(monkeypatch):
    ports(monkeypatch, port("/dev/ttyS0", None, None), port("/dev/ttyACM3"))
    assert find.choose() == "/dev/ttyACM3"
    assert find.others() == {"/dev/ttyS0": ""}


def test_a_pico_says_what_runs_on_it_and_its_serial_number(monkeypatch):
    ports(monkeypatch, port("/dev/ttyACM4", pid=0xA), port("/dev/ttyACM3"))
    assert [table.text for table in find.tables()] == [
        "/dev/ttyACM3 (MicroPython, serial E661)",
        "/dev/ttyACM4 (product 000a, serial E661)",
    ]


def test_a_named_port_is_taken_as_it_is(monkeypatch):
    ports(monkeypatch)
    assert find.choose("socket://localhost:7777") == "socket://localhost:7777"


def test_no_pico_says_how_to_plug_one_in(monkeypatch):
    ports(monkeypatch, port("COM1", None, None))
    with pytest.raises(TavleError, match="no table found") as failure:
        find.choose()
    assert "BOOTSEL" in failure.value.next_step
    assert "there are COM1" in failure.value.next_step


def test_a_pico_that_waits_for_micropython_is_named(monkeypatch, tmp_path):
    ports(monkeypatch)
    monkeypatch.setattr(find, "waiting", lambda: [find.Drive(tmp_path, "RP2350")])
    with pytest.raises(TavleError, match=r"Pico \(RP2350\) waits in BOOTSEL mode") as failure:
        find.choose()
    assert "--download" in failure.value.next_step and "--uf2 FILE" in failure.value.next_step


def test_a_pico_that_appears_is_told_from_those_that_were_there(monkeypatch):
    ports(monkeypatch, port("/dev/ttyACM0"), port("/dev/ttyACM1"))
    assert find.wait_for_table(1.0, {"/dev/ttyACM0"}) == "/dev/ttyACM1"
    assert find.wait_for_table(0.0, set()) is None


@pytest.mark.parametrize(("board", "chip"), [("RPI-RP2", "RP2040"), ("RP2350", "RP2350")])
def test_a_mounted_drive_tells_its_chip(monkeypatch, tmp_path, board, chip):
    monkeypatch.setattr(
        find, "mounts", lambda: [(tmp_path / "none", ""), (drive(tmp_path, board), "1-2")]
    )
    assert find.waiting() == [find.Drive(tmp_path, chip, "1-2")]


def test_a_uf2_is_copied_to_the_drive(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr(uf2.os, "sync", lambda: synced.append(image.exists()))
    image = tmp_path / "micropython.uf2"
    image.write_bytes(block(of=(0, 2)) + block(address=0x10000100, of=(1, 2)))
    folder = tmp_path / "RPI-RP2"
    folder.mkdir()
    told = []
    uf2.install(image, find.Drive(drive(folder), "RP2040"), told.append)
    assert (folder / "micropython.uf2").read_bytes() == image.read_bytes()
    assert told == [f"copying micropython.uf2 to {folder}"]
    assert synced == [True], "the drive has it before anybody is told to go on"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (None, "No such file"),
        (b"", "the .uf2 file is not complete"),
        (block()[:-1], "the .uf2 file is not complete"),
        (block() + block(magic=1), "block 1 is damaged"),
        (block(RP2350), "it is for the RP2350, this is an RP2040"),
        (block(0x1234), "not for a Pico"),
        (block(flags=0), "not for a Pico"),
        (block(size=477), "block 0 is damaged"),
        (block(of=(0, 2)), "blocks of it are missing"),
        (block(of=(1, 2)), "blocks of it are missing"),
        (block() + block(), "blocks of it are missing"),
    ],
)
def test_a_uf2_that_will_not_do_is_refused_before_it_is_copied(tmp_path, data, why):
    image = tmp_path / "x.uf2"
    if data is not None:
        image.write_bytes(data)
    with pytest.raises(TavleError) as failure:
        uf2.install(image, find.Drive(tmp_path / "none", "RP2040"), print)
    assert failure.value.what == f"cannot use {image}" and why in failure.value.why
    assert uf2.DOWNLOAD in failure.value.next_step


def test_a_drive_that_is_not_mounted_is_explained(tmp_path):
    image = tmp_path / "x.uf2"
    image.write_bytes(block())
    with pytest.raises(TavleError, match="is not mounted"):
        uf2.install(image, find.Drive(None, "RP2040"), print)


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "this user may not use it"),
        (OSError(errno.EBUSY, "Device or resource busy"), "is used by"),
        (OSError("Could not exclusively lock port x: [Errno 11] gone"), "is used by"),
        (FileNotFoundError(errno.ENOENT, "No such file"), "no such port"),
        (ConnectionRefusedError(errno.ECONNREFUSED, "refused"), "nobody listens"),
        (OSError("could not configure port"), "could not configure port"),
        (
            OSError("Could not configure port: (25, 'Inappropriate ioctl')"),
            "it is not a serial port",
        ),
        (OSError("[Errno 21] is a directory"), "it is not a serial port"),
    ],
)
def test_every_way_a_port_does_not_open_has_a_next_step(error, why):
    told = diagnostics.cannot_open("/dev/ttyACM0", error)
    assert told.what == "cannot open /dev/ttyACM0" and why in told.why
    assert told.next_step
