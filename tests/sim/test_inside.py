# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What runs beside the firmware in its process, call by call: clock, tasks, waiting, computing time, bench, pipe."""

import builtins
import importlib.util
import json
import os
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import tavle.sim
from tavle.paths import add_firmware
from tavle.sim.device_side import bench, clock, pipe

add_firmware()
import boards.partners  # noqa: E402
import boards.r1_pico2  # noqa: E402

INSIDE = Path(tavle.sim.__file__).parent / "device_side"


class Owner:
    """The other end of the pipe: gives the orders that a test wrote down, notes what is told."""

    def __init__(self, *orders):
        self.orders, self.told = list(orders), []

    def put(self, message):
        self.told.append(message)

    def get(self):
        if not self.orders:
            raise EOFError
        return self.orders.pop(0)


def clock_of(*orders, now=1000, until=None):
    made = clock.Clock(Owner(*orders), now)
    made.events = []
    made.on_event = lambda event: made.events.append((made.now, event))
    made.on_ask = lambda order: {"asked": order["what"]}
    made.on_off = lambda cut: made.events.append((made.now, "off", cut))
    if until is not None:
        made.until_us = until
        made._aim()
    return made


# The clock


def test_time_goes_as_far_as_it_may_and_then_asks():
    it = clock_of({"do": "run", "until": 5000}, now=1000, until=2000)
    it.pass_us(999)
    assert it.now == 1999 and it.pipe.told == []
    it.pass_us(1)
    assert it.now == 2000 and it.pipe.told == []
    it.pass_us(2500)
    assert it.now == 4500 and it.pipe.told == [{"now": 2000, "idle": False}]
    with pytest.raises(EOFError):
        it.pass_us(501)
    assert it.now == 5000 and it.pipe.told[1:] == [{"now": 5000, "idle": False}]


def test_an_order_to_run_is_answered_once_however_often_it_asks():
    it = clock_of({"do": "full", "on": True}, {"do": "run", "until": 3000}, until=2000)
    it.pass_us(1500)
    assert it.usb_full and it.pipe.told == [{"now": 2000, "idle": False}] * 2


def test_what_is_due_happens_in_its_order_and_at_its_time():
    it, seen = clock_of(until=9000), []
    for at_us, name in ((3000, "c"), (2000, "a"), (2000, "b"), (500, "late"), (7000, "z")):
        it.at(at_us, lambda name: seen.append((it.now, name)), name)
    it.pass_us(2500)
    assert seen == [(1000, "late"), (2000, "a"), (2000, "b"), (3000, "c")] and it.now == 3500
    item = it.at(4000, seen.append)
    assert it.horizon == 4000
    it.cancel(item)
    it.cancel(item)
    assert it.horizon == 7000
    it.pass_us(3500)
    assert it.now == 7000 and seen[4:] == [(7000, "z")] and it.horizon == 9000


def test_the_world_does_things_on_its_way():
    event = [1500, "in", 3, 0]
    it = clock_of({"do": "run", "until": 3000, "events": [event, [1400, "supply", 0]]}, until=1000)
    it.pass_us(800)
    assert it.events == [(1400, [1400, "supply", 0]), (1500, event)] and it.now == 1800


def test_the_idle_loop_wakes_for_news_and_nobody_else_does():
    it = clock_of(until=9000)
    it.at(2000, lambda _: setattr(it, "woken", True))
    it.at(3000, lambda _: None)
    it.reach(4000, True)
    assert it.now == 2000 and not it.woken
    it.reach(4000, True)
    assert it.now == 4000
    it.at(5000, lambda _: setattr(it, "woken", True))
    it.reach(6000)
    assert it.now == 6000 and it.woken


def test_bytes_over_usb_wake_who_is_idle_and_are_only_noted_by_others():
    it = clock_of({"do": "usb"}, until=2000)
    it.reach(5000, True)
    assert it.usb and it.now == 2000 and it.pipe.told == [{"now": 2000, "idle": True}]
    it.pipe.orders = [{"do": "run", "until": 9000}]
    it.reach(5000, True)
    assert it.now == 5000 and it.pipe.told[1:] == [{"now": 2000, "idle": True}]
    it = clock_of({"do": "usb"}, {"do": "run", "until": 9000}, until=2000)
    it.pass_us(1500)
    assert it.usb and it.pipe.told == [{"now": 2000, "idle": False}] * 2 and it.now == 2500


