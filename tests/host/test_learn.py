# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Learning the wiring: any order, every kind of fault, power cuts, with and without a PC."""

import contextlib

import pytest
from follower import (
    Follower,
    Skipper,
    Tapper,
    board_order,
    live,
    on_usb,
    scrambled,
    table,
    wiring_of,
)

from tavle.live import words
from tavle.paths import add_firmware
from tavle.sim.player import Players

add_firmware()

DONE_MS = 120_000


def done(event):
    return event.get("event") == "learn" and event["step"] == "done"


def start(session, **fields):
    answer = session.request("learn.start", **fields)
    assert answer["ok"], answer
    return answer


def problems(events):
    return [e for e in events if e.get("event") == "learn" and e["step"] == "problem"]


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
        session.run_ms(200)
        start(session)
        events = live(session, person, DONE_MS, done)
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
        session.run_ms(200)
        start(session, method="walk")
        session.run_ms(1000)
        events = live(session, person, 2 * DONE_MS, done)
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
        assert wiring_of(session)[0] == session.world.inputs


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
        assert wiring_of(session)[0] == session.world.inputs
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
        assert wiring_of(session) == (world.inputs, world.lights)


def test_a_dead_switch_is_left_out_and_only_it_is_asked_after_mending():
    with table() as session:
        world = session.world
        world.rewire(scrambled(92, 4))
        dead = world.spaces.any_bit("17")
        person = Skipper(session)
        world.set_stuck({dead: 0})
        session.run_ms(200)
        start(session)
        events = live(session, person, DONE_MS, done)
        assert not events[-1]["saved"] and events[-1]["missing"] == 1
        assert [(p["what"], p["place"]) for p in problems(events)] == [("silent", "17")]
        assert wiring_of(session) is None
        session.request("learn.stop")
        session.run_ms(2000)
        world.set_stuck({dead: None})
        session.run_ms(100)
        session.events.clear()
        assert start(session)["learnt"] == 91
        before = person.places
        assert live(session, person, DONE_MS, done)[-1]["saved"]
        assert person.places <= before + 2 and wiring_of(session)[0] == world.inputs


@pytest.mark.long
def test_one_dead_light_is_told_and_found_by_what_is_left():
    with table() as session:
        world = session.world
        lights = scrambled(world.spaces.layout.N_LEDS, 3)
        person = Tapper(session, walk=board_order(session))
        person.dead = "33"
        world.rewire(None, lights)
        session.run_ms(200)
        start(session, method="walk")
        session.run_ms(1000)
        events = live(session, person, 2 * DONE_MS, done)
        chain = lights[world.spaces.layout.LED[world.spaces.any_bit("33")]]
        assert [(p["what"], p["light"]) for p in problems(events)] == [("dark", chain)]
        assert events[-1]["saved"] and wiring_of(session)[1] == lights


@pytest.mark.long
def test_a_map_with_a_gap_is_used_only_when_that_is_said():
    with table() as session:
        world = session.world
        order = scrambled(92, 4)
        world.rewire(order)
        world.set_stuck({world.spaces.any_bit("17"): 0})
        person = Skipper(session)
        session.run_ms(200)
        start(session)
        live(session, person, DONE_MS, done)
        assert session.request("learn.stop", save=True)["ok"]
        session.run_ms(2000)
        inputs = wiring_of(session)[0]
        dead = world.spaces.any_bit("17")
        assert inputs[:dead] + inputs[dead + 1 :] == order[:dead] + order[dead + 1 :]
        assert inputs[dead] not in order[:dead] + order[dead + 1 :]


def test_two_spaces_on_one_input_are_called_the_same():
    with table() as session:
        world = session.world
        order = list(range(92))
        one, two = world.spaces.any_bit("3"), world.spaces.any_bit("red:z2")
        order[two] = order[one]
        world.rewire(order)
        person = Skipper(session)
        session.run_ms(200)
        start(session)
        events = live(session, person, DONE_MS, done)
        found = problems(events)
        assert not events[-1]["saved"]
        assert {"what", "place", "to", "inputs"} <= found[0].keys()
        assert found[0]["what"] == "same" and {found[0]["place"], found[0]["to"]} == {
            "3",
            "red:z2",
        }


@pytest.mark.long
def test_a_pawn_on_the_wrong_space_is_found_and_asked_again():
    with table() as session:
        person = Follower(session)
        session.run_ms(200)
        start(session)
        live(session, person, DONE_MS, lambda e: e.get("place") == "2" and e["step"] == "ask")
        # Instead of space 2 the pawn goes to space 5; later space 5 says so.
        person.put("5")
        person.due_ms = session.now_ms + 450
        events = live(session, person, DONE_MS, done)
        assert any(e.get("step") == "taken" and e["to"] == "2" for e in events)
        assert events[-1]["saved"] and problems(events) == []
        assert wiring_of(session)[0] == list(range(92))


