# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Devices that answer in the right form and say nonsense, or never stop talking: one line, and an end."""

import contextlib
import json
import os
import time

import pytest

from tavle import cli
from tavle.device import doctor, find, link, repl
from tavle.errors import TavleError

READER = {
    "online": True, "state": "waiting for a card", "firmware": "1.6", "last_error": "", "reads": 0,
    "tag_errors": 0, "bad_frames": 0, "resent": 0, "nacks": 0, "bus_errors": 0, "resets": 0,
}  # fmt: skip
RIGHT = {
    "hello": {"version": "0.1.0", "board": "r1_pico2", "rulebook": "sorry", "micropython": "1.28.0"},
    "state": {
        "firmware": "sorry red:h,h,h,h blue:h,h,h,h yellow:h,h,h,h green:h,h,h,h turn=red",
        "phase": "card", "hand_counts": {}, "mode": "",
    },
    "config": {"settings": {"board": "r1_pico2", "sound": True}},
    "log.list": {"games": [[1, 100, False]], "count": 1, "live": 1},
    "log.read": {"at": 0, "data": "", "end": True},
    "log.delete": {},
    "tags.start": {"deck": 3, "online": True},
    "tags.list": {"tags": [["04112233445566", 3, 0, 1]], "count": 1},
    "tags.stop": {},
    "doctor.start": {"layout": "sorry", "inputs": [*range(112)], "lights": [*range(116)]},
    "doctor.status": {
        "chips": 15, "chain": "", "chain_good": True, "bad_scans": 0, "closed": [], "flaky": [],
        "pressed": 0, "reader": READER, "leds": 116, "ma": 116, "limit_ma": 2000,
        "heap_free": 90000, "report": [],
    },
    "doctor.flash": {
        "good": True, "ms": 20, "free": 900000, "size": 1400000, "game": 1, "full": False,
        "waiting": False,
    },
    "doctor.stop": {},
}  # fmt: skip
COMMANDS = {
    "hello": ["config", "list"],
    "state": ["watch", "--seconds", "0.1", "--lines"],
    "config": ["config", "list"],
    "log.list": ["log", "delete", "--yes", "1"],
    "log.read": ["log", "fetch", "1"],
    "tags.start": ["tags", "--list"],
    "tags.list": ["tags", "--list"],
}
STRANGE = (None, 3.5, "x", [None], {"a": 1})


class Wire:
    """A table's end of the cable; `other` is said to a request without an answer."""

    other = None

    def __init__(self, answers):
        self.answers = answers
        self.timeout = 0.0
        self.out = b""

    @property
    def in_waiting(self):
        return len(self.out)

    def write(self, data):
        if data.strip():
            self.answer(json.loads(data))
        return len(data)

    def answer(self, asked):
        """Answer a request."""
        answer = self.answers.get(asked["cmd"], self.other)
        said = {"ok": False, "error": "no"} if answer is None else {"ok": True, **answer}
        self.out += json.dumps({"re": asked["id"], **said}).encode() + b"\n"

    def read(self, size=1):
        data, self.out = self.out[:size], self.out[size:]
        return data

    def close(self):
        pass


