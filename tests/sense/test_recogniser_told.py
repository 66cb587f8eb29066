# SPDX-License-Identifier: Apache-2.0
"""What the game and the players tell the recogniser: buttons, cards, moves taken back, the referee."""

from rig import CODES, Rig

from rules.game import HOME
from rules.parse import parse_position
from sense.debounce import Debounce
from sense.question import PREVIOUS, UNCHANGED
from sense.recognise import Recogniser
from sense.tuning import ERROR_MS, GO_ON_MS, LIFT_MS, SETTLE_MS, STALE_MS, THINK_MS

LINE = "partners-pawns green:h,h,20,25 blue:h,h,h,36 red:h,h,44,z4 yellow:h,h,h,8 turn=green"
BEFORE = "partners-pawns green:h,h,17,25 blue:h,h,h,36 red:h,h,44,z4 yellow:h,h,h,8 turn=yellow"
# The last card exchanged green's 20 and red's 44.
EXCHANGED = LINE.replace("h,h,20,25", "h,h,25,44").replace("h,h,44,z4", "h,h,20,z4")
EXCHANGED = EXCHANGED.replace("turn=green", "turn=yellow")


def state_of(line):
    return bytes(parse_position(line)[1])


def exchanged():
    """Return a table at which the last move exchanged 20 and 44, unseen by any reed."""
    rig = Rig(LINE).before(EXCHANGED).wait(SETTLE_MS)
    return rig


def lift_and_back(rig, *spots):
    """Lift pawns together and put them back."""
    for spot in spots:
        rig.take(spot).wait(100)
    for spot in spots:
        rig.put(spot).wait(100)
    return rig


def test_an_exchange_that_is_taken_back_is_not_the_next_move():
    """Green's pawn has come back to 44, and red's is on its way to 20: on 22 it looks like green's 2."""
    rig = exchanged().card("2").take(21).wait(100).take(45).wait(100)
    rig.put(45).wait(100).put(23).wait(SETTLE_MS + 100)
    assert rig.said() == ""
    rig.wait(ERROR_MS)
    assert rig.said() == "ask" and PREVIOUS in rig.recogniser.question.others
    # Who has not touched the other one is not asked.
    rig = exchanged().card("2").take(21).wait(300).put(23).wait(SETTLE_MS + 100)
    assert rig.said() == "accept"


def test_a_pawn_that_has_come_from_a_stack_may_still_stand_where_another_one_was_put_back():
    """Of 2 green's 3 goes to 5, where yellow is sent home and comes back onto it; then green's 2 goes to 4."""
    line = "ludo-norsk red:h,h,h,h yellow:h,h,h,5 blue:h,h,h,h green:h,2,3,3 turn=green"
    for besides, word in ((True, "ask"), (False, "accept")):
        rig = Rig(line).wait(SETTLE_MS)
        rig.recogniser.expect(rig.state, rig.now_ms)
        rig.card("2")
        home = rig.spot("yellow:h")
        if besides:
            rig.take(6).wait(200).put(home).wait(200)
            rig.take(4).wait(200).put(6).wait(200)
            rig.take(home).wait(200).put(6).wait(200)
        rig.take(3).wait(200).put(5).wait(SETTLE_MS + 100)
        assert rig.said() == ("" if besides else "accept")
        rig.wait(ERROR_MS)
        assert rig.said() == word


# -- the seat button without a card ------------------------------------------------------------


def test_the_button_asks_about_an_exchange_only_when_a_pawn_of_it_was_lifted():
    rig = exchanged()
    assert CODES[rig.recogniser.done()] == "nothing"
    lift_and_back(rig, 37)  # blue's has nothing to do with it
    assert CODES[rig.recogniser.done()] == "nothing"
    lift_and_back(rig, 21)
    rig.done()
    assert rig.said() == "ask"
    assert sorted(rig.recogniser.question.choices) == [PREVIOUS, UNCHANGED]
    assert rig.recogniser.question.others == []


def test_the_next_card_asks_whether_an_exchange_was_taken_back_of_which_a_pawn_was_lifted():
    for spots, word in (((21,), "ask"), ((37,), "nothing"), ((), "nothing")):
        rig = lift_and_back(exchanged().card("5"), *spots).wait(SETTLE_MS)
        assert rig.said() == ""
        assert CODES[rig.recogniser.hurry()] == word, spots
    # In the dark any pawn may have been lifted: that alone is no reason to ask.
    rig = dark([], previous=EXCHANGED).wait(SETTLE_MS).card("5").wait(SETTLE_MS)
    assert CODES[rig.recogniser.hurry()] == "nothing"


def test_the_next_card_asks_about_an_exchange_faster_than_a_lift_counts():
    for spots, word in (((21, 45), "ask"), ((21,), "nothing"), ((), "nothing")):
        rig = Rig(LINE)
        rig.recogniser.expect(rig.state, rig.now_ms)  # what was done in the dark is over
        rig.card("swap").wait(SETTLE_MS)
        for spot in spots:
            rig.take(spot)
        rig.wait(LIFT_MS - rig.scan_ms)
        for spot in spots:
            rig.put(spot)
        rig.wait(SETTLE_MS)
        assert rig.said() == ""
        assert CODES[rig.recogniser.hurry()] == word, spots


def test_the_button_asks_nothing_while_a_pawn_is_away_or_when_reeds_tell():
    rig = exchanged().take(21).wait(100)
    assert CODES[rig.recogniser.done()] == "nothing"
    plain = Rig(LINE).before(BEFORE)  # a step: its reeds would tell
    plain.wait(SETTLE_MS)
    lift_and_back(plain, 21)
    assert CODES[plain.recogniser.done()] == "nothing"
    assert CODES[Rig(LINE).recogniser.done()] == "nothing"


