# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A new game that is begun at the table, or from the cable, is a new game for the page too."""

import asyncio

import pytest
from pages import ALONE, sit_at
from tables import at_table

from tavle import cli

CLEARED = "partners-pawns green:h,h,h,20 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green"
STAGE = "document.querySelector('#hand').dataset.stage === '%s'"


@pytest.mark.browser
@at_table(mode="lobby", speed=10.0)
async def test_when_all_pawns_are_home_the_page_asks_for_a_new_game_and_begins_it(program, served):
    page = await sit_at(program, served, CLEARED, {"green": [("5", 1), ("2", 1)]})
    hands = await served.guest()
    await hands.carry("green", "20", "h")
    await page.says("New game?")
    await page.says("Put them back and this game goes on", "#hint")
    await page.page.click("[data-action=tidy]")
    await page.stands("green 20")
    await page.says("Your turn")
    await hands.carry("green", "20", "h")
    await page.page.click("[data-action=new]")
    await page.until(STAGE % "exchange")
    await page.counts(".hand .card", 4)
    assert (await page.text("#moves")).count("The game begins") == 2


@at_table(position="sorry red:h,h,h,10 blue:h,h,h,h turn=red")
async def test_the_first_move_of_a_new_game_is_told_as_any_other(served):
    guest = await served.guest()
    await guest.carry("red", "10", "h")
    await guest.view(phase="cleared")
    await guest.good("press", button="table", ms=120)
    begun = (await guest.until(lambda said: "record" in said))["record"]
    line, _, turn = begun["line"].partition(" turn=")
    assert (begun["kind"], line) == ("start", "sorry red:h,h,h,h blue:h,h,h,h")
    await guest.lays("1")
    await guest.carry(turn, "h", {"red": "4", "blue": "19"}[turn])
    moved = (await guest.until(lambda said: said.get("record", {}).get("kind") == "move"))[
        "record"
    ]
    assert moved["colour"] == turn and [part["from"] for part in moved["parts"]] == [f"{turn}:h"]


def config(served, name, value):
    port = served.server.table.cable.port
    assert cli.run(["config", "set", name, value, "--port", port]) == 0


def new(served, *words):
    assert cli.run(["new", *words, "--port", served.server.table.cable.port]) == 0


@pytest.mark.long
@at_table("partners-pawns", speed=100.0, cabled=True)
async def test_h2_the_pile_follows_the_game_that_is_begun_from_the_cable(served):
    guest = await served.guest()
    await asyncio.to_thread(new, served, "--options", "shuffle=deal,first=red")
    told = (await guest.until(lambda said: "hello" in said))["hello"]
    assert dict(told["house"]) == {"shuffle": "deal", "first": "red"}
    for seat, card in (("red", "2"), ("yellow", "3"), ("green", "5"), ("blue", "6")):
        shown = ", ".join(f"card {card} {copy}, wait 900" for copy in range(1, 5))
        await guest.does(f"press {seat} 1500, wait 300, {shown}")
    await guest.until(lambda said: said.get("event") == "round" and said["deal"] == 2)
    await guest.view(laid=[])


@pytest.mark.long
@at_table(mode="lobby", cabled=True)
async def test_people_at_the_page_play_the_game_that_is_begun_from_the_cable(served):
    guest = await served.guest()
    await guest.good("sit", rulebook="partners-nordic", who=ALONE)
    await asyncio.to_thread(
        new, served, "--rulebook", "partners-movers", "--options", "first=green"
    )
    told = await guest.until(
        lambda said: "hello" in said and said["hello"]["rulebook"] == "partners-movers"
    )
    party = told["view"]["party"]
    assert (party["who"], party["stage"], party["pile"]) == (ALONE, "exchange", 40)
    [card, copy, *_] = told["hands"]["green"][0]
    await guest.good("give", colour="green", card=card, copy=copy)


@pytest.mark.long
@at_table(position="sorry red:z5,f,f,f blue:h,h,h,30 turn=red", cabled=True)
async def test_after_a_win_the_next_game_has_the_seats_and_house_rules_that_were_set(served):
    guest = await served.guest()
    for name, value in (("options", "out=1"), ("seats", "0,2,3")):
        await asyncio.to_thread(config, served, name, value)
    await guest.lays("1")
    await guest.carry("red", "z5", "f")
    await guest.event("won")
    await guest.does("nocard, press table 2500")
    told = await guest.until(lambda said: "hello" in said)
    assert told["hello"]["playing"] == ["red", "yellow", "green"]
    assert dict(told["hello"]["house"])["out"] == "1"
    await guest.view(phase="setup")
    for _ in range(3):
        await guest.carry("red", "f", "h")
    await guest.carry("red", "f", "4")
    await guest.carry("yellow", "h", "34")
    await guest.carry("green", "h", "49")
    begun = await guest.until(lambda said: said.get("record", {}).get("kind") == "start")
    assert begun["record"]["line"].startswith("sorry red:h,h,h,4 yellow:h,h,h,34 green:h,h,h,49")


@at_table("sorry", cabled=True)
async def test_pawns_of_colours_that_do_not_play_are_put_away(served):
    guest = await served.guest()
    await asyncio.to_thread(new, served, "--seats", "red,yellow")
    told = await guest.until(lambda said: "hello" in said)
    assert told["hello"]["playing"] == ["red", "yellow"]
    assert {pawn["colour"] for pawn in told["view"]["pawns"]} == {"red", "yellow"}
    await guest.view(phase="card")
