# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""House rules on the page: offered and kept in the lobby, sent to the server, kept with the game, told in the help."""

import pytest
from pages import begin, seated
from tables import at_table

SIT = {
    "rulebook": "sorry",
    "who": dict.fromkeys(("red", "blue"), "person") | dict.fromkeys(("yellow", "green"), "none"),
}
RULED = {"out": "1", "own_landing": "bump", "first": "blue"}


@at_table("partners-pawns", mode="lobby")
async def test_a_game_is_begun_by_house_rules_and_opened_again_with_them(served):
    guest = await served.guest()
    await guest.good("sit", **SIT, options=RULED)
    greeting = await guest.until(lambda said: "hello" in said)
    assert dict(greeting["hello"]["house"]) == RULED
    begun = "sorry red:h,h,h,4 blue:h,h,h,19 turn=blue opt=own_landing:bump"
    assert greeting["entries"][0]["line"] == begun
    await guest.good("bench")
    name = (await guest.good("saved"))["games"][0]["name"]
    await guest.good("open", name=name)
    again = await guest.until(lambda said: "hello" in said and said["entries"][0]["line"] == begun)
    assert dict(again["hello"]["house"]) == RULED


@at_table("partners-pawns", mode="lobby")
async def test_house_rules_that_cannot_be_are_refused_and_nothing_changes(served):
    guest = await served.guest()
    for wrong in ({"forced": "no"}, {"out": "2"}, {"out": 1}, {"first": "green"}):
        said = await guest.do("sit", **SIT, options=wrong)
        assert (said["ok"], said["error"]) == (False, "no-such-house-rule"), wrong
    assert guest.heard == [] or not any("hello" in said for said in guest.heard)


@pytest.mark.browser
@at_table("partners-pawns", mode="lobby")
async def test_a_family_sets_its_house_rules_in_the_lobby_and_finds_them_kept(program, served):
    page = await seated(program, served)
    raw = page.page
    await raw.check("#games input[value=ludo-norsk]")
    await raw.click("#house-rules summary")
    await raw.select_option("#rule-forced", "no")
    await raw.select_option("#rule-first", "yellow")
    await raw.check("#games input[value=sorry]")
    await page.counts("#rule-own_landing", 1)
    await raw.reload()
    await page.until("document.querySelector('#lobby').open")
    await raw.check("#games input[value=ludo-norsk]")
    assert await raw.input_value("#rule-forced") == "no"
    await begin(page, {})
    await page.says("A throw that you can use: may be declined", "#house")
    await page.says("Who begins: Yellow", "#house")
    await page.says("You may let a throw go", "#rules")
