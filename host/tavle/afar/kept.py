# SPDX-License-Identifier: Apache-2.0
"""What a table keeps of a game with another one: a file of lines, each written before anybody hears of it."""

import contextlib
import json
import os
from pathlib import Path
from typing import Any

from tavle.errors import TavleError, writing
from tavle.kept import folder
from tavle.words.terminal import tr


class Kept:
    """The file of one game, or one in memory.

    Args:
        path: the file; None keeps nothing.

    Attributes:
        secret: what the chain of chance is made of, in hex; "" before the game begins.
        own: what this side has said of itself, None before.
        far: what the other side has, None before.
        first: the seat that begins, None while that is not known.
        entries: the log.

    Raises:
        TavleError: the file cannot be read or is damaged.
    """

    def __init__(self, path: Path | None):
        self.secret = ""
        self.own: dict[str, Any] | None = None
        self.far: dict[str, Any] | None = None
        self.first: int | None = None
        self.entries: list[dict[str, Any]] = []
        self._path = path
        if path is not None:
            self._read(path)

    def _read(self, path: Path) -> None:
        try:
            lines = path.read_bytes().split(b"\n")
        except FileNotFoundError:
            return
        except OSError as error:
            raise TavleError(
                tr("cannot read {file}", file=path), error.strerror or str(error)
            ) from None
        whole = len(b"\n".join(lines[:-1])) + (len(lines) > 1)
        if lines[-1]:  # the PC lost its power in the middle of a line that nobody has heard of
            with writing(path):
                os.truncate(path, whole)
        try:
            for line in lines[:-1]:
                self._take(json.loads(line))
        except (LookupError, TypeError, ValueError):
            raise TavleError(
                tr("cannot continue {path}", path=path), tr("it is damaged"),
                tr("both tables begin another one: --game with another name"),
            ) from None  # fmt: skip

    def _take(self, said: dict[str, Any]) -> None:
        if "secret" in said:
            self.secret, self.own = said["secret"], said["own"]
        elif "far" in said:
            self.far = said["far"]
        elif "first" in said:
            self.first = said["first"]
        else:
            self.entries.append(said["entry"])

    def begin(self, secret: str, own: dict[str, Any]) -> None:
        """Keep what this side is. Raises TavleError."""
        self._put({"secret": secret, "own": own})

    def met(self, far: dict[str, Any]) -> None:
        """Keep who the other side is. Raises TavleError."""
        self._put({"far": far})

    def began(self, first: int) -> None:
        """Keep which seat begins. Raises TavleError."""
        self._put({"first": first})

    def add(self, entry: dict[str, Any]) -> None:
        """Keep an entry of the log. Raises TavleError."""
        self._put({"entry": entry})

    def _put(self, said: dict[str, Any]) -> None:
        if self._path is not None:
            with writing(self._path):
                self._path.parent.mkdir(parents=True, exist_ok=True)
                handle = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
                try:
                    os.write(handle, json.dumps(said).encode() + b"\n")
                    os.fsync(handle)
                finally:
                    os.close(handle)
        self._take(said)

    def forget(self) -> None:
        """Delete the file."""
        if self._path is not None:
            with contextlib.suppress(OSError):
                self._path.unlink()


def of(game: str, name: str) -> Kept:
    """Return what is kept of a game by a side. Raises TavleError."""
    return Kept(folder() / "link" / f"{game}.{name}.jsonl")
