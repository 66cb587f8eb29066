# SPDX-License-Identifier: Apache-2.0
# heap: 24m
"""Evenings with too few people: hands that lay the computers' cards and follow the lights; what a computer may know."""

import sys

from deals import deck_of, shuffled
from tabletop import Tabletop, table_at
from tempdir import new_folder

from app.table.seats import DEAL, PASS, RECEIVE, RELAY, WISH
from players.chance import Chance
from rules import RULEBOOKS
from rules.game import TURN
from ticks import MASK, since

TURNS = 40 if sys.implementation.name == "cpython" else 8
LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"


class Evening(Tabletop):
    """A table with computers on some seats; people choose by chance among what is legal."""

    def __init__(self, rulebook, levels, seed):
        self.chance = Chance(seed)
        Tabletop.__init__(self, new_folder(), rulebook)
        self.dice = [self.chance(6) + 1 for _ in range(2000)]
        self.deck = []
        self.cards = [[], [], [], []]  # what really lies in front of each seat
        self.dealt = None
        self.computers(*levels)
        self.seats = self.table.computers.seats

    def deal(self):
        """Deal everybody a hand when a deal has begun; people exchange among themselves."""
        now = self.match.round and (self.match.round.dealer, self.match.round.deal)
        if now == self.dealt:
            return
        self.dealt = now
        if self.match.round.deal == 1 or self.game.options["shuffle"] == "deal":  # P6, H2
            self.deck = shuffled(deck_of(self.game), self.chance)
        self.cards = [[self.deck.pop() for _ in range(self.match.round.dealt)] for _ in range(4)]
        people = [seat for seat in range(4) if not self.seats.computer(seat)]
        self.passed = {seat: self.cards[seat].pop() for seat in people}
        for seat in people:
            if seat ^ 2 in people:
                self.cards[seat ^ 2].append(self.passed[seat])

    def lay(self, card):
        """Lay one card on the slot; return the first event that it caused."""
        told = len(self.events)
        self.card(self.game.actions[card[0]], card[1])
        names = ("laid", "card", "refused")
        events = [event for event in self.events[told:] if event["event"] in names]
        return events[0] if events else {"event": ""}

    def serve(self, kind, seat):
        """Do what the light of a computer's seat asks for."""
        for card in [self.passed[seat ^ 2]] if kind == RECEIVE else list(self.cards[seat]):
            event = self.lay(card)
            if kind == RECEIVE:
                self.cards[seat].append(card)
            elif kind == PASS and event.get("taken"):
                self.cards[seat].remove(card)
                self.cards[seat ^ 2].append(card)
                return
            elif kind == WISH and event["event"] == "card":
                self.cards[seat].remove(card)
                return

    def turns(self):
        return len(self.named("accepted")) + len(self.named("folded"))

    def turn(self):
        """Play one turn, whoever's it is; it must get somewhere."""
        done = self.turns()
        for _ in range(100):
            self.deal()
            kind, seat = self.seats.task()
            if self.table.phase.action >= 0 or self.turns() > done:
                break
            if kind in (DEAL, PASS, RECEIVE, RELAY, WISH):
                self.serve(kind, seat)
                self.wait(300)
            elif kind:
                self.wait(100)  # it chooses the card for its partner
            elif not self.seats.computer(self.match.state[TURN]):
                self.begin()
            elif self.game.deck and not self.game.hand:
                self.draw()
            else:
                self.wait(100)  # it throws, or thinks
        self.wait(100 if self.results else 4000)
        if self.results:
            _, move = self.results[self.chance(len(self.results))]
            if self.seats.computer(self.match.state[TURN]):
                assert len(self.results) == 1, "it has chosen"
            if move:
                self.move(move)
        for _ in range(6):  # say that it is done, where no reed tells; answer what is asked
            if self.turns() > done:
                break
            self.tap(self.match.state[TURN]).wait(1500)
        assert self.turns() > done, (self.table.line(), self.phase, self.events[-8:])

    def begin(self):
        """Throw, draw, or play a card of a hand, for a person."""
        seat = self.match.state[TURN]
        if self.game.deck and not self.game.hand:
            self.draw()
        elif self.game.die:
            self.tap(seat)
        else:
            for card in self.cards[seat]:
                if self.game.results(self.match.state, card[0]):
                    self.cards[seat].remove(card)
                    self.lay(card)
                    return
            self.hold(seat)
            while self.cards[seat]:
                self.lay(self.cards[seat].pop())

    def draw(self):
        if not self.deck:
            self.deck = shuffled(deck_of(self.game), self.chance)
        self.lay(self.deck.pop())


def test_two_people_and_two_computers_play_every_rulebook():
    for rulebook in RULEBOOKS:
        evening = Evening(rulebook, ("human", "normal", "human", "easy"), 4)
        for _ in range(TURNS):
            if evening.match.over:
                break
            evening.turn()
        assert not evening.named("refused"), rulebook


def pile(top, cards):
    for action, copy in cards:
        assert top.table.computers.seats.take(action, copy) == ""


def pass_on(top, cards):
    """Lay a pile through until the card for the partner lies there; return which it was."""
    for card in cards:
        if top.table.computers.seats.take(*card) == "":
            return card
    raise AssertionError("no card is passed")


OWN = [(0, 1), (4, 1), (5, 1), (9, 1)]


def ready(level, others):
    """Return a table at which green, a computer, chooses its card; blue is one, too, and holds others."""
    top = table_at(LINE)
    top.computers(level, level, "human", "human")
    for cards in (OWN, others):
        pile(top, cards)
    top.wait(8000)
    for cards in (OWN, others):
        pass_on(top, cards)
    pile(top, [(11, 1), (12, 1)])
    return top


def test_what_the_other_computer_holds_changes_no_choice():
    """The table has read every computer's cards; a seat's choice does not know them."""
    for level in ("normal", "hard"):
        wishes = []
        for k in (1, 6):
            top = ready(level, [(k, 2), (k, 3), (k + 1, 2), (k + 1, 3)])
            for _ in range(3000):
                if top.table.computers.seats.wish() is not None:
                    break
                top.wait(5)
            wishes.append(top.table.computers.seats.wish())
        assert wishes[0] is not None and wishes[0] == wishes[1], level


def test_a_thought_that_takes_long_is_brought_to_an_end():
    for slice_ms in (4, 40):
        seats = ready("hard", [(2, 2), (2, 3), (3, 2), (3, 3)]).table.computers.seats
        seats.rethink()
        now_ms = begun_ms = MASK - 700  # the clock begins again meanwhile
        while not seats.think(-1, now_ms):
            now_ms = (now_ms + slice_ms) & MASK
        assert seats.wish() is not None and since(now_ms, begun_ms) < 3500, slice_ms
