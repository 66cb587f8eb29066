# SPDX-License-Identifier: Apache-2.0
"""The die at the table: thrown once, by whose turn it is, and soon after the move before."""

from tabletop import table_at

from drivers import buttons


def test_the_die_is_thrown_once():
    line = "ludo-norsk red:h,h,h,5 yellow:h,h,h,h blue:h,h,h,h green:h,h,h,h turn=red"
    top = table_at(line, dice=[3, 6]).tap(1)
    assert top.named("refused")[-1]["reason"] == "not-your-turn"
    top.tap(0)
    assert top.named("rolled")[-1]["value"] == 3
    top.tap(0).card("6")
    assert len(top.named("rolled")) == 1
    assert top.named("refused")[-1]["reason"] == "finish-move"
    top.carry(0, 6, 9)
    assert top.named("accepted")[-1]["move"] == "r5>8"


def test_a_throw_without_a_move_passes_at_once():
    line = "ludo-norsk red:h,h,h,h yellow:h,h,h,h blue:h,h,h,h green:h,h,h,h turn=red"
    top = table_at(line, dice=[3]).tap(0)
    assert top.named("accepted")[-1]["move"] == "-"
    assert top.named("accepted")[-1]["position"].endswith("turn=red tries=1")


def test_the_next_throw_waits_for_the_move_before():
    """A quick next player throws before the board has settled; nothing is lost."""
    line = "ludo-norsk red:h,h,h,4 yellow:h,h,h,20 blue:h,h,h,30 green:h,h,h,45 turn=red"
    top = table_at(line, dice=(3, 2)).tap(0).tap(1)  # nothing is moved yet: not yellow's turn
    assert top.named("refused")[-1]["reason"] == "not-your-turn"
    top.lift(0, 5).wait(200).tap(1).wait(500)  # and the pawn is in the air
    assert len(top.named("refused")) == 2
    top.place(0, 8).wait(100).tap(1)
    assert not top.named("accepted")
    top.wait(500)
    assert top.named("accepted")[-1]["move"] == "r4>7"
    assert len(top.named("refused")) == 2
    assert [e["value"] for e in top.named("rolled")] == [3, 2]


def test_a_press_that_says_done_is_no_throw():
    """The board settles between press and release; after a six the same seat is next."""
    line = "ludo-norsk red:h,h,h,4 yellow:h,h,h,20 blue:h,h,h,30 green:h,h,h,45 turn=red"
    top = table_at(line, dice=(6, 2)).tap(0).carry(0, 5, 11, 200, 400)
    top.table.button(top.now, buttons.PRESS)
    top.wait(300)
    assert top.named("accepted")[-1]["move"] == "r4>10"
    top.table.button(top.now, buttons.RELEASE)
    assert len(top.named("rolled")) == 1
    top.tap(0)
    assert len(top.named("rolled")) == 2


def test_a_press_that_was_heard_after_the_move_was_accepted_says_done_all_the_same():
    """After a six the same seat is next, after a three another one."""
    line = "ludo-norsk red:h,h,h,4 yellow:h,h,h,20 blue:h,h,h,30 green:h,h,h,45 turn=red"
    for dice in (6, 3):
        for late in (False, True):
            top = table_at(line, dice=(dice, 2)).tap(0).carry(0, 5, 5 + dice, 200, 100)
            while not top.named("accepted"):
                top.wait(5)
            top.table.button(top.now, buttons.PRESS, top.now if late else top.now - 15)
            top.wait(80)
            top.table.button(top.now, buttons.RELEASE)
            top.table.keep()
            top.wait(20)
            assert len(top.named("rolled")) == 1 + (late and dice == 6)
            assert len(top.named("refused")) == (late and dice == 3)


def test_a_next_player_who_pressed_before_the_hands_went_on_does_not_end_their_move():
    line = "ludo-norsk red:h,h,h,4 yellow:h,h,h,20 blue:h,h,h,30 green:h,h,h,45 turn=red"
    for early in (True, False):
        top = table_at(line, dice=(3, 2)).tap(0).lift(0, 5).wait(300)
        if early:
            top.table.button(top.now, buttons.PRESS | 1)
            top.wait(50)
        top.place(0, 8).wait(150)
        if not early:
            top.table.button(top.now, buttons.PRESS | 1)
        top.table.button(top.now, buttons.RELEASE | 1)
        top.wait(20)
        assert not top.named("accepted")
        top.wait(1500)
        assert len(top.named("accepted")) == 1, "the board says it in its own time"


