# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The page for those who do not see, or see little: axe-core, targets for fingers, colours, motion."""

import os
import subprocess
import tarfile
from pathlib import Path

import pytest
from pages import LAPTOP, PHONE, Page, deal, looks_on, seated, sit, sit_at
from tables import at_table
from test_web_show import OTHER, shown

from tavle.words.catalogue import Words

pytestmark = pytest.mark.browser
AXE = "4.14.1"
LINE = "partners-pawns green:h,h,20,z3 blue:h,15,31,48 red:h,12,44,47 yellow:h,h,33,56 turn=red"
HOME = "partners-pawns green:h,h,h,h blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green"
WHO = {"green": "person", "blue": "device", "red": "easy", "yellow": "easy"}
SMALL = """() => [...document.querySelectorAll('button, select, summary, a, label.check')]
  .filter(e => e.offsetParent && !e.closest('.unseen'))
  .map(e => [e.id || e.className || e.textContent, e.getBoundingClientRect()])
  .filter(([, b]) => b.height < 32 || b.width < 32).map(([n, b]) => `${n} ${b.width}x${b.height}`)"""


@pytest.fixture(scope="session")
def axe(pytestconfig, alone):
    """Return axe-core's script: TAVLE_AXE names it, else npm brings the pinned one."""
    named = os.environ.get("TAVLE_AXE")
    if named:
        return Path(named).read_text(encoding="utf-8")
    folder = pytestconfig.cache.mkdir("axe")
    script = folder / f"axe-{AXE}.js"
    with alone("npm"):
        if not script.exists():
            subprocess.run(
                ["npm", "pack", "--silent", f"axe-core@{AXE}"], cwd=folder, check=True,
                capture_output=True, timeout=600,
            )  # fmt: skip
            with tarfile.open(folder / f"axe-core-{AXE}.tgz") as packed:
                script.write_bytes(packed.extractfile("package/axe.min.js").read())
    return script.read_text(encoding="utf-8")


async def clean(page, axe):
    """Let axe look at a page that has come to rest; nothing is to be found."""
    await page.rest()  # a card that is being dealt is still half transparent
    await page.page.evaluate(axe)
    found = await page.page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then(r => r.violations.map(v => [v.id, v.nodes.map(n => n.html)]))"
    )
    assert found == []
    assert await page.page.evaluate(SMALL) == []


@pytest.mark.axe
@pytest.mark.parametrize(
    "size,scheme,language",
    [
        (LAPTOP, "light", "nb"),
        (LAPTOP, "dark", "de"),
        (PHONE, "light", "fi"),
        (PHONE, "dark", "en"),
    ],
)
@at_table(mode="lobby")
async def test_axe_finds_nothing_in_a_game(program, served, axe, size, scheme, language):
    page = await seated(
        program, served, size, language, color_scheme=scheme, guided=False,
        reduced_motion="reduce",
    )  # fmt: skip
    await clean(page, axe)  # sitting down
    await sit(page, "partners-pawns", WHO)
    await page.until("document.querySelectorAll('.hand .card').length === 4")
    await clean(page, axe)
    await page.page.click("#help-open")
    await clean(page, axe)
    await page.page.click("#help-close")
    await page.page.click("#to-start")  # an earlier position
    await clean(page, axe)
    await page.page.click("#past-now")
    await page.page.click("#new-game")
    await clean(page, axe)


@pytest.mark.axe
@pytest.mark.parametrize("size,scheme", [(LAPTOP, "dark"), (PHONE, "light")])
@at_table(position=LINE, speed=10.0)
async def test_axe_finds_nothing_in_any_phase_of_the_table_and_in_all_of_the_workbench(
    program, served, axe, size, scheme
):
    page = await seated(program, served, size, "nb", color_scheme=scheme, reduced_motion="reduce")  # fmt: skip
    guest = await served.guest()
    title = Words("nb").say
    await guest.good("card", card="5")
    await page.says("flytt en brikke med 5")
    await guest.good("lift", colour="red", at="44")  # in the hand: where it may go is shown
    await page.says(title("head.held"))
    await clean(page, axe)
    await guest.good("place", colour="red", at="46")
    await page.until("!document.querySelector('#why').hidden")  # refused
    await clean(page, axe)
    await guest.carry("red", "46", "50")
    await page.says("44 → 50", "#moves")
    await guest.does("nocard, lift blue 48, wait 600, place blue 52")
    await page.says("hører til et annet sted")  # astray
    await clean(page, axe)
    await guest.carry("blue", "52", "48")
    await page.says(title("head.lay", colour="yellow"))
    await guest.good("noise", unplug="reader")
    await page.says(title("head.fault-reader"))
    await clean(page, axe)
    await guest.good("noise", unplug=None)
    await page.says(title("mended.reader"), "#hint")
    await page.page.evaluate("document.querySelector('#pause').click()")
    await page.says(title("head.paused"))
    await clean(page, axe)
    await page.page.evaluate("document.querySelector('#pause').click()")
    await guest.good("power", on=False)
    await page.says(title("head.off"))
    await clean(page, axe)

    await guest.good("table", rulebook="partners-pawns", position=LINE)
    await page.says("Rød begynner")
    await page.page.check("#raw")
    await page.page.evaluate("document.querySelectorAll('details').forEach(d => (d.open = true))")
    await page.page.click("#copy-link")
    await page.page.evaluate("document.querySelector('#set-position').requestSubmit()")
    await page.until("!document.querySelector('#toast').hidden")
    await clean(page, axe)
    await guest.good("card", card="swap")
    await page.says(title("head.named-swap", colour="red"))
    await guest.does("lift red 44, wait 700, lift blue 48, wait 700")
    await guest.does("place red 48, wait 700, place blue 44, wait 700")
    await page.says(title("head.ask"))
    await clean(page, axe)
    await guest.good("press", button="red", ms=150)
    await page.says("Gul", "#title")
    await guest.good("nocard")
    await guest.good("table", rulebook="partners-pawns", position=HOME)
    await page.says("Grønn", "#title")
    await guest.good("press", button="green", ms=1500)
    await page.says(title("head.fold", colour="green", n=0, of=4))
    await clean(page, axe)
    await guest.good("table", rulebook="sorry")
    await guest.does("power off, lift red h, place red 17, power on")
    await guest.view(on=True)
    await page.says("rød", "#title")  # a pawn is wanting where the game begins
    await clean(page, axe)


