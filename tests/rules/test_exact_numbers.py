# SPDX-License-Identifier: Apache-2.0
"""Numbers and words that no game can do without, and few moves would miss."""

from refusal import refusal

from rules import RULEBOOKS, load
from rules.moves import bump, step, swap
from rules.notation import move_text
from rules.parse import BadPosition, parse_position


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


def test_l6_two_colours_on_one_space_are_refused_on_every_space_but_a_frifelt():
    line = "ludo-norsk red:h,h,h,h yellow:h,h,h,%d blue:h,h,h,%d green:h,h,h,h turn=red"
    refused = 0
    for index in range(52):
        try:
            parse_position(line % (index, (index + 1) % 52))
            parse_position(line % ((index + 1) % 52, index))
        except BadPosition:
            continue  # behind the row of one of them
        if index % 13 == 0:
            assert parse_position(line % (index, index))
        else:
            said = refusal(BadPosition, parse_position, line % (index, index))
            assert "%d is taken by yellow" % index in said, said
            refused += 1
    assert refused > 40


def test_a_bump_is_told_behind_the_step_it_belongs_to_also_where_it_comes_first():
    game = load("sorry")
    go, home, other = step(0, 4, 6), bump(1, 6), bump(2, 5)
    assert move_text(game, go + home) == "r3>5xb5"
    assert move_text(game, home + go) == "r3>5xb5"
    assert move_text(game, home + other + go) == "r3>5xb5xy4"
    assert move_text(game, go + home + step(0, 9, 10) + other) == "r3>5xb5+r8>9xy4"
    assert move_text(game, swap(0, 4, 1, 6)) == "r3<>b5" and move_text(game, b"") == "-"


def test_a_field_without_a_name_is_neither_places_nor_key():
    for field in ("", ":", "=", ":h,h,h,h", "=red"):
        line = "sorry %s red:h,h,h,h turn=red" % field
        said = refusal(BadPosition, parse_position, line)
        assert "field" in said and "neither colour:places nor key=value" in said, (field, said)


def test_why_a_card_cannot_be_used_is_asked_of_those_pawns_that_cannot():
    line = "partners-pawns green:h,h,h,10 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green"
    game, state = parse_position(line)
    action = game.actions.index("5")
    assert game.results(state, action)
    assert game.why_card(state, action)[0] == "needs-start-card"


def test_s7_what_is_left_of_a_seven_has_its_own_reason_wherever_home_is_near():
    for place in ("57", "58", "z1", "z2", "z3", "z4", "z5"):
        line = "sorry red:%s,f,f,f blue:h,h,h,h yellow:h,h,h,h green:h,h,h,h turn=red" % place
        game, state = parse_position(line)
        if not game.results(state, 5):
            assert game.why_card(state, 5)[0] == "rest-unusable", place
