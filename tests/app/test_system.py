# SPDX-License-Identifier: Apache-2.0
# heap: 16m
"""The assembled table: what each task's turn does, which part is faulty and for how long, modes, restarts."""

from fake_machine import MACHINE, RP2
from refusal import refusal
from tempdir import new_folder
from wholetable import UID, WholeTable

from app.requests import RequestError
from app.table import table as table_module
from drivers.hc165 import SCAN_MS
from rules.parse import parse_position
from ticks import since

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
LUDO = "ludo-norsk red:h,h,h,5 blue:h,h,h,20 turn=red"
TABLE = 4


def at(line=LINE, **how):
    one = WholeTable(new_folder(), line, **how)
    one.shown = []
    said = one.system.feedback.fault

    def fault(part, on):
        one.shown.append((part, on))
        said(part, on)

    one.system.feedback.fault = fault
    return one


def calls(thing, name):
    """Let a method of an object be counted; return the list of what it is given."""
    heard = []
    method = getattr(thing, name)

    def counted(*given):
        heard.append(given)
        return method(*given)

    setattr(thing, name, counted)
    return heard


# -- start --------------------------------------------------------------------------------


def test_a_table_begins_where_the_journal_left_it_and_knows_its_board_at_the_first_look():
    one = at()
    assert [event["event"] for event in one.events] == ["ready", "round"]
    assert one.system.table.phase == "deal"
    one.run(2000)
    assert one.system.table.phase == "deal" and not one.named("guide")


def test_the_first_frame_is_drawn_whole_before_anything_is_read():
    one = at()
    shown = calls(one.system, "show")
    one.system.begin(777)
    assert shown == [(777, True)]


def test_a_table_without_a_game_begins_one_and_waits_for_its_pawns():
    one = WholeTable(new_folder())
    assert one.system.journal.header, "it is in the journal at once"
    one.run(500)
    assert one.named("ready")
    home = one.system.match.state
    other = WholeTable(new_folder(), standing=LINE).run(3000)
    assert other.system.table.phase == "setup" and not other.named("ready")
    other.stand(home).run(3000)
    assert other.named("ready") and other.system.table.phase == "deal"


def test_a_chain_that_does_not_answer_is_a_fault_from_the_start_until_it_does():
    one = at(chain=False).run(100)
    texts = [text for text, over in one.faults("chain") if not over]
    assert texts and texts[0] and one.system.table.phase == "fault"
    assert one.system.table.faults["chain"]
    one.run(2000)
    assert len([1 for _, over in one.faults("chain") if over]) == 0
    one.broken = False
    one.run(300)
    assert one.faults("chain")[-1] == ("", True)
    assert "chain" not in one.system.table.faults
    assert one.system.table.phase == "deal"
    assert one.shown[-1] == ("chain", False)


def test_a_chain_that_fails_while_people_play_stops_the_play_and_its_return_goes_on():
    one = at().run(500)
    one.broken = True
    one.run(15)
    assert not one.faults("chain"), "two bad scans are noise"
    one.run(100)
    assert len(one.faults("chain")) == 1 and one.system.table.phase == "fault"
    lit = bytes(one.system.frame)
    one.run(1000)
    assert bytes(one.system.frame) != lit or any(lit)
    one.broken = False
    one.run(500)
    assert [over for _, over in one.faults("chain")] == [False, True]
    assert one.system.table.phase == "deal"


def test_a_chain_that_comes_back_while_a_card_lies_shows_what_may_be_moved_from_that_moment():
    one = at().run(500).card("5").run(1000).lift(0, 21).run(300)
    begun = calls(one.system.table.feedback, "refresh")
    one.broken = True
    one.run(200)
    assert one.system.table.phase == "fault"
    one.broken = False
    one.run(500).place(0, 26).run(2000)
    assert [since(now_ms, begun[0][1]) >= 0 for _, now_ms in begun] == [True] * len(begun)
    assert len(begun) > 2 and one.named("accepted")[-1]["move"] == "g20>25"


