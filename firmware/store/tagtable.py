# SPDX-License-Identifier: Apache-2.0
"""Which sticker is on which card, as the table has learned it.

The table is one sorted bytearray of 14-byte entries searched by halves. (A dict keyed by
bytes would be slow: MicroPython hashes those to 8 bits.)
"""

from micropython import const

from store import files

_MAGIC = b"TVU\x01"
_UID = const(10)  # longest UID: ISO 14443-3 knows 4, 7 and 10 bytes
_ENTRY = const(14)  # length of the UID, UID filled up with zeros, deck, kind, copy
MAX_TAGS = 250


class TagTable:
    """UID -> (deck, kind, copy).

    Args:
        path: the file, `/tavle/tags.bin` on the device.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._data = bytearray()

    def __len__(self) -> int:
        """Return the number of stickers."""
        return len(self._data) // _ENTRY

    def load(self) -> str:
        """Read the file; return "" or a sentence when it is damaged (the table is then empty)."""
        self._data = bytearray()
        try:
            body = files.load_checked(self._path, _MAGIC)
        except files.Damaged as error:
            return str(error)
        if body and (len(body) % _ENTRY or len(body) > MAX_TAGS * _ENTRY or not _sorted(body)):
            return "%s: %d bytes are no table of stickers" % (
                self._path.rsplit("/", 1)[-1],
                len(body),
            )
        self._data = bytearray(body or b"")
        return ""

    def save(self) -> None:
        """Write the file in one step. Raises NotSaved."""
        files.save_checked(self._path, _MAGIC, self._data)

    def get(self, uid: "bytes | bytearray") -> "tuple | None":
        """Return (deck, kind, copy) of a sticker, None for a stranger."""
        key = _key(uid)
        at = self._find(key)
        if self._data[at : at + _UID + 1] != key:
            return None
        return tuple(self._data[at + _UID + 1 : at + _ENTRY])

    def learn(self, uid: "bytes | bytearray", deck: int, kind: int, copy: int) -> "bytes | None":
        """Note which card a sticker is on; `save` makes it last.

        A sticker that was on another card is moved. Returns the UID of another sticker that
        already claims the same card (two copies with one number; the caller decides), else None.
        Raises ValueError for a full table or a number outside 0..255.
        """
        for number in (deck, kind, copy):
            if not 0 <= number <= 255:
                raise ValueError("tag table: %d does not fit a byte" % number)
        key = _key(uid)
        at = self._find(key)
        other = self.uid_of(deck, kind, copy)
        card = bytes((deck, kind, copy))
        if self._data[at : at + _UID + 1] == key:
            self._data[at + _UID + 1 : at + _ENTRY] = card
        elif len(self) >= MAX_TAGS:
            raise ValueError("tag table: full, %d stickers" % MAX_TAGS)
        else:
            self._data = self._data[:at] + key + card + self._data[at:]
        return other if other != bytes(uid) else None

    def forget(self, uid: "bytes | bytearray") -> bool:
        """Drop a sticker; return whether it was known."""
        key = _key(uid)
        at = self._find(key)
        if self._data[at : at + _UID + 1] != key:
            return False
        self._data = self._data[:at] + self._data[at + _ENTRY :]
        return True

    def uid_of(self, deck: int, kind: int, copy: int) -> "bytes | None":
        """Return the UID of the first sticker on a card, None when there is none."""
        for uid, card in self.items():
            if card == (deck, kind, copy):
                return uid
        return None

    def items(self) -> "list":
        """Return (uid, (deck, kind, copy)) of every sticker, by length and bytes of the UID."""
        found = []
        for at in range(0, len(self._data), _ENTRY):
            uid = bytes(self._data[at + 1 : at + 1 + self._data[at]])
            found.append((uid, tuple(self._data[at + _UID + 1 : at + _ENTRY])))
        return found

    def _find(self, key: bytes) -> int:
        """Return the offset of the first entry not before the key."""
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            at = middle * _ENTRY
            if bytes(self._data[at : at + _UID + 1]) < key:
                low = middle + 1
            else:
                high = middle
        return low * _ENTRY


def _sorted(data: "bytes | bytearray") -> bool:
    """Return whether every entry stands behind the one before: else nothing can be found in them."""
    for at in range(_ENTRY, len(data), _ENTRY):
        if bytes(data[at - _ENTRY : at - _ENTRY + _UID + 1]) >= bytes(data[at : at + _UID + 1]):
            return False
    return True


def _key(uid: "bytes | bytearray") -> bytes:
    if not 1 <= len(uid) <= _UID:
        raise ValueError("tag table: a UID has 4, 7 or 10 bytes")
    return bytes((len(uid),)) + bytes(uid) + bytes(_UID - len(uid))
