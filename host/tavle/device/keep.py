# SPDX-License-Identifier: Apache-2.0
"""What a table keeps besides its games, in a file on the PC: settings, learnt wiring, learnt stickers."""

import base64
import json
from pathlib import Path

from tavle.device.link import TableLink
from tavle.errors import TavleError
from tavle.words.terminal import tr

FORMAT = "tavle-table-1"
_SETTINGS = "config.json"
_BINARY = {"wiring": "wiring.bin", "tags": "tags.bin"}
_PIECE = 96  # bytes of a request
_MOST = 8192  # bytes; no file of the table comes near


def read(link: TableLink) -> dict[str, str]:
    """Return what a table keeps, as it goes into a file. Raises TavleError."""
    found = {"format": FORMAT, "settings": _read(link, _SETTINGS).decode()}
    for key, name in _BINARY.items():
        found[key] = base64.b64encode(_read(link, name)).decode()
    return found


def write(link: TableLink, kept: dict[str, str]) -> None:
    """Put what `load` has returned on a table; it is in force after a restart. Raises TavleError."""
    _write(link, _SETTINGS, kept["settings"].encode())
    for key, name in _BINARY.items():
        _write(link, name, base64.b64decode(kept[key]))


def load(file: Path) -> dict[str, str]:
    """Return the content of a file. Raises TavleError when it is none of `tavle config save`."""
    try:
        kept = json.loads(file.read_text("utf-8"))
        if kept["format"] != FORMAT:
            raise ValueError("it has another format")
        data = [base64.b64decode(kept[key], validate=True) for key in _BINARY]
        if max(map(len, [kept["settings"].encode(), *data])) > _MOST:
            raise ValueError("it is too long")
    except OSError as error:
        why: str = error.strerror or str(error)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        why = tr("it is not a file of `tavle config save`")
    else:
        return dict(kept)
    raise TavleError(tr("cannot read {file}", file=file), why, tr("name another file"), 2)


def _read(link: TableLink, name: str) -> bytes:
    data = bytearray()
    while len(data) < _MOST:
        said = link.request("keep.read", name=name, at=len(data))
        data += base64.b64decode(said["data"])
        if said["end"]:
            break
    return bytes(data)


def _write(link: TableLink, name: str, data: bytes) -> None:
    for at in range(0, max(len(data), 1), _PIECE):
        piece = base64.b64encode(data[at : at + _PIECE]).decode()
        end = at + _PIECE >= len(data)
        link.request("keep.write", name=name, at=at, data=piece, end=end)
