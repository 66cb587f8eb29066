# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What the prompt and the JSON lines do with a session, call by call; buzzer, lights and counts, value by value. All else is made up."""

import builtins
import io
import json
from types import SimpleNamespace

import pytest

from tavle.commands.perft import perft
from tavle.paths import add_firmware
from tavle.sim import prompt, stdio
from tavle.sim.chips.buzzer import Buzzer
from tavle.sim.prepare import device_files, files_of, image
from tavle.sim.session import Session

add_firmware()
import boards.partners  # noqa: E402
from rules import load  # noqa: E402
from rules.parse import parse_position  # noqa: E402


class Table:
    """A session and its contract: what is done is in `did`."""

    note, up = "", True

    def __init__(self):
        self.did, self.events, self.noise, self.now_ms = [], [], [], 5
        self.target = SimpleNamespace(complaints=[])
        self.world = SimpleNamespace(where=lambda: {"red": ["h"]}, slot=[])

    def lights(self):
        return {}, 9

    def until_ready(self):
        self.did.append("ready")

    def is_up(self):
        self.did.append("up")
        return self.up

    def run_ms(self, ms):
        self.did.append(ms)

    def save(self):
        self.did.append("save")

    def handle(self, command):
        self.did.append(command)
        self.events.append({"event": "heard"})
        return {"ok": False, "error": "no"} if command == {"do": "bad"} else {"ok": True, "t": 5}


@pytest.fixture
def table(monkeypatch):
    for module in (prompt, stdio):
        monkeypatch.setattr(module, "Contract", lambda session: session)
    return Table()


SHOWN = ["  red    h", "  lights dark (9 mA; ~ pulses, * blinks)", "  t=5 ms"]


def typed(monkeypatch, capsys, table, *lines):
    """Type lines at the prompt; return what was said."""
    lines = [*lines]
    monkeypatch.setattr(builtins, "input", lambda asked: lines.pop(0) if asked == "> " else None)
    prompt.run(table)
    said = capsys.readouterr().out.splitlines()
    assert said[:3] == SHOWN and said[3] == "Type help, or a command." and table.did[0] == "ready"
    del table.did[0]
    return said[4:], lines


@pytest.mark.parametrize("end", ["quit", "exit", "  quit "])
def test_a_prompt_ends_when_somebody_says_so(monkeypatch, capsys, table, end):
    assert (
        typed(monkeypatch, capsys, table, "", end, "card 5") == ([], ["card 5"])
        and table.did == []
    )


def test_a_second_passes_after_what_hands_do_and_none_after_a_look_or_a_refusal(
    monkeypatch, capsys, table
):
    for line, command, passes in (
        ("lift red 3", {"do": "lift", "colour": "red", "at": "3"}, [1000]), ("nocard", {"do": "nocard"}, [1000]),
        ("wait 5", {"do": "wait", "ms": 5}, []), ("leds", {"do": "leds"}, []), ("power off", {"do": "power", "on": False}, []),
    ):  # fmt: skip
        said, _ = typed(monkeypatch, capsys, table, line, "quit")
        assert table.did == [command, *passes, "save"], line
        assert said == ['< {"event": "heard"}', *SHOWN]
        table.did.clear()
    said, _ = typed(monkeypatch, capsys, table, "state", "quit")
    assert said[1:] == ['{"ok": true, "t": 5}'] and table.did == [{"do": "state"}, "save"]
    table.did.clear()
    said, _ = typed(monkeypatch, capsys, table, "bad", "quit")
    assert said[1:] == ["! no"] and table.did == [{"do": "bad"}, "save"]
    table.did.clear()
    said, _ = typed(monkeypatch, capsys, table, "lift red", "quit")
    assert said == ["! lift: cannot be understood, try help"] and table.did == []


def test_help_names_every_command_once(monkeypatch, capsys, table):
    said, _ = typed(monkeypatch, capsys, table, "help", "quit")
    assert [line[:20].rstrip() for line in said] == [
        words for words, _ in prompt._HELP
    ] and table.did == []
    assert len(said) == 10 and said[-1] == f"{'quit':<20}end"


def served(table, *lines):
    """Give lines to a program's table; return (what it answered, what it complained about)."""
    out, complaints = io.StringIO(), io.StringIO()
    stdio.Stdio(table, io.StringIO("\n".join(lines)), out, complaints).serve()
    return [
        json.loads(line) for line in out.getvalue().splitlines()
    ], complaints.getvalue().splitlines()


def test_every_line_has_one_answer_behind_the_events_and_is_kept_before(table):
    table.events = [{"event": "ready"}]
    out, complaints = served(table, '{"do": "wait"}', "", "  ", "{", '{"do": "bad"}', "[1]")
    assert complaints == [] and out[0] == {"event": "ready"}
    assert [one for one in out if "ok" in one] == [
        {"ok": True, "t": 5}, {"ok": False, "error": out[3]["error"]}, {"ok": False, "error": "no"}, {"ok": True, "t": 5},
    ]  # fmt: skip
    assert (
        out[3]["error"].startswith("not JSON: ") and out[1]["event"] == out[4]["event"] == "heard"
    )
    assert table.did == ["up", {"do": "wait"}, "save", {"do": "bad"}, "save", [1], "save"]
    out, _ = served(table, "[" * 100_000)
    assert "not JSON: " in out[-1]["error"]


