# SPDX-License-Identifier: Apache-2.0
"""Which card a sticker is: by its record, by its number when it was learnt, or why it is none."""

from app.table.cards import Deck
from drivers import cardid, ndef
from rules import load

UID = b"\x04\x01\x02\x03\x04\x05\x06"


class Learnt:
    """A table of stickers with one entry."""

    def __init__(self, card=None):
        self.card = card

    def get(self, uid):
        assert uid == UID
        return self.card


def test_a_record_says_kind_and_copy_of_every_card_of_the_game():
    for rulebook in ("partners-pawns", "sorry", "ludo-norsk"):
        game = load(rulebook)
        deck = Deck(game, Learnt())
        for kind in range(len(game.actions)):
            for copy in (1, 4):
                payload = cardid.build(game.deck_id, kind, copy)
                assert deck.identify(UID, payload, ndef.OK) == (kind, copy, "")
        for kind in (len(game.actions), 255):
            payload = cardid.build(game.deck_id, kind, 1)
            assert deck.identify(UID, payload, ndef.OK) == (-1, 0, "unknown-tag")


def test_a_card_of_another_deck_and_a_damaged_record_are_told():
    deck = Deck(load("sorry"), Learnt())
    assert deck.identify(UID, cardid.build(1, 2, 1), ndef.OK) == (-1, 0, "other-game")
    record = bytearray(cardid.build(3, 2, 1))
    record[4] ^= 1
    assert deck.identify(UID, bytes(record), ndef.OK) == (-1, 0, "unknown-tag")
    assert deck.identify(UID, b"", ndef.OK) == (-1, 0, "unknown-tag")


def test_what_was_learnt_counts_more_than_what_is_written():
    game = load("sorry")
    deck = Deck(game, Learnt((3, 5, 2)))
    assert deck.identify(UID, None, ndef.BLANK) == (5, 2, "")
    assert deck.identify(UID, cardid.build(3, 1, 1), ndef.OK) == (5, 2, "")
    assert Deck(game, Learnt((1, 5, 2))).identify(UID, None, ndef.BLANK) == (-1, 0, "other-game")
    assert Deck(game, Learnt((3, 99, 2))).identify(UID, None, ndef.BLANK) == (-1, 0, "unknown-tag")


def test_a_sticker_without_a_record_has_its_word():
    deck = Deck(load("sorry"), Learnt())
    told = {
        held: deck.identify(UID, None, held)
        for held in (ndef.BLANK, ndef.FOREIGN, ndef.DAMAGED, "", "strange")
    }
    assert {word for _, _, word in told.values()} == {"blank-tag", "foreign-tag", "half-read"}
    assert told[ndef.BLANK] == (-1, 0, "blank-tag") and told[ndef.FOREIGN] == (
        -1,
        0,
        "foreign-tag",
    )
    assert told[ndef.DAMAGED] == told[""] == told["strange"] == (-1, 0, "half-read")
