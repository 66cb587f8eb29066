# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Which Pico gets MicroPython when there are several; what is a table and what is not."""

import io
import os
import sys
from types import SimpleNamespace

import pytest
from test_find_and_uf2 import RP2040, RP2350, block, drive, ports
from test_find_and_uf2 import port as plugged
from test_flash_command import board, run  # noqa: F401

from tavle.device import find, uf2
from tavle.errors import TavleError


@pytest.fixture
def places(tmp_path, monkeypatch):
    """Return a function that mounts a Pico's drive, and an image for each chip."""
    mounted = []
    monkeypatch.setattr(find, "mounts", lambda: [(folder, "") for folder in mounted])
    monkeypatch.setattr(find, "_SYS_USB", tmp_path / "no-usb")
    monkeypatch.setattr(find, "wait_for_table", lambda seconds, known: os.devnull)
    monkeypatch.setattr("tavle.commands.flash._UF2_S", 0.5)

    def mount(name, chip="RP2350"):
        folder = tmp_path / name
        folder.mkdir()
        mounted.append(drive(folder, "RP2350" if chip == "RP2350" else "RPI-RP2"))
        return folder

    images = {}
    for chip, family in (("RP2350", RP2350), ("RP2040", RP2040)):
        images[chip] = tmp_path / f"{chip}.uf2"
        images[chip].write_bytes(block(family))
    return SimpleNamespace(mount=mount, image=images)


def written(folder):
    return [path.name for path in folder.glob("*.uf2")]


def restarts_as(board, places, monkeypatch, *names):  # noqa: F811
    """Let the table's drive appear when it restarts, with others that are plugged in at that moment."""
    found = find.mounts

    def mounts():
        if board.uf2 and not restarts_as.done:
            restarts_as.done = [places.mount(name, chip) for name, chip in names]
        return found()

    restarts_as.done = []
    monkeypatch.setattr(find, "mounts", mounts)


def test_the_pico_at_the_port_is_flashed_and_neither_another_chip_nor_one_that_was_in_bootsel_mode(
    board, places, monkeypatch  # noqa: F811
):  # fmt: skip
    other = places.mount("other")
    restarts_as(board, places, monkeypatch, ("pico", "RP2040"), ("mine", "RP2350"))
    assert run("--uf2", str(places.image["RP2350"]), "--port", os.devnull) == 0
    assert [written(one) for one in (other, *restarts_as.done)] == [[], [], ["RP2350.uf2"]]


def test_two_that_come_at_once_are_not_guessed(board, places, monkeypatch, capsys):  # noqa: F811
    restarts_as(board, places, monkeypatch, ("one", "RP2350"), ("two", "RP2350"))
    assert run("--uf2", str(places.image["RP2350"])) == 1
    assert [written(one) for one in restarts_as.done] == [[], []]
    err = capsys.readouterr().err
    assert "2 wait in BOOTSEL mode" in err and "one (RP2350)" in err and "--drive" in err


def test_a_drive_that_only_was_there_before_is_never_written(board, places, capsys):  # noqa: F811
    other = places.mount("other")
    assert run("--uf2", str(places.image["RP2350"]), "--port", os.devnull) == 1
    assert written(other) == [] and "the Pico does not show its drive" in capsys.readouterr().err


def test_of_several_that_wait_one_must_be_named(board, places, capsys):  # noqa: F811
    one, two = places.mount("one"), places.mount("two")
    words = ["--uf2", str(places.image["RP2350"])]
    assert run(*words) == 1
    err = capsys.readouterr().err
    assert f"{one} (RP2350), {two} (RP2350)" in err and err.count("\n") == 1
    assert written(one) == written(two) == []
    assert run(*words, "--drive", str(two)) == 0
    assert written(one) == [] and written(two) == ["RP2350.uf2"]


def test_a_file_goes_to_the_one_pico_it_is_for(board, places):  # noqa: F811
    pico, pico2 = places.mount("pico", "RP2040"), places.mount("pico2")
    assert run("--uf2", str(places.image["RP2350"])) == 0
    assert written(pico) == [] and written(pico2) == ["RP2350.uf2"]


def test_a_file_for_another_chip_is_refused_before_the_table_restarts(board, places, capsys):  # noqa: F811
    assert run("--uf2", str(places.image["RP2040"])) == 1
    assert "it is for the RP2040, this is an RP2350" in capsys.readouterr().err
    assert not board.uf2


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--drive", "/nowhere", "--uf2", "IMAGE"), "no Pico at /nowhere"),
        (("--drive", "/nowhere"), "--drive names a Pico in BOOTSEL mode"),
        (("--drive", "/nowhere", "--uf2", "IMAGE", "--port", "/dev/x"), "--port a running one"),
    ],
)
def test_a_drive_that_cannot_be_is_told(board, places, capsys, words, why):  # noqa: F811
    words = [str(places.image["RP2350"]) if word == "IMAGE" else word for word in words]
    from tavle import cli

    assert cli.run(["flash", *words]) == 2
    err = capsys.readouterr().err
    assert why in err and err.count("\n") == 1


