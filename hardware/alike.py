# SPDX-License-Identifier: Apache-2.0
"""Tell whether two builds of a file say the same, whatever dates, random ids and versions their makers wrote into them.

KiCad, ezdxf, reportlab and others stamp every file with the time, fresh ids or their version. Here a stamp is
replaced by a fixed word before the comparison; nothing else is.
"""

import io
import re
import zipfile
import zlib
from pathlib import PurePath

_UUID = rb"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
_DATE = rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?"
# Places where makers write the time in other forms, with what identifies them kept.
_STAMPS = (
    (rb"/(CreationDate|ModDate) ?\([^)]*\)", rb"/\1()"),  # PDF
    (rb"/ID ?\[[^\]]*\]", b"/ID[]"),  # PDF
    (rb"(FILE_NAME\('[^']*',)'[^']*'", rb"\1''"),  # STEP
    (rb"(\$(?:TD|TDU)(?:CREATE|UPDATE)\s+40\s+)[\d.]+", rb"\1"),  # DXF
    (rb"(\$(?:FINGERPRINT|VERSION)GUID\s+2\s+)\{[^}]*\}", rb"\1"),  # DXF
    (rb"<g[^>]*id=\"clip[^\"]*\"", b""),  # SVG
    (rb"(?i)((?:kicad|pcbnew|eeschema)[^\d]{1,40}?)9\.0\.\d+[\w.+~-]*", rb"\1"),  # KiCad: any 9.0
)
_PICTURE_DIFFERENCE = 4.0
"""Largest mean difference of two renderings, in steps of 0..255 over a coarse grid of cells."""
_CELL_DIFFERENCE = 12
"""Largest difference of one cell: a wire or a screw that is not there darkens its own cells only."""
_CELLS = 48


def alike(name: str, one: bytes, other: bytes) -> bool:
    """Return whether two contents of the file `name` differ in nothing but stamps.

    Drawings of graphviz are compared by their words. Pictures (PNG) are compared by size and by the mean brightness of a grid of cells: renderings
    of one model differ in single pixels between machines.
    """
    if one == other:
        return True
    kind = PurePath(name).suffix.lower()
    if kind == ".png":
        return _same_picture(one, other)
    if kind in (".zip", ".3mf"):
        return _members(one) == _members(other)
    if kind == ".svg" and b'id="graph0"' in one:
        return _graph(one) == _graph(other)
    if kind == ".pdf":
        return _pdf(one) == _pdf(other)
    return plain(one) == plain(other)


def plain(content: bytes) -> bytes:
    """Return a content with its stamps replaced."""
    content = content.replace(b"\r\n", b"\n")
    for pattern, put in _STAMPS:
        content = re.sub(pattern, put, content)
    content = re.sub(_DATE, b"DATE", content)
    return re.sub(_UUID, b"UUID", content)


def _graph(content: bytes) -> list[bytes]:
    """Return what a drawing of graphviz says, word by word: where it puts them depends on the machine's fonts."""
    return re.findall(rb">([^<>\s][^<>]*)<|<g id=\"([^\"]*)\"", content)


def _members(content: bytes) -> list[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return sorted((i.filename, plain(archive.read(i))) for i in archive.infolist())


def _pdf(content: bytes) -> bytes:
    """Return a PDF with its compressed streams unpacked and without the table of offsets."""

    def unpacked(found: re.Match[bytes]) -> bytes:
        try:
            return b"stream\n" + zlib.decompress(found[1])
        except zlib.error:
            return found[0]

    content = re.sub(rb"stream\r?\n(.*?)endstream", unpacked, content, flags=re.DOTALL)
    content = re.sub(rb"xref.*?trailer", b"trailer", content, flags=re.DOTALL)
    content = re.sub(rb"startxref\s+\d+", b"", content)
    content = re.sub(rb"/Length \d+", b"/Length", content)
    return plain(content)


def _same_picture(one: bytes, other: bytes) -> bool:
    from PIL import Image

    cells = []
    sizes = []
    for content in (one, other):
        with Image.open(io.BytesIO(content)) as picture:
            sizes.append(picture.size)
            small = picture.convert("L").resize((_CELLS, _CELLS), Image.Resampling.BOX)
            cells.append(small.tobytes())
    if sizes[0] != sizes[1]:
        return False
    apart = [abs(a - b) for a, b in zip(*cells, strict=True)]
    return sum(apart) / len(apart) <= _PICTURE_DIFFERENCE and max(apart) <= _CELL_DIFFERENCE
