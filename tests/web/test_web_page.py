# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The page in a real browser: pawns by mouse, finger and key, what it says, what it finishes."""

import re

import pytest
from pages import ALONE, FIVE, LAPTOP, OTHERS, PHONE, seated, sit, sit_at
from tables import at_table, opened

pytestmark = pytest.mark.browser
# Notation, and the machine's words: for programs, not for people.
MACHINE = re.compile(
    r"[rgby](?:h|z?\d+)(?:<>|>)|accepted: -|\b[a-z]+-[a-z]+-[a-z]+\b|\b(?:red|green|blue|yellow):"
)
LINE = "partners-pawns green:h,h,20,z3 blue:h,15,31,48 red:h,12,44,47 yellow:h,h,33,56 turn=red"


@at_table(position=LINE, speed=2.0)
async def test_at_the_workbench_a_drag_finishes_the_move_raw_hands_do_not_and_all_is_sentences(
    program, served
):
    page = await seated(program, served)
    await page.says("A new deal: Red begins")
    await page.lay("1/14")
    await page.says("Red: move a pawn with 1 or 14")
    await page.page.evaluate(
        """() => { window.glided = []; document.querySelector('#pawns').addEventListener('transitionend',
           e => e.target.matches('.pawn') && window.glided.push(e.target.classList[1] + ' ' + e.target.dataset.at)); }"""
    )
    await page.drag("47", "48")  # Blue is sent home by the same gesture, and glides there
    await page.until("window.glided.includes('blue blue:h1')")
    await page.stands("red 48", "blue blue:h1")
    await page.says("Red plays 1 or 14: 47 → 48, Blue goes home", "#moves")
    await page.says("Yellow: choose any card")
    await page.says("the whole deck lies open", "#hint")

    await page.lay("swap")
    await page.says("Yellow: let two pawns change places")
    await page.drag("33", "20")  # an exchange is one drag, and the question is answered by it
    await page.stands("yellow 20", "green 33")
    await page.says("Yellow plays Swap places", "#moves")

    await page.page.check("#raw")
    await page.turn("2", "Green: move", "33", "35", "Green plays 2: 33 → 35")
    await page.lay("-4")
    await page.says("Blue: move")
    await page.drag("blue:h0", "14")  # a start card is needed: with raw hands the table says so
    await page.until("document.querySelector('#log .refused')")
    for where in ("#log", "#moves", "#headline"):
        text = await page.text(where)
        assert text and not MACHINE.search(text), text


@at_table(position=LINE, speed=2.0)
async def test_at_the_workbench_a_question_is_answered_by_the_button_that_is_there(
    program, served
):
    page = await seated(program, served)
    await page.lay("swap")
    await page.says("Red: let two pawns change places")
    await page.page.dispatch_event(".push.red", "click")
    await page.says("Is this the move you meant?")
    await page.says("Press Red's seat button", "#hint")
    assert not await page.page.locator("#actions").is_visible()


GREEN = "partners-pawns green:h,h,0,20 blue:h,15,31,48 red:h,h,h,44 yellow:h,h,33,56 turn=green"
STACK = "partners-pawns green:h,h,20,25 blue:h,15,31,48 red:h,h,30,44 yellow:h,h,33,56 turn=green"


@pytest.mark.parametrize("size", [LAPTOP, (1366, 620), (844, 390), PHONE, (360, 640)])
@at_table(mode="lobby", speed=4.0)
async def test_all_of_a_game_is_in_sight_and_stands_still(program, served, size):
    seen = """() => [...document.querySelectorAll('#headline, #table, #hand .card, #actions button, #new-game')].map(e => {
      const b = e.getBoundingClientRect();
      return [e.id || e.className, b.left >= 0 && b.top >= 0 && b.right <= innerWidth && b.bottom <= innerHeight];
    })"""
    still = "(() => { const b = document.querySelector('#table').getBoundingClientRect(); return [b.x, b.y, b.width]; })()"
    page = await sit_at(program, served, GREEN, FIVE, size, "fi")
    board = await page.page.evaluate(still)
    assert board[2] > 0.6 * min(size)
    await page.until("document.querySelectorAll('.hand .card').length === 2")
    await page.rest()
    where = await page.page.evaluate(seen)
    assert all(inside for _, inside in where), where
    await page.page.click(".hand [data-card='5']")
    await page.until("document.querySelectorAll('.pawn.can').length === 2")
    assert await page.page.evaluate(still) == board
    await page.drag("green:h0", "0")  # refused, with a sentence
    await page.until("!document.querySelector('#why').hidden")
    assert await page.page.evaluate(still) == board
    assert all(inside for _, inside in await page.page.evaluate(seen))
    assert await page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
