# SPDX-License-Identifier: Apache-2.0
# heap: 16m
"""What the table says, plays and shows in every situation, and what it does not."""

from instead import Instead, full_flash
from tabletop import SETTINGS, Tabletop, table_at
from tempdir import new_folder

from drivers import buttons, cardid
from rules.game import TURN
from sense.recognise import BACK
from store import files

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
BUMP = LINE.replace("33", "25")
STUCK = "partners-pawns green:h,h,h,h blue:h,h,h,15 red:h,h,h,40 yellow:h,h,h,h turn=green"
LUDO = "ludo-norsk red:h,h,h,5 blue:h,h,h,20 turn=red"
SORRY = "sorry red:h,h,h,5 blue:h,h,h,20 yellow:h,h,h,h green:h,h,h,h turn=red"
OVER = "sorry red:f,f,f,f blue:h,h,h,20 turn=none winner=red"
TABLE = 4


def at(line=LINE, dice=()):
    top = table_at(line, new_folder(), dice).wait(200)
    forget(top)
    return top


def forget(top):
    del top.events[:]
    del top.sounds[:]
    del top.feedback.asked[:]


def names(top):
    return [event["event"] for event in top.events]


def why(top):
    return [(event["what"], event["reason"]) for event in top.named("refused")]


def fold_all(top, seats):
    for _ in range(seats):
        top.table._settings = {"fold": "trusted"}
        top.hold(top.match.state[TURN])


# -- moves --------------------------------------------------------------------------------


def test_an_accepted_move_is_told_with_its_position_heard_and_seen():
    top = at().card("5")
    assert top.events == [{"event": "card", "card": "5", "copy": 1, "playable": True}]
    forget(top)
    top.carry(0, 21, 26)
    (event,) = top.events
    assert event["event"] == "accepted" and event["move"] == "g20>25" and event["asked"] is False
    assert event["position"] == LINE.replace("3,20", "3,25").replace("turn=green", "turn=blue")
    assert top.sounds == ["accepted"]
    assert [a for a in top.feedback.asked if a[0] == "accepted"]
    assert top.table.phase.action == -1 and len(top.results) == 0
    assert top.now - 1500 < top.table.rested_ms <= top.now


def test_a_pawn_that_is_sent_home_sounds_otherwise():
    top = at(BUMP).card("5")
    forget(top)
    top.move(top.results[[m for _, m in top.results].index(bump_of(top))][1])
    assert top.named("accepted")[-1]["move"] == "g20>25xb25" and top.sounds == ["bump"]


def bump_of(top):
    (found,) = [move for _, move in top.results if top.match.bumped(move)]
    return found


def test_the_last_card_of_a_deal_begins_the_next_one_with_its_dealer_and_first_player():
    top = at()
    fold_all(top, 3)
    assert names(top) == ["folded"] * 3
    assert [e["colour"] for e in top.named("folded")] == ["green", "blue", "red"]
    forget(top)
    fold_all(top, 1)
    assert names(top) == ["folded", "round"]
    assert top.named("round") == [
        {"event": "round", "dealer": "yellow", "deal": 2, "first": "green"}
    ]
    assert top.phase == "deal"


def test_the_winning_move_is_told_and_no_deal_follows_it():
    top = at("sorry red:z5,f,f,f blue:h,h,h,20 turn=red").card("1")
    forget(top)
    top.move(top.results[0][1])
    assert names(top) == ["accepted", "won"] and top.named("won")[0]["winner"] == "red"
    assert top.sounds == ["win"] and top.phase == "over"


def test_a_move_that_could_not_be_saved_is_told_once_and_counts():
    top = at().card("5")
    top.match.trouble = "the flash is full"
    forget(top)
    top.carry(0, 21, 26)
    faults = top.named("fault")
    assert len(faults) == 1 and faults[0]["part"] == "flash" and faults[0]["text"]
    assert names(top)[:2] == ["accepted", "fault"] and top.match.trouble == ""


