# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Whatever arrives over USB is answered once, and nothing that arrives can stop or restart the table."""

import contextlib
import io
import json
import random

import pytest

from tavle.sim.pty import PtyBridge
from tavle.sim.session import Session, TableSpec
from tavle.sim.stdio import Stdio

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
WON = (
    "partners-pawns green:z1,z2,z3,z4 blue:h,h,h,h red:z1,z2,z3,z4 yellow:h,h,h,h turn=none"
    " winner=green+red"
)
KNOWN = (
    "hello state memory config learn.start learn.state learn.skip tags.start tags.list tags.write "
    "tags.learn tags.forget tags.lock log.list log.read log.fetched log.delete doctor.status "
    "doctor.walk doctor.show doctor.sound keep.read keep.write new card press"
).split()
FIELDS = (
    "from to rgb name value at game kind copy uid method position rulebook seats options card button hold"
).split()
# Texts of JSON, so that there are also numbers Python would not write.
VALUES = (
    "1e999", "-1e999", "-1", "0", "1", "255", "256", "70000", "99999999999999999999", "1.5", "true",
    "null", '""', '"x"', '"\\u0000"', '"\\ud800"', "[]", "[1]", "[[[[1]]]]", '["a",2]', "{}",
    '{"a":1}', "[255,0,0]", "[1e999,0,0]", "[256,0,0]", '"04"', '"zz"', '"' + "y" * 120 + '"',
)  # fmt: skip

# What `new` has to refuse: a right one restarts the table by its right.
NO_GAMES = (
    '"rulebook":7', '"rulebook":["x"]', '"rulebook":"chess"', '"position":7', '"position":"chess"',
    '"position":"%s"' % WON, '"position":"%s"' % LINE[:60], '"position":"%s 0"' % LINE, '"seats":"x"',
    '"seats":[0,0]', '"seats":[4]', '"options":{"x":1}', '"options":7', '"rulebook":"sorry","seats":[0]',
)  # fmt: skip


class Usb:
    """A table and raw lines on its cable."""

    def __init__(self, session):
        self.session = session
        assert session.until_ready()

    def answers(self, line, ms=60):
        """Send a line and return the answers that came, in order."""
        self.session.target.take_usb()
        self.session.target.send(line.encode("utf-8", "surrogatepass") + b"\n")
        self.session.world.run(ms * 1000)
        said = [json.loads(text) for _, text in self.session.target.take_usb()]
        faults = [one for one in said if one.get("event") == "fault"]
        assert not faults, (line, faults)
        return [one for one in said if "re" in one]


@pytest.fixture(scope="module")
def shared():
    """The table of those who change nothing."""
    with contextlib.closing(Session(TableSpec("partners-pawns", LINE, seed=5))) as session:
        yield Usb(session)
        assert session.target.complaints == []


@pytest.fixture
def usb():
    with contextlib.closing(Session(TableSpec("partners-pawns", LINE, seed=5))) as session:
        yield Usb(session)
        assert session.target.complaints == []


@pytest.mark.parametrize(
    "line",
    [
        '{"id":[1],"cmd":"hello"}',
        '{"id":1e999,"cmd":"hello"}',
        '{"id":{"a":1},"cmd":"hello"}',
        '{"id":"x","cmd":"hello"}',
        '{"id":3,"cmd":["hello"]}',
        '{"id":3,"cmd":7}',
        '{"id":3}',
        "[1]",
        "7",
        "x",
        '{"id":3,"cmd":"hello","a":' + "[" * 200 + "]" * 200 + "}",
        "[" * 480,
        '{"id":3,"cmd":"new","seats":[0,"x"]}',
        '{"id":3,"cmd":"new","seats":[[0],1]}',
        '{"id":3,"cmd":"new","options":[1]}',
        '{"id":3,"cmd":"new","options":{"a":{"b":1}}}',
        '{"id":3,"cmd":"new","position":"sorry red:f,f,f,f blue:h,h,h,h turn=none winner=red"}',
        '{"id":3,"cmd":"config","name":["sound"],"value":true}',
        '{"id":3,"cmd":"config","name":"sound"}',
        '{"id":3,"cmd":"log.read","game":1e999}',
        '{"id":3,"cmd":"log.read","game":1,"at":-7}',
        '{"id":3,"cmd":"log.read","game":1,"at":99999999}',
        '{"id":3,"cmd":"log.list","from":-1}',
        '{"id":3,"cmd":"tags.list","from":-1e999}',
        '{"id":3,"cmd":"do_hello"}',
        '{"id":3,"cmd":"learn.start","method":"crawl"}',
    ],
)
def test_a_line_that_is_no_request_is_refused_and_the_table_plays_on(shared, line):
    (answer,) = shared.answers(line)
    assert not answer["ok"] and answer["error"], answer
    assert "bad request" not in answer["error"], "a reason, not the name of an exception"
    assert shared.answers('{"id":9,"cmd":"state"}')[0]["firmware"] == LINE
    assert shared.session.target.boots == 1


@pytest.mark.parametrize("mode", ["", "doctor", "tags", "learn"])
def test_any_fields_of_any_request_are_answered(usb, mode):
    """Requests that may restart the table by their right have no right fields here."""
    chance = random.Random("fields " + mode)
    if mode:
        assert usb.answers('{"id":1,"cmd":"%s.start"}' % mode)[0]["ok"]
    for number in range(120):
        command = chance.choice(KNOWN)
        named = chance.sample(FIELDS, chance.randrange(4))
        fields = ['"%s":%s' % (name, chance.choice(VALUES)) for name in named]
        if command == "new":
            fields = [chance.choice(NO_GAMES)]
        line = "{" + ",".join(['"id":%d' % number, '"cmd":"%s"' % command, *fields]) + "}"
        answers = usb.answers(line, 40)
        assert [one["re"] for one in answers] == [number], (line, answers)
        assert "bad request" not in answers[0].get("error", ""), (line, answers)
    assert usb.session.target.boots == 1


def test_a_table_on_a_cable_outlives_answers_without_a_number():
    with PtyBridge(Session(TableSpec("partners-pawns", LINE)), speed=20.0) as bridge:
        session = bridge.session
        bridge.do(lambda: session.target.send(b'{"id":[1],"cmd":"hello"}\n'))
        assert bridge.do(lambda: session.request("hello"))["ok"]
        # Whatever says it: such an answer is for nobody.
        bridge.do(lambda: session.target.usb.append((0, '{"re": [1], "ok": true}')))
        bridge.do(lambda: session.target.usb.append((0, "[" * 100000)))
        assert bridge.do(lambda: session.request("hello"))["ok"]
        assert bridge.failure is None


def test_a_deeply_nested_command_is_answered_on_stdio():
    with contextlib.closing(Session(TableSpec("partners-pawns", LINE))) as session:
        out = io.StringIO()
        source = io.StringIO("[" * 100000 + '\n{"do":"state"}\n')
        Stdio(session, source, out, io.StringIO()).serve()
        first, second = [json.loads(x) for x in out.getvalue().splitlines() if '"ok"' in x]
    assert not first["ok"] and "not JSON" in first["error"]
    assert second["ok"] and second["firmware"] == LINE
