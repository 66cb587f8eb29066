# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Fuzzing of what comes over wires: lines on USB, commands on standard input, answers of a device."""

import contextlib
import io
import json
import sys
from pathlib import Path

import pytest
from corpus import damaged, kept, with_kept
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tempdir import new_folder

sys.path.insert(0, str(Path(__file__).parents[1] / "device"))
from test_strange_answers import COMMANDS, RIGHT, Wire

from tavle import cli
from tavle.commands import moves
from tavle.device import find, link
from tavle.live import words
from tavle.sim.session import Session, TableSpec
from tavle.sim.stdio import Stdio
from tavle.words.events import EVENTS

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
_ENDS = ("restart", "learn.stop", "doctor.stop", '"new"')


class Usb:
    """A table on its cable; made anew when a request restarted it by its right."""

    def __init__(self):
        self.session = Session(TableSpec("partners-pawns", LINE, seed=5))
        assert self.session.until_ready()

    def say(self, data):
        """Send bytes; return the lines the table says to them."""
        target = self.session.target
        target.take_usb()
        target.send(data)
        self.session.world.run(60_000)
        return [text for _, text in target.take_usb()]


@pytest.fixture(scope="module")
def usb():
    one = Usb()
    yield one
    one.session.close()


@given(data=st.one_of(st.binary(max_size=700), damaged(kept("usb"), 700)))
@with_kept("usb")
def test_any_bytes_on_usb_leave_a_table_that_answers(usb, data):
    if any(word.encode() in data for word in _ENDS) or b"\x03" in data:
        return  # may restart the table by its right: an interrupt, the end of a mode
    for text in usb.say(data):
        said = json.loads(text)  # whatever it says is a line of JSON
        assert "bad request" not in said.get("error", ""), (data, said)
    answers = [json.loads(text) for text in usb.say(b'\n{"id":77001,"cmd":"hello"}\n')]
    assert [one for one in answers if one.get("re") == 77001 and one["ok"]], (data, answers)
    assert usb.session.target.boots == 1, data
    assert usb.session.target.complaints == [], data


_ASKED = (
    b'{"id":%d,"cmd":"hello"}',
    b'{"id":%d, "cmd":"config", "name":"b\xc3\xb8y\xf0\x9f\x8e\xb2", "value":1}',
    b' {"id" : %d , "cmd" : "log.list", "from" : 0 } ',
    b'{"id":%d,"cmd":"caf\xc3"}',
    b'{"id":%d,"cmd":"\xf8\x88\x80\x80\x80 \xc0\xaf \xed\xa0\x80"}',
    b'{"id":%d,"cmd":"config",1:2,null:[],"name":{2:3}}',
)


