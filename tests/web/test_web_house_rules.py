# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""House rules on the page: offered and kept in the lobby, sent to the server, kept with the game, told in the help."""

import asyncio
import contextlib

import pytest
from pages import begin, seated
from tables import at_table
from test_web_show import shown

from tavle import cli
from tavle.paths import add_firmware
from tavle.sim.session import Session, TableSpec
from tavle.web.party import Party

add_firmware()
from rules import load  # noqa: E402

SIT = {
    "rulebook": "sorry",
    "who": dict.fromkeys(("red", "blue"), "person") | dict.fromkeys(("yellow", "green"), "none"),
}
RULED = {"out": "1", "own_landing": "bump", "first": "blue"}


@at_table("partners-pawns", mode="lobby")
async def test_a_game_is_begun_by_house_rules_that_can_be_and_opened_again_with_them(served):
    guest = await served.guest()
    for wrong in ({"forced": "no"}, {"out": "2"}, {"out": 1}, {"first": "green"}):
        said = await guest.do("sit", **SIT, options=wrong)
        assert (said["ok"], said["error"]) == (False, "no-such-house-rule"), wrong
    assert not any("hello" in said for said in guest.heard)
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


def test_h2_people_at_the_page_get_new_cards_for_every_deal():
    who = dict.fromkeys(("green", "blue", "red", "yellow"), "person")
    for shuffle, left in (("cycle", 24), ("deal", 40)):
        party = Party(load("partners-nordic", None, {"shuffle": shuffle}), who)
        for deal in (1, 2):
            party.hear(
                {"event": "round", "dealer": "yellow", "deal": deal, "first": "green"}, "green"
            )
        assert party.public("green")["pile"] == left, shuffle


def test_h2_the_pile_at_the_workbench_is_whole_again_when_the_table_says_so():
    with contextlib.closing(
        Session(TableSpec("partners-pawns", options={"shuffle": "deal"}))
    ) as one:
        one.until_ready()
        for deal in (1, 2):
            one.world.box.laid.add(("7", 1))
            one._heed({"event": "round", "dealer": "yellow", "deal": deal, "first": "green"})
        assert one.world.box.laid == set()


@at_table("sorry", cabled=True)
async def test_a_real_table_tells_the_house_rules_that_no_position_line_carries(served):
    def on_cable(*words):
        assert cli.run([*words, "--port", served.server.table.cable.port]) == 0

    await asyncio.to_thread(on_cable, "new", "--options", "out=1,first=blue")
    async with shown(served.server.table.cable.port) as home:
        guest = await home.guest()
        assert dict(guest.hello["hello"]["house"]) == {
            "own_landing": "illegal", "out": "1", "first": "blue",
        }  # fmt: skip
