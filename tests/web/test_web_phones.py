# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A phone at a seat of its own, in a browser: its link, its hand, its code, its way back."""

import re

import pytest
from pages import Page, device, seated, sit
from tables import at_table
from test_web_hands import dealt
from test_web_show import OTHER

from tavle.words.catalogue import Words

pytestmark = pytest.mark.browser
SMALL = (360, 640)
SIZES = """() => {
  const of = (s) => document.querySelector(s)?.getBoundingClientRect();
  const card = of('.hand .card'), board = of('#table');
  return {
    card: card.height, board: board.width, below: of('#hand').bottom <= innerHeight,
    wide: document.documentElement.scrollWidth <= innerWidth,
    cards: document.querySelectorAll('.hand .card').length,
  };
}"""
KEPT = "JSON.stringify([{...localStorage}, {...sessionStorage}, document.title, document.cookie])"


async def phone(program, served, link, language="nb-NO"):
    """Open a link on a phone."""
    context = await device(program, SMALL, language)
    page = Page(await context.new_page())
    served.pages.append(page)
    await page.page.goto(link)
    return page


@at_table(mode="lobby", speed=10.0, shared=OTHER)
async def test_who_scans_the_code_of_a_seat_or_types_its_digits_sits_there(program, served):
    say = Words("nb").say
    screen = await seated(program, served, language="nb")
    who = {"green": "person", "blue": "device", "red": "easy", "yellow": "easy"}
    await sit(screen, "partners-pawns", who)
    await screen.until("document.querySelector('#links img')?.naturalWidth > 100")
    await screen.says(say("lan.open", address=f"{OTHER}:{served.server.port}"), "#links")
    link = await screen.page.get_attribute("#links a", "href")
    secret = link.partition("#seat=")[2]

    own = await phone(program, served, link)
    await own.counts(".hand .card", 4)
    seen = await own.page.evaluate(SIZES)
    assert seen["card"] >= 140 and seen["board"] < 300 and seen["below"] and seen["wide"], seen
    assert secret not in own.page.url and "#" not in own.page.url
    await screen.until(
        "!document.querySelector('#links img')"
    )  # nobody needs it while the seat is taken
    await screen.says(say("lan.phones", n=1), "#links")
    hidden = "['#new-game', '#takeback', '#plug', '#speed'].filter(s => document.querySelector(s)?.checkVisibility())"
    assert await own.page.evaluate(hidden) == []
    await own.page.click(".hand .card")
    await own.until("document.querySelector('.hand .card.given, #hand[data-stage]')")
    cards = await own.page.evaluate(
        "[...document.querySelectorAll('.hand .card')].map(c => c.dataset.card)"
    )
    kept = await own.page.evaluate(KEPT)
    assert not [card for card in cards if f'"{card}"' in kept]

    await own.load()  # a phone that comes back goes on
    await own.counts(".hand .card", len(cards))
    other = await phone(program, served, link, "en")
    await other.until("document.querySelectorAll('.hand .card').length > 0")
    await other.says(Words("en").say("why.took"), "#toast")
    await own.says(say("out.other-device"), "#hint")
    await screen.page.click("#links [data-seat=blue]")
    await other.says(Words("en").say("out.new-code"), "#hint")
    await own.page.context.close()
    late = await phone(program, served, link)
    await late.says(say("hint.gone-far"), "#hint")
    await late.page.context.close()  # the browser has its own words about a 403
    late.complaints.clear()
    await screen.says(say("lan.away"), "#buttons .blue")

    # Who cannot scan the new code types its digits.
    digits = re.search(r"\d{6}", await screen.text("#links .link .note")).group()
    own = await phone(program, served, f"http://{OTHER}:{served.server.port}/")
    await own.says(say("lan.type"), "#typed")
    await own.page.fill("#typed-code", "12")
    await own.page.click("#typed button")
    await own.says(say("why.wrong-code"), "#toast")
    await own.page.fill("#typed-code", digits[:3] + " " + digits[3:])
    await own.page.click("#typed button")
    await own.counts(".hand .card", 4)
    await own.until("document.querySelector('#typed').hidden && !document.body.matches('.alone')")
    own.complaints.clear()  # the browser's own words about a 403
    await screen.page.click("#lan-stop")
    await screen.until("!document.querySelector('.open-lan')")
    await screen.says(say("lan.only-here"), "#links")


@at_table("partners-pawns", speed=10.0, cabled=True)
async def test_a_phone_holds_a_hand_of_a_real_table(program, served):
    """The real table is the other end of a cable: the page deals, and its pawns stay where hands put them."""
    async with dealt(served) as home:
        screen = await seated(program, home, language="en")
        await screen.counts("#links img", 4)
        await screen.says(
            Words("en").say("lan.open", address=f"{OTHER}:{home.server.port}"), "#links"
        )
        assert not await screen.page.evaluate(
            "document.querySelector('#new-game').checkVisibility()"
        )
        link = await screen.page.get_attribute("#links a", "href")
        own = await phone(program, home, link, "en")
        await own.counts(".hand .card", 4)
        seen = await own.page.evaluate(SIZES)
        assert seen["card"] >= 140 and seen["below"] and seen["wide"], seen
        await own.page.click(".hand .card")
        await own.until("document.querySelector('#hand').dataset.stage === 'play'")
        await own.page.click(".pawn")
        await own.says(Words("en").say("why.on-the-board"), "#why")
