# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What the server itself does with pages and their messages; the table behind it is made up."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import time
from types import SimpleNamespace

import aiohttp
import pytest
from tables import house

from tavle.errors import TavleError
from tavle.web import server as servers
from tavle.web.orders import Order
from tavle.web.server import LONGEST, Server
from tavle.web.visitor import Visitor
from tavle.words import catalogue

SECRETS = {
    "hands": {"green": [1], "red": [2]},
    "links": {"blue": "token"},
    "people": ["green", "red"],
}
HELLO = {"hello": {"rulebook": "sorry"}, "log": [], **SECRETS}
OTHER = "127.0.0.2"


class Table:
    """Answers every order at once, unless it is told to keep them; notes what is done to it."""

    def __init__(self, tell):
        self.tell, self.orders, self.done = tell, [], []
        self.keeps, self.failure, self.cable, self.watched = False, None, None, False
        self.ended = None

    def start(self):
        self.done.append("start")

    def submit(self, order):
        self.orders.append(order)
        if order.command is None:
            order.answer(HELLO)
        elif not self.keeps:
            order.answer({"ok": True, "t": 7})

    def close(self, patience_s=3.0):
        self.done.append("close")

    @property
    def commands(self):
        return [order.command for order in self.orders if order.command is not None]


def served(test):
    """Give an async test the house of a server with such a table."""

    def run():
        async def main():
            async with house(server=Server(None, make=Table)) as home:
                await asyncio.wait_for(test(home), 30)

        asyncio.run(main())

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


async def until(true):
    """Wait until something is so."""
    for _ in range(5000):
        if true():
            return
        await asyncio.sleep(0.002)
    raise AssertionError("it has not come")


@served
async def test_who_comes_is_greeted_counted_and_told_what_all_are_told(home):
    table = home.server.table
    assert table.done == ["start"] and not table.watched
    one, two = await home.guest(), await home.guest()
    seen = {"links": {"blue": "token"}, "hands": {}, "seat": ""}
    assert one.hello == two.hello == {"hello": {"rulebook": "sorry"}, "log": [], **seen}
    assert table.watched and home.server._people == 2 and len(home.server._visitors) == 2
    table.tell({"event": "rolled", "value": 3})
    for guest in (one, two):
        assert await guest.event("rolled") == {"event": "rolled", "value": 3}
    await one.socket.close()
    await until(lambda: len(home.server._visitors) == 1)
    assert table.watched and home.server._people == 1
    await two.socket.close()
    await until(lambda: not home.server._visitors)
    assert not table.watched and home.server._people == 0


@served
async def test_every_message_gets_one_answer(home):
    guest, table = await home.guest(), home.server.table
    long = f"a message has at most {LONGEST} characters, this one {LONGEST + 1}"
    number = "id must be a whole number or text of at most 64 characters"
    for text, answer in (
        ('{"do": "state"}', {"ok": True, "t": 7}),
        ('{"do": "state", "id": 5}', {"re": 5, "ok": True, "t": 7}),
        ('{"do": "state", "id": "x"}', {"re": "x", "ok": True, "t": 7}),
        ('{"do": "state", "id": 0}', {"re": 0, "ok": True, "t": 7}),
        (json.dumps({"id": "x" * 64}), {"re": "x" * 64, "ok": True, "t": 7}),
        (json.dumps({"id": "x" * 65}), {"ok": False, "error": number}),
        (json.dumps({"id": 10**64 - 1}), {"re": 10**64 - 1, "ok": True, "t": 7}),
        (json.dumps({"id": 1 - 10**64}), {"re": 1 - 10**64, "ok": True, "t": 7}),
        (json.dumps({"id": 10**64}), {"ok": False, "error": number}),
        (json.dumps({"id": -(10**64)}), {"ok": False, "error": number}),
        ('{"id": 1.5}', {"ok": False, "error": number}),
        ('{"id": null}', {"ok": False, "error": number}),
        ("[1]", {"ok": True, "t": 7}),
        ("3", {"ok": True, "t": 7}),
        ("null", {"ok": False, "error": "a command is a JSON object"}),
        ('"' + "x" * (LONGEST - 2) + '"', {"ok": True, "t": 7}),
        ('"' + "x" * (LONGEST - 1) + '"', {"ok": False, "error": long}),
    ):
        assert await guest.raw(text) == answer, text[:80]
    assert (await guest.raw("{"))["error"].startswith("not JSON: ")
    assert "recursion" in (await guest.raw("[" * 10_000))["error"]
    await guest.socket.send_bytes(b"{}")
    assert await guest.answer() == {"ok": False, "error": "a message is text: one JSON object"}
    assert table.commands[:4] == [{"do": "state"}] * 4, "the number is the server's"
    assert len(table.commands) == 10


