# SPDX-License-Identifier: Apache-2.0
"""Hands, throws and whole games for tests of the computer players."""

from players import load as load_player
from players.chance import Chance
from players.observation import Observation, of_round
from rules.game import NOBODY, TURN, WINNER


def through(generator):
    """Let a player think to the end; return how many pauses it made."""
    pauses = 0
    for _ in generator:
        pauses += 1
    return pauses


def deck_of(game):
    """Return every card of a game's deck as (action, copy)."""
    return [(a, c + 1) for a in range(len(game.deck)) for c in range(game.deck[a])]


def shuffled(cards, chance):
    """Return the cards in another order."""
    cards = list(cards)
    for i in range(len(cards) - 1, 0, -1):
        j = chance(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


class Hands:
    """Partners' four hands over the public round: deals, exchanges and plays them."""

    def __init__(self, game, players, seed, first=0):
        self.game = game
        self.players = players
        self.chance = Chance(seed)
        self.state = bytearray(game.new(first))
        self.round = self.game.round(None, first)
        self.deck = []
        self.deal()

    def deal(self):
        if self.round.deal == 1 or self.game.options["shuffle"] == "deal":  # P6, H2
            self.deck = shuffled(deck_of(self.game), self.chance)
        self.hands = [[self.deck.pop() for _ in range(self.round.dealt)] for _ in range(4)]
        self.given = [NOBODY] * 4
        passed = []
        for seat in range(4):
            player = self.players[seat]
            through(player.exchange(self.seen(seat), self.chance))
            passed.append(next(c for c in self.hands[seat] if c[0] == player.action))
        for seat in range(4):
            self.hands[seat].remove(passed[seat])
            self.hands[seat ^ 2].append(passed[seat])
            self.given[seat] = passed[seat][0]

    def seen(self, seat):
        hand = bytes([card[0] for card in self.hands[seat]])
        return of_round(self.game, self.state, self.round, seat, hand, self.given[seat])

    def turn(self):
        """Play one turn; return the (action, after) of the player, action NOBODY for a fold."""
        seat = self.round.turn
        self.state[TURN] = seat
        player = self.players[seat]
        through(player.think(self.seen(seat), self.chance))
        if player.action == NOBODY:
            for action, _ in self.hands[seat]:
                assert not self.game.results(self.state, action)
            again = self.round.fold(seat, self.hands[seat])
            self.hands[seat] = []
        else:
            assert (player.after, player.move) in self.game.results(self.state, player.action)
            card = next(c for c in self.hands[seat] if c[0] == player.action)
            self.hands[seat].remove(card)
            if self.given[seat ^ 2] == card[0]:
                self.given[seat ^ 2] = NOBODY
            self.state = bytearray(player.after)
            if self.state[TURN] == NOBODY:
                return player.action, player.after
            again = self.round.play(seat, card[0], card[1])
        if again:
            self.deal()
        return player.action, bytes(self.state)

    def play(self, most):
        """Play to the end; return the winners' mask, 0 after `most` turns."""
        for _ in range(most):
            self.turn()
            if self.state[TURN] == NOBODY:
                return self.state[WINNER]
        return 0


def play_drawn(game, players, seed, most):
    """Play Ludo or Sorry! to the end; return the winner's mask, 0 after `most` turns."""
    chance = Chance(seed)
    state = bytes(game.new())
    for _ in range(most):
        seat = state[TURN]
        action = chance(len(game.actions))
        player = players[seat]
        through(player.think(Observation(state, seat, bytes((action,))), chance))
        found = game.results(state, action)
        if player.action == NOBODY:
            assert not found
            state = game.skip(state)
        else:
            assert player.action == action
            assert (player.after, player.move) in found
            state = player.after
        if state[TURN] == NOBODY:
            return state[WINNER]
    return 0


def four(game, *levels):
    """Return a player for each seat; one object of a level plays all its seats."""
    made = {}
    for level in levels:
        if level not in made:
            made[level] = load_player(level, game)
    return [made[levels[seat % len(levels)]] for seat in range(4)]


def reached(playout):
    """Return the position to which a player has played on."""
    return bytes(playout._now)
