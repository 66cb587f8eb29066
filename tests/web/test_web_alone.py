# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The page that plays alone, from a plain web server: firmware, world and party are in the browser."""

import json

import alone
import pytest
from pages import LAPTOP, Page, device, sit
from tables import chromium
from test_web_games import Person

from tavle.sim.player import Players
from tavle.sim.session import Session, TableSpec

pytestmark = [pytest.mark.browser, pytest.mark.npm, pytest.mark.long]

GAMES = [(rulebook, 7, 12) for rulebook in ("ludo-norsk", "ludo-world", "partners-pawns", "partners-nordic", "sorry")]  # fmt: skip
# Like play() below.
IN_PAGE = """
from tavle.sim.player import Players
from tavle.sim.session import Session, TableSpec
def play(rulebook, seed, turns):
    session = Session(TableSpec(rulebook, seed=seed))
    session.until_ready()
    lines = list(Players(session, seed).play(turns))
    session.close()
    return lines
"""


def play(rulebook, seed, turns):
    session = Session(TableSpec(rulebook, seed=seed))
    session.until_ready()
    lines = list(Players(session, seed).play(turns))
    session.close()
    return lines


async def opened(program, address, language="en"):
    context = await device(program, LAPTOP, language)
    await context.add_init_script("localStorage.setItem('tavle-guided', 'yes')")
    page = Page(await context.new_page())
    await page.page.goto(address)
    return page


async def lobby(page):
    await page.until("document.querySelector('#lobby').open && document.querySelectorAll('.pawn').length >= 8")  # fmt: skip


def test_a_game_goes_on_without_a_network_after_the_first_visit():
    async def test(program):
        with alone.served() as address:
            page = await opened(program, address, "nb-NO")
            await lobby(page)
            await page.until("navigator.serviceWorker.controller !== null")
        # The server is gone now.
        await sit(page, "sorry", {"red": "person"})
        assert await page.text("#new-game") == "Nytt spill"
        person = Person(page, "mouse")
        await person.play(2, 300)
        moves = await page.page.evaluate("document.querySelectorAll('#moves li').length")
        assert moves > 2
        await page.page.reload()
        await page.until(f"document.querySelectorAll('#moves li').length >= {moves}")
        await Person(page, "mouse").play(1, 300)

    chromium().run(test)


def test_the_same_seeds_give_the_same_games_as_at_the_table_of_this_pc():
    async def test(program):
        with alone.served() as address:
            (alone.folder() / "games.js").write_text(
                'import { load } from "./load.js";\n'
                "const py = await load({}, () => {});\n"
                "addEventListener('message', async ({ data }) => postMessage(await py.runPythonAsync(data)));\n"
                "postMessage('');\n"
            )
            page = await opened(program, address + "words-en.json")
            for game in GAMES:
                code = IN_PAGE + f"import json; json.dumps(play(*{game!r}))"
                said = await page.page.evaluate(
                    """code => new Promise((done, failed) => {
                      const worker = new Worker('games.js', { type: 'module' });
                      worker.onerror = (event) => failed(event.message);
                      worker.onmessage = ({ data }) => (data ? done(data) : worker.postMessage(code));
                    })""",
                    code,
                )
                assert json.loads(said) == play(*game), game

    chromium().run(test)
