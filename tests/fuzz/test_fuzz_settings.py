# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Fuzzing of what a computer changes: settings, seats and games asked for in any order, with power cuts between.

Whatever is answered, the table starts again: a setting that was taken cannot stop it.
"""

import json

from hypothesis import given, settings
from hypothesis import strategies as st
from tempdir import new_folder
from wholetable import WholeTable

from app.requests import RequestError
from rules import RULEBOOKS
from rules.parse import parse_position
from store.config import Config

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


def _asked(one, request):
    """Ask as a computer on USB would; return what is answered."""
    try:
        answer = one.system.requests.serve(dict(request))
    except RequestError as error:
        assert str(error), request
        return None
    json.dumps(answer)
    return answer


@settings(max_examples=settings().max_examples * 2 // 5)  # each puts up some tables
@given(data=st.lists(_request(), min_size=1, max_size=6))
def test_whatever_is_set_the_table_starts_with_it(data):
    one = WholeTable(new_folder(), LINES[len(data) % len(LINES)]).run(100)
    for request in data:
        line = one.system.table.line()
        if request["cmd"] == "hands":
            one.tap(one.system.match.state[16] % 4).run(300)
            continue
        told = None
        if request["cmd"] != "power":
            told = _asked(one, request)
        if told is not None and request["cmd"] == "config":
            assert told["settings"][request["name"]] == request["value"]
        new = one.system.restarting is not None
        if new or request["cmd"] != "seats":
            one = WholeTable(one.folder).run(100)
            assert not one.system.report, (request, one.system.report)
            assert new or one.system.table.line() == line, request
    assert parse_position(one.system.table.line())
