# SPDX-License-Identifier: Apache-2.0
"""The game at the table: taking back, folding, refusing, asking, the referee, power."""

from tabletop import Tabletop, table_at
from tempdir import new_folder

from drivers import buttons, cardid

TABLE = buttons.TABLE
PAWNS = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
NO_START = "partners-pawns green:h,h,h,h blue:h,h,h,15 red:h,h,h,40 yellow:h,h,h,h turn=green"


def test_putting_the_pawn_back_takes_the_move_back():
    top = table_at(PAWNS).card("5").carry(0, 21, 26)
    assert top.named("accepted")[-1]["move"] == "g20>25"
    top.wait(1000).carry(0, 26, 21)
    assert top.named("undone")[-1]["position"] == PAWNS
    assert top.phase == "move"  # the card is active again
    top.carry(0, 4, 9)
    assert top.named("accepted")[-1]["move"] == "g3>8"
    assert len(top.named("accepted")) == 2


def test_the_plug_pulled_as_a_move_is_taken_back_leaves_its_card_in_force():
    top = table_at(PAWNS).card("5").carry(0, 21, 26).wait(1000)
    top.lift(0, 26).wait(300).place(0, 21)
    while not top.named("undone"):
        top.wait(5)
    top.resume()
    assert top.phase == "move" and top.named("card")[-1]["card"] == "5"
    top.wait(1000).carry(0, 4, 9)
    assert top.named("accepted")[-1]["move"] == "g3>8"


def test_a_move_taken_back_by_hand_ends_the_laying_down_that_had_begun():
    top = table_at(PAWNS).card("5").carry(0, 21, 26).wait(1000).hold(1)
    assert top.phase == "fold"
    top.carry(0, 26, 21)
    assert top.named("undone")[-1]["position"] == PAWNS
    assert top.phase == "move" and top.table.phase.shown is None
    top.carry(0, 4, 9)
    assert top.named("accepted")[-1]["move"] == "g3>8" and top.phase == "card"


def test_the_table_button_takes_back_one_move_after_another():
    top = table_at(PAWNS).card("5").carry(0, 21, 26).card("9").carry(1, 34, 43)
    assert len(top.named("accepted")) == 2
    for _ in range(2):
        top.hold(TABLE).wait(50)
        assert [e["event"] for e in top.events[-2:]] == ["undone", "guide"]  # at once
        assert top.phase == "guide"
    assert top.named("undone")[-1]["position"] == PAWNS
    assert sorted(top.events[-1]["missing"]) == ["blue:33", "green:20"]
    assert sorted(top.events[-1]["extra"]) == ["blue:42", "green:25"]
    top.carry(0, 26, 21).carry(1, 43, 34).wait(3000)
    assert top.phase == "deal"
    top.resume()
    assert top.table.line() == PAWNS


def test_a_card_can_be_withdrawn_and_another_laid():
    top = table_at(PAWNS).card("5").hold(TABLE)
    assert top.named("refused")[-1]["reason"] == "withdrawn"
    top.card("9").carry(0, 21, 30)
    assert top.named("accepted")[-1]["move"] == "g20>29"
    assert not top.match.seen(top.game.actions.index("5"), 1)


def test_the_next_card_is_taken_when_the_move_before_has_settled():
    top = table_at(PAWNS).card("5").carry(0, 21, 26, 300, 100)  # not settled yet
    top.card("9")
    assert not top.named("accepted")
    top.wait(500)
    assert top.named("accepted")[-1]["move"] == "g20>25"
    assert top.phase == "move"
    assert top.table.phase.action == top.game.actions.index("9")


def test_an_illegal_place_is_refused_with_the_reason():
    line = "partners-pawns green:h,h,h,13 blue:h,h,h,15 red:h,h,h,40 yellow:h,h,h,h turn=green"
    top = table_at(line).card("1/14")
    top.carry(0, 14, 28)  # over blue's wall: 14 would end on 28 (15 is not counted)
    top.wait(9000)
    refused = top.named("refused")
    assert refused and refused[-1]["what"] == "move", top.events
    assert top.phase == "guide"
    assert top.named("guide")[-1]["extra"], top.events
    top.carry(0, 28, 14).wait(1000)
    assert top.phase == "move"
    top.carry(0, 14, 15)
    assert top.named("accepted")[-1]["move"] == "g13>14"


def test_who_thinks_with_a_pawn_in_the_hand_is_not_hurried():
    top = table_at(PAWNS).card("5").lift(0, 21).wait(19000)
    assert top.phase == "move", "its destinations stay lit"
    assert not top.named("guide") and "refused" not in top.sounds
    top.wait(2000)
    assert top.named("guide")[-1]["missing"], "after long it is shown where the pawn came from"
    assert not top.named("refused"), top.events
    top.place(0, 26).wait(1500)
    assert top.named("accepted")[-1]["move"] == "g20>25"


