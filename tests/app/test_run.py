# SPDX-License-Identifier: Apache-2.0
"""Start, tasks and supervisor, each turn by hand: who is called when, what a failure leads to."""

import gc
import os
import sys
import time

from fake_machine import MACHINE, WDT, Reset
from instead import Instead
from tempdir import new_folder

try:
    from types import coroutine
except ImportError:  # MicroPython: there every generator can be waited for

    def coroutine(function):
        return function


# What CPython lacks.
if not hasattr(time, "ticks_ms"):
    time.ticks_ms = lambda: 0
if sys.implementation.name == "cpython":
    gc.threshold = lambda *given: None
    gc.mem_free = getattr(gc, "mem_free", lambda: 1 << 20)
if not hasattr(sys, "print_exception"):
    sys.print_exception = lambda error, file: None

import app
from app import run


class Module:
    """Stands for a module in `sys.modules`."""


class Started:
    """What one call of `main` did."""

    def __init__(self, folder, fails="", ends=None):
        self.folder = folder
        self.fails = fails
        self.ends = ends  # raised by the running table
        self.assembled = []
        self.begun = []
        self.ran = []
        self.safe = []
        self.reset = False
        before = run._SAFE, run._FAILED, run.Runner, run._now
        run._SAFE = folder + "/safe"
        run._FAILED = folder + "/failed"
        run.Runner = self.runner
        run._now = lambda: 77
        modules = {name: sys.modules.get(name) for name in ("app.assembly", "app.safe")}
        safe_mode = getattr(app, "safe", None)
        sys.modules["app.assembly"] = Module()
        sys.modules["app.assembly"].assemble = self.assemble
        sys.modules["app.safe"] = app.safe = Module()
        app.safe.run = lambda *given: self.safe.append(given)
        try:
            run.main()
        except Reset:
            self.reset = True
        finally:
            run._SAFE, run._FAILED, run.Runner, run._now = before
            if safe_mode is not None:
                app.safe = safe_mode
            else:
                del app.safe
            for name, module in modules.items():
                if module is not None:
                    sys.modules[name] = module
                else:
                    sys.modules.pop(name, None)

    def assemble(self, data, garbage):
        assert not garbage.due(77, True)
        self.assembled.append(data)
        if self.fails == "assemble":
            raise ValueError("no such wire")
        return self

    def begin(self, now_ms):
        self.begun.append(now_ms)
        if self.fails == "begin":
            raise OSError(5)

    def runner(self, system):
        assert system is self
        return self

    async def run(self):
        self.ran.append("app.assembly" in sys.modules)
        if self.ends is not None:
            raise self.ends


def there(folder, name):
    return name in os.listdir(folder)


def failed(folder):
    with open(folder + "/failed") as file:
        return file.read()


def test_a_start_assembles_begins_runs_and_forgets_what_it_was_assembled_with():
    folder = new_folder()
    one = Started(folder)
    assert one.assembled == ["/tavle"] and one.begun == [77] and one.ran == [False]
    assert not one.safe and not one.reset
    assert not there(folder, "failed") and not there(folder, "safe")


def test_three_starts_that_fail_are_tried_again_and_the_fourth_is_safe():
    for fails, reason in (("assemble", "no such wire"), ("begin", repr(OSError(5)))):
        folder = new_folder()
        for count in (1, 2, 3):
            one = Started(folder, fails)
            assert one.reset and not one.ran and not one.safe
            assert failed(folder).startswith("%d " % count) and reason in failed(folder)
        one = Started(folder, fails)
        assert not one.assembled and not one.reset and not one.ran
        ((data, why),) = one.safe
        assert data == "/tavle" and reason in why
        # Power-on tries the whole table anew.
        assert not there(folder, "failed")
        assert Started(folder, fails).assembled


def test_one_good_start_makes_up_for_those_that_failed():
    folder = new_folder()
    Started(folder, "begin")
    Started(folder, "begin")
    one = Started(folder)
    assert one.ran and not there(folder, "failed")
    assert Started(folder, "begin").reset and failed(folder).startswith("1 ")


def test_a_failure_that_cannot_be_written_down_leads_to_the_safe_mode_at_once():
    one = Started(new_folder() + "/nowhere", "assemble")
    assert not one.reset and "no such wire" in one.safe[0][1]


