# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What helps those who play: cards say what they do, a hint says a good move and why, the end says how it went."""

import pytest
from pages import OTHERS, PHONE, deal, sit_at
from tables import at_table

from tavle.live import brief
from tavle.paths import add_firmware
from tavle.words.catalogue import Words

add_firmware()
from rules import load  # noqa: E402

HOME = "partners-pawns green:h,h,h,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
# Blue sends Yellow home, then Red brings in the last of eight.
LAST = "partners-pawns green:z1,z2,z3,z4 blue:h,h,h,6 red:25,z2,z3,z4 yellow:h,h,h,11 turn=blue"


@pytest.mark.browser
@at_table(mode="lobby", speed=4.0)
async def test_a_card_and_a_home_pawn_explain_themselves_and_a_hint_leads_on(program, served):
    own = Words("nb")
    hand = {**OTHERS, "green": [("start", 1), ("2", 4)]}
    page = await sit_at(program, served, HOME, hand, PHONE, "nb")
    mouse = page.page.mouse
    box = await page.page.locator(".hand [data-card='start']").bounding_box()
    await mouse.move(box["x"] + 20, box["y"] + 20)
    await mouse.down()
    await page.says(own.say("card.partners.start"), "#light-told")
    await mouse.up()  # a long press asks and plays nothing
    await page.page.focus(".hand [data-card='2']")
    await page.page.keyboard.press("?")
    await page.says(own.say("card.steps", n=2), "#light-told")
    await page.tap("green:h0")
    names = [own.say(f"cardname.{card}") for card in brief.out(load("partners-pawns"))]
    assert names == ["Start", "8 eller start", "13 eller start"]
    await page.says(
        "Slik får du ut en brikke: Start, 8 eller start, 13 eller start.", "#light-told"
    )
    await page.counts(".hand .card", 2)
    await page.page.click("#actions [data-action=hint]")
    await page.says("Start: Grønn kommer ut på brettet", "#hint")
    await page.counts(".card.hinted", 1)
    await page.counts(".ring.hint", 2)
    await page.play("start", "Flytt en brikke")
    await page.says("Grønn kommer ut på brettet", "#hint")
    await page.page.evaluate("scrollTo(0, 0)")  # to touch a card it was scrolled to
    await page.drag("green:h0", "0")
    await page.says("Grønn spiller Start", "#moves")
    await page.until("!document.querySelector('.ring.hint')")


@at_table(mode="lobby", speed=60.0)
async def test_a_hint_knows_no_hand_but_its_own(served):
    table = await served.guest()
    who = {"green": "person", "blue": "person", "red": "device", "yellow": "person"}
    await table.good("sit", rulebook="partners-pawns", who=who, position=HOME)
    own = [("start", 1), ("6", 1), ("-4", 1), ("7", 1)]
    told = []
    for other in ("5", "8s", "swap"):
        await deal(
            served,
            {"green": own, **{colour: [(other, 1)] * 4 for colour in ("blue", "red", "yellow")}},
        )
        told.append({**await table.good("hint", colour="green"), "t": 0})
    assert all(one == told[0] for one in told) and told[0]["card"] in dict(own)
    assert await table.do("hint", colour="blue") == {"ok": False, "error": "not-your-turn"}
    assert await table.do("hint", colour="red") == {"ok": False, "error": "not-your-seat"}


@pytest.mark.browser
@at_table(mode="lobby", speed=1.0)
async def test_after_the_game_it_is_told_how_it_went(program, served):
    hands = {"blue": [("5", 1)], "red": [("5", 2)], "green": [("2", 1)], "yellow": [("2", 2)]}
    page = await sit_at(program, served, LAST, hands)
    await page.own_turn("5", "Move a pawn with 5", "6", "11", "Yellow goes home")
    faster = """() => {
      document.querySelector("#actions [data-action=faster]")?.click();
      return document.querySelector("#speed").value !== "1";
    }"""
    await page.until(faster)  # while the computer plays
    await page.until("document.querySelector('#after').open")
    assert await page.text("#after-title") == "Green and Red have won!"
    facts = await page.text("#after .rules")
    assert "2 turns were played" in facts and "Blue sent Yellow home once" in facts
    far = await page.page.get_attribute("#after svg", "aria-label")
    assert far == "Green and Red: 100 %; Blue and Yellow: 11 %"
    async with page.page.context.expect_page(timeout=90_000) as opened:
        await page.page.click("#after [data-say='after.review']")
    review = await opened.value
    await review.wait_for_load_state(timeout=60_000)
    assert await review.title() == "Looking back: Partners, pawns edition"
    assert "Green" in await review.inner_text("table")
    await review.close()
    await page.page.click("#after [data-say='record.replay']")
    await page.says("You are looking at move", "#past-told")
    await page.page.click("#past-now")
    await page.page.click("#actions [data-action=result]")
    await page.page.click("#after [data-say='do.again']")
    await page.stands("red red:h0", "green green:h3")  # with the same people
    await page.until("document.querySelectorAll('.hand.blue .card').length === 4")
