# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Fuzzing of whole evenings: hands, cards, buttons, requests over USB, power cuts and the clock's wraps in any order.

No task raises, a position is always one of the game, a power cut changes none, and a table whose pawns
stand as it says in the end, with all questions answered, plays on.
"""

import json

from hypothesis import given, settings
from hypothesis import strategies as st
from tempdir import new_folder
from wholetable import WholeTable

from app.requests import RequestError
from drivers import buttons
from rules.game import TURN
from rules.moves import BUMP, SELF, STEP, SWAP
from rules.moves import parts as operations
from rules.parse import parse_position
from ticks import after

LINES = (
    "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green",
    "partners-pawns green:1,8,17,z1 blue:h,h,h,20 red:h,30,33,47 yellow:h,h,48,50 turn=green",
    "partners-movers green:h,20,20,22 blue:h,h,h,33 red:h,31,40,z4 yellow:h,h,h,2 turn=red",
    "partners-nordic green:h,h,3,20 blue:h,h,18,33 red:h,h,h,40 yellow:h,10,12,14 turn=blue",
    "ludo-norsk red:h,h,5,5 blue:h,h,h,20 turn=red",
    "ludo-norsk red:h,h,h,4 yellow:h,h,20,20 blue:h,h,h,30 turn=yellow",
    "sorry red:h,7,23,40 blue:h,h,18,33 yellow:h,h,12,55 green:h,h,3,28 turn=red",
    "sorry red:h,h,h,h blue:h,h,18,33 turn=red",
    "sorry red:h,h,9,z2 blue:h,h,18,33 green:h,h,h,h turn=green",
)
_WRAP = 1 << 30
_CLOCKS = (1000, _WRAP // 2 - 4000, _WRAP - 4000, _WRAP - 900, _WRAP // 2 - 300)
_RULEBOOKS = ("partners-pawns", "partners-movers", "partners-nordic", "ludo-norsk", "sorry")
_COLOURS = ("red", "green", "blue", "yellow")
_LEVELS = ("human", "human", "easy", "normal")
_SETTINGS = (
    ("fold", "trusted"), ("fold", "shown"), ("hints", "off"), ("hints", "full"), ("limit_ma", 300), ("limit_ma", 2000),
    ("rulebook", "sorry"), ("players", ["human", "easy", "human", "easy"]), ("players", []),
)  # fmt: skip
_REQUESTS = st.one_of(
    st.sampled_from((
        {"cmd": "state"}, {"cmd": "log.list"}, {"cmd": "log.read", "game": 1, "at": 0},
        {"cmd": "log.fetched", "game": 1}, {"cmd": "log.delete", "game": 1}, {"cmd": "learn.start", "method": "walk"},
        {"cmd": "learn.start"}, {"cmd": "learn.skip"}, {"cmd": "learn.state"}, {"cmd": "learn.stop"}, {"cmd": "tags.start"},
        {"cmd": "tags.list"}, {"cmd": "tags.stop"}, {"cmd": "doctor.start"}, {"cmd": "doctor.status"}, {"cmd": "doctor.walk"},
        {"cmd": "doctor.flash"}, {"cmd": "doctor.stop"}, {"cmd": "restart"}, {"cmd": "new"},
    )),
    st.builds(lambda pair: {"cmd": "config", "name": pair[0], "value": pair[1]}, st.sampled_from(_SETTINGS)),
    st.builds(lambda who: {"cmd": "seats", "seats": who},
              st.dictionaries(st.sampled_from(_COLOURS), st.sampled_from(_LEVELS), max_size=4)),
    st.builds(lambda name: {"cmd": "new", "rulebook": name}, st.sampled_from(_RULEBOOKS)),
    st.builds(lambda line: {"cmd": "new", "position": line}, st.sampled_from(LINES)),
    st.just({"cmd": "new", "rulebook": "ludo-norsk", "seats": [0, 2]}),
)  # fmt: skip
_NUMBER = st.integers(0, 200)
_BUTTON = st.integers(0, 4)
_ACTS = st.one_of(
    st.tuples(st.just("begin"), _NUMBER),
    st.tuples(st.just("play"), _NUMBER),
    st.tuples(st.just("half"), _NUMBER), st.tuples(st.just("card"), _NUMBER), st.tuples(st.just("lift"), _NUMBER),
    st.tuples(st.just("put"), _NUMBER), st.tuples(st.just("back"), st.just(0)), st.tuples(st.just("away"), st.just(0)),
    st.tuples(st.just("two"), st.just(0)), st.tuples(st.just("tap"), _BUTTON), st.tuples(st.just("turn"), st.just(0)),
    st.tuples(st.just("hold"), _BUTTON), st.tuples(st.just("down"), _BUTTON), st.tuples(st.just("up"), _BUTTON),
    st.tuples(st.just("ask"), _REQUESTS), st.tuples(st.just("leap"), st.sampled_from((600_000, _WRAP // 2 - 2000, _WRAP // 4))),
    st.tuples(st.just("cut"), st.lists(st.tuples(st.sampled_from(("move", "gone", "more")), _NUMBER, _NUMBER), max_size=3)),
)  # fmt: skip
_WAITS = st.sampled_from((0, 5, 40, 150, 400, 700, 1600))


class Board(WholeTable):
    """A table that is switched on again with what stands on its board."""

    left = None  # what stood there, by spot, when the power went

    def stand(self, state):
        if Board.left is None:
            return WholeTable.stand(self, state)
        self.slots = dict(Board.left)
        for spot in range(1, self.map.n_spots):
            self._levels(spot)
        return self


class Evening:
    """Hands at a table that do what they are told, sensible or not."""

    def __init__(self, line, clock):
        Board.left = None
        self.one = Board(new_folder(), line, now=clock)
        self.hand = []  # (spot) that pawns were lifted from
        self.one.run(300)

    # -- what people do ---------------------------------------------------------------------

    def act(self, what, which):
        getattr(self, "_" + what)(which)

    def wait(self, ms):
        self.one.run(ms)
        if self.one.system.restarting is not None:
            self.one.run(60)
            self.boot()

    def _change(self, spot, by):
        one = self.one
        one.slots[spot] = one.slots.get(spot, 0) + by
        one._levels(spot)

    def _lift(self, number):
        standing = sorted(spot for spot, pawns in self.one.slots.items() if pawns)
        if standing:
            self.hand.append(standing[number % len(standing)])
            self._change(self.hand[-1], -1)

    def _put(self, number):
        if self.hand:
            self.hand.pop()
            self._change(1 + number % (self.one.map.n_spots - 1), 1)

    def _back(self, _):
        if self.hand:
            self._change(self.hand.pop(), 1)

    def _play(self, number):
        results = self.one.system.table.results
        if len(results):
            self.move(results[number % len(results)][1])

    def move(self, move):
        """Make a move as tidy hands do it: a bumped pawn goes home when its place is taken."""
        one = self.one
        bumped = []
        for kind, seat, a, b, other in operations(move):
            if kind == BUMP:
                bumped.append((seat, a))
                continue
            if kind == SELF:
                self.take(seat, a).wait(300)
                self.give(seat, 0)
            elif kind == SWAP:
                self.take(seat, a).wait(300)
                self.take(other, b).wait(300)
                self.give(seat, b).wait(200)
                self.give(other, a)
            elif kind == STEP:
                self.take(seat, a).wait(300)
                self.give(seat, b)
            one.run(300)
        for seat, place in bumped:
            self.take(seat, place).wait(200)
            self.give(seat, 0).wait(300)

    def take(self, seat, place):
        if self.one.slots.get(self.one.map.spot(seat, place), 0) > 0:
            self._change(self.one.map.spot(seat, place), -1)
        return self.one

    def give(self, seat, place):
        self._change(self.one.map.spot(seat, place), 1)
        return self.one

    def _card(self, number):
        game = self.one.system.match.game
        copies = max(game.deck or (1,))
        self.one.card(game.actions[number % len(game.actions)], 1 + number // 7 % copies)

    def _begin(self, number):
        """Lay a card that can be used, or throw."""
        match = self.one.system.match
        game = match.game
        if not game.deck:
            self._turn(0)
            return
        usable = [
            (action, copy)
            for action in range(len(game.actions))
            for copy in range(1, game.deck[action] + 1)
            if not match.seen(action, copy) and game.results(bytes(match.state), action)
        ]
        if usable and not match.over:
            action, copy = usable[number % len(usable)]
            self.one.card(game.actions[action], copy).run(400)

    def _half(self, number):
        """Begin a move: its last pawn stays in the hand."""
        results = self.one.system.table.results
        if len(results):
            steps = [op for op in operations(results[number % len(results)][1]) if op[0] != BUMP]
            for kind, seat, a, b, _ in steps[:-1]:
                if kind == STEP:
                    self.take(seat, a).wait(300)
                    self.give(seat, b).wait(300)
            for _, seat, a, _, _ in steps[-1:]:
                self.take(seat, a)
                self.hand.append(self.one.map.spot(seat, a))

    def _away(self, _):
        self.one.reads("removed")

    def _two(self, _):
        self.one.reads("two")

    def _tap(self, button):
        self.one.tap(button)

    def _turn(self, _):
        """The button of the seat that is to act."""
        self._tap(self.one.system.match.state[TURN] % 4)

    def _hold(self, button):
        self.one.tap(button, 2200)

    def _down(self, button):
        self.one.pressed |= 1 << button

    def _up(self, button):
        self.one.pressed &= ~(1 << button)

    def _leap(self, ms):
        self.one.clock.now_ms = after(self.one.now, ms)

    def _ask(self, request):
        try:
            json.dumps(self.one.system.requests.serve(dict(request)))
        except RequestError as error:
            assert str(error), request

    def _cut(self, dark):
        line = self.one.system.table.line()
        for what, at, to in dark:
            if what == "more":
                self._change(1 + to % (self.one.map.n_spots - 1), 1)
                continue
            self._lift(at)
            if what == "move":
                self._put(to)
        self.boot()
        assert self.one.system.table.line() == line

    def boot(self):
        """Switch the table off and on; what stands on it stays, when it is still the same board."""
        family = self.one.system.match.game.family
        folder, now, slots = self.one.folder, self.one.now, self.one.slots
        Board.left = slots
        try:
            self.one = Board(folder, now=now)
            if self.one.system.match.game.family != family:
                Board.left = None
                self.one = Board(folder, now=now)
        finally:
            Board.left = None
        self.one.run(300)
        self.check()

    # -- what has to hold -------------------------------------------------------------------

    def check(self):
        line = self.one.system.table.line()
        _, state = parse_position(line)
        assert bytes(state) == bytes(self.one.system.match.state), line
        assert not [e for e in self.one.named("fault") if "stopped" in e["text"]]

    def put_right(self):
        """Let go of everything, stop what a computer began, put every pawn where the table says."""
        self.one.pressed = 0
        self._away(0)
        for cmd in ("learn.stop", "tags.stop", "doctor.stop"):
            self._ask({"cmd": cmd})
        self.wait(400)
        game = self.one.system.match.game
        if game.seats:
            self._ask(
                {"cmd": "seats", "seats": {game.colours[seat]: "human" for seat in game.seats}}
            )
        for _ in range(12):
            self.one.stand(self.one.system.match.state)
            self.wait(5000)
            phase = self.one.system.table.phase_name
            if phase in ("card", "deal", "over"):
                return phase
            if phase in ("ask", "fold"):
                self._turn(0)
            elif phase == "move":
                self._hold(buttons.TABLE)
        raise AssertionError((phase, self.one.events[-6:]))

    def goes_on(self):
        """Play a turn: a throw or a card, a move, an answer."""
        table = self.one.system.table
        match = self.one.system.match
        told = len(self.one.named("accepted")) + len(self.one.named("folded"))
        game, seat = match.game, match.state[TURN]
        if game.deck:
            for action in range(len(game.actions)):
                free = [c for c in range(1, game.deck[action] + 1) if not match.seen(action, c)]
                if free and match.results(action):
                    self.one.card(game.actions[action], free[0])
                    break
            else:
                return  # no card of those that are left can be used: a fold
        else:
            self._tap(seat)
        self.wait(1000)
        if table.phase == "move":
            self._play(0)
            self.wait(8000)
        for _ in range(6):
            if len(self.one.named("accepted")) + len(self.one.named("folded")) > told:
                return
            self._tap(seat)
            self.wait(2000)
        raise AssertionError((table.phase, self.one.events[-6:]))


@settings(max_examples=max(20, settings().max_examples // 5))  # some seconds each
@given(
    line=st.sampled_from(LINES),
    clock=st.sampled_from(_CLOCKS),
    acts=st.lists(st.tuples(_ACTS, _WAITS), min_size=1, max_size=14),
)
def test_after_whatever_an_evening_brings_the_table_plays_on(line, clock, acts):
    evening = Evening(line, clock)
    for (what, which), ms in acts:
        evening.act(what, which)
        evening.wait(ms)
        evening.check()
    if evening.put_right() != "over":
        evening.goes_on()
    before = evening.one.system.table.line()
    evening.boot()
    assert evening.one.system.table.line() == before