def flash_faults(top):
    return [event["text"] for event in top.named("fault") if event["part"] == "flash"]


def test_whatever_cannot_be_written_is_told_once_when_it_happens():
    """A card, the cards of a fold, a fold, a take-back, a new game: people may pull the plug."""
    deeds = (
        (LINE, lambda top: top.card("5"), "card"),
        (STUCK, lambda top: top.hold(0), "card"),
        (STUCK, lambda top: fold_all(top, 1), "folded"),
        (OVER, lambda top: top.hold(TABLE), ""),
    )
    for line, deed, first in deeds:
        top = at(line)
        with Instead(files, "write", full_flash):
            deed(top)
            assert len(flash_faults(top)) == 1 and "flash is full" in flash_faults(top)[0], line
            assert top.match.waiting
            if first == "card" and line == LINE:
                assert names(top)[:2] == ["card", "fault"], "the card is told all the same"
            top.table.keep()
            top.table.keep()
            assert len(flash_faults(top)) == 1, line
        top.journal.retry()
        top.table.keep()
        assert not top.match.waiting and len(flash_faults(top)) == 1, line
        stands = top.table.line(), top.table.phase.action, top.table.phase.shown
        if not top.table.setup:
            top.resume()
            assert (top.table.line(), top.table.phase.action, top.table.phase.shown) == stands


def test_a_take_back_that_cannot_be_written_is_told():
    top = at().card("5").carry(0, 21, 26)
    forget(top)
    with Instead(files, "write", full_flash):
        top.hold(TABLE)
    assert names(top)[:2] == ["undone", "fault"] and len(flash_faults(top)) == 1
    assert top.table.line() == LINE


# -- back ---------------------------------------------------------------------------------


def test_a_fold_is_taken_back_by_the_table_button_and_nothing_is_past_the_start():
    top = at()
    fold_all(top, 2)
    forget(top)
    top.hold(TABLE)
    assert names(top)[0] == "undone" and top.named("undone")[0]["position"].endswith("turn=blue")
    assert top.sounds[0] == "tick" and ("undone",) in top.feedback.asked
    assert top.match.hand(1) == 4 and top.table.phase.action == -1
    top.wait(500).hold(TABLE)
    assert top.named("undone")[-1]["position"] == LINE
    assert top.match.hands() == {"green": 4, "blue": 4, "red": 4, "yellow": 4}
    top.wait(500)
    forget(top)
    for _ in range(3):
        top.hold(TABLE).wait(500)
    assert not top.events and top.table.line() == LINE
    assert top.phase == "deal"


def test_a_move_taken_back_by_the_button_asks_for_its_pawn_and_its_card_again():
    top = at().card("5").carry(0, 21, 26)
    forget(top)
    top.hold(TABLE)
    assert top.named("undone")[0]["position"] == LINE
    top.wait(500)
    assert top.table.phase.action == -1 and top.table.undoing
    top.carry(0, 26, 21).wait(1000)
    assert not top.table.undoing and top.phase == "deal"
    forget(top)
    top.card("5")
    assert top.named("card") and not top.named("refused"), "it may be played again"


def test_the_button_withdraws_a_card_before_it_takes_back_a_move():
    top = at().card("5").carry(0, 21, 26).card("12")
    forget(top)
    top.hold(TABLE)
    assert why(top) == [("card", "withdrawn")] and not top.named("undone")
    assert top.table.phase.action == -1 and len(top.results) == 0
    top.wait(300).hold(TABLE)
    assert top.named("undone")


def test_a_fold_that_has_begun_is_cancelled_by_either_button():
    for button in (0, TABLE):
        top = at(STUCK).hold(0)
        assert top.phase == "fold" and not why(top)
        top.card("12")
        forget(top)
        (top.hold if button == TABLE else top.tap)(button)
        assert why(top) == [("fold", "fold-cancelled")] and top.table.phase.shown is None
        assert top.phase != "fold" and top.table.line() == STUCK
        assert not top.named("undone")


