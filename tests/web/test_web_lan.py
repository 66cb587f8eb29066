# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Devices of their own at a table: who gets in, who sees and does what, and that no one of them shuts the others out."""

import asyncio
import contextlib
import json
import os
import random
import resource
import subprocess
import sys
import time

import aiohttp
import pytest
from editions import EDITIONS
from tables import at_table
from test_web_show import OTHER

from rules import load
from tavle.web import guard, visitor
from tavle.web.roles import BENCH, HANDS, LOBBY, MAY, ONLOOKER, PLAY, SCREEN, SEAT, SHOW, refusal

PHONES = {"green": "device", "blue": "device", "red": "easy", "yellow": "person"}
FAR = 60.0


async def links_of(screen, who=PHONES, rulebook="partners-pawns", **more):
    """Begin a game; return the links of the seats with devices of their own."""
    await screen.good("sit", rulebook=rulebook, who=who, **more)
    message = await screen.until(lambda m: "hello" in m and m.get("links"))
    return {colour: link["address"] for colour, link in message["links"].items()}


async def refused(served, link="", **more):
    """Return the status with which a WebSocket is refused."""
    with pytest.raises(aiohttp.WSServerHandshakeError) as error:
        await served.guest(f"http://{OTHER}:{served.server.port}/socket", link, **more)
    return error.value.status


@at_table(mode="lobby", shared=OTHER)
async def test_only_a_secret_of_this_game_lets_another_device_in(served):
    screen = await served.guest()
    links = await links_of(screen)
    base = f"http://{OTHER}:{served.server.port}/"
    assert set(links) == {"green", "blue"}
    secrets = {link.removeprefix(f"{base}#seat=") for link in links.values()}
    assert len(secrets) == 2 and all(len(secret) == 16 for secret in secrets)  # 96 bits
    assert await refused(served) == 403, "who came by the network is never the screen"
    assert await refused(served, f"{base}#seat=nonsense") == 403
    assert await refused(served, f"{base}#seat=" + "ø") in (400, 403)
    for words in ("?seat=nonsense", "?seat=" + next(iter(secrets))):
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await served.guest(base + "socket" + words)
    for headers in ({"Origin": "http://other.example"}, {"Host": f"rebound.example:{served.server.port}"},
                    {"Origin": base.replace(OTHER, "localhost.example").rstrip("/")}):  # fmt: skip
        assert await refused(served, links["blue"], headers=headers) == 403
    blue = await served.guest(link=links["blue"], headers={"Origin": base.rstrip("/")})
    assert blue.hello["seat"] == "blue" and list(blue.hello["hands"]) == ["blue"]
    assert blue.hello["links"] == {} and blue.hello["open"] == base[7:-1]
    # What a page asks when its WebSocket was refused: a browser does not tell it why.
    for secret, status in ((next(iter(secrets)), 204), ("nonsense", 403)):
        async with served.client.get(base + "seat", headers={"Tavle-Secret": secret}) as answer:
            assert answer.status == status
    # Only this computer's own page lets it look back, and only at a game that is over.
    for address, headers, status in (
        (base, {}, 403), (served.server.address, {"Sec-Fetch-Site": "cross-site"}, 403), (served.server.address, {}, 404),
    ):  # fmt: skip
        async with served.client.get(address + "review", headers=headers) as answer:
            assert answer.status == status
    # A new game has new secrets, and the devices of the old one are out.
    again = await links_of(screen)
    assert not set(again.values()) & set(links.values())
    assert (await blue.until(lambda m: "out" in m))["out"] == "new-code"
    assert await refused(served, links["blue"]) == 403
    for _ in range(20):
        await refused(served, links["blue"])
    assert await refused(served, again["blue"]) == 429, "nobody tries secret after secret"


