# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Fuzzing of the page's WebSocket: every message gets one answer, no task of the table fails, and it goes on."""

import asyncio
import json
import sys
from pathlib import Path

import pytest
from corpus import damaged, kept, with_kept
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[1] / "web"))
from tables import LINE, house

from tavle.web.commands import PEOPLE

# Right wishes that take long, or put up another table.
_SPARED = (
    "wait",
    "step",
    '"ms"',
    "dwell",
    "air",
    "table",
    "sit",
    "open",
    "bench",
    "hands",
    "power",
)


class Page:
    """A program at a served table, spoken to one message at a time."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        self.opened = house(position=LINE, speed=100.0)
        self.served = self.do(self.opened.__aenter__())
        self.guest = self.do(self.served.guest())
        self.number = 0

    def do(self, task):
        return self.loop.run_until_complete(asyncio.wait_for(task, 60))

    def raw(self, text):
        return self.do(self.guest.raw(text))

    def close(self):
        self.do(self.opened.__aexit__(None, None, None))
        self.loop.close()


@pytest.fixture(scope="module")
def page():
    one = Page()
    yield one
    one.close()


@given(data=st.one_of(st.text(max_size=200).map(str.encode), damaged(kept("web"), 600)))
@with_kept("web")
def test_any_message_of_a_page_is_answered_once_and_the_table_goes_on(page, data):
    text = data.decode(errors="replace")
    if any(word in text for word in _SPARED):
        return
    answer = page.raw(text)
    assert answer["ok"] in (True, False), (text, answer)
    if not answer["ok"]:
        assert answer["error"] and "internal" not in answer["error"], (text, answer)
        assert "Traceback" not in answer["error"] and "Error(" not in answer["error"], answer
    page.number += 1
    asked = page.raw(json.dumps({"id": f"after {page.number}", "do": "state"}))
    assert asked["re"] == f"after {page.number}", "one answer to each message"
    assert asked["ok"] and asked["firmware"], (text, asked)


# Right wishes of people and programs, and nearly right ones, in any order.
_COLOURS = st.sampled_from(("green", "blue", "red", "yellow", "table", "white"))
_RULEBOOKS = st.sampled_from(
    ("partners-pawns", "partners-movers", "partners-nordic", "ludo-norsk", "sorry", "chess")
)
_WHO = st.sampled_from(("person", "person", "device", "easy", "normal", "none", "king"))
_PLACES = st.one_of(
    st.integers(0, 80).map(str),
    st.sampled_from(("h", "z1", "z4", "hand", "", "h0")),
    st.integers(-1, 90),
)
_CARDS = st.sampled_from(
    ("5", "7", "swap", "13s", "8s", "1", "2", "10", "Sorry!", "sorry", "joker", "", "ace", 5, None)
)
_FLAG = st.one_of(st.booleans(), st.sampled_from((0, 1, None, "yes")))
_MS = st.sampled_from((0, 1, 5, 40, 120, 700, 2500, -1, 1e9, True))
_SEATS = st.dictionaries(
    _COLOURS, st.sampled_from(("human", "easy", "normal", "master")), max_size=4
)
# What each wish may be given. Those in the first group put up a table, which takes its time.
_NEW = {
    "sit": {
        "rulebook": _RULEBOOKS,
        "who": st.dictionaries(_COLOURS, _WHO, min_size=2, max_size=4),
    },
    "table": {"rulebook": _RULEBOOKS},
    "bench": {},
    "open": {"name": st.sampled_from(("", "..", "x", "0"))},
    "power": {"on": _FLAG},
}
_QUICK = {
    "state": {}, "leds": {}, "sounds": {}, "stats": {}, "reeds": {}, "probe": {}, "saved": {},
    "light": {"name": _PLACES}, "why": {"colour": _COLOURS, "at": _PLACES},
    "lift": {"colour": _COLOURS, "at": _PLACES}, "place": {"colour": _COLOURS, "at": _PLACES},
    "carry": {"colour": _COLOURS, "from": _PLACES, "to": _PLACES},
    "card": {"card": _CARDS, "copy": st.integers(-1, 5)}, "nocard": {}, "draw": {},
    "press": {"button": _COLOURS, "down": _FLAG}, "pause": {"on": _FLAG}, "step": {"ms": _MS},
    "hands": {"on": _FLAG}, "wait": {"ms": _MS}, "seats": {"seats": _SEATS},
    "noise": {"stuck": st.dictionaries(_PLACES.map(str), st.sampled_from((0, 1, None)), max_size=2)},
    "speed": {"factor": st.sampled_from((0.1, 1, 100, 1e9))},
} | {
    name: {field: {"colour": _COLOURS, "card": _CARDS, "copy": st.integers(0, 3), "name": _PLACES, "who": _WHO, "position": _PLACES}[field]
           for field in sorted(needed)}
    for name, (needed, _) in PEOPLE.items() if name not in _NEW
}  # fmt: skip


@st.composite
def _wish(draw):
    pool = _NEW if draw(st.integers(0, 14)) == 0 else _QUICK
    name = draw(st.sampled_from(sorted(pool)))
    fields = {field: draw(value) for field, value in pool[name].items()}
    if draw(st.integers(0, 9)) == 0 and fields:
        fields.pop(draw(st.sampled_from(sorted(fields))))
    return {"do": name, **fields}


def _told(page, wish):
    """Send a wish; return the answer, which is one in words."""
    page.number += 1
    answer = page.raw(json.dumps({"id": page.number, **wish}))
    assert answer.pop("re") == page.number, (wish, answer)
    if not answer["ok"]:
        text = answer.get("error") or answer.get("words") or answer.get("word")
        assert text and "internal" not in text and "Traceback" not in text and "Error" not in text, (
            wish, answer,
        )  # fmt: skip
    return answer


@settings(max_examples=settings().max_examples * 2 // 5)  # each takes a second
@given(data=st.lists(_wish(), min_size=1, max_size=12))
def test_wishes_in_any_order_leave_a_table_that_answers(page, data):
    page.guest.heard.clear()
    for wish in data:
        _told(page, wish)
    for wish in (
        {"do": "power", "on": True},
        {"do": "pause", "on": False},
        {"do": "speed", "factor": 100},
    ):
        _told(page, wish)
    asked = _told(page, {"do": "state"})
    assert asked["ok"] and asked["firmware"], (data, asked)
    failed = [said for said in page.guest.heard if "stopped:" in str(said.get("text", ""))]
    assert not failed, (data, failed)
