# SPDX-License-Identifier: Apache-2.0
"""A serial NOR flash with 4 KB sectors and 256-byte pages.

Source: Winbond W25Q16JV rev. H, AC characteristics: page program tPP 0.4 ms typical, sector erase
tSE 45 ms typical. Programming only clears bits; erasing sets a whole sector to FF. When the supply
goes during an operation the datasheet promises nothing: the model then leaves some bits done and
some not, chosen by seed.
"""

from tavle.sim.chips import Noise

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from typing import Protocol

    class Clock(Protocol):
        """What the chip needs to know of time."""

        now: int

        def pass_us(self, us: int) -> None:
            """Let time pass."""


SECTOR = 4096
PAGE = 256
PROGRAM_US = 400
ERASE_US = 45000


class RamStore:
    """The cells in a bytearray."""

    def __init__(self, data: "bytes | bytearray") -> None:
        self.data = data if isinstance(data, bytearray) else bytearray(data)
        self.size = len(self.data)

    def readinto(self, at: int, buf: bytearray) -> None:
        """Fill `buf` from an address."""
        buf[:] = self.data[at : at + len(buf)]

    def write(self, at: int, data: "bytes | bytearray") -> None:
        """Replace cells."""
        self.data[at : at + len(data)] = data


class FileStore:
    """The cells in a file, written through: what was done survives the end of the process.

    Args:
        path: an existing file of the size of the chip.
        size: that size in bytes.
    """

    def __init__(self, path: str, size: int) -> None:
        # Unbuffered, and open as long as the chip lives.
        self._file = open(path, "r+b", buffering=0)
        self.size = size

    def readinto(self, at: int, buf: bytearray) -> None:
        """Fill `buf` from an address."""
        self._file.seek(at)
        self._file.readinto(buf)

    def write(self, at: int, data: "bytes | bytearray") -> None:
        """Replace cells."""
        self._file.seek(at)
        self._file.write(data)


class NorFlash:
    """The chip.

    Args:
        store: RamStore or FileStore.
        clock: something with `now` in us and `pass_us(us)`, called while the chip is busy. The
            supply may be cut inside it: then `power_cut` is called.
        seed: chance of torn operations.
    """

    def __init__(self, store: "RamStore | FileStore", clock: "Clock", seed: int = 0) -> None:
        self.store = store
        self.size = store.size
        self.erases = 0
        self.programs = 0
        self.programmed_bytes = 0
        self.overwrites = 0  # programs that asked for a 0 bit to become 1: they cannot
        self._clock = clock
        self._seed = seed
        self._busy: "tuple | None" = None

    def readinto(self, at: int, buf: bytearray) -> None:
        """Read; takes no time in the model (XIP)."""
        self.store.readinto(at, buf)

    def program(self, at: int, data: "bytes | bytearray | memoryview") -> None:
        """Program any length, page by page; each page takes PROGRAM_US."""
        data = memoryview(data)
        done = 0
        while done < len(data):
            room = PAGE - (at + done) % PAGE
            part = data[done : done + room]
            self._program_page(at + done, part)
            done += len(part)

    def _program_page(self, at: int, part: memoryview) -> None:
        old = bytearray(len(part))
        self.store.readinto(at, old)
        new = bytes(a & b for a, b in zip(old, part))
        if new != bytes(part):
            self.overwrites += 1
        self._run(at, old, new, PROGRAM_US)
        self.programs += 1
        self.programmed_bytes += len(part)

    def erase(self, at: int) -> None:
        """Erase the sector that holds an address; takes ERASE_US."""
        at -= at % SECTOR
        old = bytearray(SECTOR)
        self.store.readinto(at, old)
        self._run(at, old, b"\xff" * SECTOR, ERASE_US)
        self.erases += 1

    def _run(self, at: int, old: bytearray, new: bytes, us: int) -> None:
        self._busy = (at, old, new, self._clock.now, us)
        self._clock.pass_us(us)
        self._busy = None
        self.store.write(at, new)

    def power_cut(self, now_us: "int | None") -> None:
        """Leave a torn operation behind; nothing happens when the chip is idle.

        Args:
            now_us: the time of the cut; None lets the operation end (a reset of the controller).
        """
        if self._busy is None:
            return
        at, old, new, start_us, us = self._busy
        part_done = 1.0 if now_us is None else (now_us - start_us) / us
        noise = Noise(self._seed + at + self.programs + self.erases)
        torn = bytearray(old)
        for i in range(len(old)):
            changing = old[i] ^ new[i]
            if changing:
                done = 0
                for bit in range(8):
                    if noise.chance(part_done):
                        done |= 1 << bit
                torn[i] = old[i] ^ (changing & done)
        self._busy = None
        self.store.write(at, torn)


class BlockDevice:
    """The chip as MicroPython's littlefs wants it: 4 KB blocks, extended form.

    Source: MicroPython docs, `vfs.AbstractBlockDev`.
    """

    def __init__(self, flash: NorFlash) -> None:
        self._flash = flash

    def readblocks(self, block: int, buf: bytearray, offset: int = 0) -> None:
        """Read from a block at an offset."""
        self._flash.readinto(block * SECTOR + offset, buf)

    def writeblocks(self, block: int, buf: bytearray, offset: "int | None" = None) -> None:
        """Program; without an offset the blocks are erased first."""
        if offset is None:
            for at in range(0, len(buf), SECTOR):
                self._flash.erase(block * SECTOR + at)
            offset = 0
        self._flash.program(block * SECTOR + offset, buf)

    def ioctl(self, op: int, arg: int) -> int:
        """Answer block count (4), block size (5); erase (6)."""
        if op == 4:
            return self._flash.size // SECTOR
        if op == 5:
            return SECTOR
        if op == 6:
            self._flash.erase(arg * SECTOR)
        return 0