@served
async def test_whose_order_it_is_and_which_buttons_come_up_when_somebody_goes(home):
    guest, table = await home.guest(), home.server.table
    (visitor,) = home.server._visitors
    for button, down in (("red", True), ("table", True), ("red", False), ("green", True)):
        await guest.good("press", button=button, down=down)
    await until(lambda: visitor.pressed == {"table", "green"})
    assert all(order.who is visitor for order in table.orders)
    count = len(table.orders)
    await guest.socket.close()
    await until(lambda: len(table.orders) == count + 2)
    released = sorted(order.command["button"] for order in table.orders[count:])
    assert released == ["green", "table"]
    for order in table.orders[count:]:
        assert order.command == {"do": "press", "button": order.command["button"], "down": False}
        assert order.who is None and order.answer({"ok": True}) is None
    assert visitor.gone


@served
async def test_a_page_may_have_32_orders_waiting_and_what_it_sends_then_waits_with_them(home):
    guest, table = await home.guest(), home.server.table
    table.keeps = True
    for n in range(40):
        await guest.socket.send_str(json.dumps({"do": "wait", "id": n}))
    await until(lambda: len(table.commands) >= 32)
    await asyncio.sleep(0.02)
    waiting = [order for order in table.orders if order.command is not None]
    assert len(waiting) == 32
    waiting[0].answer({"ok": True})
    assert await guest.answer() == {"re": 0, "ok": True}
    await until(lambda: len(table.commands) == 33)
    for order in [order for order in table.orders if order.command is not None][1:]:
        order.answer({"ok": True})
    table.keeps = False
    assert [(await guest.answer())["re"] for _ in range(39)] == list(range(1, 40))


@served
async def test_somebody_who_goes_before_the_greeting_is_told_nothing(home):
    kept = []
    home.server.table.submit = kept.append
    async with home.client.ws_connect(home.socket_address):
        await until(lambda: len(kept) == 1)
    await until(lambda: home.server._people == 0)
    kept[0].answer(HELLO)
    await asyncio.sleep(0.01)
    assert not home.server._visitors and home.server._secrets["people"] == []


@served
async def test_cards_are_turned_over_at_this_screen_and_lie_closed_when_it_goes_to_somebody_else(
    home,
):
    guest, table = await home.guest(), home.server.table
    (visitor,) = home.server._visitors
    for colour, answer in (
        ("green", {"ok": True}), ("blue", {"ok": False, "error": "not-your-seat"}), ("", {"ok": True}),
        (None, {"ok": False, "error": "not-your-seat"}), ("red", {"ok": True}),
    ):  # fmt: skip
        assert await guest.raw(json.dumps({"do": "look", "colour": colour, "id": 4})) == {
            "re": 4,
            **answer,
        }
    assert table.commands == [] and visitor.looking == "red"
    seen = [message["hands"] for message in guest.heard if "hands" in message]
    assert seen == [{"green": [1]}, {}, {"red": [2]}]
    guest.heard.clear()
    table.tell({"view": {"party": {"acting": "red"}}})
    table.tell({"view": {"party": {"acting": "red"}}})
    table.tell({"event": "a"})
    await guest.event("a")
    assert visitor.looking == "" and [m["hands"] for m in guest.heard if "hands" in m] == [{}]
    visitor.looking = "green"
    table.tell({"view": {"party": None}})
    table.tell({"event": "b"})
    await guest.event("b")
    assert visitor.looking == "green", "nobody is named, nobody has changed"
    table.tell({**SECRETS, "hands": {"green": [5], "red": [6]}})
    table.tell({"event": "c"})
    await guest.event("c")
    assert [m for m in guest.heard if "hands" in m][-1] == {
        "hands": {"green": [5]}, "links": {"blue": "token"}, "seat": "",
    }  # fmt: skip
    home.server._secrets = SECRETS


