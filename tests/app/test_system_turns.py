# SPDX-License-Identifier: Apache-2.0
"""What one turn of the system does and what it puts off, with everything around it stood in for."""

import sys

from app.lazy import ANSWERS
from app.system import System
from drivers.buttons import HOLD, HOLD_END, PRESS, RELEASE, TABLE
from drivers.hc165 import SCAN_MS
from sense.debounce import CHANGED, EDGE, HEALTH

NOW = 5000


class Bare(System):
    """A system of parts that write down what is asked of them."""

    def __init__(self, **given):
        self.did = []
        self.hardware = self.config = self.link = self.journal = self
        self.lights = self.table = self.recogniser = self.chain = self._garbage = self
        self.reader = Reader(self)
        self.outbox = Words(self)
        self.debounce = Reeds()
        self.mode = self.restarting = None
        self._put_off = self._code = 0
        self._worked = self._used = self._answered = self._laid = False
        self._answered_ms = self._moved_ms = self._begun_ms = 0
        self._weighed_ms = -1
        self.when_ms = (
            NOW - SCAN_MS - 2
        )  # of the last scan: too long ago for a hand to come at once
        self.lasted = -1  # of a scan that waits: how long the one before it lasted
        self.scans = self._scans = 0
        self.table_busy = self.table_hurried = 0
        self.taken = self.collects = self.is_idle = self.is_working = self.setup = self.fresh = (
            False
        )
        self.is_ending = self.waiting = self.asks = False
        self.telling = 0  # slices until a question is in words
        self.scans_to_ask = -1  # of the board, until it is asked about
        self.active = -1
        self.rested_ms = self._rested_ms = 0
        self.collected_ms = 0
        self._crashed, self._named, self._retry_s = [], [], 0
        self._slot_seen, self._found, self._there_ms, self._looked_ms = False, False, 0, NOW
        self.reading = self
        self.offering = None
        self.event = None  # of the reader
        self.is_missing = self.shows = True
        self.is_found = self.is_reading = False
        for name, value in given.items():
            setattr(self, name, value)

    # The parts.

    def changed(self):
        return self.lasted >= 0

    def lasted_ms(self):
        return self.lasted

    def hands(self, now_ms, debounce):
        self.did.append("hands")

    def urgent(self, on):
        self.did.append("urgent" if on else "calm")

    def show(self, now_ms, hurried=False):
        self.did.append("show at once" if hurried else "show")
        return self.shows

    def refresh(self, debounce):
        self.did.append("reeds")

    def _report_reeds(self):
        self.did.append("report")

    def working(self):
        return self.is_working

    def idle(self):
        return self.is_idle

    def busy(self):
        return self.table_busy > 0

    def answers(self):
        return self.asks

    def hurried(self):
        return self.table_hurried > 0

    def work(self, now_ms):
        self.did.append("work")
        self.table_hurried -= 1
        self.telling -= self.telling > 0
        self.scans += 1

    def scan(self, now_ms, debounce):
        self.did.append("scan")
        self.scans += self.is_working
        self.scans_to_ask -= 1
        if self.scans_to_ask == 0:
            self.telling = self.table_hurried = 9

    def soon(self, ms):
        return self.taken and ms == 40

    def ending(self, ms):
        return self.is_ending and ms == 200

    def worn(self, when_ms):
        return when_ms > self.collected_ms

    def due(self, now_ms, convenient, empty):
        self.empty = empty
        self.did.append("due" if convenient else "due?")
        return self.collects

    def collect(self, now_ms):
        self.did.append("collect")

    def retry(self):
        self.did.append("retry")

    def keep(self):
        self.did.append("keep")

    def tidy(self):
        self.did.append("tidy")

    def _look_after(self, now_ms):
        self.did.append("look after")

    def card(self, now_ms, uid, payload, held, lying):
        self.did.append(lying)

    def _recovered(self):
        self.did.append("well")


class Words:
    """What puts questions into words."""

    def __init__(self, top):
        self._top = top

    def busy(self):
        return self._top.telling > 0


class Reader:
    def __init__(self, one):
        self.one = one

    def busy(self):
        return self.one.is_reading

    def missing(self):
        return self.one.is_missing

    def found_card(self):
        return self.one.is_found

    def step(self, now_ms):
        return self.one.event


