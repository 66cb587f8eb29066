# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""A table led through a game with another one, whose side has no table here, over a post in memory."""

import contextlib
import queue
import random

import pytest
from afar_tables import Direct, FarHands
from test_afar import PARTNERS, act, deal, pair, play, side, talk, told

from tavle.afar.joined import Joined
from tavle.afar.phones import Phones
from tavle.afar.wire import HELLO, HERE, LOG
from tavle.sim.session import Session, TableSpec

DANISH = {"rulebook": "ludo-dansk", "seats": ["red", "blue"]}
GAME = {"rulebook": "sorry", "seats": ["red", "blue", "yellow", "green"]}
MINE = ["red", "yellow"]


class Post:
    """A broker between two ends; what one says the other hears."""

    connected = True

    def __init__(self, name, other=None):
        self.name = name
        self.said = {}
        self.box = queue.SimpleQueue()
        self.other = other or Post("turku", self)

    def say(self, word, doc):
        if self.said.get(word) != doc:
            self.said[word] = doc
            self.other.box.put((word, doc))

    def heard(self):
        while not self.box.empty():
            yield ("sunday", self.other.name, *self.box.get())


class Evening:
    """The table of Oslo with its hands, and the side of Turku."""

    def __init__(self, folder):
        self.chance = random.Random(4)
        self.path = folder / "oslo"
        self.session = Session(TableSpec("sorry", seed=4))
        assert self.session.until_ready()
        self.hands = FarHands(self.session, MINE, 4)
        self.far = side("turku", told(GAME), ["blue", "green"])
        self.said = []
        self.join()

    def join(self):
        """Start the program of Oslo, for the first time or again."""
        self.post = Post("oslo")
        self.post.other.say(HELLO, self.far.hello)
        self.post.other.say(HERE, {"is": "here"})
        self.side = side("oslo", told(GAME), MINE, self.path)
        self.hands.joined = self
        self.joined = Joined(
            Direct(self.hands), self.side, self.post, self.hands.again, self.said.append
        )
        self.hands.join()

    done = 0

    def step(self, seconds):
        """Let both ends hear each other, as `Joined.step`."""
        self.joined.step(seconds)
        for _, _, word, doc in self.post.other.heard():
            if word == HELLO:
                self.far.meet(doc)
            elif word == LOG:
                self.far.hear(doc)
        if self.far.document():
            self.post.other.say(LOG, self.far.document())

    def turn(self):
        """Play a turn, whoever's it is."""
        count = len(self.far.log)
        self.until(lambda: self.far.card or self.side.acts)
        if self.far.acts:
            act([self.far], self.chance)
        self.hands._turn()
        self.until(lambda: len(self.far.log) > count and len(self.side.log) > count)

    def until(self, done):
        for _ in range(600):
            if done():
                return
            self.hands._wait(100)
        raise AssertionError(self.said)

    def moved(self):
        lines = self.side.log.lines
        return len(lines) > 1 and lines[-1].split(" turn")[0] != lines[-2].split(" turn")[0]

    def equal(self):
        state = self.session.request("state")
        return state["firmware"] == self.side.log.line == self.far.log.line


@pytest.fixture
def evening(tmp_path):
    one = Evening(tmp_path)
    yield one
    one.session.close()


def test_a_move_is_taken_back_at_the_table_when_both_want_that_and_the_program_starts_anew(
    evening,
):
    while not evening.moved():
        evening.turn()
    log = evening.side.log
    before, card, colour = log.lines[-2], log.entries[-1]["card"], log.colour(len(log) - 1)
    evening.hands.order(do="press", button="table", ms=1800)
    evening.until(lambda: evening.far.far_wish == len(log))
    assert evening.session.request("state")["firmware"] == log.line, "it is only asked"
    assert evening.far.want_back()
    evening.until(lambda: evening.session.request("state")["firmware"] == before)
    evening.hands.put_right(evening.hands._ask("state"))
    evening.until(evening.equal)
    assert evening.side.card == card and evening.side.log.turn == colour
    evening.join()  # the program was killed: it knows everything again
    assert evening.side.log.line == before and evening.side.card == card
    evening.turn()
    evening.until(evening.equal)
    assert evening.side.log.entries == evening.far.log.entries
    assert evening.side.log.entries[-1]["card"] == card

    evening.far.want_back()
    evening.step(0)
    evening.step(0)
    assert any("hold the table button to agree" in text for text in evening.said)
    evening.post.other.say(HERE, {"is": "away"})
    evening.step(0)
    evening.post.other.say(HERE, {"is": "here"})
    evening.step(0)
    assert evening.said[-2:] == ["turku is away", "turku is back"]
    evening.joined.leave()
    assert set(evening.session.request("seats")["seats"].values()) == {"human"}


