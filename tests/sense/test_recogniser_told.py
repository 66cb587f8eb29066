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