def test_an_unplayable_card_names_the_reason_and_stays_in_the_hand():
    top = table_at(NO_START).card("12")
    assert top.named("card")[-1]["playable"] is False
    assert top.named("refused")[-1]["reason"] == "needs-start-card"
    assert top.match.hand(0) == 4
    top.card("start").move(top.results[0][1])
    assert top.named("accepted")[-1]["move"] == "gh>0"
    assert top.match.hand(0) == 3


def test_a_hand_is_folded_card_by_card():
    top = table_at(NO_START).hold(1)
    assert top.named("refused")[-1]["reason"] == "nothing-to-fold"
    top.hold(0)
    assert top.phase == "fold"
    for action in ("12", "10", "9"):
        top.card(action)
    assert not top.named("folded")
    top.card("9")  # shown twice: still three cards
    assert not top.named("folded")
    top.card("9", 2)
    assert top.named("folded")[-1]["colour"] == "green"
    assert top.match.state[16] == 1
    assert top.match.hands()["green"] == 0
    top.resume()
    assert top.match.hands()["green"] == 0


def test_cards_shown_that_nobody_can_have_shown_stop_nothing():
    for shown in ([(0, 1)] * 5, [(200, 1), (201, 9)], [(2, 200)] * 3, [(5, 1)] * 9):
        top = table_at(NO_START)
        top.match.keep(-1, 0, shown)
        top.resume()
        assert top.phase == "fold"
        for action in ("12", "10", "9", "start"):
            top.card(action)
        top.hold(TABLE).wait(50)
        assert top.phase in ("card", "move") and top.match.state[16] in (0, 1)


def test_a_playable_card_cannot_be_folded():
    top = table_at(NO_START).hold(0).card("12").card("8s")
    assert top.named("refused")[-1]["what"] == "fold"
    assert top.named("refused")[-1]["reason"] == "playable"
    assert top.phase == "move"


def test_a_card_that_cannot_be_used_ends_the_turn_in_sorry():
    line = "sorry red:h,h,h,h blue:h,h,h,h yellow:h,h,h,h green:h,h,h,h turn=red"
    top = table_at(line).card("12")
    assert top.named("card")[-1]["playable"] is False
    # The same card laid once more could be meant as blue's: it waits for blue's card or a button.
    top.card("12").wait(5000)
    assert top.named("accepted") == []
    top.card("3")
    assert top.named("accepted")[-1]["position"].endswith("turn=blue")
    top.tap(1)
    assert top.named("accepted")[-1]["position"].endswith("turn=yellow")


def test_a_change_of_places_can_be_declined():
    # red on o+2 would need 6 for home: 11 forward is too far, changing places is possible.
    line = "sorry red:h,h,h,2 blue:h,h,h,20 yellow:h,h,h,h green:h,h,h,h turn=red"
    top = table_at(line).card("11")
    assert b"" in [move for _, move in top.results]
    top.tap(0)
    if top.phase == "ask":
        top.wait(20).tap(0)
    assert top.named("accepted")[-1]["move"] == "-"
    assert top.named("accepted")[-1]["position"].endswith("turn=blue")


def test_the_referee_overrules_a_sensor():
    top = table_at(PAWNS)
    top.slots[51] = 1
    top._levels(51)
    top.wait(9000)
    assert top.phase == "guide"
    top.hold(TABLE)
    assert top.named("resync")[-1]["ignored"] == ["green:50"]
    top.wait(500)
    assert top.phase == "deal"
    top.card("5").carry(0, 21, 26)
    assert top.named("accepted")[-1]["move"] == "g20>25"


def test_a_new_game_waits_for_all_pawns():
    top = Tabletop(new_folder(), "partners-pawns")
    assert top.named("ready")
    top.lift(2, 0)
    top.events.clear()
    top.boot()
    top.match.resume()
    top.table.begin(top.now, False, "test")
    top.wait(1000)
    assert top.phase == "setup" and not top.named("ready")
    top.card("5")
    assert top.named("refused")[-1]["reason"] == "board-first"
    top.place(2, 0).wait(500)
    assert top.named("ready") and top.named("round")
    assert top.phase == "deal"


