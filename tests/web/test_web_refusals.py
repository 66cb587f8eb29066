# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What is refused is explained in the headline, in whole sentences: provoked through the page, and every word there is."""

import re

import pytest
from pages import FIVE, LAPTOP, PHONE, seated, sit_at
from tables import at_table

from tavle.paths import firmware
from tavle.words.catalogue import Words

pytestmark = pytest.mark.browser
NB = Words("nb")
LINE = "partners-pawns green:h,h,12,20 blue:h,15,31,48 red:h,h,h,44 yellow:h,h,33,56 turn=green"
SORRY = "sorry red:h,h,20,23 blue:h,h,h,30 yellow:h,h,h,h green:h,h,h,h turn=red"
LUDO = "ludo-norsk red:h,h,2,4 yellow:h,h,h,7 blue:h,h,h,h green:h,h,h,h turn=red"


def words():
    text = (firmware() / "app" / "table" / "messages.py").read_text(encoding="utf-8")
    return re.findall(r"^([a-z-]+): ", text, re.MULTILINE)


@pytest.mark.parametrize("language", ["nb", "fi"])
@at_table(position=LINE, speed=1.0)
async def test_every_refusal_of_the_table_is_a_sentence_in_sight(program, served, language):
    own = Words(language)
    page = await seated(program, served, PHONE, language)
    await page.until("document.querySelector('#title').textContent.length > 5")
    for word in words():
        event = {"event": "refused", "what": "card", "reason": word}
        served.server.table._tell(event)
        if word == "withdrawn":  # nobody needs to be told what was wished
            continue
        await page.says(own.say(f"why.{word}", colour="green"), "#why")
    assert await page.page.is_visible("#why")
    box = await page.page.locator("#why").bounding_box()
    assert 0 <= box["y"] and box["y"] + box["height"] <= PHONE[1]


@pytest.mark.parametrize(
    "position,card,start,end,word",
    [
        (LINE, "5", "12", "18", "wall"),
        (LINE, "swap", "green:h0", "31", "at-home"),
        (SORRY, "3", "20", "23", "own-pawn"),
        (SORRY, "sorry", "20", "30", "only-from-home"),
        (LUDO, "3", "red:h0", "0", "needs-six"),
    ],
)
@at_table(speed=2.0)
async def test_a_pawn_that_goes_where_it_may_not(
    program, served, position, card, start, end, word
):
    page = await seated(program, served, LAPTOP, "nb")
    await page.lay(card)
    await page.until("document.querySelector('.pawn.can')")
    await page.drag(start, end)
    await page.says(NB.say(f"why.{word}"), "#why")


@pytest.mark.parametrize(
    "line,word",
    [
        ('{"do":"card","uid":"04112233445566"}', "blank-tag"),
        ("card 5 1, wait 900, lift green 20, wait 400, place green 25, wait 2500, nocard, wait 900, card 5 1", "already-played"),
        ("card 7, wait 900, lift green 20, wait 900, card 5", "finish-move"),
        ("press green 1500, wait 500, card 5", "playable"),
        ("press red 1500", "nothing-to-fold"),
        ('card 5, {"do":"card","card":"6","keep":true}', "two-cards"),
    ],
)  # fmt: skip
@at_table(position=LINE, speed=10.0)
async def test_a_card_or_button_that_is_refused(program, served, line, word):
    page = await seated(program, served, PHONE, "nb")
    guest = await served.guest()
    await guest.does(f"wait 1500, {line}")
    await page.says(NB.say(f"why.{word}"), "#why")


@at_table(mode="lobby", speed=1.0)
async def test_what_the_page_itself_refuses(program, served):
    page = await sit_at(program, served, LINE, FIVE, LAPTOP, "nb")
    guest = await served.guest()

    async def says(word):
        await page.says(NB.say(f"why.{word}"), "#why")

    await page.says("Din tur")
    await page.page.click("#takeback")
    await says("nothing-to-take-back")
    await page.drag("20", "25")
    await says("card-first")
    await guest.carry("blue", "31", "40", 900)
    await page.says("blå brikke", "#title")
    await page.page.click(".hand [data-card='5']")
    await says("board-first")
    await guest.carry("blue", "40", "31", 900)
    await page.says("Din tur")

    await page.play("5", "Flytt en brikke med 5")
    await page.page.mouse.click(*await page.space("20"))
    await page.says("Sett brikken på et felt")
    await page.page.click(".hand [data-card='-4']")
    await says("finish-move")
    # The card stays in the hand, and the one that is played lies on the slot.
    shown = "[...document.querySelectorAll('.hand .card')].map(c => c.dataset.card).join()"
    assert await page.page.evaluate(shown) == "-4"
    await page.page.mouse.click(*await page.space("25"))
    await page.says("20 → 25", "#moves")

    await page.page.click("#to-start")
    await page.drag("12", "18")
    await says("looking-back")
    moves = await page.page.locator("#moves li").count()
    await page.until(f"document.querySelectorAll('#moves li').length > {moves}")
    # A computer that plays on meanwhile hides nothing.
    assert await page.text("#why") == NB.say("why.looking-back")
