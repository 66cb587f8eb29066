# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What a page is told of a real table that it only looks at, event by event; the table is made up."""

from types import SimpleNamespace

import pytest

from tavle.errors import TavleError
from tavle.web import shown
from tavle.web.orders import Order

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,z1 turn=green"
SORRY = "sorry red:h,h,h,2 blue:h,h,h,20 yellow:h,h,h,h green:h,h,h,h turn=red"


class Link:
    """A table's answers, and the events that come next."""

    def __init__(self):
        self.said = {"firmware": LINE, "phase": "card"}
        self.events, self.asked, self.closed = [], [], False

    def hello(self):
        self.asked.append("hello")

    def request(self, cmd):
        self.asked.append(cmd)
        return self.said

    def event(self, patience_s):
        self.asked.append(patience_s)
        return self.events.pop(0) if self.events else None

    def close(self):
        self.closed = True


@pytest.fixture
def link():
    return Link()


@pytest.fixture
def wall(monkeypatch):
    clock = SimpleNamespace(s=1000.0)
    monkeypatch.setattr(shown.time, "monotonic", lambda: clock.s)
    return clock


@pytest.fixture
def table(link, wall):
    told = []
    made = shown.follow(link)(told.append)
    made.told = told
    link.asked.clear()
    return made


def looked(table):
    table._once()
    said = table.told[:]
    table.told.clear()
    return said


def test_a_table_is_asked_who_it_is_and_where_its_pawns_are(link, wall):
    table = shown.follow(link)(print)
    assert link.asked == ["hello", "state"]
    assert (table.watched, table.cable, table.failure) == (False, None, None)


def test_a_table_whose_position_is_not_understood_is_refused_in_words(link, wall):
    link.said = {"firmware": "chess e4", "phase": "card"}
    with pytest.raises(TavleError, match="cannot show this table: its position is not understood"):
        shown.follow(link)(print)


def test_everything_is_told_to_who_comes(table):
    answers = []
    table.submit(Order(None, answers.append, None))
    table.submit(Order({"do": "lift"}, answers.append, None))
    table._once()
    hello, refused = answers
    assert refused == {"ok": False, "error": "read-only"}
    assert hello["hello"]["rulebook"] == "partners-pawns"
    assert hello["log"] == hello["people"] == []
    assert hello["entries"] == [{"kind": "start", "line": LINE}]
    assert hello["hands"] == hello["links"] == {}
    assert (hello["frame"], hello["ma"], hello["t"]) == ("", 0, 0)
    view = hello["view"]
    assert [pawn["at"] for pawn in view.pop("pawns")] == [
        "green:h0", "green:h1", "3", "20", "blue:h0", "blue:h1", "blue:h2", "33",
        "red:h0", "red:h1", "red:h2", "40", "yellow:h0", "yellow:h1", "yellow:h2", "yellow:z1",
    ]  # fmt: skip
    assert view == {
        "on": True, "speed": 1, "playing": False, "mode": "show", "paused": False, "party": None, "slot": [],
        "laid": [], "noise": {"bounce": False, "flicker": [], "stuck": {}, "tag_errors": 0.0, "unplug": None},
        "card": "", "options": [], "astray": [], "firmware": LINE, "phase": "card", "hand_counts": {}, "shown": 0,
    }  # fmt: skip


def test_every_pawn_has_its_colour_and_stands_where_it_is_believed(table, link):
    pawns = table._pawns()
    assert [pawn["colour"] for pawn in pawns[::4]] == ["green", "blue", "red", "yellow"]
    assert all(pawn["last"] == pawn["at"] for pawn in pawns)
    link.said = {"firmware": LINE.replace("h,h,3,20", "h,h,3,3"), "phase": "card"}
    table._ask()
    assert [pawn["at"] for pawn in table._pawns()[:4]] == ["green:h0", "green:h1", "3", "3"]


