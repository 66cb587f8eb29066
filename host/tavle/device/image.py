# SPDX-License-Identifier: Apache-2.0
"""One .uf2 file with MicroPython and the firmware: a new Pico becomes a table by drag and drop.

It writes the whole file system, so it is for a new Pico only; a table in use gets `tavle flash`, which
leaves settings, journal and wiring alone. The file system's place in the flash is a fact of
MicroPython's board file: known here for the Pico (RPI_PICO).
"""

import struct
from pathlib import Path
from typing import Any

from tavle.device import build, uf2
from tavle.errors import TavleError, writing
from tavle.words.terminal import tr

_PAGE = 256  # bytes of flash in a block of the file, as the boot ROM wants them
_RP2040 = 0xE48BFF56
_FLASH_END = 0x10000000 + 2048 * 1024


def make(micropython: Path, out: Path, settings: dict[str, Any]) -> int:
    """Write the file and return its size in bytes.

    Args:
        micropython: a MicroPython .uf2 for the RPI_PICO board.
        out: the file to write.
        settings: settings of the firmware that are not as it has them itself, by name.

    Raises:
        TavleError: the file of MicroPython cannot be used, or `out` cannot be written.
    """
    from tavle.sim.prepare import image

    chip = uf2.check(micropython)
    if chip != "RP2040":
        raise TavleError(
            tr("cannot make an image"),
            tr(
                "{micropython} is for the {chip}; where its files begin is known for the Pico only",
                micropython=micropython,
                chip=chip,
            ),
            tr("install MicroPython by drag and drop, then run `tavle flash`"),
        )
    firmware = build.compiled(build.BYTECODE)
    files = {name.lstrip("/"): data for name, data in firmware.items()}
    files["tavle/config.json"] = _config(settings)
    disk = image(files)
    pages = list(uf2.pages(micropython.read_bytes()))
    start = _FLASH_END - len(disk)
    pages += [(start + at, disk[at : at + _PAGE], _RP2040) for at in range(0, len(disk), _PAGE)]
    data = b"".join(
        uf2.block(address, page, family, number, len(pages))
        for number, (address, page, family) in enumerate(pages)
    )
    with writing(out):
        out.write_bytes(data)
    return len(data)


def _config(settings: dict[str, Any]) -> bytes:
    from tavle.device import settings as own

    data, _ = own.changed(None, {"board": "r1_pico", **settings})
    return data or b"{}"


def disk_of(data: bytes) -> bytes:
    """Return the file system in the bytes of such a file, as a littlefs image."""
    found = {address: page for address, page, _ in uf2.pages(data) if address >= uf2.FILES_RP2040}
    return b"".join(found[address] for address in sorted(found))


def facts(data: bytes) -> tuple[int, int]:
    """Return (blocks, blocks it says it has) of such a file."""
    return len(data) // 512, struct.unpack_from("<8I", data)[6]
