# SPDX-License-Identifier: Apache-2.0
"""Whole-file helpers that survive a power cut at any moment."""

import os
from binascii import crc32

from micropython import const

# Source: errno.h; MicroPython's errno module has no ENOSPC.
_ENOSPC = const(28)
# littlefs says "name too long" when a folder has no room for one more name (lfs_file_open).
_ENAMETOOLONG = const(36)
_ENOENT = const(2)

_FOLDER = const(0x4000)  # of the mode that `os.stat` tells

_TRAILER = const(4)

LARGEST = 8192  # bytes; no file of the table comes near: a segment has one block of flash


def is_full(error: OSError) -> bool:
    """Return whether flash had no room."""
    return error.args[0] in (_ENOSPC, _ENAMETOOLONG)


class NotSaved(Exception):
    """Something could not be written and is kept in RAM; `full` tells whether flash is full."""

    def __init__(self, what: str, error: OSError) -> None:
        self.full = is_full(error)
        why = "the flash is full" if self.full else "flash error %s" % error.args[0]
        super().__init__("%s not saved: %s" % (what, why))


class Damaged(Exception):
    """A file whose bytes are not those that were written; the text names it and the reason."""


def listdir(path: str) -> list:
    """Return the sorted names in a folder, [] when there is no such folder."""
    try:
        return sorted(os.listdir(path))
    except OSError:
        return []


def numbered(path: str, ending: str) -> list:
    """Return the sorted names of five digits and what `ending` says: `#` is a digit.

    Other names (what a PC leaves behind, say) are nobody's.
    """
    form = "#####" + ending
    return [name for name in listdir(path) if _fits(name, form)]


def _fits(name: str, form: str) -> bool:
    if len(name) != len(form):
        return False
    for i in range(len(form)):
        if not (name[i].isdigit() if form[i] == "#" else name[i] == form[i]):
            return False
    return True


def mkdir(path: str) -> str:
    """Make a folder and those above it; existing ones are fine.

    A file in the place of one is set aside; returns a sentence about that, or "".
    """
    said = ""
    parts = path.split("/")
    for i in range(1, len(parts) + 1):
        folder = "/".join(parts[:i])
        try:
            if folder and not os.stat(folder)[0] & _FOLDER:
                said = "%s: no folder%s" % (parts[i - 1], set_aside(folder))
        except OSError:  # there is none
            pass
        try:
            if folder:
                os.mkdir(folder)
        except OSError:  # it exists, or the next write says what is wrong
            pass
    return said


def size(path: str) -> int:
    """Return the bytes of a file, 0 when there is none."""
    try:
        return os.stat(path)[6]
    except OSError:
        return 0


def read(path: str, most: int = LARGEST) -> bytes:
    """Return a file's bytes, b"" when there is no such file; takes no more RAM than it may.

    Raises:
        Damaged: it has more than `most` bytes or is a folder, so it is none of ours.
        OSError: it is unreadable.
    """
    try:
        found = os.stat(path)
        length = found[6]
        if found[0] & _FOLDER:
            raise Damaged("%s: a folder" % path.rsplit("/", 1)[-1])
        if length > most:
            raise Damaged("%s: larger than %d bytes" % (path.rsplit("/", 1)[-1], most))
        with open(path, "rb") as file:
            return file.read(length)  # MicroPython takes memory for all it is asked for
    except OSError as error:
        if error.args[0] == _ENOENT:
            return b""
        raise


def set_aside(path: str) -> str:
    """Rename a file that cannot be used, so that it is in nobody's way; return how to say that."""
    try:
        os.rename(path, path + ".bad")
    except OSError as error:
        return "; it cannot be renamed, error %s" % error.args[0]
    return "; it is kept as %s.bad" % path.rsplit("/", 1)[-1]


def write(path: str, data: "bytes | bytearray", mode: str = "wb") -> None:
    """Write a file and close it, which makes littlefs commit it; mode "ab" appends."""
    with open(path, mode) as file:
        file.write(data)


def remove(path: str) -> bool:
    """Delete a file; return whether it was there."""
    try:
        os.remove(path)
    except OSError:
        return False
    return True


def replace(path: str, data: "bytes | bytearray") -> None:
    """Replace a file in one step: a cut leaves the old bytes or the new ones, never a mixture.

    Writes `<path>.tmp` and renames it; littlefs renames over an existing file atomically.
    """
    write(path + ".tmp", data)
    os.rename(path + ".tmp", path)


def save_checked(path: str, magic: bytes, body: "bytes | bytearray") -> None:
    """Replace a file by magic, body and a CRC-32 of both. Raises NotSaved."""
    data = bytearray(magic)
    data += body
    data += crc32(data).to_bytes(_TRAILER, "little")
    try:
        replace(path, data)
    except OSError as error:
        remove(path + ".tmp")
        raise NotSaved(path.rsplit("/", 1)[-1], error) from None


def load_checked(path: str, magic: bytes) -> "bytes | None":
    """Return the body written by `save_checked`, None when there is no file. Raises Damaged."""
    name = path.rsplit("/", 1)[-1]
    try:
        data = read(path)
    except Damaged as error:
        raise Damaged(str(error) + set_aside(path)) from None
    except OSError as error:
        raise Damaged("%s: cannot be read, error %s" % (name, error.args[0])) from None
    if not data:
        return None
    if data[: len(magic)] != magic:
        raise Damaged("%s: not a file of this version" % name)
    end = len(data) - _TRAILER
    if end < len(magic) or crc32(data[:end]) != int.from_bytes(data[end:], "little"):
        raise Damaged("%s: checksum does not match" % name)
    return data[len(magic) : end]
