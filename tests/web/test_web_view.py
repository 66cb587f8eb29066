# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What a page sees of a table, when it is told, and how often the table is asked what it believes."""

from types import SimpleNamespace

import pytest

from tavle.errors import TavleError
from tavle.web import view


class Table:
    """Stands for a session: counts what it is asked."""

    def __init__(self):
        self.target = SimpleNamespace(on=True, complaints=[])
        self.taken = self.starting = False
        self.alive = True
        self.heard = 0
        self.asked = 0
        self.answers = True

    def request(self, cmd):
        self.asked += 1
        if not self.answers:
            raise TavleError("no answer to state", "it says nothing")
        return {"ok": True, "firmware": "sorry", "phase": "card", "hand_counts": {}}


@pytest.mark.parametrize(("told", "least", "most"), [(False, 3, 5), (True, 18, 22)])
def test_a_table_is_asked_at_once_and_then_seldom(told, least, most):
    table = Table()
    viewer = view.Viewer(table)
    for hundredth in range(300):
        table.heard += told
        said = viewer._belief(1000.0 + hundredth / 100)
        assert said["phase"] == "card" and viewer.line == "sorry"
    assert least <= table.asked <= most


def test_a_table_that_is_off_taken_or_silent_is_not_asked():
    table = Table()
    viewer = view.Viewer(table)
    viewer._belief(1000.0)
    for change, phase in (
        ({"taken": True}, "cable"), ({"taken": False, "alive": False, "starting": True}, "starting"),
        ({"starting": False}, "silent"), ({"target": SimpleNamespace(on=False)}, "off"),
    ):  # fmt: skip
        vars(table).update(change)
        assert viewer._belief(1005.0)["phase"] == phase and table.asked == 1
    vars(table).update(alive=True, answers=False, target=SimpleNamespace(on=True, complaints=[]))
    assert viewer._belief(1010.0)["phase"] == "silent" and table.asked == 2
    assert "no answer to state" in table.target.complaints[0]


# What is seen of a table

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
NOW = view.Now(2.0, False, "bench", True, None)
COLOURS = ("green", "blue", "red", "yellow")
STAND = [
    ["green:h0", "green:h3", "3", "20"], ["blue:h0", "blue:h1", "33", "blue:h2"],
    ["red:h1", "red:h2", "red:h3", "40"], [f"yellow:h{n}" for n in range(4)],
]  # fmt: skip


class Spaces:
    colours = COLOURS
    names = [name for names in STAND for name in names] + ["21", "4"]

    def name(self, bit):
        return self.names[bit]


