# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle show`: the page of a real table, here the other end of a simulated table's cable."""

import asyncio
import contextlib

import aiohttp
from tables import LINE, House, run

from tavle.device.link import open_link
from tavle.web.server import Server
from tavle.web.shown import follow


@contextlib.asynccontextmanager
async def shown(port):
    """Show the table at the other end of a cable."""
    link = await asyncio.to_thread(open_link, port)
    server = await asyncio.to_thread(lambda: Server(None, make=follow(link)))
    try:
        await server.start()
        async with aiohttp.ClientSession() as client:
            yield House(server, client)
    finally:
        await server.stop()


def test_a_real_table_is_shown_and_not_disturbed():
    async def test(served):
        hands = await served.guest()
        async with shown(served.server.table.cable.port) as house:
            guest = await house.guest()
            view = guest.hello["view"]
            assert view["firmware"] == LINE and view["mode"] == "show"
            told = sorted((p["colour"], p["at"]) for p in view["pawns"])
            assert ("green", "3") in told and ("blue", "blue:h2") in told and len(told) == 16
            assert guest.hello["entries"][0] == {"kind": "start", "line": LINE}
            for what, fields in (
                ("power", {"on": False}),
                ("lift", {"colour": "green", "at": "3"}),
            ):
                assert await guest.do(what, **fields) == {"ok": False, "error": "read-only"}

            await hands.good("card", card="5")
            await guest.event("card")
            view = await guest.view(phase="move")
            assert view["card"] == "5" and view["options"]
            await hands.good("lift", colour="green", at="3")
            await hands.good("wait", ms=300)
            await hands.good("place", colour="green", at="8")
            message = await guest.until(lambda m: (m.get("record") or {}).get("kind") == "move")
            entry = message["record"]
            assert entry["parts"][0]["to"] == "8" and entry["colour"] == "green"
            view = await guest.view(phase="card")
            assert ("green", "8") in [(p["colour"], p["at"]) for p in view["pawns"]]

    run(test, position=LINE, cabled=True)
