# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle link --lan`: partners sit at different tables, and everybody's hand is on a phone."""

import asyncio
import contextlib
import os
import re
import sys

import pytest
from afar_tables import Mosquitto
from tables import PATIENCE_S, at_table, house
from test_web_hands import Seen, people, person
from test_web_show import OTHER

from tavle.afar.wire import LOG, Wire

pytestmark = [pytest.mark.mosquitto, pytest.mark.long]

TURNS = 12


@contextlib.asynccontextmanager
async def linked(served, broker, seats, folder):
    """Link a table to the other one; give the addresses of its page and of its phones' links by colour."""
    words = ["--broker", "127.0.0.1", "--broker-port", str(broker.port), "--game", "sunday", "--seat", seats,
             "--rulebook", "partners-pawns", "--port", served.server.table.cable.port, "--lan", OTHER]  # fmt: skip
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tavle", "link", *words, stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "XDG_STATE_HOME": str(folder)},
    )  # fmt: skip
    said = []

    async def hear():
        async for line in program.stdout:
            said.append(line.decode())

    hearing = asyncio.create_task(hear())
    try:
        yield said, seats.split(",")
    finally:
        program.terminate()
        await program.wait()
        await hearing
        assert "Traceback" not in "".join(said), "".join(said)


async def sits_down(served, said, colours):
    """Let everybody scan the code of a seat; give the table's page and the phones."""
    end = asyncio.get_running_loop().time() + PATIENCE_S
    while True:
        text = "".join(said)
        page = re.search(r"http://127\.0\.0\.1:\d+/", text)
        links = re.findall(r"http://\S+#seat=\S+", text)
        if page and len(links) == len(colours):
            break
        assert asyncio.get_running_loop().time() < end, text
        await asyncio.sleep(0.1)
    phones = [await served.guest(link=link) for link in links]
    return page[0] + "socket", {phone.hello["seat"]: phone for phone in phones}


async def evening(served, page, phones, lines):
    """Play at one of the tables, and note the position after every move."""
    screen, eye, hands = [await served.guest(where) for where in (page, page, "")]
    assert screen.hello["view"]["party"]["who"] == {
        colour: "device" if colour in phones else "remote"
        for colour in ("green", "blue", "red", "yellow")
    }
    gave = []
    work = [asyncio.create_task(person(phone, gave)) for phone in phones.values()]
    work.append(asyncio.create_task(people(eye, hands, phones)))

    async def count():
        while True:
            lines.append((await screen.event("accepted"))["position"])

    work.append(asyncio.create_task(count()))
    try:
        await asyncio.gather(*work)
    finally:
        for task in work:
            task.cancel()
        assert {colour for colour, _ in gave} == set(phones)
        assert set(Seen(screen).look()[1]["counts"]) == set(phones)


@at_table("partners-pawns", cabled=True, speed=10.0)
async def test_partners_at_two_tables_play_from_hands_on_phones(served, tmp_path):
    async with house("partners-pawns", cabled=True, speed=10.0) as other:
        with Mosquitto(tmp_path) as broker:
            onlooker = Wire(broker.broker, "sunday")
            async with (
                linked(served, broker, "green,blue", tmp_path) as oslo,
                linked(other, broker, "red,yellow", tmp_path) as turku,
            ):
                ends = [await sits_down(served, *oslo), await sits_down(other, *turku)]
                assert [set(phones) for _, phones in ends] == [
                    {"green", "blue"},
                    {"red", "yellow"},
                ]
                one, two = [], []
                evenings = [evening(served, *ends[0], one), evening(other, *ends[1], two)]
                playing = asyncio.gather(*evenings)
                while min(len(one), len(two)) < TURNS:
                    await asyncio.wait([playing], timeout=0.2)
                    if playing.done():
                        playing.result()
                playing.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await playing
            # A page hears of no move before it came.
            same = [line for line in one if line in two]
            assert same == [line for line in two if line in one] and len(same) >= TURNS - 2
            heard = list(onlooker.heard())
            onlooker.close()
    boxes = [doc["hands"] for _, _, word, doc in heard if word == LOG and doc and doc.get("hands")]
    assert boxes and all(set(box) == {"deal", "box"} for box in boxes)
