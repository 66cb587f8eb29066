# SPDX-License-Identifier: Apache-2.0
"""Eight phones at one table for an hour of its time, in which the server must not grow: four play, four look on.

    python tests/bench/bench_phones.py [--minutes 60]

The table and its server have a process of their own, 60 times as fast as the wall. The phones are programs on this PC
that play Partners by their hands and views; who is last begins the next game, with new links.
"""

import argparse
import asyncio
import contextlib
import random
import subprocess
import sys
import time

import aiohttp
import bench_path  # noqa: F401
from bench_link import resident_kb
from figures import write
from tables import Guest, opened

OTHER = "127.0.0.2"  # to the server this is as far away as any address but its own
SPEED = 60.0
SEATS = ("green", "blue", "red", "yellow")
_WARM = 1 / 6  # of the time, until everything was used once
BUDGET_MB = 3
_PAUSE_S = 0.05  # between gestures; more than twenty a second are not taken
_AGAIN_S = 1.0
_PATIENCE_S = 900


async def serve():
    server = opened("partners-pawns", mode="lobby", speed=SPEED, shared=OTHER)
    await server.start()
    print(server.address, server.link, flush=True)
    await server.until(asyncio.Event())


class Phone:
    """One phone: what it knows, and what it does.

    Attributes:
        out: it was shown out: there is a new game.
        minute: of the table's time, from 0.
    """

    def __init__(self, guest, screen, seat, chance):
        self.guest = guest
        self._screen = screen
        self.seat = seat
        self.turns = 0
        self.out = False
        self._chance = chance
        self._hand = []
        self._view = {}
        self.minute = 0
        self._learn(guest.hello)

    def _learn(self, message):
        self._view = message.get("view", self._view)
        self._hand = message.get("hands", {}).get(self.seat, self._hand)
        self.minute = max(self.minute, message.get("t", 0) / 60_000)
        self.turns += message.get("event") in ("accepted", "folded")
        self.out = self.out or "out" in message

    async def live(self):
        """Play, or look on, until the game has ended."""
        done, since = "", 0.0
        while not self.out and self._view["phase"] != "over":
            view = self._view
            moment = str((view["firmware"], view["phase"], view["party"], self._hand))
            # Whoever sees that nothing comes of it tries again.
            if self.seat and (moment != done or time.monotonic() > since + _AGAIN_S):
                await self._act(view, view["party"])
                done, since = moment, time.monotonic()
            await self._listen(_PAUSE_S)

    async def _listen(self, seconds):
        """Take what comes within a while."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):
                    self._learn(await self.guest.next())
        self.guest.heard.clear()

    async def _do(self, what, **fields):
        before = len(self.guest.heard)
        said = await self.guest.do(what, **fields)
        for message in self.guest.heard[before:]:
            self._learn(message)
        return said["ok"]

    async def _act(self, view, party):
        """Do what the page offers."""
        own = {"colour": self.seat}
        turn = view["firmware"].split("turn=")[-1].split()[0]
        mine = turn == self.seat and party["stage"] == "play"
        moves = [parts for parts in view["options"] if parts]
        if self.seat in party["waiting"]:
            card = self._chance.choice(self._hand)
            await self._do("give", **own, card=card[0], copy=card[1])
        if not mine:
            return
        if view["phase"] == "ask" or (view["phase"] == "move" and not moves):
            # Two messages of a phone are a hold at this speed: the screen presses.
            await self._screen.do("press", button=self.seat, ms=120)
            return
        if view["astray"]:
            await self._do("tidy")
        if view["phase"] in ("card", "deal"):
            cards = [card for card in self._hand if card[2]]
            card = self._chance.choice(cards or [None])
            if card:
                await self._do("play", **own, card=card[0], copy=card[1])
            else:
                await self._do("fold", **own)
        elif view["phase"] == "move":
            await self._move(self._chance.choice(moves))

    async def _move(self, parts):
        for part in parts:
            for colour, place in part["home"]:
                await self._carry(colour, place, "h")
            start, end = (part[name].rpartition(":")[2] for name in ("from", "to"))
            if "swap" in part:
                await self._do("lift", colour=part["swap"], at=end)
            await self._carry(part["colour"], start, end)
            if "swap" in part:
                await self._do("place", colour=part["swap"], at=start)

    async def _carry(self, colour, start, end):
        await self._do("lift", colour=colour, at=start.rpartition(":")[2])
        await asyncio.sleep(_PAUSE_S)
        await self._do("place", colour=colour, at=end.rpartition(":")[2])


async def evening(address, link, pid, minutes):
    """Play so long; return ([KB when warm, in the middle, at the end], turns, games)."""
    chance = random.Random(8)
    measured, turns, games = [], 0, 0
    moments = [minutes * _WARM, minutes / 2, minutes]
    minute = before = 0.0
    async with aiohttp.ClientSession() as client:

        async def guest(where, secret=""):
            protocols = ("tavle", secret) if secret else ()
            one = Guest(await client.ws_connect(f"{where}socket", protocols=protocols))
            one.hello = await one.next()
            return one

        base, _, key = link.partition("#key=")
        while minute < minutes:
            screen = await guest(address)
            await screen.good("sit", rulebook="partners-pawns", who=dict.fromkeys(SEATS, "device"))
            told = await screen.until(lambda m: "hello" in m and len(m.get("links", ())) == 4)
            links = {
                c: seat["address"].partition("#seat=")[2] for c, seat in told["links"].items()
            }
            phones = [Phone(await guest(base, links[c]), screen, c, chance) for c in SEATS]
            phones += [Phone(await guest(base, key), screen, "", chance) for _ in SEATS]
            games += 1
            playing = [asyncio.create_task(phone.live()) for phone in phones]
            while not any(task.done() for task in playing) and minute < minutes:
                await asyncio.sleep(0.2)
                minute = before + phones[-1].minute
                if minute >= moments[len(measured)]:
                    measured.append(resident_kb(pid))
            for task in playing:
                if task.done():
                    task.result()
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            turns += phones[-1].turns
            for phone in phones:
                await phone.guest.socket.close()
            await screen.socket.close()
            before = minute
    return measured, turns, games


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        asyncio.run(serve())
        return
    words = [sys.executable, __file__, "--serve"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        try:
            address, link = server.stdout.readline().split()
            work = evening(address, link, server.pid, args.minutes)
            measured, turns, games = asyncio.run(asyncio.wait_for(work, _PATIENCE_S))
        finally:
            server.kill()
    first, middle, last = (kb / 1024 for kb in measured)
    write(
        "eight phones at one table for an hour of its time, the server's memory",
        f"{first:.1f} MB at first, {middle:.1f} in the middle, {last:.1f} at the end; {turns} turns, {games} games",
        f"+{BUDGET_MB} MB, a turn a minute",
        "tests/bench/bench_phones.py",
    )
    if last - first > BUDGET_MB or turns < args.minutes:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
