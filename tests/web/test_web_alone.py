# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The page that plays alone, from a plain web server: firmware, world and party are in the browser."""

import asyncio
import inspect
import json
import subprocess

import pytest
import static_page
from firefox import firefox
from pages import LAPTOP, Page, device, sit
from tables import chromium
from test_web_firefox import sits
from test_web_games import Person

from tavle.sim.player import Players
from tavle.sim.session import Session, TableSpec

pytestmark = [pytest.mark.browser, pytest.mark.npm, pytest.mark.long]

GAMES = [(rulebook, 7, 12) for rulebook in ("ludo-norsk", "ludo-world", "partners-pawns", "partners-nordic", "sorry")]  # fmt: skip


def play(rulebook, seed, turns):
    session = Session(TableSpec(rulebook, seed=seed))
    session.until_ready()
    lines = list(Players(session, seed).play(turns))
    session.close()
    return lines


IN_PAGE = """
from tavle.sim.player import Players
from tavle.sim.session import Session, TableSpec
""" + inspect.getsource(play)


async def opened(program, address, language="en"):
    context = await device(program, LAPTOP, language)
    await context.add_init_script("localStorage.setItem('tavle-guided', 'yes')")
    page = Page(await context.new_page())
    await page.page.goto(address)
    return page


async def lobby(page):
    await page.until("document.querySelector('#lobby').open && document.querySelectorAll('.pawn').length >= 8")  # fmt: skip


def test_a_game_is_downloaded_for_a_table_or_goes_on_without_a_network_after_the_first_visit():
    async def test(program):
        with static_page.served() as address:
            page = await opened(program, address, "nb-NO")
            await lobby(page)
            await page.page.check("#games input[value=sorry]")
            await page.page.click("#to-table summary")
            assert await page.page.is_visible("#to-table svg")  # what to do with the file
            async with page.page.expect_download() as coming:
                await page.page.click("#to-table-file")
            assert (await coming.value).suggested_filename == "tavle-sorry-pico2.uf2"
            assert await (await coming.value).path()
            await page.until("navigator.serviceWorker.controller !== null")
        # The server is gone now.
        await sit(page, "sorry", {"red": "person"})
        assert await page.text("#new-game") == "Nytt spill"
        person = Person(page, "mouse")
        await person.play(2, 300)
        moves = await page.page.evaluate("document.querySelectorAll('#moves li').length")
        assert moves > 2
        await page.load()
        await page.until(f"document.querySelectorAll('#moves li').length >= {moves}")
        await Person(page, "mouse").play(1, 300)

    chromium().run(test)


@pytest.mark.parametrize("what", ["old-browser", "cut-off", "not-kept"])
def test_what_stands_in_the_way_is_said(what):
    async def test(program):
        with static_page.served() as address:
            context = await device(program, LAPTOP, "en")
            page = Page(await context.new_page())
            if what == "old-browser":
                await context.add_init_script("delete WebAssembly.Suspending")
            elif what == "cut-off":
                await context.route("**/tool.packed", lambda route: route.abort())
            else:  # a browser that lets no site keep anything
                denied = "indexedDB.open = () => { throw new Error('denied'); };\n"
                body = denied + (static_page.folder() / "worker.js").read_text()
                await context.route("**/worker.js", lambda route: route.fulfill(body=body, content_type="text/javascript"))  # fmt: skip
            await page.page.goto(address)
            if what == "not-kept":
                await page.says("This browser keeps nothing", "#toast")
                await sit(page, "ludo-norsk", {"red": "person"})
            else:
                words = {"old-browser": "too old", "cut-off": "broke off"}
                await page.says(words[what], "#hint")

    chromium().run(test)


def test_of_two_tabs_the_later_one_has_the_game():
    async def test(program):
        with static_page.served() as address:
            first = await opened(program, address)
            await lobby(first)
            await sit(first, "sorry", {"red": "person"})
            second = Page(await first.page.context.new_page())
            await second.page.goto(address)
            await first.says("continues in another tab", "#hint")
            await second.until("document.body.dataset.mode === 'play'")
            assert await second.text("#game-name") == await first.text("#game-name")

    chromium().run(test)


