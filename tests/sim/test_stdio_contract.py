# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Every paragraph of host/STDIO.md, tried as another program would."""

import re
from pathlib import Path

import pytest
from stdio_program import Program

from tavle.sim import contract

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "host" / "STDIO.md").read_text()
PAWNS = "partners-pawns green:h,h,3,20 blue:h,h,h,26 red:h,h,h,40 yellow:h,h,h,50 turn=green"


class Table(Program):
    """The program, with what it said since one last looked."""

    def __init__(self):
        super().__init__("--rulebook", "partners-pawns", "--position", PAWNS)
        self._seen = 0
        self.does("wait 1000")
        self.said()

    def said(self):
        """Return the new events without their times."""
        new = self.events[self._seen :]
        self._seen = len(self.events)
        return [{k: v for k, v in event.items() if k != "t"} for event in new]

    def phase(self):
        return self.good("state")["phase"]


@pytest.fixture
def table():
    one = Table()
    yield one
    one.kill()


def test_the_page_names_every_command_fault_and_phase():
    source = (ROOT / "host/tavle/sim/contract.py").read_text()
    commands = set(re.findall(r'"(\w+)": \(self\._do_', source))
    assert len(commands) > 15
    named = set(re.findall(r"`(\w+)`", PAGE))
    missing = (commands | set(contract._NOISE)) - named
    assert not missing
    assert {
        "setup", "deal", "card", "move", "ask", "guide", "fold", "over", "fault", "off",
    } <= named  # fmt: skip


def test_the_referee_is_told_as_resync_and_an_empty_guide(table):
    table.does("lift green 20, wait 4000")
    assert table.said()[-1] == {"event": "guide", "missing": ["green:20"], "extra": []}
    table.does("press table 1400, wait 300")
    assert table.said() == []
    table.does("press table 1600, wait 300")
    resync, guide = table.said()
    assert resync == {"event": "resync", "position": PAWNS, "ignored": ["green:20"]}
    assert guide == {"event": "guide", "missing": [], "extra": []}
    table.does("place green 20, wait 1500")
    assert table.phase() == "deal"


def test_a_held_pawn_and_one_in_a_strangers_home_are_told_as_such(table):
    table.does("lift green 20, lift blue h")
    state = table.good("state")
    assert state["world"]["green"] == ["h", "h", "3", "hand"]
    assert state["mode"] == "" and state["hand_counts"]["green"] == 4
    table.does("place green blue:h, place blue 31")
    world = table.good("state")["world"]
    assert world["green"] == ["h", "h", "3", "blue:h"] and world["blue"] == ["h", "h", "26", "31"]
    table.does("wait 4000")
    assert table.phase() == "guide"


def test_lights_sounds_and_costs_are_told_by_name(table):
    table.does("card start, wait 1500")
    lit = table.good("leds")
    assert any(re.fullmatch(r"green:h[0-3]", name) for name in lit["leds"])
    assert "green:seat" in lit["leds"] and lit["ma"] > 0
    table.does("press table 1600, wait 300, card 5 2, wait 900")
    lit = table.good("leds")["leds"]
    assert lit["20"] == lit["green:20"] and "40" not in lit
    table.good("card", uid="04112233445566")
    table.does("wait 1500, wait 600")
    sounds = table.good("sounds")["sounds"]
    assert all(len(one) == 2 for one in sounds) and any(hz for _, hz in sounds)
    assert [ms for ms, _ in sounds] == sorted(ms for ms, _ in sounds)
    stats = table.good("stats")
    assert stats["boots"] == 1 and stats["shows"] > 0 and stats["programs"] > 0
    named = set(re.findall(r"`(\w+)`", PAGE))
    assert stats.keys() - {"t"} <= named


def test_faults_of_the_world_come_and_go(table):
    table.good("noise", phone="33", stuck={"blue:h0": 0}, then_ms=4000)
    assert table.phase() == "guide"
    table.good("noise", phone=None, stuck={"blue:h0": None}, then_ms=1500)
    assert table.said()[-1] == {"event": "guide", "missing": [], "extra": []}
