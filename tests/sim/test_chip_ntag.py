# SPDX-License-Identifier: Apache-2.0
"""NTAG21x: memory as delivered, reading, one-way bits, locks, password."""

from tavle.sim.chips.ntag import IDLE, KINDS, NAK_ARGUMENT, NAK_AUTH, Tag, fresh_memory

UID = b"\x04\x11\x22\x33\x44\x55\x80"
ACK = b"\x0a"


def tag(kind="ntag213"):
    made = Tag(kind, fresh_memory(kind, UID))
    assert made.wake()
    return made


def write(made, page, data):
    return made.command(bytes((0xA2, page)) + data)


def awake(made):
    """Select again after a NAK."""
    if made.state == IDLE:
        made.wake()
    return made


def test_sizes_and_delivery_state():
    for kind, pages, size, version in (
        ("ntag213", 45, 0x12, 0x0F),
        ("ntag215", 135, 0x3E, 0x11),
        ("ntag216", 231, 0x6D, 0x13),
    ):
        made = tag(kind)
        assert len(made.memory) == 4 * pages
        assert made.command(b"\x60") == bytes((0, 4, 4, 2, 1, 0, version, 3))
        head = made.command(b"\x30\x00")
        assert head[:3] + head[4:8] == UID == made.uid
        assert head[0] ^ head[1] ^ head[2] ^ head[3] == 0x88
        assert head[4] ^ head[5] ^ head[6] ^ head[7] == head[8]
        assert head[12:] == bytes((0xE1, 0x10, size, 0))
    assert tag().command(b"\x30\x04")[:8] == b"\x01\x03\xa0\x0c\x34\x03\x00\xfe"
    assert tag("ntag215").command(b"\x30\x04")[:3] == b"\x03\x00\xfe"


def test_read_rolls_over_and_hides_the_password():
    made = tag()
    data = made.command(b"\x30\x2b")
    assert data[:8] == bytes(8), "PWD and PACK read as zeros"
    assert data[8:] == made.memory[:8]
    assert made.command(b"\x30\x2d") == NAK_ARGUMENT
    assert made.state == IDLE, "a NAK ends the session"
    assert made.command(b"\x30\x00") is None


def test_fast_read():
    made = tag()
    assert made.command(b"\x3a\x04\x06") == bytes(made.memory[16:28])
    assert made.command(b"\x3a\x06\x04") == NAK_ARGUMENT


def test_user_pages_are_rewritable_the_container_only_gains_bits():
    made = tag()
    assert write(made, 4, b"abcd") == ACK and write(made, 4, b"efgh") == ACK
    assert made.memory[16:20] == b"efgh"
    assert write(made, 3, b"\x00\x00\x00\x0f") == ACK
    assert made.memory[12:16] == b"\xe1\x10\x12\x0f"
    assert write(made, 1, b"abcd") == NAK_ARGUMENT
    assert made.uid == UID


def test_static_locks_are_one_way():
    made = tag()
    assert write(made, 2, b"\xff\xff\x10\x00") == ACK
    assert made.memory[8:12] == fresh_memory("ntag213", UID)[8:10] + b"\x10\x00"
    assert write(made, 4, b"abcd") == NAK_ARGUMENT
    assert write(awake(made), 5, b"abcd") == ACK
    assert write(made, 2, bytes(4)) == ACK
    assert made.memory[10] == 0x10, "no lock bit ever goes back"


def test_block_locking_bits_freeze_lock_bits():
    made = tag()
    assert write(made, 2, b"\x00\x00\x02\x00") == ACK
    assert write(made, 2, b"\x00\x00\xf8\xff") == ACK
    assert made.memory[10] == 0x02 | 0x08, "pages 4-9 can no longer be locked, the CC can"
    assert made.memory[11] == 0xFC
    assert write(made, 3, b"\xff\xff\xff\xff") == NAK_ARGUMENT


def test_dynamic_locks():
    made = tag()
    assert write(made, 0x28, b"\x01\x00\x00\xbd") == ACK
    assert made.memory[4 * 0x28 : 4 * 0x29] == b"\x01\x00\x00\x00"
    assert write(made, 16, b"abcd") == NAK_ARGUMENT
    assert write(awake(made), 18, b"abcd") == ACK
    assert write(made, 0x28, b"\x02\x00\x02\x00") == ACK
    assert write(made, 0x28, b"\x0c\xff\x00\x00") == ACK
    assert made.memory[4 * 0x28 : 4 * 0x28 + 3] == b"\x03\x0f\x02", "16-19 stay as they are"
    big = tag("ntag216")
    assert write(big, 0xE2, b"\x00\x20\x00\x00") == ACK
    assert write(big, 0xE1, b"abcd") == NAK_ARGUMENT
    assert write(awake(big), 0xDF, b"abcd") == ACK


def test_password_protects_from_auth0():
    made = tag()
    assert write(made, 0x2B, b"pass") == ACK and write(made, 0x2C, b"\x12\x34\x00\x00") == ACK
    assert write(made, 0x29, b"\x04\x00\x00\x04") == ACK
    assert write(made, 5, b"abcd") == NAK_AUTH
    made.wake()
    assert made.command(b"\x30\x04") is not None, "reading is free: PROT is 0"
    assert made.command(b"\x1bwron") == NAK_AUTH
    made.wake()
    assert made.command(b"\x1bpass") == b"\x12\x34"
    assert write(made, 5, b"abcd") == ACK


def test_config_lock():
    made = tag()
    assert write(made, 0x2A, b"\x40\x05\x00\x00") == ACK
    assert write(made, 0x29, b"\x04\x00\x00\x00") == NAK_ARGUMENT


def test_selection():
    made = tag()
    assert not made.wake(), "a selected tag does not answer, and falls back"
    assert made.wake()
    assert made.command(b"\x50\x00") is None
    assert made.wake()
    assert set(KINDS) == {"ntag213", "ntag215", "ntag216"}
    # NTAG213/215/216 datasheet, memory organization: the last five pages begin with the dynamic locks.
    assert {kind: facts[2] for kind, facts in KINDS.items()} == {
        kind: facts[0] - 5 for kind, facts in KINDS.items()
    }
    other = Tag("uid4", b"\x01\x02\x03\x04")
    assert other.wake() and other.uid == b"\x01\x02\x03\x04"
    assert other.command(b"\x30\x04") is None
