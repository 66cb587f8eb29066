# SPDX-License-Identifier: Apache-2.0
"""An evening with too few people: hands that lay the computers' cards and follow the lights."""

from deals import deck_of, shuffled
from tabletop import Tabletop

from players.chance import Chance
from rules.game import NOBODY, TURN


class Evening(Tabletop):
    """A table with computers on some seats; people choose by chance among what is legal."""

    def __init__(self, folder, rulebook, levels, seed=1, state=None):
        self.chance = Chance(seed)
        dice = [self.chance(6) + 1 for _ in range(2000)]
        Tabletop.__init__(self, folder, rulebook, state=state, dice=dice)
        self.deck = []
        self.cards = [[], [], [], []]  # what really lies in front of each seat
        self.read = 0
        self.computers(*levels)
        if self.match.round is not None:
            self.deal()

    # -- cards --------------------------------------------------------------------------

    def deal(self):
        """Deal everybody a hand; people exchange among themselves, computers by the table."""
        self.dealt = self.which()
        if self.match.round.deal == 1:
            self.deck = shuffled(deck_of(self.game), self.chance)
        self.cards = [[self.deck.pop() for _ in range(4)] for _ in range(4)]
        self.passed = [None] * 4
        for seat in range(4):
            if not self.table.computers.seats.computer(seat):
                self.passed[seat] = self.cards[seat].pop()
        for seat in range(4):
            card = self.passed[seat]
            if card is not None and not self.table.computers.seats.computer(seat ^ 2):
                self.cards[seat ^ 2].append(card)

    def deal_again(self):
        """Deal when the table has begun another deal."""
        if self.match.round is not None and self.dealt != self.which():
            self.deal()

    def which(self):
        return self.match.round.dealer, self.match.round.deal

    def lay(self, card):
        """Lay one card on the slot; return the event it caused."""
        self.read = len(self.events)
        self.card(self.game.actions[card[0]], card[1])
        for event in self.events[self.read :]:
            if event["event"] in ("laid", "card", "refused"):
                return event
        return {"event": ""}

    def serve(self, kind, seat):
        """Do what the light of a computer's seat asks for."""
        if kind in (1, 5):
            for card in list(self.cards[seat]):
                self.lay(card)
        elif kind == 3:
            for card in list(self.cards[seat]):
                if self.lay(card) == {
                    "event": "laid", "seat": self.game.colours[seat], "taken": True,
                }:  # fmt: skip
                    self.cards[seat].remove(card)
                    self.cards[seat ^ 2].append(card)
                    break
        elif kind == 4:
            card = self.passed[seat ^ 2]
            self.lay(card)
            self.cards[seat].append(card)
        elif kind == 6:
            for card in list(self.cards[seat]):
                done = len(self.named("accepted"))
                found = self.lay(card)["event"] == "card"
                # After a power cut the card still lies there, but has to be laid again.
                if found and (self.table.phase.action >= 0 or len(self.named("accepted")) > done):
                    self.cards[seat].remove(card)
                    break

    # -- turns --------------------------------------------------------------------------

    def settle(self):
        """Answer what the table asks about the move that was made, with the seat's button."""
        for _ in range(6):
            if self.table.phase != "ask":
                return
            self.tap(self.match.state[TURN]).wait(1500)

    def turn(self):
        """Play one turn, whoever's it is."""
        self.deal_again()
        told = len(self.named("accepted")) + len(self.named("folded"))
        for _ in range(100):
            self.deal_again()
            kind, seat = self.table.computers.seats.task()
            turn = self.match.state[TURN]
            if self.table.phase.action >= 0 or self.match.over:
                break
            if len(self.named("accepted")) + len(self.named("folded")) > told:
                break
            if kind:
                self.serve(kind, seat)
                self.wait(300)
            elif not self.table.computers.seats.computer(turn):
                self.begin_for_a_person(turn)
            elif self.game.deck and not self.game.hand:
                self.draw()
            else:
                self.wait(100)  # it throws, or thinks
        seat = self.match.state[TURN]  # a throw without a move has passed the turn
        for _ in range(40):
            if (
                self.table.phase.action < 0
                or self.table.computers.led
                or not self.table.computers.seats.computer(seat)
            ):
                break
            self.wait(100)
        if self.table.phase.action >= 0:
            results = list(self.table.results)
            _, move = results[self.chance(len(results))]
            assert not self.table.computers.seats.computer(seat) or len(results) == 1
            done = len(self.named("accepted"))
            self.move(move)
            self.settle()
            if len(self.named("accepted")) == done:
                self.tap(seat)  # nothing a reed could see has changed: say that it is done
            self.settle()

    def begin_for_a_person(self, seat):
        if self.game.deck and not self.game.hand:
            self.draw()
        elif self.match.game.die:
            self.tap(seat)
        else:
            for card in self.cards[seat]:
                if len(self.game.results(self.match.state, card[0])):
                    self.cards[seat].remove(card)
                    self.lay(card)
                    return
            self.hold(seat)
            for card in list(self.cards[seat]):
                self.lay(card)
            self.cards[seat] = []

    def draw(self):
        if not self.deck:
            self.deck = shuffled(deck_of(self.game), self.chance)
        self.lay(self.deck.pop())

    def play(self, turns):
        """Play so many turns, or to the end; every turn must get somewhere."""
        for n in range(turns):
            if self.match.over:
                return n
            before = len(self.named("accepted")) + len(self.named("folded"))
            self.turn()
            after = len(self.named("accepted")) + len(self.named("folded"))
            assert after > before, (n, self.table.line(), self.table.phase, self.events[-8:])
        return turns


def secrets(evening, seat):
    """Return the names of the cards a computer holds that have not been played."""
    return [evening.game.actions[card[0]] for card in evening.cards[seat]]


def over(evening):
    return evening.match.state[TURN] == NOBODY
