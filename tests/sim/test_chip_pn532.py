# SPDX-License-Identifier: Apache-2.0
"""The PN532 on both buses, against the frames of UM0701-02."""

from tavle.sim.chips.ntag import Tag, fresh_memory
from tavle.sim.chips.pn532 import ACK, ERROR, Pn532, frame
from tavle.sim.chips.pn532_bus import Hsu, I2cFace

UID = b"\x04\x11\x22\x33\x44\x55\x80"
OTHER = b"\x04\x99\x22\x33\x44\x55\x80"
MEMORY = fresh_memory("ntag213", UID)
WAKE = b"\x55\x55" + bytes(14)
SAM = b"\xd4\x14\x01\x14\x01"
LIST = b"\xd4\x4a\x01\x00"
LISTED = b"\xd5\x4b\x01\x01\x00\x44\x00\x07" + UID
NONE = b"\xd5\x4b\x00"
RETRY_2 = b"\xd4\x32\x05\xff\x01\x02"


class Host:
    """Talks over HSU on its own clock."""

    def __init__(self, seed=0):
        self.chip = Pn532(seed)
        self.bus = Hsu(self.chip)
        self.bus.open(115200, 256)
        self.now = 10000

    def collect(self, ms):
        got = b""
        for _ in range(ms):
            self.now += 1000
            got += self.bus.read(self.now)
        return got

    def send(self, data, ms=100):
        self.bus.write(self.now, frame(data))
        return self.collect(ms)

    def ready(self):
        self.bus.write(self.now, WAKE)
        assert self.send(SAM) == ACK + frame(b"\xd5\x15")
        return self

    def lay(self, uid=UID, kind="ntag213", key="a"):
        self.chip.lay(key, kind, fresh_memory(kind, uid), self.now)
        return self


def test_frames_of_the_manual():
    assert frame(b"\xd4\x02") == b"\x00\x00\xff\x02\xfe\xd4\x02\x2a\x00"
    host = Host().ready()
    assert host.send(b"\xd4\x02") == ACK + b"\x00\x00\xff\x06\xfa\xd5\x03\x32\x01\x06\x07\xe8\x00"
    assert ERROR == b"\x00\x00\xff\x01\xff\x7f\x81\x00"
    assert host.send(b"\xd4\x99") == ACK + ERROR
    for command, answer in (
        (b"\xd4\x00\x00abc", b"\xd5\x01\x00abc"),
        (b"\xd4\x04", b"\xd5\x05\x00\x01\x01\x00"),
        (b"\xd4\x12\x14", b"\xd5\x13"),
        (b"\xd4\x44\x00", b"\xd5\x45\x00"),
    ):
        assert host.lay().send(LIST) and host.send(command) == ACK + frame(answer), command


def test_a_sleeping_chip_wants_to_be_woken():
    host = Host()
    assert host.send(SAM) == b""
    host.bus.write(host.now, b"\x55")
    assert host.send(SAM) == b"", "woken, but not listening yet"
    assert host.send(SAM) == ACK + frame(b"\xd5\x15")
    assert host.send(b"\xd4\x16\x20") == ACK + frame(b"\xd5\x17\x00")
    assert host.send(b"\xd4\x02") == b""
    host.ready()


def test_radio_needs_the_sam_configuration():
    host = Host()
    host.bus.write(host.now, WAKE)
    assert host.send(LIST) == ACK + ERROR


def test_damaged_and_foreign_frames_are_not_acknowledged():
    host = Host().ready()
    good = frame(b"\xd4\x02")
    for bad in (
        good[:-2] + b"\x2b\x00",
        good[:4] + b"\xff" + good[5:],
        frame(b"\xd5\x02"),
        b"\x00\x00\xff\xff\xff\x00\x02\xfe\xd4\x02\x2a\x00",
    ):
        host.bus.write(host.now, bad)
        assert host.collect(50) == b"", bad
    assert host.send(b"\xd4\x02").startswith(ACK), "and it recovers"


def test_nack_brings_the_answer_again():
    host = Host().ready()
    answer = host.send(b"\xd4\x02")[len(ACK) :]
    host.bus.write(host.now, b"\x00\x00\xff\xff\x00\x00")
    assert host.collect(20) == answer


def test_waiting_for_a_tag_for_ever_and_abort():
    host = Host().ready()
    assert host.send(LIST, 2000) == ACK
    assert host.lay().collect(100) == frame(LISTED)
    host.chip.take(None, host.now)
    assert host.send(LIST) == ACK
    host.bus.write(host.now, ACK)
    host.collect(20)
    assert host.lay().collect(500) == b"", "aborted: the tag is not reported"