class Reeds:
    raw = eager = opened = b"\0"


def turn(code=0, **given):
    one = Bare(**given)
    one._play(NOW, code)
    return one


def lifted(code, **given):
    """Play a turn in which a hand lifts a pawn."""
    one = Bare(**given)
    one.debounce.opened = b"\0\4"
    one._play(NOW, code)
    return one


def test_a_hand_is_answered_first_and_judged_with_a_later_turn():
    one = lifted(EDGE | CHANGED | HEALTH)
    assert one.did == ["reeds", "report", "urgent", "hands", "calm", "show at once", "due"]
    assert (one._code, one._put_off, one._moved_ms) == (CHANGED, 1, NOW)
    assert one._used and not one._answered
    assert lifted(EDGE, _put_off=1)._put_off == 2
    assert lifted(EDGE)._code == 0
    one = lifted(EDGE | CHANGED, _put_off=2)
    assert one.did == ["urgent", "hands", "calm", "show at once", "due", "due?", "scan"]
    assert one._put_off == 0 and one._code == 0


def test_a_reed_that_is_masked_or_trusted_again_is_told_and_is_no_hand():
    one = turn(HEALTH)
    assert one.did == ["reeds", "report", "scan"]
    assert (one._code, one._put_off, one._moved_ms) == (0, 0, 0)


def test_the_next_turn_comes_at_once_while_something_is_left_to_do_and_hands_rest():
    assert turn(fresh=True, shows=False).more, "lights are drawn, but not sent"
    assert turn(table_hurried=9).more and turn(is_working=True).more
    assert not turn().more and not turn(fresh=True).more
    for given in ({"fresh": True, "shows": False}, {"table_hurried": 9}, {"is_working": True}):
        assert not turn(_moved_ms=NOW - 300, **given).more, "a hand may come"
        assert turn(_moved_ms=NOW - 301, **given).more


def test_memory_is_tidied_when_a_hand_has_had_its_answer_or_before_it_when_it_put_a_pawn_down():
    answer = ["urgent", "hands", "calm", "show at once"]
    for opened, did, empty in (
        (b"\0\0", ["due", "collect"] + answer, True),
        (b"\0\4", answer + ["due", "collect"], False),
    ):
        for about_to_be_taken in (False, True):
            one = Bare(collects=True, taken=about_to_be_taken)
            one.debounce.opened = opened
            one._play(NOW, EDGE)
            assert one.did == did and one.empty == empty
        one = Bare(collects=True, lasted=0)  # another hand moves
        one.debounce.opened = opened
        one._play(NOW, EDGE)
        assert one.did == answer


def test_just_before_the_next_scan_all_else_waits_twice_and_no_longer():
    for ago, put_off, waits in (
        (0, 0, 1), (SCAN_MS + 1, 0, 1), (SCAN_MS + 1, 1, 1), (SCAN_MS + 1, 2, 0), (SCAN_MS + 2, 0, 0),
    ):  # fmt: skip
        one = turn(CHANGED, when_ms=NOW - ago, _put_off=put_off)
        assert one.did == ([] if waits else ["due?", "scan"]), (ago, put_off)
        assert one._put_off == (put_off + 1 if waits else 0)
        assert one._code == (CHANGED if waits else 0)
        assert one._moved_ms == (0 if waits else NOW)


def test_where_nothing_is_under_way_nothing_is_done():
    assert turn(is_idle=True).did == []
    assert turn(is_idle=True, setup=True).did == ["scan"]
    assert turn(is_idle=True, is_working=True).did == ["due?"] + ["scan"] * 6
    assert turn(is_working=True, table_hurried=1).did == ["due?", "work"] + ["scan"] * 5
    assert turn(is_idle=True, table_busy=1).did == ["due?", "scan"]
    assert turn(is_idle=True, _used=True).did == ["due?"]
    assert turn().did == ["scan"]
    assert turn()._moved_ms == 0


