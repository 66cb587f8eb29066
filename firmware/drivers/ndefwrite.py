# SPDX-License-Identifier: Apache-2.0
"""NDEF on NTAG21x stickers, the writing side: the message `tavle:c` and the memory around it.

Words and sources as in `ndef`. Imported for `tavle tags`.
"""

from micropython import const

from drivers import ndef

# T2T 2.3, TLV types.
_LOCK_CONTROL = const(0x01)
_MEMORY_CONTROL = const(0x02)
_NDEF = const(0x03)
_TERMINATOR = const(0xFE)

# NDEF 3.2, first byte of a record.
_MB = const(0x80)
_ME = const(0x40)
_SR = const(0x10)
_TNF_EXTERNAL = const(4)


class DoesNotFit(ValueError):
    """The record is longer than the sticker."""


def writable(cc: bytes) -> bool:
    """Tell whether the CC grants writing (T2T 2.1: low nibble of byte 3 is 0)."""
    return len(cc) >= 4 and cc[3] & 0x0F == 0


def read(cc: bytes, data: "bytes | bytearray") -> tuple:
    """Return (word, payload) of `ndef.look`, for one who has read the whole tag."""
    word, payload, _ = ndef.look(cc, data)
    return word, payload


def build(payload: bytes) -> bytes:
    """Return the NDEF message with one external record `tavle:c` (TNF 4, short record)."""
    if len(payload) > 255:
        raise DoesNotFit("a short record holds 255 bytes")
    head = bytes((_MB | _ME | _SR | _TNF_EXTERNAL, len(ndef.TYPE), len(payload)))
    return head + ndef.TYPE + payload


def image(data: bytes, size: int, message: bytes) -> tuple:
    """Return (memory, length_at): what to write from page 4 on, and where the length byte is.

    Control TLVs at the start of `data` are kept, the message TLV and a terminator follow, zeros
    fill the last page. The tag is written with 0 at `length_at` first and the length last, so that
    a torn write leaves a blank tag and not half a message (T2T 3.4.3).
    `DoesNotFit` when `size` (from `capacity`) is too small, or the message needs a long TLV.
    """
    keep = 0
    while keep + 2 <= len(data) and data[keep] in (_LOCK_CONTROL, _MEMORY_CONTROL):
        if data[keep + 1] == 0xFF or keep + 2 + data[keep + 1] > len(data):
            break
        keep += 2 + data[keep + 1]
    end = keep + 2 + len(message)
    if len(message) >= 255 or end > size:
        raise DoesNotFit("{} bytes do not fit in {}".format(end, size))
    out = bytearray(data[:keep])
    out += bytes((_NDEF, len(message)))
    out += message
    if end < size:
        out.append(_TERMINATOR)
    while len(out) % 4:
        out.append(0)
    return bytes(out), keep + 1
