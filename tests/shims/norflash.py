# SPDX-License-Identifier: Apache-2.0
"""A NOR flash in RAM for VfsLfs2 whose power can be cut at any operation.

Behaves like the Pico's: erasing sets 4096 bytes to FFh, programming can only clear bits
and is done in pages of 256 bytes. Source: W25Q16JV datasheet, 8.2.15 and 8.2.17.
"""

import vfs

BLOCK = 4096
PAGE = 256
_EIO = -5


class NorFlash:
    """`cut` = the operation during which the power fails, counted from 1; `torn` = half of it happens."""

    def __init__(self, data, cut=0, torn=False):
        self.data = data
        self.cut = cut
        self.torn = torn
        self.ops = self.erases = self.programs = self.read_bytes = 0

    def _operate(self, size):
        """Count an operation; return how many of its bytes happen."""
        self.ops += 1
        if self.ops == self.cut:
            return size // 2 if self.torn else 0
        return size

    @property
    def dead(self):
        return self.cut and self.ops >= self.cut

    def readblocks(self, block, buf, offset=0):
        if self.dead:
            return _EIO
        at = block * BLOCK + offset
        self.read_bytes += len(buf)
        buf[:] = self.data[at : at + len(buf)]
        return 0

    def writeblocks(self, block, buf, offset=0):
        if self.dead:
            return _EIO
        at = block * BLOCK + offset
        self.programs += 1
        size = self._operate(len(buf))
        for i in range(0, size, PAGE):
            if bytes(self.data[at + i : at + i + PAGE]) != b"\xff" * PAGE:
                raise AssertionError("littlefs programs a page twice")
        self.data[at : at + size] = memoryview(buf)[:size]
        return _EIO if self.dead else 0

    def ioctl(self, op, arg):
        if op == 4:
            return len(self.data) // BLOCK
        if op == 5:
            return BLOCK
        if op == 6:
            if self.dead:
                return _EIO
            self.erases += 1
            size = self._operate(BLOCK)
            at = arg * BLOCK
            self.data[at : at + size] = b"\xff" * size
            return _EIO if self.dead else 0
        return 0


def fresh(blocks=48):
    """Return the bytes of an empty littlefs, made as MicroPython makes it on a Pico."""
    flash = NorFlash(bytearray(b"\xff" * (blocks * BLOCK)))
    vfs.VfsLfs2.mkfs(flash, progsize=PAGE, readsize=32)
    return flash.data


def mount(data, cut=0, torn=False, at="/tavle"):
    """Mount the bytes (they are changed in place) and return the flash below."""
    try:
        vfs.umount(at)  # of a test that has failed
    except OSError:
        pass
    flash = NorFlash(data, cut, torn)
    vfs.mount(vfs.VfsLfs2(flash, progsize=PAGE, readsize=32), at)
    return flash


def umount(at="/tavle"):
    """Pull the plug: what was not written yet is lost."""
    vfs.umount(at)
