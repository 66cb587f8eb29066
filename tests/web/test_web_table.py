# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The table behind the page: power, buttons, faults, random hands, fresh tables."""

import asyncio

import pytest
from tables import LINE, at_table, house

from rules import RULEBOOKS
from tavle.errors import TavleError
from tavle.web.orders import Order

OVER = "sorry red:f,f,f,f blue:h,h,h,9 yellow:h,h,h,h green:h,h,h,h turn=none winner=red"


BACK = "sorry red:28,43,f,f yellow:z3,f,f,f turn=red"


@pytest.mark.parametrize("who", ("person", "easy"))
@at_table(mode="lobby")
async def test_a_card_of_which_every_slide_leads_back_ends_the_turn(served, who):
    # Four back from 28 and from 43 are triangles whose slides end on 28 and on 43 (S7).
    guest = await served.guest()
    seats = {"red": who, "yellow": "person", "blue": "none", "green": "none"}
    await guest.good("sit", rulebook="sorry", position=BACK, who=seats)
    table = served.server.table
    table.submit(Order(None, lambda _: table._sitting.party._deck.append(("4", 1))))
    await guest.good("speed", factor=40)
    if who == "person":
        await guest.view(phase="card")
        await guest.good("take", colour="red")
        assert (await guest.view(card="4"))["options"] == [[]], "no way to drag a pawn"
        await guest.good("press", button="red", ms=150)
    accepted = await guest.event("accepted")
    assert accepted["position"] == BACK.replace("turn=red", "turn=yellow")


@at_table(position=LINE)
async def test_the_plug_is_pulled_and_the_game_comes_back(served):
    guest = await served.guest()
    await guest.lays("5")
    await guest.does("lift green 20, power off")
    view = await guest.view(on=False)
    assert view["phase"] == "off" and view["pawns"][3]["at"] == ""
    assert (await guest.do("hands", on=True))["error"] == "no-power"
    await guest.does("place green 20, power on")
    assert (await guest.event("ready"))["rulebook"] == "partners-pawns"
    # The card still lies on the slot: it is read again.
    assert (await guest.view(phase="move"))["firmware"] == LINE
    frames = [message["frame"] for message in guest.heard if "frame" in message]
    assert "" in frames and frames[-1] != ""


@at_table("ludo-norsk", speed=1.0)
async def test_the_button_of_a_page_that_is_closed_comes_up(served):
    one, two = await served.guest(), await served.guest()
    await one.good("press", button="red", down=True)
    await two.pass_ms(300)
    assert not [message for message in two.heard if message.get("event") == "rolled"]
    await one.socket.close()
    assert 1 <= (await two.event("rolled"))["value"] <= 6


@at_table()
async def test_faults_are_shown_to_every_page(served):
    one, two = await served.guest(), await served.guest()
    await one.good("noise", bounce=True, stuck={"31": 1}, flicker=["red:h0"], unplug="reader")
    assert (await two.event("fault"))["part"] == "reader"
    noise = {"bounce": True, "flicker": ["red:h0"], "stuck": {"31": 1}, "tag_errors": 0.0}
    assert (await two.view(noise={**noise, "unplug": "reader"}))["on"]
    await two.good("noise", stuck={"31": None}, flicker=[], unplug=None, bounce=False)
    mended = {"bounce": False, "flicker": [], "stuck": {}, "tag_errors": 0.0, "unplug": None}
    assert (await one.view(noise=mended))["on"]


@at_table(speed=1.0)
async def test_a_pause_is_seen_also_while_what_somebody_else_wants_takes_its_time(served):
    one, two = await served.guest(), await served.guest()
    await one.socket.send_str('{"id": 99, "do": "wait", "ms": 3000}')
    await asyncio.sleep(0.5)
    await two.good("pause", on=True)
    async with asyncio.timeout(20):
        assert (await two.view(paused=True))["on"]
        await two.good("pause", on=False)
        assert (await two.view(paused=False))["on"]
        assert (await one.answer())["ok"]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@at_table()
async def test_random_hands_play_every_game(served, rulebook):
    guest = await served.guest()
    await guest.good("speed", factor=100)
    await guest.good("hands", on=True)
    moves = 0
    while moves < 3:
        moves += (await guest.event("accepted"))["move"] != "-"
    assert (await guest.view(playing=True))["on"]
    assert not [message for message in guest.heard if "fault" in message]


