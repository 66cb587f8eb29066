# SPDX-License-Identifier: Apache-2.0
"""Questions at the table: every choice can be shown, taken and refused; nothing closes them but an answer."""

from tabletop import table_at

from drivers.buttons import PRESS, RELEASE, TABLE
from sense.recognise import ASK

LINE = "partners-pawns green:h,h,h,10 blue:h,h,h,22 red:h,h,h,33 yellow:h,h,h,h turn=green"
SWAPPED = "partners-pawns green:h,h,h,22 blue:h,h,h,10 red:h,h,h,33 yellow:h,h,h,h turn=blue"


def _exchange(top, one, other):
    """Let two hands exchange the pawns of (seat, spot) and (seat, spot)."""
    top.lift(*one).wait(200).lift(*other).wait(400).place(one[0], other[1])
    top.wait(200).place(other[0], one[1]).wait(1000)


def _asked():
    top = table_at(LINE).card("swap")
    _exchange(top, (0, 11), (1, 23))
    assert top.phase == "ask"
    assert top.named("ask")[-1]["choices"][0] == SWAPPED
    assert LINE in top.named("ask")[-1]["choices"]
    return top


def test_the_likeliest_exchange_is_shown_and_one_press_takes_it():
    top = _asked()
    top.tap(0)
    assert top.named("accepted")[-1]["position"] == SWAPPED
    assert top.named("accepted")[-1]["asked"]


def test_the_unchanged_position_is_reached_by_lifting_and_its_press_keeps_the_card():
    top = _asked()
    for _ in range(8):
        if top.named("ask")[-1]["choices"][0] == LINE:
            break
        top.carry(1, 11, 11, 6000, 300)  # for as long as one likes
    assert top.named("ask")[-1]["choices"][0] == LINE
    top.tap(0)
    assert not top.named("accepted")
    assert top.phase == "move"
    assert top.events[-1] == {"event": "guide", "missing": [], "extra": []}


def test_another_exchange_made_while_it_asks_is_among_the_choices_and_shown():
    top = _asked()
    _exchange(top, (1, 11), (0, 23))  # back again
    _exchange(top, (0, 11), (2, 34))
    shown = top.named("ask")[-1]["choices"][0]
    assert shown == LINE.replace("10", "33", 1).replace("red:h,h,h,33", "red:h,h,h,10").replace(
        "turn=green", "turn=blue"
    )
    top.tap(0)
    assert top.named("accepted")[-1]["position"] == shown


def test_an_exchange_is_taken_back_by_exchanging_again_and_a_press():
    top = _asked()
    top.tap(0)
    _exchange(top, (1, 11), (0, 23))
    assert not top.named("undone")
    assert top.named("ask")[-1]["choices"][:2] == [LINE, SWAPPED]
    top.tap(0)  # who takes back need not be who is to act
    assert top.named("undone")[-1]["position"] == LINE
    assert top.phase == "move"


def test_whether_an_exchange_was_taken_back_is_answered_with_the_next_pawn_in_the_hand():
    top = _asked()
    top.tap(0)
    _exchange(top, (0, 11), (1, 23))  # only lifted: it asks
    top.lift(2, 34).wait(900)
    assert top.named("ask")[-1]["choices"][0] == SWAPPED
    top.tap(1)
    assert top.phase == "card" and not top.named("undone")
    top.card("swap", 2).lift(0, 23).wait(300).place(2, 23).wait(200).place(0, 34).wait(1000)
    shown = top.named("ask")[-1]["choices"][0]
    assert shown == SWAPPED.replace("22", "33").replace("red:h,h,h,33", "red:h,h,h,22").replace(
        "turn=blue", "turn=red"
    ), "the pawn in the hand still counts as lifted"


def test_a_card_does_not_answer_whether_an_exchange_was_taken_back():
    for back in (True, False):
        top = _asked()
        top.tap(0)
        if back:
            _exchange(top, (1, 11), (0, 23))
        else:  # both only lifted: for the reeds that is the same
            _exchange(top, (0, 11), (1, 23))
        choices = top.named("ask")[-1]["choices"]
        assert top.phase == "ask" and choices[:2] == [LINE, SWAPPED]
        top.card("5")  # of the next player, or of who has taken back
        assert top.named("refused")[-1]["reason"] == "finish-move"
        assert top.phase == "ask" and not top.named("undone")
        top.hold(1)  # a hand is not folded while it asks
        assert top.named("refused")[-1]["what"] == "fold" and top.phase == "ask"
        if back:
            top.tap(0)
            assert top.table.line() == LINE and top.named("undone")
        else:
            for _ in range(2):  # the same pawn again: the choice that moves none
                top.carry(1, 11, 11, 400, 100)
            assert top.named("ask")[-1]["choices"][0] == SWAPPED
            top.tap(1)
            assert top.table.line() == SWAPPED and not top.named("undone")
        top.card("5")
        assert top.named("card")[-1]["card"] == "5" and top.phase == "move"


