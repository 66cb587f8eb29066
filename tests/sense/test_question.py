# SPDX-License-Identifier: Apache-2.0
"""The open question: what is named, and what a lifted pawn makes it show."""

from rig import Rig

from sense.question import PREVIOUS, RIVAL, UNCHANGED, Question
from sense.tuning import CHOICES

BOARD = bytearray((1, 2, 3))
# Choices: 0 swaps 10 and 20, 1 swaps 10 and 30, 2 is about any two of 40, 41 or 50, 51; -1 is about nothing.
SWAPS = ([0, 1, 2, UNCHANGED], [[[10, 20]], [[10, 30]], [[40, 41], [50, 51]], []], [])


def asked(choices=SWAPS[0], about=SWAPS[1], others=SWAPS[2]):
    """Return an open question."""
    question = Question(3)
    assert question.open(list(choices), list(about), list(others), BOARD)
    return question


def test_the_same_question_again_is_no_news():
    question = asked()
    question.point(30)
    assert question.shown == 1
    again = [2, 1, 0, UNCHANGED]
    assert not question.open(again, SWAPS[1], [], BOARD)
    assert question.shown == 1  # what the players pointed at stays
    assert question.open([0, 1], SWAPS[1][:2], [], BOARD)  # other choices
    assert question.shown == 0
    assert question.open([0, 1], SWAPS[1][:2], [], bytearray((1, 2, 4)))  # another board
    assert question.image == bytearray((1, 2, 4))


def test_a_closed_question_has_nothing_left():
    question = asked(others=[7])
    question.point(10)
    question.close()
    assert (question.choices, question.others) == ((), ())
    assert question.open([0, 1], SWAPS[1][:2], [], BOARD)
    question.point(30)
    assert question.shown == 1  # not "10 and then 30"
    assert not question.point(10)  # both are about it: the one shown stays


def test_what_comes_back_is_the_question_that_was_there_first():
    question = asked(others=[7])
    question.point(30)
    for k in (3, 4):
        other = bytearray((9, 9, k))
        assert question.open([k, UNCHANGED], [[[1]], []], [], other, True)
        assert question.under == BOARD and question.image == other and question.shown == k
    assert question.event() == [4, UNCHANGED, 0, 1, 2]
    question.reopen()
    assert (question.choices, question.others, question.shown) == (SWAPS[0], [7], 1)
    assert question.image == BOARD and question.under is None
    question.reopen()
    assert question.choices == SWAPS[0]


def test_the_event_names_the_shown_one_first_and_no_more_than_can_be_read():
    question = asked(others=[7, RIVAL, RIVAL - 1])
    assert question.event() == [0, 1, 2, UNCHANGED, 7, RIVAL, RIVAL - 1]
    question.point(30)
    assert question.event() == [1, 0, 2, UNCHANGED, 7, RIVAL, RIVAL - 1]
    many = asked(range(20), [[[spot]] for spot in range(20)])
    assert many.event() == list(range(CHOICES))
    many.point(15)
    assert many.event() == [15] + list(range(CHOICES - 1))


def test_a_lifted_pawn_shows_a_choice_that_is_about_it():
    question = asked()
    assert question.point(30) and question.shown == 1
    assert question.point(20) and question.shown == 0
    assert question.point(50) and question.shown == 2


def test_two_pawns_show_the_choice_about_both():
    question = asked()
    assert question.point(30) and question.shown == 1
    assert not question.point(10)  # 10 and 30: the one shown is about both
    assert question.point(20) and question.shown == 0  # 20 and 10
    question = asked([0, 1, 2], [[[10, 20]], [[10, 30]], [[20, 30]]])
    question.point(30)
    assert question.shown == 1
    assert question.point(20) and question.shown == 2


def test_two_pawns_of_different_groups_are_not_both():
    question = asked([0, 1], [[[40, 41], [50, 51]], [[40, 50]]], [])
    assert not question.point(40)
    assert question.point(50) and question.shown == 1
    assert question.point(51) and question.shown == 0


def test_the_same_pawn_again_shows_the_next_then_those_that_move_nothing():
    question = asked()
    question.point(10)
    shown = [question.shown]
    for _ in range(3):
        assert question.point(10)
        shown.append(question.shown)
    assert shown == [0, 1, UNCHANGED, 0]


def test_the_same_pawn_again_prefers_choices_about_both_pawns():
    about = [[[10, 20]], [[10, 30]], [[10, 30, 40]], []]
    question = asked([0, 1, 2, PREVIOUS], about)
    question.point(30)
    assert question.shown == 1
    question.point(10)  # 1 and 2 are about both
    assert question.shown == 1
    shown = []
    for _ in range(4):
        question.point(10)
        shown.append(question.shown)
    assert shown == [2, 0, PREVIOUS, 1]


def test_two_pawns_by_turns_show_the_next_of_those_about_both():
    question = asked([5, PREVIOUS, 1, UNCHANGED], [[[10, 20]], [[20, 10]], [[10, 30]], []])
    shown = []
    for spot in (10, 20, 10, 20, 10):
        question.point(spot)
        shown.append(question.shown)
    assert shown == [5, 5, PREVIOUS, 5, PREVIOUS]
    assert question.point(10) and question.shown == 1  # the same one again shows them all


def test_a_pawn_that_no_choice_is_about_shows_what_moves_nothing():
    question = asked()
    assert question.point(99) and question.shown == UNCHANGED
    assert not question.point(99)  # there is but one such choice
    assert question.point(98) is False and question.shown == UNCHANGED
    assert question.point(10) and question.shown == 0
    no_such = asked([0, 1], SWAPS[1][:2])
    assert not no_such.point(99) and no_such.shown == 0


def test_every_choice_can_be_reached_by_lifting():
    about = [[[10, 20]], [[10, 30]], [[20, 30]], [[40, 41], [50, 51]], [], []]
    question = asked([0, 1, 2, 3, UNCHANGED, PREVIOUS], about)
    reached = set()
    for spot in (10, 20, 30, 40, 51):
        for _ in range(7):
            question.point(spot)
            reached.add(question.shown)
    assert reached == {0, 1, 2, 3, UNCHANGED, PREVIOUS}


def test_a_pawn_of_a_move_that_was_made_meanwhile_points_afresh():
    question = asked()
    question.point(20)
    shown = question.shown
    question.forget()
    assert not question.point(20) and question.shown == shown
    assert question.point(20)


def test_of_two_of_one_colour_those_count_that_hands_had_most_to_do_with_both():
    """Any two of one colour look alike; with the likeliest two that choice comes behind `before` others."""
    cases = (
        # Green's one was lifted for long, the other not; blue's both; red's dipped.
        ((("10", 500), ("32", 100), ("42", 200), ("50", 30)), 2),
        # Blue's for long and shortly, yellow's both shortly.
        ((("10", 500), ("32", 1000), ("42", 100), ("57", 80), ("58", 80)), 1),
    )
    for lifts, before in cases:
        rig = Rig(
            "partners-pawns green:h,h,10,20 blue:h,h,32,42 red:h,h,h,50 yellow:h,h,57,58 turn=green"
        )
        rig.card("swap")
        for place, away_ms in lifts:
            rig.wait(300)
            rig.take(rig.spot(place))
            rig.wait(away_ms)
            rig.put(rig.spot(place))
        rig.wait(3500)
        alike = [rig.results[k][0][:16] == rig.state[:16] for k in rig.recogniser.question.choices]
        assert alike.index(True) == before, alike[:6]