def test_the_table_button_held_at_power_on_begins_to_learn_the_wiring_and_nothing_else_does():
    learning = at(pressed=1 << TABLE, cause=MACHINE.PWRON_RESET)
    assert learning.request("state")["mode"] == "learn"
    for how in (
        {"pressed": 0, "cause": MACHINE.PWRON_RESET},
        {"pressed": 1, "cause": MACHINE.PWRON_RESET},
        {"pressed": 1 << TABLE, "cause": MACHINE.PWRON_RESET + 1},
        {"pressed": 1 << TABLE, "cause": MACHINE.PWRON_RESET, "chain": False},
    ):
        assert at(**how).request("state")["mode"] == "", how


# -- the switches ---------------------------------------------------------------------------


def test_a_lift_is_lit_at_once_and_not_with_the_next_frame():
    one = at().run(3000).card("5")
    one.run(500).run(5 * ((10 - one.turns % 10) % 10))  # a frame has just been due
    sent = len(MACHINE.frames)
    one.lift(0, 21).run(15)
    assert len(MACHINE.frames) > sent
    frames = MACHINE.frames[sent:]
    assert any(frame != MACHINE.frames[sent - 1][1] for _, frame in frames)


def test_a_table_at_rest_is_not_looked_at_and_one_with_a_pawn_in_the_air_is():
    one = at().run(8000)
    looked = calls(one.system.table, "scan")
    one.run(1000)
    assert not looked
    one.card("5").run(100).lift(0, 21).run(600)
    assert len(looked) > 30
    one.place(0, 26).run(2000)
    assert one.named("accepted")[-1]["move"] == "g20>25"


def test_a_hand_is_answered_before_its_board_is_judged():
    """Another pawn may be lifted with the next scan, and its lights come first."""
    one = at().run(1000)
    answered = calls(one.system.table, "hands")
    judged = calls(one.system.table, "scan")
    one.lift(1, 34)  # with a pawn in the air every turn judges
    one.run(1000)
    for lift in (True, False):
        (one.lift if lift else one.place)(0, 21)
        del answered[:], judged[:]
        one.run(300)
        times = [now_ms for now_ms, _ in judged]
        edge = answered[0][0]
        assert edge not in times and edge + 5 not in times
        assert min(t for t in times if t > edge) <= edge + 100


def test_a_card_takes_as_many_slices_in_a_turn_as_fit_between_two_scans():
    one = at().run(1000)
    worked = calls(one.system.table, "work")
    one.card("7")
    most = 0
    for _ in range(40):
        count = len(worked)
        one.turn()
        most = max(most, len(worked) - count)
    assert most >= 3 and one.system.table.active >= 0


def test_judging_is_told_of_a_hand_by_the_scan_that_waits():
    one = at().run(1000).card("1/14").run(500)
    stirs = one.system.recogniser._candidates.stirs
    assert not stirs()
    one.lift(0, 21)._send()
    one.clock.now_ms += 5
    RP2.scan()
    assert stirs()
    one.system.scan(one.now)
    assert not stirs()


def test_slices_that_take_long_end_after_some_scans_or_when_a_hand_moved():
    one = at().run(1000)
    chain = one.system.hardware.chain
    work, worked, lasts = one.system.table.work, [], []

    def slow(now_ms):
        assert not chain.changed(), "a hand has moved"
        one.clock.now_ms += 5
        worked.append(now_ms)
        if len(worked) == 5:
            one.lift(0, 21)
            one._send()
        RP2.scan()
        work(now_ms)

    one.system.table.work = slow
    one.card("7")
    for _ in range(40):
        count = len(worked)
        one.turn()
        lasts.append(len(worked) - count)
    assert max(lasts) == 4 and len(worked) > 5 and one.system.table.active >= 0


def test_what_hands_did_between_two_turns_is_seen_each_at_its_own_time():
    """The chain is scanned while a turn takes long: each change keeps its time."""
    one = at().run(3000)
    seen = calls(one.system.debounce, "step")
    begun = one.clock.now_ms = one.system.hardware.chain.scanned_ms
    for change in range(6):
        one.clock.now_ms += SCAN_MS
        (one.lift if change % 2 == 0 else one.place)(0, 21)
        one._send()
        RP2.scan()
    for _ in range(4):  # nothing more
        one.clock.now_ms += SCAN_MS
        RP2.scan()
    one.system.scan(one.now)
    times = [now_ms - begun for now_ms, _ in seen]
    assert times == sorted(times)
    for change in range(1, 7):
        assert SCAN_MS * change in times
    assert times[-1] == SCAN_MS * 10


