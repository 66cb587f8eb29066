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


def test_a_sticker_that_is_no_card_of_the_game_has_its_word():
    deck = Deck(load("sorry"), Learnt())
    damaged = bytearray(cardid.build(3, 2, 1))
    damaged[4] ^= 1
    for record, held, word in (
        (cardid.build(1, 2, 1), ndef.OK, "other-game"),
        (bytes(damaged), ndef.OK, "unknown-tag"),
        (b"", ndef.OK, "unknown-tag"),
        (None, ndef.BLANK, "blank-tag"),
        (None, ndef.FOREIGN, "foreign-tag"),
        (None, ndef.DAMAGED, "half-read"),
        (None, "", "half-read"),
        (None, "strange", "half-read"),
    ):
        assert deck.identify(UID, record, held) == (-1, 0, word), (record, held)


def test_what_was_learnt_counts_more_than_what_is_written():
    game = load("sorry")
    deck = Deck(game, Learnt((3, 5, 2)))
    assert deck.identify(UID, None, ndef.BLANK) == (5, 2, "")
    assert deck.identify(UID, cardid.build(3, 1, 1), ndef.OK) == (5, 2, "")
    assert Deck(game, Learnt((1, 5, 2))).identify(UID, None, ndef.BLANK) == (-1, 0, "other-game")
    assert Deck(game, Learnt((3, 99, 2))).identify(UID, None, ndef.BLANK) == (-1, 0, "unknown-tag")
