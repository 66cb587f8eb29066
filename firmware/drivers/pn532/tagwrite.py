# SPDX-License-Identifier: Apache-2.0
"""Conversations that change a sticker: write its record, lock it. Imported for `tavle tags`.

"NTAG" = NXP NTAG213/215/216 data sheet rev 3.2: READ 30h answers 16 bytes (10.2), WRITE A2h writes
a page of 4 (10.4), page 2 ends with the static lock bytes, page 3 is the capability container.
"""

from micropython import const

from drivers import ndef, ndefwrite
from drivers.pn532 import tag

_READ = const(0x30)
_WRITE = const(0xA2)
_CC_PAGE = const(3)
_DATA_PAGE = const(4)
_CC_READ_ONLY = const(0x0F)  # T2T 2.1: no write access

# Results beside those of ndef.
TOO_SMALL = "too small"
READ_ONLY = "read only"
NOT_FORMATTED = "not formatted"
VERIFY = "verify"


class WriteRecord(tag.Talk):
    """Writes a `tavle:c` record and reads it back; spares foreign content unless told not to."""

    def __init__(self, payload: bytes, force: bool) -> None:
        """Take the payload and whether foreign or damaged content may be overwritten."""
        self.result = ndef.MORE
        self._message = ndefwrite.build(payload)
        self._force = force
        self.restart()

    def restart(self) -> None:
        """Read the tag again before anything else: it may be half written."""
        self._look = tag.ReadRecord()
        self._pages: list = []  # (page, 4 bytes) in the order they are written
        self._image = b""
        self._at = 0
        self._checked = 0
        self._planned = False

    def request(self) -> "bytes | None":
        """Return the next READ or WRITE, None when `result` stands."""
        if self.result != ndef.MORE:
            return None
        look = self._look.request()
        if look is not None:
            return look
        if not self._planned:
            self._planned = True
            self.result = self._plan()
            if self.result != ndef.MORE:
                return None
        if self._at < len(self._pages):
            page, content = self._pages[self._at]
            return bytes((_WRITE, page)) + content
        return bytes((_READ, _DATA_PAGE + self._checked // 4))

    def take(self, answer: bytes) -> None:
        """Take the answer to the last request (b"" for a WRITE)."""
        if not self._planned:
            self._look.take(answer)
        elif self._at < len(self._pages):
            self._at += 1
        else:
            self._verify(answer)

    def _plan(self) -> str:
        """Decide what to write; return `MORE` to go on, else the result."""
        look = self._look
        if look.result in (ndef.FOREIGN, ndef.DAMAGED) and not self._force:
            return look.result
        size = ndef.capacity(look.cc)
        if not size:
            return NOT_FORMATTED
        try:
            image, length_at = ndefwrite.image(bytes(look.data), size, self._message)
        except ndefwrite.DoesNotFit:
            return TOO_SMALL
        if image == look.data[: len(image)]:
            return ndef.OK
        if not ndefwrite.writable(look.cc):
            return READ_ONLY
        self._image = image
        last = length_at // 4
        torn = bytearray(image[4 * last : 4 * last + 4])
        torn[length_at % 4] = 0
        self._pages = [(_DATA_PAGE + last, bytes(torn))]
        for page in range(len(image) // 4):
            if page != last:
                self._pages.append((_DATA_PAGE + page, image[4 * page : 4 * page + 4]))
        self._pages.append((_DATA_PAGE + last, image[4 * last : 4 * last + 4]))
        return ndef.MORE

    def _verify(self, answer: bytes) -> None:
        end = min(len(self._image) - self._checked, 16)
        if bytes(answer[:end]) != self._image[self._checked : self._checked + end]:
            self.result = VERIFY
            return
        self._checked += end
        if self._checked == len(self._image):
            self.result = ndef.OK


class LockRecord(tag.Talk):
    """Makes a tag read-only for ever: pages 3 to 15, which hold the record (NTAG 8.5.2).

    Only a tag whose record carries the expected payload is locked. The capability container is
    set to "read only" first, so that phones see it as well (NTAG 8.5.6).
    """

    def __init__(self, payload: bytes) -> None:
        """Take the payload the tag must carry."""
        self.result = ndef.MORE
        self._payload = payload
        self.restart()

    def restart(self) -> None:
        """Begin again; locking twice does no harm."""
        self._look = tag.ReadRecord()
        self._step = 0

    def request(self) -> "bytes | None":
        """Return the next READ or WRITE, None when `result` stands."""
        if self.result != ndef.MORE:
            return None
        look = self._look.request()
        if look is not None:
            return look
        if self._look.result != ndef.OK:
            self.result = self._look.result
        elif self._look.payload != self._payload:
            self.result = VERIFY
        if self.result != ndef.MORE:
            return None
        if self._step == 0:
            cc = self._look.cc
            return bytes((_WRITE, _CC_PAGE, cc[0], cc[1], cc[2], cc[3] | _CC_READ_ONLY))
        if self._step == 1:
            # Bytes 0 and 1 of page 2 are not writable and are ignored.
            return bytes((_WRITE, _CC_PAGE - 1, 0, 0, 0xFF, 0xFF))
        return bytes((_READ, _CC_PAGE - 1))

    def take(self, answer: bytes) -> None:
        """Take the answer to the last request (b"" for a WRITE)."""
        if self._look.result == ndef.MORE:
            self._look.take(answer)
        elif self._step < 2:
            self._step += 1
        else:
            locked = len(answer) == 16 and answer[2] == answer[3] == 0xFF
            sealed = locked and answer[7] & 0x0F == _CC_READ_ONLY
            self.result = ndef.OK if sealed else VERIFY