def test_a_cut_during_set_up_comes_back_to_set_up_and_is_ready_once():
    top = Tabletop(new_folder(), "partners-pawns").lift(2, 0)
    top.table.restart(top.now)
    for _ in range(2):
        top.events.clear()
        top.resume().wait(4000)
        assert top.phase == "setup"
        assert top.named("ready") == top.named("round") == []
        lies = cardid.build(top.game.deck_id, 3, 1)
        top.table.card(top.now, b"\x04abcdef", lies, "ok", True)
        assert not top.named("refused"), "nobody has laid it"
    top.place(2, 0).wait(500)
    assert top.phase == "deal"
    assert [e["event"] for e in top.events] == ["guide", "ready", "round"]
    top.lift(2, 0).resume().wait(4000)  # the set-up is over: what is missing now has been moved
    assert top.phase == "guide" and top.named("guide")[-1]["missing"] == ["red:h"]
    assert len(top.named("ready")) == 2


def test_a_hold_begun_before_the_winning_move_starts_no_new_game():
    line = "sorry red:z5,f,f,f blue:h,h,h,20 yellow:h,h,h,h green:h,h,h,h turn=red"
    top = table_at(line).card("1")
    top.table.button(top.now, buttons.PRESS | TABLE)
    top.move(top.results[0][1])
    top.table.button(top.now, buttons.HOLD | TABLE)
    top.table.button(top.now, buttons.HOLD_END | TABLE)
    assert top.named("won") and top.wait(500).table.phase == "over"
    top.hold(TABLE)
    assert top.phase == "setup"


def test_after_the_end_the_table_button_starts_anew():
    line = "sorry red:z5,f,f,f blue:h,h,h,20 yellow:h,h,h,h green:h,h,h,h turn=red"
    top = table_at(line).card("1")
    top.move(top.results[0][1])
    assert top.named("won")[-1]["winner"] == "red"
    assert top.phase == "over"
    top.card("5")
    assert top.named("refused")[-1]["reason"] == "game-over"
    top.hold(TABLE)
    assert top.phase == "setup"
    top.stand(top.match.state).wait(500)
    assert top.phase == "card"
    assert top.table.line().endswith("turn=red")


def test_the_button_asks_about_a_swap_that_no_reed_has_seen():
    """One hand swaps: it puts its pawn beside the other one and takes that away."""
    line = "partners-pawns green:h,h,h,51 blue:h,h,h,16 red:h,h,h,7 yellow:h,h,h,46 turn=yellow"
    for pause_ms in (800, 8000):
        top = table_at(line).card("swap").carry(0, 52, 17, 400, 400)
        top.carry(1, 17, 52, 400, pause_ms)
        assert top.named("accepted") == []
        if top.phase != "ask":  # it asks by itself after three seconds
            top.tap(3).wait(100)
        wanted = line.replace("51", "0").replace("16", "51").replace(":h,h,h,0", ":h,h,h,16")
        wanted = wanted.replace("turn=yellow", "turn=green")
        assert wanted in top.named("ask")[-1]["choices"]
        while top.named("ask")[-1]["choices"][0] != wanted:
            asked = len(top.named("ask"))
            top.carry(0, 17, 17, 500, 500).carry(1, 52, 52, 500, 1500)
            assert len(top.named("ask")) > asked
        top.tap(3)
        assert top.named("accepted")[-1]["position"] == wanted
        assert top.named("accepted")[-1]["asked"]


def test_a_card_laid_as_a_pawn_is_lifted_waits_until_the_reeds_have_told():
    sorry = "sorry red:h,h,h,20 blue:h,h,h,40 yellow:h,h,h,h green:h,h,h,h turn=red"
    for line, card, end, move in (
        (PAWNS, "5", 26, "g20>25"), (sorry, "1", 22, "r20>21"),  # the first of its game's cards
    ):  # fmt: skip
        top = table_at(line).card(card).carry(0, 21, end, 300, 300).lift(0, end)
        top.wait(40)  # its reed is open, and still believed to be closed
        top.card("12")
        assert not top.named("accepted")
        top.wait(600)
        assert top.named("refused")[-1]["reason"] == "finish-move"
        top.place(0, end).wait(10)  # here it is closed, and still believed to be open
        top.card("12").wait(700)
        assert top.named("accepted")[-1]["move"] == move
        assert top.table.phase.action == top.game.actions.index("12")


def test_a_button_pressed_as_a_pawn_is_lifted_waits_until_the_reeds_have_told():
    top = table_at(PAWNS).card("swap").lift(0, 21).wait(300).lift(1, 34).wait(300)
    top.place(0, 34).place(1, 21).wait(1500)
    assert top.phase == "ask"
    top.lift(0, 34).wait(40).tap(0).wait(300)
    assert not top.named("accepted")
    top.place(0, 34).wait(10).tap(0).wait(60)
    assert [e["asked"] for e in top.named("accepted")] == [True]