# -- cards --------------------------------------------------------------------------------


def test_the_card_in_force_laid_once_more_is_told_again_and_changes_nothing():
    top = at().card("5")
    told = dict(top.named("card")[-1])
    forget(top)
    top.card("5")
    assert top.named("card") == [told] and not why(top)
    top.card("5", 2)  # another one of the same kind: the player took another card
    assert top.named("card")[-1]["copy"] == 2 and top.table.phase.copy == 2


def test_a_card_that_lay_there_in_the_dark_is_not_told_twice():
    top = at().card("5").resume()
    assert top.phase == "move"
    forget(top)
    lay(top, "5", 1, True)
    assert not top.events


def lay(top, action, copy=1, lying=False):
    payload = cardid.build(top.game.deck_id, top.game.actions.index(action), copy)
    top.table.card(top.now, b"\x04abcdef", payload, "ok", lying)
    top.wait(500)
    top.table.keep()
    top.wait(10)


def test_a_card_that_was_refused_and_still_lies_there_after_a_cut_is_no_card():
    for accepted in (True, False):
        top = at().card("5").lift(0, 21).wait(300)
        lay(top, "9")
        assert why(top) == [("card", "finish-move")]
        if accepted:
            top.place(0, 26).wait(900)
            assert top.named("accepted")
        else:
            top.place(0, 21).wait(900)
        top.resume()
        forget(top)
        lay(top, "9", 1, True)
        assert not top.events and top.phase == ("card" if accepted else "move")
        lay(top, "9")
        assert top.named("card")[-1]["card"] == "9", "one that is laid now is in force"


def test_a_card_laid_before_the_board_was_ready_that_lies_there_after_a_cut_is_no_card():
    for copy in (1, 2):
        top = Tabletop(new_folder(), "sorry").lift(0, 0)
        top.table.restart(top.now)
        top.wait(300)
        lay(top, "1", copy)
        assert why(top) == [("card", "board-first")]
        top.place(0, 0).wait(900)
        top.table.keep()
        top.resume().wait(900)
        forget(top)
        lay(top, "1", copy, True)
        assert (top.events, top.phase) == ([], "card"), copy
        lay(top, "1", copy)
        assert top.phase == "move", "laid once more"


def test_a_card_is_told_when_it_is_on_flash_and_not_before():
    top = at()
    payload = cardid.build(top.game.deck_id, top.game.actions.index("5"), 1)
    top.table.card(top.now, b"\x04abcdef", payload, "ok")
    top.wait(300)
    assert top.phase == "move" and not top.named("card")
    assert not top.resume().named("card"), "who pulls the plug now has been told nothing"
    top.card("5")
    assert len(top.named("card")) == 1
    assert len(top.resume().named("card")) == 2, "now it is in force"


def test_no_choice_of_a_question_is_told_twice():
    """What a computer passed over may be what the board was before, too."""
    top = at()
    same, other = bytes(top.match.state), bytearray(top.match.state)
    other[TURN] = 1
    other = bytes(other)
    for states, told in (((same, same), 1), ((same, other, same), 2)):
        for _ in top.table._choices(list(states)):
            pass
        assert len(top.named("ask")[-1]["choices"]) == told


def test_a_card_of_a_fold_that_still_lies_there_after_a_cut_is_no_card():
    top = at(STUCK).hold(0)
    for card, copy in (("12", 1), ("10", 1), ("9", 1), ("9", 2)):
        top.card(card, copy)
    assert top.named("folded")
    top.resume()
    forget(top)
    lay(top, "9", 2, True)
    assert not why(top) and top.phase == "card"
    lay(top, "9", 2)
    assert why(top) == [("card", "already-played")], "one that is laid now is refused"


