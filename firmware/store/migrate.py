# SPDX-License-Identifier: Apache-2.0
"""Journals of older firmware, brought to the present format.

Format 0 (firmware before 1.0): one file `<game>.jnl` in the journal's folder, five digits.

    offset  bytes  field
    0       4      `TVJ` and a zero byte
    4       1      header length h
    5       h      header
    then records: kind (2..255, or 0 = take the last move back), length n, n payload bytes,
    CRC-8 of all before it in the record (polynomial 07h, start 0)

It had no sequence numbers: a record behind a damaged one cannot be placed, so a file is
good up to its first bad record.
"""

from micropython import const

from store import files, record

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from store.archive import Archive

_MAGIC = b"TVJ\x00"
_UNDO = 0
# Records put into one segment, which also takes a copy of the header.
_CHUNK = const(3700)


def _crc8(data: bytes) -> int:
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc << 1 ^ 0x07 if crc & 0x80 else crc << 1) & 0xFF
    return crc


def convert(data: bytes, game: int) -> tuple:
    """Return (header, records of the present format, bytes that could not be read).

    Raises ValueError when there is no header.
    """
    start = 5 + data[4] if len(data) > 4 and data[:4] == _MAGIC else 0
    if not start or len(data) < start:
        raise ValueError("not a journal of format 0")
    header = data[5:start]
    records = [record.encode(game, 0, record.HEADER, 0, header)]
    chain = [(0, record.HEADER, header)]  # the moves in force
    at = start
    while at + 3 <= len(data):
        end = at + 3 + data[at + 1]
        if end > len(data) or _crc8(data[at : end - 1]) != data[end - 1]:
            break
        kind = data[at]
        payload = data[at + 2 : end - 1]
        seq = len(records)
        if kind != _UNDO:
            records.append(record.encode(game, seq, kind, chain[-1][0], payload))
            chain.append((seq, kind, payload))
        elif len(chain) > 1:
            chain.pop()
            old, kind, payload = chain[-1]
            undone = bytes((kind,)) + payload
            records.append(record.encode(game, seq, record.UNDO, old, undone))
        at = end
    return header, records, len(data) - at


def _new_segment(
    archive: "Archive", game: int, segment: int, header: bytes, chunk: bytearray
) -> int:
    return archive.add(game, segment, 0, header, chunk)[0]


def migrate(root: str, archive: "Archive", report: list) -> None:
    """Convert every journal of format 0 below `root`, keeping the games' numbers.

    A cut leaves the old file, and the next call begins again; the old file is removed when
    all its segments are written. Raises OSError when flash is full: the old file stays.
    """
    for name in files.listdir(root):
        if not name.endswith(".jnl"):
            continue
        path = root + "/" + name
        data = files.read(path)
        try:
            game = int(name[:5])
            header, records, unread = convert(data, game)
        except ValueError as error:
            report.append("%s: %s, copy in %s" % (name, error, archive.set_aside(name, data)))
            files.remove(path)
            continue
        segment = -1
        chunk = bytearray(record.MAGIC)
        for one in records:
            if len(chunk) + len(one) > _CHUNK:
                segment = _new_segment(archive, game, segment, header, chunk)
                chunk = bytearray(record.MAGIC)
            chunk += one
        _new_segment(archive, game, segment, header, chunk)
        if unread:
            archive.set_aside(name, data)
        files.remove(path)
        report.append("%s: format 0 converted, %d records, %d bytes unreadable"
                      % (name, len(records), unread))  # fmt: skip