@served
async def test_a_device_of_ones_own_sees_its_own_hand_by_its_link(home):
    table = home.server.table
    own = await home.guest(home.socket_address + "?seat=token")
    assert (own.hello["seat"], own.hello["hands"], own.hello["links"]) == ("blue", {}, {})
    assert "people" not in own.hello
    table.tell({**SECRETS, "hands": {"blue": [9], "green": [1]}})
    message = await own.until(lambda message: "hands" in message)
    assert message == {"hands": {"blue": [9]}, "links": {}, "seat": "blue"}
    assert await own.raw('{"do": "look", "colour": "green"}') == {
        "ok": False,
        "error": "not-your-seat",
    }
    assert await own.raw('{"do": "look", "colour": ""}') == {"ok": False, "error": "not-your-seat"}
    long = await home.guest(home.socket_address + "?seat=" + "x" * 100)
    assert long.hello["seat"] == "?"
    assert sorted(len(visitor.token) for visitor in home.server._visitors) == [5, 64]


@served
async def test_what_a_table_says_when_the_server_has_ended_is_dropped(home):
    server = home.server
    server._loop, loop = None, server._loop
    server._spread({"event": "a"})
    closed = asyncio.new_event_loop()
    closed.close()
    server._loop = closed
    server._spread({"event": "a"})

    def closed_in_between(*_):
        raise RuntimeError("Event loop is closed")

    server._loop = SimpleNamespace(is_closed=lambda: False, call_soon_threadsafe=closed_in_between)
    server._spread({"event": "a"})
    server._loop = loop


@served
async def test_a_table_that_ends_ends_the_server_and_says_why(home):
    server, table = home.server, home.server.table
    waiting = asyncio.create_task(server.until(asyncio.Event()))
    await asyncio.sleep(0.01)
    assert not waiting.done()
    table.ended()
    await asyncio.wait_for(waiting, 5)
    table.failure = ZeroDivisionError("broken on purpose")
    stop = asyncio.Event()
    stop.set()
    with pytest.raises(ZeroDivisionError):
        await server.until(stop)


@served
async def test_words_come_in_the_language_that_is_asked_for(home):
    async def words(query="", **headers):
        async with home.client.get(
            home.server.address + "words.json" + query, headers=headers
        ) as got:
            assert got.content_type == "application/json"
            return await got.json()

    norwegian = {"Accept-Language": "nb-NO,nb;q=0.9"}
    for language, query, headers in (
        ("", "", {}), ("", "?lang=nb", {}), ("", "", norwegian), ("", "?lang=en", norwegian), ("nb", "", {}), ("nb", "?lang=en", {}),
    ):  # fmt: skip
        home.server._language = language
        wanted = catalogue.for_page(query[6:], language, headers.get("Accept-Language", ""))
        assert await words(query, **headers) == json.loads(json.dumps(wanted)), (language, query)


@served
async def test_an_address_for_sockets_is_no_page(home):
    async with home.client.get(home.socket_address) as got:
        assert (got.status, await got.text()) == (400, "This address is for WebSockets.\n")
    async with home.client.get(home.server.address + "nothing.html") as got:
        assert (got.status, await got.text()) == (404, "There is no such file.\n")
    async with home.client.post(home.server.address) as got:
        assert (got.status, await got.text()) == (405, "Method Not Allowed.\n")
    async with home.client.get(home.server.address, headers={"Host": "elsewhere"}) as got:
        assert got.status == 403 and (await got.text()).startswith(
            "Refused: the Host header must be "
        )


def test_other_devices_come_in_with_the_key_of_the_link_and_do_nothing():
    async def main():
        server = Server(None, make=Table, shared=OTHER)
        async with house(server=server) as home:
            assert (
                len(server.key) == 22 and server.key != Server(None, make=Table, shared=OTHER).key
            )
            assert server.link == f"http://{OTHER}:{server.port}/?key={server.key}"
            there = f"http://{OTHER}:{server.port}/socket"
            for key in (
                "",
                "?key=",
                "?key=wrong",
                f"?key={server.key[:-1]}",
                f"?key={server.key}x",
            ):
                with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                    await home.guest(there + key)
                assert refused.value.status == 403
            assert server._people == 0
            onlooker = await home.guest(f"{there}?key={server.key}&seat=token")
            assert (onlooker.hello["hands"], onlooker.hello["links"], onlooker.hello["seat"]) == (
                {},
                {},
                "",
            )
            for command in ({"do": "state"}, {"do": "look", "colour": "green"}, ["state"]):
                assert await onlooker.raw(json.dumps(command)) == {
                    "ok": False,
                    "error": "read-only",
                }
            assert await onlooker.raw('{"do": "lift", "id": 3}') == {
                "re": 3,
                "ok": False,
                "error": "read-only",
            }
            assert server.table.commands == []
            await home.guest()

    asyncio.run(main())


