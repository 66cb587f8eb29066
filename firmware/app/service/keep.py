# SPDX-License-Identifier: Apache-2.0
"""`tavle config save` and `load`: the files of a table, out to a computer and back.

Each file guards itself: what is damaged or another board's is reported at the next start and left out.
"""

from binascii import a2b_base64, b2a_base64

from micropython import const

from app.requests import RequestError, text, whole
from store import files

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.system import System

_NAMES = ("config.json", "wiring.bin", "tags.bin")
_PIECE = const(96)  # bytes that a request brings: it is 512 long at most
_READ = const(768)  # bytes that an answer brings: few, for each reads the file anew


def do_read(system: "System", request: dict, now_ms: int) -> dict:
    """Return a piece of a file, from byte `at` on; a file that is not there is empty."""
    try:
        data = files.read(_path(system, request))
    except (OSError, files.Damaged) as error:
        raise RequestError(str(error)) from None
    at = whole(request, "at", 0, files.LARGEST)
    piece = data[at : at + _READ]
    return {"data": b2a_base64(piece)[:-1].decode(), "end": at + _READ >= len(data)}


def do_write(system: "System", request: dict, now_ms: int) -> dict:
    """Take a piece of a file at byte `at`; the one with `end` puts the whole in the place of the old one."""
    path = _path(system, request)
    at = whole(request, "at", 0, files.LARGEST - _PIECE)
    try:
        piece = a2b_base64(text(request, "data"))
    except ValueError:
        raise RequestError("data must be base64") from None
    new = path + ".new"
    try:
        if at == 0:
            files.remove(new)
        if files.size(new) != at:
            raise RequestError("a piece is missing: begin again")
        files.write(new, piece, "ab")
        if request.get("end") is True:
            files.replace(path, files.read(new))
            files.remove(new)
    except OSError as error:
        raise RequestError("not saved: flash error %s" % error.args[0]) from None
    return {}


def _path(system: "System", request: dict) -> str:
    name = text(request, "name")
    if name not in _NAMES:
        raise RequestError("name must be one of %s" % ", ".join(_NAMES))
    return "%s/%s" % (system.data, name)