def test_the_table_button_takes_a_move_back_whose_pawns_are_half_way_back():
    line = "partners-pawns green:h,h,h,10 blue:h,h,h,17 red:h,h,h,33 yellow:h,h,h,h turn=green"
    top = table_at(line).card("6").carry(1, 18, 0, 300, 300).carry(0, 11, 18)
    assert len(top.named("accepted")) == 1, top.events
    top.carry(0, 18, 11).wait(4000)
    assert top.phase == "guide"
    top.hold(TABLE)
    assert top.named("undone")[-1]["position"] == line


def test_an_exchange_made_in_the_dark_is_asked_about_when_the_button_says_done():
    line = "partners-pawns green:h,h,0,1 blue:h,h,h,17 red:h,h,h,48 yellow:h,h,h,h turn=green"
    top = table_at(line).card("swap")
    top.table.keep()
    top.resume()  # reeds cannot tell that red and green have changed places meanwhile
    assert top.phase == "move"
    top.tap(0).wait(600)  # it is heard when the board has settled
    assert not top.named("accepted")
    choices = top.named("ask")[-1]["choices"]
    assert (
        line.replace("0,1", "0,48")
        .replace("48 yellow", "1 yellow")
        .replace("turn=green", "turn=blue")
        in choices
    )


def test_of_what_finds_choices_and_ways_only_what_may_be_wanted_next_stays_in_memory():
    top = _asked()
    assert [name for name in ANSWERS if name in sys.modules] == ["sense.hypotheses"]
    top.tap(0)
    assert not [name for name in ANSWERS if name in sys.modules]
    top.card("5").lift(1, 11).place(1, 17).wait(4000)
    assert top.phase == "guide"
    assert [name for name in ANSWERS if name in sys.modules] == ["sense.guide"]
    top.lift(1, 17).wait(200).place(1, 11).wait(1000)
    assert top.phase == "move"


def test_a_pawn_moved_in_the_dark_is_named_where_it_stood_not_where_it_came_from():
    line = "partners-nordic green:h,h,h,2 blue:h,h,h,h red:h,h,h,30 yellow:h,h,h,h turn=blue"
    top = table_at(line).card("start").carry(1, 0, 16)
    assert top.named("accepted")
    top.lift(1, 16).place(1, 15).resume().wait(4000)
    assert top.named("guide")[-1] == {
        "event": "guide",
        "missing": ["blue:15"],
        "extra": ["blue:14"],
    }


def test_who_says_done_after_pawns_were_stirred_for_an_instant_is_asked():
    line = "partners-pawns green:h,h,4,38 blue:h,h,h,46 red:h,h,h,59 yellow:h,h,h,h turn=red"
    top = table_at(line).card("swap")
    for seat, spot in ((1, 47), (2, 60)):
        top.lift(seat, spot)
    top.wait(50)
    for seat, spot in ((2, 47), (1, 60)):
        top.place(seat, spot)
    top.wait(4000).tap(2)
    assert not top.named("accepted")
    assert top.phase == "ask"


def test_a_swap_that_the_table_button_takes_back_is_shown_until_the_pawns_are_back():
    top = _asked()
    top.tap(0).hold(TABLE).wait(1500)
    assert top.named("undone")[-1]["position"] == LINE
    assert top.phase == "guide"
    way = top.named("guide")[-1]
    assert sorted(way["missing"]) == ["blue:22", "green:10"]
    assert sorted(way["extra"]) == ["blue:10", "green:22"]
    top.wait(8000)
    assert top.phase == "guide"
    _exchange(top, (1, 11), (0, 23))
    assert top.events[-1] == {"event": "guide", "missing": [], "extra": []}
    assert top.phase == "deal"


def test_a_swap_that_the_table_button_takes_back_stands_in_nobodys_way():
    for end in ("card", "button"):
        top = _asked()
        top.tap(0).hold(TABLE).wait(1500)
        if end == "card":
            top.card("5", 1)
            assert top.phase == "move"
        else:
            top.tap(0)
            assert top.phase == "deal"