def test_without_an_address_for_others_there_is_no_link():
    server = Server(None, make=Table)
    assert (server.key, server.link, server.port, server.address) == (
        "",
        "",
        0,
        "http://127.0.0.1:0/",
    )


@pytest.mark.parametrize("shared", ["", OTHER])
def test_a_port_that_is_taken_is_said(shared):
    async def main():
        with contextlib.closing(socket.socket()) as taken:
            taken.bind((shared or "127.0.0.1", 0))
            taken.listen()
            server = Server(None, make=Table, shared=shared)
            with pytest.raises(TavleError) as failure:
                await server.start(taken.getsockname()[1])
            assert server.table.done == []
            port = taken.getsockname()[1]
            if shared:  # what listened already does not any more
                with pytest.raises(ConnectionRefusedError):
                    await asyncio.open_connection("127.0.0.1", port)
            what = (
                f"cannot share the table on {OTHER}"
                if shared
                else f"cannot serve the table on port {port}"
            )
            step = (
                "name an address of this computer in your network"
                if shared
                else "choose another --port, or none"
            )
            assert (failure.value.what, failure.value.next_step) == (what, step)
            await server.stop()
            assert server.table.done == ["close"]

    asyncio.run(main())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_server_ends_with_a_signal_and_says_which(number):
    made, told = [], []

    def make():
        made.append(Server(None, make=Table))
        made[0].table.cable = (
            SimpleNamespace(port="/dev/pts/9") if number == signal.SIGTERM else None
        )
        return made[0]

    def ready(address, cable):
        told.append((address, cable))
        os.kill(os.getpid(), number)

    before = {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        assert servers.serve_until_ended(make, 0, ready) == number
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
    cable = "/dev/pts/9" if number == signal.SIGTERM else ""
    assert told == [(f"http://127.0.0.1:{made[0].port}/", cable)]
    assert made[0].table.done == ["start", "close"]


def test_a_server_whose_table_ends_says_no_signal_and_one_that_cannot_begin_is_closed():
    made = []

    def make():
        made.append(Server(None, make=Table))
        return made[-1]

    assert servers.serve_until_ended(make, 0, lambda *_: made[0].table.ended()) == 0
    with pytest.raises(ZeroDivisionError):
        servers.serve_until_ended(make, 0, lambda *_: 1 / 0)
    assert [server.table.done for server in made] == [["start", "close"]] * 2


def test_a_table_is_served_as_it_is_wanted(monkeypatch):
    asked = []
    monkeypatch.setattr(servers, "Server", lambda *given: given)
    monkeypatch.setattr(
        servers, "serve_until_ended", lambda make, *rest: asked.append((make(), *rest)) or 15
    )
    assert servers.serve("spec", 80, 2.0, True, "lobby", "nb", print) == 15
    assert asked == [(("spec", 2.0, True, "lobby", "nb"), 80, print)]


def test_what_nobody_told_the_sender_is_logged_and_what_it_was_told_is_not():
    def record(error):
        return SimpleNamespace(exc_info=(type(error), error, None) if error else None)

    malformed = aiohttp.http_exceptions.BadHttpMessage("no HTTP")
    for error, logged in ((None, True), (ValueError(), True), (malformed, False)):
        assert servers._malformed(record(error)) is not logged
    assert servers._log.name == "tavle.web"


def test_an_order_is_what_it_does_and_when_it_came():
    begun = time.monotonic()
    for command, name in (
        ({"do": "lift"}, "lift"),
        ({"do": 3}, ""),
        ({}, ""),
        (None, ""),
        (["lift"], ""),
    ):
        assert Order(command, print).name == name
    assert begun <= Order(None, print).at <= time.monotonic() and Order(None, print).who is None
    assert Visitor(None).looks_on is False
