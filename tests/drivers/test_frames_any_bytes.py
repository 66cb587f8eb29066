# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Any bytes in any pieces are frames or have a name: properties of the PN532 parser."""

from fake_pn532 import answer
from hypothesis import given
from hypothesis import strategies as st

from drivers.pn532 import frames

ATOMS = st.one_of(
    st.binary(max_size=12),
    st.sampled_from((frames.ACK_FRAME, frames.NACK_FRAME, b"\x00\x00\xff", b"\x00\xff\xff\xff")),
    st.binary(min_size=1, max_size=40).map(lambda body: answer(*body)),
)


def run(chunks: list[bytes]) -> list[tuple[int, bytes]]:
    parser = frames.Parser()
    found = []
    for chunk in chunks:
        pos = 0
        while pos < len(chunk):
            after = parser.feed(bytearray(chunk), pos, len(chunk))
            # It goes forward, or hands one byte back to be looked at again.
            assert pos <= after <= len(chunk)
            if after == pos:
                assert parser.kind == frames.NONE
            pos = after
            if parser.kind:
                assert 0 < parser.kind < len(frames.NAMES)
                assert 0 <= parser.length <= len(parser.data)
                body = parser.data[: parser.length] if parser.kind == frames.DATA else b""
                found.append((parser.kind, bytes(body)))
    return found


@given(st.lists(ATOMS, max_size=12), st.data())
def test_any_bytes_give_the_same_in_any_pieces(atoms: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(atoms)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=10)))
    pieces = [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    assert run(pieces) == run([whole])


@given(st.lists(st.binary(min_size=1, max_size=60), max_size=6), st.integers(0, 3))
def test_whole_frames_all_come_through(bodies: list[bytes], zeros: int) -> None:
    stream = b"".join(bytes(zeros) + answer(*body) for body in bodies)
    assert run([stream]) == [(frames.DATA, body) for body in bodies]


@given(st.binary(min_size=1, max_size=60), st.integers(0, 500), st.integers(1, 255))
def test_a_changed_byte_is_never_taken_for_another_answer(
    body: bytes, where: int, flip: int
) -> None:
    frame = bytearray(answer(*body))
    frame[where % len(frame)] ^= flip
    for kind, found in run([bytes(frame)]):
        assert kind != frames.DATA or found == body


@given(st.binary(min_size=1, max_size=60), st.integers(0, 500), st.integers(0, 9))
def test_a_lost_byte_is_never_taken_for_another_answer(
    body: bytes, where: int, zeros: int
) -> None:
    body += bytes(zeros)  # what can be lost without a change of the sum
    frame = answer(*body[:60])
    at = where % len(frame)
    for kind, found in run([frame[:at] + frame[at + 1 :]]):
        assert kind != frames.DATA or found == body[:60]


@given(st.binary(max_size=80), st.binary(min_size=1, max_size=60))
def test_after_any_garbage_a_second_answer_is_understood(garbage: bytes, body: bytes) -> None:
    # At worst the garbage names a length and swallows what follows, up to the parser's limit.
    stream = garbage + bytes(70) + answer(*body)
    assert run([stream])[-1] == (frames.DATA, body)
