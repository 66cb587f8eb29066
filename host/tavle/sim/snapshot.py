# SPDX-License-Identifier: Apache-2.0
"""The state file of `tavle sim --state FILE`: the flash and the world, between runs."""

import base64
import json
import os
import zlib
from pathlib import Path
from typing import Any

from tavle.errors import TavleError, writing
from tavle.sim.target import FLASH_SIZE
from tavle.words.terminal import mark, tr

_FORMAT = "tavle-sim 1"
_FACTS: dict[str, type] = {
    "rulebook": str, "position": str, "now_us": int, "dealer": object, "world": dict, "flash": str,
    "notes": dict, "options": dict,
}  # fmt: skip


_AGES_US = 10**16  # three hundred years
LONGEST = 16 << 20
"""Bytes of the longest file that is read; a long game takes less than one million."""

_NEXT = mark("choose another file or delete it")


def load(path: str) -> dict[str, Any] | None:
    """Return what a state file holds, `flash` as bytes; None when there is no such file. Raises TavleError."""
    file = Path(path)
    try:
        # A device has no end: it is not read at all.
        strange = file.is_char_device() or file.is_fifo() or file.stat().st_size > LONGEST
        text = "" if strange else file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise TavleError(
            tr("cannot read {file}", file=path),
            error.strerror or str(error),
            tr("name another file"),
        ) from None
    except UnicodeDecodeError:
        text = ""
    try:
        kept = json.loads(text)
    except (ValueError, RecursionError):
        kept = None
    if isinstance(kept, dict):
        kept.setdefault("options", {})  # a file from before there were any
    if (
        not isinstance(kept, dict)
        or kept.get("format") != _FORMAT
        or not _FACTS.keys() <= kept.keys()
    ):
        why = tr("it is not a state file of this version")
        raise TavleError(tr("cannot continue {path}", path=path), why, tr(_NEXT))
    wrong = [name for name, kind in _FACTS.items() if not isinstance(kept.get(name), kind)]
    if wrong or not 0 <= kept["now_us"] < _AGES_US:
        raise damaged(path, (wrong or ["now_us"])[0])
    try:
        # No more than a flash holds: a small file may unpack to any size.
        packed = base64.b64decode(kept["flash"])
        kept["flash"] = zlib.decompressobj().decompress(packed, FLASH_SIZE + 1)
    except (ValueError, zlib.error):
        raise damaged(path, "flash") from None
    if len(kept["flash"]) != FLASH_SIZE:
        raise damaged(path, "flash")
    return kept


def damaged(path: str, what: str) -> TavleError:
    """Return the failure of a state file in which something cannot be."""
    return TavleError(
        tr("cannot continue {path}", path=path), tr("it is damaged: {what}", what=what), tr(_NEXT)
    )


def check(kept: dict[str, Any], rulebook: str) -> None:
    """Raise TavleError when a state file belongs to another rulebook."""
    if kept["rulebook"] != rulebook:
        why = tr("it holds a game of {rulebook}", rulebook=kept["rulebook"])
        raise TavleError(tr("cannot continue the state file"), why, tr("name another file"))


def save(path: str, facts: dict[str, Any], flash: bytes) -> None:
    """Write a state file in one step. Raises TavleError."""
    packed = base64.b64encode(zlib.compress(flash, 1)).decode()
    write(path, {"format": _FORMAT, **facts, "flash": packed})


def write(path: str, kept: dict[str, Any]) -> None:
    """Write a file that is nobody else's business, in one step. Raises TavleError."""
    target = Path(path)
    fresh = target.with_name(target.name + ".new")
    with writing(path):
        # It may hold hands and secrets of seats: nobody else on this computer reads them.
        with open(
            os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8"
        ) as file:
            os.chmod(fresh, 0o600)
            json.dump(kept, file)
        os.replace(fresh, target)