def test_a_table_that_is_set_up_late_makes_what_the_others_have_played_meanwhile(tmp_path):
    chance = random.Random(6)
    count = 0
    while count < 1:
        path = tmp_path / str(random.random())
        sides = pair(PARTNERS, (path, None))
        while sides[1].acts:
            play(sides, chance)
            talk(*sides)
        count = len(sides[0].log)
    one = side("oslo", {}, [], path)
    with led(one, sides[1], 6) as (hands, _):
        hands.side, ask = one, hands.session.request
        # A hand that could not be played was folded by the link itself.
        for _ in range(count):
            if ask("state")["firmware"] != sides[1].log.line:
                hands._turn()
        assert ask("state")["firmware"] == sides[1].log.line
        counts = ask("state")["hand_counts"]
        assert sum(counts.values()) < 16 and one.acts


def test_a_phone_that_is_quicker_than_the_news_of_the_move_before_plays_or_folds(tmp_path):
    chance = random.Random(7)
    while True:
        path = tmp_path / str(random.random())
        sides = pair(PARTNERS, (path, None), ["green", "blue"])
        deal(sides, chance)
        if sides[0].log.turn == "green" and sides[0].hands.playable():
            break
    one = side("oslo", {}, [], path)
    with led(one, sides[1], 7) as (hands, _):
        hands.side = one
        state = hands._parse(hands.line)[1]
        game, action = hands._game, hands._chosen()
        hands.joined, leads = None, hands.joined  # the cable is slow
        after, move = game.results(state, action)[0]
        hands._make(game, state, after, move)
        ask = hands.session.request
        phones, said = Phones(one, leads, ask), ask("state")
        cards = [card for card in phones.party.shown(said["firmware"])["blue"] if card[2]]
        fields = {"card": cards[0][0], "copy": cards[0][1]} if cards else {}
        phones.do("play" if cards else "fold", {"colour": "blue", **fields}, "blue", said, "")
        hands._begin()
        hands.joined = leads
        assert hands._until("card", "folded")["event"] == ("card" if cards else "folded")


@contextlib.contextmanager
def led(one, far, seed, position=""):
    """Lead a table through the game of two sides; give its hands and the post."""
    session = Session(TableSpec(one.hello["game"]["rulebook"], position, seed))
    try:
        assert session.until_ready()
        hands = FarHands(session, one.mine, seed)
        post = Post("oslo")
        post.other.say(LOG, far.document())
        hands.joined = Joined(Direct(hands), one, post, hands.again, print)
        hands.join()
        yield hands, post
    finally:
        session.close()


def test_a_fold_after_which_the_same_player_begins_the_next_deal_is_made_once():
    chance = random.Random(147)
    one, far = sides = pair(PARTNERS, seeds=(147, 148))
    with led(one, far, 147) as (hands, _):
        hands.joined, joined = None, hands.joined  # the cable is out, and they play on
        while len(one.log.deals) == 1:
            play(sides, chance)
            talk(*sides)
        assert "fold" in one.log.entries[-1] and one.log.lines[-1] == one.log.lines[-2]
        hands.joined, hands.side = joined, one
        for _ in one.log.entries:
            if hands.session.request("state")["firmware"] != one.log.line:
                hands._turn()
        hands._wait(3000)
        state = hands.session.request("state")
        assert state["firmware"] == one.log.line and state["deal"][1] == 2
        assert set(state["hand_counts"].values()) == {4}


def test_a_throw_that_moves_nothing_is_shown_though_the_news_of_the_move_before_are_late():
    chance = random.Random(178)
    one, far = sides = pair(DANISH, seeds=(178, 179))
    for _ in range(42):  # blue throws two sixes now, and the second moves nothing
        act(sides, chance)
        talk(*sides)
    before = one.log.line
    with led(one, far, 178, before) as (hands, post):
        moved = act([far], chance)
        post.other.say(LOG, far.document())
        assert hands._until("wish")
        hands.joined, joined = None, hands.joined  # the cable is slow
        game, state = hands._begin()
        hands._press("red")  # somebody is impatient: the table tells that before the move
        found = game.results(state, 5)
        hands._make(game, state, *next(one for one in found if hands._text(game, one[0]) == moved))
        while joined.step(0)["event"] != "refused":
            pass
        for _, _, word, doc in post.other.heard():
            if word == LOG:
                far.hear(doc)
        assert act([far], chance) == moved != before
        post.other.say(LOG, far.document())
        hands.joined = joined
        assert hands._until("rolled")["value"] == 6
