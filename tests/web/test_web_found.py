# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What left people lost at the first page, each once: where they look, something says what to do now."""

import pytest
from pages import ALONE, LAPTOP, PHONE, seated, sit, sit_at
from tables import at_table
from test_web_page import LINE, MACHINE

from tavle.live.words import Teller
from tavle.web import moves
from tavle.words.catalogue import NAMES, Words

pytestmark = pytest.mark.browser
STUCK = "partners-pawns green:h,h,h,3 blue:h,h,h,h red:h,h,h,40 yellow:h,h,h,h turn=green"
ALL_HOME = "partners-pawns green:h,h,h,h blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green"


@at_table(position=LINE, speed=4.0)
async def test_lights_are_explained_by_a_click_and_in_the_help(program, served):
    page = await seated(program, served)
    await page.until("document.querySelector('#lights').dataset.lit.split(' ').length >= 2")
    lit = await page.page.evaluate("document.querySelector('#lights').dataset.lit.split(' ')")
    told = {await page.means(name, "turn", "dealer", "deal") for name in lit}
    assert all(f"light.{name}" in Words("nb").sentences for name in told)
    await page.lay("5")
    await page.says("Red: move")
    await page.means("44", "movable")
    await page.page.mouse.click(*await page.space("59"))
    await page.says("space 59: this light is off", "#light-told")
    await page.page.click("#help-open")
    legend = await page.page.inner_text("#legend")
    for name in ("turn", "dealer", "deal", "wall", "choice"):
        assert Words("en").say(f"light.{name}") in legend


@at_table(mode="lobby")
async def test_a_star_and_a_globe_say_what_they_do_and_nothing_hides_it(program, served):
    page = await seated(program, served, (360, 640))
    await sit(page, "ludo-dansk", {"red": "person", "yellow": "none", "blue": "person", "green": "none"})  # fmt: skip
    for name, sign, rule in (("5", "star", "barrier"), ("8", "globe", "enter")):
        await page.tap(name)
        words = Words("en")
        await page.says(words.say(f"at.{sign}", n=int(name)), "#light-told")
        await page.says(words.say(f"rules.ludo-dansk.{rule}"), "#light-told")
    seen = """() => {
      const box = document.querySelector('#light-told');
      box.style.pointerEvents = 'auto';
      const { x, y, height } = box.getBoundingClientRect();
      return document.elementFromPoint(x + 12, y + height / 2) === box;
    }"""
    assert await page.page.evaluate(seen)


SAID = (
    {"event": "ready", "rulebook": "partners-pawns", "position": LINE, "version": "1.2"}, {"event": "ready"},
    {"event": "round", "dealer": "red", "deal": 2, "first": "green"}, {"event": "rolled", "value": 6},
    {"event": "card", "card": "-4", "playable": True}, {"event": "card", "card": "5", "copy": 1, "playable": False},
    {"event": "refused", "what": "card", "reason": "not-your-turn", "text": "x"},
    {"event": "refused", "what": "fold", "reason": "unheard-of", "text": "as the table says"},
    {"event": "accepted", "move": "-", "position": LINE, "asked": True},
    {"event": "ask", "choices": ["a"]}, {"event": "ask", "choices": ["a", "b"]}, {"event": "undone", "position": LINE},
    {"event": "guide", "missing": ["red:17", "red:h"], "extra": ["blue:h"]}, {"event": "guide", "missing": ["red:44"], "extra": []},
    {"event": "guide", "missing": [], "extra": ["green:4"]}, {"event": "guide", "missing": [], "extra": []},
    {"event": "folded", "colour": "blue"}, {"event": "won", "winner": "red"}, {"event": "won", "winner": "green+red"},
    {"event": "resync", "position": LINE, "ignored": []}, {"event": "fault", "part": "reader", "text": "no answer"},
    {"event": "fault", "part": "reader", "text": "", "over": True}, {"event": "fault", "part": "scan", "text": "it stopped"},
    {"event": "seats", "seats": {"red": "hard", "blue": "human"}}, {"event": "lay", "seat": "red", "what": "pass"},
    {"event": "laid", "seat": "red", "taken": True}, {"event": "laid", "seat": "red", "taken": False},
    {"event": "wish", "seat": "red", "card": "5", "move": "r44>50"},
)  # fmt: skip
# Every kind of event in the words of the page, on the board that a page is greeted with.
TOLD = """said => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/socket`);
  socket.onmessage = async ({ data }) => {
    const { hello } = JSON.parse(data);
    if (!hello) return;
    socket.close();
    const { Log } = await import("/log.js");
    const { Places } = await import("/places.js");
    const log = new Log();
    log.places = new Places(hello);
    done(said.map((event) => log.words(event)));
  };
})"""