def test_a_throw_of_one_waits_for_the_reeds_as_any_other():
    """A 1 is the first of the actions; the button comes as a pawn is lifted that has just arrived."""
    for value in (1, 3):
        top = table_at("ludo-norsk red:h,h,h,5 blue:h,h,h,40 turn=red", dice=[value]).tap(0)
        top.carry(0, 6, 6 + value, 300, 300).lift(0, 6 + value).wait(40).tap(0)
        assert not top.named("accepted") and not top.named("refused"), value
        top.wait(300)
        assert not top.named("accepted"), value
        top.place(0, 6 + value).wait(1500)
        assert len(top.named("accepted")) == 1, value


LUDO = "ludo-norsk red:h,h,0,30 yellow:h,h,6,28 green:h,20,39,45 turn=green"


def test_a_button_does_not_take_a_pawn_in_the_hand_for_one_on_a_stack():
    top = table_at(LUDO, dice=(6,)).tap(3).lift(3, 40)
    top.wait(190)  # over its own pawn on 45, which it may have joined
    top.tap(3).wait(200)
    assert not top.named("accepted")
    top.place(3, 40).wait(5)  # its reed is about to tell
    top.tap(3).wait(2500)
    assert not top.named("accepted")
    assert top.phase == "move"


def test_the_button_takes_a_pawn_on_a_stack_when_the_board_has_settled():
    top = table_at(LUDO, dice=(6,)).tap(3).carry(3, 40, 46, 190, 150)
    lifted_ms = 190 + 150
    top.tap(3).wait(600 - lifted_ms - 45)
    assert not top.named("accepted")
    top.wait(65)
    assert [e["move"] for e in top.named("accepted")] == ["g39>45"]


def test_a_card_laid_with_a_pawn_on_a_stack_waits_until_the_board_has_settled():
    top = table_at(
        "partners-pawns green:h,h,10,16 blue:h,h,h,22 red:h,h,h,h yellow:h,h,h,h turn=green"
    )
    top.card("5").carry(0, 11, 17, 190, 100).card("9")
    assert top.table.phase.action == top.game.actions.index("5")
    top.wait(400)
    assert [e["move"] for e in top.named("accepted")] == ["g10>16"]
    assert top.table.phase.action == top.game.actions.index("9")
    assert not top.named("refused")


def test_a_button_pressed_before_hands_went_on_does_not_say_that_they_are_done():
    for late in (False, True):
        top = table_at(PAWNS).card("5").lift(0, 21).wait(300)
        if not late:
            top.place(0, 26).wait(10)
        top.table.button(top.now, buttons.PRESS)
        top.wait(15)
        if late:
            top.place(0, 26)
        top.wait(85)
        top.table.button(top.now, buttons.RELEASE)
        top.table.keep()
        top.wait(20)
        assert not top.named("accepted")
        top.wait(600)
        assert [e["move"] for e in top.named("accepted")] == ["g20>25"]
        assert not top.named("refused")


def test_a_quick_next_player_lays_the_card_and_begins():
    top = table_at(PAWNS).card("5").carry(0, 21, 26, 300, 200).card("9").wait(150)
    top.carry(1, 34, 43, 800, 1000)
    assert [e["move"] for e in top.named("accepted")] == ["g20>25", "b33>42"]
    assert not top.named("refused")


def test_a_button_that_said_done_as_the_table_saw_it_itself_is_no_mistake():
    top = table_at(PAWNS).card("5").carry(0, 21, 26, 300, 100).tap(0).wait(1000)
    assert [e["move"] for e in top.named("accepted")] == ["g20>25"]
    assert not top.named("refused")
    top.tap(0)
    assert top.named("refused")[-1]["reason"] == "not-your-turn"


def test_another_card_waits_while_the_pawn_of_a_stack_is_in_the_hand():
    line = "partners-nordic green:18,18,47,z4 blue:h,16,35,z4 red:h,h,42,z4 yellow:h,23,45,z1 turn=green"
    top = table_at(line).card("10").carry(0, 19, 29, 300, 400)  # no reed tells that it was lifted
    top.lift(0, 29).wait(100).card("5")  # the board looks as before
    assert top.table.phase.action == top.game.actions.index("10")
    top.place(0, 29).wait(700)
    assert top.named("accepted")[-1]["move"] == "g18>28"
    assert top.table.phase.action == top.game.actions.index("5")
    top = table_at(line).card("10").carry(0, 19, 29, 300, 400)
    top.carry(0, 29, 19, 300, 100)  # put back, or still in the hand: no reed tells
    top.card("5").wait(700)
    assert top.named("refused")[-1]["reason"] == "finish-move"
    assert top.table.phase.action == top.game.actions.index("10")
    top.hold(TABLE).card("5").wait(250)
    assert top.table.phase.action == top.game.actions.index("5")
    assert not top.named("accepted")
