# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""How much of a processor core the page takes while a table plays, in a real browser.

    python tests/bench/bench_page.py [--speed 30] [--seconds 20] [--rulebook partners-pawns]

Random hands play at the workbench; a page looks on. Counted is the processor time (user and system, from
/proc) of the browser's own processes, by kind: the page's script, style and layout are the renderer's. The
frames in which the page drew something, and the messages it got, are counted in the page. Figures are shares
of one core over the whole time, so that they compare on one PC only; the budget is 30 % for all of them.
"""

import argparse
import asyncio
import os
import sys
import time
from collections import Counter
from pathlib import Path

import bench_path  # noqa: F401
from browsers import browser
from pages import LAPTOP, seated
from tables import house

BUDGET = 0.30
COUNT = """() => {
  window.counted = {messages: 0, bytes: 0, frames: 0};
  const add = (event) => { counted.messages += 1; counted.bytes += event.data.length; };
  const socket = new WebSocket(`ws://${location.host}/socket`);
  socket.onmessage = add;
  let last = document.querySelector('#lights').dataset.lit;
  const look = () => {
    const now = document.querySelector('#lights').dataset.lit;
    if (now !== last) counted.frames += 1;
    last = now;
  };
  new MutationObserver(look).observe(document.querySelector('#lights'), {attributes: true});
}"""


def processes(parent):
    """Return kind -> processor seconds of a process's descendants, by Chromium's own `--type`."""
    tick = os.sysconf("SC_CLK_TCK")
    parents, used = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            stat = path.read_text()
            words = path.with_name("cmdline").read_bytes().replace(b"\0", b" ").split(b" ")
        except OSError:
            continue  # it has just ended
        pid, rest = int(path.parent.name), stat.rpartition(")")[2].split()
        parents[pid] = int(rest[1])
        kind = next((w[7:].decode() for w in words if w.startswith(b"--type=")), "browser")
        is_browser = any(b"chrom" in word for word in words[:1])
        used[pid] = (kind if is_browser else "", (int(rest[11]) + int(rest[12])) / tick)
    total = Counter()
    for pid, (kind, seconds) in used.items():
        above = pid
        while above not in (parent, 0, 1) and above in parents:
            above = parents[above]
        if above == parent and kind:
            total[kind] += seconds
    return total


async def measure(rulebook, speed, seconds, rest):
    """Return (kind -> share of a core, what the page counted a second, table time per wall time)."""
    async with house(rulebook, speed=speed) as served, browser() as program:
        page = await seated(program, served, LAPTOP)
        if not rest:
            await page.page.click("#hands")
            await page.until("document.querySelectorAll('#moves li').length > 4", 120_000)
        await page.page.evaluate(COUNT)
        await asyncio.sleep(2)
        session = served.server.table._session
        before, began, then = processes(os.getpid()), time.monotonic(), session.now_ms
        start = await page.page.evaluate("({...counted})")
        await asyncio.sleep(seconds)
        took = time.monotonic() - began
        reached = (session.now_ms - then) / 1000 / took
        after = processes(os.getpid())
        end = await page.page.evaluate("({...counted})")
        shares = {kind: (after[kind] - before[kind]) / took for kind in after}
        return shares, {name: (end[name] - start[name]) / took for name in end}, reached


def main():
    """Measure a page at rest and one that looks on, and print both."""
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--rulebook", default="partners-pawns")
    words.add_argument("--speed", type=float, default=30.0)
    words.add_argument("--seconds", type=float, default=20.0)
    wish = words.parse_args()
    for rest in (True, False):
        shares, counted, reached = asyncio.run(
            measure(wish.rulebook, wish.speed, wish.seconds, rest)
        )
        kinds = ", ".join(f"{kind} {100 * share:.1f} %" for kind, share in sorted(shares.items()))
        whole = sum(shares.values())
        what = "at rest" if rest else f"random hands at {wish.speed:g}x"
        print(f"{wish.rulebook}, {what}: {100 * whole:.1f} % of a core ({kinds})")
        told = ", ".join(f"{value:.0f} {name}" for name, value in counted.items())
        print(f"  table time per wall time {reached:.1f}; a second: {told}")
    if reached < 0.9 * wish.speed:
        print("the table did not reach its speed, this PC is too busy: the figure says too little")
        return 1
    over = whole > BUDGET
    print(f"budget {100 * BUDGET:.0f} %: {'missed' if over else 'kept'}")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
