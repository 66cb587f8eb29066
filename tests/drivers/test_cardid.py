# SPDX-License-Identifier: Apache-2.0
"""The twelve bytes of a card."""

from refusal import refusal

from drivers import cardid


def reason(payload):
    """Return the text of the error a payload is refused with."""
    try:
        cardid.parse(payload)
    except cardid.BadCardId as error:
        return str(error)
    return ""


def sealed(body):
    """Return eleven bytes with their checksum."""
    return bytes(body) + bytes((cardid.crc8(body, 11),))


def test_crc_is_crc8_smbus():
    # Check value of CRC-8/SMBUS for the string 123456789.
    assert cardid.crc8(b"123456789", 9) == 0xF4
    assert cardid.crc8(b"", 0) == 0


def test_layout_is_fixed():
    card = cardid.build(1, 13, 4)
    assert card[:11] == b"TV\x01\x01\x0d\x04\x00\x00\x00\x00\x00"
    assert len(card) == cardid.SIZE
    assert cardid.parse(card) == (1, 13, 4)


def test_parse_names_what_is_wrong():
    good = cardid.build(2, 3, 1)
    assert reason(good) == ""
    assert "11 bytes" in reason(good[:11])
    assert "begin with TV" in reason(b"XX" + good[2:])
    assert "checksum" in reason(good[:4] + b"\x04" + good[5:])
    assert "version 2" in reason(sealed(b"TV\x02\x01\x00\x01\x00\x00\x00\x00\x00"))
    assert reason(sealed(b"TV\x01\x04\x00\x01\x00\x00\x00\x00\x00")) == ""  # another maker's game
    assert "deck 0" in reason(sealed(b"TV\x01\x00\x00\x01\x00\x00\x00\x00\x00"))
    assert "copy number 0" in reason(sealed(b"TV\x01\x01\x00\x00\x00\x00\x00\x00\x00"))


def test_every_single_bit_error_is_seen():
    good = cardid.build(3, 10, 2)
    for bit in range(8 * cardid.SIZE):
        bad = bytearray(good)
        bad[bit >> 3] ^= 1 << (bit & 7)
        assert reason(bytes(bad)), bit


def test_build_refuses_what_does_not_fit():
    for deck, kind, copy in (
        (0, 0, 1), (256, 0, 1), (1, 256, 1), (1, -1, 1), (1, 0, 0), (1, 0, 256),
    ):  # fmt: skip
        assert refusal(ValueError, cardid.build, deck, kind, copy), (deck, kind, copy)


def test_one_wrong_letter_at_the_beginning_is_enough():
    for begin in (b"TX", b"XV", b"tv"):
        assert "begin with TV" in reason(sealed(begin + b"\x01\x01\x00\x01\x00\x00\x00\x00\x00"))


def test_every_number_that_fits_is_built_and_read_back():
    for deck, kind, copy in (
        (1, 0, 1), (255, 255, 255), (1, 255, 1), (255, 0, 1), (1, 0, 255), (128, 127, 129),
    ):  # fmt: skip
        payload = cardid.build(deck, kind, copy)
        assert cardid.parse(payload) == (deck, kind, copy) and len(payload) == 12
    for deck in (0, 256):
        assert refusal(ValueError, cardid.build, deck, 1, 1) == "deck is 1 to 255"
    for kind, copy in ((-1, 1), (256, 1), (0, 0), (0, 256)):
        why = refusal(ValueError, cardid.build, 1, kind, copy)
        assert why == "kind is 0 to 255 and copy 1 to 255"
    for size in (11, 13):
        assert reason(bytes(size)) == "card record has %d bytes, not 12" % size
    for at in (0, 1):
        wrong = bytearray(cardid.build(1, 1, 1))
        wrong[at] ^= 1
        assert reason(bytes(wrong)) == "card record does not begin with TV"