@at_table(position=LINE)
async def test_the_page_tells_an_event_as_the_terminal_does(program, served):
    page = await seated(program, served)
    record = moves.Record(LINE, [{"parts": [], "line": LINE}])
    lines = [moves.told(event, "red", record) for event in SAID]
    for language in ("nb", "en"):
        await page.page.select_option("#language", language)
        await page.until(f"document.documentElement.lang === '{language}'")
        heard = await page.page.evaluate(TOLD, lines)
        for event, text in zip(SAID, heard, strict=True):
            teller = Teller(Words(language))
            teller.line = LINE
            assert text == teller.event(event), event


@pytest.mark.parametrize("language", NAMES)
def test_one_choice_is_not_asked_for_as_which_of_one(language):
    teller = Teller(Words(language))
    one = teller.event({"event": "ask", "choices": ["a"]})
    three = teller.event({"event": "ask", "choices": ["a", "b", "c"]})
    assert "1" not in one and one.endswith("?") and "3" in three


@at_table(position=STUCK, speed=10.0)
async def test_a_stuck_switch_is_told_as_one_and_can_be_played_on_without(program, served):
    page = await seated(program, served)
    await page.says("begins")
    guest = await served.guest()
    await guest.good("noise", stuck={"22": 1})
    await page.says("Does not belong here: ")
    title = await page.text("#title")
    assert "space 22" in title and not MACHINE.search(title)
    await page.says("the switch is stuck: hold the table button", "#hint")
    await guest.good("press", button="table", ms=2200)
    await page.until("!document.querySelector('#title').textContent.includes('belong')")


@at_table(position=ALL_HOME, speed=10.0)
async def test_a_fold_says_how_many_cards_are_shown(program, served):
    page = await seated(program, served)
    guest = await served.guest()
    await guest.good("press", button="green", ms=1500)
    for n, card in enumerate(("5", "6"), 1):
        await guest.does(f"card {card}, wait 900")
        await page.says(f"Green folds: {n} of 4 shown")
        await guest.does("nocard, wait 600")


@at_table(mode="lobby", speed=10.0)
async def test_in_a_game_the_hand_is_put_down_with_one_button(program, served):
    line = "partners-pawns green:h,h,h,h blue:h,h,h,3 red:h,h,h,h yellow:h,h,h,h turn=green"
    hands = {"green": [("5", 1), ("6", 2), ("9", 1), ("10", 1)], "blue": [("2", 1), ("3", 1)]}
    page = await sit_at(program, served, line, hands)
    await page.says("None of your cards can be used")
    await page.counts(".hand .card.cannot", 4)
    await page.page.click("#actions [data-action=fold]")
    await page.says("Green folds", "#moves")
    await page.until("document.querySelectorAll('.hand .card').length === 0")


@at_table(mode="lobby", speed=4.0)
async def test_a_card_that_cannot_be_used_says_why_and_a_withdrawn_one_comes_back(program, served):
    line = STUCK.replace("red:h,h,h,40", "red:h,h,h,h")
    page = await sit_at(program, served, line, {"green": [("5", 1), ("swap", 1)]})
    await page.page.click(".hand [data-card=swap]")
    await page.says("No two pawns on the ring can change places", "#why")
    await page.until("!document.querySelector('.laid')")
    await page.counts(".hand .card", 2)
    assert "Swap" not in await page.text("#moves")
    await page.play("5", "Move a pawn with 5")
    await page.counts(".hand .card", 1)
    await page.page.click("#actions [data-action=withdraw]")
    await page.counts(".hand .card", 2)
    await page.until("!document.querySelector('.laid')")


@pytest.mark.parametrize("size", [LAPTOP, (844, 390), PHONE, (360, 640)])
@at_table(mode="lobby", speed=2.0)
async def test_the_guide_hides_no_space_of_a_first_turn_can_be_skipped_and_ends_by_itself(
    program, served, size
):
    # Yards, starts and the card slot: what can be touched before the first move is made.
    covered = """() => {
      const g = document.querySelector('#guide').getBoundingClientRect();
      const hit = (e) => { const b = e.getBoundingClientRect(); return b.left < g.right && b.right > g.left && b.top < g.bottom && b.bottom > g.top; };
      return [...document.querySelectorAll('#face [id*=":h"], #face .slot, .pawn .man, #hand .card, #actions button')]
        .filter(hit).length;
    }"""
    page = await seated(program, served, size, "fi", guided=False)
    await sit(page, "partners-pawns", ALONE)
    await page.until("!document.querySelector('#guide').hidden")
    await page.counts(".hand .card", 4)
    await page.rest()
    told = []
    while await page.page.is_visible("#guide"):
        told.append(await page.text("#guide-text"))
        assert await page.page.evaluate(covered) == 0, told
        await page.page.click("#guide-next")
    assert len(told) == 6 and len(set(told)) == 6
    await page.page.click("#help-open")
    await page.page.click("#guide-again")
    await page.page.click("#guide-skip")
    assert not await page.page.is_visible("#guide")