def test_a_table_is_asked_every_second_and_news_are_told_once(table, link, wall):
    first = looked(table)
    assert [sorted(message) for message in first] == [["t", "view"]] and first[0]["t"] == 0
    wall.s += 0.99
    assert looked(table) == [] and link.asked == [0.1, 0.1]
    link.said = {"firmware": LINE, "phase": "guide", "hand_counts": {"red": 3}, "shown": 2}
    wall.s += 0.02
    (message,) = looked(table)
    assert message["view"]["phase"] == "guide" and message["view"]["hand_counts"] == {"red": 3}
    assert message["view"]["shown"] == 2 and link.asked[2:] == [0.1, "state"]
    link.said = {"firmware": LINE, "phase": "card", "mode": "learn"}
    wall.s += 1.0
    assert looked(table)[0]["view"]["phase"] == "learn"
    wall.s += 0.5
    assert looked(table) == []


def test_an_event_is_told_in_words_and_the_table_is_asked_at_once(table, link):
    looked(table)
    link.asked.clear()
    link.events = [{"event": "card", "card": "5", "copy": 1, "playable": True, "t": 700}]
    link.said = {"firmware": LINE, "phase": "move"}
    line, view = looked(table)
    assert link.asked == [0.1, "state"]
    assert line["words"] and (line["event"], line["t"]) == ("card", 700)
    assert view["t"] == 700 and view["view"]["slot"] == [{"card": "5", "copy": 0}]
    assert view["view"]["card"] == "5" and len(view["view"]["options"]) > 1
    link.events = [{"event": "button", "t": "soon"}]
    assert looked(table)[0]["t"] == 700  # a time that is none changes nothing
    assert [entry["t"] for entry in table._log] == [700, 700]


def test_options_are_those_of_the_card_while_pawns_may_be_moved(table, link):
    table._record.active = "5"
    for phase, some in (
        ("card", False),
        ("move", True),
        ("ask", True),
        ("guide", True),
        ("over", False),
    ):
        table._said = {"firmware": LINE, "phase": phase}
        assert bool(table._look()["options"]) is some, phase
    table._record.active = "unheard of"
    table._said = {"firmware": LINE, "phase": "move"}
    assert table._look()["options"] == [] and table._look()["slot"] == [
        {"card": "unheard of", "copy": 0}
    ]


def test_a_throw_is_no_card_on_a_slot(link, wall):
    link.said = {"firmware": "ludo-norsk red:h,h,h,5 yellow:h,h,h,20 blue:h,h,h,33 green:h,h,h,40 turn=red",
                 "phase": "move"}  # fmt: skip
    table = shown.follow(link)(print)
    table._record.active = "5"
    said = table._look()
    assert said["slot"] == [] and said["card"] == "5" and said["options"]


def test_a_move_is_told_with_its_parts_and_its_place_in_the_record(table, link):
    looked(table)
    after = LINE.replace("3,20", "3,25").replace("turn=green", "turn=blue")
    link.events = [
        {"event": "card", "card": "5", "copy": 1, "playable": True, "t": 1},
        {"event": "accepted", "move": "green:20>25", "position": after, "t": 2},
    ]
    looked(table)
    link.said = {"firmware": after, "phase": "card"}
    line, record, view = looked(table)
    assert line["event"] == "accepted" and line["parts"] == record["record"]["parts"]
    assert record["at"] == 2 and view["view"]["firmware"] == after


def test_another_game_at_the_table_begins_the_page_anew(table, link, wall):
    looked(table)
    wall.s += 2
    link.said = {"firmware": SORRY, "phase": "card"}
    hello, *_ = looked(table)
    assert hello["hello"]["rulebook"] == "sorry" and hello["view"]["firmware"] == SORRY
    assert len(hello["view"]["pawns"]) == 16 and table._game.rulebook == "sorry"


def test_what_ends_the_thread_is_kept_and_told(table, link):
    ended = []
    table.ended = lambda: ended.append(table.failure)
    link.event = lambda patience_s: (_ for _ in ()).throw(TavleError("gone", "the cable broke"))
    table.start()
    table._thread.join(5)
    assert isinstance(ended[0], TavleError) and len(ended) == 1
    table.close()
    assert link.closed


def test_a_table_that_is_closed_is_asked_no_more(table, link):
    table.close()
    table.ended = lambda: None
    table._work()
    assert link.closed and link.asked == [] and table.failure is None
