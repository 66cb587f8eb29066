# SPDX-License-Identifier: Apache-2.0
"""Conversations that change a sticker: write its record, lock it. Imported for `tavle tags`.

"NTAG" = NXP NTAG213/215/216 data sheet rev 3.2: READ 30h answers 16 bytes (10.2), WRITE A2h writes
a page of 4 (10.4), page 2 ends with the static lock bytes, page 3 is the capability container, whose bits
only ever become 1 (8.5.6).
"""

from micropython import const

from drivers import ndef, ndefwrite
from drivers.pn532 import tag

_READ = const(0x30)
_WRITE = const(0xA2)
_CC_PAGE = const(3)
_DATA_PAGE = const(4)
_CC_READ_ONLY = const(0x0F)  # T2T 2.1: no write access

# How each kind is delivered: last page, size byte of the CC, first bytes of page 4 (NTAG 8.5.6, 8.5.7).
_KINDS = (
    (0x2C, 0x12, b"\x01\x03\xa0\x0c\x34"),  # NTAG213
    (0x86, 0x3E, b""),  # NTAG215
    (0xE6, 0x6D, b""),  # NTAG216
)
_PATIENCE = const(
    3
)  # a chip that ends before a page says so by a NAK, which may also be a disturbance

# Results beside those of ndef.
TOO_SMALL = "too small"
READ_ONLY = "read only"
NOT_FORMATTED = "not formatted"
VERIFY = "verify"


class _Kind:
    """Finds out which NTAG21x an unformatted tag is, by READs alone.

    A READ of the last page goes on with page 0 (NTAG 10.2): its other 12 bytes are pages 0 to 2. The smallest
    is tried first, so that the page is there in every NTAG that is left.
    """

    def __init__(self) -> None:
        self.found: "tuple | None" = None
        self.failed = False
        self._first = b""  # pages 0 to 2, which hold the UID
        self._tried = 0
        self._lost = 0

    def restart(self) -> None:
        if self.found is None:
            self._lost += 1
            self.failed = self._lost >= _PATIENCE

    def request(self) -> bytes:
        return bytes((_READ, _KINDS[self._tried][0] if self._first else 0))

    def take(self, answer: bytes) -> None:
        self._lost = 0
        if not self._first:
            self._first = answer[:12]
        elif answer[4:] == self._first:
            self.found = _KINDS[self._tried]
        else:
            self._tried += 1
            self.failed = self._tried == len(_KINDS)


class WriteRecord(tag.Talk):
    """Writes a `tavle:c` record and reads it back; spares foreign content unless told not to.

    A blank NTAG21x that is not formatted (a CC of zeros) is formatted first.
    """

    def __init__(self, payload: bytes, force: bool) -> None:
        """Take the payload and whether foreign or damaged content may be overwritten."""
        self.result = ndef.MORE
        self._message = ndefwrite.build(payload)
        self._force = force
        self._kind: "_Kind | None" = None
        self.restart()

    def restart(self) -> None:
        """Read the tag again before anything else: it may be half written."""
        if self._kind is not None:
            self._kind.restart()
        self._look = tag.ReadRecord()
        self._first_page = _DATA_PAGE  # of what is written and read back
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
            if not any(self._look.cc) and (self._force or self._look.result == ndef.BLANK):
                kind = self._kind = self._kind or _Kind()
                if kind.failed:
                    self.result = NOT_FORMATTED
                    return None
                if kind.found is None:
                    return kind.request()
            self._planned = True
            self.result = self._plan()
            if self.result != ndef.MORE:
                return None
        if self._at < len(self._pages):
            page, content = self._pages[self._at]
            return bytes((_WRITE, page)) + content
        return bytes((_READ, self._first_page + self._checked // 4))

    def take(self, answer: bytes) -> None:
        """Take the answer to the last request (b"" for a WRITE)."""
        if not self._planned:
            if self._look.result == ndef.MORE:
                self._look.take(answer)
            elif self._kind is not None:
                self._kind.take(answer)
        elif self._at < len(self._pages):
            self._at += 1
        else:
            self._verify(answer)

    def _plan(self) -> str:
        """Decide what to write; return `MORE` to continue, else the result."""
        look = self._look
        if look.result in (ndef.FOREIGN, ndef.DAMAGED) and not self._force:
            return look.result
        cc, data = look.cc, bytes(look.data)
        if not any(cc) and self._kind is not None and self._kind.found:
            cc = bytes((0xE1, 0x10, self._kind.found[1], 0))
            data = self._kind.found[2]
        size = ndef.capacity(cc)
        if not size:
            return NOT_FORMATTED
        try:
            image, length_at = ndefwrite.image(data, size, self._message)
        except ndefwrite.DoesNotFit:
            return TOO_SMALL
        if image == look.data[: len(image)]:
            return ndef.OK
        if not ndefwrite.writable(cc):
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
        if cc != look.cc:
            # From the front, the CC before the length: wherever that is torn, the tag is blank.
            self._pages.insert(last, self._pages.pop(0))
            self._pages.insert(len(self._pages) - 1, (_CC_PAGE, cc))
            self._image = cc + image
            self._first_page = _CC_PAGE
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
    """Makes a tag read-only permanently: pages 3 to 15, which hold the record (NTAG 8.5.2).

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
