# SPDX-License-Identifier: Apache-2.0
"""A table's files as one .uf2 file: a new Pico 2 becomes a table by drag and drop.

It brings a whole file system, so it is for a new Pico 2 only: on one in use it would replace settings, games and learnt wiring. A
table in use gets `tavle flash`, which leaves them alone and finds the files of such an image to be right.
"""

from pathlib import Path
from typing import NamedTuple

from tavle.device import build, settings, uf2
from tavle.errors import TavleError
from tavle.words.terminal import tr

_PAGE = 256


class Place(NamedTuple):
    """Where stock MicroPython has its files: address, blocks of 4 KB; and what it calls the controller."""

    start: int
    blocks: int
    name: bytes


PLACES = {
    "pico2": Place(0x10100000, 768, b"Raspberry Pi Pico2 with"),
    "pico2w": Place(0x10180000, 640, b"Raspberry Pi Pico 2 W with"),
}
"""Source: MicroPython, ports/rp2: of 4 MiB of flash RPI_PICO2 keeps 1024 KB for the program, RPI_PICO2_W 1536 KB."""


def files(rulebook: str) -> dict[str, bytes]:
    """Return the files of a new table that plays a rulebook, by path."""
    firmware = build.compiled(build.PICO2)
    config, _ = settings.changed(None, {"rulebook": rulebook})
    return {
        name.lstrip("/"): data
        for name, data in {**firmware, settings.CONFIG: config or b""}.items()
    }


def program_of(micropython: Path) -> tuple[str, uf2.Pages]:
    """Return which controller a stock MicroPython is for, and what it writes.

    Raises:
        TavleError: it is for none of `PLACES`.
    """
    uf2.check(micropython, "RP2350")
    pages = uf2.pages(micropython.read_bytes())
    program = b"".join(page for _, page in pages)
    for controller, place in PLACES.items():
        if place.name in program and pages[-1][0] < place.start:
            return controller, pages
    raise TavleError(
        tr("cannot use {path}", path=micropython),
        tr("it is not MicroPython for a Pico 2"),
        tr("get one from {DOWNLOAD}", DOWNLOAD=uf2.DOWNLOAD),
    )


def make(held: dict[str, bytes], controller: str, program: uf2.Pages = ()) -> bytes:
    """Return the .uf2 file of a file system. Only blocks that littlefs looks at are in it: the others may hold anything.

    Args:
        held: the files.
        controller: a key of `PLACES`.
        program: MicroPython for that controller, to be in it too.
    """
    from tavle.sim.prepare import BLOCK, blocks_of, image

    start, blocks, _ = PLACES[controller]
    disk = image(held, blocks * BLOCK)
    files = [
        (start + at, disk[at : at + _PAGE])
        for block in blocks_of(disk)
        for at in range(block * BLOCK, (block + 1) * BLOCK, _PAGE)
    ]
    return uf2.file_of([*program, *files])
