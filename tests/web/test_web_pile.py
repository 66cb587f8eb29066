# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The cards that a served table has counted: played when a move was accepted, unknown again when they are shuffled."""

from tavle.web.draw_pile import Tally


def heard(*events, slot=()):
    tally = Tally()
    for event in events:
        tally.hear(event, list(slot))
    return tally.played


def card(name, copy=1):
    return {"event": "card", "card": name, "copy": copy}


ACCEPTED = {"event": "accepted", "move": "g20>25"}


def test_a_card_is_played_when_its_move_was_accepted_and_not_before():
    assert heard(card("5")) == set()
    assert heard(card("5"), card("7", 2), ACCEPTED) == {("7", 2)}, "the first was taken away again"
    assert heard(card("5"), ACCEPTED, ACCEPTED, card("9", 3)) == {("5", 1)}
    assert heard(card("5"), ACCEPTED, {"event": "undone"}) == {("5", 1)}, "everybody has seen it"


def test_only_the_first_deal_of_a_dealer_is_from_a_shuffled_pile():
    played = (card("5"), ACCEPTED)
    for deal, left in ((1, set()), (2, {("5", 1)}), (3, {("5", 1)})):
        assert heard(*played, {"event": "round", "deal": deal}) == left, deal
    again = heard(*played, {"event": "round", "deal": 1}, card("8"), ACCEPTED)
    assert again == {("8", 1)}


def test_what_the_table_says_was_played_was():
    refused = {"event": "refused", "what": "card", "reason": "already-played"}
    assert heard(refused, slot=[("5", 1), ("7", 2)]) == {("5", 1), ("7", 2)}
    assert heard({**refused, "reason": "other-game"}, slot=[("5", 1)]) == set()
