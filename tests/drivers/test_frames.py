# SPDX-License-Identifier: Apache-2.0
"""PN532 frames against the byte strings of the manual."""

from helpers_noalloc import no_alloc
from refusal import refusal

from drivers.pn532 import frames


def unhex(text):
    return bytes(int(pair, 16) for pair in text.split())


BUILT = (
    ("02", "00 00 FF 02 FE D4 02 2A 00"),
    ("14 01 14 01", "00 00 FF 05 FB D4 14 01 14 01 02 00"),
    ("4A 01 00", "00 00 FF 04 FC D4 4A 01 00 E1 00"),
    ("40 01 30 04", "00 00 FF 05 FB D4 40 01 30 04 B7 00"),
    ("52 00", "00 00 FF 03 FD D4 52 00 DA 00"),
)

PARSED = (
    ("00 00 FF 06 FA D5 03 32 01 06 07 E8 00", frames.DATA, "03 32 01 06 07"),
    ("00 00 FF 02 FE D5 15 16 00", frames.DATA, "15"),
    ("00 00 FF 03 FD D5 4B 00 E0 00", frames.DATA, "4B 00"),
    ("00 00 FF 00 FF 00", frames.ACK, ""),
    ("00 00 FF FF 00 00", frames.NACK, ""),
    ("00 00 FF 01 FF 7F 81 00", frames.CHIP_ERROR, ""),
    ("00 00 FF FF FF 00 02 FE D5 15 16 00", frames.EXTENDED, ""),
    ("00 00 FF 02 FD D5 15 16 00", frames.BAD_LENGTH, ""),
    ("00 00 FF 00 00", frames.BAD_LENGTH, ""),
    ("00 00 FF 64 9C D5", frames.TOO_LONG, ""),
    ("00 00 FF FF 01 D5", frames.TOO_LONG, ""),
    ("00 00 FF FF 02 D5", frames.BAD_LENGTH, ""),
    ("00 00 FF FE FF D5", frames.BAD_LENGTH, ""),
    ("00 00 FF 02 FE D4 02 2A 00", frames.BAD_SENDER, ""),
    ("00 00 FF 01 FF D5 2B 00", frames.BAD_SENDER, ""),
    ("00 00 FF 02 FE D5 15 17 00", frames.BAD_CHECKSUM, ""),
    ("00 00 FF 01 FF 7F 82 00", frames.BAD_CHECKSUM, ""),
    ("00 00 FF 02 FE D5 2B 00 00", frames.DATA, "2B"),  # its checksum byte is zero
    ("00 00 FF 02 FE D5 2B 00 01", frames.BAD_CHECKSUM, ""),
)


def parse(data, piece=1000):
    """Return [(kind, body), ...] of bytes that come in pieces."""
    parser = frames.Parser()
    room = len(parser.data)
    found = []
    for start in range(0, len(data), piece):
        chunk = data[start : start + piece]
        pos = 0
        while pos < len(chunk):
            pos = parser.feed(chunk, pos, len(chunk))
            if parser.kind:
                body = bytes(parser.data[: parser.length]) if parser.kind == frames.DATA else b""
                found.append((parser.kind, body))
    assert len(parser.data) == room
    return found


def test_build_gives_the_frames_of_the_manual():
    for body, frame in BUILT:
        assert frames.build(unhex(body)) == unhex(frame), body


def test_build_refuses_what_no_frame_carries():
    for length in (0, 255):
        assert refusal(ValueError, frames.build, bytes(length)), length
    assert len(frames.build(bytes(254))) == 262


def test_parse_names_every_kind_whole_and_in_pieces():
    for text, kind, body in PARSED:
        for piece in (1000, 1, 2, 3):
            found = parse(unhex(text), piece)
            assert found[0] == (kind, unhex(body)), (text, piece, found)
            if kind < frames.BAD_LENGTH:
                assert len(found) == 1


def test_ack_and_answer_in_one_piece_and_garbage_around_them():
    ack = unhex("00 00 FF 00 FF 00")
    answer = unhex("00 00 FF 02 FE D5 15 16 00")
    expected = [(frames.ACK, b""), (frames.DATA, b"\x15")]
    for before in (b"", b"\x00", b"\x55\x55\x00\x00\x00", b"\xff\xff", b"\x12\x00\x34"):
        for between in (b"", b"\x00", b"\x80", b"\xff"):
            for piece in (1000, 1, 5):
                assert parse(before + ack + between + answer, piece) == expected, (before, between)


def test_a_babbling_line_does_not_allocate():
    parser = frames.Parser()
    data = bytearray(unhex("55 00 12 00 00 FF 02 FD 00 00 FF 00 00 80 80"))

    def feed():
        pos = bad = 0
        while pos < len(data):
            pos = parser.feed(data, pos, len(data))
            bad += parser.kind == frames.BAD_LENGTH
        return bad

    assert no_alloc(feed) == 2