def test_a_button_that_went_down_and_up_between_two_turns_was_pressed():
    one = at(LUDO).run(1000)
    for pressed, scans in ((1, 12), (0, 8)):
        one.pressed = pressed
        one._send()
        for _ in range(scans):
            one.clock.now_ms += 5
            RP2.scan()
    one.run(100)
    assert len(one.named("rolled")) == 1


def test_a_change_that_was_dropped_makes_the_table_ask():
    one = at().run(1000)
    one.system.debounce.lost = False
    one.system.hardware.chain.lost = True
    one.turn()
    assert one.system.debounce.lost and not one.system.hardware.chain.lost


def test_what_changed_in_a_stall_of_more_than_90_ms_is_not_known():
    for lifted, stalled_ms, lost in ((False, 3000, False), (True, 82, False), (True, 92, True)):
        one = at().run(1000)
        one.system.debounce.lost = False
        if lifted:
            one.lift(0, 21)._send()
        one.clock.now_ms += stalled_ms  # and 5 in the turn
        RP2.scan()
        one.turn()
        assert one.system.debounce.lost == lost and not one.faults("scan"), stalled_ms


def elapsed(one, scans):
    """Let it look as if so many scans had come and gone already."""
    chain, machine = one.system.hardware.chain, RP2.machine
    machine.began_ms -= SCAN_MS * scans
    machine.done += scans
    RP2.dma.count -= 4 * scans
    chain._start_ms -= SCAN_MS * scans
    chain._next += scans
    chain.scans += scans


def test_before_the_channel_ends_the_scans_are_counted_anew_when_no_hand_waits():
    one = at().run(3500)
    starts = RP2.machine.restarts
    elapsed(one, 7_988_000)
    one.run(2000)
    assert RP2.machine.restarts == starts
    elapsed(one, 12_000)
    one.lift(0, 21).turn()
    assert RP2.machine.restarts == starts, "a hand has moved"
    one.run(10)
    assert RP2.machine.restarts == starts + 1 and one.system.hardware.chain.scans < 5
    one.run(500)
    assert RP2.machine.restarts == starts + 1
    assert not one.system.debounce.lost and not one.faults("scan")


def test_a_move_is_put_into_words_before_it_is_taken_and_anew_when_it_became_another():
    one = at().run(1000).card("5").run(500)
    worded = []
    pawns_text = table_module.pawns_text

    def noted(game, state):
        worded.append((one.now, bytes(state)))
        return pawns_text(game, state)

    table_module.pawns_text = noted
    try:
        one.carry(0, 21, 26, then_ms=500)
        assert len(worded) == 1 and not one.named("accepted"), "it has not settled yet"
        one.lift(0, 26).run(300).place(0, 21).run(200)
        one.carry(0, 4, 9, then_ms=1000)
    finally:
        table_module.pawns_text = pawns_text
    (said,) = one.named("accepted")
    assert said["move"] == "g3>8" and said["position"] == one.system.table.line()
    assert len(worded) == 2
    taken_ms, state = worded[1]
    assert state[:16] == bytes(one.system.match.state[:16])
    assert said["t"] - taken_ms >= 150


def test_a_scanner_that_has_stopped_is_started_again_and_what_hands_did_is_not_known():
    one = at().run(1000)
    one.system.debounce.lost = False
    starts = RP2.machine.restarts
    one.clock.now_ms = one.system.hardware.chain.scanned_ms + 200
    one.system.scan(one.now)
    assert RP2.machine.restarts == starts
    one.clock.now_ms += 1
    raised = refusal(RuntimeError, one.system.scan, one.now)
    assert raised == "the chain was not scanned"
    assert RP2.machine.restarts == starts + 1
    one.system.crashed("scan", RuntimeError(raised), one.now)  # as `run.py` does
    assert one.system.debounce.lost
    one.run(1000)
    assert [over for _, over in one.faults("scan")] == [False, True]


def test_buttons_go_to_the_table_and_what_is_in_force_is_written_down_after_them():
    one = at(LUDO).run(500)
    kept = calls(one.system.table, "keep")
    one.tap(0)
    assert one.named("rolled") and len(kept) == 2  # pressed, released
    value = one.named("rolled")[-1]["value"]
    assert one.system.match.in_force()[0] in (value - 1, -1)
    again = WholeTable(one.folder, standing=one.system.table.line())
    assert again.system.table.line() == one.system.table.line()


