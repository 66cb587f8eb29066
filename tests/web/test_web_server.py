# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The server as pages and programs see it: files, refusals, commands, events, many at one table."""

import asyncio
import json
import re
import time
from pathlib import PurePosixPath

import pytest
from tables import LINE, PATIENCE_S, at_table

from tavle.errors import TavleError
from tavle.sim.session import TableSpec
from tavle.web.guests import LONGEST
from tavle.web.server import PAGE, Server

UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


@at_table()
async def test_every_file_of_the_page_is_served_and_none_from_elsewhere(served):
    address = served.server.address
    assert all(host == "127.0.0.1" for host, _ in served.server._runner.addresses)
    named = {"", "index.html"}
    for path in PAGE.iterdir():
        text = path.read_text(encoding="utf-8")
        # Everything a file wants is a file of the page: it works without a network.
        named |= set(re.findall(r'(?:src|href)="([^"]+)"', text))
        named |= {PurePosixPath(n).name for n in re.findall(r' from "(\./[^"]+)"', text)}
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text), path
        assert not re.search(r"url\((?!#)", text) and "innerHTML" not in text, path
    for name in sorted(named):
        async with served.client.get(address + name) as answer:
            assert answer.status == 200, name
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert {path.name for path in PAGE.iterdir()} <= named


@pytest.mark.parametrize(
    "name",
    ["nothing.js", "server.py", "..%2fserver.py", "%2e%2e/server.py", "page/main.js", "%00"],
)
@at_table()
async def test_no_other_file_is_served(served, name):
    async with served.client.get(served.server.address + name) as answer:
        assert answer.status == 404 and "import" not in await answer.text()
    async with served.client.post(served.server.address) as answer:
        assert answer.status == 405 and await answer.text() == "Method Not Allowed.\n"
    async with served.client.get(served.socket_address) as answer:
        assert answer.status == 400 and "WebSocket" in await answer.text()


@pytest.mark.parametrize("path", ["/" + "a" * 3000, "/" + "a" * 20000, "/a/b/c", "/%ff%00", "/.."])
@at_table()
async def test_every_answer_has_its_headers_and_a_long_path_is_not_found(served, path):
    said = await talk(
        served, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{served.server.port}\r\n\r\n"
    )
    assert said.split(" ", 2)[1] == ("400" if len(path) > 8000 else "404")
    guarded(said)


@at_table()
async def test_what_is_no_http_is_answered_and_prints_nothing(served, caplog, capfd):
    host = f"Host: 127.0.0.1:{served.server.port}\r\n"
    for text in (
        "\x16\x03\x01\x02\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9\r\n\r\n", f"FLY / HTTP/1.1\r\n{host}\r\n",
        f"GET / HTTP/1.1\r\n{host}Content-Length: x\r\n\r\n", f"GET / HTTP/1.1\r\n{host}a b c\r\n\r\n",
        f"POST /socket HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        "GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n",
    ):  # fmt: skip
        said = await talk(served, text)
        assert said.split(" ", 2)[1].startswith("4"), (text, said[:80])
        guarded(said)
    assert (await served.guest()).hello["view"]["on"]
    assert not caplog.records
    assert capfd.readouterr() == ("", "")


