# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle learn`, as a person sees it: what is said, what is missing, a broken cable."""

import contextlib
import threading
from types import SimpleNamespace

import pytest
from follower import Follower, Skipper, on_usb, scrambled, table, wiring_of

from tavle import cli
from tavle.live import words
from tavle.live.keys import Keys
from tavle.live.learn import Teacher, problem
from tavle.sim.pty import PtyBridge


def test_the_command_learns_a_scrambled_table(capsys):
    with table() as session:
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
        session.world.contacts.set_stuck({session.world.spaces.any_bit("red:z2"): 0})
        person = Skipper(session)
        assert on_usb(session, ["learn"], person.react) == 1
        said = capsys.readouterr()
        assert "problem: red's row space 2: no switch answered" in said.out
        assert said.err.count("\n") == 1
        assert "`tavle learn` again" in said.err and "--save-anyway" in said.err


def test_q_stops_without_using_the_map_and_keeps_what_was_learnt(capsys, monkeypatch):
    with table() as session:
        person = Follower(session)
        monkeypatch.setattr(Keys, "take", lambda self: "q" if person.places >= 4 else None)
        with PtyBridge(session, 30.0, person.react) as bridge:
            port = ["--port", bridge.cable.port]
            assert cli.run(["learn", "--save-anyway", *port]) == 0
            assert "stopped; `tavle learn` goes on where it was" in capsys.readouterr().out
            assert wiring_of(session) is None
            assert cli.run(["learn", *port]) == 0
            assert "are learnt already" in capsys.readouterr().out


def test_what_is_typed_leaves_out_what_is_asked_and_dark_lights_are_counted_from_one():
    class Link:
        asked = []
        events = [{"event": "learn", "step": "problem", "what": "dark", "light": 4}]

        def event(self, timeout_s):
            return self.events.pop() if self.events else None

        def request(self, cmd, **fields):
            self.asked.append(cmd)

    typed = iter([None, "", "q"])
    teacher = Teacher(Link(), lambda line: None, lambda place: None, lambda: next(typed))
    assert teacher.run() == {"step": "stopped"} and Link.asked == ["learn.skip"]
    assert teacher.missing() == "light 5"


def test_a_broken_cable_is_one_line(capsys):
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
        bridge._lock = threading.RLock()
        with bridge:
            assert cli.run(["learn", "--port", bridge.cable.port]) == 1
        said = capsys.readouterr().err
        assert said.count("\n") == 1 and "run the same command again" in said


def test_every_problem_says_what_why_and_what_next():
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


class Dialogue:
    """Stands for the one who teaches a table: says how it begins and ends, and notes what is done to it."""

    layout = "partners"
    begun, end = {}, {}
    did: list = []

    def __init__(self, link, say, show, typed):
        self.show = show

    def start(self, spaces, fresh):
        self.did.append(("start", spaces, fresh))
        return self.begun

    def run(self):
        self.show("17")
        if isinstance(self.end, BaseException):
            raise self.end
        return self.end

    def problems(self):
        return ["17: no switch answered"]

    def missing(self):
        return "space 17"

    def stop(self, save=False):
        self.did.append(("stop", save))


@pytest.fixture
def taught(monkeypatch):
    """Return a function: run `tavle learn` against a dialogue; return (exit status, what was done)."""
    link = SimpleNamespace(slow=1.0)
    monkeypatch.setattr("tavle.device.find.choose", lambda port: port)
    monkeypatch.setattr("tavle.device.find.serial_of", lambda port: "")
    monkeypatch.setattr("tavle.device.link.open_table", lambda port: contextlib.nullcontext(link))
    monkeypatch.setattr("tavle.device.reconnect.wait", lambda *about: ["the reader is silent"])
    monkeypatch.setattr("tavle.live.learn.Teacher", Dialogue)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True, fileno=lambda: 0))

    def run(begun, end, *words):
        Dialogue.begun, Dialogue.end, Dialogue.did = begun, end, []
        return cli.run(["learn", *words, "--port", "/dev/table"]), Dialogue.did

    return run


FIRST = {"method": "walk", "learnt": 0, "total": 92}
DONE = {"step": "done", "saved": True, "missing": 0}
GAPS = {"step": "done", "saved": False, "missing": 2}


def test_what_is_asked_for_is_begun_and_a_map_that_is_whole_is_used(taught, capsys):
    for options, spaces, fresh in (([], False, False), (["--fresh"], False, True), (["--spaces"], True, False)):  # fmt: skip
        assert taught(FIRST, DONE, *options) == (0, [("start", spaces, fresh), ("stop", True)])
        said = capsys.readouterr().out.splitlines()
        assert not any("learnt already" in line for line in said)
        assert said[-3:] == [
            "problem: 17: no switch answered",
            "note: the reader is silent",
            "everything is learnt; the table has restarted with it",
        ]
    taught({**FIRST, "learnt": 40}, DONE)
    assert capsys.readouterr().out.startswith("going on: 40 of 92 are learnt already\n")


def test_where_the_space_lies_is_drawn_for_a_walk_only(taught, capsys):
    drawn = {}
    for method in ("walk", "lights"):
        taught({**FIRST, "method": method}, DONE)
        drawn[method] = capsys.readouterr().out
    assert drawn["walk"].count("\n") > 10 + drawn["lights"].count("\n")


def test_a_map_with_gaps_is_used_only_when_that_is_wanted(taught, capsys):
    assert taught(FIRST, GAPS) == (1, [("start", False, False), ("stop", False)])
    assert "space 17" in capsys.readouterr().err
    assert taught(FIRST, GAPS, "--save-anyway") == (0, [("start", False, False), ("stop", True)])
    assert capsys.readouterr().out.endswith(
        "the map is in use with 2 gaps; the table has restarted\n"
    )
    stopped = {"step": "stopped", "saved": False, "missing": 2}
    assert taught(FIRST, stopped, "--save-anyway")[1][-1] == ("stop", False)


def test_a_walk_that_is_broken_off_lets_the_table_play_again(taught):
    assert taught(FIRST, KeyboardInterrupt())[1] == [("start", False, False), ("stop", False)]
