# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What is on its way to one page: in which order, what is left out, and what it may see."""

import asyncio
import json

import pytest

from tavle.web import visitor
from tavle.web.visitor import Visitor


class Socket:
    """Notes what is sent, and ends when nothing more comes."""

    def __init__(self):
        self.sent = []

    async def send_str(self, text):
        self.sent.append(json.loads(text))

    async def close(self, code, message):
        self.sent.append((int(code), message))


def sent(one):
    """Let a visitor's letters go out; return them."""

    async def out():
        task = asyncio.ensure_future(one.send())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        for _ in range(5000):
            if task.done() or not one._mail:
                break
            await asyncio.sleep(0)
        task.cancel()

    asyncio.run(out())
    said, one.socket.sent[:] = list(one.socket.sent), []
    return said


def test_messages_come_in_their_order_and_of_some_only_the_newest():
    one = Visitor(Socket())
    for message in (
        {"frame": 1}, {"event": "card"}, {"view": 1}, {"frame": 2}, {"clock": 5}, {"event": "ask"}, {"hands": 1},
        {"view": 2}, {"clock": 6}, {"hands": 2}, {"hello": 1, "frame": 9}, {"frame": 3},
    ):  # fmt: skip
        one.put(message)
    assert sent(one) == [
        {"event": "card"}, {"event": "ask"}, {"view": 2}, {"clock": 6}, {"hands": 2}, {"hello": 1, "frame": 9},
        {"frame": 3},
    ]  # fmt: skip
    one.put({"frame": 4})
    assert sent(one) == [{"frame": 4}]
    one._mail.append(["", "5"])
    one.put({"event": "card"})
    assert sent(one) == [5, {"event": "card"}]


def test_a_message_is_written_without_spaces():
    one = Visitor(Socket())
    one.put({"event": "card", "card": "5"})
    assert one._mail[0] == ["", '{"event":"card","card":"5"}']


def test_a_page_that_is_too_far_behind_is_let_go(monkeypatch):
    monkeypatch.setattr(visitor, "_BEHIND", 3)
    one = Visitor(Socket())
    for n in range(3):
        one.put({"event": n})
    assert len(one._mail) == 3
    one.put({"event": 3})
    one.put({"event": 4})
    assert len(one._mail) == 1
    assert sent(one) == [(1013, b"too slow")]
    many = Visitor(Socket())
    assert visitor._BEHIND == 3 and many.slots._value == 32


def test_who_sees_which_hands_and_links():
    secrets = {
        "hands": {"green": [1], "blue": [2], "red": [3]}, "links": {"blue": "secret", "red": "other"},
        "people": ["green", "yellow"],
    }  # fmt: skip
    assert Visitor(Socket(), looks_on=True).may_see(secrets) == {
        "hands": {}, "links": {}, "seat": "",
    }  # fmt: skip
    own = Visitor(Socket(), "secret")
    assert own.seat == "?"
    assert own.may_see(secrets) == {"hands": {"blue": [2]}, "links": {}, "seat": "blue"}
    assert own.seat == "blue"
    stranger = Visitor(Socket(), "guessed")
    assert stranger.may_see(secrets) == {"hands": {}, "links": {}, "seat": "?"}
    screen = Visitor(Socket())
    assert screen.may_see(secrets) == {"hands": {}, "links": secrets["links"], "seat": ""}
    screen.looking = "green"
    assert screen.may_see(secrets)["hands"] == {"green": [1]}
    assert screen.may_see({**secrets, "people": ["red"]})["hands"] == {"red": [3]}
    assert screen.may_see({**secrets, "people": []})["hands"] == {"green": [1]}


@pytest.mark.parametrize(
    "command", [None, [], "press", {"do": "lift", "button": "green", "down": True}, {}]
)
def test_only_buttons_that_are_pressed_are_remembered(command):
    one = Visitor(Socket())
    one.note(command, {"ok": True})
    assert one.pressed == set()


def test_buttons_that_are_held_down_are_known_until_they_come_up():
    one = Visitor(Socket())
    down = {"do": "press", "button": "green", "down": True}
    one.note(down, {"ok": False})
    one.note({**down, "down": 1}, {"ok": True})
    one.note({"do": "press", "button": "blue", "ms": 120}, {"ok": True})
    assert one.pressed == set()
    one.note(down, {"ok": True})
    one.note({**down, "button": 3}, {"ok": True})
    assert one.pressed == {"green", "3"}
    one.note({**down, "down": False}, {"ok": False})
    assert one.pressed == {"green", "3"}
    one.note({**down, "down": False}, {"ok": True})
    one.note({"do": "press", "button": "red", "down": False}, {"ok": True})
    assert one.pressed == {"3"}
