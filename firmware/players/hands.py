# SPDX-License-Identifier: Apache-2.0
"""Playing Partners on over guessed hands, every seat by a quick look at its results."""

from rules.game import NOBODY, TURN, WINNER

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from players.chance import Chance
    from players.observation import Observation
    from players.results import Results

WON = 10000


class Playout:
    """One game played on: `guess`, then `play` to its end, then `outcome`.

    Args:
        judge: the Partners judge, prepared for the seat that thinks.
        results: where results are made.

    Attributes:
        cost: results looked at so far, and two for each card and each guess.
    """

    def __init__(self, judge: "Any", results: "Results") -> None:
        self._judge = judge
        self._results = results
        self._hands: list = []
        self._now = b""
        self._seat = 0
        self.cost = 0

    def guess(self, seen: "Observation", chance: "Chance", turns: int) -> list:
        """Return one guess of the four hands: cards that nobody has seen, dealt by chance."""
        self._seat = seen.seat
        self.cost += 2
        unseen = seen.unseen(self._judge.game)
        partner = seen.seat ^ 2
        hands = [bytearray(n) for n in seen.counts]
        hands[seen.seat] = bytearray(seen.hand)
        known = seen.given
        if known != NOBODY and hands[partner] and unseen[known]:
            hands[partner][0] = known
            unseen[known] -= 1
        else:
            known = NOBODY
        left = sum(unseen)
        for seat in range(4):
            if seat == seen.seat:
                continue
            hand = hands[seat]
            for i in range(1 if seat == partner and known != NOBODY else 0, len(hand)):
                if not left:
                    hand[i] = NOBODY
                    continue
                n = chance(left)
                action = 0
                while n >= unseen[action]:
                    n -= unseen[action]
                    action += 1
                hand[i] = action
                unseen[action] -= 1
                left -= 1
        return [bytes(hand) for hand in hands]

    def play(self, guess: list, action: int, after: bytes, turns: int) -> "Iterator":
        """Play on after a result of the seat that thinks; a generator, the guess is not changed.

        Every hand plays its best card by a quick look; it ends early when all are empty.
        """
        self._hands = list(guess)
        self._use(self._seat, action)
        self._now = after
        seat = self._seat
        for _ in range(turns):
            if self._now[TURN] == NOBODY:
                return
            for _ in range(4):
                seat = (seat + 1) & 3
                if self._hands[seat]:
                    break
            else:
                return
            for _ in self._turn(seat):
                yield

    def _turn(self, seat: int) -> "Iterator":
        """Play the card of a hand that swings the position most, or put the hand down."""
        judge = self._judge
        results = self._results
        state = bytearray(self._now)
        state[TURN] = seat
        top = -WON
        used = NOBODY
        hand = self._hands[seat]
        for i in range(len(hand)):
            action = hand[i]
            if action == NOBODY or action in hand[:i]:
                continue
            kept = judge.kept(action)
            for _ in results.slices(state, action):
                yield
            n = results.count()
            self.cost += n + 2
            for k in range(n):
                points = judge.swing(results.move(k), seat) - kept
                if points > top:
                    top = points
                    used = action
                    now = results.state(k)
            yield
        if used == NOBODY:
            self._hands[seat] = b""
        else:
            self._now = now
            self._use(seat, used)

    def _use(self, seat: int, action: int) -> None:
        """Take one card of a kind out of a hand."""
        hand = self._hands[seat]
        i = hand.find(bytes((action,)))
        self._hands[seat] = hand[:i] + hand[i + 1 :]

    def outcome(self) -> int:
        """Return what the position is worth, to who thinks, that playing on has led to."""
        now = self._now
        if now[TURN] == NOBODY:
            return WON if now[WINNER] >> self._seat & 1 else -WON
        return self._judge.worth(now)
