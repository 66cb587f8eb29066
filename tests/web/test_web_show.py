# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle show`: the page of a real table, here the other end of a simulated table's cable."""

import asyncio
import contextlib

import aiohttp
import pytest
from tables import LINE, at_table, house

from tavle.device.link import open_link
from tavle.errors import TavleError
from tavle.sim.contract import Contract
from tavle.sim.pty import PtyBridge
from tavle.sim.session import Session, TableSpec
from tavle.web.server import Server
from tavle.web.shown import follow


@contextlib.asynccontextmanager
async def shown(port, shared="", dealt=False):
    """Show the table at the other end of a cable, or deal at it."""
    link = await asyncio.to_thread(open_link, port)
    make = follow(link, dealt)
    server = await asyncio.to_thread(lambda: Server(None, make=make, shared=shared))
    async with house(server=server) as home:
        yield home


@at_table(position=LINE, cabled=True)
async def test_a_real_table_is_shown_and_not_disturbed(served):
    hands = await served.guest()
    async with shown(served.server.table.cable.port) as home:
        guest = await home.guest()
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
        await hands.carry("green", "3", "8", 300)
        message = await guest.until(lambda m: (m.get("record") or {}).get("kind") == "move")
        entry = message["record"]
        assert entry["parts"][0]["to"] == "8" and entry["colour"] == "green"
        view = await guest.view(phase="card")
        assert ("green", "8") in [(p["colour"], p["at"]) for p in view["pawns"]]


def test_the_page_goes_on_after_a_cable_that_broke(tmp_path):
    port = tmp_path / "port"

    async def evening(bridge):
        async with shown(str(port)) as home:
            guest = await home.guest()
            assert guest.hello["view"]["on"]
            bridge.unplug()
            view = await guest.view(phase="silent")
            assert not view["on"] and view["firmware"] == LINE
            port.unlink()
            port.symlink_to(bridge.cable.port)
            await guest.view(on=True)
            bridge.do(lambda: Contract(bridge.session).handle({"do": "card", "card": "5"}))
            await guest.event("card")

    session = Session(TableSpec("partners-pawns", LINE))
    assert session.until_ready()
    with PtyBridge(session, 5.0) as bridge:
        port.symlink_to(bridge.cable.port)
        asyncio.run(evening(bridge))


OTHER = "127.0.0.2"  # to the server this is as far away as any address but its own


@at_table(position=LINE, cabled=True)
async def test_other_devices_look_on_with_the_secret_of_the_link_and_do_nothing(served):
    hands = await served.guest()
    async with shown(served.server.table.cable.port, OTHER) as home:
        server, client = home.server, home.client
        base = f"http://{OTHER}:{server.port}"
        assert server.link == f"{base}/#key={server.key}" and len(server.key) >= 20
        page = await client.get(server.link)
        assert page.status == 200 and b"<canvas" in await page.read()
        policy = page.headers["Content-Security-Policy"]
        assert f"ws://{OTHER}:{server.port}" in policy and "frame-ancestors 'none'" in policy

        for key in ("", server.key[:-1], "x" * 3000):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await client.ws_connect(f"{base}/socket", protocols=("tavle", key))
            assert refused.value.status == 403
        for words in (f"?key={server.key}", "?seat=1"):
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await client.ws_connect(f"{base}/socket{words}")
        # A page of another site, or a name that was rebound, has no business here, with or without it.
        for headers in (
            {"Origin": "http://other.example"},
            {"Host": f"rebound.example:{server.port}"},
        ):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await client.ws_connect(
                    f"{base}/socket", protocols=("tavle", server.key), headers=headers
                )
            assert refused.value.status == 403

        guest = await home.guest(link=server.link, headers={"Origin": base})
        assert guest.hello["view"]["firmware"] == LINE and guest.hello["hands"] == {}
        for what in ("power", "card", "look", "sit", "speed", "state", "light"):
            assert await guest.do(what) == {"ok": False, "error": "read-only"}
        await hands.good("card", card="5")
        await guest.event("card")

        # This computer's own page needs no secret.
        own = await home.guest()
        assert own.hello["view"]["mode"] == "show"


@at_table()
async def test_nothing_listens_for_other_devices_unless_asked(served):
    assert served.server.link == "" and served.server.key == ""
    with pytest.raises(aiohttp.ClientConnectorError):
        await served.client.get(f"http://{OTHER}:{served.server.port}/")


@at_table(cabled=True)
async def test_an_address_that_is_not_ours_is_refused_in_one_line(served):
    with pytest.raises(TavleError, match=r"cannot share the table on 192\.0\.2\.7"):
        async with shown(served.server.table.cable.port, "192.0.2.7"):
            pass
