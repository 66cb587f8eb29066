# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""How much the page that plays alone transfers, and how long it takes until a pawn is lit, in a real browser.

    python tests/bench/bench_alone.py [--runs 3]

A person follows a link to a position of Ludo, begins, and throws: any throw lights a pawn. Cold is a browser that has never been
there, warm the next visit to the same server; by the fourth the browser has kept what it compiled. Bytes are those of the answers'
bodies, up to the lit pawn. The median of all runs.
"""

import argparse
import asyncio
import statistics
import time
import urllib.parse

import bench_path  # noqa: F401
import figures
import static_page
from browsers import browser
from pages import LAPTOP, PATIENCE_MS, Page, begin, device

LINE = "ludo-norsk red:h,h,h,20 yellow:h,h,h,h blue:h,h,h,h green:h,h,h,h turn=red"
COMMAND = "tests/bench/bench_alone.py"


async def visit(context, address):
    """Return the seconds until a pawn is lit."""
    page = Page(await context.new_page())
    begun = time.monotonic()
    await page.page.goto(f"{address}#position={urllib.parse.quote(LINE)}")
    await page.until("document.querySelector('#lobby').open && !document.querySelector('#begin').disabled")  # fmt: skip
    await page.until("document.querySelectorAll('.pawn').length >= 8")
    await begin(page, {"red": "person"})
    await page.page.click("#actions [data-action=throw]")
    await page.until("document.querySelector('.pawn.can') !== null", PATIENCE_MS)
    lit_s = time.monotonic() - begun
    await page.until("navigator.serviceWorker.controller !== null")
    await page.page.close()
    return lit_s


async def measure():
    """Return the seconds of four visits, and bytes of the first, those that the browser kept for later included."""
    with static_page.served() as address:
        async with browser() as program:
            context = await device(program, LAPTOP, "en")
            await context.add_init_script("localStorage.setItem('tavle-guided', 'yes')")
            cold_s = await visit(context, address)
            sent = static_page.sent()
            return cold_s, *[await visit(context, address) for _ in range(3)], sent


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    cold, warm, _, later, sent = zip(
        *(asyncio.run(measure()) for _ in range(given.runs)), strict=True
    )
    median = statistics.median
    figures.write("page alone, bytes of a first visit", f"{median(sent) / 1e6:.1f} MB", "8 MB", COMMAND)  # fmt: skip
    figures.write("page alone, first lit pawn, cold", f"{median(cold):.1f} s", "8 s", COMMAND)
    figures.write("page alone, first lit pawn, warm", f"{median(warm):.1f} s", "2 s", COMMAND)
    figures.write("page alone, first lit pawn, fourth visit", f"{median(later):.1f} s", "2 s", COMMAND)  # fmt: skip


if __name__ == "__main__":
    main()