def test_memory_is_tidied_after_a_card_had_its_answer_and_when_no_hand_waits():
    for answered_ms, convenient in ((NOW - 24, "due"), (NOW - 25, "due?"), (NOW - 26, "due?")):
        one = turn(CHANGED, _answered=True, _answered_ms=answered_ms)
        assert one.did == [convenient, "scan"] and one._answered == (convenient == "due")
    one = turn(CHANGED, collects=True, _answered=True, _answered_ms=NOW)
    assert one.did == ["due", "collect"] and one._code == CHANGED and not one._answered
    assert turn(CHANGED, lasted=0).did == ["scan"]  # a scan waits to be looked at
    assert turn(CHANGED, collects=True, taken=True).did == ["scan"], "a move is about to be taken"
    one = Bare()
    one.debounce.raw = b"\1"
    assert one.pressed() and Bare(lasted=0).pressed() and not Bare().pressed()


def test_memory_is_tidied_when_the_lights_of_a_card_are_complete():
    one = turn(fresh=True, _laid=True)
    assert one.did == ["scan", "show"] and not one._laid
    one.did.clear()
    one._play(NOW + 5, 0)
    assert one.did == ["due", "scan"] and one.empty, "the hand that laid it comes from the slot"
    for given in ({"lasted": 0}, {"fresh": False, "table_busy": 1}):
        one = turn(collects=True, **dict({"fresh": True, "_laid": True}, **given))
        assert one._laid and not {"due", "due?", "collect"} & set(one.did), given


def test_memory_is_tidied_before_the_lights_of_a_question_and_its_words_are_made():
    for scans in (1, 3):
        one = turn(is_working=True, scans_to_ask=scans)
        assert one.did == ["due?"] + ["scan"] * scans, "with the next turn"
        one.did.clear()
        one.collects = True
        one._play(NOW + 5, 0)
        assert one.did == ["due", "collect"] and one.empty
        one.did.clear()
        one.collects = False
        one._scans = one.scans
        one._play(NOW + 30, 0)
        assert one.did == ["due"] + ["work"] * 6


def test_memory_is_tidied_before_a_move_is_taken():
    moved = {"active": 3, "is_ending": True, "_moved_ms": NOW - 300, "collected_ms": NOW - 301}
    assert turn(**moved).did == ["collect"]
    for given in ({"is_ending": False}, {"taken": True}, {"lasted": 0}):
        assert turn(**dict(moved, **given)).did == ["scan"], given
    moved["collected_ms"] = NOW - 300
    assert turn(**moved).did == ["due", "scan"], "the movement was before"
    assert turn(collects=True, **moved).did == ["due", "collect"], "but much has been used since"
    moved["collected_ms"] = NOW - 301
    assert turn(CHANGED, **moved).did == ["due?", "scan"], "hands go on"
    assert turn(is_idle=True, **moved).did == []


def test_before_a_move_is_taken_memory_is_looked_at_once_for_each_movement():
    one = turn(active=3, is_ending=True, _moved_ms=NOW - 300, collected_ms=NOW - 300)
    assert one.did == ["due", "scan"]
    one.did.clear()
    one.collects = True
    one._play(NOW + 5, 0)
    assert one.did == ["scan"]
    one.did.clear()
    one._moved_ms += 1
    one._play(NOW + 10, 0)
    assert one.did == ["collect"]


def test_flash_is_tidied_once_after_a_move_that_no_hand_has_followed():
    rested = {"is_idle": True, "rested_ms": NOW - 20, "_moved_ms": NOW - 620}
    one = turn(**rested)
    assert one.did == ["tidy"]
    one._play(NOW + 5, 0)
    assert one.did == ["tidy"]
    for given in ({"active": 0}, {"_moved_ms": NOW - 10}, {"waiting": True}):
        one = turn(**dict(rested, **given))
        assert one.did == [], given
    for given in ({"lasted": 0}, {"is_idle": False}, {"table_busy": 1}):
        one = turn(**dict(rested, **given))
        assert "tidy" not in one.did, given
        one.lasted, one.is_idle, one.table_busy = -1, True, 0
        one.did = []
        one._play(NOW + 5, 0)
        one._play(NOW + 10, 0)
        assert "tidy" in one.did, given
    assert turn(fresh=True, **rested).did == ["show", "tidy"]


class Keys:
    """Buttons that have one event."""

    def __init__(self, event):
        self.events = [0, event]

    def step(self, down, now_ms):
        pass

    def take(self):
        return self.events.pop() if self.events else 0

    def held_ms(self, button, now_ms):
        return 15


