# SPDX-License-Identifier: Apache-2.0
"""What is in force at the table and not yet a move: the card, the throw, the cards shown of a fold.

One small file beside the journal's tail. It names the record of the journal it follows, so that with the
next accepted move it means nothing any more and need not be touched. One write replaces it: littlefs
commits a file when it is closed, so a cut leaves the old bytes or the new ones.

    game (2 bytes, low first), seq of the record in force (2), action + 1 (1; 0 = none), copy (1;
    with what the table adds to it), cards shown (1; 255 = no fold), then action and copy of each
"""

from binascii import crc32

from store import files

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from store.journal import Journal

_MAGIC = b"TVF\x01"
_NO_FOLD = 255
_NAME = "force.bin"


class Force:
    """The file of one table.

    Args:
        journal: whose record in force it follows.

    Attributes:
        waiting: what is in force could not be written; the next `keep` tries again.
    """

    def __init__(self, journal: "Journal") -> None:
        self._journal = journal
        self._kept = bytearray()  # written over: new bytes for every card would part what is free
        self.waiting = False

    def load(self) -> tuple:
        """Return (action, copy, shown): action -1 for none, shown None without a fold."""
        try:
            body = files.load_checked(self._journal.beside(_NAME), _MAGIC) or b""
        except files.Damaged:
            body = b""
        key = self._key()
        if len(body) < 7 or bytes(body[:4]) != key:
            return -1, 0, None
        self._kept[:] = body
        shown = None
        if body[6] != _NO_FOLD and len(body) == 7 + 2 * body[6]:
            shown = [(body[7 + 2 * k], body[8 + 2 * k]) for k in range(body[6])]
        return body[4] - 1, body[5], shown

    def keep(self, action: int, copy: int, shown: "list | None") -> None:
        """Write what is in force now, when that says more than the file does. Raises NotSaved."""
        key = self._key()
        waiting, self.waiting = self.waiting, False
        if action < 0 and not copy and shown is None and self._kept[:4] != key:
            return  # nothing is in force, and the file says nothing of this position
        body = bytearray(key)
        body += bytes((action + 1, copy, _NO_FOLD if shown is None else len(shown)))
        for one, number in shown or ():
            body += bytes((one, number))
        if body == self._kept and not waiting:
            return
        self._kept[:] = body
        data = bytearray(_MAGIC)
        data += body
        data += crc32(data).to_bytes(4, "little")
        try:
            self._journal.write_beside(_NAME, data)
        except OSError as error:
            self.waiting = True
            raise files.NotSaved("the card in force", error) from None

    def _key(self) -> bytes:
        head = self._journal.last()
        game = self._journal.game
        seq = head[0] if head is not None else 0
        return bytes((game & 255, game >> 8 & 255, seq & 255, seq >> 8))