def test_a_card_that_the_table_button_took_away_lies_there_after_a_cut_and_is_no_card():
    top = at(SORRY)
    lay(top, "1")
    top.move(top.results[0][1])
    lay(top, "2")
    for _ in range(2):
        top.hold(TABLE)
        top.stand(top.match.state).wait(2000)
        top.table.keep()
        top.resume()
        forget(top)
        lay(top, "2", 1, True)
        assert (top.events, top.phase) == ([], "card")
    lay(top, "2")
    assert [event["playable"] for event in top.named("card")] == [True], "laid once more"


def test_a_card_of_dice_that_lies_there_when_the_power_comes_is_no_throw():
    top = at(LUDO, dice=[5]).tap(0)
    top.move(top.results[0][1])
    assert top.named("accepted")
    for lying, phase in ((True, "card"), (False, "move")):
        lay(top, "5", 1, lying)
        assert (top.phase, len(top.named("card"))) == (phase, phase == "move")
    top.table.keep()
    top.resume()
    lay(top, "5", 1, True)
    assert top.phase == "move" and top.table.phase.action == top.game.actions.index("5")
    for line in (LUDO, SORRY):
        fresh = at(line)
        lay(fresh, "5", 1, True)
        assert fresh.table.phase == "move", "laid in the dark: no card before it"


def test_every_reason_to_refuse_a_card_at_once():
    top = at()
    top.table.card(top.now, b"\x04abcdef", None, "blank")
    assert top.named("refused")[-1]["what"] == "card" and top.sounds == ["refused"]
    assert top.feedback.asked[-1][0] == "refresh", "the lights are put right again"
    top.card("5").carry(0, 21, 26)
    forget(top)
    top.card("5")
    assert why(top) == [("card", "already-played")]
    over = at(OVER).card("5")
    assert why(over) == [("card", "game-over")]
    setup = Tabletop(new_folder(), "partners-pawns").lift(0, 0)
    setup.table.restart(setup.now)
    setup.wait(300)
    forget(setup)
    setup.card("5")
    assert why(setup) == [("card", "board-first")]
    two = at()
    two.table.two_cards(two.now)
    assert why(two) == [("card", "two-cards")] and two.feedback.asked[-1][0] == "refresh"


def test_a_refusal_has_its_word_and_its_sentence():
    top = at().tap(2)
    (event,) = top.named("refused")
    assert event["reason"] == "not-your-turn" and len(event["text"]) > 10
    assert event["text"] != event["reason"] and top.sounds == ["refused"]


def test_a_throw_cannot_be_exchanged_for_a_card():
    top = at(LUDO, dice=[3]).tap(0)
    assert top.named("rolled") == [{"event": "rolled", "value": 3}] and top.sounds == ["tick"]
    assert ("rolled", 3) in top.feedback.asked
    forget(top)
    top.card(top.game.actions[4])
    assert why(top) == [("card", "finish-move")] and top.table.phase.action == 2


# -- buttons ------------------------------------------------------------------------------


def test_an_elbow_on_the_table_button_or_on_that_of_who_does_not_throw_next_ends_no_move():
    stack = "ludo-norsk red:h,h,5,8 yellow:h,13,14,z1 blue:h,h,33,50 green:h,h,h,h turn=red"
    for elbow in (TABLE, 2, 3, 1):
        top = (
            at(stack, dice=[3, 2]).tap(0).lift(0, 6).wait(900)
        )  # it may have joined the other one
        top.tap(elbow)
        assert bool(top.named("accepted")) == (elbow == 1), elbow  # yellow throws next


def test_a_tap_of_the_table_button_without_a_card_does_nothing():
    top = at().tap(TABLE)
    assert not top.events


def test_the_next_players_button_ends_the_move_before():
    top = at(LUDO, dice=[3, 2]).tap(0).carry(0, 6, 9, 400, 100)
    seat = next(s for s in top.match.game.seats if s != 0)
    top.tap(seat)
    assert not top.named("accepted"), "hands may be going on"
    top.wait(500)
    assert top.named("accepted")
    assert [e["value"] for e in top.named("rolled")] == [3, 2]


