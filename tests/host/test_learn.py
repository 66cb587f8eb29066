# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Learning the wiring: any order, with and without a PC, power cuts, every button; faults are found and named."""

import pytest
from follower import (
    DONE_MS,
    Follower,
    Skipper,
    board_order,
    done,
    live,
    problems,
    scrambled,
    start,
    table,
    taught,
    toward,
    wiring_of,
)

from tavle.sim.player import Players


@pytest.fixture
def session():
    with table() as one:
        yield one


@pytest.fixture
def world(session):
    return session.world


def begun(session):
    """Let the table begin to learn a moment after the start."""
    session.run_ms(200)
    return start(session)


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


@pytest.mark.long
def test_lights_in_any_order_are_learnt_by_a_walk(session, world):
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


@pytest.mark.long
def test_a_power_cut_costs_one_space_at_most(session):
    person = Follower(session)
    session.world.rewire(scrambled(92, 1))
    begun(session)
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


@pytest.mark.long
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
def test_bounce_does_no_harm():
    with table("sorry") as session:
        session.world.faults.bounce = True
        person = Follower(session)
        start(session)
        assert live(session, person, DONE_MS, done)[-1]["saved"]
        assert wiring_of(session)[0] == list(range(112))


# With faults: each is found and named, and nothing is guessed.


def test_a_dead_switch_is_left_out_and_only_it_is_asked_after_mending(session, world):
    world.rewire(scrambled(92, 4))
    dead = world.spaces.any_bit("17")
    person = Skipper(session)
    world.contacts.set_stuck({dead: 0})
    events = taught(session, person)
    assert not events[-1]["saved"] and events[-1]["missing"] == 1
    assert [(p["what"], p["place"]) for p in problems(events)] == [("silent", "17")]
    assert wiring_of(session) is None
    session.request("learn.stop")
    session.run_ms(2000)
    world.contacts.set_stuck({dead: None})
    session.run_ms(100)
    session.events.clear()
    assert start(session)["learnt"] == 91
    before = person.places
    assert live(session, person, DONE_MS, done)[-1]["saved"]
    assert person.places <= before + 2 and wiring_of(session)[0] == world.contacts.inputs


@pytest.mark.parametrize("other", ["4", pytest.param("red:z2", marks=pytest.mark.long)])
def test_two_spaces_on_one_input_are_called_the_same(session, world, other):
    order = list(range(92))
    one, two = world.spaces.any_bit("3"), world.spaces.any_bit(other)
    order[two] = order[one]
    world.rewire(order)
    person = Skipper(session)
    events = taught(session, person)
    found = problems(events)
    assert not events[-1]["saved"]
    assert wiring_of(session) is None, "nothing was guessed"
    assert {"what", "place", "to", "inputs"} <= found[0].keys()
    assert found[0]["what"] == "same"
    assert {found[0]["place"], found[0]["to"]} == {"3", other}


def halfway(world, one, other):
    """Build a reed in wrongly: halfway to another space and pointing there, so that both close it."""
    here, there = (world.plane.board.spaces[bit] for bit in (one, other))
    toward(world, one, other, here.distance_mm(there) / 2 - here.reed_mm)


@pytest.mark.long
def test_cross_talk_both_ways_is_never_guessed(session, world):
    near, far = world.spaces.any_bit("10"), world.spaces.any_bit("11")
    halfway(world, far, near)
    halfway(world, near, far)
    person = Follower(session)
    events = taught(session, person)
    assert not events[-1]["saved"] and events[-1]["missing"] == 2
    assert [(p["what"], p["place"]) for p in problems(events)] == [
        ("double", "10"),
        ("double", "11"),
    ]


def test_a_cable_of_the_chain_that_comes_loose_stops_nothing(session):
    person = Follower(session)
    begun(session)
    live(session, person, DONE_MS, lambda e: e.get("left") == 88)
    session.world.set_chip_missing(4)
    session.run_ms(500)
    assert [e["part"] for e in session.events if e["event"] == "fault"] == ["chain"]
    session.world.set_chip_missing(None)
    session.run_ms(500)
    events = live(session, person, DONE_MS, lambda e: e.get("left") == 80)
    assert [e["place"] for e in events if e.get("step") == "learnt"][-1] == "11"
    assert session.target.complaints == []
