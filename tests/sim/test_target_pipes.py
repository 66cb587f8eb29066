# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What passes through the pipes of a simulated controller, and how its ends are met; the process is made up."""

import io
import json
import os
import selectors
from types import SimpleNamespace

import pytest

from tavle.sim import target_unix
from tavle.sim.target import Setting, Target, TargetError
from tavle.sim.target_unix import UnixTarget


class Process:
    """A process whose output is a pipe; notes how it ends."""

    def __init__(self):
        self.did = []
        read, self.says = os.pipe()
        self.stdout = open(read, "rb", buffering=0)
        self.stdin = io.BytesIO()

    def kill(self):
        self.did.append("kill")

    def wait(self):
        self.did.append("wait")
        return 3


class Wires:
    """A target that is on, with a made-up process at its other end."""

    def __init__(self):
        self.target = UnixTarget.__new__(UnixTarget)
        Target.__init__(self.target, Setting("partners"), 13)
        self.hears, self.target._to = os.pipe()
        self.target._from, self.answers = os.pipe()
        self.process = self.target._process = Process()
        self.target._stderr = io.BytesIO()
        self.target._select = selectors.DefaultSelector()
        self.target._select.register(self.target._from, selectors.EVENT_READ)
        self.target._select.register(self.process.stdout, selectors.EVENT_READ)
        self.target._reply, self.target._text, self.target._full, self.target.on = (
            b"",
            b"",
            False,
            True,
        )
        self.target._folder = SimpleNamespace(cleanup=lambda: self.process.did.append("cleaned"))

    def answer(self, said, pieces=()):
        """Say an answer, whole or in pieces."""
        body = json.dumps(said).encode()
        data = len(body).to_bytes(4, "little") + body
        os.write(self.answers, data)

    def heard(self):
        """Return the messages that have come."""
        data = os.read(self.hears, 65536)
        found = []
        while data:
            size = int.from_bytes(data[:4], "little")
            found.append(json.loads(data[4 : 4 + size]))
            data = data[4 + size :]
        return found


@pytest.fixture
def wires():
    made = Wires()
    yield made
    made.target._kill()
    for end in (made.hears, made.answers, made.process.says):
        try:
            os.close(end)
        except OSError:  # the test has closed it
            continue


def test_a_message_is_its_length_and_json_and_so_is_its_answer(wires):
    wires.answer({"now": 5})
    assert wires.target._exchange({"do": "ask", "what": "leds"}) == {"now": 5}
    data = os.read(wires.hears, 100)
    assert data == b'\x1a\0\0\0{"do":"ask","what":"leds"}'
    wires.answer({"a": 1})
    wires.answer({"b": 2})
    assert wires.target._exchange({}) == {"a": 1} and wires.target._exchange({}) == {"b": 2}


def test_an_answer_may_come_in_pieces(wires):
    body = b'{"now": 5}'
    data = len(body).to_bytes(4, "little") + body
    for cut in range(len(data)):
        wires.target._reply = data[:cut]
        assert wires.target._parse() is None and wires.target._reply == data[:cut], cut
    wires.target._reply = data + b"rest"
    assert wires.target._parse() == {"now": 5} and wires.target._reply == b"rest"


def test_what_was_written_before_an_answer_is_heard_with_it(wires):
    os.write(wires.process.says, b'{"event":"a"}\n{"event":"b"}\r\nhalf')
    wires.answer({"now": 5})
    wires.target.boot_us = 70
    heard = []
    wires.target.tap = heard.append
    assert wires.target._exchange({}) == {"now": 5}
    assert wires.target.take_usb() == [(70, '{"event":"a"}'), (70, '{"event":"b"}')]
    assert (
        b"".join(heard) == b'{"event":"a"}\n{"event":"b"}\r\nhalf'
        and wires.target.take_usb() == []
    )
    os.write(wires.process.says, b" a line\n")
    wires.answer({})
    wires.target._exchange({})
    assert wires.target.take_usb() == [(70, "half a line")]


