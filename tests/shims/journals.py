# SPDX-License-Identifier: Apache-2.0
"""Journals for tests of the store, and what is written to their flash: for both interpreters."""

from tempdir import new_folder

from store import files
from store.journal import Journal


class Writes:
    """Stands in for `files.write`: notes every write, and fails while `error` is set."""

    def __init__(self, error=0):
        self.error = error
        self.seen = []

    def __enter__(self):
        self._write = files.write
        files.write = self
        return self

    def __exit__(self, kind, error, trace):
        files.write = self._write

    def __call__(self, path, data, mode="wb"):
        self.seen.append((path.rsplit("/", 1)[-1], mode, len(data)))
        if self.error:
            raise OSError(self.error)
        self._write(path, data, mode)


def begun(moves, size=42, root=None):
    """Return a journal whose game has so many moves, the number of each in its last byte."""
    journal = Journal(root or new_folder(), 9)
    journal.open()
    journal.start(b"header")
    for k in range(moves):
        journal.append(2, bytes(size - 1) + bytes((k & 255,)))
    return journal


def opened(root):
    """Return a journal opened in a folder, and what it reports."""
    journal = Journal(root, 9)
    return journal, journal.open()["report"]
