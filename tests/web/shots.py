# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Pictures of the page as people see it, made in a real browser.

`python tests/web/shots.py FOLDER` makes all of them as PNG; with no folder, the one of the
documentation (`host/pictures/table.jpg`).
"""

import asyncio
import sys
from collections import namedtuple
from pathlib import Path

from pages import LAPTOP, PHONE, browser, seated, sit
from tables import house

DOCS = Path(__file__).resolve().parents[2] / "host" / "pictures" / "table.jpg"

GAME = "green:h,h,20,z3 blue:h,15,40,48 red:h,12,47,z4 yellow:h,h,31,56 turn=red"
LUDO = "ludo-norsk red:h,8,16,28 yellow:h,2,25,35 blue:h,0,44,z5 green:h,39,z5,f turn=yellow"

Scene = namedtuple("Scene", "name line card lift near size dark language")
"""A line is a position or a rulebook; `lift` is the space a pawn is dragged from, `near` the one it is held
over. Without a card the scene is a game of one person against computers, with `lift` "lobby" before it begins."""

SCENES = (
    Scene("table", f"partners-pawns {GAME}", "1/14", "47", "48", LAPTOP, False, "en"),
    Scene("bench-dark", f"partners-pawns {GAME}", "1/14", "47", "48", LAPTOP, True, "de"),
    Scene("bench-phone", LUDO, "6", "35", "38", PHONE, True, "fi"),
    Scene("lobby", "partners-pawns", "", "lobby", "", LAPTOP, False, "nb"),
    Scene("lobby-phone", "partners-pawns", "", "lobby", "", PHONE, True, "nb"),
    Scene("game", "partners-pawns", "", "", "", LAPTOP, False, "nb"),
    Scene("game-dark", "partners-pawns", "", "", "", LAPTOP, True, "sv"),
    Scene("game-phone", "partners-pawns", "", "", "", PHONE, False, "nb"),
    Scene("sorry-phone", "sorry", "", "", "", PHONE, True, "da"),
    Scene("ludo", "ludo-norsk", "", "", "", LAPTOP, False, "nb"),
)


async def show(page, scene):
    """Bring a page to where its picture is taken."""
    if scene.card:
        await page.lay(scene.card)
        await page.until("document.querySelector('#lights').dataset.lit.split(' ').length > 2")
        await page.page.mouse.move(*await page.space(scene.lift))
        await page.page.mouse.down()
        await page.page.mouse.move(*await page.space(scene.near), steps=4)
        await asyncio.sleep(1.2)
    elif scene.lift != "lobby":
        game = scene.line
        colours = await page.page.evaluate(
            "[...document.querySelectorAll('#seats .dot')].map(d => d.classList[1])"
        )
        await sit(page, game, {c: "normal" if i else "person" for i, c in enumerate(colours)})
        if game.startswith("partners"):
            await page.page.click(".hand .card")
        await asyncio.sleep(9)


async def take(program, scene, **options):
    """Return the picture of a scene."""
    rulebook, _, rest = scene.line.partition(" ")
    mode = "bench" if rest else "lobby"
    speed = 1.0 if rest else 3.0
    async with house(rulebook, scene.line if rest else "", speed=speed, mode=mode) as served:
        scheme = "dark" if scene.dark else "light"
        page = await seated(program, served, scene.size, scene.language, color_scheme=scheme)
        await show(page, scene)
        return await page.page.screenshot(**options)


async def main(words):
    """Write the pictures of all scenes to a folder, or the documentation's."""
    async with browser() as program:
        for scene in SCENES if words else SCENES[:1]:
            if words:
                path = Path(words[0]) / f"{scene.name}.png"
                data = await take(program, scene)
            else:
                path, data = DOCS, await take(program, scene, type="jpeg", quality=88)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            print(f"{path}: {len(data)} bytes")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
