# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What the doctor says to every state a table can be in, and the small tables its words come from."""

import copy
import json

import pytest
from test_strange_answers import RIGHT, Wire

from tavle.device import doctor, link, settings, walk
from tavle.device.checks import FAIL, OK, SKIP, WARN, Result, report
from tavle.device.joints import Joints
from tavle.live import words


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
    """Gives these answers, then always the last one, and remembers what was said."""

    def __init__(self, *answers):
        self.answers = list(answers) or [""]
        self.heard = []

    def say(self, text):
        self.heard.append(text)

    def ask(self, question):
        self.heard.append(question)
        return self.answers.pop(0) if self.answers[1:] else self.answers[0]

    def typed(self):
        return None


def visit(changes=(), person=None, events=(), only=()):
    """Return ({name: finding}, what the table was asked) of a visit at a table that differs so."""
    answers = {**copy.deepcopy(RIGHT), "doctor.lines": {"tx": 0, "rx": 1}}
    answers |= {"doctor.show": {}, "doctor.sound": {}, "doctor.ask": {}}
    for where, value in dict(changes).items():
        name, *fields = where.split(":")
        part = answers[name]
        for field in fields[:-1]:
            part = part[field]
        part[fields[-1]] = value
    wire = Asked(answers, events)
    one = doctor.Visit(link.TableLink(wire, "port"), RIGHT["hello"], person, 0.05, only)
    return {found.name: found for found in one.results()}, wire.asked


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(doctor, "READER_S", 0.0)
    monkeypatch.setattr(doctor, "PACE", 0.0)


