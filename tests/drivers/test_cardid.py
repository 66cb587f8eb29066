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
