# SPDX-License-Identifier: Apache-2.0
"""Every byte of every frame from the chip, changed, lost and doubled: the card is read as it is, or not yet."""

from fake_pn532 import PAYLOAD, UID, Bench, Chip, ours
from fake_uart import Uart

from drivers import ndefwrite
from drivers.pn532 import exchange, tag
from drivers.pn532.uart import UartTransport

KINDS = ("card", "removed", "offline", "online")


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


def changes():
    """Return the ways in which one byte is damaged, by name."""
    return (
        ("bit 0", lambda byte: bytes((byte[0] ^ 1,))),
        ("bit 7", lambda byte: bytes((byte[0] ^ 0x80,))),
        ("00", lambda byte: b"\x00"),
        ("ff", lambda byte: b"\xff"),
        ("one more", lambda byte: bytes(((byte[0] + 1) & 255,))),
        ("lost", lambda byte: b""),
        ("twice", lambda byte: byte + byte),
        ("a stranger before it", lambda byte: b"\x5a" + byte),
    )


def frames_sent(make):
    """Return how many bytes each frame has of which a card's reading consists."""
    lengths = []
    for which in range(40):
        chip = make(which, 0, lambda byte: byte)
        bench = Bench(chip).started()
        chip.armed = True
        chip.tags = [ours()]
        bench.run(260)
        if not chip.length:
            break
        lengths.append(chip.length)
    return lengths


def test_no_damaged_byte_makes_another_card_or_takes_the_reader_away():
    lengths = frames_sent(Spoiled)
    assert len(lengths) >= 6 and max(lengths) >= 20, lengths
    for which, length in enumerate(lengths):
        for at in range(length):
            for name, change in changes():
                chip = Spoiled(which, at, change)
                bench = Bench(chip).started()
                chip.armed = True
                chip.tags = [ours()]
                events = bench.run(2600)
                assert events == [("card", UID, PAYLOAD, "ok")], (which, at, name, events)


def test_a_damaged_byte_at_the_start_delays_the_reader_and_no_more():
    for which in range(6):
        for at in range(13):
            for name, change in changes():
                chip = Spoiled(which, at, change)
                chip.armed = True
                bench = Bench(chip)
                chip.tags = [ours()]
                events = bench.run(6000)
                kinds = [event[0] for event in events]
                assert events[-1] == ("card", UID, PAYLOAD, "ok"), (which, at, name, events)
                assert kinds in (["online", "card"], ["offline", "online", "card"]), (name, events)


ACK = b"\x00\x00\xff\x00\xff\x00"
NACK = b"\x00\x00\xff\xff\x00\x00"
ASK = b"\x00\x00\xff\x02\xfe\xd4\x02\x2a\x00"  # GetFirmwareVersion
ANSWER = b"\x00\x00\xff\x06\xfa\xd5\x03\x32\x01\x06\x07\xe8\x00"


class Talk:
    """One `Exchange` on a `Uart`."""

    def __init__(self, timeout_ms=100):
        self.line = Uart()
        self.exchange = exchange.Exchange(UartTransport(self.line))
        self.now_ms = 5000
        self.exchange.start(ASK, 13, timeout_ms, self.now_ms)

    def hear(self, data, after_ms=0):
        """Put bytes on the line after some time, in steps of a millisecond; return the state."""
        for _ in range(after_ms):
            self.now_ms += 1
            self.exchange.poll(self.now_ms)
        self.line.waiting += data
        return self.exchange.poll(self.now_ms)

    def resent(self):
        return self.line.written.count(ASK) - 1


def acknowledged(timeout_ms):
    """Return a talk whose command has just been acknowledged."""
    talk = Talk(timeout_ms)
    talk.hear(ACK, 1)
    return talk


