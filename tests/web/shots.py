# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Pictures of the page as people see it, made in a real browser.

`python tests/web/shots.py FOLDER` makes all of them as PNG; with no folder, the one of the
documentation (`host/pictures/table.jpg`).
"""

import asyncio
import base64
import contextlib
import sys
from collections import namedtuple
from pathlib import Path

import chromium
from tables import house

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "host" / "pictures" / "table.jpg"

GAME = "green:h,h,20,z3 blue:h,15,40,48 red:h,12,47,z4 yellow:h,h,31,56 turn=red"
LUDO = "ludo-norsk red:h,8,16,28 yellow:h,2,25,35 blue:h,0,44,z5 green:h,39,z5,f turn=yellow"

Scene = namedtuple("Scene", "name line card lift near size dark")
"""A line is a position or just a rulebook; `lift` is the space a pawn is dragged from, `near` the one
it is held over; a size below 600 pixels is a phone."""

_BRIGHT = (
    "[...document.querySelectorAll('.glow')].reduce((n, g) => n + Number(g.style.opacity), 0)"
)

BIG, PHONE = (1280, 800), (360, 760)
SCENES = (
    Scene("table", f"partners-pawns {GAME}", "1/14", "47", "green:z3", BIG, False),
    Scene("partners-movers", "partners-movers", "", "", "", BIG, False),
    Scene("partners-nordic", "partners-nordic", "", "", "", BIG, False),
    Scene("partners-pawns", "partners-pawns", "", "", "", BIG, True),
    Scene("ludo-norsk", "ludo-norsk", "", "", "", BIG, False),
    Scene("sorry", "sorry", "", "", "", BIG, False),
    Scene("dark", f"partners-pawns {GAME}", "1/14", "47", "green:z3", BIG, True),
    Scene("ludo-dark", LUDO, "6", "35", "38", BIG, True),
    Scene("phone", f"partners-pawns {GAME}", "1/14", "47", "green:z3", PHONE, False),
    Scene("phone-dark", "sorry", "1", "red:h0", "4", PHONE, True),
    Scene("wide", "ludo-norsk", "", "", "", (1920, 1080), False),
    Scene("tablet", "sorry", "", "", "", (820, 1180), False),
)


async def middle(page, name):
    """Return where a space is on the screen."""
    return await page.eval(
        f"(() => {{ const b = document.getElementById({name!r}).getBoundingClientRect();"
        " return [b.x + b.width / 2, b.y + b.height / 2]; })()"
    )


async def show(page, scene):
    """Bring a page to where its picture is taken."""
    await page.until("document.querySelectorAll('.pawn').length === 16")
    if scene.card:
        await page.eval(
            f"document.querySelector('[aria-label=\"Lay card {scene.card}\"]').click()"
        )
        await page.until("document.querySelector('#phase').textContent.includes('move.')")
    if scene.lift:
        x, y = await middle(page, scene.lift)
        await page.mouse("Moved", x, y)
        await page.mouse("Pressed", x, y)
        x, y = await middle(page, scene.near)
        await page.mouse("Moved", x - 30, y + 60)
    # Lights breathe and blink: look for a while, then wait for a moment as bright as any seen.
    bright = 0
    for _ in range(40):
        bright = max(bright, await page.eval(_BRIGHT))
        await asyncio.sleep(0.05)
    with contextlib.suppress(TimeoutError):
        await page.until(f"{_BRIGHT} >= {0.97 * bright}", 5)


async def take(scene, tab, kind="png", **options):
    """Return the picture of a scene."""
    rulebook, _, rest = scene.line.partition(" ")
    async with house(rulebook, scene.line if rest else "", speed=1.0) as served:
        page = await tab()
        width, height = scene.size
        phone = width < 600
        await page.size(width, height, 2 if phone else 1, mobile=phone)
        await page.scheme("dark" if scene.dark else "light")
        await page.open(served.server.address)
        await show(page, scene)
        said = await page.call("Page.captureScreenshot", format=kind, **options)
        return base64.b64decode(said["data"])


async def pictures(scenes, kind="png", **options):
    """Yield (scene, picture) one after another."""
    async with chromium.browser(chromium.find()) as tab:
        for scene in scenes:
            yield scene, await take(scene, tab, kind, **options)


def write(path, data):
    """Write a picture and say how big it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    print(f"{path}: {len(data)} bytes")


async def main(words):
    """Write the pictures of all scenes to a folder, or the documentation's."""
    if words:
        async for scene, data in pictures(SCENES):
            write(Path(words[0]) / f"{scene.name}.png", data)
    else:
        async for _, data in pictures(SCENES[:1], "jpeg", quality=88):
            write(DOCS, data)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
