# SPDX-License-Identifier: Apache-2.0
"""Every byte of every frame from the chip, changed, lost and doubled: the card is read as it is, or not yet."""

from fake_pn532 import PAYLOAD, UID, Bench, Chip, ours


class Spoiled(Chip):
    """Damages one byte of the frame number `which` that it sends from `armed` on, acknowledges included."""

    def __init__(self, which=-1, at=0, change=None):
        Chip.__init__(self)
        self.which = which
        self.at = at
        self.change = change
        self.armed = False
        self.sent = 0
        self.length = 0  # of the frame that was damaged

    def damaged(self, frame):
        if self.armed:
            self.sent += 1
            if self.sent - 1 == self.which and self.at < len(frame):
                self.length = len(frame)
                at = self.at
                return frame[:at] + self.change(frame[at : at + 1]) + frame[at + 1 :]
        return frame

    def command(self, body):
        before = len(self.out)
        Chip.command(self, body)
        # The acknowledge went out first; `send` has seen to what follows it.
        ack = bytes(self.out[before : before + 6])
        self.out = self.out[:before] + self.damaged(ack) + self.out[before + 6 :]

    def send(self, frame):
        self.last = frame
        self.out.extend(self.damaged(frame))


CHANGES = (  # ways in which one byte is damaged
    ("bit 0", lambda byte: bytes((byte[0] ^ 1,))),
    ("bit 7", lambda byte: bytes((byte[0] ^ 0x80,))),
    ("00", lambda byte: b"\x00"),
    ("ff", lambda byte: b"\xff"),
    ("one more", lambda byte: bytes(((byte[0] + 1) & 255,))),
    ("lost", lambda byte: b""),
    ("twice", lambda byte: byte + byte),
    ("a stranger before it", lambda byte: b"\x5a" + byte),
)


def frames_sent():
    """Return how many bytes each frame has of which a card's reading consists."""
    lengths = []
    for which in range(40):
        chip = Spoiled(which, 0, lambda byte: byte)
        bench = Bench(chip).started()
        chip.armed = True
        chip.tags = [ours()]
        bench.run(260)
        if not chip.length:
            break
        lengths.append(chip.length)
    return lengths


def test_no_damaged_byte_makes_another_card_or_takes_the_reader_away():
    lengths = frames_sent()
    assert len(lengths) >= 6 and max(lengths) >= 20, lengths
    for which, length in enumerate(lengths):
        for at in range(length):
            for name, change in CHANGES:
                chip = Spoiled(which, at, change)
                bench = Bench(chip).started()
                chip.armed = True
                chip.tags = [ours()]
                events = bench.run(2600)
                assert events == [("card", UID, PAYLOAD, "ok")], (which, at, name, events)


def test_a_damaged_byte_at_the_start_delays_the_reader_and_no_more():
    for which in range(6):
        for at in range(13):
            for name, change in CHANGES:
                chip = Spoiled(which, at, change)
                chip.armed = True
                bench = Bench(chip)
                chip.tags = [ours()]
                events = bench.run(6000)
                kinds = [event[0] for event in events]
                assert events[-1] == ("card", UID, PAYLOAD, "ok"), (which, at, name, events)
                assert kinds in (["online", "card"], ["offline", "online", "card"]), (name, events)


class Deaf(Chip):
    """Sets itself up, but acknowledges no look at the slot while `deaf`."""

    deaf = False

    def command(self, body):
        if self.deaf and body[0] == 0x4A:
            self.commands.append(body)
        else:
            Chip.command(self, body)


def test_a_chip_that_two_resets_do_not_heal_is_offline_at_the_third():
    bench = Bench(Deaf()).started()
    before = bench.reader.resets
    bench.chip.deaf = True
    events = []
    for _ in range(600):
        events = bench.run(10)
        if events:
            break
    assert [event[0] for event in events] == ["offline"]
    assert bench.reader.resets - before == 2, "that many were tried in vain"
    assert not bench.reader.online
    bench.chip.deaf = False
    assert bench.run(3000) == [("online",)]