@at_table(mode="lobby", speed=4.0)
async def test_in_a_game_a_pawn_goes_where_it_may_or_back_with_a_reason(program, served, size):
    page = await sit_at(program, served, GREEN, FIVE, size)
    await page.play("5", "Move a pawn with 5")
    await page.drag("20", "21")  # it may go to 25
    await page.says("The rules do not allow that move", "#why")
    await page.stands("green 20")
    await page.drag("green:h0", "0")
    await page.says("A pawn at home needs a start card", "#why")
    await page.drag("33", "38")
    await page.says("This pawn is not yours to move now", "#why")
    await page.stands("yellow 33")
    if size == PHONE:
        await page.tap("0")
        await page.until("document.querySelector('.pawn.mine')?.dataset.at === ''")
        # A finger is no needle: the pawn that may move is meant, here instead, and the space it may go to.
        x, y = await page.space("20")
        await page.page.touchscreen.tap(x + 9, y + 6)
        await page.stands("green 0", "green ")
        x, y = await page.space("25")
        await page.page.touchscreen.tap(x - 8, y + 8)
    else:
        await page.drag("20", "25")
    await page.says("Green plays 5: 20 → 25", "#moves")


@at_table(mode="lobby", speed=4.0)
async def test_a_pawn_whose_move_counted_in_the_air_goes_where_the_table_has_it(program, served):
    page = await sit_at(program, served, STACK, FIVE, PHONE)
    await page.play("5", "Move a pawn with 5")
    await page.tap("20")  # no reed tells when it is put beside the other one
    await page.says("Green plays 5: 20 → 25", "#moves")
    await page.tap("20")
    await page.stands("green 25", "green 25")
    # Blue, a computer, goes on.
    await page.until("document.querySelectorAll('#moves li').length > 1")


@at_table(mode="lobby", speed=4.0)
async def test_a_pawn_taken_back_in_the_turn_of_a_computer_is_put_right(program, served):
    page = await sit_at(program, served, STACK, FIVE)
    await page.play("5", "Move a pawn with 5")
    other = await served.guest()
    await other.good("lift", colour="green", at="20")
    await page.says("Green plays 5: 20 → 25", "#moves")
    await other.good("place", colour="green", at="20")
    await page.page.click("[data-action=tidy]")
    await page.stands("green 25", "green 25")
    await page.until("document.querySelectorAll('#moves li').length > 1")


@at_table(mode="lobby", speed=4.0)
async def test_both_pawns_of_one_space_move_with_a_seven(program, served):
    line = GREEN.replace("green:h,h,0,20", "green:h,3,3,z4")
    page = await sit_at(program, served, line, {**OTHERS, "green": [("7", 1)]})
    await page.play("7", "Move a pawn with 7")
    await page.drag("3", "6")
    await page.says("4 steps left")
    await page.counts(".pawn.can", 1)
    await page.drag("3", "7")
    await page.says("Green plays 7", "#moves")


@at_table(mode="lobby", speed=4.0)
async def test_two_pawns_of_one_colour_change_places(program, served):
    line = "partners-nordic green:h,h,20,40 blue:h,h,h,31 red:h,h,h,33 yellow:h,h,h,3 turn=green"
    page = await sit_at(program, served, line, {**OTHERS, "green": [("swap", 1)]})
    await page.play("swap", "Let two pawns change places")
    await page.drag("20", "40")
    await page.says("Green plays Swap places: 20 ⇄ 40", "#moves")


