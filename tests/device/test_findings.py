# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What the doctor says to every state a table can be in, and the small tables its words come from."""

import copy
import json

import pytest
from test_strange_answers import RIGHT, Wire

from tavle.device import doctor, link, settings, walk
from tavle.device.checks import FAIL, OK, SKIP, WARN, Result, report
from tavle.errors import TavleError


class Asked(Wire):
    """A table's end of the cable that remembers what it was asked."""

    def __init__(self, answers, events=()):
        super().__init__(answers)
        self.asked = []
        self.events = list(events)

    def write(self, data):
        if data.strip():
            self.asked.append(json.loads(data))
        return super().write(data)

    def read(self, size=1):
        if not self.out and self.events:
            self.out += json.dumps(self.events.pop(0)).encode() + b"\n"
        return super().read(size)


class Person:
    """Says yes or no to everything and remembers what was said."""

    def __init__(self, answer=True):
        self.answer = answer
        self.heard = []

    def say(self, text):
        self.heard.append(text)

    def yes(self, question):
        self.heard.append(question)
        return self.answer


def visit(changes=(), person=None, events=(), patience_s=0.3):
    """Return ({name: finding}, what the table was asked) of a visit at a table that differs so."""
    answers = copy.deepcopy(RIGHT)
    for where, value in dict(changes).items():
        name, *fields = where.split(":")
        part = answers[name]
        for field in fields[:-1]:
            part = part[field]
        part[fields[-1]] = value
    answers.setdefault("doctor.show", {})
    answers.setdefault("doctor.sound", {})
    answers.setdefault("doctor.walk", {"closed": [], "bits": 112})
    wire = Asked(answers, events)
    one = doctor.Visit(link.TableLink(wire, "port"), RIGHT["hello"], person, patience_s, 0.0)
    return {found.name: found for found in one.results()}, wire.asked


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(doctor, "READER_S", 0.0)


STATES = [
    ({}, "chain", OK, "15 chips"),
    ({"doctor.status:chain": "only zeros"}, "chain", FAIL, "only zeros"),
    ({"doctor.status:chain_good": False}, "chain", FAIL, "failed its check"),
    ({"doctor.status:bad_scans": 3}, "chain", OK, "15 chips"),
    ({"doctor.status:bad_scans": 4}, "chain", WARN, "4 scans were bad"),
    ({"doctor.status:flaky": True}, "switches", WARN, "flickers"),
    ({"doctor.status:closed": [1, 2]}, "switches", OK, "2 closed"),
    ({"doctor.status:closed": []}, "switches", OK, "0 closed: none"),
    ({"doctor.status:pressed": 0}, "buttons", OK, "none"),
    ({"doctor.status:pressed": 1}, "buttons", FAIL, "red pressed"),
    ({"doctor.status:pressed": 16}, "buttons", FAIL, "table pressed"),
    ({"doctor.status:reader:online": False}, "reader", FAIL, "silent (waiting for a card)"),
    ({"doctor.status:reader:online": False, "doctor.status:reader:last_error": "no answer"},
     "reader", FAIL, "silent (no answer)"),
    ({"doctor.status:reader:bad_frames": 2, "doctor.status:reader:bus_errors": 1}, "reader", OK, "0 reads"),
    ({"doctor.status:reader:bad_frames": 2, "doctor.status:reader:bus_errors": 2}, "reader", WARN, "4 damaged"),
    ({"doctor.status:limit_ma": 115}, "supply", FAIL, "alone need 116 mA"),
    ({"doctor.status:limit_ma": 116}, "supply", OK, "limit 116 mA"),
    ({"doctor.status:limit_ma": 251}, "supply", OK, "above 250 mA"),
    ({"doctor.flash:good": False}, "flash", FAIL, "differs"),
    ({"doctor.flash:free": 102399}, "flash", WARN, "99 of 1367 KB free"),
    ({"doctor.flash:free": 102400}, "flash", OK, "100 of 1367 KB free"),
    ({"doctor.flash:full": True}, "flash", WARN, "game 1"),
    ({"doctor.flash:waiting": True}, "flash", WARN, "20 ms"),
    ({"doctor.status:report": ["tail damaged"]}, "journal", WARN, "tail damaged"),
    ({}, "journal", OK, "nothing was lost"),
    ({"doctor.status:heap_free": 20479}, "memory", WARN, "19 KB"),
    ({"doctor.status:heap_free": 20480}, "memory", OK, "20 KB"),
    ({}, "by hand", SKIP, "not tried"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "name", "state", "text"), STATES)
def test_every_state_of_a_table_has_its_finding(changes, name, state, text):
    found, asked = visit(changes)
    assert found[name].state == state and text in found[name].text, found[name]
    assert bool(found[name].step) == (state in (WARN, FAIL) and name != "journal"), found[name]
    assert [a["cmd"] for a in asked][-1] == "doctor.stop"


def test_above_250_ma_and_not_at_it_a_supply_is_asked_for():
    assert "above" not in visit({"doctor.status:limit_ma": 250})[0]["supply"].text


def test_the_lights_are_shown_one_by_one_then_all_in_three_colours_then_dark():
    person = Person()
    found, asked = visit({"doctor.status:leds": 3}, person)
    shown = [
        {k: v for k, v in a.items() if k not in ("id", "cmd")}
        for a in asked
        if a["cmd"] == "doctor.show"
    ]
    sweep = [{"rgb": [0, 40, 40], "from": k, "to": k} for k in range(3)]
    assert shown == [*sweep, {"rgb": [30, 0, 0]}, {"rgb": [0, 30, 0]}, {"rgb": [0, 0, 30]}, {}]
    assert found["try lights"].state == OK and "3 lights" in found["try lights"].text
    assert found["try buzzer"].state == OK and not found["try buzzer"].step
    assert (
        found["try buttons"].state == FAIL
        and "red, blue, yellow, green, table" in found["try buttons"].text
    )
    assert found["try reader"].state == FAIL
    found, _ = visit({"doctor.status:leds": 3}, Person(False))
    assert (
        found["try lights"].state == found["try buzzer"].state == FAIL and found["try buzzer"].step
    )


