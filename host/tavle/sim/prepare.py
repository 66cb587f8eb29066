# SPDX-License-Identifier: Apache-2.0
"""A flash image for a table that shall start in a given position."""

from pathlib import Path
from typing import Any

from littlefs import LittleFS, UserContext

from tavle.sim.first_files import device_files
from tavle.sim.target import FLASH_SIZE

BLOCK = 4096
_PROGRAM = 256
# What MicroPython 1.26 mounts; a newer on-disk version would be refused.
_DISK_VERSION = 0x00020000


def image(files: dict[str, bytes], size: int = FLASH_SIZE) -> bytes:
    """Return a littlefs image with these files, as MicroPython makes it on a Pico."""
    context = UserContext(buffsize=size)
    disk = LittleFS(
        context=context,
        block_size=BLOCK,
        block_count=size // BLOCK,
        prog_size=_PROGRAM,
        disk_version=_DISK_VERSION,
    )
    for name, data in files.items():
        folder = str(Path(name).parent)
        if folder != ".":
            disk.makedirs(folder, exist_ok=True)
        with disk.open(name, "wb") as file:
            file.write(data)
    disk.unmount()
    return bytes(context.buffer)


class _Noting(UserContext):
    """A flash that notes which of its blocks are read."""

    def __init__(self, data: bytes):
        super().__init__(buffer=bytearray(data))
        self.seen: set[int] = set()

    def read(self, cfg: Any, block: int, off: int, size: int) -> bytearray:
        """Note the block and read it."""
        self.seen.add(block)
        return super().read(cfg, block, off, size)


def files_of(data: bytes) -> dict[str, bytes]:
    """Return the files in a littlefs image, by path. Raises LittleFSError for another image."""
    return _read(_Noting(data))


def blocks_of(data: bytes) -> list[int]:
    """Return the blocks that littlefs looks at to get at every file of an image; what the others hold does not count."""
    context = _Noting(data)
    _read(context)
    return sorted(context.seen)


def _read(context: UserContext) -> dict[str, bytes]:
    # Whatever version it is now: MicroPython may have raised it with its first write.
    disk = LittleFS(
        context=context,
        block_size=BLOCK,
        block_count=len(context.buffer) // BLOCK,
        prog_size=_PROGRAM,
        mount=False,
    )
    disk.mount()
    found = {}
    for folder, _, names in disk.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}"
            with disk.open(path, "rb") as file:
                found[path.lstrip("/")] = file.read()
    return found


def prepare_flash(game: Any, state: bytes | None, **settings: Any) -> bytes:
    """Return the flash image of a table that resumes `state` (None: starts a new game)."""
    return image(device_files(game, state, settings))