@settings(max_examples=settings().max_examples * 2 // 5)  # each takes a second at the table
@given(
    lines=st.lists(st.tuples(st.sampled_from(_ASKED), st.sampled_from((b"\n", b"\r\n", b"\n\n", b"\r"))),
                   min_size=1, max_size=5),
    cuts=st.lists(st.tuples(st.integers(0, 300), st.sampled_from((0, 1, 7, 40))), max_size=6),
)  # fmt: skip
def test_requests_in_any_pieces_are_answered_once_each_in_their_order(usb, lines, cuts):
    data = b"".join(line % number + end for number, (line, end) in enumerate(lines, 501))
    target = usb.session.target
    target.take_usb()
    at = 0
    for cut, pause_ms in sorted(cuts):
        if at < cut:
            target.send(data[at:cut])
            at = min(cut, len(data))
        usb.session.world.run(1000 * pause_ms)
    target.send(data[at:])
    usb.session.world.run(100_000)
    said = [json.loads(text) for _, text in target.take_usb()]
    answered = [one["re"] for one in said if "ok" in one]
    # What is no UTF-8 may be no line of JSON at all, and has no number then.
    assert len(answered) == len(lines) and target.complaints == []
    assert all(number in (501 + k, None) for k, number in enumerate(answered)), (data, said)
    assert all("bad request" not in one.get("error", "") for one in said), (data, said)


@pytest.fixture(scope="module")
def stdio():
    with contextlib.closing(Session(TableSpec("partners-pawns", LINE, seed=6))) as session:
        assert session.until_ready()
        yield session


@given(data=st.one_of(st.text(max_size=200).map(str.encode), damaged(kept("stdio"), 900)))
@with_kept("stdio")
def test_any_line_on_standard_input_is_answered_once(stdio, data):
    text = data.decode(errors="replace").replace("\r", " ").replace("\n", " ")
    if "wait" in text or '"ms"' in text or "dwell" in text or "air" in text:
        return  # a long time is a right wish, and takes long
    out = io.StringIO()
    Stdio(stdio, io.StringIO(text + "\n"), out, io.StringIO()).serve()
    said = [json.loads(line) for line in out.getvalue().splitlines()]
    answers = [one for one in said if "ok" in one]
    assert len(answers) == (1 if text.strip() else 0), (text, said)
    assert all(one["ok"] or one["error"] for one in answers)


@given(data=st.one_of(st.binary(max_size=200), damaged(kept("batch"), 600)))
@with_kept("batch")
def test_any_batch_line_is_a_listing_or_an_error(data):
    said = moves.answer(data.replace(b"\n", b" "), {})
    json.dumps(said)
    if "error" in said:
        assert said["error"] and "internal" not in said["error"], (data, said)
    else:
        assert set(said) == {"position", "action", "moves"}


_TOLD = st.one_of(
    st.sampled_from(("", ":", "h", "z", "z9", "f0", "red:", "red:h0", "17", "\u00b2", "red:z\u0663", "r12>45", "g5<>b7", "x",
                     "red+", "move", "card", "walk", "9" * 5000, "[b]", "{n}", "\ud800")),
    st.text(max_size=5),
)  # fmt: skip
_FIELD = st.one_of(_TOLD, st.lists(_TOLD, max_size=3), st.none(), st.booleans(), st.integers(-1, 99),
                   st.dictionaries(_TOLD, _TOLD, max_size=2))  # fmt: skip
_FIELDS = (
    "rulebook", "version", "card", "copy", "playable", "value", "what", "reason", "text", "move", "position", "asked",
    "choices", "missing", "extra", "dealer", "deal", "first", "colour", "winner", "part", "over", "seats", "seat", "taken", "t",
)  # fmt: skip


@example(
    said=[
        ("guide", {"missing": ["", "red:"], "extra": []}),
        ("guide", {"missing": [], "extra": ["z"]}),
    ]
)
@example(said=[("seats", {"seats": {}})])
@given(said=st.lists(st.tuples(st.sampled_from(sorted(EVENTS)), st.fixed_dictionaries(
    {}, optional=dict.fromkeys(_FIELDS, _FIELD))), max_size=4))  # fmt: skip
def test_any_event_of_a_table_is_told_in_words_or_as_it_is(said):
    teller = words.Teller(words.Words("en"))
    for name, fields in said:
        text = teller.event({"event": name, **fields})
        assert isinstance(text, str) and text


class Device(Wire):
    """A device at the end of a cable: right answers, one of them with other bytes in it."""

    other = {}

    def __init__(self, command, data):
        super().__init__(RIGHT)
        self.command = command
        self.data = data
        self.told = 0

    def answer(self, asked):
        if asked["cmd"] == self.command and self.told < 3:
            self.told += 1
            self.out += self.data.replace(b"@", str(asked["id"]).encode()) + b"\n"
        super().answer(asked)


@settings(deadline=None)
@given(
    data=st.one_of(st.binary(max_size=120), damaged(kept("answers"), 600)),
    asked=st.sampled_from(sorted(COMMANDS)),
)
def test_any_answer_of_a_device_is_taken_or_named_in_one_line(data, asked):
    _answered(data, asked)


@pytest.mark.long
@pytest.mark.parametrize("asked", sorted(COMMANDS))
def test_kept_answers_of_a_device_are_taken_or_named_in_one_line(asked):
    for data in kept("answers"):
        _answered(data, asked)


_SCRATCH = new_folder()


def _answered(data, asked):
    err = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(io.StringIO()):
        patch.setattr(find, "choose", lambda *_: "/dev/fake")
        patch.setattr(link, "open_wire", lambda port: Device(asked, data))
        with contextlib.redirect_stderr(err), contextlib.chdir(_SCRATCH):
            code = cli.run(list(COMMANDS[asked]))
    assert code in (0, 1, 2), (data, code)
    assert "internal error" not in err.getvalue() and "Traceback" not in err.getvalue(), (
        data,
        err.getvalue(),
    )
