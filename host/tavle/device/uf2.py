# SPDX-License-Identifier: Apache-2.0
"""MicroPython itself: checking a .uf2 file and copying it to a Pico in BOOTSEL mode."""

import os
import shutil
import struct
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tavle.device import find
from tavle.device.find import DOWNLOAD, Drive
from tavle.errors import TavleError
from tavle.words.terminal import tr

_BLOCK = 512
_LONGEST = 476  # bytes of a program in a block
# Source: microsoft/uf2, README: magic numbers and the family flag.
_MAGIC = (0x0A324655, 0x9E5D5157)
_MAGIC_END = 0x0AB16F30
_HAS_FAMILY = 0x2000
_HAS_TAGS = 0x8000
# Source: microsoft/uf2, utils/uf2families.json.
_FAMILIES = {
    0xE48BFF56: "RP2040",
    0xE48BFF57: "any",
    0xE48BFF58: "RP2350",
    0xE48BFF59: "RP2350",
    0xE48BFF5A: "RP2350",
    0xE48BFF5B: "RP2350",
}
_RP2350_ARM_S = 0xE48BFF59
_ABSOLUTE = 0xE48BFF57
# Source: pico-sdk, boot/uf2.h: the block is not written.
_IGNORE = 0x9957E304
_LAST_PAGE = 0x10FFFF00
_SECTOR = 4096
_FILES = b"littlefs"  # at the 8th byte of its first two sectors. Source: littlefs, SPEC.md

Pages = Sequence[tuple[int, bytes]]
"""What is written to the flash: (address, bytes)."""


