# SPDX-License-Identifier: Apache-2.0
"""Playing Partners on over guessed hands, every seat by a quick look at its cards.

The quick look makes no results: a card's moves are asked of the rules pawn by pawn, and only the
one that gains most is made. Of a 7 it knows one pawn's way and two pawns' shares, the second as if
the first had not moved, and nothing of the rest that a partner may use (P15): it is about what is
likely, and costs a tenth of the whole rules.
"""

from micropython import const

from players import playout
from players.judge import WON
from rules.game import ALL, HOME, NOBODY, TURN, replace
from rules.games.partners import editions

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from players.chance import Chance
    from players.observation import Observation

_RING = const(60)
_QUARTER = const(15)
_PLACES = const(65)  # of players.partners
_COUNT = const(8)  # of rules.games.partners: one pawn in an entry of occ
_SWAP = const(-1)  # in `_b`: `_from` and `_to` are indices of two pawns
_ALONE = const(0)  # in `_b`: one pawn moves
_UNKNOWN = const(254)  # a card nobody can name: all have been seen


class Playout(playout.Playout):
    """One game played on: `guess`, `begin`, `step` to its end, then `outcome`.

    Args:
        judge: the Partners judge, prepared for the seat that thinks.
        poll: not needed here, where no results are made.
    """

    def __init__(self, judge: "Any", poll: "Callable[[], object] | None" = None) -> None:
        super().__init__(judge)
        self._size = max(judge.game.hand)  # places of a seat in a guess
        self._hands = bytearray(4 * self._size)
        self._guess = bytearray(4 * self._size)
        self._total = 0  # of the cards that are left for a guess
        self._turns = 0
        self._who = 0  # whose hand is searched, while `_looking`
        self._looking = False
        self._mover = 0  # whose pawns it moves
        self._at = 0  # the next card of the hand
        self._places = bytearray(32)  # of a 7: pawn << 3 | steps -> where, 0 nowhere
        self._gains = [0] * 32
        self._free = bytearray(16)  # of a swap: pawns that may be swapped
        # The move that gains most so far: whose pawn, its place and where it goes, for a 7 a second
        # pawn's; for a swap two indices of the state.
        self._top = 0
        self._card = NOBODY
        self._whose = 0
        self._from = 0
        self._to = 0
        self._b = _ALONE
        self._b_to = 0

    def guess(self, seen: "Observation", chance: "Chance", turns: int) -> bytearray:
        """Return one guess of the four hands: cards that nobody has seen, dealt by chance.

        Four actions for each seat, NOBODY where there is no card; in a buffer that the next guess fills again.
        """
        self.cost += 8
        unseen = self._unseen(seen)
        hands = self._guess
        hand = seen.hand
        for i in range(4 * self._size):
            hands[i] = NOBODY
        for i in range(len(hand)):
            hands[self._size * seen.seat + i] = hand[i]
        known = seen.given
        if known != NOBODY and seen.counts[seen.seat ^ 2] and unseen[known]:
            hands[self._size * (seen.seat ^ 2)] = known
            unseen[known] -= 1
        self._total = sum(unseen)
        for seat in range(4):
            if seat != seen.seat:
                self._deal(self._size * seat, self._size * seat + seen.counts[seat], chance)
        return hands

    def _deal(self, at: int, end: int, chance: "Chance") -> None:
        """Fill a hand of the guess with cards that are left."""
        hands = self._guess
        if hands[at] != NOBODY:
            at += 1
        while at < end:
            if self._total:
                hands[at] = self.draw(self._left, self._total, chance)
                self._total -= 1
            else:
                hands[at] = _UNKNOWN
            at += 1

    def begin(self, guess: bytearray, action: int, after: bytes, turns: int) -> None:
        """Begin to play on after a result of the seat that thinks; the guess is not changed."""
        self._hands[ALL] = guess
        self._who = self._seat
        self._use(action)
        self._now[ALL] = after
        self._turns = turns
        self._looking = False

    def step(self) -> bool:
        """Look at one more card; return False when nothing is left to look at: then there is an `outcome`.

        Every hand plays its best card by a quick look; it ends early when all are empty.
        """
        while True:
            if not self._looking and not self._next_hand():
                return False
            if self._next_card():
                return True
            self._looking = False
            self._play()

    # -- one turn -----------------------------------------------------------------------

    def _next_hand(self) -> bool:
        """Begin the turn of the next seat that holds a card; return whether there is one."""
        state = self._now
        if not self._turns or state[TURN] == NOBODY:
            return False
        self._turns -= 1
        for _ in range(4):
            self._who = (self._who + 1) & 3
            if self._holds(self._who):
                break
        else:
            return False
        state[TURN] = self._who
        self._mover = self._game.mover(state)
        self._card = NOBODY
        self._top = -WON
        self._at = 0
        self._looking = True
        self.cost += 4
        return True

    def _holds(self, seat: int) -> bool:
        """Tell whether a seat has a card left."""
        hands = self._hands
        at = self._size * seat
        for i in range(at, at + self._size):
            if hands[i] != NOBODY:
                return True
        return False

    def _next_card(self) -> bool:
        """Look at the next card of the hand that can be played; return whether there was one."""
        hands = self._hands
        first = self._size * self._who
        while self._at < self._size:
            i = first + self._at
            self._at += 1
            action = hands[i]
            for k in range(first, i):
                if hands[k] == action:
                    action = NOBODY  # searched before
            if action < _UNKNOWN:
                self._look(action)
                return True
        return False

    def _look(self, action: int) -> None:
        """Take the moves of a card into account."""
        state = self._now
        self._game.prepare(state)  # it may have been asked other things since the last card
        price = self._judge.kept(action)
        card = self._game.cards[action]
        if card[0] < editions.SWAP:
            self._look_at(state, self._mover, action, price)
        if card[-1] < editions.SWAP:
            return
        for use in card:
            if use == editions.SPLIT:
                self._look_at_seven(state, self._mover, action, price)
            elif use > editions.OTHERS:
                self._look_at_others(state, use - editions.OTHERS, action, price)
            elif use >= editions.SWAP:
                self._look_at_swap(state, use == editions.MINE, action, price)

    def _play(self) -> None:
        """Play the card of the hand that gains most, or fold."""
        if self._card == NOBODY:
            hands = self._hands
            first = self._size * self._who
            for i in range(first, first + self._size):
                hands[i] = NOBODY
        else:
            self._game.prepare(self._now)
            self._use(self._card)
            self._make(self._now)

    def _look_at(self, state: bytearray, seat: int, action: int, price: int) -> None:
        """Take the moves of a card that moves one pawn into account."""
        game = self._game
        card = game.cards[action]
        before = NOBODY
        for i in range(4 * seat, 4 * seat + 4):
            place = state[i]
            if place == before:
                continue
            before = place
            for steps in card:
                if place == HOME:
                    if steps != editions.START:
                        continue
                    to = game.enter(seat)
                elif steps == editions.BACK:
                    to = game.back(seat, place)
                elif steps and steps < editions.SWAP:
                    to = game.reach(seat, place, steps)
                else:
                    continue
                if to > 0:
                    gain = self._gain(seat, place, to) - price
                    self.cost += 1
                    if gain > self._top:
                        self._top = gain
                        self._take(action, seat, place, to)

    def _look_at_others(self, state: bytearray, steps: int, action: int, price: int) -> None:
        """Take the steps of pawns of other colours into account."""
        game = self._game
        for i in range(16):
            seat = i >> 2
            place = state[i]
            if seat != self._mover and game.swappable(seat, place):
                to = game.reach(seat, place, steps)
                if to > 0:
                    gain = self._gain(seat, place, to)
                    if (seat ^ self._who) & 1:
                        gain = -gain
                    self.cost += 1
                    if gain - price > self._top:
                        self._top = gain - price
                        self._take(action, seat, place, to)

    def _take(self, action: int, seat: int, place: int, to: int) -> None:
        self._card = action
        self._whose = seat
        self._from = place
        self._to = to
        self._b = _ALONE

    def _gain(self, seat: int, place: int, to: int) -> int:
        """Return what a pawn's move changes for its pair, with who is sent home (P10)."""
        game = self._game
        value = self._judge.value
        base = seat * _PLACES
        if to <= _RING:
            there = game.occ[to]
            if there and there & 7 != seat + 1:
                if there >= 2 * _COUNT:
                    return -value[base + place]
                other = (there & 7) - 1
                lost = value[other * _PLACES + to]
                if other & 1 == seat & 1:
                    lost = -lost
                return value[base + to] - value[base + place] + lost
        return value[base + to] - value[base + place]

    def _look_at_seven(self, state: bytearray, seat: int, action: int, price: int) -> None:
        """Take a 7 into account: one pawn's seven steps, and two pawns' shares."""
        game = self._game
        places = self._places
        gains = self._gains
        before = NOBODY
        for i in range(4):
            place = state[4 * seat + i]
            for steps in range(1, 8):
                at = 8 * i + steps
                places[at] = 0
                if place == HOME or (steps == 7 and place == before):
                    continue
                to = game.reach(seat, place, steps)
                if to > 0:
                    places[at] = to
                    gains[at] = self._gain(seat, place, to)
            before = place
            if places[8 * i + 7]:
                gain = gains[8 * i + 7] - price
                if gain > self._top:
                    self._take(action, seat, place, places[8 * i + 7])
                    self._top = gain
            self.cost += 5
            for j in range(i):
                for steps in range(1, 7):
                    a = 8 * i + steps
                    b = 8 * j + 7 - steps
                    if places[a] and places[b] and gains[a] + gains[b] - price > self._top:
                        if places[a] != places[b] or not self._crowded(seat, places[a]):
                            self._take(action, seat, place, places[a])
                            self._b = state[4 * seat + j]
                            self._b_to = places[b]
                            self._top = gains[a] + gains[b] - price

    def _crowded(self, seat: int, to: int) -> bool:
        """Tell whether two pawns that come to one place cannot both count as they do alone."""
        game = self._game
        if to > _RING or not game.stacks:
            return True
        there = game.occ[to]
        return there > 0 and there & 7 != seat + 1

    def _look_at_swap(self, state: bytearray, mine: bool, action: int, price: int) -> None:
        """Take the swaps into account (P16), with `mine` of an own pawn; two of one colour change nothing."""
        game = self._game
        value = self._judge.value
        free = self._free
        n = 0
        us = self._who & 1
        own = self._mover
        for two in range(16):
            there = state[two]
            if not game.swappable(two >> 2, there):
                continue
            base = (two >> 2) * _PLACES
            for i in range(n):
                one = free[i]
                if mine and (one >> 2 == own) == (two >> 2 == own):
                    continue
                gain = -price
                if one >> 2 != two >> 2:
                    place = state[one]
                    other = (one >> 2) * _PLACES
                    change = value[other + there] - value[other + place]
                    gain += change if one >> 2 & 1 == us else -change
                    change = value[base + place] - value[base + there]
                    gain += change if two >> 2 & 1 == us else -change
                if gain > self._top:
                    self._top = gain
                    self._take(action, own, one, two)
                    self._b = _SWAP
            free[n] = two
            self.cost += n
            n += 1

    def _make(self, state: bytearray) -> None:
        """Make the move that was taken."""
        if self._b == _SWAP:
            one = self._from
            two = self._to
            if one >> 2 != two >> 2:
                a = state[one]
                b = state[two]
                replace(state, one >> 2, a, b)
                replace(state, two >> 2, b, a)
        else:
            self._land(state, self._whose, self._from, self._to)
            if self._b:
                self._land(state, self._whose, self._b, self._b_to)
        state[TURN] = (state[TURN] + 1) & 3
        self._game.end_if_won(state, self._whose)

    def _land(self, state: bytearray, seat: int, place: int, to: int) -> None:
        """Bring a pawn somewhere, with the landing (P10)."""
        game = self._game
        if to <= _RING:
            there = game.occ[to]
            if there and there & 7 != seat + 1:
                if there >= 2 * _COUNT:
                    to = HOME
                else:
                    replace(state, (there & 7) - 1, to, HOME)
        replace(state, seat, place, to)

    def _use(self, action: int) -> None:
        """Take one card of a kind out of the hand that plays."""
        hands = self._hands
        i = self._size * self._who
        while hands[i] != action:
            i += 1
        hands[i] = NOBODY
