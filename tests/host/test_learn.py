# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Learning the wiring: any order, with and without a PC, power cuts, every button."""

import pytest
from follower import (
    DONE_MS,
    Follower,
    board_order,
    done,
    live,
    problems,
    scrambled,
    start,
    table,
    taught,
    wiring_of,
)

from tavle.sim.player import Players


@pytest.mark.parametrize(
    "rulebook",
    [
        "partners-pawns",
        pytest.param("ludo-norsk", marks=pytest.mark.long),
        pytest.param("sorry", marks=pytest.mark.long),
    ],
)
def test_inputs_in_any_order_are_learnt_with_one_pawn_per_light(rulebook):
    with table(rulebook) as session:
        person = Follower(session)
        order = scrambled(session.world.spaces.n_bits, 5)
        session.world.rewire(order)
        events = taught(session, person)
        assert events[-1]["saved"] and problems(events) == []
        assert person.places == session.world.spaces.n_bits
        assert wiring_of(session) == (order, list(range(session.world.spaces.layout.N_LEDS)))
        # It goes back to the game by itself, and plays with the new map.
        for colour in session.world.spaces.colours:
            for slot in range(4):
                session.world.place(colour, "h", slot)
        session.run_ms(12_000)
        assert any(e.get("event") == "ready" for e in session.events)
        assert session.request("state")["phase"] in ("deal", "card")
        assert session.target.complaints == [] and session.noise == []


def test_lights_in_any_order_are_learnt_by_a_walk():
    with table() as session:
        world = session.world
        inputs = scrambled(96, 7)[:92]  # free inputs of the last chip are as good
        lights = scrambled(world.spaces.layout.N_LEDS, 8)
        person = Follower(session, walk=board_order(session))
        world.rewire(inputs, lights)
        events = taught(session, person, method="walk")
        assert events[-1]["saved"] and problems(events) == []
        assert wiring_of(session) == (inputs, lights)
        # A game is followed on it, and its lights are where they belong.
        session.run_ms(500)
        for colour in world.spaces.colours:
            for slot in range(4):
                world.place(colour, "h", slot)
        session.run_ms(12_000)
        players = Players(session, 2)
        assert len(list(players.play(8))) == 8
        session.run_ms(6000)
        shown = session.lights()[0]
        turn = players.line.partition("turn=")[2].split(" ")[0]
        assert [name for name in shown if name.endswith(":seat")] == [turn + ":seat"]


def test_a_power_cut_costs_one_space_at_most():
    with table() as session:
        person = Follower(session)
        session.world.rewire(scrambled(92, 1))
        session.run_ms(200)
        start(session)
        learnt = 0
        for _ in range(3):
            events = live(session, person, DONE_MS, lambda e, n=80 - learnt: e.get("left") == n)
            learnt += len([e for e in events if e.get("step") == "learnt"])
            session.power(False)
            session.run_ms(50)
            session.power(True)
            session.run_ms(1500)
            found = start(session)["learnt"]
            assert learnt - 1 <= found <= learnt
            learnt = found
            session.events.clear()
        assert live(session, person, DONE_MS, done)[-1]["saved"]
        assert wiring_of(session)[0] == session.world.contacts.inputs


def test_without_a_pc_the_table_button_at_power_on_starts_it():
    with table("ludo-norsk") as session:
        person = Follower(session)
        session.power(False)
        session.world.rewire(scrambled(104, 3))
        session.world.press("table", True)
        session.power(True)
        session.run_ms(4000)  # held for long: that is no order to stop
        session.world.press("table", False)
        assert live(session, person, DONE_MS, done)[-1]["saved"]
        session.run_ms(12_000)
        assert wiring_of(session)[0] == session.world.contacts.inputs
        assert session.request("state")["mode"] == ""


@pytest.mark.long
def test_a_seat_button_held_says_that_the_lights_are_in_another_order():
    with table() as session:
        world = session.world
        person = Follower(session, walk=board_order(session))
        world.rewire(scrambled(92, 2), scrambled(96, 2))
        session.run_ms(200)
        start(session)
        session.run_ms(1000)
        world.press("red", True)
        session.run_ms(1300)
        world.press("red", False)
        session.run_ms(300)
        assert session.request("learn.state")["method"] == "walk"
        assert live(session, person, 2 * DONE_MS, done)[-1]["saved"]
        assert wiring_of(session) == (world.contacts.inputs, world.lights)


def test_a_held_table_button_ends_it_and_keeps_what_was_learnt():
    with table() as session:
        person = Follower(session)
        session.run_ms(200)
        start(session)
        live(session, person, DONE_MS, lambda e: e.get("left") == 85)
        session.world.press("table", True)
        session.run_ms(2500)
        session.world.press("table", False)
        session.run_ms(2000)
        assert session.request("state")["mode"] == ""
        assert start(session)["learnt"] >= 7


@pytest.mark.long
def test_bounce_and_bad_requests_do_no_harm():
    with table("sorry") as session:
        session.world.faults.bounce = True
        person = Follower(session)
        assert not session.request("learn.skip")["ok"]
        start(session)
        assert not session.request("tags.start")["ok"]
        assert session.request("learn.start")["ok"]
        assert live(session, person, DONE_MS, done)[-1]["saved"]
        assert wiring_of(session)[0] == list(range(112))