@at_table(mode="lobby", shared=OTHER)
async def test_the_owner_sees_who_is_there_frees_a_seat_and_ends_it(served):
    screen = await served.guest()
    links = await links_of(screen)
    blue = await served.guest(link=links["blue"], params={"page": "a"})
    here = await screen.until(lambda m: m.get("phones", {}).get("blue"))
    assert here["phones"] == {"green": False, "blue": True} and here["watching"] == 0
    # The same page comes back after its line was cut: nothing to tell. Another one: said to both.
    again = await served.guest(link=links["blue"], params={"page": "a"})
    assert (await blue.until(lambda m: "out" in m))["out"] == "other-device"
    other = await served.guest(link=links["blue"], params={"page": "b"})
    assert (await other.until(lambda m: "took" in m))["took"] == "blue"
    assert (await again.until(lambda m: "out" in m))["out"] == "other-device"
    assert not [message for message in again.heard if "took" in message]

    assert (await other.do("seat", colour="blue", who="device"))["error"] == "not-on-this-device"
    assert (await screen.do("seat", colour="red", who="device"))["error"] == "no-such-seat"
    began = time.monotonic()
    await screen.good("seat", colour="blue", who="device")
    assert (await other.until(lambda m: "out" in m))["out"] == "new-code"
    with pytest.raises(ConnectionError):
        await other.until(lambda m: False)
    assert time.monotonic() - began < FAR
    fresh = (await screen.until(lambda m: "blue" in m.get("links", {})))["links"]["blue"]
    assert fresh["address"] != links["blue"] and fresh["code"].startswith("data:image/svg+xml")
    assert await refused(served, links["blue"]) == 403
    assert (await served.guest(link=fresh["address"])).hello["seat"] == "blue"
    await screen.good("seat", colour="blue", who="person")  # plays on at the screen
    assert (await screen.view(mode="play"))["party"]["who"]["blue"] in ("device", "person")
    assert await refused(served, fresh["address"]) == 403

    watcher = await served.guest(link=served.server.link)
    assert watcher.hello["hands"] == {} and watcher.hello["seat"] == ""
    for what in ("state", "saved", "look", "sit", "lan", "press"):
        assert await watcher.do(what) == {"ok": False, "error": "read-only"}
    green = await served.guest(link=links["green"])
    assert (await green.do("lan"))["error"]
    await screen.until(lambda m: m.get("watching") == 1)
    await screen.good("lan")
    for one in (green, watcher):
        assert (await one.until(lambda m: "out" in m))["out"] == "closed"
    with pytest.raises(aiohttp.ClientConnectorError):
        await served.client.get(links["green"])
    assert (await screen.until(lambda m: m.get("open") == ""))["watching"] == 0


def test_what_is_not_in_the_table_of_roles_is_refused():
    for role in (SCREEN, SEAT, ONLOOKER):
        for mode in (LOBBY, PLAY, BENCH, SHOW, HANDS):
            assert refusal(role, mode, "new-command")
            for what in ("power", "sit", "state", "give"):
                assert bool(refusal(role, mode, what)) == (what not in MAY[role].get(mode, ()))
    assert not MAY[ONLOOKER] and set(MAY[SEAT]) == {PLAY, HANDS}
    assert not MAY[SEAT][HANDS] & {"card", "lift", "place", "seat", "look", "state"}
    assert not MAY[SEAT][PLAY] & {"card", "saved", "stats", "probe", "reeds", "look", "wait"}


@at_table()
async def test_every_command_of_the_table_has_its_role(served):
    known = served.server.table._contract.names
    assert known <= MAY[SCREEN][BENCH] and MAY[SCREEN][BENCH] - known == {"look", "lan"}


@at_table(mode="lobby", shared=OTHER)
async def test_a_phone_takes_its_turn_and_keeps_nobody_waiting(served):
    screen = await served.guest()
    line = "ludo-norsk red:h,h,h,h yellow:h,h,h,h blue:h,h,h,h green:h,h,h,h turn=red"
    who = {"red": "device", "yellow": "device", "blue": "person", "green": "none"}
    links = await links_of(screen, who, "ludo-norsk", position=line.replace(" green:h,h,h,h", ""))
    red, yellow = [await served.guest(link=links[colour]) for colour in ("red", "yellow")]
    for phone, what, fields, why in (
        (red, "press", {"button": "red", "ms": 60_000}, "down, and then up"),
        (red, "press", {"button": "yellow", "down": True}, "not-your-seat"),
        (yellow, "lift", {"colour": "red", "at": "h"}, "not-your-turn"),
        (red, "wait", {"ms": 60_000}, "not-on-this-device"),
        (red, "power", {"on": False}, "not-on-this-device"),
        (red, "saved", {}, "not-on-this-device"),
    ):
        assert why in (await phone.do(what, **fields))["error"]
    assert "at most 4096 characters" in (await red.raw(json.dumps({"do": "x" * 4100})))["error"]
    # Nobody is held up by a phone that says more than anybody can.
    for number in range(60):
        await red.socket.send_str(json.dumps({"id": number, "do": "state"}))
    began = time.monotonic()
    for _ in range(3):
        await yellow.good("state")
    quick = time.monotonic() - began
    for _ in range(60):
        await red.answer()
    assert time.monotonic() - began > 2.0 > quick, "twenty a second"
    await red.good("take", colour="red")
    await yellow.event("rolled")