def test_a_victim_sent_home_first_is_no_reason_to_show_the_way_back():
    line = "partners-pawns green:h,h,3,20 blue:h,h,h,26 red:h,h,h,40 yellow:h,h,h,50 turn=green"
    top = table_at(line).card("6").carry(1, 27, 0, 500, 6000)
    assert not top.named("guide") and not top.named("refused")
    top.carry(0, 21, 27)
    assert top.named("accepted")[-1]["move"] == "g20>26xb26"


def test_who_has_put_everything_back_may_take_another_card():
    line = "partners-pawns green:h,h,3,20 blue:h,h,h,26 red:h,h,h,40 yellow:h,h,h,50 turn=green"
    top = table_at(line).card("5").lift(0, 21).wait(2000).card("9")
    assert top.named("refused")[-1]["reason"] == "finish-move"
    top.place(0, 21).wait(1500).card("9")
    assert top.named("card")[-1]["card"] == "9"
    top.carry(0, 21, 30)
    assert top.named("accepted")[-1]["move"] == "g20>29"


def _down(top):
    top.table.button(top.now, PRESS)


def _up(top):
    top.table.button(top.now, RELEASE)
    top.wait(20)


def test_a_button_that_was_pressed_before_the_question_does_not_answer_it():
    top = table_at(LINE).card("swap").lift(0, 11).lift(1, 23).wait(400).place(0, 23)
    top.place(1, 11).wait(580)
    _down(top)
    top.wait(80)
    assert top.phase == "ask"  # it came while the button was down
    _up(top)
    assert top.phase == "ask"
    assert not top.named("accepted")
    top.tap(0)
    assert top.named("accepted")[-1]["position"] == SWAPPED


def test_a_button_does_not_take_a_choice_that_came_while_it_was_down():
    top = _asked()
    _down(top)
    top.lift(2, 34)  # somebody else takes a pawn up: another choice is shown
    top.wait(100).place(2, 34).wait(100)
    assert top.named("ask")[-1]["choices"][0] != SWAPPED
    _up(top)
    assert top.phase == "ask"
    assert not top.named("accepted")


def test_what_a_button_asks_is_found_once():
    top = table_at("sorry red:h,h,0,1 blue:h,h,h,h yellow:h,h,11,34 green:h,h,h,h turn=yellow")
    top.card("11")
    for seat, spot in ((0, 2), (2, 35), (0, 1), (2, 12)):
        top.carry(seat, spot, spot, 200, 200)
    hands = top.recogniser
    slices = 1
    while not hands.prepare(True):
        slices += 1
        top.wait(5)
    assert slices > 1
    assert hands.prepare(True)  # or a button that waits for it would wait for ever
    assert hands.done() == ASK


def test_a_question_that_another_overtakes_before_it_was_told_is_not_told():
    top = table_at(LINE).card("swap")
    _exchange(top, (0, 11), (1, 23))
    choices = top.named("ask")
    top.table._follow(ASK, top.now)
    assert top.table.busy() and top.named("ask") == choices
    top.table._follow(ASK, top.now)
    top.wait(100)
    assert top.named("ask") == choices + choices[-1:]


def _asked_whether_taken_back():
    """Exchange green 10 and blue 22, then lift both at once and put them back, with blue's card laid."""
    top = table_at(LINE.replace("blue:h,h,h,22", "blue:h,h,15,22")).card("swap")
    _exchange(top, (0, 11), (1, 23))
    top.tap(0)
    assert top.named("accepted")
    top.card("start").lift(1, 11).lift(0, 23).wait(500).place(1, 11)
    top.place(0, 23).wait(3500)
    assert top.phase == "ask"
    return top


def test_a_move_made_while_it_asks_about_a_take_back_replaces_the_question():
    for home_again in (False, True):
        top = _asked_whether_taken_back()
        asked = top.named("ask")[-1]["choices"]
        top.lift(1, 0).wait(300)
        shown = top.named("ask")[-1]["choices"]
        assert sorted(shown) == sorted(asked)  # the pawn points
        top.place(1, 16)  # onto its own: no reed tells
        top.wait(500)
        made = top.named("ask")[-1]["choices"]
        assert "blue:h,10,15,15" in made[0]
        assert sorted(made[1:]) == sorted(asked)
        if home_again:
            top.carry(1, 16, 0, 100, 100)
            assert top.named("ask")[-1]["choices"] == shown  # at once
            top.wait(60)
            top.tap(1)
            assert not top.named("accepted")[1:]
            assert top.phase == "move"  # nothing was taken back
        else:
            top.tap(1)
            assert top.named("accepted")[-1]["position"] == made[0]
            assert top.named("accepted")[-1]["asked"]
            top.wait(2000)
            assert top.phase == "card"


