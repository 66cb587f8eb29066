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
HOME = "partners-pawns green:h,h,h,h blue:h,h,h,26 red:h,h,h,40 yellow:h,h,h,50 turn=green"
ELEVEN = "sorry red:h,h,58,z2 blue:h,h,h,h yellow:h,h,22,28 green:h,h,h,h turn=red"


class Table(Program):
    """The program, with what it said since one last looked."""

    def __init__(self, line, *words):
        super().__init__("--rulebook", line.split()[0], "--position", line, *words)
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
def at():
    started = []

    def start(line, *words):
        started.append(Table(line, *words))
        return started[-1]

    yield start
    for one in started:
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


def test_the_referee_is_told_as_resync_and_an_empty_guide(at):
    table = at(PAWNS)
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


def test_a_withdrawn_card_is_refused_by_that_word(at):
    table = at(PAWNS)
    table.does("card 5, wait 900")
    assert table.said()[-1] == {"event": "card", "card": "5", "copy": 1, "playable": True}
    table.does("press table 1600, wait 300")
    told = table.said()[-1]
    assert (told["event"], told["what"], told["reason"]) == ("refused", "card", "withdrawn")
    assert told["text"].startswith("the card was withdrawn")
    assert table.phase() == "deal"


def test_a_held_pawn_and_one_in_a_strangers_home_are_told_as_such(at):
    table = at(PAWNS)
    table.does("lift green 20, lift blue h")
    state = table.good("state")
    assert state["world"]["green"] == ["h", "h", "3", "hand"]
    assert state["mode"] == "" and state["hand_counts"]["green"] == 4
    table.does("place green blue:h, place blue 31")
    world = table.good("state")["world"]
    assert world["green"] == ["h", "h", "3", "blue:h"] and world["blue"] == ["h", "h", "26", "31"]
    table.does("wait 4000")
    assert table.phase() == "guide"


def test_the_choices_begin_with_the_one_that_is_shown(at):
    table = at(PAWNS)
    table.does("card swap, wait 900, lift green 20, wait 250, lift red 40, wait 400")
    table.does("place green 40, wait 250, place red 20, wait 1500")
    choices = table.said()[-1]["choices"]
    swapped = PAWNS.replace("3,20", "3,40").replace("40 yellow", "20 yellow")
    assert choices[0] == swapped.replace("red:h,h,h,40", "red:h,h,h,20").replace("=green", "=blue")
    assert PAWNS in choices and 2 <= len(choices) <= 8 and len(set(choices)) == len(choices)
    table.does("lift blue 26, wait 7000")
    shown = table.said()[-1]["choices"][0]
    assert shown != choices[0] and "blue:h,h,h,26" not in shown
    table.does("place blue 26, wait 1000")
    assert table.phase() == "ask"
    table.does("lift green 40, wait 300, place green 40, lift red 20, wait 300, place red 20")
    table.does("wait 1000")
    assert table.said()[-1]["choices"][0] == choices[0]
    table.does("press blue, wait 200")
    assert table.said()[-1]["reason"] == "not-your-turn"
    table.does("press green, wait 200")
    accepted = table.said()[-1]
    assert accepted["position"] == choices[0] and accepted["asked"] is True


def test_a_hand_is_folded_card_by_card(at):
    table = at(HOME)
    table.does("press green 600, wait 300")
    assert table.phase() == "deal"
    table.does("press green 800, wait 300")
    assert table.phase() == "fold" and table.said() == []
    for card in ("5", "6", "9"):
        table.does(f"card {card}, wait 900")
    assert table.said() == []
    table.does("card 10, wait 900")
    assert table.said()[-1] == {"event": "folded", "colour": "green"}
    assert table.good("state")["hand_counts"]["green"] == 0
    table.does("press blue 800, wait 300, press blue, wait 300")
    assert [e["reason"] for e in table.said()] == ["fold-cancelled"]
    table.does("press blue 800, wait 300, card 12, wait 900")
    told = table.said()
    assert [(e["event"], e.get("reason")) for e in told] == [
        ("refused", "playable"),
        ("card", None),
    ]
    assert table.phase() == "move"


def test_an_eleven_is_declined_by_the_seat_button(at):
    table = at(ELEVEN)
    table.does("card 11, wait 4000")
    assert table.said()[-1] == {"event": "card", "card": "11", "copy": 1, "playable": True}
    table.does("press red, wait 500")
    asked = table.said()[-1]  # just after power-up nobody knows what hands have done
    assert asked["choices"][0] == ELEVEN.replace("turn=red", "turn=blue")
    table.does("press red, wait 500")
    assert table.said()[-1]["move"] == "-"


def test_lights_sounds_and_costs_are_told_by_name(at):
    table = at(PAWNS)
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


def test_faults_of_the_world_come_and_go(at):
    table = at(PAWNS)
    table.good("noise", phone="33", stuck={"blue:h0": 0}, then_ms=4000)
    assert table.phase() == "guide"
    table.good("noise", phone=None, stuck={"blue:h0": None}, then_ms=1500)
    assert table.said()[-1] == {"event": "guide", "missing": [], "extra": []}