def test_a_new_command_replaces_the_running_one():
    host = Host().ready()
    host.send(LIST)
    assert host.send(b"\xd4\x02").endswith(frame(b"\xd5\x03\x32\x01\x06\x07"))
    assert host.lay().collect(200) == b""


def test_limited_retries_report_that_there_is_none():
    host = Host().ready()
    assert host.send(RETRY_2) == ACK + frame(b"\xd5\x33")
    assert host.send(LIST) == ACK + frame(NONE)
    assert host.lay().send(LIST) == ACK + frame(LISTED)


def test_a_resting_tag_with_a_long_uid_misses_every_second_poll():
    host = Host().ready()
    host.send(RETRY_2)
    host.lay()
    seen = [host.send(LIST).endswith(frame(LISTED)) for _ in range(6)]
    assert seen == [True, False] * 3
    host.send(LIST)
    host.send(b"\xd4\x52\x00")
    assert host.send(LIST).endswith(frame(LISTED)), "released tags answer"
    host.send(b"\xd4\x32\x01\x00")
    host.send(b"\xd4\x32\x01\x01")
    assert host.send(LIST).endswith(frame(LISTED)), "and so they do after the field was off"


def test_short_uids_have_no_such_habit():
    host = Host().ready()
    host.send(RETRY_2)
    host.chip.lay("b", "uid4", b"\x01\x02\x03\x04", host.now)
    wanted = frame(b"\xd5\x4b\x01\x01\x00\x04\x08\x04\x01\x02\x03\x04")
    assert host.send(LIST) == ACK + wanted
    host.send(b"\xd4\x52\x00")
    assert host.send(LIST) == ACK + wanted


def test_exchange_with_a_tag():
    host = Host().ready().lay()
    host.send(LIST)
    assert host.send(b"\xd4\x40\x01\x30\x04") == ACK + frame(b"\xd5\x41\x00" + MEMORY[16:32])
    assert host.send(b"\xd4\x40\x01\xa2\x06abcd") == ACK + frame(b"\xd5\x41\x00")
    assert bytes(host.chip.tags["a"].memory[24:28]) == b"abcd"
    assert host.send(b"\xd4\x42\x3a\x04\x05") == ACK + frame(b"\xd5\x43\x00" + MEMORY[16:24])
    assert host.send(b"\xd4\x42\x60") == ACK + frame(
        b"\xd5\x43\x00\x00\x04\x04\x02\x01\x00\x0f\x03"
    )
    assert host.send(b"\xd4\x40\x02\x30\x04") == ACK + frame(b"\xd5\x41\x27"), "no such target"
    assert host.send(b"\xd4\x40\x01\x30\xf0") == ACK + frame(b"\xd5\x41\x13"), "refused by the tag"
    assert host.send(b"\xd4\x40\x01\x30\x04") == ACK + frame(b"\xd5\x41\x01"), "it has gone idle"


def test_a_tag_taken_away_between_list_and_read():
    host = Host().ready().lay()
    host.send(LIST)
    host.chip.take("a", host.now)
    start = host.now
    host.bus.write(host.now, frame(b"\xd4\x40\x01\x30\x04"))
    assert host.collect(40) == ACK
    assert host.collect(60) == frame(b"\xd5\x41\x01"), "after the time-out of 51.2 ms"
    assert host.now - start == 100000


def test_two_tags():
    host = Host().ready().lay()
    host.lay(OTHER, key="b")
    both = b"\xd5\x4b\x02\x01\x00\x44\x00\x07" + UID + b"\x02\x00\x44\x00\x07" + OTHER
    assert host.send(b"\xd4\x4a\x02\x00") == ACK + frame(both)
    assert host.send(b"\xd4\x40\x02\x30\x00")[13 + 1 :][:3] == OTHER[:3]
    host.send(b"\xd4\x32\x01\x00")
    assert host.send(LIST) == ACK + frame(LISTED), "one is asked for: the lower UID"
    host.send(b"\xd4\x32\x01\x00")
    host.chip.radio.detuned = True
    host.send(RETRY_2)
    assert host.send(LIST) == ACK + frame(NONE), "exactly stacked, none is read"


def test_bytes_arrive_one_by_one():
    host = Host().ready()
    host.bus.write(host.now, frame(b"\xd4\x02"))
    sizes = []
    for _ in range(400):
        host.now += 10
        sizes.append(host.bus.any(host.now))
    steps = {b - a for a, b in zip(sizes, sizes[1:])}
    assert steps == {0, 1}, "87 us a byte: never two in 10 us"
    assert sizes[-1] == len(ACK) + 13
    first = sizes.index(1)
    assert 8 <= sizes.index(2) - first <= 9