def test_a_firmware_that_closes_its_output_may_still_answer(wires):
    os.close(wires.process.says)
    wires.answer({"now": 5})
    assert wires.target._exchange({}) == {"now": 5}


def test_a_controller_that_dies_is_told_with_its_last_words(wires):
    wires.target._stderr = io.BytesIO(b"  Traceback\nMemoryError: no\n ")
    os.close(wires.answers)
    with pytest.raises(TargetError) as failure:
        wires.target._exchange({})
    assert failure.value.why == "exit status 3: Traceback\nMemoryError: no"
    assert failure.value.what == "the simulated controller died"
    assert wires.target.complaints == ["Traceback\nMemoryError: no"]
    assert not wires.target.on and wires.target._process is None
    assert wires.process.did == ["wait", "kill", "wait"]


def test_one_that_dies_without_a_word_is_told_too(wires):
    os.close(wires.hears)  # nothing can be sent to it
    with pytest.raises(TargetError) as failure:
        wires.target._exchange({})
    assert failure.value.why == "exit status 3: no message" and wires.target.complaints == []


def test_a_firmware_that_hangs_is_killed_after_a_minute(wires, monkeypatch):
    waits = []
    monkeypatch.setattr(target_unix.time, "monotonic", lambda: 100.0)
    wires.target._select.close()
    wires.target._select = SimpleNamespace(
        select=lambda timeout: waits.append(timeout) or [], close=lambda: waits.append("closed")
    )
    wires.target.complaints += ["first", "last"]
    with pytest.raises(TargetError) as failure:
        wires.target._exchange({})
    assert waits == [60.0, "closed"] and wires.process.did == ["kill", "wait"]
    assert (failure.value.what, failure.value.next_step) == ("the firmware hangs", "last")
    assert "no virtual time passed for 60 s" in failure.value.why and wires.target._process is None


def test_who_breaks_off_in_the_middle_of_a_message_is_told_and_the_controller_is_gone(
    wires, monkeypatch
):
    def broken_off(message):
        raise KeyboardInterrupt

    monkeypatch.setattr(wires.target, "_exchange", broken_off)
    with pytest.raises(KeyboardInterrupt):
        wires.target._answer_of({"do": "run"})
    assert (
        wires.process.did == ["kill", "wait"]
        and not wires.target.on
        and wires.target._process is None
    )


def test_the_plug_takes_the_stickers_memory_with_it(wires, monkeypatch):
    asked = []

    def answer(message):
        asked.append(message["do"])
        return {"memories": {"a": "0102"}}

    monkeypatch.setattr(wires.target, "_exchange", answer)
    wires.target.inputs.apply([0, "card", "a", "ntag213", "0000"])
    wires.target.power_off()
    assert asked == ["ask", "off"] and wires.process.did == ["kill", "wait"]
    assert wires.target.inputs.memories() == {"a": "0102"} and not wires.target.on
    wires.target.power_off()
    assert asked == ["ask", "off"]
    wires.target.close()
    assert wires.process.did == ["kill", "wait", "cleaned"]


@pytest.fixture
def scripted(wires, monkeypatch):
    """Return a target whose answers are told before, and what it was asked."""
    target = wires.target
    target.asked, target.script, target.booted = [], [], []

    def answer(message):
        target.asked.append(json.loads(json.dumps(message)))
        return target.script.pop(0)

    monkeypatch.setattr(target, "_exchange", answer)
    monkeypatch.setattr(target, "_boot", lambda cause: target.booted.append(cause))
    return target


