# SPDX-License-Identifier: Apache-2.0
"""The 12 bytes that say which card a sticker belongs to.

| byte | content |
|---|---|
| 0, 1 | `TV` |
| 2 | version, 1 |
| 3 | deck: `Game.deck_id` (1 Partners, 2 Ludo, 3 Sorry!, 4 Tock) |
| 4 | kind: index of the card's action in the game's action list |
| 5 | copy, 1 and up |
| 6..10 | zero, for later versions |
| 11 | CRC-8 of bytes 0..10, polynomial 07h, start 0, not reflected (CRC-8/SMBUS) |
"""

from micropython import const

SIZE = const(12)
VERSION = const(1)


class BadCardId(ValueError):
    """The payload of a `tavle:c` record is not a card of this version."""


def crc8(data: "bytes | bytearray", end: int) -> int:
    """Return CRC-8/SMBUS over the first `end` bytes."""
    crc = 0
    for index in range(end):
        crc ^= data[index]
        for _ in range(8):
            crc = crc << 1 ^ 0x07 if crc & 0x80 else crc << 1
        crc &= 0xFF
    return crc


def build(deck: int, kind: int, copy: int) -> bytes:
    """Return the payload of a card; ValueError for a deck, kind or copy out of range."""
    if not 1 <= deck <= 255:
        raise ValueError("deck is 1 to 255")
    if not 0 <= kind <= 255 or not 1 <= copy <= 255:
        raise ValueError("kind is 0 to 255 and copy 1 to 255")
    body = bytearray(b"TV\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00")
    body[3] = deck
    body[4] = kind
    body[5] = copy
    body[SIZE - 1] = crc8(body, SIZE - 1)
    return bytes(body)


def parse(payload: bytes) -> tuple:
    """Return (deck, kind, copy); `BadCardId` names what is wrong with the payload."""
    if len(payload) != SIZE:
        raise BadCardId("card record has {} bytes, not {}".format(len(payload), SIZE))
    if payload[0] != 0x54 or payload[1] != 0x56:
        raise BadCardId("card record does not begin with TV")
    if crc8(payload, SIZE - 1) != payload[SIZE - 1]:
        raise BadCardId("card record is damaged (checksum)")
    if payload[2] != VERSION:
        raise BadCardId("card record has version {}, this is {}".format(payload[2], VERSION))
    if payload[3] == 0:
        raise BadCardId("card record names deck {}".format(payload[3]))
    if payload[5] == 0:
        raise BadCardId("card record has copy number 0")
    return payload[3], payload[4], payload[5]
