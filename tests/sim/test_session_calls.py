# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What a session makes of what the firmware says, line by line; the firmware is made up."""

import json

import pytest
from fake_target import FakeTarget

from tavle.errors import TavleError
from tavle.sim import session as sessions
from tavle.sim.session import Session, TableSpec

# MicroPython's counter of milliseconds has 30 bits.
PERIOD = 1 << 30


class Firmware(FakeTarget):
    """Answers a request after so many ms, with what the test says."""

    def __init__(self, _kind, _setting, chips):
        super().__init__(chips)
        self.on, self.complaints, self.sent = False, [], []
        self.usb, self.answers, self.after_ms = [], {}, 0
        self.late = []

    def power_on(self):
        self.on = True

    def power_off(self):
        self.on = False

    def write_flash(self, flash):
        self.flash = flash

    def say(self, line, boot_ms=0):
        self.usb.append((boot_ms * 1000, line if isinstance(line, str) else json.dumps(line)))

    def take_usb(self):
        for at_us, said in list(self.late):
            if at_us <= self.now_us:
                self.late.remove((at_us, said))
                self.say(said)
        usb, self.usb = self.usb, []
        return usb

    def send(self, data):
        assert data[:1] == data[-1:] == b"\n"
        asked = json.loads(data)
        self.sent.append(asked)
        if asked["cmd"] in self.answers:
            said = {"re": asked["id"], "ok": True, **self.answers[asked["cmd"]]}
            self.late.append((self.now_us + 1000 * self.after_ms, said))

    def close(self):
        self.on = False


@pytest.fixture
def session(monkeypatch):
    monkeypatch.setattr(sessions, "make_target", Firmware)
    monkeypatch.setattr(sessions, "prepare_flash", lambda game, state, **settings: settings)
    return Session(TableSpec("sorry", clock_ms=1000))


def test_a_request_has_a_number_of_its_own_and_takes_as_long_as_the_firmware_does(session):
    session.target.answers = {"state": {"phase": "deal"}, "hello": {"version": "1"}}
    assert session.request("state") == {"re": -1, "ok": True, "phase": "deal"}
    assert session.now_ms == 0
    session.target.after_ms = 7
    assert session.request("hello", more=[1])["version"] == "1" and session.now_ms == 7
    assert session.target.sent[1] == {"id": -2, "cmd": "hello", "more": [1]}
    assert session._answers == {}


@pytest.mark.parametrize(
    ("complaints", "noise", "why"),
    [
        ([], [], "it says nothing"),
        ([], ["one", "two\nthree"], "three"),
        (["ended", "a\nb"], ["two"], "b"),
    ],
)
def test_a_firmware_that_does_not_answer_is_told_with_its_last_words(
    session, complaints, noise, why
):
    session.target.complaints, session.noise = complaints, noise
    with pytest.raises(TavleError) as failure:
        session.request("state")
    assert (failure.value.what, failure.value.why) == ("no answer to state", why)
    assert session.now_ms == sessions._ANSWER_MS
    session.target.answers, session.target.after_ms = {"state": {}}, sessions._ANSWER_MS
    assert session.request("state")["ok"]


def test_a_table_without_power_is_not_asked(session):
    session.power(False)
    with pytest.raises(TavleError) as failure:
        session.request("state")
    told = failure.value
    assert (told.what, told.why) == ("cannot ask for state", "the table has no power")
    assert told.next_step == "power it on" and session.target.sent == []


def test_events_have_the_tables_time_and_the_rest_is_noise(session):
    session.target.say({"event": "card", "t": 1250})
    session.target.say({"event": "ask"})
    session.target.say("Traceback")
    session.target.say({"re": "x", "ok": False})
    session.run_ms(300)
    assert session.events == [{"event": "card", "t": 250}, {"event": "ask", "t": 300}]
    assert len(session.noise) == 1 and "Traceback" in session.noise[0]
    assert session._answers == {}
    # A counter that has wrapped meanwhile, and a boot that came later.
    session.events.clear()
    session.target.now_us = (PERIOD + 5000) * 1000
    session.target.say({"event": "card", "t": 1000 + 4990})
    session.target.say({"event": "card", "t": 1040}, PERIOD + 4900)
    session.run_ms(0)
    assert [event["t"] for event in session.events] == [PERIOD + 4990, PERIOD + 4940]


def test_a_new_dealer_has_shuffled_but_not_the_first(session, monkeypatch):
    shuffled = []
    monkeypatch.setattr(session.world, "shuffled", lambda: shuffled.append(session._dealer))
    for dealer in ("green", "green", "blue"):
        session.target.say({"event": "round", "dealer": dealer, "t": 1000})
        session.run_ms(1)
    session.target.say({"event": "card", "t": 1000})
    session.run_ms(1)
    assert shuffled == ["green"] and session._dealer == "blue"


def test_a_table_is_up_when_it_is_ready_or_waits_for_pawns(session):
    session.target.answers = {"state": {"phase": "setup"}}
    assert session.is_up() and session.now_ms == sessions._READY_MS
    session.target.answers = {"state": {"phase": "deal"}}
    assert not session.is_up()
    session.target.answers = {}
    assert not session.is_up()
    session.target.late.append((session.target.now_us + 35_000, {"event": "ready", "t": 1000}))
    before = session.now_ms
    assert session.until_ready() and session.now_ms == before + 40
    assert session.is_up() and session.now_ms == before + 40


def test_power_is_switched_once(session, monkeypatch):
    did = []
    monkeypatch.setattr(session.target, "power_on", lambda: did.append("on"))
    session._leapt_ms = 5
    session.power(True)
    assert did == [] and session._leapt_ms == 5
    session.target.on = False
    session.power(True)
    assert did == ["on"] and session._leapt_ms == 0
    monkeypatch.setattr(session.target, "power_off", lambda: did.append("off"))
    session.power(False)
    assert did == ["on"]
    session.target.on = True
    session.power(False)
    assert did == ["on", "off"]


def test_settings_are_written_before_the_first_start(session):
    assert session.target.flash == {"board": "r1_pico2"} and session.target.on
    other = Session(TableSpec("sorry", settings={"brightness": 5}))
    assert other.target.flash == {"board": "r1_pico2", "brightness": 5}
    bare = Session(TableSpec("sorry", bare=True))
    assert not hasattr(bare.target, "flash") and bare.target.on


def test_a_session_that_ends_pulls_the_plug_and_keeps_what_is_to_be_kept(session, monkeypatch):
    did = []
    monkeypatch.setattr(session, "save", lambda: did.append(("saved", session.target.on)))
    monkeypatch.setattr(session.target, "close", lambda: did.append("closed"))
    session.close()
    assert did == [("saved", False), "closed"]

    def full(*_):
        raise OSError(28, "No space left on device")

    did.clear()
    monkeypatch.setattr(session, "save", full)
    with pytest.raises(OSError, match="No space left"):
        session.close()
    assert did == ["closed"]
