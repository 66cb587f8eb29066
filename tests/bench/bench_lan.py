# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""How long a tap on one phone takes to a light on the other's board: the whole way over WebSockets, table and back.

    python tests/bench/bench_lan.py [--taps 200]

Phones sit at a simulated table at the speed of the wall. One has played a card, lifts a pawn and puts it back; counted is wall
time from its message to the first frame on another with a change of a light that was calm before. The phones are programs on this PC: what a
radio and a screen add is not in it.
"""

import argparse
import asyncio
import os
import statistics
import time

import bench_path  # noqa: F401
from figures import write
from tables import LINE, house

OTHER = "127.0.0.2"  # to the server this is as far away as any address but its own
BUDGET_MS = 300
_CALM_S = 1.7  # a rhythm of the lights is 1.6 s
_HELD_S = 0.5
_PATIENCE_S = 5.0


def lights(message):
    frame = message.get("frame", "")
    return [frame[i : i + 6] for i in range(0, len(frame), 6)]


async def calm(other):
    """Watch the other's board for a while; return the lights, and which of them change by themselves."""
    await asyncio.sleep(_CALM_S)
    while not other._mail.empty():
        await other.next()
    frames = [lights(message) for message in other.heard if "frame" in message]
    other.heard.clear()
    other._read = 0
    first = frames[0]  # some light always breathes
    return first, {i for frame in frames for i, light in enumerate(frame) if light != first[i]}


async def tap(phone, other, pawn):
    """Lift a pawn and put it back; return the ms until a light that was calm changed on the other's board."""
    await calm(other)  # it settles
    before, restless = await calm(other)

    def answered(message):
        found = lights(message)
        return any(light != before[i] for i, light in enumerate(found) if i not in restless)

    began = time.perf_counter()
    asked = asyncio.create_task(phone.good("lift", **pawn))
    await asyncio.wait_for(other.until(answered), _PATIENCE_S)
    took_ms = 1000 * (time.perf_counter() - began)
    await asked
    await asyncio.sleep(_HELD_S)
    await phone.good("place", **pawn)
    return took_ms


async def measure(taps):
    async with house("partners-pawns", mode="lobby", speed=1.0, shared=OTHER) as served:
        screen = await served.guest()
        who = dict.fromkeys(("green", "blue", "red", "yellow"), "device")
        await screen.good("sit", rulebook="partners-pawns", who=who, position=LINE)
        links = (await screen.until(lambda m: "hello" in m and m.get("links")))["links"]
        phones = {seat: await served.guest(link=links[seat]["address"]) for seat in who}
        for seat, phone in phones.items():
            while not phone.hello["hands"].get(seat):
                phone.hello = await phone.until(lambda m: m.get("hands"))
            card = phone.hello["hands"][seat][0]
            await phone.good("give", colour=seat, card=card[0], copy=card[1])
        green = phones["green"]
        hand = await green.until(
            lambda m: any(card[3] for card in m.get("hands", {}).get("green", ()))
        )
        view = None
        for card in (card for card in hand["hands"]["green"] if card[2]):
            if (await green.do("play", colour="green", card=card[0], copy=card[1]))["ok"]:
                view = await green.view(phase="move")
                break
        if view is None:
            raise SystemExit("no card can be played: try again")
        part = view["options"][0][0]
        pawn = {"colour": part["colour"], "at": part["from"].rpartition(":")[2]}
        return sorted([await tap(green, phones["blue"], pawn) for _ in range(taps)])


def main():
    words = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("--taps", type=int, default=75)
    found = asyncio.run(measure(words.parse_args().taps))
    p99 = found[min(len(found) - 1, int(0.99 * len(found)))]
    load = os.getloadavg()[0]
    measured = f"median {statistics.median(found):.0f}, p99 {p99:.0f}, worst {found[-1]:.0f} ms of {len(found)}, load {load:.1f}"
    write(
        "a lift on one phone to lights on the other's board",
        measured,
        f"p99 {BUDGET_MS} ms",
        "make bench-lan",
    )
    if p99 > BUDGET_MS:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
