# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What was played: looked back at, taken back, exported, imported, kept and opened again; a card that nobody can use."""

import asyncio
import json

import pytest
from pages import ALONE, FIVE, LAPTOP, PHONE, seated, sit, sit_at
from tables import at_table
from test_web_page import GREEN as LINE

from tavle.web import saves
from tavle.words.catalogue import Words

pytestmark = pytest.mark.browser
MOVES = "[...document.querySelectorAll('#moves li')].map(li => li.textContent)"


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
@at_table(mode="lobby", speed=10.0)
async def test_several_moves_are_taken_back_one_after_the_other(program, served, size):
    page = await sit_at(program, served, LINE, FIVE, size)
    await page.play("5", "Move a pawn with 5")
    await page.page.evaluate("scrollTo(0, 0)")
    await page.drag("20", "25")
    await page.says("Green plays 5: 20 → 25", "#moves")
    await page.says("Your turn")
    await page.counts(".hand .card", 1)
    await page.play("-4", "Move a pawn with 4 back")
    await page.page.evaluate("scrollTo(0, 0)")  # where a finger finds board and hand
    await page.drag("25", "21")
    await page.says("Green plays 4 back: 25 → 21", "#moves")

    await page.page.click("#takeback")
    await page.counts(".hand [data-card='-4']", 1)
    await page.stands("green 25")
    await page.page.click("#takeback")
    await page.counts(".hand .card", 2)
    await page.stands("green 20", "blue 48", "red 44", "yellow 33")
    await page.until(f"!{MOVES}.some(text => text.includes('plays'))")
    await page.says("Your turn")


@at_table(position=LINE, speed=4.0)
async def test_a_record_is_looked_through_exported_and_imported(program, served, tmp_path):
    page = await seated(program, served)
    await page.turn("5", "Green: move a pawn", "20", "25", "Green plays 5: 20 → 25")
    await page.turn(
        "2", "Blue: move a pawn", "31", "33", "Blue plays 2: 31 → 33, Yellow goes home"
    )

    await page.page.click("#to-start")
    await page.stands("green 20", "blue 31", "yellow 33")
    await page.says("You are looking at move 0 of", "#past-told")
    await page.page.click("#moves li:has-text('20 → 25') button")
    await page.stands("green 25", "blue 31")
    await page.page.click("#to-next")
    await page.stands("green 25", "blue 33")
    await page.page.click("#to-back")
    await page.stands("green 25", "blue 31")
    await page.page.click("#past-now")
    await page.stands("green 25", "blue 33")
    await page.page.click("#replay")
    await page.stands("green 20")
    await page.until("document.querySelector('#past').hidden", 60_000)  # it has played to the end

    await page.page.click("#to-start")
    await page.page.click("#copy-link")
    link = await page.page.input_value("#link-text")
    assert link.startswith(served.server.address) and "#position=partners-pawns%20green" in link
    async with page.page.expect_download() as begun:
        await page.page.click("#export")
    file = tmp_path / (await begun.value).suggested_filename
    await (await begun.value).save_as(file)
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert kept["rulebook"] == "partners-pawns" and len(kept["entries"]) >= 3

    other = await seated(program, served)
    await other.page.evaluate("document.querySelector('#new-game').click()")
    await other.page.set_input_files("#import", file)
    await other.stands("green 20", "blue 31", "yellow 33")
    await other.says("Blue plays 2: 31 → 33", "#moves")
    kept["entries"][-1].update(kind="move", parts=[{}])
    for n, text in enumerate(("{}", "[", json.dumps(kept))):
        (tmp_path / f"{n}.json").write_text(text, encoding="utf-8")
        await other.page.evaluate(
            "document.querySelector('#new-game').click(); document.querySelector('#toast').textContent = ''"
        )
        await other.page.set_input_files("#import", tmp_path / f"{n}.json")
        await other.says(Words("en").say("why.bad-record"), "#toast")
        await other.says("Blue plays 2: 31 → 33", "#moves")


def names():
    return {game["name"] for game in saves.listed()}


