# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The prompt of `tavle sim`: what people may type, and what they see."""

import builtins
import contextlib

import pytest

from tavle.sim import prompt
from tavle.sim.session import Session, TableSpec

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"


def test_short_commands():
    for line, command in (
        ("lift red 17", {"do": "lift", "colour": "red", "at": "17"}),
        ("place red h 2", {"do": "place", "colour": "red", "at": "h", "slot": 2}),
        ("walk red 1 2 z1", {"do": "walk", "colour": "red", "path": ["1", "2", "z1"]}),
        ("card 7", {"do": "card", "card": "7"}),
        ("card -4 2", {"do": "card", "card": "-4", "copy": 2}),
        ("nocard", {"do": "nocard"}),
        ("press table 2000", {"do": "press", "button": "table", "ms": 2000}),
        ("press red", {"do": "press", "button": "red", "ms": 100}),
        ("wait 500", {"do": "wait", "ms": 500}),
        ("power off", {"do": "power", "on": False}),
        ("state", {"do": "state"}),
        ('{"do": "wait", "ms": 1}', {"do": "wait", "ms": 1}),
    ):
        assert prompt.parse(line) == command, line


def test_what_cannot_be_understood():
    for line in ("lift red", "wait", "wait long", "card", "state now", "place red h two"):
        with pytest.raises(ValueError, match="cannot be understood, try help"):
            prompt.parse(line)
    for line in ("{", "{]"):
        with pytest.raises(ValueError, match="Expecting"):
            prompt.parse(line)


def test_a_move_at_the_prompt(monkeypatch, capsys):
    typed = iter(
        ("help", "", "card 5", "lift green 20", "lift green 20", "place green 25", "fly", "{", "state", "quit")
    )  # fmt: skip
    monkeypatch.setattr(builtins, "input", lambda _: next(typed))
    with contextlib.closing(Session(TableSpec("partners-pawns", LINE))) as session:
        prompt.run(session)
    shown = capsys.readouterr().out
    assert "green  h  h  3  20" in shown and "green  h  h  3  hand" in shown
    assert "! no green pawn on 20" in shown
    assert '"move": "g20>25"' in shown
    assert "! unknown command 'fly'" in shown
    assert "green  h  h  3  25" in shown and '"phase": "card"' in shown
    assert "card 5/1 on the slot" in shown and "mA; ~ pulses, * blinks)" in shown


def test_a_command_of_json_is_an_object_that_is_not_nested_deeply():
    for line, why in (("{" * 100_000, "nested too deeply|Expecting"), ('{"a":' * 100_000, "nested too deeply")):  # fmt: skip
        with pytest.raises(ValueError, match=why):
            prompt.parse(line)


def test_the_end_of_what_is_typed_ends_it_and_what_is_looked_at_takes_no_time(monkeypatch, capsys):
    typed = iter(("leds", "state", "wait 70", "power off"))

    def ask(_):
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr(builtins, "input", ask)
    with contextlib.closing(Session(TableSpec("partners-pawns", LINE))) as session:
        assert session.until_ready()
        before = session.now_ms
        prompt.run(session)
        assert session.now_ms - before == 70
        assert not session.target.on
    assert '"ok": true' in capsys.readouterr().out
