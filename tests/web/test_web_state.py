# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The words on the page agree with the table, whatever was done before: each as somebody found it otherwise."""

import asyncio
import urllib.parse

import pytest
from pages import ALONE, OTHERS, PHONE, begin, deal, seated, sit, sit_at
from tables import at_table

from tavle.sim.session import TableSpec
from tavle.web.server import PORT, Server, elsewhere
from tavle.words.catalogue import Words

EN = Words("en").say
PAIR = "partners-pawns green:h,h,20,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
GONE = "document.querySelector('#why').hidden"
HELD = "document.querySelector('.pawn.mine')?.dataset.at === ''"
# As with all site data blocked, no sound, and no right to the clipboard.
DENIED = """for (const [owner, name] of [[window, "localStorage"], [window, "AudioContext"], [navigator, "clipboard"]])
  Object.defineProperty(owner, name, { get() { throw new DOMException("denied", "SecurityError"); } });"""


@pytest.mark.browser
@at_table(mode="lobby", speed=4.0)
async def test_a_turn_with_keys_and_mouse_says_only_what_is_so(program, served):
    page = await sit_at(program, served, PAIR, {**OTHERS, "green": [("5", 1), ("6", 1)]})
    keys = page.page.keyboard
    await keys.press("9")
    await page.says("There is no card 9 in your hand", "#why")
    await page.page.click("#copy-link")
    assert await page.page.is_visible("#link-text")
    await page.play("5", "Move a pawn with 5")
    assert await page.page.evaluate(GONE)
    await page.drag("20", "24")  # the goal is the space beside it
    await page.says(EN("why.not-legal"), "#why")
    await page.counts(".pawn.green[data-at='20']", 2)  # it went back
    await page.page.mouse.click(
        *await page.space("20")
    )  # a pawn lifted by the mouse is led by the keys
    await page.until(HELD)
    await page.until(GONE)  # the old refusal is over with the next right step
    await page.load()
    await page.until(HELD)  # and still in the hand after a reload: said so, and led on
    await page.says("Put the pawn on a lit space")
    await keys.press("v")
    await page.says("can go to space 25", "#light-told")
    await page.page.focus(".pawn.mine")
    await keys.press("ArrowRight")
    await keys.press("Enter")
    await page.says("Green plays 5: 20 → 25", "#moves")
    await page.until("document.querySelector('#light-told').hidden")
    assert not await page.page.is_visible("#link-text")


@pytest.mark.browser
@at_table(mode="lobby", speed=1.0)
async def test_a_pawn_before_the_exchange_is_over_is_answered_by_the_exchange(program, served):
    page = await seated(program, served)
    await sit(page, "partners-pawns", {**ALONE, "red": "person"})
    await page.says("take a look")
    await page.page.mouse.click(*await page.space("blue:h0"))
    await page.says(EN("why.exchange-first"), "#why")


@pytest.mark.browser
@at_table(mode="lobby", speed=4.0)
async def test_ludo_does_not_speak_of_cards(program, served):
    line = "ludo-norsk red:h,h,2,4 yellow:h,h,h,7 blue:h,h,h,h green:h,h,h,h turn=red"
    page = await sit_at(program, served, line, {}, PHONE)
    await page.page.click("#actions [data-action=throw]")
    await page.until("document.querySelector('.pawn.can')")
    await page.drag("4", "30")
    await page.says(EN("why.not-legal"), "#why")
    assert "card" not in await page.text("#headline")


@pytest.mark.browser
@at_table(
    position="ludo-norsk red:34,34,34,35 yellow:h,h,h,h blue:h,h,h,h green:h,h,h,h turn=red",
    speed=4.0,
)
async def test_a_pawn_goes_from_a_stack_onto_a_pawn_though_no_reed_changes(program, served):
    page = await seated(program, served)
    await page.lay("1")
    await page.until("document.querySelector('.pawn.can')")
    await page.drag("34", "35")
    await page.says("34 → 35", "#moves")
    await page.stands("red 34", "red 35")


@pytest.mark.browser
@at_table(mode="lobby", speed=4.0)
async def test_a_link_is_asked_about_while_a_game_runs_and_one_that_is_cut_says_so(
    program, served
):
    page = await seated(program, served, path="#position=partners-pawns%20green%3Ah%2Ch%")
    await page.says(EN("why.bad-position"), "#from-position")
    for line in ("partners-pawns%20green%3Ah%2Ch", "chess%20e4", ""):
        await page.page.evaluate(f"location.hash = 'position={line}'")
        await page.load()
        await page.says(EN("why.bad-position"), "#from-position")
        assert await page.page.is_visible("#from-position")
    await sit(page, "partners-pawns", ALONE)
    await page.until("!location.hash")
    await page.page.evaluate(f"location.hash = 'position={urllib.parse.quote(PAIR)}'")
    await page.says(EN("lobby.position"), "#from-position")
    assert await page.page.is_visible("#from-position")
    await page.page.click("#lobby-close")
    await page.until("!location.hash")
    assert "green 20" not in await page.pawns()
    await page.page.evaluate(f"location.hash = 'position={urllib.parse.quote(PAIR)}'")
    await page.until("document.querySelector('#lobby').open")
    await begin(page, ALONE)
    await page.stands("green 20")


@pytest.mark.browser
@at_table(mode="lobby", speed=4.0)
async def test_a_browser_that_gives_nothing_plays_without_memory(program, served):
    hands = {**OTHERS, "green": [("5", 1)]}
    page = await sit_at(program, served, PAIR, hands, guided=False, script=DENIED)
    await page.page.click("#guide-skip")
    await page.page.select_option("#language", "nb")
    await page.says("Din tur")
    await page.page.click("#copy-link")
    assert await page.page.is_visible("#link-text")
    await page.own_turn("5", "Flytt en brikke med 5", "20", "25", "Grønn spiller 5: 20 → 25")


def test_tables_side_by_side_take_the_next_port_and_say_so():
    async def both():
        tables = Server(TableSpec("sorry")), Server(TableSpec("sorry"))
        for table in tables:
            await table.start(None)
        addresses = [table.address for table in tables]
        for table in tables:
            await table.stop()
        return addresses

    first, second = asyncio.run(both())
    assert first != second and f"Port {PORT} is taken" in elsewhere(second, None)
    assert elsewhere(second, 0) == elsewhere(f"http://127.0.0.1:{PORT}/", None) == ""


@at_table(mode="lobby", speed=60.0)
async def test_who_holds_the_seat_button_can_show_the_hand_or_go_back(served):
    table = await served.guest()
    line = "partners-pawns green:h,h,h,h blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green"
    hand = [("5", 1), ("6", 1), ("9", 1), ("10", 1)]
    await table.good(
        "sit", rulebook="partners-pawns", who=dict.fromkeys(ALONE, "person"), position=line
    )
    await table.until(lambda m: m.get("view", {}).get("phase") == "deal")
    await deal(served, {**OTHERS, "green": hand})
    await table.good("press", button="green", ms=1500)
    await table.view(phase="fold")
    await table.good("withdraw")
    await table.until(lambda m: m.get("view", {}).get("phase") in ("card", "deal"))
    await table.good("press", button="green", ms=1500)
    await table.view(phase="fold")
    for card, copy in hand:
        await table.good("play", colour="green", card=card, copy=copy)
        await table.pass_ms(900)
    assert (await table.event("folded"))["colour"] == "green"