def test_a_new_version_comes_as_a_whole_with_the_next_load(tmp_path):
    async def test(program):
        place = tmp_path / "page"
        static_page.maker().write(place, static_page.contents())
        with static_page.served(place) as address:
            page = await opened(program, address)
            await lobby(page)
            await page.until("navigator.serviceWorker.controller !== null")
            words = static_page.contents()["words-en.json"].replace(
                b"Sit down and play", b"Take a seat"
            )
            static_page.maker().write(place, {**static_page.contents(), "words-en.json": words})
            await page.load()
            await page.until(
                "navigator.serviceWorker.getRegistration().then(one => !!one.waiting)"
            )
            assert await page.text("#lobby-title") == "Sit down and play"
            await page.load()
            # The page loads itself once more; Playwright waits through that.
            await page.page.locator("#lobby-title", has_text="Take a seat").wait_for()

    chromium().run(test)


REMEMBERED = """(async () => {
  const all = await caches.open("tavle.memory");
  const [found, ...others] = await all.matchAll();
  return found && !others.length && !found.headers.get("Changed");
})()"""
CHANGED = """async (how) => {
  const all = await caches.open("tavle.memory");
  const [{ url }] = await all.keys();
  const found = await all.match(url);
  const data = new Uint8Array(await found.arrayBuffer());
  const headers = { Changed: "yes", Sum: found.headers.get("Sum") };
  data[how === "damaged" ? 9999999 : 20] ^= 1; // 20: where Pyodide says of which build it is
  if (how === "of-another-build") {
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
    headers.Sum = btoa(String.fromCharCode(...sum));
  }
  await all.delete(url);
  await all.put(how === "of-another-version" ? "memory?old" : url, new Response(data, { headers }));
}"""


@pytest.mark.parametrize("how", ["damaged", "of-another-build", "of-another-version"])
def test_a_memory_that_does_not_fit_is_replaced(how):
    async def test(program):
        with static_page.served() as address:
            page = await opened(program, address)
            await lobby(page)
            await page.until(REMEMBERED)
            await page.page.evaluate(CHANGED, how)
            await page.load()
            await lobby(page)
            await page.until(REMEMBERED)
            await sit(page, "ludo-norsk", {"red": "person"})

    chromium().run(test)


@pytest.mark.firefox
def test_two_turns_in_firefox_without_a_server():
    async def test():
        with static_page.served() as address:
            async with firefox(LAPTOP, "nb-NO") as page:
                await sits(page, address, "sorry")
                assert await page.page.inner_text("#new-game") == "Nytt spill"
                person = Person(page, "mouse")
                await person.play(2, 300)
                assert person.turns >= 2

    asyncio.run(test())


def test_the_same_seeds_give_the_same_games_as_at_the_table_of_this_pc():
    async def test(program):
        with static_page.served() as address:
            (static_page.folder() / "games.js").write_text(
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


ONE_AFTER_ANOTHER = """
import { readFile } from "node:fs/promises";
import { apart, controller } from "./controller.js";
const device = apart(await readFile("device"));
const before = [];
for (let i = 0; i < 3; i++) {
  const board = await controller(device, "{}");
  globalThis.gc();
  await new Promise((done) => setTimeout(done, 20));
  try {
    board.exchange("{}");
  } catch (error) {
    console.log(error.message.trim().split("\\n").at(-1));
  }
  before.push(globalThis.pyProxyFinalizationRegistry); // or its garbage would be forgotten
}
"""


def test_a_controller_keeps_its_memory_when_those_before_it_are_thrown_away(tmp_path):
    static_page.put_controller(tmp_path)
    (tmp_path / "games.mjs").write_text(ONE_AFTER_ANOTHER)
    told = subprocess.run(["node", "--expose-gc", "games.mjs"], cwd=tmp_path, capture_output=True, text=True, check=True)  # fmt: skip
    assert told.stdout.splitlines() == ["KeyError: do"] * 3  # each refuses an empty order
