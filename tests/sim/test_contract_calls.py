# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What each command does to a table, call by call, and the sentence of every refusal; the table is made up."""

import math
from types import SimpleNamespace

import pytest

from tavle.errors import TavleError
from tavle.paths import add_firmware
from tavle.sim.cards import Box
from tavle.sim.contract import Contract
from tavle.sim.spaces import Spaces

add_firmware()
import boards.partners  # noqa: E402
from rules import load  # noqa: E402

GAME = load("partners-pawns")
RING = boards.partners.RING
ROW = boards.partners.ROW


class Told:
    """Notes every call with its name."""

    def __init__(self, did, prefix=""):
        self._did, self._prefix = did, prefix

    def __getattr__(self, name):
        return lambda *given: self._did.append((self._prefix + name, *given)) or f"<{name}>"


class Table(Told):
    """A session and its world: what is done is in `did`."""

    def __init__(self):
        self.did = []
        super().__init__(self.did)
        self.spaces, self.box, self.now_ms = Spaces(GAME, boards.partners), Box(GAME), 77
        self.faults = SimpleNamespace(bounce=True)
        self.contacts = Told(self.did, "contacts.")
        self.contacts.closed = lambda: [RING[3], ROW[4]]
        self.mover = Told(self.did, "mover.")
        drives = [0.0] * boards.partners.N_BITS
        drives[RING[3]], drives[ROW[4]], drives[RING[9]], drives[RING[8]] = (
            -123.456,
            1.0,
            0.99,
            -1.0,
        )
        self.plane = SimpleNamespace(switches=[SimpleNamespace(drive=drive) for drive in drives])
        self.target = SimpleNamespace(
            on=True, boots=4, sounds=lambda: [(1999, 440), (2000, 0)], stats=lambda: {"shows": 3}
        )
        self.world = self
        self.away, self.answers = math.inf, {}

    def away_ms(self, card):
        return self.away

    def find(self, *given):
        self.did.append(("find", *given))
        return "pawn"

    def take_cards(self):
        self.did.append(("take",))
        return 2

    def where(self):
        return {"red": ["h"]}

    def request(self, cmd, **fields):
        self.did.append((cmd, fields))
        return dict(self.answers.get(cmd, {"ok": False, "error": "no"}))

    def lights(self):
        return {"3": [1, 2, 3, "steady"]}, 120


@pytest.fixture
def table():
    return Table()


def do(table, name, **fields):
    return Contract(table).handle({"do": name, **fields})


