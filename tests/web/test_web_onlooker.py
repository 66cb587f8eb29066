# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The page of `tavle show` in a browser: at the table's own computer, and on another device with the link."""

import pytest
from pages import LAPTOP, PHONE, Page, looks_on
from tables import at_table
from test_web_show import LINE, OTHER, shown

from tavle.words.catalogue import Words

pytestmark = pytest.mark.browser
NB = Words("nb").say


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
@at_table(position=LINE, speed=10.0, cabled=True)
async def test_another_device_sees_the_game_and_is_told_that_it_cannot_play(program, served, size):
    hands = await served.guest()
    async with shown(served.server.table.cable.port, OTHER) as house:
        page = await looks_on(program, house, size)
        await page.says(NB("head.lay-table", colour="green"), "#title")
        await page.says(NB("hint.lay-table"), "#hint")
        await hands.good("card", card="5")
        await page.says("Grønn: flytt en brikke med 5")
        await page.drag("3", "8")
        await page.says(NB("why.read-only"), "#why")
        await page.stands("green 3")
        await hands.carry("green", "3", "8")
        await page.says("Grønn spiller 5: 3 → 8", "#moves")
        await page.says("Blå", "#title")
        # Nothing that only the table's own computer can do is offered.
        offered = await page.page.evaluate(
            "['#new-game', '#takeback', '#plug', '#pause', '#bench-open', '#hands', '#tray .card', '#speed', '#raw'].filter(s => { const e = document.querySelector(s); return e?.checkVisibility() && !e.disabled; })"
        )
        assert offered == []
        assert await page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await page.page.dispatch_event(
            ".push.blue", "click"
        )  # a seat shows whose turn it is, and no more
        await page.says(NB("why.read-only"), "#why")


@at_table(position=LINE, cabled=True)
async def test_who_comes_without_the_key_is_told_to_ask_for_the_link(program, served):
    async with shown(served.server.table.cable.port, OTHER) as home:
        context = await program.new_context(locale="nb-NO")
        page = Page(await context.new_page())
        await page.page.goto(f"http://{OTHER}:{home.server.port}/")
        await page.says(NB("hint.gone-far"), "#hint")
