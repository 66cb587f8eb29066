# SPDX-License-Identifier: Apache-2.0
"""Stickers: NXP NTAG213, NTAG215, NTAG216, and a tag with a 4-byte UID that is no NTAG.

Source: NXP NTAG213_215_216 data sheet rev. 3.2: memory map 8.5, lock bytes 8.5.2 and 8.5.3,
capability container 8.5.6, delivery state 8.5.6 and 8.5.7, commands 10, password 8.8.
"""

IDLE = 0
ACTIVE = 1
HALT = 2

NAK_ARGUMENT = 0x0
NAK_AUTH = 0x4

# kind: (pages, size byte of the CC, dynamic lock page, version byte)
KINDS = {
    "ntag213": (45, 0x12, 0x28, 0x0F),
    "ntag215": (135, 0x3E, 0x82, 0x11),
    "ntag216": (231, 0x6D, 0xE2, 0x13),
}

# As delivered, page 4 on: only the NTAG213 has a Lock Control TLV before the empty NDEF TLV.
_FRESH_213 = b"\x01\x03\xa0\x0c\x34\x03\x00\xfe"
_FRESH = b"\x03\x00\xfe\x00"

# Pages that one dynamic lock bit covers, and that one of its block-locking bits covers.
_GRAIN = {"ntag213": (2, 4), "ntag215": (16, 32), "ntag216": (16, 32)}


def fresh_memory(kind: str, uid: bytes) -> bytes:
    """Return the whole memory of a tag as delivered.

    Args:
        kind: a key of KINDS.
        uid: 7 bytes, the first one 04 (NXP).
    """
    pages, size, lock_page, _ = KINDS[kind]
    memory = bytearray(4 * pages)
    memory[0:3] = uid[:3]
    memory[3] = 0x88 ^ uid[0] ^ uid[1] ^ uid[2]
    memory[4:8] = uid[3:]
    memory[8] = uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
    memory[9] = 0x48
    memory[12:16] = bytes((0xE1, 0x10, size, 0))
    first = _FRESH_213 if kind == "ntag213" else _FRESH
    memory[16 : 16 + len(first)] = first
    config = 4 * (lock_page + 1)
    memory[config : config + 8] = b"\x04\x00\x00\xff\x00\x05\x00\x00"
    memory[config + 8 : config + 12] = b"\xff\xff\xff\xff"
    return bytes(memory)