def test_a_next_player_who_lets_go_late_ends_no_move_that_went_on_under_the_press():
    line = "ludo-norsk red:h,h,h,4 yellow:h,h,h,20 blue:h,h,h,30 green:h,h,h,45 turn=red"
    for early in (True, False):
        top = table_at(line, dice=(3, 2)).tap(0).lift(0, 5).wait(300)
        if early:
            top.table.button(top.now, buttons.PRESS | 1)
            top.wait(50)
        top.place(0, 8).wait(350)  # long enough for a board that somebody says is done
        if not early:
            top.table.button(top.now, buttons.PRESS | 1)
        top.table.button(top.now, buttons.RELEASE | 1)
        top.wait(20)
        assert bool(top.named("accepted")) is not early
        top.wait(600)
        assert len(top.named("accepted")) == 1


def test_the_least_throw_is_one_like_any_other():
    line = "ludo-norsk red:h,h,h,4 yellow:h,h,h,20 blue:h,h,h,30 green:h,h,h,45 turn=red"
    for value in range(1, 6):
        top = table_at(line, dice=(value, 2)).tap(0).tap(1).tap(2)
        assert [e["reason"] for e in top.named("refused")] == ["not-your-turn"] * 2, value
        assert len(top.named("rolled")) == 1
        top.lift(0, 5).wait(50)
        assert ("lifted", [(0, 5)]) in top.feedback.asked, "its light does not wait for the others"
        top.wait(150).place(0, 5 + value).wait(100).tap(1).wait(600)
        assert top.named("accepted")[-1]["move"] == "r4>%d" % (4 + value)
        assert [e["value"] for e in top.named("rolled")] == [value, 2]
        top.hold(buttons.TABLE)
        assert top.named("refused")[-1]["reason"] == "withdrawn" and top.table.phase.action == -1


def test_the_first_card_of_a_deck_is_one_like_any_other():
    lines = (
        "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green",
        "sorry red:h,h,h,5 blue:h,h,h,20 yellow:h,h,h,h green:h,h,h,h turn=red",
    )
    for line in lines:
        for number in range(4):
            top = table_at(line)
            top.card(top.game.actions[number])
            if top.phase != "move":
                continue
            assert top.table.phase.action == number and top.named("card")[-1]["playable"]
            top.tap(1)
            assert top.named("refused")[-1]["reason"] == "not-your-turn"
            again = top.resume()
            assert again.table.phase.action == number and again.table.phase == "move"
            again.card(top.game.actions[number])
            assert len(again.named("card")) == 3, "it lies there, and that is said again"
            again.hold(buttons.TABLE)
            assert again.named("refused")[-1]["reason"] == "withdrawn" and again.table.phase.action == -1


def test_a_press_that_began_in_the_move_before_is_not_out_of_turn():
    line = "ludo-norsk red:h,h,h,4 yellow:h,h,h,20 blue:h,h,h,30 green:h,h,h,45 turn=red"
    for value in (1, 3):
        top = table_at(line, dice=[value]).tap(0).lift(0, 5).wait(300)
        top.table.button(top.now, buttons.PRESS | 3)  # green, who is not even the next
        top.place(0, 5 + value).wait(1500)
        assert len(top.named("accepted")) == 1
        top.table.button(top.now, buttons.RELEASE | 3)
        assert not top.wait(500).named("refused"), value
        top.tap(3)
        assert top.named("refused")[-1]["reason"] == "not-your-turn"


def test_a_card_that_moves_nothing_is_said_to_each_time_and_ends_with_a_press_of_its_own():
    line = "sorry red:h,h,h,h blue:h,h,h,h yellow:h,h,h,h green:h,h,h,h turn=red"
    top = table_at(line)
    top.table.button(top.now, buttons.PRESS)
    top.card("5")
    assert top.phase == "move" and not top.named("card")[-1]["playable"]
    top.table.button(top.now, buttons.RELEASE)  # it went down before the card was there
    assert not top.wait(1000).named("accepted")
    top.card("5")
    assert [e["playable"] for e in top.named("card")] == [False, False]
    top.tap(0)
    assert top.named("accepted")[-1]["move"] == "-"
