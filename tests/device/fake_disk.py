# SPDX-License-Identifier: Apache-2.0
"""The file system of the fake Pico: in a dictionary, and the power can go at every change."""

import io

ENOENT = 2
EBUSY = 16
ENOSPC = 28
BLOCK = 4096


class PowerCut(BaseException):
    """The supply is gone; whatever was being executed stops here."""


class Disk:
    """Files and folders by absolute path. Every change counts as one operation."""

    def __init__(self, files=None, blocks=352):
        self.files = dict(files or {})
        self.folders = {""}
        for path in self.files:
            self._parents(path)
        self.blocks = blocks
        self.operations = 0
        self.cut_at = None  # the operation before which the power goes
        self.flip = ""  # a path whose bytes the flash spoils
        self.log = []
        self.opened = set()  # being written; a file system may not survive the removal of one

    def _parents(self, path):
        folder = path.rpartition("/")[0]
        while folder:
            self.folders.add(folder)
            folder = folder.rpartition("/")[0]

    def change(self, what):
        if self.cut_at is not None and self.operations >= self.cut_at:
            raise PowerCut
        self.operations += 1
        self.log.append(what)

    def used(self):
        return sum(1 + len(data) // BLOCK for data in self.files.values()) + len(self.folders)

    def norm(self, path):
        return ("/" + path.strip("/")).rstrip("/") if path.strip("/") else ""

    def stat(self, path):
        path = self.norm(path)
        if path in self.folders:
            return (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        if path in self.files:
            return (0x8000, 0, 0, 0, 0, 0, len(self.files[path]), 0, 0, 0)
        raise OSError(ENOENT, "ENOENT")

    def children(self, path):
        path = self.norm(path)
        if path not in self.folders:
            raise OSError(ENOENT, "ENOENT")
        for name in sorted({*self.files, *self.folders} - {path, ""}):
            if name.rpartition("/")[0] == path:
                yield name.rpartition("/")[2], self.stat(name)[0], 0, self.stat(name)[6]

    def mkdir(self, path):
        path = self.norm(path)
        if path.rpartition("/")[0] not in self.folders:
            raise OSError(ENOENT, "ENOENT")
        self.change(("mkdir", path))
        self.folders.add(path)

    def rmdir(self, path):
        path = self.norm(path)
        if list(self.children(path)):
            raise OSError(39, "not empty")
        self.change(("rmdir", path))
        self.folders.discard(path)

    def remove(self, path):
        path = self.norm(path)
        self.stat(path)
        if path in self.opened:
            raise OSError(EBUSY, "")
        self.change(("remove", path))
        del self.files[path]

    def rename(self, old, new):
        old, new = self.norm(old), self.norm(new)
        self.stat(old)
        if new.rpartition("/")[0] not in self.folders:
            raise OSError(ENOENT, "ENOENT")
        self.change(("rename", old, new))
        self.files[new] = self.files.pop(old)

    def open(self, path, mode="r"):
        path = self.norm(path)
        if "w" in mode:
            if path.rpartition("/")[0] not in self.folders:
                raise OSError(ENOENT, "ENOENT")
            self.change(("open", path))
            return _Written(self, path)
        self.stat(path)
        data = self.files[path]
        return io.BytesIO(data) if "b" in mode else io.StringIO(data.decode())


class _Written:
    """A file being written: harsher than littlefs, every written byte is there at once."""

    def __init__(self, disk, path):
        self._disk = disk
        self._path = path
        disk.files[path] = b""
        disk.opened.add(path)

    def write(self, data):
        disk = self._disk
        if isinstance(data, str):
            data = data.encode()
        try:
            disk.change(("write", self._path, len(data)))
        except PowerCut:
            disk.files[self._path] += data[: len(data) // 2]
            raise
        if disk.flip and self._path.endswith(disk.flip):
            data = bytes([data[0] ^ 1]) + data[1:]
        disk.files[self._path] += data
        if disk.used() > disk.blocks:
            disk.files[self._path] = disk.files[self._path][: -len(data)]
            raise OSError(ENOSPC, "")
        return len(data)

    def close(self):
        self._disk.opened.discard(self._path)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