def test_time_passes_as_far_as_the_firmware_says_and_events_go_with_it(scripted):
    scripted.post(10, "in", 5, 0)
    scripted.post(30, "in", 6, 0)
    scripted.post(99, "in", 7, 0)
    scripted.script = [{"now": 20}, {"now": 50}]
    scripted.run(50)
    assert scripted.asked == [
        {"do": "run", "until": 50, "events": [[10, "in", 5, 0], [30, "in", 6, 0]]},
        {"do": "run", "until": 50, "events": [[30, "in", 6, 0]]},
    ]
    assert scripted.now_us == 50 and scripted.inputs.levels[0] == 0b10011111
    scripted.run(50)
    assert len(scripted.asked) == 2, "no time, and nothing is due"
    scripted.post(50, "in", 0, 0)
    scripted.script = [{"now": 50}]
    scripted.run(50)
    assert (
        scripted.asked[-1]["events"] == [[50, "in", 0, 0]] and scripted.inputs.levels[0] & 1 == 0
    )


def test_a_firmware_that_resets_itself_boots_again_and_says_why_if_it_was_not_meant(scripted):
    scripted.script = [
        {"now": 2000, "reset": "reset"},
        {"now": 7_654_321, "reset": "watchdog"},
        {"now": 8_000_000},
    ]
    scripted._process.kill = lambda: None
    killed = []
    scripted._kill = lambda: killed.append(scripted.now_us)
    scripted.run(8_000_000)
    assert scripted.booted == [3, 3] and killed == [2000, 7_654_321]
    assert scripted.complaints == ["watchdog reset at 7654 ms"]
    del scripted._kill


def test_time_passes_for_a_table_without_power_and_what_happens_is_there_later(scripted):
    scripted.on = False
    scripted.post(10, "in", 5, 0)
    scripted.run(40)
    assert (
        scripted.asked == [] and scripted.now_us == 40 and scripted.inputs.levels[0] == 0b11011111
    )


def test_lines_go_to_the_firmware_at_once_and_it_says_whether_it_was_free(scripted):
    for idle, reset, said in ((1, None, True), (0, None, False), (1, "reset", False)):
        scripted.script = [{"idle": idle, **({"reset": reset} if reset else {})}]
        killed = []
        scripted._kill = lambda killed=killed: killed.append(1)
        assert scripted.send(b"line\n") is said and len(killed) == bool(reset)
        del scripted._kill
    assert scripted._process.stdin.getvalue() == b"line\n" * 3 and scripted.booted == [3]
    assert scripted.asked == [{"do": "usb"}] * 3


def test_what_is_asked_of_the_chips(scripted):
    scripted.script = [
        {"frames": [[5, "0a0b"], [9, ""]], "more": True},
        {"frames": [[9, ""], [11, "0c"]], "more": False},
        {"log": [[1, 440], [2, 0]]},
        {"memories": {"a": "01"}},
        {"shows": 3},
    ]
    assert scripted.frames(4) == [(5, b"\x0a\x0b"), (9, b""), (11, b"\x0c")]
    assert scripted.sounds() == [(1, 440), (2, 0)]
    assert scripted.stickers() == {"a": "01"} and scripted.stats() == {"shows": 3}
    scripted.script = [{}, {}, {}, {}]
    scripted.usb_full(False)
    scripted.usb_full(True)
    scripted.usb_full(True)
    scripted.usb_full(False)
    scripted.leap(77)
    assert scripted.asked == [
        {"do": "ask", "what": "leds", "since": 4}, {"do": "ask", "what": "leds", "since": 9}, {"do": "ask", "what": "buzzer"}, {"do": "ask", "what": "tags"},
        {"do": "ask", "what": "stats"}, {"do": "full", "on": True}, {"do": "full", "on": False}, {"do": "leap", "us": 77},
    ]  # fmt: skip


def test_a_table_without_power_says_nothing(scripted):
    scripted._kill()
    scripted.inputs.apply([0, "card", "a", "ntag213", "00ff"])
    assert (scripted.frames(0), scripted.sounds(), scripted.stats(), scripted.send(b"x")) == (
        [],
        [],
        {},
        False,
    )
    assert scripted.stickers() == {"a": "00ff"}
    scripted.usb_full(True)
    scripted.leap(5)
    assert scripted.asked == []