STATES = [
    ({}, "chain", OK, "15 chips"),
    ({"doctor.status:chain": "only zeros"}, "chain", FAIL, "only zeros"),
    ({"doctor.status:chain_good": False}, "chain", FAIL, "failed its check"),
    ({"doctor.status:bad_scans": 3}, "chain", OK, "15 chips"),
    ({"doctor.status:bad_scans": 4}, "chain", WARN, "4 scans were bad"),
    ({"doctor.status:flaky": [9]}, "switches", WARN, "(Reader-8 no. 2, input B)"),
    ({"doctor.status:closed": [1, 2]}, "switches", OK, "2 closed"),
    ({"doctor.status:closed": []}, "switches", OK, "0 closed: none"),
    ({"doctor.status:pressed": 0}, "buttons", OK, "none"),
    ({"doctor.status:pressed": 1}, "buttons", FAIL, "red's button (SEAT 1)"),
    ({"doctor.status:pressed": 16}, "buttons", FAIL, "the table button (TABLE)"),
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


LIGHTS = [
    # what is answered to: red? green? light 0? ... another colour? the one behind it?
    (("", "n", "", "", "n", "n", ""), "dark: light 2 (space 4); the one behind it shines", "its LED is dead"),
    (("n", "", "", "n", "n", "n"), "dark from light 2 (space 4) on",
     "DOUT of light 1 (space 3) to DIN of light 2 (space 4)"),
    (("n", "n", "n", "n"), "dark from light 0 (red's home slot 1) on", "DATA of LIGHTS A on the carrier board"),
    (("n", "n", ""), "wrong colour: light 0", "another type than WS2812B"),
    (("n", "", "n", ""), "wrong colour: light 1", "measure 5 V there"),
    (("n", ""), "every light shines alone", "above 3.7 V"),
]  # fmt: skip


@pytest.mark.parametrize(("answers", "text", "step"), LIGHTS)
def test_after_no_the_first_bad_light_is_found_and_the_joint_before_it(answers, text, step):
    names = doctor.names("sorry")
    first = names.layout.LED[names.any_bit("red:h0")]
    order = [*range(first, 116), *range(first)]  # the chain begins at red's home
    lights = [order.index(light) for light in range(116)]
    person = Person(*answers)
    found, _ = visit({"doctor.start:lights": lights}, person, only=["lights"])
    assert found["try lights"].state == FAIL
    assert text in found["try lights"].text and step in found["try lights"].step, found


def test_buttons_are_asked_one_by_one_and_plugs_exchanged_are_named():
    events = [{"event": "button", "button": n} for n in (0, 1, 2, 3, 4)]
    events += [
        {"event": "tag", "uid": "", "holds": "two"},
        {"event": "tag", "uid": "04112233445566", "holds": "card"},
    ]
    person = Person()
    found, _ = visit({"doctor.start:inputs": []}, person, events)
    assert found["try buttons"].state == OK
    assert found["try reader"].state == OK and "7 bytes" in found["try reader"].text
    assert "  two tags at once: one only, please" in person.heard
    assert "  press the table button (TABLE)" in person.heard
    events = [
        {"event": "button", "button": n} for n in (1, 0, 0, 0, 2, 3, 4)
    ]  # red at first by mistake
    text = visit({"doctor.start:inputs": []}, Person(), events)[0]["try buttons"].text
    assert text == "blue's button (SEAT 2) answers as red's button (SEAT 1)"


def test_a_silent_reader_is_told_by_its_two_wires():
    for tx, rx, told in (
        (1, 0, "TX and RX are exchanged"), (0, 0, "3V3 and GND"), (0, 1, "the module has power"), (1, 1, "mode switches"),
    ):  # fmt: skip
        found, _ = visit(
            {"doctor.status:reader:online": False, "doctor.lines:tx": tx, "doctor.lines:rx": rx}
        )
        assert told in found["reader"].step and "PN532 UART" in found["reader"].step


def test_a_table_in_safe_mode_is_told_and_not_examined():
    wire = Asked(RIGHT)
    hello = {**RIGHT["hello"], "safe": "ImportError('x')"}
    (found,) = doctor.Visit(link.TableLink(wire, "port"), hello, None).results()
    assert found.state == FAIL and "ImportError" in found.text and "reset-settings" in found.step
    assert wire.asked == []


class Board:
    """A walk over the switches of a Sorry! table whose reeds are soldered so: space -> input."""

    def __init__(self, wired=None, closed=(), restless=(), inputs=range(112)):
        self.wired = wired or {}
        names = doctor.names("sorry")
        self.walk = walk.Walk(Joints(names, list(inputs), range(116)), closed, restless)

    def hear(self, number, closed=True, flaky=False):
        event = {"event": "switch", "wire": number, "closed": closed, "flaky": flaky}
        assert not self.walk.take(event)

    def put(self, space):
        """Put the pawn on a space and take it off again."""
        number = self.wired.get(space, space)
        if number is None:
            return False
        self.hear(number)
        answer = {"event": "answer", "asked": self.walk.asked, "inputs": [number]}
        done = self.walk.take(answer)
        self.hear(number, False)
        return done

    def all(self):
        """Follow the light to the end, Enter where nothing happens."""
        while self.walk.todo:
            if not self.put(self.walk.asked):
                self.walk.skip()
        return self.walk.result()


def swapped(a, b):
    return {a: b, b: a}


WALKS = [
    ({}, OK, ["112 of 112 close and open"]),
    ({"wired": {5: None}}, FAIL, ["111 of 112", "no answer: ", "(Reader-8 no. 1, input F)"]),
    ({"wired": dict.fromkeys(range(16, 24))}, FAIL, ["Reader-8 no. 3: none of its reeds answers"]),
    ({"wired": swapped(9, 90)}, FAIL, ["exchanged: ", "(Reader-8 no. 2, input B)", "(Reader-8 no. 12, input C)"]),
    ({"wired": {4: 3, 5: 4, 6: 5, 7: 6, 3: None}}, FAIL,
     ["Reader-8 no. 1: its plugs sit one input off: E answers as D, F answers as E, G answers as F, H answers as G",
      "no answer: ", "(Reader-8 no. 1, input D)"]),
    ({"wired": {n: n ^ 8 for n in range(16)}}, FAIL,
     ["Reader-8 boards in another order: no. 1 answers as no. 2, no. 2 answers as no. 1"]),
    ({"wired": {n: (n + 8) % 24 for n in range(24)}}, FAIL,
     ["no. 1 answers as no. 2, no. 2 answers as no. 3, no. 3 answers as no. 1"]),
    ({"wired": {3: 4}}, FAIL, ["(Reader-8 no. 1, input D)", "close the same input, Reader-8 no. 1, input E"]),
    ({"wired": {4: 3}}, FAIL, ["close the same input, Reader-8 no. 1, input D"]),
    ({"wired": {n: 111 - n for n in range(20)} | {111 - n: (n + 7) % 20 for n in range(20)}}, FAIL,
     ["40 spaces answer at other inputs"]),
    ({"wired": {3: 80, 80: 100, 100: 3}}, FAIL, ["(Reader-8 no. 1, input D) answers at Reader-8 no. 11, input A"]),
    ({"closed": [5]}, FAIL, ["111 of 112", "closed on the empty table: ", "(Reader-8 no. 1, input F)"]),
    ({"closed": [5], "restless": [5]}, FAIL, ["opens and closes on the empty table: "]),
    ({"inputs": [1, 0, *range(2, 112)], "wired": swapped(0, 1)}, OK, ["112 of 112"]),
]  # fmt: skip


@pytest.mark.parametrize(("how", "state", "texts"), WALKS)
def test_every_way_to_solder_has_its_finding(how, state, texts):
    found = Board(**how).all()
    assert found.state == state, found
    for one in texts:
        assert one in found.text, found
    assert bool(found.step) == (state != OK)


def test_a_pawn_on_the_wrong_space_is_asked_for_again_and_no_fault():
    board = Board()
    board.put(1)  # asked was 0
    assert board.walk.asked == 1
    said = board.walk.wrong(0)
    assert said.startswith("answered by the switch of") and "(Reader-8 no. 1, input B)" in said
    assert board.all().state == OK


def test_a_switch_that_opens_under_a_pushed_pawn_is_weak_when_it_does_so_twice():
    board = Board()
    for space in range(112):
        board.put(space)
        for _ in range({7: 1, 9: 2}.get(space, 0)):  # put down anew; pushed about
            board.hear(space), board.hear(space, False)
    found = board.walk.result()
    assert found.state == FAIL and "weak: opens when its pawn is pushed: " in found.text
    assert "(Reader-8 no. 2, input B)" in found.text and "input H" not in found.text


def test_what_closes_with_it_flickers_or_was_not_tried_is_told():
    board = Board()
    board.walk.take({"event": "answer", "asked": 0, "inputs": [0, 1]})
    board.hear(4, flaky=True)
    found = board.walk.result()
    names = doctor.names("sorry")
    assert found.state == FAIL
    assert "also closes " in found.text and "flickering: " in found.text
    untried = found.text.partition("to try: ")[2].split(", ")
    assert len(untried) == 111 and untried[0] == words.place(names.name(1))
    assert Board().walk.result().text == "0 of 112 close and open; none was tried"
    assert Board().walk.result().state == SKIP


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


def test_while_the_chain_fails_nobody_walks_or_presses():
    person = Person()
    found, asked = visit({"doctor.status:chain_good": False}, person)
    assert found["try switches"].state == found["try buttons"].state == SKIP
    assert "doctor.ask" not in [one["cmd"] for one in asked]
    assert not [text for text in person.heard if "pawn" in text or "press" in text]
