# SPDX-License-Identifier: Apache-2.0
"""One record of the journal as bytes, and how a damaged file is read.

A file is `TVJ` + format version, then records:

    offset  bytes  field
    0       1      payload length n, 0..240
    1       1      kind: 0 header, 1 undo, 2..255 the app's
    2       2      seq, little endian: 0 for the header, then 1, 2, ...
    4       2      prev: seq of the record that take-back returns to
    6       n      payload
    6+n     4      CRC-32 of all before it, started with the game's number: the commit mark

The CRC starts with the game's number, so that a record of another game is never taken.
"""

from binascii import crc32

from micropython import const

VERSION = 1
MAGIC = b"TVJ\x01"
START = len(MAGIC)

HEADER = 0  # the game's rulebook, options, seats ...: what the app gave to `start`
UNDO = 1  # prev = the record in force again; payload = its kind and its payload

MAX_PAYLOAD = 240
MAX_SEQ = 0xFFFF

# Longest segment file. Source: one littlefs block of 4096 bytes; more takes a second block.
SEGMENT_MAX = 4032

_HEAD = const(6)
_CRC = const(4)


def encode(game: int, seq: int, kind: int, prev: int, payload: "bytes | bytearray") -> bytearray:
    """Return a record's bytes. Raises ValueError for a kind or payload that does not fit."""
    if not 0 <= kind <= 255 or len(payload) > MAX_PAYLOAD or not 0 <= seq <= MAX_SEQ:
        raise ValueError("record: kind %d, seq %d, %d bytes" % (kind, seq, len(payload)))
    data = bytearray((len(payload), kind, seq & 255, seq >> 8, prev & 255, prev >> 8))
    data += payload
    data += crc32(data, game).to_bytes(_CRC, "little")
    return data


def end_of(data: "bytes | bytearray", at: int, game: int) -> int:
    """Return where the record at `at` ends, 0 when there is no good record."""
    if at + _HEAD + _CRC > len(data) or data[at] > MAX_PAYLOAD:
        return 0
    crc_at = at + _HEAD + data[at]
    end = crc_at + _CRC
    if end > len(data):
        return 0
    if crc32(memoryview(data)[at:crc_at], game) != int.from_bytes(data[crc_at:end], "little"):
        return 0
    return end


def kind_of(data: "bytes | bytearray", at: int) -> int:
    """Return the kind of the record at `at`."""
    return data[at + 1]


def seq_of(data: "bytes | bytearray", at: int) -> int:
    """Return the sequence number of the record at `at`."""
    return data[at + 2] | data[at + 3] << 8


def prev_of(data: "bytes | bytearray", at: int) -> int:
    """Return the `prev` field of the record at `at`."""
    return data[at + 4] | data[at + 5] << 8


def payload_of(data: "bytes | bytearray", at: int) -> bytes:
    """Return a copy of the payload of the record at `at`."""
    return bytes(data[at + _HEAD : at + _HEAD + data[at]])


class Scan:
    """The good records of one file's bytes.

    Attributes:
        at: offsets of the records, each sequence number once, ascending.
        lost: damaged bytes with good records behind them (bit rot).
        torn: bytes behind the last good record (a write that did not finish).
        last: the last sequence number, -1 when no record is good.
        newer: whether this is no damage but a later format.
    """

    def __init__(self, data: "bytes | bytearray", game: int) -> None:
        self.at = []
        self.lost = 0
        self.torn = 0
        last = -1
        self.newer = False
        good_end = at = START if data[:START] == MAGIC else 0
        while at < len(data):
            end = end_of(data, at, game)
            if not end:
                at += 1
                continue
            self.lost += at - good_end
            seq = seq_of(data, at)
            if seq > last:  # else the same record once more, from a write that was retried
                self.at.append(at)
                last = seq
            good_end = at = end
        self.torn = len(data) - good_end
        self.last = last
        if last < 0 and len(data) > START and data[: START - 1] == MAGIC[: START - 1]:
            self.newer = data[START - 1] > VERSION

    def clean(self, data: "bytes | bytearray", game: int) -> bytearray:
        """Return the file as it is without its damage."""
        out = bytearray(MAGIC)
        for at in self.at:
            out += data[at : end_of(data, at, game)]
        return out
