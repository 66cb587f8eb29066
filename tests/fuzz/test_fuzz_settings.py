# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Fuzzing of what a computer changes: settings, seats and games asked for in any order, with power cuts between.

Whatever is answered, the table starts again: a setting that was taken cannot stop it.
"""

import contextlib

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import RULEBOOKS
from rules.parse import parse_position
from store.config import Config
from tavle.sim.session import Session, TableSpec

LINES = (
    "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green",
    "ludo-norsk red:h,h,h,5 blue:h,h,h,20 turn=red",
    "sorry red:h,h,h,5 blue:h,h,h,20 yellow:h,h,h,h green:h,h,h,h turn=red",
)
_WORDS = (*RULEBOOKS, "human", "easy", "normal", "hard", "off", "pawns", "full", "shown", "trusted", "uart", "i2c",
          "r1_pico2", "partners", "__init__", "pico2", "", "x" * 24, "..", "red", "green", "blue", "sorry",
          "stacks", "walls", "start", "\ud800", "\0")  # fmt: skip
_WORD = st.one_of(st.sampled_from(_WORDS), st.text(max_size=8))
_PLAIN = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 5), st.sampled_from((99, 100, 250, 300, 1500, 2000, 5000, 1 << 40)),
    st.floats(), _WORD,
)  # fmt: skip
_VALUE = st.one_of(
    _PLAIN, st.lists(_PLAIN, max_size=5), st.lists(st.sampled_from((0, 1, 2, 3)), max_size=4, unique=True).map(sorted),
    st.lists(st.sampled_from(("human", "easy", "normal", "hard")), min_size=4, max_size=4),
    st.dictionaries(_WORD, _PLAIN, max_size=3),
)  # fmt: skip
_NAMES = tuple(name for name, _ in Config("").items())


@st.composite
def _request(draw):
    cmd = draw(st.sampled_from(("config", "config", "config", "seats", "new", "power", "hands")))
    request = {"cmd": cmd}
    if cmd == "config":
        request["name"] = draw(st.one_of(st.sampled_from(_NAMES), _WORD))
        request["value"] = draw(_VALUE)
    elif cmd == "seats":
        request["seats"] = draw(st.one_of(_VALUE, st.dictionaries(
            st.sampled_from(("red", "green", "blue", "yellow")), st.sampled_from(("human", "easy", "normal", "hard")),
        )))  # fmt: skip
    elif cmd == "new":
        for name in draw(st.sets(st.sampled_from(("rulebook", "seats", "options", "position")))):
            request[name] = draw(
                st.one_of(st.sampled_from(LINES), _VALUE) if name == "position" else _VALUE
            )
    return request


@settings(max_examples=max(3, settings().max_examples // 5))  # each puts up a table
@given(data=st.lists(_request(), min_size=1, max_size=6), line=st.sampled_from(LINES))
def test_whatever_is_set_the_table_starts_with_it(data, line):
    with contextlib.closing(Session(TableSpec(line.split(" ")[0], line))) as session:
        assert session.until_ready()
        for request in data:
            before = session.request("state")["firmware"]
            fields = dict(request)
            cmd = fields.pop("cmd")
            if cmd == "hands":
                session.world.press("red", True)
                session.run_ms(120)
                session.world.press("red", False)
                session.run_ms(300)
                continue
            told = {"ok": True} if cmd == "power" else session.request(cmd, **fields)
            assert told["ok"] or told["error"], request
            if told["ok"] and cmd == "config":
                assert told["settings"][request["name"]] == request["value"]
            if cmd != "seats":
                session.run_ms(500)  # it may restart
                session.power(False)
                session.power(True)
                assert session.is_up(), request
                now = session.request("state")["firmware"]
                assert (cmd == "new" and told["ok"]) or now == before, request
        assert parse_position(session.request("state")["firmware"])
        assert session.target.complaints == []
