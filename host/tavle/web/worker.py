# SPDX-License-Identifier: Apache-2.0
"""The table of a page that plays alone: no server, one guest, everything in a worker of the page.

This runs in Pyodide. The table's thread is the worker's only one: where it waits for orders, `run_sync` lets the browser's own loop
go on, which takes what the page says. Games are kept in a folder that the browser stores.
"""

import asyncio
import collections
import contextlib
import json
from collections.abc import Callable
from typing import Any

import js
from pyodide.ffi import run_sync

from tavle.sim.session import TableSpec
from tavle.web import saves
from tavle.web.guests import Guests
from tavle.web.orders import Order, Orders
from tavle.web.roles import LOBBY, PLAY
from tavle.web.table import DAMAGED, Table, kept_spec
from tavle.web.visitor import Visitor

_FIRST = "ludo-norsk"  # what lies on the table before anybody has chosen

Message = dict[str, Any]


class _Orders(Orders):
    """Orders in a program of one thread: who waits for them lets the rest of it go on."""

    def __init__(self) -> None:
        super().__init__()
        self._here: collections.deque[Order | None] = collections.deque()

    def put(self, order: Order | None) -> None:
        """Add an order; None only wakes the one who waits for orders."""
        self._here.append(order)
        js.wake()

    def fresh(self, patience_s: float) -> Order | None:
        """Take the first order that is still unread; None when none comes in time."""
        if not self._here:
            run_sync(js.rest(1000 * patience_s))
        return self._here.popleft() if self._here else None


class _Page(Visitor):
    """The page of this worker."""

    def put(self, message: Message) -> None:
        """Send a message."""
        js.tell(json.dumps(message, separators=(",", ":")))


def _call(what: Any, *args: Any) -> None:
    what(*args)


def _no_link(_token: str) -> Message:
    return {"address": "", "code": ""}


def _table(tell: Callable[[Message], None]) -> Table:
    """Return the table: with the newest game, if it was not over and its file is whole."""
    kept = saves.listed()
    if kept and not kept[0]["over"]:
        spec = kept_spec(kept[0]["rulebook"], saves.path_of(kept[0]["name"]))
        with contextlib.suppress(*DAMAGED):
            return Table(spec, tell, mode=PLAY, orders=_Orders(), party={})
    return Table(TableSpec(_FIRST), tell, mode=LOBBY, orders=_Orders())


def play() -> None:
    """Be the table, until the worker ends."""
    guests: Guests | None = None

    def spread(message: Message) -> None:
        if guests is not None:
            guests.tell(message)

    table = _table(spread)
    guests = Guests(table, _call, _no_link)
    page = _Page(None)

    def heard(text: str) -> None:
        asyncio.ensure_future(guests.take(page, text))  # noqa: RUF006 - it waits for nothing but its turn

    guests.come(page)
    js.ready(heard)
    table.work()
    if table.failure is not None:
        raise table.failure
