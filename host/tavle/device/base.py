# SPDX-License-Identifier: Apache-2.0
"""A device at MicroPython's prompt: what can be asked of it, whatever connects it.

`Device.run` executes a piece of Python there; everything else is made of it. The code sent
keeps to what MicroPython 1.20 knows, so that an old device can still be told that it is old.

The wire and its prompt are mpremote's (`repl.py`); files are not: its primitives send 256 bytes a piece as
a literal of up to 1 KB (here 1536 as 2 KB of base64), hash one file an answer, and have no limit for a
device that never stops talking.
"""

import binascii
import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tavle.device import shapes
from tavle.device.link import TableLink
from tavle.errors import TavleError
from tavle.words.terminal import tr

CHUNK = 1536
"""Bytes of a file per piece of code: 2 KiB of base64, which any Pico can compile."""

# Helpers on the device. `_t` lists what is below a folder, and hashes what was asked for: all of it in
# one answer. mpremote's own `fs_hashfile` and `fs_listdir` take three to four answers a file.
_HELPERS = """
import os, json, hashlib
from binascii import hexlify as _x, a2b_base64 as _d
def _h(p):
 h = hashlib.sha256()
 b = bytearray(1024)
 m = memoryview(b)
 with open(p, 'rb') as f:
  while True:
   n = f.readinto(b)
   if not n:
    break
   h.update(m[:n])
 return _x(h.digest()).decode()
def _t(p, own):
 for e in os.ilistdir(p or '/'):
  q = p + '/' + e[0]
  ours = p or e[0] in own
  if not e[1] & 0x4000:
   print(json.dumps([q, e[3], _h(q) if ours else '']))
  elif ours:
   print(json.dumps([q, -1, '']))
   _t(q, own)
  else:
   print(json.dumps([q, -2, '']))
"""

_FACTS = """
import gc
import sys
_i = sys.implementation
_s = os.statvfs('/')
print(json.dumps({'name': _i.name, 'version': list(_i.version)[:3], 'mpy': getattr(_i, '_mpy', 0),
 'machine': getattr(_i, '_machine', ''), 'free': _s[0] * _s[3], 'size': _s[0] * _s[2],
 'heap': gc.mem_alloc() + gc.mem_free()}))
"""


_FACTS_SHAPE = {
    "name": str, "version": [int], "mpy": int, "machine": str, "free": int, "size": int,
    "heap": int,
}  # fmt: skip


class DeviceError(TavleError):
    """Something went wrong between this PC and the device."""


class DeviceLost(DeviceError):
    """The connection broke."""


class FlashFull(DeviceError):
    """The device's file system has no room left."""


class Raised(DeviceError):
    """Code on the device ended in an exception; `trace` is its traceback."""

    def __init__(self, what: str, trace: str):
        self.trace = trace.strip()
        why = self.trace.splitlines()[-1] if self.trace else tr("no traceback")
        super().__init__(
            what, why, tr("run the command again; if it stays, report it with --debug")
        )


@dataclass(frozen=True)
class Facts:
    """What a device says about itself.

    Attributes:
        name: implementation: "micropython".
        version: its version, three numbers.
        mpy: `sys.implementation._mpy`: version of .mpy files in the low byte, architecture above.
        machine: board and chip, such as "Raspberry Pi Pico with RP2040".
        free: free bytes of the file system.
        size: its bytes.
        heap: bytes of memory that MicroPython has.
    """

    name: str
    version: tuple[int, ...]
    mpy: int
    machine: str
    free: int
    size: int
    heap: int

    @property
    def version_text(self) -> str:
        """The version with dots."""
        return ".".join(str(number) for number in self.version)


@dataclass(frozen=True)
class Entry:
    """A file or folder on the device.

    Attributes:
        size: bytes; -1 for a folder, -2 for a folder that was not looked into.
        sha256: hex digest, "" where none was asked for.
    """

    size: int
    sha256: str


