# SPDX-License-Identifier: Apache-2.0
"""The games that are kept on this PC: one file each, and one program at a time on a file."""

import contextlib
import json
import os
import re
import sys
import time
from pathlib import Path
from typing import IO, Any

from tavle.errors import TavleError
from tavle.sim.snapshot import LONGEST
from tavle.words.terminal import tr

if sys.platform != "win32":  # where there is no virtual table, and so nothing to lock
    import fcntl

_NAME = re.compile(r"[0-9a-z-]{1,60}")


def folder() -> Path:
    """Return where games are kept; TAVLE_SAVES names another folder."""
    named = os.environ.get("TAVLE_SAVES")
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(named) if named else Path(data) / "tavle" / "games"


def fresh(rulebook: str) -> Path:
    """Return a file for a new game. Raises TavleError when none can be made."""
    place = folder()
    stamp = time.strftime("%Y%m%d-%H%M%S")
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.environ.get("TAVLE_SAVES"):
            place.chmod(0o700)  # it may be from before its files were nobody else's business
    except OSError as error:
        why = error.strerror or str(error)
        raise TavleError(
            tr("cannot keep games in {place}", place=place),
            why,
            tr("set TAVLE_SAVES to a folder that can be written"),
        ) from None
    for number in range(100):
        path = place / f"{rulebook}-{stamp}-{number}.json"
        if not path.exists() and not path.with_suffix(".lock").exists():
            return path
    raise TavleError(
        tr("cannot keep games in {place}", place=place),
        tr("there are too many"),
        tr("delete old ones"),
    )


def path_of(name: str) -> Path:
    """Return the file of a kept game. Raises ValueError when there is none."""
    path = folder() / f"{name}.json"
    if not _NAME.fullmatch(name) or not path.is_file():
        raise ValueError("no-such-game")
    return path


def listed() -> list[dict[str, Any]]:
    """Return the games that can be continued, the newest first; a damaged file is left out."""
    found = []
    with contextlib.suppress(OSError):
        for path in folder().glob("*.json"):
            with contextlib.suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
                if path.stat().st_size > LONGEST:
                    continue
                kept = json.loads(path.read_text("utf-8"))
                notes = kept["notes"]
                party = notes["party"]
                found.append({
                    "name": path.stem, "rulebook": kept["rulebook"], "saved": path.stat().st_mtime,
                    "who": party["who"], "turns": notes["turns"],
                    "over": party["stage"] == "over",
                })  # fmt: skip
    return sorted(found, key=lambda game: -game["saved"])[:50]


def forget(name: str) -> None:
    """Delete a kept game. Raises ValueError when there is none or a program has it."""
    path = path_of(name)
    try:
        lock = Lock(str(path))
    except InUse:
        raise ValueError("game-in-use") from None
    path.unlink()
    lock.free()


class InUse(TavleError):
    """Another program has the file."""


class Lock:
    """Keeps other programs off a state file, for as long as this one lives.

    The operating system lets go of it when the program ends, however it ends.

    Raises:
        InUse: another program has the file.
        TavleError: it cannot be made.
    """

    def __init__(self, path: str):
        self._file: IO[str] | None = None
        try:
            name = Path(path).with_suffix(".lock")
            self._file = open(name, "a", encoding="utf-8")
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.free()
            raise InUse(
                tr("cannot use {path}", path=path), tr("another program has this game open"),
                tr("close the other one, or name another file"),
            ) from None  # fmt: skip
        except (OSError, ValueError) as error:
            # ValueError: `/` has no name to put anything behind.
            self.free()
            why = getattr(error, "strerror", None) or str(error)
            raise TavleError(
                tr("cannot use {path}", path=path), why, tr("name another file")
            ) from None

    def free(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()
            self._file = None