@pytest.mark.axe
@pytest.mark.parametrize("size", [LAPTOP, PHONE])
@at_table(mode="lobby", speed=10.0)
async def test_axe_finds_nothing_when_a_hand_cannot_be_used_and_when_a_game_is_won(
    program, served, axe, size
):
    line = (
        "partners-pawns green:58,z2,z3,z4 blue:h,h,h,h red:z1,z2,z3,z4 yellow:h,h,h,h turn=green"
    )
    hands = {"green": [("swap", 1), ("start", 1)], "blue": [("2", 1)]}
    page = await sit_at(program, served, line, hands, size, "nb")
    await page.says(Words("nb").say("head.no-card-you"))
    await clean(page, axe)
    await deal(served, {"green": [("2", 1)], "blue": [("2", 2)]})
    await page.load()
    await page.page.click("#actions [data-action=hint]")
    await page.counts(".card.hinted", 1)
    await clean(page, axe)
    await page.play("2", "Flytt en brikke med 2")
    await page.page.evaluate("scrollTo(0, 0)")
    await page.drag("58", "green:z1")
    await page.until("document.querySelector('#after').open")  # how it went
    await clean(page, axe)
    async with page.page.context.expect_page() as opened:
        await page.page.click("#after [data-say='after.review']")
    review = Page(await opened.value)
    await review.page.wait_for_load_state()
    for scheme in ("light", "dark"):  # it is the file that `tavle review` writes
        await review.page.emulate_media(color_scheme=scheme)
        await clean(review, axe)
    await review.page.close()
    await page.page.click("#after [data-say='lobby.close']")
    await page.says("har vunnet")
    await clean(page, axe)


@pytest.mark.axe
@pytest.mark.parametrize("size,scheme", [(LAPTOP, "dark"), (PHONE, "light")])
@at_table(mode="lobby", speed=10.0)
async def test_axe_finds_nothing_at_a_pile_a_die_a_seat_of_its_own_and_in_every_dialog(
    program, served, axe, size, scheme
):
    look = {"color_scheme": scheme, "reduced_motion": "reduce"}
    page = await seated(program, served, size, "nb", **look)
    await sit(
        page, "sorry", {"red": "person", "blue": "device", "yellow": "none", "green": "none"}
    )
    await page.until("document.querySelector('#links a')")
    seat = await page.page.get_attribute("#links a", "href")
    # Whose draw it is: one of the two begins.
    await page.until("document.querySelector('#actions [data-action=draw], .headline.wait')")
    await clean(page, axe)
    own = Page(await page.page.context.new_page())
    await own.page.goto(seat)
    await own.until("document.body.dataset.mode === 'play'")
    await clean(own, axe)
    await own.page.close()
    await page.page.click("#new-game")  # with a game that is going on
    await sit(page, "ludo-norsk", dict.fromkeys(("red", "yellow", "blue", "green"), "person"))
    await page.until("document.querySelector('#actions [data-action=throw]')")
    await clean(page, axe)
    await page.page.click("#new-game")
    await page.until("document.querySelector('#saved-list .open')")
    await page.page.click("#saved-list .drop")  # asks first
    await page.counts("#saved-list .drop.sure", 1)
    await clean(page, axe)
    await page.page.click("#lobby-close")
    await page.page.click("#help-open")
    await page.page.evaluate("document.querySelector('#help').scrollTo(0, 9999)")
    await clean(page, axe)


@pytest.mark.axe
@pytest.mark.parametrize("size", [LAPTOP, PHONE])
@at_table(position=LINE, speed=10.0, cabled=True)
async def test_axe_finds_nothing_on_the_page_of_a_real_table(program, served, axe, size):
    hands = await served.guest()
    async with shown(served.server.table.cable.port, OTHER) as home:
        page = await looks_on(program, home, size)
        await page.says(Words("nb").say("head.lay-table", colour="red"))
        await clean(page, axe)
        await hands.good("card", card="5")
        await page.says("flytt en brikke med 5")
        await page.drag("44", "49")
        await page.says(Words("nb").say("why.read-only"), "#why")
        await clean(page, axe)


@at_table(position=LINE)
async def test_forced_colours_and_reduced_motion_are_respected(program, served):
    page = await seated(program, served, forced_colors="active", reduced_motion="reduce")
    seen = await page.page.evaluate(
        "[...document.querySelectorAll('.pawn .man')].map(d => getComputedStyle(d).fill)"
    )
    assert len(set(seen)) == 4  # the pawns keep their colours
    moving = "getComputedStyle(document.querySelector('.pawn')).transitionProperty"
    assert await page.page.evaluate(moving) in ("none", "all")
    assert await page.page.evaluate(moving.replace("Property", "Duration")) == "0s"
