# SPDX-License-Identifier: Apache-2.0
# heap: 16m
"""The assembled table: what fails is named, lit and over again, while the game goes on; modes; restarts."""

import micropython
from fake_machine import MACHINE
from instead import Instead, full_flash
from refusal import refusal
from tempdir import new_folder
from wholetable import WholeTable

from app.requests import RequestError
from app.run import Loop
from store import files

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
STUCK = "partners-pawns green:h,h,h,h blue:h,h,h,15 red:h,h,h,40 yellow:h,h,h,h turn=green"
LUDO = "ludo-norsk red:h,h,h,5 blue:h,h,h,20 turn=red"
SEATS = ("green:seat", "blue:seat", "red:seat", "yellow:seat")
TABLE = 4
SUPPLY_PIN = 26


def at(line=LINE, **how):
    return WholeTable(new_folder(), line, **how).run(500)


def shows(one, signal):
    """Return whether every seat shows a fault, with the next frame."""
    lit = one.run(50).lit()
    return [lit.get(seat) for seat in SEATS] == [signal] * 4


# -- one loop -----------------------------------------------------------------------------


def test_a_part_that_raises_is_named_and_the_game_goes_on():
    one = at()
    loop = Loop(one.system, MACHINE.WDT(8000), one.now)

    def turns(ms):
        for _ in range(ms // 5):
            loop.turn(one.pass_ms(5).now)

    def fails(now_ms):
        raise ValueError("odd")

    with Instead(one.reader, "step", fails):
        turns(1200)
    assert [over for _, over in one.faults("reader")] == [False] * 3, "it is tried twice a second"
    assert "ValueError" in one.faults("reader")[0][0]
    assert one.lit()["green:seat"] == "fault-program"
    turns(2500)
    assert one.faults("reader")[-1] == ("", True)
    one.card("5")
    turns(500)
    one.lift(0, 21)
    turns(500)
    one.place(0, 26)
    turns(2000)
    assert one.named("accepted")[-1]["move"] == "g20>25"


def test_the_watchdog_is_fed_while_the_chain_is_scanned_and_only_then():
    one = at()
    watchdog = MACHINE.WDT(8000)
    loop = Loop(one.system, watchdog, one.now)
    for _ in range(1000):
        loop.turn(one.pass_ms(5).now)
    assert watchdog.fed >= 4
    fed = watchdog.fed
    for _ in range(1000):
        one.clock.now_ms += 5  # without a scan
        loop.turn(one.now)
    assert watchdog.fed <= fed + 1


def test_looking_at_the_switches_allocates_nothing_while_nothing_changes():
    one = at()
    for hands in (
        lambda: None,
        lambda: one.card("5"),
        lambda: one.lift(0, 21),
        lambda: one.place(0, 26),
    ):
        hands()
        one.run(15000)  # what the table waits for has come
        for _ in range(400):
            now_ms = one.pass_ms(5).now
            scan = one.system.scan
            micropython.heap_lock()
            try:
                scan(now_ms)
            finally:
                micropython.heap_unlock()
    assert [event["move"] for event in one.named("accepted")] == ["g20>25"]


def test_a_lifted_pawn_is_lit_at_once():
    one = at().card("5").run(500)
    sent = len(MACHINE.frames)
    one.lift(0, 21).run(15)
    assert len(MACHINE.frames) > sent and one.lit()["20"] == "origin"


def test_a_button_that_went_down_and_up_while_the_loop_was_busy_was_pressed():
    one = at(LUDO)
    one.pressed = 1
    one.pass_ms(60)
    one.pressed = 0
    one.pass_ms(30).run(100)
    assert len(one.named("rolled")) == 1


def test_a_scanner_that_has_stopped_is_started_again():
    one = at()
    one.clock.now_ms += 300
    assert refusal(RuntimeError, one.system.scan, one.now) == "the chain was not scanned"
    one.run(500).card("5").run(200).carry(0, 21, 26)
    assert one.named("accepted")


# -- what fails -----------------------------------------------------------------------------


def test_a_chain_that_does_not_answer_is_a_fault_from_the_start_until_it_does():
    one = at(chain=False)
    assert one.phase == "fault" and shows(one, "fault-chain")
    assert [over for _, over in one.faults("chain")] == [False]
    one.broken = False
    one.run(2000)
    assert [over for _, over in one.faults("chain")] == [False, True]
    assert one.phase == "deal" and not shows(one, "fault-chain")


def test_a_chain_that_fails_while_people_play_stops_the_play_and_its_return_goes_on():
    one = at().card("5").run(500)
    one.broken = True
    one.run(10)
    assert not one.faults("chain"), "two bad scans are noise"
    one.run(200)
    assert one.phase == "fault"
    one.broken = False
    one.run(500).carry(0, 21, 26)
    assert [over for _, over in one.faults("chain")] == [False, True]
    assert one.named("accepted")[-1]["move"] == "g20>25"


def test_a_reader_that_goes_is_lit_until_it_comes_back_and_a_damaged_card_is_only_told():
    one = at().reads("error", "card answers are damaged").run(20)
    assert one.faults("reader") == [("card answers are damaged", False)]
    assert not shows(one, "fault-reader")
    one.reads("offline", "card reader: no answer").run(20)
    assert shows(one, "fault-reader")
    one.reads("online").run(20).reads("online").run(20)
    assert one.faults("reader")[1:] == [("card reader: no answer", False), ("", True)]
    assert not shows(one, "fault-reader")


def test_a_supply_that_goes_dims_the_lights():
    one = at()
    MACHINE.pins[SUPPLY_PIN].level = 0
    one.run(5000)
    assert one.lights.limit_ma == 250
    ((text, over),) = one.faults("supply")
    assert "USB alone" in text and not over
    MACHINE.pins[SUPPLY_PIN].level = 1
    one.run(1100)
    assert one.lights.limit_ma == 2000 and one.faults("supply")[-1] == ("", True)


def test_a_table_that_starts_on_usb_alone_has_no_fault():
    one = at(external=0).run(3000)
    assert one.lights.limit_ma == 250 and not one.faults("supply")


def test_a_button_that_stays_down_is_named_after_10_s():
    for button, name in ((0, "green"), (TABLE, "table")):
        one = at()
        one.pressed = 1 << button
        one.run(9900)
        assert not one.faults("button")
        one.run(3000)
        ((text, over),) = one.faults("button")
        assert text.startswith(name + ":") and not over
        one.pressed = 0
        one.run(1100)
        assert one.faults("button")[-1] == ("", True)


def test_a_reed_that_flickers_is_named_until_it_is_quiet():
    one = at().card("5").run(500)
    for _ in range(12):
        one.carry(1, 34, 34, 500, 900)  # somebody thinks
    assert not one.faults("sensor")
    for _ in range(150):
        one.place(1, 50).run(40).lift(1, 50).run(40)
    text, over = one.faults("sensor")[0]
    assert "49" in text and not over and shows(one, "fault-sensor")
    one.run(60_000)
    assert one.faults("sensor")[-1] == ("", True)


def test_of_two_faults_the_more_urgent_is_lit_and_then_the_other():
    one = at()
    with Instead(files, "write", full_flash):
        one.card("5").run(1500)
        one.reads("offline", "card reader: no answer").run(20)
        assert shows(one, "fault-reader")
        one.reads("online").run(20)
        assert shows(one, "fault-flash")


def test_what_was_damaged_on_flash_is_shown_for_ten_seconds():
    folder = new_folder()
    WholeTable(folder, LINE)
    with open(folder + "/wiring.bin", "w") as file:
        file.write("nonsense")
    one = WholeTable(folder).run(9900)
    assert len(one.faults("store")) == 1 and shows(one, "fault-settings")
    one.run(1200)
    assert one.faults("store")[-1] == ("", True)


def test_what_could_not_be_written_is_tried_again_and_lit_meanwhile():
    one = at()
    with Instead(files, "write", full_flash):
        one.card("5").run(35_000)
        assert len(one.faults("flash")) == 1 and shows(one, "fault-flash")
    one.run(31_000)
    assert not shows(one, "fault-flash")
    assert WholeTable(one.folder).run(500).phase == "move"


def test_cards_of_a_fold_that_nobody_can_have_shown_stop_nothing():
    for shown in ([(0, 1)] * 5, [(200, 1), (201, 9)], [(2, 200)] * 3, [(5, 1)] * 9):
        one = at(STUCK)
        one.system.match.keep(-1, 0, shown)
        again = WholeTable(one.folder).run(500)
        assert again.phase == "fold"
        for action in ("12", "10", "9", "start"):
            again.card(action).run(100)
        again.tap(TABLE, 1700)
        assert again.phase in ("card", "deal", "move") and not again.faults("reader"), shown


# -- cards when the power comes ---------------------------------------------------------------


def test_a_card_that_lies_there_when_the_power_comes_is_not_played_twice():
    for ms, before, lying in (
        (100, "", True),
        (2900, "", True),
        (3100, "", False),
        (100, "removed", False),
    ):
        one = at().card("5").run(200).carry(0, 21, 26)
        again = WholeTable(one.folder).run(ms)
        if before:
            again.reads(before).run(100)
        again.card("5").run(100)
        reasons = [event["reason"] for event in again.named("refused")]
        assert reasons == ([] if lying else ["already-played"]), (ms, before)


def test_a_slot_that_was_seen_empty_has_no_card_from_before():
    for ms, lying in ((150, True), (300, False)):
        one = at().card("5").run(200).carry(0, 21, 26)
        again = WholeTable(one.folder)
        again.reader.bare = True
        again.run(ms)
        again.reader.bare = False
        again.card("5").run(100)
        assert bool(again.named("refused")) != lying, ms


# -- modes and restarts -------------------------------------------------------------------------


def test_the_table_button_held_at_power_on_begins_to_learn_the_wiring_and_nothing_else_does():
    power_on = {"pressed": 1 << TABLE, "cause": MACHINE.PWRON_RESET}
    assert at(**power_on).request("state")["mode"] == "learn"
    for change in ({"pressed": 0}, {"pressed": 1}, {"cause": 2}, {"chain": False}):
        how = dict(power_on)
        how.update(change)
        assert at(**how).request("state")["mode"] == "", change


def test_a_mode_with_the_board_takes_switches_and_buttons_and_ends_with_a_restart():
    one = at()
    one.request("doctor.start")
    one.lift(0, 21).run(3000).tap(1)
    assert not one.named("refused") and not one.named("guide")
    assert "busy with doctor" in refusal(RequestError, one.request, "tags.start")
    one.request("doctor.stop")
    assert one.tasks.started == 1
    for cmd in ("hello", "state", "restart"):
        assert "restarting" in refusal(RequestError, one.request, cmd), cmd


def test_a_mode_without_the_board_leaves_the_game_its_switches_and_buttons():
    one = at()
    one.request("tags.start")
    one.tap(1).reads("two").run(50)
    assert [event["reason"] for event in one.named("refused")] == ["not-your-turn"]
    one.request("tags.stop")
    one.reads("two").run(50)
    assert one.named("refused")[-1]["reason"] == "two-cards" and not one.tasks.started


def test_a_mode_that_fails_is_left():
    one = at()
    one.request("tags.start")
    one.system.failed("reader", ValueError("odd"), one.now)
    assert one.request("state")["mode"] == ""


def lit(one):
    """Return how many lights are not dark."""
    frame = one.system.display.frame
    return len([k for k in range(0, len(frame), 3) if any(frame[k : k + 3])])


def test_a_table_that_nobody_touches_dims_then_sleeps_and_any_hand_wakes_it():
    one = WholeTable(new_folder(), LINE).run(1000).card("5").run(1000)
    bright, many = one.system.lights.ma(), lit(one)
    assert many > 2
    for _ in range(300):
        one.system.idle.second(0)
    one.run(100)
    assert one.system.lights.ma() < bright and lit(one) == many
    for _ in range(1500):
        one.system.idle.second(0)
    one.run(100)
    assert lit(one) <= 1, "one light breathes"
    one.lift(0, 21).run(300)
    assert lit(one) > 1, "and the hand sees its lights"
    one.place(0, 26).run(1500)
    assert one.named("accepted")[-1]["move"] == "g20>25"


def test_during_set_up_the_table_button_chooses_brightness_and_volume_and_they_are_kept():
    one = WholeTable(new_folder(), standing=LINE).run(500)
    assert one.request("state")["phase"] == "setup"
    before = one.request("config")["settings"]
    assert (before["brightness"], before["sound"], before["volume"]) == (40, True, 3)
    one.tap(TABLE).run(200)
    assert one.request("config")["settings"]["brightness"] == 70
    heard = []
    for _ in range(3):
        one.tap(TABLE, 800).run(200)
        settings = one.request("config")["settings"]
        heard.append(settings["volume"] if settings["sound"] else 0)
    assert heard == [4, 0, 1]
    assert one.system.config["brightness"] == 70