@at_table(mode="lobby", shared=OTHER)
async def test_who_cannot_scan_types_six_digits(served):
    screen = await served.guest()
    await screen.good("sit", rulebook="partners-pawns", who=PHONES)
    seats = (await screen.until(lambda m: "hello" in m and m.get("links")))["links"]
    digits = {colour: seat["typed"] for colour, seat in seats.items()}
    base = f"http://{OTHER}:{served.server.port}/"
    assert all(len(code) == 6 and code.isdigit() for code in digits.values())
    assert len(set(digits.values())) == 2

    async def typed(code):
        async with served.client.get(base + "seat", headers={"Tavle-Code": code}) as answer:
            return (
                answer.status,
                await answer.json() if answer.status == 200 else await answer.text(),
            )

    status, said = await typed(digits["blue"])
    assert status == 200 and seats["blue"]["address"] == f"{base}#seat={said['secret']}"
    blue = await served.guest(link=seats["blue"]["address"])
    watcher = await served.guest(link=served.server.link)
    known = [*digits.values(), *(seat["address"].partition("=")[2] for seat in seats.values())]
    told = json.dumps([blue.hello, *blue.heard, watcher.hello, *watcher.heard])
    assert not [word for word in known if word in told], "codes are for the table's own screen"
    await screen.good("seat", colour="blue", who="device")
    fresh = (await screen.until(lambda m: "blue" in m.get("links", {})))["links"]["blue"]["typed"]
    assert fresh != digits["blue"]
    assert await typed(digits["blue"]) == (403, "Refused: no seat has this code.\n")
    for code in ("", "x", "1" * 5):
        assert (await typed(code))[0] == 403
    assert (await typed(fresh))[0] == 200
    assert (await typed("ø"))[0] in (400, 403)
    await typed("1234567")
    assert (await typed(fresh))[0] == 429, "five a minute, whoever guesses"


async def silent(served, address, number):
    """Open connections that say nothing; return those that are left open."""
    port, opened = served.server.port, []
    for _ in range(number):
        opened.append(await asyncio.open_connection(address, port))
    await asyncio.sleep(0.3)
    for reader, writer in opened:
        if reader.at_eof() or reader.exception():
            writer.transport.abort()
    return [pair for pair in opened if not pair[1].is_closing()]


@at_table(mode="lobby", shared=OTHER)
async def test_silent_connections_shut_nobody_out(served, caplog, monkeypatch):
    monkeypatch.setattr(guard, "HEADERS_S", 2.0)
    left = await silent(served, OTHER, 40)
    assert len(left) <= 16
    assert [record.getMessage() for record in caplog.records] == [
        "too many connections: no more are taken for now"
    ]
    assert (await served.guest()).hello["view"]["on"]
    for reader, writer in left:
        with contextlib.suppress(ConnectionError):
            said = await asyncio.wait_for(reader.read(), FAR)
            assert said == b"", "whoever says nothing has to go"
        writer.transport.abort()
    links = await links_of(await served.guest())
    assert (await served.guest(link=links["blue"])).hello["seat"] == "blue"


@pytest.mark.long
def test_eleven_hundred_silent_connections_leave_the_owner_his_table(tmp_path):
    """With 1,024 descriptors: the owner's page and commands as before, and one line in the terminal."""
    words = [sys.executable, "-m", "tavle", "sim", "--no-browser", "--port", "0", "--lan", OTHER]
    limit = 'ulimit -n 1024; exec "$@"'
    with subprocess.Popen(
        ["sh", "-c", limit, "sh", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "TAVLE_SAVES": str(tmp_path), "PYTHONUNBUFFERED": "1"},
    ) as sim:  # fmt: skip
        address = sim.stdout.readline().rpartition(" ")[2].strip()
        port = int(address.rstrip("/").rpartition(":")[2])
        try:
            asyncio.run(crowded(address, port))
        finally:
            sim.terminate()
        said = sim.stderr.read()
    assert said.count("too many connections") == 1 and len(said.splitlines()) == 1, said