def test_buttons_of_others_are_refused_and_during_set_up_or_after_the_end_do_nothing():
    top = at()
    for seat in (1, 2, 3):
        top.tap(seat)
    assert why(top) == [("move", "not-your-turn")] * 3
    forget(top)
    top.hold(2)
    assert why(top) == [("fold", "nothing-to-fold")]
    over = at(OVER).tap(0).hold(0)
    assert not over.events
    cards = at(SORRY).hold(0)
    assert not cards.events, "nobody holds a hand of cards"


def test_a_hand_is_not_folded_while_a_card_is_played():
    top = at().card("5")
    forget(top)
    top.hold(0)
    assert why(top) == [("fold", "nothing-to-fold")] and top.table.phase.shown is None


def test_a_trusted_fold_needs_no_cards():
    top = at(STUCK)
    top.table._settings = {"fold": "trusted"}
    top.hold(0)
    assert top.named("folded") == [{"event": "folded", "colour": "green"}]
    assert top.match.hand(0) == 0 and SETTINGS["fold"] == "shown"


def test_cards_shown_for_a_fold_are_heard_and_a_card_shown_twice_is_not():
    top = at(STUCK).hold(0)
    forget(top)
    top.card("12")
    assert top.sounds == ["tick"] and len(top.table.phase.shown) == 1
    top.card("12")
    assert top.sounds == ["tick"] and len(top.table.phase.shown) == 1
    top.card("12", 2)
    assert top.sounds == ["tick", "tick"] and len(top.table.phase.shown) == 2


# -- begin ----------------------------------------------------------------------------------


def test_a_new_game_is_ready_when_its_pawns_are_and_tells_its_first_deal():
    top = Tabletop(new_folder(), "partners-pawns")
    assert names(top) == ["ready", "round"]
    assert top.named("ready")[0] == {
        "event": "ready", "rulebook": "partners-pawns", "version": "test",
    }  # fmt: skip
    cards = Tabletop(new_folder(), "sorry")
    assert names(cards) == ["ready"]


def test_what_is_in_force_is_kept_in_a_game_and_not_after_it():
    top = at()
    kept = []
    top.match.keep = lambda *what: kept.append(what)
    top.table.keep()
    assert kept == [(-1, 0, None)]
    top.card("5", 2)
    assert kept[-1] == (top.game.actions.index("5"), 2, None)
    top.table.setup = True
    top.table.keep()
    assert kept[-1] == (-1, 0x20, None), "that the pawns of a new game are not at home yet"
    over = at(OVER)
    over.match.keep = lambda *what: kept.append(what)
    over.table.keep()
    assert len(kept) == 3


def test_a_throw_a_card_and_a_fold_in_force_are_taken_up_after_a_cut():
    top = at(LUDO, dice=[3]).tap(0)
    top.table.keep()
    top.resume()
    assert top.phase == "move" and top.table.phase.action == 2 and top.table.phase.copy == 0
    assert top.named("rolled")[-1]["value"] == 3 and ("rolled", 3) in top.feedback.asked
    top.move(top.results[0][1])
    assert top.named("accepted")
    top = at().card("5", 2)
    top.table.keep()
    top.resume()
    assert (top.phase, top.table.phase.copy) == ("move", 2)
    top.carry(0, 4, 9)
    assert top.named("accepted")[-1]["move"] == "g3>8"
    top = at(STUCK).hold(0).card("12").card("10")
    top.table.keep()
    top.resume()
    assert top.phase == "fold" and len(top.table.phase.shown) == 2
    for card, copy in (("9", 1), ("9", 2)):
        top.card(card, copy)
    assert top.named("folded")[-1]["colour"] == "green"


def test_without_computers_nobody_thinks():
    top = at()
    assert top.table.think(top.now) is False and top.table.computers is None
    bare = at()
    bare.table._make_seats = None
    assert bare.table.players() is None