def test_questions_leaps_and_the_plug_are_answered_while_time_stands():
    orders = (
        {"do": "ask", "what": "leds"},
        {"do": "leap", "us": 700},
        {"do": "leap", "us": 60},
        {"do": "off"},
    )
    it = clock_of(*orders, until=2000)
    with pytest.raises(EOFError):
        it.pass_us(1001)
    stopped = {"now": 2000, "idle": False}
    assert it.pipe.told == [
        stopped, {"asked": "leds"}, stopped, stopped, {"off": True, "now": 2000},
    ]  # fmt: skip
    assert it.start_us == 760 and it.events == [(2000, "off", True)]


def test_looks_at_the_clock_cost_nothing_until_they_are_a_loop():
    it = clock_of({"do": "run", "until": 1003}, until=1002)
    for _ in range(200):
        it.spin()
    assert it.now == 1000
    it.spin()
    it.spin()
    assert it.now == 1002
    it.spin()
    assert it.now == 1003 and it.pipe.told == [{"now": 1002, "idle": False}]
    it = clock_of(until=5000)
    for _ in range(200):
        it.spin()
    it.pass_us(1)
    for _ in range(200):
        it.spin()
    assert it.now == 1001


def test_a_watchdog_is_late_by_nothing():
    it = clock_of(until=99_000)
    it.watchdog(2000)
    it.pass_us(1500)
    it.watchdog(2000)
    it.pass_us(1999)
    assert it.pipe.told == [] and len(it._timers) == 1
    with pytest.raises(EOFError):
        it.pass_us(1)
    assert it.pipe.told == [{"reset": "watchdog", "now": 4500}]
    assert it.events == [(4500, "off", False)]


# Tasks and waiting


def load(name, **below):
    """Run a module of the simulator with other ones than CPython's."""
    kept = {other: sys.modules.get(other) for other in below}
    sys.modules.update(below)
    try:
        spec = importlib.util.spec_from_file_location(f"inside_{name}", INSIDE / f"{name}.py")
        made = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(made)
    finally:
        for other, module in kept.items():
            if module is None:
                del sys.modules[other]
            else:
                sys.modules[other] = module
    return made


def module(name, **names):
    made = ModuleType(name)
    vars(made).update(names)
    return made


class Cancelled(BaseException):
    pass


@pytest.fixture
def core():
    made = module("asyncio.core", now=100, cur_task=None, CancelledError=Cancelled)
    made.ticks = lambda: made.now
    made.ticks_diff = lambda a, b: a - b
    return made


@pytest.fixture
def tasks(core):
    package = module("asyncio", core=core)
    made = load("tasks", **{"asyncio": package, "asyncio.core": core})
    made.install()
    made.package = package
    return made


def test_tasks_run_by_their_time_and_then_as_they_were_queued(tasks, core):
    queue = core._task_queue
    assert queue.peek() is None
    found = {name: tasks.Task(name) for name in "abcde"}
    for name, key in (("a", 120), ("b", 110), ("c", None), ("d", 110), ("e", 120)):
        found[name].data = "old"
        queue.push(found[name], key)
        assert found[name].data is None and found[name].ph_key == (key or 100)
    assert queue.peek() is found["c"]
    queue.remove(found["d"])
    assert [queue.pop().coro for _ in range(4)] == ["c", "b", "a", "e"] and queue.peek() is None


def test_asyncio_uses_them_from_then_on(tasks, core):
    assert core.Task is tasks.Task and core.TaskQueue is tasks.TaskQueue
    assert isinstance(core._task_queue, tasks.TaskQueue) and not hasattr(tasks.package, "Task")
    tasks.package.Task = None
    tasks.install()
    assert tasks.package.Task is tasks.Task


def test_a_task_that_is_awaited_keeps_who_waits_and_gives_what_it_ended_with(tasks, core):
    task, other = tasks.Task("it"), tasks.Task("waits")
    core.cur_task = other
    assert not task.done() and iter(task) is task
    assert next(task) is None and other.data is task and task.state.peek() is other
    assert (
        iter(task) is task and task.state.peek() is other
    )  # a second one waits in the same queue
    task.state, task.data = None, None
    assert task.done() and iter(task) is task and task.state is False
    with pytest.raises(StopIteration):
        next(task)
    task.data = ValueError("it failed")
    with pytest.raises(ValueError, match="it failed"):
        next(task)
    task.state = print
    with pytest.raises(RuntimeError, match="cannot be awaited"):
        iter(task)