def test_before_a_hold_is_heard_memory_is_tidied():
    for event, collects in (
        (HOLD | TABLE, True), (HOLD, True), (PRESS | TABLE, False), (RELEASE, False),
        (HOLD_END | TABLE, False),
    ):  # fmt: skip
        one = Bare(buttons=Keys(event))
        one.button = lambda now_ms, event, down_ms, one=one: one.did.append(event)
        one._look_at_buttons(NOW)
        assert one.did == ["collect"] * collects + [event, "keep"]


def test_what_people_wait_for_goes_on_slice_by_slice_until_a_hand_may_come():
    # By turns with the board, and several slices while there is time.
    one = turn(CHANGED, table_hurried=9)
    assert one.did == ["due?"] + ["work"] * 6 and one._worked and one._code == CHANGED
    one = turn(CHANGED, table_hurried=9, _worked=True)
    assert one.did == ["due?", "scan"] + ["work"] * 6 and not one._worked and one._code == 0
    assert turn(CHANGED, table_hurried=9, scans=7).did == ["due?"] + ["work"] * 6
    # The reader has its turn sooner while it talks.
    assert turn(CHANGED, table_hurried=9, is_reading=True).did == ["due?"] + ["work"] * 3
    assert turn(CHANGED, table_hurried=1).did == ["due?", "work"]
    assert turn(CHANGED, table_hurried=9, lasted=0).did == ["work"]


def test_the_results_of_a_card_and_its_lights_come_before_the_board_is_judged_unless_it_has_changed():
    # Nobody lays another card: the reader can wait.
    one = turn(table_hurried=9, table_busy=1, _laid=True, _worked=True, is_reading=True)
    assert one.did == ["work"] * 6 and one._worked and one._laid
    one = turn(CHANGED, table_hurried=9, _laid=True, _worked=True)
    assert one.did == ["scan"] + ["work"] * 6 and not one._worked
    assert turn(table_hurried=9, _laid=True, lasted=0).did == ["work"], "a hand has moved"
    # Its lights are sent as soon as they are complete.
    one = turn(fresh=True, is_working=True, _laid=True)
    assert one.did == ["scan", "show"] and not one._laid and one._answered
    one = turn(is_working=True, _laid=True, table_busy=1)
    assert one.did == ["scan"] * 6 and one._laid
    # A card that is refused has none.
    assert not turn(_laid=True)._laid


def test_lights_that_are_complete_are_sent_when_there_is_time():
    one = turn(fresh=True)
    assert one.did == ["scan", "show"] and one.fresh is False
    assert (
        turn(fresh=True, _worked=True, table_hurried=5).did
        == "scan work work work work work show".split()
    )
    assert turn(fresh=True, _worked=True, table_hurried=6).did == ["scan"] + ["work"] * 6
    assert turn(fresh=True, lasted=4).did == ["scan"]
    assert turn(CHANGED, fresh=True, collects=True).did == ["scan", "show"], (
        "before memory is tidied"
    )


def test_every_second_what_is_due_and_nothing_while_hands_move():
    for moved_ms, active, waiting, wanted in (
        (NOW, -1, False, ["due?"]),
        (NOW - 1000, -1, False, ["due?"]),
        (NOW - 1001, -1, False, ["due?", "tidy"]),
        (NOW - 1001, 0, False, ["due?"]),
        (NOW - 1001, -1, True, ["due?"]),
        (NOW - 3000, 0, False, ["due?"]),
        (NOW - 3001, 0, False, ["due"]),
        (NOW - 3001, -1, False, ["due", "tidy"]),
    ):
        one = Bare(_moved_ms=moved_ms, active=active, waiting=waiting)
        one.care(NOW)
        assert one.did == wanted + ["look after"], (moved_ms, active, waiting)
    one = Bare(_moved_ms=0, table_busy=1)
    one.care(NOW)
    assert "due" not in one.did and "due?" not in one.did
    one = Bare(_moved_ms=NOW, waiting=True)
    for second in range(61):
        assert one.did.count("retry") == second // 30 == one.did.count("keep")
        one.care(NOW)