def test_what_cannot_be_read_counts_as_no_failure_and_a_long_reason_is_cut():
    folder = new_folder()
    for text in ("", "x", "three of them"):
        with open(folder + "/failed", "w") as file:
            file.write(text)
        assert Started(folder).ran, text
    with open(folder + "/failed", "w") as file:
        file.write("3 " + "y" * 500)
    assert Started(folder).safe[0][1] == "y" * 198
    assert run._note_failure(2, "z" * 500) is False, "there is no /tavle on this machine"
    with Instead(run, "_FAILED", folder + "/failed"):
        assert run._note_failure(2, "z" * 500) is True
        assert failed(folder) == "2 " + "z" * 190
        assert run._failures() == (2, "z" * 190)
        run._forget_failures()
        assert run._failures() == (0, "")
        run._forget_failures()  # nothing to forget


def test_an_interrupt_stops_at_the_prompt_after_one_reset_and_the_next_start_plays():
    folder = new_folder()
    one = Started(folder, ends=KeyboardInterrupt())
    assert one.ran and one.reset and there(folder, "safe")
    stopped = Started(folder)
    assert not stopped.assembled and not stopped.safe and not stopped.reset
    assert not there(folder, "safe")
    assert Started(folder).ran


# -- the tasks, turn by turn ---------------------------------------------------------------


@coroutine
def sleep_ms(ms):
    yield ms


class Asyncio:
    """Instead of asyncio: a task that sleeps gives the milliseconds to its caller."""

    def __init__(self):
        self.tasks = []

    def create_task(self, task):
        self.tasks.append(task)

    def sleep_ms(self, ms):
        return sleep_ms(ms)


class Chain:
    scans = 0
    scanned_ms = 0

    waits = False

    def changed(self):
        return self.waits

    def age_ms(self):
        return run._now() - self.scanned_ms


class Reader:
    talks = False

    def busy(self):
        return self.talks


class Hardware:
    def __init__(self):
        self.chain = Chain()
        self.reader = Reader()


class Table:
    thinks = False

    def __init__(self):
        self.asked = []

    def think(self, now_ms):
        self.asked.append(now_ms)
        return self.thinks


class Link:
    def __init__(self):
        self.served = []

    @coroutine
    def serve(self, answer):
        self.served.append(answer)
        yield 3


class Requests:
    def serve(self, request):
        return {}


class System:
    """Counts what is asked of it."""

    def __init__(self):
        self.hardware = Hardware()
        self.table = Table()
        self.link = Link()
        self.requests = Requests()
        self.mode = self.restarting = None
        self.calls = []
        self.crashes = []
        self.hands = 0
        self.parts = 0  # more than one that a frame is drawn in
        self.uses = 0
        self.more = False

    def pressed(self):
        self.hands -= 1
        return self.hands >= 0

    def used(self):
        self.uses += 1

    def scan(self, now_ms):
        self.calls.append(("scan", now_ms))

    def read_card(self, now_ms):
        self.calls.append(("read_card", now_ms))

    def show(self, now_ms):
        self.calls.append(("show", now_ms))
        self.parts -= 1
        return self.parts < 0

    def care(self, now_ms):
        self.calls.append(("care", now_ms))

    def crashed(self, name, error, now_ms):
        self.crashes.append((name, repr(error), now_ms))


class Turns:
    """A runner whose tasks take their turns when a test says so; the clock stands still meanwhile."""

    def __init__(self):
        self.now_ms = 1000
        self.system = System()
        self.runner = run.Runner(self.system)

    def __enter__(self):
        self.before = run.asyncio, run._now
        run.asyncio = Asyncio()
        run._now = lambda: self.now_ms
        return self

    def __exit__(self, *_):
        run.asyncio, run._now = self.before

    def turn(self, task):
        """Return for how many ms the task sleeps after this turn."""
        return task.send(None)


def test_the_look_follows_a_scan_by_a_millisecond_whatever_it_took():
    with Turns() as turns:
        chain = turns.system.hardware.chain
        task = turns.runner._scan()
        for late_ms, sleeps in ((0, 7), (1, 6), (2, 5), (6, 1), (7, 1), (30, 1)):
            chain.scanned_ms = turns.now_ms - late_ms
            assert turns.turn(task) == sleeps, late_ms
            turns.now_ms += 100
        assert turns.system.calls == [("scan", 1000 + 100 * k) for k in range(6)]