# -- cards ----------------------------------------------------------------------------------


def test_a_card_that_lies_there_when_the_power_comes_is_told_from_one_laid_later():
    for after_ms, first, lying in ((100, True, True), (2900, True, True), (3100, True, False)):
        one = at().run(after_ms)
        heard = calls(one.system.table, "card")
        one.card("5").run(20)
        (_, uid, _, held, told) = heard[0]
        assert (uid, held, told) == (UID, "ok", lying), after_ms
        assert first
    for bare_ms, lying in ((190, True), (230, False)):
        one = at()
        one.reader.bare = True
        one.run(bare_ms)
        one.reader.bare = False
        one.run(10)
        heard = calls(one.system.table, "card")
        one.card("5").run(20)
        assert heard[0][4] == lying, "a fifth of a second without a card is enough"
    for before in ("card", "removed"):
        one = at().run(100)
        if before == "card":
            one.card("5")
        else:
            one.reads("removed")
        one.run(100)
        heard = calls(one.system.table, "card")
        one.card("10").run(20)
        assert heard[0][4] is False, "only the first card can have been there before"
    one = at().run(100).reads("two").run(100)
    assert one.named("refused")[-1]["reason"] == "two-cards"
    heard = calls(one.system.table, "card")
    one.card("5").run(20)
    assert heard[0][4] is True


def test_the_card_played_before_the_dark_may_lie_there_and_is_not_played_twice():
    one = at().run(1000).card("5").run(100).carry(0, 21, 26)
    assert one.named("accepted")[-1]["move"] == "g20>25"
    again = WholeTable(one.folder, standing=one.system.table.line()).run(500).card("5").run(100)
    assert not again.named("refused") and again.system.table.active == -1
    again.reads("removed").run(100).card("5")  # laid once more: now it is a mistake
    again.run(100)
    assert again.named("refused")[-1]["reason"] == "already-played"


def test_a_card_in_force_is_in_force_again_after_a_cut():
    one = at().run(1000).card("5", 2).run(100)
    assert one.system.table.phase == "move"
    again = WholeTable(one.folder, standing=LINE).run(1000)
    assert again.system.table.phase == "move" and again.named("card")[-1]["card"] == "5"
    assert again.named("card")[-1]["copy"] == 2
    again.carry(0, 21, 26)
    assert again.named("accepted")[-1]["move"] == "g20>25"


def test_lights_answer_a_card_before_the_flash_is_written():
    one = at().run(1000)
    order = []
    show, keep = one.system.show, one.system.table.keep
    one.system.show = lambda now_ms, hurried: order.append("show") or show(now_ms, hurried)
    one.system.table.keep = lambda: order.append("keep") or keep()
    one.card("5")
    one.system.read_card(one.now)
    assert order == ["show", "keep"]


def test_a_reader_that_goes_is_lit_until_it_comes_back_and_a_damaged_card_is_only_said():
    one = at().run(1000).reads("error", "card answers are damaged").run(20)
    assert one.faults("reader") == [("card answers are damaged", False)]
    assert ("reader", True) not in one.shown
    one.reads("offline", "card reader: no answer").run(20)
    assert one.faults("reader")[-1] == ("card reader: no answer", False)
    assert ("reader", True) in one.shown
    one.reads("online").run(20)
    assert one.faults("reader")[-1] == ("", True) and one.shown[-1] == ("reader", False)
    count = len(one.events)
    one.reads("online").run(20)
    assert len(one.events) == count, "an end is told once"


# -- lights and supply ------------------------------------------------------------------------


def test_a_frame_is_sent_when_something_changed_and_not_otherwise():
    one = at().run(20_000)
    sent = len(MACHINE.frames)
    one.system.lights.render = lambda now_ms, frame, hurried, most: False
    one.run(500)
    assert len(MACHINE.frames) == sent
    drawn = []

    def moves(now_ms, frame, hurried, most):
        """A pattern that moves with every slot: once."""
        drawn.append(now_ms)
        return drawn.count(now_ms) == 1

    one.system.lights.render = moves
    one.run(500)
    assert len(MACHINE.frames) == sent + 10


