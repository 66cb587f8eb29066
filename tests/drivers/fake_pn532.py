# SPDX-License-Identifier: Apache-2.0
"""A PN532 on a UART with just enough behaviour to script the reader's bad days.

Answers are the byte strings of the manual's examples (frames built here by hand, not by the code
under test). Time is passed by `Bench.run`; the chip answers at once unless a list of tags is
awaited for ever. Not the simulator's model: that one is written from the data sheet elsewhere.
"""

from drivers import cardid, ndefwrite

UID = b"\x04\xa1\xb2\xc3\xd4\xe5\xf6"
OTHER = b"\x04\x11\x22\x33\x44\x55\x66"
PAYLOAD = cardid.build(1, 5, 2)

ACK = b"\x00\x00\xff\x00\xff\x00"


def answer(*body):
    """Return the frame D5 + body."""
    payload = bytes((0xD5,)) + bytes(body)
    return (
        bytes((0, 0, 0xFF, len(payload), -len(payload) & 0xFF))
        + payload
        + bytes((-sum(payload) & 0xFF, 0))
    )


class Tag:
    """An NTAG213 with its pages, the lock bytes obeyed."""

    def __init__(self, uid, fresh=True):
        self.uid = uid
        self.memory = bytearray(45 * 4)
        self.memory[12:16] = b"\xe1\x10\x12\x00"
        if fresh:
            self.memory[16:24] = b"\x01\x03\xa0\x0c\x34\x03\x00\xfe"
        self.active = False
        self.read_status = []  # statuses to give before a good answer, oldest first
        self.writes = []

    def put(self, data):
        """Write bytes from page 4 on."""
        self.memory[16 : 16 + len(data)] = data

    def exchange(self, command):
        """Return (status, answer) of a tag command."""
        if self.read_status:
            status = self.read_status.pop(0)
            if status:
                return status, b""
        page = command[1]
        if command[0] == 0x30:
            twice = self.memory + self.memory
            return 0, bytes(twice[4 * page : 4 * page + 16])
        if self.memory[11] and page >= 3:
            return 0x13, b""
        self.writes.append(page)
        if page == 2:
            self.memory[10] |= command[4]
            self.memory[11] |= command[5]
        elif page == 3:
            for index in range(4):
                self.memory[12 + index] |= command[2 + index]
        else:
            self.memory[4 * page : 4 * page + 4] = command[2:6]
        return 0, b""


def ours():
    """Return a tag with our record behind the factory's Lock Control TLV."""
    tag = Tag(UID)
    message = ndefwrite.build(PAYLOAD)
    data = bytes((3, len(message))) + message + b"\xfe"
    tag.memory[21 : 21 + len(data)] = data
    return tag


class Chip:
    """The chip, its serial line and the tags in its field; has the face of `machine.UART`."""

    def __init__(self):
        self.tags = []
        self.plugged = True
        self.out = bytearray()
        self.piece = 64  # bytes per readinto
        self.commands = []  # bodies seen, command byte first
        self.lose_acks = 0
        self.spoil = []  # functions on the next answers: frame -> bytes sent, None = whole
        self.last = b""
        self.pending = b""  # body of a list for ever
        self.forever = False
        self.ic = 0x32
        self.mute = False
        self._in = bytearray()

    def any(self):
        return len(self.out)

    def readinto(self, buf, count):
        count = min(count, len(self.out), self.piece)
        for index in range(count):
            buf[index] = self.out[index]
        self.out = self.out[count:]
        return count

    def write(self, data):
        if not self.plugged:
            return len(data)
        self._in.extend(data)
        while True:
            start = self._in.find(b"\x00\xff")
            if start < 0:
                break
            frame = self._in[start + 2 :]
            if len(frame) < 3:
                break
            if bytes(frame[:2]) in (b"\x00\xff", b"\xff\x00"):
                self._in = bytearray(frame[3:])
                if frame[0] == 0:
                    self.pending = b""
                else:
                    self.send(self.last)
                continue
            length = frame[0]
            if len(frame) < length + 4:
                break
            assert (frame[0] + frame[1]) & 0xFF == 0, "length checksum of the driver"
            assert sum(frame[2 : 3 + length]) & 0xFF == 0, "data checksum of the driver"
            assert frame[2] == 0xD4
            self._in = bytearray(frame[length + 4 :])
            self.command(bytes(frame[3 : 2 + length]))
        return len(data)

    def command(self, body):
        self.commands.append(body)
        self.pending = b""
        if self.lose_acks:
            self.lose_acks -= 1
            return
        self.out.extend(ACK)
        if self.mute:
            return
        code = body[0]
        if code == 0x02:
            self.send(answer(0x03, self.ic, 1, 6, 7))
        elif code == 0x14:
            self.send(answer(0x15))
        elif code == 0x32:
            if body[1] == 5:
                self.forever = body[4] == 0xFF
            elif body[2] == 0:
                for tag in self.tags:
                    tag.active = False
            self.send(answer(0x33))
        elif code == 0x4A:
            self.pending = body
            self.tick()
        elif code == 0x40:
            tag = next((tag for tag in self.tags if tag.active), None)
            status, data = (1, b"") if tag is None else tag.exchange(body[2:])
            if status == 1 and tag is not None:
                tag.active = False
            self.send(answer(0x41, status, *data))
        else:
            self.send(b"\x00\x00\xff\x01\xff\x7f\x81\x00")

    def send(self, frame):
        self.last = frame
        change = self.spoil.pop(0) if self.spoil else None
        self.out.extend(frame if change is None else change(frame))

    def tick(self):
        """Answer a list that has waited. An active tag ignores the call, then listens."""
        if not self.pending or not self.plugged:
            return
        found = []
        for tag in self.tags[: self.pending[1]]:
            if tag.active:
                tag.active = False
            else:
                found.append(tag)
        if not found and self.forever:
            return
        body = bytearray((0x4B, len(found)))
        for number, tag in enumerate(found):
            tag.active = True
            body.extend(bytes((number + 1, 0, 0x44, 0, len(tag.uid))) + tag.uid)
        self.pending = b""
        self.send(answer(*body))


class FakePin:
    """The wire that resets the chip, of which the chip here knows nothing."""

    def value(self, level):
        pass


class Bench:
    """Reader, chip and passing time."""

    def __init__(self, chip=None):
        from drivers.pn532.reader import Reader
        from drivers.pn532.uart import UartTransport

        self.chip = chip or Chip()
        self.reader = Reader(UartTransport(self.chip), FakePin())
        self.now_ms = 1000

    def run(self, ms):
        """Let time pass and return the events of it."""
        events = []
        end = self.now_ms + ms
        while self.now_ms < end:
            self.chip.tick()
            event = self.reader.step(self.now_ms)
            if event is not None:
                events.append(event)
            self.now_ms += 10
        return events

    def lay(self, *tags):
        """Let these tags lie on the slot, and no others; return the bench."""
        self.chip.tags = list(tags)
        return self

    def plug(self, plugged):
        """Plug the reader in, or pull it out; return the bench."""
        self.chip.plugged = plugged
        return self

    def started(self):
        """Run until the reader waits for a card; return the bench."""
        assert self.run(300) == [("online",)]
        return self