def test_a_task_is_cancelled_where_it_waits(tasks, core):
    queue, core.cur_task = core._task_queue, tasks.Task("now")
    ended = tasks.Task("ended")
    ended.state = None
    assert ended.cancel() is False
    with pytest.raises(RuntimeError, match="can't cancel self"):
        core.cur_task.cancel()
    sleeping, due = tasks.Task("sleeps"), tasks.Task("due")
    queue.push(sleeping, 500)
    queue.push(due, 100)
    assert sleeping.cancel() is True and sleeping.ph_key == 100 and sleeping.data is Cancelled
    assert due.cancel() is True and due.data is Cancelled and due.ph_key == 100
    assert [queue.pop(), queue.pop()] == [due, sleeping] and queue.peek() is None
    removed = []
    reading, outer = tasks.Task("reads"), tasks.Task("waits for it")
    reading.data, outer.data = SimpleNamespace(remove=removed.append), reading
    assert outer.cancel() is True and removed == [reading]
    assert queue.pop() is reading and reading.data is Cancelled and outer.data is reading


@pytest.fixture
def waiting(core):
    """Waiting on virtual time, with a standard input that is looked at for real."""
    real = SimpleNamespace(ready=[], asked=[])

    class Poller:
        def register(self, *told):
            real.asked.append(told)

        def poll(self, timeout_ms):
            real.asked.append(timeout_ms)
            return real.ready

    queued = []
    core._task_queue = SimpleNamespace(push=queued.append)
    below = {
        "asyncio": module("asyncio", core=core), "asyncio.core": core,
        "uselect": module("uselect", poll=Poller, POLLIN=1),
    }  # fmt: skip
    it = clock_of(until=1 << 40, now=1500)
    load("ioqueue", **below).install(it)
    queue = core._io_queue
    assert isinstance(queue, core.IOQueue) and real.asked == [(sys.stdin, 1)]
    return SimpleNamespace(queue=queue, clock=it, queued=queued, real=real, core=core)


class Stream:
    def __init__(self, ready=0):
        self.ready, self.asked = ready, []

    def ioctl(self, request, flags):
        self.asked.append((request, flags))
        return self.ready


def test_who_reads_is_woken_by_what_can_be_read_and_who_writes_by_room(waiting):
    queue, core, stream = waiting.queue, waiting.core, Stream()
    core.cur_task = reader = SimpleNamespace()
    queue.queue_read(stream)
    core.cur_task = SimpleNamespace()
    with pytest.raises(RuntimeError, match="two tasks wait for one stream"):
        queue.queue_read(stream)
    writer = core.cur_task
    queue.queue_write(stream)
    assert writer.data is queue
    queue.wait_io_event(0)
    assert waiting.queued == [] and stream.asked == [(3, 5)]
    stream.ready = 4
    queue.wait_io_event(0)
    assert waiting.queued == [writer] and len(queue.map) == 1
    stream.ready = 4
    queue.wait_io_event(0)
    assert waiting.queued == [writer]
    stream.ready = 5
    queue.wait_io_event(0)
    assert waiting.queued == [writer, reader] and queue.map == {}


def test_a_task_that_is_taken_out_waits_no_more(waiting):
    queue, core = waiting.queue, waiting.core
    one, other, stream, second = SimpleNamespace(), SimpleNamespace(), Stream(5), Stream(5)
    core.cur_task = one
    queue.queue_read(stream)
    queue.queue_read(second)
    core.cur_task = other
    queue.queue_write(stream)
    queue.remove(one)
    assert list(queue.map) == [id(stream)]
    queue.remove(one)
    queue.remove(other)
    assert queue.map == {}


def test_time_flies_to_the_next_deadline_or_a_whole_second(waiting):
    queue, it = waiting.queue, waiting.clock
    queue.wait_io_event(20)
    assert it.now == 21_000  # in whole milliseconds, as the tasks count
    queue.wait_io_event(0)
    assert it.now == 21_000
    # Nobody but standard input can be waited for: in steps of a second, until it has something.
    waiting.core.cur_task = SimpleNamespace()
    queue.queue_read(sys.stdin)
    it.at(2_500_000, lambda _: setattr(it, "usb", True))
    waiting.real.ready = [1]
    queue.wait_io_event(-1)
    assert waiting.queued and it.now == 3_021_000 and it.usb


def test_other_streams_are_looked_at_every_millisecond(waiting):
    queue, it, stream = waiting.queue, waiting.clock, Stream()
    waiting.core.cur_task = SimpleNamespace()
    queue.queue_read(stream)
    queue.wait_io_event(1)
    assert it.now == 2_000
    queue.wait_io_event(50)
    assert it.now == 3_000
    it.at(7_500, lambda _: setattr(stream, "ready", 1))
    queue.wait_io_event(-1)
    assert it.now == 8_000 and len(waiting.queued) == 1


