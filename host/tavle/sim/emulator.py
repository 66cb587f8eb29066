# SPDX-License-Identifier: Apache-2.0
"""An emulated controller with the memory of a Pico 2.

Nothing emulates the RP2350 of a Pico 2. What it has room for can be run all the same: rp2040py's RP2040
with more memory, and the stock MicroPython for the Pico with its heap there. Objects have the same size on
both. Times are those of an RP2040 at 125 MHz, upper bounds for the faster RP2350.
"""

import ctypes
import dataclasses
import importlib.util
import os
import re
import struct
import tempfile
from pathlib import Path
from typing import Any

from tavle import paths
from tavle.errors import TavleError
from tavle.words.terminal import tr

HEAP = (0x20042000, 0x200BE000)
"""Where the heap is: behind the RP2040's own memory, 496 KB, which leave 486 KB free as on a Pico 2."""

_MEMORY_SIZE = 1024 * 1024
_OWN_SIZE = 264 * 1024  # of the RP2040
# In a stock image: the end of the stack, then the heap's start and end.
_STACK_AND_HEAP = re.compile(rb"\x00\x20\x04\x20(..\x00\x20\x00\x00\x04\x20)", re.DOTALL)
_USB_US = 1000  # how often the host looks for USB packets; the emulator's own 10 us slows it


def check() -> bytes:
    """Return the image to run. Raises TavleError: there is none, or no emulator."""
    name = os.environ.get("TAVLE_UF2", "")
    if not name or not Path(name).is_file():
        raise TavleError(
            tr("cannot emulate a Pico"),
            tr("TAVLE_UF2 names no file ({name})", name=name)
            if name
            else tr("TAVLE_UF2 is not set"),
            tr("set it to a MicroPython RPI_PICO .uf2, or use --target unix"),
        )
    if importlib.util.find_spec("rp2040py") is None:
        why = tr("the package rp2040py is not installed")
        raise TavleError(
            tr("cannot emulate a Pico"),
            why,
            tr("run `{command}`", command=paths.getting("rp2040py")),
        )
    return with_heap_moved(Path(name).read_bytes())


def boot(disk: bytes, *devices: Any) -> Any:
    """Return rp2040py's device with power, its file system and devices on its pins; nothing has run yet.

    Args:
        disk: the image of the file system.
        devices: each has `attach(rp2040)`.

    Raises:
        TavleError: there is no image or no emulator, or it is another one than this was made for.
    """
    micropython = check()
    from rp2040py.boards import BOARDS, resolve_firmware
    from rp2040py.device import MicroPythonDevice
    from rp2040py.memory_map import FLASH_START_ADDRESS

    with tempfile.TemporaryDirectory(prefix="tavle-pico-") as folder:
        image, file = Path(folder, "micropython.uf2"), Path(folder, "disk")
        image.write_bytes(micropython)
        file.write_bytes(disk)
        base = resolve_firmware(BOARDS["pico"], "micropython", str(image))
        extras = base.extras + tuple((lambda device=device: device) for device in devices)
        pico = MicroPythonDevice(board=dataclasses.replace(base, extras=extras), filesystem=file)
    pico.mcu.usb_ctrl.read_delay_microseconds = _USB_US
    _enlarge(pico.mcu)
    pico.mcu.core.pc = FLASH_START_ADDRESS
    return pico


def said(pico: Any, last: str, longest_s: float) -> str:
    """Let an emulated Pico run until it prints a word or a traceback; return all it has printed.

    Args:
        pico: as `boot` returns it.
        last: the word.
        longest_s: emulated seconds after which it is given up.
    """
    heard = bytearray()
    pico.cdc.on_serial_data = heard.extend
    clock = pico.mcu.clock
    while clock.nanos < longest_s * 1e9 and last.encode() not in heard and b"Error" not in heard:
        pico.simulator.stopped = False
        pico.simulator._execute_batch()
    return heard.decode(errors="replace")


def with_heap_moved(image: bytes) -> bytes:
    """Return a stock RPI_PICO image (.uf2) with its heap at `HEAP`.

    The heap's two ends are words among the constants of its `main`, behind the end of the stack.
    Raises TavleError unless there is exactly one such place.
    """
    found = list(_STACK_AND_HEAP.finditer(image))
    if len(found) != 1:
        raise TavleError(
            tr("cannot emulate a Pico"),
            tr("the image in TAVLE_UF2 does not have its heap where it is looked for"),
            tr("use the stock MicroPython 1.26.1 for the Raspberry Pi Pico (RPI_PICO)"),
        )
    return image[: found[0].start(1)] + struct.pack("<2I", *HEAP) + image[found[0].end(1) :]


def _enlarge(chip: Any) -> None:
    """Give an emulated chip `_MEMORY_SIZE` bytes of memory.

    rp2040py (its version is pinned) makes the memory a chip has; nothing of Python's can change it. Its object has
    the address and the length of it one behind the other, and the length once more.
    """
    word = struct.Struct("<I")
    old = ctypes.addressof(ctypes.c_char.from_buffer(chip.sram))
    body = (ctypes.c_char * type(chip).__basicsize__).from_address(id(chip))
    slice_ = struct.pack("@PN", old, _OWN_SIZE)
    at, size = body.raw.find(slice_), body.raw.rfind(word.pack(_OWN_SIZE))
    if at < 0 or size <= at + len(slice_):
        why = tr("rp2040py is not the version that Tavle pins")
        raise TavleError(
            tr("cannot emulate a Pico"),
            why,
            tr("run `{command}`", command=paths.getting("rp2040py")),
        )
    chip.enlarged = (ctypes.c_char * _MEMORY_SIZE)()  # lives as long as the chip
    struct.pack_into("@PN", body, at, ctypes.addressof(chip.enlarged), _MEMORY_SIZE)
    word.pack_into(body, size, _MEMORY_SIZE)
