# SPDX-License-Identifier: Apache-2.0
"""What a sticker's memory says: TLVs, NDEF records, and what is written."""

from refusal import refusal

from drivers import ndef, ndefwrite

CC213 = b"\xe1\x10\x12\x00"
FACTORY = b"\x01\x03\xa0\x0c\x34\x03\x00\xfe"
TEXT = b"\xd1\x01\x07T\x02enabcd"
PAYLOAD = bytes(range(12))
RECORD = b"\xd4\x07\x0ctavle:c" + PAYLOAD


def memory(*parts):
    """Return 144 bytes of tag memory that begin with the parts."""
    data = b"".join(parts)
    return data + bytes(144 - len(data))


def test_build_is_one_short_external_record():
    assert ndefwrite.build(PAYLOAD) == RECORD


def test_capacity_and_access_come_from_the_cc():
    for cc, size in (
        (b"\xe1\x10\x12\x00", 144),
        (b"\xe1\x10\x3e\x00", 496),
        (b"\xe1\x10\x6d\x00", 872),
        (b"\xe1\x11\x06\x0f", 48),
        (b"\x00\x00\x00\x00", 0),
        (b"\xe1\x20\x12\x00", 0),
        (b"\xe1", 0),
    ):
        assert ndef.capacity(cc) == size
    assert ndefwrite.writable(CC213)
    assert not ndefwrite.writable(b"\xe1\x10\x12\x0f")


def test_read_tells_ours_blank_foreign_and_damaged_apart():
    ours = b"\x03\x16" + RECORD
    cases = (
        (ndef.OK, PAYLOAD, memory(ours, b"\xfe")),
        (ndef.OK, PAYLOAD, memory(b"\x01\x03\xa0\x0c\x34", ours, b"\xfe")),
        (ndef.OK, PAYLOAD, memory(b"\x00\x00\x00\x02\x03\xaa\xbb\xcc\xfd\x01\x00", ours, b"\xfe")),
        (ndef.OK, PAYLOAD, memory(b"\x03\xff\x00\x16" + RECORD, b"\xfe")),
        (ndef.OK, PAYLOAD, memory(ours)),
        (ndef.BLANK, None, memory(FACTORY)),
        (ndef.BLANK, None, memory()),
        (ndef.BLANK, None, memory(b"\xfe")),
        (ndef.BLANK, None, memory(b"\x03\x00\xfe")),
        (ndef.BLANK, None, memory(b"\x03\x03\xd0\x00\x00\xfe")),
        (ndef.FOREIGN, None, memory(b"\x03\x0b", TEXT, b"\xfe")),
        (ndef.FOREIGN, None, memory(b"\x03\x0a\xd4\x07\x00tavle:d\xfe")),
        (ndef.FOREIGN, None, memory(b"\x03\x0a\xd1\x07\x00tavle:c\xfe")),
        (ndef.DAMAGED, None, memory(b"\x03\x0c", TEXT, b"\xfe")),
        (ndef.DAMAGED, None, memory(b"\x03\x0a", TEXT, b"\xfe")),
        (ndef.DAMAGED, None, memory(b"\x03\xf0", TEXT, b"\xfe")),
        (ndef.DAMAGED, None, memory(b"\x77\x04abcd")),
        (ndef.DAMAGED, None, memory(b"\x03\x16\x54", RECORD[1:])),
        (ndef.DAMAGED, None, memory(b"\x03\x16\x94", RECORD[1:])),
        (ndef.DAMAGED, None, memory(bytes(143) + b"\x03")),
    )
    for word, payload, data in cases:
        assert ndefwrite.read(CC213, data) == (word, payload), data
    assert ndefwrite.read(bytes(4), memory()) == (ndef.BLANK, None)
    assert ndefwrite.read(bytes(4), memory(FACTORY)) == (ndef.BLANK, None)
    assert ndefwrite.read(bytes(4), memory(ours)) == (ndef.FOREIGN, None), "not ours to lose"
    assert ndefwrite.read(b"\x12\x34\x56\x78", memory(ours)) == (ndef.FOREIGN, None)


def test_our_record_is_found_among_others():
    text = b"\x91" + TEXT[1:]
    ours = b"\x54" + RECORD[1:]
    with_id = b"\x5c\x07\x0c\x02tavle:cid" + PAYLOAD
    long_form = b"\x44\x07\x00\x00\x00\x0ctavle:c" + PAYLOAD
    for record in (ours, with_id, long_form):
        message = text + record
        assert ndef.record(message) == (ndef.OK, PAYLOAD), record
    both = b"\x94" + RECORD[1:] + b"\x51" + TEXT[1:]
    assert ndef.record(both) == (ndef.OK, PAYLOAD)


def test_read_asks_for_more_until_it_can_tell():
    data = memory(b"\x01\x03\xa0\x0c\x34\x03\x16", RECORD, b"\xfe")
    for length in range(29):
        assert ndefwrite.read(CC213, data[:length])[0] == ndef.MORE, length
    assert ndefwrite.read(CC213, data[:29]) == (ndef.OK, PAYLOAD)
    # A long TLV head in pieces, and one that the end of the memory cuts off.
    assert ndef.walk(b"\x03\xff\x01", 144) == (ndef.MORE, 0, 4)
    assert ndef.walk(b"\x03\xff\x01", 3)[0] == ndef.DAMAGED


def test_every_prefix_and_every_changed_byte_has_a_word():
    data = bytearray(memory(b"\x01\x03\xa0\x0c\x34\x03\x16", RECORD, b"\xfe"))
    words = (ndef.OK, ndef.BLANK, ndef.FOREIGN, ndef.DAMAGED)
    for index in range(32):
        was = data[index]
        for value in range(256):
            data[index] = value
            assert ndefwrite.read(CC213, bytes(data))[0] in words
        data[index] = was


def test_image_keeps_control_tlvs_and_ends_on_a_page():
    image, length_at = ndefwrite.image(FACTORY + bytes(4), 144, RECORD)
    assert image[:5] == FACTORY[:5] and length_at == 6
    assert image[5:7] == b"\x03\x16" and image[7:29] == RECORD and image[29] == 0xFE
    assert len(image) == 32 and image[30:] == b"\x00\x00"
    image, length_at = ndefwrite.image(b"\x03\x0b" + TEXT, 144, RECORD)
    assert image[:2] == b"\x03\x16" and length_at == 1
    assert ndefwrite.read(CC213, memory(image)) == (ndef.OK, PAYLOAD)


def test_image_fits_to_the_last_byte_and_not_beyond():
    assert len(ndefwrite.image(b"", 24, RECORD)[0]) == 24
    for size, message in ((23, RECORD), (144, bytes(255))):
        assert refusal(ndefwrite.DoesNotFit, ndefwrite.image, b"", size, message)


def test_a_control_tlv_that_is_cut_off_is_not_kept():
    message = ndefwrite.build(PAYLOAD)
    for start, kept in (
        (b"", 0), (b"\x01", 0), (b"\x01\x03", 0), (b"\x01\x03\xa0\x0c", 0), (b"\x01\x03\xa0\x0c\x34", 5),
        (b"\x02\x00", 2), (b"\x01\xff\x00\x00", 0), (FACTORY[:5] + b"\x02\x03abc", 10),
        (b"\x03\x00\xfe", 0),
    ):  # fmt: skip
        out, length_at = ndefwrite.image(start, 144, message)
        assert length_at == kept + 1 and out[:kept] == start[:kept], start
        assert out[kept : kept + 2] == bytes((3, len(message))), start
        assert out[kept + 2 : kept + 2 + len(message)] == message
