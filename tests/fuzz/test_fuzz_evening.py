# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Fuzzing of whole evenings: hands, cards, buttons, requests over USB, power cuts and the clock's wraps in any order.

No task of the firmware fails, a power cut changes no position, and random hands that find the table afterwards
put it right and play on by the rules.
"""

import contextlib

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.parse import parse_position
from tavle.sim.contract import Contract
from tavle.sim.session import TableSpec
from tavle.web.hands import RandomHands
from tavle.web.live import LiveSession

LINES = (
    "partners-pawns green:1,8,17,z1 blue:h,h,h,20 red:h,30,33,47 yellow:h,h,48,50 turn=green",
    "partners-movers green:h,20,20,22 blue:h,h,h,33 red:h,31,40,z4 yellow:h,h,h,2 turn=red",
    "partners-nordic green:h,h,3,20 blue:h,h,18,33 red:h,h,h,40 yellow:h,10,12,14 turn=blue",
    "ludo-norsk red:h,h,h,4 yellow:h,h,20,20 blue:h,h,h,30 turn=yellow",
    "sorry red:h,7,23,40 blue:h,h,18,33 yellow:h,h,12,55 green:h,h,3,28 turn=red",
    "sorry red:h,h,9,z2 blue:h,h,18,33 green:h,h,h,h turn=green",
)
_WRAP = 1 << 30
_CLOCKS = (0, _WRAP // 2 - 4000, _WRAP - 4000)
_COLOURS = ("red", "green", "blue", "yellow")
_PLACES = ("h", "z1", "z4", *map(str, range(60)))
_CARDS = ("1", "2", "3", "4", "5", "7", "10", "11", "12", "start", "swap", "sorry", "-4")
_LEVELS = ("human", "human", "easy", "normal")
_REQUESTS = st.one_of(
    st.sampled_from((
        {"cmd": "state"}, {"cmd": "log.list"}, {"cmd": "log.read", "game": 1, "at": 0}, {"cmd": "log.fetched", "game": 1},
        {"cmd": "log.delete", "game": 1}, {"cmd": "learn.start"}, {"cmd": "learn.skip"}, {"cmd": "learn.stop"},
        {"cmd": "tags.start"}, {"cmd": "tags.list"}, {"cmd": "tags.stop"}, {"cmd": "doctor.start"},
        {"cmd": "doctor.ask", "bit": 7}, {"cmd": "doctor.stop"},
        {"cmd": "config", "name": "fold", "value": "trusted"}, {"cmd": "config", "name": "hints", "value": "off"},
        {"cmd": "config", "name": "limit_ma", "value": 300},
    )),
    st.builds(lambda who: {"cmd": "seats", "seats": who},
              st.dictionaries(st.sampled_from(_COLOURS), st.sampled_from(_LEVELS), max_size=4)),
)  # fmt: skip
_ORDERS = st.one_of(
    st.builds(lambda c, at: {"do": "lift", "colour": c, "at": at}, st.sampled_from(_COLOURS), st.sampled_from(_PLACES)),
    st.builds(lambda c, at: {"do": "place", "colour": c, "at": at}, st.sampled_from(_COLOURS), st.sampled_from(_PLACES)),
    st.builds(lambda card: {"do": "card", "card": card}, st.sampled_from(_CARDS)),
    st.just({"do": "nocard"}),
    st.builds(lambda b, ms: {"do": "press", "button": b, "ms": ms}, st.sampled_from((*_COLOURS, "table")), st.sampled_from((120, 900, 2200))),
)  # fmt: skip
_ACTS = st.one_of(
    st.tuples(st.just("order"), _ORDERS),
    st.tuples(st.just("touch"), st.tuples(st.integers(0, 99), st.sampled_from(_PLACES))),
    st.tuples(st.just("ask"), _REQUESTS),
    st.tuples(st.just("cut"), st.integers(0, 99)),
    st.tuples(st.just("leap"), st.sampled_from((600_000, _WRAP // 4))),
)
_WAITS = st.sampled_from((0, 5, 40, 150, 400, 700, 1600))


class Evening:
    """Hands at a table that do what they are told, sensible or not."""

    def __init__(self, line, clock):
        spec = TableSpec(line.split(" ")[0], line, seed=3, clock_ms=clock)
        self.session = LiveSession(spec, lambda event: None)
        self.do = Contract(self.session).handle
        assert self.session.until_ready()

    def touch(self, which, to):
        """Lift a pawn that stands somewhere, and put it somewhere else or back."""
        pawns = [(c, at) for c, places in self.session.world.where().items() for at in places]
        colour, at = pawns[which % len(pawns)]
        if at != "hand":
            self.do({"do": "lift", "colour": colour, "at": at})
            self.session.run_ms(200)
        self.do({"do": "place", "colour": colour, "at": to if which % 3 else at})

    def cut(self, ms):
        """Pull the plug, and put it in again: the position is the same."""
        before = self.session.request("state")["firmware"]
        self.session.power(False)
        self.session.run_ms(ms)
        self.session.power(True)
        self.session.run_ms(2500)
        assert self.session.request("state")["firmware"] == before

    def act(self, what, which):
        if what == "order":
            self.do(which)
        elif what == "touch":
            self.touch(*which)
        elif what == "ask":
            rest = dict(which)
            assert self.session.request(rest.pop("cmd"), **rest).get("ok") in (True, False)
        elif what == "cut":
            self.cut(which)
        else:
            self.session.leap_ms(which)

    def check(self):
        stopped = [
            e for e in self.session.events if e["event"] == "fault" and "stopped" in str(e["text"])
        ]
        # A leap of the clock is a pause to the scan.
        assert [e for e in stopped if "not scanned" not in e["text"]] == []
        assert self.session.target.complaints == []

    def goes_on(self):
        """Stop what a computer began, take the computers' seats, and let random hands play on."""
        for cmd in ("learn.stop", "tags.stop", "doctor.stop"):
            self.session.request(cmd)
        self.session.run_ms(3000)
        line = self.session.request("state")["firmware"]
        parse_position(line)
        if "turn=none" in line:
            return
        seats = self.session.request("seats")["seats"]
        self.session.request("seats", seats=dict.fromkeys(seats, "human"))
        for colour, places in self.session.world.where().items():
            for at in places:
                if at == "hand":
                    self.do({"do": "place", "colour": colour, "at": "h"})
        for _ in RandomHands(self.session, 1).play(1):
            pass


@settings(max_examples=max(3, settings().max_examples // 5))  # a second each
@given(
    line=st.sampled_from(LINES),
    clock=st.sampled_from(_CLOCKS),
    acts=st.lists(st.tuples(_ACTS, _WAITS), min_size=1, max_size=14),
)
def test_after_whatever_an_evening_brings_the_table_plays_on(line, clock, acts):
    evening = Evening(line, clock)
    with contextlib.closing(evening.session):
        for (what, which), ms in acts:
            evening.act(what, which)
            evening.session.run_ms(ms)
        evening.goes_on()
        evening.check()
        evening.cut(50)