@at_table(mode="lobby", speed=4.0)
async def test_half_an_exchange_is_finished_by_its_other_pawn(program, served):
    line = "partners-pawns green:h,h,0,z4 blue:15,33,z2,z4 red:h,30,z3,z4 yellow:10,14,z3,z4 turn=green"
    page = await sit_at(program, served, line, {**OTHERS, "green": [("swap", 1)]})
    await page.play("swap", "Let two pawns change places")
    other = await served.guest()
    await other.carry("blue", 33, 14)  # another hand, onto Yellow's pawn
    await page.stands("blue 14", "yellow 14")
    await page.until("document.querySelectorAll('.pawn.can').length === 1")
    await page.drag("14", "33")
    await page.says("Green plays Swap places: 33 ⇄ 14", "#moves")


@at_table(position=LINE.replace("green:h,h,20", "green:h,20,20"), speed=2.0)
async def test_keys_lead_a_pawn_only_where_it_may_go(program, served):
    page = await seated(program, served)
    await page.lay("5")
    await page.says("Red: move")
    await page.page.keyboard.press("m")
    label = await page.page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label.startswith("red pawn, space 44; can go to space 50"), label
    await page.counts(".pawn[tabindex='0']", 2)
    await page.page.keyboard.press("Enter")
    await page.says("Lifted: red pawn", "#spoken")
    await page.page.keyboard.press("ArrowRight")
    await page.says("space 50", "#spoken")
    await page.page.keyboard.press("Enter")
    await page.says("Red plays 5: 44 → 50", "#moves")

    await page.page.evaluate("document.activeElement.blur()")
    await page.lay("1/14")
    await page.says("Yellow: move")
    await page.page.keyboard.press("m")
    await page.page.keyboard.press("Enter")
    await page.counts(".pawn.mine", 1)
    await page.page.keyboard.press("ArrowRight")  # the next space is as near as the own one
    await page.page.keyboard.press("Enter")
    await page.says("Yellow plays 1 or 14: 33 → 34", "#moves")

    await page.page.evaluate("document.activeElement.blur()")
    await page.lay("5")
    await page.says("Green: move")
    await page.page.keyboard.press("m")
    for _ in range(4):  # a key that is held lifts once
        await page.page.keyboard.down("Enter")
    await page.counts(".pawn.mine", 1)
    await page.says("Put the pawn on a lit space")
    await page.page.keyboard.up("Enter")
    await page.page.keyboard.press(
        "ArrowLeft"
    )  # of a pair, too, the arrows lead to the goal and back only
    await page.page.keyboard.press("Enter")
    await page.says("Green plays 5: 20 → 25", "#moves")


@at_table(mode="lobby", speed=20.0)
async def test_sit_down_give_a_card_play_one_and_be_told_why_not(program, served):
    page = await seated(program, served, size=LAPTOP, language="nb-NO")
    assert await page.text("#lobby-title") == "Sett deg og spill"
    await sit(page, "partners-pawns", ALONE)
    await page.says("Velg et kort til partneren din")
    await page.counts(".hand .card", 4)
    await page.drag("green:h0", "0")
    await page.page.click(".hand .card")
    await page.until("document.querySelectorAll('.hand .card').length === 4")
    # Whoever begins: sooner or later it is our turn, and a pawn before a card is explained.
    await page.until(
        "/^(Din tur|Ingen av)/.test(document.querySelector('#title').textContent)", 90_000
    )
    await page.drag("green:h0", "0")
    await page.says("Velg først et kort", "#why")
    assert "green " not in await page.pawns()


@at_table()
async def test_the_page_says_that_the_table_is_gone_and_finds_it_again(program, served):
    page = await seated(program, served)
    port = served.server.port
    await served.server.stop()
    await page.says("The table is not there")
    await page.says(f"port {port}", "#hint")
    again = opened(position=LINE)
    await again.start(port)
    await page.says("Red begins")
    await again.stop()
    served.pages.clear()  # the browser complains that nobody answers
