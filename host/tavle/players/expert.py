# SPDX-License-Identifier: Apache-2.0
"""The expert, for a PC: the `hard` player with more of everything, and with what games have taught.

It plays twice as many results on, in Partners of each card more than one, and further: hands to the end of the deal, races
four turns of everybody. From there `learned.py` says who will win. The card for the partner it chooses by playing whole deals on, with
each of its cards passed.
"""

import contextlib
from collections.abc import Iterator
from typing import Any

from tavle.players.learned import Learned, new_judge

_STEPS = 48000  # for each decision
_WALKS = 120  # through the deal, for each card that may be passed
_DEAL = 16  # turns at most
# Of the `hard` player, by how games are played on. A point of the first look counts as `prior` in the units of
# `Learned`, once: about what it means in five guesses.
_MORE = {
    "players.hands": {"width": 8, "each": 2, "margin": 80, "depth": _DEAL, "prior": 84},
    "players.draws": {"margin": 80, "depth": 16, "prior": 300},
}

_NOBODY = 255


class Expert:
    """A player like those of `players`.

    Args:
        game: the game that is played.
        steps: moves and turns judged while playing on, per decision.
        walks: deals played through for each card that may be passed.

    Attributes:
        action, after, move: the choice, as with every player.
        judge: the one that has looked at the position of the choice.
    """

    level = "expert"

    def __init__(self, game: Any, steps: int = _STEPS, walks: int = _WALKS):
        self.judge = judge = new_judge(game)
        import players

        self._walks = walks
        self._learned: Learned | None = None
        with contextlib.suppress(ValueError):  # a game of others: of that nothing is learned
            self._learned = vars(judge)["reached"] = Learned(judge)
        self._player: Any = players.load("hard", game, judge)
        vars(self._player).update(_MORE[judge.playout] if self._learned else {}, steps=steps)
        self._none()

    def _none(self) -> None:
        self.action = _NOBODY
        self.after = self.move = b""

    def _sits(self, seat: int) -> None:
        if self._learned is not None:
            self._learned.seat = seat

    def think(self, seen: Any, chance: Any) -> Iterator[None]:
        """Choose a card and a result; yields now and then."""
        player = self._player
        self._sits(seen.seat)
        yield from player.think(seen, chance)
        self.action, self.after, self.move = player.action, player.after, player.move

    def exchange(self, seen: Any, chance: Any) -> Iterator[None]:
        """Choose the card for the partner: the one with which the deals played through end best."""
        self._none()
        self._sits(seen.seat)
        # The judge gets ready, and its choice breaks a tie.
        yield from self._player.exchange(seen, chance)
        first = self._player.action
        sums = dict.fromkeys(sorted(set(seen.hand)), 0)
        for _ in range(self._walks if len(sums) > 1 else 0):
            hands = bytes(self._player._playout.guess(seen, chance, _DEAL))
            back = self._passed_by_partner(hands, seen.seat ^ 2, chance)
            leads = chance(4)  # who, a seat is not told
            for card in sums:
                dealt = exchanged(hands, seen.seat, card, back)
                sums[card] += self._through(dealt, seen, leads)
            yield
        self.action = max(sums, key=lambda card: (sums[card], card == first))

    def _passed_by_partner(self, hands: bytes, mate: int, chance: Any) -> int:
        """Return the card a partner gives: a second one that brings a pawn out, else any."""
        from rules.games.partners.editions import START

        size = len(hands) // 4
        hand = [card for card in hands[size * mate : size * mate + size] if card != _NOBODY]
        cards = self._player.game.cards
        starters = [card for card in hand if START in cards[card]]
        return starters[0] if len(starters) > 1 else hand[chance(len(hand))]

    def _through(self, hands: bytes, seen: Any, leads: int) -> int:
        """Play a deal through; return what it led to."""
        playout = self._player._playout
        # It goes on after a card of the seat that thinks: as if the seat before had played none, from a
        # place behind all hands.
        playout._seat = (leads + 3) & 3
        playout.begin(hands + b"\xff", _NOBODY, bytes(seen.state), _DEAL)
        while playout.step():
            pass
        playout._seat = seen.seat
        return int(playout.outcome())


def exchanged(hands: bytes, seat: int, card: int, back: int) -> bytes:
    """Return four hands, one behind another, after a seat has passed a card to its partner and got one."""
    dealt = bytearray(hands)
    size = len(hands) // 4
    dealt[hands.index(card, size * seat)] = back
    dealt[hands.index(back, size * (seat ^ 2))] = card
    return bytes(dealt)