async def crowded(address, port):
    """Open 1,100 connections that say nothing, from a hundred devices; then sit down as the owner."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files[1], files[1]))
    opened = []
    for number in range(1100):
        here = (f"127.0.1.{number % 100 + 1}", 0)
        opened.append(await asyncio.open_connection(OTHER, port, local_addr=here))
    async with aiohttp.ClientSession() as client, client.ws_connect(address + "socket") as socket:
        assert "hello" in await asyncio.wait_for(socket.receive_json(), FAR)
        async with client.get(address) as page:
            assert page.status == 200
    for _, writer in opened:
        writer.transport.abort()


def test_many_devices_leave_room_for_this_computer():
    doors = guard.Doors()
    inside = [doors.enter(f"10.0.0.{n}")[0] for n in range(200)]
    assert sum(inside) == 64
    assert doors.enter("") == (True, False)
    for n in range(200):
        doors.leave(f"10.0.0.{n}")
    assert doors.enter("10.0.0.1") == (True, False)


def test_an_address_of_ipv6_has_brackets_in_links_and_headers():
    assert "[::1]:8080" in guard.hosts(8080, "::1")
    assert guard.complaint("[::1]:8080", "http://[::1]:8080", 8080, "::1") == ""
    assert "ws://[::1]:8080" in guard.headers(8080, "::1")["Content-Security-Policy"]
    assert guard.complaint("[::2]:8080", None, 8080, "::1")


def cards_in(tree):
    """Give every [card, copy] of a message, wherever it stands."""
    if isinstance(tree, dict):
        if isinstance(tree.get("card"), str) and isinstance(tree.get("copy"), int):
            yield tree["card"], tree["copy"]
        for one in tree.values():
            yield from cards_in(one)
    elif isinstance(tree, list):
        if len(tree) >= 2 and isinstance(tree[0], str) and type(tree[1]) is int:
            yield tree[0], tree[1]
        for one in tree:
            yield from cards_in(one)


def strange(message, seat, laid):
    """Return the cards in a message that a seat has no business to know."""
    # `hello` tells how many copies of each card there are.
    private = ("hands", "hello")
    open_to_all = {name: value for name, value in message.items() if name not in private}
    shown = set(message.get("hands", {}))
    return sorted(shown - {seat}) + [card for card in cards_in(open_to_all) if card not in laid]


LONG = bool(os.environ.get("TAVLE_LONG"))
TURNS, MESSAGES = (60, 10_000) if LONG else (8, 2_000)  # of one game; of all of them together


async def phones_at(served, links):
    """Let everybody sit down by the link of a seat; nothing of the greeting is another's."""
    phones = {colour: await served.guest(link=link) for colour, link in links.items()}
    for colour, phone in phones.items():
        assert not strange(phone.hello, colour, laid_at(served))
    return phones


def laid_at(served):
    """Return the cards that everybody has seen on the slot."""
    table = served.server.table
    told = {(line["card"], line["copy"]) for line in table._log if line.get("event") == "card"}
    moves = [entry for entry in table._session.record.entries if entry["kind"] == "move"]
    return told | set(table._session.world.box.laid) | {(m["card"], m["copy"]) for m in moves}


async def opened_again(screen):
    """Leave the game for the workbench, and take it up from its file."""
    await screen.good("bench")
    newest = (await screen.do("saved"))["games"][0]["name"]
    await screen.good("open", name=newest)


@pytest.mark.long
@pytest.mark.parametrize("rulebook", EDITIONS)
@at_table(mode="lobby", shared=OTHER, speed=100.0, patience_s=900)
async def test_no_frame_of_a_seat_has_a_card_of_another(served, rulebook, monkeypatch):
    """Turns of each game, with TAVLE_LONG an evening, with exchange, take-backs, lost lines, a game that is opened again, and nonsense."""
    monkeypatch.setattr(visitor, "_A_SECOND", 5000)  # a phone that says more than we let it
    colours = load(rulebook).colours
    who = dict(zip(colours, ("device", "easy", "device", "easy"), strict=True))
    chance = random.Random(rulebook)
    screen = await served.guest()
    links = await links_of(screen, who, rulebook)
    phones = await phones_at(served, links)
    looked = dict.fromkeys(phones, 0)
    laid = set()  # whatever lay on the slot was seen by all
    sent = turns = reopened = 0
    wanted = MESSAGES // len(EDITIONS)
    end = time.monotonic() + (600 if LONG else 240)
    while (turns < TURNS or sent < wanted) and time.monotonic() < end:
        table = served.server.table
        party, view = table._sitting.party, table._viewer
        laid |= laid_at(served)
        colour, phone = chance.choice(list(phones.items()))
        sent += await nonsense(phone, colours, chance, party)
        await acts(screen, phone, colour, table)
        await screen.do("state")  # what was told until now is heard
        turns += sum(m.get("event") in ("accepted", "folded") for m in screen.heard)
        screen.heard.clear()
        screen._read = 0
        laid |= laid_at(served)
        for seat, one in phones.items():
            for message in one.heard[looked[seat] :]:
                assert not strange(message, seat, laid), (seat, message)
            looked[seat] = len(one.heard)
        if chance.random() < 0.02:
            phones[colour] = (await phones_at(served, {colour: links[colour]}))[colour]
            looked[colour] = 0
        if chance.random() < 0.02:
            await screen.do("back")
        if turns > TURNS * (reopened + 1) / 3:
            reopened += 1
            await opened_again(screen)
            phones = await phones_at(served, links)
            looked = dict.fromkeys(phones, 0)
        if view.phase == "over":
            links = await links_of(screen, who, rulebook)
            phones, laid = await phones_at(served, links), set()
            looked = dict.fromkeys(phones, 0)
    assert sent >= wanted / 2 and turns >= TURNS, (sent, turns, reopened)


