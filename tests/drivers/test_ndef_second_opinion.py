# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Our NDEF records against ndeflib, both ways, and any payload at all."""

import ndef as ndeflib
from hypothesis import given
from hypothesis import strategies as st

from drivers import cardid, ndef, ndefwrite


@given(st.binary(max_size=255))
def test_ndeflib_reads_what_we_build(payload: bytes) -> None:
    records = list(ndeflib.message_decoder(ndefwrite.build(payload)))
    assert len(records) == 1
    assert records[0].type == "urn:nfc:ext:tavle:c"
    assert records[0].data == payload


@given(st.binary(max_size=40), st.text(max_size=20), st.booleans(), st.booleans())
def test_we_read_what_ndeflib_builds(payload: bytes, text: str, before: bool, after: bool) -> None:
    records = [ndeflib.Record("urn:nfc:ext:tavle:c", "", payload)]
    if before:
        records.insert(0, ndeflib.TextRecord(text))
    if after:
        records.append(ndeflib.UriRecord("https://example.org/"))
    message = b"".join(ndeflib.message_encoder(records))
    assert ndef.record(message) == (ndef.OK, payload)


@given(st.binary(max_size=144), st.integers(1, 18), st.binary(max_size=60))
def test_what_is_written_is_read_back(before: bytes, eighths: int, payload: bytes) -> None:
    size = 8 * eighths
    try:
        image, length_at = ndefwrite.image(before[:size], size, ndefwrite.build(payload))
    except ndefwrite.DoesNotFit:
        assert len(payload) + 12 + 2 > size - len(before)
        return
    assert len(image) <= size and len(image) % 4 == 0
    assert image[length_at] == len(payload) + 10
    container = bytes((0xE1, 0x10, eighths, 0))
    assert ndefwrite.read(container, image + bytes(size - len(image))) == (ndef.OK, payload)


_SEALED = st.binary(min_size=11, max_size=11).map(
    lambda body: body + bytes((cardid.crc8(body, 11),))
)
_CARDS = st.builds(cardid.build, st.integers(1, 255), st.integers(0, 255), st.integers(1, 255))
_NEARLY = st.builds(lambda card, at, byte: card[:at] + bytes((byte,)) + card[at + 1 : 11],
                    _CARDS, st.integers(0, 10), st.integers(0, 255))  # fmt: skip


@given(st.one_of(st.binary(max_size=20), _SEALED, _NEARLY))
def test_any_payload_is_a_card_or_a_named_error(payload: bytes) -> None:
    for sealed in (payload, payload + bytes((cardid.crc8(payload, len(payload)),))):
        try:
            deck, kind, copy = cardid.parse(sealed)
        except cardid.BadCardId as error:
            assert "card record" in str(error)
        else:
            assert cardid.build(deck, kind, copy)[:6] == sealed[:6]


@given(_CARDS)
def test_a_card_is_read_as_it_was_written(card: bytes) -> None:
    assert cardid.parse(card) == tuple(card[3:6])
    assert cardid.build(*cardid.parse(card)) == card
