# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A network: the table on one computer, two browsers on two others (namespaces of Linux), Partners with two computers."""

import asyncio
import contextlib
import json
import os
import subprocess

import pytest
from browsers import ARGS, find
from pages import PHONE, Page, device, seated, sit
from tables import at_table
from test_web_games import Person

pytestmark = [pytest.mark.network, pytest.mark.browser, pytest.mark.long]

TABLE, PLACES = "198.51.100.1", {"green": "198.51.100.2", "red": "198.51.100.3"}
BRIDGE = "tavle-br"
HAND = "[...document.querySelectorAll('.hand .card')].map(card => card.dataset.card)"


def ip(words, check=True):
    subprocess.run(["ip", *words.split()], check=check, capture_output=True)


def gone():
    """Take the network away; the cables first, which a namespace would keep while its browser ends."""
    for colour in PLACES:
        ip(f"link del tv-{colour}", check=False)
        ip(f"netns del tavle-{colour}", check=False)
    ip(f"link del {BRIDGE}", check=False)


@pytest.fixture
def network(alone):
    """Make a switch with the table on it and a computer for each browser."""
    with alone("network"), contextlib.ExitStack() as after:
        gone()  # what a run that was killed has left
        after.callback(gone)
        ip(f"link add {BRIDGE} type bridge")
        ip(f"addr add {TABLE}/24 dev {BRIDGE}")
        ip(f"link set {BRIDGE} up")
        for colour, address in PLACES.items():
            space = f"tavle-{colour}"
            ip(f"netns add {space}")
            ip(f"link add tv-{colour} type veth peer name eth0 netns {space}")
            ip(f"link set tv-{colour} master {BRIDGE} up")
            ip(f"-n {space} addr add {address}/24 dev eth0")
            ip(f"-n {space} link set eth0 up")
            ip(f"-n {space} link set lo up")
        yield


@contextlib.asynccontextmanager
async def browser_at(folder, colour):
    """Start a browser on one of the other computers."""
    from playwright.async_api import async_playwright

    script = folder / colour
    script.write_text(f'#!/bin/sh\nexec ip netns exec tavle-{colour} "{find()}" "$@"\n')
    script.chmod(0o700)
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    async with async_playwright() as play:
        program = await play.chromium.launch(executable_path=script, args=[*ARGS, *root])
        try:
            yield program
        finally:
            await program.close()


def hands_told(page):
    """Return the colours whose hands come to a page, from now on."""
    told = set()

    def heard(text):
        told.update(json.loads(text).get("hands", ()))

    page.page.on("websocket", lambda socket: socket.on("framereceived", heard))
    return told


@pytest.mark.parametrize("turns", [5, pytest.param(2000, marks=pytest.mark.long, id="all")])
@at_table(mode="lobby", speed=10.0, shared=TABLE, patience_s=3600)
async def test_two_browsers_on_two_computers_play_partners(
    program, served, tmp_path, network, turns
):
    screen = await seated(program, served)
    # These computers know how to end a game.
    who = {"green": "device", "blue": "normal", "red": "device", "yellow": "normal"}
    await sit(screen, "partners-pawns", who)
    await screen.counts("#links img", 2)
    links = await screen.page.evaluate(
        "[...document.querySelectorAll('#links a')].map(a => a.href)"
    )
    async with contextlib.AsyncExitStack() as stack:
        people, held, told = {}, {}, {}
        for colour, link in zip(PLACES, links, strict=True):
            far = await stack.enter_async_context(browser_at(tmp_path, colour))
            context = await device(far, PHONE, "en")
            await context.add_init_script("localStorage.setItem('tavle-guided', 'yes')")
            page = Page(await context.new_page())
            served.pages.append(page)
            told[colour] = hands_told(page)
            await page.load(link)
            await page.counts(".hand .card", 4)
            people[colour] = Person(page, "touch", colour)
            held[colour] = await page.page.evaluate(HAND)
        party = served.server.table._sitting.party
        for colour, cards in held.items():
            assert sorted(cards) == sorted(name for name, _ in party.hands[colour])
        await played(people.values(), turns)
        assert told == {colour: {colour} for colour in PLACES}  # to the end


async def played(people, turns):
    """Let people play until each has made so many moves, or to the end of the game."""
    plays = [asyncio.create_task(one.play(2000, 300)) for one in people]
    try:
        while any(one.turns < turns for one in people) and not all(play.done() for play in plays):
            for play in (await asyncio.wait(plays, timeout=0.2))[0]:
                assert play.result()
    finally:
        for play in plays:
            play.cancel()
        await asyncio.gather(*plays, return_exceptions=True)