async def nonsense(phone, colours, chance, party):
    """Say some things that a phone has no business to say, with the cards it holds; return how many."""
    name, copy = chance.choice(party.hands.get(phone.hello["seat"]) or [("2", 1)])
    wild = {
        "colour": chance.choice(colours), "card": chance.choice((name, "1", 5)), "copy": chance.choice((copy, 1)),
        "at": "h", "button": chance.choice(colours), "who": "device", "on": True, "ms": 5, "name": "x",
    }  # fmt: skip
    known = sorted(MAY[SCREEN][BENCH] - {"press", "withdraw", "tidy", "play", "place", "lift"})
    for _ in range(12):
        fields = {key: wild[key] for key in chance.sample(sorted(wild), chance.randrange(5))}
        await phone.do(chance.choice(known), **fields)
    return 12


async def acts(screen, phone, colour, table):
    """Do what a seat has to do now: pass a card, play one, throw, fold, or move the pawns."""
    party, view = table._sitting.party, table._viewer
    if colour in party.waiting():
        name, copy = party.hands[colour][0]
        await phone.do("give", colour=colour, card=name, copy=copy)
    elif view.turn == colour and view.phase in ("card", "deal"):
        if not party.has_hands:
            await phone.do("take", colour=colour)
            return
        for card in [card for card in party.shown(view.line).get(colour, ()) if card[2]]:
            if (await phone.do("play", colour=colour, card=card[0], copy=card[1]))["ok"]:
                return
        await phone.do("fold", colour=colour)
    elif view.turn == colour and view.phase in ("move", "ask", "guide"):
        await moved(screen, phone, colour, table)


async def moved(screen, phone, colour, table):
    """Carry the pawns of the first legal move, as far as it goes."""
    options = table._viewer._options({"phase": "move", "firmware": table._viewer.line})
    for part in options[0] if options else ():
        await phone.do("lift", colour=part["colour"], at=part["from"].rpartition(":")[2])
        await phone.do("place", colour=part["colour"], at=part["to"].rpartition(":")[2])
    for _ in range(20):
        await asyncio.sleep(0.1)
        if table._viewer.phase not in ("move", "ask"):
            return
    await screen.do(
        "press", button=colour, ms=120
    )  # a phone's press is long at a table as fast as this
    await phone.do("tidy")


def its_turn(message, colour):
    return ((message.get("view") or {}).get("party") or {}).get("acting") == colour


@at_table(mode="lobby", shared=OTHER, speed=2.0)
async def test_a_phone_does_not_keep_a_computer_from_its_turn(served):
    screen = await served.guest()
    line = "sorry red:h,h,h,16 blue:h,h,24,31 yellow:h,h,40,46 green:h,h,h,8 turn=blue"
    who = {"red": "device", "blue": "easy", "yellow": "easy", "green": "easy"}
    red = await served.guest(link=(await links_of(screen, who, "sorry", position=line))["red"])
    words = set()

    async def meddle():
        while True:
            for what, fields in (
                ("power", {"on": False}), ("tidy", {}), ("press", {"button": "red", "down": True}),
            ):  # fmt: skip
                words.add((await red.do(what, **fields)).get("error"))

    meddling = asyncio.create_task(meddle())
    for colour in ("blue", "red"):  # after the three computers, whatever cards they draw
        await asyncio.wait_for(screen.until(lambda m, own=colour: its_turn(m, own)), 180)
    meddling.cancel()
    assert {"not-on-this-device", "computer-plays"} <= words