@at_table(mode="lobby", speed=4.0)
async def test_listening_says_where_the_pawns_are_and_what_they_may_do(program, served):
    page = await sit_at(program, served, STUCK, {"green": [("5", 1), ("6", 1)]})
    spoken = """() => { window.said = []; window.speechSynthesis.speak = (one) => said.push(one.text); }"""
    await page.page.evaluate(spoken)
    await page.page.click("#speak")
    await page.page.keyboard.press("w")
    await page.says("Green: Green's home 1", "#light-told")
    await page.page.keyboard.press("v")
    await page.says("No pawn can move", "#light-told")
    await page.page.keyboard.press("1")
    await page.says("Move a pawn with 5")
    await page.page.keyboard.press("v")
    await page.says("green pawn, space 3; can go to space 8", "#light-told")
    said = await page.page.evaluate("window.said")
    assert any("Move a pawn with 5" in one for one in said), said
    assert any("can go to space 8" in one for one in said)


@at_table(mode="lobby", speed=4.0)
async def test_a_press_on_a_pawn_that_stays_says_what_the_light_under_it_means(program, served):
    page = await sit_at(program, served, STUCK, {"green": [("5", 1), ("6", 1)]}, language="nb")
    own = Words("nb").say
    # The dealer's and the deal's lights shine under the pawns of a home.
    await page.until(
        "document.querySelector('#lights').dataset.lit.split(' ').includes('yellow:h0')"
    )
    x, y = await page.space("yellow:h0")
    meant = own("light.dealer"), own("light.deal")
    while True:  # what a light means shows in its rhythm of the last 1.6 s
        await page.page.mouse.click(x, y)
        await page.says(own("why.card-first"), "#why")
        await page.until("document.querySelector('#light-told').textContent !== ''")
        if (await page.text("#light-told")).endswith(meant):
            break


@at_table(position=LINE, speed=4.0)
async def test_what_has_no_sentence_is_what_the_simulator_says(program, served):
    page = await seated(program, served, language="nb")
    await page.page.click("#positions summary")
    await page.page.fill("#position", "partners-pawns green:nowhere")
    await page.page.click("#set-position [type=submit]")
    await page.says(Words("nb").say("why.simulator", error=""), "#toast")


@at_table(mode="lobby", speed=4.0)
async def test_who_carries_a_pawn_about_for_long_still_reads_why_it_went_back(program, served):
    page = await sit_at(program, served, STUCK, {"green": [("5", 1), ("6", 1)]})
    await page.play("5", "Move a pawn with 5")
    guest = await served.guest()
    mouse = page.page.mouse
    await mouse.move(*await page.space("3"))
    await mouse.down()
    await mouse.move(*await page.space("6"), steps=4)
    await guest.event("guide")  # in the air so long that the table misses it
    await mouse.up()
    while (await guest.event("guide"))["missing"]:
        pass
    await page.says("The rules do not allow that move", "#why")


@at_table(mode="lobby", speed=4.0)
async def test_only_seats_that_make_a_game_are_offered(program, served):
    page = await seated(program, served, language="nb")
    checked = "document.activeElement === document.querySelector('#games input:checked')"
    await page.until(checked)  # the keys begin at the game that is chosen
    await page.page.check("#games input[value=ludo-norsk]")
    await page.says("Rød og Blå", "#two")
    await page.page.click("#house-rules summary")
    await page.page.select_option("#rule-first", "yellow")
    absent = "[...document.querySelectorAll('#seats [value=none]')].map(o => o.disabled).join()"

    async def sits(colour, who):
        await page.page.select_option(f"#who-{colour}", who)
        return await page.page.evaluate(absent)

    assert await sits("red", "none") == "false,true,true,true"
    await sits("red", "person")
    await sits("green", "none")
    assert await sits("yellow", "none") == "true,false,true,false"
    assert await page.page.input_value("#rule-first") == "red"  # Yellow is not there
    await page.page.click("#begin")
    await page.until("document.body.dataset.mode === 'play'")