@at_table("sorry")
async def test_random_hands_stop_when_somebody_reaches_for_the_table_and_come_again(served):
    guest = await served.guest()
    # Hands are taken away in the middle of a move: pawns may be in the air.
    for speed, what, fields in (
        (50.0, "hands", {"on": False}),
        (49.0, "nocard", {}),
        (48.0, "power", {"on": False}),
    ):
        await guest.good("hands", on=True)
        await guest.view(playing=True)
        # What touches nothing does not disturb them.
        await guest.good("noise", bounce=True)
        await guest.good("speed", factor=speed)
        assert (await guest.view(speed=speed))["playing"] is True
        await guest.event("accepted")
        await guest.good(what, **fields)
        view = await guest.view(playing=False)
        assert view["speed"] == speed and view["on"] is (what != "power")
    assert not [message for message in guest.heard if "fault" in message]


LUDO = "ludo-norsk red:h,h,h,h yellow:h,h,h,h blue:h,h,h,h green:h,h,h,h turn=red"


@pytest.mark.parametrize(
    ("position", "left", "phases"),
    [
        (LUDO, "press red 100, wait 200", ("card", "move")),
        (LINE, "press green 1200, wait 200", ("fold",)),
        (LINE, "card 5, wait 900, lift green 20, lift red 40, place red blue:z2, lift yellow h 2", ("move",)),
    ],
)  # fmt: skip
@at_table()
async def test_random_hands_tidy_up_whatever_they_find(served, position, left, phases):
    guest = await served.guest()
    await guest.does(left)
    assert (await guest.good("state"))["phase"] in phases
    await guest.good("hands", on=True)
    for _ in range(2):
        await guest.event("accepted")
    assert not [message for message in guest.heard if "fault" in message]


@at_table("sorry")
async def test_random_hands_shuffle_the_pile_they_draw_from(served):
    guest = await served.guest()
    for _ in range(12):
        await guest.good("draw")
    await guest.until(lambda message: len(message.get("view", {}).get("laid", [])) == 12)
    await guest.good("hands", on=True)
    await guest.until(lambda message: 0 < len(message.get("view", {}).get("laid", [])) < 12)
    assert (await guest.view(playing=True))["on"]


@at_table(position=OVER)
async def test_a_game_that_is_over_has_the_winners_lights_and_random_hands_begin_a_new_one(served):
    guest = await served.guest()
    await guest.good("wait", ms=4000)
    await guest.view(phase="over")
    told = {(await guest.good("light", name=name))["means"] for name in ("5", "9", "red:h1")}
    assert told == {"winner"}
    await guest.good("hands", on=True)
    while (await guest.event("accepted"))["move"] == "-":
        pass
    assert " turn=none" not in (await guest.good("state"))["firmware"]


@at_table()
async def test_a_broken_table_is_told_to_who_asks_the_hands_to_play(served):
    guest = await served.guest()
    await guest.good("noise", chip_missing=2)
    await guest.event("fault")
    await guest.good("hands", on=True)
    told = await guest.until(lambda message: "fault" in message)
    assert "the random hands cannot play" in told["fault"]
    assert (await guest.view(playing=False))["on"]


@at_table("ludo-norsk")
async def test_where_there_is_no_pile_a_die_is_thrown(served):
    answer = await (await served.guest()).good("draw")
    assert answer["card"] in ("1", "2", "3", "4", "5", "6")


@at_table()
async def test_a_fresh_table_of_another_game(served):
    one, two = await served.guest(), await served.guest()
    await one.good("lift", colour="red", at="h")
    await one.good("table", rulebook="sorry")
    for guest in (one, two):
        hello = await guest.until(lambda message: "hello" in message)
        assert hello["hello"]["rulebook"] == "sorry" and len(hello["hello"]["spaces"]) == 112
        assert {pawn["at"][-2] for pawn in hello["view"]["pawns"]} == {"h"}
    assert (await two.good("state"))["firmware"].startswith("sorry red:h,h,h,h")
    refused = await one.do("table", rulebook="halma")
    assert "no rulebook 'halma'" in refused["error"]
    assert (await one.good("state"))["firmware"].startswith("sorry ")


@at_table()
async def test_a_table_that_is_kept_in_a_file_stays_what_it_is(served, tmp_path):
    path = str(tmp_path / "table")
    async with house(position=LINE, state_file=path) as first:
        guest = await first.guest()
        refused = await guest.do("table", rulebook="sorry")
        assert "is kept in" in refused["error"]
        with pytest.raises(TavleError, match="another program has this game open"):
            async with house(state_file=path):
                pass
        await guest.good("lift", colour="red", at="40")
    async with house(state_file=path) as second:
        guest = await second.guest()
        assert [p["at"] for p in guest.hello["view"]["pawns"] if p["colour"] == "red"][3] == ""


@at_table()
async def test_a_controller_that_dies_is_told_and_can_be_started_again(served):
    guest = await served.guest()
    served.server.table._session.target._process.kill()
    told = await guest.until(lambda message: "fault" in message)
    assert "the simulated controller died" in told["fault"]
    assert (await guest.view(on=False))["phase"] == "off"
    await guest.good("power", on=True)
    await guest.event("ready")