def test_the_button_does_not_answer_with_a_move_that_was_not_shown():
    top = _asked_whether_taken_back()
    top.lift(1, 0).wait(200)
    top.tap(1)  # the pawn in the hand points at a choice, and could be put onto another
    top.wait(200)
    shown = top.named("ask")[-1]["choices"][0]
    assert shown == top.table.line() and top.phase == "ask"
    top.place(1, 0).wait(200)
    assert top.phase == "move"  # answered with what was shown
    assert not top.named("accepted")[1:] and not top.named("undone")
    top = _asked_whether_taken_back()
    top.lift(1, 0).wait(100).tap(1).place(1, 16).wait(3000)
    assert top.phase == "ask"  # the press was about another choice
    assert not top.named("accepted")[1:]


def test_what_the_reeds_of_a_home_say_is_done_is_not_shown_as_wanting():
    """A pawn changes places unseen with one that comes home; then a foreign pawn is displaced."""
    line = (
        "partners-pawns green:h,54,z3,z4 blue:h,h,8,z4 red:h,h,h,29 yellow:10,45,45,z4 turn=yellow"
    )
    top = table_at(line).card("9", 4).lift(3, 46)  # from its stack, onto green: no reed tells
    top.place(3, 55).wait(200).carry(0, 55, 0, 400, 100).carry(2, 30, 28, 100, 6500)
    told = top.named("guide")[-1]
    assert (told["missing"], told["extra"]) == (["red:29"], ["red:27"])
    top.carry(2, 28, 30, 300, 4000)
    asked = top.named("ask") or top.named("accepted")
    assert asked and "green:h,h" in (asked[-1].get("position") or asked[-1]["choices"][0])


def test_every_seats_button_is_answered_where_that_takes_many_slices():
    line = "partners-pawns green:1,4,4,z3 blue:h,16,44,52 red:h,6,27,55 yellow:h,h,3,45 turn=%s"
    for seat in range(4):
        top = table_at(line % ("green", "blue", "red", "yellow")[seat]).card("swap", 4)
        for other, place in ((1, 17), (2, 28), (3, 4)):
            top.carry(other, place, place, 200, 200)
        top.tap(seat).wait(1000)
        assert top.named("ask") and not top.table.busy()


def test_a_pawn_that_left_its_stack_is_not_taken_for_one_that_was_lifted_meanwhile():
    line = "partners-nordic green:18,18,47,z4 blue:h,16,35,z4 red:h,h,42,z4 yellow:h,23,45,z1 turn=green"
    for dark in (False, True):
        top = table_at(line).card("10", 1).lift(0, 19)  # no reed tells
        if dark:
            top.place(0, 29).lift(3, 46).place(3, 47).resume().wait(6000)
        else:
            top.wait(200).lift(3, 46).wait(30).place(0, 29).wait(100)
            top.place(3, 47).wait(6000)
        told = top.named("guide")[-1]
        assert (told["missing"], told["extra"]) == (["yellow:45"], ["yellow:46"]), dark


def test_what_was_moved_in_the_dark_is_told_from_what_was_moved_before():
    sevens = (
        "partners-pawns green:52,z2,z3,z4 blue:13,20,46,z4 red:h,h,26,z4 yellow:h,h,25,51 turn=red"
    )
    fives = "partners-pawns green:h,h,h,h blue:h,h,h,13 red:h,h,h,20 yellow:h,h,h,50 turn=red"
    for line, card, start, end in ((sevens, "7", 27, 62), (fives, "5", 21, 26)):
        for dark in (False, True):
            top = table_at(line).card(card).carry(2, start, end, 300, 200).lift(1, 14)
            if not dark:
                top.wait(200)
            top.place(1, 19)
            if dark:
                top.resume()
            top.wait(6000)
            told = top.named("guide")[-1]
            assert (told["missing"], told["extra"]) == (["blue:13"], ["blue:18"]), (card, dark)


