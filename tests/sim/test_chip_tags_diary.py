# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What every kind of sticker answers to every command on every page, as it is set: `fixtures/tags.txt`, kept by `make accept`.

Pages that answer alike stand together: how many bytes, or which NAK, silence as `-`; then a checksum of all answers.
Of what was written, the bytes that have changed.
"""

import random
from binascii import crc32
from pathlib import Path

from golden import same_lines

from tavle.sim.chips.ntag import ACTIVE, HALT, IDLE, KINDS, Tag, fresh_memory

UID = bytes.fromhex("04a1b2c3d4e5f6")
READ, FAST, WRITE, LOGIN, VERSION, SLEEP = 0x30, 0x3A, 0xA2, 0x1B, 0x60, 0x50


def settings(kind):
    """Yield (name, bytes by place) of how a sticker may be set, and whether its password is told."""
    pages, _, lock, _ = KINDS[kind]
    config, secret = 4 * (lock + 1), 4 * (pages - 2)
    word = {secret + i: byte for i, byte in enumerate(b"passPK")}
    yield "as delivered", {}, False
    yield "writing from 8 on needs the password", {**word, config + 3: 8}, False
    yield "... which was told", {**word, config + 3: 8}, True
    yield "reading from 8 on needs the password", {**word, config + 3: 8, config + 4: 0x80}, False
    yield "... which was told", {**word, config + 3: 8, config + 4: 0x80}, True
    yield "reading of the last two needs it", {config + 3: pages - 2, config + 4: 0x80}, False
    yield "the container and 4, 7, 8 and 15 are locked", {10: 0x98, 11: 0x81}, False
    yield "locks of the container and of 10 on are frozen", {10: 0x05}, False
    yield "locks of 4 to 9 are frozen", {10: 0x02}, False
    yield (
        "some blocks are locked, some frozen",
        {4 * lock: 0x21, 4 * lock + 1: 0x08, 4 * lock + 2: 0x06},
        False,
    )
    yield "the settings are locked", {config + 4: 0x40}, False


def tag_of(kind, changed, told):
    memory = bytearray(fresh_memory(kind, UID))
    for at, byte in changed.items():
        memory[at] = byte
    made = Tag(kind, bytes(memory))
    assert made.wake()
    if told:
        assert made.command(bytes((LOGIN,)) + b"pass") == b"PK"
    return made


def answer(said):
    """Return an answer in short: its length, its NAK, or silence."""
    return "-" if said is None else f"NAK {said}" if isinstance(said, int) else str(len(said))


def alike(answers):
    """Return `0-3 16, 4 NAK 0` of [(page, answer)]."""
    found = []
    for page, said in answers:
        if found and found[-1][2] == answer(said) and found[-1][1] == page - 1:
            found[-1][1] = page
        else:
            found.append([page, page, answer(said)])
    runs = (
        f"{first}-{last} {said}" if last > first else f"{first} {said}"
        for first, last, said in found
    )
    return f"{', '.join(runs)}; {crc32(repr([said for _, said in answers]).encode()):08x}"


def changes(made, before):
    """Return which bytes are others than before, by page."""
    found = {}
    for at, (old, new) in enumerate(zip(before, made.memory, strict=True)):
        if old != new:
            found.setdefault(at >> 2, []).append(f"{at & 3}:{old:02x}>{new:02x}")
    return "; ".join(f"{page} {' '.join(told)}" for page, told in found.items())


def of_kind(kind):
    pages, _, lock, _ = KINDS[kind]
    yield f"# {kind}: {bytes(fresh_memory(kind, UID)[:24]).hex()} ... {fresh_memory(kind, UID)[4 * lock :].hex()}"
    data = random.Random(kind).randbytes(4)
    for name, changed, told in settings(kind):
        yield f"## {name}"
        around = range(pages + 3)
        yield f"read {alike([(p, tag_of(kind, changed, told).command(bytes((READ, p)))) for p in around])}"
        for first, last in (
            (0, 3),
            (4, 7),
            (4, 9),
            (lock - 1, pages - 1),
            (pages - 3, pages),
            (9, 8),
        ):
            said = tag_of(kind, changed, told).command(bytes((FAST, first, last)))
            yield f"read {first} to {last}: {said.hex() if isinstance(said, bytes) else answer(said)}"
        wrote, states, kept = [], [], []
        for page in around:
            made = tag_of(kind, changed, told)
            before = bytes(made.memory)
            wrote.append((page, made.command(bytes((WRITE, page)) + data)))
            states.append((page, bytes(made.state)))
            kept.append(bytes(made.memory))
            if page in (2, 3, 4, lock, lock + 1, pages - 2):
                yield f"{data.hex()} on {page}: {answer(wrote[-1][1])}: {changes(made, before)}".rstrip(
                    ": "
                )
        yield f"write {alike(wrote)}, {crc32(b''.join(kept)):08x}, {crc32(repr(states).encode()):08x}"
        made = tag_of(kind, changed, told)
        before = bytes(made.memory)
        for page in (2, lock):
            made.command(bytes((WRITE, page)) + b"\xff\xff\xff\xff")
            assert made.state == ACTIVE or made.wake()
        yield f"every lock: {changes(made, before)}"
    yield "## whatever else is sent"
    for sent in (
        b"", b"\x60", b"\x60\x00", b"\x30", b"\x30\x00\x00", b"\x3a\x00", b"\x3a\x05\x05", b"\x3a\x05\x04", b"\xa2\x05abc",
        b"\xa2\x05abcde", b"\x1bpass", b"\x1b\xff\xff\xff\xff", b"\x1b\xff\xff\xff", b"\x50", b"\x50\x00", b"\x39\x02", b"\x77",
    ):  # fmt: skip
        made = tag_of(kind, {}, False)
        said = made.command(sent)
        yield f"{sent.hex() or 'nothing'}: {said.hex() if isinstance(said, bytes) else answer(said)}, {made.state}"


def test_stickers_answer_as_was_kept_of_it():
    said = [line for kind in KINDS for line in of_kind(kind)]
    same_lines(Path(__file__).parent / "fixtures" / "tags.txt", said)


def test_a_sticker_forgets_the_password_when_it_sleeps_or_loses_the_field():
    for leave in (
        Tag.halt,
        Tag.field_off,
        lambda made: made.command(b"\x30\xf0"),
        lambda made: made.command(b"\x50\x00"),
    ):
        made = tag_of(
            "ntag213",
            {4 * 0x29 + 3: 4, **{4 * 43 + i: byte for i, byte in enumerate(b"passPK")}},
            True,
        )
        assert made.command(b"\xa2\x05abcd") == b"\x0a"
        leave(made)
        assert made.wake() and made.command(b"\xa2\x05abcd") == 4
    made = tag_of("ntag213", {}, False)
    assert (made.state, IDLE, ACTIVE, HALT) == (1, 0, 1, 2)
    made.halt()
    assert (
        made.state == HALT
        and made.command(b"\x60") is None
        and made.wake()
        and made.state == ACTIVE
    )
    assert not made.wake() and made.state == IDLE


def test_a_sticker_that_is_no_ntag_says_who_it_is_and_no_more():
    made = Tag("uid4", b"\x01\x02\x03\x04\x05")
    assert (made.uid, made.atqa_sak, made.state) == (b"\x01\x02\x03\x04", b"\x00\x04\x08", 0)
    assert made.wake() and made.command(b"\x60") is None and made.state == 1
    assert tag_of("ntag215", {}, False).atqa_sak == b"\x00\x44\x00"