def check(path: Path, chip: str | None = None) -> str:
    """Return the chip a .uf2 file is for.

    Args:
        path: the file.
        chip: the chip it must be for, None for any.

    Raises:
        TavleError: no .uf2 file, a damaged one, one for another chip, or one that brings files of its own.
    """
    what = tr("cannot use {path}", path=path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise TavleError(
            what, error.strerror or str(error), tr("get one from {DOWNLOAD}", DOWNLOAD=DOWNLOAD)
        ) from None
    if not data or len(data) % _BLOCK:
        raise TavleError(
            what,
            tr("the .uf2 file is not complete"),
            tr("get it again from {DOWNLOAD}", DOWNLOAD=DOWNLOAD),
        )
    chips = set()
    # Of its blocks, and how many they say there are.
    numbers: dict[str, list[tuple[int, int]]] = {}
    for at in range(0, len(data), _BLOCK):
        first, second, flags, address, size, number, count, family = struct.unpack_from(
            "<8I", data, at
        )
        end = struct.unpack_from("<I", data, at + _BLOCK - 4)[0]
        if (first, second) != _MAGIC or end != _MAGIC_END or size > _LONGEST:
            raise TavleError(
                what,
                tr("block {at} is damaged", at=at // _BLOCK),
                tr("get it again from {DOWNLOAD}", DOWNLOAD=DOWNLOAD),
            )
        if address % _SECTOR == 0 and data[at + 40 : at + 48] == _FILES:
            raise TavleError(
                what,
                tr("it would overwrite the table's files"),
                tr("copy it by hand onto a new Pico 2; a table in use gets `tavle flash` alone"),
            )
        name = _FAMILIES.get(family if flags & _HAS_FAMILY else 0, "")
        chips.add(name)
        numbers.setdefault(name, []).append((number, count))
    chips.discard("any")
    if len(chips) != 1 or chips == {""}:
        raise TavleError(
            what, tr("it is not for a Pico"), tr("get one from {DOWNLOAD}", DOWNLOAD=DOWNLOAD)
        )
    found = chips.pop()
    if sorted(numbers[found]) != [(n, len(numbers[found])) for n in range(len(numbers[found]))]:
        raise TavleError(
            what,
            tr("blocks of it are missing"),
            tr("get it again from {DOWNLOAD}", DOWNLOAD=DOWNLOAD),
        )
    if chip and found != chip:
        raise TavleError(
            what,
            tr("it is for the {found}, this is an {chip}", found=found, chip=chip),
            tr("see {DOWNLOAD}", DOWNLOAD=DOWNLOAD),
        )
    return found


def pages(data: bytes) -> Pages:
    """Return what an RP2350 that runs as Arm writes of a .uf2 file that has been checked, in order of address."""
    found = []
    for at in range(0, len(data), _BLOCK):
        _, _, _, address, size, _, _, family = struct.unpack_from("<8I", data, at)
        if family == _RP2350_ARM_S:
            found.append((address, data[at + 32 : at + 32 + size]))
    return sorted(found)


def file_of(written: Pages) -> bytes:
    """Return a .uf2 file for an RP2350 that runs as Arm.

    Its first block is written nowhere; without it chips of revision A2 may take the file for the rest of another one.
    Source: RP2350 datasheet, erratum RP2350-E10; picotool, elf2uf2.
    """
    first = _block(_LAST_PAGE, b"\xef" * 256, _ABSOLUTE, 0, 2, _IGNORE)
    return first + b"".join(
        _block(address, page, _RP2350_ARM_S, number, len(written))
        for number, (address, page) in enumerate(written)
    )


def _block(address: int, page: bytes, family: int, number: int, count: int, tag: int = 0) -> bytes:
    """Return a block of a .uf2 file: block `number` of `count`. Source: microsoft/uf2, README."""
    flags = _HAS_FAMILY | (_HAS_TAGS if tag else 0)
    head = struct.pack("<8I", *_MAGIC, flags, address, len(page), number, count, family)
    body = page + struct.pack("<I", tag)
    return head + body.ljust(_LONGEST, b"\0") + struct.pack("<I", _MAGIC_END)


def install(path: Path, drive: Drive, told: Callable[[str], None]) -> None:
    """Copy a .uf2 file to a Pico that waits for it. Raises TavleError."""
    check(path, drive.chip)
    if drive.folder is None:
        raise TavleError(
            tr("cannot copy MicroPython to the Pico"),
            tr("its drive RPI-RP2 (Pico 2: RP2350) is not mounted"),
            tr(
                "open it in the file manager once, or mount it with `udisksctl mount -b /dev/sdX1`"
            ),
        )
    told(tr("copying {name} to {folder}", name=path.name, folder=drive.folder))
    try:
        shutil.copyfile(path, drive.folder / path.name)
        if hasattr(os, "sync"):
            os.sync()
    except OSError as error:
        # The Pico restarts with the last block: the drive may go before the copy is closed.
        if drive.folder.exists() and (drive.folder / "INFO_UF2.TXT").exists():
            raise TavleError(
                tr("cannot copy MicroPython to the Pico"),
                error.strerror or str(error),
                tr("unplug it, hold BOOTSEL while plugging it in, and run the command again"),
            ) from error


def wait_for_drive(seconds: float, before: list[Drive], chip: str) -> Drive:
    """Wait for the drive of a Pico that restarts into BOOTSEL mode, until it is mounted.

    Args:
        seconds: how long.
        before: the drives that were there before: none of them is it.
        chip: its chip.

    Raises:
        TavleError: no drive, or several and nobody to ask.
    """
    end = time.monotonic() + seconds
    known = {one.key for one in before}
    drives: list[Drive] = []
    while time.monotonic() < end:
        drives = [one for one in find.waiting() if one.key not in known and one.chip == chip]
        if drives and all(one.folder is not None for one in drives):
            return find.choose_drive(drives)
        time.sleep(0.3)
    if drives:
        return find.choose_drive(drives)
    raise TavleError(
        tr("the Pico does not show its drive"),
        tr("no RPI-RP2 within {seconds} s", seconds=f"{seconds:.0f}"),
        tr("unplug it, hold BOOTSEL while plugging it in, and run the command again"),
    )
