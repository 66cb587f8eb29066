# SPDX-License-Identifier: Apache-2.0
"""The round of Partners (P6, P7): deals, dealers, hands, cards seen, folding, taking back."""

from refusal import refusal

from rules import load
from rules.round import CardRefused, Round, size

PARTNERS = load("partners-pawns")


def refuses(word, call, *args):
    try:
        call(*args)
    except CardRefused as error:
        assert str(error) == word, str(error)
        return
    raise AssertionError("not refused: " + word)


def test_p6_the_player_to_the_dealers_left_begins_with_four_cards_each():
    for first in range(4):
        game = Round.new(PARTNERS, first)
        assert (game.dealer, game.deal, game.first, game.turn) == (
            (first + 3) % 4,
            1,
            first,
            first,
        )
        assert [game.hand(seat) for seat in range(4)] == [4, 4, 4, 4]
        assert game.fresh


def test_p6_three_deals_then_the_next_dealer_gathers_the_deck():
    game = Round.new(PARTNERS, 0)
    told = []
    for n in range(96):
        card = n % 48
        seat = game.turn
        if game.play(seat, card // 4, card % 4 + 1):
            told.append((n + 1, game.dealer, game.deal, game.first, game.turn))
    assert told == [
        (16, 3, 2, 0, 0), (32, 3, 3, 0, 0), (48, 0, 1, 1, 1),
        (64, 0, 2, 1, 1), (80, 0, 3, 1, 1), (96, 1, 1, 2, 2),
    ]  # fmt: skip


def test_p6_turns_go_clockwise_while_cards_are_held():
    game = Round.new(PARTNERS, 2)
    seats = []
    for n in range(16):
        seats.append(game.turn)
        game.play(game.turn, n // 4, n % 4 + 1)
    assert seats == [2, 3, 0, 1] * 4


def test_p6_a_new_deal_is_fresh_until_its_first_card():
    game = Round.new(PARTNERS, 0)
    game.play(0, 0, 1)
    assert not game.fresh
    for seat in (1, 2, 3, 0):
        last = game.fold(seat)
    assert last and game.fresh and game.deal == 2
    game.fold(0)
    assert not game.fresh


def test_p6_a_card_comes_once_in_a_dealers_cycle():
    game = Round.new(PARTNERS, 0)
    game.play(0, 5, 2)
    assert game.seen(5, 2) and not game.seen(5, 1) and not game.seen(4, 2)
    assert game.refusal(1, 5, 2) == "already-played"
    refuses("already-played", game.play, 1, 5, 2)
    assert game.turn == 1 and game.hand(1) == 4  # a refusal changes nothing
    game.play(1, 5, 3)
    for seat in (2, 3, 0, 1):
        game.fold(seat)
    assert game.deal == 2 and game.seen(5, 2)  # the same dealer: still seen
    for _ in range(8):
        game.fold(game.turn)
    assert game.dealer == 0 and game.deal == 1 and not game.seen(5, 2)


def test_every_card_of_the_deck_has_a_bit_of_its_own():
    game = Round.new(PARTNERS, 0)
    cards = [(kind, copy) for kind in range(14) for copy in range(1, 5)]
    played = 0
    for kind, copy in cards[:48]:
        assert not game.seen(kind, copy)
        game.play(game.turn, kind, copy)
        played += 1
        if played < 48:
            assert [game.seen(*card) for card in cards].count(True) == played
    game.play(game.turn, 13, 4)
    assert [card for card in cards if game.seen(*card)] == [(13, 4)]


def test_a_copy_that_is_not_known_is_counted_but_never_refused():
    game = Round.new(PARTNERS, 0)
    for seat in range(4):
        assert not game.play(seat, 5, 0)
    assert not game.seen(5, 0) and game.hand(0) == 3


def test_p7_a_folded_hand_is_out_until_the_next_deal():
    game = Round.new(PARTNERS, 0)
    game.play(0, 0, 1)
    game.fold(1, ((2, 1), (3, 1)))
    assert game.folded(1) and game.hand(1) == 0 and not game.folded(0)
    assert game.seen(2, 1) and game.seen(3, 1)
    seats = []
    while True:
        seats.append(game.turn)
        kind = 3 + len(seats)
        if game.play(game.turn, kind, 1):
            break
    assert seats == [2, 3, 0, 2, 3, 0, 2, 3, 0, 2, 3]
    assert game.deal == 2 and not game.folded(1) and game.hand(1) == 4


def test_p7_who_may_act():
    game = Round.new(PARTNERS, 0)
    refuses("not-your-turn", game.play, 1, 0, 1)
    refuses("not-your-turn", game.fold, 3)
    game.fold(0)
    refuses("hand-down", game.play, 0, 0, 1)


def test_p7_everybody_folds_and_the_next_deal_begins():
    game = Round.new(PARTNERS, 3)
    assert [game.fold(seat) for seat in (3, 0, 1)] == [False, False, False]
    assert game.fold(2)
    assert (game.turn, game.deal, game.dealer) == (3, 2, 2)


def test_p7_a_fold_is_proven_card_by_card():
    game = Round.new(PARTNERS, 0)
    game.play(0, 0, 1)
    shown = []
    assert game.fold_show(shown, 0, 1, False) == "already-played"
    assert game.fold_show(shown, 6, 1, True) == "playable"
    assert game.fold_show(shown, 7, 1, False) == ""
    assert game.fold_show(shown, 7, 1, False) == "shown-twice"
    for copy in (2, 3):
        game.fold_show(shown, 7, copy, False)
        assert not game.proven(shown)
    game.fold_show(shown, 7, 4, False)
    assert game.proven(shown) and shown == [(7, 1), (7, 2), (7, 3), (7, 4)]
    game.play(1, 8, 1)
    assert not game.proven([(7, 1)] * 3), "the next seat has not played yet"


def test_bytes_take_a_round_back_exactly():
    game = Round.new(PARTNERS, 1)
    before = []
    for n in range(60):
        before.append(game.to_bytes())
        if n % 7 == 6:
            game.fold(game.turn)
        elif game.refusal(game.turn, n % 14, n // 14 % 4 + 1):
            game.play(game.turn, n % 14, 0)
        else:
            game.play(game.turn, n % 14, n // 14 % 4 + 1)
    for data in before:
        assert len(data) == size(PARTNERS) == 15
        back = Round(PARTNERS, data)
        assert back.to_bytes() == data
        assert back.hand(back.turn) > 0


def test_bytes_that_are_no_round_are_refused():
    good = Round.new(PARTNERS, 0).to_bytes()
    for at, value in ((0, 4), (1, 0), (1, 4), (2, 5), (5, 9), (7, 4)):
        bad = bytearray(good)
        bad[at] = value
        assert refusal(ValueError, Round, PARTNERS, bad), "accepted byte %d = %d" % (at, value)
    for data in (b"", good[:-1], good + b"\x00"):
        try:
            Round(PARTNERS, data)
        except (ValueError, IndexError):
            continue
        raise AssertionError("accepted %d bytes" % len(data))