def test_after_a_level_has_changed_the_very_next_scan_is_looked_at():
    with Turns() as turns:
        chain = turns.system.hardware.chain
        task = turns.runner._scan()
        chain.scanned_ms = turns.now_ms - 1
        for hands, sleeps in ((1, 3), (0, 6)):
            turns.system.hands = hands
            assert turns.turn(task) == sleeps


def test_a_long_turn_in_which_a_scan_came_does_not_put_the_next_one_off():
    with Turns() as turns:
        chain = turns.system.hardware.chain

        def long(now_ms):
            turns.now_ms += 8
            chain.scanned_ms = turns.now_ms - 2

        turns.system.scan = long
        task = turns.runner._scan()
        assert [turns.turn(task) for _ in range(3)] == [5, 5, 5]
        chain.waits = True
        assert turns.turn(task) == 1, "what has changed meanwhile is looked at, at once"


def test_a_hand_that_moved_during_a_collection_is_looked_at_before_the_others_have_their_turn():
    with Turns() as turns:
        chain = turns.system.hardware.chain
        looked = []

        def scan(now_ms):
            looked.append(now_ms)
            chain.waits = (
                not chain.waits
            )  # the first look collects garbage, and a reed changes; the second takes it
            turns.now_ms += 23 if chain.waits else 2
            chain.scanned_ms = turns.now_ms - 1

        turns.system.scan = scan
        task = turns.runner._scan()
        assert turns.turn(task) == 6
        assert looked == [1000, 1023]
        assert turns.turn(task) == 6
        assert looked == [1000, 1023, 1025, 1048]
        chain.waits = True  # for the first look already: it takes all there is
        assert turns.turn(task) == 6
        assert len(looked) == 5


def test_work_goes_on_when_the_others_had_their_turn_and_no_hand_waits():
    with Turns() as turns:
        chain = turns.system.hardware.chain
        task = turns.runner._scan()
        turns.system.more = True
        for late_ms in (0, 2, 4, 7):
            chain.scanned_ms = turns.now_ms - late_ms
            assert turns.turn(task) == 0, "the others come first"
            turns.now_ms += 2  # they take
        assert turns.system.calls == [("scan", 1000 + 2 * k) for k in range(4)]
        chain.waits = True
        assert turns.turn(task) == 1, "what moved is looked at with the next scan"
        chain.waits = turns.system.more = False
        chain.scanned_ms = turns.now_ms
        assert turns.turn(task) == 7


def test_the_watchdog_is_fed_while_the_chain_is_scanned_and_only_then():
    with Turns() as turns:
        chain = turns.system.hardware.chain
        watchdog = WDT(1)
        scan, care = turns.runner._scan(), turns.runner._care(watchdog)
        assert turns.turn(care) == 1000 and watchdog.fed == 1
        for _ in range(3):
            chain.scans += 1
            turns.turn(scan)
            turns.turn(care)
        assert watchdog.fed == 4
        for _ in range(5):  # the task runs, the timer does not
            turns.turn(scan)
            turns.turn(care)
        assert watchdog.fed == 4
        chain.scans += 1
        turns.turn(scan)
        turns.turn(care)
        assert watchdog.fed == 5
        turns.turn(care)  # no scan since: the scanning task stands still
        assert watchdog.fed == 5
        assert turns.system.calls.count(("care", 1000)) == 11


def test_reader_lights_and_players_come_in_their_own_time():
    with Turns() as turns:
        system = turns.system
        reader, light, players = (
            turns.runner._reader(),
            turns.runner._light(),
            turns.runner._players(),
        )
        assert turns.turn(reader) == 10
        system.hardware.reader.talks = True
        assert turns.turn(reader) == 3
        assert turns.turn(light) == 50
        assert system.calls == [("read_card", 1000)] * 2 + [("show", 1000)]
        system.parts = 2
        assert [turns.turn(light) for _ in range(3)] == [0, 0, 50], (
            "what is drawn in parts is one frame"
        )
        assert turns.turn(players) == 100
        system.table.thinks = True
        assert turns.turn(players) == 0, "who thinks comes again at once"
        asked = len(system.table.asked)
        assert system.table.asked == [1000] * asked
        system.mode = "doctor"
        assert turns.turn(players) == 100
        assert len(system.table.asked) == asked, "nobody thinks while a mode has the table"
        system.mode = None
        system.restarting = "soon"
        assert turns.turn(players) == 100
        assert len(system.table.asked) == asked, "nor when it is about to restart"