# Where drives are


def test_a_pico_is_found_wherever_its_drive_is_mounted(monkeypatch, tmp_path):
    folder = tmp_path / "mnt pico"
    folder.mkdir()
    drive(folder, "RP2350")
    device = tmp_path / "devices/usb1/1-1/1-1.2/1-1.2:1.0/host0/target0/block/sda/sda1"
    device.mkdir(parents=True)
    blocks = tmp_path / "block"
    blocks.mkdir()
    (blocks / "sda1").symlink_to(device)
    escaped = str(folder).replace(" ", r"\040")
    mounts = tmp_path / "mounts"
    mounts.write_text(
        f"/dev/root / ext4 rw 0 0\n/dev/sda1 {escaped} vfat rw 0 0\n/dev/sdb1 /boot/efi vfat rw 0 0\n"
    )
    usb = tmp_path / "usb"
    for name in ("1-1.2", "1-1.3"):
        (usb / name).mkdir(parents=True)
        (usb / name / "idVendor").write_text("2e8a\n")
        (usb / name / "idProduct").write_text("000f\n")
    monkeypatch.setattr(find, "_SYS_BLOCK", blocks)
    monkeypatch.setattr(find, "_MOUNTS", mounts)
    monkeypatch.setattr(find, "_SYS_USB", usb)
    monkeypatch.setattr(sys, "platform", "linux")
    found = find.waiting()
    assert found == [find.Drive(folder, "RP2350", "1-1.2"), find.Drive(None, "RP2350", "1-1.3")]
    assert [one.name for one in found] == [
        f"{folder} (RP2350)",
        "USB 1-1.3, not mounted (RP2350)",
    ]
    # One that was not mounted before is no new one when it is.
    monkeypatch.setattr(find, "waiting", lambda: [find.Drive(folder, "RP2350", "1-1.3")])
    with pytest.raises(TavleError, match="does not show its drive"):
        uf2.wait_for_drive(0.1, found, "RP2350")


def test_on_a_mac_drives_are_asked_for_and_on_windows_they_are_letters(monkeypatch, tmp_path):
    tool = tmp_path / "mount"
    tool.write_text('#!/bin/sh\necho "/dev/disk4s1 on /Volumes/RP2350 1 (msdos, local, nosuid)"\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(sys, "platform", "darwin")
    assert [str(folder) for folder, _ in find.mounts()] == ["/Volumes/RP2350 1"]
    monkeypatch.setattr(sys, "platform", "win32")
    assert [str(folder) for folder, _ in find.mounts()][:2] == ["C:", "D:"]


# What is a table


def test_a_debug_probe_is_no_table(monkeypatch):
    ports(
        monkeypatch,
        plugged("/dev/ttyACM0", pid=0x000C, serial="E66"),
        plugged("/dev/ttyACM1", pid=0x0004, serial="E67"),
    )
    with pytest.raises(TavleError, match="no table found") as failure:
        find.choose()
    assert "/dev/ttyACM0, /dev/ttyACM1" in failure.value.next_step
    ports(monkeypatch, plugged("/dev/ttyACM0", pid=0x000C), plugged("/dev/ttyACM2"))
    assert find.choose() == "/dev/ttyACM2"


def test_picos_of_one_serial_number_are_told_apart_by_their_ports(monkeypatch, tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    two.touch()
    ports(monkeypatch, plugged(str(one)), plugged(str(two)))
    serial = find.serial_of(str(one))
    assert find.port_of(serial, str(two)) == str(two)
    ports(monkeypatch, plugged(str(two)))
    assert find.port_of(serial, str(one)) is None, "it restarts: the other one is not it"


def test_somebody_at_the_terminal_is_asked_which_pico(board, places, monkeypatch, capsys):  # noqa: F811
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    one, two = places.mount("one"), places.mount("two")
    monkeypatch.setattr("sys.stdin", Terminal("2\n"))
    assert run("--uf2", str(places.image["RP2350"])) == 0
    out = capsys.readouterr().out
    assert f"1  {one} (RP2350)" in out and f"2  {two} (RP2350)" in out and "Which Pico" in out
    assert written(one) == [] and written(two) == ["RP2350.uf2"]
