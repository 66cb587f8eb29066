# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The page in a real browser: pawns by mouse, finger and key, cards, buttons, two windows."""

import asyncio

import chromium
import pytest
from tables import house

pytestmark = pytest.mark.browser

LINE = "partners-pawns green:h,h,20,z3 blue:h,15,40,48 red:h,12,47,z4 yellow:h,h,31,56 turn=red"


async def seated(tab, served, width=1280, height=800, phone=False):
    """Open the page and wait until it shows the table; returns it."""
    page = await tab()
    await page.size(width, height, mobile=phone)
    await page.open(served.server.address)
    await page.until("document.querySelectorAll('.pawn').length === 16")
    return page


async def space(page, name):
    """Return where a space is on the screen."""
    return await page.eval(
        f"(() => {{ const b = document.getElementById({name!r}).getBoundingClientRect();"
        " return [b.x + b.width / 2, b.y + b.height / 2]; })()"
    )


async def pawns(page, colour):
    """Return the labels of a colour's pawns."""
    return await page.eval(
        f"[...document.querySelectorAll('.pawn.{colour}')].map(e => e.getAttribute('aria-label'))"
    )


async def lay(page, card):
    """Lay a card, and wait until the table has read it."""
    await page.eval(f"document.querySelector('[aria-label=\"Lay card {card}\"]').click()")
    await page.until("document.querySelector('#phase').textContent.includes('move.')")


async def heard(page, end):
    """Wait until one of the last lines of the log ends so."""
    last = "[...document.querySelectorAll('#log li')].slice(-4)"
    await page.until(f"{last}.some(line => line.textContent.endsWith({end!r}))")


def run(test):
    """Run a test with a table and a browser."""
    program = chromium.find()
    assert program, "no Chromium on this PC: install it, or name a browser with TAVLE_BROWSER"

    async def main():
        async with house(position=LINE, speed=4.0) as served, chromium.browser(program) as tab:
            await asyncio.wait_for(test(tab, served), 4 * chromium.PATIENCE_S)

    asyncio.run(main())


def test_moves_by_mouse_tap_slide_key_and_finger():
    async def test(tab, served):
        page = await seated(tab, served)
        await lay(page, "1/14")
        await page.drag([await space(page, "12"), await space(page, "13")])
        await heard(page, "accepted: r12>13")

        await lay(page, "2")
        for name in ("31", "33"):
            where = await space(page, name)
            await page.mouse("Moved", *where)
            await page.mouse("Pressed", *where)
            await page.mouse("Released", *where)
            await asyncio.sleep(0.2)
        await heard(page, "accepted: y31>33")

        await lay(page, "5")
        ring = [await space(page, str(index)) for index in range(20, 26)]
        await page.drag(ring, shift=True, steps=3)
        await heard(page, "accepted: g20>25")

        await lay(page, "3")
        await page.eval("document.querySelector('[aria-label=\"blue pawn, space 15\"]').focus()")
        await page.key("Enter", "\r")
        for name in ("space 16", "space 17", "space 18"):
            await page.key("ArrowRight")
            await page.until(f"document.querySelector('#spoken').textContent.startsWith({name!r})")
        await page.key("Enter", "\r")
        await heard(page, "accepted: b15>18")

        await page.size(360, 740, mobile=True)
        await lay(page, "1/14")
        await page.eval("scrollTo(0, 0)")
        await asyncio.sleep(0.2)
        start, end, home = [await space(page, name) for name in ("47", "48", "blue:h2")]
        raised = 46  # the pawn is shown above the finger that carries it
        await page.touch("Start", end)
        await page.touch("Move", (end[0] + 30, end[1]))
        await page.touch("Move", (home[0], home[1] + raised))
        await page.touch("End")
        await page.touch("Start", start)
        await page.touch("Move", (start[0] + 30, start[1]))
        await page.touch("Move", (end[0], end[1] + raised))
        await page.touch("End")
        await heard(page, "accepted: r47>48xb48")
        assert "blue pawn, blue home slot 3" in await pawns(page, "blue")
        assert await page.eval("document.documentElement.scrollWidth") <= 360
        assert page.complaints == []

    run(test)


