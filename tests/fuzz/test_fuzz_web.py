# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Fuzzing of the page's WebSocket: every message gets one answer, and the table goes on."""

import asyncio
import json
import sys
from pathlib import Path

import pytest
from corpus import damaged, kept, with_kept
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[1] / "web"))
from tables import LINE, house

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