async def talk(served, text):
    """Send bytes to the server; return what comes back until it is silent or hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", served.server.port)
    writer.write(text.encode("latin-1"))
    said = b""
    try:
        while piece := await asyncio.wait_for(reader.read(65536), 0.5 if said else PATIENCE_S):
            said += piece
    except (TimeoutError, ConnectionResetError):
        pass
    writer.close()
    return said.decode("latin-1")


def guarded(said):
    for line in (
        "Content-Security-Policy: default-src 'none'",
        "X-Content-Type-Options: nosniff",
        "Referrer-Policy: no-referrer",
    ):
        assert line in said, said


@at_table()
async def test_pages_of_other_sites_are_refused(served):
    port = served.server.port
    for headers in (
        {"Host": f"rebound.example:{port}"},
        {"Host": f"rebound.example:{port}", "Origin": f"http://rebound.example:{port}"},
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": f"http://127.0.0.1:{port + 1}"},
    ):
        async with served.client.get(served.server.address, headers=headers) as answer:
            assert answer.status == 403 and (await answer.text()).startswith("Refused: ")
        wish = {**UPGRADE, **headers}
        async with served.client.get(served.socket_address, headers=wish) as answer:
            assert answer.status == 403
    async with served.client.get(served.socket_address, headers=UPGRADE) as answer:
        assert answer.status == 101
    guest = await served.guest(headers={"Origin": f"http://localhost:{port}"})
    assert guest.hello["hello"]["rulebook"] == "partners-pawns"


@at_table(position=LINE)
async def test_every_page_is_greeted_with_the_table_and_hears_of_commands_that_reach_the_firmware(
    served,
):
    one, two = await served.guest(), await served.guest()
    assert [line["event"] for line in one.hello["log"]] == ["ready", "round"]
    assert one.hello["log"][0]["rulebook"] == "partners-pawns"
    assert len(one.hello["frame"]) == 6 * (92 + 4)
    view = one.hello["view"]
    assert view["on"] and view["phase"] == "deal" and view["firmware"] == LINE
    assert view["pawns"][2] == {"colour": "green", "at": "3", "last": "3"}
    answer = await one.good("card", card="5")
    assert (answer["card"], answer["copy"]) == ("5", 1)
    heard = await two.event("card")
    assert heard["playable"] is True and heard["turn"] == "green"
    assert (await two.view(phase="move"))["slot"] == [{"card": "5", "copy": 1}]
    await one.good("lift", colour="green", at="20")
    seen = await two.until(lambda m: "view" in m and not m["view"]["pawns"][3]["at"])
    assert seen["view"]["pawns"][3] == {"colour": "green", "at": "", "last": "20"}
    await one.pass_ms(300)
    # Any hand may put it down.
    await two.good("place", colour="green", at="25")
    for guest in (one, two):
        accepted = await guest.event("accepted")
        assert accepted["move"] == "g20>25" and accepted["turn"] == "green"
        assert accepted["parts"] == [{"colour": "green", "from": "20", "to": "25", "home": []}]
    view = await one.view(phase="card")
    assert " turn=blue" in view["firmware"] and view["hand_counts"]["green"] == 3
    late = await served.guest()
    assert [line["event"] for line in late.hello["log"]][-1] == "accepted"


@pytest.mark.parametrize("factor", [10, pytest.param(100, marks=pytest.mark.long)])
@at_table(position=LINE)
async def test_a_light_that_blinks_is_seen_to_blink_however_fast_time_passes(served, factor):
    guest = await served.guest()
    led = next(space["led"] for space in guest.hello["hello"]["spaces"] if space["name"] == "20")

    def shows(bright):
        def fits(message):
            frame = message.get("frame", "")
            return frame != "" and (frame[6 * led : 6 * led + 6] != "000000") is bright

        return fits

    await guest.good("speed", factor=factor)
    await guest.good("card", card="5")
    async with asyncio.timeout(PATIENCE_S):
        for _ in range(3):
            bright = await guest.until(shows(True))
            await guest.until(shows(False))
    assert bright["ma"] > 96 and "20" in (await guest.good("leds"))["leds"]


@at_table(position=LINE)
async def test_bad_messages_get_a_clear_answer_and_nothing_is_lost(served):
    guest, other = await served.guest(), await served.guest()
    before = (await guest.good("state"))["world"]
    for text, why in (
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 9000, "not JSON"),
        ("[]", "a command is a JSON object"),
        ("3", "a command is a JSON object"),
        ("null", "a command is a JSON object"),
        ("{}", "unknown command None"),
        ('{"do":"fly"}', "unknown command 'fly'"),
        ('{"do":{"a":1}}', "unknown command"),
        ('{"do":"lift","colour":"red","at":"1","x":2}', "unknown field 'x'"),
        ('{"do":"lift","colour":"red","at":"1"}', "no red pawn on 1"),
        ('{"do":"wait","ms":90000}', "ms must be at most 60000 here"),
        ('{"do":"wait","ms":NaN}', "ms must be 0 to"),
        ('{"do":"wait","ms":Infinity}', "ms must be at most"),
        ('{"do":"press","button":"red","ms":1e9}', "ms must be at most"),
        ('{"do":"slide","colour":"red","path":["40","41"],"dwell":1e9}', "dwell must be at"),
        (json.dumps({"do": "walk", "colour": "red", "path": ["40"] * 121}), "at most 120"),
        ('{"do":"speed","factor":0}', "factor must be a number from 0.1 to 100"),
        ('{"do":"speed","factor":true}', "factor must be a number"),
        ('{"do":"hands","on":1}', "on must be true or false"),
        ('{"do":"pause","on":1}', "on must be true or false"),
        ('{"do":"step","ms":0}', "ms must be a number from 1 to 60000"),
        ('{"do":"step","ms":true}', "ms must be a number from 1 to 60000"),
        ('{"do":"step","ms":60001}', "ms must be at most 60000 here"),
        ('{"do":"light","name":3}', "name must be text"),
        ('{"do":"why","colour":3,"at":"3"}', "colour and at must be text"),
        ('{"do":"table","rulebook":"sorry","position":3}', "position must be text"),
        ('{"do":"fold"}', "colour"),
        ('{"do":"give","colour":"red","card":"5"}', "copy"),
        ('{"do":"saved","more":1}', "more"),
        ('{"do":"table","rulebook":7}', "rulebook must be text"),
        ('{"do":"table","rulebook":"chess"}', "no rulebook 'chess'"),
        ('{"id":%s1%s,"do":"state"}' % ("[" * 900, "]" * 900), "id must be a whole number"),
        ('{"id":1e999,"do":"state"}', "id must be a whole number"),
        ('{"do":"lift","colour":%s1%s,"at":"1"}' % ("[" * 900, "]" * 900), ""),
        ('{"do":"lift","colour":{"a":[]},"at":[[]]}', ""),
        ('{"do":"place","colour":"red","at":{"x":1},"slot":[]}', ""),
        ('{"do":"card","card":[],"copy":{}}', ""),
        ('{"do":"press","button":{}}', ""),
        ('{"do":"noise","stuck":{"17":[1]},"flicker":[{}]}', ""),
        ('{"do":"walk","colour":"red","path":[[],{}]}', ""),
        ('{"do":"wait","ms":1e300}', "ms must be"),
        (" " * (LONGEST + 1), f"at most {LONGEST} characters, this one {LONGEST + 1}"),
    ):
        answer = await guest.raw(text)
        assert answer["ok"] is False and why in answer["error"], (text[:60], answer)
    await guest.socket.send_bytes(b"\x00\xff")
    assert "a message is text" in (await guest.answer())["error"]
    answer = await guest.raw('{"id":"x","do":"fly"}')
    assert answer["re"] == "x" and answer["ok"] is False
    assert (await guest.good("state"))["world"] == before
    # Who sends far too much is disconnected.
    await guest.socket.send_str("x" * (2 * 1024 * 1024))
    with pytest.raises(ConnectionError, match="1009"):
        await guest.answer()
    assert (await other.good("state"))["firmware"] == LINE


@at_table()
async def test_many_commands_at_once_are_all_answered_in_order(served):
    guest = await served.guest()
    for number in range(200):
        await guest.socket.send_str(json.dumps({"id": number, "do": "stats"}))
    assert [(await guest.answer())["re"] for _ in range(200)] == list(range(200))


@at_table()
async def test_nobody_waits_for_what_another_takes_time_for(served):
    slow, quick, late = await served.guest(), await served.guest(), None
    await slow.good("speed", factor=1)
    await slow.socket.send_str('{"id":7,"do":"wait","ms":60000}')
    await slow.socket.send_str('{"id":8,"do":"power","on":true}')
    await asyncio.sleep(0.2)
    assert (await quick.good("power", on=False)) and not (await quick.view(on=False))["on"]
    assert (await quick.good("power", on=True)) and (await quick.view(on=True))["on"]
    late = await served.guest()
    assert late.hello["view"]["on"]
    await quick.good("speed", factor=100)
    # What one page asks for is still done in its order.
    assert [(await slow.answer())["re"] for _ in range(2)] == [7, 8]


@at_table()
async def test_time_stands_still_while_nobody_looks(served):
    guest = await served.guest()
    while (await guest.good("stats"))["t"] < 5000:  # it goes by itself
        pass
    await guest.socket.close()
    session, before = served.server.table._session, -1
    while before != session.now_ms:  # at 40 x, 0.2 s are 8 s of the table
        before = session.now_ms
        await asyncio.sleep(0.2)
    guest = await served.guest()
    while (await guest.good("stats"))["t"] == before:
        pass


@at_table()
async def test_speed_can_be_changed_and_every_page_is_told(served):
    one, two = await served.guest(), await served.guest()
    await one.good("speed", factor=0.5)
    assert (await two.view(speed=0.5))["on"]
    began, before = time.monotonic(), (await two.good("stats"))["t"]
    while (now := (await two.good("stats"))["t"]) - before < 100:
        pass
    # Not faster than half the wall's time, but for what one slice is ahead.
    assert now - before <= 500 * (time.monotonic() - began) + 100


@at_table()
async def test_a_taken_port_is_told_in_one_line(served):
    other = Server(TableSpec("sorry"))
    with pytest.raises(TavleError, match="cannot serve the table on port"):
        await other.start(served.server.port)
    await other.stop()