def test_the_answer_is_taken_back_or_left():
    rig = exchanged()
    lift_and_back(rig, 21)
    rig.done()
    shown = rig.recogniser.question.shown
    rig.press()
    assert rig.said() == ("ask undo" if shown == PREVIOUS else "ask back")
    for pointed, word in ((PREVIOUS, "undo"), (UNCHANGED, "back")):
        rig = exchanged()
        lift_and_back(rig, 21)
        rig.done()
        for _ in range(4):
            if rig.recogniser.question.shown == pointed:
                break
            lift_and_back(rig, 37)  # a pawn that neither is about
            if rig.recogniser.question.shown != pointed:
                lift_and_back(rig, 45)
        assert rig.recogniser.question.shown == pointed
        rig.press()
        assert rig.out[-1][1] == word
        assert rig.recogniser.question.choices == ()
        assert CODES[rig.recogniser.confirm()] == "nothing"  # nothing is asked any more


def test_after_the_answer_what_was_lifted_before_counts_no_more():
    rig = exchanged()
    lift_and_back(rig, 21)
    rig.done()
    while rig.recogniser.question.shown != UNCHANGED:
        lift_and_back(rig, 37)
    rig.press()
    assert CODES[rig.recogniser.done()] == "nothing"
    rig.card("swap").wait(THINK_MS)
    assert rig.out[-1][1] == "back"  # and the card asks nothing by itself


def test_both_lifted_together_are_asked_about_without_a_button():
    rig = exchanged()
    lift_and_back(rig, 21, 45)
    rig.wait(SETTLE_MS)
    assert rig.said() == "ask" and PREVIOUS in rig.recogniser.question.choices


# -- the seat button with a card -----------------------------------------------------------------

TURN = "partners-pawns green:h,h,20,z3 blue:h,h,h,h red:h,h,44,z4 yellow:h,h,h,8 turn=green"


def test_the_button_uses_a_card_up_on_a_board_that_nobody_touched():
    rig = Rig(TURN).card("2")  # z3 to z4 and back to z3, or 20 to 22
    rig.wait(100)
    rig.done()
    assert rig.said() == "accept" and rig.state[:16] == state_of(TURN)[:16]
    assert not rig.recogniser.asked


def test_the_button_does_nothing_where_the_card_asks_for_a_change():
    rig = Rig(LINE).card("5").wait(100)
    assert CODES[rig.recogniser.done()] == "nothing"
    lift_and_back(rig, 26)
    assert CODES[rig.recogniser.done()] == "nothing"


def test_the_button_of_a_touched_board_asks():
    # 2: a turn in the goal. A pawn that was touched may have made it, or nothing was meant.
    rig = Rig(TURN).card("2")
    spot = rig.spot("green:z3")
    lift_and_back(rig, spot)
    rig.done()
    assert rig.said() == "ask" and len(rig.recogniser.question.choices) == 2


def test_the_button_of_an_untouched_board_with_stacks_asks_what_may_have_been_done_unseen():
    stacks = (
        "partners-nordic green:12,12,17,17 blue:h,h,h,h red:h,h,h,44 yellow:h,h,h,h turn=green"
    )
    rig = Rig(stacks)
    rig.recogniser.expect(rig.state, rig.now_ms)
    rig.card("5")  # from one pair to the other: no reed tells
    rig.wait(100)
    rig.done()
    assert rig.said() == "ask" and UNCHANGED in rig.recogniser.question.choices


def test_an_untouched_board_uses_a_swap_up_between_two_of_a_colour():
    rig = Rig(LINE).card("swap").wait(100)
    rig.done()
    assert rig.said() == "ask"  # since the table was switched on nobody knows what hands did
    rig = Rig(LINE)
    rig.recogniser.expect(rig.state, rig.now_ms)
    rig.card("swap").wait(100)
    rig.done()
    # That moves nothing, and nobody touched anything.
    assert rig.said() == "accept" and rig.state[:16] == state_of(LINE)[:16]
    rig = Rig(LINE)
    rig.recogniser.expect(rig.state, rig.now_ms)
    rig.card("swap")
    lift_and_back(rig, 45)
    rig.done()
    assert rig.said() == "ask" and rig.recogniser.question.shown != UNCHANGED  # some move is meant


# -- a move that the game takes back ---------------------------------------------------------------


def test_the_game_wants_an_exchange_undone_though_no_reed_differs():
    rig = Rig(LINE)
    rig.recogniser.expect(rig.state, rig.now_ms)
    rig.recogniser.insist(state_of(EXCHANGED))
    rig.wait(100)
    assert rig.said() == "guide" and not rig.recogniser.mistaken
    guide = rig.recogniser.guide
    assert sorted(guide.missing) == ["green:20", "red:44"]
    assert sorted(guide.extra) == ["green:44", "red:20"]
    lift_and_back(rig, 21)  # one alone does not do
    rig.wait(THINK_MS)
    assert rig.recogniser.guiding and rig.said() == "guide"
    lift_and_back(rig, 21, 45)
    rig.wait(SETTLE_MS)
    assert rig.said() == "guide back" and not rig.recogniser.guiding
    assert CODES[rig.recogniser.done()] == "nothing"