def test_a_supply_that_goes_dims_the_lights_is_told_and_so_is_its_return():
    one = at().run(1000)
    supply = MACHINE.pins[26]
    assert one.system.lights.limit_ma == 2000
    supply.level = 0
    one.run(50)
    assert one.system.lights.limit_ma == 250, "with the next frame"
    one.run(1000)
    ((text, over),) = one.faults("supply")
    assert "USB alone" in text and not over and ("supply", True) in one.shown
    one.run(5000)
    assert len(one.faults("supply")) == 1
    supply.level = 1
    one.run(1050)
    assert one.system.lights.limit_ma == 2000
    assert one.faults("supply")[-1] == ("", True) and one.shown[-1] == ("supply", False)


def test_a_table_that_starts_on_usb_alone_has_no_fault_until_the_supply_has_come_and_gone():
    one = at(external=0)
    assert one.system.lights.limit_ma == 250
    one.run(3000)
    assert not one.faults("supply")
    MACHINE.pins[26].level = 1
    one.run(1500)
    MACHINE.pins[26].level = 0
    one.run(1500)
    assert len(one.faults("supply")) == 1


def test_a_button_that_stays_down_is_named_after_10_s_and_its_end_is_told():
    for button, name in ((0, "green"), (2, "red"), (3, "yellow"), (TABLE, "table")):
        one = at().run(1000)
        one.pressed = 1 << button
        one.run(9900)
        assert not one.faults("button")
        one.run(1200)
        ((text, over),) = one.faults("button")
        assert text.startswith(name + ":") and not over, text
        assert ("button", True) in one.shown
        one.run(3000)
        assert len(one.faults("button")) == 1, "once"
        one.pressed = 0
        one.run(1100)
        assert one.faults("button")[-1] == ("", True)
        one.pressed = 1 << button
        one.run(11_500)
        assert len(one.faults("button")) == 3, "and the next time again"


def test_what_was_damaged_on_flash_is_shown_for_ten_seconds():
    folder = new_folder()
    WholeTable(folder, LINE)
    with open(folder + "/wiring.bin", "w") as file:
        file.write("nonsense")
    one = WholeTable(folder)
    assert len(one.faults("store")) == 1
    one.run(9900)
    assert len(one.faults("store")) == 1
    one.run(1200)
    assert one.faults("store")[-1] == ("", True) and len(one.faults("store")) == 2
    assert not at().faults("store")


def test_a_fault_sounds_and_its_end_does_not():
    one = at()
    sounds = calls(one.system.hardware.buzzer, "sound")
    one.system.fault("flash", "full")
    assert sounds == [("fault",)] and one.named("fault")[-1]["text"] == "full"
    one.system._lit("flash", True)
    one.system._lit("flash", False)
    assert len(sounds) == 1


# -- housekeeping -----------------------------------------------------------------------------


def test_a_move_that_could_not_be_saved_is_tried_again_every_half_minute_and_lit_meanwhile():
    one = at().run(1000)
    tried = []

    class Full:
        """A journal whose flash takes nothing."""

        waiting = 1

        def retry(self):
            tried.append(one.now)

    one.system.journal = one.system.match._journal = Full()
    begun = one.now
    one.run(95_000)
    assert len(tried) == 3 and tried[1] - tried[0] == 30_000 == tried[2] - tried[1], tried
    assert tried[0] - begun <= 30_000
    assert ("flash", True) in one.shown
    Full.waiting = 0
    Full.tidy = lambda self: None
    one.run(1000)
    assert ("flash", False) in one.shown and len(tried) == 3


def test_flash_is_tidied_only_when_nothing_has_moved_for_a_second_and_no_card_lies_there():
    one = at().run(1000).lift(0, 21).run(200).place(0, 21).run(500)
    tidied = []
    one.system.journal.tidy = lambda: tidied.append(one.now)
    moved = one.system._moved_ms
    one.run(9000)
    assert tidied and min(tidied) - moved > 1000 and tidied[0] - moved <= 2000
    one.card("5").run(100)
    count = len(tidied)
    one.run(9000)
    assert len(tidied) == count