def test_standard_input_is_looked_at_only_when_something_was_written(waiting):
    queue, it = waiting.queue, waiting.clock
    waiting.core.cur_task = reader = SimpleNamespace()
    queue.queue_read(sys.stdin.buffer)
    del waiting.real.asked[:]
    queue.wait_io_event(0)
    assert waiting.real.asked == []
    it.usb = True
    queue.wait_io_event(0)
    assert waiting.real.asked == [0] and not it.usb and waiting.queued == []
    it.usb, waiting.real.ready = True, ["stdin"]
    queue.wait_io_event(0)
    assert it.usb and waiting.queued == [reader]
    queue.queue_write(sys.stdout)
    it.usb, waiting.real.ready = True, []
    queue.wait_io_event(0)
    assert len(waiting.queued) == 2 and queue.map == {}  # there is always room


# Computing time


@pytest.fixture
def computing(monkeypatch):
    made = load("computing")
    monkeypatch.setattr(builtins, "__import__", builtins.__import__)
    made.clock = clock_of(until=1 << 40)
    made.install(made.clock)
    made.took = lambda call, *args: (made.clock.now, call(*args), made.clock.now)
    return made


def spent(computing, call, *args):
    """Return (us that passed, what came back)."""
    before, said, after = computing.took(call, *args)
    return after - before, said


def test_computing_takes_time_and_memory(computing):
    it = computing
    assert spent(it, it.spend, 30) == (30, None)
    free, taken = it.mem_free(), it.mem_alloc()
    assert spent(it, it.spend_, 5, 40_000) == (5, None)
    assert (it.mem_free(), it.mem_alloc()) == (free - 40_000, taken + 40_000)
    assert it.address(it) == it.mem_alloc()
    assert spent(it, it.spend_, 5, free - 40_000) == (5, None) and it.mem_free() == 0
    took_us, _ = spent(it, it.spend_, 5, 1)
    assert it.mem_free() == free, "what was used up has been collected"
    it.spend_(1, 500)
    assert spent(it, it.collect) == (took_us - 5, None) and it.mem_free() == free
    assert spent(it, it.leave_open) == (0, None)
    assert spent(it, it.dumps, {"a": [1]}) == (100 + 12 * 10, '{"a": [1]}')
    assert spent(it, it.loads, "[1, 2]") == (100 + 12 * 6, [1, 2])


def test_computing_stops_for_what_is_due(computing):
    seen = []
    computing.clock.at(1010, lambda _: seen.append(computing.clock.now))
    computing.spend(9)
    assert seen == []
    computing.spend(1)
    assert seen == [1010] and computing.clock.now == 1010


def test_loading_a_module_takes_time_by_its_size_and_once(computing, tmp_path, monkeypatch):
    (tmp_path / "loaded_now.py").write_text("x = 1\n" * 100)
    monkeypatch.syspath_prepend(tmp_path)
    took, found = spent(computing, builtins.__import__, "loaded_now")
    assert found.x == 1 and took == 2000 + 600
    assert spent(computing, builtins.__import__, "loaded_now")[0] == 0
    monkeypatch.delitem(sys.modules, "loaded_now")


# The bench and the pipe


@pytest.fixture
def wired(tmp_path):
    flash = tmp_path / "flash"
    flash.write_bytes(b"\xff" * 8192)
    it = clock_of(until=1 << 40)
    start = {
        "pins": vars(boards.r1_pico2), "lights": boards.partners.N_LEDS,
        "inputs": "fe" * (boards.partners.N_CHIPS + 1), "flash": str(flash), "flash_size": 8192, "seed": 3,
        "events": [[0, "supply", 0]],
    }  # fmt: skip
    made = bench.Bench(it, start)
    made.file = made.flash.store._file
    yield made
    made.file.close()


def test_the_chips_are_on_the_pins_of_the_board_file(wired):
    pins, layout = boards.r1_pico2, boards.partners
    assert wired.chain_pins == (pins.PIN_CHAIN_MISO, pins.PIN_CHAIN_LOAD, pins.PIN_CHAIN_SCK)
    assert wired.uart == {pins.READER_UART: wired.hsu}
    assert wired.i2c == {pins.READER_I2C: {pins.READER_I2C_ADDRESS: wired.i2c_face}}
    assert (wired.strip_pin, wired.buzzer_pin) == (pins.PIN_LED, pins.PIN_BUZZER)
    assert len(wired.chain.inputs) == layout.N_CHIPS + 1 and set(wired.chain.inputs) == {0xFE}
    assert wired.strip.n_leds == layout.N_LEDS
    assert wired.line(99) is wired.line(99) and wired.line(99).level == 1
    assert wired.line(99).drive is wired.line(99).sense is None
    told = []
    wired.reader = SimpleNamespace(
        reset_pin=lambda *given: told.append(given), irq=lambda now: ("irq", now)
    )
    wired.line(pins.PIN_READER_RESET).drive(0)
    assert told == [(0, 1000)] and wired.line(pins.PIN_READER_IRQ).sense() == ("irq", 1000)
    assert wired.clock.spins == 1