def test_slices_of_a_thought_follow_each_other_for_some_ms_until_a_hand_comes():
    with Turns() as turns:
        system = turns.system
        table = system.table
        players = turns.runner._players()
        for takes_ms, slices in ((0, 16), (1, 10), (3, 4), (10, 1), (20, 1)):
            table.asked = []

            def think(now_ms, takes_ms=takes_ms):
                table.asked.append(now_ms)
                turns.now_ms += takes_ms
                return True

            table.think = think
            assert turns.turn(players) == 0
            assert len(table.asked) == slices, takes_ms

        def thought(now_ms):
            table.asked.append(now_ms)
            return len(table.asked) < 3

        table.asked, table.think = [], thought
        assert turns.turn(players) == 100 and len(table.asked) == 3, "it has chosen"

        def touched(now_ms):
            table.asked.append(now_ms)
            system.hands = 1
            return True

        table.asked, table.think = [], touched
        assert turns.turn(players) == 0 and len(table.asked) == 1, "a hand is not kept waiting"

        def goes_on(now_ms):
            table.asked.append(now_ms)
            return True

        table.asked, table.think = [], goes_on
        system.hands = 0
        system.hardware.reader.talks = True
        assert turns.turn(players) == 0 and len(table.asked) == 1, "nor a card"


def test_a_hand_goes_before_patterns_and_thinking_but_not_for_ever():
    with Turns() as turns:
        system = turns.system
        for task, comes_ms in ((turns.runner._light(), 50), (turns.runner._players(), 100)):
            system.hands = 2
            assert [turns.turn(task) for _ in range(3)] == [2, 2, comes_ms]
            system.hands = 100
            assert [turns.turn(task) for _ in range(6)] == [2] * 5 + [comes_ms]
            system.hands = 0
        assert len(system.table.asked) == 2 and system.calls == [("show", 1000)] * 2


def test_the_memory_that_thinking_takes_is_noted():
    with Turns() as turns:
        task = turns.runner._players()
        turns.turn(task)
        assert turns.system.uses == 0
        turns.system.table.thinks = True
        turns.turn(task)
        assert turns.system.uses == len(turns.system.table.asked) - 1


def test_requests_are_served_by_the_link():
    with Turns() as turns:
        task = turns.runner._link()
        assert turns.turn(task) == 3
        assert turns.system.link.served == [turns.system.requests.serve]


def test_a_task_that_raises_is_reported_and_started_again_after_half_a_second():
    with Turns() as turns:
        begun = []

        async def fails():
            begun.append(turns.now_ms)
            if len(begun) < 3:
                raise ValueError(len(begun))
            await run.asyncio.sleep_ms(9)

        task = turns.runner._guard("reader", fails)
        for count in (1, 2):
            assert turns.turn(task) == 500
            assert turns.system.crashes[-1] == ("reader", repr(ValueError(count)), turns.now_ms)
            turns.now_ms += 500
        assert turns.turn(task) == 9
        assert begun == [1000, 1500, 2000] and len(turns.system.crashes) == 2


def test_every_task_is_guarded_by_its_name_and_a_watchdog_of_8_s_looks_at_all():
    with Turns() as turns:
        task = turns.runner.run()
        assert turns.turn(task) == 1000
        assert MACHINE.buses["watchdog"].timeout == 8000
        started = run.asyncio.tasks
        assert len(started) == 5
        slept = [turns.turn(one) for one in started]
        assert slept == [1, 10, 50, 100, 3]
        system = turns.system
        assert [name for name, _ in system.calls] == ["care", "scan", "read_card", "show"]

        def fails(*given):
            raise ValueError

        system.scan = system.read_card = system.show = fails
        system.table.think = fails
        system.link.serve = fails
        run.asyncio.tasks = []
        turns.turn(turns.runner.run())
        for one in run.asyncio.tasks:
            assert turns.turn(one) == 500
        assert [name for name, _, _ in system.crashes] == [
            "scan", "reader", "light", "players", "usb",
        ]  # fmt: skip