class Device(ABC):
    """A device at its prompt.

    Attributes:
        port: its name for messages.
    """

    port: str = ""

    @abstractmethod
    def enter(self) -> bool:
        """Bring the device to its prompt; return whether a running program was stopped for it.

        Raises DeviceError.
        """

    @abstractmethod
    def run(self, code: str, timeout_s: float = 10.0) -> str:
        """Execute code on the device and return what it printed.

        Args:
            code: Python.
            timeout_s: longest silence while it runs.

        Raises:
            Raised: it ended in an exception.
            FlashFull: it wrote to a full file system.
            DeviceLost: the connection broke.
            DeviceError: the answer makes no sense.
        """

    @abstractmethod
    def restart(self) -> None:
        """Reset the device like a power cycle: the firmware starts."""

    @abstractmethod
    def bootloader(self) -> None:
        """Make the device wait for a .uf2 file, as with its BOOTSEL button held."""

    @abstractmethod
    def link(self, seconds: float) -> TableLink:
        """Return the link to the firmware after `restart`, which may take that long."""

    @abstractmethod
    def close(self) -> None:
        """Give the port back."""

    # Made of `run`

    def prepare(self) -> None:
        """Define the helpers on the device; `enter` calls it."""
        self.run(_HELPERS)

    def facts(self) -> Facts:
        """Ask the device who it is. Raises DeviceError."""
        found = self._json(self.run(_FACTS))
        if shapes.wrong(_FACTS_SHAPE, found):
            raise self._garbled(str(found))
        found["version"] = tuple(found["version"])
        return Facts(**{name: found[name] for name in _FACTS_SHAPE})

    def tree(self, own: tuple[str, ...]) -> dict[str, Entry]:
        """Return what is on the device: absolute path -> entry.

        Args:
            own: names in the root: files to hash, and folders to look into, hashing every file. Of
                the others only the name is listed.
        """
        text = self.run(f"_t('', {own!r})", timeout_s=30)
        found = {}
        for line in text.splitlines():
            entry = self._json(line)
            if shapes.wrong((str, int, str), entry):
                raise self._garbled(line)
            found[entry[0]] = Entry(entry[1], entry[2])
        return found

    def write(self, path: str, data: bytes, progress: Callable[[int], None] | None = None) -> None:
        """Write a file; a cut leaves a part of it. `progress` is told the bytes of each piece."""
        for at in range(0, max(len(data), 1), CHUNK):
            piece = data[at : at + CHUNK]
            text = binascii.b2a_base64(piece, newline=False).decode()
            code = f"_f = open({path!r}, 'wb')\n" if at == 0 else ""
            code += f"_n = _f.write(_d({text!r}))\n"
            if at + CHUNK >= len(data):
                code += "_f.close()\n"
            self.run(code)
            if progress is not None:
                progress(len(piece))

    def read(self, path: str) -> bytes | None:
        """Return a file's bytes, None when there is no such file."""
        code = f"""
try:
 with open({path!r}, 'rb') as _f:
  print('file')
  while True:
   _b = _f.read(256)
   if not _b:
    break
   print(_x(_b).decode())
except OSError as _e:
 print(_e.args[0])
"""
        lines = self.run(code).split()
        if lines == ["2"]:  # ENOENT
            return None
        if lines[:1] != ["file"]:
            raise DeviceError(
                tr("cannot read {path}", path=path),
                tr("flash error {number}", number=" ".join(lines)),
                tr("run `tavle doctor`"),
            )
        try:
            return bytes.fromhex("".join(lines[1:]))
        except ValueError:
            raise self._garbled(lines[-1]) from None

    def replace(self, path: str, data: bytes) -> None:
        """Replace a file in one step: a cut leaves the old one or the new one."""
        self.write(path + ".tmp", data)
        self.rename(path + ".tmp", path)

    def rename(self, old: str, new: str) -> None:
        """Rename a file, over another one if need be; littlefs does it in one step."""
        self.run(f"os.rename({old!r}, {new!r})")

    def remove(self, path: str) -> None:
        """Delete a file or an empty folder; nothing happens when there is none."""
        self.run(
            f"try:\n os.stat({path!r})\nexcept OSError:\n pass\nelse:\n"
            f" (os.rmdir if os.stat({path!r})[0] & 0x4000 else os.remove)({path!r})"
        )

    def mkdir(self, path: str) -> None:
        """Make a folder; an existing one is fine, the one above it must exist."""
        self.run(f"try:\n os.stat({path!r})\nexcept OSError:\n os.mkdir({path!r})")

    def _json(self, text: str) -> Any:
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise self._garbled(text) from None

    def _garbled(self, text: str) -> DeviceError:
        return DeviceError(
            tr("{port} answers nonsense", port=self.port),
            tr("it sent {text}", text=repr(text.strip()[:80])),
            tr("check the cable, press the reset button and run the command again"),
        )
