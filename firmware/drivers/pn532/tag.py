# SPDX-License-Identifier: Apache-2.0
"""What is done with one NTAG21x sticker: read its record; `tagwrite` writes and locks.

Each is a little conversation: `request()` gives the next tag command (None at the end), `take()`
gets the answer, `restart()` begins again after the tag was lost. None of them knows the reader.
"NTAG" = NXP NTAG213/215/216 data sheet rev 3.2: READ 30h answers 16 bytes (10.2), page 3 is the
capability container.
"""

from micropython import const

from drivers import ndef

_READ = const(0x30)
_CC_PAGE = const(3)


class Talk:
    """A conversation with nothing to say; the others begin from it."""

    result = ndef.MORE
    payload: "bytes | None" = None

    def restart(self) -> None:
        """Begin again, or continue, after the tag has been lost and selected again."""

    def request(self) -> "bytes | None":
        """Return the next tag command, None when there is nothing more to ask."""
        return None

    def take(self, answer: bytes) -> None:
        """Take the tag's answer to the last request, b"" for a WRITE."""


class ReadRecord(Talk):
    """Reads as much of a tag as it takes to find its `tavle:c` record.

    A restart keeps what has been read: the next request repeats the one that failed.
    """

    def __init__(self) -> None:
        """Begin before page 3."""
        self.result = ndef.MORE  # then OK, BLANK, FOREIGN or DAMAGED
        self.payload = None  # bytes of the record when OK
        self.cc = b""
        self.data = bytearray()
        self._reads = 0
        self._enough = 0  # bytes of data before a look at them can tell anything

    def request(self) -> "bytes | None":
        """Return the next READ, None when `result` stands."""
        if self.result == ndef.MORE and self._reads and len(self.data) >= self._enough:
            self.result, self.payload, self._enough = ndef.look(self.cc, self.data)
        if self.result != ndef.MORE:
            return None
        return bytes((_READ, _CC_PAGE + 4 * self._reads))

    def take(self, answer: bytes) -> None:
        """Take the 16 bytes of a READ."""
        if len(answer) != 16:
            self.result = ndef.DAMAGED
            return
        if not self._reads:
            self.cc = bytes(answer[:4])
            self.data.extend(answer[4:])
        else:
            self.data.extend(answer)
        self._reads += 1