@pytest.fixture
def table():
    made = Table()
    made.now_ms, made.noise = 4321, []
    made.record = SimpleNamespace(active="")
    made.frames = [(1, b"\0" * 9), (2, bytes((0, 255, 0, 10, 20, 30, 0, 0, 255)))]
    made.target = SimpleNamespace(
        on=True, complaints=[], now_us=9, frames=lambda since: made.frames if since == 9 else None
    )
    made.world = SimpleNamespace(
        pawns=[SimpleNamespace(seat=bit // 4, bit=bit) for bit in range(16)],
        spaces=Spaces(),
        lights=[2, 0, 1],
        slot=[SimpleNamespace(name="5", copy=2), SimpleNamespace(name="", copy=0)],
        box=SimpleNamespace(laid={("9", 2), ("5", 1)}),
        faults=SimpleNamespace(
            bounce=True, flicker={6, 2}, stuck={11: 1, 3: 0}, tag_errors=0.25, unplug=["cable", "reader"]
        ),
    )  # fmt: skip
    made.said = {"firmware": LINE, "phase": "card", "hand_counts": {"red": 4}, "shown": 2}
    made.request = lambda cmd: made.said
    return made


@pytest.fixture
def wall(monkeypatch):
    clock = SimpleNamespace(s=1000.0)
    monkeypatch.setattr(view.time, "monotonic", lambda: clock.s)
    return clock


def test_everything_there_is_to_see_is_told(table, wall):
    said = view.Viewer(table).all(NOW)
    pawns = said["view"].pop("pawns")
    assert pawns[2] == {"colour": "green", "at": "3", "last": "3"} and pawns[6]["at"] == "33"
    assert [pawn["colour"] for pawn in pawns] == [colour for colour in COLOURS for _ in range(4)]
    assert said == {
        "view": {
            "on": True, "speed": 2.0, "playing": False, "mode": "bench", "paused": True, "party": None,
            "card": "", "options": [], "astray": [],
            "slot": [{"card": "5", "copy": 2}, {"card": "?", "copy": 0}], "laid": [["5", 1], ["9", 2]],
            "noise": {
                "bounce": True, "flicker": ["3", "33"], "stuck": {"20": 0, "40": 1}, "tag_errors": 0.25,
                "unplug": "reader",
            },
            "firmware": LINE, "phase": "card", "hand_counts": {"red": 4}, "shown": 2,
        },
        "frame": "0000ffff0000140a1e", "ma": 48, "t": 4321,
    }  # fmt: skip


def test_a_table_that_is_off_shows_no_light_and_believes_nothing(table, wall):
    viewer = view.Viewer(table)
    table.target.on = False
    said = viewer.all(NOW)
    assert (said["frame"], said["ma"], said["t"]) == ("", 0, 4321)
    seen = said["view"]
    assert (seen["on"], seen["firmware"], seen["phase"], seen["hand_counts"], seen["astray"]) == (
        False, "", "off", {}, [],
    )  # fmt: skip
    assert (viewer.line, viewer.phase, viewer.turn) == ("", "off", "") and not viewer.fresh
    table.target.on, table.frames = True, []
    assert viewer.all(NOW)["frame"] == ""


def test_a_table_that_says_little_is_understood(table, wall):
    viewer = view.Viewer(table)
    table.said = {}
    viewer.all(NOW)
    assert viewer._said == {"firmware": "", "phase": "", "hand_counts": {}, "shown": 0}
    table.alive = False
    for starting, phase in ((True, "starting"), (False, "silent")):
        table.starting = starting
        assert viewer._belief(2000.0) == {"firmware": "", "phase": phase, "hand_counts": {}}
    table.alive, table.taken = True, True
    viewer._said = {"firmware": LINE, "phase": "card", "hand_counts": {"red": 1}}
    assert viewer._belief(2000.0) == {"firmware": "", "phase": "cable", "hand_counts": {"red": 1}}
    assert viewer.line == LINE and viewer.stale


@pytest.mark.parametrize(("said", "turn"), [("blue hand=3", "blue"), ("none winner=red", "")])
def test_whose_turn_it_is_stands_in_the_line(table, wall, said, turn):
    viewer = view.Viewer(table)
    viewer._said = {"firmware": LINE.partition("green hand")[0].removesuffix("green") + said}
    assert viewer.turn == turn


def test_pawns_that_are_not_where_they_are_believed_are_told_with_where_they_belong(table, wall):
    viewer, pawns = view.Viewer(table), table.world.pawns
    viewer.all(NOW)
    assert not viewer.astray_people()
    pawns[2].bit, pawns[3].bit = 16, view.IN_HAND  # from 3 to 21, and 20 in the air
    pawns[12].bit = 17
    seen = viewer.all(NOW)["view"]
    assert seen["astray"] == [[2, "3"], [3, "20"], [12, "yellow:h"]] and viewer.astray_people()
    assert seen["pawns"][2] == {"colour": "green", "at": "21", "last": "21"}
    assert seen["pawns"][3] == {"colour": "green", "at": "", "last": "20"}
    pawns[2].bit, pawns[3].bit = 3, 2  # two of a colour may be exchanged
    assert viewer.all(NOW)["view"]["astray"] == [[12, "yellow:h"]]


def test_what_a_card_offers_is_worked_out_once_while_it_is_in_force(table, wall, monkeypatch):
    asked = []

    def options(game, state, card):
        asked.append((game.rulebook, state[16], card))
        return ["parts"]

    monkeypatch.setattr(view, "options", options)
    viewer = view.Viewer(table)

    def offered(card, phase, line=LINE):
        table.record.active = card
        return viewer._options({"firmware": line, "phase": phase})

    for phase in ("card", "deal", "over"):
        assert offered("5", phase) == []
    assert offered("", "move") == offered("5", "move", "") == [] and asked == []
    for phase in ("move", "ask", "guide", "move"):
        assert offered("5", phase) == ["parts"]
    assert asked == [("partners-pawns", 0, "5")]
    other = LINE.replace("turn=green", "turn=red")
    assert offered("5", "move", other) == ["parts"] and asked[1:] == [("partners-pawns", 2, "5")]
    assert offered("unheard of", "move") == [] and len(asked) == 2


def news(viewer, wall, after_s, now=NOW):
    wall.s += after_s
    return list(viewer.news(now))


def test_news_come_twenty_times_a_second_and_only_when_something_is_new(table, wall):
    viewer = view.Viewer(table)
    first = news(viewer, wall, 0)
    assert [sorted(message)[0] for message in first] == ["frame", "t", "clock"]
    assert first[1]["t"] == 4321 and first[2] == {"clock": 4321}
    assert news(viewer, wall, 0.049) == [] and news(viewer, wall, 0.002) == []
    table.frames = [(3, b"\1" * 9)]
    assert [sorted(message) for message in news(viewer, wall, 0.06)] == [["frame", "ma", "t"]]
    table.now_ms = 5000
    assert news(viewer, wall, 0.5) == [] and news(viewer, wall, 0.5) == [{"clock": 5000}]
    assert news(viewer, wall, 2.0) == []  # time stands still
    table.world.slot = []
    (message,) = news(viewer, wall, 0.06)
    assert message["view"]["slot"] == [] and message["t"] == 5000
    assert news(viewer, wall, 0.06, NOW._replace(playing=True))[0]["view"]["playing"]


def test_a_view_waits_until_the_firmware_has_been_asked_about_what_it_said(table, wall):
    viewer = view.Viewer(table)
    news(viewer, wall, 0)
    table.heard, table.world.slot = 1, []
    assert news(viewer, wall, 0.1) == []  # asked 0.1 s ago: too early to ask again
    table.said = {**table.said, "phase": "move"}
    assert news(viewer, wall, 0.06)[0]["view"]["phase"] == "move" and viewer.fresh
    table.heard, table.world.slot = 2, [SimpleNamespace(name="9", copy=1)]
    table.taken = True
    assert news(viewer, wall, 0.06)[0]["view"]["phase"] == "cable"


def test_what_goes_wrong_inside_is_told_once_by_its_last_line(table):
    viewer = view.Viewer(table)
    table.target.complaints += ["Traceback\n  File x\nKeyError: 5"]
    table.noise += ["garbage"]
    assert viewer.complaints() == ["on USB: garbage", "KeyError: 5"] and table.noise == []
    assert viewer.complaints() == []
    table.target.complaints += ["watchdog"]
    table.noise, table.taken = ["between a program and the table"], True
    assert viewer.complaints() == ["watchdog"] and table.noise == []


def test_a_pawn_in_its_finish_stands_where_it_is_believed(table, wall, monkeypatch):
    line = "ludo-norsk red:h,h,h,f yellow:h,h,h,h blue:h,h,h,h green:h,h,h,h turn=red"
    seats = ("red", "yellow", "blue", "green")
    names = [f"{colour}:h{n}" for colour in seats for n in range(4)]
    monkeypatch.setattr(Spaces, "colours", seats)
    monkeypatch.setattr(Spaces, "names", [*names, "red:f2"])
    table.said = {"firmware": line, "phase": "card"}
    table.world.pawns[3].bit = 16
    table.world.faults.flicker, table.world.faults.stuck = set(), {}
    viewer = view.Viewer(table)
    assert viewer.all(NOW)["view"]["astray"] == []
    table.world.pawns[3].bit = 3
    assert viewer.all(NOW)["view"]["astray"] == [[3, "red:f"]]


def test_of_what_is_unplugged_the_reader_is_told(table, wall):
    table.world.faults.unplug = ["cable"]
    assert view.Viewer(table).all(NOW)["view"]["noise"]["unplug"] is None