@pytest.mark.parametrize(
    ("name", "fields", "did"),
    [
        ("lift", {"colour": "red", "at": "17"}, [("lift", "red", "17", None)]),
        ("lift", {"colour": "red", "at": "h", "slot": 2}, [("lift", "red", "h", 2)]),
        ("place", {"colour": "red", "at": 17}, [("place", "red", 17, None)]),
        ("place", {"colour": "red", "at": "h", "slot": 0}, [("place", "red", "h", 0)]),
        (
            "walk", {"colour": "red", "path": ["1", "2", "3"]},
            [("find", "red", "1", None), ("find", "red", "1", None), ("hop", "pawn", "2", 100), ("run_ms", 280),
             ("hop", "pawn", "3", 100), ("run_ms", 100)],
        ),
        (
            "walk", {"colour": "red", "path": ["h", 7], "dwell": 50, "air": 20, "slot": 3},
            [("find", "red", "h", 3), ("find", "red", "h", 3), ("hop", "pawn", 7, 20), ("run_ms", 20)],
        ),
        (
            "slide", {"colour": "red", "path": ["1", "2", "3"]},
            [("find", "red", "1", None), ("find", "red", "1", None), ("slide", "pawn", "2", 60), ("run_ms", 60),
             ("slide", "pawn", "3", 60), ("run_ms", 60)],
        ),
        (
            "slide", {"colour": "red", "path": ["h", "2"], "dwell": 5, "slot": 1},
            [("find", "red", "h", 1), ("find", "red", "h", 1), ("slide", "pawn", "2", 5), ("run_ms", 5)],
        ),
        ("nocard", {}, [("take",)]),
        ("press", {"button": "red"}, [("press", "red", True), ("run_ms", 100), ("press", "red", False)]),
        ("press", {"button": "table", "ms": 0}, [("press", "table", True), ("run_ms", 0), ("press", "table", False)]),
        ("press", {"button": "red", "down": True}, [("press", "red", True)]),
        ("press", {"button": "red", "down": False, "ms": 5}, [("press", "red", False)]),
        ("wait", {"ms": 0}, [("run_ms", 0)]),
        ("wait", {"ms": 86_400_000}, [("run_ms", 86_400_000)]),
        ("wait", {"ms": 2.5}, [("run_ms", 2.5)]),
        ("power", {"on": False}, [("power", False)]),
        ("power", {"on": True}, [("power", True)]),
        ("push", {"colour": "red", "at": "3", "dx": -60, "dy": 60}, [("find", "red", "3"), ("mover.push", "pawn", -60.0, 60.0)]),
        ("topple", {"colour": "red", "at": "3"}, [("find", "red", "3"), ("mover.topple", "pawn", 0.0)]),
        ("topple", {"colour": "red", "at": "3", "toward": -360}, [("find", "red", "3"), ("mover.topple", "pawn", -360.0)]),
        ("noise", {}, [("contacts.set_stuck", {}), ("contacts.set_reeds", {}, {}, {})]),
        (
            "noise", {"stuck": {"3": 1, "green:h0": 0, "red:z1": None}},
            [("contacts.set_stuck", {RING[3]: 1, boards.partners.HOME[0]: 0, ROW[8]: None}), ("contacts.set_reeds", {}, {}, {})],
        ),
        (
            "noise", {"weak": {"3": 0.05, "4": 3, "5": None}, "turned": {"3": 360}, "shifted": {"3": [-60, 2.5], "4": None}},
            [("contacts.set_stuck", {}), ("contacts.set_reeds", {RING[3]: 0.05, RING[4]: 3.0, RING[5]: None}, {RING[3]: 360.0},
              {RING[3]: (-60.0, 2.5), RING[4]: None})],
        ),
        ("noise", {"flicker": ["3", "red:h1"]},
         [("contacts.set_stuck", {}), ("contacts.set_reeds", {}, {}, {}), ("contacts.set_flicker", [RING[3], boards.partners.HOME[9]])]),
        ("noise", {"flicker": []}, [("contacts.set_stuck", {}), ("contacts.set_reeds", {}, {}, {}), ("contacts.set_flicker", [])]),
        ("noise", {"phone": "3"}, [("contacts.set_stuck", {}), ("contacts.set_reeds", {}, {}, {}), ("mover.lay_phone", RING[3])]),
        ("noise", {"phone": None}, [("contacts.set_stuck", {}), ("contacts.set_reeds", {}, {}, {}), ("mover.lay_phone", None)]),
        ("noise", {"tag_errors": 1}, [("contacts.set_stuck", {}), ("contacts.set_reeds", {}, {}, {}), ("set_tag_errors", 1.0)]),
        ("noise", {"chip_missing": 2}, [("set_chip_missing", 2), ("contacts.set_stuck", {}), ("contacts.set_reeds", {}, {}, {})]),
        ("noise", {"chip_missing": None}, [("set_chip_missing", None), ("contacts.set_stuck", {}), ("contacts.set_reeds", {}, {}, {})]),
    ],
)  # fmt: skip
def test_what_a_command_does(table, name, fields, did):
    taken = {"taken": 2} if name == "nocard" else {}
    assert do(table, name, **fields) == {"ok": True, "t": 77, **taken}
    assert table.did == did and table.faults.bounce is True