def test_garbage_that_is_due_is_collected_when_a_hand_had_its_answer_or_put_a_pawn_down():
    one = at().run(8000)
    assert not one.garbage.collected_ms
    did = []
    show, collect = one.system.show, one.garbage.collect
    one.system.show = lambda now_ms, hurried=False: (
        (did.append("show at once") if hurried else None) or show(now_ms, hurried)
    )
    one.garbage.collect = lambda now_ms: did.append("collect") or collect(now_ms)
    for seat, spot in ((0, 21), (1, 34)):
        for hand, order in (
            (one.lift, ["show at once", "collect"]),
            (one.place, ["collect", "show at once"]),
        ):
            one.run(1000)
            one.garbage.is_due = True
            did.clear()
            one.garbage.collected_ms.clear()
            began = one.now
            hand(seat, spot).run(100)
            assert did == order and one.garbage.collected_ms[0] <= began + 15


def test_garbage_that_is_due_is_collected_when_a_cards_lights_are_complete_and_at_no_refusal():
    one = at().run(8000).lift(0, 21).run(300).place(0, 21).run(1000)
    one.garbage.is_due = True
    one.reads("card", UID, None, "blank").run(200)
    assert one.named("refused") and not one.garbage.collected_ms
    laid = one.now
    one.card("5").run(200)
    assert len(one.garbage.collected_ms) == 1 and one.garbage.collected_ms[0] < laid + 100


def test_garbage_is_collected_once_before_a_move_is_taken_and_not_while_it_is_only_begun():
    one = at().run(8000)
    one.garbage.is_old = True
    one.run(3000)
    assert not one.garbage.collected_ms, "nothing has been moved"
    one.card("5").run(1000)
    one.garbage.collected_ms.clear()
    one.lift(0, 21).run(700).place(0, 21).run(1000).lift(0, 21).run(700)
    assert not one.garbage.collected_ms, "the hand may put it down, or take another, at any moment"
    one.place(0, 26)
    placed = one.now
    one.run(2000)
    assert len(one.garbage.collected_ms) == 1
    assert placed + 400 <= one.garbage.collected_ms[0] <= placed + 450
    assert one.named("accepted"), "and the move was taken after it"


def test_what_judging_uses_up_is_collected_too_before_a_move_is_taken():
    one = at().run(8000).card("5").run(1000)
    one.lift(0, 21).run(700).place(0, 26).run(380)
    one.garbage.is_due = True
    one.garbage.collected_ms.clear()
    placed = one.now - 380
    one.run(1000)
    assert one.garbage.collected_ms and placed + 400 <= one.garbage.collected_ms[0] <= placed + 450
    assert one.named("accepted")


def test_garbage_that_the_readers_polls_leave_is_collected_when_nothing_happens():
    one = at().run(8000)
    one.garbage.is_due = True
    one.run(2000)
    assert len(one.garbage.collected_ms) == 1


def test_no_garbage_is_collected_while_a_hand_waits():
    one = at().run(8000)
    one.garbage.is_due = True
    before = one.now
    one.system.pressed = lambda: True
    one.run(3000)
    assert not one.garbage.collected_ms
    del one.system.pressed
    one.run(2000)
    assert one.garbage.collected_ms and one.garbage.collected_ms[0] > before + 3000


# -- modes and crashes ------------------------------------------------------------------------


class Mode:
    name = "trial"

    def __init__(self, board):
        self.board = board
        self.heard = []

    def scan(self, now_ms, debounce):
        self.heard.append("scan")

    def button(self, now_ms, event):
        self.heard.append(event)

    def reader(self, now_ms, event):
        self.heard.append(event[0])

    def care(self, now_ms):
        self.heard.append("care")


def test_a_mode_with_the_board_hears_switches_buttons_and_cards_instead_of_the_game():
    one = at().run(1000)
    mode = Mode(True)
    one.system.enter(mode)
    assert one.request("state")["mode"] == "trial"
    line = one.system.table.line()
    one.lift(0, 21).run(300)
    assert mode.heard.count("scan") >= 50
    one.tap(0)
    assert 0x10 in mode.heard and 0x20 in mode.heard
    one.reads("two").run(1100)
    assert "two" in mode.heard and "care" in mode.heard
    assert one.system.table.line() == line and not one.named("refused")
    one.system.leave(one.now)
    assert one.system.mode is None and one.tasks.started == 1, "pawns may be anywhere: restart"


