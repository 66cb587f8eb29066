# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle learn`, as a person sees it: what is said, what is missing, a broken cable."""

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
        assert on_usb(session, ["learn"], person.react) == 0
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
            assert cli.run(["learn", "--save-anyway", *port]) == 3
            assert "stopped; `tavle learn` continues where it was" in capsys.readouterr().out
            assert wiring_of(session) is None
            assert cli.run(["learn", *port]) == 3
            assert "are already learnt" in capsys.readouterr().out


def test_what_is_typed_leaves_out_what_is_asked_and_dark_lights_are_counted_as_in_the_wiring_tables():
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
    assert teacher.missing() == "light 4"


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
