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
    """A flash whose power fails during operation `cut`, counted from 1.

    `torn` says what becomes of that operation: False, nothing of it; True, its first half; a number
    above 1, some of its bits, chosen by that seed.
    `after_cut`: the bytes come from such a cut, so that a page may look emptier than it is.
    """

    def __init__(self, data, cut=0, torn=False, after_cut=False):
        self.data = data
        self.cut = cut
        self.torn = torn
        self.ops = self.erases = self.programs = self.read_bytes = 0
        self.after_cut = after_cut

    def _operate(self, at, new):
        """Count an operation that makes the bytes at `at` into `new`, and do what happens of it."""
        self.ops += 1
        if self.ops != self.cut:
            self.data[at : at + len(new)] = new
        elif self.torn is True:
            half = len(new) // 2
            self.data[at : at + half] = new[:half]
        elif self.torn:
            chance = self.torn * 2654435761 & 0x7FFFFFFF
            for i in range(len(new)):
                changing = self.data[at + i] ^ new[i]
                if changing:
                    chance = (chance * 1103515245 + 12345) & 0x7FFFFFFF
                    self.data[at + i] ^= changing & chance >> 12

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
        new = bytearray(buf)
        for i in range(0, len(new), PAGE):
            if bytes(self.data[at + i : at + i + PAGE]) != b"\xff" * PAGE:
                if not self.after_cut:
                    raise AssertionError("littlefs programs a page twice")
                # What a cut has left looked empty: bits only go down, and littlefs reads back.
                for k in range(i, i + PAGE):
                    new[k] &= self.data[at + k]
        self._operate(at, new)
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
            self._operate(arg * BLOCK, b"\xff" * BLOCK)
            return _EIO if self.dead else 0
        return 0


def fresh(blocks=48):
    """Return the bytes of an empty littlefs, made as MicroPython makes it on a Pico."""
    flash = NorFlash(bytearray(b"\xff" * (blocks * BLOCK)))
    vfs.VfsLfs2.mkfs(flash, progsize=PAGE, readsize=32)
    return flash.data


def mount(data, cut=0, torn=False, at="/tavle", after_cut=False):
    """Mount the bytes (they are changed in place) and return the flash below."""
    try:
        vfs.umount(at)  # of a test that has failed
    except OSError:
        pass
    flash = NorFlash(data, cut, torn, after_cut)
    vfs.mount(vfs.VfsLfs2(flash, progsize=PAGE, readsize=32), at)
    return flash


def umount(at="/tavle"):
    """Pull the plug: what was not written yet is lost."""
    vfs.umount(at)
