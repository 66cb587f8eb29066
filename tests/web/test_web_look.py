# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What is seen and heard: the die, the numbers, what fits on a screen, sounds, a pawn on its way home."""

import pytest
from pages import FIVE, LAPTOP, PHONE, seated, sit, sit_at
from tables import at_table

from tavle.words.catalogue import Words

pytestmark = pytest.mark.browser
LUDO = "ludo-norsk red:h,h,h,h yellow:h,h,h,h blue:h,h,h,h green:h,h,h,h turn=red"
BUMP = "partners-pawns green:h,h,0,20 blue:h,h,25,48 red:h,h,h,44 yellow:h,h,33,56 turn=green"
# How many of these are not wholly in sight, and the widest gap between them and the moves below.
ROOM = """whole => {
  const box = s => document.querySelector(s).getBoundingClientRect();
  // Between board and hand there is room for a button.
  const out = whole.map(box).filter(b => b.top < 0 || b.left < 0 || b.bottom > innerHeight || b.right > innerWidth).length;
  const all = [...whole, '.record'].map(box);
  return [out, Math.max(...all.slice(1).map((b, i) => b.top - all[i].bottom))];
}"""


@at_table(mode="lobby", speed=4.0)
async def test_a_throw_shows_its_pips_and_its_try_and_says_when_it_is_useless(program, served):
    own = Words("nb").say
    page = await sit_at(program, served, LUDO, {}, language="nb")
    await page.says(own("die.try", n=1, of=3), "#die-try")
    assert await page.page.get_attribute("#die", "data-value") == ""
    await page.page.click("#die")
    await page.until("document.querySelector('#die-told').textContent")
    await page.rest()
    value = await page.page.get_attribute("#die", "data-value")
    await page.counts("#die .pip", int(value))
    if value == "6":
        await page.says(own("log.rolled", n=6), "#die-told")
    else:
        await page.says(own("did.threw-nothing", colour="red", n=value), "#die-told")
        await page.says(own("die.try", n=2, of=3), "#die-try")
        await page.says(own("hint.throw"), "#hint")  # the throw is told once
    await page.load()
    await page.counts("#die .pip", int(value))


@pytest.mark.parametrize("board", ["partners-pawns", "ludo-norsk", "sorry"])
@at_table(mode="lobby", speed=4.0)
async def test_a_phone_shows_headline_board_and_hand_without_empty_bands(program, served, board):
    page = await seated(program, served, (390, 844))
    first = await page.page.evaluate("document.querySelector('#seats .dot').classList[1]")
    await sit(page, board, {first: "person"})
    hand = "#hand" if board == "partners-pawns" else "#beside"
    if hand == "#hand":
        await page.counts(".hand .card", 4)
    await page.rest()
    whole = ["#headline", "#buttons", "#table", hand]
    out, gap = await page.page.evaluate(ROOM, whole)
    assert out == 0 and gap < 64, (out, gap)


@at_table(mode="lobby", speed=4.0)
async def test_a_laptop_shows_more_than_four_moves_and_numbers_only_when_wanted(program, served):
    page = await sit_at(program, served, BUMP, FIVE, language="fi")
    assert await page.page.evaluate("document.querySelector('#moves').clientHeight") > 4 * 32
    # Who plays a seat, and with how many cards, is not cut off.
    cut = "[...document.querySelectorAll('.push .word')].filter(w => w.scrollWidth > w.clientWidth).length"
    assert await page.page.evaluate(cut) == 0
    # However many there are, what is below them stays in sight.
    long = """() => {
      const moves = document.querySelector('#moves');
      for (let i = 0; i < 60; i++) moves.append(moves.lastElementChild.cloneNode(true));
      return document.querySelector('.control').getBoundingClientRect().bottom <= innerHeight;
    }"""
    assert await page.page.evaluate(long)
    seen = "getComputedStyle(document.querySelector('#face .text')).display !== 'none'"
    assert not await page.page.evaluate(seen)
    await page.page.check("#numbers")
    assert await page.page.evaluate(seen)
    await page.load()
    await page.until("document.querySelector('#face .text')")
    assert await page.page.evaluate(seen)


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
@at_table(position=BUMP)
async def test_sounds_are_on_until_they_are_switched_off_for_good(program, served, size):
    page = await seated(program, served, size)
    assert await page.page.is_checked("#sound")
    await page.page.click("label:has(#sound)")
    await page.load()
    await page.until("document.querySelectorAll('.pawn').length >= 8")
    assert not await page.page.is_checked("#sound")
