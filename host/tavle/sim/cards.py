# SPDX-License-Identifier: Apache-2.0
"""The decks of the virtual table: which card bears which sticker, and what is written on it.

The record's format is fixed by the firmware's README: an NDEF external record `tavle:c` with 12
bytes: `TV`, version 1, deck, kind (index of the action), copy (from 1), five zeros, CRC-8 (0x07).
It is built here a second time, from that text, so that a mistake in one of the two shows.
"""

from dataclasses import dataclass
from typing import Any

from tavle.sim.chips.ntag import fresh_memory

CardIndex = tuple[int, int]
"""A card for the rules: index of its action, number of its copy."""
CardName = tuple[str, int]
"""A card for people: name of its action, number of its copy."""

_KINDS = ("ntag213", "ntag213", "ntag215", "ntag216")
_TYPE = b"tavle:c"


@dataclass(frozen=True)
class Card:
    """A card with its sticker.

    Attributes:
        key: its name on the table: `7/2`, or the UID in hex.
        name: the action printed on it, "" for a card of another game.
        copy: 1 and up; 0 for a card of another game.
        chip: kind of sticker, see `chips.ntag`.
        memory: what the sticker holds.
    """

    key: str
    name: str
    copy: int
    chip: str
    memory: bytes


def crc8(data: bytes) -> int:
    """Return the CRC-8 with polynomial 0x07, start 0."""
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc << 1 ^ 0x07) & 0xFF if crc & 0x80 else crc << 1
    return crc


def record(deck: int, kind: int, copy: int) -> bytes:
    """Return the NDEF message of a card."""
    payload = b"TV" + bytes((1, deck, kind, copy, 0, 0, 0, 0, 0))
    payload += bytes((crc8(payload),))
    return bytes((0xD4, len(_TYPE), len(payload))) + _TYPE + payload


def uid_of(deck: int, kind: int, copy: int) -> bytes:
    """Return the UID of a card's sticker: the same in every run."""
    return bytes((0x04, deck, kind, copy, 0x5A, crc8(bytes((deck, kind, copy))), 0x80))


def written(chip: str, uid: bytes, message: bytes) -> bytes:
    """Return a sticker's memory with one NDEF message, as a phone or `tavle tags` writes it."""
    memory = bytearray(fresh_memory(chip, uid))
    # The TLV blocks begin at page 4; an NTAG213 has its Lock Control TLV first.
    at = 16 + (5 if chip == "ntag213" else 0)
    size = len(message)
    length = bytes((size,)) if size < 255 else bytes((0xFF, size >> 8, size & 255))
    tlv = b"\x03" + length + message + b"\xfe"
    memory[at : at + len(tlv)] = tlv
    return bytes(memory)


class Box:
    """All cards of a game, and which of them were laid in the current cycle.

    Args:
        game: the rules' `Game`.
    """

    def __init__(self, game: Any):
        self._game = game
        self._deck = game.deck_id
        self.laid: set[tuple[str, int]] = set()

    def copies(self, name: str) -> int:
        """Return how many cards bear an action; Ludo's die cards exist once."""
        deck = self._game.deck
        return deck[self._game.actions.index(name)] if deck else 1

    def next_copy(self, name: str) -> int:
        """Return the first copy not laid yet; the first of all when every one was."""
        for copy in range(1, self.copies(name) + 1):
            if (name, copy) not in self.laid:
                return copy
        self.laid -= {item for item in self.laid if item[0] == name}
        return 1

    def card(self, name: str, copy: int) -> Card:
        """Return a card by what is printed on it. Raises ValueError when there is none."""
        actions = self._game.actions
        if name not in actions:
            raise ValueError(f"no card {name!r} (there are: {' '.join(actions)})")
        if not 1 <= copy <= self.copies(name):
            raise ValueError(f"card {name} has copies 1 to {self.copies(name)}, not {copy}")
        kind = actions.index(name)
        chip = _KINDS[(copy - 1) % len(_KINDS)]
        uid = uid_of(self._deck, kind, copy)
        memory = written(chip, uid, record(self._deck, kind, copy))
        return Card(f"{name}/{copy}", name, copy, chip, memory)

    def by_key(self, key: str) -> Card:
        """Return the card of a name on the table, `7/2` or a UID in hex. Raises ValueError when there is none."""
        name, _, copy = str(key).rpartition("/")
        return self.card(name, int(copy)) if name else self.by_uid(bytes.fromhex(copy))

    def by_uid(self, uid: bytes) -> Card:
        """Return the card with that UID, or a blank sticker. Raises ValueError for a bad UID."""
        for kind, name in enumerate(self._game.actions):
            for copy in range(1, self.copies(name) + 1):
                if uid_of(self._deck, kind, copy) == uid:
                    return self.card(name, copy)
        if len(uid) == 4:
            return Card(uid.hex(), "", 0, "uid4", uid)
        if len(uid) != 7 or uid[0] != 0x04:
            raise ValueError("a uid is 7 bytes in hex, the first 04, or 4 bytes")
        return Card(uid.hex(), "", 0, "ntag213", fresh_memory("ntag213", uid))