def test_a_button_that_went_down_before_the_question_does_not_answer_it_the_second_time_either():
    """The choice that was shown in the question before is no answer to this one."""
    for asked_before in (False, True):
        top = table_at(LINE)
        if asked_before:
            top.card("swap")
            _exchange(top, (0, 11), (1, 23))
            top.tap(0)
            assert len(top.named("accepted")) == 1
            top.hold(TABLE).wait(500)
            _exchange(top, (0, 23), (1, 11))
            top.wait(1500)
            if top.phase == "ask":
                top.tap(0).wait(500)
            # Else what hands have just done counts with the card, and is asked about at once.
            top.wait(5000)
        count = len(top.named("accepted"))
        top.card("swap", 2)
        assert top.phase == "move", (asked_before, top.phase)
        top.table.button(top.now, PRESS)
        _exchange(top, (0, 11), (1, 23))
        assert top.phase == "ask"
        top.table.button(top.now, RELEASE)
        top.wait(100)
        assert top.phase == "ask" and len(top.named("accepted")) == count
        top.tap(0)
        assert len(top.named("accepted")) == count + 1


def test_who_lifts_the_same_pawn_again_and_again_is_no_faulty_reed():
    top = table_at(LINE).card("swap")
    for _ in range(12):
        top.carry(1, 23, 23, 500, 900)  # a hand thinks
        assert not any(top.debounce.masked) and not any(top.debounce.restless)
    top.wait(3000)
    assert top.phase == "ask"
    for _ in range(12):
        top.carry(2, 34, 34, 150, 500)  # and point
        assert not any(top.debounce.masked) and not any(top.debounce.restless)
    for _ in range(6):
        top.carry(2, 34, 34, 250, 250)
    assert any(top.debounce.masked)


def test_pawns_off_stacks_are_of_the_colour_of_the_home_or_row_and_of_the_nearest_stack():
    top = table_at(
        "partners-nordic green:55,55,55,58 blue:11,19,19,54 red:h,2,2,10 yellow:3,3,3,16 turn=red"
    )
    top.card("swap", 2)
    for seat, place in ((2, 10), (1, 61), (3, 0)):  # each from its stack
        top.place(seat, place)
    top.resume().wait(6000)
    told = top.named("guide")[-1]
    assert sorted(told["missing"]) == ["blue:19", "red:2", "yellow:3"]
    assert sorted(told["extra"]) == ["blue:z1", "red:9", "yellow:h"]


def test_a_move_that_leads_where_the_last_one_came_from_is_no_second_choice():
    top = table_at("sorry blue:h,18,f,f yellow:20,56,z4,f turn=blue")
    before = top.table.line()
    top.card("sorry")
    _exchange(top, (1, 0), (2, 21))
    top.wait(2500).tap(1)
    assert top.named("accepted")
    top.card("sorry", 2)
    _exchange(top, (1, 21), (2, 0))
    top.wait(2500)
    for asked in top.named("ask"):
        assert len(set(asked["choices"])) == len(asked["choices"])
    if top.phase == "ask":
        top.tap(2)
    assert top.named("accepted")[-1]["position"] == before


def test_a_question_that_was_open_when_the_power_went_is_asked_again():
    top = _asked()
    choices = top.named("ask")[-1]["choices"]
    del top.events[:]
    top.resume().wait(600)
    assert top.phase == "ask"
    again = top.named("ask")[-1]["choices"]
    assert len(top.named("ask")) == 1 and sorted(again) == sorted(choices)
    assert again[0] != LINE  # some move was meant
    top.tap(0)
    assert top.named("accepted")[-1]["asked"]
    del top.events[:]
    top.resume()  # it was answered
    top.wait(4000)
    assert top.phase == "card" and not top.named("ask")


def test_a_question_that_was_refused_or_whose_pawns_moved_in_the_dark_is_not_asked_again():
    top = _asked()
    for _ in range(8):
        if top.named("ask")[-1]["choices"][0] == LINE:
            break
        top.carry(1, 11, 11, 600, 300)
    top.tap(0)
    assert top.phase == "move"
    del top.events[:]
    top.resume().wait(4000)
    assert top.phase == "move" and not top.named("ask")
    top = _asked()
    del top.events[:]
    top.lift(2, 34).resume().wait(4000)
    assert not top.named("ask") and not top.named("accepted")
    top.place(2, 34).wait(3500)
    assert not top.named("accepted")


