# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A served table and programs that sit down at it, for the tests."""

import asyncio
import contextlib
import functools
import inspect
import json
import os
import tempfile

import aiohttp
from browsers import Shared

from tavle.sim.prompt import parse
from tavle.sim.session import TableSpec
from tavle.web.server import Server

PATIENCE_S = 240  # a busy PC is no fault
# Games of the tests are not games of whoever runs them.
_GAMES = tempfile.TemporaryDirectory(prefix="tavle-games-", ignore_cleanup_errors=True)
os.environ["TAVLE_SAVES"] = _GAMES.name
LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"


class Guest:
    """One WebSocket at a table.

    Attributes:
        hello: the greeting, with the whole table in it.
        heard: every message that was no answer, in order.
    """

    def __init__(self, socket):
        self.socket = socket
        self.hello = {}
        self.heard = []
        self._number = 0
        self._read = 0  # messages before this one have been looked at by `until`
        self._mail = asyncio.Queue()
        self._postman = asyncio.create_task(self._fetch())

    async def _fetch(self):
        """Read all the time: the server hangs up on who leaves its pings unanswered while a test looks at a page."""
        said = None
        while said is None or said.type is aiohttp.WSMsgType.TEXT:
            said = await self.socket.receive()
            self._mail.put_nowait(said)

    async def next(self):
        """Return the next message of whatever kind."""
        async with asyncio.timeout(
            PATIENCE_S
        ):  # wait_for of Python 3.11 may miss that it is cancelled
            said = await self._mail.get()
        if said.type is not aiohttp.WSMsgType.TEXT:
            code = said.data if said.type is aiohttp.WSMsgType.CLOSE else self.socket.close_code
            raise ConnectionError(f"{said.type.name} {code}")
        message = json.loads(said.data)
        if "ok" not in message:
            self.heard.append(message)
        return message

    async def raw(self, text):
        """Send a text; return the answer to it."""
        await self.socket.send_str(text)
        return await self.answer()

    async def answer(self):
        while True:
            message = await self.next()
            if "ok" in message:
                return message

    async def do(self, what, **fields):
        """Give a command; return its answer."""
        self._number += 1
        answer = await self.raw(json.dumps({"id": self._number, "do": what, **fields}))
        assert answer.pop("re") == self._number
        return answer

    async def good(self, what, **fields):
        """Give a command that must succeed."""
        answer = await self.do(what, **fields)
        assert answer.pop("ok") is True, answer
        return answer

    async def until(self, fits):
        """Return the first message not looked at yet that fits."""
        while True:
            while self._read < len(self.heard):
                self._read += 1
                if fits(self.heard[self._read - 1]):
                    return self.heard[self._read - 1]
            await self.next()

    async def event(self, name):
        return await self.until(lambda message: message.get("event") == name)

    async def view(self, **wanted):
        """Wait until the view has these values, and return it."""
        while True:
            views = [message["view"] for message in self.heard if "view" in message]
            view = (views or [self.hello["view"]])[-1]
            if all(view[name] == value for name, value in wanted.items()):
                return view
            await self.next()

    async def does(self, line):
        """Give commands in the words of the simulator's prompt: `card 5, wait 900, lift green 20`."""
        for words in line.split(", "):
            command = parse(words)
            await self.good(command.pop("do"), **command)

    async def lays(self, card):
        """Lay a card, and wait until it was read."""
        await self.good("card", card=card)
        await self.event("card")

    async def carry(self, colour, start, end, air_ms=600):
        """Move a pawn as a hand does: the table has seen that it was lifted."""
        await self.does(f"lift {colour} {start}, wait {air_ms}, place {colour} {end}")

    async def pass_ms(self, ms):
        """Let time pass at the table."""
        return await self.good("wait", ms=ms)


class House:
    """A served table.

    Attributes:
        server: the server.
        client: an HTTP client.
        pages: what browsers show of it.
    """

    def __init__(self, server, client, stack):
        self.pages = []
        self.server = server
        self.client = client
        self._stack = stack  # who sits down is sent home at the end

    @property
    def socket_address(self):
        return self.server.address + "socket"

    async def guest(self, address="", link="", **headers):
        """Let a program sit down, by a link with a secret if one is given; return it when it has been greeted."""
        if link:
            address, _, secret = link.partition("#")
            address, headers["protocols"] = address + "socket", ("tavle", secret.partition("=")[2])
        socket = self.client.ws_connect(address or self.socket_address, **headers)
        guest = Guest(await self._stack.enter_async_context(socket))
        guest.hello = await guest.next()
        guest.heard.clear()
        return guest


@contextlib.asynccontextmanager
async def house(*opening, server=None, **how):
    """Serve a table on a free port: this server's, or one that is opened so. No page of it may complain."""
    server = server or opened(*opening, **how)
    try:
        await server.start()
        async with aiohttp.ClientSession() as client, contextlib.AsyncExitStack() as stack:
            home = House(server, client, stack)
            yield home
            complaints = [page.complaints for page in home.pages if page.complaints]
            assert not complaints, complaints
    finally:
        await server.stop()
        if server.table.failure is not None:  # else nobody hears why everything stood still
            raise server.table.failure


def opened(
    rulebook="", position="", speed=40.0, state_file="", cabled=False, mode="bench", shared=""
):
    """Return the server of a table; the rulebook is the position's."""
    rulebook = rulebook or position.partition(" ")[0] or "partners-pawns"
    spec = TableSpec(rulebook, position, state_file=state_file)
    return Server(spec, speed, cabled, mode, shared=shared)


@functools.cache
def chromium():
    """Return the browser of the tests of this process."""
    return Shared()


def at_table(*opening, patience_s=3 * PATIENCE_S, **how):
    """Give an async test a table of its own: it takes `served`, or `program`, a browser, and `served`.

    A test's own `rulebook` or `position` is the table's too.
    """

    def take(test):
        names = list(inspect.signature(test).parameters)
        viewed = names[0] == "program"
        names = names[1 + viewed :]
        own = {"rulebook", "position"} & set(names)

        def sit(**given):
            async def main(*program):
                at = how | {name: given[name] for name in own}
                async with house(*opening, **at) as served:
                    await asyncio.wait_for(test(*program, served, **given), patience_s)

            if viewed:
                chromium().run(main)
            else:
                asyncio.run(main())

        sit.__name__, sit.__doc__ = test.__name__, test.__doc__
        sit.__signature__ = inspect.Signature(
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in names
        )
        return sit

    return take