def test_what_is_taken_for_right_is_right(monkeypatch, capsys, tmp_path):
    """But for the game, which has not even a header: that is said."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(find, "choose", lambda *_: "/dev/fake")
    for request, command in COMMANDS.items():
        monkeypatch.setattr(link, "open_wire", lambda port: Wire(RIGHT))
        code = cli.run(command)
        said = capsys.readouterr().err
        if request == "log.read":
            assert code == 1 and "game 1: its header is lost" in said, said
        else:
            assert (code, said) == (0, ""), (request, said)


def cases():
    for request, command in COMMANDS.items():
        for field in RIGHT[request]:
            yield pytest.param(request, field, command, id=f"{request}-{field}")


@pytest.mark.parametrize(("request_name", "field", "command"), list(cases()))
def test_a_strange_answer_is_one_line_with_what_to_do(
    request_name, field, command, monkeypatch, capsys, tmp_path
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(find, "choose", lambda *_: "/dev/fake")
    monkeypatch.setattr(doctor, "READER_S", 0.0)
    for value in STRANGE:
        answers = {**RIGHT, request_name: {**RIGHT[request_name], field: value}}
        monkeypatch.setattr(link, "open_wire", lambda port, said=answers: Wire(said))
        code = cli.run(command)
        err = capsys.readouterr().err
        assert "internal error" not in err and "Traceback" not in err, (value, err)
        assert code in (0, 1, 2), (value, code)
        assert code == 0 or err.count("\n") <= 2, (value, err)


@pytest.mark.parametrize("request_name", ["doctor.start", "doctor.status", "doctor.flash"])
def test_strange_answers_end_the_doctors_visit_with_one_line(request_name, monkeypatch):
    monkeypatch.setattr(doctor, "READER_S", 0.0)
    for field in RIGHT[request_name]:
        for value in STRANGE:
            answers = {**RIGHT, request_name: {**RIGHT[request_name], field: value}}
            visit = doctor.Visit(link.TableLink(Wire(answers), "port"), RIGHT["hello"], None)
            with contextlib.suppress(TavleError):
                assert list(visit.results())


class Babbler:
    """A device that never stops talking."""

    timeout = 0.0
    text = b"hello world "

    def __init__(self, *_):
        self.in_waiting = 4096

    def inWaiting(self):
        return 4096

    def read(self, size=1):
        return (self.text * (size // len(self.text) + 1))[:size]

    def write(self, data):
        return len(data)

    def close(self):
        pass


@pytest.mark.parametrize(
    "text", [b"x", b"hello\r\n", b"\x04", b">", b"raw REPL; CTRL-B to exit\r\n>OK"]
)
def test_flashing_a_device_that_never_stops_talking_ends(text, monkeypatch):
    monkeypatch.setattr(Babbler, "text", text)
    began = time.monotonic()
    with pytest.raises(TavleError):
        device = repl.ReplDevice(os.devnull, Babbler, 0.3)
        device.enter()
        device.run("print(1)", 0.1)
        device.facts()
    assert time.monotonic() - began < 30


def test_asking_a_device_that_never_stops_talking_ends():
    talk = link.TableLink(Babbler(), "port")
    with pytest.raises(link.NoAnswer):
        talk.request("state", 0.2)
    with pytest.raises(link.NoAnswer):
        talk.hello(0.1)


_EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\r"


@pytest.mark.long
def test_no_table_writes_codes_to_the_terminal(monkeypatch, capsys):
    """Through an answer, an event, a refusal, or what is no JSON."""
    monkeypatch.setattr(find, "choose", lambda *_: "/dev/fake")

    class Evil(Wire):
        def answer(self, asked):
            self.out += f"{_EVIL}\n".encode()
            for event in (
                {"event": _EVIL, _EVIL: _EVIL},
                {"event": "fault", "part": _EVIL, "text": _EVIL},
            ):
                self.out += json.dumps(event).encode() + b"\n"
            super().answer(asked)

    state = {**RIGHT["state"], "phase": _EVIL, "hand_counts": {_EVIL: 1}}
    for answers, command in (
        ({**RIGHT, "state": state}, ["watch", "--seconds", "0.3", "--lines"]),
        ({"hello": {**RIGHT["hello"], "version": _EVIL}}, ["watch", "--seconds", "0.3"]),
        (RIGHT, ["doctor", "--quick"]),
    ):
        monkeypatch.setattr(link, "open_wire", lambda port, said=answers: Evil(said))
        monkeypatch.setattr(Evil, "other", {"error": _EVIL, "ok": False})
        cli.run(command)
        told = "".join(capsys.readouterr())
        assert told and not set(told) & set("\x1b\x07\x9b\r"), repr(told)
