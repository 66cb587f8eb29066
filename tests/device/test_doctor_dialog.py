# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What the doctor says to the person at the table, line by line; and which names of a module must stay. The table is made up."""

import ast
from types import SimpleNamespace

import pytest

from tavle.device import doctor, shared
from tavle.paths import add_firmware, board_file
from tavle.sim.spaces import Spaces

add_firmware()
from rules import load  # noqa: E402

RING = board_file("sorry").RING
ROOM = "Take ONE pawn and put it on the white blinking space, then on the next. A tested space is green while the pawn stands there. No reaction: press the table button."


class Person:
    """Notes what is said, and answers as is told before."""

    def __init__(self, *answers):
        self.said, self.answers = [], list(answers)

    def say(self, text):
        self.said.append(text)

    def yes(self, question):
        self.said.append(question)
        return self.answers.pop(0)


def visit_with(*events, status=None, closed=()):
    """Return a visit to a table of which these events come, and what it is asked."""
    made = doctor.Visit.__new__(doctor.Visit)
    made.asked, left = [], list(events)

    def request(cmd, **fields):
        made.asked.append((cmd, fields))
        return {
            "doctor.walk": {"bits": 112, "closed": list(closed)},
            "doctor.status": status or {"leds": 3},
        }.get(cmd, {})

    made._link = SimpleNamespace(
        request=request, event=lambda seconds: left.pop(0) if left else None
    )
    made._patience_s, made._pace = 0.05, 0.0
    made._spaces = Spaces(load("sorry"), board_file("sorry"))
    made._button = lambda number: f"button {number}"
    return made


def switch(bit, closed=True, **more):
    return {"event": "switch", "wire": bit, "bit": bit, "closed": closed, "flaky": False, **more}


def test_a_walk_says_each_space_once_and_nothing_else():
    person = Person(True)
    made = visit_with(
        switch(RING[3]), None, switch(RING[3], False), switch(RING[3]), {"event": "tag", "uid": ""}, {"event": "passed", "bit": RING[7]},
        {"event": "switch", "wire": 9, "closed": True, "flaky": False}, {"event": "walked"}, switch(RING[8]),
    )  # fmt: skip
    found = made._walk(person)
    assert person.said == [
        "Switches: take ALL pawns off the table.", "Is the table empty?", ROOM, "  3  (1 of 112)", "  passed over 7",
    ]  # fmt: skip
    assert made.asked == [("doctor.walk", {})] and found.state == "FAIL"
    assert (
        found.text
        == "1 of 112 close and open; dead: 7; on chain inputs without a space: [9]; 110 not tried"
    )


def test_buttons_are_named_as_they_are_pressed_and_those_that_were_not():
    person = Person()
    made = visit_with(*({"event": "button", "button": n} for n in (1, 1, 7, 4)))
    found = made._press(person)
    assert person.said == [
        "Buttons: press each once: button 0, button 1, button 2, button 3, button 4.",
        "  button 1",
        "  button 4",
    ]
    assert (found.state, found.text, found.step) == (
        "FAIL",
        "no answer from button 0, button 2, button 3",
        "check its two wires",
    )
    found = visit_with(*({"event": "button", "button": n} for n in (4, 3, 2, 1, 0)))._press(
        Person()
    )
    assert (found.state, found.text, found.step) == ("ok", "all five answer", "")


@pytest.mark.parametrize(
    ("events", "said", "state", "text"),
    [
        ((), [], "FAIL", "no tag was read"), (("two", "04a1b2c3d4e5f6"), ["  two tags at once: one only, please"], "ok", "reads a tag of 7 bytes UID"),
        (("removed", "01020304"), [], "ok", "reads a tag of 4 bytes UID"),
    ],
)  # fmt: skip
def test_a_card_is_waited_for(events, said, state, text):
    person = Person()
    tags = [
        {"event": "tag", "uid": "" if what in ("two", "removed") else what, "holds": what}
        for what in events
    ]
    found = visit_with(*tags)._card(person)
    assert person.said == ["Reader: lay a card on the play slot.", *said] and (
        found.state,
        found.text,
    ) == (state, text)


@pytest.mark.parametrize(("good", "state"), [(True, "ok"), (False, "FAIL")])
def test_lights_run_round_the_table_and_show_three_colours(good, state):
    made = visit_with()
    found = made._lights(Person(good))
    shows = [fields for cmd, fields in made.asked if cmd == "doctor.show"]
    assert [(fields["from"], fields["to"], fields["rgb"]) for fields in shows[:3]] == [
        (n, n, doctor._SWEEP) for n in range(3)
    ]
    assert shows[3:] == [{"rgb": [30, 0, 0]}, {"rgb": [0, 30, 0]}, {"rgb": [0, 0, 30]}, {}]
    assert made.asked[0] == ("doctor.status", {}) and found.state == state
    assert (found.text == "3 lights shine in the right colours") is good


SOURCE = """
import os, machine as m
from micropython import const
from app.own import thing, other as another
_HIDDEN = const(1)
PIN = 4
_a, B = 1, "word"

class Own(Base):
    size = width = 3
    def __init__(self, given):
        self.value = os.environ
        m.reset().now
    def do_start(self):
        def inner():
            return thing.attribute
        return call(name=inner)
    def free(self):
        const.real
"""


def test_the_names_that_others_know_stay():
    found = set(shared._known_outside(ast.parse(SOURCE), {"app.own"}))
    wanted = {
        # imported from what is not renamed, and attributes of it
        "os", "m", "const", "environ", "reset", "real", "machine",
        # renamed at the import, and a word, and an argument's name
        "other", "another", "word", "name",
        # what is defined and stays: called by name, of a function's own, of a class's body
        "__init__", "do_start", "inner", "size", "width",
    }  # fmt: skip
    assert found == wanted
    assert "app" not in found and set(shared._known_outside(ast.parse(SOURCE), set())) - found == {
        "thing",
        "attribute",
    }
