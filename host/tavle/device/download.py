# SPDX-License-Identifier: Apache-2.0
"""MicroPython from its own site, the version that the firmware was tested with."""

import contextlib
import http.client
import os
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from tavle.device import uf2
from tavle.device.find import DOWNLOAD
from tavle.errors import TavleError
from tavle.words.terminal import tr

SITE = "https://micropython.org/resources/firmware/"
_FILES = {
    "RP2040": "RPI_PICO-20250911-v1.26.1.uf2",
    "RP2350": "RPI_PICO2-20250911-v1.26.1.uf2",
}
LONGEST_S = 20.0  # of silence
MOST_BYTES = 4 * 1024 * 1024  # bytes; the real ones have 0.7 MB
_PIECE = 65536


def micropython(chip: str, folder: Path, told: Callable[[str], None]) -> Path:
    """Return MicroPython's .uf2 file for a chip; it is downloaded once.

    Args:
        chip: "RP2040" or "RP2350".
        folder: where it is kept.
        told: called with a line about what is done.

    Raises:
        TavleError: it cannot be had, or what came is no MicroPython for this chip.
    """
    name = _FILES[chip]
    path = folder / name
    if path.exists():
        with contextlib.suppress(TavleError):
            uf2.check(path, chip)
            told(f"using {path}")
            return path
    told(f"downloading {SITE}{name}")
    part = folder / (name + ".part")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        part.write_bytes(_fetch(SITE + name))
    except urllib.error.HTTPError as error:
        error.close()
        raise _failed(
            tr("the site answers {code} {reason}", code=error.code, reason=error.reason)
        ) from None
    except (OSError, http.client.HTTPException) as error:  # URLError and timeouts are OSErrors
        raise _failed(str(getattr(error, "reason", "") or error)) from None
    uf2.check(part, chip)
    os.replace(part, path)
    return path


def _fetch(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=LONGEST_S) as answer:
        data = bytearray()
        while piece := answer.read(_PIECE):
            data += piece
            if len(data) > MOST_BYTES:
                raise OSError("the answer does not end")
        if answer.length:  # what is still to come
            raise OSError(f"only {len(data)} of {len(data) + answer.length} bytes came")
    return bytes(data)


def _failed(why: str) -> TavleError:
    step = tr(
        "get the .uf2 from {DOWNLOAD} with a browser and run `tavle flash --uf2 FILE`",
        DOWNLOAD=DOWNLOAD,
    )
    return TavleError(tr("cannot download MicroPython"), why, step)
