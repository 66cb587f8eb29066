# SPDX-License-Identifier: Apache-2.0
"""Whole games between computer players, rules only: no table, no hands, as fast as it goes."""

import random
from typing import Any

from tavle import house
from tavle.paths import add_firmware

LEVELS = ("random", "easy", "normal", "hard", "expert")
_LONGEST = 6000  # turns; a game of random players seldom takes half of it


class Random:
    """Any result of any card that can be used: what every level is measured against."""

    level = "random"

    def __init__(self, game: Any):
        self.game = game
        self.action = 255
        self.after = self.move = b""

    def think(self, seen: Any, chance: Any) -> Any:
        """Choose a card that can be used, then one of its results."""
        cards = [action for action in seen.hand if len(self.game.results(seen.state, action))]
        self.action = 255
        if cards:
            self.action = cards[chance(len(cards))]
            found = list(self.game.results(seen.state, self.action))
            self.after, self.move = found[chance(len(found))]
        return ()

    def exchange(self, seen: Any, chance: Any) -> Any:
        """Pass any card."""
        self.action = seen.hand[chance(len(seen.hand))]
        return ()


def make(level: str, game: Any) -> Any:
    """Return a player of a level, one of `LEVELS`.

    Raises:
        ValueError: no such level.
    """
    add_firmware()
    if level == "random":
        return Random(game)
    if level == "expert":
        from tavle.players.expert import Expert

        return Expert(game)
    import players

    return players.load(level, game)


def through(thinking: Any) -> None:
    """Let a player think to the end."""
    for _ in thinking:
        pass


def play(game: Any, players: list[Any], seed: int) -> tuple[int, int]:
    """Play one game to its end.

    Args:
        game: the rules.
        players: who plays each of the four seats.
        seed: decides the cards or throws, the first seat, and what chance each seat is given.

    Returns:
        The winners' mask, 0 when it took too long, and the number of turns.
    """
    add_firmware()
    if game.hand:
        return _Hands(game, players, seed).play()
    return _play_drawn(game, players, seed)


def _chances(seed: int) -> list[Any]:
    from players.chance import Chance

    return [Chance(seed * 4 + seat) for seat in range(4)]


class _Hands:
    """One game with hands that nobody but their seats may see."""

    def __init__(self, game: Any, players: list[Any], seed: int):
        self._game = game
        self._players = players
        self._random = random.Random(seed)
        self._chances = _chances(seed)
        first = seed % 4
        self._state = bytearray(game.new(first))
        self._round = game.round(None, first)
        self._deck: list[tuple[int, int]] = []
        self._hands: list[list[tuple[int, int]]] = []
        self._given = [255] * 4
        self._deal()

    def _deal(self) -> None:
        deck = self._game.deck
        if self._round.deal == 1 or house.gathers_always(self._game):
            self._deck = [(action, copy + 1) for action, n in enumerate(deck) for copy in range(n)]
            self._random.shuffle(self._deck)
        self._hands = [[self._deck.pop() for _ in range(self._round.dealt)] for _ in range(4)]
        self._given = [255] * 4
        if not self._game.exchange:
            return
        passed = []
        for seat, player in enumerate(self._players):
            self._state[16] = seat
            through(player.exchange(self._seen(seat), self._chances[seat]))
            passed.append(next(c for c in self._hands[seat] if c[0] == player.action))
        for seat in range(4):
            self._hands[seat].remove(passed[seat])
            self._hands[seat ^ 2].append(passed[seat])
            self._given[seat] = passed[seat][0]

    def _seen(self, seat: int) -> Any:
        from players.observation import of_round

        hand = bytes([action for action, _ in self._hands[seat]])
        return of_round(self._game, self._state, self._round, seat, hand, self._given[seat])

    def play(self) -> tuple[int, int]:
        for turn in range(1, _LONGEST):
            seat = self._round.turn
            self._state[16] = seat
            player = self._players[seat]
            through(player.think(self._seen(seat), self._chances[seat]))
            if player.action == 255:
                again = self._round.fold(seat, self._hands[seat])
                self._hands[seat] = []
            else:
                card = next(c for c in self._hands[seat] if c[0] == player.action)
                self._hands[seat].remove(card)
                if self._given[seat ^ 2] == card[0]:
                    self._given[seat ^ 2] = 255
                self._state = bytearray(player.after)
                if self._state[16] == 255:
                    return self._state[17], turn
                again = self._round.play(seat, *card)
            if again:
                self._deal()
        return 0, _LONGEST


def _play_drawn(game: Any, players: list[Any], seed: int) -> tuple[int, int]:
    """Play one game of Ludo or Sorry!, where a throw or a card comes from outside."""
    from players.observation import Observation

    rng = random.Random(seed)
    chances = _chances(seed)
    state = bytes(game.new(game.seats[seed % len(game.seats)]))
    pile: list[int] = []
    seen = bytearray(len(game.actions))
    for turn in range(1, _LONGEST):
        seat = state[16]
        if game.deck:
            if not pile:
                pile = [action for action, n in enumerate(game.deck) for _ in range(n)]
                rng.shuffle(pile)
                seen = bytearray(len(game.actions))
            action = pile.pop()
        else:
            action = rng.randrange(len(game.actions))
        player = players[seat]
        view = Observation(state, seat, bytes((action,)), seen=bytes(seen))
        through(player.think(view, chances[seat]))
        if game.deck:
            seen[action] += 1
        state = bytes(player.after) if player.action != 255 else bytes(game.skip(state))
        if state[16] == 255:
            return state[17], turn
    return 0, _LONGEST
