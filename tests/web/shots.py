# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Pictures of the page as people see it, made in a real browser.

`python tests/web/shots.py FOLDER` makes all of them as PNG; with no folder, those of the
documentation (`host/pictures/table.jpg`, and `turn.gif`, which needs Pillow from `make hardware`).
"""

import asyncio
import io
import sys
from collections import namedtuple
from pathlib import Path

from browsers import browser
from pages import LAPTOP, PHONE, seated, sit, sit_at
from tables import house

PICTURES = Path(__file__).resolve().parents[2] / "host" / "pictures"
DOCS = PICTURES / "table.jpg"

GAME = "green:h,h,20,z3 blue:h,15,40,48 red:h,12,47,z4 yellow:h,h,31,56 turn=red"
LUDO = "ludo-norsk red:h,8,16,28 yellow:h,2,25,35 blue:h,0,44,z5 green:h,39,z5,f turn=yellow"

HANDS = {
    "red": [("1/14", 1), ("start", 1), ("7", 1), ("swap", 1)],
    "yellow": [("2", 1), ("3", 1), ("5", 1), ("6", 1)],
    "green": [("2", 2), ("3", 2), ("5", 2), ("6", 2)],
    "blue": [("2", 3), ("3", 3), ("5", 3), ("6", 3)],
}

Scene = namedtuple("Scene", "name line card lift near size dark language")
"""A line is a position or a rulebook; `lift` is the space a pawn is dragged from, `near` the one it is held
over. Without a card the scene is a game of one person against computers, with `lift` "lobby" before it begins.
`table` is a game, the other scenes with a card are at the workbench."""

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
        await page.page.click(f":is(.hand, #tray) [data-card='{scene.card}']:visible")
        await page.until("document.querySelector('.pawn.can')")
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
        if await page.page.locator(".hand .card").count():
            await page.page.click(".hand .card")
        await asyncio.sleep(9)


async def take(program, scene, **options):
    """Return the picture of a scene."""
    rulebook, _, rest = scene.line.partition(" ")
    seats = scene.name == "table"
    mode = "bench" if rest and not seats else "lobby"
    speed = 1.0 if rest else 3.0
    async with house(
        rulebook, scene.line if mode == "bench" else "", speed=speed, mode=mode
    ) as served:
        scheme = "dark" if scene.dark else "light"
        if seats:
            page = await sit_at(program, served, scene.line, HANDS, scene.size, scene.language)
        else:
            page = await seated(program, served, scene.size, scene.language, color_scheme=scheme)
        await show(page, scene)
        return await page.page.screenshot(**options)


async def turn(program):
    """Return a moving picture of a real turn: card, lights, the pawn goes, another is sent home."""
    from PIL import Image

    frames = []
    async with house(
        "partners-pawns", f"partners-pawns {GAME}", speed=1.0, mode="bench"
    ) as served:
        page = await seated(program, served, (620, 860))  # headline above board
        clip = await page.page.evaluate(
            "(() => { const a = document.querySelector('#headline').getBoundingClientRect(), "
            "b = document.querySelector('#table').getBoundingClientRect(); "
            "return {x: 0, y: a.y - 4, width: innerWidth, height: b.bottom - a.y + 10}; })()"
        )

        async def watch(count, gap_s=0.12):
            for _ in range(count):
                data = await page.page.screenshot(clip=clip)
                picture = Image.open(io.BytesIO(data)).convert("RGB")
                picture.thumbnail((520, 560))
                frames.append(picture)
                await asyncio.sleep(gap_s)

        await watch(3)
        await page.page.dispatch_event(
            "#tray [data-card='1/14']", "click"
        )  # without scrolling to it
        await watch(9)
        mouse = page.page.mouse
        x, y = await page.space("47")
        await mouse.move(x, y)
        await mouse.down()
        await mouse.move(x + 12, y - 14, steps=2)
        await watch(8)
        await mouse.move(*await page.space("48"), steps=4)
        await watch(3)
        await mouse.up()
        await watch(12)
    # One palette for all, and only what has changed between frames.
    sheet = Image.new("RGB", (frames[0].width, 3 * frames[0].height))
    for i, frame in enumerate((frames[0], frames[len(frames) // 2], frames[-1])):
        sheet.paste(frame, (0, i * frame.height))
    palette = sheet.quantize(200, method=Image.Quantize.MAXCOVERAGE)
    small = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    out = io.BytesIO()
    small[0].save(
        out, "GIF", save_all=True, append_images=small[1:], duration=170, loop=0, optimize=True
    )
    return out.getvalue()


async def main(words):
    """Write the pictures of all scenes to a folder, or the documentation's."""
    async with browser() as program:
        for scene in SCENES if words else SCENES[:1]:
            if words:
                path = Path(words[0]) / f"{scene.name}.png"
                data = await take(program, scene)
            else:
                path, data = DOCS, await take(program, scene, type="jpeg", quality=88)
            write(path, data)
        if not words:
            write(PICTURES / "turn.gif", await turn(program))


def write(path, data):
    """Write a picture and say how big it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    print(f"{path}: {len(data)} bytes")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
