# SPDX-License-Identifier: Apache-2.0
"""What a position of Partners is worth to a pair, in points; a step forward is one point.

`prepare` looks at the position before the card once: who could land where with the cards
nobody has seen. After that a result costs one pass over its 16 pawns.
"""

from micropython import const

from players import judge
from players.judge import WON
from rules.game import HOME, NOBODY, TURN
from rules.games.partners import editions
from rules.moves import BUMP, SELF, parts

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from players.observation import Observation

_RING = const(60)
_QUARTER = const(15)
_PLACES = const(65)  # home, 60 ring spaces, 4 circles
_START = const(15)  # index in a seat's odds: it has a card that brings a pawn out
_BACK = const(0)  # ... that it has the 4 back
_CERTAIN = const(256)

# Points of a pawn.
_OUT = const(24)  # on its own start space
_CIRCLE = const(14)  # more than the space before the goal
_DEEPER = const(3)  # for each circle further in
_LOCKED = const(8)
_BACK_DOOR = const(16)  # four back from here leads to the goal's mouth
_BLOCKED = const(2)  # for each opponent a wall holds up

# What a card is worth in the hand, in points: what can be played later rather than now.
_ANY = const(14)  # one that brings a pawn out, or is shared as a 7
_START_ALONE = const(10)
_SHARED = const(9)
_START_OR = const(8)
_CHOICE = const(5)
_SPECIAL = const(4)  # 4 back, or a swap
_PLAIN = const(1)
# ... of those that bring a pawn out, while none is at home.
_IDLE = const(2)


def _kept(card: tuple) -> int:
    """Return what a card is worth in the hand by what it may do (`editions.CARDS`)."""
    if editions.START in card:
        if editions.SPLIT in card:
            return _ANY
        return _START_OR if len(card) > 1 else _START_ALONE
    if editions.SPLIT in card:
        return _SHARED
    if editions.BACK in card or editions.SWAP in card or editions.MINE in card:
        return _SPECIAL
    return _CHOICE if len(card) > 1 else _PLAIN