def test_a_pawn_put_back_ends_the_guide_where_the_card_moves_nothing():
    top = table_at("sorry red:h,h,h,f blue:h,h,h,f yellow:h,h,h,z2 green:h,2,48,f turn=blue")
    top.card("3")
    assert top.phase == "move"
    top.carry(3, 3, 31, 200, 4000)
    assert top.phase == "guide"
    top.carry(3, 31, 3, 200, 1000)
    assert top.phase == "move"
    assert top.named("guide")[-1] == {"event": "guide", "missing": [], "extra": []}
    top.tap(1)
    assert top.named("accepted")[-1]["move"] == "-"


def test_a_move_taken_back_while_the_next_hand_is_folded_ends_the_fold():
    line = "partners-pawns green:h,h,h,3 blue:h,h,h,22 red:h,h,h,33 yellow:h,h,h,h turn=green"
    top = table_at(line)
    top.card("5")
    top.carry(0, 4, 9)
    top.wait(1500)
    assert top.named("accepted")
    top.hold(1)
    assert top.phase == "fold"
    top.carry(0, 9, 4)
    top.wait(3500)
    assert top.named("undone") and top.table.line() == line
    assert top.phase == "move" and top.table.phase.shown is None  # the 5 is in force again
    top.carry(0, 4, 9)
    top.wait(1500)
    assert len(top.named("accepted")) == 2 and not top.named("folded")


def test_a_pawn_knocked_away_while_two_are_to_change_places_is_named_too():
    top = _asked()
    top.tap(0)
    top.hold(TABLE)
    top.wait(4000)
    assert top.table.line() == LINE and top.phase == "guide"
    assert sorted(top.named("guide")[-1]["missing"]) == ["blue:22", "green:10"]
    top.carry(2, 34, 40)
    top.wait(4000)
    assert top.named("guide")[-1]["missing"] == ["red:33"]
    assert top.named("guide")[-1]["extra"] == ["red:39"]
    top.carry(2, 40, 34)
    top.wait(4000)
    assert sorted(top.named("guide")[-1]["missing"]) == ["blue:22", "green:10"]
    _exchange(top, (1, 11), (0, 23))
    assert top.phase != "guide" and top.named("guide")[-1]["missing"] == []


def test_the_next_card_asks_whether_an_exchange_was_made_in_the_dark():
    top = table_at(LINE)
    top.card("swap")
    top.resume()  # green and blue may have changed places meanwhile
    top.wait(5000)
    assert not top.named("ask") and top.phase == "move"
    top.card("5")
    assert top.phase == "ask"
    choices = top.named("ask")[-1]["choices"]
    assert LINE in choices and SWAPPED in choices
    assert top.named("refused")[-1]["reason"] == "finish-move"


def test_a_card_that_moves_nothing_does_not_end_a_take_back_that_no_reed_tells_of():
    """Red has changed places with blue by an 11; blue's Sorry! moves nothing; the exchange is taken back."""
    line = "sorry red:h,h,h,30 blue:40,f,f,f turn=red"
    for both in (True, False):
        top = table_at(line)
        top.card("11")
        _exchange(top, (0, 31), (1, 41))
        top.tap(0)
        exchanged = top.table.line()
        assert "red:h,h,h,40" in exchanged
        top.card("sorry")
        assert top.phase == "move" and not top.named("card")[-1]["playable"]
        if both:
            _exchange(top, (0, 41), (1, 31))
        else:
            top.carry(0, 41, 41, 300, 300)
        top.wait(2000)
        top.card("sorry", 2)
        assert top.phase == "ask", both
        choices = top.named("ask")[-1]["choices"]
        assert line in choices and exchanged in choices


def test_a_press_that_comes_while_the_question_is_put_into_words_answers_nothing():
    top = table_at(LINE)
    top.card("swap")
    top.lift(0, 11).wait(400).lift(1, 23).wait(400).place(0, 23).wait(200).place(1, 11)
    while top.phase != "ask":
        top.wait(5)
    assert not top.named("ask")
    top.tap(0)
    assert top.named("ask") and top.phase == "ask"


def test_a_press_that_began_before_the_question_was_shown_answers_nothing():
    for early_ms, word in ((20, "ask"), (15, "ask"), (5, "card")):
        top = table_at(LINE)
        top.card("swap")
        top.lift(0, 11).wait(400).lift(1, 23).wait(400).place(0, 23).wait(200).place(1, 11)
        while not top.named("ask"):  # it takes some slices to put it into words
            top.wait(5)
        top.wait(10)
        top.table.button(top.now, PRESS, top.now - early_ms)  # heard so long after it went down
        _up(top)
        assert top.phase == word
        top.tap(0)
        assert len(top.named("accepted")) == 1