def test_a_plug_is_put_in_or_pulled_out_and_bounce_is_kept_or_changed(table, monkeypatch):
    plugged = []
    monkeypatch.setattr(
        "tavle.sim.contract.World.set_reader",
        lambda world, on: plugged.append(("reader", world, on)),
    )
    monkeypatch.setattr(
        "tavle.sim.contract.World.set_supply",
        lambda world, on: plugged.append(("supply", world, on)),
    )
    for fields, wanted in (
        ({"unplug": "reader"}, [("reader", table, False)]), ({"unplug": None}, [("reader", table, True)]),
        ({"supply": "usb"}, [("supply", table, False)]), ({"supply": "external"}, [("supply", table, True)]),
        ({"supply": "usb", "unplug": None}, [("reader", table, True), ("supply", table, False)]),
    ):  # fmt: skip
        plugged.clear()
        assert do(table, "noise", **fields)["ok"] and plugged == wanted
    assert do(table, "noise", bounce=False)["ok"] and table.faults.bounce is False
    assert do(table, "noise", stuck={})["ok"] and table.faults.bounce is False
    assert do(table, "noise", bounce=True)["ok"] and table.faults.bounce is True


NUMBER = "must be a number of milliseconds"
RANGE = "must be 0 to 86400000"
MM = "a way in mm must be a number from -60 to 60"


