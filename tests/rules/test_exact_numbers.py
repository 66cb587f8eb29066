# SPDX-License-Identifier: Apache-2.0
"""Numbers and words that no game can do without, and few moves would miss."""

from rules import RULEBOOKS, load
from rules.moves import bump, step, swap
from rules.notation import move_text
from rules.parse import parse_position


def test_p5_s3_the_decks_hold_their_cards_and_have_numbers_of_their_own():
    decks = {}
    for rulebook in RULEBOOKS:
        game = load(rulebook)
        copies = dict(zip(game.actions, game.deck))
        if rulebook == "tock":
            assert game.deck_id == 4 and sum(copies.values()) == 54 and copies["joker"] == 2
        elif game.family == "partners":
            assert game.deck_id == 1 and len(copies) == 14
            assert set(copies.values()) == {4} and sum(copies.values()) == 56
        elif game.family == "sorry":
            assert sum(copies.values()) == 45 and copies.pop("1") == 5
            assert len(copies) == 10 and set(copies.values()) == {4}
        else:
            assert copies == {}
        decks.setdefault(game.deck_id, set()).add(game.actions)
    assert sorted(len(actions) for actions in decks.values()) == [1, 1, 1, 1]


def test_a_bump_is_told_behind_the_step_it_belongs_to_also_where_it_comes_first():
    game = load("sorry")
    go, home, other = step(0, 4, 6), bump(1, 6), bump(2, 5)
    assert move_text(game, go + home) == "r3>5xb5"
    assert move_text(game, home + go) == "r3>5xb5"
    assert move_text(game, home + other + go) == "r3>5xb5xy4"
    assert move_text(game, go + home + step(0, 9, 10) + other) == "r3>5xb5+r8>9xy4"
    assert move_text(game, swap(0, 4, 1, 6)) == "r3<>b5" and move_text(game, b"") == "-"


def test_why_a_card_cannot_be_used_is_asked_of_those_pawns_that_cannot():
    line = "partners-pawns green:h,h,h,10 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green"
    game, state = parse_position(line)
    action = game.actions.index("5")
    assert game.results(state, action)
    assert game.why_card(state, action)[0] == "needs-start-card"