def test_buttons_and_card_are_taken_as_they_come():
    events = [{"event": "button", "button": n} for n in (3, 3, 0, 1, 4, 2)]
    events += [
        {"event": "tag", "uid": "", "holds": "two"},
        {"event": "tag", "uid": "04112233445566", "holds": "card"},
    ]
    person = Person()
    events = [{"event": "walked"}, *events]
    found, _ = visit({"doctor.status:leds": 1}, person, events)
    assert found["try buttons"].state == OK
    assert found["try reader"].state == OK and "7 bytes" in found["try reader"].text
    assert "  two tags at once: one only, please" in person.heard
    assert [text for text in person.heard if text in ("  red", "  table")] == ["  red", "  table"]


def test_a_table_in_safe_mode_is_told_and_not_examined():
    wire = Asked(RIGHT)
    hello = {**RIGHT["hello"], "safe": "ImportError('x')"}
    (found,) = doctor.Visit(link.TableLink(wire, "port"), hello, None).results()
    assert found.state == FAIL and "ImportError" in found.text and "reset-settings" in found.step
    assert wire.asked == []


def switch(bit, closed=True, flaky=False):
    return {"event": "switch", "wire": bit, "bit": bit, "closed": closed, "flaky": flaky}


WALKS = [
    ([], [switch(0), switch(0, False), switch(1), switch(1, False), switch(2), switch(2, False)], OK, "3 of 3"),
    ([], [switch(0), switch(0, False)], WARN, "2 not tried"),
    ([], [switch(0), switch(1), switch(2, False)], FAIL, "closing together: "),
    ([], [switch(0), switch(0, False), {"event": "passed", "bit": 1}, switch(2)], FAIL, "dead: "),
    ([], [{"event": "passed", "bit": 0}, switch(0), switch(0, False), switch(1), switch(1, False), switch(2)], OK, "3 of 3"),
    ([1], [switch(0), switch(0, False), switch(2)], FAIL, "closed on the empty table: "),
    ([], [switch(0, True, True), switch(0, False), switch(1), switch(1, False), switch(2)], WARN, "flickering: "),
    ([], [switch(0), switch(0, False), switch(1), switch(1, False), switch(2),
          {"event": "switch", "wire": 77, "closed": True, "flaky": False}], WARN, "without a space: [77]"),
]  # fmt: skip


@pytest.mark.parametrize(("closed", "events", "state", "text"), WALKS)
def test_every_walk_has_its_finding(closed, events, state, text):
    one = walk.Walk(doctor.names("sorry"), 3, closed)
    for event in events:
        one.take(event)
    found = one.result()
    assert found.state == state and text in found.text, found
    assert bool(found.step) == (state != OK and "not tried" not in text)


def test_a_walk_tells_each_space_once_and_who_is_closed_with_whom():
    names = doctor.names("sorry")
    one = walk.Walk(names, 112, [5])
    assert one.take(switch(0)) == f"{names.name(0)}  (1 of 112)"
    assert one.take(switch(0, False)) == "" and one.take(switch(0)) == ""
    assert one.take(switch(5, False)) == one.take(switch(5)) == ""  # it was closed before
    assert one.take({"event": "passed", "bit": 3}) == f"skipped {names.name(3)}"
    one.take(switch(2))
    assert f"{names.name(0)}+{names.name(2)}" in one.result().text
    one.take(switch(0, False))
    one.take(switch(2, False))
    one.take(switch(9))
    assert f"+{names.name(9)}" not in one.result().text.replace(
        f"{names.name(5)}+{names.name(9)}", ""
    )


def test_a_report_counts_and_hides():
    found = [Result("a", OK, "x"), Result("b", FAIL, "y", "do"), Result("c", WARN, "z", "see")]
    text = report([*found, Result("d", SKIP, "w")])
    assert text.splitlines() == [
        "tavle doctor: 4 checks, 1 failed, 1 with a warning",
        "ok    a            x", "FAIL  b            y; do", "warn  c            z; see", "-     d            w",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [("settle_ms", " 700 ", 700), ("sound", "OFF", False), ("sound", "1", True), ("sound", "Yes", True), ("sound", "true", True),
     ("sound", "on", True), ("sound", "no", False), ("sound", "false", False), ("sound", "0", False), ("seats", "[0, 2]", [0, 2]),
     ("seats", "", []), ("players", "human,easy,hard,normal", ["human", "easy", "hard", "normal"]),
     ("options", "a=true,b=3,c=x", {"a": "true", "b": "3", "c": "x"}), ("rulebook", "sorry", "sorry"),
     ("hints", "pawns", "pawns"), ("limit_ma", "250", 250)],
)  # fmt: skip
def test_what_is_typed_becomes_a_value_and_back(name, text, value):
    assert settings.value_of(name, text) == value
    assert settings.value_of(name, settings.text_of(value)) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [("settle_ms", "soon"), ("settle_ms", "-1"), ("settle_ms", "٣"), ("sound", "2"), ("seats", "0,9"),
     ("players", "human"), ("options", "a"), ("options", "=1"), ("nothing", "1"), ("board", "nothing")],
)  # fmt: skip
def test_what_cannot_be_a_value_is_refused(name, text):
    with pytest.raises(TavleError):
        settings.value_of(name, text)