class Tag:
    """A tag in the field.

    Args:
        kind: a key of KINDS, or "uid4".
        memory: whole memory of an NTAG; the 4 UID bytes of a "uid4".
    """

    def __init__(self, kind: str, memory: bytes) -> None:
        self.kind = kind
        self.memory = bytearray(memory)
        self.state = IDLE
        self._authenticated = False
        if kind == "uid4":
            self.uid = bytes(memory[:4])
            self.atqa_sak = b"\x00\x04\x08"
        else:
            self.uid = bytes(memory[:3]) + bytes(memory[4:8])
            self.atqa_sak = b"\x00\x44\x00"
            self.pages, _, self._lock_page, self._version = KINDS[kind]

    def field_off(self) -> None:
        """Lose the supply."""
        self.state = IDLE
        self._authenticated = False

    def wake(self) -> bool:
        """Answer a WUPA: True when the tag can be selected, and then it is.

        A tag that is selected already does not expect it and falls back to IDLE (8.4).
        """
        if self.state == ACTIVE:
            self.field_off()
            return False
        self.state = ACTIVE
        self._authenticated = False
        return True

    def halt(self) -> None:
        """Go to sleep until the next WUPA."""
        self.state = HALT
        self._authenticated = False

    def command(self, data: bytes) -> "bytes | int | None":
        """Execute one command of the selected tag.

        Returns:
            the answer as bytes; an int for a NAK; None for silence.
        """
        if self.state != ACTIVE or self.kind == "uid4" or not data:
            return None
        answer = self._execute(data)
        if isinstance(answer, int):
            self.field_off()  # a NAK ends the session: back to IDLE
        return answer

    def _execute(self, data: bytes) -> "bytes | int | None":
        op = data[0]
        if op == 0x60 and len(data) == 1:
            return bytes((0, 4, 4, 2, 1, 0, self._version, 3))
        if op == 0x30 and len(data) == 2:
            return self._read(data[1], 4)
        if op == 0x3A and len(data) == 3 and data[1] <= data[2] < self.pages:
            return self._read(data[1], data[2] - data[1] + 1)
        if op == 0xA2 and len(data) == 6:
            return self._write(data[1], data[2:])
        if op == 0x1B and len(data) == 5:
            return self._login(data[1:])
        if op == 0x50:
            self.halt()
            return None
        return NAK_ARGUMENT

    def _config(self, at: int) -> int:
        return self.memory[4 * (self._lock_page + 1) + at]

    def _protected(self, page: int, writing: bool) -> bool:
        if self._authenticated or page < self._config(3):
            return False
        return writing or bool(self._config(4) & 0x80)

    def _read(self, page: int, count: int) -> "bytes | int":
        if page >= self.pages:
            return NAK_ARGUMENT
        end = self.pages
        if self._config(3) < end and self._protected(self._config(3), False):
            end = self._config(3)
            if page >= end:
                return NAK_AUTH
        secret = self.pages - 2
        out = bytearray()
        for i in range(count):
            # READ rolls over to page 0 at the end of what may be read; passwords read as 0.
            at = page + i
            at = at if at < end else at - end
            out += b"\0\0\0\0" if at >= secret else self.memory[4 * at : 4 * at + 4]
        return bytes(out)

    def _login(self, password: bytes) -> "bytes | int":
        at = 4 * (self.pages - 2)
        if bytes(self.memory[at : at + 4]) != bytes(password):
            return NAK_AUTH
        self._authenticated = True
        return bytes(self.memory[at + 4 : at + 6])

    def _write(self, page: int, data: bytes) -> "bytes | int":
        if page < 2 or page >= self.pages or self._locked(page):
            return NAK_ARGUMENT
        if self._protected(page, True):
            return NAK_AUTH
        at = 4 * page
        memory = self.memory
        if page == 2:
            self._lock_static(data)
        elif page == 3:
            for i in range(4):
                memory[at + i] |= data[i]
        elif page == self._lock_page:
            self._lock_dynamic(data)
        else:
            memory[at : at + 4] = data
        return b"\x0a"

    def _lock_static(self, data: bytes) -> None:
        # Bits only go from 0 to 1; bits 0-2 of byte 2 freeze groups of lock bits.
        memory = self.memory
        frozen0 = (0x08 if memory[10] & 1 else 0) | (0xF0 if memory[10] & 2 else 0)
        frozen1 = (0x03 if memory[10] & 2 else 0) | (0xFC if memory[10] & 4 else 0)
        memory[10] |= data[2] & (255 ^ frozen0)
        memory[11] |= data[3] & (255 ^ frozen1)

    def _lock_dynamic(self, data: bytes) -> None:
        at = 4 * self._lock_page
        memory = self.memory
        grain, block = _GRAIN[self.kind]
        for bit in range(16):
            first = 16 + bit * grain
            if data[bit >> 3] >> (bit & 7) & 1 and first < self._lock_page:
                if not memory[at + 2] >> ((first - 16) // block) & 1:
                    memory[at + (bit >> 3)] |= 1 << (bit & 7)
        blocks = (self._lock_page - 16 + block - 1) // block
        memory[at + 2] |= data[2] & ((1 << blocks) - 1)

    def _locked(self, page: int) -> bool:
        memory = self.memory
        if page == 3:
            return bool(memory[10] & 0x08)
        if 4 <= page < 16:
            return bool(memory[10 + (page >> 3)] >> (page & 7) & 1)
        if 16 <= page < self._lock_page:
            bit = (page - 16) // _GRAIN[self.kind][0]
            return bool(memory[4 * self._lock_page + (bit >> 3)] >> (bit & 7) & 1)
        if page in (self._lock_page + 1, self._lock_page + 2):
            return bool(self._config(4) & 0x40)  # CFGLCK
        return False