@pytest.mark.long
def test_cross_talk_one_way_is_told_and_the_map_is_right():
    with table() as session:
        world = session.world
        world.rewire(scrambled(92, 6))
        near, far = world.spaces.any_bit("10"), world.spaces.any_bit("11")
        world.cross_talk = {near: {far}}
        person = Skipper(session)
        session.run_ms(200)
        start(session)
        events = live(session, person, DONE_MS, done)
        assert any(e.get("step") == "double" and e["place"] == "10" for e in events)
        found = problems(events)
        assert [(p["what"], p["place"], p["to"]) for p in found] == [("cross-talk", "10", "11")]
        assert events[-1]["saved"] and wiring_of(session)[0] == world.inputs


def test_cross_talk_both_ways_is_never_guessed():
    with table() as session:
        world = session.world
        near, far = world.spaces.any_bit("10"), world.spaces.any_bit("11")
        world.cross_talk = {near: {far}, far: {near}}
        person = Follower(session)
        session.run_ms(200)
        start(session)
        events = live(session, person, DONE_MS, done)
        assert not events[-1]["saved"] and events[-1]["missing"] == 2
        assert [(p["what"], p["place"]) for p in problems(events)] == [
            ("double", "10"),
            ("double", "11"),
        ]


def test_a_switch_that_is_closed_on_an_empty_board_is_named_and_left_out():
    with table() as session:
        world = session.world
        stuck = world.spaces.any_bit("blue:h1")
        person = Skipper(session)
        world.set_stuck({stuck: 1})
        session.run_ms(200)
        start(session)
        session.run_ms(1000)
        said = [e for e in session.events if e.get("step") == "empty"]
        assert said[-1]["closed"] == [stuck]
        person.press("table", session.now_ms)
        events = live(session, person, DONE_MS, done)
        what = [p["what"] for p in problems(events)]
        assert sorted(what) == ["silent", "stuck"] and not events[-1]["saved"]


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


# On USB, as a person sees it.


def test_the_command_learns_a_scrambled_table(capsys):
    with contextlib.ExitStack() as stack:
        session = stack.enter_context(table())
        order = scrambled(92, 9)
        person = Follower(session)
        session.world.rewire(order)
        kept = {}

        def react():
            person.react()
            if person.places == 92 and "map" not in kept:
                kept["map"] = wiring_of(session)

        assert on_usb(session, ["learn"], react) == 0
        said = capsys.readouterr().out
        assert "one pawn on space 0: its light blinks white" in said
        assert "one pawn on yellow's home slot 4" in said
        assert words.chain_input(order[session.world.spaces.any_bit("17")]) in said
        assert said.splitlines()[-1] == "everything is learnt; the table has restarted with it"


def test_the_command_names_what_is_missing_and_the_next_step(capsys):
    with table() as session:
        session.world.set_stuck({session.world.spaces.any_bit("red:z2"): 0})
        person = Skipper(session)
        assert on_usb(session, ["learn"], person.react) == 1
        said = capsys.readouterr()
        assert "problem: red's row space 2: no switch answered" in said.out
        assert said.err.count("\n") == 1
        assert "`tavle learn` again" in said.err and "--save-anyway" in said.err


def test_a_broken_cable_is_one_line(capsys):
    from tavle import cli
    from tavle.sim.pty import PtyBridge

    with table() as session:
        person = Follower(session)
        bridge = PtyBridge(session, 30.0)

        def react():
            person.react()
            if person.places == 5 and not broken:
                broken.append(True)
                bridge.unplug()

        broken = []
        bridge.react = react
        # `unplug` takes the lock that `react` is called under.
        bridge._lock = __import__("threading").RLock()
        with bridge:
            assert cli.run(["learn", "--port", bridge.cable.port]) == 1
        said = capsys.readouterr().err
        assert said.count("\n") == 1 and "run the same command again" in said


def test_every_problem_says_what_why_and_what_next():
    from tavle.live.learn import problem

    for event in (
        {"what": "silent", "place": "17"},
        {"what": "dark", "light": 4},
        {"what": "cross-talk", "place": "10", "to": "11"},
        {"what": "double", "place": "red:z1", "inputs": [3, 4]},
        {"what": "same", "place": "red:h0", "to": "3", "inputs": [9]},
        {"what": "stuck", "inputs": [12]},
        {"what": "flicker", "inputs": [12]},
    ):
        line = problem(event)
        assert "\n" not in line and line.count(":") >= 1 and ";" in line, line


def test_a_cable_of_the_chain_that_comes_loose_stops_nothing():
    with table() as session:
        person = Follower(session)
        session.run_ms(200)
        start(session)
        live(session, person, DONE_MS, lambda e: e.get("left") == 88)
        session.world.set_chip_missing(4)
        session.run_ms(500)
        assert [e["part"] for e in session.events if e["event"] == "fault"] == ["chain"]
        session.world.set_chip_missing(None)
        session.run_ms(500)
        events = live(session, person, DONE_MS, lambda e: e.get("left") == 80)
        assert [e["place"] for e in events if e.get("step") == "learnt"][-1] == "11"
        assert session.target.complaints == []
