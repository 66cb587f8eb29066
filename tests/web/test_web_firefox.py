# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Another engine than Chromium's: the page in Firefox, a first turn by mouse and one by finger."""

import pytest
from firefox import firefox
from pages import LAPTOP
from tables import at_table
from test_web_games import Person

pytestmark = pytest.mark.firefox


async def sits(page, address, rulebook):
    tab = page.page
    await tab.goto(address)
    await page.until("document.querySelectorAll('.pawn').length >= 8")
    await page.until("document.querySelector('#lobby').open")
    await tab.choose(f"#games input[value={rulebook}]", rulebook)
    colours = await tab.evaluate(
        "[...document.querySelectorAll('#seats .dot')].map(d => d.classList[1])"
    )
    for i, colour in enumerate(colours):
        await tab.choose(f"#who-{colour}", "easy" if i else "person")
    await tab.click("#begin")
    await page.until("document.body.dataset.mode === 'play'")


@pytest.mark.parametrize(
    "how",
    [
        "mouse",
        "touch",
        "keys",
    ],
)
@at_table("ludo-norsk", mode="lobby")
async def test_two_turns_in_firefox(served, how):
    async with firefox(LAPTOP, "nb-NO") as page:
        await sits(page, served.server.address, "ludo-norsk")
        assert await page.page.inner_text("#new-game") == "Nytt spill"
        person = Person(page, how)
        # On a busy machine a pawn may be let go too soon, and goes back.
        while await page.page.evaluate("document.querySelectorAll('#moves li').length") < 3:
            await person.play(person.turns + 1, 150)
        assert [one for one in page.complaints if "tavle" in one or "main.js" in one] == []