async def deleted(kept):
    while kept <= names():  # noqa: ASYNC110 - a file tells nobody that it is gone
        await asyncio.sleep(0.05)


@at_table(mode="lobby", speed=4.0)
async def test_a_game_that_was_left_is_kept_opened_again_and_deleted(program, served):
    page = await sit_at(program, served, LINE, FIVE)
    await page.own_turn("5", "Move a pawn with 5", "20", "25", "Green plays 5: 20 → 25")
    left = saves.path_of(saves.listed()[0]["name"])
    for key in "abcdefhijklnopqrtuxyz0":  # no single key ends a game
        await page.page.keyboard.press(key)
    assert await page.page.evaluate("document.body.dataset.mode") == "play"
    await page.page.click("#new-game")
    await page.says("A game is in progress", "#leaving")
    assert await page.page.is_visible("#leaving")
    await page.page.click("#lobby-close")
    await page.says("Green plays 5: 20 → 25", "#moves")
    await page.page.click("#new-game")
    await sit(page, "partners-pawns", ALONE)
    await page.until(f"!{MOVES}.some(text => text.includes('20 → 25'))")
    before = await page.page.evaluate(MOVES)
    assert before

    await page.page.click("#new-game")
    await page.until("document.querySelectorAll('#saved-list .open').length > 0")
    lock = saves.Lock(str(left))  # as another program would
    await page.page.click("#saved-list .open")
    await page.says(Words("en").say("why.game-in-use"), "#toast")
    lock.free()
    await page.page.click("#saved-list .open")
    await page.says("Green plays 5: 20 → 25", "#moves")
    await page.until("!document.querySelector('#lobby').open")

    await page.page.click("#new-game")
    await page.until("document.querySelectorAll('#saved-list .drop').length > 0")
    kept = names()
    drop = "#saved-list li:first-child .drop"
    await page.page.click(drop)  # asks first
    await page.counts("#saved-list .drop.sure", 1)
    assert kept <= names()
    for _ in range(6):  # a list that was drawn anew between the two clicks asks again
        await page.page.click(drop)
        try:
            await asyncio.wait_for(deleted(kept), 15)
            break
        except TimeoutError:
            print("not deleted:", await page.text("#toast"), await page.text("#saved-list"))
    assert not kept <= names()


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
@at_table(mode="lobby", speed=4.0)
async def test_a_card_that_moves_nothing_is_closed_with_one_button(program, served, size):
    line = "sorry red:h,h,h,h blue:h,h,h,h yellow:h,h,h,h green:h,h,h,h turn=red"
    who = {"red": "person", "blue": "person", "yellow": "person", "green": "person"}
    page = await sit_at(program, served, line, {}, size, who=who)
    await page.says("Red: draw a card")
    served.server.table._sitting.party._deck.append(("3", 1))
    await page.page.dblclick("#actions [data-action=draw]")  # a finger that taps twice means once
    await page.says("3: no pawn can move")
    assert not await page.page.is_visible("#why")
    await page.page.click("#actions [data-action=next]")
    await page.says("Red plays 3: no pawn moves", "#moves")
    await page.says("Blue: draw a card")


@at_table(mode="lobby", speed=10.0)
async def test_who_meant_nothing_that_is_asked_takes_the_card_back(program, served):
    # Half an exchange, as hands leave it: the other pawn still stands where the first one was put.
    line = "partners-pawns green:h,h,h,9 blue:h,h,h,h red:h,h,h,57 yellow:h,h,h,26 turn=green"
    hands = {"green": [("swap", 1)], "blue": [("2", 1)]}
    page = await sit_at(program, served, line, hands)
    await page.play("swap", "Let two pawns change places")
    guest = await served.guest()
    await guest.does("lift red 57, wait 600, place red 9, wait 4000")
    await page.page.click("#actions [data-action=withdraw], #actions [data-action=tidy]")
    await page.stands("green 9", "red 57")
    await page.until("document.querySelector('#actions [data-action=withdraw]') || document.querySelectorAll('.hand .card').length === 1")  # fmt: skip