def test_an_exchange_is_undone_between_any_two_seats():
    seats = (("green", 21, "20"), ("blue", 37, "36"), ("red", 45, "44"), ("yellow", 9, "8"))
    for one, spot, place in seats:
        for other, other_spot, other_place in seats:
            if one == other:
                continue
            stands = LINE.replace(place, "?").replace(other_place, place)
            stands = stands.replace("?", other_place)
            words = stands.split(" ")
            for k in range(1, 5):
                colour, _, pawns = words[k].partition(":")
                order = sorted(
                    pawns.split(","), key=lambda p: (p[0] != "h", p[0] == "z", len(p), p)
                )
                words[k] = colour + ":" + ",".join(order)
            rig = Rig(LINE)
            rig.recogniser.insist(state_of(" ".join(words)))
            rig.wait(100)
            guide = rig.recogniser.guide
            assert sorted(guide.missing) == sorted([one + ":" + place, other + ":" + other_place])
            lift_and_back(rig, spot, other_spot)
            rig.wait(SETTLE_MS)
            assert rig.said() == "guide back", (one, other)


def test_the_button_says_that_the_exchange_was_undone():
    rig = Rig(LINE)
    rig.recogniser.insist(state_of(EXCHANGED))
    rig.wait(100)
    assert CODES[rig.recogniser.done()] == "back" and not rig.recogniser.guiding
    rig.wait(THINK_MS)
    assert rig.said() == "guide"


def test_the_same_pawns_need_not_be_exchanged():
    rig = Rig(LINE)
    rig.recogniser.insist(state_of(LINE.replace("turn=green", "turn=red")))
    rig.wait(THINK_MS)
    assert rig.said() == ""
    rig.recogniser.insist()
    rig.wait(THINK_MS)
    assert rig.said() == ""


def test_the_next_position_or_card_has_no_exchange_to_undo():
    rig = Rig(LINE)
    rig.recogniser.insist(state_of(EXCHANGED))
    rig.recogniser.expect(rig.state, rig.now_ms)
    rig.wait(THINK_MS)
    assert rig.said() == ""
    rig.recogniser.insist(state_of(EXCHANGED))
    rig.card("5").wait(THINK_MS)
    assert rig.said() == ""


def test_the_way_back_is_shown_at_once_where_the_board_differs():
    rig = Rig(LINE).take(21).wait(100).put(31).wait(200)
    rig.recogniser.insist()
    rig.wait(100)
    assert rig.said() == "guide" and rig.recogniser.guide.extra == ["green:30"]
    assert rig.recogniser.mistaken


# -- what was begun, and what became of it ---------------------------------------------------------


def test_thinking_with_a_pawn_in_the_hand_is_no_mistake_and_a_wrong_place_is():
    rig = Rig(LINE).card("5").take(26).wait(THINK_MS - 200)
    assert rig.said() == ""
    rig.wait(300)
    assert rig.said() == "guide" and not rig.recogniser.mistaken  # what may be done with it
    assert rig.recogniser.guide.missing == ["green:31"]
    rig.put(29).wait(ERROR_MS + 200)
    assert rig.said() == "guide guide" and rig.recogniser.mistaken
    rig.take(29).wait(300).put(32).wait(SETTLE_MS + 100)
    assert rig.said().split()[-1] == "accept" and not rig.recogniser.guiding


def test_a_question_is_gone_when_the_hands_go_on():
    nordic = "partners-nordic green:15,22,26,z4 blue:11,12,28,29 red:8,30,46,z3 yellow:h,0,38,45 turn=blue"
    rig = Rig(nordic).card("1/14").take(12).wait(ERROR_MS + 100)
    assert rig.said() == "ask"
    rig.put(12).wait(SETTLE_MS + 3000)
    assert rig.said().split()[1] in ("closed", "back")
    assert CODES[rig.recogniser.confirm()] in ("nothing", "back", "accept", "ask")