def test_a_full_receive_buffer_loses_bytes():
    host = Host().ready()
    host.bus.open(115200, 32)
    host.bus.write(host.now, frame(b"\xd4\x00\x00" + b"x" * 60))
    for _ in range(100):
        host.now += 1000
        host.bus.any(host.now)
    assert len(host.bus.read(host.now)) == 32 and host.bus.lost == 6 + 70 - 32


def test_a_wrong_baud_rate_is_garbage():
    host = Host()
    host.bus.open(9600, 256)
    host.bus.write(host.now, WAKE)
    assert host.send(SAM) == b""


def test_reset_pin_and_unplugging_start_afresh():
    host = Host().ready()
    host.chip.reset_pin(0, host.now)
    host.bus.write(host.now, WAKE)
    assert host.send(SAM) == b"" and not host.chip.runs(host.now)
    host.chip.reset_pin(1, host.now)
    host.collect(5)
    host.ready()
    host.chip.plug(False, host.now)
    host.bus.write(host.now, WAKE)
    assert host.send(SAM) == b""
    host.chip.plug(True, host.now)
    host.collect(5)
    host.ready()


def test_errors_disturb_some_exchanges_and_repeat_by_seed():
    runs = []
    for seed in (5, 5, 6):
        host = Host(seed).ready().lay()
        host.send(LIST)
        host.chip.radio.errors = 0.3
        runs.append([host.send(b"\xd4\x40\x01\x30\x04") for _ in range(60)])
    assert runs[0] == runs[1] != runs[2]
    good = ACK + frame(b"\xd5\x41\x00" + MEMORY[16:32])
    assert 20 < sum(answer == good for answer in runs[0]) < 55
    endings = {answer[-4:-2] for answer in runs[0]}
    assert b"\x41\x01" in endings and b"\x41\x02" in endings
    assert any(answer[:1] >= b"\x80" for answer in runs[0]), "garbage before the preamble"


def test_i2c_status_byte_and_frames():
    chip = Pn532()
    face = I2cFace(chip)
    assert not face.present(0) and face.present(10000)
    face.write(10000, frame(SAM))
    assert face.read(10001, 1) == b"\x00" and chip.irq(10001) == 1
    assert face.read(11500, 1) == b"\x01" and chip.irq(11500) == 0
    assert face.read(11500, 7) == b"\x01" + ACK
    assert face.read(12000, 20) == b"\x01" + frame(b"\xd5\x15") + bytes(10)
    assert face.read(13000, 4) == bytes(4) and chip.irq(13000) == 1
    face.write(13000, b"\x00\x00\xff\xff\x00\x00")
    assert face.read(14000, 10) == b"\x01" + frame(b"\xd5\x15")


def test_i2c_reads_a_tag():
    chip = Pn532()
    face = I2cFace(chip)
    face.write(10000, frame(SAM))
    face.write(20000, frame(LIST))
    assert face.read(25000, 7) == b"\x01" + ACK
    assert face.read(500000, 1) == b"\x00"
    chip.lay("a", "ntag213", MEMORY, 500000)
    assert face.read(520000, 23)[1:] == frame(LISTED)
    chip.plug(False, 520000)
    assert not face.present(530000)
    assert isinstance(chip.tags["a"], Tag)


def test_a_wrong_configuration_of_the_radio_is_refused():
    host = Host().ready()
    for item in (4, 10, 11, 12, 13):
        assert host.send(bytes((0xD4, 0x32, item, 1, 2))) == ACK + frame(b"\xd5\x33")
    for wrong in (
        b"",
        b"\x00",
        b"\x03\x01",
        b"\x06",
        b"\x01",
        b"\x01\x01\x01",
        b"\x02\x00",
        b"\x05\xff\x01",
    ):
        assert host.send(b"\xd4\x32" + wrong) == ACK + ERROR, wrong


def test_a_search_asks_for_one_or_two_cards_of_one_kind():
    host = Host().ready().lay()
    for wrong in (b"", b"\x01", b"\x00\x00", b"\x03\x00", b"\x01\x01"):
        assert host.send(b"\xd4\x4a" + wrong) == ACK + ERROR, wrong
    assert host.send(LIST) == ACK + frame(LISTED)


def test_what_was_on_the_wire_of_a_module_that_is_unplugged_never_arrives():
    host = Host().ready()
    host.bus.write(host.now, frame(b"\xd4\x00\x00" + b"x" * 60))
    while not host.bus.any(host.now):
        host.now += 100
    host.now += 3000  # the ACK is there, the answer is on its way
    had = host.bus.any(host.now)
    assert len(ACK) < had < len(ACK) + 60
    host.chip.plug(False, host.now)
    host.now += 50_000
    assert host.bus.any(host.now) == had
