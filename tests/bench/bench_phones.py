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
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests"), str(ROOT / "tests" / "web")]

from tavle.paths import add_firmware  # noqa: E402

add_firmware()

import aiohttp  # noqa: E402
from bench_link import resident_kb  # noqa: E402
from figures import write  # noqa: E402
from tables import Guest, opened  # noqa: E402

OTHER = "127.0.0.2"  # to the server this is as far away as any address but its own
SPEED = 60.0
SEATS = ("green", "blue", "red", "yellow")
WARM_MIN = 10  # until everything was used once
BUDGET_KB = 3000
_PAUSE_S = 0.05  # between gestures; more than twenty a second are not taken
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
        done = None
        while not self.out and self._view["phase"] != "over":
            view = self._view
            moment = str((view["firmware"], view["phase"], view["party"], self._hand))
            if self.seat and moment != done and await self._act(view, view["party"]):
                done = moment
            with contextlib.suppress(TimeoutError):
                self._learn(
                    await asyncio.wait_for(self.guest.next(), 1.0 if done == moment else _PAUSE_S)
                )
            while not self.guest._mail.empty():
                self._learn(await self.guest.next())
            self.guest.heard.clear()

    async def _do(self, what, **fields):
        before = len(self.guest.heard)
        said = await self.guest.do(what, **fields)
        for message in self.guest.heard[before:]:
            self._learn(message)
        return said["ok"]

    async def _act(self, view, party):
        """Do what is to be done; return whether it was taken, or there was nothing."""
        own = {"colour": self.seat}
        if self.seat in party["waiting"]:
            card = self._chance.choice(self._hand)
            return await self._do("give", **own, card=card[0], copy=card[1])
        turn = view["firmware"].split("turn=")[-1].split()[0]
        if turn != self.seat or party["stage"] != "play":
            return True
        cards = [card for card in self._hand if card[2]]
        if view["phase"] in ("card", "deal") and cards:
            card = self._chance.choice(cards)
            return await self._do("play", **own, card=card[0], copy=card[1])
        if view["phase"] in ("card", "deal"):
            return await self._do("fold", **own)
        moves = [parts for parts in view["options"] if parts]
        if view["phase"] == "move" and moves:
            for part in self._chance.choice(moves):
                for colour, place in part["home"]:
                    await self._carry(colour, place, "h")
                start, end = (part[name].rpartition(":")[2] for name in ("from", "to"))
                if "swap" in part:
                    await self._do("lift", colour=part["swap"], at=end)
                await self._carry(part["colour"], start, end)
                if "swap" in part:
                    await self._do("place", colour=part["swap"], at=start)
            await asyncio.sleep(2 * _PAUSE_S)
            return False
        if view["phase"] in ("move", "ask"):
            # Two messages of a phone are a hold at this speed: the screen presses.
            await self._screen.do("press", button=self.seat, ms=120)
            return False
        await self._do("tidy")
        return False

    async def _carry(self, colour, start, end):
        await self._do("lift", colour=colour, at=start.rpartition(":")[2])
        await asyncio.sleep(_PAUSE_S)
        await self._do("place", colour=colour, at=end.rpartition(":")[2])


async def evening(address, link, pid, minutes):
    """Play so long; return (KB at first, KB at the end, turns, games)."""
    chance = random.Random(8)
    first_kb = turns = games = 0
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
                if minute >= WARM_MIN and not first_kb:
                    first_kb = resident_kb(pid)
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
    return first_kb, resident_kb(pid), turns, games


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
            first_kb, last_kb, turns, games = asyncio.run(asyncio.wait_for(work, _PATIENCE_S))
        finally:
            server.kill()
    grown = last_kb - first_kb
    write(
        "eight phones at one table for an hour of its time, the server's memory",
        f"{first_kb / 1024:.1f} MB after {WARM_MIN} minutes, {grown / 1024:+.1f} MB at the end; {turns} turns, {games} games",
        f"+{BUDGET_KB / 1024:.1f} MB",
        "tests/bench/bench_phones.py",
    )
    if grown > BUDGET_KB:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