def test_what_the_world_does_reaches_the_chip_it_is_for(wired):
    assert wired.line(boards.r1_pico2.PIN_SUPPLY).sense() == 0  # from before the boot
    wired.clock.on_event([5, "supply", 1])
    assert wired.line(boards.r1_pico2.PIN_SUPPLY).sense() == 1
    wired.clock.on_event([5, "in", 9, 0])
    assert wired.chain.inputs[1] == 0xFC
    told = []
    wired.chain = SimpleNamespace(fault=lambda *given: told.append(given))
    wired.reader = SimpleNamespace(event=lambda *given: told.append(given))
    wired.clock.on_event([5, "chain", 1, 2, 3])
    wired.clock.on_event([5, "nocard", "key"])
    assert told == [(1, 2, 3), ("nocard", ["key"], 1000)]


def test_every_question_about_the_chips_has_its_answer(wired):
    ask = wired.clock.on_ask
    frame = bytes(range(96)) * 3
    wired.strip.write(500, (400, 850, 800, 450), frame)
    latched = wired.strip.frames[-1][0]
    assert ask({"what": "leds", "since": latched})["frames"][-1] == [latched, frame.hex()]
    wired.reader.tags["5/1"] = SimpleNamespace(memory=bytearray(b"\x04\xff"))
    assert ask({"what": "tags"}) == {"memories": {"5/1": "04ff"}}
    assert ask({"what": "buzzer"}) == {"log": wired.buzzer.log}
    wired.flash.erases, wired.flash.programs = 2, 3
    bench.gc.mem_free, bench.gc.mem_alloc = lambda: 11, lambda: 22
    try:
        said = ask({"what": "stats"})
    finally:
        del bench.gc.mem_free, bench.gc.mem_alloc
    assert said == {
        "erases": 2, "programs": 3, "programmed_bytes": wired.flash.programmed_bytes,
        "overwrites": wired.flash.overwrites, "shows": 1, "bad_bits": 0, "heap_free": 11, "heap_used": 22,
    }  # fmt: skip


def test_a_power_cut_reaches_the_flash_in_the_middle_and_a_reset_does_not(wired):
    told = []
    wired.flash = SimpleNamespace(power_cut=told.append)
    wired.clock.on_off(True)
    wired.clock.on_off(False)
    assert told == [1000, None]


def test_what_is_written_to_the_flash_is_on_the_disk_at_once(wired, tmp_path):
    store = wired.flash.store
    store.write(4100, b"moves")
    cells = bytearray(7)
    store.readinto(4099, cells)
    assert cells == b"\xffmoves\xff" and store.size == 8192
    assert (tmp_path / "flash").read_bytes()[4099:4106] == cells


def test_messages_pass_through_the_pipe_whole():
    (in_r, in_w), (out_r, out_w) = os.pipe(), os.pipe()
    ours = pipe.Pipe(in_r, out_w)
    body = json.dumps({"do": "run", "text": "æ" * 300}).encode()
    os.write(in_w, len(body).to_bytes(4, "little") + body[:5])
    os.write(in_w, body[5:])
    assert ours.get() == {"do": "run", "text": "æ" * 300}
    ours.put({"now": 5})
    ours._out.flush()
    assert os.read(out_r, 99) == b'\x0a\0\0\0{"now": 5}'
    os.close(in_w)
    with pytest.raises(SystemExit) as ended:
        ours.get()
    assert ended.value.code == 0
    ours._in.close()
    ours._out.close()
    os.close(out_r)


def test_a_pipe_that_is_closed_at_its_other_end_ends_the_process():
    (in_r, in_w), (out_r, out_w) = os.pipe(), os.pipe()
    ours = pipe.Pipe(in_r, out_w)
    ours._out.close()
    ours._out = open(os.dup(in_r), "rb", buffering=0)  # cannot be written, as a broken pipe
    with pytest.raises(SystemExit) as ended:
        ours.put({"now": 6})
    assert ended.value.code == 0
    ours._out.close()
    ours._in.close()
    os.close(in_w)
    os.close(out_r)