def test_every_event_of_a_button_counts_for_its_own_seat_only():
    top = at(LUDO, dice=[1])
    top.table.button(top.now, buttons.HOLD_END | 0)
    assert not top.events
    top.table.button(top.now, buttons.PRESS | 0)
    assert not top.events, "a throw is made when the button comes up"
    top.table.button(top.now, buttons.RELEASE | 0)
    assert not top.events, "it is told when it has been written down"
    top.table.keep()
    assert names(top)[0] == "rolled"


def test_a_card_laid_right_after_the_winning_move_is_refused_by_its_word():
    top = at("sorry red:z5,f,f,f blue:h,h,h,20 turn=red").card("1")
    _, move = top.results[0]
    top.lift(0, move[2]).wait(400).place(0, move[3]).wait(300)
    assert not top.named("won")
    top.card("5").wait(400)
    assert [event["winner"] for event in top.named("won")] == ["red"]
    assert why(top) == [("card", "game-over")] and top.table.phase.action == -1


def test_a_referee_can_begin_a_new_game_with_a_reed_that_sees_no_pawn():
    top = Tabletop(new_folder(), "partners-pawns").lift(0, 0)
    top.table.restart(top.now)
    top.wait(300)
    forget(top)
    top.wait(4000)
    assert top.table.setup and not top.named("ready")
    top.hold(TABLE)
    (event,) = top.named("resync")
    assert event["position"] == top.table.line() and len(event["ignored"]) == 1
    top.wait(1000)
    assert not top.table.setup and len(top.named("ready")) == 1 == len(top.named("round"))
    assert top.named("ready")[0]["rulebook"] == "partners-pawns"


def words(top):
    """A refusal that is being put into words."""
    yield
    top.table.emit({"event": "refused", "what": "move", "reason": "wall"})


def test_what_is_being_put_into_words_is_told_before_what_comes_next():
    top = at()
    top.card("5")
    forget(top)
    top.table.outbox.begin(words(top))
    top.hold(TABLE)
    assert [(e["event"], e.get("reason")) for e in top.events[:2]] == [
        ("refused", "wall"),
        ("refused", "withdrawn"),
    ]


def test_what_is_being_put_into_words_is_told_before_what_hands_did():
    top = at()
    top.card("5").lift(0, 21).wait(4000)
    forget(top)
    top.table.outbox.begin(words(top))
    top.table._follow(BACK, top.now)
    assert [e["event"] for e in top.events][:1] == ["refused"] and not top.table.outbox.busy()
    # But a question that hands have overtaken is not asked.
    top.table.outbox.begin(words(top), asks=True)
    forget(top)
    top.table._follow(BACK, top.now)
    assert "refused" not in names(top) and not top.table.outbox.busy()


def test_a_new_game_is_shown_at_once():
    top = at(OVER)
    top.table.restart(top.now)
    assert top.feedback.asked[-1] == ("refresh", "setup")


def test_an_event_waits_for_the_words_of_the_one_before():
    top = at()
    top.table.outbox.begin(words(top))
    top.table.emit({"event": "seats"})
    assert names(top) == ["refused", "seats"]


def test_who_holds_the_button_again_while_a_hand_is_shown_begins_nothing():
    top = at(STUCK).hold(0).card("5")
    assert top.phase == "fold" and len(top.table.phase.shown) == 1
    forget(top)
    top.hold(0)
    assert why(top) == [("fold", "nothing-to-fold")] and len(top.table.phase.shown) == 1
    top.card("9")
    assert len(top.table.phase.shown) == 2


def test_the_first_of_all_cards_and_throws_are_played_like_the_others():
    for value in (1, 2, 6):
        top = at(LUDO, [value]).tap(0)
        assert top.table.phase.action == value - 1 and top.phase == "move", value
        forget(top)
        top.hold(TABLE)
        assert why(top) == [("card", "withdrawn")] and top.table.phase.action == -1