def test_a_mode_without_the_board_leaves_the_game_its_switches_and_buttons():
    one = at().run(1000)
    mode = Mode(False)
    one.system.enter(mode)
    one.tap(1)
    assert one.named("refused")[-1]["reason"] == "not-your-turn"
    one.reads("two").run(50)
    assert mode.heard == ["two"]
    one.system.leave(one.now)
    assert one.tasks.started == 0 and one.system.restarting is None
    one.reads("two").run(50)
    assert one.named("refused")[-1]["reason"] == "two-cards"


def test_one_mode_at_a_time():
    one = at()
    one.system.enter(Mode(False))
    assert "busy with trial" in refusal(RequestError, one.system.enter, Mode(True))
    assert not one.system.mode.board


def test_a_task_that_raised_is_named_lit_and_over_a_second_later():
    one = at().run(1000)
    one.system.debounce.lost = False
    one.system.crashed("reader", ValueError("odd"), one.now)
    one.system.crashed("light", ValueError("odd"), one.now)
    one.system.crashed("reader", ValueError("odd"), one.now)
    ((text, over), _) = one.faults("reader")
    assert "reader stopped" in text and "ValueError" in text and not over
    assert one.system.debounce.lost, "what the hands did meanwhile is not known"
    assert ("program", True) in one.shown
    one.system.care(one.now + 999)
    assert not [1 for _, over in one.faults("reader") if over]
    one.system.care(one.now + 1000)
    assert [over for _, over in one.faults("reader")] == [False, False, True]
    assert [over for _, over in one.faults("light")] == [False, True]
    assert ("program", False) in one.shown
    count = len(one.events)
    one.system.care(one.now + 2000)
    assert len(one.events) == count


def test_a_crash_ends_the_mode_since_it_may_fail_again_and_again():
    one = at()
    one.system.enter(Mode(False))
    one.system.crashed("reader", ValueError("odd"), one.now)
    assert one.system.mode is None and one.tasks.started == 0
    one.system.enter(Mode(True))
    one.system.crashed("scan", ValueError("odd"), one.now)
    assert one.tasks.started == 1


def test_a_restart_is_begun_once_and_meanwhile_nobody_is_answered():
    one = at()
    one.request("restart")
    assert one.tasks.started == 1
    for cmd in ("hello", "state", "restart"):
        assert "restarting" in refusal(RequestError, one.request, cmd), cmd
    assert one.tasks.started == 1


def test_the_computers_memory_is_made_when_asked_for_and_its_damage_is_told():
    one = at()
    make = one.system.table._make_seats
    seats = make()
    assert seats.names() == dict.fromkeys(("green", "blue", "red", "yellow"), "human")
    with open(one.folder + "/seats.bin", "w") as file:
        file.write("nonsense")
    count = len(one.system.report)
    make()
    assert len(one.system.report) == count + 1


def test_reeds_that_flicker_are_named_and_quiet_ones_end_it():
    one = at().run(1000)
    spot = one.map.spot(1, 50)
    begun = one.now
    while one.now - begun < 12_000 and not one.faults("sensor"):
        one.slots[spot] = 1 - one.slots.get(spot, 0)
        one._levels(spot)
        one.run(60)
    assert one.faults("sensor"), "a reed that opens and closes by itself"
    text, over = one.faults("sensor")[0]
    assert "49" in text and not over and ("sensor", True) in one.shown
    one.slots[spot] = 0
    one._levels(spot)
    one.run(60_000)
    assert one.faults("sensor")[-1] == ("", True)
    assert parse_position(one.system.table.line())


def test_a_card_or_a_throw_is_told_when_it_has_been_written_down():
    for line, name in ((LINE, "card"), (LUDO, "rolled")):
        one = at(line).run(1000)
        kept = []
        keep = one.system.match.keep

        def written(*what, one=one, kept=kept, keep=keep, name=name):
            assert not one.named(name)
            keep(*what)
            kept.append(what)

        one.system.match.keep = written
        if name == "card":
            one.card("5")
        else:
            one.tap(0)
        one.run(300)
        assert len(one.named(name)) == 1 and kept