def test_what_is_wrong_is_complained_about_once(table):
    table.up, table.note, table.noise, table.target.complaints = (
        False,
        "continued",
        ["odd"],
        ["watchdog"],
    )
    out, complaints = served(table, '{"do": "wait"}')
    assert out[-1]["ok"] and complaints == [
        "tavle sim: continued", "tavle sim: the firmware did not get ready in 5 s", "tavle sim: on USB: odd", "tavle sim: watchdog",
    ]  # fmt: skip
    assert table.noise == [] and table.target.complaints == ["watchdog"]


# Chips and counts


def test_a_buzzer_keeps_what_can_be_heard():
    for told, log in (
        ([(10, 440, 32768)], [(10, 440)]), ([(10, 440, 0)], []), ([(10, 440, 65535)], []), ([(10, 440, 1)], [(10, 440)]),
        ([(10, 440, 65534)], [(10, 440)]), ([(10, 440, 9), (20, 440, 8)], [(10, 440)]), ([(10, 440, 9), (20, 440, 0)], [(10, 440), (20, 0)]),
        ([(10, 440, 9), (10, 880, 9)], [(10, 880)]), ([(10, 440, 9), (10, 440, 0)], []), ([(10, 440, 9), (20, 880, 9), (20, 440, 9)], [(10, 440)]),
        ([(0, 440, 9)], [(0, 440)]), ([(10, 0, 9)], []),
    ):  # fmt: skip
        buzzer = Buzzer()
        for one in told:
            buzzer.drive(*one)
        assert buzzer.log == [(0, 0), *log], told
    few = Buzzer(3)
    for n in range(1, 7):
        few.drive(n, 100 * n, 9)
    assert few.log == [(4, 400), (5, 500), (6, 600)] and Buzzer().keep == 256
    few.drive(7, 0, 9)
    assert few.log == [(4, 400), (5, 500), (6, 600), (7, 0)]


def test_the_lights_that_are_lit_are_told_by_name_and_again_for_each_pawn(monkeypatch):
    layout = boards.partners
    names = {layout.LED[bit]: f"space {bit}" for bit in range(layout.N_BITS)} | {
        layout.LED[layout.RING[3]]: "3",
        layout.SEAT_LED[2]: "red:seat",
    }
    made = Session.__new__(Session)
    order = list(range(layout.N_LEDS))
    frame = bytearray(3 * layout.N_LEDS)
    for light in (layout.LED[layout.RING[3]], layout.SEAT_LED[2]):
        frame[3 * light : 3 * light + 3] = bytes((10, 20, 30))
    asked = []
    made.target = SimpleNamespace(
        on=True,
        now_us=5_000_000,
        frames=lambda since: asked.append(since) or [(4_000_000, bytes(frame))],
    )
    spaces = SimpleNamespace(light_names=lambda: names, layout=layout)
    made.world = SimpleNamespace(
        spaces=spaces,
        lights=order,
        pawns_on=lambda bit: ["green", "red"] if bit == layout.RING[3] else [],
    )
    lit, milliamps = made.lights()
    steady = [20, 10, 30, "steady"]
    assert lit == {
        "3": steady,
        "red:seat": steady,
        "green:3": steady,
        "red:3": steady,
    } and asked == [2_400_000]
    assert milliamps > 90
    turned = [order[-1], *order[:-1]]  # every light one further on in the chain
    made.world.lights = turned
    frame[:] = bytes(3 * layout.N_LEDS)
    place = turned[layout.SEAT_LED[2]]
    frame[3 * place] = 255
    assert made.lights()[0] == {"red:seat": [0, 255, 0, "steady"]}
    made.target.on = False
    assert made.lights() == ({}, 0) and len(asked) == 2
    made.target.on, made.target.frames = True, lambda since: []
    assert made.lights() == ({}, 0)


def test_sequences_are_counted_step_by_step():
    game, state = parse_position("ludo-norsk red:h,h,h,3 blue:h,h,h,h turn=red")
    state = bytes(state)
    first = [len(game.results(state, action)) for action in range(6)]
    memo = {}
    assert (
        perft(game, state, 0, memo) == 1
        and perft(game, state, 1, memo) == sum(first)
        and memo == {}
    )
    after = [bytes(one) for action in range(6) for one, _ in game.results(state, action)]
    second = sum(len(game.results(one, action)) for one in after for action in range(6))
    assert perft(game, state, 2, memo) == second and memo == {(state, 2): second}
    assert (
        perft(game, state, 2, {(state, 2): 77}) == 77
        and perft(game, state, 1, {(state, 1): 5}) == 5
    )


def test_a_table_begins_with_the_settings_of_its_game():
    game, state = parse_position("ludo-norsk red:h,h,h,3 blue:h,h,h,h turn=red")
    files = device_files(game, bytes(state), {"board": "r1_pico2", "settle_ms": 700})
    found = json.loads(files["config.json"].split(b"\n")[0])
    wanted = {
        "rulebook": "ludo-norsk",
        "seats": [0, 2],
        "options": {},
        "board": "r1_pico2",
        "settle_ms": 700,
    }
    assert {name: found[name] for name in wanted} == wanted
    assert (
        sorted(files) == ["config.json", "live/00001.new"]
        and b"red:h,h,h,3" in files["live/00001.new"]
    )
    files = device_files(load("sorry"), None, {})
    assert (
        sorted(files) == ["config.json"]
        and json.loads(files["config.json"].split(b"\n")[0])["seats"] == []
    )
    small = image({"a/b/c.txt": b"x" * 5000, "d": b""}, 256 * 1024)
    assert len(small) == 256 * 1024 and files_of(small) == {"a/b/c.txt": b"x" * 5000, "d": b""}
