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
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[1] / "device"))
from test_strange_answers import COMMANDS, RIGHT, Wire

from tavle import cli
from tavle.commands import moves
from tavle.device import find, link
from tavle.sim.session import Session, TableSpec
from tavle.sim.stdio import Stdio

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


_USB = kept("usb")


@given(data=st.one_of(st.binary(max_size=700), damaged(_USB, 700)))
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


@pytest.mark.parametrize("asked", sorted(COMMANDS))
def test_kept_answers_of_a_device_are_taken_or_named_in_one_line(asked):
    for data in kept("answers"):
        _answered(data, asked)


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


_SCRATCH = "."


@pytest.fixture(autouse=True, scope="module")
def scratch(tmp_path_factory):
    global _SCRATCH
    _SCRATCH = str(tmp_path_factory.mktemp("fuzz"))