def test_a_command_without_acknowledge_is_sent_three_times_30_ms_apart():
    talk = Talk()
    times = []
    for _ in range(300):
        before = talk.resent()
        state = talk.hear(b"", 1)
        if talk.resent() > before:
            times.append(talk.now_ms - 5000)
        if state == exchange.FAILED:
            break
    assert times == [30, 60] and talk.now_ms == 5090
    assert talk.exchange.resent == 2 and "acknowledge" in talk.exchange.why


def test_a_damaged_answer_is_asked_for_again_three_times():
    talk = acknowledged(100)
    bad = ANSWER[:9] + b"\x55" + ANSWER[10:]
    for count in (1, 2, 3):
        assert talk.hear(bad, 90) == exchange.BUSY, "each try has its own time"
        assert talk.line.written.count(NACK) == count == talk.exchange.nacks
    assert talk.hear(bad, 90) == exchange.FAILED
    assert talk.exchange.bad_frames == 4 and "checksum" in talk.exchange.why
    again = acknowledged(100)
    again.hear(bad, 50)
    assert again.hear(ANSWER, 99) == exchange.DONE


def test_an_answer_that_stops_is_asked_for_again_after_25_ms():
    talk = acknowledged(0)
    talk.hear(ANSWER[:8], 500)
    assert talk.hear(b"", 24) == exchange.BUSY and NACK not in talk.line.written
    talk.hear(b"", 1)
    assert talk.line.written[-1] == NACK and talk.exchange.bad_frames == 1
    assert talk.hear(ANSWER, 10) == exchange.DONE


def test_the_answer_to_another_command_is_passed_over():
    talk = Talk()
    other = b"\x00\x00\xff\x02\xfe\xd5\x15\x16\x00"
    assert talk.hear(ACK + other, 1) == exchange.BUSY
    assert talk.hear(ANSWER, 1) == exchange.DONE
    assert talk.exchange.data[0] == 3
    late = Talk()  # the acknowledge was lost: the answer says as much
    assert late.hear(ANSWER, 20) == exchange.DONE and late.resent() == 0


class Deaf(Chip):
    """Sets itself up, but acknowledges no look at the slot while `deaf`."""

    deaf = False

    def command(self, body):
        if self.deaf and body[0] == 0x4A:
            self.commands.append(body)
        else:
            Chip.command(self, body)


def test_two_commands_without_acknowledge_are_bad_luck_and_three_a_reason_for_a_reset():
    late_ms = (1 << 29) + 5000  # the upper half of the counter's period
    for commands, resets, now_ms in ((1, 0, 1000), (2, 0, 1000), (3, 1, 1000), (3, 1, late_ms)):
        bench = Bench()
        bench.now_ms = now_ms
        bench.started().lay(ours())
        bench.run(1000)
        before = bench.reader.resets
        bench.chip.lose_acks = 3 * commands  # each is sent three times
        assert bench.run(3000) == [], commands
        assert bench.reader.resets - before == resets, commands


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


def test_a_record_may_end_with_the_last_byte_that_is_looked_at_and_not_behind_it():
    for total, word in ((235, "ok"), (236, "ok"), (237, "foreign")):
        ours_at_the_end = b"\x54" + ndefwrite.build(PAYLOAD)[1:]
        other = total - 2 - len(ours_at_the_end) - 3 - 1
        message = b"\x91\x01" + bytes((other,)) + b"T" + bytes(other) + ours_at_the_end
        assert len(message) == total - 2
        memory = b"\xe1\x10\x3e\x00" + b"\x03" + bytes((len(message),)) + message + bytes(300)
        talk = tag.ReadRecord()
        reads = 0
        while True:
            request = talk.request()
            if request is None:
                break
            at = 4 * (request[1] - 3)
            talk.take(memory[at : at + 16])
            reads += 1
        assert talk.result == word, (total, talk.result)
        assert talk.payload == (PAYLOAD if word == "ok" else None)
        assert talk.cc == b"\xe1\x10\x3e\x00"
        assert reads <= 15
    short = tag.ReadRecord()
    short.request()
    short.take(b"too short")
    assert short.request() is None and short.result == "damaged" and short.payload is None
