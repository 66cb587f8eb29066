# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""How long a tap on one phone takes to a light on the other's board: the whole way over WebSockets, table and back.

    python tests/bench/bench_lan.py [--taps 200]

Two phones sit at a simulated table at the speed of the wall. One lifts a pawn and puts it back; counted is wall
time from its message to the first frame on the other with other lights. The phones are programs on this PC: what a
radio and a screen add is not in it.
"""

import argparse
import asyncio
import os
import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests"), str(ROOT / "tests" / "web")]

from tavle.paths import add_firmware  # noqa: E402

add_firmware()

from figures import write  # noqa: E402
from tables import LINE, house  # noqa: E402

OTHER = "127.0.0.2"  # to the server this is as far away as any address but its own
BUDGET_MS = 300
_CALM_S = 1.2  # the board has settled, and no light of before is taken for a new one
_PATIENCE_S = 5.0


async def tap(phone, other, what):
    """Lift or put down a pawn; return the ms until the lights changed on the other's board."""
    await asyncio.sleep(_CALM_S)
    while not other._mail.empty():
        await other.next()
    other.heard.clear()
    other._read = 0
    began = time.perf_counter()
    asked = asyncio.create_task(phone.good(what, colour="green", at="3"))
    await asyncio.wait_for(other.until(lambda message: "frame" in message), _PATIENCE_S)
    took_ms = 1000 * (time.perf_counter() - began)
    await asked
    return took_ms


async def measure(taps):
    async with house("partners-pawns", mode="lobby", speed=1.0, shared=OTHER) as served:
        screen = await served.guest()
        who = {"green": "device", "blue": "device", "red": "person", "yellow": "person"}
        await screen.good("sit", rulebook="partners-pawns", who=who, position=LINE)
        links = (await screen.until(lambda m: "hello" in m and m.get("links")))["links"]
        green, blue = [
            await served.guest(link=links[seat]["address"]) for seat in ("green", "blue")
        ]
        found = []
        for number in range(taps):
            found.append(await tap(green, blue, "place" if number % 2 else "lift"))
        return sorted(found[::2])  # a pawn that is put back changes fewer lights, later


def main():
    words = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("--taps", type=int, default=200)
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
