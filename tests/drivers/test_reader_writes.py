# SPDX-License-Identifier: Apache-2.0
"""Writing and locking stickers through the reader, against a scripted PN532."""

from fake_pn532 import PAYLOAD, UID, Bench, Tag, ours

from drivers import cardid, ndefwrite


def test_write_blank_tag_keeps_the_lock_tlv_and_reads_back():
    bench = Bench().started()
    tag = Tag(UID)
    assert bench.lay(tag).run(400) == [("card", UID, None, "blank")]
    assert bench.reader.write_payload(UID, PAYLOAD)
    assert not bench.reader.write_payload(UID, PAYLOAD)
    assert bench.run(1500) == [("written", UID, "ok")]
    assert bytes(tag.memory[16:21]) == b"\x01\x03\xa0\x0c\x34"
    assert ndefwrite.read(bytes(tag.memory[12:16]), bytes(tag.memory[16:]))[1] == PAYLOAD
    assert tag.writes[0] == tag.writes[-1] == 5
    # The same again writes nothing, and the card has not been announced twice.
    before = len(tag.writes)
    assert bench.reader.write_payload(UID, PAYLOAD)
    assert bench.run(1500) == [("written", UID, "ok")]
    assert len(tag.writes) == before


def test_why_a_sticker_is_not_written():
    for cc, data, force, word in (
        (b"\xe1\x10\x12\x00", b"\x03\xf0", False, "damaged"),
        (b"\xe1\x10\x12\x00", b"\x03\xf0", True, "ok"),
        (bytes(4), b"", False, "ok"),
        (bytes(4), b"\x03\x05\xd1\x01\x01Tx\xfe", False, "foreign"),
        (bytes(4), b"\x03\x05\xd1\x01\x01Tx\xfe", True, "ok"),
        (b"\x12\x34\x56\x78", b"", False, "foreign"),
        (b"\x12\x34\x56\x78", b"", True, "not formatted"),
        (b"\xe1\x10\x12\x0f", b"\xfe", False, "read only"),
        (b"\xe1\x10\x01\x00", b"\xfe", False, "too small"),
    ):
        tag = Tag(UID, fresh=False)
        tag.memory[12:16] = cc
        tag.put(data)
        was = bytes(tag.memory)
        bench = Bench().started().lay(tag)
        bench.run(400)
        assert bench.reader.write_payload(UID, PAYLOAD, force=force)
        assert bench.run(2000) == [("written", UID, word)], (cc, data, force)
        assert (bytes(tag.memory) == was) == (word != "ok")


class Small(Tag):
    """A chip of 16 pages that is no NTAG21x: it answers no READ further back."""

    def exchange(self, command):
        return (0x01, b"") if command[1] > 15 else Tag.exchange(self, command)


def test_an_unformatted_chip_of_another_kind_is_left_alone():
    tag = Small(UID, fresh=False)
    tag.memory[12:16] = bytes(4)
    was = bytes(tag.memory)
    bench = Bench().started().lay(tag)
    assert bench.run(400) == [("card", UID, None, "blank")]
    assert bench.reader.write_payload(UID, PAYLOAD)
    assert bench.run(3000) == [("written", UID, "not formatted")]
    assert bytes(tag.memory) == was


def test_formatting_survives_a_lost_tag():
    for lost in range(14):
        tag = Tag(UID, fresh=False)
        tag.memory[12:16] = bytes(4)
        # The fake's UID is not in its memory, as a real one's is.
        tag.memory[0:9] = UID[:3] + b"\x88" + UID[3:] + b"\x01"
        bench = Bench().started().lay(tag)
        bench.run(400)
        tag.read_status = [0] * lost + [1]
        assert bench.reader.write_payload(UID, PAYLOAD)
        assert bench.run(3000) == [("written", UID, "ok")], lost
        assert not tag.read_status
        assert bytes(tag.memory[12:21]) == b"\xe1\x10\x12\x00\x01\x03\xa0\x0c\x34"


def test_write_to_an_absent_or_other_card_is_gone():
    bench = Bench().started()
    assert bench.reader.write_payload(UID, PAYLOAD)
    assert bench.run(50) == [("written", UID, "gone")]
    bench.lay(Tag(UID)).run(400)
    bench.reader.write_payload(UID, PAYLOAD)
    events = bench.lay().run(2000)
    assert ("written", UID, "gone") in events and ("removed",) in events


def test_a_torn_write_leaves_a_blank_tag_and_not_half_a_record():
    for stop in range(1, 9):
        tag = Tag(UID)
        bench = Bench().started().lay(tag)
        bench.run(400)
        bench.reader.write_payload(UID, PAYLOAD)
        for _ in range(200):
            bench.run(10)
            if len(tag.writes) >= stop:
                break
        bench.lay()
        word = ndefwrite.read(bytes(tag.memory[12:16]), bytes(tag.memory[16:]))[0]
        assert word == "blank" or (word == "ok" and len(tag.writes) == 9), (stop, word)


def test_lock_needs_our_record_and_locks_for_good():
    bench = Bench().started()
    tag = ours()
    bench.lay(tag).run(400)
    bench.reader.lock_tag(UID, cardid.build(1, 5, 3))
    assert bench.run(1500) == [("locked", UID, "verify")]
    assert tag.memory[15] == 0
    bench.reader.lock_tag(UID, PAYLOAD)
    assert bench.run(1500) == [("locked", UID, "ok")]
    assert bytes(tag.memory[10:12]) == b"\xff\xff" and tag.memory[15] == 0x0F
    bench.reader.write_payload(UID, cardid.build(1, 5, 3))
    assert bench.run(2500) == [("written", UID, "read only")]