@pytest.mark.parametrize(
    ("name", "fields", "why"),
    [
        ("walk", {"colour": "red", "path": ["1"]}, "path must list at least two places"),
        ("walk", {"colour": "red", "path": "12"}, "path must list at least two places"),
        ("slide", {"colour": "red", "path": []}, "path must list at least two places"),
        ("walk", {"colour": "pink", "path": ["1", "2"]}, "no colour 'pink' (there are: green blue red yellow)"),
        ("walk", {"colour": "red", "path": ["1", "60"]}, "no place '60' (h, 0 to 59, z1 to z4)"),
        ("walk", {"colour": "red", "path": ["1", "2"], "dwell": "x"}, f"dwell {NUMBER}"),
        ("walk", {"colour": "red", "path": ["1", "2"], "air": True}, f"air {NUMBER}"),
        ("walk", {"colour": "red", "path": ["1", "2"], "air": -1}, f"air {RANGE}"),
        ("slide", {"colour": "red", "path": ["1", "2"], "dwell": 86_400_001}, f"dwell {RANGE}"),
        ("wait", {"ms": -1}, f"ms {RANGE}"), ("wait", {"ms": 86_400_001}, f"ms {RANGE}"), ("wait", {"ms": None}, f"ms {NUMBER}"),
        ("wait", {"ms": math.nan}, f"ms {RANGE}"),
        ("press", {"button": "red", "ms": False}, f"ms {NUMBER}"), ("press", {"button": "red", "down": 1}, "down must be true or false"),
        ("power", {"on": 1}, "on must be true or false"),
        ("push", {"colour": "red", "at": "3", "dx": 61, "dy": 0}, MM), ("push", {"colour": "red", "at": "3", "dx": 0, "dy": "x"}, MM),
        ("push", {"colour": "red", "at": "3", "dx": True, "dy": 0}, MM),
        ("topple", {"colour": "red", "at": "3", "toward": 361}, "a turn in degrees must be a number from -360 to 360"),
        ("card", {}, "card: say either 'card' (with or without 'copy') or 'uid'"),
        ("card", {"card": "5", "uid": "04"}, "card: say either 'card' (with or without 'copy') or 'uid'"),
        ("card", {"uid": 4}, "uid must be text in hex, without a copy"),
        ("card", {"uid": "04", "copy": 1}, "uid must be text in hex, without a copy"),
        ("card", {"uid": "0x"}, "uid '0x' is not hex"),
        ("card", {"uid": "0405"}, "a uid is 7 bytes in hex, the first 04, or 4 bytes"),
        ("card", {"card": True}, "card must be an action's name"), ("card", {"card": 5.0}, "card must be an action's name"),
        ("card", {"card": "5", "copy": True}, "copy must be a whole number"), ("card", {"card": "5", "copy": "1"}, "copy must be a whole number"),
        ("card", {"card": "5", "copy": 5}, "card 5 has copies 1 to 4, not 5"), ("card", {"card": "5", "copy": 0}, "card 5 has copies 1 to 4, not 0"),
        ("card", {"card": "5", "keep": 1}, "keep must be true or false"),
        ("noise", {"flicker": "3"}, "flicker must be a list of spaces"), ("noise", {"flicker": ["z1"]}, "no space 'z1': say '31', 'red:z2' or 'red:h0'"),
        ("noise", {"stuck": ["3"]}, "stuck must be an object: space -> 1, 0 or null"), ("noise", {"stuck": {"3": 2}}, "stuck: 3 must be 1, 0 or null"),
        ("noise", {"stuck": {"3": True}}, "stuck: 3 must be 1, 0 or null"), ("noise", {"stuck": {"red:h": 1}}, "'red:h' has four spaces: say red:h0 to red:h3"),
        ("noise", {"weak": []}, "weak must be an object: space -> value or null"),
        ("noise", {"weak": {"3": 0.04}}, "what is left of a reed's sensitivity must be a number from 0.05 to 3"),
        ("noise", {"weak": {"3": 3.1}}, "what is left of a reed's sensitivity must be a number from 0.05 to 3"),
        ("noise", {"turned": {"3": 361}}, "a turn in degrees must be a number from -360 to 360"),
        ("noise", {"shifted": {"3": [1]}}, "a shift must be [x, y] in mm"), ("noise", {"shifted": {"3": [1, 2, 3]}}, "a shift must be [x, y] in mm"),
        ("noise", {"shifted": {"3": [61, 0]}}, MM), ("noise", {"shifted": {"3": [0, -61]}}, MM),
        ("noise", {"phone": "61"}, "no space '61': say '31', 'red:z2' or 'red:h0'"),
        ("noise", {"tag_errors": 1.1}, "tag_errors must be a number from 0 to 1"), ("noise", {"tag_errors": -0.1}, "tag_errors must be a number from 0 to 1"),
        ("noise", {"tag_errors": True}, "tag_errors must be a number from 0 to 1"), ("noise", {"tag_errors": None}, "tag_errors must be a number from 0 to 1"),
        ("noise", {"chip_missing": True}, "chip_missing must be a chip's number or null"), ("noise", {"chip_missing": 1.0}, "chip_missing must be a chip's number or null"),
        ("noise", {"unplug": "cable"}, "unplug must be 'reader' or null"), ("noise", {"supply": None}, "supply must be 'external' or 'usb'"),
        ("noise", {"bounce": 1}, "bounce must be true or false"),
        ("noise", {"chip_missing": 3, "flicker": ["3"], "bounce": 0}, "bounce must be true or false"),
        ("noise", {"colour": 1}, "noise: unknown field 'colour' (fields: bounce, chip_missing, flicker, phone, shifted, stuck, supply, tag_errors, turned, unplug, weak)"),
        ("lift", {"colour": "red"}, "lift: the field 'at' is missing"), ("lift", {}, "lift: the field 'at' is missing"),
        ("lift", {"colour": "red", "at": "3", "a": 1, "b": 2}, "lift: unknown field 'a' (fields: at, colour, slot)"),
        ("nocard", {"x": 1}, "nocard: unknown field 'x' (fields: none)"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_and_nothing_is_done(table, name, fields, why):
    assert do(table, name, **fields) == {"ok": False, "error": why}
    assert [call for call in table.did if call[0] != "find"] == []
    assert table.faults.bounce is True and table.box.laid == set()


def test_what_is_no_command_is_said(table):
    known = "lift place walk slide card nocard press noise wait power push topple reeds seats state leds sounds stats"
    handle = Contract(table).handle
    for command, what in (({"do": "x"}, "'x'"), ({}, "None"), ({"do": ["lift"]}, "['lift']")):
        assert handle(command) == {
            "ok": False,
            "error": f"unknown command {what} (known: {known})",
        }
    for command in (None, [], "lift", 3):
        assert handle(command) == {
            "ok": False,
            "error": "a command is a JSON object with a field 'do'",
        }
    command = {"do": "lift", "colour": "red", "at": "3"}
    handle(command)
    assert command == {"do": "lift", "colour": "red", "at": "3"}, "it belongs to whoever gave it"


@pytest.mark.parametrize(
    ("fields", "laid", "answer"),
    [
        ({"card": "5"}, "5/1", {"card": "5", "copy": 1}), ({"card": 5}, "5/1", {"card": "5", "copy": 1}),
        ({"card": "5", "copy": 3}, "5/3", {"card": "5", "copy": 3}), ({"uid": "040102030405ff"}, "040102030405ff", {}),
        ({"uid": "01020304"}, "01020304", {}),
    ],
)  # fmt: skip
def test_a_card_is_laid_anew_when_it_has_been_off_for_long_enough(
    table, monkeypatch, fields, laid, answer
):
    kept = []
    table.lay = lambda card, keep: kept.append((card.key, keep))
    assert do(table, "card", **fields) == {"ok": True, "t": 77, **answer}
    assert kept == [(laid, False)] and table.did == []
    for away, did in (
        (900, []),
        (899, [("take",), ("run_ms", 1)]),
        (0.0, [("take",), ("run_ms", 900.0)]),
    ):
        table.away = away
        table.did.clear()
        do(table, "card", keep=True, **fields)
        assert table.did == did and kept[-1] == (laid, True)


def test_copies_that_were_not_laid_come_first(table):
    kept = []
    table.lay = lambda card, keep: kept.append(card.key)
    table.box.laid = {("5", 1), ("5", 3), ("7", 1)}
    for _ in range(2):
        do(table, "card", card="5")
    table.box.laid |= {("5", 2), ("5", 4)}
    do(table, "card", card="5")
    assert kept == ["5/2", "5/2", "5/1"] and table.box.laid == {("7", 1)}


def test_a_hand_that_is_called_away_lets_go_of_the_button(table):
    def called(ms):
        raise ZeroDivisionError

    table.run_ms = called
    with pytest.raises(ZeroDivisionError):
        do(table, "press", button="red")
    assert table.did == [("press", "red", True), ("press", "red", False)]


def test_what_can_be_looked_at(table):
    assert do(table, "reeds") == {
        "ok": True, "t": 77, "closed": ["3", "blue:z1"], "ampere_turns": {"3": -123.5, "8": -1.0, "blue:z1": 1.0},
    }  # fmt: skip
    assert do(table, "leds") == {
        "ok": True,
        "t": 77,
        "leds": {"3": [1, 2, 3, "steady"]},
        "ma": 120,
    }
    assert do(table, "sounds") == {"ok": True, "t": 77, "sounds": [[1, 440], [2, 0]]}
    assert do(table, "stats") == {"ok": True, "t": 77, "shows": 3, "boots": 4}
    table.answers["state"] = {"ok": True, "re": 4, "firmware": "sorry", "phase": "card"}
    assert do(table, "state") == {
        "ok": True,
        "t": 77,
        "firmware": "sorry",
        "phase": "card",
        "world": {"red": ["h"]},
    }
    table.target.on = False
    off = {"firmware": None, "phase": "off", "world": {"red": ["h"]}, "hand_counts": {}}
    assert do(table, "state") == {"ok": True, "t": 77, **off}
    table.target.on, table.answers = True, {}
    assert do(table, "state") == {"ok": False, "error": "the firmware cannot tell its state: no"}


def test_seats_are_asked_for_and_set(table):
    table.answers["seats"] = {"ok": True, "re": 4, "seats": {"red": "easy"}}
    assert (
        do(table, "seats")
        == do(table, "seats", seats={"red": "easy"})
        == {"ok": True, "t": 77, "seats": {"red": "easy"}}
    )
    assert table.did == [("seats", {}), ("seats", {"seats": {"red": "easy"}})]
    table.answers = {}
    assert do(table, "seats") == {"ok": False, "error": "no"}


def test_errors_are_one_line_in_english(table):
    def fail(*_):
        raise ValueError("two\n  lines")

    table.lift = fail
    assert do(table, "lift", colour="red", at="3") == {"ok": False, "error": "two lines"}

    def broken(*_):
        raise TavleError("what", "why", "step")

    table.lift = broken
    assert do(table, "lift", colour="red", at="3") == {"ok": False, "error": "what: why; step"}