class Judge(judge.Judge):
    """Judges results for one seat; see the module."""

    playout = "players.hands"

    def __init__(self, game: "Any") -> None:
        value = bytearray(4 * _PLACES)
        for seat in range(4):
            for place in range(1, _RING + 1):
                steps = (place - 1 - _QUARTER * seat) % _RING
                value[seat * _PLACES + place] = _OUT + steps
            for circle in range(1, 5):
                value[seat * _PLACES + _RING + circle] = _OUT + _RING + _CIRCLE + _DEEPER * circle
        super().__init__(game, value, 0)
        self._walls = bytearray(4)
        self._odds = bytearray(16)
        self._kept = bytes([_kept(card) for card in game.cards])
        self._back = False
        self._homes = 0
        self.promised = 0

    # Before the results

    def prepare(self, seen: "Observation") -> "Iterator":
        """Look at the position before the card; a generator."""
        state = seen.state
        self.begin(seen.seat)
        game = self.game
        self._back = False
        for action in seen.hand:
            if editions.BACK in game.cards[action]:
                self._back = True
        us = seen.seat & 1
        self._homes = 0
        mover = game.mover(state)
        for i in range(4 * mover, 4 * mover + 4):
            if state[i] == HOME:
                self._homes += 1
        unseen = seen.unseen(game)
        total = sum(unseen)
        yield
        for enemy in (us ^ 1, us ^ 3):
            cards = seen.counts[enemy]
            if not cards:
                # It is out of this deal; by the next one it has cards again.
                cards = 1
            self._draw_odds(unseen, total, cards)
            yield
            mover = enemy ^ 2 if game.all_locked(state, enemy) else enemy
            before = NOBODY
            for i in range(4 * mover, 4 * mover + 4):
                place = state[i]
                if place != before:
                    before = place
                    self._threaten(state, mover, place)
                    yield
        for seat in (us, us ^ 2):
            self._walls[seat] = self._held_up(state, seat)

    def _draw_odds(self, unseen: bytearray, total: int, cards: int) -> None:
        """Fill `_odds`: how likely a hand holds a card for each number of steps, of 256."""
        copies = [0] * 16
        for action in range(len(unseen)):
            n = unseen[action]
            if not n:
                continue
            for steps in self.game.cards[action]:
                if steps == editions.SPLIT:
                    for share in range(1, 7):
                        copies[share] += n >> 1
                    copies[7] += n
                elif steps >= editions.SWAP:
                    pass
                elif steps == editions.START:
                    copies[_START] += n
                elif steps == editions.BACK:
                    copies[_BACK] += n
                else:
                    copies[steps] += n
        for steps in range(16):
            none = _CERTAIN
            for _ in range(cards):
                none = none * max(0, total - copies[steps]) // max(1, total)
            self._odds[steps] = min(255, _CERTAIN - none)

    def _threaten(self, state: "bytes | bytearray", seat: int, place: int) -> None:
        """Add where one opponent's pawn could land."""
        game = self.game
        odds = self._odds
        if place == HOME:
            self.endanger(seat * _QUARTER + 1, odds[_START])
            return
        if place > _RING:
            return
        game.prepare(state)
        for steps in range(1, 15):
            if odds[steps]:
                to = game.reach(seat, place, steps)
                if 0 < to <= _RING:
                    self.endanger(to, odds[steps])
        to = game.back(seat, place)
        if to > 0:
            self.endanger(to, odds[_BACK])

    def _held_up(self, state: "bytes | bytearray", seat: int) -> int:
        """Return the points of a wall on a seat's start: opponents' pawns close behind it."""
        held = 0
        for enemy in ((seat + 1) & 3, (seat + 3) & 3):
            for i in range(4 * enemy, 4 * enemy + 4):
                place = state[i]
                if 0 < place <= _RING and (seat * _QUARTER - place + 1) % _RING < 14:
                    held += _BLOCKED
        return held

    # Results

    def worth(self, after: "bytes | bytearray") -> int:
        """Return what a result is worth to the pair of the seat that looks."""
        if after[TURN] == NOBODY:
            return WON
        seat = self._seat
        return (
            self._own(after, seat)
            + self._own(after, seat ^ 2)
            - self._sum(after, seat ^ 1)
            - self._sum(after, seat ^ 3)
        )

    def _own(self, after: "bytes | bytearray", seat: int) -> int:
        value = self.value
        threat = self.threat
        base = seat * _PLACES
        start = seat * _QUARTER + 1
        points = 0
        before = NOBODY
        risk = 0
        i = 4 * seat
        end = i + 4
        while i < end:
            place = after[i]
            i += 1
            worth = value[base + place]
            points += worth
            if 0 < place <= _RING:
                if place == before:
                    points += risk  # a stack stands safely
                    risk = 0
                elif place == start:
                    points += self._walls[seat]
                    risk = 0
                else:
                    risk = worth * threat[place] >> 9
                    points -= risk
                if self._back and start <= place < start + 5:
                    points += _BACK_DOOR
            before = place
        return points + self._locks(after, seat)

    def _sum(self, after: "bytes | bytearray", seat: int) -> int:
        value = self.value
        base = seat * _PLACES
        i = 4 * seat
        return (
            value[base + after[i]]
            + value[base + after[i + 1]]
            + value[base + after[i + 2]]
            + value[base + after[i + 3]]
            + self._locks(after, seat)
        )

    def _locks(self, after: "bytes | bytearray", seat: int) -> int:
        """Return the points for locked pawns (P13)."""
        i = 4 * seat + 3
        circle = _RING + 4
        points = 0
        while circle > _RING and after[i] == circle:
            points += _LOCKED
            circle -= 1
            i -= 1
        return points

    def kept(self, action: int) -> int:
        """Return what a card would be worth later: the price of playing it now."""
        kept = self._kept[action]
        if not self._homes and kept in (_START_ALONE, _START_OR):
            return _IDLE
        return kept

    def sense(self, after: "bytes | bytearray", move: bytes) -> int:
        """Return 0 for a result that hurts the own side, 2 for one that clearly helps, else 1."""
        us = self._seat & 1
        rank = 1
        for kind, seat, start, end, _ in parts(move):
            ours = seat & 1 == us
            if kind == SELF or (kind == BUMP and ours):
                return 0
            if kind == BUMP or (ours and (start == HOME or start <= _RING < end)):
                rank = 2
        return rank

    # The exchange

    def promise(
        self,
        seen: "Observation",
        action: int,
        seat: int,
        poll: "Callable[[], object] | None" = None,
    ) -> "Iterator":
        """Put into `promised` what a card could do for a seat of the pair now; a generator."""
        state = bytearray(seen.state)
        state[TURN] = seat
        found = self.game.results(state, action, poll)
        yield
        best = self.worth(state) - _OUT
        for after in found.states:
            points = self.worth(after)
            if points > best:
                best = points
            yield
        self.promised = best

    def spare(self, seen: "Observation", action: int) -> int:
        """Return how easily a card is given away: more of its kind are in the hand."""
        cards = self.game.cards
        if editions.START not in cards[action]:
            return 0
        starters = 0
        for card in seen.hand:
            if editions.START in cards[card]:
                starters += 1
        return _OUT if starters > 1 else -_OUT