def test_two_hands_and_a_pawn_let_go_beside_the_board():
    async def test(tab, served):
        page = await seated(tab, served)
        start = await space(page, "47")
        await page.drag([start, (1100, 700)])
        await page.until("document.querySelector('[aria-label=\"red pawn, in the hand\"]')")
        # It waits at the board's edge, where it can be taken again.
        lying = await page.middle(".pawn.lifted .disc")
        assert lying[0] < 780 and lying[1] < 720
        await page.drag([lying, start])
        await page.until("document.querySelector('[aria-label=\"red pawn, space 47\"]')")
        await page.eval("document.querySelector('[aria-label=\"green pawn, space 20\"]').focus()")
        await page.key("Enter", "\r")
        await page.until("document.querySelector('[aria-label=\"green pawn, in the hand\"]')")
        await page.drag([start, await space(page, "50")])
        await page.until("document.querySelector('[aria-label=\"red pawn, space 50\"]')")
        # The keys still have the pawn they have lifted.
        await page.key("Escape")
        await page.until("document.querySelector('[aria-label=\"green pawn, space 20\"]')")
        assert page.complaints == []

    run(test)


def test_lights_cards_and_pawns_are_seen_in_every_window():
    async def test(tab, served):
        one, two = await seated(tab, served), await seated(tab, served, 360, 740, phone=True)
        glow = "document.querySelector('[data-light=\"47\"]').style"
        assert not await two.eval(f"{glow}.display === 'inline'")
        await lay(one, "1/14")
        await two.until("document.querySelector('.laid')")
        await two.until(f"{glow}.display === 'inline' && Number({glow}.opacity) > 0.2")
        await one.call("Page.bringToFront")
        await one.mouse("Pressed", *await space(one, "47"))
        await two.until("document.querySelectorAll('.pawn.lifted').length")
        assert "red pawn, in the hand" in await pawns(two, "red")
        await one.mouse("Moved", *await space(one, "50"))
        await one.until(
            "document.querySelector('.target').getAttribute('visibility') === 'visible'"
        )
        await one.mouse("Moved", *await space(one, "47"))
        await one.mouse("Released", *await space(one, "47"))
        await two.until("!document.querySelectorAll('.pawn.lifted').length")
        await one.click("#slot .laid")
        await two.until("!document.querySelector('.laid')")
        assert one.complaints == [] and two.complaints == []

    run(test)


def test_power_faults_buttons_and_random_hands():
    async def test(tab, served):
        page = await seated(tab, served)
        await page.click("#plug")
        await page.until("document.querySelector('#phase').textContent.startsWith('The plug')")
        await page.until("!document.querySelectorAll('.glow[style*=inline]').length")
        await page.click("#plug")
        await heard(page, "deal 1 by blue, red begins")

        await page.eval("document.querySelector('#world').open = true")
        await page.eval("document.querySelector('#fault-space').value = '31'")
        await page.eval("document.querySelector('[data-fault=closed]').click()")
        await page.until(
            "document.querySelector('#faults')?.textContent.includes('space 31 stuck closed')"
        )
        await page.eval("document.querySelector('#faults button').click()")
        await page.until("!document.querySelector('#faults').textContent")

        await page.click(".push.green")
        await heard(page, "another seat is to act (not-your-turn)")
        await page.eval("document.querySelector('#hands').click()")
        await page.until("[...document.querySelectorAll('#log .accepted')].length >= 2")
        await page.eval("document.querySelector('#hands').click()")
        await page.until("document.querySelector('.told').textContent === 'Random hands'")

        await page.eval("document.querySelector('[aria-label=\"Lay card swap\"]').focus()")
        await page.eval(
            "(s => { s.value = 'ludo-norsk'; s.dispatchEvent(new Event('change')); })"
            "(document.querySelector('#rulebook'))"
        )
        await page.until("document.querySelector('svg.board.ludo')")
        await page.until("document.querySelectorAll('.pawn').length === 16")
        await page.click(".push.red")
        await page.until("[...document.querySelectorAll('#log .rolled')].length")
        assert page.complaints == []

    run(test)


def test_the_buzzer_is_heard_by_those_who_want_to():
    async def test(tab, served):
        page = await seated(tab, served)
        await page.click("#sound")
        await page.until("document.querySelector('#sound').checked")
        await asyncio.sleep(0.5)
        assert not await page.eval("document.querySelectorAll('.sounding').length")
        await page.click(".push.green")
        await page.until("document.querySelector('.sounding')")
        await page.click("#sound")
        await page.until("!document.querySelector('.sounding')")
        assert page.complaints == []

    run(test)


def test_the_page_says_that_the_table_is_gone():
    async def test(tab, served):
        page = await seated(tab, served)
        await served.server.stop()
        await page.until(
            "document.querySelector('#phase').textContent.startsWith('The table is not')"
        )

    run(test)
