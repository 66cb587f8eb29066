# SPDX-License-Identifier: Apache-2.0
"""NDEF on NTAG21x stickers: the TLV walk and the external record `tavle:c`.

"T2T" = NFC Forum Type 2 Tag specification; "NTAG" = NXP NTAG213/215/216 data sheet rev 3.2;
"NDEF" = NFC Forum NDEF 1.0. `data` below is always the tag memory from page 4 on, as far as it
has been read; `cc` is page 3, the capability container.
"""

from micropython import const

# What a tag holds. `MORE`: read further and ask again.
OK = "ok"
BLANK = "blank"
FOREIGN = "foreign"
DAMAGED = "damaged"
MORE = "more"

TYPE = b"tavle:c"

_WHOLE = const(
    236
)  # bytes of memory in 15 READs: of a message that ends further back only the first record counts

# T2T 2.3, TLV types.
_NULL = const(0x00)
_LOCK_CONTROL = const(0x01)
_MEMORY_CONTROL = const(0x02)
_NDEF = const(0x03)
_PROPRIETARY = const(0xFD)
_TERMINATOR = const(0xFE)
_UNREAD = const(-1)

# NDEF 3.2, first byte of a record.
_MB = const(0x80)
_ME = const(0x40)
_SR = const(0x10)
_IL = const(0x08)
_TNF = const(0x07)
_TNF_EMPTY = const(0)
_TNF_EXTERNAL = const(4)


def capacity(cc: bytes) -> int:
    """Return the data bytes a formatted tag has, 0 when the CC is not that of a Type 2 tag.

    Source: T2T 2.1 (E1h, version, size / 8, access); NTAG 8.5: size 12h, 3Eh, 6Dh.
    """
    if len(cc) < 4 or cc[0] != 0xE1 or cc[1] >> 4 != 1:
        return 0
    return cc[2] * 8


def walk(data: "bytes | bytearray", size: int) -> tuple:
    """Return (word, at, length) of the NDEF TLV among the first `size` bytes of tag memory.

    `OK`: the message is data[at:at + length], all of it in `data`.  `MORE`: at least
    at + length bytes of data are needed.  `BLANK`: there is no message; `at` is where its TLV
    belongs.  `DAMAGED`: a TLV runs past the memory or has no meaning.
    A fresh NTAG213 begins with a Lock Control TLV, stepped over like null and memory TLVs.
    """
    at = 0
    while at < size:
        kind, start, length = _tlv(data, at, size)
        if kind == _NULL:
            at += 1
        elif kind == _TERMINATOR:
            return BLANK, at, 0
        elif kind == _UNREAD:
            return MORE, at, start - at
        elif start + length > size:
            return DAMAGED, at, 0
        elif kind == _NDEF:
            if length == 0:
                return BLANK, at, 0
            return (OK if start + length <= len(data) else MORE), start, length
        elif kind in (_LOCK_CONTROL, _MEMORY_CONTROL, _PROPRIETARY):
            at = start + length
        else:
            return DAMAGED, at, 0
    return BLANK, 0, 0


def _tlv(data: "bytes | bytearray", at: int, size: int) -> tuple:
    """Return (type, start of value, length) of the TLV at `at`.

    The type is `_UNREAD` when its head is not all in `data` yet; `start` is then where it ends.
    A head that runs past `size` gets a length that does.
    """
    have = len(data)
    if at >= have:
        return _UNREAD, at + 2, 0
    kind = data[at]
    if kind in (_NULL, _TERMINATOR):
        return kind, at + 1, 0
    if at + 1 >= have:
        return (_UNREAD if at + 2 <= size else kind), at + 2, 1
    if data[at + 1] != 0xFF:
        return kind, at + 2, data[at + 1]
    if at + 4 > have:
        return (_UNREAD if at + 4 <= size else kind), at + 4, 1
    return kind, at + 4, data[at + 2] << 8 | data[at + 3]


def _parts(data: "bytes | bytearray", at: int) -> tuple:
    """Return (start of the type, of the payload, end) of the record at `at`.

    The end is -1 when its head is not all in `data`; the start is then where that ends.
    """
    have = len(data)
    if at >= have:
        return at + 3, 0, -1
    short = data[at] & _SR
    ids = 1 if data[at] & _IL else 0
    start = at + (3 if short else 6) + ids
    if start > have:
        return start, 0, -1
    if short:
        length = data[at + 2]
    else:
        length = data[at + 2] << 24 | data[at + 3] << 16 | data[at + 4] << 8 | data[at + 5]
    body = start + data[at + 1] + (data[start - 1] if ids else 0)
    return start, body, body + length


def _first(data: "bytes | bytearray", at: int, end: int) -> tuple:
    """Return what `look` does of a long message data[at:end], by its first record alone."""
    start, body, after = _parts(data, at)
    if after < 0:
        return MORE, None, start
    if after > end or not data[at] & _MB:
        return DAMAGED, None, 0
    if data[at] & _TNF != _TNF_EXTERNAL or data[at + 1] != len(TYPE) or after > _WHOLE:
        return FOREIGN, None, 0
    if len(data) < after:
        return MORE, None, after
    if data[start : start + len(TYPE)] != TYPE:
        return FOREIGN, None, 0
    return OK, bytes(data[body:after]), 0


def record(message: "bytes | bytearray") -> tuple:
    """Return (word, payload) of the first `tavle:c` record of an NDEF message.

    (`OK`, bytes), (`FOREIGN`, None) for a sound message of others, (`BLANK`, None) for one of
    empty records only, (`DAMAGED`, None) when a record runs past the message or the flags lie.
    """
    end = len(message)
    at = 0
    word = BLANK
    found = None
    while at < end:
        head = message[at]
        start, body, after = _parts(message, at)
        if after < 0 or after > end or bool(head & _MB) != (at == 0):
            return DAMAGED, None
        if head & _TNF != _TNF_EMPTY:
            if word == BLANK:
                word = FOREIGN
            if (
                found is None
                and head & _TNF == _TNF_EXTERNAL
                and message[start : start + message[at + 1]] == TYPE
            ):
                word = OK
                found = bytes(message[body:after])
        at = after
        if head & _ME:
            return (word, found) if at == end else (DAMAGED, None)
    return DAMAGED, None


def look(cc: bytes, data: "bytes | bytearray") -> tuple:
    """Return (word, payload, bytes): what the tag holds, from its CC and the memory read so far.

    With `MORE` the number says how many bytes of the memory are needed, else it is 0. A CC of
    zeros and no content is a blank tag, another that is not of a Type 2 tag is foreign.
    """
    size = capacity(cc)
    if not size:
        return (FOREIGN if any(cc) or walk(data, len(data))[0] != BLANK else BLANK), None, 0
    word, at, length = walk(data, size)
    if word == MORE:
        if at + length <= _WHOLE:
            return word, None, at + length
        if at + 4 > _WHOLE:  # not even the head of its TLV, perhaps
            return FOREIGN, None, 0
        return _first(data, at, at + length)
    if word != OK:
        return word, None, 0
    word, payload = record(data[at : at + length])
    return word, payload, 0