def test_a_card_laid_long_after_hands_played_with_pawns_asks_nothing():
    for pause_ms, word in ((STALE_MS // 2, "ask"), (STALE_MS + 500, "")):
        rig = Rig(LINE)
        lift_and_back(rig, 21, 45)
        rig.wait(pause_ms).card("swap").wait(SETTLE_MS + 100)
        assert rig.said() == word, pause_ms


def test_a_card_laid_with_a_pawn_in_the_air_is_no_answer():
    rig = exchanged()
    lift_and_back(rig, 21, 45)
    rig.wait(SETTLE_MS)
    rig.out = []
    rig.take(21).wait(100).card("swap").wait(100).put(21)
    rig.wait(SETTLE_MS + 100)
    assert rig.said() == "ask"  # what was lifted together before counts


# -- switched on again ------------------------------------------------------------------------------


def dark(moves, line=LINE, previous=None, scanned=False):
    """Return a table that is switched on after pawns were moved in the dark."""
    rig = Rig(line)
    for start, end in moves:
        rig.take(start).put(end)
    rig.debounce = Debounce(rig.map.n_bytes)
    rig.recogniser = Recogniser(rig.map)
    if scanned:  # the scan begins before the game is known
        rig.recogniser.expect(bytes(rig.game.new()), rig.now_ms)
        rig.recogniser = Recogniser(rig.map)
        rig.wait(50)
        assert not rig.recogniser.at_rest()
    rig.previous = previous and state_of(previous)
    rig.recogniser.expect(rig.state, rig.now_ms, rig.previous)
    return rig


def test_what_was_moved_in_the_dark_is_shown_back_to_where_it_stood():
    for scanned in (False, True):
        rig = dark([(21, 31)], scanned=scanned).wait(ERROR_MS - 100)
        assert rig.said() == ""
        rig.wait(300)
        assert rig.said() == "guide" and rig.recogniser.mistaken
        assert rig.recogniser.guide.missing == ["green:20"]
        assert rig.recogniser.guide.extra == ["green:30"]
        rig.take(31).wait(300).put(21).wait(SETTLE_MS + 100)
        assert rig.said().split()[-1] == "back" and rig.recogniser.at_rest()


def test_a_board_as_it_was_left_needs_nothing():
    for scanned in (False, True):
        rig = dark([], scanned=scanned).wait(THINK_MS)
        assert rig.said() == "" and rig.recogniser.at_rest() and rig.recogniser.idle()


def test_hands_go_back_only_with_the_pawns_of_the_last_move_and_only_where_they_were():
    """Green's pawn has come from 17 to 20."""
    for lifted, placed, back in (
        (20, None, True), (20, 17, True), (20, 18, False), (36, None, False), (36, 17, False), (25, 17, False),
        (None, 17, True), (None, 18, False),
    ):  # fmt: skip
        rig = Rig(LINE).before(BEFORE).wait(SETTLE_MS)
        assert not rig.recogniser.going_back()
        if lifted:
            rig.take(rig.spot(str(lifted))).wait(100)
            assert rig.recogniser.going_back() == (lifted == 20)
        if placed:
            rig.put(rig.spot(str(placed))).wait(100)
        assert rig.recogniser.going_back() == back, (lifted, placed)
    rig = Rig(LINE).wait(SETTLE_MS).take(21).wait(100)
    assert not rig.recogniser.going_back(), "there is no move before"


def test_a_move_made_in_the_dark_is_taken_when_its_card_is_laid():
    rig = dark([(21, 26)], line=LINE.replace("20,25", "20,26")).card("5").wait(SETTLE_MS + 200)
    assert rig.said() == "accept"


def test_a_pawn_lifted_before_the_power_went_may_lie_on_any_taken_space():
    """Green's pawn on 39 may have joined the one on 44; it lies on red's."""
    line = "ludo-norsk red:h,h,0,9 yellow:h,h,h,17 blue:h,h,27,28 green:h,h,39,44 turn=green"
    rig = dark([(40, 1)], line=line).card("5").wait(ERROR_MS - 100)
    assert rig.said() == ""
    rig.wait(400)
    assert (
        rig.said() == "ask"
        and UNCHANGED in rig.recogniser.question.choices + rig.recogniser.question.others
    )
    # Put back and lifted once more it has been seen.
    rig = dark([(40, 1)], line=line).wait(500)
    rig.take(1).put(40).wait(SETTLE_MS).card("5").take(40).wait(ERROR_MS + 300)
    assert rig.said().split()[-1] == "accept"
    # Who was seen lifting it has put it where it can go.
    rig = Rig(line).card("5").take(40).wait(ERROR_MS + 300)
    assert rig.said() == "accept"


def test_the_position_before_is_no_way_out_after_the_dark():
    # Green's pawn went from 17 to 20; somebody has put it on 18: it belongs on 20.
    rig = dark([(21, 19)], previous=BEFORE).wait(ERROR_MS + 200)
    assert rig.recogniser.guide.missing == ["green:20"]


def test_who_was_sent_home_and_is_taken_out_again_has_not_taken_the_bump_back_unless_reeds_tell():
    """Red's pawn was laid onto green's and green's taken from under it, or itself put where green's had come from."""
    line = "sorry red:h,h,h,h blue:h,h,h,h yellow:h,h,h,h green:h,h,h,%d turn=red"
    # On 4 red comes in; who was lifted before the other one is put down where that one stood, or after it.
    for came_from, lifted in ((4, 1), (4, 0), (3, 0), (3, 1), (3, 2)):
        before = (
            (line % came_from).replace("red:h,h,h,h", "red:h,h,h,11").replace("=red", "=green")
        )
        rig = Rig(line % 11).before(before).wait(SETTLE_MS)
        home = rig.spot("red:h")
        if lifted == 2:
            rig.take(12).wait(300).put(1 + came_from).wait(200).take(home).wait(300).put(12)
        else:
            rig.take(home).wait(300)
            if lifted:
                rig.take(12).wait(300).put(12).wait(200)
            rig.put(1 + came_from)
        rig.wait(SETTLE_MS + 100)
        sure = lifted == 2
        assert rig.said() == ("undo" if sure else ""), (came_from, lifted)
        rig.wait(ERROR_MS)
        assert rig.said() == ("undo" if sure else "ask"), (came_from, lifted)
        if not sure:
            assert rig.recogniser.question.shown == PREVIOUS


def test_who_was_put_straight_before_the_other_was_taken_out_has_not_been_taken_from_under_it():
    line = "sorry red:h,h,h,h blue:h,h,h,h yellow:h,h,h,h green:h,h,h,11 turn=red"
    before = "sorry red:h,h,h,11 blue:h,h,h,h yellow:h,h,h,h green:h,h,h,3 turn=green"
    rig = Rig(line).before(before).wait(SETTLE_MS)
    rig.take(12).wait(300).put(12).wait(200)
    rig.take(rig.spot("red:h")).wait(300).put(4).wait(SETTLE_MS + 100)
    assert rig.said() == ""
    rig.wait(ERROR_MS)
    assert rig.said() == "ask"


def test_a_move_taken_back_in_the_dark_is_asked_about():
    """Others may have changed places besides: with a Sorry! 11 that is the same card's other move."""
    rig = dark([(21, 18)], previous=BEFORE).wait(ERROR_MS - 100)
    assert rig.said() == ""
    rig.wait(200)
    assert rig.said() == "ask" and rig.recogniser.question.shown == PREVIOUS
    rig.press()
    assert rig.out[-1][1] == "undo" and rig.state == state_of(BEFORE)
    # In the light after a cut, when all stood as it did, it is taken back as ever.
    rig = dark([], previous=BEFORE).wait(SETTLE_MS)
    rig.take(21).wait(300).put(18).wait(SETTLE_MS + 100)
    assert rig.said() == "undo" and rig.state == state_of(BEFORE)


def test_who_stands_where_the_last_move_came_from_may_be_another_one_that_was_taken_over_faster_than_a_lift_counts():
    """Red's went from 11 to 18; it takes the place of yellow's on 53, which is put on 11, before an 11 is laid."""
    line = "sorry red:%s,f,f,f yellow:4,28,53,z5 turn=%s"
    for dips, word in ((True, "ask"), (False, "undo")):
        rig = (
            Rig(line % (18, "yellow"))
            .before(line % (11, "red"))
            .wait(SETTLE_MS)
            .take(19)
            .wait(300)
        )
        if dips:
            rig.take(54).wait(LIFT_MS // 2).put(54).wait(300)
        rig.put(12).wait(SETTLE_MS + 100)
        assert rig.said() == ("" if dips else "undo")
        rig.wait(ERROR_MS)
        assert rig.said() == word, dips


def test_a_walk_that_is_taken_back_may_have_become_an_exchange_by_the_same_card():
    """Blue's pawn was laid onto red's, and red's taken from under it to where blue's had come from: no reed tells."""
    line = "sorry red:h,h,h,4 blue:h,h,h,41 yellow:h,h,h,h green:h,h,h,h turn=blue"
    for card, ends, word in (("11", 53, "ask"), ("10", 52, "undo")):
        rig = Rig(line).wait(SETTLE_MS)
        rig.card(card).take(42).wait(300).put(ends).wait(SETTLE_MS + 100)
        rig.wait(ERROR_MS)
        assert rig.said() == "accept"
        rig.take(ends).wait(300).put(42).wait(SETTLE_MS + 100)
        assert (rig.out[-1][1] == "undo") == (word == "undo")
        rig.wait(ERROR_MS)
        assert rig.out[-1][1] == word


def test_who_comes_back_from_beside_another_colour_may_be_that_one():
    """Blue's pawn went from 51 to 0; red's, which stands there, is put on 51, to be moved from there or for good."""
    line = "ludo-norsk red:h,h,h,%s blue:h,h,h,%d turn=red"
    for red, word in ((0, "ask"), (45, "undo")):
        before = (line % (red, 51)).replace("=red", "=blue")
        rig = Rig(line % (red, 0)).before(before).wait(SETTLE_MS)
        if red:
            rig.take(1).wait(300)
        rig.put(52).wait(SETTLE_MS + 100)
        assert rig.said() == ("" if word == "ask" else "undo"), red
        rig.wait(ERROR_MS)
        assert rig.said() == word, red
    # Two of one colour are alike: whichever comes back, it was so.
    line = "ludo-norsk red:h,h,h,h blue:h,h,%d,%d turn=red"
    rig = Rig(line % (0, 0)).before((line % (0, 51)).replace("=red", "=blue")).wait(SETTLE_MS)
    rig.put(52).wait(SETTLE_MS + 100)
    assert rig.said() == "undo"


def test_one_of_a_stack_may_have_come_back_instead_of_who_was_lifted():
    """Blue's went from 8 to 12; one of two on 4 is put on 8, and who is lifted from 12 onto it: that would be a 4, too."""
    line = "ludo-norsk red:0,18,39,f blue:4,4,%d,48 turn=%s"
    for first, word in (("lift", "undo"), ("place", "ask")):
        rig = Rig(line % (12, "red")).before(line % (8, "blue")).wait(SETTLE_MS)
        if first == "lift":
            rig.take(13).wait(300).put(9)
        else:
            rig.put(9).wait(300).take(13)
        rig.wait(SETTLE_MS + 100)
        assert rig.said() == ("undo" if word == "undo" else "")
        rig.wait(ERROR_MS)
        assert rig.said() == word


def test_who_was_sent_home_may_stand_where_the_other_one_had_come_from_if_both_were_in_the_air():
    """Yellow's went from 36 to 39 and sent blue's home: of the two in the hand either may have been put on 36."""
    line = "ludo-norsk red:h,h,h,10 yellow:h,h,h,39 blue:h,h,h,h green:h,h,h,h turn=blue"
    before = "ludo-norsk red:h,h,h,10 yellow:h,h,h,36 blue:h,h,h,39 green:h,h,h,h turn=yellow"
    for both, word in ((True, "ask"), (False, "undo")):
        rig = Rig(line).before(before).wait(SETTLE_MS)
        home = rig.spot("blue:h")
        rig.take(40).wait(300)
        if both:
            rig.take(home).wait(300).put(37).wait(300)
        else:
            rig.put(37).wait(300).take(home).wait(300)
        rig.put(40).wait(SETTLE_MS + 100)
        assert rig.said() == ("" if both else "undo")
        rig.wait(ERROR_MS)
        assert rig.said() == word


def test_who_is_lifted_may_be_joined_by_one_of_a_stack_where_it_stood():
    """Of -4 red's 18 joins its 13, or one of two on 22, in the hand as well, goes to 18, where that one is put back."""
    line = "partners-pawns green:h,h,h,h blue:h,h,h,h red:%s yellow:h,h,h,h turn=red"
    for stack, word in (("13,18,22,22", "ask"), ("h,13,18,40", "accept")):
        rig = Rig(line % stack)
        rig.recogniser.expect(rig.state, rig.now_ms)
        rig.card("-4").wait(SETTLE_MS).take(19).wait(ERROR_MS + GO_ON_MS)
        assert rig.said() == word, stack


def test_a_7_of_which_a_part_is_taken_back_is_not_the_next_move():
    """Red's two went from 49 and 50 to 53: one of them is put back on 49, where one of yellow's from 46 may go, too."""
    line = "partners-pawns green:h,h,h,h blue:h,h,h,h red:h,h,%s yellow:h,h,46,46 turn=%s"
    for before, word in (("49,50", "ask"), ("48,51", "accept")):
        rig = Rig(line % ("53,53", "yellow")).before(line % (before, "red")).wait(SETTLE_MS)
        rig.card("3").wait(SETTLE_MS).put(50).wait(ERROR_MS - 200)
        assert rig.said() == ("" if word == "ask" else "accept"), before
        rig.wait(400)
        assert rig.said() == word, before


def test_a_part_of_a_7_that_ends_where_it_began_is_not_asked_about():
    rig = Rig("partners-movers green:h,h,27,z1 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green")
    rig.card("7").take(28).wait(300).put(29).wait(SETTLE_MS + GO_ON_MS - 100)
    assert rig.said() == "", "the pawn may be resting on its way to 34"
    rig.wait(200)
    assert rig.said() == "accept"
    assert "green:h,h,28,z1" in rig.line() and not rig.out[-1][2].endswith("asked")


# -- the referee ------------------------------------------------------------------------------------


def test_the_referee_believes_the_position():
    rig = Rig(LINE).take(21).wait(100).put(31).wait(ERROR_MS + 700)
    assert rig.said() == "guide"
    assert sorted(rig.recogniser.override()) == ["green:20", "green:30"]
    rig.recogniser.refresh(rig.debounce)
    rig.wait(SETTLE_MS)
    assert rig.said() == "guide back" and rig.recogniser.at_rest()


def test_a_reed_that_turned_out_faulty_was_no_hand():
    rig = Rig(LINE).card("swap")
    lift_and_back(rig, 45, 21)
    for k in range(130):
        rig.reed("44", k % 2 == 0)
        rig.wait(5)
    rig.wait(SETTLE_MS + 100)
    assert rig.said() == ""  # nothing was exchanged with it in the air
    rig.wait(ERROR_MS)
    assert rig.said() == "ask"  # but the other one was lifted


# -- who may stand where another has gone -------------------------------------------------------


def test_a_pawn_may_stand_elsewhere_if_the_other_was_in_the_air_when_its_space_was_taken():
    # 1/14: green's from 20 goes to 34, or to 21 and sends blue's home, which may have been put on 34.
    line = "partners-nordic green:h,h,20,z4 blue:h,h,h,21 red:h,40,40,z4 yellow:h,h,h,8 turn=green"
    for when, word in (("never", "accept"), ("before", "accept"), ("meanwhile", "ask")):
        rig = Rig(line)
        rig.recogniser.expect(rig.state, rig.now_ms)
        rig.card("1/14").wait(SETTLE_MS)
        if when == "before":
            rig.take(22).wait(100).put(22).wait(100)
        rig.take(21).wait(100)
        if when == "meanwhile":
            rig.take(22).wait(100).put(22).wait(100)
        rig.wait(400).put(35).wait(ERROR_MS + GO_ON_MS)
        assert rig.said() == word, when


def test_who_moves_a_pawn_and_then_exchanges_two_may_mean_the_exchange():
    # 11: blue's from 0 goes to 11, or its from 16 and green's from 40 change places.
    line = "sorry red:17,59,z5,f blue:h,0,16,47 green:h,h,40,z2 turn=blue"
    for at, word in (("16", "ask"), ("40", "ask"), ("green:z2", "accept"), ("", "accept")):
        rig = Rig(line)
        rig.recogniser.expect(rig.state, rig.now_ms)
        rig.card("11").wait(SETTLE_MS)
        rig.take(1).wait(300).put(12).wait(500)
        if at:
            rig.take(rig.spot(at)).wait(300).put(rig.spot(at))
        rig.wait(ERROR_MS + GO_ON_MS)
        assert rig.said() == word, at


def test_where_one_of_a_stack_has_gone_one_of_another_stack_may_stand():
    # 3: red's from 0 goes to 3, or that from beside blue's on 26 is on its way to 29, and was put down on 0.
    line = "ludo-norsk red:0,%s,26,f blue:11,%s,36,f turn=red"
    for red, blue, word in (("0", 26, "ask"), ("0", 27, "accept"), ("4", 26, "accept")):
        rig = Rig(line % (red, blue))
        rig.recogniser.expect(rig.state, rig.now_ms)
        rig.card("3").wait(SETTLE_MS)
        if red == "4":
            rig.take(1).wait(300)
        rig.put(4).wait(ERROR_MS + GO_ON_MS)
        assert rig.said() == word, (red, blue)


def test_before_a_move_another_one_may_have_been_made_from_stack_to_stack():
    # 3: yellow's from 32 goes to 35, and one of two on 13 may have gone to 16 as well, where one stands.
    line = "ludo-norsk red:h,h,h,27 yellow:%s,32 blue:h,h,26,44 green:h,h,43,48 turn=yellow"
    stacks = (("13,13,16", "ask"), ("13,13,17", "accept"), ("h,13,16", "accept"))
    for three, word in stacks:
        rig = Rig(line % three)
        rig.recogniser.expect(rig.state, rig.now_ms)
        rig.card("3").wait(SETTLE_MS).take(33).wait(300).put(36).wait(ERROR_MS + GO_ON_MS)
        assert rig.said() == word, three


def test_before_a_7_a_part_of_it_may_have_been_made_from_stack_to_stack():
    # 7: green's from 20 goes to 27, and one of two on 10 may have gone to 13.
    line = "partners-movers green:10,10,%d,20 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green"
    for third, word in ((13, "ask"), (19, "accept")):
        rig = Rig(line % third)
        rig.recogniser.expect(rig.state, rig.now_ms)
        rig.card("7").wait(SETTLE_MS).take(21).wait(300).put(28).wait(ERROR_MS + GO_ON_MS)
        assert rig.said() == word, third


def test_who_is_lifted_from_where_another_comes_may_have_joined_a_third():
    # 6: red's from 0 goes to 6, where blue's stands, or another one comes in at 0.
    line = "ludo-norsk red:h,h,0,z5 blue:h,h,6,22 turn=red"
    for blue, word in ((7, "ask"), (8, "accept")):
        rig = Rig(line.replace("blue:h,h,6", "blue:h,h,%d" % (blue - 1)))
        rig.recogniser.expect(rig.state, rig.now_ms)
        rig.card("6").wait(SETTLE_MS)
        rig.take(1).wait(300).take(rig.spot("red:h")).wait(300).put(1).wait(ERROR_MS + GO_ON_MS)
        assert rig.said() == word, blue


def test_who_shared_a_space_may_have_been_put_aside_where_the_other_one_may_go():
    # 2: red's from 23 goes to 25, or blue's that it has to send home was put there, and red's from 8 goes to 10.
    line = "ludo-norsk red:8,23,z3,f blue:0,4,13,23 turn=red moved=23"
    rig = Rig(line)
    rig.recogniser.expect(rig.state, rig.now_ms)
    rig.card("2").wait(SETTLE_MS).put(26).wait(ERROR_MS + GO_ON_MS)
    assert rig.said() == "ask"
    # Where it stood alone its reed has told who it is.
    rig = Rig(line.replace("13,23", "13,22").replace(" moved=23", ""))
    rig.recogniser.expect(rig.state, rig.now_ms)
    rig.card("2").wait(SETTLE_MS).take(24).wait(300).put(26).wait(ERROR_MS + GO_ON_MS)
    assert rig.said() == "accept"


def test_a_pawn_may_have_landed_on_another_one_while_one_more_rests_where_it_may_not_stay():
    # 7: red's from 42 and 37 meet on 43, or that from 42 is on 44 and the other one on its way back to 42.
    line = (
        "partners-movers green:h,h,h,54 blue:h,h,12,23 red:h,h,37,42 yellow:29,44,45,45 turn=red"
    )
    for state, word in ((line, "ask"), (line.replace("29,44", "29,31"), "accept")):
        rig = Rig(state)
        rig.recogniser.expect(rig.state, rig.now_ms)
        rig.card("7").wait(SETTLE_MS)
        rig.take(43).wait(300).put(44).wait(300).take(38).wait(ERROR_MS + GO_ON_MS)
        assert rig.said() == word, state


def test_a_reed_that_dipped_before_the_last_pawn_was_lifted_does_not_tell_that_it_has_come():
    # 7: green's go from 0 to 5 and from 17 to 18, and from 12 onto 13, unless that one is in the hand.
    line = "partners-movers green:0,12,13,17 blue:h,15,26,55 red:h,h,38,z4 yellow:h,h,43,45 turn=green"
    for dips, word in (("never", ""), ("before", ""), ("after", "accept")):
        rig = Rig(line).wait(SETTLE_MS).card("7").take(18).wait(300)
        if dips == "before":
            rig.take(14).wait(LIFT_MS // 2).put(14).wait(300)
        rig.take(1).wait(200).take(13).wait(300).put(6).wait(300).put(19).wait(300)
        if dips == "after":
            rig.take(14).wait(LIFT_MS // 2).put(14)
        rig.wait(SETTLE_MS + GO_ON_MS + 100)
        assert rig.said() == word, dips
        rig.wait(ERROR_MS)
        assert rig.said() == "accept"


def test_a_reed_that_dipped_for_another_pawn_does_not_tell_that_the_last_one_has_come():
    # 7: green's goes from 0 to 6 and sends blue's home, from under it or before; and from 12 onto 13.
    line = "partners-movers green:h,0,12,13 blue:h,h,h,6 red:h,h,38,z4 yellow:h,h,43,45 turn=green"
    for under, joined, word in (
        (True, False, ""),
        (True, True, "accept"),
        (False, True, "accept"),
    ):
        rig = Rig(line).wait(SETTLE_MS).card("7").take(1).wait(300)
        rig.take(7).wait(LIFT_MS // 2 if under else 300).put(7).wait(300)
        rig.put(rig.spot("blue:h")).wait(300).take(13).wait(300)
        if joined:
            rig.take(14).wait(LIFT_MS // 2).put(14)
        rig.wait(SETTLE_MS + GO_ON_MS + 100)
        assert rig.said() == word, (under, joined)
        rig.wait(ERROR_MS)
        assert rig.said() == "accept"


def test_who_stood_where_one_may_have_come_in_may_have_gone_on_unseen():
    # 6: blue's comes in at 26, where one stands; that one may have gone on to 32 meanwhile, where yellow's stands.
    line = "ludo-norsk red:h,h,0,21 yellow:h,h,h,%d blue:h,h,26,37 green:h,h,h,49 turn=blue"
    for yellow, word in ((32, "ask"), (33, "accept")):
        rig = Rig(line % yellow)
        rig.recogniser.expect(rig.state, rig.now_ms)
        rig.card("6").wait(SETTLE_MS).take(rig.spot("blue:h")).wait(ERROR_MS + GO_ON_MS)
        assert rig.said() == word, yellow


def test_who_turns_in_the_goal_and_ends_where_it_began_is_joined_by_nobody():
    # 7: two go 4 and 1 and the one in the goal turns for 2, or one goes 5, onto red's, and the other one turns.
    line = "partners-nordic green:h,0,20,z3 blue:h,22,28,z1 red:5,30,30,35 yellow:h,h,56,59 turn=green"
    rig = Rig(line)
    rig.recogniser.expect(rig.state, rig.now_ms)
    rig.card("7").wait(SETTLE_MS)
    rig.take(1).wait(300).put(5).wait(300).take(21).wait(300).put(22).wait(ERROR_MS + GO_ON_MS)
    assert rig.said() == "accept"


def test_who_changes_places_may_have_been_put_aside_where_the_other_one_may_go():
    # 11: red's from 4 goes to 15, or was put onto blue's at 19, which was put there, and was then taken up and put back.
    line = "sorry red:h,h,h,4 blue:h,h,h,19 yellow:h,h,h,47 green:h,h,h,h turn=red"
    for again, word in ((True, "ask"), (False, "accept")):
        rig = Rig(line)
        rig.recogniser.expect(rig.state, rig.now_ms)
        rig.card("11").wait(SETTLE_MS).take(5).wait(300).put(16).wait(300)
        if again:
            rig.take(20).wait(500).put(20)
        rig.wait(ERROR_MS + GO_ON_MS)
        assert rig.said() == word


def test_a_move_made_unseen_just_after_one_was_taken_back_is_asked_about_when_the_button_says_done():
    # 1/14: green's from 5 goes to 6; it is put back, and one from 4 onto it, which no reed sees.
    line = "partners-pawns green:4,4,%d,48 blue:h,h,15,17 red:14,29,33,38 yellow:h,h,10,z2 turn="
    rig = Rig(line % 6 + "blue")
    rig.before(line % 5 + "green")
    rig.wait(SETTLE_MS).take(7).wait(60).put(6).wait(SETTLE_MS + GO_ON_MS)
    assert rig.said() == "undo"
    rig.card("1/14").wait(ERROR_MS + GO_ON_MS).done()
    assert rig.said() == "undo ask"
    made = "green:4,5,5,48"
    assert [choice for choice in rig.recogniser.question.choices if made in rig.named(choice)]


def test_a_move_that_no_reed_told_may_be_taken_back_by_who_was_set_down_elsewhere_first():
    # Yellow's went from 10, where two stood, to z5, where one stands; it is put on z3, and on 10 or back.
    line = "ludo-norsk red:h,h,h,z4 yellow:h,10,%s,z5 blue:h,h,h,h green:h,h,h,h turn=yellow"
    for set_down, word in ((True, "ask"), (False, "")):
        rig = Rig(line % "z5").before(line % "10").wait(SETTLE_MS).card("4")
        z3 = rig.spot("yellow:z3")
        if set_down:
            rig.put(z3).wait(300).take(z3)
        rig.wait(SETTLE_MS + 100).settle(False)
        rig.note(rig.recogniser.hurry())
        assert rig.said() == word
        if word:
            assert PREVIOUS in rig.recogniser.question.choices


def test_who_was_put_back_at_home_and_is_lifted_again_is_the_one_in_the_air():
    line = (
        "partners-nordic green:h,h,h,56 blue:h,h,10,15 red:h,h,45,48 yellow:h,z2,z3,z4 turn=yellow"
    )
    rig = Rig(line)
    rig.recogniser.expect(rig.state, rig.now_ms)
    yellow, red, blue = [rig.map.spot(seat, HOME) for seat in (3, 2, 1)]
    rig.card("start").wait(SETTLE_MS)
    rig.take(yellow).wait(3600).put(blue).wait(3000).take(blue).wait(400).put(yellow)
    rig.wait(3 * SETTLE_MS)
    rig.take(46).wait(300).put(red).wait(900)
    for _ in range(2):
        rig.take(yellow)
        for ms in (20, 300):  # before the log has it, and after
            rig.wait(ms)
            assert rig.recogniser.hints(rig.debounce).lifted == [(3, HOME)]
        rig.put(yellow).wait(SETTLE_MS)
        assert rig.recogniser.hints(rig.debounce).lifted == []


def test_who_came_home_may_lie_in_a_wrong_home_after_another_move():
    # Green comes in and sends one home. It looks like blue of 53, but red of 28 may lie in blue's home.
    line = "sorry red:h,h,h,28 blue:h,h,h,53 yellow:h,h,56,f green:h,h,h,43 turn=green"
    rig = Rig(line).wait(SETTLE_MS).card("sorry")
    rig.take(54).wait(100).put(rig.spot("blue:h")).wait(500)
    rig.take(rig.spot("green:h")).wait(400).put(54).wait(SETTLE_MS + 100)
    assert rig.said() == "ask" and len(rig.recogniser.question.event()) == 3