def test_a_task_is_well_again_a_second_after_it_stopped():
    for ago, well in ((999, False), (1000, True)):
        one = Bare(_crashed=["scan"], _crashed_ms=NOW - ago)
        one.care(NOW)
        assert ("well" in one.did) == well


def test_the_slot_is_empty_when_the_reader_has_said_so_for_a_fifth_of_a_second():
    one = Bare(_there_ms=NOW - 199)
    for _ in range(40):  # the reader's turns are short while it talks
        one.read_card(NOW)
    assert not one._slot_seen
    one.read_card(NOW + 1)
    assert one._slot_seen
    one = Bare(_there_ms=NOW - 300, is_missing=False)
    one.read_card(NOW)
    assert one._there_ms == NOW and not one._slot_seen


def test_garbage_is_collected_once_while_a_card_is_being_read_when_there_is_much_and_no_hand_waits():
    """What the card makes stays for the turn: at the low end of the heap it parts nothing."""
    for given, wanted in (
        ({"is_found": True}, ["collect"]),
        ({"is_found": False}, []),
        ({"is_found": True, "collected_ms": NOW}, []),
        ({"is_found": True, "lasted": 0}, []),
    ):
        one = Bare(**given)
        one.read_card(NOW)
        assert one.did == wanted, given
    one = Bare(is_found=True)
    one.debounce.raw = b"\1"  # a reed has opened: the next scan answers it
    one.read_card(NOW)
    assert one.did == []
    one = Bare(is_found=True)
    for _ in range(20):  # each time would put the card's event off by as much
        one.read_card(NOW)
    assert one.did == ["collect"]
    for found in (False, True, True):
        one.is_found = found
        one.read_card(NOW)
    assert one.did == ["collect"] * 2


def test_no_card_is_taken_while_nobody_looks_at_the_switches():
    card = ("card", b"uid", None, "ok")
    for looked, taken in ((NOW - 201, False), (NOW - 200, True)):
        one = Bare(_looked_ms=looked, event=card)
        one.read_card(NOW)
        assert bool(one.did) == one._slot_seen == taken


def test_a_card_lies_there_from_before_only_when_it_is_found_in_the_first_seconds():
    card = ("card", b"uid", None, "ok")
    for begun, seen, lying in ((NOW - 2999, False, 1), (NOW - 3000, False, 0), (NOW, True, 0)):
        one = Bare(_begun_ms=begun, _slot_seen=seen, event=card)
        one.read_card(NOW)
        assert (
            one.did == ["urgent", bool(lying), "calm", "show at once", "keep"] and one._slot_seen
        )
        assert one._used
    one = Bare(event=("removed",))
    one.read_card(NOW)
    assert one._slot_seen and one._used and one.did == []


class Cared(Bare):
    """... whose buttons have been down for some time."""

    colours = ("red", "blue", "yellow", "green")
    limit_ma = 500
    down = True
    _low = False
    _look_after = System._look_after

    def __init__(self, held):
        Bare.__init__(self)
        self.buttons = self.match = self.game = self
        self.held = held

    def __getitem__(self, name):
        return self.limit_ma

    def held_ms(self, button, now_ms):
        return self.held[button]

    def _lit(self, part, on):
        self.did.append((part, on))

    def fault(self, part, text):
        self.did.append(text.partition(":")[0])


def test_a_button_that_stays_down_for_ten_seconds_is_named():
    for button in range(5):
        for ms, stuck in ((9999, False), (10000, True)):
            held = [0] * 5
            held[button] = ms
            one = Cared(held)
            one._look_after(NOW)
            whose = (one.colours + ("table",))[button]
            assert ("button", stuck) in one.did and (whose in one.did) == stuck, (button, ms)


def test_what_asks_and_guides_is_there_as_long_as_it_does():
    for name in ANSWERS:
        __import__(name)
    Bare(asks=True).care(NOW)
    assert [name for name in ANSWERS if name in sys.modules] == list(ANSWERS)
    for at_work in ({"table_busy": 1}, {"is_working": True}):
        Bare(**at_work).care(NOW)
        assert [name for name in ANSWERS if name in sys.modules] == list(ANSWERS), at_work
    Bare().care(NOW)
    assert [name for name in ANSWERS if name in sys.modules] == []
    Bare().care(NOW)  # every second
